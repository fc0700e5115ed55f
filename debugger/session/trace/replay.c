/* SPDX-License-Identifier: MIT */
#include "debugger/session/trace/replay.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "debugger/base/debug-log.h"
#include "debugger/calls/calls.h"
#include "debugger/calls/search.h"
#include "debugger/open/needed.h"
#include "debugger/open/opened.h"
#include "debugger/session/breakpoints.h"
#include "debugger/session/private.h"
#include "debugger/session/wait.h"

enum {
	WORTH_IT = 2000, /* calls before one, from which on it is asked which of them are needed */
	FAR = 5000,	 /* calls ahead: nearer ones are always played up to */
	READING = 4,	 /* reading the trace costs so many times less than playing it */
};
enum { STATUS_UNPLAYABLE = 2 }; /* of glstep-replay */

char *gs_session_player(void)
{
	static const char name[] = "glstep-replay";
	char *exe = g_file_read_link("/proc/self/exe", NULL);
	char *here = exe ? g_path_get_dirname(exe) : NULL;
	char *path = here ? g_build_filename(here, name, NULL) : NULL;
	if (!path || access(path, X_OK)) {
		g_free(path);
		path = g_find_program_in_path(name);
	}
	g_free(here);
	g_free(exe);
	return path;
}

void gs_replay_close_files(struct gs_replay_files *files)
{
	if (files->only >= 0)
		close(files->only);
	if (files->given >= 0)
		close(files->given);
	files->only = files->given = -1;
}

static bool open_file(int *file)
{
	if (*file < 0)
		*file = memfd_create("glstep-calls", MFD_CLOEXEC);
	return *file >= 0 && ftruncate(*file, 0) == 0;
}

void gs_replay_open(struct gs_replay_files *files)
{
	if (!open_file(&files->only) || !open_file(&files->given))
		gs_replay_close_files(files);
}

char **gs_replay_argv(
	struct gs_session *session, const char *player, const struct gs_replay_files *files)
{
	char *only = g_strdup_printf("/proc/%d/fd/%d", (int)getpid(), files->only);
	char *given = g_strdup_printf("/proc/%d/fd/%d", (int)getpid(), files->given);
	char *trace = (char *)gs_session_trace_path(session), *name = (char *)player;
	char *strict = (char *)"--strict";
	char *argv[] = {
		name, strict, (char *)"--only", only, (char *)"--given", given, trace, NULL};
	char **all = g_strdupv(files->only < 0 ? (char *[]){name, strict, trace, NULL} : argv);
	g_free(only);
	g_free(given);
	return all;
}

bool gs_replay_prepare(struct gs_session *session, GError **error)
{
	char *path = gs_session_player();
	if (!path) {
		g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED,
			"glstep-replay, which plays a trace, is neither beside glstep nor in the "
			"PATH: install glstep anew; the list of calls can be looked at without it");
		return false;
	}
	if (!session->is_chosen) {
		gs_replay_open(&session->files);
		session->chosen.index = 0;
	}
	session->is_chosen = false;
	g_strfreev(session->launch.argv);
	session->launch.argv = gs_replay_argv(session, path, &session->files);
	g_free(path);
	return true;
}

static bool write_bytes(int file, const uint8_t *bytes, uint64_t n)
{
	uint64_t done = 0;
	ssize_t some = 1;
	while (done < n && some > 0) {
		some = pwrite(file, bytes + done, n - done, (off_t)done);
		done += some > 0 ? (uint64_t)some : 0;
	}
	return done == n;
}

bool gs_replay_write(struct gs_session *session, const struct gs_replay_files *files,
	const uint8_t *bytes, uint64_t n)
{
	struct gs_needed_given given;
	if (!write_bytes(files->only, bytes, n))
		return false;
	if (!gs_needed_given(session->needed, &given))
		return true;
	char *text = g_strdup_printf("call %" PRIu64 "\nthread %" PRIu32 "\nfile %s\n",
		given.number, given.thread, given.file);
	bool is_good = write_bytes(files->given, (const uint8_t *)text, strlen(text));
	g_free(text);
	return is_good;
}

bool gs_replay_has_lost_checkpoint(struct gs_session *session)
{
	struct gs_needed_given given;
	if (session->life != GS_LIFE_ENDED || !session->needed || !session->is_given ||
		!gs_needed_given(session->needed, &given))
		return false;
	gs_debug_log(GS_DEBUG_SESSION,
		"the player that was to start from the checkpoint at call %" PRIu64
		" has ended: no checkpoint is used any more",
		given.number);
	gs_needed_forget_answers(session->needed);
	return true;
}

static bool read_needed(struct gs_session *session, GError **error)
{
	if (session->needed)
		return true;
	session->needed = gs_needed_new(gs_session_trace_path(session), &session->patience, error);
	if (session->needed) /* once: those that turn out to be damaged are forgotten */
		gs_indexing_use(session);
	return session->needed;
}

bool gs_replay_choose(struct gs_session *session, uint64_t number, GError **error)
{
	uint64_t n;
	gs_replay_open(&session->files);
	session->is_chosen = false;
	if (session->files.only < 0 || number < WORTH_IT || gs_session_breaks(session))
		return true;
	if (!read_needed(session, error))
		return false;
	const uint8_t *bytes = gs_needed_for(session->needed, number, &n);
	session->is_chosen = bytes && gs_replay_write(session, &session->files, bytes, n) &&
			     gs_needed_frame(session->needed, number, bytes, n, &session->chosen);
	if (gs_debug_log_wants(GS_DEBUG_SESSION))
		gs_debug_log(GS_DEBUG_SESSION, "call %" PRIu64 " needs %" PRIu64 " calls before it",
			number, gs_needed_count(bytes, n, number));
	return true;
}

/* An edit would be lost, and a breakpoint not be met, or one that lies behind be met again. */
static bool must_play_on(struct gs_session *session)
{
	return session->is_edited || gs_session_breaks(session);
}

bool gs_replay_is_shorter(
	struct gs_session *session, uint64_t number, bool *shorter, GError **error)
{
	uint64_t at, n;
	*shorter = false;
	if (!gs_replay_number(session, &at))
		at = 0;
	if (session->files.only < 0 || number < at + FAR || must_play_on(session))
		return true;
	if (!session->needed && (number - at) * READING < gs_calls_count(session))
		return true;
	if (!read_needed(session, error))
		return false;
	const uint8_t *bytes = gs_needed_for(session->needed, number, &n);
	uint64_t calls = gs_needed_count(bytes, n, number);
	*shorter = bytes && calls < (number - at) / 2;
	gs_debug_log(GS_DEBUG_SESSION,
		"call %" PRIu64 " is %" PRIu64 " calls ahead, and needs %" PRIu64
		" from the beginning",
		number, number - at, calls);
	return true;
}

void gs_replay_close(struct gs_session *session)
{
	gs_needed_free(session->needed);
	session->needed = NULL;
	gs_replay_close_files(&session->files);
}

bool gs_replay_number(struct gs_session *session, uint64_t *number)
{
	uint64_t after = atomic_load(&gs_host_wire(session->host)->player.number);
	*number = after - 1;
	return after;
}

uint64_t gs_replay_present_call(struct gs_session *session, bool beginning)
{
	struct gs_wire_call first;
	uint64_t number;
	if (!gs_replay_number(session, &number))
		return 0;
	struct gs_call_place place = gs_call_store_find(session->calls, number);
	if (beginning && gs_call_store_get(session->calls,
				 gs_calls_frame_start(session->calls, place), &first))
		return first.index;
	return number;
}

bool gs_replay_is_whole(struct gs_session *session, uint64_t number)
{
	const struct gs_needed_frame *whole = &session->whole;
	struct gs_needed_frame frame;
	if (!whole->index)
		return true;
	/* after an edit it was not read anew yet */
	bool is_known = session->needed &&
			gs_needed_frame(session->needed, number, NULL, 0, &frame);
	return is_known ? frame.index >= whole->index : number >= whole->first;
}

char *gs_replay_note(struct gs_session *session)
{
	uint64_t number;
	bool stands = session->life == GS_LIFE_STOPPED || session->life == GS_LIFE_OUTSIDE;
	if (!session->opened || !stands || !gs_replay_number(session, &number) ||
		gs_replay_is_whole(session, number))
		return NULL;
	return g_strdup_printf("GL may hold other things here than in the program, since the "
			       "player leaves out calls before call %" PRIu64
			       " that are not needed from there on: `goto %" PRIu64
			       "` comes to this call with all that it needs",
		session->whole.first, number);
}

char *gs_replay_why_left_out(struct gs_session *session, uint64_t number)
{
	struct gs_wire_player *player = &gs_host_wire(session->host)->player;
	if (!session->opened || atomic_load(&player->left_out) != number + 1)
		return NULL;
	char *text = g_strndup(player->left_out_why, sizeof player->left_out_why);
	char *why = g_utf8_make_valid(text, -1);
	g_free(text);
	return why;
}

char *gs_replay_take_left_out(struct gs_session *session)
{
	struct gs_wire_player *player = &gs_host_wire(session->host)->player;
	uint64_t after = atomic_load(&player->left_out);
	char *why = after ? gs_replay_why_left_out(session, after - 1) : NULL;
	atomic_store(&player->left_out, 0);
	char *text = why ? g_strdup_printf(
				   "the player has left out call %" PRIu64 ", %s", after - 1, why)
			 : NULL;
	g_free(why);
	return text;
}

char *gs_replay_take_differing(struct gs_session *session)
{
	struct gs_wire_player *player = &gs_host_wire(session->host)->player;
	if (!session->opened || !atomic_load(&player->differs))
		return NULL;
	char *text = g_strndup(player->differs_what, sizeof player->differs_what);
	char *what = g_utf8_make_valid(text, -1);
	uint32_t n = atomic_exchange(&player->differences, 0);
	g_free(text);
	atomic_store(&player->differs, 0);
	text = n > 1 ? g_strdup_printf(" (and %u more)", n - 1) : g_strdup("");
	char *note = g_strdup_printf(
		"GL answers otherwise here than in the recording: %s%s", what, text);
	g_free(text);
	g_free(what);
	return note;
}

const char *gs_replay_failure(struct gs_session *session)
{
	struct gs_opened_figures figures;
	if (!session->opened || session->life != GS_LIFE_ENDED ||
		session->status != STATUS_UNPLAYABLE)
		return NULL;
	gs_opened_figures(session->opened, &figures);
	return figures.calls ? "no context of the trace could be made current here, so none of its "
			       "calls of GL can be played: the list of calls can be looked at"
			     : "the trace has no calls: there is nothing to play";
}

void gs_replay_number_stop(struct gs_session *session, struct gs_stop *stop)
{
	struct gs_call_info recorded = {0};
	if (!session->opened)
		return;
	uint64_t number = gs_replay_present_call(
		session, false); /* also where the player stands ready */
	bool edited = gs_session_slot(session)->call.flags & GS_CALL_EDITED;
	bool executed = stop->call.executed; /* here, not in the program that was recorded */
	stop->call.index = number;
	if (!gs_calls_get(session, gs_call_store_find(session->calls, number), &recorded))
		return;
	stop->call.frame = stop->frame = recorded.frame;
	stop->call.draw = stop->draw = recorded.draw;
	stop->call.fake = recorded.fake;
	stop->call.thread = recorded.thread;
	gs_call_info_clear(edited ? &recorded : &stop->call);
	if (!edited)
		stop->call = recorded;
	stop->call.executed = executed;
}

bool gs_replay_backtrace(struct gs_session *session, struct gs_stack *stack, GError **error)
{
	uint64_t number;
	if (session->life != GS_LIFE_STOPPED || !gs_replay_number(session, &number)) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"no call of the trace is pending: `goto N` stands before one; `backtrace "
			"player` shows where the player is");
		return false;
	}
	if (gs_opened_stack(session->opened, number, stack))
		return true;
	g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED,
		"call %" G_GUINT64_FORMAT " was recorded without its call stack: `glstep record "
		"--backtrace PATTERN` records those of the functions that match",
		number);
	return false;
}

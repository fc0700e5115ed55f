/* SPDX-License-Identifier: MIT */
/* Starts the program, also for functions that need one. */
#include <string.h>
#include "data/data.h"
#include "debugger/calls/calls.h"
#include "debugger/calls/search.h"
#include "debugger/session/breakpoints.h"
#include "debugger/session/private.h"
#include "debugger/session/trace/record.h"
#include "debugger/session/trace/replay.h"
#include "debugger/session/request.h"
#include "debugger/session/start.h"
#include "debugger/session/stop.h"
#include "debugger/session/wait.h"

/* Runs in the log's thread, too. Where the disk is full, a running program is paused before it
 * waits for room in its ring, where it could serve no request. */
static bool log_calls(const struct gs_record_run *run, gpointer data)
{
	struct gs_session *session = data;
	if (session->opened)
		return true;
	if (!run->n) {
		gs_session_record_quiet(session);
		return true;
	}
	if (gs_session_record_calls(session, run) && session->log == GS_LOG_OFF)
		return true; /* they are logged for the recording alone */
	if (run->is_unfinished)
		return true; /* the list has what was made */
	enum gs_call_room room = gs_call_store_append_run(session->calls, run);
	if (room != GS_CALLS_KEPT && session->log != GS_LOG_OFF &&
		g_atomic_int_get(&session->waiting) &&
		g_atomic_int_compare_and_exchange(&session->crowded, 0, 1))
		gs_host_pause_at_call(session->host);
	return room != GS_CALLS_CROWDED;
}

/* The spare, or a new one. Where the spare that was offered has ended since, the new one makes the
 * calls which its goal needs, as if there had been none. */
static struct gs_host *take_player(struct gs_session *session, GError **error)
{
	struct gs_spare *spare = &session->spare;
	bool was_offered = spare->offered;
	struct gs_host *host = gs_spare_take(session);
	if (!host && was_offered && !gs_replay_choose(session, spare->goal, error))
		return NULL;
	if (!gs_replay_prepare(session, error)) {
		gs_host_free(host);
		return NULL;
	}
	struct gs_needed_given given;
	session->is_given = !spare->was_taken && session->chosen.index && session->needed &&
			    gs_needed_given(session->needed, &given);
	session->whole = spare->was_taken ? spare->plan : session->chosen;
	return host ? host : gs_host_new(&session->launch, error);
}

static bool launch(struct gs_session *session, GError **error)
{
	if (!session->calls && !(session->calls = gs_call_store_new(error)))
		return false;
	if (!session->opened) {
		gs_call_store_clear(session->calls);
		gs_call_store_keep(session->calls, session->launch.list_size);
	}
	session->launch.records = gs_session_log_level(session) == GS_LOG_RECORD;
	struct gs_host *host = session->opened ? take_player(session, error)
					       : gs_host_new(&session->launch, error);
	if (!host)
		return false;
	g_atomic_pointer_set(&session->host, host);
	gs_host_set_log(host, log_calls, session);
	session->life = GS_LIFE_RUNNING;
	session->frame = session->draw = 0;
	session->is_edited = session->serving = false;
	session->has_crash = session->is_killed = false;
	g_atomic_int_set(&session->crowded, 0);
	return true;
}

/* The program has ended before any stop. */
static void refuse_ended(struct gs_session *session, GError **error)
{
	const char *name = session->launch.argv[0];
	char *why = gs_host_unreachable(session->host), *note = gs_host_note(session->host);
	if (session->opened && !session->by_signal)
		g_set_error(error, GS_ERROR, GS_ERROR_NO_GL,
			"the player of the trace ended with status %d before its first call: what "
			"it has printed says why",
			session->status);
	else if (session->called_gl && *note)
		g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED,
			"'%s' ended with status %d before it could be stopped: %s", name,
			session->status, note);
	else if (session->by_signal)
		g_set_error(error, GS_ERROR, GS_ERROR_NO_GL,
			"'%s' was killed by signal %d (%s) before it called GL, GLX or EGL: %s",
			name, session->signal, g_strsignal(session->signal),
			why ? why : "run it without glstep to see why");
	else
		g_set_error(error, GS_ERROR, GS_ERROR_NO_GL,
			"'%s' ended with status %d without any call of GL, GLX or EGL: %s", name,
			session->status,
			why			 ? why
			: session->launch.follow ? "no process that calls GL matches --follow"
			: session->status
				? "it has failed, as what it has printed may say, or hides the "
				  "process that calls GL from glstep (with another environment, "
				  "user or namespace)"
				: "it does not use GL, or starts a process that does and hides "
				  "it from glstep (with another environment, user or namespace)");
	g_free(note);
	g_free(why);
}

static bool first_stop(struct gs_session *session, GError **error)
{
	if (!gs_session_wait(session, error))
		return false;
	if (session->life == GS_LIFE_ENDED) {
		refuse_ended(session, error);
		return false;
	}
	struct gs_wire_header *header = gs_host_wire(session->host);
	gs_session_set_log_header(session, header);
	gs_session_send_breakpoints(session);
	return true;
}

bool gs_session_start(struct gs_session *session, struct gs_stop *stop, GError **error)
{
	memset(stop, 0, sizeof *stop);
	if (session->life == GS_LIFE_NONE) {
		gs_session_begin(session);
		if (!session->launch.argv || !session->launch.argv[0]) {
			g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
				"no program was given: name it after the options");
			return false;
		}
		if (!launch(session, error) || !first_stop(session, error))
			return false;
		gs_session_hold_frames(session);
	} else if (!gs_session_need_program(session, error)) {
		return false;
	}
	gs_session_fill_stop(session, stop);
	return true;
}

/* ---- what functions need ---- */

bool gs_session_need_program(struct gs_session *session, GError **error)
{
	if (session->life == GS_LIFE_NONE) {
		struct gs_stop stop;
		if (!gs_session_start(session, &stop, error))
			return false;
		gs_stop_clear(&stop);
	}
	if (gs_session_has_program(session))
		return true;
	const char *failure = gs_replay_failure(session);
	g_set_error_literal(error, GS_ERROR, GS_ERROR_NO_PROGRAM,
		failure ? failure
		: session->life == GS_LIFE_DETACHED
			? "glstep has been detached from the program: `restart` starts it again"
		: session->opened
			? "the player of the trace has ended: `goto N` or `restart` starts it again"
			: "the program has ended: `restart` starts it again");
	return false;
}

static void refuse_outside(struct gs_session *session, GError **error)
{
	struct gs_stop stop = {0};
	gs_session_fill_inside(session, &stop);
	char *where = gs_stop_outside_text(&stop);
	g_set_error(error, GS_ERROR, GS_ERROR_OUTSIDE_GL,
		"the program is paused %s, where GL cannot be queried: `continue`, `next draw` or "
		"`kill`",
		where);
	g_free(where);
}

static bool need_stop(struct gs_session *session, GError **error)
{
	if (!gs_session_need_program(session, error))
		return false;
	if (session->life == GS_LIFE_RUNNING && !gs_session_catch_up(session, error))
		return false;
	switch (session->life) {
	case GS_LIFE_STOPPED:
		return true;
	case GS_LIFE_OUTSIDE:
		refuse_outside(session, error);
		return false;
	case GS_LIFE_SIGNAL:
		g_set_error(error, GS_ERROR, GS_ERROR_OUTSIDE_GL,
			"the program is about to be killed by %s and cannot be queried any more: "
			"`continue` lets it end",
			g_strsignal(session->signal));
		return false;
	default:
		return gs_session_need_program(session, error);
	}
}

bool gs_session_need_stop(struct gs_session *session, GError **error)
{
	return need_stop(session, error) && gs_session_await(session, error);
}

bool gs_session_need_draw(struct gs_session *session, GError **error)
{
	if (!gs_session_need_stop(session, error))
		return false;
	if (session->reason != GS_REASON_ERROR &&
		gs_call_is_draw(gs_session_slot(session)->call.function))
		return true;
	g_set_error(error, GS_ERROR, GS_ERROR_NO_DRAW,
		"the pending call does not draw: `next draw` runs to one that does");
	return false;
}

bool gs_session_need_no_list(struct gs_session *session, GError **error)
{
	if (session->life != GS_LIFE_STOPPED || !gs_session_slot(session)->list_mode)
		return true;
	g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED, "%s", GS_WIRE_IN_LIST);
	return false;
}

bool gs_session_need_shader(struct gs_session *session, GError **error)
{
	if (session->debug)
		return need_stop(session, error) && session->debug;
	if (!gs_session_need_program(session, error) || !gs_session_need_no_list(session, error))
		return false;
	g_set_error(error, GS_ERROR, GS_ERROR_NO_SHADER,
		"no shader is being debugged: stop at a draw (`next draw`), then `shader "
		"fragment`");
	return false;
}

/* No call is missing: the log was never off. */
static bool is_list_whole(struct gs_session *session)
{
	struct gs_wire_call last;
	uint64_t n = gs_call_store_count(session->calls);
	return n && gs_call_store_get(session->calls, (struct gs_call_place){n - 1}, &last) &&
	       last.index == n - 1;
}

enum { SEARCH_MICROSECONDS = G_USEC_PER_SEC };

/* Whether a call binds a program or pipeline, and not name 0. True also where that takes long, or
 * where a call that may have was dropped. */
static bool binds_program(struct gs_call_store *store)
{
	struct gs_call_pattern pattern = {.text = NULL};
	struct gs_call_place place = {0};
	struct gs_wire_call call;
	gint64 until = g_get_monotonic_time() + SEARCH_MICROSECONDS;
	g_autofree uint64_t *dropped = g_new(uint64_t, GS_WIRE_FUNCTIONS);
	gs_call_store_count_dropped(store, place, dropped);
	for (unsigned i = 0; i < GS_N_FUNCTIONS; i++) {
		if (!(gs_data_flags(i) & GS_FUNCTION_SWITCHES_PROGRAM))
			continue;
		if (dropped[i])
			return true; /* what was bound is not known any more */
		pattern.functions[i / 8] |= (uint8_t)(1 << i % 8);
	}
	for (; gs_calls_search(store, &pattern, &place, false, until); place.n++)
		if (!gs_call_store_get(store, place, &call) || call.args[0] ||
			g_get_monotonic_time() > until)
			return true;
	return !gs_call_place_is_none(place);
}

bool gs_session_used_no_program(struct gs_session *session)
{
	return is_list_whole(session) && !binds_program(session->calls);
}

char *gs_session_program_advice(struct gs_session *session)
{
	if (!gs_session_used_no_program(session))
		return g_strdup("`next program`, then `next draw` runs to a draw that has one");
	return g_strdup(session->opened ? "no call of the trace chooses one"
					: "the program has used none so far");
}

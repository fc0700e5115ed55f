/* SPDX-License-Identifier: MIT */
/* The list of edits of the trace that is open, and all that must know of it: the list of calls, and
 * what players play. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "debugger/open/needed.h"
#include "debugger/open/opened.h"
#include "debugger/session/private.h"
#include "debugger/session/trace/replay.h"

/* ---- the list as a file in memory ---- */

static bool refuse(GError **error, char *why)
{
	g_set_error_literal(error, GS_ERROR, GS_ERROR_USAGE, why ? why : "there is no memory left");
	free(why);
	return false;
}

static bool write_all(int file, const char *text, size_t n)
{
	for (size_t done = 0; done < n;) {
		ssize_t some = pwrite(file, text + done, n - done, (off_t)done);
		if (some <= 0)
			return false;
		done += (size_t)some;
	}
	return true;
}

/* A new file takes the place of the last one under its name, since somebody may be reading that. */
static bool take_place(struct gs_session_edits *edits, int file)
{
	if (edits->file < 0) {
		edits->file = file;
		edits->path = g_strdup_printf("/proc/%d/fd/%d", (int)getpid(), file);
		return true;
	}
	bool is_good = dup3(file, edits->file, O_CLOEXEC) >= 0;
	close(file);
	return is_good;
}

static bool write_list(struct gs_session *session, GError **error)
{
	struct gs_trace_text text = {0};
	int file = memfd_create("glstep-edits", MFD_CLOEXEC);
	gs_trace_edits_text(session->edits.list, gs_opened_path(session->opened), &text);
	bool is_good = file >= 0 && !text.failed && write_all(file, text.data, text.length);
	free(text.data);
	if (is_good)
		is_good = take_place(&session->edits, file);
	else if (file >= 0)
		close(file);
	if (!is_good)
		g_set_error(error, GS_ERROR, GS_ERROR_CANNOT_WRITE,
			"the edits do not fit into memory: %s", g_strerror(errno));
	return is_good;
}

bool gs_edits_check(struct gs_session *session, GError **error)
{
	char *why = NULL;
	struct gs_trace_reader *reader = gs_trace_open_edited(
		gs_opened_path(session->opened), session->edits.list, NULL, NULL, &why);
	bool is_good = reader && gs_trace_check_edits(reader, &why);
	gs_trace_close(reader);
	return is_good || refuse(error, why);
}

/* ---- what the session knows of the calls ---- */

uint64_t gs_edits_first_changed(struct gs_session *session, const struct gs_trace_edit *edit)
{
	uint64_t first = edit->kind == GS_TRACE_EDIT_INSERT ? edit->before : edit->call;
	if (edit->kind == GS_TRACE_EDIT_MOVE)
		first = MIN(first, edit->before);
	return gs_opened_number_of(session->opened, first);
}

bool gs_edits_take_effect(struct gs_session *session, uint64_t from, GError **error)
{
	struct gs_session_edits *edits = &session->edits;
	bool is_any = gs_trace_edits_any(edits->list);
	if (!write_list(session, error) ||
		!gs_opened_refill(session->opened, session->calls, is_any ? edits->path : NULL,
			&session->patience, error))
		return false;
	g_atomic_int_set(&edits->is_in_effect, is_any);
	gs_spare_close(session);
	gs_needed_free(session->needed);
	session->needed = NULL;
	gs_indexing_edited(session, from);
	return true;
}

/* ---- edits ---- */

bool gs_edits_add(struct gs_session *session, const struct gs_trace_edit *edit, GError **error)
{
	struct gs_session_edits *edits = &session->edits;
	struct gs_trace_edit new = *edit;
	char *why = NULL;
	new.id = 0;
	if (!edits->list)
		edits->list = gs_trace_edits_new();
	if (!edits->list || !gs_trace_edits_add(edits->list, &new, &why))
		return refuse(error, why);
	if (gs_edits_check(session, error))
		return true;
	gs_trace_edits_drop_last(edits->list);
	return false;
}

const struct gs_trace_edit *gs_edits_last(const struct gs_session *session)
{
	const struct gs_trace_edits *list = session->edits.list;
	return gs_trace_edits_get(list, gs_trace_edits_count(list) - 1);
}

uint64_t gs_session_call_name(struct gs_session *session, uint64_t number)
{
	return session->edits.is_in_effect ? gs_opened_name_of(session->opened, number) : number;
}

uint64_t gs_session_call_number(struct gs_session *session, uint64_t name)
{
	if (session->edits.is_in_effect)
		return gs_opened_number_of(session->opened, name);
	return name & GS_TRACE_INSERTED ? GS_TRACE_NO_CALL : name;
}

/* ---- edits that the player has made ---- */

bool gs_edits_begin(struct gs_session *session, enum gs_trace_edit_kind kind, const char *argument,
	const char *text, GError **error)
{
	uint64_t number;
	session->edits.has_begun = false;
	if (!session->opened || !gs_replay_number(session, &number))
		return true;
	const struct gs_trace_edit edit = {.kind = kind,
		.call = gs_opened_name_of(session->opened, number),
		.before = GS_TRACE_NO_CALL,
		.argument = argument,
		.text = text};
	session->edits.has_begun = gs_edits_add(session, &edit, error);
	return session->edits.has_begun;
}

bool gs_edits_keep(struct gs_session *session, GError **error)
{
	if (!session->edits.has_begun)
		return true;
	session->edits.has_begun = false;
	return gs_edits_take_effect(
		session, gs_edits_first_changed(session, gs_edits_last(session)), error);
}

void gs_edits_drop(struct gs_session *session)
{
	if (session->edits.has_begun)
		gs_trace_edits_drop_last(session->edits.list);
	session->edits.has_begun = false;
}

/* ---- files ---- */

struct gs_trace_edits *gs_edits_read(const char *path, char **trace, GError **error)
{
	char *why = NULL;
	struct gs_trace_edits *list = gs_trace_edits_read(path, trace, &why);
	if (!list)
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"'%s' cannot be read as a file of edits: %s", path,
			why ? why : "there is no memory left");
	free(why);
	return list;
}

char *gs_edits_open(struct gs_session *session, const char *path, GError **error)
{
	char *trace = NULL;
	session->edits.list = gs_edits_read(path, &trace, error);
	if (session->edits.list && !trace)
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"'%s' is a file of edits that names no trace: open the trace, and "
			"`edits load` it",
			path);
	char *copy = g_strdup(trace);
	free(trace);
	return copy;
}

bool gs_edits_opened(struct gs_session *session, GError **error)
{
	if (!session->edits.list)
		return true;
	return gs_edits_check(session, error) && gs_edits_take_effect(session, 0, error);
}

void gs_edits_close(struct gs_session *session)
{
	gs_trace_edits_free(session->edits.list);
	if (session->edits.file >= 0)
		close(session->edits.file);
	g_free(session->edits.path);
	session->edits = (struct gs_session_edits){.file = -1};
}

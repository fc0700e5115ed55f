/* SPDX-License-Identifier: MIT */
/* Edits that a user makes, takes back, and keeps in files. */
#include "debugger/session/trace/edits.h"

#include <stdlib.h>
#include <string.h>
#include "debugger/base/output-file.h"
#include "debugger/open/opened.h"
#include "debugger/session/private.h"
#include "debugger/session/start.h"
#include "debugger/session/stop.h"
#include "debugger/session/trace/replay.h"

/* Come back to the call of that name, or to what has its number now, by a player that makes the
 * edits. */
static bool return_to(struct gs_session *session, uint64_t name, uint64_t before,
	struct gs_stop *stop, GError **error)
{
	uint64_t number = gs_opened_number_of(session->opened, name);
	if (number == GS_TRACE_NO_CALL)
		number = before;
	if (number >= gs_calls_count(session))
		return gs_session_restart(session, stop, error);
	return gs_session_return(session, number, stop, error);
}

static bool need_trace(struct gs_session *session, GError **error)
{
	if (!session->opened)
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"edits are of a trace, and none is open: `glstep FILE.trace` opens one");
	else if (session->debug)
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"calls cannot be edited while a draw's shader is debugged: `shader leave` "
			"first");
	return session->opened && !session->debug;
}

/* The list has changed by this edit. */
static bool follow(struct gs_session *session, const struct gs_trace_edit *edit,
	struct gs_stop *stop, GError **error)
{
	uint64_t from = gs_edits_first_changed(session, edit);
	uint64_t number = GS_TRACE_NO_CALL, name = GS_TRACE_NO_CALL;
	bool is_playing = session->life == GS_LIFE_STOPPED || session->life == GS_LIFE_RUNNING ||
			  session->life == GS_LIFE_OUTSIDE;
	if (is_playing && gs_replay_number(session, &number))
		name = gs_opened_name_of(session->opened, number);
	if (!gs_edits_take_effect(session, from, error))
		return false;
	return !is_playing || return_to(session, name, number, stop, error);
}

/* ---- edits ---- */

const struct gs_trace_edits *gs_session_edits(const struct gs_session *session)
{
	return session->edits.list;
}

unsigned gs_session_edit(struct gs_session *session, const struct gs_trace_edit *edit,
	struct gs_stop *stop, GError **error)
{
	memset(stop, 0, sizeof *stop);
	gs_session_begin(session);
	if (!need_trace(session, error) || !gs_edits_add(session, edit, error))
		return 0;
	unsigned id = gs_edits_last(session)->id;
	return follow(session, gs_edits_last(session), stop, error) ? id : 0;
}

const struct gs_trace_edit *gs_session_undo(
	struct gs_session *session, unsigned id, bool redo, struct gs_stop *stop, GError **error)
{
	struct gs_trace_edits *list = session->edits.list;
	memset(stop, 0, sizeof *stop);
	gs_session_begin(session);
	if (!need_trace(session, error))
		return NULL;
	const struct gs_trace_edit *edit = !list  ? NULL
					   : redo ? gs_trace_edits_redo(list, id)
						  : gs_trace_edits_undo(list, id);
	if (!edit) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"there is no %s that %s: `edits` lists them",
			id ? "edit of that number" : "edit",
			redo ? "was taken back" : "has an effect");
		return NULL;
	}
	if (!gs_edits_check(session, error)) {
		if (redo)
			gs_trace_edits_undo(list, edit->id);
		else
			gs_trace_edits_redo(list, edit->id);
		return NULL;
	}
	return follow(session, edit, stop, error) ? edit : NULL;
}

/* ---- files ---- */

bool gs_session_save_edits(struct gs_session *session, const char *path, GError **error)
{
	if (!session->edits.list) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"there are no edits: `edit` and `set arg` make some");
		return false;
	}
	struct gs_trace_text text = {0};
	g_autofree char *whole = g_canonicalize_filename(path, NULL);
	g_autofree char *folder = g_path_get_dirname(whole);
	const char *trace = gs_opened_path(session->opened);
	g_autofree char *beside = g_path_get_dirname(trace);
	g_autofree char *name = g_path_get_basename(trace);
	gs_trace_edits_text(session->edits.list, g_str_equal(folder, beside) ? name : trace, &text);
	struct gs_output *output = gs_output_open(path, &session->patience, error);
	if (output)
		fwrite(text.data, 1, text.length, gs_output_stream(output));
	free(text.data);
	return output && gs_output_close(output, error);
}

bool gs_session_load_edits(
	struct gs_session *session, const char *path, struct gs_stop *stop, GError **error)
{
	struct gs_trace_edits *before = session->edits.list;
	char *trace = NULL;
	memset(stop, 0, sizeof *stop);
	gs_session_begin(session);
	if (!need_trace(session, error))
		return false;
	struct gs_trace_edits *list = gs_edits_read(path, &trace, error);
	free(trace);
	if (!list)
		return false;
	session->edits.list = list;
	if (!gs_edits_check(session, error)) {
		session->edits.list = before;
		gs_trace_edits_free(list);
		return false;
	}
	gs_trace_edits_free(before);
	const struct gs_trace_edit all = {.kind = GS_TRACE_EDIT_SKIP, .call = 0};
	return follow(session, &all, stop, error);
}

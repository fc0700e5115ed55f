/* SPDX-License-Identifier: MIT */
/* Another source of a program's stage, as an edit of the call that gave it. */
#include <stdlib.h>
#include <string.h>
#include "data/constants.h"
#include "debugger/open/opened.h"
#include "debugger/open/sources.h"
#include "debugger/session/private.h"
#include "debugger/session/trace/replay.h"

static const uint32_t gl_stages[GS_N_STAGES] = {[GS_STAGE_VERTEX] = GL_VERTEX_SHADER,
	[GS_STAGE_TESS_CONTROL] = GL_TESS_CONTROL_SHADER,
	[GS_STAGE_TESS_EVALUATION] = GL_TESS_EVALUATION_SHADER,
	[GS_STAGE_GEOMETRY] = GL_GEOMETRY_SHADER,
	[GS_STAGE_FRAGMENT] = GL_FRAGMENT_SHADER,
	[GS_STAGE_COMPUTE] = GL_COMPUTE_SHADER};

static bool is_of(const struct gs_trace_edit *edit, uint64_t call, const char *argument)
{
	return edit->kind == GS_TRACE_EDIT_ARGUMENT && edit->call == call &&
	       strncmp(edit->argument, argument, strlen(argument)) == 0;
}

/* Take all edits of that source back. */
static bool put_back(
	struct gs_session *session, uint64_t call, const char *argument, GError **error)
{
	struct gs_trace_edits *list = session->edits.list;
	uint64_t from = gs_opened_number_of(session->opened, call);
	bool is_any = false;
	for (size_t i = 0; list && i < gs_trace_edits_count(list); i++) {
		const struct gs_trace_edit *edit = gs_trace_edits_get(list, i);
		if (!edit->is_undone && is_of(edit, call, argument))
			is_any |= gs_trace_edits_undo(list, edit->id) != NULL;
	}
	return !is_any || gs_edits_take_effect(session, from, error);
}

static bool replace(struct gs_session *session, uint64_t call, const char *argument,
	const char *source, GError **error)
{
	struct gs_trace_edits *list = session->edits.list;
	struct gs_trace_text text = {0};
	size_t n = list ? gs_trace_edits_count(list) : 0;
	/* One who tries this and that wants the last of it. */
	if (n && is_of(gs_trace_edits_get(list, n - 1), call, argument))
		gs_trace_edits_drop_last(list);
	gs_trace_edit_string_text(&text, source, strlen(source));
	const struct gs_trace_edit edit = {.kind = GS_TRACE_EDIT_ARGUMENT,
		.call = call,
		.before = GS_TRACE_NO_CALL,
		.argument = argument,
		.text = text.data};
	bool is_good = !text.failed && gs_edits_add(session, &edit, error) &&
		       gs_edits_take_effect(session, gs_edits_first_changed(session, &edit), error);
	free(text.data);
	return is_good;
}

bool gs_edits_set_source(struct gs_session *session, uint64_t program, enum gs_stage stage,
	unsigned object, const char *source, GError **error)
{
	uint64_t number;
	const char *argument;
	if (!session->opened || !gs_replay_number(session, &number))
		return false;
	uint64_t call = gs_opened_find_source(gs_session_trace_path(session), number, program,
		gl_stages[stage], object, &session->patience, &argument);
	if (call == UINT64_MAX)
		return false;
	call = gs_opened_name_of(session->opened, call);
	return source ? replace(session, call, argument, source, error)
		      : put_back(session, call, argument, error);
}

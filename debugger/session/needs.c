/* SPDX-License-Identifier: MIT */
/* What must be so before something can be done, for a user interface that asks first. */
#include "debugger/session/private.h"
#include "debugger/session/trace/record.h"
#include "debugger/session/start.h"

static bool need_trace(struct gs_session *session, GError **error)
{
	if (gs_session_is_trace(session))
		return true;
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
		"no trace is open, and this is for one: `glstep FILE.trace` opens it");
	return false;
}

static bool need_live_record(struct gs_session *session, GError **error)
{
	return gs_session_need_live(session, GS_LIVE_RECORD, error);
}

static bool need_live_log(struct gs_session *session, GError **error)
{
	return gs_session_need_live(session, GS_LIVE_LOG, error);
}

static bool need_live_detach(struct gs_session *session, GError **error)
{
	return gs_session_need_live(session, GS_LIVE_DETACH, error);
}

/* Executed calls can be asked for after the program's end, too, but not before its start; those of
 * a trace at any time. */
static bool need_calls(struct gs_session *session, GError **error)
{
	struct gs_stop stop;
	if (gs_session_is_trace(session))
		return true;
	if (gs_calls_count(session) == 0 || gs_session_has_program(session)) {
		if (!gs_session_start(session, &stop, error))
			return false;
		gs_stop_clear(&stop);
	}
	gs_session_flush_calls(session);
	return true;
}

/* What runs it starts it, and in a trace not always at its first call. */
static bool need_runnable(struct gs_session *session, GError **error)
{
	return session->life == GS_LIFE_NONE || gs_session_need_program(session, error);
}

static const struct need {
	enum gs_needs need;
	const char *word;
	bool (*is_met)(struct gs_session *session, GError **error);
} needs_in_order[] = {
	{GS_NEEDS_TRACE, "trace", need_trace},
	{GS_NEEDS_FILE, "trace", need_trace},
	{GS_NEEDS_LIVE_RECORD, "live", need_live_record},
	{GS_NEEDS_LIVE_LOG, "live", need_live_log},
	{GS_NEEDS_LIVE_DETACH, "live", need_live_detach},
	{GS_NEEDS_RECORDING, "recording", gs_session_need_recording},
	{GS_NEEDS_CALLS, "calls", need_calls},
	{GS_NEEDS_PROGRAM, "program", need_runnable},
	{GS_NEEDS_STOP, "stop", gs_session_need_stop},
	{GS_NEEDS_DRAW, "draw", gs_session_need_draw},
	{GS_NEEDS_SHADER, "shader", gs_session_need_shader},
};

bool gs_session_need(struct gs_session *session, unsigned needs, GError **error)
{
	for (size_t i = 0; i < G_N_ELEMENTS(needs_in_order); i++)
		if (needs & needs_in_order[i].need && !needs_in_order[i].is_met(session, error))
			return false;
	return true;
}

const char *gs_needs_word(unsigned needs, unsigned n)
{
	for (size_t i = 0; i < G_N_ELEMENTS(needs_in_order); i++)
		if (needs & needs_in_order[i].need && n-- == 0)
			return needs_in_order[i].word;
	return NULL;
}

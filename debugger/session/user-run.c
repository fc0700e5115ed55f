/* SPDX-License-Identifier: MIT */
/* The runs that users ask for, from wherever the session stands. */
#include <string.h>
#include "debugger/session/private.h"
#include "debugger/session/request.h"
#include "debugger/session/run.h"
#include "debugger/session/start.h"
#include "debugger/session/stop.h"

static bool may_run(struct gs_session *session, enum gs_run run, GError **error)
{
	if (!gs_session_need_program(session, error))
		return false;
	if (session->life == GS_LIFE_RUNNING && !gs_session_need_stop(session, error))
		if (session->life == GS_LIFE_RUNNING || !gs_session_has_program(session))
			return false;
	g_clear_error(error);
	if (run != GS_RUN_SKIP)
		return true;
	if (session->life == GS_LIFE_STOPPED && session->reason != GS_REASON_ERROR)
		return true;
	g_set_error(error, GS_ERROR,
		session->life == GS_LIFE_STOPPED ? GS_ERROR_USAGE : GS_ERROR_OUTSIDE_GL,
		"there is no pending call to skip: `step` first");
	return false;
}

/* What was waited for and has never come. frames: before the run */
static void explain_timeout(
	struct gs_session *session, enum gs_run run, uint64_t frames, GError **error)
{
	if (run == GS_RUN_FRAME && gs_host_wire(session->host)->frames == 0 && frames == 0)
		g_prefix_error(error, "the program has not ended a frame so far (no buffer swap, "
				      "no frame terminator; `next call glFinish`, or another "
				      "function's name, stops where it draws off screen): ");
	else if (run == GS_RUN_PROGRAM && gs_session_used_no_program(session))
		g_prefix_error(error, "the program has used no program of shaders so far (no "
				      "glUseProgram or the like; it may draw with fixed "
				      "function): ");
}

/* The run has gone to the program's end. */
static void explain_end(enum gs_run run, uint64_t frames, uint64_t now, struct gs_stop *stop)
{
	if (run == GS_RUN_FRAME && stop->kind == GS_STOP_EXITED && !stop->is_player &&
		now == frames)
		gs_session_add_note(stop,
			"no frame has ended on the way to the program's end: nothing "
			"was swapped or shown; `next call glFinish`, or another "
			"function's name, stops where it draws off screen");
}

/* Where that is told and nothing was played yet, a run begins there, and not at what is needed for
 * it. */
static bool begins_later(struct gs_session *session, enum gs_run run, uint64_t *number)
{
	return session->life == GS_LIFE_NONE && run != GS_RUN_CONTINUE &&
	       gs_session_trace_beginning(session, number);
}

bool gs_session_run_in_window(struct gs_session *session, uint64_t drawable, enum gs_run run,
	uint64_t count, const char *pattern, struct gs_stop *stop, GError **error)
{
	memset(stop, 0, sizeof *stop);
	if (!gs_session_need_program(session, error))
		return false;
	gs_session_enter_frame(session, drawable);
	bool good = gs_session_run(session, run, count, pattern, stop, error) &&
		    (run != GS_RUN_FRAME_END || gs_session_is_at_frame_end(session, drawable) ||
			    gs_session_frame_may_end(session, error));
	gs_session_leave_frame(session);
	return good;
}

bool gs_session_run(struct gs_session *session, enum gs_run run, uint64_t count,
	const char *pattern, struct gs_stop *stop, GError **error)
{
	uint64_t number;
	memset(stop, 0, sizeof *stop);
	gs_session_begin(session);
	if (begins_later(session, run, &number)) {
		if (!gs_session_goto(session, number, stop, error))
			return false;
		if (run == GS_RUN_DRAW && count == 1 && stop->is_draw)
			return true;
		gs_stop_clear(stop);
	}
	if (!may_run(session, run, error))
		return false;
	if (!gs_session_has_room(session, error))
		return false;
	if (session->debug) {
		if (!gs_session_leave(session, stop, error))
			return false;
		gs_stop_clear(stop);
	}
	/* Where beginning to debug a shader timed out, the stall lock may still hold other
	 * threads. */
	if (session->life == GS_LIFE_STOPPED && gs_host_wire(session->host)->stall_lock_tid)
		gs_session_request(session, GS_REQUEST_DEBUG_END, NULL, NULL, NULL, NULL);
	uint64_t frames = gs_host_wire(session->host)->frames;
	if (!gs_session_run_on(session, run, count, pattern, error)) {
		if (g_error_matches(error ? *error : NULL, GS_ERROR, GS_ERROR_TIMEOUT))
			explain_timeout(session, run, frames, error);
		return false;
	}
	gs_session_fill_stop(session, stop);
	explain_end(run, frames, gs_host_wire(session->host)->frames, stop);
	return true;
}

/* SPDX-License-Identifier: MIT */
/* debugger/session/run - running on within a function that has begun (run.c). */
#ifndef GS_SESSION_RUN_H
#define GS_SESSION_RUN_H

#include "debugger/session/session.h"

/* From a stop, outside of a shader, to the next one. As gs_session_run, but whatever calls there
 * are count, also those of a trace's player. */
bool gs_session_run_on(struct gs_session *session, enum gs_run run, uint64_t count,
	const char *pattern, GError **error);

/* False: what is logged from now on would have no room. */
bool gs_session_has_room(struct gs_session *session, GError **error);

/* Runs are within the frame of that drawable (0: any) until gs_session_leave_frame: they stop at
 * the ends of its frames alone, a named call is one of a thread that draws into it, and a step goes
 * to the next call of the same thread. They stop, too, once many frames of others have ended. */
void gs_session_enter_frame(struct gs_session *session, uint64_t drawable);
void gs_session_leave_frame(struct gs_session *session);
/* At a stop within it. False: so many of others have ended that this one may never. */
bool gs_session_frame_may_end(struct gs_session *session, GError **error);
/* What has ended a frame; of the program, not of a trace. */
struct gs_frame_end {
	uint64_t frame, call;	     /* numbers, the frame's when the call began */
	enum gs_wire_frame_end kind; /* GS_FRAME_GOES_ON: the program has ended before */
};
/* Run until the drawable's frame has ended, whatever the program would stop at before. Returns
 * false also where it was interrupted. */
bool gs_session_end_frame(
	struct gs_session *session, uint64_t drawable, struct gs_frame_end *end, GError **error);

#endif

/* SPDX-License-Identifier: MIT */
/* debugger/session/run - parts of running the program on, for functions of the session that have
 * begun their time (gs_session_begin). */
#ifndef GS_SESSION_RUN_H
#define GS_SESSION_RUN_H

#include "debugger/session/session.h"

/* Leave the shader that is debugged, if one is. Return false if error is set. */
bool gs_session_leave_shader(struct gs_session *session, GError **error);
/* Run from a stop to the next one, while no shader is debugged. As gs_session_run, but all calls
 * count, also those that a trace's player makes of its own. */
bool gs_session_run_on(struct gs_session *session, enum gs_run run, uint64_t count,
	const char *pattern, GError **error);

/* Return whether calls that are logged from now on have room in memory or on the disk; false: error
 * is set. */
bool gs_session_has_room(struct gs_session *session, GError **error);

/* Keep runs within the frames of that drawable (0: any) until gs_session_leave_frame: of ends of
 * frames, they stop at those of its frames alone; a named call must be of a thread that draws into
 * it; and a step goes to the next call of the same thread. They also stop when many frames of other
 * drawables have ended. */
void gs_session_enter_frame(struct gs_session *session, uint64_t drawable);
void gs_session_leave_frame(struct gs_session *session);
/* Return whether the drawable's frame may still end, at a stop of such a run. Return false and set
 * error if so many frames of other drawables have ended that it may never. */
bool gs_session_frame_may_end(struct gs_session *session, GError **error);
/* The call that has ended a frame of a program that runs; not for traces. */
struct gs_frame_end {
	uint64_t frame, call;	     /* their numbers; the frame's, when the call began */
	enum gs_wire_frame_end kind; /* GS_FRAME_GOES_ON: the program has ended before */
};
/* Run until the drawable's frame has ended, and stop at nothing before. Return false and set error
 * also if that was interrupted. */
bool gs_session_end_frame(
	struct gs_session *session, uint64_t drawable, struct gs_frame_end *end, GError **error);

#endif

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

/* At a stop: a call that ends the frame is pending. */
bool gs_session_is_at_swap(struct gs_session *session);
/* Until the frame has ended, whatever the program would stop at before. False also where it was
 * interrupted. */
bool gs_session_end_frame(struct gs_session *session, GError **error);

#endif

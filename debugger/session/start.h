/* SPDX-License-Identifier: MIT */
/* debugger/session/start - what functions need of the program (start.c). */
#ifndef GS_SESSION_START_H
#define GS_SESSION_START_H

#include "debugger/session/session.h"

/* End the program and its recording; the session is as before the first start. */
void gs_session_end(struct gs_session *session);

/* Each of these returns false and sets error if something is not so that a function needs. */

/* Need a program; start it if it was not started. Fails if it has ended or was detached. */
bool gs_session_need_program(struct gs_session *session, GError **error);
/* Likewise, stopped at a call. */
bool gs_session_need_stop(struct gs_session *session, GError **error);
/* Likewise, at a call that draws. */
bool gs_session_need_draw(struct gs_session *session, GError **error);
/* Need a pending call that does not go into a display list; error UNSUPPORTED. */
bool gs_session_need_no_list(struct gs_session *session, GError **error);
/* Need a stop, and a shader that is debugged. Does not wait for a variant that is being compiled
 * ahead. */
bool gs_session_need_shader(struct gs_session *session, GError **error);
/* Need that no trace is open. Starts nothing. */
bool gs_session_need_live(struct gs_session *session, enum gs_live what, GError **error);

/* Return whether all calls so far are in the list and none of them has chosen a GL program. */
bool gs_session_used_no_program(struct gs_session *session);

#endif

/* SPDX-License-Identifier: MIT */
/* debugger/session/start - what functions need of the program (start.c). */
#ifndef GS_SESSION_START_H
#define GS_SESSION_START_H

#include "debugger/session/session.h"

/* As before the first start: the program and its recording are over. */
void gs_session_end(struct gs_session *session);

/* Starts the program if it was not. False: it has ended, or is not ours any more. */
bool gs_session_need_program(struct gs_session *session, GError **error);
/* The same; false also unless it is stopped at a call. */
bool gs_session_need_stop(struct gs_session *session, GError **error);
/* The same; false also unless the pending call draws. */
bool gs_session_need_draw(struct gs_session *session, GError **error);
/* False: UNSUPPORTED, the pending call goes into a display list. */
bool gs_session_need_no_list(struct gs_session *session, GError **error);
/* As gs_session_need_stop; false also unless a shader is being debugged. What is compiled ahead may
 * still be compiled. */
bool gs_session_need_shader(struct gs_session *session, GError **error);
/* Every call so far is in the list, and none has chosen a program of shaders. */
bool gs_session_used_no_program(struct gs_session *session);
/* False: a trace is open. Starts nothing. */
bool gs_session_need_live(struct gs_session *session, enum gs_live what, GError **error);

#endif

/* SPDX-License-Identifier: MIT */
/* debugger/session/shader/shader - beginning and leaving the shader of the pending draw (shader.c).
 */
#ifndef GS_SESSION_SHADER_H
#define GS_SESSION_SHADER_H

#include "debugger/session/session.h"

/* Forgets it; asks nothing of the program. */
void gs_session_drop_shader(struct gs_session *session);
/* As gs_session_shader of the vertex stage; where fixed function computes vertices, a shader that
 * does the same stands for it. */
bool gs_session_begin_vertices(struct gs_session *session, GError **error);
/* As gs_session_shader, for what is asked of all elements at once: there is no path of one, and
 * where the shader stands is not to be asked. */
bool gs_session_begin_elements(struct gs_session *session, enum gs_stage stage, GError **error);
/* Ends shader debugging, if a shader is being debugged. */
bool gs_session_leave_any_shader(struct gs_session *session, GError **error);

#endif

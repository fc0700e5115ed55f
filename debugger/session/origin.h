/* SPDX-License-Identifier: MIT */
/*
 * debugger/session/origin - from the value that a shader has just looked up to the fragment that
 * wrote it.
 */
#ifndef GS_SESSION_ORIGIN_H
#define GS_SESSION_ORIGIN_H

#include "debugger/session/pixel.h"

struct gs_texel_origin {
	struct gs_pixel texel;		 /* that was looked up */
	char *lookup;			 /* the text that did so */
	struct gs_pixel_history history; /* of the texel, in the frame in which it was written */
	unsigned event;			 /* of these, the one that wrote it */
};
void gs_texel_origin_clear(struct gs_texel_origin *origin);

/* Leave the shader, find the last call before it that wrote the texel, of this frame or the one
 * before, and begin to debug its fragment there. In a trace the call is then pending; a program
 * runs on to its next frame to tell which call that is, and to the same draw of the one after it.
 * Returns false if error is set; the history is filled in where it was known. Errors also:
 * NO_ELEMENT, UNSUPPORTED (debugger/session/shader/looked-up.h), NOT_COVERED (no draw wrote it). */
bool gs_session_origin(struct gs_session *session, struct gs_texel_origin *origin,
	struct gs_stop *stop, struct gs_where *where, GError **error);

#endif

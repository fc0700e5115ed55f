/* SPDX-License-Identifier: MIT */
/*
 * debugger/session/shader/looked-up - which texel the focus element has looked up last before it
 * stands here: as its sampler and coordinates say.
 */
#ifndef GS_SESSION_LOOKED_UP_H
#define GS_SESSION_LOOKED_UP_H

#include "debugger/session/pixel.h"
#include "debugger/session/shader/debug.h"

/* Find the texel. Of several lookups of a statement it is the first that has given a NaN or an
 * infinity, else the last; of linear filtering the texel nearest to the coordinates. *text: the
 * lookup, g_free. The shader may stand elsewhere on the path afterwards. Errors also: NO_ELEMENT
 * (nothing has been looked up), UNSUPPORTED (which texel it is, cannot be told). */
bool gs_session_looked_up(
	struct gs_session *session, struct gs_pixel *texel, char **text, GError **error);

#endif

/* SPDX-License-Identifier: MIT */
/* frontend/drawn-picture - the framebuffer as the pending draw will leave it, as a picture. */
#ifndef GS_FRONTEND_DRAWN_PICTURE_H
#define GS_FRONTEND_DRAWN_PICTURE_H

#include "debugger/session/session.h"

/* In the session's thread. picture: of before the draw, replaced where the draw can be done on a
 * copy; with ghosts what it leaves as it is is grey. Errors: as gs_session_drawn. */
bool gs_drawn_picture(
	struct gs_session *session, bool ghosts, struct gs_picture *picture, GError **error);

#endif

/* SPDX-License-Identifier: MIT */
/* Changing the per-fragment operations of the debug draw. */
#include <string.h>
#include "debugger/session/private.h"

/* The session begins anew, with the same focus if the draw still covers it. */
static bool begin_anew(struct gs_session *session, struct gs_where *where, GError **error)
{
	struct gs_debug *debug = session->debug;
	unsigned x = debug->focus_x, y = debug->focus_y;
	if (!gs_session_shader(session, debug->stage, where, error))
		return false;
	debug = session->debug;
	if (!gs_debug_is_covered(debug, x, y) || (x == debug->focus_x && y == debug->focus_y))
		return true;
	gs_where_clear(where);
	return gs_session_focus(session, x, y, where, error);
}

/* What the values are captured into is never blended. */
static bool same_capture(
	const struct gs_fragment_operations *a, const struct gs_fragment_operations *b)
{
	return a->depth_test == b->depth_test && a->stencil_test == b->stencil_test &&
	       a->alpha_test == b->alpha_test && a->clear_depth == b->clear_depth &&
	       a->clear_stencil == b->clear_stencil && a->fragment == b->fragment &&
	       (!a->clear_depth || a->depth == b->depth) &&
	       (!a->clear_stencil || a->stencil == b->stencil);
}

bool gs_session_set_fragment_operations(struct gs_session *session,
	const struct gs_fragment_operations *operations, struct gs_where *where, GError **error)
{
	struct gs_fragment_operations old = session->operations;
	memset(where, 0, sizeof *where);
	gs_session_begin(session);
	session->operations = *operations;
	if (!session->debug || session->debug->stage != GS_STAGE_FRAGMENT)
		return true;
	if (same_capture(&old, operations) ? gs_session_where(session, where, error)
					   : begin_anew(session, where, error))
		return true;
	/* With them the draw cannot be debugged: back to what was. */
	struct gs_where was;
	session->operations = old;
	if (session->life == GS_LIFE_STOPPED && !session->debug &&
		gs_session_shader(session, GS_STAGE_FRAGMENT, &was, NULL))
		gs_where_clear(&was);
	return false;
}

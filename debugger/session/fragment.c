/* SPDX-License-Identifier: MIT */
/* The per-fragment operations of the debug draw: the program's, or others. */
#include <string.h>
#include "debugger/session/private.h"

void gs_session_fragment_operations(
	struct gs_session *session, struct gs_fragment_operations *operations)
{
	*operations = session->operations;
}

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

bool gs_session_other_operations(const struct gs_session *session)
{
	const struct gs_fragment_operations *o = &session->operations;
	return o->depth_test || o->stencil_test || o->alpha_test || o->clear_depth ||
	       o->clear_stencil || o->fragment;
}

bool gs_session_drawn_otherwise(const struct gs_session *session)
{
	const struct gs_fragment_operations *o = &session->operations;
	return o->depth_test || o->stencil_test || o->alpha_test || o->blend || o->clear_depth ||
	       o->clear_stencil || o->clear_alpha;
}

void gs_session_put_operations(const struct gs_session *session, uint64_t number[6])
{
	const struct gs_fragment_operations *o = &session->operations;
	float values[2] = {o->depth, o->alpha};
	uint32_t bits[2];
	memcpy(bits, values, sizeof bits);
	number[1] = o->depth_test | o->stencil_test << 8 | o->alpha_test << 16 | o->blend << 24;
	number[2] = (o->clear_depth ? GS_CLEAR_DEPTH : 0) |
		    (o->clear_stencil ? GS_CLEAR_STENCIL : 0) |
		    (o->clear_alpha ? GS_CLEAR_ALPHA : 0);
	number[3] = bits[0] | (uint64_t)bits[1] << 32;
	number[4] = o->stencil;
	number[5] = o->fragment;
}

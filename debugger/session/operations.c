/* SPDX-License-Identifier: MIT */
/* What the per-fragment operations of the debug draw are, and how a request says it. */
#include <string.h>
#include "debugger/session/operations.h"
#include "debugger/session/private.h"

void gs_session_fragment_operations(
	struct gs_session *session, struct gs_fragment_operations *operations)
{
	*operations = session->operations;
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

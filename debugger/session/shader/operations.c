/* SPDX-License-Identifier: MIT */
/* What the per-fragment operations of the debug draw are, and how a request says it. */
#include <string.h>
#include "debugger/session/shader/operations.h"
#include "debugger/session/private.h"

void gs_session_fragment_operations(
	struct gs_session *session, struct gs_fragment_operations *operations)
{
	*operations = session->operations;
}

static bool is_captured(unsigned tested)
{
	return tested != GS_TESTED_BLEND && tested != GS_TESTED_MASK;
}

static bool tests_otherwise(const struct gs_fragment_operations *o, bool captured)
{
	for (unsigned i = 0; i < GS_N_TESTED; i++)
		if (o->test[i] && (!captured || is_captured(i)))
			return true;
	return o->clear_depth || o->clear_stencil;
}

bool gs_session_other_operations(const struct gs_session *session)
{
	const struct gs_fragment_operations *o = &session->operations;
	return tests_otherwise(o, true) || o->fragment;
}

bool gs_session_drawn_otherwise(const struct gs_session *session)
{
	const struct gs_fragment_operations *o = &session->operations;
	return tests_otherwise(o, false) || o->clear_alpha;
}

bool gs_operations_capture_same(
	const struct gs_fragment_operations *a, const struct gs_fragment_operations *b)
{
	for (unsigned i = 0; i < GS_N_TESTED; i++)
		if (is_captured(i) && a->test[i] != b->test[i])
			return false;
	return a->clear_depth == b->clear_depth && a->clear_stencil == b->clear_stencil &&
	       a->fragment == b->fragment && (!a->clear_depth || a->depth == b->depth) &&
	       (!a->clear_stencil || a->stencil == b->stencil);
}

void gs_session_put_operations(const struct gs_session *session, uint64_t number[6])
{
	const struct gs_fragment_operations *o = &session->operations;
	float values[2] = {o->depth, o->alpha};
	uint32_t bits[2];
	memcpy(bits, values, sizeof bits);
	number[1] = 0;
	for (unsigned i = 0; i < GS_N_TESTED; i++)
		number[1] |= (uint64_t)o->test[i] << 8 * i;
	number[2] = (o->clear_depth ? GS_CLEAR_DEPTH : 0) |
		    (o->clear_stencil ? GS_CLEAR_STENCIL : 0) |
		    (o->clear_alpha ? GS_CLEAR_ALPHA : 0);
	number[3] = bits[0] | (uint64_t)bits[1] << 32;
	number[4] = o->stencil;
	number[5] = o->fragment;
}

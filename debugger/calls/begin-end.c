/* SPDX-License-Identifier: MIT */
#include "debugger/calls/begin-end.h"

#include "data/data.h"
#include "data/effect.h"
#include "debugger/calls/calls.h"

enum { MOST = 1 << 15 }; /* calls that are looked at: some milliseconds */

enum what { BEGINS, VERTEX, ATTRIBUTE, NO_VERTEX, NOT_KNOWN };

/* Return what a call of the function does to the number of vertices of the block that it is in. */
static enum what what_of(unsigned function)
{
	size_t n;
	bool is_known;
	const struct gs_effect *effects = gs_data_effects(function, &n, &is_known);
	if (!is_known)
		return gs_data_kinds(function) & GS_KIND_WINDOW ? NO_VERTEX : NOT_KNOWN;
	switch (n ? effects[n - 1].act : GS_ACT_NONE) {
	case GS_ACT_BEGIN:
		return BEGINS;
	case GS_ACT_VERTEX:
		return VERTEX;
	case GS_ACT_ATTRIBUTE:
		return ATTRIBUTE;
	/* how many these make depends on what stands elsewhere */
	case GS_ACT_END:
	case GS_ACT_CALL_LIST:
	case GS_ACT_CALL_LISTS:
	case GS_ACT_EVALUATE:
	case GS_ACT_ATTRIBUTES:
	case GS_ACT_RESTART:
		return NOT_KNOWN;
	default:
		return NO_VERTEX;
	}
}

bool gs_call_begin_end(struct gs_call_store *store, struct gs_call_place place,
	const struct gs_call_info *call, uint64_t *mode, uint64_t *vertices)
{
	struct gs_wire_call before;
	uint64_t seen = 0;
	*vertices = 0;
	while (place.n && seen++ < MOST) {
		place.n--;
		if (!gs_call_store_get(store, place, &before) ||
			before.index + seen != call->index) /* some are missing between them */
			return false;
		if (before.flags >> GS_CALL_TID_SHIFT != (uint32_t)call->thread)
			continue;
		switch (what_of(before.function)) {
		case BEGINS:
			*mode = before.args[0];
			return true;
		case VERTEX:
			++*vertices;
			break;
		case ATTRIBUTE: /* the first one makes a vertex */
			*vertices += before.args[0] == 0;
			break;
		case NO_VERTEX:
			break;
		case NOT_KNOWN:
			return false;
		}
	}
	return false;
}

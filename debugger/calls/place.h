/* SPDX-License-Identifier: MIT */
/*
 * debugger/calls/place - where a call stands in the list: n calls of the list come before it. That
 * is not the call's number (gs_wire_call.index, gs_call_info.index), which counts the program's
 * calls in the order in which they begin: where the log was off there are gaps, and a call that
 * took long stands behind later ones of other threads. A struct, so that nobody takes one for the
 * other; gs_call_store_find leads from a number to a place.
 */
#ifndef GS_CALL_PLACE_H
#define GS_CALL_PLACE_H

#include <stdbool.h>
#include <stdint.h>

struct gs_call_place {
	uint64_t n;
};

/* Behind all that can be. */
#define GS_NO_CALL_PLACE ((struct gs_call_place){UINT64_MAX})

static inline bool gs_call_place_is_none(struct gs_call_place place)
{
	return place.n == UINT64_MAX;
}

#endif

/* SPDX-License-Identifier: MIT */
/*
 * effects/slice - which calls other calls need, where calls that are not in the trace may give
 * objects their contents.
 */
#ifndef GS_EFFECTS_SLICE_H
#define GS_EFFECTS_SLICE_H

#include "effects/effects.h"

struct gs_object;

/* The contents of an object: the images of a texture, the bytes of a buffer, a part of a window. */
struct gs_held {
	const struct gs_object *object;
	uint32_t node;	    /* node of the contents */
	bool is_given;	    /* calls right before .at give the contents */
	bool makes_storage; /* those calls also make the object's storage */
	bool is_needed;	    /* result: the contents are needed at .at */
};

struct gs_slice_wish {
	uint64_t first, last; /* places of the calls that are asked for */
	bool whole;	      /* see gs_effects_needed */
	/* The place before which contents are given, at most .first; 0: none are. What all contexts
	 * hold there is needed then, as at .first. */
	uint64_t at;
	uint32_t thread; /* node of the thread whose calls give contents */
	struct gs_held *held;
	size_t n_held;
};

/* Find the needed calls. Return a byte for each place, 1 for needed calls and for those asked for,
 * to be freed with g_free(); sets .is_needed of wish->held. */
uint8_t *gs_slice(struct gs_effects *effects, const struct gs_slice_wish *wish);
/* Translate a slice, from gs_slice, up to place `last` from places to call numbers. Return a byte
 * for each of *n numbers, to be freed with free(). */
uint8_t *gs_slice_by_number(
	const struct gs_effects *effects, const uint8_t *kept, uint64_t last, uint64_t *n);

#endif

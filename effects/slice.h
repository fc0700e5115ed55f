/* SPDX-License-Identifier: MIT */
/*
 * effects/slice - which calls others need, where contents of objects may be given by calls that
 * stand nowhere in the trace.
 */
#ifndef GS_EFFECTS_SLICE_H
#define GS_EFFECTS_SLICE_H

#include "effects/effects.h"

struct gs_object;

/* What an object holds: the images of a texture, the bytes of a buffer, a part of a window. */
struct gs_held {
	const struct gs_object *object;
	uint32_t node;	    /* its contents */
	bool is_given;	    /* by calls right before .at */
	bool makes_storage; /* they make its storage, too */
	bool is_needed;	    /* out: it is at .at */
};

struct gs_slice_wish {
	uint64_t first, last; /* places: the calls that are asked for */
	bool whole;	      /* see gs_effects_needed */
	/* A place up to .first, behind 0, where contents are given; 0: nowhere. What all contexts
	 * hold there is needed then, as at .first. */
	uint64_t at;
	uint32_t thread; /* node of the one whose calls give */
	struct gs_held *held;
	size_t n_held;
};

/* A byte for each place: 1 for those that are needed, those asked for included. g_free(). */
uint8_t *gs_slice(struct gs_effects *effects, const struct gs_slice_wish *wish);
/* The places of a slice up to `last`, by number: a byte for each of *n. free(). */
uint8_t *gs_slice_by_number(
	const struct gs_effects *effects, const uint8_t *kept, uint64_t last, uint64_t *n);

#endif

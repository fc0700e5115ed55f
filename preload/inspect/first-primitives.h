/* SPDX-License-Identifier: MIT */
/*
 * preload/inspect/first-primitives - the pending draw with its first primitives only: for draws of
 * arrays and of elements that stand alone. Between begin and end the call's count is another one.
 */
#ifndef GS_PRELOAD_FIRST_PRIMITIVES_H
#define GS_PRELOAD_FIRST_PRIMITIVES_H

#include <stdbool.h>
#include <stdint.h>
#include "preload/core/core.h"

struct gs_first_primitives {
	uint64_t *count;    /* the call's argument */
	uint64_t all;	    /* as the program gave it */
	uint32_t n;	    /* primitives that it makes (of an instance) */
	uint32_t instances; /* how often each of them is drawn */
	uint32_t each;	    /* vertices by which each of them goes on ... */
	uint32_t overlaps;  /* ... and those that the first one needs besides */
};

/* False: of this draw no first ones can be drawn. */
bool gs_first_primitives_begin(struct gs_thread *thread, struct gs_first_primitives *first);
void gs_first_primitives_set(const struct gs_first_primitives *first, uint32_t n);
void gs_first_primitives_end(const struct gs_first_primitives *first);

#endif

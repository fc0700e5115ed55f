/* SPDX-License-Identifier: MIT */
/* debugger/engine/show/curves - how many elements begin, finish and leave each iteration of a loop.
 * For loops that are too long for a list of all iterations, only those are listed at which
 * something changes. */
#ifndef GS_DEBUGGER_CURVES_H
#define GS_DEBUGGER_CURVES_H

#include "debugger/engine/show/profile.h"

/* Iterations up to this one are all listed. */
enum { GS_CURVES_DENSE = 1 << 16 };

/* Begin curves, to be freed by gs_curves_finish. last: the largest gs_curves_index of all elements
 * that will be added. */
void gs_curves_begin(struct gs_curves *curves, uint64_t last);
/* Add an element that has begun so many iterations, and how it ended the loop. */
void gs_curves_add(struct gs_curves *curves, uint64_t iterations, enum gs_loop_end end);
/* Compute the curves, when all elements have been added. */
void gs_curves_end(struct gs_curves *curves);
void gs_curves_finish(struct gs_curves *curves);
void gs_curves_copy(struct gs_curves *to, const struct gs_curves *from);
/* Returns the iteration at which an element with that end counts as finished or left. */
uint64_t gs_curves_index(uint64_t iterations, enum gs_loop_end end);

#endif

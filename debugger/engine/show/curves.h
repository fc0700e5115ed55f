/* SPDX-License-Identifier: MIT */
/* debugger/engine/show/curves - how many elements begin, finish and leave each iteration of a loop.
 * For loops that are too long for a list of all iterations, only those are listed at which
 * something changes. */
#ifndef GS_DEBUGGER_CURVES_H
#define GS_DEBUGGER_CURVES_H

#include "debugger/engine/show/profile.h"

/* Up to this iteration all are listed. */
enum { GS_CURVES_DENSE = 1 << 16 };

/* last: of all that will be added, the last index that gs_curves_index gives. */
void gs_curves_begin(struct gs_curves *curves, uint64_t last);
void gs_curves_add(struct gs_curves *curves, uint64_t iterations, enum gs_loop_end end);
void gs_curves_end(struct gs_curves *curves); /* all has been added */
void gs_curves_finish(struct gs_curves *curves);
void gs_curves_copy(struct gs_curves *to, const struct gs_curves *from);
/* The iteration at which an element that ends so counts as finished or left. */
uint64_t gs_curves_index(uint64_t iterations, enum gs_loop_end end);

#endif

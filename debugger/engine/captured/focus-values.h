/* SPDX-License-Identifier: MIT */
/*
 * debugger/engine/captured/focus-values - values of the focus element alone. Where a draw is large,
 * images of everything that is listed would cost far more than the step: so one pixel is drawn, and
 * images only of what is looked at as one. What no shader can change - uniforms, inputs, constants
 * - is captured once an element.
 */
#ifndef GS_FOCUS_H
#define GS_FOCUS_H

#include "debugger/engine/captured/position-cache.h"

struct gs_focus_values;

struct gs_focus_values *gs_focus_values_new(struct gs_debug *debug);
void gs_focus_values_free(struct gs_focus_values *values);

/* fetched gets one borrowed entry an expression, valid until the next fetch: its error or its
 * results are set. changes (of n): may the value be another at the next position? False: error,
 * nothing could be captured at all. */
bool gs_focus_fetch(struct gs_focus_values *values, const struct gs_position *position,
	unsigned frame, const char *const *texts, size_t n, struct gs_captured_value **fetched,
	bool *changes, GError **error);
/* Something that may be another at each position is known of the focus element there. */
bool gs_focus_knows(const struct gs_focus_values *values, const struct gs_position *position);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * debugger/engine/captured/focus-values - values of the focus element alone. In a large draw,
 * images of all listed values would cost far more than the step: so a single pixel is drawn, and
 * images are made only of what is shown as one. Uniforms, inputs and constants, which no shader can
 * change, are captured once per element.
 */
#ifndef GS_FOCUS_H
#define GS_FOCUS_H

#include "debugger/engine/captured/position-cache.h"

struct gs_focus_values;

struct gs_focus_values *gs_focus_values_new(struct gs_debug *debug);
void gs_focus_values_free(struct gs_focus_values *values);

/* Fetches expressions: fetched gets a borrowed entry for each, valid until the next fetch, with
 * error or results set; changes whether its value may differ at the next position. Returns false,
 * with an error, if nothing could be captured. */
bool gs_focus_fetch(struct gs_focus_values *values, const struct gs_position *position,
	unsigned frame, const char *const *texts, size_t n, struct gs_captured_value **fetched,
	bool *changes, GError **error);
/* Whether a value of the focus element that may change between positions is known there. */
bool gs_focus_knows(const struct gs_focus_values *values, const struct gs_position *position);

#endif

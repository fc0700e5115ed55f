/* SPDX-License-Identifier: MIT */
/* debugger/engine/captured/captured-value - an expression at a position, and its values from
 * captures. Its maker frees it with gs_captured_value_free. */
#ifndef GS_CAPTURED_VALUE_H
#define GS_CAPTURED_VALUE_H

#include "debugger/engine/captured/capture-result.h"

/* An expression as captured. */
struct gs_captured_value {
	char *text;
	unsigned frame;		      /* of the position */
	struct gs_expression *parsed; /* NULL: see error */
	GError *error;
	GPtrArray *results; /* struct gs_capture_result: what was too large for one draw has
			     several; empty: not captured yet */
	bool whole;	    /* captured, all of it */
	size_t capture;	    /* index in the requests of the results */
};
/* One scalar of it at a target pixel; base UNKNOWN: the pixel lies outside what was captured. */
struct gs_scalar gs_captured_value_scalar(
	const struct gs_captured_value *value, size_t scalar, unsigned x, unsigned y);
/* At the end of main: what it names does not exist where this element has returned. */
bool gs_captured_value_absent(const struct gs_captured_value *value, unsigned x, unsigned y);

/* The result holds all of it, as that capture of its request. */
void gs_captured_value_take(
	struct gs_captured_value *value, struct gs_capture_result *result, size_t capture);
void gs_captured_value_free(struct gs_captured_value *value);

/* ---- watch-parse.c ---- */

/* Parsed, not captured: .parsed or .error is set. Where the size of an array depends on the buffer
 * behind it, the size is captured at the focus element. */
struct gs_captured_value *gs_captured_value_new(struct gs_debug *debug,
	const struct gs_position *position, unsigned frame, const char *text);
/* Captures one expression at one element, and keeps nothing. The caller frees it with
 * gs_captured_value_free. */
struct gs_captured_value *gs_debug_value_at(struct gs_debug *debug,
	const struct gs_position *position, unsigned frame, const char *text, unsigned x,
	unsigned y, GError **error);

#endif

/* SPDX-License-Identifier: MIT */
/* debugger/engine/captured/captured-value - an expression at a position, and its values from
 * captures. Its maker frees it with gs_captured_value_free. */
#ifndef GS_CAPTURED_VALUE_H
#define GS_CAPTURED_VALUE_H

#include "debugger/engine/captured/capture-result.h"

/* An expression and its captured values. */
struct gs_captured_value {
	char *text;
	unsigned frame;		      /* of the position */
	struct gs_expression *parsed; /* NULL: see error */
	GError *error;
	GPtrArray *results; /* struct gs_capture_result; several if it was too large for one draw;
			       empty: not captured yet */
	bool whole;	    /* all of it is captured */
	size_t capture;	    /* its index in the results' requests */
};
/* Returns a scalar of it at a target pixel; its base is UNKNOWN if the pixel was not captured. */
struct gs_scalar gs_captured_value_scalar(
	const struct gs_captured_value *value, size_t scalar, unsigned x, unsigned y);
/* Whether, at the end of main, what it names does not exist where this element has returned. */
bool gs_captured_value_absent(const struct gs_captured_value *value, unsigned x, unsigned y);

/* Takes a result whose request has all of it as that capture. */
void gs_captured_value_take(
	struct gs_captured_value *value, struct gs_capture_result *result, size_t capture);
void gs_captured_value_free(struct gs_captured_value *value);

/* ---- watch-parse.c ---- */

/* Parses an expression: sets .parsed or .error. If an array's size depends on its buffer, captures
 * the size at the focus element. */
struct gs_captured_value *gs_captured_value_new(struct gs_debug *debug,
	const struct gs_position *position, unsigned frame, const char *text);
/* Captures an expression at one element, without caching it. Free with gs_captured_value_free. */
struct gs_captured_value *gs_debug_value_at(struct gs_debug *debug,
	const struct gs_position *position, unsigned frame, const char *text, unsigned x,
	unsigned y, GError **error);

#endif

/* SPDX-License-Identifier: MIT */
/* Reads an expression's values from its capture results. */
#include <string.h>
#include "debugger/engine/engine.h"

struct gs_scalar gs_captured_value_scalar(
	const struct gs_captured_value *value, size_t scalar, unsigned x, unsigned y)
{
	struct gs_scalar v = {.base = GS_BASE_UNKNOWN};
	for (unsigned i = 0; i < value->results->len && v.base == GS_BASE_UNKNOWN; i++) {
		const struct gs_capture_result *result = g_ptr_array_index(value->results, i);
		size_t pixel;
		if (gs_capture_result_pixel(result, x, y, &pixel))
			v = gs_variant_value(
				result->variant, &result->images, value->capture, scalar, pixel);
	}
	return v;
}

bool gs_captured_value_absent(const struct gs_captured_value *value, unsigned x, unsigned y)
{
	for (unsigned i = 0; i < value->results->len; i++) {
		const struct gs_capture_result *result = g_ptr_array_index(value->results, i);
		size_t pixel;
		if (gs_capture_result_pixel(result, x, y, &pixel) &&
			gs_variant_absent(result->variant, &result->images, value->capture, pixel))
			return true;
	}
	return false;
}

void gs_captured_value_take(
	struct gs_captured_value *value, struct gs_capture_result *result, size_t capture)
{
	g_ptr_array_set_size(value->results, 0);
	g_ptr_array_add(value->results, gs_capture_result_ref(result));
	value->capture = capture;
	value->whole = true;
}

void gs_captured_value_free(struct gs_captured_value *value)
{
	if (!value)
		return;
	g_free(value->text);
	g_ptr_array_free(value->results, TRUE);
	gs_expression_free(value->parsed);
	g_clear_error(&value->error);
	g_free(value);
}

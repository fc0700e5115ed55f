/* SPDX-License-Identifier: MIT */
/* An expression as captured: what its shots hold of it. */
#include <string.h>
#include "debugger/engine/engine.h"

struct gs_scalar gs_captured_value_scalar(
	const struct gs_captured_value *sample, size_t scalar, unsigned x, unsigned y)
{
	struct gs_scalar v = {.base = GS_BASE_UNKNOWN};
	for (unsigned i = 0; i < sample->shots->len && v.base == GS_BASE_UNKNOWN; i++) {
		const struct gs_capture_result *shot = g_ptr_array_index(sample->shots, i);
		size_t pixel;
		if (gs_capture_result_pixel(shot, x, y, &pixel))
			v = gs_variant_value(
				shot->variant, &shot->images, sample->capture, scalar, pixel);
	}
	return v;
}

bool gs_captured_value_absent(const struct gs_captured_value *sample, unsigned x, unsigned y)
{
	for (unsigned i = 0; i < sample->shots->len; i++) {
		const struct gs_capture_result *shot = g_ptr_array_index(sample->shots, i);
		size_t pixel;
		if (gs_capture_result_pixel(shot, x, y, &pixel) &&
			gs_variant_absent(shot->variant, &shot->images, sample->capture, pixel))
			return true;
	}
	return false;
}

void gs_captured_value_take(
	struct gs_captured_value *sample, struct gs_capture_result *shot, size_t capture)
{
	g_ptr_array_set_size(sample->shots, 0);
	g_ptr_array_add(sample->shots, gs_capture_result_ref(shot));
	sample->capture = capture;
	sample->whole = true;
}

void gs_captured_value_free(struct gs_captured_value *sample)
{
	if (!sample)
		return;
	g_free(sample->text);
	g_ptr_array_free(sample->shots, TRUE);
	gs_expression_free(sample->parsed);
	g_clear_error(&sample->error);
	g_free(sample);
}

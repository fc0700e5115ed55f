/* SPDX-License-Identifier: MIT */
/* An expression as captured: what its shots hold of it. */
#include <string.h>
#include "debugger/session/private.h"

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

static void unref_shot(gpointer data)
{
	gs_capture_result_unref(data);
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

struct gs_captured_value *gs_captured_value_new(struct gs_debug *debug,
	const struct gs_position *position, unsigned frame, const char *text)
{
	struct gs_captured_value *sample = g_new0(struct gs_captured_value, 1);
	sample->text = g_strdup(text);
	sample->frame = frame;
	sample->shots = g_ptr_array_new_with_free_func(unref_shot);
	gs_captured_value_parse(debug, position, sample);
	return sample;
}

struct gs_captured_value *gs_position_cache_value_at(struct gs_position_cache *places,
	const struct gs_position *position, unsigned frame, const char *text, unsigned x,
	unsigned y, GError **error)
{
	struct gs_captured_value *sample = gs_captured_value_new(
		gs_position_cache_debug(places), position, frame, text);
	if (sample->error) {
		g_propagate_error(error, g_steal_pointer(&sample->error));
		gs_captured_value_free(sample);
		return NULL;
	}
	unsigned rect[4] = {x, y, 1, 1};
	struct gs_capture capture = {sample->parsed, frame};
	struct gs_variant_request request = {
		.kind = GS_VARIANT_POSITION,
		.position = position,
		.captures = &capture,
		.n_captures = 1,
		.in_parts = true,
	};
	size_t next = 0;
	while (next == 0) {
		struct gs_capture_result *shot = gs_position_cache_capture(
			places, &request, 0, rect, error);
		if (!shot) {
			gs_captured_value_free(sample);
			return NULL;
		}
		g_ptr_array_add(sample->shots, shot);
		next = shot->variant->next_capture;
		/* Always goes on, whatever the variant says. */
		request.first_scalar = MAX(shot->variant->next_scalar, request.first_scalar + 1);
	}
	sample->whole = true;
	return sample;
}

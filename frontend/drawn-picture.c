/* SPDX-License-Identifier: MIT */
#include "frontend/drawn-picture.h"

#include <string.h>
#include "wire/inspect.h"

/* As the picture of the present has it: integers up to the largest, at least 255. */
static double largest(const struct gs_field *field)
{
	double most = 255;
	if (field->type.base == GS_BASE_FLOAT)
		return 1;
	for (size_t k = 0; k < field->n_scalars; k++)
		if (field->scalar_names[k][0] != 'a' && field->max[k] > most)
			most = field->max[k];
	return most;
}

static uint8_t byte_of(double value, double most)
{
	double v = value / most;
	return v >= 1 ? 255 : v > 0 ? (uint8_t)(v * 255 + 0.5) : 0; /* NaN: 0 */
}

/* Where a letter's bytes go; several for grey. */
static unsigned channels_of(char letter)
{
	return letter == 'r'   ? 1 << 0
	       : letter == 'g' ? 1 << 1
	       : letter == 'b' ? 1 << 2
	       : letter == 'a' ? 1 << 3
			       : 7;
}

/* Row 0 of a field is the lowest, of a picture the uppermost. */
static uint8_t *new_bytes(const struct gs_field *field)
{
	size_t row = (size_t)field->width * 4, n = row * field->height;
	uint8_t *bytes = g_malloc0(n + 1);
	double most = largest(field);
	for (size_t i = 3; i < n; i += 4)
		bytes[i] = 255;
	for (size_t k = 0; k < field->n_scalars; k++) {
		unsigned channels = channels_of(field->scalar_names[k][0]);
		for (size_t y = 0; y < field->height; y++)
			for (size_t x = 0; x < field->width; x++) {
				size_t at = y * field->width + x;
				uint8_t *to = bytes + (field->height - 1 - y) * row + 4 * x;
				uint8_t byte = byte_of(
					field->values[at * field->n_scalars + k], most);
				for (unsigned c = 0; c < 4; c++)
					if (channels >> c & 1)
						to[c] = byte;
			}
	}
	return bytes;
}

/* A quarter of the colour over grey where nothing changes. */
static void ghost(uint8_t *bytes, const uint8_t *before, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		uint8_t *p = bytes + 4 * i;
		if (!memcmp(p, before + 4 * i, 3))
			for (unsigned c = 0; c < 3; c++)
				p[c] = (uint8_t)(p[c] / 4 + 96);
	}
}

bool gs_drawn_picture(
	struct gs_session *session, bool ghosts, struct gs_picture *picture, GError **error)
{
	const struct gs_drawn_location location = {.what = GS_DRAWN_AFTER};
	struct gs_field *field = gs_session_drawn(session, &location, error);
	if (!field)
		return false;
	if (field->width == picture->width && field->height == picture->height) {
		size_t n = (size_t)field->width * field->height;
		uint8_t *bytes = new_bytes(field);
		if (ghosts)
			ghost(bytes, g_bytes_get_data(picture->rgba, NULL), n);
		g_bytes_unref(picture->rgba);
		picture->rgba = g_bytes_new_take(bytes, n * 4);
	}
	gs_field_free(field);
	return true;
}

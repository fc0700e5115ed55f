/* SPDX-License-Identifier: MIT */
#include "frontend/pictures/drawn-picture.h"

#include <math.h>
#include <string.h>
#include "wire/inspect.h"

/* Return the value that becomes byte 255, as in the picture before the draw call: 1 for reals; for
 * integers the largest of the field, at least 255. */
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

/* Return a bit for each byte of a pixel that the component of that letter is written to: several
 * for a luminance. */
static unsigned channels_of(char letter)
{
	return letter == 'r'   ? 1 << 0
	       : letter == 'g' ? 1 << 1
	       : letter == 'b' ? 1 << 2
	       : letter == 'a' ? 1 << 3
			       : 7;
}

/* Return the field as RGBA bytes, uppermost row first (a field's row 0 is the lowest); g_free. */
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

struct gs_pixel_set gs_pixel_set_copy(const struct gs_pixel_set *set)
{
	return (struct gs_pixel_set){set->bytes ? g_bytes_ref(set->bytes) : NULL, set->n};
}

void gs_pixel_set_clear(struct gs_pixel_set *set)
{
	g_clear_pointer(&set->bytes, g_bytes_unref);
	set->n = 0;
}

/* ---- values ---- */

enum { MOST_VALUES = 1 << 22 }; /* pixels of the largest picture whose values are kept: 128 MiB */

struct gs_pixel_values gs_pixel_values_copy(const struct gs_pixel_values *values)
{
	struct gs_pixel_values copy = *values;
	if (copy.doubles)
		g_bytes_ref(copy.doubles);
	return copy;
}

void gs_pixel_values_clear(struct gs_pixel_values *values)
{
	g_clear_pointer(&values->doubles, g_bytes_unref);
	values->n = 0;
}

/* Return whether a component of the picture's format has more than 8 bits, or is an integer. */
static bool needs_values(const struct gs_picture *picture)
{
	static const char *const wide[] = {"10", "11", "12", "16", "32", "8I", "8UI", "9_E5"};
	const char *name = gs_resource_format(picture->colour);
	bool needs = false;
	for (size_t i = 0; name && i < G_N_ELEMENTS(wide) && !needs; i++)
		needs = strstr(name, wide[i]);
	return needs && (uint64_t)picture->width * picture->height <= MOST_VALUES;
}

static void free_field(gpointer field)
{
	gs_field_free(field);
}

/* Set the values to those of the field; takes ownership of it. */
static void take_values(struct gs_pixel_values *values, struct gs_field *field)
{
	size_t n = (size_t)field->width * field->height * field->n_scalars;
	gs_pixel_values_clear(values);
	values->n = (unsigned)field->n_scalars;
	values->base = field->type.base;
	values->doubles = g_bytes_new_with_free_func(
		field->values, n * sizeof(double), free_field, field);
}

static bool same_size(const struct gs_field *field, const struct gs_picture *picture)
{
	return field->width == picture->width && field->height == picture->height;
}

/* Return whether bytes hold the field's values exactly, so that the bytes read before the draw call
 * can be compared with them. */
static bool fits_bytes(const struct gs_field *field)
{
	bool fits = field->unit_range;
	size_t n = (size_t)field->width * field->height * field->n_scalars;
	for (size_t i = 0; i < n && fits; i++)
		fits = fabs(field->values[i] * 255 - nearbyint(field->values[i] * 255)) < 1e-3;
	return fits;
}

static void set_changed(
	struct gs_pixel_set *set, const uint8_t *after, const uint8_t *before, size_t n)
{
	uint8_t *bytes = g_malloc(n + 1);
	set->n = 0;
	for (size_t i = 0; i < n; i++) {
		bytes[i] = memcmp(after + 4 * i, before + 4 * i, 3) != 0;
		set->n += bytes[i];
	}
	set->bytes = g_bytes_new_take(bytes, n);
}

/* Return whether a texel differs in a component other than alpha. */
static bool differ(const struct gs_field *after, const struct gs_field *before, size_t texel)
{
	for (size_t k = 0; k < after->n_scalars; k++) {
		double a = after->values[texel * after->n_scalars + k];
		double b = before->values[texel * after->n_scalars + k];
		if (after->scalar_names[k][0] != 'a' && a != b && !(isnan(a) && isnan(b)))
			return true;
	}
	return false;
}

static void compare(
	struct gs_pixel_set *set, const struct gs_field *after, const struct gs_field *before)
{
	size_t width = after->width, n = width * after->height;
	uint8_t *bytes = g_malloc(n + 1);
	set->n = 0;
	for (size_t i = 0; i < n; i++) {
		bool changed = differ(after, before, i);
		bytes[(after->height - 1 - i / width) * width + i % width] = changed;
		set->n += changed;
	}
	set->bytes = g_bytes_new_take(bytes, n);
}

static void compare_values(struct gs_session *session, const struct gs_picture *picture,
	const struct gs_field *after, struct gs_pixel_set *changed)
{
	const struct gs_texel_location location = {.attachment = picture->point};
	struct gs_field *before = picture->point ? gs_session_texels(session, &location, NULL)
						 : NULL;
	if (before && same_size(before, picture) && before->n_scalars == after->n_scalars &&
		before->type.base == after->type.base)
		compare(changed, after, before);
	gs_field_free(before);
}

void gs_picture_values(struct gs_session *session, const struct gs_picture *picture,
	struct gs_pixel_values *values)
{
	const struct gs_texel_location location = {.attachment = picture->point};
	bool wanted = picture->point && needs_values(picture);
	struct gs_field *field = wanted ? gs_session_texels(session, &location, NULL) : NULL;
	if (field && same_size(field, picture))
		take_values(values, field);
	else
		gs_field_free(field);
}

bool gs_drawn_picture(struct gs_session *session, struct gs_picture *picture,
	struct gs_pixel_set *changed, struct gs_pixel_values *values, bool *undrawn, GError **error)
{
	const struct gs_drawn_location location = {.what = GS_DRAWN_AFTER};
	bool no_draw = false;
	struct gs_field *field = gs_session_drawn(session, &location, &no_draw, error);
	bool same = field && same_size(field, picture);
	if (same) {
		*undrawn = no_draw;
		size_t n = (size_t)field->width * field->height;
		uint8_t *bytes = new_bytes(field);
		/* With several samples the field is of the first one, and the picture of all, so
		 * they are not compared. */
		if (field->samples <= 1 && fits_bytes(field))
			set_changed(changed, bytes, g_bytes_get_data(picture->rgba, NULL), n);
		else if (field->samples <= 1)
			compare_values(session, picture, field, changed);
		g_bytes_unref(picture->rgba);
		picture->rgba = g_bytes_new_take(bytes, n * 4);
	}
	if (same && needs_values(picture))
		take_values(values, field);
	else
		gs_field_free(field);
	return same;
}

char *gs_drawn_overlay(struct gs_session *session, enum gs_overlay overlay,
	struct gs_picture *picture, struct gs_pixel_values *values, GError **error)
{
	struct gs_overlay_figures figures;
	struct gs_field *field = gs_session_overlay(session, overlay, &figures, error);
	if (!field || !same_size(field, picture)) {
		gs_field_free(field);
		return NULL;
	}
	gs_overlay_paint(overlay, field, picture);
	picture->colour = 0; /* the values are not its own */
	take_values(values, field);
	return gs_overlay_text(overlay, &figures);
}

static void set_covered(struct gs_pixel_set *set, const struct gs_field *field)
{
	size_t width = field->width, n = width * field->height;
	uint8_t *bytes = g_malloc(n + 1);
	set->n = 0;
	for (size_t y = 0; y < field->height; y++)
		for (size_t x = 0; x < width; x++) {
			uint8_t is_covered = field->values[y * width + x] > 0;
			bytes[(field->height - 1 - y) * width + x] = is_covered;
			set->n += is_covered;
		}
	set->bytes = g_bytes_new_take(bytes, n);
}

void gs_drawn_covered(struct gs_session *session, const struct gs_picture *picture,
	struct gs_pixel_set *covered, bool *undrawn)
{
	const struct gs_drawn_location location = {.what = GS_DRAWN_COVERED};
	bool no_draw = false;
	struct gs_field *field = gs_session_drawn(session, &location, &no_draw, NULL);
	if (field && same_size(field, picture) && field->n_scalars == 1) {
		*undrawn = no_draw;
		set_covered(covered, field);
	}
	gs_field_free(field);
}

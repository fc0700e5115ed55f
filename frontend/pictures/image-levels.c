/* SPDX-License-Identifier: MIT */
#include "frontend/pictures/image-levels.h"

#include <glib.h>
#include <stdint.h>
#include "debugger/base/halves.h"
#include "frontend/pictures/image.h"

enum { SMALLEST = 64, MAX_LEVELS = 16 };

struct levels {
	unsigned n;
	cairo_surface_t *level[MAX_LEVELS]; /* level[i] is the surface halved i + 1 times */
};

static const cairo_user_data_key_t key;

static void levels_free(void *data)
{
	struct levels *levels = data;
	for (unsigned i = 0; i < levels->n; i++)
		cairo_surface_destroy(levels->level[i]);
	g_free(levels);
}

static const uint32_t *row_of(cairo_surface_t *surface, int row)
{
	return (const uint32_t *)(const void *)(cairo_image_surface_get_data(surface) +
						(size_t)row *
							(size_t)cairo_image_surface_get_stride(
								surface));
}

static bool is_mark(uint32_t pixel)
{
	return pixel == (0xff000000u | GS_IMAGE_NAN) || pixel == (0xff000000u | GS_IMAGE_INF);
}

/* Return the mean of four pixels, computed for each byte; keep_marks: the first mark among them. */
static uint32_t mean(const uint32_t four[4], bool keep_marks)
{
	uint32_t even = 0x00020002, odd = 0x00020002; /* for rounding */
	for (int i = 0; i < 4; i++) {
		if (keep_marks && is_mark(four[i]))
			return four[i];
		even += (four[i] & 0x00ff00ff);
		odd += (four[i] >> 8 & 0x00ff00ff);
	}
	return (even >> 2 & 0x00ff00ff) | (odd >> 2 & 0x00ff00ff) << 8;
}

struct halving {
	cairo_surface_t *from, *to;
	bool keep_marks;
};

static void halve_rows(void *data, unsigned first, unsigned last)
{
	const struct halving *h = data;
	int width = cairo_image_surface_get_width(h->from),
	    height = cairo_image_surface_get_height(h->from);
	for (int y = (int)first; y < (int)last; y++) {
		const uint32_t *low = row_of(h->from, 2 * y),
			       *high = row_of(h->from, MIN(2 * y + 1, height - 1));
		uint32_t *row = (uint32_t *)row_of(h->to, y);
		for (int x = 0; x < (width + 1) / 2; x++) {
			int next = MIN(2 * x + 1, width - 1);
			const uint32_t four[] = {low[2 * x], low[next], high[2 * x], high[next]};
			row[x] = mean(four, h->keep_marks);
		}
	}
}

static cairo_surface_t *halve(cairo_surface_t *from, bool keep_marks)
{
	int width = cairo_image_surface_get_width(from),
	    height = cairo_image_surface_get_height(from);
	cairo_surface_t *to = cairo_image_surface_create(
		CAIRO_FORMAT_ARGB32, (width + 1) / 2, (height + 1) / 2);
	if (cairo_surface_status(to) != CAIRO_STATUS_SUCCESS) {
		cairo_surface_destroy(to);
		return NULL;
	}
	struct halving halving = {from, to, keep_marks};
	gs_in_halves((unsigned)(width + 1) / 2, (unsigned)(height + 1) / 2, halve_rows, &halving,
		&halving);
	cairo_surface_mark_dirty(to);
	return to;
}

void gs_image_add_levels(cairo_surface_t *surface, bool keep_marks)
{
	struct levels *levels = g_new0(struct levels, 1);
	cairo_surface_t *last = surface;
	while (last && levels->n < MAX_LEVELS &&
		(cairo_image_surface_get_width(last) > SMALLEST ||
			cairo_image_surface_get_height(last) > SMALLEST)) {
		last = halve(last, keep_marks);
		if (last)
			levels->level[levels->n++] = last;
	}
	if (cairo_surface_set_user_data(surface, &key, levels, levels_free) != CAIRO_STATUS_SUCCESS)
		levels_free(levels);
}

cairo_surface_t *gs_image_level_at(cairo_surface_t *surface, double zoom, int *factor)
{
	const struct levels *levels = cairo_surface_get_user_data(surface, &key);
	unsigned n = 0;
	while (levels && n < levels->n && zoom * (2 << n) <= 1)
		n++;
	*factor = 1 << n;
	return n ? levels->level[n - 1] : surface;
}

/* SPDX-License-Identifier: MIT */
#include "ui/image-outline.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum { MARGIN = 2 }; /* the two lines */

struct gs_outline {
	struct gs_outline_place at;
	cairo_surface_t *surface;
};

void gs_outline_free(struct gs_outline *outline)
{
	if (!outline)
		return;
	cairo_surface_destroy(outline->surface);
	g_free(outline);
}

cairo_surface_t *gs_outline_surface(const struct gs_outline *outline)
{
	return outline->surface;
}

/* Image pixels under a device pixel: none where first is last. */
struct range {
	int first, last;
};

/* Of each device pixel along one axis, n and a margin on both sides. */
static struct range *find_ranges(int n, int scale, double start, double zoom, int size)
{
	struct range *ranges = g_new(struct range, (size_t)n + 2 * MARGIN);
	for (int i = -MARGIN; i < n + MARGIN; i++) {
		double from = floor(((double)i / scale - start) / zoom + 1e-6),
		       to = ceil(((double)(i + 1) / scale - start) / zoom - 1e-6);
		if (zoom * scale >= 1) /* the pixel in its middle */
			from = floor(((i + 0.5) / scale - start) / zoom), to = from + 1;
		struct range *range = &ranges[i + MARGIN];
		range->first = (int)fmin(fmax(from, 0), size);
		range->last = (int)fmin(fmax(to, 0), size);
	}
	return ranges;
}

/* Is any of the pixels inside? */
static bool is_any_inside(const uint8_t *inside, const struct gs_outline_place *at,
	const struct range *columns, const struct range *rows)
{
	for (int y = rows->first; y < rows->last; y++) {
		int stored = at->flip ? at->image_height - 1 - y : y;
		const uint8_t *row = inside + (size_t)stored * (size_t)at->image_width;
		for (int x = columns->first; x < columns->last; x++)
			if (row[x])
				return true;
	}
	return false;
}

/* A byte for each device pixel, with a margin. */
static uint8_t *find_inside(const uint8_t *inside, const struct gs_outline_place *at)
{
	int width = at->width * at->scale, height = at->height * at->scale;
	struct range *columns = find_ranges(width, at->scale, at->left, at->zoom, at->image_width);
	struct range *rows = find_ranges(height, at->scale, at->top, at->zoom, at->image_height);
	size_t stride = (size_t)width + 2 * MARGIN;
	uint8_t *found = g_malloc(stride * ((size_t)height + 2 * MARGIN));
	for (int y = 0; y < height + 2 * MARGIN; y++) {
		uint8_t *row = found + (size_t)y * stride;
		bool same = y > 0 && at->zoom * at->scale >= 1 &&
			    rows[y].first == rows[y - 1].first && rows[y].last == rows[y - 1].last;
		if (same)
			memcpy(row, row - stride, stride);
		for (int x = 0; !same && x < width + 2 * MARGIN; x++)
			row[x] = is_any_inside(inside, at, &columns[x], &rows[y]);
	}
	g_free(columns);
	g_free(rows);
	return found;
}

/* Has a pixel with this value within a distance? */
static bool is_near(const uint8_t *at, size_t stride, int distance)
{
	for (int y = -distance; y <= distance; y++)
		for (int x = -distance; x <= distance; x++)
			if (at[(ptrdiff_t)stride * y + x])
				return true;
	return false;
}

static void draw(cairo_surface_t *surface, const uint8_t *found, int width, int height)
{
	size_t stride = (size_t)width + 2 * MARGIN;
	size_t to_stride = (size_t)cairo_image_surface_get_stride(surface);
	unsigned char *to = cairo_image_surface_get_data(surface);
	for (int y = 0; y < height; y++) {
		uint32_t *row = (uint32_t *)(void *)(to + (size_t)y * to_stride);
		const uint8_t *at = found + (size_t)(y + MARGIN) * stride + MARGIN;
		for (int x = 0; x < width; x++, at++) {
			if (*at || !is_near(at, stride, MARGIN))
				continue;
			row[x] = is_near(at, stride, 1) ? 0xff000000u | GS_OUTLINE_COLOUR
							: 0xb0000000u;
		}
	}
	cairo_surface_mark_dirty(surface);
}

static bool same_place(const struct gs_outline_place *a, const struct gs_outline_place *b)
{
	return a->image_width == b->image_width && a->image_height == b->image_height &&
	       a->flip == b->flip && a->zoom == b->zoom && a->left == b->left && a->top == b->top &&
	       a->width == b->width && a->height == b->height && a->scale == b->scale;
}

void gs_outline_make(
	struct gs_outline **outline, const uint8_t *inside, const struct gs_outline_place *at)
{
	if (*outline && same_place(&(*outline)->at, at))
		return;
	gs_outline_free(*outline);
	int width = at->width * at->scale, height = at->height * at->scale;
	*outline = g_new0(struct gs_outline, 1);
	(*outline)->at = *at;
	(*outline)->surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
	if (cairo_surface_status((*outline)->surface) == CAIRO_STATUS_SUCCESS) {
		uint8_t *found = find_inside(inside, at);
		draw((*outline)->surface, found, width, height);
		g_free(found);
	}
	cairo_surface_set_device_scale((*outline)->surface, at->scale, at->scale);
}

/* SPDX-License-Identifier: MIT */
#include "ui/images/image-outline.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum {
	MARGIN = 2, /* width of the two lines */
	NEAR = 3    /* at small zooms, gaps of up to twice this are closed */
};

struct gs_outline {
	struct gs_outline_view at;
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

/* The image pixels that a device pixel shows, up to before last; none if first is last. */
struct range {
	int first, last;
};

/* Return the range of each device pixel along one axis, for n and a margin on both sides;
 * g_free. */
static struct range *find_ranges(int n, int margin, int scale, double start, double zoom, int size)
{
	struct range *ranges = g_new(struct range, (size_t)n + 2 * (size_t)margin);
	for (int i = -margin; i < n + margin; i++) {
		double from = floor(((double)i / scale - start) / zoom + 1e-6),
		       to = ceil(((double)(i + 1) / scale - start) / zoom - 1e-6);
		if (zoom * scale >= 1) /* the image pixel at its centre */
			from = floor(((i + 0.5) / scale - start) / zoom), to = from + 1;
		struct range *range = &ranges[i + margin];
		range->first = (int)fmin(fmax(from, 0), size);
		range->last = (int)fmin(fmax(to, 0), size);
	}
	return ranges;
}

/* OR n bytes that are 0 or 1 into another row. */
static void join(uint8_t *to, const uint8_t *from, size_t n)
{
	size_t i = 0;
	for (; i + 8 <= n; i += 8) {
		uint64_t a, b;
		memcpy(&a, to + i, 8);
		memcpy(&b, from + i, 8);
		a |= b;
		memcpy(to + i, &a, 8);
	}
	for (; i < n; i++)
		to[i] |= from[i];
}

/* OR some rows of the image into one row. */
static void join_rows(uint8_t *joined, const uint8_t *inside, const struct gs_outline_view *at,
	const struct range *rows, const struct range *columns)
{
	size_t n = (size_t)(columns->last - columns->first);
	memset(joined + columns->first, 0, n);
	for (int y = rows->first; y < rows->last; y++) {
		int stored = at->flip ? at->image_height - 1 - y : y;
		const uint8_t *row = inside + (size_t)stored * (size_t)at->image_width;
		join(joined + columns->first, row + columns->first, n);
	}
}

static uint8_t is_any_inside(const uint8_t *joined, const struct range *columns)
{
	uint8_t any = 0;
	for (int x = columns->first; x < columns->last; x++)
		any |= joined[x];
	return any;
}

/* Return a byte for each device pixel, with a margin: 1 if it shows a pixel inside; g_free. Reads
 * each visible image pixel once, eight at a time. */
static uint8_t *find_inside(const uint8_t *inside, const struct gs_outline_view *at, int margin)
{
	int width = at->width * at->scale, height = at->height * at->scale;
	struct range *columns = find_ranges(
		width, margin, at->scale, at->left, at->zoom, at->image_width);
	struct range *rows = find_ranges(
		height, margin, at->scale, at->top, at->zoom, at->image_height);
	struct range seen = {columns[0].first, columns[width + 2 * margin - 1].last};
	size_t stride = (size_t)(width + 2 * margin);
	uint8_t *found = g_malloc(stride * (size_t)(height + 2 * margin));
	uint8_t *joined = g_malloc((size_t)at->image_width);
	for (int y = 0; y < height + 2 * margin; y++) {
		uint8_t *row = found + (size_t)y * stride;
		bool same = y > 0 && rows[y].first == rows[y - 1].first &&
			    rows[y].last == rows[y - 1].last;
		if (same)
			memcpy(row, row - stride, stride);
		else
			join_rows(joined, inside, at, &rows[y], &seen);
		for (int x = 0; !same && x < width + 2 * margin; x++)
			row[x] = is_any_inside(joined, &columns[x]);
	}
	g_free(joined);
	g_free(columns);
	g_free(rows);
	return found;
}

/* Return the rows of `found`, without their side margins, with each pixel widened by a distance
 * within its row; g_free. */
static uint8_t *widen(const uint8_t *found, size_t width, size_t rows, size_t distance)
{
	uint8_t *wide = g_malloc0(width * rows + 1);
	for (size_t y = 0; y < rows; y++)
		for (size_t k = MARGIN - distance; k <= MARGIN + distance; k++)
			join(wide + y * width, found + y * (width + 2 * MARGIN) + k, width);
	return wide;
}

/* Combine a row with those within a distance above and below it. */
static void join_near(uint8_t *to, const uint8_t *wide, size_t width, size_t row, size_t distance)
{
	memset(to, 0, width);
	for (size_t y = row - distance; y <= row + distance; y++)
		join(to, wide + y * width, width);
}

/* Return the pixels within NEAR of one that is 1, in an area that is smaller by NEAR on each side;
 * g_free. */
static uint8_t *reach(const uint8_t *from, size_t width, size_t height)
{
	size_t stride = width + 2 * NEAR, rows = height + 2 * NEAR;
	uint8_t *wide = g_malloc0(width * rows + 1), *to = g_malloc0(width * height + 1);
	for (size_t y = 0; y < rows; y++)
		for (size_t k = 0; k <= 2 * NEAR; k++)
			join(wide + y * width, from + y * stride + k, width);
	for (size_t y = 0; y < height; y++)
		for (size_t k = 0; k <= 2 * NEAR; k++)
			join(to + y * width, wide + (y + k) * width, width);
	g_free(wide);
	return to;
}

static void invert(uint8_t *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		bytes[i] ^= 1;
}

/* Return `found` with small gaps closed, such as those between letters, which the lines would
 * fill and make unreadable; g_free. The margin of `found` is larger by 2 * NEAR than that of the
 * result. */
static uint8_t *close_gaps(const uint8_t *found, size_t width, size_t height)
{
	size_t wide = width + 2 * NEAR, high = height + 2 * NEAR;
	uint8_t *grown = reach(found, wide, high);
	invert(grown, wide * high);
	uint8_t *closed = reach(grown, width, height);
	invert(closed, width * height);
	g_free(grown);
	return closed;
}

static void draw_row(uint32_t *row, const uint8_t *inside, const uint8_t *bright,
	const uint8_t *dark, size_t width)
{
	for (size_t x = 0; x < width; x++)
		if (dark[x] && !inside[x])
			row[x] = bright[x] ? 0xff000000u | GS_OUTLINE_COLOUR : 0xb0000000u;
}

static void draw(cairo_surface_t *surface, const uint8_t *found, size_t width, size_t height)
{
	size_t stride = width + 2 * MARGIN;
	size_t to_stride = (size_t)cairo_image_surface_get_stride(surface);
	unsigned char *to = cairo_image_surface_get_data(surface);
	uint8_t *by_one = widen(found, width, height + 2 * MARGIN, 1);
	uint8_t *by_two = widen(found, width, height + 2 * MARGIN, MARGIN);
	uint8_t *bright = g_malloc(width + 1), *dark = g_malloc(width + 1);
	for (size_t y = 0; y < height; y++) {
		join_near(dark, by_two, width, y + MARGIN, MARGIN);
		if (!memchr(dark, 1, width))
			continue;
		join_near(bright, by_one, width, y + MARGIN, 1);
		draw_row((uint32_t *)(void *)(to + y * to_stride),
			found + (y + MARGIN) * stride + MARGIN, bright, dark, width);
	}
	g_free(by_one);
	g_free(by_two);
	g_free(bright);
	g_free(dark);
	cairo_surface_mark_dirty(surface);
}

static bool same_view(const struct gs_outline_view *a, const struct gs_outline_view *b)
{
	return a->image_width == b->image_width && a->image_height == b->image_height &&
	       a->flip == b->flip && a->zoom == b->zoom && a->left == b->left && a->top == b->top &&
	       a->width == b->width && a->height == b->height && a->scale == b->scale;
}

void gs_outline_make(
	struct gs_outline **outline, const uint8_t *inside, const struct gs_outline_view *at)
{
	if (*outline && same_view(&(*outline)->at, at))
		return;
	gs_outline_free(*outline);
	int width = at->width * at->scale, height = at->height * at->scale;
	*outline = g_new0(struct gs_outline, 1);
	(*outline)->at = *at;
	(*outline)->surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
	if (cairo_surface_status((*outline)->surface) == CAIRO_STATUS_SUCCESS) {
		bool is_small = at->zoom * at->scale < 2;
		uint8_t *found = find_inside(inside, at, is_small ? MARGIN + 2 * NEAR : MARGIN);
		uint8_t *closed = is_small ? close_gaps(found, (size_t)width + 2 * MARGIN,
						     (size_t)height + 2 * MARGIN)
					   : NULL;
		draw((*outline)->surface, closed ? closed : found, (size_t)width, (size_t)height);
		g_free(closed);
		g_free(found);
	}
	cairo_surface_set_device_scale((*outline)->surface, at->scale, at->scale);
}

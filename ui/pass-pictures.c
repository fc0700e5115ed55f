/* SPDX-License-Identifier: MIT */
#include "ui/pass-pictures.h"

#include <string.h>

enum {
	SMALL_WIDTH = 24,
	SMALL_HEIGHT = 12, /* a row stays as high as its text */
	LARGE_WIDTH = 192,
	LARGE_HEIGHT = 128,
	MOST = 1000, /* pictures */
};

struct gs_pass_pictures {
	GHashTable *known; /* place of the pass's first call -> struct gs_pass_picture */
	GHashTable *draws; /* number of the call -> struct gs_draw_picture */
	unsigned generation;
};

static void free_picture(gpointer data)
{
	struct gs_pass_picture *picture = data;
	g_clear_object(&picture->small);
	g_clear_object(&picture->large);
	g_free(picture);
}

static void free_draw(gpointer data)
{
	struct gs_draw_picture *picture = data;
	g_clear_object(&picture->small);
	g_clear_object(&picture->large);
	g_free(picture);
}

struct gs_pass_pictures *gs_pass_pictures_new(void)
{
	struct gs_pass_pictures *pictures = g_new0(struct gs_pass_pictures, 1);
	pictures->known = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, free_picture);
	pictures->draws = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, free_draw);
	return pictures;
}

void gs_pass_pictures_free(struct gs_pass_pictures *pictures)
{
	if (!pictures)
		return;
	g_hash_table_destroy(pictures->known);
	g_hash_table_destroy(pictures->draws);
	g_free(pictures);
}

void gs_pass_pictures_clear(struct gs_pass_pictures *pictures)
{
	g_hash_table_remove_all(pictures->known);
	g_hash_table_remove_all(pictures->draws);
}

static void keep(GHashTable *table, uint64_t number, gpointer picture)
{
	uint64_t *key = g_new(uint64_t, 1);
	*key = number;
	g_hash_table_insert(table, key, picture);
}

/* Whole, within this size; never larger than it is. */
static void fit(unsigned *w, unsigned *h, unsigned width, unsigned height)
{
	if (*w <= width && *h <= height)
		return;
	bool wide = (uint64_t)*w * height > (uint64_t)*h * width;
	unsigned of_width = (unsigned)((uint64_t)*w * height / *h);
	unsigned of_height = (unsigned)((uint64_t)*h * width / *w);
	*w = wide ? width : MAX(of_width, 1);
	*h = wide ? MAX(of_height, 1) : height;
}

static GdkPixbuf *shrink(const struct gs_picture *picture, unsigned width, unsigned height)
{
	unsigned w = picture->width, h = picture->height;
	fit(&w, &h, width, height);
	GdkPixbuf *small = gdk_pixbuf_new(GDK_COLORSPACE_RGB, FALSE, 8, (int)w, (int)h);
	const uint8_t *from = g_bytes_get_data(picture->rgba, NULL);
	uint8_t *to = gdk_pixbuf_get_pixels(small);
	size_t stride = (size_t)gdk_pixbuf_get_rowstride(small);
	for (unsigned y = 0; y < h; y++)
		for (unsigned x = 0; x < w; x++) {
			size_t row = (size_t)((2 * y + 1) * (uint64_t)picture->height / (2 * h));
			size_t column = (size_t)((2 * x + 1) * (uint64_t)picture->width / (2 * w));
			memcpy(to + y * stride + 3 * x, from + (row * picture->width + column) * 4,
				3);
		}
	return small;
}

/* ---- what a draw changes ---- */

struct area {
	unsigned left, top, right, bottom; /* the latter two are outside */
};

/* Of all that is 1; empty: right is 0. */
static struct area area_of(const uint8_t *changed, unsigned width, unsigned height)
{
	struct area area = {.left = width, .top = height};
	for (unsigned y = 0; y < height; y++, changed += width) {
		const uint8_t *first = memchr(changed, 1, width), *last;
		if (!first)
			continue;
		for (last = changed + width - 1; !*last; last--)
			;
		area.left = MIN(area.left, (unsigned)(first - changed));
		area.right = MAX(area.right, (unsigned)(last - changed) + 1);
		area.top = MIN(area.top, y);
		area.bottom = y + 1;
	}
	return area;
}

/* The mean of what is changed in an area: more transparent where less of it is. */
static void put_mean(const struct gs_picture *picture, const uint8_t *changed,
	const struct area *in, uint8_t *to)
{
	const uint8_t *from = g_bytes_get_data(picture->rgba, NULL);
	uint64_t sum[3] = {0}, n = 0;
	uint64_t all = (uint64_t)(in->right - in->left) * (in->bottom - in->top);
	for (unsigned y = in->top; y < in->bottom; y++)
		for (unsigned x = in->left; x < in->right; x++) {
			size_t at = (size_t)y * picture->width + x;
			n += changed[at];
			for (unsigned k = 0; k < 3 && changed[at]; k++)
				sum[k] += from[4 * at + k];
		}
	for (unsigned k = 0; k < 3; k++)
		to[k] = (uint8_t)(n ? sum[k] / n : 0);
	to[3] = (uint8_t)(n ? 95 + 160 * n / all : 0); /* a thin line is seen, too */
}

static GdkPixbuf *cut_out(const struct gs_picture *picture, const uint8_t *changed,
	const struct area *area, unsigned width, unsigned height)
{
	unsigned of_w = area->right - area->left, of_h = area->bottom - area->top;
	unsigned w = of_w, h = of_h;
	fit(&w, &h, width, height);
	GdkPixbuf *small = gdk_pixbuf_new(GDK_COLORSPACE_RGB, TRUE, 8, (int)w, (int)h);
	uint8_t *to = gdk_pixbuf_get_pixels(small);
	size_t stride = (size_t)gdk_pixbuf_get_rowstride(small);
	for (unsigned y = 0; y < h; y++)
		for (unsigned x = 0; x < w; x++) {
			const struct area in = {area->left + (unsigned)((uint64_t)x * of_w / w),
				area->top + (unsigned)((uint64_t)y * of_h / h),
				area->left + (unsigned)((uint64_t)(x + 1) * of_w / w),
				area->top + (unsigned)((uint64_t)(y + 1) * of_h / h)};
			put_mean(picture, changed, &in, to + y * stride + 4 * x);
		}
	return small;
}

static bool take_draw(struct gs_pass_pictures *pictures, const struct gs_ui_state *state)
{
	const struct gs_picture *from = &state->framebuffer;
	const struct gs_pixel_set *changed = &state->framebuffer_changed;
	if (!changed->bytes || !state->stop.is_draw)
		return false;
	const uint8_t *bytes = g_bytes_get_data(changed->bytes, NULL);
	struct gs_draw_picture *picture = g_new0(struct gs_draw_picture, 1);
	picture->n = changed->n;
	if (changed->n) {
		struct area area = area_of(bytes, from->width, from->height);
		picture->small = cut_out(from, bytes, &area, SMALL_WIDTH, SMALL_HEIGHT);
		picture->large = cut_out(from, bytes, &area, LARGE_WIDTH, LARGE_HEIGHT);
	}
	keep(pictures->draws, state->stop.call.index, picture);
	return true;
}

/* ---- passes ---- */

/* The pass in which the pending call is, or which goes on before it. False: there is none. */
static bool find_pass(
	struct gs_call_store *store, const struct gs_ui_state *state, struct gs_call_pass *found)
{
	const struct gs_call_info *call = &state->stop.call;
	struct gs_call_place place = gs_call_store_find(store, call->index);
	bool follows = gs_call_info_follows(store, place, call), there = false;
	const struct gs_call_groups *groups = gs_call_store_lock_groups(store);
	const struct gs_call_passes *passes = gs_call_groups_passes(groups);
	const struct gs_call_frame *frame = gs_call_groups_frame_at(groups, place);
	size_t n = follows && frame && frame->frame == call->frame ? gs_call_passes_count(passes)
								   : 0;
	for (size_t i = n ? frame->pass : 0; i < n && !there; i++) {
		*found = *gs_call_passes_get(passes, i);
		if (found->first.n > place.n &&
			gs_call_groups_frame_at(groups, found->first) != frame)
			break;
		there = found->first.n <= place.n && found->end.n > place.n &&
			(state->is_trace || found->thread == (uint32_t)call->thread);
	}
	gs_call_store_unlock_groups(store);
	return there;
}

static bool take_pass(struct gs_pass_pictures *pictures, struct gs_call_store *store,
	const struct gs_ui_state *state)
{
	const struct gs_picture *from = &state->framebuffer;
	struct gs_call_pass pass;
	if (!find_pass(store, state, &pass))
		return false;
	struct gs_pass_picture *picture = g_new0(struct gs_pass_picture, 1);
	*picture = (struct gs_pass_picture){.width = from->width,
		.height = from->height,
		.colour = from->colour,
		.depth = from->depth,
		.call = state->stop.call.index,
		.after = state->framebuffer_is_after};
	if (from->rgba) {
		picture->small = shrink(from, SMALL_WIDTH, SMALL_HEIGHT);
		picture->large = shrink(from, LARGE_WIDTH, LARGE_HEIGHT);
	}
	keep(pictures->known, pass.first.n, picture);
	return true;
}

bool gs_pass_pictures_take(struct gs_pass_pictures *pictures, struct gs_call_store *store,
	const struct gs_ui_state *state)
{
	const struct gs_picture *from = &state->framebuffer;
	const struct gs_stop *stop = &state->stop;
	if (!store || !from->width || !from->height || !state->has_stop || !stop->has_call ||
		stop->outside_gl ||
		(stop->kind != GS_STOP_CALL && stop->kind != GS_STOP_BREAKPOINT) ||
		(!stop->is_draw && state->framebuffer_when != GS_FRAMEBUFFER_BEFORE))
		return false;
	unsigned generation = gs_call_store_generation(store);
	if (generation != pictures->generation || g_hash_table_size(pictures->known) >= MOST ||
		g_hash_table_size(pictures->draws) >= MOST)
		gs_pass_pictures_clear(pictures);
	pictures->generation = generation;
	bool draw = take_draw(pictures, state);
	return take_pass(pictures, store, state) || draw;
}

const struct gs_draw_picture *gs_pass_pictures_draw(
	const struct gs_pass_pictures *pictures, struct gs_call_store *store, uint64_t call)
{
	return store && gs_call_store_generation(store) == pictures->generation
		       ? g_hash_table_lookup(pictures->draws, &call)
		       : NULL;
}

char *gs_pass_picture_text(const struct gs_pass_picture *picture)
{
	const char *colour = gs_resource_format(picture->colour),
		   *depth = gs_resource_format(picture->depth);
	return g_strdup_printf(", %u × %u%s%s%s%s", picture->width, picture->height,
		colour || depth ? " " : "", colour ? colour : "", colour && depth ? ", " : "",
		depth ? depth : "");
}

const struct gs_pass_picture *gs_pass_pictures_get(
	const struct gs_pass_pictures *pictures, const struct gs_call_pass *pass)
{
	return g_hash_table_lookup(pictures->known, &pass->first.n);
}

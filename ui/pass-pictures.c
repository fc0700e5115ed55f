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
	unsigned generation;
};

static void free_picture(gpointer data)
{
	struct gs_pass_picture *picture = data;
	g_object_unref(picture->small);
	g_object_unref(picture->large);
	g_free(picture);
}

struct gs_pass_pictures *gs_pass_pictures_new(void)
{
	struct gs_pass_pictures *pictures = g_new0(struct gs_pass_pictures, 1);
	pictures->known = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, free_picture);
	return pictures;
}

void gs_pass_pictures_free(struct gs_pass_pictures *pictures)
{
	if (!pictures)
		return;
	g_hash_table_destroy(pictures->known);
	g_free(pictures);
}

void gs_pass_pictures_clear(struct gs_pass_pictures *pictures)
{
	g_hash_table_remove_all(pictures->known);
}

/* Whole, within this size; never larger than it is. */
static GdkPixbuf *shrink(const struct gs_picture *picture, unsigned width, unsigned height)
{
	unsigned w = picture->width, h = picture->height;
	if (w > width || h > height) {
		bool wide = (uint64_t)w * height > (uint64_t)h * width;
		unsigned of_width = (unsigned)((uint64_t)w * height / h);
		unsigned of_height = (unsigned)((uint64_t)h * width / w);
		w = wide ? width : MAX(of_width, 1);
		h = wide ? MAX(of_height, 1) : height;
	}
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

bool gs_pass_pictures_take(struct gs_pass_pictures *pictures, struct gs_call_store *store,
	const struct gs_ui_state *state)
{
	const struct gs_picture *from = &state->framebuffer;
	const struct gs_stop *stop = &state->stop;
	bool after = state->framebuffer_when == GS_FRAMEBUFFER_AFTER;
	struct gs_call_pass pass;
	if (!store || !from->rgba || !from->width || !from->height || !state->has_stop ||
		!stop->has_call || stop->outside_gl ||
		(stop->kind != GS_STOP_CALL && stop->kind != GS_STOP_BREAKPOINT) ||
		(after ? !stop->is_draw : state->framebuffer_when != GS_FRAMEBUFFER_BEFORE) ||
		!find_pass(store, state, &pass))
		return false;
	unsigned generation = gs_call_store_generation(store);
	if (generation != pictures->generation || g_hash_table_size(pictures->known) >= MOST)
		gs_pass_pictures_clear(pictures);
	pictures->generation = generation;
	struct gs_pass_picture *picture = g_new(struct gs_pass_picture, 1);
	*picture = (struct gs_pass_picture){from->width, from->height, stop->call.index, after,
		shrink(from, SMALL_WIDTH, SMALL_HEIGHT), shrink(from, LARGE_WIDTH, LARGE_HEIGHT)};
	uint64_t *key = g_new(uint64_t, 1);
	*key = pass.first.n;
	g_hash_table_insert(pictures->known, key, picture);
	return true;
}

const struct gs_pass_picture *gs_pass_pictures_get(
	const struct gs_pass_pictures *pictures, const struct gs_call_pass *pass)
{
	return g_hash_table_lookup(pictures->known, &pass->first.n);
}

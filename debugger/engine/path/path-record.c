/* SPDX-License-Identifier: MIT */
/*
 * A path provider that looks decisions up: one draw records a window of decisions of every element,
 * of fragments those in a tile around the focus. A later window is recorded when a path has come to
 * its end. What cannot be recorded is captured decision by decision.
 */
#include "debugger/engine/engine.h"

enum { MAX_WINDOWS = 64, MAX_DECISIONS = 4096, TILE = 64 };

struct window {
	uint64_t first;
	struct gs_capture_result *result;
};

struct record_provider {
	struct gs_path_provider base;
	struct gs_debug *debug;
	struct gs_path_provider *capture;
	bool refused;
	GPtrArray *windows; /* struct window */
};

static void free_window(gpointer data)
{
	struct window *window = data;
	gs_capture_result_unref(window->result);
	g_free(window);
}

/* Of the focus. */
static struct window *find_window(struct record_provider *p, uint64_t first)
{
	const struct gs_debug *debug = p->debug;
	size_t pixel;
	for (unsigned i = 0; i < p->windows->len; i++) {
		struct window *window = g_ptr_array_index(p->windows, i);
		if (window->first == first && gs_capture_result_pixel(window->result,
						      debug->focus_x, debug->focus_y, &pixel))
			return window;
	}
	return NULL;
}

/* False: all elements are drawn. */
static bool find_tile(const struct gs_debug *debug, unsigned rect[4])
{
	const struct gs_rect *b = &debug->bounds;
	if (debug->stage != GS_STAGE_FRAGMENT || debug->focus_x - b->x >= b->width ||
		debug->focus_y - b->y >= b->height)
		return false;
	unsigned x = debug->focus_x - debug->focus_x % TILE;
	unsigned y = debug->focus_y - debug->focus_y % TILE;
	unsigned right = MIN(x + TILE, b->x + b->width), top = MIN(y + TILE, b->y + b->height);
	rect[0] = MAX(x, b->x);
	rect[1] = MAX(y, b->y);
	rect[2] = right - rect[0];
	rect[3] = top - rect[1];
	return true;
}

/* The window that begins at a decision; NULL: failed. */
static struct window *record_window(struct record_provider *p, uint64_t first, GError **error)
{
	struct gs_variant_request request = {.kind = GS_VARIANT_PATH, .first_decision = first};
	unsigned tile[4];
	bool has_tile = find_tile(p->debug, tile);
	struct gs_capture_result *result = gs_debug_capture(
		p->debug, &request, 0, has_tile ? tile : NULL, error);
	if (!result)
		return NULL;
	struct window *window = g_new0(struct window, 1);
	window->first = first;
	window->result = result;
	if (p->windows->len == MAX_WINDOWS)
		g_ptr_array_remove_index(p->windows, 0);
	g_ptr_array_add(p->windows, window);
	return window;
}

static bool record(struct gs_path_provider *provider, GByteArray *bits, GError **error)
{
	struct record_provider *p = (struct record_provider *)provider;
	struct gs_debug *debug = p->debug;
	uint64_t first = bits->len;
	if (p->refused && first == 0)
		return true;
	if (gs_debug_is_expired(debug, error))
		return false;
	GError *refusal = NULL;
	struct window *window = find_window(p, first);
	if (!window && !(window = record_window(p, first, &refusal))) {
		if (first || gs_error_is_fatal(refusal)) {
			g_propagate_error(error, refusal);
			return false;
		}
		g_error_free(refusal);
		p->refused = true;
		return true;
	}
	uint8_t decisions[MAX_DECISIONS];
	size_t pixel, n = 0;
	if (gs_capture_result_pixel(window->result, debug->focus_x, debug->focus_y, &pixel))
		n = gs_variant_decisions(window->result->variant, &window->result->images, pixel,
			decisions, MAX_DECISIONS);
	g_byte_array_append(bits, decisions, n);
	return true;
}

static bool decide(struct gs_path_provider *provider, const struct gs_position *position,
	unsigned *decision, GError **error)
{
	struct record_provider *p = (struct record_provider *)provider;
	return p->capture->decide(p->capture, position, decision, error);
}

static void free_provider(struct gs_path_provider *provider)
{
	struct record_provider *p = (struct record_provider *)provider;
	p->capture->free(p->capture);
	g_ptr_array_free(p->windows, TRUE);
	g_free(p);
}

struct gs_path_provider *gs_path_provider_record_new(struct gs_debug *debug)
{
	struct record_provider *p = g_new0(struct record_provider, 1);
	p->base = (struct gs_path_provider){"record", decide, record, free_provider};
	p->debug = debug;
	p->capture = gs_path_provider_capture_new(debug);
	p->windows = g_ptr_array_new_with_free_func(free_window);
	return &p->base;
}

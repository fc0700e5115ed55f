/* SPDX-License-Identifier: MIT */
#include "debugger/calls/windows.h"

#include <glib.h>
#include "debugger/calls/calls.h"
#include "debugger/calls/groups.h"
#include "debugger/calls/search.h"
#include "wire/inspect.h"

/* The next call of the thread: those of others may be made before the end. */
static struct gs_call_place behind(struct gs_call_store *store, const struct gs_call_frame_end *end)
{
	struct gs_call_place place = {end->place.n + 1};
	struct gs_wire_call call;
	while (gs_call_store_get(store, place, &call) &&
		call.flags >> GS_CALL_TID_SHIFT != end->thread)
		place.n++;
	return place;
}

/* Copy the ends of frames; g_array_unref. */
static GArray *copy_ends(struct gs_call_store *store)
{
	const struct gs_call_groups *groups = gs_call_store_lock_groups(store);
	GArray *copy = gs_call_drawables_ends(gs_call_groups_drawables(groups));
	gs_call_store_unlock_groups(store);
	return copy;
}

static bool find(struct gs_call_store *store, const GArray *ends, uint64_t window, uint64_t place,
	struct gs_window_frame *frame)
{
	const struct gs_call_frame_end *before = NULL, *end = NULL;
	for (guint i = 0; i < ends->len && !end; i++) {
		const struct gs_call_frame_end *each = &g_array_index(
			ends, struct gs_call_frame_end, i);
		if (gs_pixel_drawable(each->drawable) == window)
			*(each->place.n < place ? &before : &end) = each;
	}
	*frame = (struct gs_window_frame){.window = window,
		.number = end ? end->number : UINT64_MAX,
		.first = before ? behind(store, before) : gs_calls_frame(store, 0)};
	return before || end;
}

bool gs_calls_window_frame(struct gs_call_store *store, uint64_t window, struct gs_call_place place,
	struct gs_window_frame *frame)
{
	GArray *ends = copy_ends(store);
	bool found = find(store, ends, window, place.n, frame);
	g_array_unref(ends);
	return found;
}

bool gs_calls_numbered_frame(
	struct gs_call_store *store, uint64_t number, struct gs_window_frame *frame)
{
	GArray *ends = copy_ends(store);
	bool found = false;
	for (guint i = 0; i < ends->len && !found; i++) {
		const struct gs_call_frame_end *end = &g_array_index(
			ends, struct gs_call_frame_end, i);
		found = end->number == number &&
			find(store, ends, gs_pixel_drawable(end->drawable), end->place.n, frame);
	}
	g_array_unref(ends);
	return found;
}

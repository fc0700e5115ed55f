/* SPDX-License-Identifier: MIT */
#include "debugger/calls/windows.h"

#include <glib.h>
#include "data/data.h"
#include "debugger/calls/calls.h"
#include "debugger/calls/contexts.h"
#include "debugger/calls/search.h"
#include "wire/inspect.h"

enum { TAGS = 4096, DRAWABLE = 1 /* the argument's number */ };

struct end {
	uint64_t place, number, window;
	uint32_t thread;
};

static bool makes_current(unsigned function)
{
	return function == GS_FN_glXMakeCurrent || function == GS_FN_glXMakeContextCurrent ||
	       function == GS_FN_glXMakeCurrentReadSGI || function == GS_FN_eglMakeCurrent;
}

static uint32_t thread_of(const struct gs_wire_call *call)
{
	return call->flags >> GS_CALL_TID_SHIFT;
}

static void note(struct gs_call_store *store, uint64_t place, struct gs_call_contexts *contexts,
	GArray *ends)
{
	struct gs_wire_call call;
	if (!gs_call_store_get(store, (struct gs_call_place){place}, &call))
		return;
	if (makes_current(call.function)) {
		gs_call_contexts_note(contexts, &call, NULL, 0);
		return;
	}
	bool names_it = call.function != GS_FN_glFrameTerminatorGREMEDY && call.n_args > DRAWABLE;
	uint64_t handle = names_it ? call.args[DRAWABLE]
				   : gs_call_contexts_get(contexts, thread_of(&call)).drawable;
	const struct end end = {place, call.frame, gs_pixel_drawable(handle), thread_of(&call)};
	g_array_append_val(ends, end);
}

/* All ends of frames, in the order of the list; g_array_unref. */
static GArray *find_ends(struct gs_call_store *store)
{
	GArray *ends = g_array_new(FALSE, FALSE, sizeof(struct end));
	struct gs_call_contexts *contexts = gs_call_contexts_new();
	struct gs_call_place place = {0};
	uint16_t tags[TAGS];
	for (size_t n; (n = gs_call_store_tags(store, place, tags, TAGS)); place.n += n)
		for (size_t i = 0; i < n; i++) {
			unsigned function = tags[i] & GS_CALL_TAG_FUNCTION;
			if (makes_current(function) ||
				(gs_data_flags(function) & GS_FUNCTION_SWAPS))
				note(store, place.n + i, contexts, ends);
		}
	gs_call_contexts_free(contexts);
	return ends;
}

/* The next call of the thread: those of others may be made before the end. */
static struct gs_call_place behind(struct gs_call_store *store, const struct end *end)
{
	struct gs_call_place place = {end->place + 1};
	struct gs_wire_call call;
	while (gs_call_store_get(store, place, &call) && thread_of(&call) != end->thread)
		place.n++;
	return place;
}

/* before: the window's last end of a frame, NULL none; end: of this frame, NULL none */
static void describe(struct gs_call_store *store, const struct end *before, const struct end *end,
	struct gs_window_frame *frame)
{
	frame->number = end ? end->number : UINT64_MAX;
	frame->first = before ? behind(store, before) : gs_calls_frame(store, 0);
}

static bool find(struct gs_call_store *store, const GArray *ends, uint64_t window, uint64_t place,
	struct gs_window_frame *frame)
{
	const struct end *before = NULL, *end = NULL;
	for (guint i = 0; i < ends->len && !end; i++) {
		const struct end *each = &g_array_index(ends, struct end, i);
		if (each->window == window)
			*(each->place < place ? &before : &end) = each;
	}
	frame->window = window;
	if (before || end)
		describe(store, before, end, frame);
	return before || end;
}

bool gs_calls_window_frame(struct gs_call_store *store, uint64_t window, struct gs_call_place place,
	struct gs_window_frame *frame)
{
	GArray *ends = find_ends(store);
	bool found = find(store, ends, window, place.n, frame);
	g_array_unref(ends);
	return found;
}

bool gs_calls_numbered_frame(
	struct gs_call_store *store, uint64_t number, struct gs_window_frame *frame)
{
	GArray *ends = find_ends(store);
	bool found = false;
	for (guint i = 0; i < ends->len && !found; i++) {
		const struct end *end = &g_array_index(ends, struct end, i);
		found = end->number == number && find(store, ends, end->window, end->place, frame);
	}
	g_array_unref(ends);
	return found;
}

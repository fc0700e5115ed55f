/* SPDX-License-Identifier: MIT */
#include "debugger/calls/drawables.h"

#include "data/data.h"
#include "debugger/calls/sliding.h"

struct unshown {
	uint64_t drawable, draws;
};

struct bound {
	uint64_t place, drawable; /* from the call behind this place on */
};

struct gs_call_drawables {
	GArray *unshown;	/* struct unshown: with draws since the last frame of each */
	struct gs_sliding kept; /* the same as it was where each entry began, one after the other */
	struct gs_sliding entries; /* size_t: where each one's begin in kept */
	struct gs_sliding ends;	   /* struct gs_call_frame_end */
	GHashTable *threads;	   /* number -> struct gs_sliding of struct bound */
	uint64_t first;		   /* drawable that was current; 0: none so far */
	bool several;		   /* another one was */
};

static void free_sliding(gpointer sliding)
{
	gs_sliding_finish(sliding);
	g_free(sliding);
}

struct gs_call_drawables *gs_call_drawables_new(void)
{
	struct gs_call_drawables *drawables = g_new0(struct gs_call_drawables, 1);
	drawables->unshown = g_array_new(FALSE, FALSE, sizeof(struct unshown));
	gs_sliding_init(&drawables->kept, sizeof(struct unshown));
	gs_sliding_init(&drawables->entries, sizeof(size_t));
	gs_sliding_init(&drawables->ends, sizeof(struct gs_call_frame_end));
	drawables->threads = g_hash_table_new_full(NULL, NULL, NULL, free_sliding);
	return drawables;
}

void gs_call_drawables_free(struct gs_call_drawables *drawables)
{
	if (!drawables)
		return;
	g_array_free(drawables->unshown, TRUE);
	gs_sliding_finish(&drawables->kept);
	gs_sliding_finish(&drawables->entries);
	gs_sliding_finish(&drawables->ends);
	g_hash_table_destroy(drawables->threads);
	g_free(drawables);
}

void gs_call_drawables_clear(struct gs_call_drawables *drawables)
{
	g_array_set_size(drawables->unshown, 0);
	gs_sliding_clear(&drawables->kept);
	gs_sliding_clear(&drawables->entries);
	gs_sliding_clear(&drawables->ends);
	g_hash_table_remove_all(drawables->threads);
	drawables->first = 0;
	drawables->several = false;
}

void gs_call_drawables_begin_frame(struct gs_call_drawables *drawables)
{
	size_t begin = gs_sliding_end(&drawables->kept);
	gs_sliding_add(&drawables->entries, &begin);
	for (guint i = 0; i < drawables->unshown->len; i++)
		gs_sliding_add(
			&drawables->kept, &g_array_index(drawables->unshown, struct unshown, i));
}

/* Returns the drawable's place in unshown, or its length. */
static guint find(const struct gs_call_drawables *drawables, uint64_t drawable)
{
	const GArray *unshown = drawables->unshown;
	guint i = 0;
	while (i < unshown->len && g_array_index(unshown, struct unshown, i).drawable != drawable)
		i++;
	return i;
}

static void draw(struct gs_call_drawables *drawables, uint64_t drawable)
{
	guint n = drawables->unshown->len, i = find(drawables, drawable);
	const struct unshown first = {.drawable = drawable};
	if (i == n)
		g_array_append_val(drawables->unshown, first);
	g_array_index(drawables->unshown, struct unshown, i).draws++;
}

static void show(struct gs_call_drawables *drawables, uint64_t drawable)
{
	guint n = drawables->unshown->len, i = find(drawables, drawable);
	if (i < n)
		g_array_remove_index_fast(drawables->unshown, i);
}

static void end_frame(struct gs_call_drawables *drawables, const struct gs_wire_call *call,
	struct gs_call_place place, uint64_t shown)
{
	const struct gs_call_frame_end end = {
		place, call->frame, shown, call->flags >> GS_CALL_TID_SHIFT};
	gs_sliding_add(&drawables->ends, &end);
}

static const struct bound *bound_at(const struct gs_sliding *bound, size_t i)
{
	return gs_sliding_get(bound, const struct bound, i);
}

void gs_call_drawables_note(struct gs_call_drawables *drawables, const struct gs_wire_call *call,
	struct gs_call_place place, const struct gs_call_binding *binding,
	const struct gs_follow_drawable *shows)
{
	uint64_t shown = shows ? shows->handle : binding->drawable;
	gpointer thread = GUINT_TO_POINTER(call->flags >> GS_CALL_TID_SHIFT);
	struct gs_sliding *bound = g_hash_table_lookup(drawables->threads, thread);
	const struct bound now = {place.n, binding->drawable};
	if (!bound) {
		bound = g_new(struct gs_sliding, 1);
		gs_sliding_init(bound, sizeof(struct bound));
		g_hash_table_insert(drawables->threads, thread, bound);
	}
	size_t n = gs_sliding_end(bound);
	if (!n || bound_at(bound, n - 1)->drawable != now.drawable) {
		gs_sliding_add(bound, &now);
		drawables->first = drawables->first ? drawables->first : now.drawable;
		drawables->several |= now.drawable && now.drawable != drawables->first;
	}
	if (gs_data_flags(call->function) & GS_FUNCTION_SWAPS)
		end_frame(drawables, call, place, shown);
	if (gs_data_ends_frame(call))
		show(drawables, shown);
	else if (gs_data_flags(call->function) & GS_FUNCTION_DRAWS && !binding->compiles)
		draw(drawables, binding->drawable);
}

/* Returns the number of the first one that is bound at that place or behind it. */
static size_t bound_from(const struct gs_sliding *bound, uint64_t place)
{
	size_t low = bound->start, high = gs_sliding_end(bound);
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (bound_at(bound, middle)->place < place)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool ends_before(const void *end, uint64_t place)
{
	return ((const struct gs_call_frame_end *)end)->place.n < place;
}

void gs_call_drawables_drop(
	struct gs_call_drawables *drawables, size_t entry, struct gs_call_place place)
{
	GHashTableIter iter;
	gpointer data;
	gs_sliding_drop(&drawables->entries, entry);
	if (entry < gs_sliding_end(&drawables->entries))
		gs_sliding_drop(&drawables->kept,
			*gs_sliding_get(&drawables->entries, const size_t, entry));
	gs_sliding_drop_while(&drawables->ends, ends_before, place.n);
	g_hash_table_iter_init(&iter, drawables->threads);
	while (g_hash_table_iter_next(&iter, NULL, &data)) {
		struct gs_sliding *bound = data;
		size_t from = bound_from(bound, place.n);
		if (from) /* the last one before it holds there */
			gs_sliding_drop(bound, from - 1);
	}
}

GArray *gs_call_drawables_ends(const struct gs_call_drawables *drawables)
{
	const struct gs_sliding *ends = &drawables->ends;
	GArray *copy = g_array_new(FALSE, FALSE, sizeof(struct gs_call_frame_end));
	size_t n = gs_sliding_end(ends) - ends->start;
	if (n)
		g_array_append_vals(copy, gs_sliding_at(ends, ends->start), (guint)n);
	return copy;
}

bool gs_call_drawables_are_several(const struct gs_call_drawables *drawables)
{
	return drawables->several;
}

bool gs_call_drawables_of_threads(const struct gs_call_drawables *drawables)
{
	return g_hash_table_size(drawables->threads) > 1;
}

uint64_t gs_call_drawables_of_thread(
	const struct gs_call_drawables *drawables, uint32_t thread, struct gs_call_place place)
{
	const struct gs_sliding *bound = g_hash_table_lookup(
		drawables->threads, GUINT_TO_POINTER(thread));
	size_t from = bound ? bound_from(bound, place.n) : 0;
	return bound && from > bound->start ? bound_at(bound, from - 1)->drawable : 0;
}

uint64_t gs_call_drawables_drawn(
	const struct gs_call_drawables *drawables, size_t entry, uint64_t drawable)
{
	const struct gs_sliding *entries = &drawables->entries, *kept = &drawables->kept;
	size_t n = gs_sliding_end(entries), end = gs_sliding_end(kept);
	if (entry >= n) {
		guint i = find(drawables, drawable);
		return i < drawables->unshown->len
			       ? g_array_index(drawables->unshown, struct unshown, i).draws
			       : 0;
	}
	if (entry < entries->start)
		return 0;
	if (entry + 1 < n)
		end = *gs_sliding_get(entries, const size_t, entry + 1);
	for (size_t i = *gs_sliding_get(entries, const size_t, entry); i < end; i++) {
		const struct unshown *unshown = gs_sliding_get(kept, const struct unshown, i);
		if (unshown->drawable == drawable)
			return unshown->draws;
	}
	return 0;
}

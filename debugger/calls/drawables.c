/* SPDX-License-Identifier: MIT */
#include "debugger/calls/drawables.h"

#include "data/data.h"

struct unshown {
	uint64_t drawable, draws;
};

struct bound {
	uint64_t place, drawable; /* from the call behind this place on */
};

struct gs_call_drawables {
	GArray *unshown;     /* struct unshown: with draws since the last frame of each */
	GArray *kept;	     /* the same as it was where each entry began, one after the other */
	GArray *entries;     /* size_t: where each one's begin in kept */
	GArray *ends;	     /* struct gs_call_frame_end */
	GHashTable *threads; /* number -> GArray of struct bound */
	uint64_t first;	     /* drawable that was current; 0: none so far */
	bool several;	     /* another one was */
};

static void free_array(gpointer array)
{
	g_array_free(array, TRUE);
}

struct gs_call_drawables *gs_call_drawables_new(void)
{
	struct gs_call_drawables *drawables = g_new0(struct gs_call_drawables, 1);
	drawables->unshown = g_array_new(FALSE, FALSE, sizeof(struct unshown));
	drawables->kept = g_array_new(FALSE, FALSE, sizeof(struct unshown));
	drawables->entries = g_array_new(FALSE, FALSE, sizeof(size_t));
	drawables->ends = g_array_new(FALSE, FALSE, sizeof(struct gs_call_frame_end));
	drawables->threads = g_hash_table_new_full(NULL, NULL, NULL, free_array);
	return drawables;
}

void gs_call_drawables_free(struct gs_call_drawables *drawables)
{
	if (!drawables)
		return;
	g_array_free(drawables->unshown, TRUE);
	g_array_free(drawables->kept, TRUE);
	g_array_free(drawables->entries, TRUE);
	g_array_free(drawables->ends, TRUE);
	g_hash_table_destroy(drawables->threads);
	g_free(drawables);
}

void gs_call_drawables_clear(struct gs_call_drawables *drawables)
{
	g_array_set_size(drawables->unshown, 0);
	g_array_set_size(drawables->kept, 0);
	g_array_set_size(drawables->entries, 0);
	g_array_set_size(drawables->ends, 0);
	g_hash_table_remove_all(drawables->threads);
	drawables->first = 0;
	drawables->several = false;
}

void gs_call_drawables_begin_frame(struct gs_call_drawables *drawables)
{
	size_t begin = drawables->kept->len;
	g_array_append_val(drawables->entries, begin);
	g_array_append_vals(drawables->kept, drawables->unshown->data, drawables->unshown->len);
}

/* Returns the place of the drawable in the array, or its length. */
static guint find(const GArray *array, guint begin, guint end, uint64_t drawable)
{
	guint i = begin;
	while (i < end && g_array_index(array, struct unshown, i).drawable != drawable)
		i++;
	return i;
}

static void draw(struct gs_call_drawables *drawables, uint64_t drawable)
{
	guint n = drawables->unshown->len, i = find(drawables->unshown, 0, n, drawable);
	const struct unshown first = {.drawable = drawable};
	if (i == n)
		g_array_append_val(drawables->unshown, first);
	g_array_index(drawables->unshown, struct unshown, i).draws++;
}

static void show(struct gs_call_drawables *drawables, uint64_t drawable)
{
	guint n = drawables->unshown->len, i = find(drawables->unshown, 0, n, drawable);
	if (i < n)
		g_array_remove_index_fast(drawables->unshown, i);
}

static void end_frame(struct gs_call_drawables *drawables, const struct gs_wire_call *call,
	struct gs_call_place place, uint64_t shown)
{
	const struct gs_call_frame_end end = {
		place, call->frame, shown, call->flags >> GS_CALL_TID_SHIFT};
	g_array_append_val(drawables->ends, end);
}

void gs_call_drawables_note(struct gs_call_drawables *drawables, const struct gs_wire_call *call,
	struct gs_call_place place, const struct gs_call_binding *binding,
	const struct gs_follow_drawable *shows)
{
	uint64_t shown = shows ? shows->handle : binding->drawable;
	gpointer thread = GUINT_TO_POINTER(call->flags >> GS_CALL_TID_SHIFT);
	GArray *bound = g_hash_table_lookup(drawables->threads, thread);
	const struct bound now = {place.n, binding->drawable};
	if (!bound) {
		bound = g_array_new(FALSE, FALSE, sizeof(struct bound));
		g_hash_table_insert(drawables->threads, thread, bound);
	}
	if (!bound->len ||
		g_array_index(bound, struct bound, bound->len - 1).drawable != now.drawable) {
		g_array_append_val(bound, now);
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

const GArray *gs_call_drawables_ends(const struct gs_call_drawables *drawables)
{
	return drawables->ends;
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
	const GArray *bound = g_hash_table_lookup(drawables->threads, GUINT_TO_POINTER(thread));
	guint low = 0, high = bound ? bound->len : 0;
	while (low < high) {
		guint middle = (low + high) / 2;
		if (g_array_index(bound, struct bound, middle).place < place.n)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? g_array_index(bound, struct bound, low - 1).drawable : 0;
}

uint64_t gs_call_drawables_drawn(
	const struct gs_call_drawables *drawables, size_t entry, uint64_t drawable)
{
	const GArray *entries = drawables->entries, *from = drawables->kept;
	size_t begin = 0, end = from->len;
	if (entry < entries->len)
		begin = g_array_index(entries, size_t, entry);
	else
		from = drawables->unshown, end = from->len;
	if (entry + 1 < entries->len)
		end = g_array_index(entries, size_t, entry + 1);
	guint i = find(from, (guint)begin, (guint)end, drawable);
	return i < end ? g_array_index(from, struct unshown, i).draws : 0;
}

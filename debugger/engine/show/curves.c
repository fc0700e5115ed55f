/* SPDX-License-Identifier: MIT */
#include "debugger/engine/show/curves.h"

#include <string.h>

/* What changes at an iteration, while elements are being added to long curves. */
struct change {
	uint64_t iteration, ends, finished, left; /* ends: do not begin it any more */
};

uint64_t gs_curves_index(uint64_t iterations, enum gs_loop_end end)
{
	return end == GS_LOOP_FINISHED || iterations == 0 ? iterations : iterations - 1;
}

static void allocate(struct gs_curves *curves, size_t n)
{
	curves->n = n;
	curves->iteration = g_new0(uint64_t, n + 1);
	curves->active = g_new0(uint64_t, n + 1);
	curves->finished = g_new0(uint64_t, n + 1);
	curves->left = g_new0(uint64_t, n + 1);
}

void gs_curves_begin(struct gs_curves *curves, uint64_t last)
{
	memset(curves, 0, sizeof *curves);
	if (last >= GS_CURVES_DENSE) {
		curves->last = last;
		curves->changes = g_hash_table_new_full(g_int64_hash, g_int64_equal, NULL, g_free);
		return;
	}
	allocate(curves, (size_t)last + 1);
	for (size_t i = 0; i <= last; i++)
		curves->iteration[i] = i;
}

void gs_curves_finish(struct gs_curves *curves)
{
	if (curves->changes)
		g_hash_table_destroy(curves->changes);
	g_free(curves->iteration);
	g_free(curves->active);
	g_free(curves->finished);
	g_free(curves->left);
	memset(curves, 0, sizeof *curves);
}

static struct change *change_at(struct gs_curves *curves, uint64_t iteration)
{
	struct change *change = g_hash_table_lookup(curves->changes, &iteration);
	if (!change) {
		change = g_new0(struct change, 1);
		change->iteration = iteration;
		g_hash_table_insert(curves->changes, &change->iteration, change);
	}
	return change;
}

/* active is kept as differences until gs_curves_end. */
void gs_curves_add(struct gs_curves *curves, uint64_t iterations, enum gs_loop_end end)
{
	uint64_t at = gs_curves_index(iterations, end);
	if (end == GS_LOOP_NOT_REACHED)
		return;
	if (curves->changes) {
		struct change *change = change_at(curves, at);
		*(end == GS_LOOP_FINISHED ? &change->finished : &change->left) += 1;
		change_at(curves, iterations)->ends++;
		curves->begun++;
		return;
	}
	curves->active[0]++;
	curves->active[MIN(iterations, curves->n)]--;
	if (at < curves->n)
		(end == GS_LOOP_FINISHED ? curves->finished : curves->left)[at]++;
}

static gint compare_changes(gconstpointer a, gconstpointer b)
{
	uint64_t x = (*(struct change *const *)a)->iteration,
		 y = (*(struct change *const *)b)->iteration;
	return x < y ? -1 : x > y;
}

static void add_point(struct gs_curves *curves, uint64_t iteration, uint64_t active,
	uint64_t finished, uint64_t left)
{
	size_t n = curves->n++;
	curves->iteration[n] = iteration;
	curves->active[n] = active;
	curves->finished[n] = finished;
	curves->left[n] = left;
}

/* Sets a point before and after each change, for those between are the same. */
static void list_changes(struct gs_curves *curves)
{
	GPtrArray *changes = g_ptr_array_new();
	GHashTableIter iter;
	gpointer value;
	uint64_t active = curves->begun, next = 0; /* the first iteration without a point */
	g_hash_table_iter_init(&iter, curves->changes);
	while (g_hash_table_iter_next(&iter, NULL, &value))
		g_ptr_array_add(changes, value);
	g_ptr_array_sort(changes, compare_changes);
	allocate(curves, 3 * (size_t)changes->len + 1);
	curves->n = 0;
	for (guint i = 0; i < changes->len; i++) {
		const struct change *c = g_ptr_array_index(changes, i);
		if (c->iteration > curves->last)
			break;
		if (next < c->iteration)
			add_point(curves, next, active, 0, 0);
		if (next + 1 < c->iteration)
			add_point(curves, c->iteration - 1, active, 0, 0);
		active -= c->ends;
		add_point(curves, c->iteration, active, c->finished, c->left);
		next = c->iteration + 1;
	}
	g_ptr_array_free(changes, TRUE);
	g_hash_table_destroy(curves->changes);
	curves->changes = NULL;
}

void gs_curves_end(struct gs_curves *curves)
{
	if (curves->changes)
		list_changes(curves);
	else
		for (size_t i = 1; i < curves->n; i++)
			curves->active[i] += curves->active[i - 1];
}

void gs_curves_copy(struct gs_curves *to, const struct gs_curves *from)
{
	allocate(to, from->n);
	memcpy(to->iteration, from->iteration, from->n * sizeof(uint64_t));
	memcpy(to->active, from->active, from->n * sizeof(uint64_t));
	memcpy(to->finished, from->finished, from->n * sizeof(uint64_t));
	memcpy(to->left, from->left, from->n * sizeof(uint64_t));
}

size_t gs_curves_point(const struct gs_curves *curves, uint64_t iteration)
{
	size_t low = 0, high = curves->n; /* it is in [low, high) */
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;
		*(curves->iteration[middle] <= iteration ? &low : &high) = middle;
	}
	return low;
}

bool gs_curves_at(const struct gs_curves *curves, uint64_t iteration, uint64_t values[3])
{
	memset(values, 0, 3 * sizeof(*values));
	if (!curves->n || iteration > curves->iteration[curves->n - 1])
		return false;
	size_t point = gs_curves_point(curves, iteration);
	values[0] = curves->active[point];
	if (curves->iteration[point] == iteration) {
		values[1] = curves->finished[point];
		values[2] = curves->left[point];
	}
	return true;
}

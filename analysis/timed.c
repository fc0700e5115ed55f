/* SPDX-License-Identifier: MIT */
#include "analysis/timed.h"

#include <glib.h>

struct gs_timed {
	GHashTable *rows; /* call -> struct gs_timed_row */
};

struct gs_timed *gs_timed_new(void)
{
	struct gs_timed *timed = g_new0(struct gs_timed, 1);
	timed->rows = g_hash_table_new_full(g_int64_hash, g_int64_equal, NULL, g_free);
	return timed;
}

void gs_timed_free(struct gs_timed *timed)
{
	if (!timed)
		return;
	g_hash_table_destroy(timed->rows);
	g_free(timed);
}

void gs_timed_add(struct gs_timed *timed, const struct gs_timed_row *row)
{
	struct gs_timed_row *copy = g_memdup2(row, sizeof(*row));
	copy->why = g_intern_string(row->why); /* there are few texts */
	g_hash_table_replace(timed->rows, &copy->call, copy);
}

size_t gs_timed_count(const struct gs_timed *timed)
{
	return g_hash_table_size(timed->rows);
}

const struct gs_timed_row *gs_timed_find(const struct gs_timed *timed, uint64_t call)
{
	return g_hash_table_lookup(timed->rows, &call);
}

void gs_time_sum_add(struct gs_time_sum *sum, const struct gs_time_sum *other)
{
	sum->cpu += other->cpu;
	sum->gpu += other->gpu;
	sum->gpu_spread += other->gpu_spread;
	if (!sum->why_no_cpu)
		sum->why_no_cpu = other->why_no_cpu;
	if (!sum->why_no_gpu)
		sum->why_no_gpu = other->why_no_gpu;
}

void gs_time_sum_forget(struct gs_time_sum *sum, const char *why)
{
	const struct gs_time_sum unknown = {.why_no_cpu = why, .why_no_gpu = why};
	gs_time_sum_add(sum, &unknown);
}

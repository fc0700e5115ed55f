/* SPDX-License-Identifier: MIT */
/* Which threads of two traces belong together. */
#include "analysis/comparison-private.h"

enum { MOST_THREADS = 64 }; /* of which each is compared with each */

/* Return how often a thread calls each function: hash of the name -> number of calls. */
static GHashTable *count_functions(const struct gs_normal_thread *thread)
{
	GHashTable *counts = g_hash_table_new(NULL, NULL);
	for (uint32_t i = 0; i < gs_normal_length(thread); i++) {
		gpointer key = GUINT_TO_POINTER(gs_normal_call(thread, i)->function);
		guint n = GPOINTER_TO_UINT(g_hash_table_lookup(counts, key));
		g_hash_table_insert(counts, key, GUINT_TO_POINTER(n + 1));
	}
	return counts;
}

/* Return how much of the calls both have, in thousandths. */
static uint64_t likeness(GHashTable *a, uint32_t n_a, GHashTable *b, uint32_t n_b)
{
	GHashTableIter iter;
	gpointer key, value;
	uint64_t both = 0;
	g_hash_table_iter_init(&iter, a);
	while (g_hash_table_iter_next(&iter, &key, &value)) {
		guint other = GPOINTER_TO_UINT(g_hash_table_lookup(b, key));
		both += MIN(GPOINTER_TO_UINT(value), other);
	}
	return 1000 * both / MAX(MAX(n_a, n_b), 1);
}

static GPtrArray *count_all(const struct gs_normal_trace *trace)
{
	GPtrArray *counts = g_ptr_array_new_with_free_func((GDestroyNotify)g_hash_table_destroy);
	for (guint i = 0; i < trace->threads->len; i++)
		g_ptr_array_add(counts, count_functions(trace->threads->pdata[i]));
	return counts;
}

static const struct gs_normal_thread *thread_at(const struct gs_normal_trace *trace, guint i)
{
	return trace->threads->pdata[i];
}

/* Return the thread of b that is most like the i-th of a and not taken, the first of several;
 * b's number of threads: all are taken. counts: NULL: there is one, or there are too many to be
 * compared: in their order. */
static guint most_like(const struct gs_normal_trace *a, const struct gs_normal_trace *b, guint i,
	GPtrArray *const counts[2], const bool *taken)
{
	guint best = b->threads->len;
	uint64_t most = 0;
	if (!counts[0])
		return MIN(i, best);
	for (guint k = 0; k < b->threads->len; k++) {
		if (taken[k])
			continue;
		uint64_t like = 1 + likeness(counts[0]->pdata[i], gs_normal_length(thread_at(a, i)),
					    counts[1]->pdata[k], gs_normal_length(thread_at(b, k)));
		if (like <= most)
			continue;
		most = like;
		best = k;
	}
	return best;
}

GArray *gs_pair_threads(const struct gs_normal_trace *a, const struct gs_normal_trace *b)
{
	GArray *pairs = g_array_new(FALSE, FALSE, sizeof(struct gs_thread_pair));
	bool *taken = g_new0(bool, b->threads->len + 1);
	bool are_few = MAX(a->threads->len, b->threads->len) <= MOST_THREADS;
	GPtrArray *counts[2] = {NULL, NULL};
	if (are_few && MAX(a->threads->len, b->threads->len) > 1) {
		counts[0] = count_all(a);
		counts[1] = count_all(b);
	}
	for (guint i = 0; i < a->threads->len; i++) {
		guint k = most_like(a, b, i, counts, taken);
		struct gs_thread_pair pair = {thread_at(a, i), NULL, NULL};
		if (k < b->threads->len)
			pair.b = thread_at(b, k);
		taken[k] = true;
		g_array_append_val(pairs, pair);
	}
	for (guint k = 0; k < b->threads->len; k++) {
		struct gs_thread_pair pair = {NULL, thread_at(b, k), NULL};
		if (!taken[k])
			g_array_append_val(pairs, pair);
	}
	for (int i = 0; i < 2; i++)
		g_clear_pointer(&counts[i], g_ptr_array_unref);
	g_free(taken);
	return pairs;
}

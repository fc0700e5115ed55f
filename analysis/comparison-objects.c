/* SPDX-License-Identifier: MIT */
/*
 * Which objects of two traces are the same: those that calls which belong together name most. Where
 * many calls look alike, it may be the wrong ones that are together, so that a call counts the more
 * the fewer calls there are that look as it does, with those that follow it.
 */
#include "analysis/alignment.h"
#include "analysis/comparison-private.h"

enum {
	NEAR = 4,	    /* calls behind one that it is seen with */
	COUNTERS = 1 << 20, /* of alike calls; a few share one by chance */
	MOST_VOTES = 64,    /* of an object of a */
	WEIGHT = 4096,
};

struct vote {
	uint64_t objects; /* of a in the upper half, of b in the lower */
	uint64_t weight;
};

struct poll {
	GHashTable *votes; /* &vote->objects -> struct vote */
	uint8_t *n_votes;  /* by object of a */
	uint32_t *counters;
};

/* Return the hash of a call and those behind it, without names. */
static uint64_t look(const struct gs_normal_thread *thread, uint32_t i)
{
	uint64_t hash = 0;
	for (uint32_t k = i; k <= i + NEAR && k < gs_normal_length(thread); k++)
		hash = gs_hash_number(hash, gs_normal_call(thread, k)->key);
	return hash;
}

static void count_looks(struct poll *poll, const struct gs_normal_thread *thread)
{
	for (uint32_t i = 0; thread && i < gs_normal_length(thread); i++) {
		uint32_t n;
		gs_normal_references(thread, i, &n);
		if (n)
			poll->counters[look(thread, i) % COUNTERS]++;
	}
}

static void add_vote(struct poll *poll, uint32_t a, uint32_t b, uint64_t weight)
{
	bool is_new = (a | b) & GS_NORMAL_NEW;
	a &= ~GS_NORMAL_NEW;
	b &= ~GS_NORMAL_NEW;
	uint64_t objects = (uint64_t)a << 32 | b;
	struct vote *vote = g_hash_table_lookup(poll->votes, &objects);
	if (poll->n_votes[a] == MOST_VOTES)
		return;
	/* Names may be made in another order than they are used. */
	weight = is_new ? (weight + 1) / 2 : weight;
	poll->n_votes[a]++;
	if (!vote) {
		vote = g_new0(struct vote, 1);
		vote->objects = objects;
		g_hash_table_insert(poll->votes, &vote->objects, vote);
	}
	vote->weight += weight;
}

static void poll_thread(struct poll *poll, const struct gs_thread_pair *pair)
{
	for (uint32_t i = 0; i < gs_normal_length(pair->a); i++) {
		uint32_t n_a, n_b, k = pair->mate[i];
		const uint32_t *a = gs_normal_references(pair->a, i, &n_a), *b;
		if (k == GS_ALONE || !n_a)
			continue;
		b = gs_normal_references(pair->b, k, &n_b);
		uint64_t seen = look(pair->a, i), weight = 1;
		if (seen == look(pair->b, k))
			weight += WEIGHT / MAX(poll->counters[seen % COUNTERS], 1);
		for (uint32_t r = 0; r < MIN(n_a, n_b); r++)
			add_vote(poll, a[r], b[r], weight);
	}
}

static int by_weight(gconstpointer a, gconstpointer b)
{
	const struct vote *const *p = a, *const *q = b;
	if ((*p)->weight != (*q)->weight)
		return (*p)->weight > (*q)->weight ? -1 : 1;
	return (*p)->objects < (*q)->objects ? -1 : 1;
}

static GPtrArray *sorted(GHashTable *votes)
{
	GPtrArray *all = g_ptr_array_new();
	GHashTableIter iter;
	gpointer vote;
	g_hash_table_iter_init(&iter, votes);
	while (g_hash_table_iter_next(&iter, NULL, &vote))
		g_ptr_array_add(all, vote);
	g_ptr_array_sort(all, by_weight);
	return all;
}

void gs_pair_objects(const GArray *pairs, uint32_t n_a, uint32_t n_b, uint32_t *objects_of_a)
{
	struct poll poll = {
		.votes = g_hash_table_new_full(g_int64_hash, g_int64_equal, NULL, g_free),
		.n_votes = g_new0(uint8_t, n_a + 1),
		.counters = g_new0(uint32_t, COUNTERS)};
	bool *taken = g_new0(bool, n_b + 1);
	for (guint i = 0; i < pairs->len; i++)
		count_looks(&poll, g_array_index(pairs, struct gs_thread_pair, i).a);
	for (guint i = 0; i < pairs->len; i++) {
		const struct gs_thread_pair *pair = &g_array_index(pairs, struct gs_thread_pair, i);
		if (pair->a && pair->b)
			poll_thread(&poll, pair);
	}
	GPtrArray *votes = sorted(poll.votes);
	for (uint32_t i = 0; i < n_a; i++)
		objects_of_a[i] = UINT32_MAX;
	for (guint i = 0; i < votes->len; i++) {
		const struct vote *vote = votes->pdata[i];
		uint32_t a = (uint32_t)(vote->objects >> 32), b = (uint32_t)vote->objects;
		if (objects_of_a[a] != UINT32_MAX || taken[b])
			continue;
		objects_of_a[a] = b;
		taken[b] = true;
	}
	g_ptr_array_unref(votes);
	g_hash_table_destroy(poll.votes);
	g_free(poll.n_votes);
	g_free(poll.counters);
	g_free(taken);
}

/* SPDX-License-Identifier: MIT */
#include "analysis/alignment.h"

#include <glib.h>
#include <stdbool.h>
#include <string.h>

enum {
	SHORT = 4096, /* items of two sequences that are aligned without anchors */
	OUT = -1,
	MOST_STEPS = 256, /* edits from each end before the search is cut short */
};

/* Items that both sequences have, with their places in the whole ones. */
struct sequence {
	uint64_t *items;
	uint32_t *places;
	uint32_t n;
};

struct search {
	const uint64_t *a, *b;
	uint32_t *mate;	       /* of a: in b */
	int32_t *ahead, *back; /* furthest x of each diagonal; both point at diagonal 0 */
};

/* A rectangle: items of a from a_0 up to, not with, a_1, and likewise of b. */
struct block {
	uint32_t a_0, a_1, b_0, b_1;
};

/* ---- Myers ---- */

/* Return how far along a the diagonal `step` is reached with d edits, before equal items are
 * followed; OUT if it cannot be. far: how far each diagonal is reached with one edit less. */
static int32_t reach(const int32_t *far, const struct block *k, int32_t d, int32_t step)
{
	int32_t n = (int32_t)(k->a_1 - k->a_0), m = (int32_t)(k->b_1 - k->b_0);
	int32_t by_b = step < d ? far[step + 1] : OUT, by_a = step > -d ? far[step - 1] : OUT;
	if (d == 0)
		return 0;
	if (by_b != OUT && by_b - step > m)
		by_b = OUT;
	by_a = by_a == OUT || by_a == n ? OUT : by_a + 1;
	return MAX(by_a, by_b);
}

static int32_t go_ahead(const struct search *s, const struct block *k, int32_t d, int32_t step)
{
	int32_t x = reach(s->ahead, k, d, step);
	const uint64_t *a = s->a + k->a_0, *b = s->b + k->b_0;
	int32_t n = (int32_t)(k->a_1 - k->a_0), m = (int32_t)(k->b_1 - k->b_0);
	while (x != OUT && x < n && x - step < m && a[x] == b[x - step])
		x++;
	s->ahead[step] = x;
	return x;
}

/* Likewise from the end; x and diagonals count from there. */
static int32_t go_back(const struct search *s, const struct block *k, int32_t d, int32_t step)
{
	int32_t x = reach(s->back, k, d, step);
	const uint64_t *a = s->a + k->a_1 - 1, *b = s->b + k->b_1 - 1;
	int32_t n = (int32_t)(k->a_1 - k->a_0), m = (int32_t)(k->b_1 - k->b_0);
	while (x != OUT && x < n && x - step < m && a[-x] == b[step - x])
		x++;
	s->back[step] = x;
	return x;
}

/* Set the point to the one that has come furthest, where the search is cut short. */
static void furthest(const struct search *s, const struct block *k, int32_t d, uint32_t point[2])
{
	int32_t most = -1, best = 0;
	bool is_back = false;
	for (int32_t step = -d; step <= d; step += 2)
		for (int i = 0; i < 2; i++) {
			int32_t x = (i ? s->back : s->ahead)[step];
			if (x != OUT && 2 * x - step > most) {
				most = 2 * x - step;
				best = step;
				is_back = i;
			}
		}
	uint32_t x = (uint32_t)(is_back ? s->back : s->ahead)[best];
	uint32_t y = x - (uint32_t)best;
	point[0] = is_back ? k->a_1 - x : k->a_0 + x;
	point[1] = is_back ? k->b_1 - y : k->b_0 + y;
}

static bool meets(int32_t x, int32_t other, int32_t n)
{
	return x != OUT && other != OUT && x + other >= n;
}

/* Find a point through which a shortest way from the block's one corner to the other goes, or
 * nearly. */
static void middle(const struct search *s, const struct block *k, uint32_t point[2])
{
	int32_t n = (int32_t)(k->a_1 - k->a_0), m = (int32_t)(k->b_1 - k->b_0), delta = n - m;
	for (int32_t d = 0;; d++) {
		for (int32_t step = -d; step <= d; step += 2) {
			int32_t x = go_ahead(s, k, d, step), other = delta - step;
			if ((delta & 1) && other > -d && other < d && meets(x, s->back[other], n)) {
				point[0] = k->a_0 + (uint32_t)x;
				point[1] = k->b_0 + (uint32_t)(x - step);
				return;
			}
		}
		for (int32_t step = -d; step <= d; step += 2) {
			int32_t x = go_back(s, k, d, step), other = delta - step;
			if (!(delta & 1) && other >= -d && other <= d && x + s->ahead[other] >= n) {
				point[0] = k->a_1 - (uint32_t)x;
				point[1] = k->b_1 - (uint32_t)(x - step);
				return;
			}
		}
		if (d == MOST_STEPS) {
			furthest(s, k, d, point);
			return;
		}
	}
}

static void pair(const struct search *s, uint32_t a, uint32_t b)
{
	s->mate[a] = b;
}

/* Pair the block's equal ends, and take them off. */
static void trim(const struct search *s, struct block *k)
{
	while (k->a_0 < k->a_1 && k->b_0 < k->b_1 && s->a[k->a_0] == s->b[k->b_0])
		pair(s, k->a_0++, k->b_0++);
	while (k->a_0 < k->a_1 && k->b_0 < k->b_1 && s->a[k->a_1 - 1] == s->b[k->b_1 - 1])
		pair(s, --k->a_1, --k->b_1);
}

/* Both halves of a block differ less than it does; where the search was cut short, they are
 * smaller. The lower one is done here, the upper one by going round. */
static void by_steps(const struct search *s, struct block k)
{
	for (;;) {
		uint32_t point[2];
		trim(s, &k);
		if (k.a_0 == k.a_1 || k.b_0 == k.b_1)
			return;
		middle(s, &k, point);
		struct block low = {k.a_0, point[0], k.b_0, point[1]};
		struct block high = {point[0], k.a_1, point[1], k.b_1};
		if (memcmp(&low, &k, sizeof k) == 0 || memcmp(&high, &k, sizeof k) == 0)
			return;
		bool is_low_small = point[0] - k.a_0 + (point[1] - k.b_0) <
				    k.a_1 - point[0] + (k.b_1 - point[1]);
		by_steps(s, is_low_small ? low : high);
		k = is_low_small ? high : low;
	}
}

/* ---- anchors ---- */

/* What a table knows of an item: how often each side has it (2: more than once), and where. */
struct entry {
	uint64_t item;
	uint32_t a, b;
	uint8_t n_a, n_b;
	bool is_used;
};

struct table {
	struct entry *entries;
	uint32_t mask;
};

static struct table new_table(uint64_t items)
{
	struct table table = {.mask = 63};
	while (table.mask < 2 * items)
		table.mask = 2 * table.mask + 1;
	table.entries = g_new0(struct entry, (gsize)table.mask + 1);
	return table;
}

static struct entry *entry_of(const struct table *table, uint64_t item)
{
	uint64_t at = item * UINT64_C(0x9e3779b97f4a7c15) >> 20;
	for (;; at++) {
		struct entry *entry = &table->entries[at & table->mask];
		if (entry->is_used && entry->item != item)
			continue;
		entry->is_used = true;
		entry->item = item;
		return entry;
	}
}

static struct table count(const uint64_t *a, const uint64_t *b, const struct block *k)
{
	struct table table = new_table((uint64_t)(k->a_1 - k->a_0) + (k->b_1 - k->b_0));
	for (uint32_t i = k->a_0; i < k->a_1; i++) {
		struct entry *entry = entry_of(&table, a[i]);
		entry->a = i;
		entry->n_a = MIN(entry->n_a + 1, 2);
	}
	for (uint32_t i = k->b_0; i < k->b_1; i++) {
		struct entry *entry = entry_of(&table, b[i]);
		entry->b = i;
		entry->n_b = MIN(entry->n_b + 1, 2);
	}
	return table;
}

struct anchor {
	uint32_t a, b;
	uint32_t before; /* the anchor before it in the longest chain that ends with it */
};

/* Keep of the anchors, which are in the order of a, a longest chain in the order of b, too. */
static void keep_chain(GArray *anchors)
{
	struct anchor *all = (struct anchor *)(void *)anchors->data;
	/* The anchor with the lowest b that ends a chain of that length. */
	uint32_t *ends = g_new(uint32_t, anchors->len + 1), n = 0;
	for (uint32_t i = 0; i < anchors->len; i++) {
		uint32_t low = 0, high = n;
		while (low < high) {
			uint32_t half = (low + high) / 2;
			if (all[ends[half]].b < all[i].b)
				low = half + 1;
			else
				high = half;
		}
		all[i].before = low ? ends[low - 1] : 0;
		ends[low] = i;
		n = MAX(n, low + 1);
	}
	for (uint32_t i = n, at = n ? ends[n - 1] : 0; i-- > 0; at = all[at].before)
		ends[i] = at;
	for (uint32_t i = 0; i < n; i++)
		all[i] = all[ends[i]]; /* ends[i] >= i */
	g_array_set_size(anchors, n);
	g_free(ends);
}

static GArray *find_anchors(const struct search *s, const struct block *k)
{
	GArray *anchors = g_array_new(FALSE, FALSE, sizeof(struct anchor));
	struct table table = count(s->a, s->b, k);
	for (uint32_t i = k->a_0; i < k->a_1; i++) {
		const struct entry *entry = entry_of(&table, s->a[i]);
		struct anchor anchor = {i, entry->b, 0};
		if (entry->n_a == 1 && entry->n_b == 1)
			g_array_append_val(anchors, anchor);
	}
	g_free(table.entries);
	keep_chain(anchors);
	return anchors;
}

static void by_anchors(const struct search *s, struct block k)
{
	trim(s, &k);
	if (k.a_0 == k.a_1 || k.b_0 == k.b_1)
		return;
	if (k.a_1 - k.a_0 + (k.b_1 - k.b_0) <= SHORT) {
		by_steps(s, k);
		return;
	}
	GArray *anchors = find_anchors(s, &k);
	struct block part = {k.a_0, k.a_1, k.b_0, k.b_1};
	for (guint i = 0; i < anchors->len; i++) {
		const struct anchor *anchor = &g_array_index(anchors, struct anchor, i);
		part.a_1 = anchor->a;
		part.b_1 = anchor->b;
		by_anchors(s, part);
		pair(s, anchor->a, anchor->b);
		part = (struct block){anchor->a + 1, k.a_1, anchor->b + 1, k.b_1};
	}
	if (anchors->len)
		by_anchors(s, part);
	else
		by_steps(s, k);
	g_array_free(anchors, TRUE);
}

/* ---- both ---- */

/* Copy the items that both sequences have. */
static struct sequence common(
	const struct table *table, const uint64_t *items, uint32_t first, uint32_t end)
{
	struct sequence to = {
		g_new(uint64_t, end - first + 1), g_new(uint32_t, end - first + 1), 0};
	for (uint32_t i = first; i < end; i++) {
		const struct entry *entry = entry_of(table, items[i]);
		if (!entry->n_a || !entry->n_b)
			continue;
		to.items[to.n] = items[i];
		to.places[to.n++] = i;
	}
	return to;
}

static void align_common(const struct sequence *a, const struct sequence *b, uint32_t *mate)
{
	gsize room = (gsize)a->n + b->n + 3;
	int32_t *diagonals = g_new0(int32_t, 4 * room);
	uint32_t *own = g_new(uint32_t, a->n + 1);
	struct search search = {a->items, b->items, own, diagonals + room, diagonals + 3 * room};
	for (uint32_t i = 0; i < a->n; i++)
		own[i] = GS_ALONE;
	by_anchors(&search, (struct block){0, a->n, 0, b->n});
	for (uint32_t i = 0; i < a->n; i++)
		if (own[i] != GS_ALONE)
			mate[a->places[i]] = b->places[own[i]];
	g_free(own);
	g_free(diagonals);
}

void gs_align(const uint64_t *a, uint32_t n_a, const uint64_t *b, uint32_t n_b, uint32_t *mate)
{
	struct block k = {0, n_a, 0, n_b};
	struct search ends = {a, b, mate, NULL, NULL};
	for (uint32_t i = 0; i < n_a; i++)
		mate[i] = GS_ALONE;
	trim(&ends, &k);
	if (k.a_0 == k.a_1 || k.b_0 == k.b_1)
		return;
	struct table table = count(a, b, &k);
	struct sequence of_a = common(&table, a, k.a_0, k.a_1);
	struct sequence of_b = common(&table, b, k.b_0, k.b_1);
	g_free(table.entries);
	align_common(&of_a, &of_b, mate);
	g_free(of_a.items);
	g_free(of_a.places);
	g_free(of_b.items);
	g_free(of_b.places);
}

/* SPDX-License-Identifier: MIT */
/*
 * alignment - sequences that are edited at random, aligned: the edits that the alignment tells make
 * of the one the other, there are as few as can be (by the table of all common subsequences, where
 * that is small) or nearly as few as were made, and long sequences that have nothing to do with one
 * another take seconds.
 */
#include "analysis/alignment.h"

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t state = 1;

static uint32_t chance(uint32_t below)
{
	state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t)(state >> 33) % below;
}

static void fail(const char *what)
{
	fprintf(stderr, "FAIL: %s\n", what);
	exit(1);
}

static GArray *random_items(uint32_t n, uint32_t kinds)
{
	GArray *items = g_array_new(FALSE, FALSE, sizeof(uint64_t));
	for (uint32_t i = 0; i < n; i++) {
		uint64_t item = chance(kinds) * UINT64_C(0x123456789abcdef1);
		g_array_append_val(items, item);
	}
	return items;
}

/* Edit a copy: insert, delete and replace items, `edits` in all. */
static GArray *edited(const GArray *items, uint32_t edits, uint32_t kinds)
{
	GArray *to = g_array_new(FALSE, FALSE, sizeof(uint64_t));
	g_array_append_vals(to, items->data, items->len);
	while (edits--) {
		uint32_t at = chance(to->len + 1), what = chance(3);
		uint64_t item = chance(kinds) * UINT64_C(0x123456789abcdef1);
		if (what > 0 && at < to->len)
			g_array_remove_index(to, at);
		if (what < 2)
			g_array_insert_val(to, MIN(at, to->len), item);
	}
	return to;
}

static const uint64_t *items_of(const GArray *items)
{
	return (const uint64_t *)(const void *)items->data;
}

/* Align them, apply what the alignment says to `a`, and compare with b. Return the number of pairs.
 */
static uint32_t apply(const GArray *a, const GArray *b)
{
	uint32_t *mate = g_new(uint32_t, a->len + 1), pairs = 0, next = 0;
	uint64_t *made = g_new(uint64_t, b->len + 1);
	gs_align(items_of(a), a->len, items_of(b), b->len, mate);
	for (uint32_t i = 0; i < a->len; i++) {
		if (mate[i] == GS_ALONE)
			continue;
		if (mate[i] < next || mate[i] >= b->len)
			fail("mates do not rise");
		for (; next < mate[i]; next++)
			made[next] = items_of(b)[next];
		made[next++] = items_of(a)[i];
		pairs++;
	}
	for (; next < b->len; next++)
		made[next] = items_of(b)[next];
	if (b->len && memcmp(made, b->data, b->len * sizeof *made) != 0)
		fail("what is made is not the other sequence");
	g_free(made);
	g_free(mate);
	return pairs;
}

/* Return the length of a longest common subsequence. */
static uint32_t longest(const GArray *a, const GArray *b)
{
	uint32_t *row = g_new0(uint32_t, b->len + 1);
	for (uint32_t i = 0; i < a->len; i++) {
		uint32_t corner = 0;
		for (uint32_t k = 0; k < b->len; k++) {
			uint32_t above = row[k + 1];
			row[k + 1] = items_of(a)[i] == items_of(b)[k] ? corner + 1
								      : MAX(above, row[k]);
			corner = above;
		}
	}
	uint32_t n = row[b->len];
	g_free(row);
	return n;
}

static void test_small(void)
{
	for (int round = 0; round < 3000; round++) {
		uint32_t kinds = 1 + chance(round % 2 ? 4 : 40);
		GArray *a = random_items(chance(120), kinds);
		GArray *b = chance(4) ? edited(a, chance(30), kinds)
				      : random_items(chance(120), kinds);
		if (apply(a, b) != longest(a, b))
			fail("a small alignment has fewer pairs than there can be");
		g_array_free(a, TRUE);
		g_array_free(b, TRUE);
	}
}

/* Long sequences: as many items stay alone as were edited, and a twentieth more at most. */
static void test_long(void)
{
	for (uint32_t kinds = 3; kinds <= 30000000; kinds *= 100) {
		GArray *a = random_items(200000, kinds);
		GArray *b = edited(a, 400, kinds);
		uint32_t alone = a->len - apply(a, b);
		printf("%u kinds: %u of %u alone after 400 edits\n", kinds, alone, a->len);
		if (alone > 420)
			fail("a long alignment leaves too many alone");
		g_array_free(a, TRUE);
		g_array_free(b, TRUE);
	}
}

/* A million items that have little in common must not take the square of that: the bound, of
 * processor time, is thousands of times below it. */
static void test_unequal(void)
{
	static const uint32_t kinds[] = {2, 100, 100000, 2000000};
	for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++) {
		GArray *a = random_items(1000000, kinds[i]), *b = random_items(900000, kinds[i]);
		clock_t begin = clock();
		uint32_t pairs = apply(a, b);
		double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
		printf("%u kinds: %u pairs, %.2f s\n", kinds[i], pairs, seconds);
		if (seconds > 60)
			fail("it takes too long");
		g_array_free(a, TRUE);
		g_array_free(b, TRUE);
	}
}

int main(void)
{
	test_small();
	test_long();
	test_unequal();
	return 0;
}

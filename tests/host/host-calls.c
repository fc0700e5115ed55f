/* SPDX-License-Identifier: MIT */
/* The list of calls: what is put in comes out, of any shape, also while it grows. */
#include <stdio.h>
#include <string.h>
#include <glib.h>
#include "debugger/calls/calls.h"

static __thread uint64_t state;

static uint64_t next_random(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

/* The nth call of the test, always the same. */
static struct gs_wire_call nth(uint64_t n)
{
	struct gs_wire_call call = {0};
	state = n * 2654435761u + 88172645463325252ull;
	next_random();
	call.index = n + n / 1000; /* gaps: the log was off */
	call.function = (uint32_t)(next_random() % 3500);
	call.flags = GS_CALL_EXECUTED | (uint32_t)(1000 + n / 5000) << GS_CALL_TID_SHIFT;
	call.frame = n / 300;
	call.draw = n / 7;
	call.n_args = (uint32_t)(next_random() % (GS_WIRE_ARGS + 1));
	for (unsigned i = 0; i < call.n_args; i++)
		call.args[i] = next_random() >> (next_random() % 64);
	if (n % 5 == 0) {
		call.flags |= GS_CALL_RETURNED;
		call.ret = next_random();
	}
	if (n % 11 == 0)
		call.gl_error = 0x500;
	return call;
}

static enum gs_call_room append(struct gs_call_store *store, const struct gs_wire_call *call)
{
	const struct gs_record record = {.call = *call};
	return gs_call_store_append(store, &record, 1);
}

/* A ring's bytes and what is told of them. */
struct ring {
	uint8_t bytes[GS_RECORD_RUN_MAX * GS_RECORD_MAX];
	struct gs_record_base base; /* of the record that comes next */
	struct gs_record_run run;
};

/* Calls n and the following, of one thread. */
static void fill_ring(struct ring *ring, uint64_t n, size_t calls)
{
	uint8_t *at = ring->bytes;
	if (n % 3 == 0) /* another lap begins */
		memset(&ring->base, 0, sizeof ring->base);
	ring->run = (struct gs_record_run){.from = at, .n = calls, .base = ring->base};
	for (size_t i = 0; i < calls; i++) {
		struct gs_wire_call call = nth(n + i);
		uint8_t *end = gs_record_write(at, &call, 0, NULL, &ring->base);
		g_assert_true(gs_record_read_head(at, (uint64_t)(end - at), &ring->run.heads[i]));
		at = end;
	}
}

static enum gs_call_room append_run(
	struct gs_call_store *store, struct ring *ring, uint64_t n, size_t calls)
{
	fill_ring(ring, n, calls);
	return gs_call_store_append_run(store, &ring->run);
}

static void check(struct gs_call_store *store, uint64_t place)
{
	struct gs_wire_call want = nth(place), got;
	g_assert_true(gs_call_store_get(store, (struct gs_call_place){place}, &got));
	g_assert_cmpmem(&want, sizeof want, &got, sizeof got);
	g_assert_cmpuint(gs_call_store_find(store, want.index).n, ==, place);
}

enum { CALLS = 300000 };

static gpointer reader(gpointer data)
{
	struct gs_call_store *store = data;
	uint64_t count;
	do {
		count = gs_call_store_count(store);
		if (count)
			check(store, count * 7 / 8);
	} while (count < CALLS);
	return NULL;
}

static void test_round_trip(void)
{
	GError *error = NULL;
	struct gs_call_store *store = gs_call_store_new(&error);
	g_assert_no_error(error);
	struct gs_wire_call call;
	g_assert_false(gs_call_store_get(store, (struct gs_call_place){0}, &call));
	struct ring *ring = g_new0(struct ring, 1);
	for (unsigned round = 0; round < 3; round++) {
		GThread *thread = g_thread_new("reader", reader, store);
		for (uint64_t n = 0, some = 1; n < CALLS; n += some) {
			some = round == 2 ? MIN(1 + n % GS_RECORD_RUN_MAX, CALLS - n) : 1;
			call = nth(n);
			g_assert_cmpint(round == 2 ? append_run(store, ring, n, some)
						   : append(store, &call),
				==, GS_CALLS_KEPT);
		}
		g_thread_join(thread);
		g_assert_cmpuint(gs_call_store_count(store), ==, CALLS);
		for (uint64_t n = 0; n < CALLS; n += n < 200 ? 1 : 997)
			check(store, n);
		check(store, CALLS - 1);
		g_assert_false(gs_call_store_get(store, (struct gs_call_place){CALLS}, &call));
		/* in a gap: the next one */
		g_assert_cmpuint(gs_call_store_find(store, 1000).n, ==, 1000);
		g_assert_cmpuint(gs_call_store_find(store, UINT64_MAX).n, ==, CALLS);
		gs_call_store_clear(store);
		g_assert_cmpuint(gs_call_store_count(store), ==, 0);
	}
	g_free(ring);
	gs_call_store_free(store);
}

/* Plain calls alone, of which most are copied as they stand, in runs that end anywhere in a block.
 */
static void test_plain(void)
{
	struct gs_call_store *store = gs_call_store_new(NULL);
	struct gs_record_base base = {0};
	uint8_t bytes[GS_RECORD_RUN_MAX * GS_RECORD_MAX];
	struct gs_wire_call got;
	uint64_t n = 0;
	for (size_t round = 0; round < 1000; round++) {
		struct gs_record_run run = {.from = bytes, .n = 1 + round % 64, .base = base};
		uint8_t *at = bytes;
		for (size_t i = 0; i < run.n; i++, n++) {
			struct gs_wire_call call = {.index = n,
				.function = 1 + n % 3,
				.flags = GS_CALL_EXECUTED | 7 << GS_CALL_TID_SHIFT,
				.n_args = n % 4,
				.args = {n, n * n, n << 33}};
			uint8_t *end = gs_record_write(at, &call, 0, NULL, &base);
			g_assert_true(gs_record_read_head(at, (uint64_t)(end - at), &run.heads[i]));
			at = end;
		}
		g_assert_cmpint(gs_call_store_append_run(store, &run), ==, GS_CALLS_KEPT);
	}
	g_assert_cmpuint(gs_call_store_count(store), ==, n);
	for (uint64_t i = 0; i < n; i++) {
		const uint64_t args[] = {i, i * i, i << 33};
		g_assert_true(gs_call_store_get(store, (struct gs_call_place){i}, &got));
		g_assert_cmpuint(got.index, ==, i);
		g_assert_cmpuint(got.function, ==, 1 + i % 3);
		g_assert_cmpuint(got.flags, ==, GS_CALL_EXECUTED | 7 << GS_CALL_TID_SHIFT);
		g_assert_cmpmem(got.args, 8 * got.n_args, args, 8 * (i % 4));
		g_assert_cmpuint(gs_call_store_find(store, i).n, ==, i);
	}
	gs_call_store_free(store);
}

/* The ring's bytes change while they are read: calls are lost or other ones, and nothing else. */
static void test_overwritten(void)
{
	struct gs_call_store *store = gs_call_store_new(NULL);
	struct ring *ring = g_new0(struct ring, 1);
	struct gs_wire_call got;
	uint64_t n = 0;
	for (size_t some; n < 20000; n += some) {
		some = 1 + n % GS_RECORD_RUN_MAX;
		fill_ring(ring, n, some);
		state = n + 1;
		for (size_t i = 0; i < sizeof ring->bytes; i++)
			if (next_random() % 3)
				ring->bytes[i] = (uint8_t)next_random();
		g_assert_cmpint(gs_call_store_append_run(store, &ring->run), ==, GS_CALLS_KEPT);
	}
	g_assert_cmpuint(gs_call_store_count(store), ==, n);
	for (uint64_t i = 0; i < n; i++)
		if (gs_call_store_get(store, (struct gs_call_place){i}, &got))
			g_assert_cmpuint(got.n_args, <=, GS_WIRE_ARGS);
	g_free(ring);
	gs_call_store_free(store);
}

/* A call that took long stands behind later ones of other threads. */
static void test_late(void)
{
	struct gs_call_store *store = gs_call_store_new(NULL);
	for (uint64_t place = 0; place < 1000; place++) {
		uint64_t index = place < 100	? place
				 : place < 700	? place + 1
				 : place == 700 ? 100
						: place;
		struct gs_wire_call call = {.index = index, .function = 1};
		g_assert_cmpint(append(store, &call), ==, GS_CALLS_KEPT);
	}
	for (uint64_t index = 0; index < 1000; index++) {
		uint64_t place = index < 100	? index
				 : index == 100 ? 700
				 : index <= 700 ? index - 1
						: index;
		g_assert_cmpuint(gs_call_store_find(store, index).n, ==, place);
	}
	gs_call_store_clear(store);
	g_assert_cmpuint(gs_call_store_find(store, 100).n, ==, 0);
	gs_call_store_free(store);
}

static void test_hostile(void)
{
	struct gs_call_store *store = gs_call_store_new(NULL);
	struct gs_wire_call call, got;
	memset(&call, 0xff, sizeof call);
	call.function = GS_RECORD_MEMORY - 1;
	for (unsigned i = 0; i < 10000; i++)
		g_assert_cmpint(append(store, &call), ==, GS_CALLS_KEPT);
	g_assert_true(gs_call_store_get(store, (struct gs_call_place){9999}, &got));
	g_assert_cmpuint(got.n_args, ==, GS_WIRE_ARGS);
	g_assert_cmpmem(got.args, sizeof got.args, call.args, sizeof call.args);
	gs_call_store_free(store);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/calls/round-trip", test_round_trip);
	g_test_add_func("/calls/plain", test_plain);
	g_test_add_func("/calls/overwritten", test_overwritten);
	g_test_add_func("/calls/late", test_late);
	g_test_add_func("/calls/hostile", test_hostile);
	return g_test_run();
}

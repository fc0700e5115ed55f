/* SPDX-License-Identifier: MIT */
/*
 * The threads that compress chunks, with short chunks and a compressor that dawdles, most of all in
 * the thread for idle processors, which has the usual priority here: all chunks are written once,
 * in their order, with their bytes, and the bytes that a thread reads stay until it has read them,
 * also those that were taken back from it.
 */
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "tests/fuzz/chance.h"
#include "trace/writer.h"

enum { SHORT = 32, ROUNDS = 20, MOST_CHUNKS = 300 };

#define CHECK(condition) ((condition) ? (void)0 : fail(__LINE__, #condition))

static void fail(int line, const char *what)
{
	fprintf(stderr, "FAIL %s:%d: %s\n", __FILE__, line, what);
	abort();
}

static _Thread_local unsigned turn;
static _Thread_local bool is_idle;
static _Atomic unsigned begun_where_idle;

static void dawdle(void)
{
	unsigned what = (turn = turn * 1103515245 + 12345) >> 16 & 15;

	if (what < 3)
		sched_yield();
	else if (what == 3)
		usleep(turn >> 20 & 255);
}

static size_t copy_slowly(const uint8_t *in, size_t n, uint8_t *out)
{
	begun_where_idle += is_idle;
	for (size_t i = 0; i < n; i++) {
		out[i] = ((const volatile uint8_t *)in)[i];
		if (i % 8 == 0)
			dawdle();
	}
	if (is_idle)
		usleep(turn >> 16 & 2047);
	for (size_t i = 0; i < n; i++)
		CHECK(((const volatile uint8_t *)in)[i] == out[i]);
	return n;
}

static int stay_awake(pid_t pid, int policy, const struct sched_param *param)
{
	is_idle = pid == 0 && policy == SCHED_IDLE && param->sched_priority == 0;
	return 0;
}

#define sched_setscheduler stay_awake
#define gs_trace_snappy_compress copy_slowly
#include "trace/writer-pool.c"

static uint64_t n_written;

static void make_bytes(uint8_t *bytes, uint64_t number)
{
	for (unsigned i = 0; i < SHORT; i++)
		bytes[i] = (uint8_t)(number * 31 + i * (number >> 8 | 1));
}

static void write_next(
	struct gs_trace_writer *writer, const struct gs_writer_chunk *chunk, size_t length)
{
	uint8_t bytes[SHORT];

	CHECK(writer == NULL);
	dawdle();
	make_bytes(bytes, n_written);
	CHECK(length == LENGTH + SHORT && chunk->n == SHORT);
	CHECK(memcmp(chunk->packed + LENGTH, bytes, SHORT) == 0);
	CHECK(memcmp(chunk->bytes, bytes, SHORT) == 0);
	n_written++;
}

static void post_some(struct gs_writer_pool *pool, uint64_t n)
{
	struct gs_writer_chunk *chunk = gs_writer_pool_chunk(pool);

	for (uint64_t i = 0; i < n; i++) {
		if (chance(3) == 0)
			dawdle();
		make_bytes(chunk->bytes, i);
		chunk->n = SHORT;
		chunk = gs_writer_pool_post(pool);
		if (chance(30) == 0)
			usleep((useconds_t)chance(500));
		if (chance(20) == 0) {
			gs_writer_pool_wait(pool);
			CHECK(n_written == i + 1);
		}
	}
}

int main(void)
{
	if (sysconf(_SC_NPROCESSORS_ONLN) < 2)
		return 0; /* there are no threads then */
	for (int round = 0; round < ROUNDS; round++) {
		struct gs_writer_pool *pool = gs_writer_pool_new(NULL, write_next);
		uint64_t n = chance(MOST_CHUNKS);

		CHECK(pool);
		n_written = 0;
		post_some(pool, n);
		gs_writer_pool_wait(pool);
		CHECK(n_written == n);
		gs_writer_pool_free(pool);
	}
	CHECK(begun_where_idle > ROUNDS);
	return 0;
}

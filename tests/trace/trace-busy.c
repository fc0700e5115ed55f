/* SPDX-License-Identifier: MIT */
/* A trace is written while other threads take all processors, so that chunks are taken back from
 * the thread that compresses where one is idle: all of it is read again. */
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "tests/fuzz/chance.h"
#include "trace/trace.h"

enum { SPINNERS = 8, ROUNDS = 6, MOST_CALLS = 60, MATERIAL = 3 << 20, LARGE = 2 << 20 };

static char path[] = "trace-busy.XXXXXX";
static uint8_t material[MATERIAL];
static _Atomic bool ends;

static void fail(int line, const char *what)
{
	fprintf(stderr, "FAIL %s:%d: %s\n", __FILE__, line, what);
	unlink(path);
	exit(1);
}

#define CHECK(condition) ((condition) ? (void)0 : fail(__LINE__, #condition))

static void *spin(void *data)
{
	while (!atomic_load(&ends))
		continue;
	return data;
}

static void make_material(void)
{
	for (size_t i = 0; i < MATERIAL; i++)
		material[i] = (uint8_t)(chance(7) ? i / 64 : chance(256));
}

struct part {
	size_t at, n;
};

static struct part any_part(void)
{
	size_t n = chance(chance(4) ? 200000 : LARGE);

	return (struct part){chance(MATERIAL - n), n};
}

static void write_parts(int fd, struct part *parts, size_t n)
{
	static const char *const names[] = {"data"};
	static const struct gs_trace_function function = {
		.id = 7, .n_args = 1, .name = "glData", .args = names};
	struct gs_trace_writer *writer = gs_trace_writer_new(fd, 6, NULL, 0);

	CHECK(writer);
	for (size_t i = 0; i < n; i++) {
		parts[i] = any_part();
		gs_trace_enter(writer, 0, &function, 0);
		gs_trace_arg(writer, 0);
		gs_trace_put_blob(writer, material + parts[i].at, parts[i].n);
		gs_trace_end(writer);
		if (chance(25) == 0)
			CHECK(gs_trace_flush(writer));
		if (chance(10) == 0)
			usleep((useconds_t)chance(3000));
	}
	CHECK(gs_trace_writer_free(writer));
}

static void read_parts(const struct part *parts, size_t n)
{
	char *why = NULL;
	struct gs_trace_reader *reader = gs_trace_open(path, NULL, NULL, &why);
	struct gs_trace_call *call;
	size_t i = 0;

	CHECK(reader);
	for (; (call = gs_trace_next_call(reader)); i++) {
		CHECK(i < n && call->args[0].n == parts[i].n);
		CHECK(memcmp(call->args[0].bytes, material + parts[i].at, parts[i].n) == 0);
	}
	CHECK(i == n);
	CHECK(gs_trace_reader_state(reader) == GS_TRACE_END);
	gs_trace_close(reader);
}

int main(void)
{
	pthread_t spinners[SPINNERS];
	struct part parts[MOST_CALLS];
	int fd = mkstemp(path);

	CHECK(fd >= 0);
	make_material();
	for (int i = 0; i < SPINNERS; i++)
		CHECK(pthread_create(&spinners[i], NULL, spin, NULL) == 0);
	for (int round = 0; round < ROUNDS; round++) {
		size_t n = 1 + chance(MOST_CALLS);

		CHECK(ftruncate(fd, 0) == 0);
		write_parts(fd, parts, n);
		read_parts(parts, n);
	}
	atomic_store(&ends, true);
	for (int i = 0; i < SPINNERS; i++)
		pthread_join(spinners[i], NULL);
	close(fd);
	unlink(path);
	return 0;
}

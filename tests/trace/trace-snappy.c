/* SPDX-License-Identifier: MIT */
/* What compresses chunks, judged by libsnappy: the bytes come back, nothing beyond the buffers is
 * read or written, and it becomes hardly longer than what libsnappy makes. */
#include <math.h>
#include <snappy-c.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "tests/fuzz/chance.h"
#include "trace/private.h"

enum { MOST = 1 << 20, GUARD = 1 << 16 };

static void fail(int line, const char *kind, size_t n, const char *what)
{
	fprintf(stderr, "FAIL %s:%d: %zu bytes of %s: %s\n", __FILE__, line, n, kind, what);
	exit(1);
}

#define CHECK(condition) ((condition) ? (void)0 : fail(__LINE__, kind, n, #condition))

/* Room for `size` bytes between pages that cannot be touched; *end: behind it. */
static uint8_t *guarded(size_t size, uint8_t **end)
{
	size_t whole = (size + GUARD - 1) / GUARD * GUARD;
	uint8_t *map = mmap(NULL, whole + 2 * GUARD, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (map == MAP_FAILED || mprotect(map + GUARD, whole, PROT_READ | PROT_WRITE) != 0)
		abort();
	*end = map + GUARD + whole;
	return map + GUARD;
}

/* ---- kinds of bytes ---- */

static void zeros(uint8_t *bytes, size_t n)
{
	memset(bytes, 0, n);
}

static void noise(uint8_t *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		bytes[i] = (uint8_t)chance(256);
}

/* Positions and normals of a wave, mesh after mesh a moment later. */
static void vertices(uint8_t *bytes, size_t n)
{
	for (size_t at = 0; at < n; at += 24) {
		size_t i = at / 24 % 2730, mesh = at / 65536;
		float x = (float)(i % 64) / 32 - 1, phase = 4 * x + 0.1f * (float)mesh;
		float vertex[6] = {x, (float)(i / 64) / 21 - 1, 0.25f * sinf(phase), -cosf(phase),
			0, 1 / sqrtf(1 + cosf(phase) * cosf(phase))};

		memcpy(bytes + at, vertex, n - at < sizeof(vertex) ? n - at : sizeof(vertex));
	}
}

/* Parts of before, from near to beyond what a distance in two bytes reaches, and a few new bytes.
 */
static void parts(uint8_t *bytes, size_t n)
{
	size_t at = 0;

	while (at < n) {
		size_t distance = 1 + chance(chance(3) ? 64 : 70000), length = 1 + chance(100);

		for (; at < n && length > 0; length--, at++)
			bytes[at] = distance <= at && length > chance(4) ? bytes[at - distance]
									 : (uint8_t)chance(256);
	}
}

/* Elements of 16 bytes, of which some differ from those of the one before. */
static void elements(uint8_t *bytes, size_t n)
{
	for (size_t at = 0; at < n; at++)
		bytes[at] = at >= 16 && at % 16 > 2 ? bytes[at - 16] : (uint8_t)chance(256);
}

/* Bytes that do not come again, but each so many of them a few that do. */
static void long_literals(uint8_t *bytes, size_t n)
{
	static const size_t lengths[] = {59, 60, 61, 255, 256, 257, 4095, 65535, 65536, 65537};
	size_t next = 0, which = 0;

	noise(bytes, n);
	while (next + 16 < n) {
		memcpy(bytes + next, "again and again", 16);
		next += 16 + lengths[which++ % (sizeof(lengths) / sizeof(lengths[0]))];
	}
}

/* Noise, but for parts of before at the distances where the format's elements change. */
static void borders(uint8_t *bytes, size_t n)
{
	static const size_t distances[] = {2047, 2048, 2049, 65535, 65536, 65537};
	size_t which = 0;

	noise(bytes, n);
	for (size_t at = 70000; at + 100 < n; at += 100 + which++ % 7)
		memcpy(bytes + at, bytes + at - distances[which % 6], 4 + which % 20);
}

static const struct kind {
	const char *name;
	void (*make)(uint8_t *bytes, size_t n);
} kinds[] = {{"zeros", zeros}, {"noise", noise}, {"vertices", vertices}, {"parts", parts},
	{"elements", elements}, {"long literals", long_literals}, {"borders", borders}};

/* ---- what comes of them ---- */

static struct buffers {
	uint8_t *in, *in_end, *out, *out_end, *back, *back_end;
} buffers;

static size_t judge(const char *kind, const uint8_t *in, size_t n)
{
	uint8_t *out = buffers.out_end - gs_trace_snappy_room(n);
	size_t length = gs_trace_snappy_compress(in, n, out), got = MOST;

	CHECK(length <= gs_trace_snappy_room(n));
	CHECK(snappy_uncompress((const char *)out, length, (char *)buffers.back, &got) ==
		SNAPPY_OK);
	CHECK(got == n && memcmp(buffers.back, in, n) == 0);
	memset(buffers.back, 0xaa, n);
	CHECK(gs_trace_snappy_prefix(out, length, buffers.back, n) == n);
	CHECK(memcmp(buffers.back, in, n) == 0);
	return length;
}

/* Once from where nothing is before it, once where nothing is behind it. */
static void try_kind(const struct kind *kind, size_t n)
{
	uint8_t *last = buffers.in_end - n;

	kind->make(last, n);
	judge(kind->name, last, n);
	memmove(buffers.in, last, n);
	judge(kind->name, buffers.in, n);
}

/* They find other parts than libsnappy, but about as much in all. */
static void compare_with_libsnappy(const struct kind *of, size_t n)
{
	const char *kind = of->name;
	size_t theirs = snappy_max_compressed_length(n), ours;

	of->make(buffers.in, n);
	ours = judge(kind, buffers.in, n);
	CHECK(snappy_compress((const char *)buffers.in, n, (char *)buffers.out, &theirs) ==
		SNAPPY_OK);
	CHECK(ours <= theirs + theirs / 5);
}

int main(void)
{
	static const size_t long_ones[] = {4095, 4096, 4097, 65535, 65536, 65537, 200000, MOST};

	buffers.in = guarded(MOST, &buffers.in_end);
	buffers.out = guarded(gs_trace_snappy_room(MOST), &buffers.out_end);
	buffers.back = guarded(MOST, &buffers.back_end);
	for (size_t k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++) {
		for (size_t n = 0; n < 600; n++)
			try_kind(&kinds[k], n);
		for (size_t i = 0; i < sizeof(long_ones) / sizeof(long_ones[0]); i++)
			try_kind(&kinds[k], long_ones[i]);
		compare_with_libsnappy(&kinds[k], MOST);
	}
	return 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * Bytes become a block of snappy's format. libsnappy does this as well, but knows nothing of what
 * is in traces: arrays of elements of one size, in which some bytes of each element are those of an
 * earlier one (a match). Where a match ends, the next one is looked for in this order: right there,
 * at the distance before the last one; right there, by a hash of four bytes; behind one to four
 * bytes that differ, at the last distance; further on, by the hash. Distances reach over the whole
 * block. In traces of games and desktops this takes 0.70 of libsnappy's time and 0.90 of its bytes
 * (docs/decisions/025-trace-format.md). Source: "Snappy compressed format description" of the
 * snappy project.
 */
#include <endian.h>
#include <string.h>
#include "trace/private.h"

enum {
	HASH_BITS = 11,
	FARTHEST = 65535, /* distance that two bytes hold */
	SHORTEST = 4,	  /* match that a copy is written for */
	LONGEST = 64,	  /* that one copy says */
	MARGIN = 20,	  /* a search at p may read so many bytes from p on */
	SHORT_LITERAL = 16,
	MANY = 64, /* equal bytes, behind which more are looked at together */
	BLOCK = 32,
	/* A match at the last distance, behind bytes that differ, is looked for only after one as
	 * long as the first, and taken only if it is as long as the second. */
	RESUME_AFTER = 6,
	SHORTEST_RESUMED = 8
};

struct packer {
	const uint8_t *in, *end;
	const uint8_t *limit; /* no match is looked for here or later */
	const uint8_t *done;  /* what is before is in out */
	uint8_t *out;
	size_t distance, other; /* of the last match, and of the one before it */
	uint32_t *last;		/* where four bytes of this hash began last */
};

static inline uint32_t four(const uint8_t *p)
{
	uint32_t bytes;

	memcpy(&bytes, p, sizeof(bytes));
	return bytes;
}

static inline uint64_t eight(const uint8_t *p)
{
	uint64_t bytes;

	memcpy(&bytes, p, sizeof(bytes));
	return le64toh(bytes);
}

static inline uint32_t *last_of(struct packer *packer, uint32_t bytes)
{
	return &packer->last[bytes * 2654435761u >> (32 - HASH_BITS)];
}

static inline uint64_t difference(const uint8_t *a, const uint8_t *b)
{
	return eight(a) ^ eight(b);
}

/* As below, but only whole blocks. */
static size_t equal_blocks(const uint8_t *a, const uint8_t *b, const uint8_t *end)
{
	size_t n = 0;

	while ((size_t)(end - b) - n >= BLOCK &&
		!(difference(a + n, b + n) | difference(a + n + 8, b + n + 8) |
			difference(a + n + 16, b + n + 16) | difference(a + n + 24, b + n + 24)))
		n += BLOCK;
	return n;
}

/* How many bytes from a are as those from b, which is behind it. */
static inline size_t equal_bytes(const uint8_t *a, const uint8_t *b, const uint8_t *end)
{
	size_t n = 0;

	for (; (size_t)(end - b) - n >= 8; n += 8) {
		uint64_t differ = difference(a + n, b + n);

		if (differ)
			return n + ((unsigned)__builtin_ctzll(differ) >> 3);
		if (n == MANY)
			n += equal_blocks(a + n + 8, b + n + 8, end);
	}
	while (b + n < end && a[n] == b[n])
		n++;
	return n;
}

/* ---- elements of the format ---- */

static inline uint8_t *put_number(uint8_t *out, size_t value, unsigned n_bytes)
{
	for (unsigned i = 0; i < n_bytes; i++)
		*out++ = (uint8_t)(value >> 8 * i);
	return out;
}

/* What is before `to`, if there is any. */
static inline void put_literal(struct packer *packer, const uint8_t *to)
{
	size_t n = (size_t)(to - packer->done), least = n - 1;
	uint8_t *out = packer->out;

	if (n == 0)
		return;
	if (n <= SHORT_LITERAL && packer->end - packer->done >= SHORT_LITERAL) {
		*out++ = (uint8_t)(least << 2);
		memcpy(out, packer->done, SHORT_LITERAL);
	} else {
		unsigned n_bytes = least < 60 ? 0 : 1;

		while (n_bytes && least >> 8 * n_bytes)
			n_bytes++;
		*out++ = (uint8_t)((n_bytes ? 59 + n_bytes : least) << 2);
		out = put_number(out, least, n_bytes);
		memcpy(out, packer->done, n);
	}
	packer->out = out + n;
	packer->done = to;
}

static inline uint8_t *put_far_copy(uint8_t *out, size_t distance, size_t n)
{
	uint32_t element = htole32((uint32_t)((n - 1) << 2 | 2 | distance << 8));

	memcpy(out, &element, sizeof(element)); /* the fourth byte is written over */
	return out + 3;
}

static inline void put_copy(struct packer *packer, size_t n)
{
	size_t distance = packer->distance;
	uint8_t *out = packer->out;

	packer->done += n;
	for (; n >= LONGEST + SHORTEST; n -= LONGEST)
		out = put_far_copy(out, distance, LONGEST);
	if (n > LONGEST) {
		out = put_far_copy(out, distance, LONGEST - SHORTEST);
		n -= LONGEST - SHORTEST;
	}
	if (n < 12 && distance < 2048) {
		*out++ = (uint8_t)(1 | (n - 4) << 2 | distance >> 8 << 5);
		*out++ = (uint8_t)distance;
	} else {
		out = put_far_copy(out, distance, n);
	}
	packer->out = out;
}

/* ---- matches ---- */

/* Of one at p, at the distance that was found. */
static inline size_t match_length(const struct packer *packer, const uint8_t *p)
{
	return SHORTEST + equal_bytes(p + SHORTEST - packer->distance, p + SHORTEST, packer->end);
}

static inline void use_distance(struct packer *packer, size_t distance)
{
	packer->other = packer->distance;
	packer->distance = distance;
}

/* At p, by the hash. */
static inline bool finds(struct packer *packer, const uint8_t *p)
{
	uint32_t bytes = four(p), *last = last_of(packer, bytes);
	const uint8_t *before = packer->in + *last;

	*last = (uint32_t)(p - packer->in);
	if (four(before) != bytes || p - before > FARTHEST)
		return false;
	use_distance(packer, (size_t)(p - before));
	return true;
}

/* The first match from p on; the longer none is found, the fewer places are looked at. NULL: none.
 */
static inline const uint8_t *find(struct packer *packer, const uint8_t *p)
{
	for (unsigned tries = 32; p < packer->limit; p += tries++ >> 5)
		if (finds(packer, p))
			return p;
	return NULL;
}

/* How many bytes from p on, 1 to 4, differ from those a distance before, where four follow that do
 * not. 0: others. */
static inline unsigned differing_bytes(const uint8_t *p, size_t distance)
{
	const uint64_t each = 0x0101010101010101, from_1_to_4 = 0xffffffff00;
	uint64_t differ = eight(p) ^ eight(p - distance), equal;

	differ |= differ >> 8;
	differ |= differ >> 16; /* each byte is 0 where it and the three behind it are equal */
	differ |= ~from_1_to_4;
	equal = (differ - each) & ~differ & each << 7; /* the lowest bit is right */
	return equal ? (unsigned)__builtin_ctzll(equal) >> 3 : 0;
}

/* How long a match is that begins right here, where the last one ended. 0: none does. */
static inline size_t next_match(struct packer *packer)
{
	const uint8_t *p = packer->done;

	if (four(p) == four(p - packer->other)) {
		*last_of(packer, four(p)) = (uint32_t)(p - packer->in);
		use_distance(packer, packer->other);
	} else if (!finds(packer, p)) {
		return 0;
	}
	return match_length(packer, p);
}

/* Likewise, of one that begins a few bytes later, as far back as the last one. The bytes between
 * are written. */
static inline size_t resumed_match(struct packer *packer)
{
	const uint8_t *p = packer->done;
	unsigned n_differ = differing_bytes(p, packer->distance);
	size_t n;

	if (n_differ == 0)
		return 0;
	p += n_differ;
	n = equal_bytes(p - packer->distance, p, packer->end);
	if (n < SHORTEST_RESUMED)
		return 0;
	put_literal(packer, p);
	return n;
}

static inline void pack_matches(struct packer *packer)
{
	const uint8_t *p = packer->in;

	while ((p = find(packer, p + 1))) {
		size_t n = match_length(packer, p);

		put_literal(packer, p);
		do {
			size_t before = n;

			put_copy(packer, n);
			if (packer->done >= packer->limit)
				return;
			n = next_match(packer);
			if (n == 0 && before >= RESUME_AFTER)
				n = resumed_match(packer);
		} while (n > 0);
		p = packer->done;
	}
}

size_t gs_trace_snappy_room(size_t n)
{
	return 32 + n + n / 6;
}

size_t gs_trace_snappy_compress(const uint8_t *in, size_t n, uint8_t *out)
{
	uint32_t last[1 << HASH_BITS] = {0};
	struct packer packer = {.in = in,
		.end = in + n,
		.limit = n > MARGIN ? in + n - MARGIN : in,
		.done = in,
		.out = out,
		.distance = 1,
		.other = 1,
		.last = last};

	for (; n >= 0x80; n >>= 7)
		*packer.out++ = (uint8_t)(n | 0x80);
	*packer.out++ = (uint8_t)n;
	pack_matches(&packer);
	put_literal(&packer, packer.end);
	return (size_t)(packer.out - out);
}

/* SPDX-License-Identifier: MIT */
/*
 * A bounds-checked byte stream over the bulk area: values are read in the order in which they were
 * written. Neither side trusts the other: a reader past the end, or a string longer than what is
 * left, sets failed and from then on yields zeros and "".
 */
#ifndef GS_WIRE_STREAM_H
#define GS_WIRE_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct gs_stream {
	uint8_t *data;
	uint64_t size; /* capacity when writing, bytes there when reading */
	uint64_t at;
	bool failed;
	/* Writing: reserves memory before it is written to, because a write to shared memory that
	 * has run out kills the writer; NULL: it is reserved already. */
	bool (*reserve)(void *at, size_t size);
	uint64_t reserved; /* bytes reserved so far */
};

enum { GS_STREAM_STEP = 1 << 16 };

static inline bool gs_stream_has_memory(struct gs_stream *s, uint64_t n)
{
	uint64_t to = (s->at + n + GS_STREAM_STEP - 1) / GS_STREAM_STEP * GS_STREAM_STEP;
	if (!s->reserve || s->at + n <= s->reserved)
		return true;
	to = to < s->size ? to : s->size;
	if (!s->reserve(s->data + s->reserved, to - s->reserved))
		return false;
	s->reserved = to;
	return true;
}

static inline void *gs_stream_claim(struct gs_stream *s, uint64_t n)
{
	if (s->failed || n > s->size - s->at || !gs_stream_has_memory(s, n)) {
		s->failed = true;
		return NULL;
	}
	void *p = s->data + s->at;
	s->at += n;
	return p;
}

static inline void gs_stream_put(struct gs_stream *s, const void *p, uint64_t n)
{
	void *to = gs_stream_claim(s, n);
	if (to && n)
		memcpy(to, p, n);
}

static inline void gs_stream_put_u32(struct gs_stream *s, uint32_t v)
{
	gs_stream_put(s, &v, sizeof v);
}

static inline void gs_stream_put_u64(struct gs_stream *s, uint64_t v)
{
	gs_stream_put(s, &v, sizeof v);
}

/* Length, bytes, NUL: the reader gets a C string in place. */
static inline void gs_stream_put_bytes(struct gs_stream *s, const char *p, uint64_t n)
{
	gs_stream_put_u64(s, n);
	gs_stream_put(s, p, n);
	gs_stream_put(s, "", 1);
}

static inline void gs_stream_put_string(struct gs_stream *s, const char *p)
{
	gs_stream_put_bytes(s, p, strlen(p));
}

static inline void gs_stream_get(struct gs_stream *s, void *p, uint64_t n)
{
	const void *from = gs_stream_claim(s, n);
	if (from)
		memcpy(p, from, n);
	else
		memset(p, 0, n);
}

static inline uint32_t gs_stream_get_u32(struct gs_stream *s)
{
	uint32_t v;
	gs_stream_get(s, &v, sizeof v);
	return v;
}

static inline uint64_t gs_stream_get_u64(struct gs_stream *s)
{
	uint64_t v;
	gs_stream_get(s, &v, sizeof v);
	return v;
}

/* Borrowed from the stream; never NULL. *n (may be NULL) is the length without the NUL. */
static inline const char *gs_stream_get_bytes(struct gs_stream *s, uint64_t *n)
{
	uint64_t length = gs_stream_get_u64(s);
	const char *p = length < UINT64_MAX ? gs_stream_claim(s, length + 1) : NULL;
	if (!p || p[length] != '\0') {
		s->failed = true;
		length = 0;
		p = "";
	}
	if (n)
		*n = length;
	return p;
}

static inline const char *gs_stream_get_string(struct gs_stream *s)
{
	return gs_stream_get_bytes(s, NULL);
}

#endif

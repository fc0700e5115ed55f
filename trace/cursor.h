/* SPDX-License-Identifier: MIT */
/* Reads the basic types of a trace from memory. Where the bytes do not suffice the status becomes
 * SHORT, and all that follows reads zeros; so callers look at the status once, at their end. */
#ifndef GS_TRACE_CURSOR_H
#define GS_TRACE_CURSOR_H

#include <string.h>
#include "trace/private.h"

/* At the window's start. Field by field: a whole struct that is copied at once costs 20 ns here. */
static inline void gs_cursor_begin(struct gs_trace_cursor *cursor, struct gs_trace_reader *reader)
{
	const struct gs_trace_window *window = &reader->window;

	reader->n_notes = 0;
	cursor->p = cursor->begin = window->data + window->start;
	cursor->end = window->data + window->end;
	cursor->status = GS_CURSOR_OK;
	cursor->need = 0;
	cursor->depth = 0;
	cursor->call = -1;
	cursor->reader = reader;
	cursor->arena = NULL;
}

static inline size_t gs_cursor_left(const struct gs_trace_cursor *cursor)
{
	return (size_t)(cursor->end - cursor->p);
}

static inline uint64_t gs_cursor_stream(const struct gs_trace_cursor *cursor)
{
	const struct gs_trace_window *window = &cursor->reader->window;

	return window->base + (uint64_t)(cursor->p - window->data);
}

__attribute__((cold, noinline)) static void gs_cursor_short(
	struct gs_trace_cursor *cursor, uint64_t n)
{
	if (cursor->status != GS_CURSOR_OK)
		return;
	cursor->status = GS_CURSOR_SHORT;
	cursor->need = (uint64_t)(cursor->p - cursor->begin) + n;
	if (cursor->need < n)
		cursor->need = UINT64_MAX;
	cursor->p = cursor->end;
}

/* Are so many bytes there? */
static inline bool gs_cursor_has(struct gs_trace_cursor *cursor, uint64_t n)
{
	if (GS_UNLIKELY(n > gs_cursor_left(cursor))) {
		gs_cursor_short(cursor, n);
		return false;
	}
	return true;
}

static inline unsigned gs_cursor_byte(struct gs_trace_cursor *cursor)
{
	return gs_cursor_has(cursor, 1) ? *cursor->p++ : 0;
}

__attribute__((noinline)) static uint64_t gs_cursor_long_uint(struct gs_trace_cursor *cursor)
{
	uint64_t value = 0;

	for (unsigned shift = 0; shift < 70; shift += 7) {
		unsigned byte = gs_cursor_byte(cursor);
		if (shift == 63 && byte > 1)
			break;
		value |= (uint64_t)(byte & 0x7f) << shift;
		if (byte < 0x80)
			return cursor->status == GS_CURSOR_OK ? value : 0;
	}
	gs_trace_bad(cursor, "a number has more than 64 bits");
	return 0;
}

static inline uint64_t gs_cursor_uint(struct gs_trace_cursor *cursor)
{
	const uint8_t *p = cursor->p;

	if (GS_UNLIKELY(cursor->end - p < 4))
		return gs_cursor_long_uint(cursor);
	if (p[0] < 0x80) {
		cursor->p = p + 1;
		return p[0];
	}
	if (p[1] < 0x80) {
		cursor->p = p + 2;
		return (p[0] & 0x7fu) | (uint32_t)p[1] << 7;
	}
	if (p[2] < 0x80) {
		cursor->p = p + 3;
		return (p[0] & 0x7fu) | (p[1] & 0x7fu) << 7 | (uint32_t)p[2] << 14;
	}
	if (p[3] < 0x80) {
		cursor->p = p + 4;
		return (p[0] & 0x7fu) | (p[1] & 0x7fu) << 7 | (p[2] & 0x7fu) << 14 |
		       (uint32_t)p[3] << 21;
	}
	return gs_cursor_long_uint(cursor);
}

/* An integer as a value: its type, then its number. */
static inline int64_t gs_cursor_signed(struct gs_trace_cursor *cursor)
{
	unsigned type = gs_cursor_byte(cursor);
	uint64_t number = gs_cursor_uint(cursor);

	if (type + 1 == GS_TRACE_SINT)
		return (int64_t)-number;
	if (type + 1 != GS_TRACE_UINT && cursor->status == GS_CURSOR_OK)
		gs_trace_bad(cursor, "an enum's value is no integer, but of type %u", type);
	return (int64_t)number;
}

/* Multi-byte values stand as the little-endian machines have them that wrote them. */
static inline void gs_cursor_copy(struct gs_trace_cursor *cursor, void *to, size_t n)
{
	if (!gs_cursor_has(cursor, n)) {
		memset(to, 0, n);
		return;
	}
	memcpy(to, cursor->p, n);
	cursor->p += n;
}

#endif

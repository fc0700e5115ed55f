/* SPDX-License-Identifier: MIT */
/* The writer's buffer, for the files that fill it. */
#ifndef GS_TRACE_WRITER_H
#define GS_TRACE_WRITER_H

#include "trace/private.h"

enum { GS_WRITER_MOST = 32 }; /* bytes that gs_writer_room gives at most */

struct gs_trace_writer {
	uint8_t *p, *end; /* of the buffer: the next byte, and where a chunk is full */
	uint8_t *buffer;  /* GS_TRACE_CHUNK bytes */
	uint8_t *event;	  /* where the event begins in the buffer that is being written */
	bool is_in_event;
	bool is_spilled; /* the event's beginning is in the file */
	uint8_t *chunk;	 /* length and compressed bytes */
	int fd, error;
	uint64_t file_bytes;  /* whole chunks */
	uint64_t whole_bytes; /* of them, up to where no event is cut */
	uint64_t stream_bytes;
	uint64_t next_call;
	uint8_t *seen[GS_TRACE_KINDS]; /* 1: the signature is in the stream */
	uint32_t seen_room[GS_TRACE_KINDS];
};

void gs_writer_make_room(struct gs_trace_writer *writer);
void gs_writer_bytes(struct gs_trace_writer *writer, const void *bytes, size_t n);
void gs_writer_text(struct gs_trace_writer *writer, const char *text); /* NULL: "" */
void gs_writer_fail(struct gs_trace_writer *writer, int error);
/* True once for each number of a kind: the definition is to be written. */
bool gs_writer_is_new(struct gs_trace_writer *writer, enum gs_trace_kind kind, uint32_t id);

/* Room for up to GS_WRITER_MOST bytes at p. */
static inline void gs_writer_room(struct gs_trace_writer *writer)
{
	if (GS_UNLIKELY(writer->end - writer->p < GS_WRITER_MOST))
		gs_writer_make_room(writer);
}

/* These two take room that is there: 10 bytes at most, 1 byte. */
static inline uint8_t *gs_writer_put_uint(uint8_t *p, uint64_t value)
{
	while (value >= 0x80) {
		*p++ = (uint8_t)(value | 0x80);
		value >>= 7;
	}
	*p++ = (uint8_t)value;
	return p;
}

static inline void gs_writer_class(struct gs_trace_writer *writer, enum gs_trace_class class)
{
	*writer->p++ = (uint8_t)(class - 1);
}

static inline void gs_writer_uint(struct gs_trace_writer *writer, uint64_t value)
{
	gs_writer_room(writer);
	writer->p = gs_writer_put_uint(writer->p, value);
}

static inline bool gs_writer_knows(
	const struct gs_trace_writer *writer, enum gs_trace_kind kind, uint32_t id)
{
	return id < writer->seen_room[kind] && writer->seen[kind][id];
}

#endif

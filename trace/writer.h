/* SPDX-License-Identifier: MIT */
/* The writer's buffer, shared by the files that fill it. */
#ifndef GS_TRACE_WRITER_H
#define GS_TRACE_WRITER_H

#include "trace/private.h"

enum { GS_WRITER_MOST = 32 }; /* bytes that gs_writer_room makes room for */

/* A piece of the stream, plain and compressed. */
struct gs_writer_chunk {
	uint8_t *bytes;	 /* GS_TRACE_CHUNK, of which n are used */
	uint8_t *packed; /* compressed, as in the file */
	size_t n;
	bool is_whole; /* ends between two events */
	uint64_t mark[2];
};

struct gs_trace_writer {
	uint8_t *p, *end; /* of the buffer: the next byte, and where a chunk is full */
	uint8_t *buffer;  /* the chunk's bytes */
	uint8_t *event;	  /* start of the current event in the buffer */
	bool is_in_event;
	bool is_spilled;	       /* the event began in an earlier chunk */
	struct gs_writer_chunk *chunk; /* own, or one of the pool's */
	struct gs_writer_chunk own;
	struct gs_writer_pool *pool; /* NULL: write each chunk synchronously */
	bool is_pool_tried;
	uint64_t mark[2];
	uint64_t next_call;
	uint8_t *seen[GS_TRACE_KINDS]; /* 1: the signature is in the stream */
	uint32_t seen_room[GS_TRACE_KINDS];

	/* owned by the thread that writes: the caller's, or one of the pool's */
	int fd;
	_Atomic int error;
	_Atomic uint64_t file_bytes; /* whole chunks */
	uint64_t whole_bytes;	     /* of them, up to where no event is cut */
	uint64_t whole_mark[2];
	_Atomic uint64_t stream_bytes;
};

bool gs_writer_chunk_init(struct gs_writer_chunk *chunk); /* false: no memory; then finish it */
void gs_writer_chunk_finish(struct gs_writer_chunk *chunk);
size_t gs_writer_compress(const struct gs_writer_chunk *chunk); /* bytes that are packed */

/* ---- writer-pool.c ---- */

/* Writes length packed bytes; called by one thread at a time. */
typedef void gs_writer_write(
	struct gs_trace_writer *writer, const struct gs_writer_chunk *chunk, size_t length);
/* Returns NULL if no threads can be started. */
struct gs_writer_pool *gs_writer_pool_new(struct gs_trace_writer *writer, gs_writer_write *write);
void gs_writer_pool_free(struct gs_writer_pool *pool);
struct gs_writer_chunk *gs_writer_pool_chunk(struct gs_writer_pool *pool); /* to be filled */
/* Queues the full chunk. Waits for a free one and returns it. */
struct gs_writer_chunk *gs_writer_pool_post(struct gs_writer_pool *pool);
void gs_writer_pool_wait(struct gs_writer_pool *pool); /* until all chunks are written */

/* ---- writer.c ---- */

void gs_writer_make_room(struct gs_trace_writer *writer);
void gs_writer_bytes(struct gs_trace_writer *writer, const void *bytes, size_t n);
void gs_writer_text(struct gs_trace_writer *writer, const char *text); /* NULL: "" */
void gs_writer_fail(struct gs_trace_writer *writer, int error);
/* Returns true the first time for each number of a kind: write the definition then. */
bool gs_writer_is_new(struct gs_trace_writer *writer, enum gs_trace_kind kind, uint32_t id);

/* Makes room for GS_WRITER_MOST bytes at p. */
static inline void gs_writer_room(struct gs_trace_writer *writer)
{
	if (GS_UNLIKELY(writer->end - writer->p < GS_WRITER_MOST))
		gs_writer_make_room(writer);
}

/* These two need room: up to 10 bytes, and 1 byte. */
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

/* SPDX-License-Identifier: MIT */
/* The file that is written: chunks of snappy that end between events, as far as they can. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "trace/writer.h"

/* ---- the file: by whoever writes now ---- */

static void stop(struct gs_trace_writer *writer, int error)
{
	if (writer->error)
		return;
	/* Nothing better can be done where this fails as well. */
	if (ftruncate(writer->fd, (off_t)writer->whole_bytes) == 0)
		writer->file_bytes = writer->whole_bytes;
	writer->error = error ? error : EIO;
}

static void write_all(struct gs_trace_writer *writer, const uint8_t *bytes, size_t n)
{
	while (n > 0 && !writer->error) {
		ssize_t done = pwrite(writer->fd, bytes, n, (off_t)writer->file_bytes);
		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0) {
			stop(writer, done < 0 ? errno : ENOSPC);
			return;
		}
		bytes += done;
		n -= (size_t)done;
		writer->file_bytes += (uint64_t)done;
	}
}

static void write_chunk(
	struct gs_trace_writer *writer, const struct gs_writer_chunk *chunk, size_t length)
{
	write_all(writer, chunk->packed, length);
	if (writer->error)
		return;
	writer->stream_bytes += chunk->n;
	if (!chunk->is_whole)
		return;
	writer->whole_bytes = writer->file_bytes;
	memcpy(writer->whole_mark, chunk->mark, sizeof(chunk->mark));
}

/* ---- chunks ---- */

static void wait_for_chunks(struct gs_trace_writer *writer)
{
	if (writer->pool)
		gs_writer_pool_wait(writer->pool);
}

void gs_writer_fail(struct gs_trace_writer *writer, int error)
{
	wait_for_chunks(writer);
	stop(writer, error);
}

static void use_chunk(struct gs_trace_writer *writer, struct gs_writer_chunk *chunk)
{
	writer->chunk = chunk;
	writer->buffer = chunk->bytes;
	writer->end = chunk->bytes + GS_TRACE_CHUNK;
}

/* The first full chunk: threads compress from now on. */
static void begin_pool(struct gs_trace_writer *writer)
{
	struct gs_writer_chunk *first, full = writer->own;

	writer->is_pool_tried = true;
	writer->pool = gs_writer_pool_new(writer, write_chunk);
	if (!writer->pool)
		return;
	first = gs_writer_pool_chunk(writer->pool);
	writer->own = *first;
	*first = full;
	use_chunk(writer, first);
}

/* The buffer up to cut becomes a chunk. at_once: it is in the file then. */
static void end_chunk(struct gs_trace_writer *writer, const uint8_t *cut, bool at_once)
{
	struct gs_writer_chunk *chunk;
	size_t rest = (size_t)(writer->p - cut);

	if (!at_once && !writer->is_pool_tried)
		begin_pool(writer);
	chunk = writer->chunk;
	chunk->n = (size_t)(cut - writer->buffer);
	chunk->is_whole = !writer->is_spilled;
	memcpy(chunk->mark, writer->mark, sizeof(writer->mark));
	if (at_once || !writer->pool) {
		wait_for_chunks(writer);
		if (chunk->n && !writer->error)
			write_chunk(writer, chunk, gs_writer_compress(chunk));
	} else {
		use_chunk(writer, gs_writer_pool_post(writer->pool));
	}
	memmove(writer->buffer, cut, rest); /* of the old buffer, which nobody fills before */
	writer->p = writer->buffer + rest;
	writer->event = writer->buffer;
}

static void make_room(struct gs_trace_writer *writer, bool at_once)
{
	const uint8_t *cut = writer->is_in_event ? writer->event : writer->p;

	if (writer->p == writer->buffer)
		return;
	if (cut == writer->buffer) { /* the event is larger than a chunk */
		writer->is_spilled = true;
		cut = writer->p;
	}
	end_chunk(writer, cut, at_once);
}

void gs_writer_make_room(struct gs_trace_writer *writer)
{
	make_room(writer, false);
}

void gs_writer_bytes(struct gs_trace_writer *writer, const void *bytes, size_t n)
{
	const uint8_t *from = bytes;

	while (n > 0) {
		size_t room = (size_t)(writer->end - writer->p);
		size_t part = n < room ? n : room;
		memcpy(writer->p, from, part);
		writer->p += part;
		from += part;
		n -= part;
		if (n > 0)
			gs_writer_make_room(writer);
	}
}

void gs_writer_text(struct gs_trace_writer *writer, const char *text)
{
	size_t n = text ? strlen(text) : 0;

	gs_writer_uint(writer, n);
	gs_writer_bytes(writer, text, n);
}

bool gs_writer_is_new(struct gs_trace_writer *writer, enum gs_trace_kind kind, uint32_t id)
{
	size_t room = writer->seen_room[kind] ? writer->seen_room[kind] : 1024;
	uint8_t *seen;

	if (gs_writer_knows(writer, kind, id))
		return false;
	if (id > GS_TRACE_MAX_ID) {
		gs_writer_fail(writer, EINVAL);
		return false;
	}
	while (room <= id)
		room *= 2;
	if (room > writer->seen_room[kind]) {
		seen = realloc(writer->seen[kind], room);
		if (!seen) {
			gs_writer_fail(writer, ENOMEM);
			return false;
		}
		memset(seen + writer->seen_room[kind], 0, room - writer->seen_room[kind]);
		writer->seen[kind] = seen;
		writer->seen_room[kind] = (uint32_t)room;
	}
	writer->seen[kind][id] = 1;
	return true;
}

bool gs_trace_flush(struct gs_trace_writer *writer)
{
	if (!writer->is_in_event || writer->event > writer->buffer)
		make_room(writer, true);
	wait_for_chunks(writer);
	return !writer->error;
}

static void write_header(struct gs_trace_writer *writer, unsigned semantics,
	const struct gs_trace_property *properties, size_t n)
{
	write_all(writer, (const uint8_t *)"at", 2);
	writer->is_in_event = true;
	gs_writer_uint(writer, GS_TRACE_VERSION);
	gs_writer_uint(writer, semantics);
	for (size_t i = 0; i < n; i++) {
		if (!*properties[i].name) /* would end the properties */
			continue;
		gs_writer_text(writer, properties[i].name);
		gs_writer_text(writer, properties[i].value);
	}
	gs_writer_uint(writer, 0);
	writer->is_in_event = false;
	gs_trace_flush(writer);
}

struct gs_trace_writer *gs_trace_writer_new(
	int fd, unsigned semantics, const struct gs_trace_property *properties, size_t n_properties)
{
	struct gs_trace_writer *writer = calloc(1, sizeof(*writer));

	if (!writer)
		return NULL;
	writer->fd = fd;
	if (!gs_writer_chunk_init(&writer->own)) {
		gs_writer_chunk_finish(&writer->own);
		free(writer);
		return NULL;
	}
	use_chunk(writer, &writer->own);
	writer->p = writer->event = writer->buffer;
	write_header(writer, semantics, properties, n_properties);
	return writer;
}

bool gs_trace_writer_free(struct gs_trace_writer *writer)
{
	bool is_good;

	if (!writer)
		return true;
	is_good = gs_trace_flush(writer);
	for (int kind = 0; kind < GS_TRACE_KINDS; kind++)
		free(writer->seen[kind]);
	gs_writer_pool_free(writer->pool);
	gs_writer_chunk_finish(&writer->own);
	free(writer);
	return is_good;
}

int gs_trace_writer_error(const struct gs_trace_writer *writer)
{
	return writer->error;
}

uint64_t gs_trace_writer_calls(const struct gs_trace_writer *writer)
{
	return writer->next_call;
}

uint64_t gs_trace_writer_file_bytes(const struct gs_trace_writer *writer)
{
	return writer->file_bytes;
}

uint64_t gs_trace_writer_stream_bytes(const struct gs_trace_writer *writer)
{
	return writer->stream_bytes;
}

uint64_t gs_trace_writer_waiting_bytes(const struct gs_trace_writer *writer)
{
	return (uint64_t)(writer->p - writer->buffer);
}

void gs_trace_writer_set_mark(struct gs_trace_writer *writer, const uint64_t mark[2])
{
	memcpy(writer->mark, mark, sizeof(writer->mark));
}

void gs_trace_writer_whole_mark(const struct gs_trace_writer *writer, uint64_t mark[2])
{
	memcpy(mark, writer->whole_mark, sizeof(writer->whole_mark));
}

/* SPDX-License-Identifier: MIT */
/* The file that is written: chunks of snappy that end between events, as far as they can. */
#include <errno.h>
#include <snappy-c.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "trace/writer.h"

enum { LENGTH = 4 };

void gs_writer_fail(struct gs_trace_writer *writer, int error)
{
	if (writer->error)
		return;
	writer->error = error ? error : EIO;
	/* Nothing better can be done where this fails as well. */
	if (ftruncate(writer->fd, (off_t)writer->whole_bytes) == 0)
		writer->file_bytes = writer->whole_bytes;
}

static void write_all(struct gs_trace_writer *writer, const uint8_t *bytes, size_t n)
{
	while (n > 0 && !writer->error) {
		ssize_t done = pwrite(writer->fd, bytes, n, (off_t)writer->file_bytes);
		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0) {
			gs_writer_fail(writer, done < 0 ? errno : ENOSPC);
			return;
		}
		bytes += done;
		n -= (size_t)done;
		writer->file_bytes += (uint64_t)done;
	}
}

/* The buffer's first n bytes become a chunk. */
static void write_chunk(struct gs_trace_writer *writer, size_t n)
{
	size_t length = snappy_max_compressed_length(n);

	if (n == 0 || writer->error)
		return;
	snappy_compress((const char *)writer->buffer, n, (char *)writer->chunk + LENGTH, &length);
	for (unsigned i = 0; i < LENGTH; i++)
		writer->chunk[i] = (uint8_t)(length >> 8 * i);
	write_all(writer, writer->chunk, LENGTH + length);
	if (!writer->error)
		writer->stream_bytes += n;
}

void gs_writer_make_room(struct gs_trace_writer *writer)
{
	uint8_t *cut = writer->is_in_event ? writer->event : writer->p;

	if (writer->p == writer->buffer)
		return;
	if (cut == writer->buffer) { /* the event is larger than a chunk */
		writer->is_spilled = true;
		cut = writer->p;
	}
	write_chunk(writer, (size_t)(cut - writer->buffer));
	if (!writer->is_spilled && !writer->error)
		writer->whole_bytes = writer->file_bytes;
	memmove(writer->buffer, cut, (size_t)(writer->p - cut));
	writer->p -= cut - writer->buffer;
	writer->event = writer->buffer;
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
		gs_writer_make_room(writer);
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
	writer->buffer = malloc(GS_TRACE_CHUNK);
	writer->chunk = malloc(LENGTH + snappy_max_compressed_length(GS_TRACE_CHUNK));
	if (!writer->buffer || !writer->chunk) {
		free(writer->buffer);
		free(writer->chunk);
		free(writer);
		return NULL;
	}
	writer->p = writer->event = writer->buffer;
	writer->end = writer->buffer + GS_TRACE_CHUNK;
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
	free(writer->buffer);
	free(writer->chunk);
	free(writer);
	return is_good;
}

int gs_trace_writer_error(const struct gs_trace_writer *writer)
{
	return writer->error;
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

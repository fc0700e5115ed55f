/* SPDX-License-Identifier: MIT */
/* Where calls are in the file: marks, at least one for each chunk in which an event begins, with
 * the number of the next call. Built as the file is read for the first time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "trace/private.h"

enum { MARK_STEP = 32 << 10 }; /* bytes of the stream between marks in a chunk */

/* Room for one more of n items. False: there is no memory, and reading has stopped. */
static bool room_for_one(
	struct gs_trace_reader *reader, void **items, size_t n, size_t *room, size_t size)
{
	size_t more = *room ? 2 * *room : 64;
	void *larger;

	if (n < *room)
		return true;
	larger = realloc(*items, more * size);
	if (!larger) {
		gs_trace_reader_stop(reader, GS_TRACE_DAMAGED, "there is no memory left");
		return false;
	}
	*items = larger;
	*room = more;
	return true;
}

/* Those before the window's start are forgotten. */
static void drop_chunks(struct gs_trace_reader *reader)
{
	uint64_t start = reader->window.base + reader->window.start;
	size_t n = 0;

	while (n + 1 < reader->n_chunks && reader->chunks[n + 1].stream <= start)
		n++;
	reader->n_chunks -= n;
	if (n)
		memmove(reader->chunks, reader->chunks + n,
			reader->n_chunks * sizeof(*reader->chunks));
}

static void check_size(struct gs_trace_reader *reader, uint64_t stream, uint64_t n)
{
	char text[128];
	struct gs_trace_violation v = {{reader->source.chunk, stream}, -1, text};

	snprintf(text, sizeof(text), "a chunk has %llu bytes; other readers have room for %d",
		(unsigned long long)n, GS_TRACE_CHUNK);
	if (n > GS_TRACE_CHUNK && reader->report)
		reader->report(reader->report_data, &v);
}

bool gs_trace_note_chunk(struct gs_trace_reader *reader, uint64_t stream)
{
	uint64_t end = reader->window.base + reader->window.end;
	bool has_chunks = reader->source.class->has_chunks;

	drop_chunks(reader);
	if (!room_for_one(reader, (void **)&reader->chunks, reader->n_chunks, &reader->chunks_room,
		    sizeof(*reader->chunks)))
		return false;
	reader->chunks[reader->n_chunks++] = (struct gs_trace_chunk){
		stream, has_chunks ? reader->source.chunk : 0};
	if (end <= reader->stream_bytes)
		return true;
	reader->stream_bytes = end;
	reader->chunks_read++;
	if (has_chunks && stream < reader->next_mark)
		reader->next_mark = stream;
	if (has_chunks)
		check_size(reader, stream, end - stream);
	return true;
}

/* The chunk of a byte that is in the window. */
static struct gs_trace_chunk chunk_of(const struct gs_trace_reader *reader, uint64_t stream)
{
	size_t i = reader->n_chunks;

	while (i > 1 && reader->chunks[i - 1].stream > stream)
		i--;
	return i ? reader->chunks[i - 1] : (struct gs_trace_chunk){0, 0};
}

struct gs_trace_place gs_trace_reader_place(const struct gs_trace_reader *reader, uint64_t stream)
{
	return (struct gs_trace_place){chunk_of(reader, stream).file, stream};
}

bool gs_trace_mark_event(struct gs_trace_reader *reader)
{
	uint64_t event = reader->window.base + reader->window.start;
	struct gs_trace_chunk chunk = {0, 0};

	if (!room_for_one(reader, (void **)&reader->marks, reader->n_marks, &reader->marks_room,
		    sizeof(*reader->marks)))
		return false;
	if (reader->source.class->has_chunks)
		chunk = chunk_of(reader, event);
	reader->marks[reader->n_marks++] = (struct gs_trace_mark){.chunk = chunk.file,
		.chunk_stream = chunk.stream,
		.event = event,
		.call = reader->next_call};
	/* Without chunks all is read again from the beginning in any case. */
	reader->next_mark = reader->source.class->has_chunks ? event + MARK_STEP : UINT64_MAX;
	for (size_t i = 0; i < reader->n_chunks && reader->source.class->has_chunks; i++)
		if (reader->chunks[i].stream > event &&
			reader->chunks[i].stream < reader->next_mark)
			reader->next_mark = reader->chunks[i].stream;
	return true;
}

enum { MOST_THREADS = 1 << 20 };

static void insert_thread(uint32_t *threads, uint32_t room, uint32_t thread)
{
	uint32_t at = thread * 2654435761u & (room - 1);

	while (threads[at])
		at = (at + 1) & (room - 1);
	threads[at] = thread + 1;
}

static bool has_thread(const struct gs_trace_reader *reader, uint32_t thread)
{
	uint32_t at = thread * 2654435761u & (reader->threads_room - 1);

	if (!reader->threads_room)
		return false;
	while (reader->threads[at] && reader->threads[at] != thread + 1)
		at = (at + 1) & (reader->threads_room - 1);
	return reader->threads[at];
}

void gs_trace_count_thread(struct gs_trace_reader *reader, uint32_t thread)
{
	reader->last_thread = thread;
	if (has_thread(reader, thread) || reader->n_threads == MOST_THREADS)
		return;
	if (2 * (reader->n_threads + 1) > reader->threads_room) {
		uint32_t room = reader->threads_room ? 2 * reader->threads_room : 64;
		uint32_t *threads = calloc(room, sizeof(*threads));
		if (!threads)
			return;
		for (uint32_t i = 0; i < reader->threads_room; i++)
			if (reader->threads[i])
				insert_thread(threads, room, reader->threads[i] - 1);
		free(reader->threads);
		reader->threads = threads;
		reader->threads_room = room;
	}
	insert_thread(reader->threads, reader->threads_room, thread);
	reader->n_threads++;
}

/* The last mark at or before the call. */
static const struct gs_trace_mark *mark_before(const struct gs_trace_reader *reader, uint64_t call)
{
	size_t low = 0, high = reader->n_marks;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;
		if (reader->marks[middle].call <= call)
			low = middle;
		else
			high = middle;
	}
	return &reader->marks[low];
}

static bool is_in_window(const struct gs_trace_reader *reader, uint64_t event)
{
	return reader->n_chunks && event >= reader->chunks[0].stream &&
	       event >= reader->window.base && event < reader->window.base + reader->window.end;
}

/* Reading goes on at the mark. False: the file cannot be read there; the state says so. */
static bool go_to(struct gs_trace_reader *reader, const struct gs_trace_mark *mark)
{
	struct gs_trace_window *window = &reader->window;

	gs_trace_reader_drop_pending(reader);
	reader->state = GS_TRACE_READING;
	reader->message[0] = 0;
	reader->next_call = mark->call;
	if (is_in_window(reader, mark->event)) {
		window->start = (size_t)(mark->event - window->base);
		return true;
	}
	window->base = mark->chunk_stream;
	window->start = window->end = 0;
	reader->n_chunks = 0;
	if (!gs_trace_source_seek(&reader->source, mark->chunk))
		gs_trace_reader_stop(reader, GS_TRACE_DAMAGED, "there is no memory left");
	while (reader->state == GS_TRACE_READING && window->base + window->end < mark->event) {
		uint64_t stream = window->base + window->end;
		if (!gs_trace_source_fill(&reader->source, window))
			gs_trace_reader_stop(
				reader, GS_TRACE_DAMAGED, "the file has changed meanwhile");
		else if (!gs_trace_note_chunk(reader, stream))
			break;
	}
	if (reader->state != GS_TRACE_READING)
		return false;
	window->start = (size_t)(mark->event - window->base);
	return true;
}

/* Reads on where nothing was read yet, until the call has entered. */
static void read_until(struct gs_trace_reader *reader, uint64_t call)
{
	while (reader->n_calls <= call && reader->state == GS_TRACE_READING)
		gs_trace_reader_step(reader);
}

bool gs_trace_seek(struct gs_trace_reader *reader, uint64_t call)
{
	const struct gs_trace_mark *mark;
	uint64_t at = reader->window.base + reader->window.start;

	mark = mark_before(reader, call);
	if (reader->n_calls <= call) {
		if (at < reader->counted && !go_to(reader, &reader->marks[reader->n_marks - 1]))
			return false;
		read_until(reader, call);
		if (reader->n_calls <= call)
			return false;
		mark = mark_before(reader, call);
	}
	reader->first = call;
	return go_to(reader, mark);
}

struct gs_trace_call *gs_trace_find(struct gs_trace_reader *reader, uint64_t number)
{
	struct gs_trace_call *call;

	if (!gs_trace_seek(reader, number))
		return NULL;
	while ((call = gs_trace_next_call(reader)))
		if (call->number == number)
			return call;
	return NULL;
}

void gs_trace_scan(struct gs_trace_reader *reader)
{
	if (!gs_trace_seek(reader, 0)) /* no call at all, or the end is known */
		return;
	gs_trace_seek(reader, UINT64_MAX);
}

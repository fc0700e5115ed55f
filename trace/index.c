/* SPDX-License-Identifier: MIT */
/* Where calls are in the file: for each chunk its first event and the number of the next call.
 * Built as the file is read for the first time. */
#include <stdlib.h>
#include <string.h>
#include "trace/private.h"

void gs_trace_mark_chunk(struct gs_trace_reader *reader, uint64_t stream)
{
	uint64_t end = reader->window.base + reader->window.end;

	reader->last_chunk = reader->source.chunk;
	reader->last_chunk_stream = stream;
	if (end <= reader->stream_bytes)
		return;
	reader->stream_bytes = end;
	reader->n_chunks++;
	if (reader->source.class->has_chunks)
		reader->next_mark = stream;
}

bool gs_trace_mark_event(struct gs_trace_reader *reader)
{
	uint64_t event = reader->window.base + reader->window.start;
	bool is_first = reader->n_marks == 0;

	/* Where an event has taken several chunks the last may begin further on. */
	reader->next_mark = UINT64_MAX;
	if (event < reader->last_chunk_stream && reader->source.class->has_chunks)
		reader->next_mark = reader->last_chunk_stream;
	if (event < reader->last_chunk_stream && !is_first)
		return true;
	if (reader->n_marks == reader->marks_room) {
		size_t room = reader->marks_room ? 2 * reader->marks_room : 64;
		struct gs_trace_mark *marks = realloc(reader->marks, room * sizeof(*marks));
		if (!marks) {
			gs_trace_reader_stop(reader, GS_TRACE_DAMAGED, "there is no memory left");
			return false;
		}
		reader->marks = marks;
		reader->marks_room = room;
	}
	reader->marks[reader->n_marks++] = (struct gs_trace_mark){
		.chunk = is_first ? 0 : reader->last_chunk,
		.chunk_stream = is_first ? 0 : reader->last_chunk_stream,
		.event = event,
		.call = reader->next_call};
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

/* Reading goes on at the mark. False: the file cannot be read there; the state says so. */
static bool go_to(struct gs_trace_reader *reader, const struct gs_trace_mark *mark)
{
	struct gs_trace_window *window = &reader->window;

	gs_trace_reader_drop_pending(reader);
	reader->state = GS_TRACE_READING;
	reader->message[0] = 0;
	reader->next_call = mark->call;
	window->base = mark->chunk_stream;
	window->start = window->end = 0;
	if (!gs_trace_source_seek(&reader->source, mark->chunk))
		gs_trace_reader_stop(reader, GS_TRACE_DAMAGED, "there is no memory left");
	while (reader->state == GS_TRACE_READING && window->base + window->end < mark->event) {
		uint64_t stream = window->base + window->end;
		if (!gs_trace_source_fill(&reader->source, window))
			gs_trace_reader_stop(
				reader, GS_TRACE_DAMAGED, "the file has changed meanwhile");
		else
			gs_trace_mark_chunk(reader, stream);
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

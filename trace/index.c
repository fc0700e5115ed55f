/* SPDX-License-Identifier: MIT */
/* Where calls are in the file: marks, at least one for each chunk in which an event begins, with
 * the number of the next call. Built as the file is read for the first time. */
#include <stdlib.h>
#include "trace/private.h"

enum { MARK_STEP = 32 << 10 }; /* bytes of the stream between marks in a chunk */

bool gs_trace_mark_event(struct gs_trace_reader *reader)
{
	uint64_t event = reader->window.base + reader->window.start;
	struct gs_trace_chunk chunk = {0, 0};

	if (!gs_trace_reader_room(reader, (void **)&reader->marks, reader->n_marks,
		    &reader->marks_room, sizeof(*reader->marks)))
		return false;
	if (reader->source.class->has_chunks)
		chunk = gs_trace_chunk_of(reader, event);
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

const struct gs_trace_mark *gs_trace_mark_before(
	const struct gs_trace_reader *reader, uint64_t call)
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

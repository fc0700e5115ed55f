/* SPDX-License-Identifier: MIT */
/* The window: its chunks, and more bytes for an event that it cuts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "trace/cursor.h"

bool gs_trace_reader_room(
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
	if (!gs_trace_reader_room(reader, (void **)&reader->chunks, reader->n_chunks,
		    &reader->chunks_room, sizeof(*reader->chunks)))
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

static bool fill(struct gs_trace_reader *reader)
{
	struct gs_trace_window *window = &reader->window;
	uint64_t stream = window->base + window->end;
	size_t before = window->end;

	if (!gs_trace_source_fill(&reader->source, window))
		return false;
	return window->end == before || gs_trace_note_chunk(reader, stream);
}

static void stop_at_end(struct gs_trace_reader *reader)
{
	struct gs_trace_source *source = &reader->source;
	struct gs_trace_cursor cursor;

	gs_cursor_begin(&cursor, reader);
	if (source->state == GS_TRACE_DAMAGED)
		gs_trace_bad(&cursor, "%s", source->fault);
	else if (source->state == GS_TRACE_CUT || reader->window.end > reader->window.start)
		gs_trace_reader_stop(reader, GS_TRACE_CUT, NULL);
	else
		reader->state = GS_TRACE_END;
	if (source->state == GS_TRACE_END && source->fault)
		gs_trace_note(&cursor, "%s", source->fault);
}

/* An event of many chunks does not begin again at each of them: what is read at least doubles. */
static uint64_t bytes_to_have(const struct gs_trace_reader *reader, uint64_t need, size_t have)
{
	uint64_t more = reader->window.start > 0 ? need : 2 * (uint64_t)have;

	if (need - have > gs_trace_source_left(&reader->source))
		return have + 1; /* it cannot be: read on for what the end of the file says */
	if (more > GS_TRACE_MAX_EVENT)
		more = GS_TRACE_MAX_EVENT;
	return more > need ? more : need;
}

bool gs_trace_reader_retry(struct gs_trace_reader *reader, const struct gs_trace_cursor *cursor)
{
	struct gs_trace_window *window = &reader->window;
	size_t have = window->end - window->start;
	uint64_t target = bytes_to_have(reader, cursor->need, have);

	if (cursor->need > GS_TRACE_MAX_EVENT && target >= cursor->need) {
		gs_trace_reader_stop(reader, GS_TRACE_DAMAGED, "an event is longer than 1 GiB");
		return false;
	}
	memmove(window->data, window->data + window->start, have);
	window->base += window->start;
	window->start = 0;
	window->end = have;
	while (window->end < target && fill(reader))
		;
	if (window->end >= cursor->need)
		return true;
	stop_at_end(reader);
	return false;
}

/* SPDX-License-Identifier: MIT */
/* Events and calls, one after the other, from any call on. */
#include "trace/private.h"

enum { ASK_EVERY = 4096 };

void gs_trace_reader_ask(struct gs_trace_reader *reader, bool (*stops)(void *data), void *data)
{
	reader->stops = stops;
	reader->stops_data = data;
}

static bool is_stopped(struct gs_trace_reader *reader)
{
	if (!reader->stops || ++reader->n_asked < ASK_EVERY)
		return false;
	reader->n_asked = 0;
	return reader->stops(reader->stops_data);
}

static struct gs_trace_slot *next_slot(struct gs_trace_reader *reader)
{
	while (reader->state == GS_TRACE_READING) {
		if (is_stopped(reader)) {
			reader->state = GS_TRACE_STOPPED;
			break;
		}
		struct gs_trace_slot *slot = gs_trace_reader_step(reader);
		if (slot && slot->call.number >= reader->first)
			return slot;
	}
	if (reader->given)
		gs_trace_slot_free(reader, reader->given);
	reader->given = NULL;
	return NULL;
}

struct gs_trace_call *gs_trace_file_event(struct gs_trace_reader *reader)
{
	struct gs_trace_slot *slot = next_slot(reader);

	return slot ? &slot->call : NULL;
}

/* The oldest call that has not left, or one that was given up. */
static struct gs_trace_call *next_unfinished(struct gs_trace_reader *reader)
{
	struct gs_trace_slot *slot = reader->given_up;

	if (slot)
		reader->given_up = NULL;
	else if ((slot = reader->oldest))
		gs_trace_slot_unlink(reader, slot);
	reader->given = slot;
	return slot ? &slot->call : NULL;
}

struct gs_trace_call *gs_trace_file_unfinished(struct gs_trace_reader *reader)
{
	struct gs_trace_call *call;

	while ((call = next_unfinished(reader))) {
		if (call->number >= reader->first)
			return call;
		gs_trace_slot_free(reader, reader->given);
		reader->given = NULL;
	}
	return NULL;
}

struct gs_trace_call *gs_trace_file_call(struct gs_trace_reader *reader)
{
	struct gs_trace_slot *slot;
	struct gs_trace_call *call;

	while ((slot = next_slot(reader))) {
		if (slot->call.has_left)
			return &slot->call;
		if (reader->given_up && (call = next_unfinished(reader))->number >= reader->first)
			return call;
	}
	return gs_trace_file_unfinished(reader);
}

void gs_trace_reader_drop_pending(struct gs_trace_reader *reader)
{
	struct gs_trace_slot *slot;

	if (reader->given)
		gs_trace_slot_free(reader, reader->given);
	if (reader->given_up)
		gs_trace_slot_free(reader, reader->given_up);
	reader->given = reader->given_up = NULL;
	while ((slot = reader->oldest)) {
		gs_trace_slot_unlink(reader, slot);
		gs_trace_slot_free(reader, slot);
	}
}

enum gs_trace_state gs_trace_reader_state(const struct gs_trace_reader *reader)
{
	return reader->state;
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

bool gs_trace_file_seek(struct gs_trace_reader *reader, uint64_t call)
{
	const struct gs_trace_mark *mark;
	uint64_t at = reader->window.base + reader->window.start;

	mark = gs_trace_mark_before(reader, call);
	if (reader->n_calls <= call) {
		if (at < reader->counted && !go_to(reader, &reader->marks[reader->n_marks - 1]))
			return false;
		read_until(reader, call);
		if (reader->n_calls <= call)
			return false;
		mark = gs_trace_mark_before(reader, call);
	}
	reader->first = call;
	return go_to(reader, mark);
}

struct gs_trace_call *gs_trace_file_find(struct gs_trace_reader *reader, uint64_t number)
{
	struct gs_trace_call *call;

	if (!gs_trace_file_seek(reader, number))
		return NULL;
	while ((call = gs_trace_file_call(reader)))
		if (call->number == number)
			return call;
	return NULL;
}

void gs_trace_file_scan(struct gs_trace_reader *reader)
{
	if (!gs_trace_file_seek(reader, 0)) /* no call at all, or the end is known */
		return;
	gs_trace_file_seek(reader, UINT64_MAX);
}

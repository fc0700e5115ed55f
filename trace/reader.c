/* SPDX-License-Identifier: MIT */
/* Events and calls, one after the other. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "trace/cursor.h"

enum { ASK_EVERY = 4096 };

static void add_note(struct gs_trace_cursor *cursor, const char *format, va_list arguments)
{
	struct gs_trace_reader *reader = cursor->reader;
	const struct gs_trace_window *window = &reader->window;
	struct gs_trace_note *note = &reader->notes[reader->n_notes];

	if (!reader->report || cursor->status == GS_CURSOR_SHORT ||
		reader->n_notes == GS_TRACE_MAX_NOTES)
		return;
	note->stream = window->base + (uint64_t)(cursor->p - window->data);
	note->call = cursor->call;
	vsnprintf(note->text, sizeof(note->text), format, arguments);
	reader->n_notes++;
}

void gs_trace_note(struct gs_trace_cursor *cursor, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	add_note(cursor, format, arguments);
	va_end(arguments);
}

void gs_trace_bad(struct gs_trace_cursor *cursor, const char *format, ...)
{
	va_list arguments;
	char text[160];

	if (cursor->status != GS_CURSOR_OK)
		return;
	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	gs_trace_note(cursor, "%s", text);
	gs_trace_reader_stop(cursor->reader, GS_TRACE_DAMAGED, text);
	cursor->status = GS_CURSOR_BAD;
	cursor->p = cursor->end;
}

void gs_trace_flush_notes(struct gs_trace_reader *reader, bool are_new)
{
	for (size_t i = 0; i < reader->n_notes && are_new && reader->report; i++) {
		const struct gs_trace_note *note = &reader->notes[i];
		struct gs_trace_violation v = {
			gs_trace_reader_place(reader, note->stream), note->call, note->text};
		reader->report(reader->report_data, &v);
	}
	reader->n_notes = 0;
}

void gs_trace_reader_stop(
	struct gs_trace_reader *reader, enum gs_trace_state state, const char *text)
{
	uint64_t stream = reader->window.base + reader->window.start;
	struct gs_trace_place place = gs_trace_reader_place(reader, stream);
	char where[64] = "";

	reader->state = state;
	if (reader->source.class->has_chunks)
		snprintf(where, sizeof(where), " (in the chunk at byte %llu of the file)",
			(unsigned long long)place.chunk);
	if (state == GS_TRACE_CUT)
		snprintf(reader->message, sizeof(reader->message),
			"the file ends too early, within byte %llu of its contents%s; the %llu "
			"calls "
			"that begin before are read",
			(unsigned long long)stream, where, (unsigned long long)reader->next_call);
	else if (state == GS_TRACE_DAMAGED)
		snprintf(reader->message, sizeof(reader->message),
			"the file is damaged at byte %llu of its contents%s: %s; the %llu calls "
			"that "
			"begin before are read",
			(unsigned long long)stream, where, text ? text : "",
			(unsigned long long)reader->next_call);
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

struct gs_trace_call *gs_trace_next_event(struct gs_trace_reader *reader)
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

struct gs_trace_call *gs_trace_next_call(struct gs_trace_reader *reader)
{
	struct gs_trace_slot *slot;
	struct gs_trace_call *call;

	while ((slot = next_slot(reader))) {
		if (slot->call.has_left)
			return &slot->call;
		if (reader->given_up && (call = next_unfinished(reader))->number >= reader->first)
			return call;
	}
	while ((call = next_unfinished(reader))) {
		if (call->number >= reader->first)
			return call;
		gs_trace_slot_free(reader, reader->given);
		reader->given = NULL;
	}
	return NULL;
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

const char *gs_trace_reader_message(const struct gs_trace_reader *reader)
{
	return reader->message[0] ? reader->message : NULL;
}

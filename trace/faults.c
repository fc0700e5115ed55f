/* SPDX-License-Identifier: MIT */
/* What is wrong with a file, and where: rules that it breaks, and why reading ends. */
#include <stdarg.h>
#include <stdio.h>
#include "trace/private.h"

struct gs_trace_chunk gs_trace_chunk_of(const struct gs_trace_reader *reader, uint64_t stream)
{
	size_t i = reader->n_chunks;

	while (i > 1 && reader->chunks[i - 1].stream > stream)
		i--;
	return i ? reader->chunks[i - 1] : (struct gs_trace_chunk){0, 0};
}

struct gs_trace_offset gs_trace_reader_offset(const struct gs_trace_reader *reader, uint64_t stream)
{
	return (struct gs_trace_offset){gs_trace_chunk_of(reader, stream).file, stream};
}

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
			gs_trace_reader_offset(reader, note->stream), note->call, note->text};
		reader->report(reader->report_data, &v);
	}
	reader->n_notes = 0;
}

void gs_trace_reader_stop(
	struct gs_trace_reader *reader, enum gs_trace_state state, const char *text)
{
	uint64_t stream = reader->window.base + reader->window.start;
	struct gs_trace_offset offset = gs_trace_reader_offset(reader, stream);
	char where[64] = "";

	reader->state = state;
	if (reader->source.class->has_chunks)
		snprintf(where, sizeof(where), " (in the chunk at byte %llu of the file)",
			(unsigned long long)offset.chunk);
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

const char *gs_trace_reader_message(const struct gs_trace_reader *reader)
{
	return reader->message[0] ? reader->message : NULL;
}

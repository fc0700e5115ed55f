/* SPDX-License-Identifier: MIT */
/* What stands before the events: the version, and since version 6 that of the semantics and
 * properties, pairs of strings up to an empty name. */
#include <stdlib.h>
#include "trace/cursor.h"

static const char *read_text(struct gs_trace_cursor *cursor)
{
	uint64_t n = gs_cursor_uint(cursor);
	char *text;

	if (!gs_cursor_has(cursor, n))
		return "";
	text = gs_trace_arena_get(&cursor->reader->signatures, (size_t)n + 1);
	if (!text) {
		gs_trace_bad(cursor, "the properties need too much memory");
		return "";
	}
	memcpy(text, cursor->p, (size_t)n);
	text[n] = 0;
	cursor->p += n;
	return text;
}

static bool add_property(struct gs_trace_cursor *cursor, const char *name, const char *value)
{
	struct gs_trace_reader *reader = cursor->reader;
	size_t room = reader->n_properties_room;

	for (size_t i = 0; i < reader->n_properties && reader->report; i++)
		if (!strcmp(reader->properties[i].name, name))
			gs_trace_note(cursor, "the property %.60s stands there twice", name);
	if (reader->n_properties == room) {
		struct gs_trace_property *more;
		room = room ? 2 * room : 16;
		more = room <= GS_TRACE_MAX_PROPERTIES
			       ? realloc(reader->properties, room * sizeof(*more))
			       : NULL;
		if (!more) {
			gs_trace_bad(cursor, "there are too many properties");
			return false;
		}
		reader->properties = more;
		reader->n_properties_room = room;
	}
	reader->properties[reader->n_properties++] = (struct gs_trace_property){name, value};
	return true;
}

static void read_properties(struct gs_trace_cursor *cursor)
{
	cursor->reader->n_properties = 0;
	while (cursor->status == GS_CURSOR_OK) {
		const char *name = read_text(cursor), *value;
		if (!*name)
			return;
		value = read_text(cursor);
		if (cursor->status == GS_CURSOR_OK && !add_property(cursor, name, value))
			return;
	}
}

static void read_versions(struct gs_trace_cursor *cursor)
{
	struct gs_trace_reader *reader = cursor->reader;
	uint64_t version = gs_cursor_uint(cursor), semantics = version;

	if (version > GS_TRACE_VERSION && cursor->status == GS_CURSOR_OK)
		gs_trace_bad(cursor, "its version is %llu, and the newest known is %d",
			(unsigned long long)version, GS_TRACE_VERSION);
	if (version >= 6)
		semantics = gs_cursor_uint(cursor);
	if (semantics > version)
		gs_trace_note(cursor,
			"the version of the semantics, %llu, is newer than the trace's",
			(unsigned long long)semantics);
	reader->version = (unsigned)version;
	reader->semantics = semantics < version ? (unsigned)semantics : (unsigned)version;
}

bool gs_trace_read_header(struct gs_trace_reader *reader)
{
	struct gs_trace_cursor cursor;

	do {
		gs_cursor_begin(&cursor, reader);
		read_versions(&cursor);
		if (cursor.status == GS_CURSOR_OK && reader->version >= 6)
			read_properties(&cursor);
	} while (cursor.status == GS_CURSOR_SHORT && gs_trace_reader_retry(reader, &cursor));
	if (cursor.status != GS_CURSOR_OK)
		return false;
	reader->window.start = (size_t)(cursor.p - reader->window.data);
	gs_trace_flush_notes(reader, true);
	return true;
}

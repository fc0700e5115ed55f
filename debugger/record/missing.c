/* SPDX-License-Identifier: MIT */
/* What a recording that begins in the middle of a run lacks of what lived then. */
#include <string.h>
#include "debugger/record/private.h"
#include "wire/memory.h"

static void free_one(gpointer data)
{
	struct gs_recording_missing *one = data;
	g_free(one->kind);
	g_free(one->why);
	g_free(one);
}

GPtrArray *gs_recording_missing_new(void)
{
	return g_ptr_array_new_with_free_func(free_one);
}

static void add(GPtrArray *missing, char *kind, uint32_t name, char *why)
{
	struct gs_recording_missing *one = g_new(struct gs_recording_missing, 1);
	*one = (struct gs_recording_missing){kind, name, why};
	g_ptr_array_add(missing, one);
}

void gs_recording_missing_copy(GPtrArray *missing, const GPtrArray *more)
{
	for (guint i = 0; i < more->len; i++) {
		const struct gs_recording_missing *one = more->pdata[i];
		add(missing, g_strdup(one->kind), one->name, g_strdup(one->why));
	}
}

/* The library's text: nothing of it is trusted. */
static char *text_of(const char *text, size_t room)
{
	g_autofree char *copy = g_strndup(text, room);
	return g_utf8_make_valid(copy, -1);
}

void gs_recording_missing_read(GPtrArray *missing, const uint8_t *bytes, uint64_t size)
{
	const uint8_t *end = bytes + size, *next;
	struct gs_record record;
	struct gs_wire_missing one;
	struct gs_wire_memory entry;
	while (gs_recording_next_made_up(&bytes, end, &record)) {
		const uint8_t *at = record.memory ? gs_memory_read(record.memory,
							    record.memory_size, &entry, &next)
						  : NULL;
		if (!at || entry.size != sizeof one)
			continue;
		memcpy(&one, at, sizeof one);
		add(missing, text_of(one.kind, sizeof one.kind), one.name,
			text_of(one.why, sizeof one.why));
	}
}

void gs_recording_missing_add(GPtrArray *missing, const struct gs_record *record)
{
	const uint8_t *at = record->memory, *end = at + record->memory_size, *bytes;
	struct gs_wire_memory entry;
	while ((bytes = gs_memory_read(at, (uint64_t)(end - at), &entry, &at)))
		if (entry.argument == GS_WIRE_MISSING && entry.kind == GS_WIRE_ELEMENTS)
			gs_recording_missing_read(missing, bytes, entry.size);
}

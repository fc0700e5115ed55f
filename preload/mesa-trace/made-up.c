/* SPDX-License-Identifier: MIT */
#include "preload/mesa-trace/mesa-trace.h"

#include <stdlib.h>
#include <string.h>
#include "preload/core/core.h"

static bool grow(struct gs_made_up *m, size_t more)
{
	size_t room = m->room * 2 + more + 4096;
	uint8_t *data = realloc(m->data, room);
	if (!data) {
		m->failed = true;
		return false;
	}
	m->data = data;
	m->room = room;
	return true;
}

enum { MUCH = 1 << 20 };

static bool write_to_piece(struct gs_made_up *m)
{
	m->failed = m->failed || !gs_piece_write(m->data, m->size);
	m->size = 0;
	return !m->failed;
}

static bool reserve(struct gs_made_up *m, size_t more)
{
	if (m->failed || (m->in_piece && m->size > MUCH && !write_to_piece(m)))
		return false;
	return m->room - m->size >= more || grow(m, more);
}

void gs_made_up_begin_piece(struct gs_made_up *m)
{
	m->in_piece = gs_piece_begin();
}

struct gs_wire_piece gs_made_up_end_piece(struct gs_made_up *m)
{
	struct gs_wire_piece piece;
	bool is_good = write_to_piece(m);
	piece.offset = gs_piece_end(is_good, &piece.size);
	m->in_piece = false;
	gs_made_up_free(m);
	return piece;
}

static struct gs_wire_memory entry_of(const struct gs_made_up_memory *memory)
{
	struct gs_wire_memory entry = {.argument = memory->argument,
		.kind = memory->kind,
		.class = memory->class,
		.bits = memory->bits,
		.flags = memory->out ? GS_WIRE_MEMORY_OUT : 0,
		.count = memory->count,
		.size = memory->count * memory->bits / 8};
	if (memory->kind == GS_WIRE_TEXT)
		entry.size = memory->count;
	else if (memory->kind == GS_WIRE_TEXTS)
		entry.size = memory->bytes;
	return entry;
}

static uint64_t size_of(const struct gs_made_up_memory *memory)
{
	const struct gs_wire_memory entry = entry_of(memory);
	return gs_memory_head_size(&entry) + gs_memory_padded(entry.size);
}

/* The head of an entry, whose bytes follow; their padding is 0. Returns where they go. */
static uint8_t *write_head(uint8_t *at, const struct gs_wire_memory *entry)
{
	uint8_t *bytes = gs_memory_write(at, entry, gs_memory_head_size(entry));
	memset(bytes + entry->size, 0, gs_memory_padded(entry->size) - entry->size);
	return bytes;
}

/* Add the call's record. Return where its memory goes, of which nothing is set; NULL: there is no
 * room. */
static uint8_t *add_record(struct gs_made_up *m, const struct gs_wire_call *call, uint64_t size)
{
	struct gs_record_base base = {0};
	if (!reserve(m, GS_RECORD_MAX + size))
		return NULL;
	uint8_t *to = m->data + m->size;
	uint8_t *memory = gs_record_write(to, call, size, NULL, &base);
	m->size += (size_t)(memory - to) + size;
	return memory;
}

void gs_made_up_add_all(struct gs_made_up *m, const struct gs_wire_call *call,
	const struct gs_made_up_memory *memory, unsigned n)
{
	uint64_t size = 0;
	for (unsigned i = 0; i < n; i++)
		size += memory[i].data ? size_of(&memory[i]) : 0;
	uint8_t *at = add_record(m, call, size);
	for (unsigned i = 0; at && i < n; i++) {
		const struct gs_wire_memory entry = entry_of(&memory[i]);
		if (!memory[i].data)
			continue;
		uint8_t *bytes = write_head(at, &entry);
		memcpy(bytes, memory[i].data, entry.size);
		at = bytes + gs_memory_padded(entry.size);
	}
}

uint8_t *gs_made_up_claim(struct gs_made_up *m, const struct gs_wire_call *call,
	const struct gs_made_up_memory *memory)
{
	const struct gs_wire_memory entry = entry_of(memory);
	uint8_t *at = add_record(m, call, size_of(memory));
	return at ? write_head(at, &entry) : NULL;
}

void gs_made_up_add(struct gs_made_up *m, const struct gs_wire_call *call,
	const struct gs_made_up_memory *memory)
{
	gs_made_up_add_all(m, call, memory, memory && memory->count);
}

void gs_made_up_free(struct gs_made_up *m)
{
	free(m->data);
	memset(m, 0, sizeof *m);
}

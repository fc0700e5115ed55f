/* SPDX-License-Identifier: MIT */
#include "preload/mesa-trace/mesa-trace.h"

#include <stdlib.h>
#include <string.h>

static bool reserve(struct gs_made_up *m, size_t more)
{
	if (m->failed || m->room - m->size >= more)
		return !m->failed;
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
	return memory->data ? gs_memory_head_size(&entry) + gs_memory_padded(entry.size) : 0;
}

static uint8_t *write_memory(uint8_t *at, const struct gs_made_up_memory *memory)
{
	const struct gs_wire_memory entry = entry_of(memory);
	uint64_t padded = gs_memory_padded(entry.size);
	uint8_t *bytes = gs_memory_write(at, &entry, gs_memory_head_size(&entry));
	memcpy(bytes, memory->data, entry.size);
	memset(bytes + entry.size, 0, padded - entry.size);
	return bytes + padded;
}

void gs_made_up_add_all(struct gs_made_up *m, const struct gs_wire_call *call,
	const struct gs_made_up_memory *memory, unsigned n)
{
	struct gs_record_base base = {0};
	uint64_t size = 0;
	for (unsigned i = 0; i < n; i++)
		size += size_of(&memory[i]);
	if (!reserve(m, GS_RECORD_MAX + size))
		return;
	uint8_t *to = m->data + m->size;
	uint8_t *at = gs_record_write(to, call, size, NULL, &base);
	for (unsigned i = 0; i < n; i++)
		if (memory[i].data)
			at = write_memory(at, &memory[i]);
	m->size += (size_t)(at - to);
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

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

void gs_made_up_add(struct gs_made_up *m, const struct gs_wire_call *call,
	const struct gs_made_up_memory *memory)
{
	struct gs_record_base base = {0};
	struct gs_wire_memory entry = {0};
	uint64_t size = 0;
	if (memory && memory->count) {
		entry = (struct gs_wire_memory){.argument = memory->argument,
			.class = memory->class,
			.bits = memory->bits,
			.flags = memory->out ? GS_WIRE_MEMORY_OUT : 0,
			.count = memory->count,
			.size = memory->count * memory->bits / 8};
		size = gs_memory_head_size(&entry) + gs_memory_padded(entry.size);
	}
	if (!reserve(m, GS_RECORD_MAX + size))
		return;
	uint8_t *to = m->data + m->size;
	uint8_t *at = gs_record_write(to, call, size, NULL, &base);
	if (size) {
		uint8_t *bytes = gs_memory_write(at, &entry, gs_memory_head_size(&entry));
		memset(bytes, 0, gs_memory_padded(entry.size));
		memcpy(bytes, memory->data, entry.size);
	}
	m->size += (size_t)(at - to) + size;
}

void gs_made_up_free(struct gs_made_up *m)
{
	free(m->data);
	memset(m, 0, sizeof *m);
}

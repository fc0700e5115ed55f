/* SPDX-License-Identifier: MIT */
/* Display lists, as the calls that were compiled into them, which preload/lists keeps. */
#include "preload/snapshot/snapshot.h"

#include "data/pointee.h"
#include "preload/lists/list.h"

enum { MOST_POINTERS = 4 };

/* Pixels are kept in tight rows; their order of bytes and bits is what the pixel store says when
 * the list is compiled. */
static void put_order(struct gs_live_snapshot *s, uint32_t flags, bool is_on)
{
	if (flags & GS_WIRE_MEMORY_SWAPPED)
		GS_PUT(s, glPixelStorei, GL_UNPACK_SWAP_BYTES, is_on);
	if (flags & GS_WIRE_MEMORY_LSB_FIRST)
		GS_PUT(s, glPixelStorei, GL_UNPACK_LSB_FIRST, is_on);
}

/* What an argument of a kept call points at, in the elements that its rule says. */
static struct gs_made_up_memory memory_of(
	const struct gs_wire_call *call, const struct gs_wire_memory *entry, const uint8_t *bytes)
{
	const struct gs_memory_rule *rule = gs_data_memory_rule(call->function, entry->argument);
	bool is_image = entry->flags & GS_WIRE_MEMORY_PACKED;
	struct gs_made_up_memory memory = {.data = bytes,
		.argument = entry->argument,
		.class = GS_CLASS_VOID,
		.bits = 8,
		.count = entry->size};
	if (rule && !is_image && rule->class != GS_CLASS_VOID && rule->bits) {
		memory.class = rule->class;
		memory.bits = rule->bits;
		memory.count = entry->size * 8 / rule->bits;
	}
	return memory;
}

static size_t put_call(struct gs_live_snapshot *s, const struct gs_list_record *list, size_t at)
{
	struct gs_record_base base = {.flags = GS_CALL_EXECUTED};
	struct gs_record_head head;
	struct gs_record record;
	struct gs_wire_memory entry;
	struct gs_made_up_memory memory[MOST_POINTERS];
	unsigned n = 0;
	uint32_t flags = 0;
	memcpy(&head, list->data + at, sizeof head);
	gs_record_read(list->data + at, &head, &base, &record);
	const uint8_t *from = record.memory, *end = from + record.memory_size, *bytes;
	while (from && n < MOST_POINTERS && from != end &&
		(bytes = gs_memory_read(from, (uint64_t)(end - from), &entry, &from))) {
		memory[n++] = memory_of(&record.call, &entry, bytes);
		flags |= entry.flags;
	}
	put_order(s, flags, true);
	gs_snapshot_put(s, record.call.function, record.call.args, record.call.n_args, memory, n);
	put_order(s, flags, false);
	return at + head.size;
}

static void add(struct gs_live_snapshot *s, GLuint name)
{
	const struct gs_list_record *list = gs_list_record_of(s->context, name);
	gs_snapshot_put_returning(s, GS_FN_glGenLists, (const uint64_t[]){1}, 1, name, NULL, 0);
	if (!list || list->unknown) {
		gs_snapshot_miss(s, "display list", name,
			list ? "a call in it could not be kept"
			     : "it was made by other calls than glNewList");
		return;
	}
	GS_PUT(s, glNewList, name, GL_COMPILE);
	for (size_t at = 0; at < list->size;)
		at = put_call(s, list, at);
	gs_snapshot_put(s, GS_FN_glEndList, NULL, 0, NULL, 0);
}

void gs_snapshot_lists(struct gs_live_snapshot *s)
{
	gs_list_hold();
	gs_snapshot_each(s, GS_FN_glIsList, add);
	gs_list_let_go();
}

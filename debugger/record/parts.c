/* SPDX-License-Identifier: MIT */
/* Buffers whose contents are longer than an event of a trace may be (GS_TRACE_MAX_EVENT): the call
 * without its data, and made-up calls that fill the buffer piece by piece. */
#include <string.h>
#include "data/constants.h"
#include "debugger/record/private.h"

enum {
	PART = 256 << 20,
	NONE = 0xff,
};

/* Numbers of arguments; the first is the target, or the buffer's name. */
struct filling {
	uint16_t function;
	uint8_t offset, size, data, flags;
	uint16_t part;
};

static const struct filling fillings[] = {
	{GS_FN_glBufferData, NONE, 1, 2, NONE, GS_FN_glBufferSubData},
	{GS_FN_glBufferDataARB, NONE, 1, 2, NONE, GS_FN_glBufferSubDataARB},
	{GS_FN_glBufferStorage, NONE, 1, 2, 3, GS_FN_glBufferSubData},
	{GS_FN_glBufferStorageEXT, NONE, 1, 2, 3, GS_FN_glBufferSubData},
	{GS_FN_glBufferSubData, 1, 2, 3, NONE, GS_FN_glBufferSubData},
	{GS_FN_glBufferSubDataARB, 1, 2, 3, NONE, GS_FN_glBufferSubDataARB},
	{GS_FN_glNamedBufferData, NONE, 1, 2, NONE, GS_FN_glNamedBufferSubData},
	{GS_FN_glNamedBufferDataEXT, NONE, 1, 2, NONE, GS_FN_glNamedBufferSubDataEXT},
	{GS_FN_glNamedBufferStorage, NONE, 1, 2, 3, GS_FN_glNamedBufferSubData},
	{GS_FN_glNamedBufferStorageEXT, NONE, 1, 2, 3, GS_FN_glNamedBufferSubDataEXT},
	{GS_FN_glNamedBufferSubData, 1, 2, 3, NONE, GS_FN_glNamedBufferSubData},
	{GS_FN_glNamedBufferSubDataEXT, 1, 2, 3, NONE, GS_FN_glNamedBufferSubDataEXT},
};

static const struct filling *filling_of(const struct gs_record *record)
{
	if (record->memory_size <= PART) /* nearly all calls */
		return NULL;
	for (size_t i = 0; i < G_N_ELEMENTS(fillings); i++)
		if (fillings[i].function == record->call.function)
			return &fillings[i];
	return NULL;
}

static void put_part(const struct values *v, uint32_t thread, unsigned function,
	const uint64_t args[3], const uint8_t *bytes)
{
	const struct gs_wire_memory data = {
		.class = GS_CLASS_VOID, .bits = 8, .size = args[2], .count = args[2]};
	gs_recording_make_up_array(v, thread, function, args, &data, bytes);
}

bool gs_recording_split(const struct gs_record *record, struct gs_record *without)
{
	const struct filling *f = filling_of(record);
	struct gs_wire_memory entry;
	if (!f || !gs_recording_find_memory(record, f->data, false, &entry) ||
		!gs_recording_is_whole(&entry) || entry.size <= PART)
		return false;
	*without = *record;
	without->memory = NULL;
	without->memory_size = 0;
	without->call.args[f->data] = 0;
	if (f->offset != NONE)
		without->call.args[f->size] = 0; /* NULL is no data there */
	if (f->flags != NONE)
		/* without it, glBufferSubData may not fill the buffer */
		without->call.args[f->flags] |= GL_DYNAMIC_STORAGE_BIT;
	return true;
}

void gs_recording_put_parts(const struct values *v, uint32_t thread, const struct gs_record *record)
{
	const struct filling *f = filling_of(record);
	struct gs_wire_memory entry;
	const uint8_t *bytes = gs_recording_find_memory(record, f->data, false, &entry);
	uint64_t from = f->offset == NONE ? 0 : record->call.args[f->offset];
	for (uint64_t done = 0; done < entry.size; done += PART) {
		const uint64_t args[3] = {
			record->call.args[0], from + done, MIN(PART, entry.size - done)};
		put_part(v, thread, f->part, args, bytes + done);
	}
}

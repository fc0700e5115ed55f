/* SPDX-License-Identifier: MIT */
/* Calls of the list of calls. */
#include <string.h>
#include "follow/private.h"
#include "wire/memory.h"

/* Add the elements of each array that the call points at. */
static void add_numbers(GArray *numbers, const uint8_t *memory, size_t size)
{
	const uint8_t *end = memory + size, *bytes;
	struct gs_wire_memory entry;
	while ((bytes = gs_memory_read(memory, (uint64_t)(end - memory), &entry, &memory))) {
		size_t each = entry.bits / 8;
		if (entry.kind != GS_WIRE_ELEMENTS || (each != 4 && each != 8))
			continue;
		for (uint64_t i = 0; i + each <= entry.size; i += each) {
			uint64_t number = 0;
			memcpy(&number, bytes + i, each);
			g_array_append_val(numbers, number);
		}
	}
}

const struct gs_follow_step *gs_follow_wire(struct gs_follow *follow,
	const struct gs_wire_call *call, const uint8_t *memory, size_t memory_size)
{
	struct gs_follow_call to = {.function = call->function,
		.thread = call->flags >> GS_CALL_TID_SHIFT,
		.n_args = call->n_args,
		.is_fake = call->flags & GS_CALL_FAKE,
		.has_result = call->flags & GS_CALL_RETURNED,
		.result = call->ret,
		.numbers = follow->numbers};
	g_array_set_size(follow->numbers, 0);
	if (!gs_follow_wants(to.function)) {
		to.function = GS_N_FUNCTIONS;
		return gs_follow_add(follow, &to);
	}
	memcpy(to.args, call->args, MIN(to.n_args, GS_FOLLOW_ARGUMENTS) * sizeof *to.args);
	if (memory)
		add_numbers(follow->numbers, memory, memory_size);
	return gs_follow_add(follow, &to);
}

/* SPDX-License-Identifier: MIT */
/* Calls of traces. */
#include "follow/private.h"
#include "trace/raw.h"

static const struct gs_trace_value *array_of(const struct gs_trace_call *call)
{
	for (unsigned i = 0; i < call->function->n_args; i++)
		if (call->args[i].class == GS_TRACE_ARRAY)
			return &call->args[i];
	return NULL;
}

const struct gs_follow_step *gs_follow_trace(
	struct gs_follow *follow, const struct gs_trace_call *call)
{
	struct gs_follow_call to = {.function = call->function->number,
		.thread = call->thread,
		.n_args = call->function->n_args,
		.is_fake = call->is_fake,
		.has_result = call->result.class != GS_TRACE_NONE,
		.numbers = follow->numbers};
	const struct gs_trace_value *array;
	if (!gs_follow_wants(to.function)) {
		to.function = GS_N_FUNCTIONS;
		return gs_follow_add(follow, &to);
	}
	to.result = gs_trace_number(&call->result);
	for (unsigned i = 0; i < MIN(to.n_args, GS_FOLLOW_ARGUMENTS); i++)
		to.args[i] = gs_trace_number(&call->args[i]);
	array = array_of(call);
	g_array_set_size(follow->numbers, 0);
	for (uint32_t i = 0; array && i < array->n; i++) {
		uint64_t number = gs_trace_number(&array->items[i]);
		g_array_append_val(follow->numbers, number);
	}
	return gs_follow_add(follow, &to);
}

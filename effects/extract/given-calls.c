/* SPDX-License-Identifier: MIT */
/* About how many bytes calls take in a file, and which of them carry data. */
#include <string.h>
#include "effects/extract/given-private.h"

enum { CALL_COST = 6, VALUE_COST = 3 };

static uint64_t cost_of(const struct gs_trace_value *value)
{
	uint64_t cost = VALUE_COST;
	bool has_items = value->class == GS_TRACE_ARRAY || value->class == GS_TRACE_STRUCT;
	if (value->class == GS_TRACE_STRING || value->class == GS_TRACE_BLOB)
		cost += value->n;
	for (uint32_t i = 0; has_items && i < value->n; i++)
		cost += cost_of(&value->items[i]);
	return cost;
}

uint32_t gs_given_cost(const struct gs_trace_call *call)
{
	uint64_t cost = CALL_COST;
	for (uint32_t i = 0; i < call->function->n_args; i++)
		if (call->args[i].class != GS_TRACE_NONE)
			cost += cost_of(&call->args[i]);
	return (uint32_t)MIN(cost, UINT32_MAX);
}

bool gs_given_makes_level(const struct gs_trace_function *function)
{
	return function->kinds & GS_KIND_TEXTURE && function->kinds & GS_KIND_TEXTURE_LEVEL;
}

bool gs_given_is_upload(const struct gs_trace_call *call)
{
	const uint64_t makers = GS_KIND_BUFFER_DATA | GS_KIND_TEXTURE_STORAGE;
	const uint64_t parts = GS_KIND_TEXTURE | GS_KIND_BUFFER_PART;
	uint64_t kinds = call->function->kinds;
	if (kinds & makers || gs_given_makes_level(call->function))
		return true;
	/* Pixels that come from a pixel buffer are not in the call. */
	for (uint32_t i = 0; i < call->function->n_args && kinds & parts; i++)
		if (call->args[i].class == GS_TRACE_BLOB)
			return true;
	return false;
}

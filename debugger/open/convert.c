/* SPDX-License-Identifier: MIT */
/* A call of a trace as a record: values that are numbers, by the types of our parameters. */
#include "debugger/open/private.h"

#include "trace/raw.h"

bool gs_opened_number(
	const struct gs_trace_value *value, enum gs_class class, unsigned bits, uint64_t *raw)
{
	bool is_number = gs_trace_raw(value, class, bits, raw);
	if (!is_number)
		*raw = GS_NO_ADDRESS;
	return is_number;
}

/* False: the record does not say all of it. */
static bool take(const struct gs_opened_function *function, const struct gs_parameter *p,
	const struct gs_trace_value *value, uint64_t *raw)
{
	if (gs_opened_number(value, (enum gs_class)p->class, p->bits, raw))
		return !function->foreign;
	*raw = p->class == GS_CLASS_POINTER ? GS_NO_ADDRESS : 0;
	return false;
}

void gs_opened_record(const struct gs_opened_function *function, const struct gs_trace_call *call,
	struct gs_record *record)
{
	const struct gs_function_info *info = function->info;
	struct gs_wire_call *to = &record->call;
	unsigned n = info->n_parameters;
	bool whole = true;
	if (n > call->function->n_args)
		n = call->function->n_args;
	to->index = call->number;
	to->function = function->number;
	to->flags = call->thread << GS_CALL_TID_SHIFT | (call->has_left ? GS_CALL_EXECUTED : 0) |
		    (call->is_fake ? GS_CALL_FAKE : 0);
	to->gl_error = 0;
	to->n_args = n;
	for (unsigned i = 0; i < n; i++)
		whole &= take(function, &info->parameters[i], &call->args[i], &to->args[i]);
	if (call->result.class != GS_TRACE_NONE && info->returns.class != GS_CLASS_VOID) {
		to->flags |= GS_CALL_RETURNED;
		whole &= take(function, &info->returns, &call->result, &to->ret);
	}
	record->memory = NULL;
	record->memory_size = !whole;
}

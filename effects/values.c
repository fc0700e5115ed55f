/* SPDX-License-Identifier: MIT */
/* Arguments of a call as numbers and arrays. */
#include <string.h>
#include "effects/private.h"
#include "trace/raw.h"

uint64_t gs_effects_number(const struct gs_trace_value *value)
{
	if (value->class == GS_TRACE_ARRAY && value->n == 1)
		value = &value->items[0];
	return gs_trace_number(value);
}

double gs_effects_real(const struct gs_trace_value *value)
{
	double real = 0;
	uint64_t raw;
	if (value->class == GS_TRACE_REPR || (value->class == GS_TRACE_ARRAY && value->n == 1))
		value = &value->items[value->class == GS_TRACE_REPR];
	if (gs_trace_raw(value, GS_CLASS_DOUBLE, 64, &raw))
		memcpy(&real, &raw, sizeof real);
	return real;
}

uint64_t gs_effects_argument(const struct gs_effects_call *c, unsigned argument)
{
	return argument < c->call->function->n_args ? gs_effects_number(&c->call->args[argument])
						    : 0;
}

static unsigned find_argument(const struct gs_effects_call *c, const char *name)
{
	const struct gs_function_info *info = c->recipe->info;
	for (unsigned i = 0; info && i < info->n_parameters; i++)
		if (strcmp(info->parameters[i].name, name) == 0)
			return i < c->call->function->n_args ? i : UINT_MAX;
	return UINT_MAX;
}

bool gs_effects_has(const struct gs_effects_call *c, const char *name)
{
	return find_argument(c, name) != UINT_MAX;
}

uint64_t gs_effects_named(const struct gs_effects_call *c, const char *name)
{
	return gs_effects_argument(c, find_argument(c, name));
}

const struct gs_trace_value *gs_effects_array(const struct gs_effects_call *c, const char *name)
{
	unsigned argument = find_argument(c, name);
	if (argument == UINT_MAX || c->call->args[argument].class != GS_TRACE_ARRAY)
		return NULL;
	return &c->call->args[argument];
}

/* SPDX-License-Identifier: MIT */
/* What is known of functions by their names, and of a call by its arguments. */
#include <GL/gl.h>
#include <GL/glext.h>
#include <string.h>
#include "analysis/private.h"
#include "trace/raw.h"

void gs_plans_init(struct gs_plans *plans)
{
	plans->by_signature = g_ptr_array_new_with_free_func(g_free);
}

void gs_plans_clear(struct gs_plans *plans)
{
	g_ptr_array_free(plans->by_signature, TRUE);
}

struct gs_call_plan *gs_plan_of(struct gs_plans *plans, const struct gs_trace_function *function)
{
	struct gs_call_plan *plan;
	if (function->id >= plans->by_signature->len)
		g_ptr_array_set_size(plans->by_signature, (gint)function->id + 1);
	plan = plans->by_signature->pdata[function->id];
	if (plan)
		return plan;
	plan = g_new0(struct gs_call_plan, 1);
	plan->number = function->number;
	plan->info = gs_data_function(plan->number);
	plan->name = plan->info ? plan->info->name : g_intern_string(function->name);
	plan->plain = gs_data_plain(plan->number);
	plan->kinds = function->kinds;
	plans->by_signature->pdata[function->id] = plan;
	return plan;
}

/* ---- arguments ---- */

static bool is_one_of(const char *names, const char *name)
{
	size_t n = strlen(name);
	while (names) {
		if (strncmp(names, name, n) == 0 && (names[n] == '|' || !names[n]))
			return true;
		names = strchr(names, '|');
		names += names != NULL;
	}
	return false;
}

const struct gs_trace_value *gs_look_value(const struct gs_look *look, const char *name)
{
	const struct gs_function_info *info = look->plan->info;
	for (unsigned i = 0; info && i < info->n_parameters; i++)
		if (is_one_of(name, info->parameters[i].name))
			return i < look->call->function->n_args ? &look->call->args[i] : NULL;
	return NULL;
}

uint64_t gs_look_number(const struct gs_look *look, const char *name)
{
	const struct gs_trace_value *value = gs_look_value(look, name);
	return value ? gs_trace_number(value) : 0;
}

bool gs_look_has(const struct gs_look *look, const char *name)
{
	return gs_look_value(look, name) != NULL;
}

static uint64_t bytes_of(const struct gs_trace_value *value, const struct gs_parameter *parameter)
{
	uint64_t sum = 0;
	switch ((enum gs_trace_class)value->class) {
	case GS_TRACE_BLOB:
	case GS_TRACE_STRING:
		return value->n;
	case GS_TRACE_ARRAY:
		if (parameter && parameter->pointee_bits && parameter->pointee != GS_CLASS_POINTER)
			return (uint64_t)value->n * (parameter->pointee_bits / 8u);
		for (uint32_t i = 0; i < value->n; i++)
			sum += bytes_of(&value->items[i], NULL);
		return sum;
	default:
		return 0;
	}
}

uint64_t gs_look_bytes(const struct gs_look *look, bool by_leave)
{
	const struct gs_function_info *info = look->plan->info;
	uint64_t sum = 0;
	for (unsigned i = 0; i < look->call->function->n_args; i++)
		if (look->call->args[i].by_leave == by_leave)
			sum += bytes_of(&look->call->args[i],
				info && i < info->n_parameters ? &info->parameters[i] : NULL);
	return sum;
}

uint32_t gs_look_buffer(struct gs_content *content, const struct gs_look *look)
{
	const char *const named = "buffer|writeBuffer";
	if (gs_look_has(look, named))
		return gs_content_object_named(
			content, GS_OBJECT_BUFFER, gs_look_number(look, named));
	return gs_content_bound(
		content, GS_OBJECT_BUFFER, gs_look_number(look, "target|writeTarget"));
}

bool gs_look_finishes(const struct gs_look *look)
{
	unsigned number = look->plan->number;
	return number == GS_FN_glFinish || number == GS_FN_glXWaitGL || number == GS_FN_eglWaitGL ||
	       number == GS_FN_eglWaitClient;
}

bool gs_look_waits(struct gs_content *content, const struct gs_look *look)
{
	if (look->plan->kinds & GS_KIND_READS_BUFFER)
		return true;
	if (look->plan->kinds & GS_KIND_READS_PIXELS)
		return !gs_content_bound(content, GS_OBJECT_BUFFER, GL_PIXEL_PACK_BUFFER);
	if (look->plan->kinds & GS_KIND_RESULT)
		return gs_look_number(look, "pname") == GL_QUERY_RESULT &&
		       !gs_content_bound(content, GS_OBJECT_BUFFER, GL_QUERY_BUFFER);
	if (look->plan->plain == GS_FN_glClientWaitSync)
		return gs_look_number(look, "timeout") > 0 &&
		       gs_trace_number(&look->call->result) != GL_ALREADY_SIGNALED;
	return gs_look_finishes(look);
}

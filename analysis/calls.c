/* SPDX-License-Identifier: MIT */
/* What is known of functions by their names, and of a call by its arguments. */
#include <GL/gl.h>
#include <GL/glext.h>
#include <string.h>
#include "analysis/private.h"
#include "trace/raw.h"

void gs_known_functions_init(struct gs_known_functions *known)
{
	known->by_signature = g_ptr_array_new_with_free_func(g_free);
}

void gs_known_functions_clear(struct gs_known_functions *known)
{
	g_ptr_array_free(known->by_signature, TRUE);
}

struct gs_known_function *gs_known_function_of(
	struct gs_known_functions *known, const struct gs_trace_function *function)
{
	struct gs_known_function *entry;
	if (function->id >= known->by_signature->len)
		g_ptr_array_set_size(known->by_signature, (gint)function->id + 1);
	entry = known->by_signature->pdata[function->id];
	if (entry)
		return entry;
	entry = g_new0(struct gs_known_function, 1);
	entry->number = function->number;
	entry->info = gs_data_function(entry->number);
	entry->name = entry->info ? entry->info->name : g_intern_string(function->name);
	entry->plain = gs_data_plain(entry->number);
	entry->kinds = function->kinds;
	known->by_signature->pdata[function->id] = entry;
	return entry;
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

const struct gs_trace_value *gs_analysed_value(
	const struct gs_analysed_call *analysed, const char *name)
{
	const struct gs_function_info *info = analysed->function->info;
	for (unsigned i = 0; info && i < info->n_parameters; i++)
		if (is_one_of(name, info->parameters[i].name))
			return i < analysed->call->function->n_args ? &analysed->call->args[i]
								    : NULL;
	return NULL;
}

uint64_t gs_analysed_number(const struct gs_analysed_call *analysed, const char *name)
{
	const struct gs_trace_value *value = gs_analysed_value(analysed, name);
	return value ? gs_trace_number(value) : 0;
}

bool gs_analysed_has(const struct gs_analysed_call *analysed, const char *name)
{
	return gs_analysed_value(analysed, name) != NULL;
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

uint64_t gs_analysed_bytes(const struct gs_analysed_call *analysed, bool by_leave)
{
	const struct gs_function_info *info = analysed->function->info;
	uint64_t sum = 0;
	for (unsigned i = 0; i < analysed->call->function->n_args; i++)
		if (analysed->call->args[i].by_leave == by_leave)
			sum += bytes_of(&analysed->call->args[i],
				info && i < info->n_parameters ? &info->parameters[i] : NULL);
	return sum;
}

uint32_t gs_analysed_buffer(struct gs_effects *effects, const struct gs_analysed_call *analysed)
{
	const char *const named = "buffer|writeBuffer";
	if (gs_analysed_has(analysed, named))
		return gs_effects_object_named(
			effects, GS_OBJECT_BUFFER, gs_analysed_number(analysed, named));
	return gs_effects_bound(
		effects, GS_OBJECT_BUFFER, gs_analysed_number(analysed, "target|writeTarget"));
}

bool gs_analysed_finishes(const struct gs_analysed_call *analysed)
{
	unsigned number = analysed->function->number;
	return number == GS_FN_glFinish || number == GS_FN_glXWaitGL || number == GS_FN_eglWaitGL ||
	       number == GS_FN_eglWaitClient;
}

bool gs_analysed_waits(struct gs_effects *effects, const struct gs_analysed_call *analysed)
{
	if (analysed->function->kinds & GS_KIND_READS_BUFFER)
		return true;
	if (analysed->function->kinds & GS_KIND_READS_PIXELS)
		return !gs_effects_bound(effects, GS_OBJECT_BUFFER, GL_PIXEL_PACK_BUFFER);
	if (analysed->function->kinds & GS_KIND_RESULT)
		return gs_analysed_number(analysed, "pname") == GL_QUERY_RESULT &&
		       !gs_effects_bound(effects, GS_OBJECT_BUFFER, GL_QUERY_BUFFER);
	if (analysed->function->plain == GS_FN_glClientWaitSync)
		return gs_analysed_number(analysed, "timeout") > 0 &&
		       gs_trace_number(&analysed->call->result) != GL_ALREADY_SIGNALED;
	return gs_analysed_finishes(analysed);
}

/* SPDX-License-Identifier: MIT */
/* A call as a user wrote it becomes one of a trace: with signatures, and values of the kinds that
 * its parameters have. */
#include <stdlib.h>
#include <string.h>
#include "trace/edits/private.h"

static bool no_memory(struct gs_edit_parser *parser)
{
	return gs_edit_fail(parser, "there is no memory left");
}

bool gs_edit_copy(
	struct gs_trace_arena *arena, const struct gs_trace_value *from, struct gs_trace_value *to)
{
	size_t n = from->class == GS_TRACE_STRING ? from->n + 1u
		   : from->class == GS_TRACE_BLOB ? from->n
		   : from->class == GS_TRACE_WIDE ? (from->n + 1u) * sizeof(*from->wide)
						  : 0;
	bool is_tree = from->class == GS_TRACE_ARRAY || from->class == GS_TRACE_STRUCT ||
		       from->class == GS_TRACE_REPR;
	uint32_t n_items = from->class == GS_TRACE_REPR ? 2 : from->n;
	struct gs_trace_value *items;
	void *bytes;

	*to = *from;
	if (n) {
		bytes = gs_trace_arena_get(arena, n);
		if (bytes)
			to->bytes = memcpy(bytes, from->bytes, n);
		return bytes;
	}
	if (!is_tree)
		return true;
	items = gs_trace_arena_get(arena, (n_items + 1) * sizeof(*items));
	to->items = items;
	for (uint32_t i = 0; items && i < n_items; i++)
		if (!gs_edit_copy(arena, &from->items[i], &items[i]))
			return false;
	return items;
}

/* -- Signatures ------------------------------------------------------------------------------ */

/* Find a function that the trace has, with these arguments. */
static const struct gs_trace_function *find_function(
	struct gs_trace_reader *reader, const struct gs_function_info *info)
{
	const struct gs_trace_table *table = &reader->tables[GS_TRACE_FUNCTIONS];

	for (uint32_t i = 0; i < table->capacity; i++)
		if (table->entries[i] && table->entries[i]->function.n_args == info->n_parameters &&
			strcmp(table->entries[i]->function.name, info->name) == 0)
			return &table->entries[i]->function;
	return NULL;
}

static const struct gs_trace_function *add_function(
	struct gs_trace_reader *reader, const struct gs_function_info *info)
{
	const char **names = gs_trace_arena_get(
		&reader->signatures, (info->n_parameters + 1u) * sizeof(*names));
	struct gs_trace_entry new = {
		.function = {.name = info->name, .n_args = info->n_parameters, .args = names}};
	const struct gs_trace_entry *entry;

	for (unsigned i = 0; names && i < info->n_parameters; i++)
		names[i] = info->parameters[i].name;
	if (!names)
		return NULL;
	gs_trace_function_kind(&new.function);
	entry = gs_trace_add_signature(reader, GS_TRACE_FUNCTIONS, &new);
	return entry ? &entry->function : NULL;
}

/* Give constants that were read a signature of the reader's; those without a name, a number. */
static bool sign_names(
	struct gs_trace_reader *reader, struct gs_edit_parser *parser, struct gs_trace_value *value)
{
	bool is_mask = value->class == GS_TRACE_BITMASK;
	const struct gs_trace_names *names = value->names;
	const struct gs_trace_entry *entry;
	struct gs_trace_entry new = {.names = *names};

	for (uint32_t i = 0; i < names->n; i++)
		if (!names->constants[i].name)
			names = NULL, i = UINT32_MAX - 1;
	if (!names || (!is_mask && value->names->n != 1)) {
		*value = (struct gs_trace_value){.class = GS_TRACE_UINT, .uint = value->uint};
		return true;
	}
	new.names.by_value = NULL;
	entry = gs_trace_add_signature(reader, is_mask ? GS_TRACE_BITMASKS : GS_TRACE_ENUMS, &new);
	value->names = entry ? &entry->names : NULL;
	return entry || no_memory(parser);
}

static bool sign(
	struct gs_trace_reader *reader, struct gs_edit_parser *parser, struct gs_trace_value *value)
{
	if (value->class == GS_TRACE_ENUM || value->class == GS_TRACE_BITMASK)
		return sign_names(reader, parser, value);
	if (value->class != GS_TRACE_ARRAY)
		return true;
	for (uint32_t i = 0; i < value->n; i++) /* items are the parser's own */
		if (!sign(reader, parser, (struct gs_trace_value *)&value->items[i]))
			return false;
	return true;
}

/* -- Arguments ------------------------------------------------------------------------------- */

/* Put the arguments into the order of the parameters. */
static bool sort_arguments(struct gs_edit_parser *parser, const struct gs_edit_call *from,
	const struct gs_trace_function *function, const struct gs_trace_value **sorted)
{
	for (uint32_t i = 0; i < from->n_args; i++) {
		uint32_t to = from->names[i] ? 0 : i;
		while (from->names[i] && to < function->n_args &&
			strcmp(function->args[to], from->names[i]) != 0)
			to++;
		if (to >= function->n_args && from->names[i])
			return gs_edit_fail(parser, "%.60s has no argument '%.60s'", from->name,
				from->names[i]);
		if (to >= function->n_args || sorted[to])
			return gs_edit_fail(parser, "%.60s takes %u argument%s, and %u are given",
				from->name, function->n_args, function->n_args == 1 ? "" : "s",
				from->n_args);
		sorted[to] = &from->args[i];
	}
	for (uint32_t i = 0; i < function->n_args; i++)
		if (!sorted[i])
			return gs_edit_fail(parser, "argument '%.60s' of %.60s is missing",
				function->args[i], from->name);
	return true;
}

static bool make_argument(struct gs_trace_reader *reader, struct gs_edit_parser *parser,
	struct gs_trace_call *call, uint32_t i, const struct gs_trace_value *from)
{
	struct gs_edit_like like;
	struct gs_trace_value value;

	gs_edit_like_argument(call, i, &like);
	if (!gs_edit_cast(parser, &like, from, &value) || !sign(reader, parser, &value))
		return false;
	value.by_leave = like.rule && like.rule->out && value.class != GS_TRACE_NULL;
	call->args[i] = value;
	return true;
}

static bool make_result(struct gs_edit_parser *parser, struct gs_trace_reader *reader,
	const struct gs_function_info *info, const struct gs_edit_call *from,
	struct gs_trace_call *call)
{
	struct gs_edit_like like = {.parameter = &info->returns};

	if (!gs_edit_cast(parser, &like, &from->result, &call->result) ||
		!sign(reader, parser, &call->result))
		return false;
	call->result.by_leave = true;
	return true;
}

bool gs_edit_make_call(struct gs_trace_reader *reader, struct gs_edit_parser *parser,
	const struct gs_edit_call *from, struct gs_trace_call *call)
{
	const struct gs_trace_value *sorted[GS_TRACE_MAX_ARGUMENTS] = {0};
	int number = gs_data_find(from->name);
	const struct gs_function_info *info = number < 0 ? NULL
							 : gs_data_function((unsigned)number);
	const struct gs_trace_function *function;

	if (!info)
		return gs_edit_fail(parser, "there is no function '%.60s'", from->name);
	function = find_function(reader, info);
	if (!function)
		function = add_function(reader, info);
	if (!function)
		return no_memory(parser);
	*call = (struct gs_trace_call){.function = function,
		.ends_frame = function->ends_frame,
		.is_verbose = function->is_verbose};
	call->args = gs_trace_arena_get(
		parser->arena, (function->n_args + 1) * sizeof(*call->args));
	if (!call->args)
		return no_memory(parser);
	memset(call->args, 0, (function->n_args + 1) * sizeof(*call->args));
	if (!sort_arguments(parser, from, function, sorted))
		return false;
	for (uint32_t i = 0; i < function->n_args; i++)
		if (!make_argument(reader, parser, call, i, sorted[i]))
			return false;
	return !from->has_result || make_result(parser, reader, info, from, call);
}

/* SPDX-License-Identifier: MIT */
/* Changes an argument of a call, and what says how long it is. */
#include <stdlib.h>
#include <string.h>
#include "trace/edits/private.h"

bool gs_edit_parse_argument(
	struct gs_edit_parser *parser, const char *text, struct gs_edit_change *change)
{
	size_t n = strcspn(text, "[");
	char *name = gs_trace_arena_get(parser->arena, n + 1);
	const char *at = text + n;

	if (!name)
		return gs_edit_fail(parser, "there is no memory left");
	memcpy(name, text, n);
	name[n] = 0;
	change->argument = name;
	change->n_indices = 0;
	while (*at == '[' && change->n_indices < GS_EDIT_MOST_INDICES) {
		char *end;
		change->indices[change->n_indices++] = strtoull(at + 1, &end, 10);
		if (at[1] < '0' || at[1] > '9' || *end != ']')
			break;
		at = end + 1;
	}
	if (*at || !n)
		return gs_edit_fail(
			parser, "'%.60s' is no argument: write value, or value[0]", text);
	return true;
}

static bool is_index(const struct gs_trace_call *call, unsigned i)
{
	return i < call->function->n_args && call->args[i].class != GS_TRACE_NONE;
}

static void set_count(struct gs_trace_call *call, unsigned i, uint64_t n)
{
	struct gs_trace_value *count = &call->args[i];

	if (count->class != GS_TRACE_UINT && count->class != GS_TRACE_SINT)
		return;
	count->class = GS_TRACE_UINT;
	count->uint = n;
}

/* A string may have become longer, and a list may have become one. */
static void fix_lengths(struct gs_trace_call *call, uint32_t i, const struct gs_memory_rule *rule)
{
	const struct gs_trace_value *value = &call->args[i];
	bool is_list = value->class == GS_TRACE_ARRAY || value->class == GS_TRACE_BLOB;

	if (!rule || rule->out)
		return;
	if (rule->kind == GS_MEMORY_RULE_STRINGS && is_list) {
		/* without lengths each string ends with its NUL */
		if (is_index(call, rule->other[0]))
			call->args[rule->other[0]] = (struct gs_trace_value){.class = GS_TRACE_NULL,
				.by_leave = call->args[rule->other[0]].by_leave};
		if (is_index(call, rule->count_argument))
			set_count(call, rule->count_argument, value->n);
	}
	if (rule->kind == GS_MEMORY_RULE_STRING && value->class == GS_TRACE_STRING &&
		is_index(call, rule->count_argument) &&
		call->args[rule->count_argument].class != GS_TRACE_SINT)
		set_count(call, rule->count_argument, value->n);
}

static bool no_argument(struct gs_edit_parser *parser, const struct gs_edit_change *change,
	const struct gs_trace_call *call)
{
	return gs_edit_fail(
		parser, "%.60s has no argument '%.60s'", call->function->name, change->argument);
}

/* A number of bytes must be what it was: the call says it elsewhere. */
static bool check_length(struct gs_edit_parser *parser, const struct gs_trace_value *was,
	const struct gs_trace_value *is)
{
	if (was->class != GS_TRACE_BLOB || is->class != GS_TRACE_BLOB || was->n == is->n)
		return true;
	return gs_edit_fail(parser, "there are %u bytes, and %u are given", was->n, is->n);
}

bool gs_edit_apply(struct gs_edit_parser *parser, const struct gs_edit_change *change,
	struct gs_trace_call *call)
{
	struct gs_edit_like like;
	struct gs_trace_value value;
	uint32_t i = 0;

	while (i < call->function->n_args && strcmp(call->function->args[i], change->argument) != 0)
		i++;
	if (i == call->function->n_args)
		return no_argument(parser, change, call);
	if (call->args[i].class == GS_TRACE_NONE) /* until the call has left */
		return true;
	gs_edit_like_argument(call, i, &like);
	value = call->args[i];
	if (change->n_indices ? !gs_edit_cast_element(parser, &like, change->indices,
					change->n_indices, &change->value, &value)
			      : !gs_edit_cast(parser, &like, &change->value, &value))
		return false;
	if (!check_length(parser, &call->args[i], &value))
		return false;
	value.by_leave = call->args[i].by_leave;
	call->args[i] = value;
	fix_lengths(call, i, like.rule);
	return true;
}

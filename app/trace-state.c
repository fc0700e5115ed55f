/* SPDX-License-Identifier: MIT */
/* `glstep-trace state`: prints GL's state before a call. */
#include <glib.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "app/trace-tool.h"
#include "effects/state/state.h"
#include "data/data.h"

struct wish {
	GArray *calls;	 /* uint64_t, in order */
	GPtrArray *sets; /* struct gs_call_set *: further calls */
	uint32_t groups; /* bits of the wanted groups */
	bool is_json;
};

struct output {
	struct gs_trace_text text;
	bool is_json;
	uint32_t groups; /* bits of the wanted groups */
	uint64_t n;
};

/* Append a value as the debugger writes it. */
static void add_value(struct gs_trace_text *text, const struct gs_state_entry *entry, unsigned i)
{
	char number[64];
	double value = entry->values[i];
	const char *name = entry->kind == GS_STATE_ENUM && value > 1
				   ? gs_data_enum_name(NULL, (uint64_t)value, GS_FUNCTION_GL)
				   : NULL;
	if (gs_state_is_float(entry->kind))
		snprintf(number, sizeof number, "%.9g", (double)(float)value);
	else if (entry->kind == GS_STATE_LONG)
		snprintf(number, sizeof number, "%" PRId64, (int64_t)value);
	else
		snprintf(number, sizeof number, "%" PRId32, (int32_t)(int64_t)value);
	gs_tool_add(text, "%s", name ? name : number);
}

static void add_values(struct gs_trace_text *text, const struct gs_state_entry *entry)
{
	for (unsigned i = 0; i < entry->n; i++) {
		if (i)
			gs_tool_add(text, " ");
		add_value(text, entry, i);
	}
}

static void visit(void *data, const struct gs_state_entry *entry)
{
	struct output *output = data;
	struct gs_trace_text *text = &output->text;
	if (!(entry->groups & output->groups))
		return;
	if (output->is_json) {
		gs_tool_add(text, output->n ? "," : "");
		gs_trace_string_json(text, entry->name, strlen(entry->name));
		gs_tool_add(text, ":{\"value\":\"");
	} else {
		gs_tool_add(text, "%s = ", entry->name);
	}
	add_values(text, entry);
	gs_tool_add(text, output->is_json ? "\"" : "");
	if (entry->is_set)
		gs_tool_add(text, output->is_json ? ",\"call\":%" PRIu64 : "  (call %" PRIu64 ")",
			entry->call);
	gs_tool_add(text, output->is_json ? "}" : "\n");
	output->n++;
}

/* Append the state before a call. Return false if no context is current there. */
static bool add_state(struct output *output, struct gs_effects *effects,
	const struct gs_trace_call *call, bool is_one)
{
	bool is_there;
	output->n = 0;
	if (output->is_json)
		gs_tool_add(&output->text, "{\"call\":%" PRIu64 ",\"state\":{", call->number);
	else if (!is_one)
		gs_tool_add(&output->text, "before call %" PRIu64 ":\n", call->number);
	is_there = gs_effects_state(effects, call->thread, visit, output);
	gs_tool_add(&output->text, output->is_json ? "}}\n" : "");
	return is_there;
}

static int print_states(const char *file, struct gs_trace_reader *reader,
	struct gs_effects *effects, const struct wish *wish)
{
	struct output output = {.is_json = wish->is_json, .groups = wish->groups};
	const struct gs_trace_call *call = NULL;
	const char *why = NULL;
	for (guint i = 0; i < wish->calls->len && !why; i++) {
		call = gs_effects_go_on(
			effects, reader, call, g_array_index(wish->calls, uint64_t, i));
		if (!call)
			why = "the trace has no such call";
		else if (!add_state(&output, effects, call, wish->calls->len == 1))
			why = wish->calls->len == 1
				      ? "no context is current where that call is made"
				      : NULL;
		if (!gs_tool_print(&output.text, false))
			break;
	}
	if (why)
		output.text.length = 0;
	return gs_tool_finish(&output.text, why ? gs_tool_fail(GS_TOOL_FAILED, file, why) : 0);
}

static int state_of(const char *file, const struct wish *wish)
{
	struct gs_trace_reader *reader = gs_tool_open(file, NULL, NULL);
	struct gs_effects *effects;
	int status;
	if (!reader)
		return GS_TOOL_USAGE;
	effects = gs_effects_new(0);
	gs_effects_follow_state(effects);
	status = print_states(file, reader, effects, wish);
	gs_effects_free(effects);
	gs_trace_close(reader);
	return status;
}

/* Append the numbers of the set's calls that the trace has. Return 0, or a status after an error
 * message. */
static int add_calls(const char *file, const struct gs_call_set *set, GArray *calls)
{
	struct gs_trace_reader *reader = gs_tool_open(file, NULL, NULL);
	const struct gs_trace_call *call;
	guint n = calls->len;
	if (!reader)
		return GS_TOOL_USAGE;
	if (gs_call_set_first(set) == 0 || gs_trace_seek(reader, gs_call_set_first(set)))
		while ((call = gs_trace_next_call(reader)))
			if (gs_call_set_has_call(set, call))
				g_array_append_val(calls, call->number);
	gs_trace_close(reader);
	return calls->len > n ? 0
			      : gs_tool_fail(GS_TOOL_FAILED, file, "the trace has no such call");
}

static int compare_calls(gconstpointer a, gconstpointer b)
{
	const uint64_t *x = a, *y = b;
	return *x < *y ? -1 : *x > *y;
}

/* Read the value of --call: the number of a call, which the trace must have, or a set. Return false
 * after an error message. */
static bool take_calls(struct wish *wish, const char *word)
{
	struct gs_call_set *set = gs_tool_calls("--call", word);
	uint64_t call;
	if (set && gs_call_set_is_call(set)) {
		call = gs_call_set_first(set);
		g_array_append_val(wish->calls, call);
		gs_call_set_free(set);
	} else if (set) {
		g_ptr_array_add(wish->sets, set);
	}
	return set;
}

static int read_words(char **words, struct wish *wish)
{
	const char *file = NULL;
	int status = 0;
	for (; *words; words++) {
		if (!strcmp(*words, "--json")) {
			wish->is_json = true;
		} else if (!strcmp(*words, "--call")) {
			if (!take_calls(wish, *++words))
				return GS_TOOL_USAGE;
		} else if (!strcmp(*words, "--group")) {
			if (!*++words || !gs_tool_group(*words, &wish->groups))
				return gs_tool_no_group(*words ? *words : "");
		} else if ((status = gs_tool_take_file(*words, &file))) {
			return status;
		}
	}
	if (!file || (!wish->calls->len && !wish->sets->len))
		return gs_tool_usage(
			"state takes --call N and the trace's file", file ? NULL : "no file");
	for (guint i = 0; i < wish->sets->len && !status; i++)
		status = add_calls(file, wish->sets->pdata[i], wish->calls);
	g_array_sort(wish->calls, compare_calls);
	return status ? status : state_of(file, wish);
}

static void free_set(gpointer set)
{
	gs_call_set_free(set);
}

int gs_tool_state(char **words)
{
	struct wish wish = {.calls = g_array_new(FALSE, FALSE, sizeof(uint64_t)),
		.sets = g_ptr_array_new_with_free_func(free_set),
		.groups = UINT32_MAX};
	int status = read_words(words, &wish);
	g_ptr_array_free(wish.sets, TRUE);
	g_array_free(wish.calls, TRUE);
	return status;
}

/* SPDX-License-Identifier: MIT */
/* glstep-trace state: what GL held before a call. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "app/trace-tool.h"
#include "content/state.h"
#include "data/data.h"

struct wish {
	uint64_t call;
	uint32_t groups; /* bits */
	bool is_json;
};

struct output {
	struct gs_trace_text text;
	bool is_json;
	uint32_t groups; /* bits: those asked for */
	uint64_t n;
};

/* As the debugger writes it. */
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

static int print_state(
	const char *file, struct gs_content *content, uint32_t thread, const struct wish *wish)
{
	struct output output = {.is_json = wish->is_json, .groups = wish->groups};
	if (wish->is_json)
		gs_tool_add(&output.text, "{\"call\":%" PRIu64 ",\"state\":{", wish->call);
	if (!gs_content_state(content, thread, visit, &output)) {
		free(output.text.data);
		return gs_tool_fail(
			GS_TOOL_FAILED, file, "no context is current where that call is made");
	}
	gs_tool_add(&output.text, wish->is_json ? "}}\n" : "");
	return gs_tool_finish(&output.text, 0);
}

static int state_of(const char *file, const struct wish *wish)
{
	uint32_t thread = 0;
	struct gs_trace_reader *reader = gs_tool_open(file, NULL, NULL);
	struct gs_content *content;
	int status;
	if (!reader)
		return GS_TOOL_USAGE;
	content = gs_content_new(0);
	gs_content_follow_state(content);
	status = gs_content_add_before(content, reader, wish->call, &thread)
			 ? print_state(file, content, thread, wish)
			 : gs_tool_fail(GS_TOOL_FAILED, file, "the trace has no such call");
	gs_content_free(content);
	gs_trace_close(reader);
	return status;
}

int gs_tool_state(char **words)
{
	struct wish wish = {.groups = UINT32_MAX};
	const char *file = NULL;
	bool has_call = false;
	int status;
	for (; *words; words++) {
		if (!strcmp(*words, "--json")) {
			wish.is_json = true;
		} else if (!strcmp(*words, "--call")) {
			has_call = gs_tool_number(*++words, &wish.call);
			if (!has_call)
				return gs_tool_usage("--call takes a call's number", *words);
		} else if (!strcmp(*words, "--group")) {
			if (!*++words || !gs_tool_group(*words, &wish.groups))
				return gs_tool_no_group(*words ? *words : "");
		} else if ((status = gs_tool_take_file(*words, &file))) {
			return status;
		}
	}
	if (!file || !has_call)
		return gs_tool_usage(
			"state takes --call N and the trace's file", file ? NULL : "no file");
	return state_of(file, &wish);
}

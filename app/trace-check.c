/* SPDX-License-Identifier: MIT */
/* `glstep-trace check`: checks a trace against every rule of the format. */
#include <string.h>
#include "app/trace-tool.h"

struct verdict {
	const char *file;
	bool json;
	uint64_t n;
	struct gs_trace_text text;
};

/* Append a fault as JSON. byte, call: negative if it has none. */
static void fault_json(
	struct verdict *verdict, int64_t byte, uint64_t chunk, int64_t call, const char *what)
{
	struct gs_trace_text *text = &verdict->text;

	gs_tool_add(text, "%s{", verdict->n ? "," : "");
	if (byte >= 0)
		gs_tool_add(text, "\"byte\":%lld,", (long long)byte);
	if (chunk)
		gs_tool_add(text, "\"chunk\":%llu,", (unsigned long long)chunk);
	if (call >= 0)
		gs_tool_add(text, "\"call\":%lld,", (long long)call);
	gs_trace_text_add(text, "\"text\":", strlen("\"text\":"));
	gs_trace_string_json(text, what, strlen(what));
	gs_trace_text_add(text, "}", 1);
}

static void fault_text(
	struct verdict *verdict, int64_t byte, uint64_t chunk, int64_t call, const char *what)
{
	struct gs_trace_text *text = &verdict->text;

	gs_trace_text_add(text, verdict->file, strlen(verdict->file));
	if (byte >= 0)
		gs_tool_add(text, ": byte %lld", (long long)byte);
	if (chunk)
		gs_tool_add(text, " (chunk at byte %llu of the file)", (unsigned long long)chunk);
	if (call >= 0)
		gs_tool_add(text, "%s call %lld", byte >= 0 ? "," : ":", (long long)call);
	gs_tool_add(text, ": %s\n", what);
}

static void add_fault(
	struct verdict *verdict, int64_t byte, uint64_t chunk, int64_t call, const char *what)
{
	(verdict->json ? fault_json : fault_text)(verdict, byte, chunk, call, what);
	verdict->n++;
	gs_tool_print(&verdict->text, false);
}

static void report(void *data, const struct gs_trace_violation *violation)
{
	add_fault(data, (int64_t)violation->offset.stream, violation->offset.chunk, violation->call,
		violation->text);
}

static void begin(struct verdict *verdict)
{
	if (!verdict->json)
		return;
	gs_tool_add(&verdict->text, "{\"file\":");
	gs_trace_string_json(&verdict->text, verdict->file, strlen(verdict->file));
	gs_tool_add(&verdict->text, ",\"faults\":[");
}

static void end(struct verdict *verdict, uint64_t calls)
{
	struct gs_trace_text *text = &verdict->text;

	if (verdict->json) {
		gs_tool_add(text, "],\"calls\":%llu}\n", (unsigned long long)calls);
		return;
	}
	gs_trace_text_add(text, verdict->file, strlen(verdict->file));
	gs_tool_add(text, ": %llu calls, faults: %llu\n", (unsigned long long)calls,
		(unsigned long long)verdict->n);
}

static int check(const char *file, bool json)
{
	struct verdict verdict = {.file = file, .json = json};
	struct gs_trace_reader *reader;
	struct gs_trace_figures f;
	struct gs_trace_call *call;

	begin(&verdict);
	reader = gs_tool_open(file, report, &verdict);
	if (!reader) {
		verdict.text.length = json ? 0 : verdict.text.length;
		return gs_tool_finish(&verdict.text, GS_TOOL_USAGE);
	}
	while ((call = gs_trace_next_call(reader)))
		if (!call->has_left)
			add_fault(&verdict, -1, 0, (int64_t)call->number, "it never returns");
	if (gs_trace_reader_state(reader) == GS_TRACE_CUT)
		add_fault(&verdict, -1, 0, -1, gs_trace_reader_message(reader));
	gs_trace_reader_figures(reader, &f);
	end(&verdict, f.calls);
	gs_trace_close(reader);
	return gs_tool_finish(&verdict.text, verdict.n ? GS_TOOL_FAILED : 0);
}

int gs_tool_check(char **words)
{
	const char *file = NULL;
	bool json = false;
	int status;

	for (; *words; words++)
		if (!strcmp(*words, "--json"))
			json = true;
		else if ((status = gs_tool_take_file(*words, &file)))
			return status;
	return file ? check(file, json) : gs_tool_usage("no file is named", NULL);
}

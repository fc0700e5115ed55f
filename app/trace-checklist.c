/* SPDX-License-Identifier: MIT */
/* `glstep-trace checklist`: finds what costs a program time or quality, by fixed rules. */
#include <stdio.h>
#include <string.h>
#include "analysis/checklist.h"
#include "analysis/measured.h"
#include "app/trace-tool.h"

static void string_json(struct gs_trace_text *text, const char *name, const char *value)
{
	gs_tool_add(text, ",\"%s\":", name);
	gs_trace_string_json(text, value, strlen(value));
}

void gs_tool_check_json(struct gs_trace_text *text, const struct gs_check_item *item)
{
	gs_tool_add(text, "{\"id\":\"%s\"", item->id);
	string_json(text, "title", item->title);
	string_json(text, "rule", item->rule);
	string_json(text, "advice", item->advice);
	string_json(text, "saves", item->saves);
	if (!item->is_told) {
		gs_tool_add(text, ",\"found\":null}");
		return;
	}
	gs_tool_add(text, ",\"found\":%llu,\"frames\":%llu,\"bytes\":%llu,\"calls\":[",
		(unsigned long long)item->n, (unsigned long long)item->frames,
		(unsigned long long)item->bytes);
	gs_tool_add_numbers(text, item->calls, item->n, GS_CHECK_CALLS, ",");
	gs_tool_add(text, "]}");
}

static void item_text(struct gs_trace_text *text, const struct gs_check_item *item)
{
	gs_tool_add(
		text, "%s: %s\n  found: %llu", item->id, item->title, (unsigned long long)item->n);
	if (item->frames)
		gs_tool_add(text, " in %llu frame%s", (unsigned long long)item->frames,
			item->frames == 1 ? "" : "s");
	gs_tool_add(text, "; calls ");
	gs_tool_add_numbers(text, item->calls, item->n, GS_CHECK_CALLS, ", ");
	gs_tool_add(text, "%s\n  rule:  %s\n  do:    %s\n  saves: %s",
		item->n > GS_CHECK_CALLS ? ", ..." : "", item->rule, item->advice, item->saves);
	if (item->bytes)
		gs_tool_add(text, ": %llu bytes", (unsigned long long)item->bytes);
	gs_tool_add(text, "\n\n");
}

void gs_tool_check_names(struct gs_trace_text *text, const struct gs_check_item *items, size_t n,
	bool is_told, const char *title, const char *end)
{
	const char *comma = title;

	for (size_t i = 0; i < n; i++) {
		if (items[i].is_told != is_told || (is_told && items[i].n))
			continue;
		gs_tool_add(text, "%s%s", comma, items[i].id);
		comma = ", ";
	}
	gs_tool_add(text, "%s", comma == title ? "" : end);
}

void gs_tool_quality_text(struct gs_trace_text *text, const struct gs_check_item *items, size_t n,
	const char *title, const char *end)
{
	struct gs_quality quality = gs_checklist_quality(items, n);

	gs_tool_add(text,
		"%s%s: %zu of the %zu rules that the file tells of are kept (good: all; fair: four "
		"of five)%s",
		title, quality.name, quality.kept, quality.rules, end);
}

void gs_tool_checks_text(struct gs_trace_text *text, const struct gs_check_item *items, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (items[i].is_told && items[i].n)
			item_text(text, &items[i]);
	gs_tool_check_names(text, items, n, true, "not found: ", "\n");
	gs_tool_check_names(text, items, n, false, "the file does not tell: ", "\n");
	gs_tool_quality_text(text, items, n, "quality: ", "\n");
}

static void print(struct gs_trace_text *text, const char *file, bool json,
	const struct gs_check_item *items, size_t n)
{
	if (json) {
		gs_tool_add(text, "{\"file\":");
		gs_trace_string_json(text, file, strlen(file));
		gs_tool_add(text, ",\"items\":[");
		for (size_t i = 0; i < n; i++) {
			gs_trace_text_add(text, ",\n", i ? 2 : 0);
			gs_tool_check_json(text, &items[i]);
		}
		struct gs_quality quality = gs_checklist_quality(items, n);
		gs_tool_add(text,
			"],\"quality\":{\"verdict\":\"%s\",\"rules\":%zu,\"kept\":%zu}}\n",
			quality.name, quality.rules, quality.kept);
		return;
	}
	gs_tool_checks_text(text, items, n);
}

static int check(const char *file, bool json, const struct gs_tool_replay *replay)
{
	struct gs_trace_reader *reader = gs_tool_open(file, NULL, NULL);
	struct gs_trace_text text = {0};
	struct gs_checklist *checklist;
	struct gs_measured *measured;
	const struct gs_trace_call *call;
	const struct gs_check_item *items;
	size_t n;
	int status, failed = 0;

	if (!reader)
		return GS_TOOL_USAGE;
	measured = gs_tool_measure(file, replay, &failed);
	checklist = gs_checklist_new();
	gs_checklist_set_measured(checklist, measured);
	while ((call = gs_trace_next_call(reader)))
		gs_checklist_add(checklist, call);
	items = gs_checklist_end(checklist, &n);
	print(&text, file, json, items, n);
	gs_checklist_free(checklist);
	gs_measured_free(measured);
	status = gs_tool_end(file, reader);
	gs_trace_close(reader);
	return gs_tool_finish(&text, status ? status : failed);
}

int gs_tool_checklist(char **words)
{
	const char *file = NULL;
	struct gs_tool_replay replay = {0};
	bool json = false;
	int status = 0;

	for (; *words; words++) {
		if (!strcmp(*words, "--json"))
			json = true;
		else if (!gs_tool_take_replay(&words, &replay, &status))
			status = gs_tool_take_file(*words, &file);
		if (status)
			return status;
	}
	if ((status = gs_tool_check_replay(&replay)))
		return status;
	return file ? check(file, json, &replay) : gs_tool_usage("no file is named", NULL);
}

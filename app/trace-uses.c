/* SPDX-License-Identifier: MIT */
/* `glstep-trace uses`: lists the calls that use an object. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "app/trace-tool.h"
#include "effects/uses.h"

struct wish {
	uint64_t call, name;
	enum gs_object_kind kind;
	bool has_name, is_json;
};

struct use {
	uint64_t call;
	enum gs_use_kind kind;
};

struct list {
	struct use *uses;
	size_t n, capacity;
	bool failed;
};

static void add_use(void *data, uint64_t call, enum gs_use_kind kind)
{
	struct list *list = data;
	if (list->n == list->capacity) {
		size_t capacity = list->capacity ? 2 * list->capacity : 64;
		struct use *uses = realloc(list->uses, capacity * sizeof *uses);
		list->failed |= !uses;
		if (!uses)
			return;
		list->uses = uses;
		list->capacity = capacity;
	}
	list->uses[list->n++] = (struct use){call, kind};
}

static const char *word_of(enum gs_use_kind kind)
{
	static const char *const words[] = {
		[GS_USE_MAKES] = "makes",
		[GS_USE_CHANGES] = "changes",
		[GS_USE_READS] = "reads",
		[GS_USE_NAMES] = "names",
	};
	return words[kind];
}

static int print_uses(struct gs_trace_reader *reader, const struct list *list, bool is_json)
{
	struct gs_trace_text text = {0};
	gs_tool_add(&text, is_json ? "[" : "");
	for (size_t i = 0; i < list->n; i++) {
		const struct gs_trace_call *call = gs_trace_find(reader, list->uses[i].call);
		const char *function = call ? call->function->name : "?";
		if (is_json) {
			gs_tool_add(&text, "%s{\"call\":%" PRIu64 ",\"use\":\"%s\",\"function\":",
				i ? "," : "", list->uses[i].call, word_of(list->uses[i].kind));
			gs_trace_string_json(&text, function, strlen(function));
			gs_tool_add(&text, "}");
		} else {
			gs_tool_add(&text, "%-8s ", word_of(list->uses[i].kind));
			if (call)
				gs_trace_call_text(&text, call);
		}
		if (!gs_tool_print(&text, false))
			break;
	}
	gs_tool_add(&text, is_json ? "]\n" : "");
	return gs_tool_finish(&text, 0);
}

static int uses_of(const char *file, struct gs_trace_reader *reader, struct gs_effects *effects,
	const struct wish *wish)
{
	struct list list = {0};
	uint32_t thread = 0;
	int status;
	bool is_there = gs_effects_add_before(effects, reader, wish->call, &thread);
	if (!is_there && wish->call != UINT64_MAX)
		return gs_tool_fail(GS_TOOL_FAILED, file, "the trace has no such call");
	if (is_there)
		is_there = gs_effects_uses(effects, thread, wish->kind, wish->name, add_use, &list);
	else
		is_there = gs_effects_uses_of_last(effects, wish->kind, wish->name, add_use, &list);
	if (!is_there)
		status = gs_tool_fail(GS_TOOL_FAILED, file, "there is no such object");
	else if (list.failed)
		status = gs_tool_fail(GS_TOOL_FAILED, NULL, "there is no memory left");
	else
		status = print_uses(reader, &list, wish->is_json);
	free(list.uses);
	return status;
}

static bool find_kind(const char *word, enum gs_object_kind *kind)
{
	static const struct {
		const char *word;
		enum gs_object_kind kind;
	} kinds[] = {
		{"--buffer", GS_OBJECT_BUFFER},
		{"--texture", GS_OBJECT_TEXTURE},
		{"--program", GS_OBJECT_PROGRAM},
		{"--framebuffer", GS_OBJECT_FRAMEBUFFER},
		{"--renderbuffer", GS_OBJECT_RENDERBUFFER},
		{"--vertex-array", GS_OBJECT_VERTEX_ARRAY},
		{"--shader", GS_OBJECT_PROGRAM}, /* shaders and programs share their names */
		{"--sampler", GS_OBJECT_SAMPLER},
		{"--query", GS_OBJECT_QUERY},
		{"--list", GS_OBJECT_LIST},
		{"--pipeline", GS_OBJECT_PIPELINE},
		{"--feedback", GS_OBJECT_FEEDBACK},
	};
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (!strcmp(word, kinds[i].word)) {
			*kind = kinds[i].kind;
			return true;
		}
	return false;
}

int gs_tool_uses(char **words)
{
	struct wish wish = {.call = UINT64_MAX};
	const char *file = NULL;
	int status;
	for (; *words; words++) {
		if (!strcmp(*words, "--json")) {
			wish.is_json = true;
		} else if (!strcmp(*words, "--call")) {
			if (!gs_tool_number(*++words, &wish.call))
				return gs_tool_usage("--call takes a call's number", *words);
		} else if (find_kind(*words, &wish.kind)) {
			if (wish.has_name)
				return gs_tool_usage("uses takes one object", *words);
			wish.has_name = gs_tool_number(*++words, &wish.name);
			if (!wish.has_name)
				return gs_tool_usage("an object's name is a number", *words);
		} else if ((status = gs_tool_take_file(*words, &file))) {
			return status;
		}
	}
	if (!file || !wish.has_name)
		return gs_tool_usage(
			"uses takes an object, like --texture T, and the trace's file", NULL);
	struct gs_trace_reader *reader = gs_tool_open(file, NULL, NULL);
	if (!reader)
		return GS_TOOL_USAGE;
	struct gs_effects *effects = gs_effects_new(0);
	status = uses_of(file, reader, effects, &wish);
	gs_effects_free(effects);
	gs_trace_close(reader);
	return status;
}

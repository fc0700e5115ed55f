/* SPDX-License-Identifier: MIT */
/* glstep-trace memory: what a buffer held before a call, and from which calls. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "app/trace-tool.h"
#include "content/contents.h"

enum { ROW = 16 }; /* bytes of a line */

struct wish {
	uint64_t call, buffer, first, last;
	bool has_call, has_buffer, is_json;
};

static const char *kind_of(const struct gs_contents *part)
{
	static const char *const kinds[] = {
		[GS_CONTENTS_RECORDED] = "recorded",
		[GS_CONTENTS_ZERO] = "cleared",
		[GS_CONTENTS_DRAWN] = "drawn",
		[GS_CONTENTS_UNSET] = "unset",
	};
	return kinds[part->kind];
}

/* The part's bytes, which live as long as the reader is not used; NULL: the trace has none. */
static const uint8_t *bytes_of(
	const struct gs_contents *part, const struct gs_trace_call *call, bool *is_zero)
{
	*is_zero = part->kind == GS_CONTENTS_ZERO;
	if (part->kind != GS_CONTENTS_RECORDED || !call || part->argument >= call->function->n_args)
		return NULL;
	const struct gs_trace_value *blob = &call->args[part->argument];
	return blob->class == GS_TRACE_BLOB && part->offset <= blob->n &&
			       part->size <= blob->n - part->offset
		       ? blob->bytes + part->offset
		       : NULL;
}

static bool add_hex(struct gs_trace_text *text, const uint8_t *bytes, bool is_zero, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++) {
		char hex[4] = "--";
		if (bytes || is_zero)
			snprintf(hex, sizeof hex, "%02x", bytes ? bytes[i] : 0);
		gs_trace_text_add(text, hex, 2);
		if (!gs_tool_print(text, false))
			return false;
	}
	return true;
}

static void add_source(struct gs_trace_text *text, const struct gs_contents *part,
	const struct gs_trace_call *call, bool is_json)
{
	const char *function = call ? call->function->name : "";
	const char *argument = part->kind == GS_CONTENTS_RECORDED
				       ? call->function->args[part->argument]
				       : "";
	if (is_json && call) {
		gs_tool_add(text, ",\"call\":%" PRIu64 ",\"function\":", part->call);
		gs_trace_string_json(text, function, strlen(function));
	}
	if (is_json && *argument) {
		gs_tool_add(text, ",\"offset\":%" PRIu64 ",\"argument\":", part->offset);
		gs_trace_string_json(text, argument, strlen(argument));
	}
	if (!is_json && call)
		gs_tool_add(text, ", call %" PRIu64 " %s", part->call, function);
	if (!is_json && *argument)
		gs_tool_add(text, ", %s from byte %" PRIu64, argument, part->offset);
}

static void add_rows(struct gs_trace_text *text, const struct gs_contents *part,
	const uint8_t *bytes, bool is_zero)
{
	for (uint64_t i = 0; (bytes || is_zero) && i < part->size; i += ROW) {
		uint64_t n = part->size - i < ROW ? part->size - i : ROW;
		gs_tool_add(text, "  %8" PRIu64 "  ", part->first + i);
		for (uint64_t k = 0; k < n; k++)
			gs_tool_add(
				text, "%02x%s", bytes ? bytes[i + k] : 0, k + 1 == n ? "\n" : " ");
		if (!gs_tool_print(text, false))
			return;
	}
}

static void add_part(struct gs_trace_text *text, struct gs_trace_reader *reader,
	const struct gs_contents *part, bool is_json)
{
	const struct gs_trace_call *call = part->has_call ? gs_trace_find(reader, part->call)
							  : NULL;
	bool is_zero;
	const uint8_t *bytes = bytes_of(part, call, &is_zero);
	if (is_json)
		gs_tool_add(text, "{\"first\":%" PRIu64 ",\"size\":%" PRIu64 ",\"kind\":\"%s\"",
			part->first, part->size, kind_of(part));
	else
		gs_tool_add(text, "bytes %" PRIu64 "-%" PRIu64 ": %s", part->first,
			part->first + part->size - 1, kind_of(part));
	add_source(text, part, call, is_json);
	gs_tool_add(text, is_json ? "}" : "\n");
	if (!is_json)
		add_rows(text, part, bytes, is_zero);
}

static void add_all_hex(struct gs_trace_text *text, struct gs_trace_reader *reader,
	const struct gs_contents *parts, size_t n)
{
	bool is_zero;
	for (size_t i = 0; i < n; i++) {
		const struct gs_trace_call *call = parts[i].has_call
							   ? gs_trace_find(reader, parts[i].call)
							   : NULL;
		const uint8_t *bytes = bytes_of(&parts[i], call, &is_zero);
		if (!add_hex(text, bytes, is_zero, parts[i].size))
			return;
	}
}

static int print_memory(struct gs_trace_reader *reader, const struct gs_contents *parts, size_t n,
	const struct wish *wish, uint64_t size)
{
	struct gs_trace_text text = {0};
	if (wish->is_json)
		gs_tool_add(&text,
			"{\"call\":%" PRIu64 ",\"buffer\":%" PRIu64 ",\"size\":%" PRIu64
			",\"parts\":[",
			wish->call, wish->buffer, size);
	for (size_t i = 0; i < n; i++) {
		if (i && wish->is_json)
			gs_tool_add(&text, ",");
		add_part(&text, reader, &parts[i], wish->is_json);
	}
	if (wish->is_json) {
		gs_tool_add(&text, "],\"bytes\":\"");
		add_all_hex(&text, reader, parts, n);
		gs_tool_add(&text, "\"}\n");
	}
	return gs_tool_finish(&text, 0);
}

static int memory_of(const char *file, struct gs_trace_reader *reader, struct gs_content *content,
	const struct wish *wish)
{
	uint32_t thread;
	uint64_t size;
	size_t n;
	if (!gs_content_add_before(content, reader, wish->call, &thread))
		return gs_tool_fail(GS_TOOL_FAILED, file, "the trace has no such call");
	if (!gs_contents_buffer(content, thread, wish->buffer, &size))
		return gs_tool_fail(GS_TOOL_FAILED, file,
			"there is no such buffer at that call, or nothing is in it");
	uint64_t last = wish->last < size ? wish->last : size - 1;
	if (wish->first > last)
		return gs_tool_fail(GS_TOOL_FAILED, file, "the buffer has no such bytes");
	struct gs_contents *parts = gs_contents_find(
		content, reader, thread, wish->buffer, wish->first, last - wish->first + 1, &n);
	int status = print_memory(reader, parts, n, wish, size);
	free(parts);
	return status;
}

int gs_tool_memory(char **words)
{
	struct wish wish = {.last = UINT64_MAX};
	const char *file = NULL;
	int status;
	for (; *words; words++) {
		if (!strcmp(*words, "--json")) {
			wish.is_json = true;
		} else if (!strcmp(*words, "--call")) {
			wish.has_call = gs_tool_number(*++words, &wish.call);
			if (!wish.has_call)
				return gs_tool_usage("--call takes a call's number", *words);
		} else if (!strcmp(*words, "--buffer")) {
			wish.has_buffer = gs_tool_number(*++words, &wish.buffer);
			if (!wish.has_buffer)
				return gs_tool_usage("--buffer takes a buffer's name", *words);
		} else if (!strcmp(*words, "--range")) {
			if (!*++words || !gs_trace_range(*words, &wish.first, &wish.last))
				return gs_tool_usage("--range takes bytes, like 0-63", *words);
		} else if ((status = gs_tool_take_file(*words, &file))) {
			return status;
		}
	}
	if (!file || !wish.has_call || !wish.has_buffer)
		return gs_tool_usage(
			"memory takes --call N, --buffer B and the trace's file", NULL);
	struct gs_trace_reader *reader = gs_tool_open(file, NULL, NULL);
	if (!reader)
		return GS_TOOL_USAGE;
	struct gs_content *content = gs_content_new(0);
	status = memory_of(file, reader, content, &wish);
	gs_content_free(content);
	gs_trace_close(reader);
	return status;
}

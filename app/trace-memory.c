/* SPDX-License-Identifier: MIT */
/* `glstep-trace memory`: prints what a buffer held before a call, and the calls that wrote it. */
#include <glib.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "app/trace-tool.h"
#include "effects/contents.h"
#include "data/object.h"

enum { ROW = 16 }; /* bytes per line */

/* A range of bytes of a buffer before a call. */
struct place {
	uint64_t call, buffer, first, last;
};

struct wish {
	GArray *places; /* struct place, sorted by call */
	bool is_json;
	/* `finder` seeks back and forth in the file while `reader` adds the calls. */
	struct gs_trace_reader *reader, *finder;
	struct gs_effects *effects;
};

static const char *kind_of(const struct gs_contents_run *part)
{
	static const char *const kinds[] = {
		[GS_CONTENTS_RECORDED] = "recorded",
		[GS_CONTENTS_CLEARED] = "cleared",
		[GS_CONTENTS_DRAWN] = "drawn",
		[GS_CONTENTS_UNSET] = "unset",
	};
	return kinds[part->kind];
}

/* A part's bytes, valid until the reader is used again. */
struct bytes {
	const struct gs_contents_run *part;
	const uint8_t *recorded; /* NULL: they are cleared, or the trace does not have them */
};

static struct bytes bytes_of(const struct gs_contents_run *part, const struct gs_trace_call *call)
{
	struct bytes bytes = {part, NULL};
	if (part->kind != GS_CONTENTS_RECORDED || !call || part->argument >= call->function->n_args)
		return bytes;
	const struct gs_trace_value *blob = &call->args[part->argument];
	if (blob->class == GS_TRACE_BLOB && part->offset <= blob->n &&
		part->size <= blob->n - part->offset)
		bytes.recorded = blob->bytes + part->offset;
	return bytes;
}

static bool has_bytes(const struct bytes *bytes)
{
	return bytes->recorded || bytes->part->kind == GS_CONTENTS_CLEARED;
}

static uint8_t byte_at(const struct bytes *bytes, uint64_t i)
{
	const struct gs_contents_run *part = bytes->part;
	return bytes->recorded ? bytes->recorded[i]
			       : part->pattern[(part->offset + i) % part->n_pattern];
}

static bool add_hex(struct gs_trace_text *text, const struct bytes *bytes)
{
	for (uint64_t i = 0; i < bytes->part->size; i++) {
		char hex[4] = "--";
		if (has_bytes(bytes))
			snprintf(hex, sizeof hex, "%02x", byte_at(bytes, i));
		gs_trace_text_add(text, hex, 2);
		if (!gs_tool_print(text, false))
			return false;
	}
	return true;
}

static void add_source(struct gs_trace_text *text, const struct gs_contents_run *part,
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

/* Return the kind of object that the part's bytes came from, or NULL if unknown. */
static const char *origin_of(const struct gs_contents_run *part)
{
	switch (part->origin.kind) {
	case GS_OBJECT_TEXTURE:
		return "texture";
	case GS_OBJECT_FRAMEBUFFER:
		return "framebuffer";
	case GS_OBJECT_QUERY:
		return "query";
	case GS_OBJECT_PROGRAM:
		return "program";
	default:
		return NULL;
	}
}

static void add_origin(struct gs_trace_text *text, const struct gs_contents_run *part, bool is_json)
{
	const char *kind = origin_of(part);
	if (!kind)
		return;
	gs_tool_add(text, is_json ? ",\"of\":{\"%s\":%" PRIu64 : ", of %s %" PRIu64, kind,
		part->origin.name);
	if (part->origin.kind == GS_OBJECT_TEXTURE)
		gs_tool_add(text, is_json ? ",\"level\":%" PRIu32 : ", level %" PRIu32,
			part->origin.level);
	gs_tool_add(text, is_json ? "}" : "");
}

static void add_rows(struct gs_trace_text *text, const struct bytes *bytes)
{
	const struct gs_contents_run *part = bytes->part;
	for (uint64_t i = 0; has_bytes(bytes) && i < part->size; i += ROW) {
		uint64_t n = part->size - i < ROW ? part->size - i : ROW;
		gs_tool_add(text, "  %8" PRIu64 "  ", part->first + i);
		for (uint64_t k = 0; k < n; k++)
			gs_tool_add(text, "%02x%s", byte_at(bytes, i + k), k + 1 == n ? "\n" : " ");
		if (!gs_tool_print(text, false))
			return;
	}
}

static void add_part(struct gs_trace_text *text, struct gs_trace_reader *reader,
	const struct gs_contents_run *part, bool is_json)
{
	const struct gs_trace_call *call = part->has_call ? gs_trace_find(reader, part->call)
							  : NULL;
	const struct bytes bytes = bytes_of(part, call);
	if (is_json)
		gs_tool_add(text, "{\"first\":%" PRIu64 ",\"size\":%" PRIu64 ",\"kind\":\"%s\"",
			part->first, part->size, kind_of(part));
	else
		gs_tool_add(text, "bytes %" PRIu64 "-%" PRIu64 ": %s", part->first,
			part->first + part->size - 1, kind_of(part));
	add_source(text, part, call, is_json);
	add_origin(text, part, is_json);
	gs_tool_add(text, is_json ? "}" : "\n");
	if (!is_json)
		add_rows(text, &bytes);
}

static void add_all_hex(struct gs_trace_text *text, struct gs_trace_reader *reader,
	const struct gs_contents_run *parts, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct bytes bytes = bytes_of(
			&parts[i], parts[i].has_call ? gs_trace_find(reader, parts[i].call) : NULL);
		if (!add_hex(text, &bytes))
			return;
	}
}

static void add_memory(struct gs_trace_text *text, const struct wish *wish,
	const struct place *place, const struct gs_contents_run *parts, size_t n, uint64_t size)
{
	if (wish->is_json)
		gs_tool_add(text,
			"{\"call\":%" PRIu64 ",\"buffer\":%" PRIu64 ",\"size\":%" PRIu64
			",\"parts\":[",
			place->call, place->buffer, size);
	else if (wish->places->len > 1)
		gs_tool_add(text, "before call %" PRIu64 ", buffer %" PRIu64 ":\n", place->call,
			place->buffer);
	for (size_t i = 0; i < n; i++) {
		if (i && wish->is_json)
			gs_tool_add(text, ",");
		add_part(text, wish->finder, &parts[i], wish->is_json);
	}
	if (wish->is_json) {
		gs_tool_add(text, "],\"bytes\":\"");
		add_all_hex(text, wish->finder, parts, n);
		gs_tool_add(text, "\"}\n");
	}
}

/* Append what the buffer held. Return NULL, or why it cannot be told (static). */
static const char *add_place(struct gs_trace_text *text, const struct wish *wish,
	const struct place *place, uint32_t thread)
{
	uint64_t size, last;
	size_t n;
	if (!gs_contents_buffer(wish->effects, thread, place->buffer, &size))
		return "there is no such buffer at that call, or nothing is in it";
	last = place->last < size ? place->last : size - 1;
	if (place->first > last)
		return "the buffer has no such bytes";
	struct gs_contents_run *parts = gs_contents_find(wish->effects, wish->finder, thread,
		place->buffer, place->first, last - place->first + 1, &n);
	add_memory(text, wish, place, parts, n, size);
	free(parts);
	return gs_tool_print(text, false) ? NULL : "it could not be written";
}

static int print_places(const char *file, const struct wish *wish)
{
	struct gs_trace_text text = {0};
	const struct gs_trace_call *call = NULL;
	const char *why = NULL;
	for (guint i = 0; i < wish->places->len && !why; i++) {
		const struct place *place = &g_array_index(wish->places, struct place, i);
		call = gs_effects_go_on(wish->effects, wish->reader, call, place->call);
		why = call ? add_place(&text, wish, place, call->thread)
			   : "the trace has no such call";
	}
	if (why)
		text.length = 0;
	return gs_tool_finish(&text, why ? gs_tool_fail(GS_TOOL_FAILED, file, why) : 0);
}

static int memory_of(const char *file, struct wish *wish)
{
	int status = GS_TOOL_USAGE;
	wish->reader = gs_tool_open(file, NULL, NULL);
	wish->finder = wish->reader ? gs_tool_open(file, NULL, NULL) : NULL;
	if (wish->finder) {
		wish->effects = gs_effects_new(0);
		status = print_places(file, wish);
		gs_effects_free(wish->effects);
		gs_trace_close(wish->finder);
	}
	if (wish->reader)
		gs_trace_close(wish->reader);
	return status;
}

static int compare_places(gconstpointer a, gconstpointer b)
{
	const struct place *x = a, *y = b;
	return x->call < y->call ? -1 : x->call > y->call;
}

/* What the words read so far say about the next place. */
struct asked {
	struct place place;
	bool has_call, has_buffer;
};

static bool end_place(struct wish *wish, struct asked *asked)
{
	if (!asked->has_call || !asked->has_buffer)
		return false;
	g_array_append_val(wish->places, asked->place);
	asked->has_buffer = false;
	asked->place.first = 0;
	asked->place.last = UINT64_MAX;
	return true;
}

static int read_call(const char *word, struct wish *wish, struct asked *asked)
{
	if (asked->has_call && !end_place(wish, asked))
		return gs_tool_usage("each --call takes a --buffer", word);
	asked->has_call = gs_tool_number(word, &asked->place.call);
	return asked->has_call ? 0 : gs_tool_usage("--call takes a call's number", word);
}

static int read_buffer(const char *word, struct wish *wish, struct asked *asked)
{
	if (asked->has_buffer && !end_place(wish, asked))
		return gs_tool_usage("--call N comes before a second --buffer", word);
	asked->has_buffer = gs_tool_number(word, &asked->place.buffer);
	return asked->has_buffer ? 0 : gs_tool_usage("--buffer takes a buffer's name", word);
}

/* Read options and file. Return 0, or a status after an error message. A --range belongs to the
 * --buffer before it, and a --buffer to the --call before it; if there is only one of each, the
 * order does not matter. */
static int read_words(char **words, struct wish *wish, const char **file)
{
	struct asked asked = {.place.last = UINT64_MAX};
	int status = 0;
	for (; !status && *words; words++)
		if (!strcmp(*words, "--json"))
			wish->is_json = true;
		else if (!strcmp(*words, "--call"))
			status = read_call(*++words, wish, &asked);
		else if (!strcmp(*words, "--buffer"))
			status = read_buffer(*++words, wish, &asked);
		else if (strcmp(*words, "--range") != 0)
			status = gs_tool_take_file(*words, file);
		else if (!*++words ||
			 !gs_trace_range(*words, &asked.place.first, &asked.place.last))
			status = gs_tool_usage("--range takes bytes, like 0-63", *words);
	if (!status && (!end_place(wish, &asked) || !*file))
		status = gs_tool_usage(
			"memory takes --call N, --buffer B and the trace's file", NULL);
	g_array_sort(wish->places, compare_places);
	return status;
}

int gs_tool_memory(char **words)
{
	struct wish wish = {.places = g_array_new(FALSE, FALSE, sizeof(struct place))};
	const char *file = NULL;
	int status = read_words(words, &wish, &file);
	if (!status)
		status = memory_of(file, &wish);
	g_array_free(wish.places, TRUE);
	return status;
}

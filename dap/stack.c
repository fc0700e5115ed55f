/* SPDX-License-Identifier: MIT */
#include "dap/stack.h"

#include <string.h>
#include "dap/ask.h"
#include "dap/sources.h"

/* ---- frames of the shader ---- */

unsigned gs_dap_shader_frames(struct gs_dap *dap)
{
	JsonArray *path = gs_dap_result_list(dap->where, "call_path");
	return path ? json_array_get_length(path) : 0;
}

int gs_dap_shader_frame(struct gs_dap *dap, gint64 id)
{
	gint64 frame = id - GS_DAP_SHADER_FRAMES;
	return frame >= 0 && frame < gs_dap_shader_frames(dap) ? (int)frame : -1;
}

bool gs_dap_select_frame(struct gs_dap *dap, unsigned frame, GError **error)
{
	if (frame == dap->frame)
		return true;
	g_autoptr(JsonNode) reply = gs_dap_query(dap, error, "frame %u", frame);
	if (reply)
		dap->frame = frame;
	return reply != NULL;
}

/* What of the stack the editor wants. */
struct wanted {
	gint64 first, n, at; /* at: number of the next frame */
};

static bool is_wanted(struct wanted *wanted)
{
	gint64 at = wanted->at++;
	return at >= wanted->first && at < wanted->first + wanted->n;
}

static struct gs_dap_source *source_of(const GPtrArray *sources, const char *stage, gint64 object)
{
	for (guint i = 0; i < sources->len; i++) {
		struct gs_dap_source *source = g_ptr_array_index(sources, i);
		if (!g_strcmp0(source->stage, stage) && source->object == object)
			return source;
	}
	return NULL;
}

/* Return which shader object of the stage a frame stands in: the console says it where one looks
 * from there. */
static gint64 object_of(struct gs_dap *dap, unsigned frame, const GPtrArray *sources)
{
	bool is_one = true;
	for (guint i = 0; i < sources->len && is_one; i++)
		is_one = ((struct gs_dap_source *)g_ptr_array_index(sources, i))->n_objects == 1;
	if (is_one)
		return 0;
	g_autoptr(JsonNode) reply = gs_dap_query(dap, NULL, "frame %u", frame);
	if (reply)
		dap->frame = frame;
	return MAX(gs_dap_result_number(reply, "object"), 0);
}

static void put_shader_frame(
	struct gs_dap *dap, JsonBuilder *json, unsigned frame, const GPtrArray *sources)
{
	JsonArray *path = gs_dap_result_list(dap->where, "call_path");
	unsigned n = json_array_get_length(path);
	const char *stage = gs_dap_result_text(dap->where, "stage");
	g_autoptr(JsonObject) entry = gs_dap_element(path, n - 1 - frame);
	const char *function = gs_dap_text(entry, "function");
	unsigned line = (unsigned)MAX(gs_dap_number(entry, "line", 1), 1);
	if (!frame)
		line = (unsigned)MAX(gs_dap_result_number(dap->where, "line"), 1);
	struct gs_dap_source *source = source_of(sources, stage, object_of(dap, frame, sources));
	g_autofree char *name = g_strdup_printf(
		"%s (%s shader)", function ? function : "main", stage ? stage : "");
	gint64 end = gs_dap_result_number(dap->where, "end_line") - line;
	json_builder_begin_object(json);
	gs_json_integer(json, "id", GS_DAP_SHADER_FRAMES + frame);
	gs_json_string(json, "name", name);
	if (source)
		line = gs_dap_put_source(dap, json, "source", source, line);
	gs_json_integer(json, "line", line - 1 + dap->first_line);
	gint64 column = frame ? 1 : gs_dap_result_number(dap->where, "column");
	gs_json_integer(json, "column", MAX(column, 1) - 1 + dap->first_column);
	if (!frame && end >= 0) {
		gs_json_integer(json, "endLine", line + end - 1 + dap->first_line);
		gs_json_integer(json, "endColumn",
			gs_dap_result_number(dap->where, "end_column") - 1 + dap->first_column);
	}
	if (source)
		gs_json_integer(json, "moduleId", source->program);
	json_builder_end_object(json);
}

/* ---- the program's ---- */

/* Return the pending call as text; g_free. */
static char *call_text(struct gs_dap *dap)
{
	JsonObject *stop = gs_dap_result(dap->stop);
	JsonObject *call = stop ? gs_dap_object(stop, "call") : NULL;
	JsonArray *arguments = call ? gs_dap_list(call, "arguments") : NULL;
	const char *name = call ? gs_dap_text(call, "name") : NULL;
	if (!name)
		return g_strdup("outside of GL");
	GString *text = g_string_new(name);
	g_string_append_c(text, '(');
	for (guint i = 0; arguments && i < json_array_get_length(arguments); i++) {
		g_autoptr(JsonObject) argument = gs_dap_element(arguments, i);
		const char *value = gs_dap_text(argument, "text");
		g_string_append_printf(text, "%s%.80s", i ? ", " : "", value ? value : "");
	}
	g_string_append_c(text, ')');
	char *valid = g_utf8_make_valid(text->str, (gssize)text->len);
	g_string_free(text, TRUE);
	return valid;
}

static void put_call_frame(struct gs_dap *dap, JsonBuilder *json)
{
	g_autofree char *name = call_text(dap);
	json_builder_begin_object(json);
	gs_json_integer(json, "id", GS_DAP_CALL_FRAME);
	gs_json_string(json, "name", name);
	gs_json_integer(json, "line", 0);
	gs_json_integer(json, "column", 0);
	gs_json_string(json, "presentationHint", "subtle");
	json_builder_end_object(json);
}

static void put_program_frame(struct gs_dap *dap, JsonBuilder *json, JsonObject *frame, guint i)
{
	const char *function = gs_dap_text(frame, "function"), *file = gs_dap_text(frame, "file");
	const char *module = gs_dap_text(frame, "module"), *offset = gs_dap_text(frame, "offset");
	g_autofree char *base = module ? g_path_get_basename(module) : g_strdup("?");
	g_autofree char *name = function ? g_strdup(function)
					 : g_strdup_printf("%s%s%s", base, offset ? "+" : "",
						   offset ? offset : "");
	g_autofree char *valid = g_utf8_make_valid(name, -1);
	bool is_there = file && g_path_is_absolute(file) && g_file_test(file, G_FILE_TEST_EXISTS);
	json_builder_begin_object(json);
	gs_json_integer(json, "id", GS_DAP_PROGRAM_FRAMES + (gint64)i);
	gs_json_string(json, "name", valid);
	if (is_there)
		gs_dap_put_path(dap, json, "source", file);
	gint64 line = is_there ? gs_dap_number(frame, "line", 1) - 1 + dap->first_line : 0;
	gs_json_integer(json, "line", line);
	gs_json_integer(json, "column", is_there ? dap->first_column : 0);
	if (!is_there)
		gs_json_string(json, "presentationHint", "subtle");
	json_builder_end_object(json);
}

static JsonArray *backtrace_of(struct gs_dap *dap)
{
	if (!dap->backtrace)
		dap->backtrace = gs_dap_ask(dap, NULL, "backtrace");
	return gs_dap_result_list(dap->backtrace, "frames");
}

void gs_dap_stack_trace(struct gs_dap_request *request)
{
	struct gs_dap *dap = request->dap;
	gint64 levels = gs_dap_number(request->arguments, "levels", 0);
	struct wanted wanted = {.first = gs_dap_number(request->arguments, "startFrame", 0),
		.n = levels > 0 ? levels : G_MAXINT32};
	unsigned n = gs_dap_shader_frames(dap);
	g_autoptr(GPtrArray) sources = n ? gs_dap_sources_in_use(dap) : g_ptr_array_new();
	JsonBuilder *body = gs_dap_body();
	gs_json_begin_list(body, "stackFrames");
	for (unsigned i = 0; i < n; i++)
		if (is_wanted(&wanted))
			put_shader_frame(dap, body, i, sources);
	if (is_wanted(&wanted))
		put_call_frame(dap, body);
	bool all = wanted.first + wanted.n > wanted.at;
	JsonArray *frames = all ? backtrace_of(dap) : NULL;
	for (guint i = 0; frames && i < json_array_get_length(frames); i++) {
		g_autoptr(JsonObject) frame = gs_dap_element(frames, i);
		if (is_wanted(&wanted))
			put_program_frame(dap, body, frame, i);
	}
	json_builder_end_array(body);
	if (all)
		gs_json_integer(body, "totalFrames", wanted.at);
	gs_dap_answer(request, body);
}

/* ---- sources ---- */

void gs_dap_source(struct gs_dap_request *request)
{
	JsonObject *named = gs_dap_object(request->arguments, "source");
	gint64 reference = gs_dap_number(request->arguments, "sourceReference", 0);
	gint64 inner = named ? gs_dap_number(named, "sourceReference", 0) : 0;
	const struct gs_dap_source *source = gs_dap_source_at(
		request->dap, inner > 0 ? inner : reference);
	if (!source) {
		gs_dap_refuse(request, "there is no source of that reference");
		return;
	}
	JsonBuilder *body = gs_dap_body();
	g_autofree char *valid = g_utf8_make_valid(source->text, -1);
	gs_json_string(body, "content", valid);
	gs_json_string(body, "mimeType", "text/x-glsl");
	gs_dap_answer(request, body);
}

void gs_dap_loaded_sources(struct gs_dap_request *request)
{
	struct gs_dap *dap = request->dap;
	JsonBuilder *body = gs_dap_body();
	gs_json_begin_list(body, "sources");
	for (guint i = 0; i < dap->sources->len; i++)
		gs_dap_put_source(dap, body, NULL, g_ptr_array_index(dap->sources, i), 0);
	json_builder_end_array(body);
	gs_dap_answer(request, body);
}

void gs_dap_modules(struct gs_dap_request *request)
{
	struct gs_dap *dap = request->dap;
	gint64 start = MAX(gs_dap_number(request->arguments, "startModule", 0), 0);
	gint64 count = gs_dap_number(request->arguments, "moduleCount", 0);
	gint64 end = count > 0 ? MIN(start + count, dap->modules->len) : dap->modules->len;
	JsonBuilder *body = gs_dap_body();
	gs_json_begin_list(body, "modules");
	for (gint64 i = start; i < end; i++) {
		gint64 program = g_array_index(dap->modules, gint64, i);
		g_autofree char *name = g_strdup_printf("program %" G_GINT64_FORMAT, program);
		json_builder_begin_object(body);
		gs_json_integer(body, "id", program);
		gs_json_string(body, "name", name);
		json_builder_end_object(body);
	}
	json_builder_end_array(body);
	gs_json_integer(body, "totalModules", dap->modules->len);
	gs_dap_answer(request, body);
}

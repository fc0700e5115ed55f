/* SPDX-License-Identifier: MIT */
/* The sources of the stage as a shader that can be stepped. */
#include <string.h>
#include "debugger/engine/engine.h"

/* Sources of one stage as glsl/ takes them; g_free objects and strings. */
static size_t stage_objects(const struct gs_program_info *info, enum gs_stage stage,
	struct gs_glsl_object **objects, const char ***strings)
{
	size_t n = 0;
	*objects = g_new0(struct gs_glsl_object, info->n_sources + 1);
	*strings = g_new0(const char *, info->n_sources + 1);
	for (size_t i = 0; i < info->n_sources; i++) {
		if (info->sources[i].stage != stage)
			continue;
		(*strings)[n] = info->sources[i].source;
		(*objects)[n] = (struct gs_glsl_object){
			info->sources[i].object, &(*strings)[n], NULL, 1};
		n++;
	}
	return n;
}

/* Asks the driver which of the names it defines; macros and its strings are g_free'd by the caller.
 */
static bool ask_macros(struct gs_debug *debug, enum gs_stage stage, const char *source,
	char **names, GArray *macros, GStringChunk *chunk, GError **error)
{
	struct gs_stream input;
	struct gs_program_answer answer;
	unsigned version;
	bool is_es;
	unsigned n = g_strv_length(names);
	if (n == 0)
		return true;
	if (!gs_debug_begin_input(debug, &input))
		input = (struct gs_stream){.failed = true};
	char *line = gs_glsl_version_line(source, &version, &is_es),
	     *extensions = gs_glsl_extension_lines(source);
	gs_stream_put_u32(&input, stage);
	gs_stream_put_u32(&input, version);
	gs_stream_put_u32(&input, is_es || (*line == '\0' && debug->info.api == GS_API_ES));
	gs_stream_put_string(&input, line);
	gs_stream_put_string(&input, extensions);
	gs_stream_put_u32(&input, n);
	for (unsigned i = 0; i < n; i++)
		gs_stream_put_string(&input, names[i]);
	g_free(line);
	g_free(extensions);
	if (input.failed) {
		g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED,
			"there is no memory to ask which macros the driver defines");
		return false;
	}
	if (!gs_debug_request(debug, GS_REQUEST_MACROS, NULL, &input, &answer, error))
		return false;
	unsigned back = gs_stream_get_u32(&answer.bulk);
	for (unsigned i = 0; i < back && i < n && !answer.bulk.failed; i++) {
		bool defined = gs_stream_get_u32(&answer.bulk);
		const char *value = gs_stream_get_string(&answer.bulk);
		struct gs_glsl_macro macro = {g_string_chunk_insert(chunk, names[i]),
			g_string_chunk_insert(chunk, value)};
		if (defined)
			g_array_append_val(macros, macro);
	}
	if (!answer.bulk.failed && back == n)
		return true;
	g_set_error(error, GS_ERROR, GS_ERROR_INTERNAL,
		"the program's answer about macros makes no sense");
	return false;
}

static void choose_subroutines(struct gs_debug *debug)
{
	const struct gs_program_info *info = &debug->info;
	struct gs_subroutine_choice *choices = g_new0(
		struct gs_subroutine_choice, info->n_subroutines + 1);
	size_t n = 0;
	for (size_t i = 0; i < info->n_subroutines; i++)
		if (info->subroutines[i].stage == debug->stage)
			choices[n++] = (struct gs_subroutine_choice){
				info->subroutines[i].uniform, info->subroutines[i].function};
	gs_shader_choose_subroutines(debug->shader, choices, n);
	g_free(choices);
}

static void find_others(struct gs_debug *debug)
{
	const struct gs_program_info *info = &debug->info;
	size_t n = 0;
	debug->others = g_new0(const char *, info->n_sources + 1);
	for (size_t i = 0; i < info->n_sources; i++)
		if (info->sources[i].stage != debug->stage)
			debug->others[n++] = info->sources[i].source;
}

static bool others_redeclare(const struct gs_program_info *info, enum gs_stage stage)
{
	for (size_t i = 0; i < info->n_sources; i++)
		if (info->sources[i].stage != stage &&
			strstr(info->sources[i].source, "gl_PerVertex"))
			return true;
	return false;
}

static struct gs_shader *parse_objects(struct gs_debug *debug, enum gs_stage stage,
	const struct gs_glsl_object *objects, size_t n, GError **error)
{
	GArray *macros = g_array_new(FALSE, FALSE, sizeof(struct gs_glsl_macro));
	GStringChunk *chunk = g_string_chunk_new(256);
	struct gs_messages messages = {0};
	struct gs_shader *shader = NULL;
	struct gs_glsl_input input = {.stage = stage,
		.api = debug->info.api,
		.objects = objects,
		.n_objects = n,
		.others_redeclare = others_redeclare(&debug->info, stage)};
	char **names = gs_glsl_tested_macros(&input);
	if (ask_macros(debug, stage, objects[0].strings[0], names, macros, chunk, error)) {
		input.macros = (const struct gs_glsl_macro *)macros->data;
		input.n_macros = macros->len;
		shader = gs_shader_parse(&input, &messages);
		if (!shader)
			gs_error_from_messages(error, GS_ERROR_UNSUPPORTED, &messages,
				"the shader cannot be read: ");
	}
	g_strfreev(names);
	gs_messages_finish(&messages);
	g_array_free(macros, TRUE);
	g_string_chunk_free(chunk);
	return shader;
}

static struct gs_shader *parse_stage(struct gs_debug *debug, enum gs_stage stage, GError **error)
{
	struct gs_glsl_object *objects;
	const char **strings;
	struct gs_shader *shader = NULL;
	size_t n = stage_objects(&debug->info, stage, &objects, &strings);
	if (n)
		shader = parse_objects(debug, stage, objects, n, error);
	else
		g_set_error(error, GS_ERROR, GS_ERROR_NO_SHADER, "program %u has no %s shader",
			debug->info.program, gs_stage_name(stage));
	g_free(objects);
	g_free(strings);
	return shader;
}

struct gs_shader *gs_stage_parse(const struct gs_program_link *link,
	const struct gs_program_info *info, enum gs_stage stage, GError **error)
{
	struct gs_debug asking = {.link = *link, .info = *info};
	return parse_stage(&asking, stage, error);
}

/* The stage whose outputs are this one's inputs. False: there is none, or it is not known. */
static bool find_stage_before(const struct gs_debug *debug, enum gs_stage *before)
{
	bool found = false;
	for (size_t i = 0; i < debug->info.n_sources; i++) {
		enum gs_stage stage = debug->info.sources[i].stage;
		if (stage >= debug->stage || (found && stage <= *before))
			continue;
		*before = stage;
		found = true;
	}
	return found && debug->stage != GS_STAGE_COMPUTE;
}

/* What is not known of the stage before is no reason not to debug this one. */
static void find_unwritten_inputs(struct gs_debug *debug)
{
	if (!find_stage_before(debug, &debug->stage_before))
		return;
	struct gs_shader *before = parse_stage(debug, debug->stage_before, NULL);
	if (before)
		debug->unwritten_inputs = gs_unwritten_inputs_find(debug->shader, before);
	debug->lacks_primitive_id = before && debug->stage_before == GS_STAGE_GEOMETRY &&
				    !gs_shader_mentions(before, "gl_PrimitiveID");
	gs_shader_free(before);
}

static bool make_plan(struct gs_debug *debug, GError **error)
{
	struct gs_messages messages = {0};
	debug->plan = gs_plan_new(debug->shader, &messages);
	if (!debug->plan)
		gs_error_from_messages(error,
			debug->shader->main ? GS_ERROR_UNSUPPORTED : GS_ERROR_NO_SHADER, &messages,
			"the shader cannot be stepped: ");
	gs_messages_finish(&messages);
	return debug->plan != NULL;
}

bool gs_debug_parse(struct gs_debug *debug, GError **error)
{
	find_others(debug);
	debug->shader = parse_stage(debug, debug->stage, error);
	if (!debug->shader)
		return false;
	choose_subroutines(debug);
	find_unwritten_inputs(debug);
	return make_plan(debug, error);
}

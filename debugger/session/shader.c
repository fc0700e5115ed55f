/* SPDX-License-Identifier: MIT */
/* The shader of the pending draw: beginning and leaving. */
#include <string.h>
#include "data/data.h"
#include "debugger/session/private.h"

void gs_error_from_messages(
	GError **error, enum gs_error code, const struct gs_messages *messages, const char *prefix)
{
	const struct gs_message *said = NULL;
	for (size_t i = 0; i < messages->n && !said; i++)
		if (messages->list[i].code != GS_MESSAGE_NOTE)
			said = &messages->list[i];
	if (!said)
		g_set_error(error, GS_ERROR, code, "%sno reason is known", prefix);
	else if (said->line)
		g_set_error(error, GS_ERROR, code, "%s%s (line %u, column %u)", prefix, said->text,
			said->line, said->column);
	else
		g_set_error(error, GS_ERROR, code, "%s%s", prefix, said->text);
}

void gs_debug_set_note(struct gs_debug *debug, const char *format, ...)
{
	va_list list;
	va_start(list, format);
	char *text = g_strdup_vprintf(format, list);
	va_end(list);
	g_free(debug->move_note);
	debug->move_note = text;
}

void gs_debug_free(struct gs_debug *debug)
{
	if (!debug)
		return;
	gs_emission_free(debug->emission);
	gs_focus_values_free(debug->focus_values);
	gs_position_cache_free(debug->places);
	if (debug->provider)
		debug->provider->free(debug->provider);
	gs_path_free(debug->path);
	gs_plan_free(debug->plan);
	gs_shader_free(debug->shader);
	g_free(debug->others);
	gs_program_info_clear(&debug->info);
	for (unsigned i = 0; i < debug->asked->len; i++)
		g_free(g_array_index(debug->asked, struct gs_recent_expression, i).text);
	g_array_free(debug->asked, TRUE);
	if (debug->history)
		g_array_free(debug->history, TRUE);
	g_free(debug->covered);
	g_free(debug->who);
	g_free(debug->said);
	g_free(debug->commands);
	g_free(debug->note);
	g_free(debug->move_note);
	g_free(debug);
}

/* ---- beginning ---- */

static bool refuse_program(const struct gs_program_info *info, enum gs_stage stage, GError **error)
{
	bool fragment = stage == GS_STAGE_FRAGMENT;
	if (fragment && info->flags & GS_PROGRAM_ARB)
		g_set_error(error, GS_ERROR, GS_ERROR_NOT_GLSL,
			"an ARB assembly program is in use, which is not GLSL: only GLSL shaders "
			"can be stepped");
	else if ((fragment && (info->program == 0 || info->flags & GS_PROGRAM_FIXED)) ||
		 (!fragment && info->n_sources == 0 && !(info->flags & GS_PROGRAM_NO_SOURCE)))
		g_set_error(error, GS_ERROR, GS_ERROR_NO_SHADER,
			"this draw uses fixed function, it has no %s shader: `next program`, "
			"then `next draw` leads to one that has",
			gs_stage_name(stage));
	else if (info->flags & GS_PROGRAM_NO_SOURCE)
		g_set_error(error, GS_ERROR, GS_ERROR_NO_SOURCE,
			"program %u was made from a binary or SPIR-V, there is no GLSL source to "
			"step: glstep's option --refuse-binaries makes a program that keeps "
			"binaries "
			"in a cache compile its sources",
			info->program);
	else
		return false;
	return true;
}

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

/* The version line of a text, "" none, and its number (110, or 100 for ES, without one). */
static char *version_line(const char *source, unsigned *version, bool *is_es)
{
	GRegex *regex = g_regex_new("^[ \\t]*#[ \\t]*version[ \\t]+([0-9]+)[ \\t]*([a-z]*)[^\\n]*$",
		G_REGEX_MULTILINE | G_REGEX_RAW, 0, NULL);
	GMatchInfo *match;
	char *line = NULL;
	*version = 110;
	*is_es = false;
	if (g_regex_match(regex, source, 0, &match)) {
		char *number = g_match_info_fetch(match, 1),
		     *profile = g_match_info_fetch(match, 2);
		*version = strtoul(number, NULL, 10);
		*is_es = strcmp(profile, "es") == 0 || *version == 100;
		line = g_strdup_printf("#version %s %s\n", number, profile);
		g_free(number);
		g_free(profile);
	}
	g_match_info_free(match);
	g_regex_unref(regex);
	return line ? line : g_strdup("");
}

/* The lines that switch extensions on decide what a driver defines; where one is unknown to it, it
 * is left out of the probe. */
static char *extension_lines(const char *source)
{
	GRegex *regex = g_regex_new(
		"^[ \\t]*#[ \\t]*extension[ \\t]+(\\w+)[ \\t]*:[ \\t]*(enable|require|warn)",
		G_REGEX_MULTILINE | G_REGEX_RAW, 0, NULL);
	GMatchInfo *match;
	GString *lines = g_string_new(NULL);
	for (g_regex_match(regex, source, 0, &match); g_match_info_matches(match);
		g_match_info_next(match, NULL)) {
		char *name = g_match_info_fetch(match, 1);
		if (strcmp(name, "all") != 0)
			g_string_append_printf(lines, "#extension %s : enable\n", name);
		g_free(name);
	}
	g_match_info_free(match);
	g_regex_unref(regex);
	return g_string_free(lines, FALSE);
}

/* Asks the driver which of the names it defines; macros and its strings are g_free'd by the caller.
 */
static bool ask_macros(struct gs_debug *debug, const char *source, char **names, GArray *macros,
	GStringChunk *chunk, GError **error)
{
	struct gs_session *session = debug->session;
	struct gs_stream input, answer;
	unsigned version;
	bool is_es;
	unsigned n = g_strv_length(names);
	if (n == 0)
		return true;
	if (!gs_session_input(session, &input))
		return false;
	char *line = version_line(source, &version, &is_es), *extensions = extension_lines(source);
	gs_stream_put_u32(&input, debug->stage);
	gs_stream_put_u32(&input, version);
	gs_stream_put_u32(&input, is_es || (*line == '\0' && debug->info.api == GS_API_ES));
	gs_stream_put_string(&input, line);
	gs_stream_put_string(&input, extensions);
	gs_stream_put_u32(&input, n);
	for (unsigned i = 0; i < n; i++)
		gs_stream_put_string(&input, names[i]);
	g_free(line);
	g_free(extensions);
	if (!gs_session_request(session, GS_REQUEST_MACROS, NULL, &input, &answer, error))
		return false;
	unsigned back = gs_stream_get_u32(&answer);
	for (unsigned i = 0; i < back && i < n && !answer.failed; i++) {
		bool defined = gs_stream_get_u32(&answer);
		const char *value = gs_stream_get_string(&answer);
		struct gs_glsl_macro macro = {g_string_chunk_insert(chunk, names[i]),
			g_string_chunk_insert(chunk, value)};
		if (defined)
			g_array_append_val(macros, macro);
	}
	return true;
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

static bool others_redeclare(const struct gs_debug *debug)
{
	for (size_t i = 0; debug->others[i]; i++)
		if (strstr(debug->others[i], "gl_PerVertex"))
			return true;
	return false;
}

static bool parse_shader(struct gs_debug *debug, GError **error)
{
	struct gs_glsl_object *objects;
	const char **strings;
	find_others(debug);
	size_t n = stage_objects(&debug->info, debug->stage, &objects, &strings);
	GArray *macros = g_array_new(FALSE, FALSE, sizeof(struct gs_glsl_macro));
	GStringChunk *chunk = g_string_chunk_new(256);
	struct gs_messages messages = {0};
	struct gs_glsl_input input = {.stage = debug->stage,
		.api = debug->info.api,
		.objects = objects,
		.n_objects = n,
		.others_redeclare = others_redeclare(debug)};
	bool good = false;
	if (n == 0) {
		g_set_error(error, GS_ERROR, GS_ERROR_NO_SHADER, "program %u has no %s shader",
			debug->info.program, gs_stage_name(debug->stage));
		goto out;
	}
	char **names = gs_glsl_tested_macros(&input);
	good = ask_macros(debug, strings[0], names, macros, chunk, error);
	g_strfreev(names);
	if (!good)
		goto out;
	input.macros = (const struct gs_glsl_macro *)macros->data;
	input.n_macros = macros->len;
	debug->shader = gs_shader_parse(&input, &messages);
	good = debug->shader != NULL;
	if (!good) {
		gs_error_from_messages(
			error, GS_ERROR_UNSUPPORTED, &messages, "the shader cannot be read: ");
		goto out;
	}
	choose_subroutines(debug);
	debug->plan = gs_plan_new(debug->shader, &messages);
	good = debug->plan != NULL;
	if (!good)
		gs_error_from_messages(error,
			debug->shader->main ? GS_ERROR_UNSUPPORTED : GS_ERROR_NO_SHADER, &messages,
			"the shader cannot be stepped: ");
out:
	gs_messages_finish(&messages);
	g_free(objects);
	g_free(strings);
	g_array_free(macros, TRUE);
	g_string_chunk_free(chunk);
	return good;
}

/* The elements that the shader runs for, from an instrumented draw. */
static bool find_coverage(struct gs_debug *debug, GError **error)
{
	struct gs_variant_request request = {.kind = GS_VARIANT_COVERAGE};
	const unsigned all[4] = {0, 0, 0, 0};
	struct gs_capture_result *shot = gs_position_cache_capture(
		debug->places, &request, 0, all, error);
	if (!shot)
		return false;
	if (debug->stage != GS_STAGE_FRAGMENT) {
		bool good = gs_debug_identify(debug, shot, error);
		gs_capture_result_unref(shot);
		if (good && debug->n_total == 0)
			g_set_error(error, GS_ERROR, GS_ERROR_NOT_COVERED,
				"this draw runs the %s shader for no element: `next draw` leads to "
				"the next one",
				gs_stage_name(debug->stage));
		return good && debug->n_total > 0;
	}
	unsigned width = debug->target.width, height = debug->target.height;
	unsigned left = width, right = 0, top = 0, bottom = height;
	debug->covered = g_malloc0((size_t)width * height + 1);
	for (unsigned y = 0; y < height; y++) {
		for (unsigned x = 0; x < width; x++) {
			size_t pixel;
			if (!gs_capture_result_pixel(shot, x, y, &pixel) ||
				!(gs_variant_flags(shot->variant, &shot->images, pixel) &
					GS_ELEMENT_COVERED))
				continue;
			if (debug->n_total++ == 0) {
				debug->focus_x = x;
				debug->focus_y = y;
			}
			debug->covered[(size_t)y * width + x] = 1;
			left = MIN(left, x);
			right = MAX(right, x);
			bottom = MIN(bottom, y);
			top = MAX(top, y);
		}
	}
	gs_capture_result_unref(shot);
	if (debug->n_total == 0 && debug->target.samples_real &&
		!gs_session_other_operations(debug->session)) {
		g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED,
			"this draw covers %" G_GUINT64_FORMAT
			" samples, but its replay none: its values cannot be shown",
			debug->target.samples_real);
		return false;
	}
	if (debug->n_total == 0) {
		g_set_error(error, GS_ERROR, GS_ERROR_NOT_COVERED,
			"this draw covers no pixel (clipped, culled, hidden or all discarded): "
			"`next draw` leads to the next one");
		return false;
	}
	debug->bounds = (struct gs_rect){left, bottom, right - left + 1, top - bottom + 1};
	return true;
}

static bool is_list(struct gs_session *session)
{
	unsigned function = gs_session_slot(session)->call.function;
	return function == GS_FN_glCallList || function == GS_FN_glCallLists;
}

static char *begin_note(const struct gs_debug *debug)
{
	GString *note = g_string_new(NULL);
	unsigned fragment = debug->session->operations.fragment;
	if (fragment)
		g_string_append_printf(note,
			"fragment %u of each pixel is shown, whatever the tests say (`focus X Y` "
			"goes back to those that stay visible)",
			fragment - 1);
	else if (gs_session_other_operations(debug->session))
		g_string_append(note,
			"the debug draw's per-fragment operations are not the program's (`set "
			"test`, `set buffer`)");
	else if (debug->target.samples_real != debug->target.samples_replay)
		g_string_append_printf(note,
			"the replay covers %" G_GUINT64_FORMAT
			" samples, the draw itself %" G_GUINT64_FORMAT
			": values may belong to other fragments",
			debug->target.samples_replay, debug->target.samples_real);
	unsigned left_over = gs_debug_left_over(debug);
	const char *draws_of = is_list(debug->session) ? "display list" : "call";
	if (left_over)
		g_string_append_printf(note,
			"%sthe last %u vertices of %s make no whole primitive: GL ignores them, "
			"and may not run the "
			"shader for them",
			note->len ? "; " : "", left_over,
			debug->target.height > 1 ? "each instance" : "the draw");
	if (debug->target.undrawn)
		g_string_append_printf(note,
			"%sthe condition of glBeginConditionalRender is not met: GL will not "
			"execute this "
			"draw; the values are those it would have",
			note->len ? "; " : "");
	if (debug->draws.draws > 1 && debug->draws.all)
		g_string_append_printf(note,
			"%sthe %s makes %u draws, which are debugged as one (`shader STAGE draw "
			"N`: the Nth of them, from 0)",
			note->len ? "; " : "", draws_of, debug->draws.draws);
	if (debug->draws.draws > 1 && !debug->draws.all)
		g_string_append_printf(note,
			"%sthis is draw %u, counted from 0, of the %u that the %s makes",
			note->len ? "; " : "", debug->draws.draw, debug->draws.draws, draws_of);
	return g_string_free(note, FALSE);
}

static bool is_below_130(const struct gs_shader *shader)
{
	unsigned lowest = UINT_MAX;
	for (size_t i = 0; i < shader->n_units; i++)
		lowest = MIN(lowest, shader->units[i]->version);
	return lowest < 130;
}

/* Of a display list or a glMultiDraw*: to the draw chosen (0: none), so that its program is the one
 * in use. */
static bool choose_draw(struct gs_debug *debug, unsigned choice, GError **error)
{
	const uint64_t number[6] = {choice, debug->stage == GS_STAGE_FRAGMENT};
	unsigned function = gs_session_slot(debug->session)->call.function;
	struct gs_stream answer;
	if (!is_list(debug->session) && !g_str_has_prefix(gs_data_name(function), "glMultiDraw")) {
		if (choice)
			g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED,
				"only of a display list's or a glMultiDraw's draws one can be "
				"chosen; the pending call is %s",
				gs_data_name(function));
		return choice == 0;
	}
	if (!gs_session_request(
		    debug->session, GS_REQUEST_CHOOSE_DRAW, number, NULL, &answer, error))
		return false;
	gs_stream_get(&answer, &debug->draws, sizeof debug->draws);
	return true;
}

static bool begin_target(struct gs_debug *debug, GError **error)
{
	uint64_t number[6] = {debug->stage};
	struct gs_stream answer;
	gs_session_put_operations(debug->session, number);
	if (!gs_session_request(
		    debug->session, GS_REQUEST_DEBUG_BEGIN, number, NULL, &answer, error))
		return false;
	gs_stream_get(&answer, &debug->target, sizeof debug->target);
	debug->n_commands = (answer.size - answer.at) / sizeof *debug->commands;
	if (!answer.failed && debug->n_commands) {
		debug->commands = g_malloc_n(debug->n_commands, sizeof *debug->commands);
		gs_stream_get(
			&answer, debug->commands, debug->n_commands * sizeof *debug->commands);
	}
	struct gs_wire_debug *target = &debug->target;
	gs_shader_size_patch(debug->shader, answer.failed ? 0 : target->patch_vertices);
	debug->no_lift = target->depth_alpha && is_below_130(debug->shader);
	bool pixels = debug->stage == GS_STAGE_FRAGMENT;
	if (!answer.failed && !pixels)
		return true;
	if (!answer.failed && target->width && target->height && target->width <= 32768 &&
		target->height <= 32768 && target->planes <= 1u << 16) {
		target->height *= MAX(target->planes, 1); /* of the grid, from now on */
		return true;
	}
	g_set_error(error, GS_ERROR, GS_ERROR_INTERNAL,
		"the program's description of its target makes no sense");
	return false;
}

static bool can_debug(struct gs_session *session, GError **error)
{
	const struct gs_wire_call *call = &gs_session_slot(session)->call;
	if (session->reason != GS_REASON_ERROR && gs_call_is_draw(call->function))
		return true;
	g_set_error(error, GS_ERROR, GS_ERROR_NO_DRAW,
		"the pending call does not draw: `next draw` leads to one that does");
	return false;
}

static bool begin_shader(struct gs_session *session, enum gs_stage stage, unsigned choice,
	struct gs_where *where, GError **error)
{
	memset(where, 0, sizeof *where);
	gs_session_begin(session);
	if (!gs_session_need_stop(session, error) || !can_debug(session, error))
		return false;
	if (session->debug) {
		struct gs_stop stop;
		if (!gs_session_leave(session, &stop, error))
			return false;
		gs_stop_clear(&stop);
	}
	gs_session_drop_shader(session);
	struct gs_debug *debug = g_new0(struct gs_debug, 1);
	debug->session = session;
	debug->stage = stage;
	debug->asked = g_array_new(FALSE, FALSE, sizeof(struct gs_recent_expression));
	debug->places = gs_position_cache_new(debug);
	debug->focus_values = gs_focus_values_new(debug);
	debug->breakpoint = -1;
	debug->focus_here = true;
	bool begun = false;
	if (!choose_draw(debug, choice, error) ||
		!gs_session_program(session, &debug->info, error) ||
		refuse_program(&debug->info, stage, error) || !parse_shader(debug, error) ||
		!(begun = begin_target(debug, error)) || !find_coverage(debug, error))
		goto fail;
	debug->note = begin_note(debug);
	const char *provider = g_getenv("GLSTEP_PATH");
	debug->provider = provider && strcmp(provider, "capture") == 0
				  ? gs_path_provider_capture_new(debug)
				  : gs_path_provider_record_new(debug);
	debug->path = gs_path_new(debug->plan, debug->provider, error);
	if (!debug->path || !gs_debug_arrive(debug, error))
		goto fail;
	session->debug = debug;
	debug->reached = true;
	gs_debug_fill_where(debug, where);
	return true;
fail:
	if (begun && session->life == GS_LIFE_STOPPED)
		gs_session_request(session, GS_REQUEST_DEBUG_END, NULL, NULL, NULL, NULL);
	gs_debug_free(debug);
	return false;
}

bool gs_session_shader(
	struct gs_session *session, enum gs_stage stage, struct gs_where *where, GError **error)
{
	return begin_shader(session, stage, 0, where, error);
}

bool gs_session_shader_of_draw(struct gs_session *session, enum gs_stage stage, unsigned draw,
	struct gs_where *where, GError **error)
{
	return begin_shader(session, stage, draw + 1, where, error);
}

bool gs_session_in_shader(struct gs_session *session)
{
	return session->debug != NULL;
}

const struct gs_shader *gs_session_shader_tree(struct gs_session *session)
{
	return session->debug ? session->debug->shader : NULL;
}

bool gs_session_leave(struct gs_session *session, struct gs_stop *stop, GError **error)
{
	memset(stop, 0, sizeof *stop);
	gs_session_begin(session);
	if (!gs_session_need_shader(session, error))
		return false;
	gs_session_drop_shader(session);
	if (!gs_session_request(session, GS_REQUEST_DEBUG_END, NULL, NULL, NULL, error))
		return false;
	gs_session_fill_stop(session, stop);
	return true;
}

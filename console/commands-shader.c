/* SPDX-License-Identifier: MIT */
/* Commands on the shader of the pending draw. */
#include <limits.h>
#include <string.h>
#include "console/console.h"

static bool finish_where(
	struct gs_reply *reply, bool good, struct gs_where *where, bool with_reached)
{
	if (good)
		gs_reply_where(reply, where, with_reached);
	gs_where_clear(where);
	return good;
}

/* ---- position ---- */

static bool do_shader(
	struct gs_console *console, const char *arguments, struct gs_reply *reply, GError **error)
{
	struct gs_where where;
	enum gs_stage stage;
	uint64_t draw = 0;
	char **words = g_strsplit(arguments, " ", -1);
	unsigned n = g_strv_length(words);
	bool good = n == 1 || (n == 3 && strcmp(words[1], "draw") == 0);
	if (!good)
		gs_bad_usage(error);
	if (good && !gs_parse_stage(words[0], &stage, error)) {
		g_prefix_error(error, "not a command of `shader`, and not a stage: ");
		good = false;
	}
	good = good && (n == 1 || gs_parse_number(words[2], "draw", UINT_MAX - 1, &draw, error));
	g_strfreev(words);
	if (!good)
		return false;
	good = n == 3 ? gs_session_shader_of_draw(
				console->session, stage, (unsigned)draw, &where, error)
		      : gs_session_shader(console->session, stage, &where, error);
	return finish_where(reply, good, &where, false);
}

static bool move(struct gs_console *console, enum gs_shader_move how, unsigned argument,
	struct gs_reply *reply, GError **error)
{
	struct gs_where where;
	return finish_where(reply, gs_session_move(console->session, how, argument, &where, error),
		&where, how == GS_MOVE_UNTIL);
}

static bool simple_move(struct gs_console *console, enum gs_shader_move how, const char *arguments,
	struct gs_reply *reply, GError **error)
{
	return gs_parse_none(arguments, error) && move(console, how, 0, reply, error);
}

static bool do_step(
	struct gs_console *console, const char *arguments, struct gs_reply *reply, GError **error)
{
	return simple_move(console, GS_MOVE_STEP, arguments, reply, error);
}

static bool do_over(
	struct gs_console *console, const char *arguments, struct gs_reply *reply, GError **error)
{
	return simple_move(console, GS_MOVE_OVER, arguments, reply, error);
}

static bool do_out(
	struct gs_console *console, const char *arguments, struct gs_reply *reply, GError **error)
{
	return simple_move(console, GS_MOVE_OUT, arguments, reply, error);
}

static bool do_back(
	struct gs_console *console, const char *arguments, struct gs_reply *reply, GError **error)
{
	return simple_move(console, GS_MOVE_BACK, arguments, reply, error);
}

static bool do_back_over(
	struct gs_console *console, const char *arguments, struct gs_reply *reply, GError **error)
{
	return simple_move(console, GS_MOVE_BACK_OVER, arguments, reply, error);
}

static bool do_reset(
	struct gs_console *console, const char *arguments, struct gs_reply *reply, GError **error)
{
	return simple_move(console, GS_MOVE_RESET, arguments, reply, error);
}

static bool do_continue(
	struct gs_console *console, const char *arguments, struct gs_reply *reply, GError **error)
{
	if (strcmp(arguments, "nan") == 0)
		return move(console, GS_MOVE_CONTINUE_NAN, 0, reply, error);
	return simple_move(console, GS_MOVE_CONTINUE, arguments, reply, error);
}

static bool parse_line(const char *word, uint64_t *line, GError **error)
{
	if (!gs_parse_number(word, "line", 0xFFFFFF, line, error))
		return false;
	if (*line > 0)
		return true;
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE, "lines count from 1");
	return false;
}

/* "LINE [object N]"; *object UINT64_MAX: the object of the focus element's position. */
static bool parse_location(char **words, uint64_t *line, uint64_t *object, GError **error)
{
	*object = UINT64_MAX;
	if (!parse_line(words[0], line, error))
		return false;
	if (!words[1])
		return true;
	if (strcmp(words[1], "object") == 0 && words[2])
		return gs_parse_number(words[2], "shader object", 254, object, error);
	return gs_bad_usage(error);
}

static bool do_until(
	struct gs_console *console, const char *arguments, struct gs_reply *reply, GError **error)
{
	uint64_t line, object;
	char **words = gs_parse_words(arguments, 1, 3, error);
	bool good = words && parse_location(words, &line, &object, error);
	g_strfreev(words);
	return good && move(console, GS_MOVE_UNTIL,
			       object == UINT64_MAX ? (unsigned)line : GS_UNTIL(object, line),
			       reply, error);
}

/* To a step of the history. */
static bool do_to(
	struct gs_console *console, const char *arguments, struct gs_reply *reply, GError **error)
{
	uint64_t step;
	return gs_parse_number(arguments, "step of the history", UINT_MAX, &step, error) &&
	       move(console, GS_MOVE_TO, (unsigned)step, reply, error);
}

static bool do_definition(
	struct gs_console *console, const char *arguments, struct gs_reply *reply, GError **error)
{
	uint64_t line = 0, column = 0, object = 0;
	char **words = gs_parse_words(arguments, 2, 4, error);
	bool good = words && parse_line(words[0], &line, error) &&
		    gs_parse_number(words[1], "column", UINT_MAX, &column, error);
	if (good && words[2]) {
		good = strcmp(words[2], "object") == 0 && words[3] &&
		       gs_parse_number(words[3], "shader object", 254, &object, error);
		if (!good && error && !*error)
			gs_bad_usage(error);
	}
	g_strfreev(words);
	struct gs_source_location location = {(unsigned)object, (unsigned)line, (unsigned)column};
	if (!good || !gs_session_definition(console->session, &location, error))
		return false;
	gs_json_integer(reply->json, "object", location.object);
	gs_json_integer(reply->json, "line", location.line);
	gs_json_integer(reply->json, "column", location.column);
	g_string_append_printf(
		reply->text, "declared in line %u, column %u", location.line, location.column);
	if (location.object)
		g_string_append_printf(reply->text, " of object %u", location.object);
	g_string_append_c(reply->text, '\n');
	return true;
}

static bool do_branch(
	struct gs_console *console, const char *arguments, struct gs_reply *reply, GError **error)
{
	bool side = strcmp(arguments, "true") == 0;
	if (side || strcmp(arguments, "false") == 0)
		return move(console, GS_MOVE_BRANCH, side, reply, error);
	return gs_bad_usage(error);
}

/* The side of the switch that `default`, the value of a label or its text names. */
static bool find_case(const struct gs_case_info *cases, size_t n, const char *name, unsigned *index)
{
	int64_t value = 0;
	bool is_number = g_ascii_string_to_signed(name, 10, INT_MIN, UINT_MAX, &value, NULL);
	for (size_t i = 0; i < n; i++) {
		bool same = strcmp(cases[i].label, name) == 0 ||
			    (is_number && cases[i].has_value && cases[i].value == value);
		*index = i;
		if (same)
			return true;
	}
	return false;
}

static void refuse_case(
	const struct gs_case_info *cases, size_t n, const char *name, GError **error)
{
	GString *labels = g_string_new(NULL);
	for (size_t i = 0; i < n; i++)
		g_string_append_printf(labels, "%s%s", i ? " " : "", cases[i].label);
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
		"there is no case %s here; the cases are: %s; usage: shader case N|default",
		*name ? name : "without a number", labels->str);
	g_string_free(labels, TRUE);
}

static bool do_case(
	struct gs_console *console, const char *arguments, struct gs_reply *reply, GError **error)
{
	struct gs_case_info *cases;
	size_t n;
	unsigned index;
	if (!gs_session_cases(console->session, &cases, &n, error))
		return false;
	bool found = find_case(cases, n, arguments, &index);
	if (!found)
		refuse_case(cases, n, arguments, error);
	gs_cases_free(cases, n);
	return found && move(console, GS_MOVE_CASE, index, reply, error);
}

static bool do_iteration(
	struct gs_console *console, const char *arguments, struct gs_reply *reply, GError **error)
{
	uint64_t number;
	return gs_parse_number(arguments, "iteration", INT_MAX, &number, error) &&
	       move(console, GS_MOVE_ITERATION, number, reply, error);
}

static bool do_leave(
	struct gs_console *console, const char *arguments, struct gs_reply *reply, GError **error)
{
	struct gs_stop stop;
	if (!gs_parse_none(arguments, error) || !gs_session_leave(console->session, &stop, error))
		return false;
	gs_reply_stop(console, reply, &stop);
	gs_stop_clear(&stop);
	return true;
}

static bool do_where(
	struct gs_console *console, const char *arguments, struct gs_reply *reply, GError **error)
{
	struct gs_where where;
	return gs_parse_none(arguments, error) &&
	       finish_where(
		       reply, gs_session_where(console->session, &where, error), &where, false);
}

/* ---- frames ---- */

static bool select_frame(struct gs_console *console, int change, uint64_t frame,
	struct gs_reply *reply, GError **error)
{
	struct gs_where where;
	if (change) {
		if (!gs_session_where(console->session, &where, error))
			return false;
		unsigned n = where.n_frames;
		frame = where.frame + (uint64_t)change;
		gs_where_clear(&where);
		if (frame >= n) {
			g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
				change > 0
					? "this is main, the outermost function: it has no caller"
					: "this is the innermost function");
			return false;
		}
	}
	return finish_where(reply, gs_session_select_frame(console->session, frame, &where, error),
		&where, false);
}

static bool do_up(
	struct gs_console *console, const char *arguments, struct gs_reply *reply, GError **error)
{
	return gs_parse_none(arguments, error) && select_frame(console, 1, 0, reply, error);
}

static bool do_down(
	struct gs_console *console, const char *arguments, struct gs_reply *reply, GError **error)
{
	return gs_parse_none(arguments, error) && select_frame(console, -1, 0, reply, error);
}

static bool do_frame(
	struct gs_console *console, const char *arguments, struct gs_reply *reply, GError **error)
{
	uint64_t frame;
	return gs_parse_number(arguments, "frame", INT_MAX, &frame, error) &&
	       select_frame(console, 0, frame, reply, error);
}

/* ---- breakpoints ---- */

/* The next word, if it is this one; moves past it. */
static bool take_word(const char **at, const char *word)
{
	size_t length = strlen(word);
	if (strncmp(*at, word, length) != 0 || ((*at)[length] && !g_ascii_isspace((*at)[length])))
		return false;
	*at += length;
	*at += strspn(*at, " \t");
	return true;
}

static bool take_number(
	const char **at, const char *what, unsigned most, uint64_t *number, GError **error)
{
	size_t length = strcspn(*at, " \t");
	char *word = g_strndup(*at, length);
	bool good = gs_parse_number(word, what, most, number, error);
	g_free(word);
	*at += length + strspn(*at + length, " \t");
	return good;
}

static bool do_break(
	struct gs_console *console, const char *arguments, struct gs_reply *reply, GError **error)
{
	const char *rest = arguments;
	uint64_t line = 0, object = UINT64_MAX;
	size_t length = strcspn(rest, " \t");
	char *word = g_strndup(rest, length);
	bool good = *word == '\0' || parse_line(word, &line, error);
	g_free(word);
	if (!good)
		return false;
	rest += length + strspn(rest + length, " \t");
	if (take_word(&rest, "object") && !take_number(&rest, "shader object", 254, &object, error))
		return false;
	bool any = take_word(&rest, "any"), condition = take_word(&rest, "if");
	if (!line || condition != (*rest != '\0'))
		return gs_bad_usage(error);
	const char *test = condition ? rest : NULL;
	good = object == UINT64_MAX
		       ? gs_session_break_line(console->session, (unsigned)line, test, any, error)
		       : gs_session_break_line_in(console->session, (unsigned)object,
				 (unsigned)line, test, any, error);
	if (good)
		gs_reply_breakpoints(reply, console->session);
	return good;
}

const struct gs_command gs_shader_commands[] = {
	{"shader", "STAGE [draw N]",
		"debug this stage of the pending draw: fragment vertex geometry tess-control "
		"tess-evaluation compute; draw N: the Nth draw that a glCallList or glMultiDraw "
		"makes",
		do_shader},
	{"focus",
		"X Y [layer L] [sample S] [fragment K] | N [INSTANCE [DRAW]] | PATCH VERTEX | X Y "
		"Z",
		"choose the element to follow: a pixel (window coordinates, origin bottom left), a "
		"vertex or primitive, a patch's vertex, a compute invocation",
		gs_command_focus},
	{"shader step", "", "step into", do_step},
	{"shader over", "", "step over", do_over},
	{"shader out", "", "step out of the function", do_out},
	{"shader back", "", "the reverse of step", do_back},
	{"shader back-over", "", "the reverse of over", do_back_over},
	{"shader until", "LINE [object N]",
		"run to a line, also of another shader object of the stage", do_until},
	{"shader to", "N", "go to step N of the history", do_to},
	{"shader continue", "[nan]", "run to a breakpoint or the end; to the first NaN or Inf",
		do_continue},
	{"shader break", "LINE [object N] [any] [if EXPRESSION]",
		"breakpoint, for the focus element or any", do_break},
	{"definition", "LINE COLUMN [object N]",
		"the declaration of the name at that position of the source", do_definition},
	{"shader delete", "N", "delete breakpoint N", gs_command_delete},
	{"shader reset", "", "back to the first position", do_reset},
	{"shader branch", "true|false", "at a condition: follow that side", do_branch},
	{"shader case", "N|default",
		"at a switch: follow that case; at a call through an array of subroutine uniforms: "
		"that function",
		do_case},
	{"shader iteration", "N", "at a loop: go to its Nth iteration (from 0)", do_iteration},
	{"where", "", "the position", do_where},
	{"scope", "[all]",
		"variables visible here; all: in the text, built-ins that the shader does not "
		"name, too",
		gs_command_scope},
	{"up", "", "select the caller's stack frame", do_up},
	{"down", "", "select the called function's stack frame", do_down},
	{"frame", "N", "select stack frame N (0: innermost)", do_frame},
	{"set test", "depth|stencil|alpha|blend|scissor|mask program|on|off",
		"per-fragment tests of the debug draw", gs_command_set_test},
	{"set buffer", "depth|stencil|alpha copy | depth|stencil|alpha clear VALUE",
		"per-fragment buffers of the debug draw", gs_command_set_buffer},
	{"print", "EXPRESSION", "value at the focus element", gs_command_print},
	{"values", "EXPRESSION [minus OLD.npy] [FILE]",
		"value at every element; FILE: .csv .npy .pfm .png", gs_command_values},
	{"mask", "[FILE]", "which elements stand here", gs_command_mask},
	{"condition", "[FILE]", "at a condition: elements on each side", gs_command_condition},
	{"profile", "[FILE [with OLD.csv]]", "at a loop: the whole profile; FILE: .csv .png .svg",
		gs_command_profile},
	{"reach", "", "how many elements reach each line", gs_command_reach},
	{"count", "sites|lookups|iterations [FILE]",
		"what each element executes, saved as by `values`; iterations: of the loop",
		gs_command_count},
	{"history", "[values [FIRST [LAST]]]",
		"the focus element's path so far; values: with the values that each step wrote",
		gs_command_history},
	{"emitted", "[FILE.csv]",
		"geometry: the vertices that the focus primitive emits, with their values; FILE: "
		"the vertices of all primitives",
		gs_command_emitted},
	{"shader leave", "", "end shader debugging; the draw is pending again", do_leave},
	{NULL},
};

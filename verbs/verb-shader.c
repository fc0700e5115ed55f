/* SPDX-License-Identifier: MIT */
/* Commands on the shader of the pending draw. */
#include <limits.h>
#include <string.h>
#include "verbs/verbs.h"

/* ---- position ---- */

static bool do_shader(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	struct gs_where where;
	enum gs_stage stage = gs_argument_stage(arguments);
	bool good = gs_argument_has(arguments, "draw")
			    ? gs_session_shader_of_draw(verbs->session, stage,
				      MIN(gs_argument_unsigned(arguments, "N", 0), UINT_MAX - 1),
				      &where, error)
			    : gs_session_shader(verbs->session, stage, &where, error);
	return gs_reply_where(reply, good, &where, false);
}

static bool move(struct gs_verbs *verbs, enum gs_shader_move how, unsigned argument,
	struct gs_reply *reply, GError **error)
{
	struct gs_where where;
	return gs_reply_where(reply, gs_session_move(verbs->session, how, argument, &where, error),
		&where, how == GS_MOVE_UNTIL);
}

static bool do_move(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	return move(verbs, (enum gs_shader_move)gs_argument_how(arguments), 0, reply, error);
}

static bool do_continue(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	return move(verbs,
		gs_argument_has(arguments, "nan") ? GS_MOVE_CONTINUE_NAN : GS_MOVE_CONTINUE, 0,
		reply, error);
}

static bool do_until(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	unsigned line = gs_argument_unsigned(arguments, "LINE", 1);
	unsigned object = gs_argument_unsigned(arguments, "object N", 0);
	/* without an object: that of the focus element's position */
	return move(verbs, GS_MOVE_UNTIL,
		gs_argument_has(arguments, "object") ? GS_UNTIL(object, line) : line, reply, error);
}

/* To a step of the history. */
static bool do_to(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	return move(verbs, GS_MOVE_TO, gs_argument_unsigned(arguments, "N", 0), reply, error);
}

static bool do_definition(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	struct gs_source_location location = {gs_argument_unsigned(arguments, "object N", 0),
		gs_argument_unsigned(arguments, "LINE", 1),
		gs_argument_unsigned(arguments, "COLUMN", 0)};
	if (!gs_session_definition(verbs->session, &location, error))
		return false;
	gs_json_integer(reply->json, "object", location.object);
	gs_json_integer(reply->json, "line", location.line);
	gs_json_integer(reply->json, "column", location.column);
	return true;
}

static bool do_branch(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	return move(verbs, GS_MOVE_BRANCH, gs_argument_has(arguments, "true"), reply, error);
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
		"there is no case %s here; the cases are: %s; usage: shader case CASE|default",
		*name ? name : "without a number", labels->str);
	g_string_free(labels, TRUE);
}

static bool do_case(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	const char *name = gs_argument_has(arguments, "default")
				   ? "default"
				   : gs_argument_text(arguments, "CASE");
	struct gs_case_info *cases;
	size_t n;
	unsigned index;
	if (!gs_session_cases(verbs->session, &cases, &n, error))
		return false;
	bool found = find_case(cases, n, name, &index);
	if (!found)
		refuse_case(cases, n, name, error);
	gs_cases_free(cases, n);
	return found && move(verbs, GS_MOVE_CASE, index, reply, error);
}

static bool do_iteration(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	return move(verbs, GS_MOVE_ITERATION,
		(unsigned)MIN(gs_argument_number(arguments, "N", 0), INT_MAX), reply, error);
}

static bool do_where(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	struct gs_where where;
	return gs_reply_where(
		reply, gs_session_where(verbs->session, &where, error), &where, false);
}

/* ---- frames ---- */

static bool select_frame(
	struct gs_verbs *verbs, unsigned frame, struct gs_reply *reply, GError **error)
{
	struct gs_where where;
	return gs_reply_where(reply, gs_session_select_frame(verbs->session, frame, &where, error),
		&where, false);
}

/* Up or down. */
static bool do_look(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	int change = gs_argument_how(arguments);
	struct gs_where where;
	if (!gs_session_where(verbs->session, &where, error))
		return false;
	unsigned n = where.n_frames, frame = where.frame + (unsigned)change;
	gs_where_clear(&where);
	if (frame < n)
		return select_frame(verbs, frame, reply, error);
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
		change > 0 ? "this is main, the outermost function: it has no caller"
			   : "this is the innermost function");
	return false;
}

static bool do_frame(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	return select_frame(verbs, gs_argument_unsigned(arguments, "N", 0), reply, error);
}

/* ---- breakpoints ---- */

static bool do_break(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	unsigned line = gs_argument_unsigned(arguments, "LINE", 1);
	unsigned object = gs_argument_unsigned(arguments, "object N", 0);
	const char *test = gs_argument_text(arguments, "EXPRESSION");
	bool any = gs_argument_has(arguments, "any");
	bool good = gs_argument_has(arguments, "object")
			    ? gs_session_break_line_in(
				      verbs->session, object, line, test, any, error)
			    : gs_session_break_line(verbs->session, line, test, any, error);
	return gs_reply_breakpoints(verbs, reply, good);
}

/* Of executions and loops. */
#define WHOLE "elements:integer steps:integer draws:integer limit?:integer "
#define TOLD_WHOLE                                                                                 \
	"{elements#element|elements}, {steps#step|steps} in all, {draws#draw|draws}"               \
	"{limit!; an element has executed something {limit} times or more, which is as far as "    \
	"the driver counts here: numbers that have it in them are too low}"

static const struct gs_tab_column line_columns[] = {
	{"Line", "{object?{object}:}{line}", 60},
	{"Executions", "{executions}", 100},
	{"Steps", "{steps}", 100},
	{"Percent", "{percent}", 75},
	{"Source", "{text}", 0},
	{NULL},
};
static const struct gs_tab lines_tab = {
	.id = "executions",
	.title = "Executions",
	.tip = "How often each line of the shader is executed, summed over the draw's elements",
	.rows = "lines",
	.columns = line_columns,
	.summary = TOLD_WHOLE,
};
static const struct gs_tab_column loop_columns[] = {
	{"Line", "{object?{object}:}{line}", 55},
	{"Iterations", "{iterations}", 95},
	{"Elements", "{elements}", 80},
	{"Entries", "{entries}", 80},
	{"Least", "{least}", 60},
	{"Mean", "{mean}", 65},
	{"Most", "{most}", 60},
	{"Loop", "{text}", 0},
	{NULL},
};
static const struct gs_tab loops_tab = {
	.id = "loops",
	.title = "Loops",
	.tip = "The shader's loops, by the iterations that all of the draw's elements make in them",
	.rows = "loops",
	.columns = loop_columns,
	.summary = TOLD_WHOLE,
};

#define TOLD_COST                                                                                  \
	"{function}, line {line}: the whole draw {whole_ns} ns +/- {spread_ns}{kept_ns!, "         \
	"{kept_ns} ns where it ends behind the block with all kept}; {draws#draw|draws}"

static const struct gs_tab_column cost_columns[] = {
	{"Line", "{object?{object}:}{line}", 60},
	{"Own, ns", "{own_ns}", 95},
	{"+/-", "{spread_ns}", 85},
	{"Percent", "{percent}", 75},
	{"Up to it, ns", "{up_to_ns}", 105},
	{"Statement", "{text}", 0},
	{NULL},
};
static const struct gs_tab_control cost_controls[] = {
	{"[LINE]", "Line", "Of a statement of the block that is measured; empty: main's"}, {NULL}};
static const struct gs_tab cost_tab = {
	.id = "cost",
	.title = "Measured cost",
	.tip = "How long the draw takes up to each statement, by shaders that end there",
	.rows = "statements",
	.columns = cost_columns,
	.summary = TOLD_COST,
	.controls = cost_controls,
};

const struct gs_verb gs_shader_verbs[] = {
	{"shader", "STAGE [draw N]",
		"debug this stage of the pending draw: fragment vertex geometry tess-control "
		"tess-evaluation compute; draw N: the Nth draw that a glCallList or glMultiDraw "
		"makes",
		do_shader, GS_NEEDS_DRAW, "where", "{@where}"},
	{"focus",
		"X Y [layer L] [sample S] [fragment K] | N [INSTANCE [DRAW]] | PATCH VERTEX | X Y "
		"Z | cell X Y | line LINE [object N] [if EXPRESSION]",
		"choose the element to follow: a pixel (window coordinates, origin bottom left), a "
		"vertex or primitive, a patch's vertex, a compute invocation, what stands in that "
		"cell of pictures and tables of its values, or the first that comes to a line",
		gs_verb_focus, GS_NEEDS_SHADER, "where", "{@where}"},
	{"shader step", "", "step into", do_move, GS_NEEDS_SHADER, "where", "{@where}",
		GS_MOVE_STEP},
	{"shader over", "", "step over", do_move, GS_NEEDS_SHADER, "where", "{@where}",
		GS_MOVE_OVER},
	{"shader out", "", "step out of the function", do_move, GS_NEEDS_SHADER, "where",
		"{@where}", GS_MOVE_OUT},
	{"shader back", "", "the reverse of step", do_move, GS_NEEDS_SHADER, "where", "{@where}",
		GS_MOVE_BACK},
	{"shader back-over", "", "the reverse of over", do_move, GS_NEEDS_SHADER, "where",
		"{@where}", GS_MOVE_BACK_OVER},
	{"shader until", "LINE [object N]",
		"run to a line, also of another shader object of the stage", do_until,
		GS_NEEDS_SHADER, "where", "{@where}"},
	{"shader to", "N", "go to step N of the history", do_to, GS_NEEDS_SHADER, "where",
		"{@where}"},
	{"shader continue", "[nan]", "run to a breakpoint or the end; to the first NaN or Inf",
		do_continue, GS_NEEDS_SHADER, "where", "{@where}"},
	{"shader break", "LINE [object N] [any] [if EXPRESSION]",
		"breakpoint, for the focus element or any", do_break, GS_NEEDS_NOTHING,
		"breakpoints", "{@breakpoints}"},
	{"definition", "LINE COLUMN [object N]",
		"the declaration of the name at that position of the source", do_definition,
		GS_NEEDS_SHADER, "object:integer line:integer column:integer",
		"declared in line {line}, column {column}{object? of object {object}}\n"},
	{"shader delete", "N", "delete breakpoint N", gs_verb_delete, GS_NEEDS_NOTHING,
		"breakpoints", "{@breakpoints}"},
	{"shader reset", "", "back to the first position", do_move, GS_NEEDS_SHADER, "where",
		"{@where}", GS_MOVE_RESET},
	{"shader branch", "true|false", "at a condition: follow that side", do_branch,
		GS_NEEDS_SHADER, "where", "{@where}"},
	{"shader case", "CASE|default",
		"at a switch: follow that case; at a call through an array of subroutine uniforms: "
		"that function",
		do_case, GS_NEEDS_SHADER, "where", "{@where}"},
	{"shader iteration", "N", "at a loop: go to its Nth iteration (from 0)", do_iteration,
		GS_NEEDS_SHADER, "where", "{@where}"},
	{"where", "", "the position", do_where, GS_NEEDS_SHADER, "where", "{@where}"},
	{"scope", "[all]",
		"variables visible here; all: in the text, built-ins that the shader does not "
		"name, too",
		gs_verb_scope, GS_NEEDS_SHADER, "variables:[variable] hidden?:integer",
		"{variables*{hidden?|{changed?*| } {qualifier:-10} {type} {name}"
		"{undefined!  ({@undefined})|{never_written_by!  (the {never_written_by} shader "
		"never writes it)|{written=false?  (not written yet)|"
		"{dropped?  (the driver's program has not got it)}}}}\n}}"
		"{hidden?and {hidden#built-in|built-ins} whose name{hidden>1?s} the shader does "
		"not mention: `scope all` lists them, too\n}"},
	{"up", "", "select the caller's stack frame", do_look, GS_NEEDS_SHADER, "where", "{@where}",
		1},
	{"down", "", "select the called function's stack frame", do_look, GS_NEEDS_SHADER, "where",
		"{@where}", -1},
	{"frame", "N", "select stack frame N (0: innermost)", do_frame, GS_NEEDS_SHADER, "where",
		"{@where}"},
	{"set test", "depth|stencil|alpha|blend|scissor|mask program|on|off | all program",
		"per-fragment tests of the debug draw; all: its buffers and fragment, too",
		gs_verb_set_test, GS_NEEDS_NOTHING, "operations where?:where", "{@operations}"},
	{"set buffer", "depth|stencil|alpha copy | depth|stencil|alpha clear VALUE",
		"per-fragment buffers of the debug draw", gs_verb_set_buffer, GS_NEEDS_NOTHING,
		"operations where?:where", "{@operations}"},
	{"set fragment", "visible|K",
		"of several fragments at a pixel, the one that the debug draw shows",
		gs_verb_set_fragment, GS_NEEDS_NOTHING, "operations where?:where", "{@operations}"},
	{"print", "EXPRESSION", "value at the focus element", gs_verb_print, GS_NEEDS_SHADER,
		"expression:string type:string members?:[member] value:any "
		"bound?:[{unit:integer image?:boolean texture:texture|null}] undefined",
		"{bound!{bound@bound}|{type} {expression} = "
		"{written=false?undefined  ({never_written_by!the {never_written_by} shader never "
		"writes what this reads|not written yet}: the driver holds {value@value})|"
		"{value@value}{undefined!  ({@undefined})}}{dropped?  ({@dropped})}\n}"},
	{"values", "EXPRESSION [minus OLD.npy] [FILE]",
		"value at every element; FILE: .csv .npy .pfm .png", gs_verb_values,
		GS_NEEDS_SHADER,
		"total:integer active:integer type:string members?:[member] min:any max:any "
		"nan:integer inf:integer file:string|null undefined",
		"{active} of {total#element|elements}, min {min@value}, max {max@value}, "
		"{nan} with NaN, {inf} with infinity{file?, saved in {file}}\n"
		"{undefined!{never_written_by!Undefined: {@undefined}.|{undefined_at!Undefined: "
		"{@undefined}.|{written=false?Not written yet on the focus element's path: where "
		"that is so, these are the driver's values.|On the focus element's path "
		"{@undefined}. Where that is so, these are the driver's values.}}}\n}"
		"{dropped?Note: {@dropped}.\n}"},
	{"mask", "[FILE]", "which elements stand here", gs_verb_mask, GS_NEEDS_SHADER,
		"total:integer active:integer",
		"{active} of {total#element|elements} {active=1?stands|stand} here\n"},
	{"condition", "[FILE]", "at a condition: elements on each side", gs_verb_condition,
		GS_NEEDS_SHADER,
		"true:integer false:integer absent:integer left?:integer | cases:[{case:string "
		"elements:integer}]",
		"{cases!{cases+, *{case} {elements}}|true {true}, false {false}, absent {absent}"
		"{left!, left before {left}}}\n"},
	{"profile", "[FILE [with OLD.csv]]", "at a loop: the whole profile; FILE: .csv .png .svg",
		gs_verb_profile, GS_NEEDS_SHADER,
		"line:integer text:string elements:integer iterations:[point] all:{entries:integer "
		"iterations:integer curves?:[point] why?:string} max_iterations:integer "
		"occluded:boolean draws:integer file?:string",
		"loop in line {line} ({text}): {elements} elements reach it here, at most "
		"{max_iterations} iterations\n{iterations@curves}all entries: {all.entries} with "
		"{all.iterations} iterations{all.why? (totals only: {all.why})}\n"
		"{draws#draw|draws}; hidden elements are {occluded?counted too|not counted}\n"
		"{file?saved in {file}\n}"},
	{"reach", "", "how many elements reach each line", gs_verb_reach, GS_NEEDS_SHADER,
		"lines:[{object:integer line:integer elements:integer}]",
		"{lines*{line:5} {elements:11}{elements?|  nobody}\n}"},
	{"executions", "[sites]",
		"how often each line is executed, summed over the draw's elements, and all that "
		"stands on it; sites: each position, too",
		gs_verb_executions, GS_NEEDS_SHADER,
		WHOLE
		"lines:[{object:integer line:integer executions:integer steps:integer "
		"percent:number text:string}] sites?:[{object:integer line:integer column:integer "
		"kind:string function:string executions:integer elements:integer at_most?:boolean "
		"text:string}]",
		TOLD_WHOLE "\n{lines*{line:5} {executions:13} {steps:13} {percent:8} %  {text}\n}"
			   "{sites*{line:5}:{column:-4} {at_most?at most }{executions} in "
			   "{elements#element|elements}: {kind} {text}\n}",
		.tab = &lines_tab},
	{"loops", "",
		"the loops, by the iterations that the draw's elements make in them: elements that "
		"enter it, how often, and the least, mean and most iterations of one",
		gs_verb_loops, GS_NEEDS_SHADER,
		WHOLE
		"loops:[{object:integer line:integer column:integer function:string "
		"elements:integer entries:integer iterations:integer least:integer mean:number "
		"most:integer text:string}]",
		TOLD_WHOLE
		"\n{loops*{line:5} {iterations:13} iterations of {elements#element|elements} in "
		"{entries#entry|entries}, {least} to {most} each, mean {mean}: {text}\n|"
		"the shader has no loop that main may come to\n}",
		.tab = &loops_tab},
	{"cost", "[LINE] [object N]",
		"how long the draw takes up to each statement of the block on that line, or of "
		"main's, by shaders that end there: fragment shaders",
		gs_verb_cost, GS_NEEDS_SHADER,
		"object:integer line:integer function:string whole_ns:integer spread_ns:integer "
		"kept_ns:integer|null draws:integer statements:[{object:integer line:integer "
		"column:integer up_to_ns:integer own_ns:integer|null spread_ns:integer|null "
		"percent:number|null text:string}]",
		TOLD_COST "\n{statements*{line:5} {own_ns!{own_ns:12} ns +/- {spread_ns} "
			  "({percent} %)|{own_ns:12} not measured}  {text}\n}",
		.tab = &cost_tab},
	{"count", "sites|lookups|iterations [FILE]",
		"what each element executes, saved as by `values`; iterations: of the loop",
		gs_verb_count, GS_NEEDS_SHADER,
		"total:integer active:integer counts:[{name:string sum:integer min:number "
		"max:number}] file?:string",
		"{counts*{name}: {sum} in {/active#element|elements}, {min} to {max} each\n}"
		"{file?saved in {file}\n}"},
	{"history", "[values [FIRST [LAST]]]",
		"the focus element's path so far; values: with the values that each step wrote",
		gs_verb_history, GS_NEEDS_SHADER,
		"positions:[{line:integer column:integer object:integer depth:integer "
		"iterations:[integer] changes?:[{name:string type:string members?:[member] "
		"value:any undefined_at?:[integer]}]}] programs:integer",
		"{positions*{depth^64}{line}:{column}{changes*  {name} = {value@value}}\n}"},
	{"emitted", "[FILE.csv]",
		"geometry: the vertices that the focus primitive emits, with their values; FILE: "
		"the vertices of all primitives",
		gs_verb_emitted, GS_NEEDS_SHADER,
		"vertices:[{vertex:integer primitive:integer stream:integer emitted:boolean "
		"values?:{*:any} undefined_at?:{*:[integer]}}] outputs:[member] "
		"undefined:[string] written?:integer file?:string",
		"{written!{written} emitted vertices of all primitives written to {file}\n}"
		"{vertices*vertex {vertex} of output primitive {primitive}"
		"{stream?, stream {stream}}:{values!{/outputs@outputs}| not emitted yet}\n|"
		"The focus primitive emits no vertex.\n}"
		"{undefined?undefined here: {undefined+, *{.}} "
		"(not written since the last emit)\n}"},
	{"shader leave", "", "end shader debugging; the draw is pending again", gs_verb_stop,
		GS_NEEDS_SHADER, "stop", "{@stop}", GS_VERB_LEAVE},
	{NULL},
};

/* SPDX-License-Identifier: MIT */
/* What templates of several verbs have in common, and what is told by a function. */
#include "verbs/tell.h"

#include <stdlib.h>
#include <string.h>
#include "debugger/session/session.h"

/* ---- stops and calls ---- */

/* As the C library says it, where it has no name. */
static void tell_signal(JsonNode *node, JsonObject *of, GString *text)
{
	const char *name = json_node_get_string(node);
	bool has_number = g_str_has_prefix(name, "signal ");
	g_string_append(text, has_number ? g_strsignal(atoi(name + strlen("signal "))) : name);
}

/* ---- places in shaders ---- */

enum { FIRST_FRAMES = 3, LAST_FRAMES = 8 }; /* of a deep call path */

static void tell_call_path(JsonNode *node, JsonObject *of, GString *text)
{
	JsonArray *path = json_node_get_array(node);
	guint n = json_array_get_length(path);
	for (guint i = 0; i < n; i++) {
		if (i == FIRST_FRAMES && n > FIRST_FRAMES + LAST_FRAMES + 1) {
			g_string_append_printf(text, " > ... %u more ...", n - LAST_FRAMES - i);
			i = n - LAST_FRAMES;
		}
		gs_tell(json_array_get_element(path, i),
			i ? " > {function}:{line}" : "{function}:{line}", text);
	}
}

/* "(3, 4)", "x 3, y 4, sample 1", "index 7": of a place. */
static void tell_focus(JsonNode *node, JsonObject *of, GString *text)
{
	JsonObject *focus = json_node_get_object(node);
	g_autoptr(GList) names = json_object_get_members(focus);
	guint n = g_list_length(names) - json_object_has_member(focus, "fragment");
	bool is_pixel = n == 2 && !strcmp(json_object_get_string_member(of, "stage"), "fragment");
	g_string_append(text, is_pixel ? "(" : "");
	for (GList *name = names; name && n--; name = name->next)
		g_string_append_printf(text, "%s%s%" G_GINT64_FORMAT "%s",
			is_pixel ? "" : (char *)name->data, is_pixel ? "" : " ",
			json_object_get_int_member(focus, name->data), n ? ", " : "");
	g_string_append(text, is_pixel ? ")" : "");
}

/* ---- programs ---- */

/* A function of a call stack: "main()", "a::b(int)". */
static void tell_function(JsonNode *node, JsonObject *of, GString *text)
{
	const char *name = json_node_get_string(node);
	g_string_append_printf(text, "%s%s", name, strchr(name, '(') ? "" : "()");
}

static void tell_lines(JsonNode *node, JsonObject *of, GString *text)
{
	const char *lines = json_node_get_string(node);
	g_string_append_printf(text, "%s%s", lines, g_str_has_suffix(lines, "\n") ? "" : "\n");
}

/* Which elements of a uniform have the value that linking gave them: "[0], [2] to [4]". */
static void tell_linked(JsonNode *node, JsonObject *of, GString *text)
{
	JsonArray *elements = json_node_get_array(node);
	guint n = json_array_get_length(elements);
	for (guint i = 0, last; i < n; i = last + 1) {
		gint64 first = json_array_get_int_element(elements, i);
		for (last = i; last + 1 < n; last++)
			if (json_array_get_int_element(elements, last + 1) != first + last + 1 - i)
				break;
		g_string_append_printf(text, "%s[%" G_GINT64_FORMAT "]", i ? ", " : "", first);
		if (last > i)
			g_string_append_printf(
				text, " to [%" G_GINT64_FORMAT "]", first + last - i);
	}
}

/* ---- values ---- */

/* The names of what is undefined: the first ones, and how many more. */
static void tell_names(JsonNode *node, JsonObject *of, GString *text)
{
	enum { MOST = 8 };
	JsonArray *names = json_node_get_array(node);
	guint n = json_array_get_length(names);
	for (guint i = 0; i < MIN(n, MOST); i++)
		g_string_append_printf(
			text, "%s%s", i ? ", " : "", json_array_get_string_element(names, i));
	if (n > MOST)
		g_string_append_printf(text, " and %u more", n - MOST);
}

/* What samplers and images look at: one of `print`, or each of an array. */
static void tell_bound(JsonNode *node, JsonObject *of, GString *text)
{
	JsonArray *bound = json_node_get_array(node);
	const char *type = json_object_get_string_member(of, "type");
	bool is_array = JSON_NODE_HOLDS_ARRAY(json_object_get_member(of, "value"));
	for (guint i = 0; i < json_array_get_length(bound); i++) {
		g_string_append_printf(text, "%.*s %s", (int)strcspn(type, "["), type,
			json_object_get_string_member(of, "expression"));
		if (is_array)
			g_string_append_printf(text, "[%u]", i);
		gs_tell(json_array_get_element(bound, i), " = {@unit}\n", text);
	}
}

/* " RGBA8" of GL_RGBA8. */
static void tell_format(JsonNode *node, JsonObject *of, GString *text)
{
	const char *name = json_node_get_string(node);
	if (g_str_has_prefix(name, "GL_"))
		g_string_append_printf(text, " %s", name + strlen("GL_"));
}

enum { FIRST_ROWS = 40 }; /* of a long profile */

static void tell_curves(JsonNode *node, JsonObject *of, GString *text)
{
	JsonArray *curves = json_node_get_array(node);
	guint n = json_array_get_length(curves);
	g_string_append(text, "iteration      active    finished        left\n");
	for (guint i = 0; i < n; i++) {
		if (i == FIRST_ROWS && n > FIRST_ROWS + 4) {
			g_string_append_printf(
				text, "  ... %u more: `profile FILE.csv`\n", n - FIRST_ROWS - 1);
			i = n - 1;
		}
		g_string_append_printf(text, "%9" G_GINT64_FORMAT,
			json_object_get_int_member_with_default(
				json_array_get_object_element(curves, i), "iteration", i));
		gs_tell(json_array_get_element(curves, i), " {active:11} {finished:11} {left:11}\n",
			text);
	}
}

/* ---- the parts ---- */

static const struct part {
	const char *name, *template;
	gs_tell_func *function;
} parts[] = {
	{"who", "{player?The player of the trace|The program}"},
	{"line", "{index}  {name}({arguments+, *{name} = {text}{called? ({called})}})"
		 "{return? = {return.text}}"},
	{"call", "{@line}{gl_error?  -> {gl_error}}{skipped?  (skipped)}{edited?  (edited)}"
		 "{fake?  (fake)}\n{memory*    {name}: {text}\n}"},
	{"counts", "{.*{.:10}  {$}\n}"},
	{"drawn", "{number?draw {number}|{needed?needed draw|draw}}{program?, {program}}"
		  "{primitives?, {primitives}}"},
	{"signal", NULL, tell_signal},
	{"stop", "{stop=exited?{@who} "
		 "{signal?was killed by {signal@signal}|ended with status {status}}.\n|"
		 "{stop=signal?{@who} is about to be killed by {signal@signal}"
		 "{call?; its last call was\n{call@line}|.}\n|"
		 "{stop=error?{gl_error} after\n{call@line}\n|"
		 "{outside_gl?Paused {inside?in call {inside_index}, {inside}, which has not "
		 "returned yet (outside GL: no call is pending)|outside GL}.\n|"
		 "{stop=breakpoint?Breakpoint: }{call@line}  (frame {frame}, draw {draw}"
		 "{original?: {original}}{compiled?{executed?, executed, and goes into a display "
		 "list|, not executed: goes into a display list}})\n}}}}"
		 "{note?Note: {note}\n}"},
	{"call-path", NULL, tell_call_path},
	{"focus", NULL, tell_focus},
	{"where", "{stage} shader, {call_path@call-path}{frame?  (looking from frame {frame})}"
		  "{iterations?  iteration {iterations+,*{.}}}  {kind}{finished? (finished)}\n"
		  "{line:5}  {text}\n"
		  "       {active} of {total#element|elements} here, focus {focus@focus}"
		  "{focus_here=false?, which does not reach this position}\n"
		  "{breakpoint!Breakpoint {breakpoint}.\n}"
		  "{reached=false?The line was not reached.\n}{note?Note: {note}\n}"},
	{"breakpoints", "{breakpoints*{number}  "
			"{kind=call?call {pattern}{condition? if {condition}}|{kind=error?GL error|"
			"shader line {line}{any?, any element}{condition?, if {condition}}}}"
			"  (hit {hits} times{ignored?; the next {ignored} are ignored})\n|"
			"No breakpoints.\n}"},
	{"function", NULL, tell_function},
	{"lines", NULL, tell_lines},
	{"linked", NULL, tell_linked},
	{"location", "{location!  (location {location})}"},
	{"uniform", "  {type} {name?{name}|(without a name)}{value! = {value@value}"
		    "{as_linked?  (as linked)}"
		    "{as_linked_elements?  (as linked: {as_linked_elements@linked})}}"},
	{"edit", "edit {edit}: {kind=argument?call {call}: {argument} = {value}}"
		 "{kind=skip?call {call} is left out}"
		 "{kind=insert?{text} is call {call}, before call {before}}"
		 "{kind=move?call {call} stands before call {before}}"
		 "{cut?...}{index!, number {index} now}{undone? (taken back)}"},
	{"recording",
		"{file}: {calls#call|calls}, {frames#frame|frames}, {bytes#byte|bytes}"
		"{too_long?; {too_long} {too_long=1?call is without what it reads or writes|"
		"calls are without what they read or write}, which is more than a trace holds in "
		"one piece (1 GiB){first_too_long!{too_long=1?:|, the first is} call "
		"{first_too_long}}}"
		"{ended_in!; the program ended in {ended_in_call!call {ended_in_call}, }{ended_in}"
		", which has not returned}"},
	{"classes", "{enabled?Traces have, whatever the program says: {enabled+, *{.}}\n}"
		    "{disabled?They do not have: {disabled+, *{.}}\n}"},
	{"texture", "{name:-4} {binding:-28}  {target} {format} {width} x {height}"
		    "{depth>1? x {depth}}{samples>1?, {samples} samples}"
		    "{levels!, {levels#level|levels}}{level?, level {level}}{layer?, layer {layer}}"
		    "{label?  \"{label}\"}\n"},
	{"image", "{expression}: {width} x {height} {type}, min{min@numbers}, max{max@numbers}"
		  "{@faults}{file?, saved in {file}}\n{value!pixel, value{value@numbers}\n}"},
	{"faults", NULL, gs_tell_faults},
	{"time", NULL, gs_tell_time},
	{"elements", NULL, gs_tell_elements},
	{"block", "{kind} block {name}, binding {binding}, {buffer?buffer {buffer}|no buffer}, "
		  "{size#byte|bytes}{buffer?, bound from {offset}, {length#byte|bytes}}\n"
		  "{note?{note}\n}"},
	{"rows", NULL, gs_tell_rows},
	{"number", NULL, gs_tell_number},
	{"numbers", NULL, gs_tell_numbers},
	{"pixel-event",
		"{changed_between?  something that is no draw, clear or blit has changed it\n}"
		"  {call@call}{call.drawn!    {call.drawn@drawn}\n}    {text}\n"
		"{primitives?    primitive{primitives>1?s} {primitives+, *{primitive}}"
		"{more_primitives?, …}\n}"
		"{before?    before {before* {.@number}}\n}"
		"{output?    output {output* {.@number}}"
		"{output_of>1?  (the last of {output_of} fragments)}\n}"
		"{no_output?    output  none: no fragment shader gives a colour\n}"
		"{after?    after  {after* {.@number}}\n}"},
	{"value", NULL, gs_tell_value},
	{"names", NULL, tell_names},
	{"undefined", "{never_written_by?the {never_written_by} shader never writes |"
		      "not written yet: }{undefined@names}"},
	{"unit", "{image?image }unit {unit}: {texture?texture {texture.name}"
		 "{texture.label? {texture.label}}, {texture.width} × {texture.height}"
		 "{texture.depth>1? × {texture.depth}}{texture.format@format}|no texture}"},
	{"bound", NULL, tell_bound},
	{"format", NULL, tell_format},
	{"found", "{issues#issue|issues}{left_out?, {left_out} more left out} and "
		  "{checklist#item|items} of the checklist"},
	{"dropped", GS_DROPPED},
	{"curves", NULL, tell_curves},
	{"outputs", NULL, gs_tell_outputs},
	{"operations", "Debug draw: depth test {depth_test}, stencil test {stencil_test}, "
		       "alpha test {alpha_test}, scissor test {scissor_test}; "
		       "depth {depth_buffer=clear?cleared to {depth_value}|copied}, "
		       "stencil {stencil_buffer=clear?cleared to {stencil_value}|copied}.\n"
		       "In `attachment colorN after`, not in values: blending {blend}, "
		       "colour mask {color_mask}, "
		       "alpha {alpha_buffer=clear?cleared to {alpha_value}|copied}.\n"
		       "{where?{where@where}}"},
};

static void tell_part(JsonNode *node, JsonNode *of, const char *name, size_t length, GString *text)
{
	size_t i = 0;
	while (strlen(parts[i].name) != length || strncmp(parts[i].name, name, length) != 0)
		if (++i == G_N_ELEMENTS(parts))
			g_error("tell-parts.c has no part '%.*s'", (int)length, name);
	if (parts[i].function)
		parts[i].function(
			node, JSON_NODE_HOLDS_OBJECT(of) ? json_node_get_object(of) : NULL, text);
	else
		gs_tell(node, parts[i].template, text);
}

void gs_tell_about(const struct gs_told *about, const char *template, GString *text)
{
	gs_tell_with_parts(about, template, tell_part, text);
}

void gs_tell(JsonNode *node, const char *template, GString *text)
{
	gs_tell_about(&(struct gs_told){.node = node, .root = node}, template, text);
}

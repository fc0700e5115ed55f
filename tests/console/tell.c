/* SPDX-License-Identifier: MIT */
/*
 * tell - what templates say of trees (verbs/tell.h): each kind of brace, and the parts that have
 * limits or a shape of their own; and what tables (verbs/table.h) have where nothing but the shape
 * of a result says it. `tell -` reads answers of `glstep --json`, and prints what the console says
 * without --json, from these alone: tests/console/console-text.py.
 */
#include <stdio.h>
#include <string.h>
#include "verbs/table.h"
#include "verbs/tell.h"
#include "verbs/verbs.h"

static const struct {
	const char *tree, *template, *expected;
} cases[] = {
	/* plain members */
	{"{'a': 3, 'b': 'x y', 'c': true, 'd': 0.5, 'e': 2.0, 'f': null}",
		"{a},{b},{c},{d},{e},{f},{g}.\n", "3,x y,true,0.5,2,,.\n"},
	{"{'a': {'b': {'c': 'deep'}}, 'n': 1}", "{a.b.c} {a.x.c} {n.b}.", "deep  ."},
	{"'alone'", "{.}{a}", "alone"},
	{"{}", "no braces", "no braces"},
	/* braces of values are no template's */
	{"{'a': '{b} | {c*d}', 'b': 1}", "{a}", "{b} | {c*d}"},
	/* widths */
	{"{'a': 42, 'b': 'long words'}", "[{a:5}][{a:-5}][{b:4}][{b:-4}][{c:3}]",
		"[   42][42   ][long words][long words][   ]"},
	/* counts */
	{"{'a': 1, 'b': 0, 'c': 7, 'd': [1], 'e': []}",
		"{a#call|calls}, {b#call|calls}, {c#byte |bytes }, {d#x|xs}, {e#x|xs}",
		"1 call, 0 calls, 7 bytes , 1 x, 0 xs"},
	/* indentation */
	{"{'a': 0, 'b': 2, 'c': 99}", "[{a^3}][{b^3}][{c^3}]", "[][    ][      ]"},
	/* choices */
	{"{'a': 0, 'b': false, 'c': '', 'd': [], 'e': {}, 'f': null}",
		"{a?A|-}{b?B|-}{c?C|-}{d?D|-}{e?E|-}{f?F|-}{g?G|-}{a?A}", "-------"},
	{"{'a': -1, 'b': true, 'c': '0', 'd': [0], 'e': {'x': 0}, 'f': 0.5}",
		"{a?A|-}{b?B|-}{c?C|-}{d?D|-}{e?E|-}{f?F|-}", "ABCDEF"},
	{"{'a': 0, 'b': null}", "{a!A|-}{b!B|-}{c!C|-}", "AB-"},
	{"{'a': 'line', 'b': 1, 'c': false}", "{a=line?A|-}{a=lines?A|-}{b=1?B}{c=false?C}{d=?D|-}",
		"A-BC-"},
	{"{'a': 2, 'b': [1, 2], 'c': -1}", "{a>1?A|-}{a>2?A|-}{b>1?B}{c>-2?C}{d>0?D|-}", "A-BC-"},
	{"{'a': {'b': 1}, 'c': 'in'}", "{a?{a.b?{c}, {a.b}|x}|{y}}", "in, 1"},
	/* lists and objects */
	{"{'l': [1, 2, 3], 'm': [{'n': 'a'}, {'n': 'b'}], 'o': {'x': 5, 'y': 6}, 'e': []}",
		"{l+, *{.}|none}; {m*{n}{$}\n}{o*{$}={.} }{e*x|none of {l#x|xs}}",
		"1, 2, 3; a0\nb1\nx=5 y=6 none of 3 xs"},
	{"{'l': [[1, 2], [3]], 'name': 'top', 'of': {'x': 7}, 'k': {'x': 0}}",
		"{l+;*{.*{.}{/name} }}{k*{/of.$}}", "1top 2top ;3top 7"},
	/* parts: a program that ends, and a trace's player */
	{"{'stop': 'exited', 'frame': 1, 'draw': 2, 'status': 3}", "{@stop}",
		"The program ended with status 3.\n"},
	{"{'stop': 'exited', 'frame': 1, 'draw': 2, 'status': 139, 'signal': 'SIGSEGV', "
	 "'player': true}",
		"{@stop}", "The player of the trace was killed by SIGSEGV.\n"},
	{"{'stop': 'signal', 'frame': 1, 'draw': 2, 'signal': 'SIGABRT'}", "{@stop}",
		"The program is about to be killed by SIGABRT.\n"},
	{"{'stop': 'call', 'frame': 0, 'draw': 2, 'outside_gl': true, 'inside': 'glFinish', "
	 "'inside_index': 7, 'note': 'n'}",
		"{@stop}",
		"Paused in call 7, glFinish, which has not returned yet (outside GL: no call is "
		"pending).\nNote: n\n"},
	{"{'stop': 'breakpoint', 'frame': 4, 'draw': 2, 'compiled': true, 'executed': true, "
	 "'call': {'index': 9, 'name': 'glBegin', 'arguments': [{'name': 'mode', 'text': "
	 "'GL_QUADS', 'called': 'q'}]}}",
		"{@stop}",
		"Breakpoint: 9  glBegin(mode = GL_QUADS (q))  (frame 4, draw 2, executed, and goes "
		"into a display list)\n"},
	/* parts: a deep call path has its first three and its last eight frames */
	{"[{'function': 'a', 'line': 1}, {'function': 'b', 'line': 2}]", "{.@call-path}",
		"a:1 > b:2"},
	{"[{'function': 'a', 'line': 1}, {'function': 'b', 'line': 2}, {'function': 'c', 'line': "
	 "3}, {'function': 'd', 'line': 4}, {'function': 'e', 'line': 5}, {'function': 'f', "
	 "'line': 6}, {'function': 'g', 'line': 7}, {'function': 'h', 'line': 8}, {'function': "
	 "'i', 'line': 9}, {'function': 'j', 'line': 10}, {'function': 'k', 'line': 11}, "
	 "{'function': 'l', 'line': 12}, {'function': 'm', 'line': 13}]",
		"{.@call-path}",
		"a:1 > b:2 > c:3 > ... 2 more ... > f:6 > g:7 > h:8 > i:9 > j:10 > k:11 > l:12 > "
		"m:13"},
	{"{'stage': 'fragment', 'focus': {'x': 3, 'y': 4, 'fragment': 1}}", "{focus@focus}",
		"(3, 4)"},
	{"{'stage': 'fragment', 'focus': {'x': 3, 'y': 4, 'sample': 1}}", "{focus@focus}",
		"x 3, y 4, sample 1"},
	{"{'stage': 'vertex', 'focus': {'index': 3, 'instance': 4}}", "{focus@focus}",
		"index 3, instance 4"},
	/* parts: values, by their types */
	{"{'type': 'float', 'value': 0.10000000149011612}", "{value@value}", "0.1"},
	{"{'type': 'double', 'value': 0.10000000149011612}", "{value@value}",
		"0.10000000149011612"},
	{"{'type': 'dmat2', 'value': [[0.1, 0.25], [-0.0, 1e300]]}", "{value@value}",
		"((0.1, 0.25), (-0, 1e+300))"},
	{"{'type': 'vec2[2]', 'value': [[1.0, 'nan'], ['-inf', 16777216.0]]}", "{value@value}",
		"[(1, nan), (-inf, 16777216)]"},
	{"{'type': 'bvec2', 'value': [true, false]}", "{value@value}", "(true, false)"},
	{"{'type': 'uint64_t', 'value': '18446744073709551615'}", "{value@value}",
		"18446744073709551615"},
	{"{'type': 'Lamp', 'members': [{'name': 'power', 'type': 'double[2]'}, {'name': 'place', "
	 "'type': 'Place', 'members': [{'name': 'at', 'type': 'vec2'}]}], 'value': {'power': "
	 "[0.10000000149011612, 2.0], 'place': {'at': [0.10000000149011612, 3.0]}}, "
	 "'undefined_at': [1, 3]}",
		"{value@value}",
		"{power = [0.10000000149011612, undefined], place = {at = (0.1, undefined)}}"},
	{"{'type': 'vec4', 'value': null}", "{value@value}", "unknown"},
	/* parts: numbers as files have them */
	{"{'type': 'vec2', 'min': [0.10000000149011612, 'nan']}", "min{min@numbers}",
		"min 0.100000001, nan"},
	{"{'type': 'double[2]', 'component_types': ['float', 'double'], 'min': "
	 "[0.10000000149011612, 0.10000000149011612]}",
		"{min@numbers}", " 0.100000001, 0.10000000149011612"},
	/* parts: what is undefined, uniforms as linked */
	{"{'undefined': ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']}", "{@undefined}",
		"not written yet: a, b, c, d, e, f, g, h and 2 more"},
	{"{'undefined': ['a.x'], 'never_written_by': 'vertex'}", "{@undefined}",
		"the vertex shader never writes a.x"},
	{"[0, 2, 3, 4, 7, 8]", "{.@linked}", "[0], [2] to [4], [7] to [8]"},
	/* parts: samplers */
	{"{'type': 'sampler2D[2]', 'expression': 'many', 'value': [1, 3], 'bound': [{'unit': 1, "
	 "'texture': null}, {'unit': 3, 'image': true, 'texture': {'name': 7, 'label': 'red', "
	 "'format': 'GL_RGBA8', 'width': 4, 'height': 5, 'depth': 6}}]}",
		"{bound@bound}",
		"sampler2D many[0] = unit 1: no texture\n"
		"sampler2D many[1] = image unit 3: texture 7 red, 4 × 5 × 6 RGBA8\n"},
	{"{'type': 'sampler2D', 'expression': 'one', 'value': 1, 'bound': [{'unit': 1, 'texture': "
	 "{'name': 7, 'format': 'unknown', 'width': 4, 'height': 5, 'depth': 1}}]}",
		"{bound@bound}", "sampler2D one = unit 1: texture 7, 4 × 5\n"},
	/* parts: a profile that has not all iterations, rows and elements by their types */
	{"[{'active': 9, 'finished': 0, 'left': 1}, {'iteration': 64, 'active': 8, 'finished': 7, "
	 "'left': 1}]",
		"{.@curves}",
		"iteration      active    finished        left\n"
		"        0           9           0           1\n"
		"       64           8           7           1\n"},
	{"{'component_types': ['uint', 'float', 'double'], 'vertices': 18, 'undefined': "
	 "[{'column': 1, 'row': 1}, {'column': 2}], 'rows': [[0, 0.5, 0.1], [1, 0.25, 0.2]]}",
		"{rows@rows}",
		"0  0.5  undefined\n1  undefined  undefined\n"
		"... 2 more: `mesh FILE.csv` saves them all\n"},
	{"{'type': 'double', 'width': 1, 'elements': [[0.10000000149011612, true]]}",
		"{elements@elements}", "     0  0.10000000149011612            1\n"},
};

static unsigned check(const char *tree, const char *template, const char *expected)
{
	g_autofree char *json = g_strdelimit(g_strdup(tree), "'", '"');
	g_autoptr(GError) error = NULL;
	g_autoptr(JsonNode) node = json_from_string(json, &error);
	g_autoptr(GString) text = g_string_new(NULL);
	if (node)
		gs_tell(node, template, text);
	if (node && strcmp(text->str, expected) == 0)
		return 0;
	printf("%s of %s:\n  %s\ninstead of\n  %s\n", template, tree,
		node ? text->str : error->message, expected);
	return 1;
}

/* As the console does it for a script. */
static int tell_answers(void)
{
	g_autoptr(GString) all = g_string_new(NULL);
	char piece[4096];
	size_t n;
	while ((n = fread(piece, 1, sizeof piece, stdin)) > 0)
		g_string_append_len(all, piece, (gssize)n);
	g_auto(GStrv) lines = g_strsplit(all->str, "\n", -1);
	for (char **line = lines; *line; line++) {
		g_autoptr(JsonNode) node = json_from_string(*line, NULL);
		if (!node)
			continue;
		JsonObject *answer = json_node_get_object(node);
		const char *rest, *command = json_object_get_string_member(answer, "command");
		printf("> %s\n", command);
		if (!json_object_get_boolean_member(answer, "ok"))
			continue;
		g_autofree char *text = gs_verb_text(
			gs_verb_find(command, &rest), json_object_get_member(answer, "result"));
		fputs(text, stdout);
	}
	return 0;
}

/* ---- tables: the shape of a result, a result; titles, rows with their calls, what is said above
 * ---- */

static const struct {
	const char *result, *tree, *expected;
} tables[] = {
	{"file:string of:[integer] all_calls:integer rows:[{first_call:integer name:string "
	 "size?:number more:[string]}]",
		"{'file': 'f', 'of': [1], 'all_calls': 7, 'rows': [{'first_call': 3, 'name': 'a', "
		"'size': 0.5, 'more': []}, {'first_call': 4, 'name': 'b', 'more': ['x']}]}",
		"First call|Name|Size\n3#|a|0.5#  call 3\n4#|b|  call 4\nall calls 7\n"},
	{"listed:[{calls:[integer] n:integer}] b?:boolean",
		"{'listed': [{'n': 9, 'calls': [5, 6]}, {'n': 0, 'calls': []}]}",
		"N\n9#  calls 5, 6\n0#\n\n"},
	{"counts:{*:integer} note?:string | other:integer",
		"{'counts': {'x': 2, 'y': 1}, 'note': 'n'}", "Name|Value\nx|2#\ny|1#\nnote n\n"},
	{"kept:[breakpoint]", "{'kept': [{'number': 1, 'kind': 'call', 'hits': 2}]}",
		"Number|Kind|Pattern|Line|Object|Stage|Any|Condition|Hits|Ignored\n"
		"1#|call|||||||2#|\n\n"},
};

struct told_table {
	const struct gs_table *table;
	GString *text;
};

static void tell_row(gpointer data, const struct gs_told *row)
{
	struct told_table *told = data;
	uint64_t of;
	bool is_own;
	g_autoptr(GArray) calls = gs_table_calls(told->table, row, &of, &is_own);
	for (guint i = 0; i < told->table->columns->len; i++) {
		const char *cell =
			g_array_index(told->table->columns, struct gs_tab_column, i).cell;
		g_autofree char *text = gs_table_text(row, cell);
		double number;
		bool is_number = gs_table_number(row, cell, &number);
		g_string_append_printf(
			told->text, "%s%s%s", i ? "|" : "", text, is_number ? "#" : "");
	}
	for (guint i = 0; i < calls->len; i++)
		g_string_append_printf(told->text, "%s%d",
			i	 ? ", "
			: is_own ? "  call "
				 : "  calls ",
			(int)g_array_index(calls, uint64_t, i));
	g_string_append_c(told->text, '\n');
}

static unsigned check_table(const char *result, const char *tree, const char *expected)
{
	const struct gs_tab tab = {"id", "Title", "tip"};
	const struct gs_verb verb = {.name = "verb", .result = result, .tab = &tab};
	struct gs_table *table = gs_table_new(&verb);
	g_autofree char *json = g_strdelimit(g_strdup(tree), "'", '"');
	JsonNode *node = json_from_string(json, NULL);
	g_autoptr(GString) text = g_string_new(NULL);
	struct told_table told = {table, text};
	for (guint i = 0; i < table->columns->len; i++)
		g_string_append_printf(text, "%s%s", i ? "|" : "",
			g_array_index(table->columns, struct gs_tab_column, i).title);
	g_string_append_c(text, '\n');
	gs_table_each(table, node, tell_row, &told);
	g_autofree char *summary = gs_table_text(
		&(struct gs_told){.node = node, .root = node}, table->summary);
	g_string_append_printf(text, "%s\n", summary);
	bool good = !strcmp(text->str, expected);
	if (!good)
		fprintf(stderr, "%s\ntells\n%s\nnot\n%s\n", result, text->str, expected);
	json_node_unref(node);
	gs_table_free(table);
	return !good;
}

int main(int argc, char **argv)
{
	unsigned failed = 0;
	if (argc > 1)
		return tell_answers();
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++)
		failed += check(cases[i].tree, cases[i].template, cases[i].expected);
	for (size_t i = 0; i < G_N_ELEMENTS(tables); i++)
		failed += check_table(tables[i].result, tables[i].tree, tables[i].expected);
	return failed ? 1 : 0;
}

/* SPDX-License-Identifier: MIT */
/* Sources over lines: what is shown, that nothing but white space between tokens changes, and that
 * each letter is found in the other text. */
#include <glib.h>
#include <stdio.h>
#include <string.h>
#include "frontend/source-layout.h"

static int failures;

static void fail(const char *what, const char *text, const char *shown)
{
	fprintf(stderr, "%s:\n%s\n-- shown as:\n%s\n", what, text, shown);
	failures++;
}

static bool is_space(char c)
{
	return c && strchr(" \t\v\f\r\n", c);
}

/* Likewise where lines begin as GTK counts them. */
static struct gs_text_position next_position(struct gs_text_position position, const char *at)
{
	bool ends = *at == '\n' || (*at == '\r' && at[1] != '\n');
	return ends ? (struct gs_text_position){position.line + 1, 1}
		    : (struct gs_text_position){position.line, position.column + 1};
}

static bool are_same(struct gs_text_position a, struct gs_text_position b)
{
	return a.line == b.line && a.column == b.column;
}

/* Goes through both texts, letter by letter. */
static void check_places(const char *text)
{
	struct gs_source_layout *layout = gs_source_layout_new(text);
	const char *shown = gs_source_layout_text(layout), *a = text, *b = shown;
	struct gs_text_position here = {1, 1}, there = {1, 1};
	bool same = true;
	for (;;) {
		for (; is_space(*a); a++)
			here = next_position(here, a);
		for (; is_space(*b); b++)
			there = next_position(there, b);
		if (*a != *b)
			fail("not the same text", a, b);
		if (!*a || *a != *b)
			break;
		struct gs_text_position behind = next_position(here, a),
					end = next_position(there, b);
		same &= are_same(gs_source_layout_shown(layout, here, false), there);
		same &= are_same(gs_source_layout_shown(layout, behind, true), end);
		same &= are_same(gs_source_layout_original(layout, there), here);
		here = behind;
		there = end;
		a++;
		b++;
	}
	if (!same)
		fail("places are not found", text, shown);
	gs_source_layout_free(layout);
}

static void check(const char *text, const char *expected)
{
	struct gs_source_layout *layout = gs_source_layout_new(text);
	if (strcmp(gs_source_layout_text(layout), expected))
		fail(expected, text, gs_source_layout_text(layout));
	gs_source_layout_free(layout);
	check_places(text);
}

static void check_statements(void)
{
	check("void main(){float a=1.;for(int i=0;i<3;i++){a+=2.;}c=vec4(a);}",
		"void main(){\n\tfloat a=1.;\n\tfor(int i=0;i<3;i++){\n\t\ta+=2.;\n\t}\n"
		"\tc=vec4(a);\n}\n");
	check("if(a){b();}else{c();}d();", "if(a){\n\tb();\n}else{\n\tc();\n}\nd();\n");
	check("do{a();}while(b);c();", "do{\n\ta();\n}\nwhile(b);\nc();\n");
	check("switch(a){case 1:b();break;default:c();}",
		"switch(a){\n\tcase 1:\n\tb();\n\tbreak;\n\tdefault:\n\tc();\n}\n");
	check("a=b?c:d;e();", "a=b?c:d;\ne();\n");
	check("void f(){}void g(){}", "void f(){}\nvoid g(){}\n");
	check("struct S{vec3 a;float b;};uniform B{mat4 m;}block;",
		"struct S{\n\tvec3 a;\n\tfloat b;\n};\nuniform B{\n\tmat4 m;\n}block;\n");
	check("float a[2]={1.,2.};b;", "float a[2]={1.,2.};\nb;\n");
}

/* What stays as it is. */
static void check_kept(void)
{
	check("#version 130\n#define A {x;\\\n y;}\nin vec4 a;out vec4 b;",
		"#version 130\n#define A {x;\\\n y;}\nin vec4 a;\nout vec4 b;\n");
	check("void main(){\n#if 1\na;\n#endif\n}", "void main(){\n#if 1\n\ta;\n#endif\n}\n");
	check("a; // {b;}\nc;/* d;{ */e;", "a; // {b;}\nc;/* d;{ */\ne;\n");
	check("a;/* b;\r\n  c; */d;\r\n\r\n\r\ne;", "a;/* b;\r\n  c; */\nd;\n\ne;\n");
	check("#include \"a;{\"\nb;", "#include \"a;{\"\nb;\n");
	check("a  =  b;", "a  =  b;\n");
	check("a =\nb;c;", "a =\n\tb;\nc;\n");
	check("", "\n");
	check("}}};;((", "}}};\n;\n((\n");
}

/* White space that is shown alone is what comes next; beyond the end is the end. */
static void check_between(void)
{
	struct gs_source_layout *layout = gs_source_layout_new("void f(){a;b;}");
	struct gs_text_position position = gs_source_layout_original(
		layout, (struct gs_text_position){3, 1});
	if (position.line != 1 || position.column != 12)
		fail("in front of b", "", gs_source_layout_text(layout));
	position = gs_source_layout_original(layout, (struct gs_text_position){2, 4});
	if (position.line != 1 || position.column != 12)
		fail("behind a;", "", gs_source_layout_text(layout));
	position = gs_source_layout_shown(layout, (struct gs_text_position){9, 9}, false);
	if (position.line != 5 || position.column != 1)
		fail("beyond the end", "", gs_source_layout_text(layout));
	if (gs_source_layout_lines(layout) != 1)
		fail("one line", "", gs_source_layout_text(layout));
	gs_source_layout_free(layout);
}

static void check_files(const char *folder)
{
	g_autofree char *path = g_build_filename(g_getenv("top_srcdir"), folder, NULL);
	GDir *files = g_dir_open(path, 0, NULL);
	unsigned n = 0;
	for (const char *name; files && (name = g_dir_read_name(files));) {
		g_autofree char *file = g_build_filename(path, name, NULL), *text = NULL;
		if (g_file_get_contents(file, &text, NULL, NULL)) {
			check_places(text);
			n++;
		}
	}
	if (files)
		g_dir_close(files);
	if (!n) {
		fprintf(stderr, "%s has no files\n", path);
		failures++;
	}
}

int main(void)
{
	check_statements();
	check_kept();
	check_between();
	check_files("examples");
	check_files("tests/instrument");
	return failures != 0;
}

/* SPDX-License-Identifier: MIT */
/* Several strings and objects of one stage, the driver's macros, and a helper that is missing,
 * crashes or hangs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <glib.h>
#include <unistd.h>

#include "glsl/glsl.h"

static int failures;

#define CHECK(condition)                                                                           \
	do {                                                                                       \
		if (!(condition)) {                                                                \
			printf("%s:%d: %s\n", __FILE__, __LINE__, #condition);                     \
			failures++;                                                                \
		}                                                                                  \
	} while (0)

static struct gs_shader *parse(const struct gs_glsl_object *objects, size_t n,
	const struct gs_glsl_macro *macros, size_t n_macros, struct gs_messages *messages)
{
	struct gs_glsl_input input = {
		.stage = GS_STAGE_FRAGMENT,
		.api = GS_API_COMPATIBILITY,
		.objects = objects,
		.n_objects = n,
		.macros = macros,
		.n_macros = n_macros,
	};

	return gs_shader_parse(&input, messages);
}

static void print_messages(const struct gs_messages *messages)
{
	for (size_t i = 0; i < messages->n; i++)
		printf("message: %u:%u:%u: %s\n", messages->list[i].unit, messages->list[i].line,
			messages->list[i].column, messages->list[i].text);
}

static void test_objects(void)
{
	const char *a[] = {"#version 120\nfloat shade(vec3 n);\nfloat shade(float n);\n"
			   "void main() { gl_FragColor = vec4(shade(vec3(1.0)) + shade(2.0)); }\n"};
	const char *b[] = {"#version 110\nfloat helper(float x) { return x; }\n"
			   "float shade(float n) { return helper(n); }\n",
		"float shade(vec3 n) { return n.x; }\n"};
	struct gs_glsl_object objects[] = {{3, a, NULL, 1}, {7, b, NULL, 2}};
	struct gs_messages messages = {0};
	struct gs_shader *shader = parse(objects, 2, NULL, 0, &messages);

	print_messages(&messages);
	CHECK(shader != NULL);
	if (!shader)
		return;
	CHECK(shader->n_units == 2 && shader->n_functions == 4);
	CHECK(shader->units[0]->version == 120 && shader->units[1]->version == 110);
	CHECK(shader->units[0]->object == 3 && shader->units[1]->object == 7);
	CHECK(shader->main && shader->main->unit == shader->units[0]);
	for (size_t i = 0; i < shader->n_functions; i++) {
		const struct gs_function *f = shader->functions[i];
		bool is_shade = !strcmp(f->name, "shade");

		CHECK(f->n_prototypes == (is_shade ? 1u : 0u));
		CHECK(!is_shade || (f->unit == shader->units[1] &&
					   f->prototypes[0]->unit == shader->units[0]));
		CHECK(gs_node_span(f->definition).line > 0);
	}
	/* helper is not declared in the first unit, so no watch there can call it. */
	unsigned at = shader->main->definition->last;

	CHECK(!gs_expression_parse(shader, shader->units[0], at, "helper(1.0)", NULL));
	struct gs_expression *e = gs_expression_parse(
		shader, shader->units[0], at, "shade(vec3(0.5)) + 1.0", NULL);

	CHECK(e && !e->has_side_effects && e->type.base == GS_BASE_FLOAT);
	gs_expression_free(e);
	CHECK(gs_shader_validate(shader, &messages));
	gs_shader_free(shader);
	gs_messages_finish(&messages);
}

static void test_strings(void)
{
	/* A token, a comment and a line lie across strings; lengths count, not the NUL; the text
	 * ends at a NUL. */
	const char *strings[] = {
		"float ab", "cd = 1.0;/", "/ comment\nvoid ma", "in() {}XXXX", "\0int bad bad"};
	size_t lengths[] = {8, 10, 17, 7, 12};
	struct gs_glsl_object object = {1, strings, lengths, 5};
	struct gs_shader *shader = parse(&object, 1, NULL, 0, NULL);

	CHECK(shader != NULL);
	if (!shader)
		return;
	CHECK(!strcmp(shader->units[0]->tokens[1].text, "abcd"));
	CHECK(shader->units[0]->tokens[1].span.end_column == 11);
	CHECK(shader->main != NULL);
	char *text = gs_node_source(shader->main->definition);

	CHECK(!strcmp(text, "void main() {}"));
	g_free(text);
	gs_shader_free(shader);
}

static void test_macros(void)
{
	const char *text[] = {
		"#version 330\n#extension GL_ARB_e : enable\n#if defined(GL_ARB_a) || GL_ARB_b > "
		"3\nint yes;\n#endif\n"
		"#ifdef GL_ARB_c\nint no;\n#endif\n#define X GL_ARB_d\n// GL_ARB_g\nint "
		"GL_ARB_f;\n"};
	struct gs_glsl_object object = {1, text, NULL, 1};
	struct gs_glsl_macro macros[] = {{"GL_ARB_b", "4"}};
	struct gs_glsl_input input = {
		.stage = GS_STAGE_FRAGMENT, .objects = &object, .n_objects = 1};
	char **tested = gs_glsl_tested_macros(&input);
	char *joined = g_strjoinv(" ", tested);
	struct gs_shader *shader = parse(&object, 1, macros, 1, NULL);

	CHECK(!strcmp(joined, "GL_ARB_e GL_ARB_a GL_ARB_b GL_ARB_c GL_ARB_d"));
	CHECK(shader && shader->units[0]->root->n_children == 2);
	g_strfreev(tested);
	g_free(joined);
	gs_shader_free(shader);
}

/* Lines that conditionals skip; an #elif of a group that is skipped as a whole changes nothing. */
static void test_skipped(void)
{
	const char *text[] = {"#version 120\n"		   /* 1 */
			      "#if __VERSION__ < 120\n"	   /* 2 */
			      "float old;\n"		   /* 3 */
			      "# ifdef OLDER\n"		   /* 4 */
			      "# elif 1\n"		   /* 5 */
			      "float older;\n"		   /* 6 */
			      "# endif\n"		   /* 7 */
			      "#elif __VERSION__ == 120\n" /* 8 */
			      "float present;\n"	   /* 9 */
			      "# if 0\n"		   /* 10 */
			      "# endif\n"		   /* 11 */
			      "#else\n"			   /* 12 */
			      "/* no token\n"
			      "*/\n"	 /* 14 */
			      "#endif\n" /* 15 */
			      "void main() { gl_FragColor = vec4(present); }\n"};
	static const struct gs_line_range expected[] = {{3, 7}, {13, 14}};
	struct gs_glsl_object object = {1, text, NULL, 1};
	struct gs_messages messages = {0};
	struct gs_shader *shader = parse(&object, 1, NULL, 0, &messages);

	print_messages(&messages);
	CHECK(shader != NULL);
	if (!shader)
		return;
	const struct gs_unit *unit = shader->units[0];

	CHECK(unit->n_skipped == 2 && memcmp(unit->skipped, expected, sizeof expected) == 0);
	gs_shader_free(shader);
	gs_messages_finish(&messages);
}

static void test_layout(void)
{
	const char *text[] = {"#version 330\nlayout(location = 1 + 1, index = 1) out vec4 c;\n"
			      "in vec4 gl_FragCoord;\nvoid main() { c = gl_FragCoord; }\n"};
	struct gs_glsl_object object = {1, text, NULL, 1};
	struct gs_shader *shader = parse(&object, 1, NULL, 0, NULL);
	size_t n;
	const struct gs_symbol **visible;

	CHECK(shader != NULL);
	if (!shader)
		return;
	visible = gs_shader_visible(shader, shader->units[0], shader->main->definition->last, &n);
	CHECK(n > 4 && !strcmp(visible[0]->name, "gl_FragCoord") && visible[0]->is_builtin);
	CHECK(visible[0]->declaration && visible[0]->storage == GS_STORAGE_IN);
	CHECK(!strcmp(visible[1]->name, "c") && visible[1]->layout_location == 2 &&
		visible[1]->layout_index == 1);
	for (size_t i = 2; i < n;
		i++) /* built-ins, the redeclared one not again; none of compatibility */
		CHECK(visible[i]->is_builtin && strcmp(visible[i]->name, "gl_FragCoord") != 0 &&
			strcmp(visible[i]->name, "gl_Color") != 0);
	g_free(visible);
	gs_shader_free(shader);
}

static void test_bindings(void)
{
	const char *text[] = {"#version 440\n#define UNIT 2\nuniform layout(binding = UNIT + 1) "
			      "sampler2D a;\nlayout(binding = what()) uniform sampler2D b;\n"
			      "uniform sampler2D c;\nvoid main() {}\n"};
	static const int bindings[] = {3, -2, -1};
	struct gs_glsl_object object = {1, text, NULL, 1};
	struct gs_shader *shader = parse(&object, 1, NULL, 0, NULL);
	size_t n;

	CHECK(shader != NULL);
	if (!shader)
		return;
	const struct gs_symbol *const *symbols = gs_unit_symbols(shader->units[0], &n);
	for (size_t i = 0; i < 3 && i < n; i++)
		CHECK(symbols[i]->layout_binding == bindings[i]);
	CHECK(n >= 3);
	gs_shader_free(shader);
}

/* A stand-in for the helper, which notes that it was started: parsing does without it. It reads the
 * shader to its last line, because a socket that is closed with something unread in it loses its
 * answer. What comes of the comparison, and what is said; NULL: nothing. */
static void test_helper(
	const char *script, enum gs_verdict verdict, const char *said, unsigned differences)
{
	const char *text[] = {"void main() { gl_FragColor = vec4(1.0); }\n"};
	struct gs_glsl_object object = {1, text, NULL, 1};
	char *path = g_build_filename(g_get_tmp_dir(), "glsl-units-helper-XXXXXX", NULL);
	int fd = mkstemp(path);
	char *started = g_strconcat(path, ".started", NULL);
	char *whole = g_strdup_printf(
		"#!/bin/sh\n: > %s\n"
		"while read -r a; do case $a in *main*) break; esac; done\n%s",
		started, script);
	struct gs_messages messages = {0};
	struct gs_opinion opinion;

	CHECK(fd >= 0 && write(fd, whole, strlen(whole)) == (ssize_t)strlen(whole) &&
		fchmod(fd, 0700) == 0);
	close(fd);
	g_setenv("GLSTEP_GLSLANG", path, TRUE);
	struct gs_shader *shader = parse(&object, 1, NULL, 0, &messages);

	CHECK(shader && messages.n == 0);
	CHECK(access(started, F_OK) != 0);
	gs_shader_compare(shader, &opinion, &messages);
	CHECK(access(started, F_OK) == 0);
	CHECK(opinion.verdict == verdict && opinion.differences == differences);
	CHECK((messages.n > 0) == (said != NULL));
	CHECK(!said || (messages.n && strstr(messages.list[0].text, said)));
	gs_messages_finish(&messages);
	gs_shader_free(shader);
	unlink(path);
	unlink(started);
	g_free(path);
	g_free(started);
	g_free(whole);
	g_unsetenv("GLSTEP_GLSLANG");
}

static void test_no_helper(void)
{
	const char *text[] = {"void main() { gl_FragColor = vec4(1.0); }\n"};
	struct gs_glsl_object object = {1, text, NULL, 1};
	struct gs_messages messages = {0};
	struct gs_opinion opinion;

	g_setenv("GLSTEP_GLSLANG", "/nonexistent", TRUE);
	struct gs_shader *shader = parse(&object, 1, NULL, 0, &messages);

	gs_shader_compare(shader, &opinion, &messages);
	CHECK(opinion.verdict == GS_VERDICT_NONE && messages.n == 1 &&
		strstr(messages.list[0].text, "glstep-glslang is missing"));
	gs_messages_finish(&messages);
	gs_shader_free(shader);
	g_unsetenv("GLSTEP_GLSLANG");
}

int main(void)
{
	test_helper("exit 1\n", GS_VERDICT_NONE, "it crashed", 0);
	test_helper("kill -SEGV $$\n", GS_VERDICT_NONE, "it crashed", 0);
	test_helper(
		"echo v 1 2\nexec sleep 100000\n", GS_VERDICT_NONE, "it did not answer in time", 0);
	test_helper("echo nonsense\necho end\n", GS_VERDICT_NONE, "its answer is malformed", 0);
	test_helper("echo 'fail ERROR: 0:1: no'\necho end\n", GS_VERDICT_REFUSES,
		"glslang rejects this: no", 0);
	test_helper("echo ok\necho v 99999 1 vec4[ x\necho v 1\necho t 9 [[\necho k 4\n"
		    "echo k 4 int\necho t 8 x[[[]]\necho a 3 1\necho q 1 2 3\necho\necho "
		    "end\n",
		GS_VERDICT_ACCEPTS, NULL, 0);
	test_helper("echo ok\necho v 6 int gl_FragColor\necho t 7 vec4\necho k 10 float 2\n"
		    "echo c 12 vec4 vec4\necho end\n",
		GS_VERDICT_ACCEPTS, "type: glslang has int here, glstep vec4", 1);
	test_no_helper();
	test_objects();
	test_strings();
	test_macros();
	test_skipped();
	test_layout();
	test_bindings();
	return failures ? 1 : 0;
}

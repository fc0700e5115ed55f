/* SPDX-License-Identifier: MIT */
/* Values as trees of texts: shapes, names of parts, shortest numbers, what is marked. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "frontend/value-node.h"

static int failures;

#define SAME(got, expected) same(__LINE__, got, expected)

static void same(int line, const char *got, const char *expected)
{
	if (!strcmp(got, expected))
		return;
	fprintf(stderr, "%s:%d: \"%s\", not \"%s\"\n", __FILE__, line, got, expected);
	failures++;
}

static void truth(int line, const char *what, bool good)
{
	if (good)
		return;
	fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, line, what);
	failures++;
}

#define TRUE_THAT(what) truth(__LINE__, #what, what)

static struct gs_scalar real(double number)
{
	return (struct gs_scalar){.base = GS_BASE_FLOAT, .number = number};
}

static void test_scalars(void)
{
	struct {
		struct gs_scalar scalar;
		const char *text;
	} cases[] = {
		{real(0.1f), "0.1"},
		{real(1), "1"},
		{real(-0.0), "-0"},
		{real(16777217.0 - 1), "16777216"},
		{real(0.333333343f), "0.33333334"},
		{real(100.0 / 255), "0.39215686274509803"}, /* a normalized one */
		{real(1e20f), "1e+20"},
		{real(NAN), "nan"},
		{real(-INFINITY), "-inf"},
		{{.base = GS_BASE_DOUBLE, .number = 0.1}, "0.1"},
		{{.base = GS_BASE_DOUBLE, .number = 1.0 / 3}, "0.3333333333333333"},
		{{.base = GS_BASE_BOOL, .integer = 1}, "true"},
		{{.base = GS_BASE_INT, .integer = -7}, "-7"},
		{{.base = GS_BASE_UINT, .natural = 4294967295u}, "4294967295"},
	};
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *text = gs_scalar_text(&cases[i].scalar);
		SAME(text, cases[i].text);
	}
}

static void test_formats(void)
{
	struct {
		struct gs_scalar scalar;
		enum gs_format format;
		const char *text;
	} cases[] = {
		{real(1), GS_FORMAT_HEX, "0x3f800000"},
		{real(-2), GS_FORMAT_BINARY, "11000000 00000000 00000000 00000000"},
		{real(1), GS_FORMAT_INTEGER, "1065353216"},
		{real(1), GS_FORMAT_FLOAT, "1"},
		{{.base = GS_BASE_INT, .integer = -1}, GS_FORMAT_HEX, "0xffffffff"},
		{{.base = GS_BASE_INT, .integer = 1065353216}, GS_FORMAT_FLOAT, "1"},
		{{.base = GS_BASE_UINT, .natural = 4294967295u}, GS_FORMAT_INTEGER, "-1"},
		{{.base = GS_BASE_DOUBLE, .number = 1}, GS_FORMAT_HEX, "0x3ff0000000000000"},
	};
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *text = gs_scalar_text_as(&cases[i].scalar, cases[i].format);
		SAME(text, cases[i].text);
	}
	struct gs_scalar scalars[] = {real(0), real(1)};
	struct gs_value value = {.type = {.base = GS_BASE_FLOAT, .columns = 1, .rows = 2},
		.scalars = scalars,
		.n_scalars = 2,
		.written = true};
	struct gs_value_node *node = gs_value_node_from("v", &value, "vec2");
	g_autofree char *text = gs_value_node_text(node, GS_FORMAT_HEX);
	SAME(text, "(0x00000000, 0x3f800000)");
	gs_value_node_free(node);
}

static void test_brief(void)
{
	static const char *const cases[][2] = {
		{"(0.2478743, 0.1886, -13.677154, 1)", "(0.2479, 0.1886, -13.68, 1)"},
		{"{1, 13, 3.6771543, (-1.9975281, 1e-10)}", "{1, 13, 3.677, (-1.998, 1e-10)}"},
		{"-1.2345678e-07", "-1.235e-07"},
		{"1234567.25", "1.235e+06"},
		{"16777216", "16777216"},
		{"(nan, -inf, true)", "(nan, -inf, true)"},
		{GS_SWATCH "#12e45f  (0.12345678)", GS_SWATCH "#12e45f  (0.1235)"},
		{"0x3f800000", "0x3f800000"},
		{"no a1.23456 in 1.23456b", "no a1.23456 in 1.23456b"},
		{"", ""},
	};
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *text = gs_brief_text(cases[i][0], 4);
		SAME(text, cases[i][1]);
	}
}

static void test_vector(void)
{
	struct gs_scalar scalars[] = {real(0.5), real(NAN), real(2)};
	struct gs_value value = {.type = {.base = GS_BASE_FLOAT, .columns = 1, .rows = 3},
		.scalars = scalars,
		.n_scalars = 3,
		.written = true};
	struct gs_value_node *node = gs_value_node_from("a.b", &value, "vec3");
	SAME(node->text, "(0.5, nan, 2)");
	SAME(node->type, "vec3");
	TRUE_THAT(node->n_children == 3 && node->n_scalars == 3);
	TRUE_THAT(node->is_wrong && !node->unwritten);
	SAME(node->children[2]->expression, "a.b.z");
	SAME(node->children[2]->text, "2");
	TRUE_THAT(!node->children[2]->is_wrong);
	gs_value_node_free(node);
	node = gs_value_node_from("a + b", &value, NULL);
	SAME(node->name, "a + b");
	SAME(node->children[0]->expression, "(a + b).x");
	gs_value_node_free(node);
}

static void test_struct(void)
{
	struct gs_member members[] = {
		{"pos", {.base = GS_BASE_FLOAT, .columns = 1, .rows = 2}},
		{"m", {.base = GS_BASE_FLOAT, .columns = 2, .rows = 2}},
		{"on", {.base = GS_BASE_BOOL, .columns = 1, .rows = 1}},
	};
	struct gs_struct light = {"Light", members, 3, false};
	struct gs_scalar scalars[14];
	for (int i = 0; i < 14; i++)
		scalars[i] = real(i);
	scalars[6] = scalars[13] = (struct gs_scalar){.base = GS_BASE_BOOL, .integer = 1};
	struct gs_value value = {.type = {.base = GS_BASE_STRUCT,
					 .structure = &light,
					 .n_dimensions = 1,
					 .dimensions = {2}},
		.scalars = scalars,
		.n_scalars = 14};
	struct gs_value_node *node = gs_value_node_from("lights", &value, "Light[2]");
	TRUE_THAT(node->n_children == 2 && node->n_scalars == 14 && node->unwritten);
	TRUE_THAT(node->children[1]->unwritten && node->children[1]->children[2]->unwritten);
	SAME(node->children[0]->text, "undefined");
	SAME(node->children[1]->type, "Light");
	SAME(node->children[1]->children[1]->type, "mat2");
	SAME(node->children[1]->children[1]->children[1]->children[0]->expression,
		"lights[1].m[1].x");
	SAME(node->children[1]->children[1]->children[1]->children[0]->text, "undefined");
	char **names = gs_value_node_scalars(node);
	TRUE_THAT(g_strv_length(names) == 14);
	SAME(names[0], "lights[0].pos.x");
	SAME(names[13], "lights[1].on");
	g_strfreev(names);
	gs_value_node_free(node);
	uint8_t unwritten[14] = {1, 1, [7] = 1};
	value.written = true;
	value.undefined = unwritten;
	node = gs_value_node_from("lights", &value, "Light[2]");
	const struct gs_value_node *first = node->children[0], *second = node->children[1];
	TRUE_THAT(!node->unwritten && !first->unwritten && !second->unwritten);
	TRUE_THAT(first->children[0]->unwritten && !first->children[1]->unwritten);
	TRUE_THAT(!second->children[0]->unwritten);
	TRUE_THAT(second->children[0]->children[0]->unwritten);
	TRUE_THAT(!second->children[0]->children[1]->unwritten);
	gs_value_node_free(node);
}

static void test_type_names(void)
{
	static const struct {
		const char *type;
		size_t n;
	} cases[] = {{"float", 1}, {"vec3", 3}, {"bvec2", 2}, {"mat3", 9}, {"dmat4x2", 8},
		{"float[16]", 16}, {"vec4[2][3]", 24}, {"Light", 0}, {"sampler2D", 0}};
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++)
		if (gs_type_name_scalars(cases[i].type) != cases[i].n) {
			fprintf(stderr, "%s has %zu scalars, not %zu\n", cases[i].type,
				gs_type_name_scalars(cases[i].type), cases[i].n);
			failures++;
		}
}

int main(void)
{
	test_scalars();
	test_formats();
	test_brief();
	test_vector();
	test_struct();
	test_type_names();
	return failures != 0;
}

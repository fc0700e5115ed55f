/* SPDX-License-Identifier: MIT */
/*
 * What the language costs, without GL.
 *
 *   language-cost parse FILE...    a line a file: microseconds of parse + bind + index (the sites),
 * the file; each once before, so that glslang's tables are there language-cost variant LINES    of
 * a fragment shader of so many lines: microseconds to make its sites, and the median and 95th
 * percentile of a variant with six captures, over all sites
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <glib.h>
#include "instrument/instrument.h"

enum { N_CAPTURES = 6, LINES_A_FUNCTION = 20 };

struct parsed {
	struct gs_shader *shader;
	struct gs_plan *plan;
	double microseconds, plan_microseconds;
};

static void parsed_finish(struct parsed *p)
{
	gs_plan_free(p->plan);
	gs_shader_free(p->shader);
}

static enum gs_stage stage_of(const char *file)
{
	static const char *const endings[] = {".vert", ".tesc", ".tese", ".geom", ".frag", ".comp"};

	for (unsigned i = 0; i < G_N_ELEMENTS(endings); i++)
		if (g_str_has_suffix(file, endings[i]))
			return (enum gs_stage)i;
	return GS_STAGE_FRAGMENT;
}

static bool parse(const char *text, enum gs_stage stage, struct parsed *p)
{
	struct gs_glsl_object object = {.object = 1, .strings = &text, .n_strings = 1};
	struct gs_glsl_input input = {
		.stage = stage, .api = GS_API_COMPATIBILITY, .objects = &object, .n_objects = 1};
	struct gs_messages messages = {0};
	gint64 start = g_get_monotonic_time();

	p->shader = gs_shader_parse(&input, &messages);
	gint64 parsed = g_get_monotonic_time();
	p->plan = p->shader ? gs_plan_new(p->shader, &messages) : NULL;
	gint64 end = g_get_monotonic_time();
	p->microseconds = (double)(end - start);
	p->plan_microseconds = (double)(end - parsed);
	if (!p->plan && messages.n)
		fprintf(stderr, "language-cost: line %u: %s\n", messages.list[0].line,
			messages.list[0].text);
	gs_messages_finish(&messages);
	return p->shader != NULL;
}

static int time_files(char **files)
{
	for (unsigned round = 0; round < 2; round++) {
		for (char **file = files; *file; file++) {
			struct parsed p;
			char *text;
			if (!g_file_get_contents(*file, &text, NULL, NULL))
				return 1;
			bool good = parse(text, stage_of(*file), &p);
			if (good && round == 1)
				printf("%.0f %s\n", p.microseconds, *file);
			if (good)
				parsed_finish(&p);
			g_free(text);
		}
	}
	return 0;
}

/* Functions of twenty lines with loops, conditions and structs, and a main that calls them. */
static char *make_text(unsigned lines)
{
	GString *s = g_string_new(
		"#version 330\nstruct Ray { vec3 from, to; float length; };\n"
		"uniform vec4 tint[8];\nuniform sampler2D picture;\nin vec2 place;\n"
		"out vec4 colour;\nint steps = 0;\n");
	unsigned n = lines / (LINES_A_FUNCTION + 1);

	for (unsigned i = 0; i < n; i++)
		g_string_append_printf(s,
			"float part%u(inout Ray ray, const in int n)\n{\n\tfloat sum = 0.0, last;\n"
			"\tvec3 at = mix(ray.from, ray.to, 0.%u);\n"
			"\tfor (int i = 0; i < n; ++i) {\n\t\tat += tint[i & 7].rgb * float(i);\n"
			"\t\tif (at.x > 2.0 || length(at) < 0.5) {\n\t\t\tsum += at.y;\n"
			"\t\t\tcontinue;\n\t\t}\n\t\tlast = sum;\n"
			"\t\tsum = at.z > 0.0 ? sum + 1.0 : max(sum, %u.5);\n\t}\n"
			"\tvec4 texel = texture(picture, place * %u.0);\n"
			"\tray.from = texel.rgb + at;\n\tray.length += last;\n"
			"\twhile (ray.length > 10.0)\n\t\tray.length *= 0.5;\n\tsteps++;\n"
			"\treturn sum + texel.a;\n}\n",
			i, 1 + i % 9, i % 7, 1 + i % 5);
	g_string_append(s, "void main()\n{\n\tRay ray = Ray(vec3(place, 0.0), vec3(1.0), 1.0);\n"
			   "\tfloat sum = 0.0;\n");
	for (unsigned i = 0; i < n; i++)
		g_string_append_printf(s, "\tsum += part%u(ray, %u);\n", i, 2 + i % 4);
	g_string_append(s, "\tcolour = vec4(sum, ray.length, steps, 1.0);\n}\n");
	return g_string_free(s, FALSE);
}

static size_t choose_captures(
	const struct gs_plan *plan, const struct gs_position *position, struct gs_capture *captures)
{
	const struct gs_site *s = &plan->sites[gs_position_site(position)];
	struct gs_messages messages = {0};
	size_t n_visible, n = 0;
	const struct gs_symbol **visible = gs_shader_visible(
		plan->shader, s->unit, s->marked->first, &n_visible);

	for (size_t i = 0; i < n_visible && n < N_CAPTURES; i++) {
		struct gs_expression *e = gs_expression_parse(
			plan->shader, s->unit, s->marked->first, visible[i]->name, &messages);
		if (e && gs_type_scalars(&e->type) && gs_type_scalars(&e->type) <= 16)
			captures[n++] = (struct gs_capture){e, position->n_frames - 1};
		else if (e)
			gs_expression_free(e);
	}
	g_free(visible);
	gs_messages_finish(&messages);
	return n;
}

/* Microseconds; negative: none could be made. */
static double time_variant(const struct gs_plan *plan, unsigned site)
{
	struct gs_capture captures[N_CAPTURES];
	struct gs_messages messages = {0};
	struct gs_position *position = gs_plan_reach(plan, site);
	double elapsed = -1;

	if (!position)
		return -1;
	struct gs_variant_request q = {.kind = GS_VARIANT_POSITION,
		.position = position,
		.captures = captures,
		.n_captures = choose_captures(plan, position, captures),
		.api = GS_API_CORE,
		.glsl_version = 450,
		.max_draw_buffers = 8,
		.uint_renderable = true,
		.in_parts = true};
	gint64 start = g_get_monotonic_time();
	struct gs_variant *v = gs_variant_new(plan, &q, 0, &messages);
	if (v)
		elapsed = (double)(g_get_monotonic_time() - start);
	gs_variant_free(v);
	for (size_t i = 0; i < q.n_captures; i++)
		gs_expression_free((struct gs_expression *)captures[i].expression);
	gs_messages_finish(&messages);
	g_free(position);
	return elapsed;
}

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static int time_variants(unsigned lines)
{
	char *text = make_text(lines);
	struct parsed p;
	size_t n = 0;

	if (!parse(text, GS_STAGE_FRAGMENT, &p) || !p.plan)
		return 1;
	double *times = g_new(double, p.plan->n_sites);
	for (unsigned i = 0; i < p.plan->n_sites; i++) {
		double elapsed = time_variant(p.plan, i);
		if (elapsed >= 0)
			times[n++] = elapsed;
	}
	qsort(times, n, sizeof(double), compare_doubles);
	printf("sites %zu, made in %.0f us; variants %zu: median %.0f us, 95th %.0f us, most %.0f "
	       "us\n",
		p.plan->n_sites, p.plan_microseconds, n, times[n / 2], times[n * 95 / 100],
		times[n - 1]);
	g_free(times);
	parsed_finish(&p);
	g_free(text);
	return 0;
}

int main(int argc, char **argv)
{
	if (argc > 2 && !strcmp(argv[1], "parse"))
		return time_files(argv + 2);
	if (argc == 3 && !strcmp(argv[1], "variant"))
		return time_variants((unsigned)atoi(argv[2]));
	fprintf(stderr, "usage: language-cost parse FILE... | variant LINES\n");
	return 2;
}

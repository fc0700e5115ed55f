/* SPDX-License-Identifier: MIT */
/*
 * Fragment shaders of other people's tests (shader_runner's files): at sampled sites, every visible
 * variable captured; coverage and path too. Each variant must be made and be taken by the driver
 * that takes the original.
 *
 * instrument-corpus [--sites N] FILE...: a line a failure "FILE: site N KIND line L: CAUSE", last a
 * line with counts.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <glib.h>
#include "tests/instrument-gl.h"

static struct {
	unsigned files, original_refused, shaders, sites, variants, failed, unlifted;
} counts;

static bool
	builtins_wanted; /* capture built-in variables instead of the program's, one a variant */

struct program {
	const char *file;
	GString *vertex, *fragment[4], *other;
	unsigned n_fragments;
	char required[64]; /* version line for shaders without one */
	bool is_es;
	unsigned version;
};

/* ---- shader_runner's files ---- */

static void read_program(struct program *p, const char *text)
{
	char **lines = g_strsplit(text, "\n", -1);
	GString *to = NULL;

	p->vertex = g_string_new("");
	p->other = g_string_new("");
	for (unsigned i = 0; lines[i]; i++) {
		const char *line = lines[i];
		unsigned major, minor;
		char es[8] = "";
		if (sscanf(line, "GLSL >= %u.%u", &major, &minor) == 2 ||
			(sscanf(line, "GLSL ES >= %u.%u", &major, &minor) == 2 && strcpy(es, "es")))
			g_snprintf(p->required, sizeof(p->required), "#version %u%02u %s\n", major,
				minor, major * 100 + minor >= 300 ? es : "");
		if (line[0] == '[') {
			to = NULL;
			if (g_str_has_prefix(line, "[vertex shader passthrough"))
				g_string_assign(p->vertex, "passthrough");
			else if (g_str_has_prefix(line, "[vertex shader]"))
				to = p->vertex;
			else if (g_str_has_prefix(line, "[fragment shader]") && p->n_fragments < 4)
				to = p->fragment[p->n_fragments++] = g_string_new("");
			else if (strstr(line, " shader"))
				to = p->other;
		} else if (to) {
			g_string_append_printf(to, "%s\n", line);
		}
	}
	g_strfreev(lines);
	/* as shader_runner does */
	for (unsigned i = 0; i < p->n_fragments; i++)
		if (!strstr(p->fragment[i]->str, "#version"))
			g_string_prepend(p->fragment[i], p->required);
	if (!strstr(p->vertex->str, "#version") && strcmp(p->vertex->str, "passthrough") &&
		p->vertex->len > 0)
		g_string_prepend(p->vertex, p->required);
}

static void find_version(struct program *p)
{
	const char *v = strstr(p->fragment[0]->str, "#version");
	char es[8] = "";

	p->version = 110;
	if (v)
		sscanf(v, "#version %u%*[ \t]%7[a-z]", &p->version, es);
	p->is_es = !strcmp(es, "es") || p->version == 100;
	if (p->vertex->len > 0 && strcmp(p->vertex->str, "passthrough"))
		return;
	g_string_assign(p->vertex, "");
	if (v)
		g_string_append_printf(p->vertex, "#version %u %s\n", p->version, es);
	bool old = p->version < 130;
	g_string_append_printf(p->vertex,
		"%s vec4 piglit_vertex;\nvoid main() { gl_Position = piglit_vertex; }\n",
		old ? "attribute" : "in");
}

/* ---- one shader ---- */

static void report(
	const struct program *p, const struct gs_site *site, const char *what, const char *cause)
{
	char *line = g_strndup(cause, strcspn(cause, "\n"));

	counts.failed++;
	printf("%s: %s site %d %s line %u: %s\n", p->file, what, site ? (int)site->id : -1,
		site ? gs_site_kind_name(site->kind) : "-",
		site ? gs_node_span(site->marked).line : 0, line);
	g_free(line);
}

/* True: taken. */
static bool try_variant(
	const struct program *p, const struct gs_plan *plan, const struct gs_variant *v, char **log)
{
	*log = NULL;
	for (unsigned i = 0; i < v->n_passes && !*log; i++) {
		*log = gl_try(p->vertex->str, v->pass[i].texts, plan->shader->n_units, v->lift);
		counts.variants++;
		if (*log && getenv("GS_TEST_VERBOSE"))
			for (size_t u = 0; u < plan->shader->n_units; u++)
				printf("%s\n", v->pass[i].texts[u]);
	}
	return !*log;
}

static void run_request(const struct program *p, const struct gs_plan *plan,
	struct gs_variant_request *q, const struct gs_site *site, const char *what)
{
	size_t next = 0;

	q->first_scalar = 0;
	for (unsigned rounds = 0; rounds < 50; rounds++) {
		struct gs_messages messages = {0};
		struct gs_variant *v = gs_variant_new(plan, q, next, &messages);
		char *log = NULL;
		if (!v && !strstr(messages.n ? messages.list[0].text : "", "cannot be recorded"))
			report(p, site, what, messages.n ? messages.list[0].text : "no variant");
		gs_messages_finish(&messages);
		if (v && !try_variant(p, plan, v, &log)) {
			if (v->lift != GS_LIFT_NONE && !q->no_lift && q->kind != GS_VARIANT_PATH) {
				/* natively, as the session would */
				q->no_lift = true;
				run_request(p, plan, q, site, what);
				q->no_lift = false;
				gs_variant_free(v);
				g_free(log);
				counts.unlifted++;
				return;
			}
			report(p, site, what, log);
			g_free(log);
		}
		if (!v)
			return;
		next = v->next_capture;
		q->first_scalar = v->next_scalar;
		gs_variant_free(v);
		if (next >= q->n_captures)
			return;
	}
}

static bool is_readable(const struct gs_symbol *s)
{
	return s->kind == GS_SYMBOL_VARIABLE && gs_type_scalars(&s->type) > 0 && !s->is_writeonly &&
	       s->is_builtin == builtins_wanted;
}

static void run_site(const struct program *p, const struct gs_plan *plan,
	struct gs_variant_request *q, unsigned index)
{
	const struct gs_site *site = &plan->sites[index];
	struct gs_position *position = g_new0(struct gs_position, 1);
	size_t n, k = 0;

	if (!gs_plan_reach(plan, index, position)) {
		g_free(position);
		return;
	}
	const struct gs_symbol **symbols = gs_shader_visible(
		plan->shader, site->unit, site->marked->first, &n);
	struct gs_capture *captures = g_new0(struct gs_capture, n + 1);
	const char **names = g_new0(const char *, n + 1);
	for (size_t i = 0; i < n; i++) {
		struct gs_messages messages = {0};
		if (!is_readable(symbols[i]))
			continue;
		captures[k].expression = gs_expression_parse(
			plan->shader, site->unit, site->marked->first, symbols[i]->name, &messages);
		captures[k].frame = position->n_frames - 1;
		names[k] = symbols[i]->name;
		if (captures[k].expression)
			k++;
		else
			report(p, site, symbols[i]->name,
				messages.n ? messages.list[0].text : "no expression");
		gs_messages_finish(&messages);
	}
	counts.sites++;
	q->kind = GS_VARIANT_POSITION;
	q->position = position;
	q->captures = captures;
	q->n_captures = k;
	if (builtins_wanted) {
		for (size_t i = 0; i < k; i++) {
			q->captures = &captures[i];
			q->n_captures = 1;
			run_request(p, plan, q, site, names[i]);
		}
	} else {
		run_request(p, plan, q, site, "position");
	}
	g_free(names);
	q->n_captures = 0;
	for (size_t i = 0; i < k; i++)
		gs_expression_free((struct gs_expression *)captures[i].expression);
	g_free(captures);
	g_free(symbols);
	g_free(position);
}

static void run_plan(const struct program *p, const struct gs_plan *plan, unsigned n_sites)
{
	struct gs_variant_request q = {.api = p->is_es ? GS_API_ES : GS_API_COMPATIBILITY,
		.glsl_version = gl_glsl_version(),
		.max_draw_buffers = gl_draw_buffers(),
		.uint_renderable = true,
		.in_parts = true};

	unsigned unlifted = counts.unlifted;
	q.kind = GS_VARIANT_COVERAGE;
	run_request(p, plan, &q, NULL, "coverage");
	q.kind = GS_VARIANT_PATH;
	if (counts.unlifted == unlifted &&
		!(p->is_es && p->version < 300)) /* natively no path is recorded */
		run_request(p, plan, &q, NULL, "path");
	size_t step = plan->n_sites > n_sites ? plan->n_sites / n_sites : 1;
	for (size_t i = 0; i < plan->n_sites; i += step)
		run_site(p, plan, &q, (unsigned)i);
}

static void run_program(struct program *p, unsigned n_sites)
{
	const char *strings[4];
	char *texts[4];
	struct gs_glsl_object objects[4];
	struct gs_messages messages = {0};

	for (unsigned i = 0; i < p->n_fragments; i++) {
		strings[i] = texts[i] = p->fragment[i]->str;
		objects[i] = (struct gs_glsl_object){
			.object = i + 1, .strings = &strings[i], .n_strings = 1};
	}
	char *log = gl_try(p->vertex->str, texts, p->n_fragments, GS_LIFT_NONE);
	if (log) {
		counts.original_refused++;
		if (getenv("GS_TEST_VERBOSE"))
			printf("refused: %s\n", log);
		g_free(log);
		return;
	}
	struct gs_glsl_input input = {.stage = GS_STAGE_FRAGMENT,
		.api = p->is_es ? GS_API_ES : GS_API_COMPATIBILITY,
		.objects = objects,
		.n_objects = p->n_fragments,
		.without_glslang = true};
	struct gs_shader *shader = gs_shader_parse(&input, &messages);
	struct gs_plan *plan = shader ? gs_plan_new(shader, &messages) : NULL;
	counts.shaders++;
	if (plan)
		run_plan(p, plan, n_sites);
	else
		report(p, NULL, shader ? "plan" : "parse",
			messages.n ? messages.list[0].text : "?");
	gs_messages_finish(&messages);
	gs_plan_free(plan);
	gs_shader_free(shader);
}

static void run_file(const char *file, bool es, unsigned n_sites)
{
	struct program p = {.file = file};
	char *text;

	if (!g_file_get_contents(file, &text, NULL, NULL))
		return;
	read_program(&p, text);
	if (p.n_fragments > 0) {
		find_version(&p);
		if (p.is_es == es && p.other->len == 0) {
			counts.files++;
			run_program(&p, n_sites);
		}
	}
	g_string_free(p.vertex, TRUE);
	g_string_free(p.other, TRUE);
	for (unsigned i = 0; i < p.n_fragments; i++)
		g_string_free(p.fragment[i], TRUE);
	g_free(text);
}

int main(int argc, char **argv)
{
	unsigned n_sites = 4;
	int first = 1;

	setvbuf(stdout, NULL, _IOLBF, 0);
	if (argc > 2 && !strcmp(argv[1], "--sites")) {
		n_sites = (unsigned)atoi(argv[2]);
		first = 3;
	}
	builtins_wanted = getenv("GS_TEST_BUILTINS") != NULL;
	for (int es = 0; es < 2; es++) {
		if (!gl_start(es ? GS_API_ES : GS_API_COMPATIBILITY, es ? 32 : 45))
			return 77;
		for (int i = first; i < argc; i++)
			run_file(argv[i], es, n_sites);
		gl_stop();
	}
	printf("%u files, %u refused by the driver, %u shaders, %u sites, %u variants, %u not "
	       "lifted, %u failures\n",
		counts.files, counts.original_refused, counts.shaders, counts.sites,
		counts.variants, counts.unlifted, counts.failed);
	return counts.failed > 0;
}

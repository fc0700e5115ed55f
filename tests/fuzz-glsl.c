/* SPDX-License-Identifier: MIT */
/* Any bytes as shader text, from the preprocessor to the variants. libFuzzer's entry; with FUZZ_FILES a main that reads files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <glib.h>
#include "instrument/instrument.h"

enum { MAX_SITES = 24, MAX_STEPS = 200, MAX_PARTS = 4 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void make_variants(const struct gs_plan *plan, struct gs_variant_request *q, struct gs_messages *m)
{
	size_t next = 0;

	for (unsigned part = 0; part < MAX_PARTS; part++) {
		struct gs_variant *v = gs_variant_new(plan, q, next, m);
		if (!v)
			break;
		next = v->next_capture;
		q->first_scalar = v->next_scalar;
		gs_variant_free(v);
		if (next >= q->n_captures)
			break;
	}
	q->first_scalar = 0;
}

/* The watch, and the first variable in scope, at one site. */
static void try_site(const struct gs_plan *plan, unsigned site, const char *watch, struct gs_variant_request q,
	struct gs_messages *m)
{
	const struct gs_site *s = &plan->sites[site];
	struct gs_position position;
	struct gs_capture captures[2];
	size_t n_visible, n = 0;

	if (!gs_plan_reach(plan, site, &position))
		return;
	const struct gs_symbol **visible =
		gs_shader_visible(plan->shader, s->unit, s->marked->first, &n_visible);
	const char *texts[2] = {watch, n_visible ? visible[0]->name : NULL};
	for (unsigned i = 0; i < 2; i++) {
		struct gs_expression *e = texts[i] ? gs_expression_parse(plan->shader, s->unit,
			s->marked->first, texts[i], m) : NULL;
		if (e && !e->has_side_effects && gs_type_scalars(&e->type))
			captures[n++] = (struct gs_capture){e, position.n_frames - 1};
		else if (e)
			gs_expression_free(e);
	}
	q.kind = GS_VARIANT_POSITION;
	q.position = &position;
	q.captures = captures;
	q.n_captures = n;
	make_variants(plan, &q, m);
	while (n)
		gs_expression_free((struct gs_expression *)captures[--n].expression);
	g_free(visible);
}

static void try_plan(const struct gs_plan *plan, const char *watch, unsigned bits, struct gs_messages *m)
{
	struct gs_variant_request q = {.kind = GS_VARIANT_COVERAGE, .glsl_version = bits & 8 ? 450 : 130,
		.max_draw_buffers = 8, .api = bits & 16 ? GS_API_ES : GS_API_CORE, .uint_renderable = true,
		.need_alpha = bits & 32, .no_lift = bits & 64, .in_parts = bits & 128};
	struct gs_walker *w = gs_walker_new(plan);

	for (unsigned i = 0; w && i < MAX_STEPS && gs_walker_step(w, (bits >> i % 8) & 1); i++)
		;
	gs_walker_free(w);
	make_variants(plan, &q, m);
	q.kind = GS_VARIANT_PATH;
	make_variants(plan, &q, m);
	for (unsigned i = 0; i < plan->n_sites && i < MAX_SITES; i++)
		try_site(plan, i, watch, q, m);
}

/* The first byte chooses stage and request; a NUL ends the shader, what follows is the watch. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct gs_messages m = {0};
	unsigned bits = size ? data[0] : 0;
	char *text = g_strndup(size ? (const char *)data + 1 : "", size ? size - 1 : 0);
	size_t length = strlen(text);
	char *watch = length + 2 < size ? g_strndup((const char *)data + length + 2, size - length - 2)
					: g_strdup("gl_FragCoord.x + 1.0");
	const char *strings[] = {text};
	struct gs_glsl_object object = {.object = 1, .strings = strings, .n_strings = 1};
	struct gs_glsl_input input = {.stage = bits & 4 ? (enum gs_stage)(bits & 3) : GS_STAGE_FRAGMENT,
		.api = bits & 16 ? GS_API_ES : GS_API_CORE, .objects = &object, .n_objects = 1,
		.without_glslang = true};
	struct gs_shader *shader = gs_shader_parse(&input, &m);
	struct gs_plan *plan = shader && gs_shader_validate(shader, &m) ? gs_plan_new(shader, &m) : NULL;

	if (plan) {
		try_plan(plan, watch, bits, &m);
		gs_plan_free(plan);
	}
	if (shader)
		gs_shader_free(shader);
	gs_messages_finish(&m);
	g_free(watch);
	g_free(text);
	return 0;
}

#ifdef FUZZ_FILES
int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		char *data;
		gsize size;
		if (!g_file_get_contents(argv[i], &data, &size, NULL)) {
			fprintf(stderr, "fuzz-files: cannot read %s\n", argv[i]);
			return 99;
		}
		LLVMFuzzerTestOneInput((const uint8_t *)data, size);
		g_free(data);
	}
	return argc > 1 ? 0 : 99;
}
#endif

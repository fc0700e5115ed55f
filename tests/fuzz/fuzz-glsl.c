/* SPDX-License-Identifier: MIT */
/* Any bytes as shader text, from the preprocessor to the variants. libFuzzer's entry; with
 * FUZZ_FILES a main that reads files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <glib.h>
#include "instrument/instrument.h"

enum {
	MAX_SITES = 16,
	MAX_STEPS = 200,
	MAX_STOPS = 8,
	MAX_CAPTURES = 6,
	MAX_PARTS = 4,
	MAX_TOGETHER = 6
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What the input says beside the text. */
struct choice {
	const char *watch;
	unsigned bits, number; /* any numbers */
};

static void make_variants(
	const struct gs_plan *plan, struct gs_variant_request *q, struct gs_messages *m)
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

/* The watch and the first variables in scope, of the frame that was chosen. */
static size_t choose_captures(const struct gs_plan *plan, const struct gs_position *position,
	const struct choice *c, struct gs_capture *captures, struct gs_messages *m)
{
	unsigned frame = position->n_frames - 1 -
			 (c->number % 3 < position->n_frames ? c->number % 3 : 0);
	const struct gs_site *s = &plan->sites[position->frame[frame].site];
	size_t n_visible, n = 0;
	const struct gs_symbol **visible = gs_shader_visible(
		plan->shader, s->unit, s->marked->first, &n_visible);

	for (size_t i = 0; i <= n_visible && n < MAX_CAPTURES; i++) {
		const char *text = i ? visible[i - 1]->name : c->watch;
		struct gs_expression *e = gs_expression_parse(
			plan->shader, s->unit, s->marked->first, text, m);
		if (e && !e->has_side_effects && gs_type_scalars(&e->type))
			captures[n++] = (struct gs_capture){e, frame};
		else if (e)
			gs_expression_free(e);
	}
	g_free(visible);
	return n;
}

static void try_position(const struct gs_plan *plan, const struct gs_position *position,
	const struct choice *c, struct gs_variant_request q, struct gs_messages *m)
{
	struct gs_capture captures[MAX_CAPTURES];

	q.kind = GS_VARIANT_POSITION;
	q.position = position;
	q.captures = captures;
	q.n_captures = choose_captures(plan, position, c, captures, m);
	make_variants(plan, &q, m);
	if (plan->shader->stage == GS_STAGE_GEOMETRY) {
		q.kind = GS_VARIANT_EMITTED;
		make_variants(plan, &q, m);
	}
	for (size_t i = 0; i < q.n_captures; i++)
		gs_expression_free((struct gs_expression *)captures[i].expression);
	q.captures = NULL;
	q.n_captures = 0;
	if (plan->sites[gs_position_site(position)].kind == GS_SITE_LOOP_TEST) {
		q.kind = GS_VARIANT_PROFILE;
		q.histogram = c->number & 1;
		make_variants(plan, &q, m);
	}
}

/* Sites together, as stepping along a path has them. */
static void try_together(const struct gs_plan *plan, const struct choice *c,
	struct gs_variant_request q, struct gs_messages *m)
{
	struct gs_position *positions[MAX_TOGETHER];
	struct gs_capture captures[MAX_TOGETHER * MAX_CAPTURES];
	int32_t want[GS_MAX_WANTED];
	size_t n = 0;

	q.kind = GS_VARIANT_POSITION;
	for (unsigned i = 0; i < plan->n_sites && n < MAX_TOGETHER; i++) {
		unsigned site = (unsigned)((i * 5 + c->number) % plan->n_sites);
		struct gs_position *p = gs_plan_reach(plan, site);
		if (!p || !gs_variant_may_share(plan, p)) {
			g_free(p);
			continue;
		}
		size_t k = choose_captures(plan, p, c, captures + q.n_captures, m);
		for (; k > 0; k--)
			captures[q.n_captures++].position = (unsigned)n;
		positions[n++] = p;
	}
	q.positions = (const struct gs_position *const *)positions;
	q.n_positions = n;
	q.captures = captures;
	struct gs_variant *v = n ? gs_variant_new(plan, &q, 0, m) : NULL;
	for (unsigned i = 0; v && i < n; i++)
		gs_variant_want(plan, v, i, positions[i], want);
	gs_variant_free(v);
	for (size_t i = 0; i < n; i++)
		g_free(positions[i]);
	for (size_t i = 0; i < q.n_captures; i++)
		gs_expression_free((struct gs_expression *)captures[i].expression);
}

/* Positions on a path that goes as the bits say, and the sites from any one on. */
static void try_positions(const struct gs_plan *plan, const struct choice *c,
	const struct gs_variant_request *q, struct gs_messages *m)
{
	struct gs_walker *w = gs_walker_new(plan);
	unsigned every = 1 + c->number % 13, stops = 0;

	for (unsigned i = 0; i < MAX_STEPS; i++) {
		if (i % every == 0 && stops++ < MAX_STOPS)
			try_position(plan, gs_walker_position(w), c, *q, m);
		if (!gs_walker_step(w, (c->bits >> i % 8) & 1))
			break;
	}
	if (gs_walker_finished(w))
		try_position(plan, gs_walker_position(w), c, *q, m);
	gs_walker_free(w);
	for (unsigned i = 0; i < plan->n_sites && i < MAX_SITES; i++) {
		unsigned site = (unsigned)((i * 7 + c->number) % plan->n_sites);
		struct gs_position *position = gs_plan_reach(plan, site);
		if (position)
			try_position(plan, position, c, *q, m);
		g_free(position);
	}
}

static void try_cuts(const struct gs_plan *plan, const struct choice *c,
	struct gs_variant_request q, struct gs_messages *m)
{
	unsigned line = c->number & 1 ? c->number % 30 : 0;
	struct gs_cuts *cuts = gs_cuts_new(plan, plan->shader->main->unit, line, m);

	q.kind = GS_VARIANT_CUT;
	q.cuts = cuts;
	for (q.cut = 0; cuts && q.cut <= cuts->n_statements + 1; q.cut++)
		make_variants(plan, &q, m);
	gs_cuts_free(cuts);
}

static void try_plan(const struct gs_plan *plan, const struct choice *c, struct gs_messages *m)
{
	unsigned bits = c->bits;
	struct gs_variant_request q = {.kind = GS_VARIANT_COVERAGE,
		.glsl_version = bits & 8 ? 450 : 130,
		.max_draw_buffers = 8,
		.api = bits & 16 ? GS_API_ES : GS_API_CORE,
		.uint_renderable = true,
		.need_alpha = bits & 32,
		.no_upgrade = bits & 64,
		.in_parts = bits & 128,
		.max_feedback_words = 64,
		.first_decision = c->number & 2 ? 40 : 0};

	make_variants(plan, &q, m);
	q.kind = GS_VARIANT_PATH;
	make_variants(plan, &q, m);
	q.kind = GS_VARIANT_COUNTS;
	make_variants(plan, &q, m);
	q.lookups_alone = true;
	make_variants(plan, &q, m);
	q.adds_up = true;
	make_variants(plan, &q, m);
	q.adds_up = q.lookups_alone = false;
	q.kind = GS_VARIANT_EXECUTIONS;
	make_variants(plan, &q, m);
	try_cuts(plan, c, q, m);
	q.kind = GS_VARIANT_FAULTS;
	make_variants(plan, &q, m);
	q.kind = GS_VARIANT_SIFT;
	q.fault_kinds = UINT32_MAX;
	make_variants(plan, &q, m);
	q.kind = GS_VARIANT_FAULT_VALUES;
	make_variants(plan, &q, m);
	q.kind = GS_VARIANT_EVENTS;
	make_variants(plan, &q, m);
	q.kind = GS_VARIANT_CHANGES;
	make_variants(plan, &q, m);
	try_positions(plan, c, &q, m);
	try_together(plan, c, q, m);
}

static unsigned sum_of(const uint8_t *data, size_t size)
{
	unsigned sum = 0;

	for (size_t i = 0; i < size; i++)
		sum = sum * 31 + data[i];
	return sum;
}

static void add_elements(
	const struct gs_shader *shader, const char *name, unsigned n_indices, GArray *choices)
{
	for (unsigned i = 0; i < (n_indices ? 4u : 1u); i++) {
		const char *function = NULL;
		for (size_t k = 0, n = 0; k < shader->n_functions; k++)
			if (shader->functions[k]->is_subroutine && (n++ <= i || !function))
				function = shader->functions[k]->name;
		struct gs_subroutine_choice c = {
			n_indices == 0	 ? g_strdup(name)
			: n_indices == 1 ? g_strdup_printf("%s[%u]", name, i)
					 : g_strdup_printf("%s[%u][%u]", name, i / 2, i % 2),
			function};
		if (function)
			g_array_append_val(choices, c);
		else
			g_free((char *)c.uniform);
	}
}

/* Some function for each element of what looks like a subroutine uniform. */
static void choose_subroutines(struct gs_shader *shader)
{
	GArray *choices = g_array_new(FALSE, FALSE, sizeof(struct gs_subroutine_choice));
	const struct gs_token *t = shader->units[0]->tokens;

	for (size_t i = 0; i + 6 < shader->units[0]->n_tokens && choices->len < 100; i++)
		if (!strcmp(t[i].text, "subroutine") && !strcmp(t[i + 1].text, "uniform"))
			add_elements(shader, t[i + 3].text,
				strcmp(t[i + 4].text, "[") ? 0 : 1 + !strcmp(t[i + 5].text, "2"),
				choices);
	gs_shader_choose_subroutines(
		shader, (const struct gs_subroutine_choice *)choices->data, choices->len);
	for (guint i = 0; i < choices->len; i++)
		g_free((char *)g_array_index(choices, struct gs_subroutine_choice, i).uniform);
	g_array_free(choices, TRUE);
}

/* The first byte chooses stage and request; a NUL ends the shader, what follows is the watch. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct gs_messages m = {0};
	unsigned bits = size ? data[0] : 0;
	char *text = g_strndup(size ? (const char *)data + 1 : "", size ? size - 1 : 0);
	size_t length = strlen(text);
	char *watch = length + 2 < size
			      ? g_strndup((const char *)data + length + 2, size - length - 2)
			      : g_strdup("gl_FragCoord.x + 1.0");
	const char *strings[] = {text};
	struct gs_glsl_object object = {.object = 1, .strings = strings, .n_strings = 1};
	struct gs_glsl_input input = {.stage = bits & 4		 ? (enum gs_stage)(bits & 3)
					       : (bits & 3) == 3 ? GS_STAGE_COMPUTE
								 : GS_STAGE_FRAGMENT,
		.api = bits & 16 ? GS_API_ES : GS_API_CORE,
		.objects = &object,
		.n_objects = 1};
	struct gs_shader *shader = gs_shader_parse(&input, &m);
	if (shader)
		choose_subroutines(shader);
	struct gs_plan *plan = shader && gs_shader_validate(shader, &m) ? gs_plan_new(shader, &m)
									: NULL;

	if (shader)
		gs_shader_size_patch(shader, sum_of(data, size) % 40);
	if (plan) {
		struct choice choice = {watch, bits, sum_of(data, size)};
		try_plan(plan, &choice, &m);
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

/* SPDX-License-Identifier: MIT */
/*
 * Runs the files of tests/instrument/ (instrument-file.h): variants drawn by the real driver, what
 * they say compared with formulas, and with each other. Besides, always: each pixel's recorded path
 * is walked to its end, and at some of its positions a variant made for the position must find that
 * pixel there, with the same decision. Last, all positions met are captured through variants that
 * serve several.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <glib.h>
#include "tests/instrument/instrument-file.h"
#include "tests/instrument/instrument-formula.h"
#include "tests/instrument/instrument-gl.h"

enum { PASS = 0, FAIL = 1, SKIP = 77, BROKEN = 99 };

static void default_vertex(struct test *t)
{
	unsigned version = t->shader->units[0]->version;
	bool old = t->shader->units[0]->is_es ? version < 300 : version < 130;

	if (t->pipeline.n[GS_STAGE_VERTEX] > 0 || t->pipeline.stage == GS_STAGE_COMPUTE)
		return;
	GString *vertex = g_string_new("");
	t->source[GS_STAGE_VERTEX][t->pipeline.n[GS_STAGE_VERTEX]++] = vertex;
	if (version != 110)
		g_string_append_printf(vertex, "#version %u%s\n", version,
			t->shader->units[0]->is_es && version >= 300 ? " es" : "");
	g_string_append_printf(
		vertex, "%s vec4 p;\nvoid main() { gl_Position = p; }\n", old ? "attribute" : "in");
}

/* ---- positions ---- */

static const struct gs_site *find_site(
	struct test *t, const char *function, unsigned line, const char *kind, unsigned nth)
{
	for (size_t i = 0; i < t->plan->n_sites; i++) {
		const struct gs_site *s = &t->plan->sites[i];
		if (!strcmp(s->function->name, function) && gs_node_span(s->marked).line == line &&
			!strcmp(gs_site_kind_name(s->kind), kind) && nth-- == 0)
			return s;
	}
	return NULL;
}

/* g_free; NULL: there is none. */
static struct gs_position *read_position(struct test *t, const char *text)
{
	char **halves = g_strsplit(text, " ", 2), **frames = g_strsplit(halves[0], "/", -1);
	struct gs_position *p = g_malloc0(sizeof(*p) + g_strv_length(frames) * sizeof(p->frame[0]));
	bool ok = halves[1] != NULL;

	for (unsigned i = 0; ok && frames[i]; i++) {
		char name[64], *rest;
		unsigned line, nth = 0;
		struct gs_frame *f = &p->frame[p->n_frames++];
		if (sscanf(frames[i], "%63[^:]:%u", name, &line) != 2)
			ok = false;
		if ((rest = strchr(frames[i], '#')))
			nth = (unsigned)atoi(rest + 1);
		const struct gs_site *s = find_site(
			t, name, line, frames[i + 1] ? "call" : halves[1], nth);
		if (!s) {
			ok = false;
			break;
		}
		f->site = s->id;
		rest = strchr(frames[i], '@');
		for (f->n_iterations = 0; rest && f->n_iterations < GS_MAX_LOOPS;
			rest = strchr(rest + 1, ','))
			f->iterations[f->n_iterations++] = (unsigned)atoi(rest + 1);
		ok = ok && f->n_iterations == s->n_loops;
	}
	g_strfreev(halves);
	g_strfreev(frames);
	if (ok)
		return p;
	g_free(p);
	return NULL;
}

/* ---- variants ---- */

static struct gs_variant *draw_variant(
	struct test *t, size_t first, struct target *target, unsigned line)
{
	struct gs_messages messages = {0};
	struct gs_variant *v = gs_variant_new(t->plan, &t->request, first, &messages);
	char *log = NULL;

	if (!v)
		test_complain(t, line, "no variant: %s", messages.n ? messages.list[0].text : "?");
	gs_messages_finish(&messages);
	t->n_variants++;
	if (v && !(t->pipeline.stage == GS_STAGE_FRAGMENT
				 ? gl_draw_variant(t->pipeline.text[GS_STAGE_VERTEX][0], v,
					   t->shader->n_units, target, &log)
				 : gl_run_variant(&t->pipeline, v, target, &log))) {
		test_complain(t, line, "the driver refuses a variant: %s", log);
		if (getenv("GS_TEST_VERBOSE"))
			for (size_t u = 0; u < t->shader->n_units; u++)
				printf("%s\n", v->pass[0].texts[u]);
		g_free(log);
		gs_variant_free(v);
		return NULL;
	}
	if (v && t->who && v->channel != GS_OUTPUT_CHANNEL_DRAW_BUFFERS &&
		t->request.kind != GS_VARIANT_EMITTED && target->n_elements != t->n_elements)
		test_complain(t, line, "%u elements, but there are %u", target->n_elements,
			t->n_elements);
	return v;
}

static bool expected(
	struct test *t, const struct check *c, unsigned index, unsigned pixel, double *value)
{
	if (formula(c->formula, index, t->who[pixel], value))
		return true;
	test_complain(t, c->line, "formula %u is wrong: %s", index, c->formula);
	return false;
}

static void compare_flags(struct test *t, const struct check *c, const struct gs_variant *v,
	const struct target *target)
{
	static const unsigned bits[] = {
		GS_ELEMENT_HERE, GS_ELEMENT_TRUE, GS_ELEMENT_LEFT, 0, GS_ELEMENT_COVERED, 0, 0};

	for (unsigned i = 0; i < t->n_elements; i++) {
		unsigned flags = gs_variant_flags(v, &target->images, i);
		double value;
		bool is_set = (flags & bits[c->kind]) != 0;
		if (c->kind == CALLS)
			is_set = gs_variant_decision(v, &target->images, i) == c->choice;
		if ((c->kind == IS_TRUE || c->kind == CALLS) && !(flags & GS_ELEMENT_HERE))
			continue;
		if (!expected(t, c, 0, i, &value))
			return;
		if (is_set != (value != 0)) {
			test_complain(t, c->line,
				"at %s: element %g,%g has flags 0x%x, expected %g", c->at,
				t->who[i][0], t->who[i][1], flags, value);
			return;
		}
		if (c->kind == IS_TRUE &&
			!!(flags & GS_ELEMENT_TRUE) == !!(flags & GS_ELEMENT_FALSE)) {
			test_complain(t, c->line, "true and false do not exclude each other: 0x%x",
				flags);
			return;
		}
	}
}

static double number_of(struct gs_scalar s)
{
	switch (s.base) {
	case GS_BASE_FLOAT:
	case GS_BASE_DOUBLE:
		return s.number;
	case GS_BASE_UINT:
	case GS_BASE_UINT64:
		return (double)s.natural;
	default:
		return (double)s.integer;
	}
}

/* Is there a value at the pixel? Complains where that is not as expected. */
static bool is_present(struct test *t, const struct check *c, const struct gs_variant *v,
	const struct target *target, unsigned pixel)
{
	double absent = 0;

	if (c->kind == EMITTED)
		return true;
	if (!(gs_variant_flags(v, &target->images, pixel) & GS_ELEMENT_HERE))
		return false;
	if (c->absent && !formula(c->absent, 0, t->who[pixel], &absent))
		test_complain(t, c->line, "the formula of absent is wrong: %s", c->absent);
	if (gs_variant_absent(v, &target->images, 0, pixel) != (absent != 0))
		test_complain(t, c->line, "at %s: %s at %g,%g should be %s", c->at, c->expression,
			t->who[pixel][0], t->who[pixel][1], absent != 0 ? "absent" : "there");
	return absent == 0;
}

/* Scalars from `first` on, as many as the variant has; returns how many. */
static unsigned compare_values(struct test *t, const struct check *c, const struct gs_variant *v,
	const struct target *target, unsigned first)
{
	unsigned n = 0;

	for (unsigned i = 0; i < t->n_elements; i++) {
		if (!is_present(t, c, v, target, i))
			continue;
		for (unsigned k = first; k < formula_count(c->formula); k++) {
			struct gs_scalar s = gs_variant_value(v, &target->images, 0, k, i);
			double want, got = number_of(s);
			if (s.base == GS_BASE_UNKNOWN)
				break; /* in another part */
			n = MAX(n, k + 1 - first);
			if (!expected(t, c, k, i, &want))
				return n;
			if (!(fabs(got - want) <= 1e-5 * fmax(1, fabs(want)))) {
				test_complain(t, c->line,
					"at %s: %s at %g,%g is %.9g in scalar %u, expected %.9g",
					c->at, c->expression, t->who[i][0], t->who[i][1], got, k,
					want);
				return n;
			}
		}
	}
	return n;
}

/* Records instead of elements: x primitive, y invocation, z vertex, w strip + 100 * stream. */
static unsigned compare_records(struct test *t, const struct check *c, const struct gs_variant *v,
	const struct target *target, unsigned first)
{
	double(*who)[4] = t->who;
	unsigned n_elements = t->n_elements;

	t->n_elements = target->n_elements;
	t->who = g_malloc0_n(t->n_elements + 1, sizeof(*t->who));
	for (unsigned i = 0; i < t->n_elements; i++) {
		struct gs_emit e = gs_variant_emit(v, &target->images, i);
		t->who[i][0] = e.primitive;
		t->who[i][1] = e.invocation;
		t->who[i][2] = e.vertex;
		t->who[i][3] = e.strip + 100.0 * e.stream;
	}
	if (c->n_records != t->n_elements)
		test_complain(t, c->line, "%u vertices emitted, expected %u", t->n_elements,
			c->n_records);
	unsigned n = compare_values(t, c, v, target, first);
	g_free(t->who);
	t->who = who;
	t->n_elements = n_elements;
	return n;
}

/* A value that fills several draws. */
static void compare_parts(struct test *t, const struct check *c)
{
	struct target target;
	unsigned n_compared = 0;

	t->request.first_scalar = 0;
	for (unsigned rounds = 0; rounds < 100; rounds++) {
		struct gs_variant *v = draw_variant(t, 0, &target, c->line);
		if (!v)
			break;
		unsigned n = (c->kind == EMITTED ? compare_records : compare_values)(
			t, c, v, &target, (unsigned)t->request.first_scalar);
		n_compared += n;
		size_t next = v->next_capture ? 0 : v->next_scalar;
		if (next && next != t->request.first_scalar + n && n)
			test_complain(t, c->line, "%u scalars, but the next is %zu", n, next);
		t->request.first_scalar = next;
		target_finish(&target);
		gs_variant_free(v);
		if (!next)
			break;
	}
	if (!n_compared && !c->absent)
		test_complain(t, c->line, "no element has a value to compare");
	t->request.first_scalar = 0;
}

static struct gs_expression *parse_capture(
	struct test *t, const struct check *c, const struct gs_position *p, unsigned frame)
{
	struct gs_messages messages = {0};
	const struct gs_site *s = &t->plan->sites[p->frame[frame].site];
	struct gs_expression *e = gs_expression_parse(
		t->shader, s->unit, s->marked->first, c->expression, &messages);

	if (!e)
		test_complain(t, c->line, "%s: %s", c->expression,
			messages.n ? messages.list[0].text : "?");
	gs_messages_finish(&messages);
	return e;
}

static void run_check(struct test *t, const struct check *check)
{
	struct gs_position *p = check->kind == COVERED ? NULL : read_position(t, check->at);
	struct gs_capture capture = {0};
	struct target target = {0};
	struct check c = *check;

	t->request.kind = c.kind == COVERED   ? GS_VARIANT_COVERAGE
			  : c.kind == EMITTED ? GS_VARIANT_EMITTED
					      : GS_VARIANT_POSITION;
	t->request.position = p;
	t->request.n_captures = 0;
	if (c.kind != COVERED && !p) {
		test_complain(t, c.line, "there is no position %s", c.at);
		return;
	}
	if (c.kind != COVERED && c.kind != EMITTED)
		shared_add(&t->shared, p);
	if (c.kind == CAPTURE || c.kind == EMITTED) {
		capture.frame = p->n_frames - 1;
		while (*c.expression == '^' && capture.frame > 0) { /* a caller's */
			capture.frame--;
			c.expression++;
		}
		capture.expression = parse_capture(t, &c, p, capture.frame);
		t->request.captures = &capture;
		t->request.n_captures = capture.expression != NULL;
	}
	struct gs_variant *v = NULL;
	if (capture.expression)
		compare_parts(t, &c);
	else if (c.kind != CAPTURE && c.kind != EMITTED &&
		 (v = draw_variant(t, 0, &target, c.line)))
		compare_flags(t, &c, v, &target);
	if (v && t->request.need_alpha &&
		memcmp(target.pixels[0], t->original.pixels[0], SIZE * SIZE * 16) &&
		v->n_passes == 1)
		test_complain(t, c.line, "the program's colour is not what the program draws");
	gs_expression_free((struct gs_expression *)capture.expression);
	target_finish(&target);
	gs_variant_free(v);
	g_free(p);
}

/* ---- recorded paths ---- */

static void check_position(struct test *t, const struct gs_position *p, unsigned pixel,
	bool is_decision, unsigned decision)
{
	struct target target;

	t->request.kind = GS_VARIANT_POSITION;
	t->request.position = p;
	t->request.n_captures = 0;
	struct gs_variant *v = draw_variant(t, 0, &target, 0);
	if (!v)
		return;
	unsigned flags = gs_variant_flags(v, &target.images, pixel),
		 got = gs_variant_decision(v, &target.images, pixel);
	const struct gs_site *s = &t->plan->sites[gs_position_site(p)];
	if (!(flags & GS_ELEMENT_HERE) || (is_decision && got != decision))
		test_complain(t, gs_node_span(s->marked).line,
			"element %g,%g has recorded %s with decision %u, but flags there are 0x%x, "
			"decision %u",
			t->who[pixel][0], t->who[pixel][1], gs_site_kind_name(s->kind), decision,
			flags, got);
	target_finish(&target);
	gs_variant_free(v);
}

static void walk_path(struct test *t, unsigned pixel, uint8_t *decisions, size_t n, unsigned every)
{
	struct gs_walker *w = gs_walker_new(t->plan), *plain = gs_walker_new(t->plan);
	size_t used = 0, steps = 0;

	for (;; steps++) {
		struct gs_position *p = gs_position_copy(gs_walker_position(w));
		const struct gs_site *s = &t->plan->sites[gs_position_site(p)];
		size_t before = used;
		if (every)
			shared_add(&t->shared, p);
		bool moved = !gs_walker_finished(w) &&
			     gs_walker_step_recorded(w, decisions, n, &used);
		if (moved && every && steps % every == 0 && s->kind != GS_SITE_END)
			check_position(t, p, pixel,
				s->is_decision && !gs_site_chooses(s) && used == before + 1 &&
					!gs_walker_finished(w),
				decisions[before]);
		g_free(p);
		if (!moved)
			break;
	}
	if (!gs_walker_finished(w) || used != n)
		test_complain(t, 0,
			"the path of element %g,%g does not fit: %zu of %zu decisions used",
			t->who[pixel][0], t->who[pixel][1], used, n);
	gs_walker_free(w);
	gs_walker_free(plain);
}

/* All decisions; with walks also along the paths. */
static GByteArray *record_paths(struct test *t, bool walks)
{
	GByteArray *all = g_byte_array_new();
	uint8_t *decisions = g_new0(uint8_t, 4096);
	struct target target;

	t->request.kind = GS_VARIANT_PATH;
	t->request.n_captures = 0;
	unsigned n_walked = 0;
	struct gs_variant *v = draw_variant(t, 0, &target, 0);
	for (unsigned i = 0; v && i < t->n_elements; i++) {
		size_t n = gs_variant_decisions(v, &target.images, i, decisions, 4096);
		if (n == gs_variant_window(v)) {
			test_complain(t, 0, "the path is longer than the window");
			break;
		}
		bool chosen = !t->brief &&
			      (i == t->n_elements * 7 / 32 || i == t->n_elements * 21 / 32);
		if (gs_variant_flags(v, &target.images, i) & GS_ELEMENT_COVERED) {
			if (walks)
				walk_path(t, i, decisions, n, chosen ? 1 + (unsigned)n / 8 : 0);
			n_walked++;
		}
		g_byte_array_append(all, decisions, (guint)n);
	}
	if (!n_walked)
		test_complain(t, 0, "no element's path was walked");
	if (v)
		target_finish(&target);
	gs_variant_free(v);
	g_free(decisions);
	return all;
}

/* Older shaders are upgraded to 4.00 for that (version-upgrade.c), which not each driver has. */
static bool may_record(const struct test *t)
{
	const struct gs_unit *unit = t->shader->units[0];

	return unit->is_es || unit->version >= 330 || gl_glsl_version() >= 400;
}

static void check_paths(struct test *t)
{
	GByteArray *usual = record_paths(t, true), *other;

	if (!t->request.constant_stores) {
		t->request.constant_stores = true;
		other = record_paths(t, false);
		t->request.constant_stores = false;
		if (usual->len != other->len || memcmp(usual->data, other->data, usual->len))
			test_complain(t, 0, "stores with constant indices record other paths");
		g_byte_array_unref(other);
	}
	g_byte_array_unref(usual);
}

/* ---- a file ---- */

static bool parse(struct test *t)
{
	struct gs_glsl_object objects[MAX_UNITS];
	const char *strings[MAX_UNITS];
	struct gs_messages messages = {0};

	unsigned n_units = t->pipeline.n[t->pipeline.stage];
	for (unsigned i = 0; i < n_units; i++) {
		strings[i] = t->source[t->pipeline.stage][i]->str;
		objects[i] = (struct gs_glsl_object){
			.object = i + 1, .strings = &strings[i], .n_strings = 1};
	}
	struct gs_glsl_input input = {.stage = t->pipeline.stage,
		.api = t->api,
		.objects = objects,
		.n_objects = n_units};
	t->shader = gs_shader_parse(&input, &messages);
	if (t->shader)
		gs_shader_size_patch(t->shader, (unsigned)t->pipeline.patch_vertices);
	if (t->shader)
		gs_shader_choose_subroutines(t->shader,
			(const struct gs_subroutine_choice *)t->choices->data, t->choices->len);
	gl_choose(t->pipeline.stage, (const struct gs_subroutine_choice *)t->choices->data,
		t->choices->len);
	if (t->shader)
		t->plan = gs_plan_new(t->shader, &messages);
	for (size_t i = 0; i < messages.n && !t->plan; i++)
		printf("%s: shader line %u: %s\n", t->file, messages.list[i].line,
			messages.list[i].text);
	gs_messages_finish(&messages);
	return t->plan != NULL;
}

static void run_all(struct test *t)
{
	for (unsigned i = 0; i < t->checks->len; i++)
		run_check(t, &g_array_index(t->checks, struct check, i));
}

static void fill_request(struct test *t)
{
	t->request.api = t->api;
	t->request.glsl_version = gl_glsl_version();
	t->request.max_draw_buffers = gl_draw_buffers();
	t->request.uint_renderable = true;
	t->request.constant_stores = gs_driver_needs_constant_stores(gl_renderer());
	t->request.need_alpha = t->alpha;
	t->request.in_parts = true;
	t->request.storage_binding = GL_STORAGE_BINDING;
}

static double identity_at(const struct test *t, uint32_t id, unsigned i)
{
	float f;

	if (t->pipeline.stage != GS_STAGE_TESS_EVALUATION || i == 0)
		return id;
	memcpy(&f, &id, sizeof(f));
	return f;
}

/* Who each element is: by the grid, or by what the coverage variant says. No two may be the same.
 */
static bool identify(struct test *t)
{
	struct target target;

	if (t->pipeline.stage == GS_STAGE_FRAGMENT) {
		t->n_elements = SIZE * SIZE;
		t->who = g_malloc0_n(t->n_elements, sizeof(*t->who));
		for (unsigned i = 0; i < t->n_elements; i++) {
			t->who[i][0] = i % SIZE;
			t->who[i][1] = i / SIZE;
		}
		return true;
	}
	t->request.kind = GS_VARIANT_COVERAGE;
	struct gs_variant *v = draw_variant(t, 0, &target, 0);
	if (!v)
		return false;
	t->n_elements = target.n_elements;
	t->who = g_malloc0_n(t->n_elements + 1, sizeof(*t->who));
	for (unsigned i = 0; i < t->n_elements; i++) {
		uint32_t id[4] = {0};
		unsigned n = gs_variant_identity(v, &target.images, i, id);
		/* the coordinates first: they are what formulas are about */
		unsigned turn = t->pipeline.stage == GS_STAGE_TESS_EVALUATION ? 1 : 0;
		for (unsigned k = 0; k < n; k++)
			t->who[i][(k + 4 - turn) % 4] = identity_at(t, id[k], k);
		for (unsigned k = 0; k < i && n == 2; k++)
			t->who[i][2] += t->who[k][0] == t->who[i][0] &&
					t->who[k][1] == t->who[i][1];
		for (unsigned k = 0; k < i; k++)
			if (!memcmp(t->who[i], t->who[k], sizeof(t->who[i])))
				test_complain(t, 0, "elements %u and %u are the same: %g,%g,%g,%g",
					k, i, t->who[i][0], t->who[i][1], t->who[i][2],
					t->who[i][3]);
	}
	if (t->wanted_elements != t->n_elements)
		test_complain(t, 0, "%u elements, expected %u", t->n_elements, t->wanted_elements);
	target_finish(&target);
	gs_variant_free(v);
	return true;
}

static bool run_original(struct test *t)
{
	struct gl_pipeline *p = &t->pipeline;
	char *log = NULL;
	unsigned program;

	for (unsigned s = 0; s < GS_N_STAGES; s++)
		for (unsigned u = 0; u < p->n[s]; u++)
			p->text[s][u] = t->source[s][u]->str;
	if (p->stage == GS_STAGE_FRAGMENT) {
		if (gl_draw_original(p->text[GS_STAGE_VERTEX][0], p->text[GS_STAGE_FRAGMENT],
			    p->n[GS_STAGE_FRAGMENT], &t->original, &log))
			return true;
	} else if ((program = gl_link_pipeline(p, &log))) {
		return true;
	}
	printf("%s: the driver refuses the shader itself: %s\n", t->file, log);
	return false;
}

static void complain_shared(void *data, const char *text)
{
	test_complain(data, 0, "%s", text);
}

static void run_shared(struct test *t)
{
	t->shared.plan = t->plan;
	t->shared.pipeline = &t->pipeline;
	t->shared.request = t->request;
	t->shared.complain = complain_shared;
	t->shared.data = t;
	shared_compare(&t->shared);
	if (t->shared.n_captures && !t->shared.n_compared)
		test_complain(t, 0, "no value was compared through a shared variant");
}

static int run_drawn(struct test *t)
{
	default_vertex(t);
	if (!run_original(t))
		return BROKEN;
	fill_request(t);
	if (!identify(t))
		return FAIL;
	run_all(t);
	if (t->native) {
		t->request.no_upgrade = true;
		run_all(t);
		t->request.no_upgrade = false;
	}
	if (!t->no_path && may_record(t))
		check_paths(t);
	run_shared(t);
	target_finish(&t->original);
	g_free(t->who);
	return t->failures ? FAIL : PASS;
}

static int run_file(const char *file)
{
	struct test t = {.file = file,
		.pipeline = {.stage = GS_STAGE_FRAGMENT, .instances = 1, .groups = {1, 1, 1}},
		.checks = g_array_new(FALSE, FALSE, sizeof(struct check)),
		.choices = g_array_new(FALSE, FALSE, sizeof(struct gs_subroutine_choice)),
		.shared.positions = g_ptr_array_new_with_free_func(g_free)};
	int status = BROKEN;

	if (!test_read(&t))
		return BROKEN;
	if (!gl_start(t.api, t.version))
		status = SKIP;
	else if (parse(&t)) {
		status = run_drawn(&t);
		gl_stop();
	} else {
		status = FAIL;
	}
	gs_plan_free(t.plan);
	gs_shader_free(t.shader);
	printf("%s: %s, %u variants; %u values of %u positions through %u shared ones\n", file,
		status == PASS	 ? "pass"
		: status == SKIP ? "skip"
				 : "FAIL",
		t.n_variants, t.shared.n_compared, t.shared.positions->len, t.shared.n_programs);
	return status;
}

int main(int argc, char **argv)
{
	unsigned counts[100] = {0};

	setvbuf(stdout, NULL, _IOLBF, 0);
	if (argc < 2) {
		printf("usage: instrument-run FILE...\n");
		return BROKEN;
	}
	for (int i = 1; i < argc; i++)
		counts[run_file(argv[i])]++;
	if (counts[BROKEN])
		return BROKEN;
	if (counts[FAIL])
		return FAIL;
	return counts[SKIP] ? SKIP : PASS;
}

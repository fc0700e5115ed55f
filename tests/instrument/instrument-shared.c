/* SPDX-License-Identifier: MIT */
#include "tests/instrument/instrument-shared.h"

#include <stdio.h>
#include <string.h>

enum { MOST_ITERATIONS = 3, BATCH = 12, MOST_CAPTURES = 8 };

/* The same but for iterations. */
static bool same_place(const struct gs_position *a, const struct gs_position *b)
{
	if (a->n_frames != b->n_frames)
		return false;
	for (unsigned i = 0; i < a->n_frames; i++)
		if (a->frame[i].site != b->frame[i].site)
			return false;
	return true;
}

void shared_add(struct shared_test *test, const struct gs_position *position)
{
	unsigned n = 0;

	for (guint i = 0; i < test->positions->len; i++) {
		const struct gs_position *p = g_ptr_array_index(test->positions, i);
		n += same_place(p, position);
		if (gs_position_equal(p, position) || n == MOST_ITERATIONS)
			return;
	}
	g_ptr_array_add(test->positions, gs_position_copy(position));
}

static void complain(struct shared_test *t, const struct gs_position *at, const char *format, ...)
	G_GNUC_PRINTF(3, 4);
static void complain(struct shared_test *t, const struct gs_position *at, const char *format, ...)
{
	const struct gs_site *site = &t->plan->sites[gs_position_site(at)];
	va_list list;

	va_start(list, format);
	char *what = g_strdup_vprintf(format, list);
	va_end(list);
	char *text = g_strdup_printf("shared variant, line %u, %s: %s",
		gs_node_span(site->marked).line, gs_site_kind_name(site->kind), what);
	t->complain(t->data, text);
	g_free(text);
	g_free(what);
}

/* ---- what to capture ---- */

/* Else what it holds before it is written is the driver's choice. */
static bool has_first_value(const struct gs_symbol *s)
{
	switch (s->storage) {
	case GS_STORAGE_OUT:
	case GS_STORAGE_PARAMETER_OUT:
	case GS_STORAGE_SHARED: /* and what the other invocations have written by then */
		return false;
	case GS_STORAGE_LOCAL:
	case GS_STORAGE_GLOBAL:
		return s->declaration && s->declaration->n_children > 0;
	default:
		return true;
	}
}

static void add_captures(
	struct shared_test *t, const struct gs_position *at, unsigned index, GArray *captures)
{
	const struct gs_site *site = &t->plan->sites[gs_position_site(at)];
	unsigned token = site->kind == GS_SITE_END ? site->marked->last : site->marked->first;
	size_t n, taken = 0;
	const struct gs_symbol **symbols = gs_shader_visible(
		t->plan->shader, site->unit, token, &n);

	for (size_t i = 0; i < n && taken < MOST_CAPTURES; i++) {
		size_t scalars = gs_type_scalars(&symbols[i]->type);
		if (symbols[i]->kind != GS_SYMBOL_VARIABLE || symbols[i]->is_builtin || !scalars ||
			scalars > 16 || !has_first_value(symbols[i]) ||
			!strcmp(symbols[i]->name, t->unwritten))
			continue;
		struct gs_messages messages = {0};
		struct gs_capture c = {.frame = at->n_frames - 1, .position = index};
		c.expression = gs_expression_parse(
			t->plan->shader, site->unit, token, symbols[i]->name, &messages);
		gs_messages_finish(&messages);
		if (!c.expression)
			continue;
		g_array_append_val(captures, c);
		t->n_captures++;
		taken++;
	}
	g_free(symbols);
}

static void free_captures(GArray *captures)
{
	for (guint i = 0; i < captures->len; i++)
		gs_expression_free(
			(struct gs_expression *)g_array_index(captures, struct gs_capture, i)
				.expression);
	g_array_free(captures, TRUE);
}

/* ---- drawing ---- */

static bool draw(struct shared_test *t, const struct gs_variant *v, const struct gs_position *at,
	struct target *target)
{
	char *log = NULL;
	bool ok = t->pipeline->stage == GS_STAGE_FRAGMENT
			  ? gl_draw_variant(t->pipeline->text[GS_STAGE_VERTEX][0], v,
				    t->plan->shader->n_units, target, &log)
			  : gl_run_variant(t->pipeline, v, target, &log);

	if (!ok) {
		complain(t, at, "the driver refuses it: %s\n%s", log, v->pass[0].texts[0]);
		g_free(log);
	}
	return ok;
}

static bool has_value(
	const struct gs_variant *v, const struct target *target, size_t capture, unsigned element)
{
	return gs_variant_flags(v, &target->images, element) & GS_ELEMENT_HERE &&
	       !gs_variant_absent(v, &target->images, capture, element);
}

struct pair {
	const struct gs_variant *shared, *single;
	struct target shared_target, single_target;
	size_t first, n; /* captures of the position */
	const struct gs_capture *captures;
};

static bool same_flags(const struct pair *p, unsigned element)
{
	const struct gs_images *a = &p->shared_target.images, *b = &p->single_target.images;

	return gs_variant_flags(p->shared, a, element) == gs_variant_flags(p->single, b, element) &&
	       gs_variant_decided(p->shared, a, element) ==
		       gs_variant_decided(p->single, b, element) &&
	       (!gs_variant_decided(p->single, b, element) ||
		       gs_variant_decision(p->shared, a, element) ==
			       gs_variant_decision(p->single, b, element));
}

static bool same_values(struct shared_test *t, const struct pair *p, size_t i, unsigned element)
{
	bool has = has_value(p->single, &p->single_target, i, element);
	size_t n = gs_type_scalars(&p->captures[i].expression->type);

	g_strlcpy(t->difference, has ? " has no value, but should" : " has a value, but should not",
		sizeof t->difference);
	if (has_value(p->shared, &p->shared_target, p->first + i, element) != has)
		return false;
	for (size_t k = 0; has && k < n; k++) {
		struct gs_scalar a = gs_variant_value(p->shared, &p->shared_target.images,
					 p->first + i, k, element),
				 b = gs_variant_value(
					 p->single, &p->single_target.images, i, k, element);
		t->n_compared++;
		if (a.base != b.base || a.bits != b.bits) {
			snprintf(t->difference, sizeof t->difference,
				"[%zu] is 0x%" G_GINT64_MODIFIER "x, but 0x%" G_GINT64_MODIFIER "x",
				k, a.bits, b.bits);
			return false;
		}
	}
	return true;
}

static void compare(struct shared_test *t, const struct gs_position *at, const struct pair *p)
{
	if (p->shared_target.n_elements != p->single_target.n_elements) {
		complain(t, at, "%u elements, but %u", p->shared_target.n_elements,
			p->single_target.n_elements);
		return;
	}
	for (unsigned e = 0; e < p->single_target.n_elements; e++) {
		if (!same_flags(p, e)) {
			complain(t, at, "element %u has flags 0x%x, but 0x%x", e,
				gs_variant_flags(p->shared, &p->shared_target.images, e),
				gs_variant_flags(p->single, &p->single_target.images, e));
			return;
		}
		for (size_t i = 0; i < p->n; i++) {
			if (!gs_variant_has(p->shared, p->first + i) ||
				!gs_variant_has(p->single, i) || same_values(t, p, i, e))
				continue;
			char *name = gs_node_source(p->captures[i].expression->root);
			complain(t, at, "%s%s at element %u", name, t->difference, e);
			g_free(name);
			return;
		}
	}
}

static struct gs_variant *make(struct shared_test *t, const struct gs_variant_request *request,
	const struct gs_position *at)
{
	struct gs_messages messages = {0};
	struct gs_variant *v = gs_variant_new(t->plan, request, 0, &messages);

	if (!v)
		complain(t, at, "no variant: %s", messages.n ? messages.list[0].text : "?");
	gs_messages_finish(&messages);
	return v;
}

/* One position, through both. */
static void compare_position(struct shared_test *t, struct gs_variant *shared, unsigned which,
	const struct gs_position *at, const GArray *captures)
{
	struct gs_variant_request request = t->request;
	struct pair p = {.shared = shared, .first = 0};

	while (p.first < captures->len &&
		g_array_index(captures, struct gs_capture, p.first).position < which)
		p.first++;
	while (p.first + p.n < captures->len &&
		g_array_index(captures, struct gs_capture, p.first + p.n).position == which)
		p.n++;
	p.captures = &g_array_index(captures, struct gs_capture, p.first);
	request.kind = GS_VARIANT_POSITION;
	request.position = at;
	request.captures = p.captures;
	request.n_captures = p.n;
	request.in_parts = true;
	if (!gs_variant_want(t->plan, shared, which, at, shared->want)) {
		complain(t, at, "it is no position of the variant");
		return;
	}
	struct gs_variant *single = make(t, &request, at);
	p.single = single;
	if (single && draw(t, single, at, &p.single_target) &&
		draw(t, shared, at, &p.shared_target)) {
		p.shared_target.images.which = which;
		compare(t, at, &p);
	}
	target_finish(&p.single_target);
	target_finish(&p.shared_target);
	gs_variant_free(single);
}

/* ---- batches ---- */

static bool is_place_of(const GPtrArray *places, const struct gs_position *at, unsigned *index)
{
	for (*index = 0; *index < places->len; ++*index)
		if (same_place(g_ptr_array_index(places, *index), at))
			return true;
	return false;
}

/* Positions from *next on that a program serves; all their iterations with them. */
static void compare_batch(struct shared_test *t, guint *next, GPtrArray *done)
{
	GPtrArray *places = g_ptr_array_new();
	GArray *captures = g_array_new(FALSE, TRUE, sizeof(struct gs_capture));
	struct gs_variant_request request = t->request;
	unsigned index;

	for (; *next < t->positions->len && places->len < BATCH; ++*next) {
		struct gs_position *at = g_ptr_array_index(t->positions, *next);
		if (is_place_of(done, at, &index))
			continue;
		add_captures(t, at, places->len, captures);
		g_ptr_array_add(places, at);
		g_ptr_array_add(done, at);
	}
	request.kind = GS_VARIANT_POSITION;
	request.positions = (const struct gs_position *const *)places->pdata;
	request.n_positions = places->len;
	request.captures = (const struct gs_capture *)captures->data;
	request.n_captures = captures->len;
	struct gs_variant *shared = places->len ? make(t, &request, g_ptr_array_index(places, 0))
						: NULL;
	t->n_programs += shared != NULL;
	for (guint i = 0; shared && i < t->positions->len; i++) {
		const struct gs_position *at = g_ptr_array_index(t->positions, i);
		if (is_place_of(places, at, &index))
			compare_position(t, shared, index, at, captures);
	}
	gs_variant_free(shared);
	free_captures(captures);
	g_ptr_array_free(places, TRUE);
}

/* What comes back as floats is one position's. */
static bool gives_floats(struct shared_test *t)
{
	const struct gs_position *at = g_ptr_array_index(t->positions, 0);
	struct gs_variant_request request = t->request;

	request.kind = GS_VARIANT_POSITION;
	request.position = at;
	request.n_captures = 0;
	struct gs_variant *v = make(t, &request, at);
	bool floats = v && v->attachment[v->n_attachments - 1] == GS_ATTACHMENT_FLOAT;
	gs_variant_free(v);
	return floats;
}

static void expect_refusal(struct shared_test *t)
{
	const struct gs_position *at = g_ptr_array_index(t->positions, 0);
	struct gs_variant_request request = t->request;
	struct gs_messages messages = {0};

	request.kind = GS_VARIANT_POSITION;
	request.positions = &at;
	request.n_positions = 1;
	request.n_captures = 0;
	struct gs_variant *v = gs_variant_new(t->plan, &request, 0, &messages);
	if (v || messages.n == 0)
		complain(t, at, "floats that cannot tell minus zero are not refused");
	gs_messages_finish(&messages);
	gs_variant_free(v);
}

void shared_compare(struct shared_test *test)
{
	GPtrArray *done = g_ptr_array_new();
	guint next = 0;

	if (test->positions->len > 0 && gives_floats(test)) {
		expect_refusal(test);
		next = test->positions->len;
	}
	while (next < test->positions->len)
		compare_batch(test, &next, done);
	g_ptr_array_free(done, TRUE);
}

/* SPDX-License-Identifier: MIT */
/*
 * Along each element's path: at which positions something has just become NaN or infinite.
 *
 * Where a site is come to, the position is counted, and what gs_plan_arrivals names is looked at as
 * far as it is visible there. A call is counted where its function begins (see count.c), and what
 * is written before it is looked at before its arguments, if these do nothing.
 *
 * Words: 0 flags; 1 positions; 2 their mark; then two an event: position and mark.
 */
#include <string.h>
#include "instrument/profile.h"

enum { MAX_PARTS = 64 /* scalars, vectors and columns that are looked at in one place */ };

bool gs_events_choose(struct gs_rewrite *rw, unsigned total)
{
	struct gs_variant_layout *layout = rw->layout;

	if (rw->is_float || total < 5 || rw->flow->unrecordable) {
		gs_rewrite_fail(rw, "the events of this shader cannot be recorded in one draw");
		return false;
	}
	layout->first_bit_word = 3;
	layout->window = MIN((total - 3) / 2, (unsigned)GS_MAX_EVENTS);
	layout->n_words = 3 + 2 * layout->window;
	return true;
}

/* ---- what is looked at ---- */

struct tests {
	GString *out;
	const struct gs_rewrite *rw;
	unsigned n;
};

static void test_value(struct tests *t, const struct gs_type *type, GString *value)
{
	gsize length = value->len;
	struct gs_type element;
	unsigned count;

	if (type->n_dimensions == 0 && type->base == GS_BASE_STRUCT) {
		for (size_t i = 0; i < type->structure->n_members; i++) {
			g_string_append_printf(value, ".%s", type->structure->members[i].name);
			test_value(t, &type->structure->members[i].type, value);
			g_string_truncate(value, length);
		}
		return;
	}
	bool is_whole = type->n_dimensions == 0 && type->columns == 1;
	if (is_whole && (type->base == GS_BASE_FLOAT || type->base == GS_BASE_DOUBLE)) {
		if (t->n++ < MAX_PARTS)
			gs_rewrite_append(
				t->rw, t->out, "%s@bad(%s)", t->out->len ? " || " : "", value->str);
		return;
	}
	if (is_whole || (type->base != GS_BASE_FLOAT && type->base != GS_BASE_DOUBLE &&
				type->base != GS_BASE_STRUCT))
		return;
	if (!gs_type_element(type, &element, &count))
		return;
	for (unsigned i = 0; i < count && t->n <= MAX_PARTS; i++) {
		g_string_append_printf(value, "[%u]", i);
		test_value(t, &element, value);
		g_string_truncate(value, length);
	}
}

static bool is_among(
	const struct gs_symbol *symbol, const struct gs_symbol *const *symbols, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (symbols[i] == symbol || (symbol->is_builtin && symbols[i]->is_builtin &&
						    !strcmp(symbols[i]->name, symbol->name)))
			return true;
	return false;
}

/* "" where nothing is to be looked at. */
static char *write_tests(struct gs_rewrite *rw, const struct gs_site *site)
{
	struct tests t = {.out = g_string_new(""), .rw = rw};
	size_t n, n_visible;
	const struct gs_symbol *const *written = gs_plan_arrivals(rw->plan, site->id, &n);

	if (n == 0)
		return g_string_free(t.out, FALSE);
	const struct gs_symbol **visible = gs_shader_visible(
		rw->plan->shader, site->unit, site->marked->first, &n_visible);
	for (size_t i = 0; i < n; i++) {
		const struct gs_symbol *s = written[i];
		/* what has no number of scalars cannot be captured either */
		if (s->is_writeonly || gs_type_scalars(&s->type) == 0 ||
			!is_among(s, visible, n_visible))
			continue;
		const char *mapped = gs_outputs_map(s->name, rw);
		GString *value = g_string_new(mapped ? mapped : s->name);
		test_value(&t, &s->type, value);
		g_string_free(value, TRUE);
	}
	g_free(visible);
	if (t.n > MAX_PARTS)
		gs_rewrite_fail(rw, "too much is written at once for its events to be recorded");
	return g_string_free(t.out, FALSE);
}

/* ---- where ---- */

static bool does_nothing(const struct gs_node *node)
{
	const char *text;

	if (node->kind == GS_NODE_ASSIGN || node->kind == GS_NODE_POSTFIX ||
		node->kind == GS_NODE_TERNARY || node->kind == GS_NODE_LOGICAL)
		return false;
	if (node->kind == GS_NODE_UNARY) {
		text = node->unit->tokens[node->op_token].text;
		if (!strcmp(text, "++") || !strcmp(text, "--"))
			return false;
	}
	if (node->kind == GS_NODE_CALL) {
		static const char *const outs[] = {"modf", "frexp", "atomic", "image", "uaddCarry",
			"usubBorrow", "umulExtended", "imulExtended"};
		text = node->unit->tokens[node->name_token].text;
		for (unsigned i = 0; i < G_N_ELEMENTS(outs); i++)
			if (node->function || g_str_has_prefix(text, outs[i]))
				return false;
	}
	for (size_t i = 0; i < node->n_children; i++)
		if (node->child[i] && !does_nothing(node->child[i]))
			return false;
	return true;
}

static char *before_call(struct gs_rewrite *rw, const struct gs_site *site, const char *tests)
{
	const struct gs_node *call = site->marked;

	if (!*tests)
		return NULL;
	for (size_t i = 0; i < call->n_children; i++)
		if (call->child[i] && !does_nothing(call->child[i]))
			gs_rewrite_fail(rw,
				"what the arguments of the call in line %u do cannot "
				"be told from what comes before them",
				gs_node_span(call).line);
	return gs_rewrite_text(rw, "@next(%s)", tests);
}

char *gs_events_at_site(struct gs_rewrite *rw, unsigned site)
{
	const struct gs_site *s = &rw->plan->sites[site];
	char *tests = write_tests(rw, s), *text;

	if (s->kind == GS_SITE_CALL)
		text = before_call(rw, s, tests);
	else if (s->kind == GS_SITE_END)
		text = *tests ? gs_rewrite_text(rw, "@next(%s)", tests) : NULL;
	else if (*tests)
		text = gs_rewrite_text(rw, "@at(%uu), @hit(%s)", site, tests);
	else
		text = gs_rewrite_text(rw, "@at(%uu)", site);
	g_free(tests);
	return text;
}

static unsigned number_of_function(const struct gs_plan *plan, unsigned function)
{
	return (unsigned)plan->n_sites + function;
}

char *gs_events_at_function(struct gs_rewrite *rw, unsigned function)
{
	return gs_rewrite_text(rw, "@at(%uu)", number_of_function(rw->plan, function));
}

uint32_t gs_plan_mark(const struct gs_plan *plan, uint32_t mark, unsigned site)
{
	int callee = plan->flow->places[site].callee;

	return mark * 33u + (callee >= 0 ? number_of_function(plan, (unsigned)callee) : site) + 1u;
}

/* ---- GLSL ---- */

static const struct gs_site *end_site(const struct gs_rewrite *rw)
{
	const struct gs_flow_function *main = &rw->flow->functions[rw->flow->main];
	unsigned i = main->first_site;

	while (rw->plan->sites[i].kind != GS_SITE_END)
		i++;
	return &rw->plan->sites[i];
}

/* At main's brace; a return leaves nothing to be looked at that was not already. */
static void look_at_end(struct gs_rewrite *rw)
{
	const struct gs_site *end = end_site(rw);
	char *tests = gs_events_at_site(rw, end->id);

	if (tests) {
		char *text = g_strconcat(" ", tests, "; ", NULL);
		gs_edit_before(rw->edits[end->unit->index], end->marked->last, text);
		g_free(text);
	}
	g_free(tests);
}

/* By the bits: comparisons of NaN are nothing to rely on in GLSL. */
static void declare_tests(
	struct gs_rewrite *rw, const char *name, const char *bits, const char *mask)
{
	bool is_double = *name == 'd';
	const char *hp = is_double ? "" : rw->highp;

	gs_rewrite_append(rw, rw->globals, "bool @bad(%s%s v);\n", hp, name);
	gs_rewrite_append(rw, rw->functions, "bool @bad(%s%s v)\n{\n\treturn (%s & %s) == %s;\n}\n",
		hp, name, bits, mask, mask);
	for (unsigned i = 2; i <= 4; i++) {
		char *type = g_strdup_printf("%s%svec%u", hp, is_double ? "d" : "", i);
		gs_rewrite_append(rw, rw->globals, "bool @bad(%s v);\n", type);
		gs_rewrite_append(
			rw, rw->functions, "bool @bad(%s v)\n{\n\treturn @bad(v.x)", type);
		for (unsigned k = 1; k < i; k++)
			gs_rewrite_append(rw, rw->functions, " || @bad(v.%c)", "xyzw"[k]);
		g_string_append(rw->functions, ";\n}\n");
		g_free(type);
	}
}

static bool has_doubles(const struct gs_rewrite *rw)
{
	static const char *const names[] = {"double", "dvec", "dmat"};

	for (size_t u = 0; u < rw->plan->shader->n_units; u++) {
		const struct gs_unit *unit = rw->plan->shader->units[u];
		for (size_t i = 0; i < unit->n_tokens; i++)
			for (unsigned k = 0; k < G_N_ELEMENTS(names); k++)
				if (g_str_has_prefix(unit->tokens[i].text, names[k]))
					return true;
	}
	return false;
}

void gs_events_declare(struct gs_rewrite *rw)
{
	unsigned n = rw->layout->window;
	const char *hp = rw->highp;
	const char *alive = rw->dead ? "if (!@dead) " : "";
	char *guard = gs_rewrite_text(rw, alive);

	look_at_end(rw);
	declare_tests(rw, "float", "floatBitsToUint(v)", "0x7f800000u");
	if (has_doubles(rw))
		declare_tests(rw, "double", "unpackDouble2x32(v).y", "0x7ff00000u");
	gs_rewrite_append(rw, rw->globals,
		"%suint @n, @m, @e, @events[%u];\nvoid @at(%suint site);\nvoid @hit(bool bad);\n"
		"void @next(bool bad);\n",
		hp, 2 * n, hp);
	gs_rewrite_append(rw, rw->functions,
		"void @at(%suint site)\n{\n\t%s{\n\t\t@m = @m * 33u + site + "
		"1u;\n\t\t++@n;\n\t}\n}\n",
		hp, guard);
	gs_rewrite_append(rw, rw->functions,
		"void @event(%suint at)\n{\n\t%sif (at >= %uu && @e < %uu) {\n"
		"\t\t@events[2u * @e] = at;\n\t\t@events[2u * @e + 1u] = @m;\n\t\t++@e;\n\t}\n}\n",
		hp, guard, (unsigned)rw->request->first_decision, n);
	gs_rewrite_append(rw, rw->functions,
		"void @hit(bool bad)\n{\n\tif (bad)\n\t\t@event(@n - 1u);\n}\n"
		"void @next(bool bad)\n{\n\tif (bad)\n\t\t@event(@n);\n}\n");
	gs_rewrite_append(rw, rw->begin,
		"\t@n = @m = @e = 0u;\n\tfor (int i = 0; i < %u; ++i)\n\t\t@events[i] = 0u;\n",
		2 * n);
	g_free(guard);
}

void gs_events_write(struct gs_rewrite *rw)
{
	gs_rewrite_append(
		rw, rw->finish, "\t@at(%uu);\n\t@v0.y = @n;\n\t@v0.z = @m;\n", end_site(rw)->id);
	for (unsigned i = 0; i < 2 * rw->layout->window; i++) {
		char *word = gs_word_name(rw, rw->layout->first_bit_word + i);
		gs_rewrite_append(rw, rw->finish, "\t%s = @events[%u];\n", word, i);
		g_free(word);
	}
}

/* ---- back ---- */

void gs_variant_events(const struct gs_variant *variant, const struct gs_images *images,
	size_t pixel, struct gs_events *events)
{
	const struct gs_variant_layout *layout = variant->layout;

	memset(events, 0, sizeof(*events));
	if (layout->kind != GS_VARIANT_EVENTS)
		return;
	events->n_positions = gs_count_at(variant, images, 1, pixel);
	events->mark = gs_count_at(variant, images, 2, pixel);
	for (unsigned i = 0; i < layout->window; i++) {
		unsigned word = layout->first_bit_word + 2 * i;
		uint32_t position = gs_count_at(variant, images, word, pixel);
		if (position == 0) /* nothing is written before the first */
			break;
		events->position[events->n] = position;
		events->mark_at[events->n++] = gs_count_at(variant, images, word + 1, pixel);
	}
}

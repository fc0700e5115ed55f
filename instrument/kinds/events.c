/* SPDX-License-Identifier: MIT */
/*
 * Along each element's path: at which positions something has just become NaN or infinite, or a
 * condition holds (EVENTS), or the values that have just been written (CHANGES).
 *
 * Where a site is come to, the position is counted, and what gs_plan_reaching_writes names is
 * looked at. A call is counted where its function begins (see count.c), and what is written before
 * it is looked at before its arguments, if these do nothing. From which position on is a uniform's
 * value, so that one program serves all windows.
 *
 * Only one event, or one position, comes back from a draw: lists would have to be written by index
 * at every site, and such a program takes the driver seconds to compile.
 *
 * Words: 0 flags. EVENTS: 1 positions; 2 their mark; 3 position and 4 mark of the first event.
 * CHANGES: 1 for the position was come to; 2 its mark; then the values.
 */
#include <string.h>
#include "instrument/text/names.h"
#include "instrument/words/pack.h"
#include "instrument/kinds/profile.h"

enum { MAX_PARTS = 64 /* scalars, vectors and columns that are tested at one site */ };

static bool is_changes(const struct gs_rewrite *rw)
{
	return rw->layout->kind == GS_VARIANT_CHANGES;
}

bool gs_events_choose(struct gs_rewrite *rw, unsigned total)
{
	struct gs_variant_layout *layout = rw->layout;

	if (rw->is_float || total < 8 || rw->flow->unrecordable) {
		gs_rewrite_fail(rw, "the events of this shader cannot be recorded in one draw");
		return false;
	}
	layout->first_bit_word = 3;
	layout->n_words = is_changes(rw) ? total : 5;
	layout->window = layout->n_words - 3;
	rw->variant->uniform = gs_rewrite_text(rw, "@first");
	rw->variant->n_uniform = 1;
	rw->variant->want[0] = (int32_t)rw->request->first_decision;
	return true;
}

/* ---- what is looked at ---- */

static unsigned words_of(enum gs_base base)
{
	switch (base) {
	case GS_BASE_FLOAT:
	case GS_BASE_INT:
	case GS_BASE_UINT:
	case GS_BASE_BOOL:
		return 1;
	case GS_BASE_DOUBLE:
		return 2;
	default:
		return 0;
	}
}

/* 0: it has parts that cannot be tested. */
static size_t words_of_type(const struct gs_type *type)
{
	struct gs_type element;
	unsigned count;
	size_t n = 0;

	if (type->n_dimensions == 0 && type->base == GS_BASE_STRUCT) {
		for (size_t i = 0; i < type->structure->n_members; i++) {
			size_t words = words_of_type(&type->structure->members[i].type);
			if (words == 0)
				return 0;
			n += words;
		}
		return n;
	}
	if (!gs_type_element(type, &element, &count))
		return words_of(type->base);
	return count * words_of_type(&element);
}

static bool changes_nothing(const struct gs_node *node);

/* What the return of a site gives, if that can be evaluated once more; NULL. */
static const struct gs_node *returned_at(const struct gs_plan *plan, unsigned site)
{
	const struct gs_site *s = &plan->sites[site];
	const struct gs_node *value = s->kind == GS_SITE_RETURN && s->node->n_children
					      ? s->node->child[0]
					      : NULL;
	return value && s->capturable && changes_nothing(value) ? value : NULL;
}

/* The index of a symbol's first value among those of its site, or, with NULL, of what is returned
 * there; false: there was no room. */
static bool find_words(const struct gs_plan *plan, unsigned site, unsigned window,
	const struct gs_symbol *symbol, unsigned *first)
{
	size_t n;
	const struct gs_symbol *const *symbols = gs_plan_reaching_writes(plan, site, &n);

	*first = 0;
	for (size_t i = 0; i < n; i++) {
		size_t scalars = gs_type_scalars(&symbols[i]->type);
		size_t words = scalars > MAX_PARTS ? 0 : words_of_type(&symbols[i]->type);
		bool fits = words > 0 && words <= window - *first;
		if (symbols[i] == symbol)
			return fits;
		if (fits)
			*first += (unsigned)words;
	}
	const struct gs_node *returned = symbol ? NULL : returned_at(plan, site);
	size_t words = returned && gs_type_scalars(&returned->type) <= GS_MAX_RETURNED
			       ? words_of_type(&returned->type)
			       : 0;
	return words > 0 && words <= window - *first;
}

struct tests {
	GString *out;
	struct gs_rewrite *rw;
	const struct gs_unit *unit; /* that they stand in */
	bool values;		    /* else tests */
	unsigned word;		    /* of the next value */
	unsigned n;
};

static bool is_wanted(const struct tests *t, enum gs_base base)
{
	return base == GS_BASE_FLOAT || base == GS_BASE_DOUBLE || t->values;
}

static void put_scalar(struct tests *t, enum gs_base base, const char *value)
{
	bool is_integer = base == GS_BASE_INT || base == GS_BASE_UINT;
	char *wide = NULL;

	if (is_integer && *t->rw->highp) { /* see pack.c */
		wide = gs_rewrite_text(t->rw, base == GS_BASE_INT ? "@hi" : "@hu");
		g_string_append_printf(t->out, "%s%s = %s", t->out->len ? ", " : "", wide, value);
	}
	gs_pack_scalar(t->rw, t->unit, base, t->word, wide ? wide : value, t->out);
	t->word += words_of(base);
	g_free(wide);
}

/* Writes a test for each scalar, vector and column, or a word for each scalar. */
static void look_at_value(struct tests *t, const struct gs_type *type, GString *value)
{
	gsize length = value->len;
	struct gs_type element;
	unsigned count;

	if (type->n_dimensions == 0 && type->base == GS_BASE_STRUCT) {
		for (size_t i = 0; i < type->structure->n_members; i++) {
			g_string_append_printf(value, ".%s",
				gs_rewrite_name(t->rw, type->structure->members[i].name));
			look_at_value(t, &type->structure->members[i].type, value);
			g_string_truncate(value, length);
		}
		return;
	}
	if (type->base != GS_BASE_STRUCT && !is_wanted(t, type->base))
		return;
	bool is_vector = type->n_dimensions == 0 && type->columns == 1;
	if (is_vector && !t->values) {
		if (t->n++ < MAX_PARTS)
			gs_rewrite_append(
				t->rw, t->out, "%s@bad(%s)", t->out->len ? " || " : "", value->str);
		return;
	}
	if (!gs_type_element(type, &element, &count)) {
		put_scalar(t, type->base, value->str);
		return;
	}
	for (unsigned i = 0; i < count && t->n <= MAX_PARTS; i++) {
		if (is_vector)
			g_string_append_printf(value, ".%c", "xyzw"[i]);
		else
			g_string_append_printf(value, "[%u]", i);
		look_at_value(t, &element, value);
		g_string_truncate(value, length);
	}
}

static bool calls_function(const struct gs_node *node)
{
	if (node->kind == GS_NODE_CALL && (node->function || node->symbol))
		return true;
	for (size_t i = 0; i < node->n_children; i++)
		if (node->child[i] && calls_function(node->child[i]))
			return true;
	return false;
}

/* The value that the expression must differ from to hold; NULL: it is not a condition. */
static const char *zero_of(const struct gs_type *type)
{
	if (type->n_dimensions || type->columns > 1 || type->rows > 1)
		return NULL;
	switch (type->base) {
	case GS_BASE_BOOL:
		return "false";
	case GS_BASE_INT:
		return "0";
	case GS_BASE_UINT:
		return "0u";
	case GS_BASE_FLOAT:
		return "0.0";
	default:
		return NULL;
	}
}

/* Writes the conditions at a site. Sites of a function that a condition calls would be counted as
 * well. */
static char *look_at_conditions(struct gs_rewrite *rw, const struct gs_site *site)
{
	const struct gs_variant_request *q = rw->request;
	GString *out = g_string_new("");

	for (size_t i = 0; i < q->n_captures; i++) {
		const struct gs_expression *e = q->captures[i].expression;
		const char *zero = zero_of(&e->type);
		if (q->sites[i] != site->id)
			continue;
		if (!zero || calls_function(e->root)) {
			gs_rewrite_fail(rw, "this condition cannot be tested along the path");
			break;
		}
		g_string_append(out, out->len ? " || (" : "(");
		gs_rewrite_tokens(rw, e->unit, e->root->first, e->root->last, out);
		g_string_append_printf(out, ") != %s", zero);
	}
	return g_string_free(out, FALSE);
}

static void look_at_returned(struct tests *t, const struct gs_site *site)
{
	struct gs_rewrite *rw = t->rw;
	if (!t->values || !find_words(rw->plan, site->id, rw->layout->window, NULL, &t->word))
		return;
	const struct gs_node *returned = returned_at(rw->plan, site->id);
	GString *value = g_string_new("(");
	gs_rewrite_tokens(rw, site->unit, returned->first, returned->last, value);
	g_string_append_c(value, ')');
	t->word += rw->layout->first_bit_word;
	look_at_value(t, &returned->type, value);
	g_string_free(value, TRUE);
}

/* "" where there is nothing to test. */
static char *look_at_reaching_writes(struct gs_rewrite *rw, const struct gs_site *site)
{
	struct tests t = {
		.out = g_string_new(""), .rw = rw, .unit = site->unit, .values = is_changes(rw)};
	size_t n;
	const struct gs_symbol *const *written = gs_plan_reaching_writes(rw->plan, site->id, &n);

	for (size_t i = 0; i < n; i++) {
		const struct gs_symbol *s = written[i];
		GString *value = g_string_new(gs_rewrite_name(rw, s->name));
		bool fits = !t.values ||
			    find_words(rw->plan, site->id, rw->layout->window, s, &t.word);
		t.word += rw->layout->first_bit_word;
		if (fits)
			look_at_value(&t, &s->type, value);
		g_string_free(value, TRUE);
	}
	look_at_returned(&t, site);
	if (t.n > MAX_PARTS)
		gs_rewrite_fail(rw, "too many values are written at once to record its events");
	return g_string_free(t.out, FALSE);
}

/* ---- where ---- */

static bool changes_nothing(const struct gs_node *node)
{
	const char *text;

	if (node->kind == GS_NODE_ASSIGN || node->kind == GS_NODE_POSTFIX)
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
			if (node->function || node->symbol || g_str_has_prefix(text, outs[i]))
				return false;
	}
	for (size_t i = 0; i < node->n_children; i++)
		if (node->child[i] && !changes_nothing(node->child[i]))
			return false;
	return true;
}

static bool decides(const struct gs_node *node)
{
	if (node->kind == GS_NODE_TERNARY || node->kind == GS_NODE_LOGICAL)
		return true;
	for (size_t i = 0; i < node->n_children; i++)
		if (node->child[i] && decides(node->child[i]))
			return true;
	return false;
}

static bool does_nothing(const struct gs_node *node)
{
	return changes_nothing(node) && !decides(node);
}

static void check_arguments(struct gs_rewrite *rw, const struct gs_node *call)
{
	for (size_t i = 0; i < call->n_children; i++)
		if (call->child[i] && !does_nothing(call->child[i]))
			gs_rewrite_fail(rw,
				"the effects of the arguments of the call in line %u cannot be "
				"separated from what is evaluated before them",
				gs_node_span(call).line);
}

char *gs_events_at_site(struct gs_rewrite *rw, unsigned site)
{
	const struct gs_site *s = &rw->plan->sites[site];
	char *tests = rw->request->sites ? look_at_conditions(rw, s)
					 : look_at_reaching_writes(rw, s),
	     *text;
	bool is_ahead = s->kind == GS_SITE_CALL || s->kind == GS_SITE_END;

	if (*tests && s->kind == GS_SITE_CALL)
		check_arguments(rw, s->marked);
	char *come = is_ahead ? gs_rewrite_text(rw, "@ahead()")
			      : gs_rewrite_text(rw, "@at(%uu)", site);
	if (*tests)
		text = gs_rewrite_text(rw,
			is_changes(rw) ? "%s, @in && (@v0.y = 1u, @v0.z = @m, %s, true)"
				       : "%s, @hit(%s)",
			come, tests);
	else
		text = is_ahead ? NULL : g_strdup(come);
	g_free(come);
	g_free(tests);
	return text;
}

/* Functions that a call chooses from are not told apart, since the site alone does not identify
 * one. */
static unsigned number_of_function(const struct gs_plan *plan, unsigned function)
{
	const struct gs_flow *flow = plan->flow;

	return (unsigned)plan->n_sites +
	       (flow->functions[function].is_choice ? (unsigned)flow->n_functions : function);
}

char *gs_events_at_function(struct gs_rewrite *rw, unsigned function)
{
	return gs_rewrite_text(rw, "@at(%uu)", number_of_function(rw->plan, function));
}

uint32_t gs_plan_mark(const struct gs_plan *plan, uint32_t mark, unsigned site)
{
	const unsigned *callees;
	unsigned n = gs_site_callees(&plan->flow->site_info[site], &callees);

	return mark * 33u + (n ? number_of_function(plan, callees[0]) : site) + 1u;
}

static const struct gs_site *end_site(const struct gs_rewrite *rw)
{
	const struct gs_flow_function *main = &rw->flow->functions[rw->flow->main];
	unsigned i = main->first_site;

	while (rw->plan->sites[i].kind != GS_SITE_END)
		i++;
	return &rw->plan->sites[i];
}

/* At main's closing brace; a return adds nothing that was not tested already. */
static void look_at_end(struct gs_rewrite *rw)
{
	const struct gs_site *end = end_site(rw);
	char *tests = gs_events_at_site(rw, end->id);

	if (tests) {
		char *text = g_strconcat(" ", tests, "; ", NULL);
		gs_token_edit_before(rw->edits[end->unit->index], end->marked->last, text);
		g_free(text);
	}
	g_free(tests);
}

/* ---- GLSL ---- */

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

/* Tests for a scalar type and its vectors. They look at the bits, since GLSL does not define
 * comparisons with NaN. */
static void declare_tests(struct gs_rewrite *rw, const char *type, const char *vector,
	const char *bits, const char *mask)
{
	gs_rewrite_append(rw, rw->globals, "bool @bad(%s v);\n", type);
	gs_rewrite_append(rw, rw->functions, "bool @bad(%s v)\n{\n\treturn (%s & %s) == %s;\n}\n",
		type, bits, mask, mask);
	for (unsigned i = 2; i <= 4; i++) {
		gs_rewrite_append(rw, rw->globals, "bool @bad(%s%u v);\n", vector, i);
		gs_rewrite_append(
			rw, rw->functions, "bool @bad(%s%u v)\n{\n\treturn @bad(v.x)", vector, i);
		for (unsigned k = 1; k < i; k++)
			gs_rewrite_append(rw, rw->functions, " || @bad(v.%c)", "xyzw"[k]);
		g_string_append(rw->functions, ";\n}\n");
	}
}

static void declare_event(struct gs_rewrite *rw)
{
	bool is_es = *rw->highp;

	gs_rewrite_append(rw, rw->globals, "%suint @e, @me;\nvoid @hit(bool bad);\n", rw->highp);
	gs_rewrite_append(rw, rw->functions,
		"void @hit(bool bad)\n{\n\tif (bad && @in && @e == 0u) {\n"
		"\t\t@e = @here;\n\t\t@me = @m;\n\t}\n}\n");
	gs_rewrite_append(rw, rw->begin, "\t@e = @me = 0u;\n");
	if (rw->request->sites)
		return;
	declare_tests(rw, is_es ? "highp float" : "float", is_es ? "highp vec" : "vec",
		"floatBitsToUint(v)", "0x7f800000u");
	if (has_doubles(rw))
		declare_tests(rw, "double", "dvec", "unpackDouble2x32(v).y", "0x7ff00000u");
}

/* n: positions so far; m: their mark; here: the current one; in: it counts. */
void gs_events_declare(struct gs_rewrite *rw)
{
	const char *hp = rw->highp;
	const char *in = is_changes(rw) ? "==" : ">=";
	char *dead = gs_rewrite_text(
		rw, rw->dead ? "\t@in = false;\n\tif (@dead)\n\t\treturn;\n" : "");

	look_at_end(rw);
	gs_rewrite_append(rw, rw->globals,
		"uniform %sint @first[1];\n%suint @n, @m, @here;\nbool @in;\nvoid @at(%suint "
		"site);\n"
		"void @ahead();\n",
		hp, hp, hp);
	gs_rewrite_append(rw, rw->functions,
		"void @at(%suint site)\n{\n%s\t@m = @m * 33u + site + 1u;\n\t@here = @n++;\n"
		"\t@in = @here %s uint(@first[0]);\n}\n"
		"void @ahead()\n{\n%s\t@here = @n;\n\t@in = @here %s uint(@first[0]);\n}\n",
		hp, dead, in, dead, in);
	gs_rewrite_append(rw, rw->begin, "\t@n = @m = @here = 0u;\n\t@in = false;\n");
	if (!is_changes(rw))
		declare_event(rw);
	g_free(dead);
}

void gs_events_write(struct gs_rewrite *rw)
{
	if (is_changes(rw))
		return; /* written at their sites */
	char *at = gs_word_name(rw, 3), *mark = gs_word_name(rw, 4);
	gs_rewrite_append(rw, rw->finish,
		"\t@at(%uu);\n\t@v0.y = @n;\n\t@v0.z = @m;\n\t%s = @e;\n\t%s = @me;\n",
		end_site(rw)->id, at, mark);
	g_free(at);
	g_free(mark);
}

/* ---- back ---- */

void gs_variant_events(const struct gs_variant *variant, const struct gs_images *images,
	size_t pixel, struct gs_events *events)
{
	memset(events, 0, sizeof(*events));
	if (variant->layout->kind != GS_VARIANT_EVENTS)
		return;
	events->n_positions = gs_count_at(variant, images, 1, pixel);
	events->mark = gs_count_at(variant, images, 2, pixel);
	events->position = gs_count_at(variant, images, 3, pixel);
	events->mark_at = gs_count_at(variant, images, 4, pixel);
}

bool gs_variant_changed(const struct gs_variant *variant, const struct gs_images *images,
	size_t pixel, uint32_t *mark)
{
	*mark = 0;
	if (variant->layout->kind != GS_VARIANT_CHANGES)
		return false;
	*mark = gs_count_at(variant, images, 2, pixel);
	return gs_count_at(variant, images, 1, pixel) != 0;
}

static void read_scalars(const struct gs_variant *variant, const struct gs_images *images,
	const struct gs_type *type, size_t pixel, unsigned *word, struct gs_scalar **scalars)
{
	struct gs_type element;
	unsigned count;

	if (type->n_dimensions == 0 && type->base == GS_BASE_STRUCT) {
		for (size_t i = 0; i < type->structure->n_members; i++)
			read_scalars(variant, images, &type->structure->members[i].type, pixel,
				word, scalars);
		return;
	}
	if (!gs_type_element(type, &element, &count)) {
		*(*scalars)++ = gs_unpack_scalar(variant, images, type->base, *word, pixel);
		*word += words_of(type->base);
		return;
	}
	for (unsigned i = 0; i < count; i++)
		read_scalars(variant, images, &element, pixel, word, scalars);
}

bool gs_variant_change(const struct gs_variant *variant, const struct gs_images *images,
	size_t pixel, const struct gs_plan *plan, unsigned site, const struct gs_symbol *symbol,
	struct gs_scalar *scalars)
{
	unsigned word;

	if (variant->layout->kind != GS_VARIANT_CHANGES ||
		!find_words(plan, site, variant->layout->window, symbol, &word))
		return false;
	word += variant->layout->first_bit_word;
	read_scalars(variant, images, &symbol->type, pixel, &word, &scalars);
	return true;
}

const struct gs_type *gs_variant_returned(const struct gs_variant *variant,
	const struct gs_images *images, size_t pixel, const struct gs_plan *plan, unsigned site,
	struct gs_scalar *scalars)
{
	unsigned word;

	if (variant->layout->kind != GS_VARIANT_CHANGES ||
		!find_words(plan, site, variant->layout->window, NULL, &word))
		return NULL;
	const struct gs_type *type = &returned_at(plan, site)->type;
	word += variant->layout->first_bit_word;
	read_scalars(variant, images, type, pixel, &word, &scalars);
	return type;
}

bool gs_plan_returns(const struct gs_plan *plan, unsigned site)
{
	return returned_at(plan, site) != NULL;
}

/* SPDX-License-Identifier: MIT */
/*
 * Counts: how many sites each element executes, and how many texture lookups, by sampler.
 *
 * Each site gets a `++`: before its statement, or in its condition by the comma operator. A call
 * counts where the function begins, so that a discard in its arguments comes first.
 *
 * Executions: of sites that are executed equally often one gets a `++` of its own, and each loop
 * two.
 *
 * Words: 0 flags; then one a counter, "sites" first; or "lookups" alone. Reach: a bit a site.
 */
#include <stdlib.h>
#include <string.h>
#include "instrument/lookup.h"
#include "instrument/words/pack.h"
#include "instrument/kinds/profile.h"

struct count_point {
	const struct gs_node *node;
	bool is_statement;
	unsigned counter; /* reach: site; executions: of gs_plan_counters */
};

static bool counts_lookups_alone(const struct gs_rewrite *rw)
{
	return rw->layout->kind == GS_VARIANT_COUNTS && rw->request->lookups_alone;
}

static bool is_reachable(const struct gs_rewrite *rw, unsigned site)
{
	return rw->flow->functions[rw->flow->site_info[site].flow_function].reachable;
}

/* ---- samplers ---- */

/* Whether something in it may be a lookup that the variant would not count. */
static bool may_miss(const struct gs_node *node, bool counts)
{
	if (counts ? gs_node_names_lookup(node) && node->child[0]->type.base == GS_BASE_UNKNOWN
		   : gs_node_names_lookup(node))
		return true;
	for (size_t i = 0; i < node->n_children; i++)
		if (node->child[i] && may_miss(node->child[i], counts))
			return true;
	return false;
}

/* Lookups outside of functions, and those of samplers whose types are not known. */
static void refuse_missed(struct gs_rewrite *rw)
{
	const struct gs_shader *shader = rw->plan->shader;

	for (size_t u = 0; u < shader->n_units; u++) {
		const struct gs_node *root = shader->units[u]->root;
		for (size_t i = 0; i < root->n_children && !rw->failed; i++)
			if (root->child[i] &&
				may_miss(root->child[i], root->child[i]->kind == GS_NODE_FUNCTION))
				gs_rewrite_fail(rw, "a texture lookup in it cannot be counted");
	}
}

static unsigned counter_of(struct gs_variant_layout *layout, char *name)
{
	for (size_t i = 1; i < layout->n_counters; i++)
		if (!strcmp(layout->counters[i], name)) {
			g_free(name);
			return (unsigned)i;
		}
	layout->counters = g_renew(char *, layout->counters, layout->n_counters + 2);
	layout->counters[layout->n_counters] = name;
	layout->counters[++layout->n_counters] = NULL;
	return (unsigned)layout->n_counters - 1;
}

static void find_lookups(
	struct gs_rewrite *rw, GHashTable *samplers, const struct gs_node *node, GArray *points)
{
	for (size_t i = 0; i < node->n_children; i++)
		if (node->child[i])
			find_lookups(rw, samplers, node->child[i], points);
	if (!gs_node_is_lookup(node))
		return;
	if (!gs_node_is_open(node)) {
		gs_rewrite_fail(rw,
			"the texture lookup in line %u cannot be counted: no code can be inserted "
			"there",
			gs_node_span(node).line);
		return;
	}
	struct count_point p = {.node = node};
	if (!counts_lookups_alone(rw))
		p.counter = counter_of(rw->layout, gs_sampler_name(samplers, node->child[0]));
	g_array_append_val(points, p);
}

/* ---- sites ---- */

static bool is_const(const struct gs_node *declaration)
{
	for (unsigned t = declaration->first; t < declaration->child[0]->first; t++)
		if (!strcmp(declaration->unit->tokens[t].text, "const"))
			return true;
	return false;
}

static struct count_point point_of_declaration(const struct gs_site *site)
{
	const struct gs_node *declaration = site->node, *e = NULL;
	struct count_point p = {.node = declaration, .is_statement = true};

	if (site->marked != declaration && site->marked != declaration->child[0])
		e = site->marked->child[0];
	if (e && e->kind != GS_NODE_INIT_LIST && e->type.n_dimensions == 0 &&
		!is_const(declaration))
		p = (struct count_point){.node = e};
	return p;
}

static struct count_point point_of_call(const struct gs_node *call)
{
	const struct gs_node *parent = call->parent;
	bool is_void = call->type.base == GS_BASE_VOID;

	if (is_void && parent && parent->kind == GS_NODE_RETURN)
		return (struct count_point){.node = parent, .is_statement = true};
	return (struct count_point){.node = call};
}

/* Whether a subroutine may run in calls whose choice is not known. Its calls then count where they
 * stand. */
static bool counts_where_it_stands(const struct gs_rewrite *rw, unsigned call)
{
	const unsigned *callees;

	gs_site_callees(&rw->flow->site_info[call], &callees);
	return rw->flow->calls_unknown && rw->flow->functions[callees[0]].function->is_subroutine;
}

static void find_site(const struct gs_rewrite *rw, const struct gs_site *site, GArray *points)
{
	struct count_point p = {.node = site->node, .is_statement = true};

	switch (site->kind) {
	case GS_SITE_DECLARATION:
		p = point_of_declaration(site);
		break;
	case GS_SITE_IF:
	case GS_SITE_TERNARY:
	case GS_SITE_LOGICAL:
	case GS_SITE_LOOP_TEST:
		p.is_statement = false;
		p.node = gs_condition_expression(site->marked);
		break;
	case GS_SITE_SWITCH:
		p.is_statement = false;
		p.node = site->node->child[0];
		break;
	case GS_SITE_LOOP_INIT:
		p.node = gs_node_is_loop(site->node) ? site->node : site->node->parent;
		break;
	case GS_SITE_LOOP_NEXT:
		p.is_statement = false;
		p.node = site->marked;
		break;
	case GS_SITE_CALL:
		if (rw->layout->kind == GS_VARIANT_COUNTS && !counts_where_it_stands(rw, site->id))
			return; /* where the function begins */
		p = point_of_call(site->marked);
		break;
	case GS_SITE_END:
		return; /* behind the call of main */
	default:
		break;
	}
	if (rw->layout->kind == GS_VARIANT_EXECUTIONS)
		p.counter = gs_plan_counters(rw->plan)->of_site[site->id];
	else if (rw->layout->kind != GS_VARIANT_COUNTS)
		p.counter = site->id;
	if (p.node)
		g_array_append_val(points, p);
}

/* Inner nodes before those that contain them. */
static int compare_points(const void *a, const void *b)
{
	const struct gs_node *x = ((const struct count_point *)a)->node,
			     *y = ((const struct count_point *)b)->node;

	if (x->unit != y->unit)
		return x->unit < y->unit ? -1 : 1;
	if (x->first != y->first)
		return x->first > y->first ? -1 : 1;
	return x->last < y->last ? -1 : x->last > y->last;
}

/* Of a word: a float holds as many exactly. */
unsigned gs_count_bits(bool is_float)
{
	return is_float ? 24 : 32;
}

char *gs_count_set_bit(const struct gs_rewrite *rw, unsigned at)
{
	unsigned bits = gs_count_bits(rw->is_float);

	return gs_rewrite_text(
		rw, rw->is_float ? "@reach%u(%u.0)" : "@reach%u(%uu)", at / bits, 1u << at % bits);
}

bool gs_count_bit_at(const struct gs_variant *variant, const struct gs_images *images, size_t index,
	size_t pixel)
{
	const struct gs_variant_layout *layout = variant->layout;
	unsigned bits = gs_count_bits(layout->is_float);
	size_t at = index - layout->first_bit_word;

	if (index < layout->first_bit_word || at >= layout->window)
		return false;
	return gs_count_at(variant, images, (unsigned)(1 + at / bits), pixel) >> at % bits & 1;
}

/* `++` of a counter that stays at its highest value, or the setting of a site's bit, as an
 * expression. */
static char *increment(struct gs_rewrite *rw, unsigned counter)
{
	unsigned at = counter - (unsigned)rw->request->first_decision;

	if (gs_events_is_kind(rw->layout->kind))
		return gs_events_at_site(rw, counter);
	if (rw->layout->kind == GS_VARIANT_COUNTS)
		return gs_rewrite_text(rw, "@count%u()", counter);
	if (rw->layout->kind == GS_VARIANT_EXECUTIONS)
		return gs_rewrite_text(rw, "@count%u()", at);
	return gs_count_set_bit(rw, at);
}

static bool is_in_window(const struct gs_rewrite *rw, unsigned counter)
{
	return (rw->layout->kind != GS_VARIANT_REACH &&
		       rw->layout->kind != GS_VARIANT_EXECUTIONS) ||
	       (counter >= rw->request->first_decision &&
		       counter - rw->request->first_decision < rw->layout->window);
}

static void insert_count(struct gs_rewrite *rw, const struct count_point *p)
{
	struct gs_token_edits *edits = rw->edits[p->node->unit->index];

	if (!is_in_window(rw, p->counter))
		return;
	char *count = increment(rw, p->counter);
	if (!count)
		return;
	char *text = g_strdup_printf(p->is_statement ? "%s;" : "(%s, ", count);

	if (p->is_statement)
		gs_token_edit_statement(edits, p->node, text);
	else
		gs_token_edit_wrap(edits, p->node, text, ")");
	g_free(text);
	g_free(count);
}

static void count_calls(struct gs_rewrite *rw)
{
	for (unsigned i = 0; i < rw->flow->n_functions; i++) {
		const struct gs_flow_function *f = &rw->flow->functions[i];
		const struct gs_node *d = f->function->definition;
		if (i == rw->flow->main || !f->reachable ||
			(f->function->is_subroutine && rw->flow->calls_unknown))
			continue;
		char *count = gs_events_is_kind(rw->layout->kind) ? gs_events_at_function(rw, i)
								  : increment(rw, 0);
		char *text = g_strdup_printf(" %s;", count);
		gs_token_edit_after(
			rw->edits[d->unit->index], d->child[d->n_children - 1]->first, text);
		g_free(text);
		g_free(count);
	}
}

static void declare_counters(struct gs_rewrite *rw)
{
	const char *type = rw->is_float ? "float" : "uint";
	const char *limit = rw->is_float ? "16777216.0" : "4294967295u";
	char *dead = rw->dead ? gs_rewrite_text(rw, "!@dead && ") : g_strdup("");

	for (size_t i = 0; i + 1 < rw->layout->n_words; i++) {
		gs_rewrite_append(
			rw, rw->globals, "%s%s @n%zu;\nvoid @count%zu();\n", rw->highp, type, i, i);
		gs_rewrite_append(rw, rw->functions,
			"void @count%zu()\n{\n\tif (%s@n%zu < %s)\n"
			"\t\t++@n%zu;\n}\n",
			i, dead, i, limit, i);
		gs_rewrite_append(rw, rw->begin, "\t@n%zu = %s;\n", i, rw->is_float ? "0.0" : "0u");
	}
	g_free(dead);
}

void gs_count_declare_bits(struct gs_rewrite *rw)
{
	const char *type = rw->is_float ? "float" : "uint", *hp = rw->highp;
	char *dead = gs_rewrite_text(rw, rw->dead ? "\tif (@dead)\n\t\treturn;\n" : "");

	for (unsigned i = 0; i + 1 < rw->layout->n_words; i++) {
		gs_rewrite_append(rw, rw->globals, "%s%s @n%u;\nvoid @reach%u(%s%s bit);\n", hp,
			type, i, i, hp, type);
		gs_rewrite_append(
			rw, rw->functions, "void @reach%u(%s%s bit)\n{\n%s", i, hp, type, dead);
		gs_rewrite_append(rw, rw->functions,
			rw->is_float
				? "\tif (mod(floor(@n%u / bit), 2.0) < 0.5)\n\t\t@n%u += bit;\n}\n"
				: "\t@n%u |= bit;\n}\n",
			i, i);
		gs_rewrite_append(rw, rw->begin, "\t@n%u = %s;\n", i, rw->is_float ? "0.0" : "0u");
	}
	g_free(dead);
}

static void find_all_lookups(struct gs_rewrite *rw, GArray *points)
{
	const struct gs_flow *flow = rw->flow;
	GHashTable *samplers = gs_samplers_find(flow);

	for (unsigned i = 0; i < flow->n_functions; i++)
		if (flow->functions[i].reachable)
			find_lookups(rw, samplers, flow->functions[i].function->definition, points);
	g_hash_table_destroy(samplers);
}

/* Whether another site counts for it. */
static bool is_counted_elsewhere(const struct gs_rewrite *rw, unsigned site)
{
	return rw->layout->kind == GS_VARIANT_EXECUTIONS &&
	       rw->flow->leaders[gs_plan_counters(rw->plan)->of_site[site]] != site;
}

static GArray *find_points(struct gs_rewrite *rw)
{
	GArray *points = g_array_new(FALSE, FALSE, sizeof(struct count_point));

	for (unsigned i = 0; i < rw->plan->n_sites && !counts_lookups_alone(rw); i++)
		if (is_reachable(rw, i) && !is_counted_elsewhere(rw, i))
			find_site(rw, &rw->plan->sites[i], points);
	if (rw->layout->kind == GS_VARIANT_COUNTS)
		find_all_lookups(rw, points);
	if (points->len > 0)
		qsort(points->data, points->len, sizeof(struct count_point), compare_points);
	return points;
}

static bool choose_executions(struct gs_rewrite *rw, unsigned total)
{
	struct gs_variant_layout *layout = rw->layout;
	size_t all = gs_plan_counters(rw->plan)->n_counters, first = rw->request->first_decision;
	unsigned room = (total - 1) & ~1u; /* both counters of a loop in one draw */

	layout->first_bit_word = (unsigned)first;
	layout->window = (unsigned)MIN(room, all - MIN(first, all));
	layout->n_words = 1 + layout->window;
	return layout->window > 0;
}

bool gs_count_choose(struct gs_rewrite *rw, unsigned total)
{
	struct gs_variant_layout *layout = rw->layout;

	if (layout->kind == GS_VARIANT_EXECUTIONS)
		return choose_executions(rw, total);

	if (layout->kind == GS_VARIANT_REACH) {
		layout->n_words = MAX(total, 2u);
		layout->first_bit_word = (unsigned)rw->request->first_decision;
		layout->window = (layout->n_words - 1) * gs_count_bits(rw->is_float);
		return total >= 2;
	}
	layout->counters = g_new0(char *, 2);
	layout->counters[layout->n_counters++] = g_strdup(
		rw->request->lookups_alone ? "lookups" : "sites");
	if (rw->request->lookups_alone)
		refuse_missed(rw);
	g_array_free(find_points(rw), TRUE);
	if (rw->failed)
		return false;
	layout->n_words = 1 + (unsigned)layout->n_counters;
	if (layout->n_words <= total)
		return true;
	gs_rewrite_fail(rw, "this shader has %zu samplers, more than can be counted in one draw",
		layout->n_counters - 1);
	return false;
}

/* How often it is entered, and its iterations begun. */
static void count_loop(struct gs_rewrite *rw, const struct gs_node *loop, unsigned counter)
{
	struct gs_token_edits *edits = rw->edits[loop->unit->index];

	if (!is_in_window(rw, counter))
		return;
	char *enter = increment(rw, counter), *iterate = increment(rw, counter + 1);
	char *begun = g_strdup_printf("%s;", iterate), *entered = g_strdup_printf("%s;", enter);
	gs_token_edit_body(edits, gs_loop_body(loop), begun);
	gs_token_edit_statement(edits, loop, entered);
	g_free(begun);
	g_free(entered);
	g_free(enter);
	g_free(iterate);
}

/* Inner loops before those that contain them. */
static void count_loops(struct gs_rewrite *rw)
{
	const struct gs_plan_counters *c = gs_plan_counters(rw->plan);

	for (size_t i = c->n_loops; i-- > 0;)
		count_loop(rw, c->loops[i].node, (unsigned)(2 * i));
}

void gs_count_insert(struct gs_rewrite *rw)
{
	GArray *points = find_points(rw);

	for (unsigned i = 0; i < points->len; i++)
		insert_count(rw, &g_array_index(points, struct count_point, i));
	if (rw->layout->kind == GS_VARIANT_COUNTS) {
		if (!rw->request->lookups_alone)
			count_calls(rw);
		declare_counters(rw);
	} else if (rw->layout->kind == GS_VARIANT_EXECUTIONS) {
		count_loops(rw);
		declare_counters(rw);
	} else if (gs_events_is_kind(rw->layout->kind)) {
		count_calls(rw);
		gs_events_declare(rw);
	} else {
		gs_count_declare_bits(rw);
	}
	g_array_free(points, TRUE);
}

static unsigned end_site(const struct gs_rewrite *rw)
{
	const struct gs_flow_function *main = &rw->flow->functions[rw->flow->main];
	unsigned i = main->first_site;

	while (i < main->first_site + main->n_sites && rw->plan->sites[i].kind != GS_SITE_END)
		i++;
	return i;
}

/* What counts the end of main; UINT_MAX: another site does. */
static unsigned end_counter(const struct gs_rewrite *rw)
{
	unsigned end;

	if (rw->layout->kind == GS_VARIANT_COUNTS)
		return counts_lookups_alone(rw) ? UINT_MAX : 0;
	end = end_site(rw);
	if (rw->layout->kind == GS_VARIANT_REACH)
		return end;
	return is_counted_elsewhere(rw, end) ? UINT_MAX : gs_plan_counters(rw->plan)->of_site[end];
}

void gs_count_write_words(struct gs_rewrite *rw)
{
	for (unsigned i = 0; i + 1 < rw->layout->n_words; i++) {
		char *word = gs_word_name(rw, 1 + i);
		gs_rewrite_append(rw, rw->finish, "\t%s = @n%u;\n", word, i);
		g_free(word);
	}
}

void gs_count_write(struct gs_rewrite *rw)
{
	unsigned end = end_counter(rw);

	if (end != UINT_MAX && is_in_window(rw, end)) {
		char *count = increment(rw, end);
		gs_rewrite_append(rw, rw->finish, "\t%s;\n", count);
		g_free(count);
	}
	gs_count_write_words(rw);
}

bool gs_variant_reached(const struct gs_variant *variant, const struct gs_images *images,
	unsigned site, size_t pixel)
{
	return variant->layout->kind == GS_VARIANT_REACH &&
	       gs_count_bit_at(variant, images, site, pixel);
}

size_t gs_variant_counters(const struct gs_variant *variant, const char *const **names)
{
	*names = (const char *const *)variant->layout->counters;
	return variant->layout->n_counters;
}

uint64_t gs_variant_count(const struct gs_variant *variant, const struct gs_images *images,
	size_t counter, size_t pixel)
{
	if (variant->layout->kind != GS_VARIANT_COUNTS || counter >= variant->layout->n_counters)
		return 0;
	return gs_count_at(variant, images, 1 + (unsigned)counter, pixel);
}

uint64_t gs_variant_executions(const struct gs_variant *variant, const struct gs_images *images,
	size_t counter, size_t pixel)
{
	const struct gs_variant_layout *layout = variant->layout;

	if (layout->kind != GS_VARIANT_EXECUTIONS || counter < layout->first_bit_word ||
		counter - layout->first_bit_word >= layout->window)
		return 0;
	return gs_count_at(
		variant, images, (unsigned)(1 + counter - layout->first_bit_word), pixel);
}

uint64_t gs_variant_count_limit(const struct gs_variant *variant)
{
	return variant->layout->is_float ? 1u << 24 : UINT32_MAX;
}

/* SPDX-License-Identifier: MIT */
/* Finds what may just have been written when execution reaches a site: for each way from one site
 * to the next, what the marked texts write that end on it. The result may contain more than one
 * element writes, but never less: it ignores conditions within a marked text, and treats all ends
 * of a function as one. */
#include <string.h>
#include "instrument/flow/flow.h"

struct search {
	const struct gs_plan *plan;
	struct gs_flow *flow;
	GPtrArray **leave; /* per function: what may end with it */
	unsigned *seen;	   /* per op: in which walk */
	unsigned walk;
	unsigned function;
	unsigned from; /* site */
};

static void add_symbols(GPtrArray *to, const struct gs_symbol *const *symbols, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!g_ptr_array_find(to, symbols[i], NULL))
			g_ptr_array_add(to, (gpointer)symbols[i]);
}

static bool is_inside(const struct gs_node *inner, const struct gs_node *outer)
{
	return inner->unit == outer->unit && inner->first >= outer->first &&
	       inner->last <= outer->last;
}

/* Marked texts that have begun where the walk starts: the site's own, and those that contain it. A
 * call begins after its arguments. Those that do not contain the site `to` have ended. */
static void add_closed(struct search *s, const struct gs_site *to, GPtrArray *symbols)
{
	const struct gs_flow_function *f = &s->flow->functions[s->function];
	const struct gs_site *from = &s->plan->sites[s->from];
	const unsigned *callees;
	unsigned n_callees = gs_site_callees(&s->flow->site_info[s->from], &callees);

	for (unsigned i = f->first_site; i < f->first_site + f->n_sites; i++) {
		const struct gs_site *q = &s->plan->sites[i];
		size_t n;
		bool open = q == from ||
			    (q->kind != GS_SITE_CALL && is_inside(from->marked, q->marked));
		if (!open || (to && to != q && is_inside(to->marked, q->marked)))
			continue;
		const struct gs_symbol *const *w = gs_plan_site_writes(
			s->plan, i, GS_WRITES_ALL, &n);
		add_symbols(symbols, w, n);
	}
	for (unsigned i = 0; i < n_callees; i++)
		add_symbols(symbols, (const struct gs_symbol *const *)s->leave[callees[i]]->pdata,
			s->leave[callees[i]]->len);
}

/* All sites that the walk reaches next. */
static void follow(struct search *s, unsigned pc)
{
	const struct gs_op *op = &s->flow->ops[pc];

	if (s->seen[pc] == s->walk)
		return;
	s->seen[pc] = s->walk;
	switch (op->kind) {
	case OP_SITE:
		add_closed(s, &s->plan->sites[op->a], s->flow->reaching_writes[op->a]);
		break;
	case OP_BRANCH:
		follow(s, op->a);
		follow(s, pc + 1);
		break;
	case OP_SWITCH:
		for (unsigned i = 0; i <= op->n; i++)
			follow(s, s->flow->targets[op->a + i]);
		break;
	case OP_JUMP:
		follow(s, op->a);
		break;
	case OP_RETURN:
		add_closed(s, NULL, s->leave[s->function]);
		break;
	case OP_DISCARD:
		break;
	default:
		follow(s, pc + 1);
		break;
	}
}

static unsigned end_of(const struct gs_flow *flow, unsigned function)
{
	return function + 1 < flow->n_functions ? flow->functions[function + 1].first_op
						: (unsigned)flow->n_ops;
}

static void search_function(struct search *s, unsigned function)
{
	unsigned first = s->flow->functions[function].first_op, end = end_of(s->flow, function);

	s->leave[function] = g_ptr_array_new();
	s->function = function;
	for (unsigned pc = first; pc < end; pc++) {
		const struct gs_op *op = &s->flow->ops[pc];
		if (op->kind != OP_SITE || s->plan->sites[op->a].kind == GS_SITE_END)
			continue;
		s->from = op->a;
		s->walk++;
		follow(s, pc + 1 + (s->flow->site_info[op->a].callee >= 0));
	}
}

static bool is_readable(const struct gs_symbol *symbol, const struct gs_symbol **visible, size_t n)
{
	/* what has no number of scalars cannot be captured either */
	if (symbol->is_writeonly || gs_type_scalars(&symbol->type) == 0)
		return false;
	for (size_t i = 0; i < n; i++)
		if (visible[i] == symbol || (symbol->is_builtin && visible[i]->is_builtin &&
						    !strcmp(visible[i]->name, symbol->name)))
			return true;
	return false;
}

/* Keeps what can be read at the site. */
static void keep_readable(
	const struct gs_plan *plan, const struct gs_site *site, GPtrArray *symbols)
{
	size_t n;

	if (symbols->len == 0)
		return;
	const struct gs_symbol **visible = gs_shader_visible(
		plan->shader, site->unit, site->marked->first, &n);
	for (guint i = symbols->len; i-- > 0;)
		if (!is_readable(symbols->pdata[i], visible, n))
			g_ptr_array_remove_index(symbols, i);
	g_free(visible);
}

static void search_all(const struct gs_plan *plan)
{
	struct search s = {.plan = plan, .flow = plan->flow};

	s.flow->reaching_writes = g_new0(GPtrArray *, plan->n_sites + 1);
	for (size_t i = 0; i < plan->n_sites; i++)
		s.flow->reaching_writes[i] = g_ptr_array_new();
	s.leave = g_new0(GPtrArray *, s.flow->n_functions);
	s.seen = g_new0(unsigned, s.flow->n_ops + 1);
	for (size_t i = 0; i < s.flow->n_order; i++)
		search_function(&s, s.flow->order[i]);
	for (unsigned i = 0; i < s.flow->n_functions; i++)
		if (s.leave[i])
			g_ptr_array_free(s.leave[i], TRUE);
	for (size_t i = 0; i < plan->n_sites; i++)
		keep_readable(plan, &plan->sites[i], s.flow->reaching_writes[i]);
	g_free(s.leave);
	g_free(s.seen);
}

const struct gs_symbol *const *gs_plan_reaching_writes(
	const struct gs_plan *plan, unsigned site, size_t *n)
{
	*n = 0;
	if (site >= plan->n_sites)
		return NULL;
	if (!plan->flow->reaching_writes)
		search_all(plan);
	*n = plan->flow->reaching_writes[site]->len;
	return (const struct gs_symbol *const *)plan->flow->reaching_writes[site]->pdata;
}

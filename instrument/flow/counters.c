/* SPDX-License-Identifier: MIT */
/* Which counters tell how often each site and each loop is executed: see gs_plan_counters. */
#include <string.h>
#include "instrument/flow/flow.h"

/* Which ops others lead to. */
static bool *find_targets(const struct gs_flow *flow)
{
	bool *is_target = g_new0(bool, flow->n_ops + 1);

	for (size_t i = 0; i < flow->n_ops; i++) {
		const struct gs_op *op = &flow->ops[i];
		if (op->kind == OP_JUMP || op->kind == OP_BRANCH)
			is_target[op->a] = true;
		for (unsigned k = 0; op->kind == OP_SWITCH && k <= op->n; k++)
			is_target[flow->targets[op->a + k]] = true;
	}
	for (size_t i = 0; i < flow->n_functions; i++)
		is_target[flow->functions[i].first_op] = true;
	return is_target;
}

/* Whether what follows the op may be executed less often than what stands before it. */
static bool ends_stretch(const struct gs_flow *flow, const struct gs_op *op)
{
	switch (op->kind) {
	case OP_BRANCH:
	case OP_SWITCH:
	case OP_JUMP:
	case OP_RETURN:
	case OP_DISCARD:
		return true;
	case OP_CALL:
		return flow->functions[op->a].may_discard;
	default:
		return false;
	}
}

static bool may_discard(const struct gs_flow *flow, const struct gs_node *node)
{
	if (gs_flow_call_may_discard(flow, node))
		return true;
	for (size_t i = 0; i < node->n_children; i++)
		if (node->child[i] && may_discard(flow, node->child[i]))
			return true;
	return false;
}

/* A call counts before its arguments are evaluated. */
static bool counts_more(const struct gs_flow *flow, const struct gs_site *site)
{
	bool more = false;

	for (size_t i = 0; site->kind == GS_SITE_CALL && i < site->marked->n_children; i++)
		more |= site->marked->child[i] && may_discard(flow, site->marked->child[i]);
	return more;
}

/* How well a site stands for its stretch. */
static unsigned fitness(const struct gs_plan *plan, unsigned site)
{
	const struct gs_site *s = &plan->sites[site];

	if (counts_more(plan->flow, s))
		return 1;
	return s->kind == GS_SITE_END ? 2 : 3;
}

static void find_loops(
	const struct gs_function *function, const struct gs_node *node, GArray *loops)
{
	if (gs_node_is_loop(node)) {
		const struct gs_plan_loop loop = {node, function};
		g_array_append_val(loops, loop);
	}
	for (size_t i = 0; i < node->n_children; i++)
		if (node->child[i])
			find_loops(function, node->child[i], loops);
}

static void number_loops(const struct gs_flow *flow, struct gs_plan_counters *c)
{
	GArray *loops = g_array_new(FALSE, FALSE, sizeof(struct gs_plan_loop));

	for (size_t i = 0; i < flow->n_functions; i++)
		if (flow->functions[i].reachable)
			find_loops(flow->functions[i].function,
				flow->functions[i].function->definition, loops);
	c->n_loops = loops->len;
	c->loops = (struct gs_plan_loop *)(void *)g_array_free(loops, FALSE);
}

static void number_stretches(
	const struct gs_plan *plan, struct gs_plan_counters *c, GArray *leaders)
{
	const struct gs_flow *flow = plan->flow;
	bool *is_target = find_targets(flow), is_new = true;

	for (size_t i = 0; i < flow->n_ops; i++) {
		const struct gs_op *op = &flow->ops[i];
		is_new |= is_target[i];
		if (op->kind == OP_SITE &&
			flow->functions[flow->site_info[op->a].flow_function].reachable) {
			if (is_new)
				g_array_append_val(leaders, op->a);
			is_new = false;
			unsigned *leader = &g_array_index(leaders, unsigned, leaders->len - 1);
			if (fitness(plan, op->a) > fitness(plan, *leader))
				*leader = op->a;
			c->of_site[op->a] = leaders->len - 1;
		}
		is_new |= ends_stretch(flow, op);
	}
	g_free(is_target);
}

const struct gs_plan_counters *gs_plan_counters(const struct gs_plan *plan)
{
	struct gs_flow *flow = plan->flow;
	const unsigned none = UINT_MAX;

	if (flow->counters)
		return flow->counters;
	struct gs_plan_counters *c = flow->counters = g_new0(struct gs_plan_counters, 1);
	GArray *leaders = g_array_new(FALSE, FALSE, sizeof(unsigned));
	c->of_site = g_new(unsigned, plan->n_sites + 1);
	c->counts_more = g_new0(bool, plan->n_sites + 1);
	memset(c->of_site, 0xff, plan->n_sites * sizeof(*c->of_site));
	number_loops(flow, c);
	for (size_t i = 0; i < 2 * c->n_loops; i++)
		g_array_append_val(leaders, none);
	number_stretches(plan, c, leaders);
	for (size_t i = 0; i < plan->n_sites; i++)
		if (c->of_site[i] != UINT_MAX) {
			unsigned leader = g_array_index(leaders, unsigned, c->of_site[i]);
			c->counts_more[i] = counts_more(flow, &plan->sites[leader]);
		}
	c->n_counters = leaders->len;
	flow->leaders = (unsigned *)(void *)g_array_free(leaders, FALSE);
	return c;
}

/* SPDX-License-Identifier: MIT */
/* Follows the calls of a flow program: which functions main reaches, in which order, and which may
 * discard. */
#include <glib.h>
#include "instrument/flow/call-graph.h"

enum { UNSEEN, OPEN, DONE };

/* A function whose calls are being followed. */
struct visit {
	unsigned function;
	size_t op, end;
};

struct graph {
	struct gs_flow *flow;
	const struct gs_op *ops;
	size_t n_ops;
	GArray *stack;	/* struct visit */
	uint8_t *state; /* of each function */
};

static void open_function(struct graph *g, unsigned index)
{
	struct gs_flow_function *functions = g->flow->functions;
	struct visit v = {index, functions[index].first_op,
		index + 1 < g->flow->n_functions ? functions[index + 1].first_op : g->n_ops};

	g->state[index] = OPEN;
	functions[index].reachable = true;
	g_array_append_val(g->stack, v);
}

/* Moves to the next call; false: there are no more. */
static bool find_call(const struct graph *g, struct visit *v, unsigned *callee)
{
	while (v->op < v->end) {
		const struct gs_op *op = &g->ops[v->op++];
		*callee = op->a;
		if (op->kind == OP_CALL)
			return true;
	}
	return false;
}

static void note_callee(struct gs_flow *flow, unsigned caller, unsigned callee)
{
	flow->functions[caller].may_discard |= flow->functions[callee].may_discard;
}

/* Visits each function once, however many calls lead to it; the stack is as deep as the calls.
 * NULL, or a function that calls itself. */
static const struct gs_function *order_functions(struct graph *g)
{
	struct gs_flow *flow = g->flow;

	flow->order = g_new(unsigned, flow->n_functions);
	open_function(g, flow->main);
	while (g->stack->len > 0) {
		struct visit *v = &g_array_index(g->stack, struct visit, g->stack->len - 1);
		unsigned callee, function = v->function;
		if (!find_call(g, v, &callee)) {
			g->state[function] = DONE;
			flow->order[flow->n_order++] = function;
			if (g->stack->len > 1)
				note_callee(flow, v[-1].function, function);
			g_array_set_size(g->stack, g->stack->len - 1);
		} else if (g->state[callee] == UNSEEN) {
			open_function(g, callee);
		} else if (g->state[callee] == DONE) {
			note_callee(flow, function, callee);
		} else {
			return flow->functions[callee].function;
		}
	}
	return NULL;
}

static bool has_unknown_call(const struct gs_node *node)
{
	if (node->kind == GS_NODE_CALL && node->symbol && !node->function && !node->choice)
		return true;
	for (size_t i = 0; i < node->n_children; i++)
		if (node->child[i] && has_unknown_call(node->child[i]))
			return true;
	return false;
}

/* Where the functions of a subroutine uniform are not known, any function may do what a subroutine
 * does. */
static void check_subroutines(const struct gs_shader *shader, struct gs_flow *flow)
{
	bool discards = false;

	for (size_t i = 0; i < shader->n_units; i++)
		flow->calls_unknown |= has_unknown_call(shader->units[i]->root);
	if (!flow->calls_unknown)
		return;
	flow->unrecordable = true;
	for (size_t i = 0; i < flow->n_functions; i++)
		discards |= flow->functions[i].may_discard;
	for (size_t i = 0; i < flow->n_functions; i++)
		flow->functions[i].may_discard = discards;
}

const struct gs_function *gs_call_graph_finish(
	struct gs_flow *flow, const struct gs_shader *shader, const struct gs_op *ops, size_t n_ops)
{
	struct graph g = {flow, ops, n_ops, g_array_new(FALSE, FALSE, sizeof(struct visit)),
		g_new0(uint8_t, flow->n_functions)};
	const struct gs_function *recursive = order_functions(&g);

	g_array_free(g.stack, TRUE);
	g_free(g.state);
	check_subroutines(shader, flow);
	return recursive;
}

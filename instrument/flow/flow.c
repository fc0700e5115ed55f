/* SPDX-License-Identifier: MIT */
/* Answers questions about the flow (flow.h) that plan.c has built, and about its nodes. */
#include <string.h>
#include "instrument/flow/fault-rules.h"
#include "instrument/flow/flow.h"

const char *gs_site_kind_name(enum gs_site_kind kind)
{
	static const char *const names[] = {"expression", "declaration", "if", "ternary", "logical",
		"switch", "loop-init", "loop-test", "loop-next", "call", "return", "discard",
		"emit", "end"};

	return (unsigned)kind < G_N_ELEMENTS(names) ? names[kind] : "";
}

const struct gs_node *gs_loop_test(const struct gs_node *loop)
{
	return loop->child[loop->kind == GS_NODE_WHILE ? 0 : 1];
}

const struct gs_node *gs_loop_body(const struct gs_node *loop)
{
	return loop->child[loop->kind == GS_NODE_FOR ? 3 : loop->kind == GS_NODE_WHILE ? 1 : 0];
}

const struct gs_node *gs_condition_expression(const struct gs_node *condition)
{
	if (condition && condition->kind == GS_NODE_DECLARATION && condition->n_children > 0)
		condition = condition->child[0];
	if (condition && condition->kind == GS_NODE_DECLARATOR)
		condition = condition->n_children > 0 ? condition->child[0] : NULL;
	return condition;
}

int gs_flow_find(const struct gs_flow *flow, const struct gs_function *function)
{
	for (size_t i = 0; i < flow->n_functions; i++)
		if (flow->functions[i].function == function ||
			flow->functions[i].function->definition == function->definition)
			return (int)i;
	return -1;
}

int gs_flow_callee(const struct gs_flow *flow, const struct gs_node *node)
{
	if (node->kind != GS_NODE_CALL || !node->function || !node->function->definition)
		return -1;
	return gs_flow_find(flow, node->function);
}

bool gs_flow_call_may_discard(const struct gs_flow *flow, const struct gs_node *node)
{
	int callee = gs_flow_callee(flow, node);

	for (size_t i = 0; node->choice && i < node->choice->n_functions; i++) {
		int chosen = gs_flow_find(flow, node->choice->functions[i]);
		if (chosen >= 0 && flow->functions[chosen].may_discard)
			return true;
	}
	return callee >= 0 && flow->functions[callee].may_discard;
}

const struct gs_node *const *gs_plan_switch_cases(
	const struct gs_plan *plan, unsigned site, size_t *n)
{
	*n = site < plan->n_sites ? plan->flow->site_info[site].n_cases : 0;
	return *n ? (const struct gs_node *const *)plan->flow->site_info[site].cases : NULL;
}

static void free_faults(struct gs_fault_plan *faults)
{
	if (!faults)
		return;
	g_free(faults->sites.sites);
	g_ptr_array_unref(faults->operations);
	g_array_unref(faults->variables);
	g_array_unref(faults->shared);
	g_free(faults);
}

static void free_counters(struct gs_plan_counters *counters)
{
	if (!counters)
		return;
	g_free(counters->loops);
	g_free(counters->of_site);
	g_free(counters->counts_more);
	g_free(counters);
}

void gs_flow_free(struct gs_flow *flow, size_t n_sites)
{
	for (size_t i = 0; i < n_sites; i++) {
		for (unsigned k = 0; k < GS_N_WRITES; k++)
			g_free(flow->writes[i * GS_N_WRITES + k]);
		g_free(flow->site_info[i].cases);
		g_free(flow->site_info[i].callees);
	}
	for (size_t i = 0; i < flow->n_functions; i++)
		g_free(flow->functions[i].end);
	for (size_t i = 0; flow->reaching_writes && i < n_sites; i++)
		g_ptr_array_free(flow->reaching_writes[i], TRUE);
	g_free(flow->reaching_writes);
	free_counters(flow->counters);
	free_faults(flow->faults);
	g_free(flow->leaders);
	g_free(flow->writes);
	g_free(flow->n_writes);
	g_free(flow->site_info);
	g_free(flow->functions);
	g_free(flow->order);
	g_free(flow->ops);
	g_free(flow->targets);
	g_free(flow);
}

/* SPDX-License-Identifier: MIT */
/*
 * What the invocations of a work group may do wrong together: barriers that a part of them comes
 * to, and shared variables that several touch between two barriers.
 */
#include <string.h>
#include "instrument/flow/fault-search.h"

/* ---- barriers ---- */

static bool names_return(const struct gs_node *node, unsigned before)
{
	if (node->first >= before)
		return false;
	if (node->kind == GS_NODE_RETURN)
		return true;
	for (size_t i = 0; i < node->n_children; i++)
		if (node->child[i] && names_return(node->child[i], before))
			return true;
	return false;
}

/* Whether it stands in main, outside of all conditions and loops, and before any return. */
static bool is_plain(const struct gs_fault_search *s, const struct gs_node *statement)
{
	const struct gs_node *main = s->flow->functions[s->flow->main].function->definition;
	const struct gs_node *node = statement->parent;

	while (node && node->kind == GS_NODE_BLOCK)
		node = node->parent;
	return node == main && !names_return(main, statement->first);
}

/* All of them are counted, as they tell what stands between two of them. */
void gs_fault_look_at_barrier(
	struct gs_fault_search *s, const struct gs_node *call, const char *name)
{
	const struct gs_node *statement = call->parent;

	if (s->stage != GS_STAGE_COMPUTE || strcmp(name, "barrier") || call->n_children ||
		!statement || statement->kind != GS_NODE_EXPRESSION_STATEMENT)
		return;
	struct gs_fault_operation *o = gs_fault_operation_new(GS_FAULT_FORM_BARRIER, call);
	if (!is_plain(s, statement))
		o->condition_site = gs_fault_add_site(s, o, GS_FAULT_BARRIER,
			"not all invocations of the work group come to the barrier, or not as "
			"often",
			"8.16", "move it out of the condition, loop or function");
	g_ptr_array_add(s->faults->operations, o);
}

/* ---- shared variables ---- */

void gs_fault_take_shared(struct gs_fault_search *s, const struct gs_fault_use *use)
{
	if (!gs_fault_can_see(use) || s->shader->n_units != 1)
		return;
	struct gs_fault_operation *o = gs_fault_operation_new(
		use->is_assignment ? GS_FAULT_FORM_STORE : GS_FAULT_FORM_USE, use->node);
	o->use = *use;
	o->child = 1;
	if (use->is_assignment)
		o->result = use->node->child[1]->type;
	if (use->part.index)
		gs_fault_add_operand(o, use->part.index);
	o->condition_site = gs_fault_add_site(s, o, GS_FAULT_RACE,
		"another invocation of the work group has touched it since the last barrier, and "
		"one of the two writes",
		"4.3.8", "put a barrier() between, or use atomic functions");
	struct gs_fault_site *site = &g_array_index(
		s->sites, struct gs_fault_site, o->condition_site);
	site->node = use->top;
	g_ptr_array_add(s->faults->operations, o);
}

/* SPDX-License-Identifier: MIT */
#include "instrument/flow/fault-search.h"
#include <string.h>

static bool is_pure_call(const struct gs_node *call)
{
	if (call->function || call->symbol || gs_call_builtin_effect(call))
		return false;
	for (size_t i = 0; i < call->n_children; i++)
		if (gs_call_writes_argument(call, i))
			return false;
	return true;
}

/* Whether it can be evaluated once more without more coming of it. */
bool gs_fault_is_pure(const struct gs_node *node)
{
	const char *text;

	if (node->kind == GS_NODE_ASSIGN || node->kind == GS_NODE_POSTFIX ||
		(node->kind == GS_NODE_CALL && !is_pure_call(node)))
		return false;
	text = node->kind == GS_NODE_UNARY ? node->unit->tokens[node->op_token].text : "";
	if (!strcmp(text, "++") || !strcmp(text, "--"))
		return false;
	for (size_t i = 0; i < node->n_children; i++)
		if (node->child[i] && !gs_fault_is_pure(node->child[i]))
			return false;
	return true;
}

void gs_fault_add_operand(struct gs_fault_operation *o, const struct gs_node *node)
{
	o->operands[o->n_operands++] = (struct gs_fault_operand){.node = node, .type = node->type};
}

int gs_fault_add_site(struct gs_fault_search *s, struct gs_fault_operation *o,
	enum gs_fault_kind kind, const char *message, const char *section, const char *advice)
{
	struct gs_fault_site site = {.kind = kind,
		.node = o->node,
		.operation = s->faults->operations->len,
		.operands = o->operands,
		.n_operands = o->n_operands,
		.message = message,
		.section = section,
		.advice = advice};

	o->n_sites++;
	g_array_append_val(s->sites, site);
	return (int)s->sites->len - 1;
}

struct gs_fault_operation *gs_fault_operation_new(
	enum gs_fault_form form, const struct gs_node *node)
{
	struct gs_fault_operation *o = g_new0(struct gs_fault_operation, 1);

	o->form = form;
	o->node = node;
	o->result = node->type;
	o->condition_site = o->nan_site = o->infinity_site = -1;
	return o;
}

bool gs_fault_is_number(const struct gs_type *type)
{
	return type->n_dimensions == 0 &&
	       ((type->base == GS_BASE_FLOAT || type->base == GS_BASE_DOUBLE ||
		       type->base == GS_BASE_INT || type->base == GS_BASE_UINT));
}

void gs_fault_finish(struct gs_fault_search *s, struct gs_fault_operation *o, bool can_repeat)
{
	bool is_open = gs_node_is_open(o->node);
	bool is_known = o->n_sites > 0 && can_repeat && is_open;

	for (unsigned i = 0; i < o->n_operands && is_known; i++)
		is_known = gs_fault_is_number(&o->operands[i].type) || !o->operands[i].node;
	if (is_known) {
		g_ptr_array_add(s->faults->operations, o);
		return;
	}
	s->faults->sites.n_closed += o->n_sites > 0 && !is_open;
	g_array_set_size(s->sites, s->sites->len - o->n_sites);
	g_free(o);
}

bool gs_fault_can_see(const struct gs_fault_use *use)
{
	const struct gs_type *type = &use->top->type;
	bool is_value = use->is_assignment || use->writes || type->n_dimensions == 0;

	return use->part.mask && gs_node_is_open(use->node) &&
	       (is_value || !use->node->unit->is_es) &&
	       (!use->part.index || gs_fault_is_pure(use->part.index)) &&
	       (!use->is_assignment || gs_type_scalars(&use->node->child[1]->type) > 0);
}

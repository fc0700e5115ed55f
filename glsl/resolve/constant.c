/* SPDX-License-Identifier: MIT */
/* Finds constant expressions, and the values of scalar ones for array sizes, case labels and
 * layouts. Constant expressions whose value is not computed here are marked, too. */
#include <stdlib.h>
#include <string.h>

#include "glsl/private.h"

static const char *operator_of(const struct gs_node *node)
{
	return node->unit->tokens[node->op_token].text;
}

static void fold_literal(struct gs_node *node)
{
	const struct gs_token *token = &node->unit->tokens[node->first];
	struct gs_number n = {.base = GS_BASE_UINT};

	node->is_constant = true;
	if (token->kind == GS_TOKEN_FLOAT)
		n = (struct gs_number){GS_BASE_DOUBLE, 0, g_ascii_strtod(token->text, NULL)};
	else if (token->kind == GS_TOKEN_INT)
		n.integer = (int64_t)g_ascii_strtoull(token->text, NULL, 0);
	else
		n.integer = !strcmp(token->text, "true");
	gs_full(node)->value = gs_number_convert(n, node->type.base);
}

static bool is_work_group_size(const struct gs_node *node)
{
	return node->symbol && node->symbol->is_builtin &&
	       !strcmp(node->symbol->name, "gl_WorkGroupSize") &&
	       ((const struct gs_unit_full *)node->unit)->local_size[0];
}

static bool children_constant(const struct gs_node *node)
{
	for (size_t i = 0; i < node->n_children; i++)
		if (!node->child[i] || !node->child[i]->is_constant)
			return false;
	return true;
}

static bool is_constant(const struct gs_node *node)
{
	const struct gs_builtin_function *builtin = gs_full(node)->builtin;

	switch (node->kind) {
	case GS_NODE_IDENTIFIER:
		return (node->symbol && node->symbol->storage == GS_STORAGE_CONST) ||
		       is_work_group_size(node);
	case GS_NODE_ASSIGN:
	case GS_NODE_POSTFIX:
	case GS_NODE_COMMA:
		return false;
	case GS_NODE_UNARY: /* ++ and -- are not constant */
		return children_constant(node) && !operator_of(node)[1];
	case GS_NODE_CALL:
		return children_constant(node) && builtin && !builtin->outs &&
		       builtin->effect == GS_EFFECT_NONE && node->n_children > 0;
	default:
		return children_constant(node);
	}
}

void gs_constant_fold(struct gs_node *node)
{
	if (node->kind == GS_NODE_LITERAL) {
		fold_literal(node);
		return;
	}
	if (node->kind != GS_NODE_METHOD)
		node->is_constant = is_constant(node);
	if (!node->is_constant && node->kind != GS_NODE_METHOD)
		return;
	if (gs_type_is_scalar(&node->type))
		gs_full(node)->value = gs_constant_evaluate(node);
	if (node->kind == GS_NODE_METHOD)
		node->is_constant = gs_full(node)->value.base != GS_BASE_UNKNOWN;
}

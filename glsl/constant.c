/* SPDX-License-Identifier: MIT */
/*
 * What is a constant expression, and the value of scalar integer and bool ones: array sizes need
 * it, and case labels. Values are 32-bit as in GLSL; what has no value here is still marked
 * constant.
 */
#include <stdlib.h>
#include <string.h>

#include "glsl/private.h"

static void set_value(struct gs_node *node, int64_t value)
{
	struct gs_node_full *full = gs_full(node);

	full->has_value = true;
	if (node->type.base == GS_BASE_UINT)
		full->value = (int64_t)(uint32_t)value;
	else if (node->type.base == GS_BASE_BOOL)
		full->value = value != 0;
	else if (node->type.base == GS_BASE_INT)
		full->value = (int64_t)(int32_t)(uint32_t)value;
	else
		full->has_value = false;
}

static bool value_of(const struct gs_node *node, int64_t *value)
{
	*value = gs_full(node)->value;
	return gs_full(node)->has_value;
}

bool gs_node_value(const struct gs_node *node, int64_t *value)
{
	return value_of(node, value);
}

static const char *operator_of(const struct gs_node *node)
{
	return node->unit->tokens[node->op_token].text;
}

static void fold_literal(struct gs_node *node)
{
	const struct gs_token *token = &node->unit->tokens[node->first];

	node->is_constant = true;
	if (token->kind == GS_TOKEN_INT)
		set_value(node, (int64_t)g_ascii_strtoull(token->text, NULL, 0));
	else if (token->kind != GS_TOKEN_FLOAT)
		set_value(node, !strcmp(token->text, "true"));
}

static void fold_identifier(struct gs_node *node)
{
	const struct gs_symbol_full *symbol = (const void *)node->symbol;

	if (!symbol || symbol->symbol.storage != GS_STORAGE_CONST)
		return;
	node->is_constant = true;
	if (symbol->has_value)
		set_value(node, symbol->value);
}

static void fold_unary(struct gs_node *node)
{
	const char *o = operator_of(node);
	int64_t a;

	if (o[1] || !value_of(node->child[0], &a)) /* ++ and -- are no constants */
		return;
	set_value(node, o[0] == '-' ? -a : o[0] == '~' ? ~a : o[0] == '!' ? !a : a);
}

static bool compute(const char *o, int64_t a, int64_t b, int64_t *result)
{
	switch (o[0]) {
	case '+':
		*result = a + b;
		return true;
	case '-':
		*result = a - b;
		return true;
	case '*':
		*result = a * b;
		return true;
	case '/':
	case '%':
		*result = b == 0 ? 0 : o[0] == '/' ? a / b : a % b;
		return b != 0;
	case '&':
		*result = o[1] ? a && b : a & b;
		return true;
	case '|':
		*result = o[1] ? a || b : a | b;
		return true;
	case '^':
		*result = o[1] ? !a != !b : a ^ b;
		return true;
	case '=':
		*result = a == b;
		return true;
	case '!':
		*result = a != b;
		return true;
	case '<':
		*result = o[1] == '<' ? (int64_t)((uint64_t)a << (b & 31)) : o[1] ? a <= b : a < b;
		return true;
	case '>':
		*result = o[1] == '>' ? a >> (b & 31) : o[1] ? a >= b : a > b;
		return true;
	default:
		return false;
	}
}

static bool is_integral(const struct gs_type *type)
{
	return gs_type_is_scalar(type) &&
	       (type->base == GS_BASE_INT || type->base == GS_BASE_UINT ||
		       type->base == GS_BASE_BOOL);
}

static void fold_binary(struct gs_node *node)
{
	int64_t a, b, result;

	if (is_integral(&node->type) && value_of(node->child[0], &a) &&
		value_of(node->child[1], &b) && compute(operator_of(node), a, b, &result))
		set_value(node, result);
}

/* int(x), uint(x), bool(x) of an integer; max, min, abs, clamp of integers. */
static void fold_call(struct gs_node *node)
{
	const char *name = node->unit->tokens[node->name_token].text;
	int64_t v[3] = {0};

	if (!is_integral(&node->type) || node->n_children == 0 || node->n_children > 3)
		return;
	for (size_t i = 0; i < node->n_children; i++)
		if (!value_of(node->child[i], &v[i]))
			return;
	if (node->kind == GS_NODE_CONSTRUCTOR && node->n_children == 1)
		set_value(node, v[0]);
	else if (!strcmp(name, "abs") && node->n_children == 1)
		set_value(node, v[0] < 0 ? -v[0] : v[0]);
	else if (!strcmp(name, "max") && node->n_children == 2)
		set_value(node, MAX(v[0], v[1]));
	else if (!strcmp(name, "min") && node->n_children == 2)
		set_value(node, MIN(v[0], v[1]));
	else if (!strcmp(name, "clamp") && node->n_children == 3)
		set_value(node, CLAMP(v[0], v[1], v[2]));
}

static void fold_length(struct gs_node *node)
{
	const struct gs_type *type = &node->child[0]->type;
	struct gs_type element;
	unsigned count;

	if (gs_type_element(type, &element, &count) && count) {
		node->is_constant = true;
		set_value(node, count);
	}
}

static bool children_constant(const struct gs_node *node)
{
	for (size_t i = 0; i < node->n_children; i++)
		if (!node->child[i] || !node->child[i]->is_constant)
			return false;
	return true;
}

void gs_constant_fold(struct gs_node *node)
{
	int64_t condition;

	switch (node->kind) {
	case GS_NODE_LITERAL:
		fold_literal(node);
		return;
	case GS_NODE_IDENTIFIER:
		fold_identifier(node);
		return;
	case GS_NODE_METHOD:
		fold_length(node);
		return;
	case GS_NODE_ASSIGN:
	case GS_NODE_POSTFIX:
	case GS_NODE_COMMA:
		return;
	default:
		break;
	}
	node->is_constant = children_constant(node);
	if (!node->is_constant)
		return;
	if (node->kind == GS_NODE_UNARY) {
		node->is_constant = !operator_of(node)[1];
		fold_unary(node);
	} else if (node->kind == GS_NODE_BINARY || node->kind == GS_NODE_LOGICAL) {
		fold_binary(node);
	} else if (node->kind == GS_NODE_CALL) {
		const struct gs_builtin_function *builtin = gs_full(node)->builtin;

		node->is_constant = builtin && !builtin->outs &&
				    builtin->effect == GS_EFFECT_NONE && node->n_children > 0;
		fold_call(node);
	} else if (node->kind == GS_NODE_CONSTRUCTOR) {
		fold_call(node);
	} else if (node->kind == GS_NODE_PAREN) {
		if (value_of(node->child[0], &condition))
			set_value(node, condition);
	} else if (node->kind == GS_NODE_TERNARY && value_of(node->child[0], &condition)) {
		int64_t value;

		if (value_of(node->child[condition ? 1 : 2], &value))
			set_value(node, value);
	}
}

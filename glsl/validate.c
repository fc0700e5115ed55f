/* SPDX-License-Identifier: MIT */
/* Checks the tree law (glsl.h). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "glsl/private.h"

struct law {
	struct gs_messages *messages;
	bool holds;
};

static void broken(struct law *law, const struct gs_node *node, const char *what)
{
	struct gs_span span = gs_node_span(node);

	law->holds = false;
	gs_messages_add(law->messages, GS_GLSL_E_BIND, node->unit->index, span.line, span.column,
		"internal: the tree is wrong here: %s (node kind %d)", what, node->kind);
	if (g_getenv("GS_VALIDATE")) {
		fprintf(stderr, "glsl: tree law broken at %u:%u: %s (node kind %d)\n", span.line,
			span.column, what, node->kind);
		abort();
	}
}

static bool is_expression(const struct gs_node *node)
{
	return node && node->kind >= GS_NODE_IDENTIFIER;
}

static bool is_statement(const struct gs_node *node)
{
	return node && node->kind >= GS_NODE_BLOCK && node->kind <= GS_NODE_DISCARD;
}

static bool statement_or_declaration(const struct gs_node *node)
{
	return is_statement(node) ||
	       (node && (node->kind == GS_NODE_DECLARATION || node->kind == GS_NODE_PROTOTYPE));
}

static bool is_test(const struct gs_node *node)
{
	return is_expression(node) || (node && node->kind == GS_NODE_DECLARATION);
}

static bool children_are(
	const struct gs_node *node, size_t from, bool (*kind)(const struct gs_node *))
{
	for (size_t i = from; i < node->n_children; i++)
		if (!kind(node->child[i]))
			return false;
	return true;
}

static bool for_children(const struct gs_node *node)
{
	struct gs_node **c = node->child;

	return node->n_children == 4 && c[0] && (!c[1] || is_test(c[1])) &&
	       (!c[2] || is_expression(c[2])) && statement_or_declaration(c[3]);
}

static bool right_children(const struct gs_node *node)
{
	size_t n = node->n_children;

	switch (node->kind) {
	case GS_NODE_FUNCTION:
		return n >= 1 && node->child[n - 1] && node->child[n - 1]->kind == GS_NODE_BLOCK;
	case GS_NODE_DECLARATOR:
	case GS_NODE_CASE:
	case GS_NODE_RETURN:
		return n <= 1 && children_are(node, 0, is_expression);
	case GS_NODE_BLOCK:
		return children_are(node, 0, statement_or_declaration);
	case GS_NODE_EXPRESSION_STATEMENT:
	case GS_NODE_PAREN:
	case GS_NODE_METHOD:
	case GS_NODE_MEMBER:
	case GS_NODE_UNARY:
	case GS_NODE_POSTFIX:
		return n == 1 && is_expression(node->child[0]);
	case GS_NODE_IF:
		return (n == 2 || n == 3) && is_expression(node->child[0]) &&
		       children_are(node, 1, statement_or_declaration);
	case GS_NODE_SWITCH:
		return n == 2 && is_expression(node->child[0]) &&
		       node->child[1]->kind == GS_NODE_BLOCK;
	case GS_NODE_FOR:
		return for_children(node);
	case GS_NODE_WHILE:
		return n == 2 && is_test(node->child[0]) &&
		       statement_or_declaration(node->child[1]);
	case GS_NODE_DO:
		return n == 2 && statement_or_declaration(node->child[0]) &&
		       is_expression(node->child[1]);
	case GS_NODE_INDEX:
	case GS_NODE_BINARY:
	case GS_NODE_LOGICAL:
	case GS_NODE_ASSIGN:
	case GS_NODE_COMMA:
		return n == 2 && children_are(node, 0, is_expression);
	case GS_NODE_TERNARY:
		return n == 3 && children_are(node, 0, is_expression);
	case GS_NODE_CALL:
	case GS_NODE_CONSTRUCTOR:
	case GS_NODE_INIT_LIST:
		return children_are(node, 0, is_expression);
	default:
		return true;
	}
}

static void check_symbol(struct law *law, const struct gs_node *node)
{
	const struct gs_symbol *symbol = node->symbol;

	if (!symbol || node->kind != GS_NODE_IDENTIFIER || symbol->unit != node->unit)
		return;
	if (node->first < symbol->visible_from || node->first > symbol->visible_to)
		broken(law, node, "symbol out of scope");
}

static void check(struct law *law, const struct gs_node *node)
{
	const struct gs_node *before = NULL;

	if (node->first > node->last || node->last >= node->unit->n_tokens)
		broken(law, node, "tokens out of order");
	if (!right_children(node))
		broken(law, node, "children of a wrong kind");
	check_symbol(law, node);
	for (size_t i = 0; i < node->n_children; i++) {
		const struct gs_node *child = node->child[i];

		if (!child)
			continue;
		if (child->parent != node)
			broken(law, child, "wrong parent");
		if (child->first < node->first || child->last > node->last)
			broken(law, child, "outside its parent");
		if (before && child->first <= before->last)
			broken(law, child, "overlaps its elder");
		before = child;
		check(law, child);
	}
}

bool gs_shader_validate(const struct gs_shader *shader, struct gs_messages *messages)
{
	struct law law = {.messages = messages, .holds = true};

	for (size_t i = 0; i < shader->n_units; i++)
		check(&law, shader->units[i]->root);
	return law.holds;
}

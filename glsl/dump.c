/* SPDX-License-Identifier: MIT */
/* Writes the tree as text, one indented line per node: "kind line:column-line:column name :
 * type". */
#include <string.h>

#include "glsl/private.h"

static const char *kind_name(enum gs_node_kind kind)
{
	static const char *const names[] = {"unit", "function", "prototype", "parameter",
		"declaration", "declarator", "interface-block", "block", "expression-statement",
		"empty", "if", "switch", "case", "for", "while", "do", "return", "break",
		"continue", "discard", "identifier", "literal", "paren", "call", "constructor",
		"method", "member", "index", "unary", "postfix", "binary", "logical", "ternary",
		"assign", "comma", "init-list"};

	G_STATIC_ASSERT(G_N_ELEMENTS(names) == GS_N_NODE_KINDS);
	return names[kind];
}

static const char *storage_name(enum gs_storage storage)
{
	static const char *const names[] = {"local", "in-parameter", "out-parameter",
		"inout-parameter", "global", "const", "in", "out", "uniform", "buffer", "shared"};

	return names[storage];
}

static bool has_name(enum gs_node_kind kind)
{
	return kind == GS_NODE_FUNCTION || kind == GS_NODE_PROTOTYPE ||
	       kind == GS_NODE_DECLARATOR || kind == GS_NODE_INTERFACE_BLOCK ||
	       kind == GS_NODE_IDENTIFIER || kind == GS_NODE_CALL || kind == GS_NODE_CONSTRUCTOR ||
	       kind == GS_NODE_MEMBER;
}

static bool has_operator(enum gs_node_kind kind)
{
	return kind == GS_NODE_UNARY || kind == GS_NODE_POSTFIX || kind == GS_NODE_BINARY ||
	       kind == GS_NODE_LOGICAL || kind == GS_NODE_ASSIGN;
}

static bool is_expression(enum gs_node_kind kind)
{
	return kind >= GS_NODE_IDENTIFIER;
}

static void dump_symbol(GString *out, const struct gs_node *node)
{
	const struct gs_symbol *symbol = node->symbol;

	if (node->kind != GS_NODE_IDENTIFIER && node->kind != GS_NODE_DECLARATOR &&
		node->kind != GS_NODE_PARAMETER && node->kind != GS_NODE_INTERFACE_BLOCK)
		return;
	if (!symbol) {
		if (node->kind == GS_NODE_IDENTIFIER)
			g_string_append(out, " unknown");
		return;
	}
	g_string_append_printf(out, " %s", storage_name(symbol->storage));
	if (node->kind == GS_NODE_PARAMETER)
		g_string_append_printf(out, " %s", symbol->name);
	if (symbol->is_builtin)
		g_string_append(out, " built-in");
	if (symbol->declaration && node->kind == GS_NODE_IDENTIFIER) {
		struct gs_span span = gs_node_span(symbol->declaration);

		g_string_append_printf(out, " @%u:%u", span.line, span.column);
	}
}

static void dump_node(GString *out, const struct gs_node *node, unsigned indent)
{
	if (!node) {
		g_string_append_printf(out, "%*s-\n", (int)(indent * 2), "");
		return;
	}
	const struct gs_token *tokens = node->unit->tokens;
	struct gs_span span = gs_node_span(node);

	g_string_append_printf(out, "%*s%s %u:%u-%u:%u", (int)(MIN(indent, 100) * 2), "",
		kind_name(node->kind), span.line, span.column, span.end_line, span.end_column);
	if (has_name(node->kind))
		g_string_append_printf(out, " %s", tokens[node->name_token].text);
	if (has_operator(node->kind))
		g_string_append_printf(out, " %s", tokens[node->op_token].text);
	if (node->kind == GS_NODE_LITERAL)
		g_string_append_printf(out, " %s", tokens[node->first].text);
	dump_symbol(out, node);
	if (is_expression(node->kind) || node->kind == GS_NODE_DECLARATOR ||
		node->kind == GS_NODE_PARAMETER || node->kind == GS_NODE_FUNCTION) {
		char *type = gs_type_string(&node->type);

		g_string_append_printf(out, " : %s%s", type, node->is_constant ? " constant" : "");
		g_free(type);
	}
	if (node->kind == GS_NODE_CALL && node->function)
		g_string_append_printf(out, " -> %u", node->function->id);
	for (size_t i = 0; node->choice && i < node->choice->n_functions; i++)
		g_string_append_printf(
			out, "%s%u", i ? ", " : " -> one of ", node->choice->functions[i]->id);
	g_string_append_c(out, '\n');
	for (size_t i = 0; i < node->n_children; i++)
		dump_node(out, node->child[i], indent + 1);
}

char *gs_shader_dump(const struct gs_shader *shader)
{
	GString *out = g_string_new(NULL);

	for (size_t i = 0; i < shader->n_units; i++) {
		const struct gs_unit *unit = shader->units[i];

		g_string_append_printf(out, "unit %u version %u%s%s\n", unit->index, unit->version,
			unit->is_es ? " es" : "", unit->is_compatibility ? " compatibility" : "");
		dump_node(out, unit->root, 0);
	}
	return g_string_free(out, FALSE);
}

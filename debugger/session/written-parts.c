/* SPDX-License-Identifier: MIT */
#include "debugger/session/written-parts.h"

#include <string.h>

enum { MOST_SCALARS = 4096 };

static const char *token_text(const struct gs_node *node, unsigned token)
{
	return node->unit->tokens[token].text;
}

/* ---- parts ---- */

static bool is_vector(const struct gs_type *type)
{
	return !type->n_dimensions && type->base != GS_BASE_STRUCT && type->columns == 1 &&
	       type->rows > 1;
}

/* Of a component, or of several one after the other. */
static bool narrow_to_components(struct gs_part *part, const char *field)
{
	int first = gs_swizzle_component(field[0]);
	size_t n = strlen(field);
	for (size_t i = 1; i < n; i++)
		part->is_exact &= gs_swizzle_component(field[i]) == first + (int)i;
	if (!part->is_exact)
		return true;
	if (first < 0 || (size_t)first + n > part->n)
		return false;
	part->first += (size_t)first;
	part->n = n;
	return true;
}

static bool narrow_to_member(struct gs_part *part, const struct gs_node *node)
{
	const struct gs_type *type = &node->child[0]->type;
	const char *field = token_text(node, node->name_token);
	if (!part->is_exact)
		return true;
	if (is_vector(type))
		return narrow_to_components(part, field);
	if (type->base != GS_BASE_STRUCT || type->n_dimensions || !type->structure)
		return false;
	for (size_t i = 0; i < type->structure->n_members; i++) {
		size_t n = gs_type_scalars(&type->structure->members[i].type);
		if (strcmp(type->structure->members[i].name, field) == 0) {
			part->n = n;
			return n > 0;
		}
		part->first += n;
	}
	return false;
}

static bool narrow_to_element(struct gs_part *part, const struct gs_node *node)
{
	const struct gs_node *index = node->child[1];
	struct gs_type element;
	unsigned count;
	if (!gs_type_element(&node->child[0]->type, &element, &count))
		return false;
	size_t n = gs_type_scalars(&element);
	part->is_exact &= index && index->kind == GS_NODE_LITERAL;
	if (!part->is_exact)
		return true;
	int64_t i;
	if (!gs_node_value(index, &i) || n == 0 || i < 0 || i >= count ||
		((size_t)i + 1) * n > part->n)
		return false;
	part->first += (size_t)i * n;
	part->n = n;
	return true;
}

bool gs_part_of(const struct gs_node *node, struct gs_part *part)
{
	switch (node->kind) {
	case GS_NODE_PAREN:
		return gs_part_of(node->child[0], part);
	case GS_NODE_IDENTIFIER:
		*part = (struct gs_part){.symbol = node->symbol, .is_exact = true};
		if (!node->symbol || node->symbol->kind != GS_SYMBOL_VARIABLE)
			return false;
		part->n = gs_type_scalars(&node->symbol->type);
		return part->n > 0;
	case GS_NODE_MEMBER:
		return gs_part_of(node->child[0], part) && narrow_to_member(part, node);
	case GS_NODE_INDEX:
		return gs_part_of(node->child[0], part) && narrow_to_element(part, node);
	default:
		return false;
	}
}

/* ---- writes ---- */

void gs_written_free(gpointer data)
{
	struct gs_written *written = data;
	g_free(written->scalar);
	g_free(written);
}

static const struct gs_symbol *root_of(const struct gs_node *node)
{
	while (node && (node->kind == GS_NODE_PAREN || node->kind == GS_NODE_MEMBER ||
			       node->kind == GS_NODE_INDEX))
		node = node->child[0];
	return node && node->kind == GS_NODE_IDENTIFIER ? node->symbol : NULL;
}

struct search {
	struct gs_written *written;
	const struct gs_symbol *symbol;
	bool found, is_all;
};

/* In any order. */
static void mark_components(struct search *s, const struct gs_part *vector, const char *field)
{
	for (; *field; field++) {
		int i = gs_swizzle_component(*field);
		if (i >= 0 && (size_t)i < vector->n)
			s->written->scalar[vector->first + (size_t)i] = 1;
	}
}

static void mark(struct search *s, const struct gs_node *target)
{
	struct gs_part part;
	if (root_of(target) != s->symbol)
		return;
	s->found = true;
	while (target->kind == GS_NODE_PAREN)
		target = target->child[0];
	bool picks = target->kind == GS_NODE_MEMBER && is_vector(&target->child[0]->type);
	if (!gs_part_of(picks ? target->child[0] : target, &part) ||
		part.first + part.n > s->written->n)
		s->is_all = true;
	else if (picks && part.is_exact)
		mark_components(s, &part, token_text(target, target->name_token));
	else
		memset(s->written->scalar + part.first, 1, part.n);
}

static bool is_step(const struct gs_node *node)
{
	return node->kind == GS_NODE_POSTFIX ||
	       (node->kind == GS_NODE_UNARY &&
		       (strcmp(token_text(node, node->op_token), "++") == 0 ||
			       strcmp(token_text(node, node->op_token), "--") == 0));
}

static void look(struct search *s, const struct gs_node *node)
{
	if (node->kind == GS_NODE_ASSIGN || is_step(node))
		mark(s, node->child[0]);
	for (size_t i = 0; i < node->n_children; i++) {
		if (!node->child[i])
			continue;
		if (node->kind == GS_NODE_CALL && gs_call_writes_argument(node, i))
			mark(s, node->child[i]);
		look(s, node->child[i]);
	}
}

/* From here on it has as many scalars as its variable. */
static void begin(struct gs_written *written, const struct gs_symbol *symbol)
{
	size_t n = gs_type_scalars(&symbol->type);
	if (n <= MOST_SCALARS) {
		written->n = n;
		written->scalar = g_malloc0(n + 1);
	}
}

void gs_written_add(
	struct gs_written *written, const struct gs_symbol *symbol, const struct gs_node *text)
{
	struct search s = {.written = written, .symbol = symbol};
	if (!written->index)
		begin(written, symbol);
	if (!written->n)
		return;
	look(&s, text);
	if (!s.found || s.is_all)
		written->n = 0;
}

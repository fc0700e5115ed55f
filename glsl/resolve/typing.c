/* SPDX-License-Identifier: MIT */
/* Computes types of expressions from the types of their parts (GLSL 4.60, chapter 5). What does not
 * fit has type UNKNOWN. */
#include <string.h>

#include "glsl/private.h"

static const char *operator_of(const struct gs_node *node)
{
	return node->unit->tokens[node->op_token].text;
}

/* The base type that both operands are converted to. */
static enum gs_base common_base(enum gs_base a, enum gs_base b)
{
	static const uint8_t rank[] = {[GS_BASE_BOOL] = 1,
		[GS_BASE_INT8] = 2,
		[GS_BASE_UINT8] = 3,
		[GS_BASE_INT16] = 4,
		[GS_BASE_UINT16] = 5,
		[GS_BASE_INT] = 6,
		[GS_BASE_UINT] = 7,
		[GS_BASE_INT64] = 8,
		[GS_BASE_UINT64] = 9,
		[GS_BASE_FLOAT16] = 10,
		[GS_BASE_FLOAT] = 11,
		[GS_BASE_DOUBLE] = 12,
		[GS_BASE_STRUCT] = 0};

	if (a == GS_BASE_UNKNOWN || b == GS_BASE_UNKNOWN || !rank[a] || !rank[b])
		return GS_BASE_UNKNOWN;
	if (((a == GS_BASE_INT64 || a == GS_BASE_UINT64) && b == GS_BASE_FLOAT) ||
		((b == GS_BASE_INT64 || b == GS_BASE_UINT64) && a == GS_BASE_FLOAT))
		return GS_BASE_DOUBLE;
	return rank[a] > rank[b] ? a : b;
}

static bool is_vector(const struct gs_type *type)
{
	return type->columns == 1 && type->rows > 1;
}

static struct gs_type product(const struct gs_type *a, const struct gs_type *b, enum gs_base base)
{
	struct gs_type type = gs_type_scalar(base);

	if (a->columns > 1 && b->columns > 1) {
		type.columns = b->columns;
		type.rows = a->rows;
	} else if (a->columns > 1 && is_vector(b)) {
		type.rows = a->rows;
	} else if (is_vector(a) && b->columns > 1) {
		type.rows = b->columns;
	} else {
		const struct gs_type *larger = gs_type_is_scalar(a) ? b : a;

		type.columns = larger->columns;
		type.rows = larger->rows;
	}
	return type;
}

static struct gs_type arithmetic(const struct gs_type *a, const struct gs_type *b, bool multiply)
{
	enum gs_base base = common_base(a->base, b->base);

	if (base == GS_BASE_UNKNOWN || a->n_dimensions || b->n_dimensions)
		return (struct gs_type){0};
	if (multiply)
		return product(a, b, base);

	struct gs_type type = gs_type_is_scalar(a) ? *b : *a;

	type.base = base;
	return type;
}

static struct gs_type binary_type(const struct gs_node *node)
{
	const struct gs_type *a = &node->child[0]->type, *b = &node->child[1]->type;
	const char *o = operator_of(node);

	if (!strcmp(o, "==") || !strcmp(o, "!=") || !strcmp(o, "^^") || o[0] == '<' ||
		o[0] == '>') {
		if (strcmp(o, "<<") != 0 && strcmp(o, ">>") != 0)
			return gs_type_scalar(GS_BASE_BOOL);
		return gs_type_is_scalar(a) && a->base != GS_BASE_UNKNOWN && is_vector(b)
			       ? gs_type_vector(a->base, b->rows)
			       : *a;
	}
	return arithmetic(a, b, o[0] == '*');
}

static struct gs_type ternary_type(const struct gs_node *node)
{
	const struct gs_type *a = &node->child[1]->type, *b = &node->child[2]->type;

	if (a->base == b->base || a->n_dimensions || a->base == GS_BASE_STRUCT ||
		a->base == GS_BASE_OPAQUE)
		return a->base == GS_BASE_UNKNOWN ? *b : *a;

	struct gs_type type = *a;

	type.base = common_base(a->base, b->base);
	return type;
}

static struct gs_type swizzle_type(const struct gs_type *base, const char *field)
{
	size_t n = strlen(field);

	if (base->columns != 1 || base->n_dimensions || n > 4)
		return (struct gs_type){0};
	for (size_t i = 0; i < n; i++)
		if (gs_swizzle_component(field[i]) < 0 ||
			gs_swizzle_component(field[i]) >= base->rows)
			return (struct gs_type){0};
	return gs_type_vector(base->base, (unsigned)n);
}

static struct gs_type member_type(const struct gs_node *node)
{
	const struct gs_type *base = &node->child[0]->type;
	const char *field = node->unit->tokens[node->name_token].text;

	if (base->base != GS_BASE_STRUCT)
		return base->base == GS_BASE_UNKNOWN || base->base == GS_BASE_OPAQUE
			       ? (struct gs_type){0}
			       : swizzle_type(base, field);
	if (base->n_dimensions)
		return (struct gs_type){0};
	for (size_t i = 0; i < base->structure->n_named; i++)
		if (base->structure->members[i].name == field ||
			!strcmp(base->structure->members[i].name, field))
			return base->structure->members[i].type;
	return (struct gs_type){0};
}

static struct gs_type literal_type(const struct gs_node *node)
{
	const struct gs_token *token = &node->unit->tokens[node->first];
	const char *end = token->text + strlen(token->text);
	bool hexadecimal = token->text[0] == '0' && (token->text[1] | 0x20) == 'x';

	if (token->kind == GS_TOKEN_FLOAT) {
		if (g_str_has_suffix(token->text, "lf") || g_str_has_suffix(token->text, "LF"))
			return gs_type_scalar(GS_BASE_DOUBLE);
		return gs_type_scalar((end[-1] | 0x20) == 'f' && (end[-2] | 0x20) == 'h'
					      ? GS_BASE_FLOAT16
					      : GS_BASE_FLOAT);
	}
	if (token->kind != GS_TOKEN_INT)
		return gs_type_scalar(GS_BASE_BOOL);
	if ((end[-1] | 0x20) == 'l')
		return gs_type_scalar((end[-2] | 0x20) == 'u' ? GS_BASE_UINT64 : GS_BASE_INT64);
	if ((end[-1] | 0x20) == 's' && !hexadecimal)
		return gs_type_scalar((end[-2] | 0x20) == 'u' ? GS_BASE_UINT16 : GS_BASE_INT16);
	return gs_type_scalar((end[-1] | 0x20) == 'u' ? GS_BASE_UINT : GS_BASE_INT);
}

/* T[](a, b) has as many elements as arguments; T[][](..) takes the inner sizes from the first. */
static void size_constructed(struct gs_node *node)
{
	struct gs_type *type = &node->type;

	if (type->n_dimensions && type->dimensions[0] == 0)
		type->dimensions[0] = (int)node->n_children;
	for (unsigned i = 1; i < type->n_dimensions && node->n_children; i++)
		if (type->dimensions[i] == 0 && i - 1 < node->child[0]->type.n_dimensions)
			type->dimensions[i] = node->child[0]->type.dimensions[i - 1];
}

static struct gs_type unary_type(const struct gs_node *node)
{
	if (operator_of(node)[0] == '!')
		return gs_type_scalar(GS_BASE_BOOL);
	return node->child[0]->type;
}

static struct gs_type index_type(const struct gs_node *node)
{
	struct gs_type element;
	unsigned count;

	if (node->child[0]->type.base == GS_BASE_UNKNOWN ||
		!gs_type_element(&node->child[0]->type, &element, &count))
		return (struct gs_type){0};
	return element;
}

void gs_type_expression(struct gs_parser *p, struct gs_node *node)
{
	switch (node->kind) {
	case GS_NODE_IDENTIFIER:
		if (node->symbol)
			node->type = node->symbol->type;
		break;
	case GS_NODE_LITERAL:
		node->type = literal_type(node);
		break;
	case GS_NODE_PAREN:
		node->type = node->child[0]->type;
		break;
	case GS_NODE_CONSTRUCTOR:
		size_constructed(node);
		break;
	case GS_NODE_METHOD:
		node->type = gs_type_scalar(GS_BASE_INT);
		break;
	case GS_NODE_MEMBER:
		node->type = member_type(node);
		break;
	case GS_NODE_INDEX:
		node->type = index_type(node);
		break;
	case GS_NODE_UNARY:
		node->type = unary_type(node);
		break;
	case GS_NODE_POSTFIX:
	case GS_NODE_ASSIGN:
		node->type = node->child[0]->type;
		break;
	case GS_NODE_BINARY:
		node->type = binary_type(node);
		break;
	case GS_NODE_LOGICAL:
		node->type = gs_type_scalar(GS_BASE_BOOL);
		break;
	case GS_NODE_TERNARY:
		node->type = ternary_type(node);
		break;
	case GS_NODE_COMMA:
		node->type = node->child[1]->type;
		break;
	default:
		break;
	}
	gs_constant_fold(node);
}

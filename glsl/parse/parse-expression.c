/* SPDX-License-Identifier: MIT */
/* Parses expressions, those of array sizes as well, and gives each node its type. */
#include <string.h>

#include "glsl/private.h"

static struct gs_node *finish(struct gs_parser *p, struct gs_node *node, size_t mark)
{
	gs_node_close(p, node, mark);
	gs_type_expression(p, node);
	return node;
}

/* Parses arguments and the closing parenthesis; the opening one is consumed already. */
static void parse_arguments(struct gs_parser *p)
{
	if (gs_accept(p, ")"))
		return;
	if (gs_at(p, "void") && gs_token_is(gs_peek(p, 1), ")")) {
		gs_advance(p);
		gs_advance(p);
		return;
	}
	do {
		gs_node_push(
			p, gs_at(p, "{") ? gs_parse_initialiser(p, NULL) : gs_parse_assignment(p));
	} while (gs_accept(p, ","));
	gs_expect(p, ")");
}

static struct gs_node *parse_call(struct gs_parser *p)
{
	struct gs_node *call = gs_node_new(p, GS_NODE_CALL, p->at);
	size_t mark = p->children->len;

	call->name_token = p->at;
	gs_advance(p);
	gs_expect(p, "(");
	parse_arguments(p);
	gs_node_close(p, call, mark);
	gs_resolve_call(p, call);
	gs_constant_fold(call);
	return call;
}

static struct gs_node *parse_constructor(struct gs_parser *p)
{
	struct gs_node *node = gs_node_new(p, GS_NODE_CONSTRUCTOR, p->at);
	size_t mark = p->children->len;

	node->name_token = p->at;
	node->type = gs_parse_type_name(p);
	gs_parse_dimensions(p, &node->type);
	gs_expect(p, "(");
	parse_arguments(p);
	return finish(p, node, mark);
}

/* Of any unit: what has that name somewhere else; NULL. */
static const struct gs_symbol_full *find_elsewhere(const struct gs_parser *p, const char *name)
{
	const struct gs_shader *shader = &p->context->shader;
	for (size_t u = 0; u < shader->n_units; u++) {
		const struct gs_unit_full *full = (const void *)shader->units[u];
		for (guint i = 0; i < full->symbols->len; i++) {
			const struct gs_symbol_full *symbol = full->symbols->pdata[i];
			if (symbol->symbol.kind == GS_SYMBOL_VARIABLE && symbol->symbol.unit &&
				!strcmp(symbol->symbol.name, name) && symbol->symbol.declaration)
				return symbol;
		}
	}
	return NULL;
}

/* In scope: what a translator may have made of that name, with something before it, as ANGLE's _u;
 * NULL. */
static const char *find_longer(struct gs_parser *p, const char *name)
{
	enum { MOST_BEFORE = 8 };
	const struct gs_shader *shader = &p->context->shader;
	size_t length = strlen(name);
	for (size_t u = 0; u < shader->n_units; u++) {
		const struct gs_unit_full *full = (const void *)shader->units[u];
		for (guint i = 0; i < full->symbols->len; i++) {
			const struct gs_symbol_full *symbol = full->symbols->pdata[i];
			const char *other = symbol->symbol.name;
			size_t more = other ? strlen(other) - MIN(length, strlen(other)) : 0;
			if (symbol->symbol.kind == GS_SYMBOL_VARIABLE && more &&
				more <= MOST_BEFORE && !strcmp(other + more, name) &&
				gs_scope_lookup(p, other))
				return other;
		}
	}
	return NULL;
}

static void fail_unknown(struct gs_parser *p, const char *name)
{
	const struct gs_symbol_full *other = find_elsewhere(p, name);
	const char *longer = other ? NULL : find_longer(p, name);
	if (longer)
		gs_parse_fail(p, GS_GLSL_E_BIND, p->at,
			"there is no variable '%s' in scope: is '%s' meant?", name, longer);
	if (!other)
		gs_parse_fail(p, GS_GLSL_E_BIND, p->at, "there is no variable '%s' in scope", name);
	const struct gs_unit *unit = other->symbol.unit;
	unsigned line = unit->tokens[other->symbol.declaration->first].span.line;
	if (p->context->shader.n_units > 1)
		gs_parse_fail(p, GS_GLSL_E_BIND, p->at,
			"there is no variable '%s' in scope: one is declared elsewhere, in line %u "
			"of one of the stage's shader objects",
			name, line);
	gs_parse_fail(p, GS_GLSL_E_BIND, p->at,
		"there is no variable '%s' in scope: one is declared elsewhere, in line %u", name,
		line);
}

static struct gs_node *parse_identifier(struct gs_parser *p)
{
	struct gs_node *node = gs_node_new(p, GS_NODE_IDENTIFIER, p->at);
	struct gs_symbol_full *symbol = gs_scope_lookup(p, gs_here(p)->text);

	node->name_token = p->at;
	if (symbol && symbol->symbol.kind == GS_SYMBOL_VARIABLE)
		node->symbol = &symbol->symbol;
	else if (p->unit->is_expression)
		fail_unknown(p, gs_here(p)->text);
	gs_advance(p);
	return finish(p, node, p->children->len);
}

static struct gs_node *parse_parenthesis(struct gs_parser *p)
{
	struct gs_node *node = gs_node_new(p, GS_NODE_PAREN, p->at);
	size_t mark = p->children->len;

	gs_advance(p);
	gs_node_push(p, gs_parse_expression(p));
	gs_expect(p, ")");
	return finish(p, node, mark);
}

static struct gs_node *parse_primary(struct gs_parser *p)
{
	const struct gs_token *token = gs_here(p);

	if (token->kind == GS_TOKEN_INT || token->kind == GS_TOKEN_FLOAT ||
		(token->kind == GS_TOKEN_KEYWORD &&
			(gs_token_is(token, "true") || gs_token_is(token, "false")))) {
		struct gs_node *node = gs_node_new(p, GS_NODE_LITERAL, p->at);

		gs_advance(p);
		return finish(p, node, p->children->len);
	}
	if (gs_token_is(token, "("))
		return parse_parenthesis(p);
	if (gs_parse_at_type(p))
		return parse_constructor(p);
	if (token->kind == GS_TOKEN_IDENTIFIER)
		return gs_token_is(gs_peek(p, 1), "(") ? parse_call(p) : parse_identifier(p);
	if (token->kind == GS_TOKEN_END)
		gs_parse_fail(
			p, GS_GLSL_E_PARSE, p->at, "an expression expected, but the text ends");
	gs_parse_fail(p, GS_GLSL_E_PARSE, p->at, "an expression expected before '%s'", token->text);
}

static bool is_element_of_variable(const struct gs_node *node)
{
	while (node->kind == GS_NODE_INDEX)
		node = node->child[0];
	return node->kind == GS_NODE_IDENTIFIER;
}

/* Parses a[i] as the base of what follows. A call a[i](..) of a subroutine array has the index node
 * as its first child. */
static struct gs_node *parse_index(struct gs_parser *p, struct gs_node *base)
{
	struct gs_node *node = gs_node_new(p, GS_NODE_INDEX, base->first);
	size_t mark = p->children->len;

	gs_node_push(p, base);
	node->op_token = p->at;
	gs_expect(p, "[");
	gs_node_push(p, gs_parse_expression(p));
	gs_expect(p, "]");
	finish(p, node, mark);
	if (!gs_at(p, "(") || !is_element_of_variable(base))
		return node;

	struct gs_node *call = gs_node_new(p, GS_NODE_CALL, base->first);

	call->name_token = base->first;
	gs_node_push(p, node);
	gs_advance(p);
	parse_arguments(p);
	gs_node_close(p, call, mark);
	gs_resolve_call(p, call);
	return call;
}

static struct gs_node *parse_member(struct gs_parser *p, struct gs_node *base)
{
	struct gs_node *node = gs_node_new(p, GS_NODE_MEMBER, base->first);
	size_t mark = p->children->len;

	gs_node_push(p, base);
	node->op_token = p->at;
	gs_expect(p, ".");
	node->name_token = p->at;
	if (!gs_token_is_word(gs_here(p)))
		gs_parse_fail(p, GS_GLSL_E_PARSE, p->at, "a member's name expected before '%s'",
			gs_here(p)->text);
	gs_advance(p);
	if (gs_accept(p, "(")) {
		node->kind = GS_NODE_METHOD;
		gs_expect(p, ")");
	}
	return finish(p, node, mark);
}

static struct gs_node *parse_postfix(struct gs_parser *p)
{
	struct gs_node *node = parse_primary(p);

	for (;;) {
		if (gs_at(p, "[")) {
			node = parse_index(p, node);
		} else if (gs_at(p, ".")) {
			node = parse_member(p, node);
		} else if (gs_at(p, "++") || gs_at(p, "--")) {
			struct gs_node *operation = gs_node_new(p, GS_NODE_POSTFIX, node->first);
			size_t mark = p->children->len;

			gs_node_push(p, node);
			operation->op_token = p->at;
			gs_advance(p);
			node = finish(p, operation, mark);
		} else {
			return node;
		}
	}
}

static bool is_unary(const struct gs_token *token)
{
	const char *t = token->text;

	return token->kind == GS_TOKEN_PUNCTUATOR &&
	       (!strcmp(t, "-") || !strcmp(t, "!") || !strcmp(t, "+") || !strcmp(t, "~") ||
		       !strcmp(t, "++") || !strcmp(t, "--"));
}

static struct gs_node *parse_unary(struct gs_parser *p)
{
	if (!is_unary(gs_here(p)))
		return parse_postfix(p);

	struct gs_node *node = gs_node_new(p, GS_NODE_UNARY, p->at);
	size_t mark = p->children->len;

	gs_parse_enter(p);
	node->op_token = p->at;
	gs_advance(p);
	gs_node_push(p, parse_unary(p));
	gs_parse_leave(p);
	return finish(p, node, mark);
}

/* 0: not a binary operator. A higher number binds tighter. */
static unsigned precedence(const struct gs_token *token)
{
	const char *t = token->text;

	if (token->kind != GS_TOKEN_PUNCTUATOR)
		return 0;
	switch (t[0]) {
	case '|':
		return t[1] == '|' ? 1 : t[1] ? 0 : 4;
	case '^':
		return t[1] == '^' ? 2 : t[1] ? 0 : 5;
	case '&':
		return t[1] == '&' ? 3 : t[1] ? 0 : 6;
	case '=':
	case '!':
		return t[1] == '=' ? 7 : 0;
	case '<':
	case '>':
		return t[1] == t[0] ? (t[2] ? 0 : 9) : 8;
	case '+':
	case '-':
		return t[1] ? 0 : 10;
	case '*':
	case '/':
	case '%':
		return t[1] ? 0 : 11;
	default:
		return 0;
	}
}

static struct gs_node *parse_binary(struct gs_parser *p, unsigned least)
{
	struct gs_node *left = parse_unary(p);
	unsigned level;

	while ((level = precedence(gs_here(p))) >= least && level) {
		struct gs_node *node = gs_node_new(p,
			level == 1 || level == 3 ? GS_NODE_LOGICAL : GS_NODE_BINARY, left->first);
		size_t mark = p->children->len;

		gs_node_push(p, left);
		node->op_token = p->at;
		gs_advance(p);
		gs_node_push(p, parse_binary(p, level + 1));
		left = finish(p, node, mark);
	}
	return left;
}

struct gs_node *gs_parse_conditional(struct gs_parser *p)
{
	struct gs_node *condition = parse_binary(p, 1);

	if (!gs_at(p, "?"))
		return condition;

	struct gs_node *node = gs_node_new(p, GS_NODE_TERNARY, condition->first);
	size_t mark = p->children->len;

	gs_parse_enter(p);
	gs_node_push(p, condition);
	node->op_token = p->at;
	gs_advance(p);
	gs_node_push(p, gs_parse_expression(p));
	gs_expect(p, ":");
	gs_node_push(p, gs_parse_assignment(p));
	gs_parse_leave(p);
	return finish(p, node, mark);
}

static int dimension_value(struct gs_parser *p)
{
	int64_t value;

	return gs_node_value(gs_parse_conditional(p), &value) && value > 0 && value < 1 << 28
		       ? (int)value
		       : 0;
}

/* [2][3] after T[4] declares an array of 2 arrays of 3 arrays of 4. */
void gs_parse_dimensions(struct gs_parser *p, struct gs_type *type)
{
	int dimensions[GS_MAX_DIMENSIONS];
	unsigned n = 0;

	while (gs_at(p, "[")) {
		if (n + type->n_dimensions == GS_MAX_DIMENSIONS)
			gs_parse_fail(p, GS_GLSL_E_LIMIT, p->at,
				"an array of more than %d dimensions", GS_MAX_DIMENSIONS);
		gs_advance(p);
		dimensions[n++] = gs_at(p, "]") ? 0 : dimension_value(p);
		gs_expect(p, "]");
	}
	while (n)
		gs_type_add_dimension(type, dimensions[--n]);
}

static bool is_assignment(const struct gs_token *token)
{
	const char *t = token->text;
	size_t n = strlen(t);

	if (token->kind != GS_TOKEN_PUNCTUATOR || t[n - 1] != '=')
		return false;
	return n == 1 || n == 3 || (n == 2 && strchr("+-*/%&|^", t[0]));
}

struct gs_node *gs_parse_assignment(struct gs_parser *p)
{
	gs_parse_enter(p);

	struct gs_node *target = gs_parse_conditional(p);

	if (is_assignment(gs_here(p))) {
		struct gs_node *node = gs_node_new(p, GS_NODE_ASSIGN, target->first);
		size_t mark = p->children->len;

		gs_node_push(p, target);
		node->op_token = p->at;
		gs_advance(p);
		gs_node_push(p, gs_parse_assignment(p));
		target = finish(p, node, mark);
	}
	gs_parse_leave(p);
	return target;
}

struct gs_node *gs_parse_expression(struct gs_parser *p)
{
	struct gs_node *left = gs_parse_assignment(p);

	while (gs_at(p, ",")) {
		struct gs_node *node = gs_node_new(p, GS_NODE_COMMA, left->first);
		size_t mark = p->children->len;

		gs_node_push(p, left);
		node->op_token = p->at;
		gs_advance(p);
		gs_node_push(p, gs_parse_assignment(p));
		left = finish(p, node, mark);
	}
	return left;
}

/* The type that the i-th element of { } initialises. */
static bool element_type(const struct gs_type *type, size_t i, struct gs_type *element)
{
	unsigned count;

	if (!type || type->base == GS_BASE_UNKNOWN)
		return false;
	if (type->n_dimensions == 0 && type->base == GS_BASE_STRUCT) {
		if (i >= type->structure->n_members)
			return false;
		*element = type->structure->members[i].type;
		return true;
	}
	return gs_type_element(type, element, &count);
}

/* An expression or { a, b }. */
struct gs_node *gs_parse_initialiser(struct gs_parser *p, const struct gs_type *type)
{
	if (!gs_at(p, "{"))
		return gs_parse_assignment(p);

	struct gs_node *node = gs_node_new(p, GS_NODE_INIT_LIST, p->at);
	size_t mark = p->children->len;

	gs_parse_enter(p);
	gs_advance(p);
	while (!gs_at(p, "}")) {
		struct gs_type element;
		bool known = element_type(type, p->children->len - mark, &element);

		gs_node_push(p, gs_parse_initialiser(p, known ? &element : NULL));
		if (!gs_accept(p, ","))
			break;
	}
	gs_expect(p, "}");
	gs_parse_leave(p);
	gs_node_close(p, node, mark);
	if (type)
		node->type = *type;
	if (node->type.n_dimensions && node->type.dimensions[0] == 0)
		node->type.dimensions[0] = (int)node->n_children;
	for (unsigned i = 1; i < node->type.n_dimensions && node->n_children; i++)
		if (node->type.dimensions[i] == 0 && i - 1 < node->child[0]->type.n_dimensions)
			node->type.dimensions[i] = node->child[0]->type.dimensions[i - 1];
	gs_constant_fold(node);
	return node;
}

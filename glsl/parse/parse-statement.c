/* SPDX-License-Identifier: MIT */
/* Parses statements. */
#include <string.h>

#include "glsl/private.h"

static struct gs_node *parse_scoped_statement(struct gs_parser *p)
{
	gs_scope_push(p);

	struct gs_node *node = gs_parse_statement(p);

	gs_scope_pop(p, p->previous);
	return node;
}

static struct gs_node *parse_if(struct gs_parser *p)
{
	struct gs_node *node = gs_node_new(p, GS_NODE_IF, p->at);
	size_t mark = p->children->len;

	node->op_token = p->at;
	gs_advance(p);
	gs_expect(p, "(");
	gs_node_push(p, gs_parse_expression(p));
	gs_expect(p, ")");
	gs_node_push(p, parse_scoped_statement(p));
	if (gs_accept(p, "else"))
		gs_node_push(p, parse_scoped_statement(p));
	return gs_node_close(p, node, mark);
}

static struct gs_node *parse_test(struct gs_parser *p)
{
	return gs_parse_at_declaration(p) ? gs_parse_condition_declaration(p)
					  : gs_parse_expression(p);
}

static struct gs_node *parse_for(struct gs_parser *p)
{
	struct gs_node *node = gs_node_new(p, GS_NODE_FOR, p->at);
	size_t mark = p->children->len;

	node->op_token = p->at;
	gs_advance(p);
	gs_scope_push(p);
	gs_expect(p, "(");
	gs_node_push(p, gs_parse_statement(p));
	gs_node_push(p, gs_at(p, ";") ? NULL : parse_test(p));
	gs_expect(p, ";");
	gs_node_push(p, gs_at(p, ")") ? NULL : gs_parse_expression(p));
	gs_expect(p, ")");
	gs_node_push(p, gs_parse_statement(p));
	gs_scope_pop(p, p->previous);

	gs_node_close(p, node, mark);
	if (node->child[0]->kind != GS_NODE_DECLARATION &&
		node->child[0]->kind != GS_NODE_EXPRESSION_STATEMENT &&
		node->child[0]->kind != GS_NODE_EMPTY)
		gs_parse_fail(p, GS_GLSL_E_PARSE, node->child[0]->first,
			"a for loop begins with a declaration or an expression");
	return node;
}

static struct gs_node *parse_while(struct gs_parser *p)
{
	struct gs_node *node = gs_node_new(p, GS_NODE_WHILE, p->at);
	size_t mark = p->children->len;

	node->op_token = p->at;
	gs_advance(p);
	gs_scope_push(p);
	gs_expect(p, "(");
	gs_node_push(p, parse_test(p));
	gs_expect(p, ")");
	gs_node_push(p, gs_parse_statement(p));
	gs_scope_pop(p, p->previous);
	return gs_node_close(p, node, mark);
}

static struct gs_node *parse_do(struct gs_parser *p)
{
	struct gs_node *node = gs_node_new(p, GS_NODE_DO, p->at);
	size_t mark = p->children->len;

	node->op_token = p->at;
	gs_advance(p);
	gs_node_push(p, parse_scoped_statement(p));
	gs_expect(p, "while");
	gs_expect(p, "(");
	gs_node_push(p, gs_parse_expression(p));
	gs_expect(p, ")");
	gs_expect(p, ";");
	return gs_node_close(p, node, mark);
}

static struct gs_node *parse_switch(struct gs_parser *p)
{
	struct gs_node *node = gs_node_new(p, GS_NODE_SWITCH, p->at);
	size_t mark = p->children->len;

	node->op_token = p->at;
	gs_advance(p);
	gs_expect(p, "(");
	gs_node_push(p, gs_parse_expression(p));
	gs_expect(p, ")");
	if (!gs_at(p, "{"))
		gs_expect(p, "{");
	gs_node_push(p, gs_parse_block(p, true));
	return gs_node_close(p, node, mark);
}

static struct gs_node *parse_case(struct gs_parser *p)
{
	struct gs_node *node = gs_node_new(p, GS_NODE_CASE, p->at);
	size_t mark = p->children->len;
	bool has_label = gs_at(p, "case");

	node->op_token = p->at;
	gs_advance(p);
	if (has_label)
		gs_node_push(p, gs_parse_expression(p));
	gs_expect(p, ":");
	return gs_node_close(p, node, mark);
}

static struct gs_node *parse_jump(struct gs_parser *p, enum gs_node_kind kind)
{
	struct gs_node *node = gs_node_new(p, kind, p->at);
	size_t mark = p->children->len;

	node->op_token = p->at;
	gs_advance(p);
	if (kind == GS_NODE_RETURN && !gs_at(p, ";"))
		gs_node_push(p, gs_parse_expression(p));
	gs_expect(p, ";");
	return gs_node_close(p, node, mark);
}

struct gs_node *gs_parse_block(struct gs_parser *p, bool own_scope)
{
	struct gs_node *node = gs_node_new(p, GS_NODE_BLOCK, p->at);
	size_t mark = p->children->len;

	gs_expect(p, "{");
	if (own_scope)
		gs_scope_push(p);
	while (!gs_at(p, "}")) {
		if (gs_here(p)->kind == GS_TOKEN_END)
			gs_parse_fail(p, GS_GLSL_E_PARSE, node->first, "this '{' has no '}'");
		gs_node_push(p, gs_parse_statement(p));
	}
	if (own_scope)
		gs_scope_pop(p, p->at);
	gs_expect(p, "}");
	return gs_node_close(p, node, mark);
}

/* A function may be declared there, not defined. */
static struct gs_node *parse_local_declaration(struct gs_parser *p)
{
	struct gs_node *node = gs_parse_declaration(p);

	if (node->kind != GS_NODE_DECLARATION && node->kind != GS_NODE_PROTOTYPE)
		gs_parse_fail(p, GS_GLSL_E_PARSE, node->first,
			"'%s' begins a block of variables or a function, which cannot stand within "
			"a function",
			p->tokens[node->first].text);
	return node;
}

static struct gs_node *parse_simple(struct gs_parser *p)
{
	bool is_demote = gs_at(p, "demote") && gs_token_is(gs_peek(p, 1), ";") &&
			 !gs_scope_lookup(p, gs_here(p)->text);

	if (gs_at(p, ";") || is_demote) { /* demote changes no variable and no path */
		struct gs_node *node = gs_node_new(p, GS_NODE_EMPTY, p->at);

		if (is_demote)
			gs_advance(p);
		gs_advance(p);
		return gs_node_close(p, node, p->children->len);
	}
	if (gs_parse_at_declaration(p))
		return parse_local_declaration(p);

	struct gs_node *node = gs_node_new(p, GS_NODE_EXPRESSION_STATEMENT, p->at);
	size_t mark = p->children->len;

	gs_node_push(p, gs_parse_expression(p));
	gs_expect(p, ";");
	return gs_node_close(p, node, mark);
}

static struct gs_node *parse_keyword(struct gs_parser *p)
{
	const char *t = gs_here(p)->text;

	if (!strcmp(t, "if"))
		return parse_if(p);
	if (!strcmp(t, "for"))
		return parse_for(p);
	if (!strcmp(t, "while"))
		return parse_while(p);
	if (!strcmp(t, "do"))
		return parse_do(p);
	if (!strcmp(t, "switch"))
		return parse_switch(p);
	if (!strcmp(t, "case") || !strcmp(t, "default"))
		return parse_case(p);
	if (!strcmp(t, "return"))
		return parse_jump(p, GS_NODE_RETURN);
	if (!strcmp(t, "break"))
		return parse_jump(p, GS_NODE_BREAK);
	if (!strcmp(t, "continue"))
		return parse_jump(p, GS_NODE_CONTINUE);
	if (!strcmp(t, "discard"))
		return parse_jump(p, GS_NODE_DISCARD);
	return parse_simple(p);
}

struct gs_node *gs_parse_statement(struct gs_parser *p)
{
	struct gs_node *node;

	gs_parse_enter(p);
	if (gs_at(p, "{"))
		node = gs_parse_block(p, true);
	else if (gs_here(p)->kind == GS_TOKEN_KEYWORD)
		node = parse_keyword(p);
	else
		node = parse_simple(p);
	gs_parse_leave(p);
	return node;
}

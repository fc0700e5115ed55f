/* SPDX-License-Identifier: MIT */
/* What all parts of the parser use: moving over the tokens, making nodes, giving up. */
#include <string.h>

#include "glsl/private.h"

void gs_parse_fail(
	struct gs_parser *p, enum gs_message_code code, unsigned token, const char *format, ...)
{
	const struct gs_span *span = &p->tokens[token].span;
	va_list args;

	va_start(args, format);
	char *text = g_strdup_vprintf(format, args);

	va_end(args);
	gs_messages_add(
		p->messages, code, p->unit->unit.index, span->line, span->column, "%s", text);
	g_free(text);
	longjmp(p->give_up, 1);
}

void gs_parse_enter(struct gs_parser *p)
{
	if (++p->depth > GS_LIMIT_NESTING)
		gs_parse_fail(p, GS_GLSL_E_LIMIT, p->at, "nested deeper than %d levels",
			GS_LIMIT_NESTING);
}

static unsigned next_token(const struct gs_parser *p, unsigned at)
{
	if (p->tokens[at].kind != GS_TOKEN_END)
		at++;
	while (p->tokens[at].kind == GS_TOKEN_DIRECTIVE)
		at++;
	return at;
}

const struct gs_token *gs_peek(const struct gs_parser *p, unsigned ahead)
{
	unsigned at = p->at;

	while (ahead--)
		at = next_token(p, at);
	return &p->tokens[at];
}

void gs_advance(struct gs_parser *p)
{
	p->previous = p->at;
	p->at = next_token(p, p->at);
}

bool gs_token_is(const struct gs_token *token, const char *text)
{
	return !strcmp(token->text, text);
}

bool gs_at(const struct gs_parser *p, const char *text)
{
	return gs_token_is(gs_here(p), text);
}

bool gs_accept(struct gs_parser *p, const char *text)
{
	if (!gs_at(p, text))
		return false;
	gs_advance(p);
	return true;
}

void gs_expect(struct gs_parser *p, const char *text)
{
	if (gs_accept(p, text))
		return;
	if (gs_here(p)->kind == GS_TOKEN_END)
		gs_parse_fail(p, GS_GLSL_E_PARSE, p->at, "'%s' expected, but the text ends", text);
	gs_parse_fail(
		p, GS_GLSL_E_PARSE, p->at, "'%s' expected before '%s'", text, gs_here(p)->text);
}

struct gs_node *gs_node_new(struct gs_parser *p, enum gs_node_kind kind, unsigned first)
{
	struct gs_node_full *full = gs_arena_alloc(p->arena, sizeof(*full));

	full->node.kind = kind;
	full->node.first = first;
	full->node.last = first;
	full->node.unit = &p->unit->unit;
	return &full->node;
}

void gs_node_push(struct gs_parser *p, struct gs_node *child)
{
	g_ptr_array_add(p->children, child);
}

struct gs_node *gs_node_close(struct gs_parser *p, struct gs_node *node, size_t mark)
{
	unsigned depth = 0;

	node->last = p->previous;
	node->n_children = p->children->len - mark;
	if (node->n_children > 0) /* the array of a text without any node is NULL */
		node->child = gs_arena_copy(p->arena, p->children->pdata + mark,
			node->n_children * sizeof(*node->child));
	g_ptr_array_set_size(p->children, (gint)mark);
	for (size_t i = 0; i < node->n_children; i++) {
		if (!node->child[i])
			continue;
		node->child[i]->parent = node;
		depth = MAX(depth, gs_full(node->child[i])->depth);
	}
	gs_full(node)->depth = depth + 1;
	if (depth > GS_LIMIT_CHAIN)
		gs_parse_fail(p, GS_GLSL_E_LIMIT, node->first,
			"more than %d operators in one chain", GS_LIMIT_CHAIN);
	return node;
}

void gs_parser_init(struct gs_parser *p, struct gs_parse_context *context,
	struct gs_unit_full *unit, struct gs_messages *messages)
{
	*p = (struct gs_parser){
		.context = context,
		.unit = unit,
		.messages = messages,
		.tokens = unit->unit.tokens,
		.children = g_ptr_array_new(),
		.scope = g_ptr_array_new(),
		.arrays = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref),
		.scope_marks = g_array_new(FALSE, FALSE, sizeof(guint)),
		.arena = &context->arena,
	};
	if (p->tokens[0].kind == GS_TOKEN_DIRECTIVE)
		p->at = next_token(p, 0);
}

void gs_parser_finish(struct gs_parser *p)
{
	while (p->scope->len) { /* at whatever level the parser gave up */
		struct gs_symbol_full *symbol = g_ptr_array_steal_index(
			p->scope, p->scope->len - 1);

		gs_name_of(symbol->symbol.name)->symbol = symbol->shadowed;
	}
	g_ptr_array_unref(p->children);
	g_ptr_array_unref(p->scope);
	g_ptr_array_unref(p->arrays);
	g_array_unref(p->scope_marks);
}

/* SPDX-License-Identifier: MIT */
/* Parses a unit: its external declarations, and the bodies of functions. */
#include "glsl/private.h"

/* The head has been parsed: the parameters are the node's children so far. */
static struct gs_node *parse_body(struct gs_parser *p, struct gs_node *node)
{
	struct gs_function_full *f = (struct gs_function_full *)node->function;
	size_t mark = p->children->len;

	f->function.definition = node;
	f->function.unit = &p->unit->unit;
	for (size_t i = 0; i < node->n_children; i++)
		gs_node_push(p, node->child[i]);
	gs_scope_push(p);
	for (size_t i = 0; i < f->function.n_parameters; i++)
		if (f->function.parameters[i]->name[0])
			gs_scope_bind(p, (struct gs_symbol_full *)f->function.parameters[i]);
	gs_node_push(p, gs_parse_block(p, true));
	gs_scope_pop(p, p->previous);
	return gs_node_close(p, node, mark);
}

static struct gs_node *parse_external(struct gs_parser *p)
{
	if (gs_at(p, ";")) {
		struct gs_node *node = gs_node_new(p, GS_NODE_EMPTY, p->at);

		gs_advance(p);
		return gs_node_close(p, node, p->children->len);
	}

	struct gs_node *node = gs_parse_declaration(p);

	return node->kind == GS_NODE_FUNCTION ? parse_body(p, node) : node;
}

static void parse_all(struct gs_parser *p)
{
	struct gs_node *root = gs_node_new(p, GS_NODE_TRANSLATION_UNIT, 0);

	while (gs_here(p)->kind != GS_TOKEN_END)
		gs_node_push(p, parse_external(p));
	gs_node_close(p, root, 0);
	root->last = (unsigned)p->unit->unit.n_tokens - 1;
	p->unit->unit.root = root;
}

bool gs_parse_unit(
	struct gs_parse_context *context, struct gs_unit_full *unit, struct gs_messages *messages)
{
	struct gs_parser p;
	volatile bool ok = false;

	gs_parser_init(&p, context, unit, messages);
	for (guint i = 0; i < context->all_functions->len; i++)
		((struct gs_function_full *)context->all_functions->pdata[i])->is_visible = false;
	if (setjmp(p.give_up) == 0) {
		parse_all(&p);
		ok = true;
	}
	gs_parser_finish(&p);
	return ok;
}

/* SPDX-License-Identifier: MIT */
/* Parses declarations of variables, functions and blocks. */
#include <string.h>

#include "glsl/private.h"

static void describe_symbol(
	struct gs_symbol_full *full, const struct gs_specifier *s, const struct gs_node *node)
{
	full->symbol.is_writeonly = s->is_writeonly;
	full->symbol.layout_location = s->layout_location;
	full->symbol.layout_index = s->layout_index;
	full->symbol.layout_binding = s->layout_binding;
	full->symbol.declaration = node;
}

static enum gs_storage storage_here(const struct gs_parser *p, const struct gs_specifier *s)
{
	return !s->has_storage && p->level > 0 ? GS_STORAGE_LOCAL : s->storage;
}

static unsigned expect_name(struct gs_parser *p)
{
	unsigned at = p->at;

	if (!gs_token_is_word(gs_here(p)))
		gs_parse_fail(
			p, GS_GLSL_E_PARSE, p->at, "a name expected before '%s'", gs_here(p)->text);
	if (gs_here(p)->kind == GS_TOKEN_KEYWORD &&
		gs_name_of(gs_here(p)->text)->word->kind == GS_WORD_KEYWORD &&
		gs_name_of(gs_here(p)->text)->word->core <= 110)
		gs_parse_fail(p, GS_GLSL_E_PARSE, p->at, "the keyword '%s' cannot be a name",
			gs_here(p)->text);
	gs_advance(p);
	return at;
}

/* The sizes that an initialiser gives an array that is declared without. */
static void complete_type(struct gs_type *type, const struct gs_type *given)
{
	if (given->n_dimensions != type->n_dimensions)
		return;
	for (unsigned i = 0; i < type->n_dimensions; i++)
		if (type->dimensions[i] == 0)
			type->dimensions[i] = given->dimensions[i];
}

/* name [dims] [= initialiser] */
static struct gs_node *parse_declarator(struct gs_parser *p, const struct gs_specifier *s)
{
	struct gs_node *node = gs_node_new(p, GS_NODE_DECLARATOR, p->at);
	size_t mark = p->children->len;
	struct gs_type type = s->type;
	struct gs_node *initialiser = NULL;

	node->name_token = expect_name(p);
	gs_parse_dimensions(p, &type);
	if (gs_at(p, "=")) {
		node->op_token = p->at;
		gs_advance(p);
		initialiser = gs_parse_initialiser(p, &type);
		gs_node_push(p, initialiser);
		complete_type(&type, &initialiser->type);
	}
	struct gs_symbol_full *symbol = gs_symbol_new(
		p, GS_SYMBOL_VARIABLE, p->tokens[node->name_token].text, &type, storage_here(p, s));

	describe_symbol(symbol, s, node);
	symbol->name_token = node->name_token;
	symbol->initialiser = initialiser;
	gs_scope_bind(p, symbol);
	node->symbol = &symbol->symbol;
	node->type = type;
	return gs_node_close(p, node, mark);
}

/* ---- functions ---- */

static struct gs_node *parse_parameter(struct gs_parser *p)
{
	struct gs_node *node = gs_node_new(p, GS_NODE_PARAMETER, p->at);
	struct gs_specifier s;

	gs_parse_specifier(p, &s, true);
	if (!s.has_type)
		gs_parse_fail(p, GS_GLSL_E_PARSE, p->at, "a parameter's type expected before '%s'",
			gs_here(p)->text);

	const char *name = NULL;
	struct gs_type type = s.type;

	if (gs_token_is_word(gs_here(p))) {
		name = gs_here(p)->text;
		node->name_token = expect_name(p);
	}
	gs_parse_dimensions(p, &type);
	node->type = type;

	struct gs_symbol_full *symbol = gs_symbol_new(p, GS_SYMBOL_VARIABLE,
		name ? name : gs_names_intern(&p->context->names, "", 0)->text, &type, s.storage);

	describe_symbol(symbol, &s, node);
	symbol->name_token = node->name_token;
	node->symbol = &symbol->symbol; /* removed again if unnamed, once the function has it */
	return gs_node_close(p, node, p->children->len);
}

static struct gs_symbol **take_parameters(struct gs_parser *p, size_t mark, size_t *n)
{
	*n = p->children->len - mark;

	struct gs_symbol **parameters = gs_arena_alloc(p->arena, *n * sizeof(*parameters));

	for (size_t i = 0; i < *n; i++) {
		struct gs_node *node = p->children->pdata[mark + i];

		parameters[i] = node->symbol;
		if (!node->symbol->name[0])
			node->symbol = NULL;
	}
	return parameters;
}

static void parse_parameters(struct gs_parser *p)
{
	gs_expect(p, "(");
	if (gs_at(p, "void") && gs_token_is(gs_peek(p, 1), ")"))
		gs_advance(p);
	if (gs_accept(p, ")"))
		return;
	do {
		gs_node_push(p, parse_parameter(p));
	} while (gs_accept(p, ","));
	gs_expect(p, ")");
}

/* The name is next. Of a definition only the head is parsed. */
static struct gs_node *parse_function(
	struct gs_parser *p, unsigned first, const struct gs_specifier *s)
{
	struct gs_node *node = gs_node_new(p, GS_NODE_PROTOTYPE, first);
	size_t mark = p->children->len, n;

	node->name_token = expect_name(p);
	parse_parameters(p);

	struct gs_symbol **parameters = take_parameters(p, mark, &n);
	struct gs_function_full *f = gs_resolve_function(
		p, p->tokens[node->name_token].text, parameters, n);

	f->function.type = s->type;
	f->function.is_subroutine |= s->is_subroutine;
	node->function = &f->function;
	node->type = s->type;
	if (gs_at(p, "{")) {
		if (f->function.definition)
			gs_parse_fail(p, GS_GLSL_E_PARSE, node->name_token,
				"function '%s' is defined twice", f->function.name);
		node->kind = GS_NODE_FUNCTION;
		f->function.parameters = parameters;
	} else {
		gs_expect(p, ";");
		g_ptr_array_add(p->context->prototypes, node);
	}
	return gs_node_close(p, node, mark);
}

/* ---- blocks ---- */

static void bind_block_members(struct gs_parser *p, const struct gs_struct *block,
	const struct gs_specifier *s, const struct gs_node *node)
{
	for (size_t i = 0; i < block->n_named; i++) {
		struct gs_symbol_full *symbol = gs_symbol_new(p, GS_SYMBOL_VARIABLE,
			block->members[i].name, &block->members[i].type, s->storage);

		describe_symbol(symbol, s, node);
		symbol->symbol.is_writeonly |= block->members[i].is_writeonly;
		symbol->symbol.is_block_member = true;
		symbol->symbol.block = block;
		gs_scope_bind(p, symbol);
	}
}

static bool is_all_writeonly(const struct gs_struct *block)
{
	for (size_t i = 0; i < block->n_named; i++)
		if (!block->members[i].is_writeonly)
			return false;
	return block->n_named > 0;
}

/* The block's name is next. */
static struct gs_node *parse_interface_block(
	struct gs_parser *p, unsigned first, const struct gs_specifier *s)
{
	struct gs_node *node = gs_node_new(p, GS_NODE_INTERFACE_BLOCK, first);
	size_t mark = p->children->len;
	const char *name = gs_here(p)->text;

	node->name_token = p->at;
	gs_advance(p);
	node->structure = gs_parse_members(p, name, true);
	if (gs_at(p, ";")) {
		bind_block_members(p, node->structure, s, node);
	} else {
		struct gs_type type = {.base = GS_BASE_STRUCT,
			.columns = 1,
			.rows = 1,
			.structure = node->structure};
		unsigned at = expect_name(p);

		gs_parse_dimensions(p, &type);

		struct gs_symbol_full *symbol = gs_symbol_new(
			p, GS_SYMBOL_VARIABLE, p->tokens[at].text, &type, s->storage);

		describe_symbol(symbol, s, node);
		symbol->symbol.is_writeonly |= is_all_writeonly(node->structure);
		symbol->name_token = at;
		gs_scope_bind(p, symbol);
		node->symbol = &symbol->symbol;
		node->type = type;
	}
	gs_expect(p, ";");
	return gs_node_close(p, node, mark);
}

/* ---- statements ---- */

static struct gs_node *parse_precision(struct gs_parser *p)
{
	struct gs_node *node = gs_node_new(p, GS_NODE_DECLARATION, p->at);

	gs_advance(p);
	gs_advance(p); /* lowp, mediump, highp */
	gs_parse_type_name(p);
	gs_expect(p, ";");
	return gs_node_close(p, node, p->children->len);
}

/* layout(triangles) in; layout(vertices = 3) out; layout(local_size_x = 8) in; */
static void keep_default(struct gs_parser *p, const struct gs_specifier *s)
{
	enum gs_stage stage = p->context->shader.stage;
	bool has_size = s->local_size[0] || s->local_size[1] || s->local_size[2];

	if (s->n_vertices && s->n_vertices <= 1024 &&
		((stage == GS_STAGE_GEOMETRY && s->storage == GS_STORAGE_IN) ||
			(stage == GS_STAGE_TESS_CONTROL && s->storage == GS_STORAGE_OUT)))
		p->unit->n_vertices = s->n_vertices;
	for (unsigned i = 0; i < 3 && has_size && stage == GS_STAGE_COMPUTE; i++)
		p->unit->local_size[i] = MAX(s->local_size[i], MAX(p->unit->local_size[i], 1));
}

/* "invariant a, b;", "layout(..) in;": without a type they declare nothing new. */
static struct gs_node *parse_requalification(
	struct gs_parser *p, struct gs_node *node, const struct gs_specifier *s)
{
	if (gs_at(p, ";"))
		keep_default(p, s);
	while (!gs_at(p, ";")) {
		expect_name(p);
		if (!gs_accept(p, ","))
			break;
	}
	gs_expect(p, ";");
	return gs_node_close(p, node, p->children->len);
}

struct gs_node *gs_parse_declaration(struct gs_parser *p)
{
	struct gs_node *node = gs_node_new(p, GS_NODE_DECLARATION, p->at);
	size_t mark = p->children->len;
	struct gs_specifier s;

	if (gs_parse_at_precision(p))
		return parse_precision(p);
	gs_parse_specifier(p, &s, false);
	if (!s.has_type) {
		if (gs_token_is(gs_peek(p, 1), "{"))
			return parse_interface_block(p, node->first, &s);
		if (node->first == p->at)
			gs_parse_fail(p, GS_GLSL_E_PARSE, p->at,
				gs_here(p)->kind == GS_TOKEN_IDENTIFIER
					? "'%s' is not a known type"
					: "a declaration expected before '%s'",
				gs_here(p)->text);
		if (!gs_at(p, ";") && !gs_token_is(gs_peek(p, 1), ";") &&
			!gs_token_is(gs_peek(p, 1), ","))
			gs_parse_fail(p, GS_GLSL_E_PARSE, p->at, "'%s' is not a known type",
				gs_here(p)->text);
		return parse_requalification(p, node, &s);
	}
	node->structure = s.defined;
	node->type = s.type;
	if (!gs_at(p, ";") && gs_token_is(gs_peek(p, 1), "("))
		return parse_function(p, node->first, &s);
	if (!gs_at(p, ";")) {
		do {
			gs_node_push(p, parse_declarator(p, &s));
		} while (gs_accept(p, ","));
	}
	gs_expect(p, ";");
	return gs_node_close(p, node, mark);
}

/* In the head of while, for and if: T x = e, with no semicolon. */
struct gs_node *gs_parse_condition_declaration(struct gs_parser *p)
{
	struct gs_node *node = gs_node_new(p, GS_NODE_DECLARATION, p->at);
	size_t mark = p->children->len;
	struct gs_specifier s;

	gs_parse_specifier(p, &s, false);
	if (!s.has_type)
		gs_parse_fail(
			p, GS_GLSL_E_PARSE, p->at, "a type expected before '%s'", gs_here(p)->text);
	node->type = s.type;
	gs_node_push(p, parse_declarator(p, &s));
	return gs_node_close(p, node, mark);
}

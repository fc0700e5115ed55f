/* SPDX-License-Identifier: MIT */
/* Parses qualifiers, layouts and structs. */
#include <string.h>

#include "glsl/private.h"

/* ---- structs and blocks ---- */

static void parse_member(struct gs_parser *p, GArray *members)
{
	struct gs_specifier specifier;

	gs_parse_specifier(p, &specifier, false);
	if (!specifier.has_type)
		gs_parse_fail(p, GS_GLSL_E_PARSE, p->at, "a member's type expected before '%s'",
			gs_here(p)->text);
	do {
		struct gs_member member = {.name = gs_here(p)->text,
			.type = specifier.type,
			.is_writeonly = specifier.is_writeonly};

		if (!gs_token_is_word(gs_here(p)))
			gs_parse_fail(p, GS_GLSL_E_PARSE, p->at,
				"a member's name expected before '%s'", gs_here(p)->text);
		gs_advance(p);
		gs_parse_dimensions(p, &member.type);
		g_array_append_val(members, member);
	} while (gs_accept(p, ","));
	gs_expect(p, ";");
}

/* Consumes { members }. */
const struct gs_struct *gs_parse_members(struct gs_parser *p, const char *name, bool is_block)
{
	struct gs_struct *structure = gs_arena_alloc(p->arena, sizeof(*structure));
	GArray *members = g_array_new(FALSE, TRUE, sizeof(struct gs_member));

	g_ptr_array_add(p->arrays, members);
	gs_parse_enter(p);
	gs_expect(p, "{");
	while (!gs_accept(p, "}"))
		if (!gs_accept(p, ";"))
			parse_member(p, members);
	gs_parse_leave(p);
	structure->name = name;
	structure->is_block = is_block;
	structure->n_members = structure->n_named = members->len;
	structure->members = gs_arena_copy(
		p->arena, members->data, members->len * sizeof(struct gs_member));
	return structure;
}

const struct gs_struct *gs_parse_struct(struct gs_parser *p)
{
	const char *name = gs_names_intern(&p->context->names, "", 0)->text;
	unsigned name_at = p->at + 1;

	gs_expect(p, "struct");
	if (gs_token_is_word(gs_here(p))) {
		name = gs_here(p)->text;
		name_at = p->at;
		gs_advance(p);
	}
	const struct gs_struct *structure = gs_parse_members(p, name, false);

	if (name[0]) {
		struct gs_type type = {
			.base = GS_BASE_STRUCT, .columns = 1, .rows = 1, .structure = structure};
		struct gs_symbol_full *symbol = gs_symbol_new(
			p, GS_SYMBOL_STRUCT, name, &type, GS_STORAGE_GLOBAL);

		symbol->name_token = name_at;
		gs_scope_bind(p, symbol);
	}
	return structure;
}

/* ---- qualifiers ---- */

static bool is_variable(const struct gs_parser *p, unsigned at)
{
	return p->tokens[at].kind == GS_TOKEN_IDENTIFIER &&
	       strncmp(p->tokens[at].text, "gl_", 3) != 0 &&
	       !gs_token_is(&p->tokens[at - 1], ".") && !gs_token_is(&p->tokens[at + 1], "(");
}

/* Only constants may stand there, and these stand before it. */
static void expect_known(struct gs_parser *p, const struct gs_node *value)
{
	for (unsigned i = value->first; i <= value->last; i++)
		if (is_variable(p, i) && !gs_scope_lookup(p, p->tokens[i].text))
			gs_parse_fail(
				p, GS_GLSL_E_PARSE, i, "'%s' is not declared", p->tokens[i].text);
}

static int layout_value(struct gs_parser *p)
{
	if (!gs_accept(p, "="))
		return -1;

	const struct gs_node *node = gs_parse_conditional(p);
	int64_t value;

	expect_known(p, node);
	return gs_node_value(node, &value) && value >= 0 && value < 1 << 28 ? (int)value : -1;
}

static unsigned vertices_of(const char *primitive)
{
	static const struct {
		const char *name;
		unsigned n;
	} primitives[] = {{"points", 1}, {"lines", 2}, {"lines_adjacency", 4}, {"triangles", 3},
		{"triangles_adjacency", 6}};

	for (unsigned i = 0; i < G_N_ELEMENTS(primitives); i++)
		if (!strcmp(primitive, primitives[i].name))
			return primitives[i].n;
	return 0;
}

static void keep_layout(struct gs_specifier *s, const char *name, int value)
{
	if (!strcmp(name, "location"))
		s->layout_location = value;
	else if (!strcmp(name, "index"))
		s->layout_index = value;
	else if (!strcmp(name, "binding"))
		s->layout_binding = value >= 0 ? value : -2;
	else if (!strcmp(name, "vertices") && value > 0)
		s->n_vertices = (unsigned)value;
	else if (vertices_of(name))
		s->n_vertices = vertices_of(name);
	else if (g_str_has_prefix(name, "local_size_") && name[11] >= 'x' && name[11] <= 'z')
		s->local_size[name[11] - 'x'] = value > 0 ? (unsigned)value : UINT_MAX;
}

static void parse_layout(struct gs_parser *p, struct gs_specifier *s)
{
	s->has_layout = true;
	gs_expect(p, "(");
	do {
		const struct gs_token *name = gs_here(p);

		if (!gs_token_is_word(name))
			gs_parse_fail(p, GS_GLSL_E_PARSE, p->at,
				"a layout's name expected before '%s'", name->text);
		gs_advance(p);
		keep_layout(s, name->text, layout_value(p));
	} while (gs_accept(p, ","));
	gs_expect(p, ")");
}

/* subroutine(type, ...) stands before a function, subroutine alone before a subroutine type or
 * uniform. */
static void parse_subroutine(struct gs_parser *p, struct gs_specifier *s)
{
	s->is_subroutine = true;
	if (!gs_accept(p, "("))
		return;
	s->has_subroutine_types = true;
	while (!gs_accept(p, ")")) {
		if (gs_here(p)->kind == GS_TOKEN_END)
			gs_expect(p, ")");
		gs_advance(p);
	}
}

static void set_storage(struct gs_specifier *s, enum gs_storage storage)
{
	s->storage = storage;
	s->has_storage = true;
}

static void parse_qualifier(struct gs_parser *p, struct gs_specifier *s)
{
	const char *t = gs_here(p)->text;
	bool fragment_like = p->context->shader.stage != GS_STAGE_VERTEX;

	gs_advance(p);
	if (!strcmp(t, "const"))
		s->is_const = true;
	else if (!strcmp(t, "in"))
		s->is_in = true;
	else if (!strcmp(t, "out"))
		s->is_out = true;
	else if (!strcmp(t, "inout"))
		s->is_in = s->is_out = true;
	else if (!strcmp(t, "uniform"))
		set_storage(s, GS_STORAGE_UNIFORM);
	else if (!strcmp(t, "buffer"))
		set_storage(s, GS_STORAGE_BUFFER);
	else if (!strcmp(t, "shared"))
		set_storage(s, GS_STORAGE_SHARED);
	else if (!strcmp(t, "attribute"))
		set_storage(s, GS_STORAGE_IN);
	else if (!strcmp(t, "varying"))
		set_storage(s, fragment_like ? GS_STORAGE_IN : GS_STORAGE_OUT);
	else if (!strcmp(t, "writeonly"))
		s->is_writeonly = true;
	else if (!strcmp(t, "invariant") || !strcmp(t, "precise"))
		s->is_invariant = true;
	else if (!strcmp(t, "layout"))
		parse_layout(p, s);
	else if (!strcmp(t, "subroutine"))
		parse_subroutine(p, s);
}

static void settle_storage(struct gs_specifier *s, bool is_parameter)
{
	if (is_parameter)
		s->storage = !s->is_out ? GS_STORAGE_PARAMETER_IN
			     : s->is_in ? GS_STORAGE_PARAMETER_INOUT
					: GS_STORAGE_PARAMETER_OUT;
	else if (s->is_out)
		set_storage(s, GS_STORAGE_OUT); /* also "varying out" of EXT_gpu_shader4, and
						   "inout" of framebuffer fetch */
	else if (s->is_in)
		set_storage(s, GS_STORAGE_IN);
	else if (s->is_const)
		set_storage(s, GS_STORAGE_CONST);
}

void gs_parse_specifier(struct gs_parser *p, struct gs_specifier *s, bool is_parameter)
{
	*s = (struct gs_specifier){.storage = GS_STORAGE_GLOBAL,
		.layout_location = -1,
		.layout_index = -1,
		.layout_binding = -1};
	while (gs_parse_at_qualifier(p))
		parse_qualifier(p, s);
	settle_storage(s, is_parameter);
	if (gs_here(p)->kind == GS_TOKEN_KEYWORD && gs_at(p, "struct")) {
		s->defined = gs_parse_struct(p);
		s->type = (struct gs_type){
			.base = GS_BASE_STRUCT, .columns = 1, .rows = 1, .structure = s->defined};
	} else if (gs_parse_at_type(p)) {
		s->type = gs_parse_type_name(p);
	} else {
		return;
	}
	s->has_type = true;
	gs_parse_dimensions(p, &s->type);
	/* "float const x" is not GLSL, but "varying vec4 flat" occurs; a word before ( is a
	 * function's name */
	while (gs_parse_at_qualifier(p) && gs_token_is_word(gs_peek(p, 1)))
		parse_qualifier(p, s);
}

/* SPDX-License-Identifier: MIT */
/*
 * Arrays that have their size from elsewhere: inputs of a geometry shader from its input primitive
 * (GLSL 4.60, 4.3.4), outputs of a control shader from the number of vertices (4.3.6). Done after
 * all units are parsed, since any may say it.
 */
#include <string.h>

#include "glsl/private.h"

static int vertices_of(const char *primitive)
{
	static const struct {
		const char *name;
		int n;
	} primitives[] = {{"points", 1}, {"lines", 2}, {"lines_adjacency", 4}, {"triangles", 3},
		{"triangles_adjacency", 6}};

	for (unsigned i = 0; i < G_N_ELEMENTS(primitives); i++)
		if (!strcmp(primitive, primitives[i].name))
			return primitives[i].n;
	return 0;
}

/* What `layout(...) in;` or `layout(vertices = N) out;` says; 0: nothing, or not as a plain number.
 */
static int size_in_declaration(
	const struct gs_unit *unit, const struct gs_node *node, bool is_geometry)
{
	const struct gs_token *t = unit->tokens;
	int n = 0;

	if (node->kind != GS_NODE_DECLARATION || node->n_children > 0 ||
		node->last < node->first + 2 ||
		strcmp(t[node->last - 1].text, is_geometry ? "in" : "out"))
		return 0;
	for (unsigned i = node->first; i < node->last; i++) {
		if (is_geometry)
			n = MAX(n, vertices_of(t[i].text));
		else if (!strcmp(t[i].text, "vertices") && t[i + 2].kind == GS_TOKEN_INT &&
			 (!strcmp(t[i + 3].text, ")") || !strcmp(t[i + 3].text, ",")))
			n = (int)g_ascii_strtoll(t[i + 2].text, NULL, 0);
	}
	return n > 0 && n <= 1024 ? n : 0;
}

static int find_size(const struct gs_context *context, bool is_geometry)
{
	int n = 0;

	for (guint u = 0; u < context->units->len && !n; u++) {
		const struct gs_unit *unit = context->units->pdata[u];
		for (size_t i = 0; i < unit->root->n_children && !n; i++)
			if (unit->root->child[i])
				n = size_in_declaration(unit, unit->root->child[i], is_geometry);
	}
	return n;
}

/* A patch's arrays are no vertices'. */
static bool is_patch(const struct gs_symbol *s)
{
	const struct gs_node *node = s->declaration;

	while (node && node->parent && node->parent->kind != GS_NODE_TRANSLATION_UNIT)
		node = node->parent;
	for (unsigned i = node ? node->first : 1; node && i < node->last; i++)
		if (!strcmp(node->unit->tokens[i].text, "patch"))
			return true;
	return false;
}

void gs_size_arrays(struct gs_context *context)
{
	bool is_geometry = context->shader.stage == GS_STAGE_GEOMETRY;
	enum gs_storage storage = is_geometry ? GS_STORAGE_IN : GS_STORAGE_OUT;

	if (!is_geometry && context->shader.stage != GS_STAGE_TESS_CONTROL)
		return;
	int n = find_size(context, is_geometry);
	for (guint u = 0; u < context->units->len && n; u++) {
		struct gs_unit_full *unit = context->units->pdata[u];
		for (guint i = 0; i < unit->symbols->len; i++) {
			struct gs_symbol *s = unit->symbols->pdata[i];
			if (s->kind == GS_SYMBOL_VARIABLE && s->storage == storage &&
				!s->is_block_member && s->type.n_dimensions > 0 &&
				s->type.dimensions[0] == 0 && !is_patch(s))
				s->type.dimensions[0] = n;
		}
	}
}

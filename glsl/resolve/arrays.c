/* SPDX-License-Identifier: MIT */
/* Gives arrays sizes that stand elsewhere: a geometry shader's inputs take theirs from its input
 * primitive (GLSL 4.60, 4.3.4), a control shader's outputs from its number of vertices (4.3.6),
 * inputs of the tessellation stages from the draw. This runs after all units are parsed, since any
 * of them may hold the layout. */
#include <string.h>

#include "glsl/private.h"

static unsigned find_size(const struct gs_parse_context *context)
{
	unsigned n = 0;

	for (guint u = 0; u < context->units->len && !n; u++)
		n = ((const struct gs_unit_full *)context->units->pdata[u])->n_vertices;
	return n;
}

/* A patch's arrays are not indexed by vertex. */
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

static void size_array(struct gs_symbol *s, enum gs_storage storage, unsigned n)
{
	if (s->kind == GS_SYMBOL_VARIABLE && s->storage == storage && !s->is_block_member &&
		s->type.n_dimensions > 0 && s->type.dimensions[0] == 0 && !is_patch(s) &&
		(!s->is_builtin || s->type.base == GS_BASE_STRUCT))
		s->type.dimensions[0] = (int)n;
}

/* Gives a size to all unsized arrays that are indexed by vertex. */
static void size_vertices(struct gs_parse_context *context, enum gs_storage storage, unsigned n)
{
	for (guint u = 0; u < context->units->len; u++) {
		const struct gs_unit_full *unit = context->units->pdata[u];
		GPtrArray *builtins = g_ptr_array_new();
		gs_resolve_list_builtins(context, &unit->unit, builtins); /* makes gl_in */
		for (guint i = 0; i < builtins->len; i++)
			size_array(builtins->pdata[i], storage, n);
		g_ptr_array_unref(builtins);
		for (guint i = 0; i < unit->symbols->len; i++)
			size_array(unit->symbols->pdata[i], storage, n);
	}
}

void gs_size_arrays(struct gs_parse_context *context)
{
	bool is_geometry = context->shader.stage == GS_STAGE_GEOMETRY;

	if (!is_geometry && context->shader.stage != GS_STAGE_TESS_CONTROL)
		return;
	unsigned n = find_size(context);
	if (n)
		size_vertices(context, is_geometry ? GS_STORAGE_IN : GS_STORAGE_OUT, n);
}

void gs_shader_size_patch(struct gs_shader *shader, unsigned n_vertices)
{
	bool tessellates = shader->stage == GS_STAGE_TESS_CONTROL ||
			   shader->stage == GS_STAGE_TESS_EVALUATION;

	if (tessellates && n_vertices > 0 && n_vertices <= 1024)
		size_vertices((struct gs_parse_context *)shader, GS_STORAGE_IN, n_vertices);
}

/* ---- members of blocks ---- */

/* The size that the texts give a member of gl_PerVertex. */
struct use {
	const char *name;
	bool is_named;
	int size; /* largest constant index, plus one */
};

static void note_use(const struct gs_node *node, struct use *use)
{
	const struct gs_node *member = node->kind == GS_NODE_INDEX ? node->child[0] : node;
	int64_t index;

	if (member && member->kind == GS_NODE_MEMBER &&
		!strcmp(member->unit->tokens[member->name_token].text, use->name)) {
		use->is_named = true;
		if (member != node && node->child[1] && gs_node_value(node->child[1], &index) &&
			index >= use->size && index < 64)
			use->size = (int)index + 1;
	}
	for (size_t i = 0; i < node->n_children; i++)
		if (node->child[i])
			note_use(node->child[i], use);
}

static bool has_value(
	const struct gs_parse_context *context, struct gs_member *member, bool is_builtin)
{
	struct use use = {.name = member->name};

	for (guint u = 0; is_builtin && u < context->units->len; u++)
		note_use(((const struct gs_unit *)context->units->pdata[u])->root, &use);
	if (is_builtin && member->type.n_dimensions && !member->type.dimensions[0])
		member->type.dimensions[0] = use.size;
	return gs_type_scalars(&member->type) > 0 && !member->is_writeonly &&
	       (!is_builtin || use.is_named || !strcmp(member->name, "gl_Position"));
}

/* Moves those without a size behind the others. */
static void settle_block(
	const struct gs_parse_context *context, struct gs_struct *block, bool is_builtin)
{
	struct gs_member *members = (struct gs_member *)(uintptr_t)block->members;
	size_t n = 0;

	for (size_t i = 0; i < block->n_named; i++) {
		struct gs_member member = members[i];
		if (!has_value(context, &member, is_builtin)) {
			members[i] = member;
			continue;
		}
		memmove(members + n + 1, members + n, (i - n) * sizeof(*members));
		members[n++] = member;
	}
	block->n_members = n ? n : block->n_named;
}

void gs_settle_blocks(struct gs_parse_context *context)
{
	enum gs_stage stage = context->shader.stage;
	bool has_builtin = stage == GS_STAGE_GEOMETRY || stage == GS_STAGE_TESS_CONTROL ||
			   stage == GS_STAGE_TESS_EVALUATION;

	if (has_builtin)
		settle_block(context,
			(struct gs_struct *)(uintptr_t)gs_resolve_builtin_block(
				context, "gl_PerVertex"),
			true);
	for (guint u = 0; u < context->units->len; u++) {
		const struct gs_unit_full *unit = context->units->pdata[u];
		for (guint i = 0; i < unit->symbols->len; i++) {
			const struct gs_symbol *s = unit->symbols->pdata[i];
			if (s->kind == GS_SYMBOL_VARIABLE && s->type.base == GS_BASE_STRUCT &&
				s->type.structure->is_block)
				settle_block(context,
					(struct gs_struct *)(uintptr_t)s->type.structure, false);
		}
	}
}

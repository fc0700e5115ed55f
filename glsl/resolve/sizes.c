/* SPDX-License-Identifier: MIT */
/* Finds sizes of arrays that follow from their use. */
#include "glsl/private.h"

/* An array's size may become known after its first use. */
static void spread_sizes(struct gs_node *node)
{
	if (node->kind == GS_NODE_IDENTIFIER && node->symbol && node->type.n_dimensions &&
		node->type.n_dimensions == node->symbol->type.n_dimensions)
		node->type = node->symbol->type;
	for (size_t i = 0; i < node->n_children; i++)
		if (node->child[i])
			spread_sizes(node->child[i]);
}

bool gs_is_sized_by_use(const struct gs_parse_context *context, const struct gs_symbol *symbol)
{
	enum gs_stage stage = context->shader.stage;
	bool is_control = stage == GS_STAGE_TESS_CONTROL;
	bool takes_vertices = is_control || stage == GS_STAGE_TESS_EVALUATION ||
			      stage == GS_STAGE_GEOMETRY;
	bool per_vertex = (takes_vertices && symbol->storage == GS_STORAGE_IN) ||
			  (is_control && symbol->storage == GS_STORAGE_OUT);

	return symbol->kind == GS_SYMBOL_VARIABLE && symbol->type.n_dimensions == 1 &&
	       symbol->storage != GS_STORAGE_BUFFER && !per_vertex;
}

/* Negative: known from use alone so far. */
static void note_index(const struct gs_parse_context *context, const struct gs_node *node)
{
	struct gs_symbol *symbol = node->child[0]->kind == GS_NODE_IDENTIFIER
					   ? node->child[0]->symbol
					   : NULL;
	int64_t index;

	if (!symbol || !gs_is_sized_by_use(context, symbol) || symbol->type.dimensions[0] > 0 ||
		!gs_node_value(node->child[1], &index) || index < 0 || index >= 1 << 16)
		return;
	if (symbol->type.dimensions[0] > -1 - (int)index)
		symbol->type.dimensions[0] = -1 - (int)index;
}

static void note_indices(const struct gs_parse_context *context, const struct gs_node *node)
{
	if (node->kind == GS_NODE_INDEX && node->n_children == 2 && node->child[0] &&
		node->child[1])
		note_index(context, node);
	for (size_t i = 0; i < node->n_children; i++)
		if (node->child[i])
			note_indices(context, node->child[i]);
}

static void settle_sizes(const GPtrArray *symbols)
{
	for (guint i = 0; i < symbols->len; i++) {
		struct gs_symbol *symbol = symbols->pdata[i];

		if (symbol->type.n_dimensions && symbol->type.dimensions[0] < 0)
			symbol->type.dimensions[0] = -symbol->type.dimensions[0];
	}
}

void gs_imply_sizes(struct gs_parse_context *context)
{
	for (guint i = 0; i < context->units->len; i++) {
		const struct gs_unit_full *unit = context->units->pdata[i];
		note_indices(context, unit->unit.root);
	}
	settle_sizes(context->builtin_symbols);
	for (guint i = 0; i < context->units->len; i++) {
		const struct gs_unit_full *unit = context->units->pdata[i];
		settle_sizes(unit->symbols);
		spread_sizes((struct gs_node *)(uintptr_t)unit->unit.root);
	}
}

/* SPDX-License-Identifier: MIT */
/* Names of samplers: each sampler within arrays and structures has a name of its own; an expression
 * names one or several. */
#include <GL/gl.h>
#include <GL/glext.h>
#include <string.h>
#include "analysis/shaders.h"

enum {
	STEPS = 200000,
	SAMPLERS = 2000,       /* most samplers of a program */
	MOST_NUMBER = 1 << 20, /* highest binding or location */
};

struct bound {
	const struct gs_symbol *parameter;
	struct gs_sampler_range range;
};

static void clear_sampler(gpointer data)
{
	g_free(((struct gs_declared_sampler *)data)->name);
}

static void clear_block(gpointer data)
{
	g_free(((struct gs_declared_block *)data)->name);
}

void gs_sampler_names_init(struct gs_sampler_names *names)
{
	names->blocks = g_array_new(FALSE, TRUE, sizeof(struct gs_declared_block));
	g_array_set_clear_func(names->blocks, clear_block);
	names->samplers = g_array_new(FALSE, TRUE, sizeof(struct gs_declared_sampler));
	g_array_set_clear_func(names->samplers, clear_sampler);
	names->first = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	names->bound = g_array_new(FALSE, TRUE, sizeof(struct bound));
	names->steps = STEPS;
}

void gs_sampler_names_clear(struct gs_sampler_names *names)
{
	g_hash_table_destroy(names->first);
	g_array_free(names->bound, TRUE);
}

/* ---- declarations ---- */

/* Return the texture target of a sampler type; 0: of a kind that is always complete, or is not
 * followed. */
static uint32_t target_of(const char *type)
{
	static const struct {
		const char *type;
		uint32_t target;
	} types[] = {
		{"sampler1D", GL_TEXTURE_1D},
		{"sampler1DShadow", GL_TEXTURE_1D},
		{"sampler1DArray", GL_TEXTURE_1D_ARRAY},
		{"sampler1DArrayShadow", GL_TEXTURE_1D_ARRAY},
		{"sampler2D", GL_TEXTURE_2D},
		{"sampler2DShadow", GL_TEXTURE_2D},
		{"sampler2DRect", GL_TEXTURE_RECTANGLE},
		{"sampler2DRectShadow", GL_TEXTURE_RECTANGLE},
		{"sampler3D", GL_TEXTURE_3D},
		{"samplerCube", GL_TEXTURE_CUBE_MAP},
		{"samplerCubeShadow", GL_TEXTURE_CUBE_MAP},
		{"samplerCubeArray", GL_TEXTURE_CUBE_MAP_ARRAY},
		{"samplerCubeArrayShadow", GL_TEXTURE_CUBE_MAP_ARRAY},
		{"sampler2DArray", GL_TEXTURE_2D_ARRAY},
		{"sampler2DArrayShadow", GL_TEXTURE_2D_ARRAY},
	};
	type += *type == 'i' || *type == 'u';
	for (size_t i = 0; i < G_N_ELEMENTS(types); i++)
		if (strcmp(types[i].type, type) == 0)
			return types[i].target;
	return 0;
}

/* Return the number of opaque variables in a type, or with `all` of locations that it takes; at
 * most SAMPLERS. */
static guint count(struct gs_sampler_names *names, const struct gs_type *type, bool all)
{
	guint64 n = type->base == GS_BASE_OPAQUE || (all && type->base != GS_BASE_STRUCT);
	if (names->steps-- <= 0)
		return SAMPLERS;
	for (size_t i = 0; type->base == GS_BASE_STRUCT && i < type->structure->n_members; i++)
		n = MIN(n + count(names, &type->structure->members[i].type, all), SAMPLERS);
	for (unsigned i = 0; i < type->n_dimensions; i++)
		n = MIN(n * (guint64)type->dimensions[i], SAMPLERS);
	return (guint)n;
}

static struct gs_type element_of(const struct gs_type *type)
{
	struct gs_type element = *type;
	element.n_dimensions--;
	memmove(element.dimensions, type->dimensions + 1,
		element.n_dimensions * sizeof(*element.dimensions));
	return element;
}

/* Add the samplers in a type. Elements of arrays and members of structures take consecutive units
 * and locations. */
static void add_samplers(struct gs_sampler_names *names, GString *name, const struct gs_type *type,
	int32_t *unit, int32_t *location)
{
	gsize length = name->len;
	if (names->steps <= 0 || names->samplers->len >= SAMPLERS)
		return;
	if (!count(names, type, false)) {
		*location += *location >= 0 ? (int32_t)count(names, type, true) : 0;
	} else if (type->n_dimensions) {
		struct gs_type element = element_of(type);
		for (int i = 0; i < type->dimensions[0] && names->steps > 0 &&
				names->samplers->len < SAMPLERS;
			i++) {
			g_string_append_printf(name, "[%d]", i);
			add_samplers(names, name, &element, unit, location);
			g_string_truncate(name, length);
		}
	} else if (type->base == GS_BASE_STRUCT) {
		for (size_t i = 0; i < type->structure->n_members; i++) {
			const struct gs_member *member = &type->structure->members[i];
			g_string_append_printf(name, ".%s", member->name);
			add_samplers(names, name, &member->type, unit, location);
			g_string_truncate(name, length);
		}
	} else {
		struct gs_declared_sampler sampler = {.name = g_strdup(name->str),
			.target = target_of(type->name),
			.unit = *unit >= 0    ? *unit
				: *unit == -1 ? 0
					      : -1,
			.location = *location,
			.is_shadow = g_str_has_suffix(type->name, "Shadow")};
		g_array_append_val(names->samplers, sampler);
		*unit += *unit >= 0;
		*location += *location >= 0;
	}
}

static void add_uniform(struct gs_sampler_names *names, const struct gs_symbol *symbol)
{
	/* No driver has higher units or locations. */
	int32_t unit = symbol->layout_binding > MOST_NUMBER ? -2 : symbol->layout_binding;
	int32_t location = symbol->layout_location > MOST_NUMBER ? -1 : symbol->layout_location;
	guint n = count(names, &symbol->type, false);
	GString *name;
	if (!n || n + names->samplers->len >= SAMPLERS || names->steps <= 0 ||
		g_hash_table_contains(names->first, symbol->name))
		return;
	g_hash_table_insert(
		names->first, g_strdup(symbol->name), GUINT_TO_POINTER(names->samplers->len + 1));
	name = g_string_new(symbol->name);
	add_samplers(names, name, &symbol->type, &unit, &location);
	g_string_free(name, TRUE);
}

static const struct gs_struct *block_of(const struct gs_symbol *symbol)
{
	if (symbol->kind != GS_SYMBOL_VARIABLE || symbol->storage != GS_STORAGE_UNIFORM ||
		symbol->is_builtin)
		return NULL;
	if (symbol->is_block_member)
		return symbol->block;
	return symbol->type.base == GS_BASE_STRUCT && symbol->type.structure->is_block &&
			       !symbol->type.n_dimensions
		       ? symbol->type.structure
		       : NULL;
}

struct gs_declared_block *gs_sampler_names_block(
	struct gs_sampler_names *names, const struct gs_symbol *symbol)
{
	const struct gs_struct *block = symbol ? block_of(symbol) : NULL;
	for (guint i = 0; block && i < names->blocks->len; i++) {
		struct gs_declared_block *at = &g_array_index(
			names->blocks, struct gs_declared_block, i);
		if (strcmp(at->name, block->name) == 0)
			return at;
	}
	return NULL;
}

static void add_block(struct gs_sampler_names *names, const struct gs_symbol *symbol)
{
	const struct gs_struct *block = block_of(symbol);
	struct gs_declared_block added = {
		.binding = symbol->layout_binding == -1 ? 0 : MAX(symbol->layout_binding, -1)};
	if (!block || gs_sampler_names_block(names, symbol) || names->blocks->len > SAMPLERS)
		return;
	added.name = g_strdup(block->name);
	g_array_append_val(names->blocks, added);
}

void gs_sampler_names_add(struct gs_sampler_names *names, const struct gs_unit *unit)
{
	size_t n;
	const struct gs_symbol *const *symbols = gs_unit_symbols(unit, &n);
	for (size_t i = 0; i < n; i++)
		add_block(names, symbols[i]);
	for (size_t i = 0; i < n; i++)
		if (symbols[i]->kind == GS_SYMBOL_VARIABLE &&
			symbols[i]->storage == GS_STORAGE_UNIFORM && !symbols[i]->is_builtin &&
			!symbols[i]->is_block_member &&
			!(symbols[i]->type.base == GS_BASE_STRUCT &&
				symbols[i]->type.structure->is_block))
			add_uniform(names, symbols[i]);
}

/* ---- expressions ---- */

static struct gs_sampler_range range_of_symbol(
	struct gs_sampler_names *names, const struct gs_symbol *symbol)
{
	struct gs_sampler_range none = {0, 0, false}, range = {0, 0, true};
	if (!symbol)
		return none;
	for (guint i = names->bound->len; i > 0; i--) {
		const struct bound *bound = &g_array_index(names->bound, struct bound, i - 1);
		if (bound->parameter == symbol)
			return bound->range;
	}
	range.first = GPOINTER_TO_UINT(g_hash_table_lookup(names->first, symbol->name));
	if (symbol->storage != GS_STORAGE_UNIFORM || !range.first)
		return none;
	range.first--;
	range.n = count(names, &symbol->type, false);
	return range.first + range.n <= names->samplers->len ? range : none;
}

static struct gs_sampler_range range_of_index(
	const struct gs_node *node, struct gs_sampler_range range)
{
	const struct gs_type *type = &node->child[0]->type;
	int64_t index;
	guint n = type->n_dimensions && type->dimensions[0] > 0
			  ? range.n / (guint)type->dimensions[0]
			  : 0;
	if (!range.is_exact || !n || !gs_node_value(node->child[1], &index)) {
		range.is_exact = false;
		return range;
	}
	if (index < 0 || index >= type->dimensions[0])
		range.n = 0;
	range.first += (guint)index * n;
	range.n = MIN(range.n, n);
	return range;
}

/* Return the samplers of a member. If any element of an array may be meant, it is not known which
 * members are, and there are none. */
static struct gs_sampler_range range_of_member(
	struct gs_sampler_names *names, const struct gs_node *node, struct gs_sampler_range range)
{
	const struct gs_type *type = &node->child[0]->type;
	const char *name = node->unit->tokens[node->name_token].text;
	if (!range.is_exact || type->base != GS_BASE_STRUCT || type->n_dimensions) {
		range.n = 0;
		return range;
	}
	for (size_t i = 0; i < type->structure->n_members; i++) {
		guint n = count(names, &type->structure->members[i].type, false);
		if (strcmp(type->structure->members[i].name, name) == 0) {
			range.n = MIN(n, range.n);
			return range;
		}
		range.first += n;
		range.n -= MIN(n, range.n);
	}
	range.n = 0;
	return range;
}

struct gs_sampler_range gs_sampler_names_find(
	struct gs_sampler_names *names, const struct gs_node *node)
{
	struct gs_sampler_range none = {0, 0, false};
	if (!node || names->steps-- <= 0)
		return none;
	switch (node->kind) {
	case GS_NODE_PAREN:
		return gs_sampler_names_find(names, node->child[0]);
	case GS_NODE_IDENTIFIER:
		return range_of_symbol(names, node->symbol);
	case GS_NODE_INDEX:
		return range_of_index(node, gs_sampler_names_find(names, node->child[0]));
	case GS_NODE_MEMBER:
		return range_of_member(names, node, gs_sampler_names_find(names, node->child[0]));
	default:
		return none;
	}
}

guint gs_sampler_names_bind(struct gs_sampler_names *names, const struct gs_node *call)
{
	guint mark = names->bound->len;
	GArray *all = g_array_new(FALSE, TRUE, sizeof(struct bound));
	for (size_t i = 0; i < call->function->n_parameters && i < call->n_children; i++) {
		struct bound bound = {.parameter = call->function->parameters[i]};
		if (!count(names, &bound.parameter->type, false))
			continue;
		bound.range = gs_sampler_names_find(names, call->child[i]);
		g_array_append_val(all, bound);
	}
	g_array_append_vals(names->bound, all->data, all->len);
	g_array_free(all, TRUE);
	return mark;
}

void gs_sampler_names_unbind(struct gs_sampler_names *names, guint mark)
{
	g_array_set_size(names->bound, mark);
}

const char *gs_call_name(const struct gs_node *call)
{
	return call->unit->tokens[call->name_token].text;
}

bool gs_call_looks_up(const struct gs_node *call)
{
	static const char *const others[] = {
		"textureSize", "textureQueryL", "textureQueryl", "textureSamples"};
	const char *name = gs_call_name(call);
	if (call->function || call->choice || call->symbol || !call->n_children)
		return false;
	for (size_t i = 0; i < G_N_ELEMENTS(others); i++)
		if (g_str_has_prefix(name, others[i]))
			return false;
	return g_str_has_prefix(name, "texture") || g_str_has_prefix(name, "texel") ||
	       g_str_has_prefix(name, "shadow");
}

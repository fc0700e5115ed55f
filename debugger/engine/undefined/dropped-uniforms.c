/* SPDX-License-Identifier: MIT */
#include "debugger/engine/undefined/dropped-uniforms.h"

#include <stdlib.h>
#include <string.h>

/* Atomic counters and subroutines have no values of their own. */
static bool has_location(const struct gs_type *type)
{
	return type->base != GS_BASE_UNKNOWN &&
	       (type->base != GS_BASE_OPAQUE ||
		       (type->name &&
			       (strstr(type->name, "sampler") || strstr(type->name, "image"))));
}

bool gs_symbol_is_uniform(const struct gs_symbol *symbol)
{
	bool block = symbol->is_block_member ||
		     (symbol->declaration && symbol->declaration->kind != GS_NODE_DECLARATOR);
	return symbol->kind == GS_SYMBOL_VARIABLE && symbol->storage == GS_STORAGE_UNIFORM &&
	       !symbol->is_builtin && !block && has_location(&symbol->type);
}

/* The program has at least so many elements of it. */
static bool has(const struct gs_program_info *info, const char *name, unsigned elements)
{
	for (size_t i = 0; i < info->n_uniforms; i++) {
		const char *there = info->uniforms[i].name;
		size_t n = strlen(there) - (g_str_has_suffix(there, "[0]") ? 3 : 0);
		if (strncmp(name, there, n) == 0 && name[n] == '\0')
			return info->uniforms[i].array_size >= elements;
	}
	return false;
}

/* Of what is called so, the program has all parts. */
static bool has_all(
	const struct gs_program_info *info, const char *name, const struct gs_type *type)
{
	struct gs_type element;
	unsigned count;
	bool all = true;
	if (type->n_dimensions == 0 && type->base == GS_BASE_STRUCT) {
		for (size_t i = 0; i < type->structure->n_members && all; i++) {
			const struct gs_member *m = &type->structure->members[i];
			g_autofree char *part = g_strdup_printf("%s.%s", name, m->name);
			all = has_all(info, part, &m->type);
		}
		return all;
	}
	if (type->n_dimensions == 0 || !gs_type_element(type, &element, &count))
		return has(info, name, 1);
	if (element.n_dimensions == 0 && element.base != GS_BASE_STRUCT)
		return has(info, name, count);
	for (unsigned i = 0; i < count && all; i++) {
		g_autofree char *part = g_strdup_printf("%s[%u]", name, i);
		all = has_all(info, part, &element);
	}
	return all;
}

/* What an expression reads of a uniform, as GL calls it: "lights[2].colour". */
struct part {
	GString *name;
	const struct gs_symbol *symbol;
	const struct gs_type *type;
	unsigned first; /* elements of an array before it, where it is one of them */
	bool leaf;	/* GL has no name for parts of it */
};

/* False: it is no part of a uniform. An index that is no number stands for the first element. */
static bool find_part(const struct gs_node *node, struct part *part)
{
	if (node->kind == GS_NODE_IDENTIFIER && node->symbol &&
		gs_symbol_is_uniform(node->symbol)) {
		g_string_assign(part->name, node->symbol->name);
		part->symbol = node->symbol;
		part->type = &node->symbol->type;
		return true;
	}
	if (node->kind == GS_NODE_PAREN)
		return find_part(node->child[0], part);
	if ((node->kind != GS_NODE_MEMBER && node->kind != GS_NODE_INDEX) ||
		!find_part(node->child[0], part))
		return false;
	const struct gs_type *whole = &node->child[0]->type;
	if (part->leaf || (whole->n_dimensions == 0 && whole->base != GS_BASE_STRUCT)) {
		part->leaf = true;
		return true;
	}
	part->type = &node->type;
	if (node->kind == GS_NODE_MEMBER) {
		g_string_append_printf(
			part->name, ".%s", node->unit->tokens[node->name_token].text);
		return true;
	}
	const struct gs_node *index = node->child[1];
	unsigned at = index->kind == GS_NODE_LITERAL
			      ? (unsigned)strtoul(index->unit->tokens[index->first].text, NULL, 0)
			      : 0;
	part->leaf = node->type.n_dimensions == 0 && node->type.base != GS_BASE_STRUCT;
	if (part->leaf)
		part->first = at;
	else
		g_string_append_printf(part->name, "[%u]", at);
	return true;
}

static bool is_there(const struct gs_program_info *info, const struct part *part)
{
	bool whole = !part->leaf &&
		     (part->type->n_dimensions || part->type->base == GS_BASE_STRUCT);
	return whole ? has_all(info, part->name->str, part->type)
		     : has(info, part->name->str, part->first + 1);
}

/* Adds the uniforms of which the program lacks what the expression reads. */
static void list(const struct gs_program_info *info, const struct gs_node *node, GPtrArray *symbols)
{
	struct part part = {.name = g_string_new(NULL)};
	bool found = find_part(node, &part);
	if (found && !is_there(info, &part) && !g_ptr_array_find(symbols, part.symbol, NULL))
		g_ptr_array_add(symbols, (gpointer)part.symbol);
	g_string_free(part.name, TRUE);
	for (; found && node->kind != GS_NODE_IDENTIFIER; node = node->child[0])
		if (node->kind == GS_NODE_INDEX)
			list(info, node->child[1], symbols);
	for (size_t i = 0; i < node->n_children && !found; i++)
		if (node->child[i])
			list(info, node->child[i], symbols);
}

bool gs_reads_dropped_uniform(const struct gs_program_info *info, const struct gs_node *expression)
{
	GPtrArray *symbols = g_ptr_array_new();
	list(info, expression, symbols);
	bool any = symbols->len > 0;
	g_ptr_array_free(symbols, TRUE);
	return any;
}

bool gs_is_dropped_uniform(const struct gs_program_info *info, const struct gs_symbol *symbol)
{
	return gs_symbol_is_uniform(symbol) && !has_all(info, symbol->name, &symbol->type);
}

/* False: nothing in it is ever executed. */
static bool is_reached(const struct gs_plan *plan, const struct gs_node *node)
{
	for (size_t i = 0; node->kind == GS_NODE_FUNCTION && i < plan->n_sites; i++)
		if (plan->sites[i].function->definition == node) {
			g_autofree struct gs_position *position = gs_plan_reach(
				plan, plan->sites[i].id);
			return position != NULL;
		}
	return true;
}

char *gs_dropped_uniforms(const struct gs_program_info *info, const struct gs_plan *plan)
{
	GPtrArray *symbols = g_ptr_array_new();
	GString *names = g_string_new(NULL);
	for (size_t u = 0; u < plan->shader->n_units; u++) {
		const struct gs_node *root = plan->shader->units[u]->root;
		for (size_t i = 0; i < root->n_children; i++)
			if (root->child[i] && is_reached(plan, root->child[i]))
				list(info, root->child[i], symbols);
	}
	for (guint i = 0; i < symbols->len; i++)
		g_string_append_printf(names, "%s%s", i ? ", " : "",
			((const struct gs_symbol *)symbols->pdata[i])->name);
	g_ptr_array_free(symbols, TRUE);
	return g_string_free(names, names->len == 0);
}

/* SPDX-License-Identifier: MIT */
/* Finds the sampler of a texture lookup. A parameter stands for the sampler that all calls pass for
 * it. */
#include <string.h>
#include "instrument/kinds/profile.h"

static void join_parameter(GHashTable *names, const struct gs_function *f,
	const struct gs_symbol *parameter, char *name)
{
	const char *other = g_hash_table_lookup(names, parameter);

	if (other && strcmp(other, name)) {
		g_free(name);
		name = g_strdup_printf("%s(%s)", f->name, parameter->name);
	}
	g_hash_table_replace(names, (gpointer)parameter, name);
}

static void join_arguments(
	GHashTable *names, const struct gs_node *call, const struct gs_function *f)
{
	size_t first = gs_call_first_argument(call), n = f->definition->n_children - 1;

	for (size_t i = 0; i < n && first + i < call->n_children; i++) {
		const struct gs_symbol *parameter = f->definition->child[i]->symbol;
		enum gs_base base = parameter ? parameter->type.base : GS_BASE_UNKNOWN;
		if (base == GS_BASE_OPAQUE || base == GS_BASE_STRUCT)
			join_parameter(names, f, parameter,
				gs_sampler_name(names, call->child[first + i]));
	}
}

static void join_calls(GHashTable *names, const struct gs_node *node)
{
	for (size_t i = 0; i < node->n_children; i++)
		if (node->child[i])
			join_calls(names, node->child[i]);
	if (node->kind != GS_NODE_CALL)
		return;
	if (node->function && node->function->definition)
		join_arguments(names, node, node->function);
	for (size_t i = 0; node->choice && i < node->choice->n_functions; i++)
		join_arguments(names, node, node->choice->functions[i]);
}

GHashTable *gs_samplers_find(const struct gs_flow *flow)
{
	GHashTable *names = g_hash_table_new_full(NULL, NULL, NULL, g_free);

	for (size_t i = flow->n_order; i-- > 0;) /* each function behind all that call it */
		join_calls(names, flow->functions[flow->order[i]].function->definition);
	return names;
}

/* The samplers of an array count as one, unless a literal index tells them apart. */
char *gs_sampler_name(GHashTable *names, const struct gs_node *node)
{
	const char *parameter;
	char *base, *name;

	switch (node->kind) {
	case GS_NODE_IDENTIFIER:
		parameter = g_hash_table_lookup(names, node->symbol);
		return g_strdup(parameter ? parameter : node->unit->tokens[node->first].text);
	case GS_NODE_PAREN:
		return gs_sampler_name(names, node->child[0]);
	case GS_NODE_MEMBER:
		base = gs_sampler_name(names, node->child[0]);
		name = g_strdup_printf("%s.%s", base, node->unit->tokens[node->name_token].text);
		break;
	case GS_NODE_INDEX:
		base = gs_sampler_name(names, node->child[0]);
		name = node->child[1]->kind == GS_NODE_LITERAL
			       ? g_strdup_printf("%s[%s]", base,
					 node->unit->tokens[node->child[1]->first].text)
			       : g_strdup_printf("%s[]", base);
		break;
	default: /* made from a handle */
		return gs_node_source(node);
	}
	g_free(base);
	return name;
}

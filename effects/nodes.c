/* SPDX-License-Identifier: MIT */
#include "effects/nodes.h"

#include <glib.h>

enum { MOST = 1 << 28 }; /* GS_ACCESS_SHIFT */

struct node {
	uint32_t parent, value, first, next;
	bool has_ranges;
};

struct gs_nodes {
	GArray *nodes;
	GHashTable *children; /* parent and value -> child */
};

static guint hash(gconstpointer key)
{
	return (guint)((uint64_t)(uintptr_t)key * 0x9e3779b97f4a7c15u >> 32);
}

static gpointer key_of(uint32_t parent, uint32_t value)
{
	return (gpointer)(uintptr_t)((uint64_t)parent << 32 | value);
}

static struct node *at(const struct gs_nodes *nodes, uint32_t node)
{
	return &g_array_index(nodes->nodes, struct node, node);
}

struct gs_nodes *gs_nodes_new(void)
{
	struct gs_nodes *nodes = g_new0(struct gs_nodes, 1);
	nodes->nodes = g_array_new(FALSE, TRUE, sizeof(struct node));
	g_array_set_size(nodes->nodes, 1);
	nodes->children = g_hash_table_new(hash, g_direct_equal);
	return nodes;
}

void gs_nodes_free(struct gs_nodes *nodes)
{
	g_array_free(nodes->nodes, TRUE);
	g_hash_table_destroy(nodes->children);
	g_free(nodes);
}

uint32_t gs_nodes_count(const struct gs_nodes *nodes)
{
	return nodes->nodes->len;
}

uint32_t gs_nodes_add(struct gs_nodes *nodes, bool has_ranges)
{
	struct node node = {.has_ranges = has_ranges};
	if (nodes->nodes->len >= MOST)
		return 0;
	g_array_append_val(nodes->nodes, node);
	return nodes->nodes->len - 1;
}

uint32_t gs_nodes_find(const struct gs_nodes *nodes, uint32_t parent, uint32_t value)
{
	return GPOINTER_TO_UINT(g_hash_table_lookup(nodes->children, key_of(parent, value)));
}

uint32_t gs_nodes_child(struct gs_nodes *nodes, uint32_t parent, uint32_t value, bool has_ranges)
{
	uint32_t child = parent ? gs_nodes_find(nodes, parent, value) : 0;
	if (child || !parent)
		return child;
	child = gs_nodes_add(nodes, has_ranges);
	if (!child)
		return 0;
	at(nodes, child)->parent = parent;
	at(nodes, child)->value = value;
	at(nodes, child)->next = at(nodes, parent)->first;
	at(nodes, parent)->first = child;
	g_hash_table_insert(nodes->children, key_of(parent, value), GUINT_TO_POINTER(child));
	return child;
}

uint32_t gs_nodes_parent(const struct gs_nodes *nodes, uint32_t node)
{
	return at(nodes, node)->parent;
}

uint32_t gs_nodes_value(const struct gs_nodes *nodes, uint32_t node)
{
	return at(nodes, node)->value;
}

uint32_t gs_nodes_first(const struct gs_nodes *nodes, uint32_t node)
{
	return at(nodes, node)->first;
}

uint32_t gs_nodes_next(const struct gs_nodes *nodes, uint32_t node)
{
	return at(nodes, node)->next;
}

bool gs_nodes_has_ranges(const struct gs_nodes *nodes, uint32_t node)
{
	return at(nodes, node)->has_ranges;
}

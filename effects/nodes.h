/* SPDX-License-Identifier: MIT */
/*
 * effects/nodes - the tree of state: a node for each part of state that a call names, below the
 * node of which it is a part. Nodes are numbered from 1; 0 is no node.
 */
#ifndef GS_EFFECTS_NODES_H
#define GS_EFFECTS_NODES_H

#include <stdbool.h>
#include <stdint.h>

struct gs_nodes;

struct gs_nodes *gs_nodes_new(void);
void gs_nodes_free(struct gs_nodes *nodes);
uint32_t gs_nodes_count(const struct gs_nodes *nodes); /* highest number plus 1 */
/* Add the root of a new tree. Return it, or 0 if there are too many nodes. */
uint32_t gs_nodes_add(struct gs_nodes *nodes, bool has_ranges);
/* Return the child with that value, which is added if there is none; 0: there are too many nodes,
 * or parent is 0. */
uint32_t gs_nodes_child(struct gs_nodes *nodes, uint32_t parent, uint32_t value, bool has_ranges);
/* Return the child with that value; 0: none. */
uint32_t gs_nodes_find(const struct gs_nodes *nodes, uint32_t parent, uint32_t value);

uint32_t gs_nodes_parent(const struct gs_nodes *nodes, uint32_t node); /* 0: it has none */
uint32_t gs_nodes_value(const struct gs_nodes *nodes, uint32_t node);
uint32_t gs_nodes_first(const struct gs_nodes *nodes, uint32_t node); /* child; 0: none */
uint32_t gs_nodes_next(const struct gs_nodes *nodes, uint32_t node);  /* sibling; 0: none */
/* Return whether calls read and write ranges of the node, as of a buffer's bytes. */
bool gs_nodes_has_ranges(const struct gs_nodes *nodes, uint32_t node);

#endif

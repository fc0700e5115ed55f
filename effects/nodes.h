/* SPDX-License-Identifier: MIT */
/*
 * effects/nodes - the tree of state: a node for each part that a call names, below the node of
 * which it is a part. Numbers from 1; 0 is no node.
 */
#ifndef GS_EFFECTS_NODES_H
#define GS_EFFECTS_NODES_H

#include <stdbool.h>
#include <stdint.h>

struct gs_nodes;

struct gs_nodes *gs_nodes_new(void);
void gs_nodes_free(struct gs_nodes *nodes);
uint32_t gs_nodes_count(const struct gs_nodes *nodes);		/* the highest number, plus 1 */
uint32_t gs_nodes_add(struct gs_nodes *nodes, bool has_ranges); /* a new tree's */
/* The child with that value, made if there is none; 0: there are too many nodes. */
uint32_t gs_nodes_child(struct gs_nodes *nodes, uint32_t parent, uint32_t value, bool has_ranges);
uint32_t gs_nodes_find(const struct gs_nodes *nodes, uint32_t parent, uint32_t value); /* 0 */

uint32_t gs_nodes_parent(const struct gs_nodes *nodes, uint32_t node); /* 0: it has none */
uint32_t gs_nodes_value(const struct gs_nodes *nodes, uint32_t node);
uint32_t gs_nodes_first(const struct gs_nodes *nodes, uint32_t node); /* child; 0: none */
uint32_t gs_nodes_next(const struct gs_nodes *nodes, uint32_t node);  /* sibling; 0: none */
/* Calls set ranges of it. */
bool gs_nodes_has_ranges(const struct gs_nodes *nodes, uint32_t node);

#endif

/* SPDX-License-Identifier: MIT */
/* instrument/lookup - which expressions look a texture up; a query of its size does not. */
#ifndef GS_INSTRUMENT_LOOKUP_H
#define GS_INSTRUMENT_LOOKUP_H

#include "glsl/glsl.h"

/* Return whether the node is the call of a built-in function that looks up a sampler, which is its
 * first argument. */
bool gs_node_is_lookup(const struct gs_node *node);

/* Return whether it is by its name, of whatever type the first argument is. */
bool gs_node_names_lookup(const struct gs_node *node);

#endif

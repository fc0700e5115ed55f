/* SPDX-License-Identifier: MIT */
/* What a driver mixes up where it is read beside other inputs
 * (docs/decisions/018-driver-quirks.md). */
#include "debugger/engine/engine.h"

#include <stdio.h>

/* llvmpipe from 25.3 to 26.1.5. */
static bool is_mixing(const char *renderer)
{
	const char *mesa = strstr(renderer, "Mesa ");
	unsigned major, minor, patch = 0;
	if (!strstr(renderer, "llvmpipe") || !mesa ||
		sscanf(mesa, "Mesa %u.%u.%u", &major, &minor, &patch) < 2)
		return false;
	unsigned version = (100 * major + minor) * 100 + patch;
	return version >= 250300 && version < 260106;
}

static bool has_geometry(const struct gs_debug *debug)
{
	for (size_t i = 0; i < debug->info.n_sources; i++)
		if (debug->info.sources[i].stage == GS_STAGE_GEOMETRY)
			return true;
	return false;
}

bool gs_debug_mixes_primitive_id(const struct gs_debug *debug)
{
	return debug->stage == GS_STAGE_FRAGMENT && !has_geometry(debug) &&
	       is_mixing(debug->info.renderer);
}

static bool reads_primitive_id(const struct gs_node *node)
{
	bool found = node->kind == GS_NODE_IDENTIFIER && node->symbol && node->symbol->is_builtin &&
		     strcmp(node->symbol->name, "gl_PrimitiveID") == 0;
	for (size_t i = 0; i < node->n_children && !found; i++)
		found = node->child[i] && reads_primitive_id(node->child[i]);
	return found;
}

bool gs_debug_mixes_inputs_of(const struct gs_debug *debug, const struct gs_node *root)
{
	return reads_primitive_id(root) && gs_debug_mixes_primitive_id(debug);
}

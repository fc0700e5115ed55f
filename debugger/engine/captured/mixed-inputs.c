/* SPDX-License-Identifier: MIT */
/* What changes other inputs where a variant reads it: by a driver's fault
 * (docs/decisions/018-driver-quirks.md), or as GLSL says. */
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

static bool reads(const struct gs_node *node, const char *builtin)
{
	bool found = node->kind == GS_NODE_IDENTIFIER && node->symbol && node->symbol->is_builtin &&
		     strcmp(node->symbol->name, builtin) == 0;
	for (size_t i = 0; i < node->n_children && !found; i++)
		found = node->child[i] && reads(node->child[i], builtin);
	return found;
}

const char *gs_debug_spoils(const struct gs_debug *debug, const struct gs_node *root)
{
	bool pixels = debug->stage == GS_STAGE_FRAGMENT && !debug->target.reads_samples;
	if (reads(root, "gl_PrimitiveID") && gs_debug_mixes_primitive_id(debug))
		return "'gl_PrimitiveID' cannot be read with this driver: llvmpipe of Mesa 25.3 "
		       "to 26.1.5 exchanges it and other inputs";
	if (debug->lacks_primitive_id && reads(root, "gl_PrimitiveID"))
		return "'gl_PrimitiveID' cannot be read here: the geometry shader never writes it, "
		       "and the driver may draw nothing where it is read";
	if (pixels && (reads(root, "gl_SampleID") || reads(root, "gl_SamplePosition")))
		return "gl_SampleID and gl_SamplePosition cannot be read here: GL need not run "
		       "this shader for each sample, and reading them makes GL do so, with other "
		       "inputs";
	return NULL;
}

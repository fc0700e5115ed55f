/* SPDX-License-Identifier: MIT */
#include "debugger/engine/engine.h"

const char *gs_debug_colour_output(const struct gs_debug *debug)
{
	for (size_t i = 0; i < debug->info.n_outputs; i++)
		if (debug->info.outputs[i].location == 0 && debug->info.outputs[i].index == 0)
			return debug->info.outputs[i].name;
	return NULL;
}

bool gs_debug_is_covered(const struct gs_debug *debug, unsigned x, unsigned y)
{
	return x < debug->target.width && y < debug->target.height &&
	       debug->covered[(size_t)y * debug->target.width + x];
}

bool gs_debug_is_small(const struct gs_debug *debug)
{
	uint64_t pixels = (uint64_t)debug->bounds.width * debug->bounds.height;
	return debug->stage != GS_STAGE_FRAGMENT ||
	       pixels * 16 * debug->target.max_draw_buffers <= GS_EAGER_BYTES;
}

bool gs_debug_is_huge(const struct gs_debug *debug)
{
	enum { PIXELS = 1 << 20 };
	uint64_t pixels = (uint64_t)debug->bounds.width * debug->bounds.height;
	return debug->stage == GS_STAGE_FRAGMENT && pixels >= PIXELS;
}

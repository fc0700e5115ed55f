/* SPDX-License-Identifier: MIT */
/* Vertices at the end of a draw that make no whole primitive (OpenGL 4.6 section 10.1): GL ignores
 * them, but may well run the vertex shader for them. */
#include <string.h>
#include <epoxy/gl.h>
#include "data/draw.h"
#include "debugger/engine/engine.h"

/* Vertices of the first primitive, and of each more. */
static bool primitive(uint32_t mode, unsigned *first, unsigned *more)
{
	static const struct {
		uint32_t mode;
		unsigned first, more;
	} known[] = {
		{GL_POINTS, 1, 1},
		{GL_LINES, 2, 2},
		{GL_LINE_LOOP, 2, 1},
		{GL_LINE_STRIP, 2, 1},
		{GL_TRIANGLES, 3, 3},
		{GL_TRIANGLE_STRIP, 3, 1},
		{GL_TRIANGLE_FAN, 3, 1},
		{GL_QUADS, 4, 4},
		{GL_QUAD_STRIP, 4, 2},
		{GL_POLYGON, 3, 1},
		{GL_LINES_ADJACENCY, 4, 4},
		{GL_LINE_STRIP_ADJACENCY, 4, 1},
		{GL_TRIANGLES_ADJACENCY, 6, 6},
		{GL_TRIANGLE_STRIP_ADJACENCY, 6, 2},
	};
	for (size_t i = 0; i < G_N_ELEMENTS(known); i++)
		if (known[i].mode == mode) {
			*first = known[i].first;
			*more = known[i].more;
			return true;
		}
	return false; /* patches: their size is not the call's */
}

static unsigned count_incomplete(uint32_t mode, unsigned n)
{
	unsigned first, more;
	if (!primitive(mode, &first, &more))
		return 0;
	return n < first ? n : (n - first) % more;
}

/* The count of a draw that has one; false: several draws, blocks and lists, counts in buffers. */
static bool count_of(const struct gs_wire_call *call, unsigned *count)
{
	const struct gs_draw_rule *rule = gs_data_draw(call->function);
	if (!gs_draw_is_direct(rule))
		return false;
	*count = (unsigned)call->args[rule->count];
	return true;
}

bool gs_debug_is_whole(const struct gs_debug *debug)
{
	unsigned count;
	return count_of(debug->call, &count) && count == debug->target.width;
}

unsigned gs_debug_incomplete_vertices(const struct gs_debug *debug)
{
	const struct gs_wire_call *call = debug->call;
	unsigned count;
	/* fewer records than vertices: restarts begin new primitives in between */
	if (debug->stage != GS_STAGE_VERTEX || !count_of(call, &count) ||
		count > debug->target.width || debug->target.width % MAX(count, 1))
		return 0;
	return count_incomplete((uint32_t)call->args[0], count);
}

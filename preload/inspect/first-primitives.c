/* SPDX-License-Identifier: MIT */
#include "preload/inspect/first-primitives.h"

#include "data/draw.h"
#include "preload/capture/stage.h"
#include "preload/core/gl.h"

/* OpenGL 4.6, section 10.1; a line loop's last line goes back to its first vertex. */
static bool vertices_of(GLenum mode, uint32_t *each, uint32_t *overlaps)
{
	static const struct {
		GLenum mode;
		uint8_t each, overlaps;
	} modes[] = {
		{GL_POINTS, 1, 0},
		{GL_LINES, 2, 0},
		{GL_LINE_STRIP, 1, 1},
		{GL_TRIANGLES, 3, 0},
		{GL_TRIANGLE_STRIP, 1, 2},
		{GL_TRIANGLE_FAN, 1, 2},
		{GL_QUADS, 4, 0},
		{GL_QUAD_STRIP, 2, 2},
		{GL_LINES_ADJACENCY, 4, 0},
		{GL_LINE_STRIP_ADJACENCY, 1, 3},
		{GL_TRIANGLES_ADJACENCY, 6, 0},
	};
	GLint patch = 0;
	for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
		if (modes[i].mode != mode)
			continue;
		*each = modes[i].each;
		*overlaps = modes[i].overlaps;
		return true;
	}
	if (mode != GL_PATCHES)
		return false;
	GL(glGetIntegerv)(GL_PATCH_VERTICES, &patch);
	*each = (uint32_t)patch;
	*overlaps = 0;
	return patch > 0;
}

static bool restarts(void)
{
	bool any = GL(glIsEnabled)(GL_PRIMITIVE_RESTART);
	any |= GL(glIsEnabled)(GL_PRIMITIVE_RESTART_FIXED_INDEX);
	gs_caps_drain(); /* a context without one of them */
	return any;
}

bool gs_first_primitives_begin(struct gs_thread *thread, struct gs_first_primitives *first)
{
	struct gs_wire_call *call = thread->call;
	const struct gs_draw_rule *rule = gs_data_draw(call->function);
	if (!gs_draw_is_direct(rule) || thread->list_run || thread->multi_draws ||
		!vertices_of((GLenum)call->args[rule->mode], &first->each, &first->overlaps) ||
		(rule->source == GS_DRAW_ELEMENTS && restarts()))
		return false;
	first->count = &call->args[rule->count];
	first->all = *first->count;
	uint32_t vertices = (int32_t)first->all > 0 ? (uint32_t)first->all : 0;
	first->n = vertices > first->overlaps ? (vertices - first->overlaps) / first->each : 0;
	first->instances = gs_draw_has(rule->instances) ? (uint32_t)call->args[rule->instances] : 1;
	return first->n > 0;
}

void gs_first_primitives_set(const struct gs_first_primitives *first, uint32_t n)
{
	*first->count = n ? (uint64_t)n * first->each + first->overlaps : 0;
}

void gs_first_primitives_end(const struct gs_first_primitives *first)
{
	*first->count = first->all;
}

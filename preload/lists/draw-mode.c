/* SPDX-License-Identifier: MIT */
/* The pending draw in another mode than its own: as GL_POINTS each vertex comes once, in order. */
#include <string.h>
#include "data/draw.h"
#include "preload/core/gl.h"
#include "preload/core/core.h"
#include "preload/lists/list.h"
#include "wire/capture.h"

/* All but glMultiModeDraw have one mode for all that they draw. */
static bool takes_mode(const struct gs_draw_rule *rule)
{
	return gs_draw_reads_arrays(rule) && !rule->has_modes;
}

static float from_float(uint64_t raw)
{
	uint32_t bits = (uint32_t)raw;
	float value;
	memcpy(&value, &bits, sizeof value);
	return value;
}

static float from_double(uint64_t raw)
{
	double value;
	memcpy(&value, &raw, sizeof value);
	return (float)value;
}

/* Coordinate i of a glRect's two corners; false: it is none. */
static bool rect_corner(const struct gs_wire_call *call, unsigned i, float *value)
{
	uint64_t raw = call->args[i];
	const void *corner = (const void *)(uintptr_t)call->args[i / 2];
	switch (call->function) {
	case GS_FN_glRectd:
		*value = from_double(raw);
		return true;
	case GS_FN_glRectf:
		*value = from_float(raw);
		return true;
	case GS_FN_glRecti:
	case GS_FN_glRects:
		*value = (float)(int32_t)raw;
		return true;
	case GS_FN_glRectdv:
		*value = (float)((const double *)corner)[i % 2];
		return true;
	case GS_FN_glRectfv:
		*value = ((const float *)corner)[i % 2];
		return true;
	case GS_FN_glRectiv:
		*value = (float)((const int32_t *)corner)[i % 2];
		return true;
	case GS_FN_glRectsv:
		*value = (float)((const int16_t *)corner)[i % 2];
		return true;
	}
	return false;
}

/* A rectangle is its four corners, counter-clockwise from the first. */
static void draw_rect(const float v[4], int mode)
{
	GL(glBegin)(mode);
	GL(glVertex2f)(v[0], v[1]);
	GL(glVertex2f)(v[2], v[1]);
	GL(glVertex2f)(v[2], v[3]);
	GL(glVertex2f)(v[0], v[3]);
	GL(glEnd)();
}

enum gs_mode_change gs_mode_change(struct gs_wire_call *call, int mode, const char **why)
{
	const struct gs_draw_rule *rule = gs_data_draw(call->function);
	float v[4];
	if (takes_mode(rule)) {
		call->args[rule->mode] = (uint64_t)mode;
		return GS_MODE_CHANGED;
	}
	if (rule && rule->source == GS_DRAW_EVALUATOR && mode == GL_POINTS) {
		call->args[rule->mode] = GL_POINT;
		return GS_MODE_CHANGED;
	}
	if (rect_corner(call, 0, &v[0]) && rect_corner(call, 1, &v[1]) &&
		rect_corner(call, 2, &v[2]) && rect_corner(call, 3, &v[3])) {
		draw_rect(v, mode);
		return GS_MODE_DRAWN;
	}
	*why = rule && rule->source == GS_DRAW_LISTS
		       ? "vertices of display lists cannot be captured one by one, because their "
			 "primitives' modes are fixed in the list; debug `shader fragment` instead"
		       : "this call's vertices cannot be drawn as points, one record each; debug "
			 "`shader fragment` instead";
	return GS_MODE_REFUSED;
}

uint32_t gs_mode_of(const struct gs_wire_call *call)
{
	const struct gs_draw_rule *rule = gs_data_draw(call->function);
	float corner;
	if (takes_mode(rule))
		return (uint32_t)call->args[rule->mode];
	if (call->function == GS_FN_glBegin)
		return (uint32_t)call->args[0];
	return rect_corner(call, 0, &corner) ? GL_QUADS : GS_NO_MODE;
}

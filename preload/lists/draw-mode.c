/* SPDX-License-Identifier: MIT */
/* The pending draw in another mode than its own: as GL_POINTS each vertex comes once, in order. */
#include <string.h>
#include "preload/core/gl.h"
#include "preload/core/core.h"
#include "preload/lists/list.h"
#include "wire/capture.h"

static bool has_prefix(const char *name, const char *prefix)
{
	return !strncmp(name, prefix, strlen(prefix));
}

static bool takes_mode(const char *name)
{
	return has_prefix(name, "glDrawArrays") || has_prefix(name, "glDrawElements") ||
	       has_prefix(name, "glDrawRangeElements") || has_prefix(name, "glMultiDraw") ||
	       has_prefix(name, "glDrawTransformFeedback");
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
	const char *name = gs_data_name(call->function);
	float v[4];
	if (takes_mode(name)) { /* the first argument of all that have one */
		call->args[0] = (uint64_t)mode;
		return GS_MODE_CHANGED;
	}
	if (has_prefix(name, "glEvalMesh") && mode == GL_POINTS) {
		call->args[0] = GL_POINT;
		return GS_MODE_CHANGED;
	}
	if (rect_corner(call, 0, &v[0]) && rect_corner(call, 1, &v[1]) &&
		rect_corner(call, 2, &v[2]) && rect_corner(call, 3, &v[3])) {
		draw_rect(v, mode);
		return GS_MODE_DRAWN;
	}
	*why = has_prefix(name, "glCallList")
		       ? "vertices of display lists cannot be captured one by one, because their "
			 "primitives' modes are fixed in the list; debug `shader fragment` instead"
		       : "this call's vertices cannot be drawn as points, one record each; debug "
			 "`shader fragment` instead";
	return GS_MODE_REFUSED;
}

uint32_t gs_mode_of(const struct gs_wire_call *call)
{
	float corner;
	if (takes_mode(gs_data_name(call->function)) || call->function == GS_FN_glBegin)
		return (uint32_t)call->args[0];
	return rect_corner(call, 0, &corner) ? GL_QUADS : GS_NO_MODE;
}

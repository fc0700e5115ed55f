/* SPDX-License-Identifier: MIT */
/* Choosing the element in focus. */
#include <string.h>
#include "debugger/session/private.h"
#include "debugger/session/start.h"
#include "debugger/session/shader/where.h"

/* Of what the draw covers in the picture of the grid that row y is in: its layer, its sample. */
static struct bounds {
	unsigned x0, y0, x1, y1; /* within the picture; x0 > x1: it covers nothing */
} bounds_at(const struct gs_debug *debug, unsigned y)
{
	unsigned rows = debug->target.height / MAX(debug->target.planes, 1), base = y / rows * rows;
	struct bounds b = {UINT_MAX, UINT_MAX, 0, 0};
	for (unsigned row = 0; row < rows; row++)
		for (unsigned x = 0; x < debug->target.width; x++) {
			if (!gs_debug_is_covered(debug, x, base + row))
				continue;
			b = (struct bounds){
				MIN(b.x0, x), MIN(b.y0, row), MAX(b.x1, x), MAX(b.y1, row)};
		}
	return b;
}

static bool check_focus(const struct gs_debug *debug, unsigned x, unsigned y, GError **error)
{
	uint32_t at[2] = {x, y};
	if (debug->stage == GS_STAGE_FRAGMENT && debug->target.planes <= 1 &&
		!gs_debug_find_element(debug, at, 2, &x, &y, error))
		return false;
	if (gs_debug_is_covered(debug, x, y))
		return true;
	if (x >= debug->target.width || y >= debug->target.height) {
		g_set_error(error, GS_ERROR, GS_ERROR_NOT_COVERED,
			"(%u, %u) is outside the grid of elements, which is %u x %u", x, y,
			debug->target.width, debug->target.height);
		return false;
	}
	char *name = gs_debug_element_text(debug, x, y);
	const char *what = gs_stage_element_name(debug->stage);
	struct bounds b = bounds_at(debug, y);
	if (b.x0 > b.x1)
		g_set_error(error, GS_ERROR, GS_ERROR_NOT_COVERED,
			"the draw does not cover %s %s, nor any other there: choose another layer "
			"or sample",
			what, name);
	else
		g_set_error(error, GS_ERROR, GS_ERROR_NOT_COVERED,
			"the draw does not cover %s %s: choose one that it covers, between (%u, "
			"%u) and (%u, %u)",
			what, name, b.x0, b.y0, b.x1, b.y1);
	g_free(name);
	return false;
}

static bool set_focus(struct gs_debug *debug, unsigned x, unsigned y, GError **error)
{
	if (!check_focus(debug, x, y, error) || !gs_debug_arrive(debug, error))
		return false;
	struct gs_captured_position *captured = gs_position_cache_peek(
		debug->position_cache, gs_path_position(debug->path));
	g_clear_pointer(&debug->move_note, g_free);
	debug->holds_elsewhere = false;
	if (captured && captured->flags[(size_t)y * debug->target.width + x] & GS_ELEMENT_HERE) {
		if (!gs_debug_refocus(debug, x, y, captured->position, error))
			return false;
	} else {
		debug->focus_x = x;
		debug->focus_y = y;
		debug->focus_here = false;
		char *name = gs_debug_focus_text(debug);
		gs_debug_set_note(debug,
			"the element %s does not reach this position: `shader reset` goes to the "
			"start of its path",
			name);
		g_free(name);
	}
	debug->moved_from = gs_path_length(debug->path) - 1;
	return true;
}

bool gs_session_focus(
	struct gs_session *session, unsigned x, unsigned y, struct gs_where *where, GError **error)
{
	memset(where, 0, sizeof *where);
	gs_session_begin(session);
	return gs_session_need_shader(session, error) && set_focus(session->debug, x, y, error) &&
	       gs_session_where(session, where, error);
}

bool gs_session_focus_element(struct gs_session *session, const uint32_t *at, unsigned n,
	struct gs_where *where, GError **error)
{
	unsigned x, y;
	memset(where, 0, sizeof *where);
	gs_session_begin(session);
	return gs_session_need_shader(session, error) &&
	       gs_debug_find_element(session->debug, at, n, &x, &y, error) &&
	       set_focus(session->debug, x, y, error) && gs_session_where(session, where, error);
}

bool gs_session_element(
	struct gs_session *session, unsigned x, unsigned y, struct gs_element *element)
{
	if (!session->debug || !gs_debug_is_covered(session->debug, x, y))
		return false;
	*element = gs_debug_element(session->debug, x, y);
	return true;
}

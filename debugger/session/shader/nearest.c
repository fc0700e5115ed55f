/* SPDX-License-Identifier: MIT */
/* Taking the focus to the nearest element that goes somewhere. */
#include "debugger/engine/engine.h"
#include "debugger/session/shader/move.h"
#include "debugger/session/session.h"
#include "debugger/session/shader/where.h"

static bool goes_there(
	const struct gs_captured_position *captured, size_t at, unsigned flag, int choice)
{
	return choice < 0 ? (captured->flags[at] & flag) != 0
			  : captured->choices && captured->choices[at] == choice;
}

/* The element nearest to the focus that goes there. */
static bool find_nearest(const struct gs_debug *debug, const struct gs_captured_position *captured,
	unsigned flag, int choice, unsigned *x, unsigned *y)
{
	const struct gs_rect *b = &debug->bounds;
	uint64_t best = UINT64_MAX;
	for (unsigned py = b->y; py < b->y + b->height; py++) {
		for (unsigned px = b->x; px < b->x + b->width; px++) {
			if (!goes_there(
				    captured, (size_t)py * debug->target.width + px, flag, choice))
				continue;
			int64_t dx = (int64_t)px - debug->focus_x,
				dy = (int64_t)py - debug->focus_y;
			uint64_t distance = dx * dx + dy * dy;
			if (distance < best) {
				best = distance;
				*x = px;
				*y = py;
			}
		}
	}
	return best != UINT64_MAX;
}

bool gs_debug_focus_nearest(struct gs_debug *debug, const struct gs_position *position,
	unsigned flag, int choice, const char *what, GError **error)
{
	struct gs_captured_position *captured = gs_position_cache_get(
		debug->position_cache, position);
	unsigned x, y;
	if (!gs_debug_look(debug, captured, error))
		return false;
	bool same = goes_there(captured,
		(size_t)debug->focus_y * debug->target.width + debug->focus_x, flag, choice);
	if (same && debug->focus_here && gs_position_equal(position, gs_path_position(debug->path)))
		return true;
	if (!find_nearest(debug, captured, flag, choice, &x, &y)) {
		g_set_error(error, GS_ERROR, GS_ERROR_NO_ELEMENT, "no element %s", what);
		return false;
	}
	if (!gs_debug_refocus(debug, x, y, position, error))
		return false;
	if (same)
		return true;
	char *name = gs_debug_element_text(debug, x, y);
	gs_debug_set_note(
		debug, "the focus has moved to %s, the nearest element that %s", name, what);
	g_free(name);
	return true;
}

/* SPDX-License-Identifier: MIT */
/* Fetches the flags of a position that is arrived at, and makes another element the focus there. */
#include "debugger/engine/engine.h"

bool gs_debug_look(struct gs_debug *debug, struct gs_captured_position *captured, GError **error)
{
	const char *texts[GS_MAX_RECENT_EXPRESSIONS];
	if (captured->flags)
		return true;
	size_t n = gs_debug_recent_expressions(debug, true, texts);
	return gs_position_cache_fetch(debug->position_cache, captured,
		captured->position->n_frames - 1, texts, n, true, NULL, error);
}

bool gs_debug_arrive(struct gs_debug *debug, GError **error)
{
	const struct gs_position *position = gs_path_position(debug->path);
	return !gs_path_site(debug->path)->capturable ||
	       gs_debug_look(debug, gs_position_cache_get(debug->position_cache, position), error);
}

bool gs_debug_refocus(struct gs_debug *debug, unsigned x, unsigned y,
	const struct gs_position *position, GError **error)
{
	unsigned old_x = debug->focus_x, old_y = debug->focus_y;
	struct gs_position *target = gs_position_copy(
		position); /* the cache may drop its own on the way */
	debug->focus_x = x;
	debug->focus_y = y;
	bool moved = true;
	struct gs_path *path = gs_path_new(debug->plan, debug->provider);
	while (moved && !gs_position_equal(gs_path_position(path), target)) {
		if (!gs_path_advance(path, &moved, error))
			goto fail;
	}
	if (!moved) {
		char *name = gs_debug_element_text(debug, x, y);
		g_set_error(error, GS_ERROR, GS_ERROR_INTERNAL,
			"the path of the element %s was lost before line %u", name,
			gs_node_span(debug->plan->sites[gs_position_site(target)].marked).line);
		g_free(name);
		goto fail;
	}
	gs_path_free(debug->path);
	debug->path = path;
	debug->focus_here = true;
	g_free(target);
	return true;
fail:
	g_free(target);
	debug->focus_x = old_x;
	debug->focus_y = old_y;
	gs_path_free(path);
	return false;
}

/* SPDX-License-Identifier: MIT */
/* Arriving at a position, and the element in focus. */
#include <string.h>
#include "debugger/session/private.h"

/* Expressions are asked for again at the next positions: they come with the flags for so many
 * moves. */
enum { REMEMBERED_MOVES = 8 };

size_t gs_debug_recent_expressions(
	const struct gs_debug *debug, bool images, const char *texts[GS_MAX_RECENT_EXPRESSIONS])
{
	size_t n = 0;
	for (unsigned i = 0; i < debug->asked->len && n < GS_MAX_RECENT_EXPRESSIONS; i++) {
		const struct gs_recent_expression *asked = &g_array_index(
			debug->asked, struct gs_recent_expression, i);
		if (images ? asked->image && asked->image - 1 + REMEMBERED_MOVES >= debug->moves
			   : asked->move + REMEMBERED_MOVES >= debug->moves)
			texts[n++] = asked->text;
	}
	return n;
}

bool gs_debug_look(struct gs_debug *debug, struct gs_captured_position *place, GError **error)
{
	const char *texts[GS_MAX_RECENT_EXPRESSIONS];
	if (place->flags)
		return true;
	size_t n = gs_debug_recent_expressions(debug, true, texts);
	return gs_position_cache_fetch(
		debug->places, place, place->position->n_frames - 1, texts, n, true, NULL, error);
}

bool gs_debug_arrive(struct gs_debug *debug, GError **error)
{
	const struct gs_position *position = gs_path_position(debug->path);
	return !gs_path_site(debug->path)->capturable ||
	       gs_debug_look(debug, gs_position_cache_get(debug->places, position), error);
}

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

bool gs_debug_refocus(struct gs_debug *debug, unsigned x, unsigned y,
	const struct gs_position *position, GError **error)
{
	unsigned old_x = debug->focus_x, old_y = debug->focus_y;
	struct gs_position *target = gs_position_copy(
		position); /* the place may be dropped on the way */
	debug->focus_x = x;
	debug->focus_y = y;
	bool moved = true;
	struct gs_path *path = gs_path_new(debug->plan, debug->provider, error);
	if (!path)
		goto fail;
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
	g_set_error(error, GS_ERROR, GS_ERROR_NOT_COVERED,
		"the draw does not touch %s %s: choose one it covers, they lie within (%u, %u) and "
		"(%u, %u)",
		gs_stage_element_name(debug->stage), name, debug->bounds.x, debug->bounds.y,
		debug->bounds.x + debug->bounds.width - 1,
		debug->bounds.y + debug->bounds.height - 1);
	g_free(name);
	return false;
}

static bool set_focus(struct gs_debug *debug, unsigned x, unsigned y, GError **error)
{
	if (!check_focus(debug, x, y, error) || !gs_debug_arrive(debug, error))
		return false;
	struct gs_captured_position *place = gs_position_cache_peek(
		debug->places, gs_path_position(debug->path));
	g_clear_pointer(&debug->move_note, g_free);
	if (place && place->flags[(size_t)y * debug->target.width + x] & GS_ELEMENT_HERE) {
		if (!gs_debug_refocus(debug, x, y, place->position, error))
			return false;
	} else {
		debug->focus_x = x;
		debug->focus_y = y;
		debug->focus_here = false;
		char *name = gs_debug_focus_text(debug);
		gs_debug_set_note(debug,
			"the element %s does not come to this position: `shader reset` "
			"begins its own path",
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

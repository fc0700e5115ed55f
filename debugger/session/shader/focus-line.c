/* SPDX-License-Identifier: MIT */
/* The first element that comes to a line, or for which something holds there. */
#include <string.h>
#include "debugger/session/private.h"
#include "debugger/session/shader/lines.h"
#include "debugger/session/shader/move.h"
#include "debugger/session/shader/where.h"
#include "debugger/session/start.h"

struct search {
	const struct gs_debug *debug;
	bool *is_wanted; /* of each site; NULL: what the events of the draw tell */
	size_t cell;	 /* the first one so far; SIZE_MAX: none */
};

/* Of the sites from first to before last, which a draw tells of. */
static bool is_reached(const struct search *s, const struct gs_capture_result *result, size_t pixel,
	size_t first, size_t last)
{
	bool is_there = false;
	for (size_t i = first; i < last && !is_there; i++)
		is_there = s->is_wanted[i] &&
			   gs_variant_reached(result->variant, &result->images, (unsigned)i, pixel);
	return is_there;
}

static bool holds(const struct gs_capture_result *result, size_t pixel)
{
	struct gs_events events;
	gs_variant_events(result->variant, &result->images, pixel, &events);
	return events.position != 0;
}

static void look(
	struct search *s, const struct gs_capture_result *result, size_t first, size_t last)
{
	for (struct gs_covered c = {0}; gs_covered_next(s->debug, result, &c);) {
		size_t cell = (size_t)c.y * s->debug->target.width + c.x;
		if (cell < s->cell && (s->is_wanted ? is_reached(s, result, c.pixel, first, last)
						    : holds(result, c.pixel)))
			s->cell = cell;
	}
}

/* By draws that tell which sites are reached. */
static bool search_sites(struct search *s, struct gs_debug *debug, GError **error)
{
	size_t n = debug->plan->n_sites, first = 0, window;
	for (;; first += window) {
		while (first < n && !s->is_wanted[first])
			first++;
		if (first >= n)
			return true;
		struct gs_capture_result *result = gs_debug_capture_window(
			debug, GS_VARIANT_REACH, first, error);
		window = result ? gs_variant_window(result->variant) : 0;
		if (window)
			look(s, result, first, MIN(first + window, n));
		gs_capture_result_unref(result);
		if (!window)
			return false;
	}
}

/* By one draw that tells where the condition holds. Return false without error if there can be no
 * such draw. */
static bool search_condition(
	struct search *s, struct gs_debug *debug, const struct gs_breakpoint *at, GError **error)
{
	GError *why = NULL;
	struct gs_capture_result *result = gs_debug_draw_condition(debug, at, 0, &why);
	if (!result && g_error_matches(why, GS_ERROR, GS_ERROR_UNSUPPORTED))
		g_clear_error(&why);
	if (!result && why)
		g_propagate_error(error, why);
	if (!result)
		return false;
	look(s, result, 0, 0);
	gs_capture_result_unref(result);
	return true;
}

static bool find(
	struct gs_debug *debug, const struct gs_breakpoint *at, size_t *cell, GError **error)
{
	const struct gs_unit *unit = debug->shader->units[at->object];
	unsigned line = gs_debug_line_with_statement(debug, unit, at->line);
	struct search s = {.debug = debug, .cell = SIZE_MAX};
	GError *why = NULL;
	bool good = at->condition && search_condition(&s, debug, at, &why);
	if (!good && !why) {
		s.is_wanted = g_new0(bool, debug->plan->n_sites + 1);
		for (size_t i = 0; i < debug->plan->n_sites; i++)
			s.is_wanted[i] = gs_debug_on_line(
				debug, &debug->plan->sites[i], unit, line);
		good = search_sites(&s, debug, &why);
		g_free(s.is_wanted);
	}
	if (why)
		g_propagate_error(error, why);
	*cell = s.cell;
	return good;
}

bool gs_session_focus_line(struct gs_session *session, unsigned object, unsigned line,
	const char *condition, struct gs_where *where, GError **error)
{
	struct gs_breakpoint at = {.kind = GS_BREAK_LINE,
		.line = line,
		.object = object,
		.condition = (char *)condition,
		.any = true};
	size_t cell;
	memset(where, 0, sizeof *where);
	gs_session_begin(session);
	if (!gs_session_need_shader(session, error) ||
		!gs_debug_check_line(session->debug, object, line, error) ||
		!find(session->debug, &at, &cell, error))
		return false;
	if (cell == SIZE_MAX) {
		g_set_error(error, GS_ERROR, GS_ERROR_NO_ELEMENT,
			condition ? "no element comes to line %u with that condition"
				  : "no element comes to line %u",
			line);
		return false;
	}
	unsigned width = session->debug->target.width;
	if (!gs_session_focus(
		    session, (unsigned)(cell % width), (unsigned)(cell / width), where, error))
		return false;
	gs_where_clear(where);
	return gs_session_move(session, GS_MOVE_RESET, 0, where, error);
}

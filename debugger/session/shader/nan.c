/* SPDX-License-Identifier: MIT */
/*
 * Going on to where the focus element first writes a NaN or an infinity.
 *
 * One draw tells at which positions something may have become one (GS_VARIANT_EVENTS); the path is
 * walked to the next of them and the values captured there, once. The draw's positions are the
 * path's only if their marks agree; where they do not, or no such draw can be had, each position at
 * which something was written is captured.
 */
#include <math.h>
#include "debugger/engine/engine.h"
#include "debugger/session/shader/move.h"
#include "debugger/session/session.h"
#include "debugger/session/shader/values.h"
#include "debugger/session/shader/where.h"

/* Whether a scalar is NaN or infinite, of those that have been written if so asked. */
static bool is_wrong(
	struct gs_debug *debug, const struct gs_captured_value *value, bool written_alone)
{
	const char *unused;
	size_t n = gs_type_scalars(&value->parsed->type);
	uint8_t *undefined = written_alone ? gs_debug_undefined(debug, value, true, &unused) : NULL;
	bool wrong = false;
	for (size_t k = 0; k < n && !wrong; k++) {
		struct gs_scalar v = gs_captured_value_scalar(
			value, k, debug->focus_x, debug->focus_y);
		wrong = (v.base == GS_BASE_FLOAT || v.base == GS_BASE_DOUBLE) &&
			!isfinite(v.number) && !(undefined && undefined[k]);
	}
	g_free(undefined);
	return wrong;
}

/* Of the variables that have been written and that are visible here: has one become NaN or
 * infinite?
 */
static bool nan_written(struct gs_debug *debug, struct gs_symbol *const *written, size_t n,
	bool *found, GError **error)
{
	const struct gs_position *position = gs_path_position(debug->path);
	*found = false;
	for (size_t i = 0; i < n && !*found; i++) {
		GError *failure = NULL;
		struct gs_captured_value *value = gs_debug_capture_symbol(
			debug, position, written[i], &failure);
		if (failure) {
			g_propagate_error(error, failure);
			return false;
		}
		*found = value && is_wrong(debug, value, false) && is_wrong(debug, value, true);
		if (*found)
			gs_debug_set_note(debug, "%s has become NaN or infinite", written[i]->name);
		gs_captured_value_free(value);
	}
	return true;
}

/* A walk along the path, on which is known what each position has seen written. */
struct search {
	struct gs_debug *debug;
	GArray *open;		    /* see gs_path_close */
	GPtrArray *written;	    /* by what is over now */
	uint32_t mark, mark_before; /* of the path up to the present position, and without it */
};

static void add_symbol(const struct gs_symbol *symbol, void *data)
{
	if (!g_ptr_array_find(data, symbol, NULL))
		g_ptr_array_add(data, (gpointer)symbol);
}

static void add_written(const struct gs_path_entry *over, size_t index, void *data)
{
	const struct search *s = data;
	gs_path_writes(s->debug->path, over, index, add_symbol, s->written);
}

static void note_position(struct search *s, size_t index)
{
	g_ptr_array_set_size(s->written, 0);
	if (index > 0)
		gs_path_close(s->debug->path, s->open, index, add_written, s);
	s->mark_before = s->mark;
	s->mark = gs_plan_mark(s->debug->plan, s->mark, gs_path_entry(s->debug->path, index)->site);
}

static void search_start(struct search *s, struct gs_debug *debug)
{
	*s = (struct search){.debug = debug,
		.open = g_array_new(FALSE, FALSE, sizeof(size_t)),
		.written = g_ptr_array_new()};
	for (size_t i = 0; i < gs_path_length(debug->path); i++)
		note_position(s, i);
}

static void search_finish(struct search *s)
{
	g_array_free(s->open, TRUE);
	g_ptr_array_free(s->written, TRUE);
}

/* One position on. *moved false: at the end. */
static bool search_on(struct search *s, bool *moved, GError **error)
{
	if (gs_debug_is_expired(s->debug, error) || !gs_path_advance(s->debug->path, moved, error))
		return false;
	if (*moved)
		note_position(s, gs_path_length(s->debug->path) - 1);
	return true;
}

static bool test_here(struct search *s, bool *found, GError **error)
{
	return nan_written(s->debug, (struct gs_symbol *const *)s->written->pdata, s->written->len,
		found, error);
}

/* ---- by capturing ---- */

static bool search_by_capture(struct search *s, bool *found, GError **error)
{
	bool moved = true;
	*found = false;
	while (moved && !*found) {
		if (!search_on(s, &moved, error))
			return false;
		if (moved && !gs_path_discarded(s->debug->path) && !test_here(s, found, error))
			return false;
	}
	return true;
}

/* ---- by looking up ---- */

enum lookup {
	LOOKUP_FAILED, /* error set */
	LOOKUP_UNSURE, /* the draw cannot be had, or its positions are not those of the path */
	LOOKUP_FOUND,
	LOOKUP_NONE,
};

/* For tests. */
static bool must_look_up(void)
{
	return g_strcmp0(g_getenv("GLSTEP_PATH"), "lookup") == 0;
}

/* The focus element's first event from a position on. */
static enum lookup look_up(
	struct gs_debug *debug, uint64_t first, struct gs_events *events, GError **error)
{
	unsigned rect[4] = {debug->focus_x, debug->focus_y, 1, 1};
	struct gs_variant_request request = {.kind = GS_VARIANT_EVENTS, .first_decision = first};
	GError *refusal = NULL;
	size_t pixel;
	struct gs_capture_result *result = gs_debug_capture(debug, &request, 0, rect, &refusal);
	if (!result) {
		bool fatal = gs_error_is_fatal(refusal);
		if (fatal || must_look_up())
			g_propagate_error(error, g_steal_pointer(&refusal));
		g_clear_error(&refusal);
		return fatal || must_look_up() ? LOOKUP_FAILED : LOOKUP_UNSURE;
	}
	bool good = gs_capture_result_pixel(result, debug->focus_x, debug->focus_y, &pixel) &&
		    gs_variant_flags(result->variant, &result->images, pixel) & GS_ELEMENT_COVERED;
	if (good)
		gs_variant_events(result->variant, &result->images, pixel, events);
	gs_capture_result_unref(result);
	return good ? LOOKUP_FOUND : LOOKUP_UNSURE;
}

/* From the present position to the end of the path, whose positions must be those of the draw. */
static enum lookup walk_to_end(struct search *s, const struct gs_events *events, GError **error)
{
	bool moved = true;
	while (moved)
		if (!search_on(s, &moved, error))
			return LOOKUP_FAILED;
	bool discarded = gs_path_discarded(s->debug->path);
	size_t length = gs_path_length(s->debug->path) - discarded;
	uint32_t mark = discarded ? s->mark_before : s->mark;
	return length == events->n_positions && mark == events->mark ? LOOKUP_NONE : LOOKUP_UNSURE;
}

/* Walks to a position of the draw and captures there. LOOKUP_NONE: nothing is wrong there. */
static enum lookup walk_to(struct search *s, uint32_t position, uint32_t mark, GError **error)
{
	bool moved = true, found;
	while (moved && gs_path_length(s->debug->path) <= position)
		if (!search_on(s, &moved, error))
			return LOOKUP_FAILED;
	if (!moved || gs_path_discarded(s->debug->path) ||
		(mark != s->mark && mark != s->mark_before))
		return LOOKUP_UNSURE;
	if (!test_here(s, &found, error))
		return LOOKUP_FAILED;
	return found ? LOOKUP_FOUND : LOOKUP_NONE;
}

static enum lookup search_by_lookup(struct search *s, GError **error)
{
	struct gs_events events;
	while (true) {
		enum lookup answer = look_up(
			s->debug, gs_path_length(s->debug->path), &events, error);
		if (answer == LOOKUP_FOUND && events.position == 0)
			return walk_to_end(s, &events, error);
		if (answer == LOOKUP_FOUND)
			answer = walk_to(s, events.position, events.mark_at, error);
		if (answer != LOOKUP_NONE)
			return answer;
	}
}

bool gs_debug_move_to_nan(struct gs_debug *debug, GError **error)
{
	size_t start = gs_path_length(debug->path) - 1;
	enum lookup answer = LOOKUP_UNSURE;
	struct search search;
	if (gs_path_is_recorded(debug->path)) {
		search_start(&search, debug);
		answer = search_by_lookup(&search, error);
		search_finish(&search);
	}
	if (answer == LOOKUP_UNSURE && must_look_up()) {
		g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED,
			"the recorded path cannot tell: GLSTEP_PATH=record captures the values "
			"instead");
		return false;
	}
	if (answer == LOOKUP_UNSURE) {
		bool found = false;
		gs_path_back_to(debug->path, start);
		search_start(&search, debug);
		answer = !search_by_capture(&search, &found, error) ? LOOKUP_FAILED
			 : found				    ? LOOKUP_FOUND
								    : LOOKUP_NONE;
		search_finish(&search);
	}
	if (answer == LOOKUP_NONE)
		gs_debug_set_note(debug, "no NaN or infinity was written on this path");
	return answer != LOOKUP_FAILED;
}

/* SPDX-License-Identifier: MIT */
/*
 * Breakpoints in a shader: runs on to the next whose line the path reaches and whose condition
 * holds.
 *
 * A condition is tested by one draw for all of the path's positions to come (GS_VARIANT_EVENTS with
 * the condition at each site on the line), which tells the first at which it holds; for the next,
 * the same program is drawn with another number. The draw's positions are the path's only if their
 * marks agree; where they do not, or no such draw can be had, each candidate is captured.
 */
#include <string.h>
#include "debugger/session/breakpoints.h"
#include "debugger/session/shader/lines.h"
#include "debugger/session/shader/move.h"
#include "debugger/session/private.h"
#include "debugger/session/request.h"
#include "debugger/session/shader/where.h"

/* ---- conditions, captured ---- */

static bool truth(const struct gs_captured_value *value, unsigned x, unsigned y)
{
	struct gs_scalar v = gs_captured_value_scalar(value, 0, x, y);
	if (gs_captured_value_absent(value, x, y))
		return false;
	return v.base == GS_BASE_FLOAT || v.base == GS_BASE_DOUBLE ? v.number != 0 : v.natural != 0;
}

static bool holds_at(const struct gs_debug *debug, const struct gs_captured_position *captured,
	const struct gs_captured_value *value, unsigned x, unsigned y)
{
	return captured->flags[(size_t)y * debug->target.width + x] & GS_ELEMENT_HERE &&
	       truth(value, x, y);
}

/* Does the condition hold at the focus element (or any that stands here, the focus first)? Captured
 * here. */
static bool capture_condition(
	struct gs_debug *debug, const struct gs_breakpoint *b, bool *holds, GError **error)
{
	const struct gs_position *position = gs_path_position(debug->path);
	*holds = false;
	if (!b->any) {
		struct gs_captured_value *value = gs_debug_value_at(debug, position,
			position->n_frames - 1, b->condition, debug->focus_x, debug->focus_y,
			error);
		if (!value)
			return false;
		*holds = truth(value, debug->focus_x, debug->focus_y);
		gs_captured_value_free(value);
		return true;
	}
	const char *text = b->condition;
	struct gs_captured_value *value;
	struct gs_captured_position *captured = gs_position_cache_get(
		debug->position_cache, position);
	if (!gs_position_cache_fetch(debug->position_cache, captured, position->n_frames - 1, &text,
		    1, false, &value, error))
		return false;
	if (value->error) {
		g_propagate_error(error, g_error_copy(value->error));
		return false;
	}
	*holds = holds_at(debug, captured, value, debug->focus_x, debug->focus_y);
	for (unsigned y = 0; y < debug->target.height && !*holds; y++) {
		for (unsigned x = 0; x < debug->target.width && !*holds; x++) {
			*holds = holds_at(debug, captured, value, x, y);
			debug->holds_elsewhere = *holds;
			debug->holds_x = x;
			debug->holds_y = y;
		}
	}
	return true;
}

/* ---- conditions, looked up ---- */

enum answer { UNSURE, NO, YES };

/* What a draw has said of a breakpoint's condition. */
struct lookup {
	unsigned number;
	bool unsure;   /* to be captured instead */
	bool is_known; /* the rest counts */
	size_t first;  /* position from which on events tells */
	struct gs_events events;
	bool never; /* any: it holds at no element */
};

struct search {
	struct gs_debug *debug;
	GArray *lookups;	    /* struct lookup */
	uint32_t mark, mark_before; /* of the path up to the present position, and without it */
};

static void note_position(struct search *s, size_t index)
{
	s->mark_before = s->mark;
	s->mark = gs_plan_mark(s->debug->plan, s->mark, gs_path_entry(s->debug->path, index)->site);
}

static void search_start(struct search *s, struct gs_debug *debug)
{
	*s = (struct search){
		.debug = debug, .lookups = g_array_new(FALSE, FALSE, sizeof(struct lookup))};
	for (size_t i = 0; i < gs_path_length(debug->path); i++)
		note_position(s, i);
}

static struct lookup *find_lookup(struct search *s, unsigned number)
{
	for (guint i = 0; i < s->lookups->len; i++)
		if (g_array_index(s->lookups, struct lookup, i).number == number)
			return &g_array_index(s->lookups, struct lookup, i);
	struct lookup lookup = {.number = number, .unsure = !gs_path_is_recorded(s->debug->path)};
	g_array_append_val(s->lookups, lookup);
	return &g_array_index(s->lookups, struct lookup, s->lookups->len - 1);
}

/* For tests. */
static bool must_look_up(void)
{
	return g_strcmp0(g_getenv("GLSTEP_PATH"), "lookup") == 0;
}

/* The condition as it reads at each site on its line; false: it means nothing at one of them. */
static bool parse_conditions(const struct gs_debug *debug, const struct gs_breakpoint *b,
	GArray *captures, GArray *sites)
{
	const struct gs_unit *unit = debug->shader->units[b->object];
	unsigned line = gs_debug_line_with_statement(debug, unit, b->line);
	for (unsigned i = 0; i < debug->plan->n_sites; i++) {
		const struct gs_site *site = &debug->plan->sites[i];
		struct gs_messages messages = {0};
		if (!gs_debug_on_line(debug, site, unit, line))
			continue;
		struct gs_expression *e = gs_expression_parse(
			debug->shader, site->unit, gs_site_token(site), b->condition, &messages);
		gs_messages_finish(&messages);
		if (!e)
			return false;
		struct gs_capture capture = {e, 0};
		g_array_append_val(captures, capture);
		g_array_append_val(sites, i);
		if (e->has_side_effects || !site->capturable || gs_debug_spoils(debug, e->root))
			return false;
	}
	return sites->len > 0;
}

struct gs_capture_result *gs_debug_draw_condition(
	struct gs_debug *debug, const struct gs_breakpoint *b, size_t first, GError **error)
{
	unsigned rect[4] = {debug->focus_x, debug->focus_y, 1, 1};
	GArray *captures = g_array_new(FALSE, FALSE, sizeof(struct gs_capture));
	GArray *sites = g_array_new(FALSE, FALSE, sizeof(unsigned));
	struct gs_capture_result *result = NULL;
	if (parse_conditions(debug, b, captures, sites)) {
		struct gs_variant_request request = {.kind = GS_VARIANT_EVENTS,
			.first_decision = first,
			.captures = (const struct gs_capture *)captures->data,
			.n_captures = captures->len,
			.sites = (const unsigned *)sites->data};
		result = gs_debug_capture(debug, &request, 0, b->any ? NULL : rect, error);
	} else {
		g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED,
			"the condition cannot be evaluated at every site on the line");
	}
	for (guint i = 0; i < captures->len; i++)
		gs_expression_free((struct gs_expression *)(uintptr_t)g_array_index(
			captures, struct gs_capture, i)
					   .expression);
	g_array_free(captures, TRUE);
	g_array_free(sites, TRUE);
	return result;
}

static bool read_focus(
	struct gs_debug *debug, const struct gs_capture_result *result, struct gs_events *events)
{
	size_t pixel;
	if (!gs_capture_result_pixel(result, debug->focus_x, debug->focus_y, &pixel) ||
		!(gs_variant_flags(result->variant, &result->images, pixel) & GS_ELEMENT_COVERED))
		return false;
	gs_variant_events(result->variant, &result->images, pixel, events);
	return true;
}

static bool holds_nowhere(const struct gs_capture_result *result)
{
	size_t n = (size_t)result->images.width * result->images.height;
	struct gs_events events;
	for (size_t i = 0; i < n; i++) {
		if (!(gs_variant_flags(result->variant, &result->images, i) & GS_ELEMENT_COVERED))
			continue;
		gs_variant_events(result->variant, &result->images, i, &events);
		if (events.position)
			return false;
	}
	return true;
}

/* Draws, from the present position on. False: error; otherwise lookup->unsure may be set. */
static bool look_up(
	struct search *s, struct lookup *lookup, const struct gs_breakpoint *b, GError **error)
{
	struct gs_debug *debug = s->debug;
	GError *refusal = NULL;
	lookup->first = b->any ? 0 : gs_path_length(debug->path) - 1;
	struct gs_capture_result *result = gs_debug_draw_condition(
		debug, b, lookup->first, &refusal);
	if (!result) {
		bool fatal = refusal->code == GS_ERROR_TIMEOUT ||
			     refusal->code == GS_ERROR_NO_PROGRAM || must_look_up();
		lookup->unsure = true;
		if (fatal)
			g_propagate_error(error, refusal);
		else
			g_error_free(refusal);
		return !fatal;
	}
	lookup->is_known = true;
	lookup->never = b->any && holds_nowhere(result);
	lookup->unsure = b->any ? !lookup->never : !read_focus(debug, result, &lookup->events);
	gs_capture_result_unref(result);
	return true;
}

/* What the draw says about the present position; it is drawn anew where it says nothing. */
static bool ask_lookup(
	struct search *s, const struct gs_breakpoint *b, enum answer *answer, GError **error)
{
	struct lookup *l = find_lookup(s, b->number);
	size_t index = gs_path_length(s->debug->path) - 1;
	bool tells = l->is_known &&
		     (l->never || l->events.position == 0 || l->events.position >= index);
	*answer = UNSURE;
	if (l->unsure)
		return true;
	if (!tells && !look_up(s, l, b, error))
		return false;
	if (l->unsure)
		return true;
	*answer = !l->never && l->events.position == index ? YES : NO;
	if (*answer == YES && l->events.mark_at != s->mark && l->events.mark_at != s->mark_before) {
		l->unsure = true;
		*answer = UNSURE;
	}
	return true;
}

/* At the end of the path: were its positions those of the draws? */
static bool positions_agree(const struct search *s)
{
	const struct gs_path *path = s->debug->path;
	bool discarded = gs_path_discarded(path);
	size_t length = gs_path_length(path) - discarded;
	uint32_t mark = discarded ? s->mark_before : s->mark;
	for (guint i = 0; i < s->lookups->len; i++) {
		const struct lookup *l = &g_array_index(s->lookups, struct lookup, i);
		if (l->is_known && !l->unsure && !l->never &&
			(l->events.n_positions != length || l->events.mark != mark))
			return false;
	}
	return true;
}

/* ---- breakpoints ---- */

bool gs_breakpoint_counts(
	const struct gs_breakpoint *b, enum gs_stage stage, unsigned program, const char *source)
{
	if (b->kind != GS_BREAK_LINE || (b->stage >= 0 && b->stage != (int)stage))
		return false;
	if (b->stage < 0 || b->program == program)
		return true;
	g_autofree char *text = gs_source_line(source, b->line);
	return text[0] && !strcmp(text, b->text);
}

static bool counts(const struct gs_debug *debug, const struct gs_breakpoint *b)
{
	return b->object < debug->shader->n_units &&
	       gs_breakpoint_counts(b, debug->stage, debug->info.program,
		       debug->shader->units[b->object]->source);
}

bool gs_session_break_counts(struct gs_session *session, const struct gs_breakpoint *b)
{
	return session->debug && counts(session->debug, b);
}

static bool is_here(const struct gs_debug *debug, const struct gs_breakpoint *b)
{
	if (!counts(debug, b))
		return false;
	const struct gs_unit *unit = debug->shader->units[b->object];
	return gs_debug_on_line(debug, gs_path_site(debug->path), unit,
		gs_debug_line_with_statement(debug, unit, b->line));
}

static bool test_condition(
	struct search *s, const struct gs_breakpoint *b, bool *holds, GError **error)
{
	enum answer answer;
	if (!ask_lookup(s, b, &answer, error))
		return false;
	*holds = answer == YES;
	return answer != UNSURE || capture_condition(s->debug, b, holds, error);
}

static void note_hit(struct gs_debug *debug, const struct gs_breakpoint *b)
{
	debug->breakpoint = (int)b->number;
	if (!b->any || !b->condition)
		return;
	g_autofree char *name = debug->holds_elsewhere ? gs_debug_element_text(debug,
								 debug->holds_x, debug->holds_y)
						       : gs_debug_focus_text(debug);
	gs_debug_set_note(debug, "the condition of breakpoint %u holds at %s", b->number, name);
}

/* Those on the present position; number in debug->breakpoint. */
static bool test_breakpoints(struct search *s, bool *hit, GError **error)
{
	struct gs_debug *debug = s->debug;
	GArray *list = gs_debug_session(debug)->breakpoints;
	*hit = false;
	for (unsigned i = 0; i < list->len && !*hit; i++) {
		struct gs_breakpoint *b = &g_array_index(list, struct gs_breakpoint, i);
		GError *failure = NULL;
		if (!is_here(debug, b))
			continue;
		debug->holds_elsewhere = false;
		*hit = !b->condition;
		if (b->condition && !test_condition(s, b, hit, &failure)) {
			g_propagate_prefixed_error(error, failure, "breakpoint %u: ", b->number);
			return false;
		}
		*hit = *hit && gs_breakpoint_hit(b);
		if (*hit)
			note_hit(debug, b);
	}
	return true;
}

/* A line is hit where the path reaches it, not at each position on it. */
static bool comes_to_line(
	const struct gs_debug *debug, struct gs_path_entry before, struct gs_path_entry now)
{
	const struct gs_site *from = &debug->plan->sites[before.site],
			     *to = &debug->plan->sites[now.site];
	return before.n_frames != now.n_frames || before.iterations != now.iterations ||
	       from->unit != to->unit || from->marked->first > to->marked->first ||
	       gs_node_span(from->marked).line != gs_node_span(to->marked).line;
}

static bool go_on(struct search *s, bool *hit, GError **error)
{
	struct gs_debug *debug = s->debug;
	bool moved;
	*hit = false;
	while (!*hit) {
		size_t last = gs_path_length(debug->path) - 1;
		struct gs_path_entry before = *gs_path_entry(debug->path, last);
		if (gs_debug_is_expired(debug, error) ||
			!gs_path_advance(debug->path, &moved, error))
			return false;
		if (!moved)
			break;
		note_position(s, last + 1);
		if (comes_to_line(debug, before, *gs_path_entry(debug->path, last + 1)) &&
			!test_breakpoints(s, hit, error))
			return false;
	}
	return true;
}

bool gs_debug_move_to_break(struct gs_debug *debug, GError **error)
{
	size_t start = gs_path_length(debug->path) - 1;
	struct search s;
	bool hit, good;
	search_start(&s, debug);
	good = go_on(&s, &hit, error);
	if (good && !hit && !positions_agree(&s)) {
		/* What the draws said was about another path: everything is captured. */
		for (guint i = 0; i < s.lookups->len; i++)
			g_array_index(s.lookups, struct lookup, i).unsure = true;
		gs_path_back_to(debug->path, start);
		good = go_on(&s, &hit, error);
	}
	g_array_free(s.lookups, TRUE);
	return good;
}

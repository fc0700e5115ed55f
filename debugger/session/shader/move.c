/* SPDX-License-Identifier: MIT */
/* Stepping: along the focus element's path, forwards and back, and to where other elements go. */
#include <string.h>
#include "debugger/base/debug-log.h"
#include "debugger/engine/captured/fetch-ahead.h"
#include "debugger/session/shader/lines.h"
#include "debugger/session/shader/move.h"
#include "debugger/session/private.h"
#include "debugger/session/request.h"
#include "debugger/session/start.h"
#include "debugger/session/shader/where.h"

/* ---- one position on ---- */

static bool need_focus_here(const struct gs_debug *debug, GError **error)
{
	if (debug->focus_here)
		return true;
	char *name = gs_debug_focus_text(debug);
	g_set_error(error, GS_ERROR, GS_ERROR_NO_ELEMENT,
		"the focus element %s does not reach this position: `shader reset` goes to the "
		"start of its path, `focus` chooses another element",
		name);
	g_free(name);
	return false;
}

static bool advance(struct gs_debug *debug, bool *moved, GError **error)
{
	return gs_path_advance(debug->path, moved, error);
}

/* Goes on until the path stands where stop says, or at the end. */
static bool advance_until(struct gs_debug *debug,
	bool (*stop)(struct gs_debug *debug, const void *data), const void *data, GError **error)
{
	bool moved;
	do {
		if (gs_debug_is_expired(debug, error) || !advance(debug, &moved, error))
			return false;
	} while (moved && !stop(debug, data));
	return true;
}

static struct gs_path_entry last_entry(const struct gs_debug *debug)
{
	return *gs_path_entry(debug->path, gs_path_length(debug->path) - 1);
}

static bool is_over(struct gs_debug *debug, const void *data)
{
	struct gs_path_entry now = last_entry(debug);
	return gs_path_is_over(debug->path, data, &now);
}

static bool is_out(struct gs_debug *debug, const void *data)
{
	const struct gs_path_entry *from = data;
	return last_entry(debug).n_frames < from->n_frames;
}

/* ---- back ---- */

/* The earliest position from which `over` leads to the present one; else the one before. */
static size_t find_back_over(const struct gs_debug *debug)
{
	size_t last = gs_path_length(debug->path) - 1, found = last - 1;
	unsigned least = gs_path_entry(debug->path, last)->n_frames;
	for (size_t j = last; j-- > 0;) {
		const struct gs_path_entry *from = gs_path_entry(debug->path, j);
		bool leads = gs_path_is_over(debug->path, from, gs_path_entry(debug->path, last));
		for (size_t k = j + 1; leads && k < last; k++)
			leads = !gs_path_is_over(debug->path, from, gs_path_entry(debug->path, k));
		if (leads)
			found = j;
		/* No call that began before this one leads here. */
		else if (from->n_frames < least)
			break;
	}
	return found;
}

static bool go_back(struct gs_debug *debug, bool over)
{
	size_t length = gs_path_length(debug->path);
	if (length > 1)
		gs_path_back_to(debug->path, over ? find_back_over(debug) : length - 2);
	return true;
}

/* ---- lines ---- */

struct line_goal {
	const struct gs_unit *unit;
	unsigned line;
};

static bool is_at_line(struct gs_debug *debug, const void *data)
{
	const struct line_goal *goal = data;
	return gs_debug_on_line(debug, gs_path_site(debug->path), goal->unit, goal->line);
}

/* ---- where other elements go ---- */

static bool move_branch(struct gs_debug *debug, bool side, GError **error)
{
	const struct gs_site *site = gs_path_site(debug->path);
	if (!site->is_decision || gs_site_chooses(site)) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"there is no condition at this position: `shader branch` works where "
			"`where` says if, ternary, logical or loop-test");
		return false;
	}
	struct gs_position *position = gs_position_copy(gs_path_position(debug->path));
	bool moved,
		good = gs_debug_focus_nearest(debug, position,
			side ? GS_ELEMENT_TRUE : GS_ELEMENT_FALSE, -1,
			side ? "finds the condition true here" : "finds the condition false here",
			error);
	g_free(position);
	return good && advance(debug, &moved, error);
}

static bool is_same_loop(struct gs_debug *debug, const void *data)
{
	const struct gs_position *goal = data, *now = gs_path_position(debug->path);
	return now->n_frames < goal->n_frames || gs_position_equal(now, goal);
}

static bool is_loop(const struct gs_node *node)
{
	return node->kind == GS_NODE_FOR || node->kind == GS_NODE_WHILE || node->kind == GS_NODE_DO;
}

/* The innermost loop round a node, itself included; NULL: it is in none. */
static const struct gs_node *enclosing_loop(const struct gs_node *node)
{
	while (node && !is_loop(node))
		node = node->parent;
	return node;
}

static bool is_within(const struct gs_node *node, const struct gs_node *outer)
{
	while (node && node != outer)
		node = node->parent;
	return node != NULL;
}

/* Where an iteration of the loop begins: its test; of a do loop, and of one without a test, what
 * comes first in it. NULL: nothing stands in it. */
static const struct gs_site *loop_entry(const struct gs_debug *debug, const struct gs_node *loop)
{
	const struct gs_site *first = NULL;
	for (size_t i = 0; i < debug->plan->n_sites; i++) {
		const struct gs_site *site = &debug->plan->sites[i];
		bool is_header = (site->kind == GS_SITE_LOOP_INIT ||
					 site->kind == GS_SITE_LOOP_NEXT) &&
				 enclosing_loop(site->node) == loop;
		if (!is_within(site->node, loop) || is_header)
			continue;
		first = first ? first : site;
		if (site->kind == GS_SITE_LOOP_TEST && site->node == loop &&
			loop->kind != GS_NODE_DO)
			return site;
	}
	return first;
}

struct loop_goal {
	struct gs_position *position; /* at the beginning of the iteration; g_free */
	unsigned present;	      /* iteration now */
};

/* The Nth iteration of the innermost loop round the present position. */
static bool find_iteration(
	struct gs_debug *debug, unsigned number, struct loop_goal *goal, GError **error)
{
	goal->position = gs_position_copy(gs_path_position(debug->path));
	struct gs_frame *frame = &goal->position->frame[goal->position->n_frames - 1];
	const struct gs_site *now = gs_path_site(debug->path);
	const struct gs_node *loop = enclosing_loop(now->node);
	const struct gs_site *entry = loop ? loop_entry(debug, loop) : NULL;
	unsigned depth = 0;
	for (const struct gs_node *at = loop; at; at = enclosing_loop(at->parent))
		depth++;
	if (!entry || depth > frame->n_iterations || entry->n_loops < depth) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"this position is not in a loop: `shader iteration` works at a loop and "
			"inside it");
		return false;
	}
	/* The test of a do loop counts the iteration it decides about. */
	bool at_end = loop->kind == GS_NODE_DO && is_within(now->marked, loop->child[1]);
	goal->present = frame->iterations[depth - 1] - at_end;
	bool empty = loop->kind == GS_NODE_DO && entry->kind == GS_SITE_LOOP_TEST &&
		     entry->node == loop;
	frame->site = entry->id;
	frame->n_iterations = entry->n_loops;
	frame->iterations[depth - 1] = number + empty;
	for (unsigned i = depth; i < entry->n_loops; i++)
		frame->iterations[i] = 0;
	return true;
}

static bool go_to_iteration(
	struct gs_debug *debug, unsigned number, const struct loop_goal *goal, GError **error)
{
	const struct gs_position *position = goal->position;
	if (gs_position_equal(position, gs_path_position(debug->path)))
		return true;
	struct gs_captured_position *captured = gs_position_cache_get(
		debug->position_cache, position);
	if (!gs_debug_look(debug, captured, error))
		return false;
	bool here = captured->flags[(size_t)debug->focus_y * debug->target.width + debug->focus_x] &
		    GS_ELEMENT_HERE;
	if (here && debug->focus_here && number > goal->present)
		return advance_until(debug, is_same_loop, position, error);
	char *what = g_strdup_printf("reaches iteration %u of this loop", number);
	bool good = here ? gs_debug_refocus(debug, debug->focus_x, debug->focus_y, position, error)
			 : gs_debug_focus_nearest(
				   debug, position, GS_ELEMENT_HERE, -1, what, error);
	g_free(what);
	return good;
}

static bool move_iteration(struct gs_debug *debug, unsigned number, GError **error)
{
	if (gs_path_site(debug->path)->kind == GS_SITE_LOOP_INIT) {
		/* The test comes next, after what the initialiser does. */
		struct gs_path_entry from = last_entry(debug);
		if (!need_focus_here(debug, error) || !advance_until(debug, is_over, &from, error))
			return false;
	}
	struct loop_goal goal = {NULL, 0};
	bool good = find_iteration(debug, number, &goal, error) &&
		    go_to_iteration(debug, number, &goal, error);
	g_free(goal.position);
	return good;
}

/* ---- the moves ---- */

static void move_reset(struct gs_debug *debug)
{
	if (debug->focus_here) {
		gs_path_back_to(debug->path, 0);
		return;
	}
	/* So far it is the path of the element before. */
	gs_path_free(debug->path);
	debug->path = gs_path_new(debug->plan, debug->provider);
	debug->focus_here = true;
}

static bool move_until(struct gs_debug *debug, unsigned line, GError **error)
{
	unsigned object = line >> 24 ? (line >> 24) - 1 : gs_debug_object(debug);
	if (object >= debug->shader->n_units) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE, "there is no such shader object");
		return false;
	}
	struct line_goal goal = {debug->shader->units[object], line & 0xffffff};
	if (!advance_until(debug, is_at_line, &goal, error))
		return false;
	debug->reached = is_at_line(debug, &goal);
	return true;
}

/* Back to a step of the history, or forward if it lies ahead. */
static bool move_to(struct gs_debug *debug, unsigned index, GError **error)
{
	bool moved = true;
	if (index < gs_path_length(debug->path))
		gs_path_back_to(debug->path, index);
	while (moved && gs_path_length(debug->path) <= index)
		if (gs_debug_is_expired(debug, error) || !advance(debug, &moved, error))
			return false;
	debug->reached = moved;
	return true;
}

static bool make_move(
	struct gs_debug *debug, enum gs_shader_move move, unsigned argument, GError **error)
{
	struct gs_path_entry from = last_entry(debug);
	bool moved;
	if (move != GS_MOVE_RESET && move != GS_MOVE_BRANCH && move != GS_MOVE_ITERATION &&
		move != GS_MOVE_CASE && !need_focus_here(debug, error))
		return false;
	switch (move) {
	case GS_MOVE_STEP:
		return advance(debug, &moved, error);
	case GS_MOVE_OVER:
		return advance_until(debug, is_over, &from, error);
	case GS_MOVE_OUT:
		return advance_until(debug, is_out, &from, error);
	case GS_MOVE_BACK:
	case GS_MOVE_BACK_OVER:
		return go_back(debug, move == GS_MOVE_BACK_OVER);
	case GS_MOVE_RESET:
		move_reset(debug);
		return true;
	case GS_MOVE_CONTINUE:
		return gs_debug_move_to_break(debug, error);
	case GS_MOVE_CONTINUE_NAN:
		return gs_debug_move_to_nan(debug, error);
	case GS_MOVE_UNTIL:
		return move_until(debug, argument, error);
	case GS_MOVE_ITERATION:
		return move_iteration(debug, argument, error);
	case GS_MOVE_BRANCH:
		return move_branch(debug, argument != 0, error);
	case GS_MOVE_TO:
		return move_to(debug, argument, error);
	case GS_MOVE_CASE:
		return gs_debug_move_case(debug, argument, error);
	}
	g_set_error(error, GS_ERROR, GS_ERROR_INTERNAL, "unknown move");
	return false;
}

bool gs_session_move(struct gs_session *session, enum gs_shader_move move, unsigned argument,
	struct gs_where *where, GError **error)
{
	memset(where, 0, sizeof *where);
	gs_session_begin(session);
	if (!gs_session_need_shader(session, error))
		return false;
	struct gs_debug *debug = session->debug;
	size_t before = gs_path_length(debug->path) - 1;
	g_clear_pointer(&debug->move_note, g_free);
	debug->breakpoint = -1;
	debug->reached = true;
	bool good = make_move(debug, move, argument, error);
	if (!session->debug)
		return false;
	debug->moves++;
	debug->frame = 0;
	debug->moved_from = MIN(before, gs_path_length(debug->path) - 1);
	gs_debug_log(GS_DEBUG_SESSION, "shader move %d: from position %zu to %zu, line %u", move,
		before, gs_path_length(debug->path) - 1,
		gs_node_span(gs_path_site(debug->path)->marked).line);
	if (!good)
		return false;
	bool later = session->counts_later && !gs_debug_is_small(debug);
	if (!later && !gs_debug_arrive(debug, error)) {
		g_prefix_error(error, "stopped at line %u (`shader step` goes on), but: ",
			gs_node_span(gs_path_site(debug->path)->marked).line);
		return false;
	}
	gs_debug_fill_where(debug, where);
	return true;
}

void gs_session_set_counting_later(struct gs_session *session, bool later)
{
	session->counts_later = later;
}

/* Before something is compiled, which lasts: the values that steps may ask for meanwhile. */
static bool fetch_ahead(struct gs_session *session, GError **error)
{
	struct gs_debug *debug = session->debug;
	bool more = gs_position_cache_lacks_programs(debug->position_cache), good = true;
	while (good && more && !gs_session_is_to_give_way(session))
		good = gs_debug_fetch_ahead(debug, &more, error);
	return good && session->debug;
}

bool gs_session_prepare(struct gs_session *session, bool *more, GError **error)
{
	*more = false;
	gs_session_begin(session);
	if (!gs_session_need_shader(session, error))
		return false;
	*more = gs_session_is_serving(session);
	if (*more)
		return true;
	struct gs_debug *debug = session->debug;
	if (!gs_session_await(session, error) || !session->debug ||
		(debug->focus_here && !gs_path_prepare(debug->path, more, error)))
		return false;
	bool good = *more || (fetch_ahead(session, error) &&
				     gs_position_cache_prepare(debug->position_cache, more, error));
	if (good && !*more)
		gs_debug_log(GS_DEBUG_SESSION, "nothing is to be compiled ahead");
	return good;
}

/* ---- history ---- */

static bool add_history(size_t index, const struct gs_position *position, void *data)
{
	struct gs_session *session = data;
	const struct gs_site *site = &session->debug->plan->sites[gs_position_site(position)];
	const struct gs_frame *frame = &position->frame[position->n_frames - 1];
	struct gs_history_entry entry = {
		.depth = position->n_frames,
		.n_iterations = frame->n_iterations,
		.span = gs_node_span(site->marked),
		.object = site->unit->index,
	};
	memcpy(entry.iterations, frame->iterations, sizeof entry.iterations);
	g_array_append_val(session->history, entry);
	return session->history->len < 100000;
}

const struct gs_history_entry *gs_session_history(struct gs_session *session, size_t *n)
{
	struct gs_debug *debug = session->debug;
	*n = 0;
	if (!debug)
		return NULL;
	if (session->history)
		g_array_free(session->history, TRUE);
	session->history = g_array_new(FALSE, FALSE, sizeof(struct gs_history_entry));
	gs_path_walk(debug->path, add_history, session);
	*n = session->history->len;
	return (const struct gs_history_entry *)session->history->data;
}

uint64_t gs_session_programs(const struct gs_session *session)
{
	return session->debug ? session->debug->n_programs : 0;
}

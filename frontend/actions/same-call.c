/* SPDX-License-Identifier: MIT */
#include "frontend/actions/same-call.h"

#include <string.h>
#include "data/data.h"
#include "debugger/calls/calls.h"
#include "frontend/private.h"
#include "wire/inspect.h"

enum { LOOKED_AT = 10000 }; /* how many calls before a stop are examined at most */

struct same_call {
	struct gs_action action;
	char *function;
	struct gs_same_call which;
	uint64_t frame;	       /* the frame in which the call is expected */
	char *program;	       /* the program object that the draw must use; NULL: any */
	struct gs_pixel pixel; /* the pixel to debug there */
};

static bool run_on(struct same_call *same, enum gs_run run, uint64_t count, const char *pattern)
{
	struct gs_action *action = &same->action;
	gs_stop_clear(&action->stop);
	action->has_stop = gs_session_run_in_window(action->session, same->which.drawable, run,
		count, pattern, &action->stop, &action->error);
	return action->has_stop;
}

static bool is_at_call(const struct same_call *same)
{
	return same->action.stop.kind == GS_STOP_CALL && !same->action.stop.outside_gl;
}

/* Return whether the program is between two frames of `drawable`, into which the stopped thread
 * draws: one frame has ended and no call of the next has been made. */
static bool is_between(struct gs_call_store *store, const struct gs_stop *stop, uint64_t drawable)
{
	struct gs_call_place place = {gs_call_store_count(store)};
	struct gs_wire_call before;
	bool between = false, found = !drawable || stop->drawable == drawable || !stop->has_call;
	for (unsigned i = 0; i < LOOKED_AT && !found && place.n--; i++) {
		struct gs_call_info info = {0};
		found = !gs_call_store_get(store, place, &before);
		if (found || gs_data_kinds(before.function) & GS_KIND_MAKES_CURRENT)
			continue;
		found = gs_call_info_at(store, place, &info) &&
			gs_pixel_drawable(gs_call_drawable_at(store, place, &info)) == drawable;
		between = found && gs_data_ends_frame(&before) && info.thread == stop->call.thread;
		gs_call_info_clear(&info);
	}
	return between;
}

static bool run_to_same(struct same_call *same)
{
	struct gs_action *action = &same->action;
	if (!gs_session_stop_now(action->session, &action->stop, &action->error))
		return false;
	action->has_stop = true;
	struct gs_same_call *which = &same->which;
	if (!which->drawable)
		which->drawable = action->stop.drawable;
	bool ends = action->stop.ends_frame && action->stop.drawable == which->drawable;
	bool between = is_between(
		gs_session_call_store(action->session), &action->stop, which->drawable);
	if (!ends && !between && !run_on(same, GS_RUN_FRAME_END, 1, NULL))
		return false;
	if (!ends && !between && !is_at_call(same))
		return true; /* the program stopped for another reason */
	bool alone = !gs_session_has_windows(action->session); /* else other frames count, too */
	same->frame = alone ? action->stop.frame + 1 : UINT64_MAX;
	return run_on(same, GS_RUN_NAMED, which->number, same->function);
}

static bool is_at_same(const struct same_call *same)
{
	return is_at_call(same) && strcmp(same->action.stop.call.name, same->function) == 0;
}

static bool uses_program(const struct same_call *same)
{
	struct gs_call_store *store = gs_session_call_store(same->action.session);
	const struct gs_call_info *call = &same->action.stop.call;
	struct gs_call_drawn drawn;
	gs_call_drawn_at(store, gs_call_store_find(store, call->index), call, &drawn);
	bool other = same->program && drawn.program && strcmp(same->program, drawn.program) != 0;
	gs_call_drawn_clear(&drawn);
	return !other;
}

/* Run on to later calls of the function until one uses the wanted program object: a frame that
 * draws more than the last one makes that call later. Return false with an error if no call of the
 * frame does. */
static bool pass_others(struct same_call *same)
{
	struct gs_action *action = &same->action;
	uint64_t last = action->stop.frame + 1;
	while (is_at_same(same) && !uses_program(same)) {
		if (action->stop.frame > last) {
			g_set_error(&action->error, GS_ERROR, GS_ERROR_NOT_COVERED,
				"the program draws other things now: no %s of frame "
				"%" G_GUINT64_FORMAT " uses %s; ask for the pixel's history anew",
				same->function, last, same->program);
			return false;
		}
		if (!run_on(same, GS_RUN_NAMED, 1, same->function))
			return false;
	}
	return true;
}

static bool go_there(struct gs_action *action)
{
	struct same_call *same = (struct same_call *)action;
	if (!run_to_same(same) || !pass_others(same))
		return false;
	if (is_at_same(same) && action->stop.frame > same->frame)
		action->note = g_strdup_printf("Frame %" G_GUINT64_FORMAT
					       " has fewer calls of %s: this is a later one.",
			same->frame, same->function);
	return true;
}

static bool debug_there(struct gs_action *action)
{
	struct same_call *same = (struct same_call *)action;
	if (!go_there(action))
		return false;
	if (!is_at_same(same))
		return true; /* the program stopped for another reason */
	return action->has_where = gs_session_debug_pixel(
		       action->session, &same->pixel, &action->where, &action->error);
}

static void clear(struct gs_action *action)
{
	struct same_call *same = (struct same_call *)action;
	g_free(same->function);
	g_free(same->program);
}

static const struct gs_action_class class = {
	.size = sizeof(struct same_call),
	.doing = "Running to the next frame",
	.flags = GS_ACTION_RUNS_PROGRAM,
	.work = go_there,
	.clear = clear,
};

static const struct gs_action_class debug_class = {
	.size = sizeof(struct same_call),
	.doing = "Running to the next frame",
	.flags = GS_ACTION_RUNS_PROGRAM,
	.work = debug_there,
	.take = gs_controller_take_entered,
	.clear = clear,
};

static struct same_call *prepare(struct gs_controller *c, const struct gs_action_class *what,
	const char *function, const struct gs_same_call *which)
{
	struct same_call *same = gs_controller_new_action(c, what);
	if (same) {
		same->function = g_strdup(function);
		same->which = *which;
	}
	return same;
}

void gs_controller_run_to_same_call(
	struct gs_controller *c, const char *function, const struct gs_same_call *which)
{
	struct same_call *same = prepare(c, &class, function, which);
	if (same)
		gs_controller_push_action(c, &same->action);
}

void gs_controller_debug_in_same_call(struct gs_controller *c, struct gs_call_place place,
	const struct gs_call_info *call, const struct gs_pixel *pixel)
{
	struct gs_call_store *store = gs_session_call_store(c->state.session);
	const struct gs_same_call which = gs_same_call_of(store, place, call);
	struct same_call *same = prepare(c, &debug_class, call->name, &which);
	if (!same)
		return;
	struct gs_call_drawn drawn;
	gs_call_drawn_at(store, place, call, &drawn);
	same->program = g_steal_pointer(&drawn.program);
	gs_call_drawn_clear(&drawn);
	same->pixel = *pixel;
	gs_controller_push_action(c, &same->action);
}

/* Return whether the call at `place` belongs to the same drawable's frames as `call`, or, if the
 * drawable is unknown (0), whether the same thread made both. */
static bool is_beside(struct gs_call_store *store, struct gs_call_place place,
	const struct gs_wire_call *before, const struct gs_call_info *call, uint64_t drawable)
{
	struct gs_call_info info = {0};
	if (!drawable)
		return (pid_t)(before->flags >> GS_CALL_TID_SHIFT) == call->thread;
	bool beside = gs_call_info_at(store, place, &info) &&
		      gs_call_drawable_at(store, place, &info) == drawable;
	gs_call_info_clear(&info);
	return beside;
}

struct gs_same_call gs_same_call_of(
	struct gs_call_store *store, struct gs_call_place place, const struct gs_call_info *call)
{
	int function = gs_data_find(call->name);
	uint64_t drawable = gs_call_drawable_at(store, place, call);
	struct gs_same_call same = {1, gs_pixel_drawable(drawable)};
	struct gs_wire_call before;
	while (place.n-- && gs_call_store_get(store, place, &before)) {
		bool ends = gs_data_ends_frame(&before);
		if ((!ends && (int)before.function != function) ||
			!is_beside(store, place, &before, call, drawable))
			continue;
		if (ends)
			break;
		same.number++;
	}
	return same;
}

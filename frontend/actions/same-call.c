/* SPDX-License-Identifier: MIT */
#include "frontend/actions/same-call.h"

#include <string.h>
#include "data/data.h"
#include "debugger/calls/calls.h"
#include "frontend/private.h"

struct same_call {
	struct gs_action action;
	char *function;
	uint64_t number, frame; /* frame: where it is to be */
	uint64_t drawable;	/* that its thread draws into, as of gs_stop */
	char *program;		/* that a draw uses; NULL: any */
	struct gs_pixel pixel;	/* to be debugged there */
};

static bool run_on(struct same_call *same, enum gs_run run, uint64_t count, const char *pattern)
{
	struct gs_action *action = &same->action;
	gs_stop_clear(&action->stop);
	action->has_stop = gs_session_run_in_window(action->session, same->drawable, run, count,
		pattern, &action->stop, &action->error);
	return action->has_stop;
}

static bool is_at_call(const struct same_call *same)
{
	return same->action.stop.kind == GS_STOP_CALL && !same->action.stop.outside_gl;
}

static bool run_to_same(struct same_call *same)
{
	struct gs_action *action = &same->action;
	if (!gs_session_stop_now(action->session, &action->stop, &action->error))
		return false;
	action->has_stop = true;
	same->drawable = action->stop.drawable;
	if (!action->stop.ends_frame && !run_on(same, GS_RUN_FRAME_END, 1, NULL))
		return false;
	if (!is_at_call(same))
		return true; /* it has stopped for another reason */
	bool alone = !gs_session_has_windows(action->session); /* else other frames end, too */
	same->frame = alone ? action->stop.frame + 1 : UINT64_MAX;
	return run_on(same, GS_RUN_NAMED, same->number, same->function);
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

/* Where a frame draws other things than the last one, the same call comes later. */
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
		return true; /* it has stopped for another reason */
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
	.take = gs_controller_take_pixel_event,
	.clear = clear,
};

static struct same_call *prepare(struct gs_controller *c, const struct gs_action_class *what,
	const char *function, uint64_t number)
{
	struct same_call *same = gs_controller_new_action(c, what);
	if (same) {
		same->function = g_strdup(function);
		same->number = number;
	}
	return same;
}

void gs_controller_run_to_same_call(struct gs_controller *c, const char *function, uint64_t number)
{
	struct same_call *same = prepare(c, &class, function, number);
	if (same)
		gs_controller_push_action(c, &same->action);
}

void gs_controller_debug_in_same_call(struct gs_controller *c, struct gs_call_place place,
	const struct gs_call_info *call, const struct gs_pixel *pixel)
{
	struct gs_call_store *store = gs_session_call_store(c->state.session);
	struct same_call *same = prepare(
		c, &debug_class, call->name, gs_same_call_number(store, place, call));
	if (!same)
		return;
	struct gs_call_drawn drawn;
	gs_call_drawn_at(store, place, call, &drawn);
	same->program = g_steal_pointer(&drawn.program);
	gs_call_drawn_clear(&drawn);
	same->pixel = *pixel;
	gs_controller_push_action(c, &same->action);
}

/* The call ends a frame of its thread. */
static bool ends_frame(const struct gs_wire_call *call)
{
	return (gs_data_flags(call->function) & GS_FUNCTION_SWAPS) ||
	       (call->flags & GS_CALL_ENDS_FRAME);
}

uint64_t gs_same_call_number(
	struct gs_call_store *store, struct gs_call_place place, const struct gs_call_info *call)
{
	int function = gs_data_find(call->name);
	uint64_t number = 1;
	struct gs_wire_call before;
	while (place.n-- && gs_call_store_get(store, place, &before)) {
		if ((pid_t)(before.flags >> GS_CALL_TID_SHIFT) != call->thread)
			continue;
		if (ends_frame(&before))
			break;
		number += (int)before.function == function;
	}
	return number;
}

/* SPDX-License-Identifier: MIT */
#include "frontend/same-call.h"

#include <string.h>
#include "data/data.h"
#include "debugger/calls/calls.h"
#include "frontend/private.h"

struct same_call {
	struct gs_action action;
	char *function;
	uint64_t number, frame; /* frame: where it is to be */
	char *program;		/* that a draw uses; NULL: any */
	struct gs_pixel pixel;	/* to be debugged there */
};

static bool is_at_swap(const struct gs_stop *stop)
{
	int function = stop->has_call && !stop->outside_gl ? gs_data_find(stop->call.name) : -1;
	return function >= 0 && gs_data_flags((unsigned)function) & GS_FUNCTION_SWAPS;
}

static bool run_on(struct same_call *same, enum gs_run run, uint64_t count, const char *pattern)
{
	struct gs_action *action = &same->action;
	gs_stop_clear(&action->stop);
	action->has_stop = gs_session_run(
		action->session, run, count, pattern, &action->stop, &action->error);
	return action->has_stop;
}

static bool run_to_same(struct same_call *same)
{
	struct gs_action *action = &same->action;
	if (!gs_session_stop_now(action->session, &action->stop, &action->error))
		return false;
	action->has_stop = true;
	same->frame = action->stop.frame + 1;
	if (!is_at_swap(&action->stop)) {
		if (!run_on(same, GS_RUN_FRAME, 1, NULL))
			return false;
		if (action->stop.kind != GS_STOP_CALL || action->stop.outside_gl)
			return true; /* it has stopped for another reason */
	}
	return run_on(same, GS_RUN_NAMED, same->number, same->function);
}

static bool is_at_same(const struct same_call *same)
{
	const struct gs_action *action = &same->action;
	return action->stop.kind == GS_STOP_CALL && !action->stop.outside_gl &&
	       strcmp(action->stop.call.name, same->function) == 0;
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

uint64_t gs_same_call_number(
	struct gs_call_store *store, struct gs_call_place place, const struct gs_call_info *call)
{
	enum { AT_ONCE = 4096 };
	uint16_t tags[AT_ONCE];
	const struct gs_call_frame *frame = gs_call_groups_frame_at(
		gs_call_store_lock_groups(store), place);
	/* the pending call may be the first of its frame */
	uint64_t at = frame && frame->frame == call->frame ? frame->first.n : place.n;
	gs_call_store_unlock_groups(store);
	int function = gs_data_find(call->name);
	uint64_t number = 1;
	while (at < place.n) {
		size_t n = gs_call_store_tags(store, (struct gs_call_place){at}, tags,
			(size_t)MIN(AT_ONCE, place.n - at));
		if (!n)
			break;
		for (size_t i = 0; i < n; i++)
			number += (tags[i] & GS_CALL_TAG_FUNCTION) == function;
		at += n;
	}
	return number;
}

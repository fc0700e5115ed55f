/* SPDX-License-Identifier: MIT */
#include "frontend/same-call.h"

#include <string.h>
#include "data/data.h"
#include "debugger/calls/calls.h"
#include "frontend/private.h"

struct same_call {
	struct gs_action action;
	char *function;
	uint64_t number;
	struct gs_pixel pixel; /* to be debugged there */
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

static bool run_to_same(struct gs_action *action)
{
	struct same_call *same = (struct same_call *)action;
	if (!gs_session_stop_now(action->session, &action->stop, &action->error))
		return false;
	action->has_stop = true;
	uint64_t frame = action->stop.frame;
	if (!is_at_swap(&action->stop)) {
		if (!run_on(same, GS_RUN_FRAME, 1, NULL))
			return false;
		if (action->stop.kind != GS_STOP_CALL || action->stop.outside_gl)
			return true; /* it has stopped for another reason */
	}
	if (!run_on(same, GS_RUN_NAMED, same->number, same->function))
		return false;
	if (action->stop.kind == GS_STOP_CALL && action->stop.frame > frame + 1)
		action->note = g_strdup_printf("Frame %" G_GUINT64_FORMAT
					       " has fewer calls of %s: this is a later one.",
			frame + 1, same->function);
	return true;
}

static bool debug_there(struct gs_action *action)
{
	struct same_call *same = (struct same_call *)action;
	if (!run_to_same(action))
		return false;
	if (action->stop.kind != GS_STOP_CALL || action->stop.outside_gl ||
		strcmp(action->stop.call.name, same->function))
		return true; /* it has stopped for another reason */
	return action->has_where = gs_session_debug_pixel(
		       action->session, &same->pixel, &action->where, &action->error);
}

static void clear(struct gs_action *action)
{
	g_free(((struct same_call *)action)->function);
}

static const struct gs_action_class class = {
	.size = sizeof(struct same_call),
	.doing = "Running to the next frame",
	.flags = GS_ACTION_RUNS_PROGRAM,
	.work = run_to_same,
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

static void push(struct gs_controller *c, const struct gs_action_class *what, const char *function,
	uint64_t number, const struct gs_pixel *pixel)
{
	struct same_call *same = gs_controller_new_action(c, what);
	if (!same)
		return;
	same->function = g_strdup(function);
	same->number = number;
	if (pixel)
		same->pixel = *pixel;
	gs_controller_push_action(c, &same->action);
}

void gs_controller_run_to_same_call(struct gs_controller *c, const char *function, uint64_t number)
{
	push(c, &class, function, number, NULL);
}

void gs_controller_debug_in_same_call(struct gs_controller *c, const char *function,
	uint64_t number, const struct gs_pixel *pixel)
{
	push(c, &debug_class, function, number, pixel);
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

/* SPDX-License-Identifier: MIT */
#include "frontend/same-call.h"

#include <string.h>
#include "data/data.h"
#include "frontend/private.h"

struct same_call {
	struct gs_action action;
	char *function;
	uint64_t number;
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

void gs_controller_run_to_same_call(struct gs_controller *c, const char *function, uint64_t number)
{
	struct same_call *same = gs_controller_new_action(c, &class);
	if (!same)
		return;
	same->function = g_strdup(function);
	same->number = number;
	gs_controller_push_action(c, &same->action);
}

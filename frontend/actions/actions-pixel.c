/* SPDX-License-Identifier: MIT */
/* Actions that find the calls which touch a pixel and debug one of them. */
#include "debugger/calls/calls.h"
#include "frontend/private.h"
#include "frontend/actions/same-call.h"

struct pixel_action {
	struct gs_action action;
	struct gs_pixel pixel;
	uint64_t call; /* the call to go to, in a trace */
	struct gs_pixel_history history;
};

static void push(
	struct gs_controller *c, const struct gs_action_class *class, struct gs_pixel pixel)
{
	struct pixel_action *p = gs_controller_new_action(c, class);
	if (!p)
		return;
	p->pixel = pixel;
	gs_controller_push_action(c, &p->action);
}

/* ---- the history ---- */

static bool collect(struct gs_action *action)
{
	struct pixel_action *p = (struct pixel_action *)action;
	return action->has_stop = gs_session_pixel_history(action->session, &p->pixel,
		       GS_PIXEL_NO_FRAME, &p->history, &action->stop, &action->error);
}

static unsigned take_history(struct gs_controller *c, struct gs_action *action)
{
	struct pixel_action *p = (struct pixel_action *)action;
	if (!action->ok)
		return 0;
	gs_pixel_history_clear(&c->state.pixel.history);
	c->state.pixel.history = p->history;
	c->state.pixel.pixel = p->pixel;
	p->history.events = NULL;
	return GS_PART_PIXEL;
}

static void clear_history(struct gs_action *action)
{
	gs_pixel_history_clear(&((struct pixel_action *)action)->history);
}

static const struct gs_action_class history_class = {
	.size = sizeof(struct pixel_action),
	.doing = GS_DOING_PIXEL_HISTORY,
	.flags = GS_ACTION_RUNS_PROGRAM,
	.work = collect,
	.take = take_history,
	.clear = clear_history,
};

void gs_controller_pixel_history(struct gs_controller *c, struct gs_pixel pixel)
{
	push(c, &history_class, pixel);
}

/* ---- a call of the history ---- */

static bool debug_event(struct gs_action *action)
{
	struct pixel_action *p = (struct pixel_action *)action;
	struct gs_stop stop = {0};
	if (!gs_session_goto(action->session, p->call, &stop, &action->error))
		return false;
	action->has_stop = true;
	action->stop = stop;
	return action->has_where = gs_session_debug_pixel(
		       action->session, &p->pixel, &action->where, &action->error);
}

static const struct gs_action_class event_class = {
	.size = sizeof(struct pixel_action),
	.doing = "Going to the call",
	.flags = GS_ACTION_RUNS_PROGRAM,
	.work = debug_event,
	.take = gs_controller_take_pixel_event,
};

/* Debug the corresponding call of the next frame: the program has gone on, and usually draws the
 * same in each frame. */
static void debug_in_next_frame(struct gs_controller *c, const struct gs_pixel_event *event)
{
	struct gs_call_store *store = gs_session_call_store(c->state.session);
	struct gs_call_info call = {0};
	struct gs_call_place place = gs_call_store_find(store, event->stop.call.index);
	if (gs_calls_get(c->state.session, place, &call) && call.index == event->stop.call.index)
		gs_controller_debug_in_same_call(c, place, &call, &c->state.pixel.pixel);
	else
		gs_controller_say(c, GS_MESSAGE_ERROR,
			"The program has gone on, and its calls are not in the list, which would "
			"tell the same call of the next frame: stop at one with \"Run to the next "
			"change of this pixel\".");
	gs_call_info_clear(&call);
}

void gs_controller_debug_pixel_event(struct gs_controller *c, unsigned i)
{
	const struct gs_ui_pixel *shown = &c->state.pixel;
	if (!shown->history.events || i >= shown->history.events->len)
		return;
	const struct gs_pixel_event *event = g_ptr_array_index(shown->history.events, i);
	if (!c->state.is_trace) {
		debug_in_next_frame(c, event);
		return;
	}
	struct pixel_action *p = gs_controller_new_action(c, &event_class);
	if (!p)
		return;
	p->pixel = shown->pixel;
	p->call = event->stop.call.index;
	gs_controller_push_action(c, &p->action);
}

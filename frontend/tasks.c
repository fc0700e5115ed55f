/* SPDX-License-Identifier: MIT */
/* Pushes queries and actions to the session's thread, and takes their results. */
#include "frontend/private.h"

#include "frontend/pictures/picture-jobs.h"

enum {
	SLOW_AFTER = 150, /* ms; the buttons do not flicker for quicker operations */
	TICK = 200,	  /* ms between updates of the list of calls while the program runs */
	MAX_WAITING = 2,  /* most waiting actions, so that dragging does not queue more, */
	MAX_STEPS = 16,	  /* and most waiting steps, of which the user counts each */
};

void gs_controller_settle(struct gs_controller *c)
{
	c->state.work.settled = !c->n_waiting && !c->n_refreshes && !c->n_errands && !c->rest_due &&
				!c->image_due && !gs_picture_jobs_busy();
}

void gs_controller_changed(struct gs_controller *c, unsigned parts)
{
	c->events.changed(c->events.data, parts);
	if (c->state.work.settled && gs_picture_jobs_busy()) { /* a panel has requested a picture */
		gs_controller_settle(c);
		c->events.changed(c->events.data, GS_PART_RUN);
	}
	c->order->in_background(c);
	gs_controller_fetch_check(c);
}

/* ---- progress of the running program ---- */

/* Return the seconds since the count changed last. */
static unsigned since_change(uint64_t count, uint64_t *seen, gint64 *seen_at)
{
	gint64 now = g_get_monotonic_time();
	if (count != *seen || !*seen_at) {
		*seen = count;
		*seen_at = now;
	}
	return (unsigned)((now - *seen_at) / G_USEC_PER_SEC);
}

/* Update the function that the program is in, and for how long. Return whether that changed. */
static bool look_at_call(struct gs_controller *c)
{
	const char *was = c->state.work.inside;
	unsigned was_for = c->state.work.inside_for;
	uint64_t which = 0;
	c->state.work.inside = c->logs_calls ? gs_session_call_in_progress(c->state.session, &which)
					     : NULL;
	c->state.work.inside_for = since_change(which, &c->seen_inside, &c->seen_inside_at);
	return c->state.work.inside != was || (was && c->state.work.inside_for != was_for);
}

/* Update how long the program has made no call (if calls are logged) and has not drawn. Return
 * whether what the user is told changed. */
static bool look_at_quiet(struct gs_controller *c)
{
	unsigned was = c->state.work.quiet_for, was_undrawn = c->state.work.undrawn_for;
	bool is_other_call = look_at_call(c);
	enum gs_keeping kept = c->state.work.keeping;
	c->state.work.keeping = gs_session_keeping(c->state.session, &c->state.work.keeping_frame);
	if (!c->logs_calls)
		c->seen_calls_at = 0;
	c->state.work.quiet_for = since_change(
		gs_calls_count(c->state.session), &c->seen_calls, &c->seen_calls_at);
	c->state.work.undrawn_for = since_change(
		gs_session_drawn_so_far(c->state.session), &c->seen_drawn, &c->seen_drawn_at);
	return c->state.work.quiet_for != was || c->state.work.undrawn_for != was_undrawn ||
	       is_other_call || c->state.work.keeping != kept;
}

static gboolean tick(gpointer data)
{
	struct gs_controller *c = data;
	bool is_news = look_at_quiet(c);
	gs_controller_look_at_recording(c);
	gs_controller_changed(c, GS_PART_CALLS | GS_PART_RECORDING | (is_news ? GS_PART_RUN : 0));
	return G_SOURCE_CONTINUE;
}

/* Called when an action takes so long that the user is told. */
static gboolean slow(gpointer data)
{
	struct gs_controller *c = data;
	unsigned parts = GS_PART_RUN;
	c->slow_timer = 0;
	c->state.work.slow = true;
	if (c->state.work.program_runs) {
		gs_ui_state_clear_stop(&c->state);
		parts |= GS_PART_STOP | GS_PART_WHERE | GS_PART_VALUES | GS_PART_IMAGE;
		c->tick_timer = g_timeout_add(TICK, tick, c);
	}
	gs_controller_changed(c, parts);
	return G_SOURCE_REMOVE;
}

/* Set state.work for an action that begins. */
static void begin_busy(struct gs_controller *c, const struct gs_action_class *class)
{
	c->state.work.busy = true;
	c->state.work.slow = false;
	c->state.work.quiet_for = c->state.work.undrawn_for = c->state.work.inside_for = 0;
	c->state.work.inside = NULL;
	c->state.work.keeping = GS_KEEPING_NOTHING;
	c->seen_calls_at = c->seen_drawn_at = c->seen_inside_at = 0;
	c->state.work.doing = class->doing;
	c->state.work.steps = class->flags & GS_ACTION_STEPS;
	c->state.work.program_runs = class->flags & GS_ACTION_RUNS_PROGRAM;
	c->state.work.runs_on = class->flags & GS_ACTION_RUNS_ON;
	g_clear_handle_id(&c->slow_timer, g_source_remove);
	g_clear_handle_id(&c->tick_timer, g_source_remove);
	c->slow_timer = g_timeout_add(SLOW_AFTER, slow, c);
}

static void done_action(struct gs_task *task);

static void done_meanwhile(struct gs_task *task);

void gs_controller_push_action(struct gs_controller *c, struct gs_action *action)
{
	if (action->class->flags & GS_ACTION_MEANWHILE && c->state.work.busy &&
		c->state.work.program_runs) {
		gs_action_make_errand(action);
		action->task.done = done_meanwhile;
		gs_controller_push_errand(c, &action->task);
		return;
	}
	action->task.owner = c;
	action->task.done = done_action;
	action->serial = ++c->action_serial;
	action->dropped = &c->dropped;
	g_atomic_int_inc(&c->generation);
	c->n_waiting++;
	c->state.work.waits = c->n_waiting > 1;
	c->background_stopped = false;
	c->ahead_due = true;
	c->rest_due = false;
	c->order->drop_image(c);
	c->state.work.settled = false;
	c->events.asked(c->events.data);
	if (!c->state.work.busy) {
		gs_controller_say(c, GS_MESSAGE_CLEAR, "");
		c->refused = false;
		begin_busy(c, action->class);
	}
	g_queue_push_tail(&c->actions, (gpointer)action->class);
	gs_session_look_again(c->state.session); /* makes outdated queries give way */
	gs_worker_push(c->worker, &action->task);
}

gpointer gs_controller_new_action(struct gs_controller *c, const struct gs_action_class *class)
{
	unsigned most = class->flags & GS_ACTION_STEPS ? MAX_STEPS : MAX_WAITING;
	if (!c->state.session || c->n_waiting >= most)
		return NULL;
	return gs_action_new(class, c->state.session);
}

void gs_controller_push_simple_action(struct gs_controller *c, const struct gs_action_class *class)
{
	struct gs_action *action = gs_controller_new_action(c, class);
	if (action)
		gs_controller_push_action(c, action);
}

gpointer gs_controller_new_query(struct gs_controller *c, const struct gs_query_class *class)
{
	struct gs_query *query = gs_query_new(class, c->state.session);
	query->task.owner = c;
	query->generation = &c->generation;
	query->expected = c->generation;
	return query;
}

static void done_query(struct gs_task *task);

void gs_controller_push_even_if_lost(struct gs_controller *c, struct gs_query *query)
{
	query->task.done = done_query;
	c->n_refreshes++;
	c->ahead_due |= (query->class->flags & GS_QUERY_MAY_NEED_PROGRAM) != 0;
	gs_controller_fetch_begun(c, query);
	gs_controller_settle(c);
	gs_worker_push(c->worker, &query->task);
}

void gs_controller_push_query(struct gs_controller *c, struct gs_query *query)
{
	if (!c->is_lost) {
		gs_controller_push_even_if_lost(c, query);
		return;
	}
	gs_query_free(query); /* its result would be of another position than the one shown */
	c->order->refresh(c);
}

void gs_controller_push_simple_query(struct gs_controller *c, const struct gs_query_class *class)
{
	gs_controller_push_query(c, gs_controller_new_query(c, class));
}

void gs_controller_push_background_query(
	struct gs_controller *c, struct gs_query *query, void (*done)(struct gs_task *task))
{
	query->task.done = done;
	gs_controller_may_cancel(c, query);
	gs_worker_push(c->worker, &query->task);
}

static void end_busy(struct gs_controller *c)
{
	c->n_waiting--;
	c->state.work.n_done++;
	c->state.work.waits = c->n_waiting > 1;
	if (!g_queue_is_empty(&c->actions))
		begin_busy(c, g_queue_peek_head(&c->actions));
	if (c->n_waiting)
		return;
	c->state.work.busy = c->state.work.slow = c->state.work.program_runs =
		c->state.work.runs_on = false;
	c->state.work.steps = false;
	g_clear_handle_id(&c->slow_timer, g_source_remove);
	g_clear_handle_id(&c->tick_timer, g_source_remove);
}

bool gs_controller_is_stopped(const struct gs_controller *c)
{
	const struct gs_ui_state *state = &c->state;
	return state->alive && state->has_stop && !state->stop.outside_gl &&
	       state->stop.kind != GS_STOP_EXITED;
}

void gs_controller_push_errand(struct gs_controller *c, struct gs_task *errand)
{
	errand->owner = c;
	errand->is_errand = true;
	c->n_errands++;
	gs_controller_settle(c);
	gs_worker_push(c->worker, errand);
	gs_session_call_errands(c->state.session);
}

void gs_controller_end_errand(struct gs_controller *c)
{
	c->n_errands--;
	c->state.work.n_done++;
	gs_controller_settle(c);
}

void gs_controller_end_action(struct gs_controller *c)
{
	end_busy(c);
	gs_controller_settle(c);
}

static void take_breaks(struct gs_controller *c, struct gs_action *action)
{
	struct gs_ui_state *state = &c->state;
	gs_breakpoints_free(state->breaks, state->n_breaks);
	state->breaks = g_steal_pointer(&action->breaks);
	state->n_breaks = action->n_breaks;
	action->n_breaks = 0;
}

static void done_meanwhile(struct gs_task *task)
{
	struct gs_action *action = (struct gs_action *)task;
	struct gs_controller *c = task->owner;
	gs_controller_end_errand(c);
	take_breaks(c, action);
	gs_controller_say(c, action->error ? GS_MESSAGE_ERROR : GS_MESSAGE_CLEAR,
		action->error ? action->error->message : "");
	gs_controller_changed(c, GS_PART_BREAKS | GS_PART_RUN);
	gs_action_free(action);
}

/* Take the part of the result that all actions have. Return the parts of the state that changed. */
static unsigned take_common(struct gs_controller *c, struct gs_action *action)
{
	struct gs_ui_state *state = &c->state;
	state->alive = action->alive;
	state->detached &= !action->alive;
	gs_controller_say(c, GS_MESSAGE_CLEAR, "");
	take_breaks(c, action);
	if (action->class->flags & GS_ACTION_ENDS_PROGRAM || !action->alive)
		g_array_set_size(state->edits.list, 0);
	gs_controller_take_ended_recording(c, &action->recording);
	gs_controller_look_at_recording(c);
	return GS_PART_RECORDING | GS_PART_RUN | GS_PART_CALLS |
	       GS_PART_BREAKS; /* hits of breakpoints, too */
}

/* Take the positions of program and shader. Return the parts of the state that changed. */
static unsigned take_standing(struct gs_controller *c, struct gs_action *action)
{
	unsigned parts = 0;
	c->is_lost = action->in_shader && c->state.in_shader && !action->ok && !action->has_where;
	if (action->has_where) {
		parts |= gs_controller_take_where(
			c, &action->where, &action->call_path, action->ok);
		action->has_where = false;
	} else if (action->has_stop) {
		parts |= gs_controller_take_stop(c, action);
	}
	if (!action->alive)
		parts |= gs_controller_take_no_program(c);
	return parts;
}

static unsigned take_action(struct gs_controller *c, struct gs_action *action)
{
	unsigned parts = take_common(c, action);
	if (action->class->take)
		parts |= action->class->take(c, action);
	parts |= gs_controller_take_operations(c, action);
	c->order->before(c, action);
	parts |= take_standing(c, action);
	c->refused = action->error != NULL;
	if (c->refused)
		gs_controller_say(c, GS_MESSAGE_ERROR, action->error->message);
	else if (action->recording.error)
		gs_controller_say(c, GS_MESSAGE_ERROR, action->recording.error->message);
	else if (action->note)
		gs_controller_say(c, GS_MESSAGE_INFO, action->note);
	if (action->class->finish)
		action->class->finish(c, action);
	return parts;
}

static void done_action(struct gs_task *task)
{
	struct gs_action *action = (struct gs_action *)task;
	struct gs_controller *c = task->owner;
	g_queue_pop_head(&c->actions);
	end_busy(c);
	unsigned parts = action->begun ? take_action(c, action) : GS_PART_RUN;
	if (!c->n_waiting)
		c->order->refresh(c);
	gs_controller_settle(c);
	gs_controller_changed(c, parts);
	gs_action_free(action);
}

bool gs_controller_may_take(const struct gs_controller *c, const struct gs_query *query)
{
	return !query->is_stale && query->expected == c->generation;
}

static unsigned take_query(struct gs_controller *c, struct gs_query *query)
{
	if (!gs_controller_may_take(c, query))
		return 0;
	if (gs_query_was_cancelled(query))
		c->fresh &= ~query->class->parts;
	return query->class->take(c, query);
}

static void done_query(struct gs_task *task)
{
	struct gs_query *query = (struct gs_query *)task;
	struct gs_controller *c = task->owner;
	c->n_refreshes--;
	gs_controller_fetch_done(c);
	unsigned parts = take_query(c, query);
	gs_controller_settle(c);
	if (parts & GS_PART_VALUES)
		c->events.known(c->events.data, "values");
	gs_controller_changed(c, parts | GS_PART_RUN);
	/* The rest is queried while the values are painted. */
	if (query->class->flags & GS_QUERY_FOR_FOCUS_VALUES && query->expected == c->generation)
		c->order->rest(c);
	c->order->due_image(c, false);
	if (c->state.work.settled)
		c->events.known(c->events.data, "all");
	gs_query_free(query);
}

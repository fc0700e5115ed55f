/* SPDX-License-Identifier: MIT */
/* Background queries that fetch their results piece by piece. */
#include "frontend/private.h"

bool gs_controller_is_at_rest(const struct gs_controller *c)
{
	return c->state.work.settled && !c->n_waiting && !c->n_refreshes &&
	       !c->background_stopped && !c->is_lost;
}

bool gs_controller_may_ask_in_background(const struct gs_controller *c)
{
	return c->state.in_shader && gs_controller_is_at_rest(c);
}

void gs_controller_ask_later(
	struct gs_controller *c, guint *timer, bool wanted, guint delay, GSourceFunc ask)
{
	if (!wanted)
		g_clear_handle_id(timer, g_source_remove);
	else if (!*timer)
		*timer = g_timeout_add(delay, ask, c);
}

/* Take a piece's result. A failed piece counts as fetched, so that it is not queried again; a
 * cancelled one does not. */
static void done(struct gs_task *task)
{
	struct gs_query *query = (struct gs_query *)task;
	struct gs_controller *c = task->owner;
	struct gs_piecewise *pieces = query->pieces;
	pieces->pending = false;
	pieces->takes = (guint)((g_get_monotonic_time() - pieces->pushed) / 1000);
	if (gs_controller_may_take(c, query) && (query->ok || !c->background_stopped))
		c->events.changed(c->events.data, query->class->take(c, query));
	gs_query_free(query);
	c->order->in_background(c);
	gs_controller_fetch_check(c);
}

void gs_controller_push_piece(
	struct gs_controller *c, struct gs_piecewise *pieces, struct gs_query *query)
{
	query->pieces = pieces;
	pieces->pending = true;
	pieces->begun = c->generation;
	pieces->pushed = g_get_monotonic_time();
	gs_controller_push_background_query(c, query, done);
	gs_controller_fetch_check(c);
}

/* SPDX-License-Identifier: MIT */
/* Background query that compiles the programs for the next steps while nothing else is queried, so
 * that no step waits for the driver's compiler. */
#include "frontend/private.h"

enum { PAUSE = 30 }; /* ms; a key held down repeats sooner */

static bool may_ask(const struct gs_controller *c)
{
	return c->ahead_due && gs_controller_may_ask_in_background(c);
}

struct ahead {
	struct gs_query query;
	bool more; /* further programs are missing */
};

static bool prepare(struct gs_query *query)
{
	return gs_session_prepare(query->session, &((struct ahead *)query)->more, NULL);
}

static const struct gs_query_class class = {
	.size = sizeof(struct ahead),
	.flags = GS_QUERY_NEEDS_SHADER,
	.work = prepare,
};

static void done(struct gs_task *task)
{
	struct gs_controller *c = task->owner;
	c->ahead_due |= ((struct ahead *)task)->more;
	gs_query_free((struct gs_query *)task);
	gs_controller_ahead_next(c);
}

static gboolean ask(gpointer data)
{
	struct gs_controller *c = data;
	c->ahead_timer = 0;
	if (!may_ask(c))
		return G_SOURCE_REMOVE;
	c->ahead_due = false;
	gs_controller_push_background_query(c, gs_controller_new_query(c, &class), done);
	return G_SOURCE_REMOVE;
}

void gs_controller_ahead_next(struct gs_controller *c)
{
	gs_controller_ask_later(c, &c->ahead_timer, may_ask(c), PAUSE, ask);
}

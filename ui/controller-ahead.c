/* SPDX-License-Identifier: MIT */
/* While nothing is asked: what the next steps will need is made ready, so that none waits for the driver's compiler. */
#include "ui/controller-private.h"

enum { PAUSE = 30 }; /* ms: a key held down comes again sooner */

static bool may_ask(const struct gs_controller *c)
{
	return c->ahead_due && c->state.in_shader && c->state.settled && !c->n_waiting && !c->n_refreshes &&
	       !c->background_stopped && !c->is_lost;
}

static void done(struct gs_task *task)
{
	struct gs_job *job = (struct gs_job *)task;
	struct gs_controller *c = task->owner;
	c->ahead_due |= job->more;
	gs_job_free(job);
	gs_controller_ahead_next(c);
}

static gboolean ask(gpointer data)
{
	struct gs_controller *c = data;
	c->ahead_timer = 0;
	if (!may_ask(c))
		return G_SOURCE_REMOVE;
	struct gs_job *job = gs_job_new(GS_JOB_AHEAD, c->state.session);
	job->task.owner = c;
	job->task.done = done;
	job->generation = &c->generation;
	job->expected = c->generation;
	c->ahead_due = false;
	gs_controller_may_cancel(c, job);
	gs_worker_push(c->worker, &job->task);
	return G_SOURCE_REMOVE;
}

void gs_controller_ahead_next(struct gs_controller *c)
{
	if (!may_ask(c))
		g_clear_handle_id(&c->ahead_timer, g_source_remove);
	else if (!c->ahead_timer)
		c->ahead_timer = g_timeout_add(PAUSE, ask, c);
}

/* SPDX-License-Identifier: MIT */
/* The part of every action that runs in the session's thread. */
#include "frontend/queries/query.h"

#include <limits.h>

static void copy_breaks(struct gs_action *action)
{
	const struct gs_breakpoint *list = gs_session_breakpoints(
		action->session, &action->n_breaks);
	action->breaks = gs_breakpoints_copy(list, action->n_breaks);
}

enum { PATIENCE = 300 }; /* ms to wait for a busy driver */

/* Find out where the program and the shader are after a failed action, which may have moved them.
 * Give up after PATIENCE if the driver is busy. */
static void catch_up(struct gs_action *action)
{
	if (!action->alive)
		return;
	gs_session_set_timeout(action->session, PATIENCE);
	if (action->in_shader && !action->has_where)
		action->has_where = gs_session_where(action->session, &action->where, NULL);
	else if (!action->in_shader && !action->has_stop &&
		 !(action->class->flags & GS_ACTION_ENDS_PROGRAM))
		action->has_stop = gs_session_stop_now(action->session, &action->stop, NULL);
	gs_session_set_timeout(action->session, INT_MAX);
}

/* Flush the recording at a stop, so that its figures are up to date; end it when the program has
 * ended. */
static void follow_recording(struct gs_action *action)
{
	struct gs_recording_figures figures;
	char *path = gs_session_recording_now(action->session, &figures);
	if (path && action->alive)
		gs_session_flush_calls(action->session);
	else if (path)
		gs_end_recording(action->session, &action->recording);
	g_free(path);
}

static bool may_begin(const struct gs_action *action)
{
	return !(action->class->flags & GS_ACTION_STEPS) ||
	       action->serial > g_atomic_int_get(action->dropped);
}

static void work(struct gs_task *task)
{
	struct gs_action *action = (struct gs_action *)task;
	action->begun = may_begin(action);
	if (!action->begun)
		return;
	action->ok = action->class->work(action);
	action->alive = gs_session_has_program(action->session);
	action->in_shader = action->alive && gs_session_in_shader(action->session);
	if (!action->ok)
		catch_up(action);
	follow_recording(action);
	if (action->has_where)
		action->call_path = gs_where_path_texts(&action->where);
	copy_breaks(action);
	gs_session_fragment_operations(action->session, &action->operations);
}

static void work_meanwhile(struct gs_task *task)
{
	struct gs_action *action = (struct gs_action *)task;
	action->ok = action->class->work(action);
	copy_breaks(action);
}

void gs_action_make_errand(struct gs_action *action)
{
	action->task.work = work_meanwhile;
}

gpointer gs_action_new(const struct gs_action_class *class, struct gs_session *session)
{
	struct gs_action *action = g_malloc0(class->size);
	action->class = class;
	action->session = session;
	action->task.work = work;
	return action;
}

void gs_action_free(struct gs_action *action)
{
	if (action->class->clear)
		action->class->clear(action);
	if (action->has_stop)
		gs_stop_clear(&action->stop);
	if (action->has_where)
		gs_where_clear(&action->where);
	g_strfreev(action->call_path);
	gs_breakpoints_free(action->breaks, action->n_breaks);
	gs_ended_recording_clear(&action->recording);
	g_clear_error(&action->error);
	g_free(action->note);
	g_free(action);
}

/* SPDX-License-Identifier: MIT */
/* Actions that open a trace, or start and end a program. */
#include "frontend/private.h"

#include <limits.h>
#include <glib/gstdio.h>
#include "debugger/open/opened.h"
#include "frontend/remembered.h"

/* ---- opening a trace ---- */

struct open {
	struct gs_action action;
	char *path;
	bool first_draw; /* run on to the first draw */
	bool opened;	 /* the list has calls, even if opening was cancelled */
};

static bool open_trace(struct gs_action *action)
{
	struct open *open = (struct open *)action;
	bool good = gs_session_open(action->session, open->path, &action->error);
	const char *message = gs_session_trace_message(action->session);
	bool cancelled = g_error_matches(action->error, GS_ERROR, GS_ERROR_TIMEOUT);
	open->opened = good || gs_session_is_trace(action->session);
	if ((cancelled && open->opened) || message)
		g_clear_pointer(&action->note, g_free);
	if (cancelled && open->opened) {
		g_clear_error(&action->error);
		action->note = g_strdup_printf(
			"Cancelled: the list holds only the first %" G_GUINT64_FORMAT
			" calls of the trace.",
			gs_calls_count(action->session));
	} else if (message) {
		action->note = g_strdup_printf("%s: %s.", open->path, message);
	}
	if (!good || !open->first_draw)
		return open->opened && !action->error;
	return action->has_stop = gs_session_run(
		       action->session, GS_RUN_DRAW, 1, NULL, &action->stop, &action->error);
}

static unsigned take_open(struct gs_controller *c, struct gs_action *action)
{
	c->state.is_opening = false;
	c->state.is_trace = c->state.was_started = ((struct open *)action)->opened;
	return GS_PART_STOP;
}

static void finish_open(struct gs_controller *c, struct gs_action *action)
{
	if (!((struct open *)action)->opened)
		gs_controller_drop_session(c);
}

static void clear_open(struct gs_action *action)
{
	g_free(((struct open *)action)->path);
}

static const struct gs_action_class open_class = {
	.size = sizeof(struct open),
	.doing = "Opening the trace",
	.work = open_trace,
	.take = take_open,
	.finish = finish_open,
	.clear = clear_open,
};

/* Push the action that opens a trace. note: a message to show with its result, or NULL; takes
 * ownership. */
static void push_open(struct gs_controller *c, const char *path, bool first_draw, char *note)
{
	struct open *open = gs_action_new(&open_class, c->state.session);
	open->path = g_strdup(path);
	open->first_draw = first_draw;
	open->action.note = note;
	c->state.is_opening = true;
	gs_controller_push_action(c, &open->action);
}

/* ---- starting ---- */

struct start {
	struct gs_action action;
	bool first_draw; /* run on to the first draw */
	bool no_log;	 /* run at full speed and only count calls */
	char *trace;	 /* file into which the calls are recorded; NULL: none */
};

/* Start the program. If it does not start, delete the trace. */
static bool start_program(const struct start *start, struct gs_action *action)
{
	if (start->trace && !gs_session_record(action->session, start->trace, 0, &action->error))
		return false;
	if (gs_session_start(action->session, &action->stop, &action->error))
		return true;
	if (start->trace && !gs_session_has_program(action->session)) {
		gs_session_end_recording(action->session, NULL, NULL);
		g_unlink(start->trace);
	}
	return false;
}

static bool start(struct gs_action *action)
{
	const struct start *start = (const struct start *)action;
	if (!start_program(start, action))
		return false;
	action->has_stop = true;
	gs_session_note_state(action->session, false);
	if (start->no_log && !gs_session_set_log(action->session, false, &action->error))
		return false;
	if (!start->first_draw || action->stop.is_draw || action->stop.kind != GS_STOP_CALL)
		return true;
	gs_stop_clear(&action->stop);
	return action->has_stop = gs_session_run(
		       action->session, GS_RUN_DRAW, 1, NULL, &action->stop, &action->error);
}

static unsigned take_start(struct gs_controller *c, struct gs_action *action)
{
	c->state.was_started |= action->ok;
	return 0;
}

/* Drop the session of a program that could not be started, so that the user can choose another. */
static void finish_start(struct gs_controller *c, struct gs_action *action)
{
	if (!action->ok && !action->alive)
		gs_controller_drop_session(c);
}

static void clear_start(struct gs_action *action)
{
	g_free(((struct start *)action)->trace);
}

static const struct gs_action_class start_class = {
	.size = sizeof(struct start),
	.doing = "Starting the program",
	.flags = GS_ACTION_RUNS_PROGRAM,
	.work = start,
	.take = take_start,
	.finish = finish_start,
	.clear = clear_start,
};

static bool take_end(struct gs_action *action)
{
	return action->has_stop = gs_session_take_end(
		       action->session, &action->stop, &action->error);
}

static const struct gs_action_class end_class = {
	.size = sizeof(struct gs_action),
	.doing = "Ending the program",
	.flags = GS_ACTION_ENDS_PROGRAM,
	.work = take_end,
};

/* Called every second: notices that a stopped program was killed. */
static gboolean look_for_end(gpointer data)
{
	struct gs_controller *c = data;
	if (c->state.alive && !c->state.work.busy && gs_session_has_ended(c->state.session))
		gs_controller_push_simple_action(c, &end_class);
	return G_SOURCE_CONTINUE;
}

static void do_errands(gpointer worker)
{
	gs_worker_do_errands(worker);
}

void gs_controller_launch(struct gs_controller *c, const struct gs_launch *launch, bool first_draw,
	bool no_log, const char *trace)
{
	g_autoptr(GError) error = NULL;
	if (c->state.session)
		return;
	bool is_trace = gs_opened_is_trace(launch->argv[0]);
	if (is_trace && trace)
		g_set_error_literal(&error, GS_ERROR, GS_ERROR_USAGE, gs_live_why(GS_LIVE_RECORD));
	if (error || !gs_launch_check(launch, &error)) {
		gs_controller_say(c, GS_MESSAGE_ERROR, error->message);
		return;
	}
	c->state.session = gs_session_new(launch);
	c->state.keep_last = launch->keep_last;
	c->end_timer = g_timeout_add_seconds(1, look_for_end, c);
	gs_session_set_timeout(c->state.session, INT_MAX);     /* only Pause ends a wait */
	gs_session_set_counting_later(c->state.session, true); /* the image's query counts */
	gs_session_set_errands(c->state.session, do_errands, c->worker);
	g_free(c->state.program_name);
	c->state.program_name = g_path_get_basename(launch->argv[0]);
	g_free(c->launched);
	c->launched = gs_remembered_name(launch);
	char *wrong = gs_recall(c->launched, &c->state);
	if (is_trace) {
		push_open(c, launch->argv[0], first_draw, wrong);
		gs_controller_changed(c, GS_PART_ALL);
		return;
	}
	/* not by gs_controller_new_action: the last session may not be freed yet, which is no
	 * reason to refuse */
	struct start *start = gs_action_new(&start_class, c->state.session);
	start->action.note = wrong;
	start->first_draw = first_draw;
	start->no_log = no_log;
	c->logs_calls = !no_log;
	start->trace = g_strdup(trace);
	gs_controller_push_action(c, &start->action);
	gs_controller_changed(c, GS_PART_ALL);
}

static bool restart(struct gs_action *action)
{
	gs_end_recording(action->session, &action->recording); /* a recording holds one run only */
	return action->has_stop = gs_session_restart(
		       action->session, &action->stop, &action->error);
}

/* Clear the pixel's history, as calls of the last run had other numbers. */
static unsigned take_restart(struct gs_controller *c, struct gs_action *action)
{
	gs_pixel_history_clear(&c->state.pixel.history);
	return GS_PART_PIXEL;
}

static const struct gs_action_class restart_class = {
	.size = sizeof(struct gs_action),
	.doing = "Starting the program",
	.flags = GS_ACTION_RUNS_PROGRAM | GS_ACTION_ENDS_PROGRAM,
	.work = restart,
	.take = take_restart,
};

void gs_controller_restart(struct gs_controller *c)
{
	if (!c->state.session)
		return;
	gs_controller_cancel_fetches(c);
	gs_session_interrupt_all(c->state.session);
	gs_controller_push_action(c, gs_action_new(&restart_class, c->state.session));
}

/* ---- ending ---- */

static bool kill_program(struct gs_action *action)
{
	return gs_session_kill(action->session, &action->error);
}

static const struct gs_action_class kill_class = {
	.size = sizeof(struct gs_action),
	.doing = "Ending the program",
	.flags = GS_ACTION_ENDS_PROGRAM,
	.work = kill_program,
};

void gs_controller_kill(struct gs_controller *c)
{
	if (!c->state.session)
		return;
	gs_controller_cancel_fetches(c);
	gs_session_interrupt_all(c->state.session); /* its thread may be waiting */
	gs_controller_push_action(c, gs_action_new(&kill_class, c->state.session));
}

/* ---- the session itself ---- */

struct release {
	struct gs_task task;
	struct gs_session *session;
};

static void release(struct gs_task *task)
{
	gs_session_free(((struct release *)task)->session);
}

static void released(struct gs_task *task)
{
	struct gs_controller *c = task->owner;
	g_free(task);
	gs_controller_end_action(c);
	gs_controller_changed(c, GS_PART_ALL);
}

void gs_controller_drop_session(struct gs_controller *c)
{
	struct release *task = g_new0(struct release, 1);
	g_clear_handle_id(&c->end_timer, g_source_remove); /* the next session starts another one */
	task->task.work = release;
	task->task.done = released;
	task->task.owner = c;
	task->session = g_steal_pointer(&c->state.session);
	g_hash_table_remove_all(c->state.resource_thumbs); /* another program has other textures */
	c->n_waiting++;
	gs_worker_push(c->worker, &task->task);
}

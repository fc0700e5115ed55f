/* SPDX-License-Identifier: MIT */
#include "ui/controller-private.h"

#include <limits.h>
#include <string.h>
#include "ui/image-render.h"
#include "ui/latency.h"

enum {
	SLOW_AFTER = 150, /* ms: what is quicker does not make the buttons flicker */
	TICK = 200,	  /* ms: the call list while the program runs */
	MAX_WAITING = 2,  /* actions asked for while others are done: a key held down must not pile
			     them up */
};

static void done(struct gs_task *task);

static void settle(struct gs_controller *c)
{
	c->state.settled = !c->n_waiting && !c->n_refreshes && !c->rest_due && !gs_render_busy();
}

static void changed(struct gs_controller *c, unsigned parts)
{
	c->events.changed(c->events.data, parts);
	if (c->state.settled && gs_render_busy()) { /* a panel has asked for a picture */
		settle(c);
		c->events.changed(c->events.data, GS_PART_RUN);
	}
	gs_controller_ahead_next(c);
	gs_controller_thumbs_next(c);
	gs_controller_changes_next(c);
	gs_controller_fetch_check(c);
}

static void pictures_made(gpointer data)
{
	struct gs_controller *c = data;
	bool was = c->state.settled;
	settle(c);
	if (c->state.settled && !was)
		gs_latency_known("all");
	if (c->state.settled != was)
		changed(c, GS_PART_RUN);
}

/* ---- asking the session ---- */

static gboolean tick(gpointer data)
{
	struct gs_controller *c = data;
	changed(c, GS_PART_CALLS);
	return G_SOURCE_CONTINUE;
}

/* It takes long enough that the user wants to know. */
static gboolean slow(gpointer data)
{
	struct gs_controller *c = data;
	unsigned parts = GS_PART_RUN;
	c->slow_timer = 0;
	c->state.slow = true;
	if (c->state.program_runs) {
		gs_ui_state_clear_stop(&c->state);
		parts |= GS_PART_STOP | GS_PART_WHERE | GS_PART_VALUES | GS_PART_IMAGE;
		c->tick_timer = g_timeout_add(TICK, tick, c);
	}
	changed(c, parts);
	return G_SOURCE_REMOVE;
}

static const char *doing_text(const struct gs_job *job)
{
	switch (job->kind) {
	case GS_JOB_START:
	case GS_JOB_RESTART:
		return "Starting the program";
	case GS_JOB_RUN:
		return "Running";
	case GS_JOB_KILL:
		return "Ending the program";
	case GS_JOB_SHADER:
	case GS_JOB_VERTEX:
		return "Preparing the shader";
	case GS_JOB_LEAVE:
		return "Leaving the shader";
	case GS_JOB_DETACH:
		return "Letting the program go";
	case GS_JOB_MOVE:
		return job->move == GS_MOVE_CONTINUE || job->move == GS_MOVE_CONTINUE_NAN ||
				       job->move == GS_MOVE_UNTIL
			       ? "Running the shader"
			       : "Stepping";
	default:
		return "Stepping";
	}
}

static void drop_rest(struct gs_controller *c)
{
	c->rest_due = false;
	g_clear_handle_id(&c->rest_idle, g_source_remove);
}

void gs_controller_push_action(struct gs_controller *c, struct gs_job *job)
{
	job->task.owner = c;
	job->task.done = done;
	g_atomic_int_inc(&c->generation);
	c->n_waiting++;
	c->background_stopped = false;
	c->ahead_due = true;
	drop_rest(c);
	c->state.settled = false;
	gs_latency_asked();
	if (!c->state.busy) {
		c->state.busy = true;
		c->state.slow = false;
		c->state.doing = doing_text(job);
		c->state.program_runs = gs_job_runs_program(job);
		c->slow_timer = g_timeout_add(SLOW_AFTER, slow, c);
	}
	gs_worker_push(c->worker, &job->task);
}

struct gs_job *gs_controller_new_action(struct gs_controller *c, enum gs_job_kind kind)
{
	if (!c->state.session || c->n_waiting >= MAX_WAITING)
		return NULL;
	return gs_job_new(kind, c->state.session);
}

static void push_simple(struct gs_controller *c, enum gs_job_kind kind)
{
	struct gs_job *job = gs_controller_new_action(c, kind);
	if (job)
		gs_controller_push_action(c, job);
}

void gs_controller_push_refresh(struct gs_controller *c, struct gs_job *job)
{
	if (c->is_lost && job->kind != GS_JOB_WHERE) {
		gs_job_free(job); /* it would tell of another place than the one that is shown */
		job = gs_job_new(GS_JOB_WHERE, c->state.session);
	}
	job->task.owner = c;
	job->task.done = done;
	job->generation = &c->generation;
	job->expected = c->generation;
	c->n_refreshes++;
	c->ahead_due |= job->kind == GS_JOB_VALUES || job->kind == GS_JOB_IMAGE; /* something else may be watched */
	gs_controller_fetch_begun(c, job);
	settle(c);
	gs_worker_push(c->worker, &job->task);
}

static void refresh_values(struct gs_controller *c)
{
	if (!c->state.in_shader)
		return;
	struct gs_job *job = gs_job_new(GS_JOB_VALUES, c->state.session);
	const GPtrArray *watches = c->state.watches;
	job->expressions = g_new0(char *, watches->len + 1);
	for (guint i = 0; i < watches->len; i++)
		job->expressions[i] = g_strdup(
			((struct gs_watch *)g_ptr_array_index(watches, i))->expression);
	job->wanted = g_new0(char *, c->wanted->len + 1);
	for (guint i = 0; i < c->wanted->len; i++)
		job->wanted[i] = g_strdup(g_ptr_array_index(c->wanted, i));
	gs_controller_push_refresh(c, job);
}

void gs_controller_refresh_image(struct gs_controller *c)
{
	if (!c->state.in_shader)
		return;
	struct gs_job *job = gs_job_new(GS_JOB_IMAGE, c->state.session);
	enum gs_shown shown = gs_ui_state_shown(&c->state);
	GPtrArray *wanted = g_ptr_array_new();
	for (int i = 0; i < 3 && shown == GS_SHOW_VALUE; i++) {
		char *expression = c->state.channel[i].expression;
		if (expression &&
			!g_ptr_array_find_with_equal_func(wanted, expression, g_str_equal, NULL))
			g_ptr_array_add(wanted, g_strdup(expression));
	}
	char *subtract = c->state.subtract;
	if (wanted->len && subtract &&
		!g_ptr_array_find_with_equal_func(wanted, subtract, g_str_equal, NULL))
		g_ptr_array_add(wanted, g_strdup(subtract));
	g_ptr_array_add(wanted, NULL);
	job->expressions = (char **)g_ptr_array_free(wanted, FALSE);
	job->want_mask = c->state.where.is_decision || shown != GS_SHOW_VALUE;
	job->want_counts = !c->state.where.counted;
	gs_controller_push_refresh(c, job);
}

/* A program that could not be started at all: back to the choice of one. */
static void drop_session(struct gs_controller *c)
{
	struct gs_job *job = gs_job_new(GS_JOB_FREE, c->state.session);
	c->state.session = NULL;
	job->task.owner = c;
	job->task.done = done;
	c->n_waiting++;
	gs_worker_push(c->worker, &job->task);
}

static void end_busy(struct gs_controller *c)
{
	c->n_waiting--;
	c->state.n_done++;
	if (c->n_waiting)
		return;
	c->state.busy = c->state.slow = c->state.program_runs = false;
	g_clear_handle_id(&c->slow_timer, g_source_remove);
	g_clear_handle_id(&c->tick_timer, g_source_remove);
}

static bool is_stopped(const struct gs_ui_state *state)
{
	return state->alive && state->has_stop && !state->stop.outside_gl &&
	       state->stop.kind != GS_STOP_EXITED;
}

enum { MAX_TABLE = 8 };

/* What is watched, and what goes in and out. */
static void push_table(struct gs_controller *c)
{
	struct gs_job *job = gs_job_new(GS_JOB_TABLE, c->state.session);
	GPtrArray *wanted = g_ptr_array_new();
	for (guint i = 0; i < c->state.watches->len; i++)
		g_ptr_array_add(wanted,
			g_strdup(((struct gs_watch *)g_ptr_array_index(c->state.watches, i))
					 ->expression));
	for (guint i = 0; i < c->state.variables->len && wanted->len < MAX_TABLE; i++) {
		const struct gs_value_node *node = g_ptr_array_index(c->state.variables, i);
		bool way = strstr(node->qualifier, "in") || strstr(node->qualifier, "out") ||
			   !strcmp(node->qualifier, "attribute") || !strcmp(node->name, "gl_Position");
		bool known = g_ptr_array_find_with_equal_func(wanted, node->name, g_str_equal, NULL);
		if (way && !known && !node->is_opaque && !node->error &&
			(!node->is_builtin || !strcmp(node->name, "gl_Position")) &&
			node->n_scalars <= 16)
			g_ptr_array_add(wanted, g_strdup(node->name));
	}
	g_ptr_array_add(wanted, NULL);
	job->expressions = (char **)g_ptr_array_free(wanted, FALSE);
	gs_controller_push_refresh(c, job);
}

static void push_resources(struct gs_controller *c)
{
	struct gs_job *job = gs_job_new(GS_JOB_RESOURCES, c->state.session);
	job->inspect = c->state.inspect;
	job->inspect.layout = g_strdup(c->state.inspect.layout);
	gs_controller_push_refresh(c, job);
}

/* The parts that are shown somewhere just now. */
void gs_controller_refresh_wanted(struct gs_controller *c)
{
	unsigned missing = c->wants & ~c->fresh;
	if (!c->n_waiting && missing & GS_PART_HOST_STACK && gs_controller_can_ask_host_stack(c)) {
		gs_controller_push_refresh(c, gs_job_new(GS_JOB_HOST_STACK, c->state.session));
		c->fresh |= GS_PART_HOST_STACK;
	}
	if (c->n_waiting || !is_stopped(&c->state) || c->background_stopped)
		return;
	if (missing & GS_PART_GL) {
		struct gs_job *job = gs_job_new(GS_JOB_GL, c->state.session);
		job->any = c->state.gl_frame;
		gs_controller_push_refresh(c, job);
	}
	if (missing & GS_PART_RESOURCES)
		push_resources(c);
	if (missing & GS_PART_BLOCKS && !(missing & GS_PART_RESOURCES))
		gs_controller_push_refresh(c, gs_job_new(GS_JOB_BLOCKS, c->state.session));
	if (missing & GS_PART_MESH && gs_controller_can_ask_mesh(c))
		gs_controller_push_refresh(c, gs_job_new(GS_JOB_MESH, c->state.session));
	unsigned shader = GS_PART_TABLE | GS_PART_EMITTED;
	if (!c->state.in_shader || !c->state.variables->len)
		missing &= ~shader; /* asked for again when values are there */
	if (missing & GS_PART_TABLE && c->state.where.stage != GS_STAGE_FRAGMENT)
		push_table(c);
	if (missing & GS_PART_EMITTED && c->state.where.stage == GS_STAGE_GEOMETRY)
		gs_controller_push_refresh(c, gs_job_new(GS_JOB_EMITTED, c->state.session));
	c->fresh |= missing;
}

/* ---- the position or stop is known ---- */

/* All but the values of the focus element. */
void gs_controller_push_rest(struct gs_controller *c)
{
	if (!c->rest_due)
		return;
	drop_rest(c);
	gs_controller_refresh_wanted(c);
	gs_controller_push_refresh(c, gs_job_new(GS_JOB_TRAIL, c->state.session));
	gs_controller_refresh_image(c);
	gs_controller_refresh_check(c);
	if (!c->state.reach && !c->asked_reach)
		gs_controller_push_refresh(c, gs_job_new(GS_JOB_REACH, c->state.session));
	c->asked_reach = true;
}

static gboolean ask_rest(gpointer data)
{
	struct gs_controller *c = data;
	c->rest_idle = 0;
	gs_controller_push_rest(c);
	return G_SOURCE_REMOVE;
}

/* The values have come and are painted first: a draw of all elements takes every core. */
static void values_done(struct gs_controller *c, const struct gs_job *job)
{
	if (c->rest_due && !c->rest_idle && job->expected == c->generation)
		c->rest_idle = g_idle_add_full(G_PRIORITY_LOW, ask_rest, c, NULL);
}

void gs_controller_refresh(struct gs_controller *c)
{
	const struct gs_ui_state *state = &c->state;
	drop_rest(c);
	if (c->is_lost) {
		gs_controller_push_refresh(c, gs_job_new(GS_JOB_WHERE, state->session));
		return;
	}
	if (state->in_shader) {
		refresh_values(c);
		c->rest_due = true;
		settle(c);
		return;
	}
	gs_controller_refresh_wanted(c);
	if (is_stopped(state)) {
		gs_controller_push_refresh(c, gs_job_new(GS_JOB_PROGRAM, state->session));
		gs_controller_push_refresh(c, gs_job_new(GS_JOB_FRAMEBUFFER, state->session));
	}
}

static void done_action(struct gs_controller *c, struct gs_job *job)
{
	struct gs_ui_state *state = &c->state;
	unsigned parts = GS_PART_RUN | GS_PART_CALLS;
	end_busy(c);
	if (job->kind == GS_JOB_FREE) {
		settle(c);
		changed(c, GS_PART_ALL);
		return;
	}
	state->alive = job->alive;
	state->was_started |= job->ok && job->kind == GS_JOB_START;
	state->detached = !job->alive && (state->detached || (job->ok && job->kind == GS_JOB_DETACH));
	gs_controller_say(c, GS_MESSAGE_CLEAR, "");
	gs_line_breaks_free(state->breaks, state->n_breaks);
	state->breaks = g_steal_pointer(&job->breaks);
	state->n_breaks = job->n_breaks;
	job->n_breaks = 0;
	parts |= GS_PART_BREAKS; /* their hits too */
	parts |= gs_controller_take_edit(c, job);
	gs_controller_changes_check(c, job);
	if (job->kind == GS_JOB_SHADER || job->kind == GS_JOB_VERTEX)
		c->asked_reach = false;
	if (job->kind == GS_JOB_UNIFORM) {
		c->fresh = 0;
		c->asked_reach = false;
		g_clear_pointer(&state->reach, g_free);
		state->n_reach = 0;
	}
	c->is_lost = job->in_shader && state->in_shader && !job->ok && !job->has_where;
	if (job->has_where)
		parts |= gs_controller_take_where(c, job);
	else if (job->has_stop)
		parts |= gs_controller_take_stop(c, job);
	if (!job->alive)
		parts |= gs_controller_take_no_program(c);
	if (job->error)
		gs_controller_say(c, GS_MESSAGE_ERROR, job->error->message);
	else if (job->note)
		gs_controller_say(c, GS_MESSAGE_INFO, job->note);
	if (!job->ok && job->kind == GS_JOB_START && !job->alive)
		drop_session(c);
	/* What a display list executes before the draw that is debugged may have brought another program. */
	bool other_program = job->kind == GS_JOB_SHADER && state->in_shader && state->where.call_draws;
	if (!c->n_waiting && ((job->kind == GS_JOB_UNIFORM && state->in_shader) || other_program))
		gs_controller_push_refresh(c, gs_job_new(GS_JOB_PROGRAM, state->session));
	if (!c->n_waiting)
		gs_controller_refresh(c);
	settle(c);
	changed(c, parts);
}

static void done_refresh(struct gs_controller *c, struct gs_job *job)
{
	c->n_refreshes--;
	gs_controller_fetch_done(c);
	if (job->kind == GS_JOB_VALUES)
		values_done(c, job);
	unsigned parts = gs_controller_take_refresh(c, job);
	settle(c);
	if (parts & GS_PART_VALUES)
		gs_latency_known("values");
	changed(c, parts | GS_PART_RUN);
	if (c->state.settled)
		gs_latency_known("all");
}

static void done(struct gs_task *task)
{
	struct gs_job *job = (struct gs_job *)task;
	if (task->is_refresh)
		done_refresh(task->owner, job);
	else
		done_action(task->owner, job);
	gs_job_free(job);
}

/* ---- the program ---- */

void gs_controller_launch(
	struct gs_controller *c, const struct gs_launch *launch, bool first_draw, bool no_log)
{
	if (c->state.session)
		return;
	c->state.session = gs_session_new(launch);
	gs_session_set_timeout(c->state.session, INT_MAX); /* Pause is the user's timeout */
	gs_session_set_counting_later(c->state.session, true); /* the image's job counts */
	g_free(c->state.program_name);
	c->state.program_name = g_path_get_basename(launch->argv[0]);
	/* the one before may still be on its way out: that is no reason to refuse */
	struct gs_job *job = gs_job_new(GS_JOB_START, c->state.session);
	job->first_draw = first_draw;
	job->no_log = no_log;
	gs_controller_push_action(c, job);
	changed(c, GS_PART_ALL);
}

void gs_controller_run(struct gs_controller *c, enum gs_run run)
{
	struct gs_job *job = gs_controller_new_action(c, GS_JOB_RUN);
	if (!job)
		return;
	job->run = run;
	gs_controller_push_action(c, job);
}

void gs_controller_run_to_call(struct gs_controller *c, const char *pattern)
{
	struct gs_job *job = gs_controller_new_action(c, GS_JOB_RUN);
	if (!job)
		return;
	job->run = GS_RUN_NAMED;
	job->text = g_strdup(pattern);
	gs_controller_push_action(c, job);
}

void gs_controller_set_argument(struct gs_controller *c, const char *name, const char *value)
{
	struct gs_job *job = gs_controller_new_action(c, GS_JOB_ARGUMENT);
	if (!job)
		return;
	job->name = g_strdup(name);
	job->text = g_strdup(value);
	gs_controller_push_action(c, job);
}

void gs_controller_detach(struct gs_controller *c)
{
	push_simple(c, GS_JOB_DETACH);
}

void gs_controller_pause(struct gs_controller *c)
{
	if (!c->state.session)
		return;
	gs_controller_cancel_fetches(c);
	if (c->state.busy || c->n_refreshes || c->changes_pending || c->thumb_pending)
		gs_session_interrupt(c->state.session);
}

void gs_controller_kill(struct gs_controller *c)
{
	if (!c->state.session)
		return;
	gs_controller_cancel_fetches(c);
	gs_session_interrupt_all(c->state.session); /* its thread may wait for it */
	gs_controller_push_action(c, gs_job_new(GS_JOB_KILL, c->state.session));
}

void gs_controller_restart(struct gs_controller *c)
{
	if (!c->state.session)
		return;
	gs_controller_cancel_fetches(c);
	gs_session_interrupt_all(c->state.session);
	gs_controller_push_action(c, gs_job_new(GS_JOB_RESTART, c->state.session));
}

/* ---- the shader ---- */

void gs_controller_shader(struct gs_controller *c)
{
	struct gs_job *job = gs_controller_new_action(c, GS_JOB_SHADER);
	if (!job)
		return;
	job->stage = c->state.chosen_stage;
	job->argument = c->state.chosen_draw;
	gs_controller_push_action(c, job);
}

void gs_controller_choose_draw(struct gs_controller *c, unsigned choice)
{
	struct gs_job *job = c->state.in_shader ? gs_controller_new_action(c, GS_JOB_SHADER) : NULL;
	c->state.chosen_draw = choice;
	if (!job)
		return;
	job->stage = c->state.where.stage;
	job->argument = choice;
	push_simple(c, GS_JOB_LEAVE);
	gs_controller_push_action(c, job);
}

void gs_controller_leave(struct gs_controller *c)
{
	push_simple(c, GS_JOB_LEAVE);
}

void gs_controller_move(struct gs_controller *c, enum gs_shader_move move, unsigned argument)
{
	struct gs_job *job = gs_controller_new_action(c, GS_JOB_MOVE);
	if (!job)
		return;
	job->move = move;
	job->argument = argument;
	gs_controller_push_action(c, job);
}

void gs_controller_focus(struct gs_controller *c, unsigned x, unsigned y)
{
	struct gs_job *job = c->state.in_shader ? gs_controller_new_action(c, GS_JOB_FOCUS) : NULL;
	if (!job)
		return;
	job->x = x;
	job->y = y;
	gs_controller_push_action(c, job);
}

void gs_controller_focus_element(struct gs_controller *c, const uint32_t *at, unsigned n)
{
	struct gs_job *job = c->state.in_shader ? gs_controller_new_action(c, GS_JOB_FOCUS) : NULL;
	if (!job)
		return;
	job->element.n = MIN(n, 4);
	memcpy(job->element.at, at, job->element.n * sizeof(*at));
	gs_controller_push_action(c, job);
}

void gs_controller_choose_stage(struct gs_controller *c, enum gs_stage stage)
{
	c->state.chosen_stage = stage;
	changed(c, GS_PART_RUN);
}

void gs_controller_frame(struct gs_controller *c, unsigned frame)
{
	struct gs_job *job = gs_controller_new_action(c, GS_JOB_FRAME);
	if (!job)
		return;
	job->argument = frame;
	gs_controller_push_action(c, job);
}

void gs_controller_set_uniform(struct gs_controller *c, const char *name, const char *value)
{
	struct gs_job *job = gs_controller_new_action(c, GS_JOB_UNIFORM);
	if (!job)
		return;
	job->name = g_strdup(name);
	job->text = g_strdup(value);
	gs_controller_push_action(c, job);
}

void gs_controller_profile(struct gs_controller *c, bool compare)
{
	if (!c->state.in_shader || c->n_waiting)
		return;
	struct gs_job *job = gs_job_new(GS_JOB_PROFILE, c->state.session);
	job->any = compare;
	gs_controller_push_refresh(c, job);
}

/* ---- what is shown ---- */

void gs_controller_want(struct gs_controller *c, unsigned parts, bool wanted)
{
	c->wants = wanted ? c->wants | parts : c->wants & ~parts;
	if (!wanted || !c->state.session)
		return;
	c->background_stopped = false;
	gs_controller_refresh_wanted(c);
	gs_controller_changes_next(c);
}

void gs_controller_state_since(struct gs_controller *c, bool frame)
{
	if (c->state.gl_frame == frame)
		return;
	c->state.gl_frame = frame;
	c->fresh &= ~(unsigned)GS_PART_GL;
	if (c->state.session)
		gs_controller_refresh_wanted(c);
}

void gs_controller_inspect(struct gs_controller *c, const struct gs_ui_inspect *what)
{
	char *layout = g_strdup(what->layout);
	g_free(c->state.inspect.layout);
	c->state.inspect = *what;
	c->state.inspect.layout = layout;
	c->state.inspect.chosen = true;
	if (c->state.session && !c->n_waiting && is_stopped(&c->state))
		push_resources(c);
}

void gs_controller_hover(
	struct gs_controller *c, const char *expression, gs_hover_func func, gpointer data)
{
	c->hover = func;
	c->hover_data = data;
	if (!c->state.in_shader || c->n_waiting)
		return;
	struct gs_job *job = gs_job_new(GS_JOB_HOVER, c->state.session);
	job->text = g_strdup(expression);
	gs_controller_push_refresh(c, job);
}

void gs_controller_definition(struct gs_controller *c, enum gs_stage stage, unsigned object,
	unsigned line, unsigned column)
{
	if (!c->state.in_shader || stage != c->state.where.stage) {
		gs_controller_say(c, GS_MESSAGE_INFO,
			"Definitions are known in the stage that is being debugged: debug it first.");
		return;
	}
	if (c->n_waiting)
		return;
	struct gs_job *job = gs_job_new(GS_JOB_DEFINITION, c->state.session);
	job->place = (struct gs_source_place){object, line, column};
	gs_controller_push_refresh(c, job);
}

void gs_controller_unhover(struct gs_controller *c)
{
	c->hover = NULL;
}

void gs_controller_watch(struct gs_controller *c, const char *expression)
{
	if (gs_ui_state_watch(&c->state, expression))
		return;
	struct gs_watch *watch = g_new0(struct gs_watch, 1);
	watch->expression = g_strdup(expression);
	g_ptr_array_add(c->state.watches, watch);
	changed(c, GS_PART_VALUES);
	refresh_values(c);
	c->fresh &= ~(unsigned)GS_PART_TABLE; /* it gets a column */
	gs_controller_refresh_wanted(c);
}

void gs_controller_unwatch(struct gs_controller *c, const char *expression)
{
	struct gs_watch *watch = gs_ui_state_watch(&c->state, expression);
	if (!watch)
		return;
	for (int i = 0; i < 3; i++)
		if (!g_strcmp0(c->state.channel[i].expression, expression))
			gs_channel_set(&c->state.channel[i], NULL, 0);
	if (!g_strcmp0(c->state.subtract, expression))
		g_clear_pointer(&c->state.subtract, g_free);
	g_ptr_array_remove(c->state.watches, watch);
	changed(c, GS_PART_VALUES | GS_PART_IMAGE);
}

void gs_controller_fetch(struct gs_controller *c, const char *variable)
{
	g_ptr_array_add(c->wanted, g_strdup(variable));
	refresh_values(c);
}

void gs_controller_image(struct gs_controller *c, const char *expression)
{
	struct gs_watch *watch = gs_ui_state_watch(&c->state, expression);
	if (!watch)
		return;
	gs_ui_state_show(&c->state, watch);
	changed(c, GS_PART_IMAGE);
	gs_controller_refresh_image(c);
}

void gs_controller_channel(
	struct gs_controller *c, unsigned channel, const char *expression, unsigned scalar)
{
	if (channel >= 3)
		return;
	gs_channel_set(&c->state.channel[channel], expression && expression[0] ? expression : NULL,
		scalar);
	c->state.shown = GS_SHOW_VALUE;
	changed(c, GS_PART_IMAGE);
	gs_controller_refresh_image(c);
}

void gs_controller_subtract(struct gs_controller *c, const char *expression)
{
	char *copy = expression && expression[0] ? g_strdup(expression) : NULL;
	g_free(c->state.subtract);
	c->state.subtract = copy;
	changed(c, GS_PART_IMAGE);
	gs_controller_refresh_image(c);
}

void gs_controller_show(struct gs_controller *c, enum gs_shown shown)
{
	c->state.shown = shown;
	changed(c, GS_PART_IMAGE);
	gs_controller_refresh_image(c);
}

/* ---- the object ---- */

struct gs_controller *gs_controller_new(const struct gs_controller_events *events)
{
	struct gs_controller *c = g_new0(struct gs_controller, 1);
	c->events = *events;
	c->wanted = g_ptr_array_new_with_free_func(g_free);
	c->worker = gs_worker_new("session");
	gs_ui_state_init(&c->state);
	gs_controller_thumbs_init(c);
	c->changes_known = g_byte_array_new();
	gs_render_watch(pictures_made, c);
	return c;
}

void gs_controller_free(struct gs_controller *c)
{
	if (!c)
		return;
	g_clear_handle_id(&c->slow_timer, g_source_remove);
	g_clear_handle_id(&c->tick_timer, g_source_remove);
	g_clear_handle_id(&c->ahead_timer, g_source_remove);
	drop_rest(c);
	g_atomic_int_inc(&c->generation);
	gs_render_watch(NULL, NULL);
	if (c->state.session) /* nobody is left to be told */
		gs_session_interrupt_all(c->state.session);
	gs_worker_free(c->worker);
	gs_session_free(c->state.session);
	gs_ui_state_finish(&c->state);
	gs_controller_thumbs_finish(c);
	gs_controller_changes_finish(c);
	gs_controller_fetch_finish(c);
	g_ptr_array_unref(c->wanted);
	g_free(c->first_note);
	g_free(c);
}

struct gs_ui_state *gs_controller_state(struct gs_controller *c)
{
	return &c->state;
}

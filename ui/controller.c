/* SPDX-License-Identifier: MIT */
#include "ui/controller.h"

#include <limits.h>
#include <string.h>
#include "ui/job.h"

enum {
	SLOW_AFTER = 150, /* ms: what is quicker does not make the buttons flicker */
	TICK = 200,	  /* ms: the call list while the program runs */
	MAX_WAITING = 2,  /* actions asked for while others are done: a key held down must not pile
			     them up */
};

struct gs_controller {
	struct gs_controller_events events;
	struct gs_ui_state state;
	struct gs_worker *worker;
	int generation; /* of what is shown; read by the worker */
	unsigned n_waiting, n_refreshes;
	enum gs_job_kind doing;
	guint slow_timer, tick_timer;
	bool was_shown;	   /* a watch has been put into the image by itself, which is done once */
	char *first_note;  /* of where, when the shader was begun */
	GPtrArray *wanted; /* names of deferred variables that were opened */
	unsigned wants, fresh; /* parts that something shows, and those that belong to now */
	gs_hover_func hover;
	gpointer hover_data;
};

static void done(struct gs_task *task);

static void changed(struct gs_controller *c, unsigned parts)
{
	c->events.changed(c->events.data, parts);
}

/* The session's messages begin and end as the console wants them. g_free. */
static char *sentence(const char *text)
{
	if (!text || !text[0])
		return g_strdup("");
	static const char *const words[] = {"the ", "no ", "this ", "it ", "there ", "a ", "an ",
		"not ", "only ", "interrupted"};
	bool ends = strchr(".!?", text[strlen(text) - 1]) != NULL;
	char *whole = g_strconcat(text, ends ? "" : ".", NULL);
	for (size_t i = 0; i < G_N_ELEMENTS(words); i++) /* not what may be a name */
		if (g_str_has_prefix(text, words[i]))
			whole[0] = g_ascii_toupper(whole[0]);
	return whole;
}

static void say(struct gs_controller *c, enum gs_message_kind kind, const char *text)
{
	g_autofree char *whole = sentence(text);
	c->events.message(c->events.data, kind, whole);
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

static const char *doing_text(enum gs_job_kind kind)
{
	switch (kind) {
	case GS_JOB_START:
	case GS_JOB_RESTART:
		return "Starting the program";
	case GS_JOB_RUN:
		return "Running";
	case GS_JOB_KILL:
		return "Ending the program";
	case GS_JOB_SHADER:
		return "Preparing the shader";
	case GS_JOB_LEAVE:
		return "Leaving the shader";
	default:
		return "Stepping";
	}
}

static void push_action(struct gs_controller *c, struct gs_job *job)
{
	job->task.owner = c;
	job->task.done = done;
	g_atomic_int_inc(&c->generation);
	c->n_waiting++;
	c->state.settled = false;
	if (!c->state.busy) {
		c->state.busy = true;
		c->state.slow = false;
		c->state.doing = doing_text(job->kind);
		c->state.program_runs = gs_job_runs_program(job);
		c->slow_timer = g_timeout_add(SLOW_AFTER, slow, c);
	}
	gs_worker_push(c->worker, &job->task);
}

static struct gs_job *new_action(struct gs_controller *c, enum gs_job_kind kind)
{
	if (!c->state.session || c->n_waiting >= MAX_WAITING)
		return NULL;
	return gs_job_new(kind, c->state.session);
}

static void push_simple(struct gs_controller *c, enum gs_job_kind kind)
{
	struct gs_job *job = new_action(c, kind);
	if (job)
		push_action(c, job);
}

static void settle(struct gs_controller *c)
{
	c->state.settled = !c->n_waiting && !c->n_refreshes;
}

static void push_refresh(struct gs_controller *c, struct gs_job *job)
{
	job->task.owner = c;
	job->task.done = done;
	job->generation = &c->generation;
	job->expected = c->generation;
	c->n_refreshes++;
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
	push_refresh(c, job);
}

static void refresh_image(struct gs_controller *c)
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
	g_ptr_array_add(wanted, NULL);
	job->expressions = (char **)g_ptr_array_free(wanted, FALSE);
	job->want_mask = c->state.where.is_decision || shown != GS_SHOW_VALUE;
	push_refresh(c, job);
}

/* ---- what came back ---- */

static char *exit_text(const struct gs_stop *stop)
{
	if (stop->signal)
		return g_strdup_printf("The program was ended by signal %d (%s).", stop->signal,
			g_strsignal(stop->signal));
	return g_strdup_printf("The program has ended with exit status %d.", stop->status);
}

static void say_stop(struct gs_controller *c)
{
	const struct gs_stop *stop = &c->state.stop;
	g_autofree char *text = NULL;
	enum gs_message_kind kind = GS_MESSAGE_INFO;
	switch (stop->kind) {
	case GS_STOP_EXITED:
		text = exit_text(stop);
		break;
	case GS_STOP_SIGNAL:
		kind = GS_MESSAGE_ERROR;
		text = g_strdup_printf("The program is about to be ended by signal %d (%s)%s%s.",
			stop->signal, g_strsignal(stop->signal),
			stop->has_call ? "; its last GL call is " : "",
			stop->has_call ? stop->call.name : "");
		break;
	case GS_STOP_ERROR:
		kind = GS_MESSAGE_ERROR;
		text = g_strdup_printf("%s raised %s.",
			stop->has_call ? stop->call.name : "The last call",
			gs_gl_error_name(stop->gl_error));
		break;
	default:
		if (stop->outside_gl)
			text = g_strdup(
				"The program is paused outside GL: it can be run on or killed.");
	}
	if (text && stop->note && stop->note[0]) {
		g_autofree char *both = g_strdup_printf("%s %s", text, stop->note);
		say(c, kind, both);
	} else if (text || (stop->note && stop->note[0])) {
		say(c, kind, text ? text : stop->note);
	}
}

static unsigned take_stop(struct gs_controller *c, struct gs_job *job)
{
	struct gs_ui_state *state = &c->state;
	gs_ui_state_clear_stop(state);
	g_ptr_array_set_size(c->wanted, 0);
	c->fresh = 0;
	state->has_stop = true;
	state->stop = job->stop;
	job->has_stop = false; /* ours now */
	say_stop(c);
	return GS_PART_STOP | GS_PART_WHERE | GS_PART_VALUES | GS_PART_IMAGE;
}

/* What there is to say of the session is said when it begins, what there is to say of the place
 * whenever it changes. */
static void say_note(struct gs_controller *c, bool entered)
{
	const char *note = c->state.where.note ? c->state.where.note : "";
	size_t length = strlen(note), known = entered || !c->first_note ? 0 : strlen(c->first_note);
	if (entered) {
		g_free(c->first_note);
		c->first_note = g_strdup(note);
	} else if (known && g_str_has_suffix(note, c->first_note)) {
		length -= known;
		if (length >= 2) /* "; " */
			length -= 2;
	}
	g_autofree char *text = g_strndup(note, length);
	if (text[0])
		say(c, GS_MESSAGE_INFO, text);
}

static unsigned take_where(struct gs_controller *c, struct gs_job *job)
{
	struct gs_ui_state *state = &c->state;
	bool entered = !state->in_shader;
	if (state->in_shader)
		gs_where_clear(&state->where);
	g_strfreev(state->call_path);
	state->in_shader = true;
	state->where = job->where;
	job->has_where = false; /* ours now */
	state->call_path = g_steal_pointer(&job->call_path);
	if (!state->where.is_decision)
		g_clear_pointer(&state->mask, gs_mask_free);
	if (job->ok)
		say_note(c, entered);
	if (job->ok && job->kind == GS_JOB_MOVE && job->move == GS_MOVE_UNTIL &&
		!state->where.reached)
		say(c, GS_MESSAGE_INFO,
			"The pixel in focus does not come to that line any more: this is the "
			"shader's end.");
	return GS_PART_WHERE | GS_PART_IMAGE | (entered ? GS_PART_VALUES : 0);
}

static unsigned take_no_program(struct gs_controller *c)
{
	struct gs_ui_state *state = &c->state;
	bool keep_stop = state->has_stop && state->stop.kind == GS_STOP_EXITED;
	if (!keep_stop)
		gs_ui_state_clear_stop(state);
	if (state->has_program)
		gs_program_info_clear(&state->program);
	memset(&state->program, 0, sizeof(state->program));
	state->has_program = false;
	return GS_PART_ALL & ~(unsigned)GS_PART_FRAMEBUFFER;
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

/* The parts that are shown somewhere just now. */
static void refresh_wanted(struct gs_controller *c)
{
	unsigned missing = c->wants & ~c->fresh;
	if (c->n_waiting || !is_stopped(&c->state))
		return;
	if (missing & GS_PART_GL)
		push_refresh(c, gs_job_new(GS_JOB_GL, c->state.session));
	c->fresh |= missing;
}

/* What came with the position or stop is known; now the rest. */
static void refresh(struct gs_controller *c)
{
	const struct gs_ui_state *state = &c->state;
	refresh_wanted(c);
	if (state->in_shader) {
		refresh_values(c);
		push_refresh(c, gs_job_new(GS_JOB_TRAIL, state->session));
		refresh_image(c);
	} else if (is_stopped(state)) {
		push_refresh(c, gs_job_new(GS_JOB_PROGRAM, state->session));
		push_refresh(c, gs_job_new(GS_JOB_FRAMEBUFFER, state->session));
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
	say(c, GS_MESSAGE_CLEAR, "");
	gs_line_breaks_free(state->breaks, state->n_breaks);
	state->breaks = g_steal_pointer(&job->breaks);
	state->n_breaks = job->n_breaks;
	job->n_breaks = 0;
	parts |= GS_PART_BREAKS; /* their hits too */
	if (job->has_where)
		parts |= take_where(c, job);
	else if (job->has_stop)
		parts |= take_stop(c, job);
	if (!job->alive)
		parts |= take_no_program(c);
	if (job->error)
		say(c, GS_MESSAGE_ERROR, job->error->message);
	if (!job->ok && job->kind == GS_JOB_START && !job->alive)
		drop_session(c);
	if (!c->n_waiting)
		refresh(c);
	settle(c);
	changed(c, parts);
}

/* The first thing watched is what one wants to see. */
static unsigned show_first_watch(struct gs_controller *c)
{
	struct gs_ui_state *state = &c->state;
	if (state->shown != GS_SHOW_AUTOMATIC)
		return 0;
	for (guint i = 0; i < state->watches->len; i++) {
		const struct gs_watch *watch = g_ptr_array_index(state->watches, i);
		if (!watch->scalars || !watch->scalars[0])
			continue;
		gs_ui_state_show(state, watch);
		refresh_image(c);
		return GS_PART_IMAGE;
	}
	return 0;
}

static unsigned take_values(struct gs_controller *c, struct gs_job *job)
{
	g_ptr_array_unref(c->state.variables);
	c->state.variables = g_steal_pointer(&job->variables);
	const GPtrArray *watches = c->state.watches;
	for (guint i = 0; i < watches->len; i++) {
		struct gs_watch *watch = g_ptr_array_index(watches, i);
		for (guint k = 0; k < job->values->len && job->expressions[k]; k++) {
			if (strcmp(job->expressions[k], watch->expression) ||
				!g_ptr_array_index(job->values, k))
				continue;
			gs_value_node_free(watch->node);
			watch->node = g_steal_pointer(&g_ptr_array_index(job->values, k));
			if (!watch->node->error) {
				g_strfreev(watch->scalars);
				watch->scalars = gs_value_node_scalars(watch->node);
			}
			break;
		}
	}
	if (job->error)
		say(c, GS_MESSAGE_ERROR, job->error->message);
	if (!c->was_shown && c->state.watches->len) {
		unsigned parts = show_first_watch(c);
		c->was_shown = parts != 0;
		return GS_PART_VALUES | parts;
	}
	return GS_PART_VALUES;
}

static unsigned take_image(struct gs_controller *c, struct gs_job *job)
{
	struct gs_ui_state *state = &c->state;
	g_ptr_array_unref(state->fields);
	state->fields = g_steal_pointer(&job->fields);
	gs_mask_free(state->mask);
	state->mask = g_steal_pointer(&job->mask);
	g_free(state->image_error);
	state->image_error = job->error ? sentence(job->error->message) : NULL;
	return GS_PART_IMAGE;
}

static unsigned take_program(struct gs_controller *c, struct gs_job *job)
{
	struct gs_ui_state *state = &c->state;
	if (state->has_program)
		gs_program_info_clear(&state->program);
	state->has_program = job->has_program;
	state->program = job->program;
	job->has_program = false; /* ours now */
	g_free(state->sources_note);
	state->sources_note = job->error ? sentence(job->error->message) : NULL;
	return GS_PART_SOURCES;
}

static unsigned take_framebuffer(struct gs_controller *c, struct gs_job *job)
{
	struct gs_ui_state *state = &c->state;
	if (state->framebuffer.rgba)
		gs_picture_clear(&state->framebuffer);
	state->framebuffer = job->picture;
	memset(&job->picture, 0, sizeof(job->picture)); /* ours now */
	g_free(state->framebuffer_note);
	state->framebuffer_note = job->error ? sentence(job->error->message) : NULL;
	return GS_PART_FRAMEBUFFER;
}

static unsigned take_trail(struct gs_controller *c, struct gs_job *job)
{
	gs_trail_free(c->state.trail);
	c->state.trail = g_steal_pointer(&job->trail);
	return GS_PART_TRAIL;
}

/* Both lists are in GL's order, but may differ in what they hold. */
static void mark_changed(const GPtrArray *before, GPtrArray *now)
{
	g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
	for (guint i = 0; i < before->len; i++) {
		struct gs_gl_value *value = g_ptr_array_index(before, i);
		g_hash_table_insert(known, value->name, value->text);
	}
	for (guint i = 0; i < now->len; i++) {
		struct gs_gl_value *value = g_ptr_array_index(now, i);
		const char *text = g_hash_table_lookup(known, value->name);
		value->changed = text && strcmp(text, value->text);
	}
}

static unsigned take_gl(struct gs_controller *c, struct gs_job *job)
{
	struct gs_ui_state *state = &c->state;
	g_free(state->gl_note);
	state->gl_note = job->error ? sentence(job->error->message) : NULL;
	if (job->ok) {
		mark_changed(state->gl, job->gl);
		g_ptr_array_unref(state->gl);
		state->gl = g_steal_pointer(&job->gl);
	}
	return GS_PART_GL;
}

static unsigned take_hover(struct gs_controller *c, struct gs_job *job)
{
	if (c->hover)
		c->hover(c->hover_data,
			job->ok && job->values->len ? g_ptr_array_index(job->values, 0) : NULL);
	return 0;
}

static unsigned take_definition(struct gs_controller *c, struct gs_job *job)
{
	if (job->ok)
		c->events.go_to(c->events.data, c->state.where.stage, job->place.object,
			job->place.line, job->place.column);
	else if (job->error)
		say(c, GS_MESSAGE_INFO, job->error->message);
	return 0;
}

static unsigned take_refresh(struct gs_controller *c, struct gs_job *job)
{
	if (job->is_stale || job->expected != c->generation)
		return 0;
	switch (job->kind) {
	case GS_JOB_PROGRAM:
		return take_program(c, job);
	case GS_JOB_FRAMEBUFFER:
		return take_framebuffer(c, job);
	case GS_JOB_VALUES:
		return take_values(c, job);
	case GS_JOB_TRAIL:
		return take_trail(c, job);
	case GS_JOB_GL:
		return take_gl(c, job);
	case GS_JOB_HOVER:
		return take_hover(c, job);
	case GS_JOB_DEFINITION:
		return take_definition(c, job);
	default:
		return take_image(c, job);
	}
}

static void done_refresh(struct gs_controller *c, struct gs_job *job)
{
	c->n_refreshes--;
	unsigned parts = take_refresh(c, job);
	settle(c);
	changed(c, parts | GS_PART_RUN);
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
	g_free(c->state.program_name);
	c->state.program_name = g_path_get_basename(launch->argv[0]);
	/* the one before may still be on its way out: that is no reason to refuse */
	struct gs_job *job = gs_job_new(GS_JOB_START, c->state.session);
	job->first_draw = first_draw;
	job->no_log = no_log;
	push_action(c, job);
	changed(c, GS_PART_ALL);
}

void gs_controller_run(struct gs_controller *c, enum gs_run run)
{
	struct gs_job *job = new_action(c, GS_JOB_RUN);
	if (!job)
		return;
	job->run = run;
	push_action(c, job);
}

void gs_controller_pause(struct gs_controller *c)
{
	if (c->state.session && (c->state.busy || c->n_refreshes))
		gs_session_interrupt(c->state.session);
}

void gs_controller_kill(struct gs_controller *c)
{
	if (!c->state.session)
		return;
	gs_controller_pause(c); /* the session's thread may wait for it */
	push_action(c, gs_job_new(GS_JOB_KILL, c->state.session));
}

void gs_controller_restart(struct gs_controller *c)
{
	if (!c->state.session)
		return;
	gs_controller_pause(c);
	push_action(c, gs_job_new(GS_JOB_RESTART, c->state.session));
}

/* ---- the shader ---- */

void gs_controller_shader(struct gs_controller *c)
{
	push_simple(c, GS_JOB_SHADER);
}

void gs_controller_leave(struct gs_controller *c)
{
	push_simple(c, GS_JOB_LEAVE);
}

void gs_controller_move(struct gs_controller *c, enum gs_shader_move move, unsigned argument)
{
	struct gs_job *job = new_action(c, GS_JOB_MOVE);
	if (!job)
		return;
	job->move = move;
	job->argument = argument;
	push_action(c, job);
}

void gs_controller_focus(struct gs_controller *c, unsigned x, unsigned y)
{
	struct gs_job *job = c->state.in_shader ? new_action(c, GS_JOB_FOCUS) : NULL;
	if (!job)
		return;
	job->x = x;
	job->y = y;
	push_action(c, job);
}

void gs_controller_frame(struct gs_controller *c, unsigned frame)
{
	struct gs_job *job = new_action(c, GS_JOB_FRAME);
	if (!job)
		return;
	job->argument = frame;
	push_action(c, job);
}

void gs_controller_toggle_break(struct gs_controller *c, unsigned line)
{
	if (!c->state.in_shader) {
		say(c, GS_MESSAGE_ERROR,
			"Debug the fragment shader first: breakpoints belong to the shader being "
			"debugged.");
		return;
	}
	struct gs_job *job = new_action(c, GS_JOB_TOGGLE_BREAK);
	if (!job)
		return;
	job->argument = line;
	push_action(c, job);
}

/* Without a program there is nowhere to keep them. */
static struct gs_job *new_break(struct gs_controller *c, enum gs_job_kind kind)
{
	struct gs_job *job = new_action(c, kind);
	if (!c->state.session)
		say(c, GS_MESSAGE_ERROR, "Start a program first: breakpoints belong to it.");
	return job;
}

void gs_controller_break_line(
	struct gs_controller *c, unsigned line, const char *text, bool any)
{
	struct gs_job *job = new_break(c, GS_JOB_BREAK);
	if (!job)
		return;
	job->argument = line;
	job->text = g_strdup(text);
	job->any = any;
	push_action(c, job);
}

void gs_controller_break_call(struct gs_controller *c, const char *pattern)
{
	struct gs_job *job = new_break(c, GS_JOB_BREAK);
	if (!job)
		return;
	job->text = g_strdup(pattern);
	push_action(c, job);
}

void gs_controller_unbreak(struct gs_controller *c, unsigned number)
{
	struct gs_job *job = new_break(c, GS_JOB_UNBREAK);
	if (!job)
		return;
	job->argument = number;
	push_action(c, job);
}

/* ---- what is shown ---- */

void gs_controller_want(struct gs_controller *c, unsigned parts, bool wanted)
{
	c->wants = wanted ? c->wants | parts : c->wants & ~parts;
	if (wanted && c->state.session)
		refresh_wanted(c);
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
	push_refresh(c, job);
}

void gs_controller_definition(struct gs_controller *c, enum gs_stage stage, unsigned object,
	unsigned line, unsigned column)
{
	if (!c->state.in_shader || stage != c->state.where.stage) {
		say(c, GS_MESSAGE_INFO,
			"Definitions are known in the stage that is being debugged: debug it first.");
		return;
	}
	if (c->n_waiting)
		return;
	struct gs_job *job = gs_job_new(GS_JOB_DEFINITION, c->state.session);
	job->place = (struct gs_source_place){object, line, column};
	push_refresh(c, job);
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
}

void gs_controller_unwatch(struct gs_controller *c, const char *expression)
{
	struct gs_watch *watch = gs_ui_state_watch(&c->state, expression);
	if (!watch)
		return;
	for (int i = 0; i < 3; i++)
		if (!g_strcmp0(c->state.channel[i].expression, expression))
			gs_channel_set(&c->state.channel[i], NULL, 0);
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
	refresh_image(c);
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
	refresh_image(c);
}

void gs_controller_show(struct gs_controller *c, enum gs_shown shown)
{
	c->state.shown = shown;
	changed(c, GS_PART_IMAGE);
	refresh_image(c);
}

/* ---- the object ---- */

struct gs_controller *gs_controller_new(const struct gs_controller_events *events)
{
	struct gs_controller *c = g_new0(struct gs_controller, 1);
	c->events = *events;
	c->wanted = g_ptr_array_new_with_free_func(g_free);
	c->worker = gs_worker_new();
	gs_ui_state_init(&c->state);
	return c;
}

void gs_controller_free(struct gs_controller *c)
{
	if (!c)
		return;
	g_clear_handle_id(&c->slow_timer, g_source_remove);
	g_clear_handle_id(&c->tick_timer, g_source_remove);
	g_atomic_int_inc(&c->generation);
	gs_controller_pause(c);
	gs_worker_free(c->worker);
	gs_session_free(c->state.session);
	gs_ui_state_finish(&c->state);
	g_ptr_array_unref(c->wanted);
	g_free(c->first_note);
	g_free(c);
}

struct gs_ui_state *gs_controller_state(struct gs_controller *c)
{
	return &c->state;
}

/* SPDX-License-Identifier: MIT */
/* What the user changes about the program or the debug draw: breakpoints, sources, tests. */
#include "ui/controller-private.h"

#include <string.h>

/* ---- breakpoints ---- */

void gs_controller_toggle_break(
	struct gs_controller *c, enum gs_stage stage, unsigned object, unsigned line)
{
	if (!c->state.in_shader || stage != c->state.where.stage) {
		g_autofree char *text = g_strdup_printf(
			"Debug the %s shader first: breakpoints belong to the shader being debugged.",
			gs_stage_name(stage));
		gs_controller_say(c, GS_MESSAGE_ERROR, text);
		return;
	}
	struct gs_job *job = gs_controller_new_action(c, GS_JOB_TOGGLE_BREAK);
	if (!job)
		return;
	job->argument = line;
	job->stage = stage;
	job->object = object;
	gs_controller_push_action(c, job);
}

/* Without a program there is nowhere to keep them. */
static struct gs_job *new_break(struct gs_controller *c, enum gs_job_kind kind)
{
	struct gs_job *job = gs_controller_new_action(c, kind);
	if (!c->state.session)
		gs_controller_say(
			c, GS_MESSAGE_ERROR, "Start a program first: breakpoints belong to it.");
	return job;
}

void gs_controller_break_line(
	struct gs_controller *c, unsigned object, unsigned line, const char *text, bool any)
{
	struct gs_job *job = new_break(c, GS_JOB_BREAK);
	if (!job)
		return;
	job->argument = line;
	job->object = object;
	job->text = g_strdup(text);
	job->any = any;
	gs_controller_push_action(c, job);
}

void gs_controller_break_call(struct gs_controller *c, const char *pattern, const char *condition)
{
	struct gs_job *job = new_break(c, GS_JOB_BREAK);
	if (!job)
		return;
	job->name = g_strdup(pattern);
	job->text = g_strdup(condition);
	gs_controller_push_action(c, job);
}

void gs_controller_break_change(
	struct gs_controller *c, unsigned number, const char *condition, bool any)
{
	struct gs_job *job = new_break(c, GS_JOB_BREAK_CHANGE);
	if (!job)
		return;
	job->argument = number;
	job->text = g_strdup(condition);
	job->any = any;
	gs_controller_push_action(c, job);
}

void gs_controller_unbreak(struct gs_controller *c, unsigned number)
{
	struct gs_job *job = new_break(c, GS_JOB_UNBREAK);
	if (!job)
		return;
	job->argument = number;
	gs_controller_push_action(c, job);
}

/* ---- sources ---- */

void gs_controller_set_source(
	struct gs_controller *c, enum gs_stage stage, unsigned object, const char *text)
{
	struct gs_job *job = gs_controller_new_action(c, GS_JOB_SOURCE);
	if (!job)
		return;
	job->stage = stage;
	job->object = object;
	job->program_name = c->state.program.program;
	job->text = g_strdup(text);
	gs_controller_push_action(c, job);
}

static void note_edit(GArray *edits, const struct gs_job *job)
{
	const struct gs_edit edit = {job->program_name, job->stage, job->object};
	for (guint i = edits->len; i-- > 0;) {
		const struct gs_edit *e = &g_array_index(edits, struct gs_edit, i);
		if (e->program == edit.program && e->stage == edit.stage && e->object == edit.object)
			g_array_remove_index(edits, i);
	}
	if (job->text)
		g_array_append_val(edits, edit);
}

static unsigned take_source(struct gs_controller *c, struct gs_job *job)
{
	struct gs_ui_state *state = &c->state;
	g_clear_pointer(&state->edit_log, g_free);
	state->n_edit_logs++;
	if (job->ok)
		note_edit(state->edits, job);
	else if (job->error)
		state->edit_log = g_strdup(job->error->message);
	if (job->error) { /* the whole is in the editor */
		char *end = strchr(job->error->message, '\n');
		if (end)
			*end = 0;
	}
	return GS_PART_EDIT;
}

/* ---- the debug draw ---- */

void gs_controller_set_operations(
	struct gs_controller *c, const struct gs_fragment_operations *operations)
{
	struct gs_job *job = gs_controller_new_action(c, GS_JOB_OPERATIONS);
	if (!job)
		return;
	job->operations = *operations;
	gs_controller_push_action(c, job);
}

static bool same_operations(
	const struct gs_fragment_operations *a, const struct gs_fragment_operations *b)
{
	return a->depth_test == b->depth_test && a->stencil_test == b->stencil_test &&
	       a->alpha_test == b->alpha_test && a->blend == b->blend &&
	       a->clear_depth == b->clear_depth && a->clear_stencil == b->clear_stencil &&
	       a->clear_alpha == b->clear_alpha && a->depth == b->depth &&
	       a->stencil == b->stencil && a->alpha == b->alpha && a->fragment == b->fragment;
}

unsigned gs_controller_take_edit(struct gs_controller *c, struct gs_job *job)
{
	unsigned parts = 0;
	if (job->kind == GS_JOB_RESTART || job->kind == GS_JOB_KILL || !job->alive)
		g_array_set_size(c->state.edits, 0);
	if (job->kind == GS_JOB_SOURCE)
		parts |= take_source(c, job);
	if (job->kind == GS_JOB_OPERATIONS ||
		!same_operations(&c->state.operations, &job->operations)) {
		parts |= GS_PART_OPERATIONS;
		c->fresh &= ~(unsigned)GS_PART_RESOURCES; /* what the draw will leave */
	}
	c->state.operations = job->operations;
	return parts;
}

/* ---- the program's own call stack ---- */

bool gs_controller_can_ask_host_stack(const struct gs_controller *c)
{
	const struct gs_ui_state *s = &c->state;
	return s->alive && s->has_stop && s->stop.kind != GS_STOP_EXITED;
}

unsigned gs_controller_take_host_stack(struct gs_controller *c, struct gs_job *job)
{
	struct gs_ui_state *state = &c->state;
	gs_stack_clear(&state->host_stack);
	state->host_stack = job->host_stack;
	memset(&job->host_stack, 0, sizeof(job->host_stack)); /* ours now */
	g_free(state->host_stack_note);
	state->host_stack_note = job->error ? g_strdup(job->error->message) : NULL;
	return GS_PART_HOST_STACK;
}

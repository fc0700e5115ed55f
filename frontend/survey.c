/* SPDX-License-Identifier: MIT */
/* Reads surveys and uses of the opened trace's file in a thread of their own, as it may take
 * minutes. */
#include "debugger/calls/calls.h"
#include "debugger/open/survey.h"
#include "debugger/open/uses.h"
#include "frontend/private.h"
#include "verbs/verbs.h"

/* Runs in the reader's thread. */
static void work(struct gs_task *task)
{
	struct gs_controller *c = task->owner;
	gs_survey_read(c->state.survey.reading);
}

static void done(struct gs_task *task)
{
	struct gs_controller *c = task->owner;
	struct gs_ui_state *state = &c->state;
	struct gs_survey *survey = g_steal_pointer(&state->survey.reading);
	const char *message = gs_survey_message(survey);
	bool is_cancelled = gs_survey_is_cancelled(survey);
	if (!is_cancelled || !state->survey.whole) {
		g_free(state->survey.note);
		state->survey.note = gs_controller_sentence(
			is_cancelled ? "Cancelled: the file was not read to its end." : message);
	}
	if (gs_survey_is_read(survey) && !is_cancelled) {
		gs_survey_free(state->survey.whole);
		state->survey.whole = g_steal_pointer(&survey);
	}
	gs_survey_free(survey);
	gs_controller_changed(c, GS_PART_SURVEY);
}

static void push(struct gs_controller *c, struct gs_task *task, void (*work)(struct gs_task *task),
	void (*done)(struct gs_task *task))
{
	if (!c->reader)
		c->reader = gs_worker_new("reader");
	*task = (struct gs_task){.work = work, .done = done, .owner = c};
	gs_worker_push(c->reader, task);
}

void gs_controller_survey(struct gs_controller *c)
{
	struct gs_ui_state *state = &c->state;
	if (!state->is_trace || state->is_opening || state->survey.whole || state->survey.reading)
		return;
	state->survey.reading = gs_survey_new(gs_session_trace_path(state->session));
	push(c, &c->survey_task, work, done);
	gs_controller_changed(c, GS_PART_SURVEY);
}

void gs_controller_measure(struct gs_controller *c)
{
	struct gs_ui_state *state = &c->state;
	g_autofree char *player = gs_session_player();
	if (!state->is_trace || state->is_opening || state->survey.reading)
		return;
	state->survey.reading = gs_survey_new(gs_session_trace_path(state->session));
	gs_survey_set_player(state->survey.reading, player ? player : "glstep-replay");
	push(c, &c->survey_task, work, done);
	gs_controller_changed(c, GS_PART_SURVEY);
}

void gs_controller_stop_survey(struct gs_controller *c)
{
	if (c->state.survey.reading)
		gs_survey_cancel(c->state.survey.reading);
}

struct gs_ui_progress gs_ui_survey_progress(const struct gs_ui_state *state)
{
	return (struct gs_ui_progress){.is_there = state->survey.whole,
		.is_read = state->survey.reading,
		.done = state->survey.reading ? gs_survey_progress(state->survey.reading) : 0,
		.note = state->survey.note};
}

/* ---- edits of the trace ---- */

void gs_controller_follow_edits(struct gs_controller *c)
{
	struct gs_ui_state *state = &c->state;
	struct gs_call_store *calls = state->is_trace && !state->is_opening && state->session
					      ? gs_session_call_store(state->session)
					      : NULL;
	unsigned list = calls ? gs_call_store_generation(calls) : c->list_read;
	if (list == c->list_read)
		return;
	c->list_read = list;
	gs_controller_stop_survey(c);
	g_clear_pointer(&state->survey.whole, gs_survey_free);
	g_clear_pointer(&state->survey.note, g_free);
	if (!state->uses.reading)
		g_clear_pointer(&c->uses_file, gs_uses_file_free);
	g_clear_pointer(&state->uses.calls, gs_uses_free);
	for (unsigned i = 0; i < state->n_tabs; i++)
		if (state->tabs[i].verb->needs & GS_NEEDS_FILE)
			g_clear_pointer(&state->tabs[i].tree, json_node_unref);
	gs_controller_changed(c, GS_PART_SURVEY | GS_PART_USES | GS_PART_TABS);
}

/* ---- uses of a resource ---- */

/* Runs in the reader's thread. */
static void read_uses(struct gs_task *task)
{
	struct gs_controller *c = task->owner;
	gs_uses_read(c->state.uses.reading, c->uses_file);
}

static void uses_read(struct gs_task *task);

/* Begin to read the uses requested last, once nothing else is being read. */
static void read_next(struct gs_controller *c)
{
	if (c->state.uses.reading || !c->uses_next)
		return;
	c->state.uses.reading = g_steal_pointer(&c->uses_next);
	if (!c->uses_file)
		c->uses_file = gs_uses_file_new(gs_session_trace_path(c->state.session));
	push(c, &c->uses_task, read_uses, uses_read);
}

static void uses_read(struct gs_task *task)
{
	struct gs_controller *c = task->owner;
	struct gs_ui_state *state = &c->state;
	struct gs_uses *uses = g_steal_pointer(&state->uses.reading);
	const char *message = gs_uses_message(uses);
	if (!c->uses_next) {
		g_free(state->uses.note);
		state->uses.note = g_strdup(message);
		if (!message)
			state->uses.calls = g_steal_pointer(&uses);
	}
	gs_uses_free(uses);
	read_next(c);
	gs_controller_changed(c, GS_PART_USES);
}

void gs_controller_uses(struct gs_controller *c, const struct gs_effects_binding *binding)
{
	struct gs_ui_state *state = &c->state;
	if (!state->is_trace || !state->has_stop || !state->stop.has_call)
		return;
	gs_controller_stop_uses(c);
	g_clear_pointer(&state->uses.calls, gs_uses_free);
	g_clear_pointer(&state->uses.note, g_free);
	c->uses_next = gs_uses_new(state->stop.call.index, binding);
	read_next(c);
	gs_controller_changed(c, GS_PART_USES);
}

void gs_controller_stop_uses(struct gs_controller *c)
{
	g_clear_pointer(&c->uses_next, gs_uses_free);
	if (c->state.uses.reading)
		gs_uses_cancel(c->state.uses.reading);
}

/* SPDX-License-Identifier: MIT */
/* What the file of an opened trace tells: read in a thread of its own, as it may take minutes. */
#include "debugger/open/study.h"
#include "frontend/private.h"

/* In the reader's thread. */
static void work(struct gs_task *task)
{
	struct gs_controller *c = task->owner;
	gs_study_read(c->state.reading);
}

static void done(struct gs_task *task)
{
	struct gs_controller *c = task->owner;
	struct gs_ui_state *state = &c->state;
	struct gs_study *study = g_steal_pointer(&state->reading);
	const char *message = gs_study_message(study);
	size_t n;
	bool is_cancelled = gs_study_is_cancelled(study);
	g_free(state->study_note);
	state->study_note = gs_controller_sentence(
		is_cancelled ? "Cancelled: the file was not read to its end." : message);
	gs_study_checks(study, &n);
	if (n && !is_cancelled)
		state->study = g_steal_pointer(&study);
	gs_study_free(study);
	gs_controller_changed(c, GS_PART_STUDY);
}

void gs_controller_study(struct gs_controller *c)
{
	struct gs_ui_state *state = &c->state;
	if (!state->is_trace || state->is_opening || state->study || state->reading)
		return;
	if (!c->reader)
		c->reader = gs_worker_new("reader");
	state->reading = gs_study_new(gs_session_trace_path(state->session));
	c->study_task = (struct gs_task){.work = work, .done = done, .owner = c};
	gs_worker_push(c->reader, &c->study_task);
	gs_controller_changed(c, GS_PART_STUDY);
}

void gs_controller_stop_study(struct gs_controller *c)
{
	if (c->state.reading)
		gs_study_cancel(c->state.reading);
}

/* SPDX-License-Identifier: MIT */
/*
 * Begins and ends the recording of a trace for the user, even while the program runs. The program's
 * end ends it, too.
 */
#include "frontend/private.h"

struct record {
	struct gs_task task; /* an errand */
	struct gs_session *session;
	char *path; /* file to record into; NULL: end the recording */
	GError *error;
	struct gs_ended_recording ended;
};

/* ---- in the session's thread ---- */

static void work(struct gs_task *task)
{
	struct record *record = (struct record *)task;
	if (record->path)
		gs_session_record(record->session, record->path, &record->error);
	else
		gs_end_recording(record->session, &record->ended);
}

/* ---- in the main loop ---- */

static void say_begun(struct gs_controller *c, const struct record *record)
{
	const struct gs_recording_figures *f = &c->state.recording.figures;
	g_autofree char *text = g_strdup_printf("%s holds the calls from %s on%s.", record->path,
		f->is_whole ? "the first" : "now",
		f->is_whole ? ""
		: f->plays  ? ", and what lives now"
			    : ": " GS_RECORDING_LACKS);
	gs_controller_say(c, GS_MESSAGE_INFO, text);
}

static void done(struct gs_task *task)
{
	struct record *record = (struct record *)task;
	struct gs_controller *c = task->owner;
	const GError *error = record->error ? record->error : record->ended.error;
	gs_controller_end_errand(c);
	gs_controller_take_ended_recording(c, &record->ended);
	if (!error)
		gs_controller_look_at_recording(c);
	if (error)
		gs_controller_say(c, GS_MESSAGE_ERROR, error->message);
	else if (record->path)
		say_begun(c, record);
	else
		gs_controller_say(c, GS_MESSAGE_CLEAR, "");
	gs_controller_changed(c, GS_PART_RECORDING | GS_PART_RUN);
	gs_ended_recording_clear(&record->ended);
	g_clear_error(&record->error);
	g_free(record->path);
	g_free(record);
}

static void push(struct gs_controller *c, const char *path)
{
	if (!c->state.session)
		return;
	struct record *record = g_new0(struct record, 1);
	record->task.work = work;
	record->task.done = done;
	record->session = c->state.session;
	record->path = g_strdup(path);
	gs_controller_push_errand(c, &record->task);
}

void gs_controller_record(struct gs_controller *c, const char *path)
{
	push(c, path);
}

void gs_controller_end_recording(struct gs_controller *c)
{
	push(c, NULL);
}

void gs_controller_forget_recording(struct gs_controller *c)
{
	if (c->state.recording.runs)
		return;
	g_clear_pointer(&c->state.recording.path, g_free);
	g_clear_pointer(&c->state.recording.kept, g_free);
	gs_controller_changed(c, GS_PART_RECORDING);
}

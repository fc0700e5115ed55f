/* SPDX-License-Identifier: MIT */
/*
 * Begins and ends the recording of a trace for the user, even while the program runs. The program's
 * end ends it, too.
 */
#include "debugger/base/count-text.h"
#include "frontend/private.h"

struct record {
	struct gs_task task; /* an errand */
	struct gs_session *session;
	char *path;    /* file to record into; NULL: end the recording */
	uint32_t last; /* frames to keep; 0: all */
	GError *error;
	struct gs_ended_recording ended;
};

/* ---- in the session's thread ---- */

static void work(struct gs_task *task)
{
	struct record *record = (struct record *)task;
	if (record->path)
		gs_session_record(record->session, record->path, record->last, &record->error);
	else
		gs_end_recording(record->session, &record->ended);
}

/* ---- in the main loop ---- */

static void say_begun(struct gs_controller *c, const struct record *record)
{
	const struct gs_recording_figures *f = &c->state.recording.figures;
	g_autoptr(GString) text = g_string_new(record->path);
	if (f->last)
		g_string_append_printf(
			text, " gets at least the last %u frames when the recording ends", f->last);
	else
		g_string_append_printf(text, " holds the calls from %s",
			f->is_whole ? "the first on" : "now on, and what lives now");
	if (f->missing) {
		g_string_append(text, ", but for ");
		gs_text_count(text, f->missing, "thing", "things");
		g_string_append(text, " that cannot be had");
	}
	g_string_append(text, ".");
	gs_controller_say(c, GS_MESSAGE_INFO, text->str);
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

static void push(struct gs_controller *c, const char *path, uint32_t last)
{
	if (!c->state.session)
		return;
	struct record *record = g_new0(struct record, 1);
	record->task.work = work;
	record->task.done = done;
	record->session = c->state.session;
	record->path = g_strdup(path);
	record->last = last;
	gs_controller_push_errand(c, &record->task);
}

void gs_controller_record(struct gs_controller *c, const char *path, uint32_t last)
{
	push(c, path, last);
}

void gs_controller_end_recording(struct gs_controller *c)
{
	push(c, NULL, 0);
}

void gs_controller_forget_recording(struct gs_controller *c)
{
	if (c->state.recording.runs)
		return;
	g_clear_pointer(&c->state.recording.path, g_free);
	g_clear_pointer(&c->state.recording.kept, g_free);
	gs_controller_changed(c, GS_PART_RECORDING);
}

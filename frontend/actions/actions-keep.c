/* SPDX-License-Identifier: MIT */
/* Actions that keep a frame of the program, save a part of a trace, or export one as a C
 * program. */
#include "effects/extract/extract.h"
#include "export/export.h"
#include "frontend/private.h"

/* ---- a frame ---- */

struct keep {
	struct gs_action action;
	char *path; /* restart the program and record it there; NULL: it is being recorded already
		     */
	struct gs_kept_frame kept;
};

static unsigned take_kept(struct gs_controller *c, struct gs_kept_frame *kept)
{
	struct gs_ui_recording *recording = &c->state.recording;
	if (!kept->path)
		return 0;
	g_free(recording->kept);
	recording->kept = g_steal_pointer(&kept->path);
	recording->kept_frame = kept->frame;
	return GS_PART_RECORDING;
}

/* Return a message about the kept frame (g_free), or NULL if there is none. It counts the program's
 * calls, as the list does, and the recorder's own separately. */
static char *kept_text(const struct gs_kept_frame *kept)
{
	if (!kept->path)
		return NULL;
	return g_strdup_printf("Frame %" G_GUINT64_FORMAT
			       " is kept in %s, with what it needs: %" G_GUINT64_FORMAT
			       " of %s %" G_GUINT64_FORMAT "%s calls; %" G_GUINT64_FORMAT
			       " added by the recorder.",
		(guint64)kept->frame, kept->path, (guint64)(kept->calls - kept->made_up),
		kept->is_held ? "the" : "the program's", (guint64)kept->of_program,
		kept->is_held ? " last" : "", (guint64)kept->made_up);
}

/* Return whether the restarted program is in the wanted frame. It may have ended, or a breakpoint
 * may have stopped it, before; then set the action's note and return false. */
static bool stands_in_frame(struct gs_action *action, uint64_t frame)
{
	if (action->stop.has_call && action->stop.frame == frame)
		return true;
	action->has_stop = true;
	action->note = g_strdup_printf(
		"No frame is kept: started anew, the program has not come to frame "
		"%" G_GUINT64_FORMAT " so far. It is being recorded.",
		frame);
	return false;
}

static bool keep(struct gs_action *action)
{
	struct keep *keep = (struct keep *)action;
	if (keep->path) {
		uint64_t frame = gs_session_frames(action->session);
		gs_end_recording(action->session, &action->recording);
		if (!gs_session_record_anew(
			    action->session, keep->path, &action->stop, &action->error))
			return false;
		if (!stands_in_frame(action, frame))
			return true;
		gs_stop_clear(&action->stop);
	}
	bool good = gs_session_keep_frame(
		action->session, NULL, &keep->kept, &action->stop, &action->error);
	action->note = kept_text(&keep->kept);
	return action->has_stop = good;
}

static unsigned take_keep(struct gs_controller *c, struct gs_action *action)
{
	return take_kept(c, &((struct keep *)action)->kept);
}

static void clear_keep(struct gs_action *action)
{
	struct keep *keep = (struct keep *)action;
	gs_kept_frame_clear(&keep->kept);
	g_free(keep->path);
}

static const struct gs_action_class keep_class = {
	.size = sizeof(struct keep),
	.doing = "Keeping the frame",
	.flags = GS_ACTION_RUNS_PROGRAM,
	.work = keep,
	.take = take_keep,
	.clear = clear_keep,
};

static bool keep_shown(struct gs_action *action)
{
	struct keep *keep = (struct keep *)action;
	bool good = gs_session_keep_last(action->session, NULL, 1, &keep->kept, &action->error);
	action->note = kept_text(&keep->kept);
	return good;
}

static const struct gs_action_class shown_class = {
	.size = sizeof(struct keep),
	.doing = "Keeping the last frame",
	.work = keep_shown,
	.take = take_keep,
	.clear = clear_keep,
};

static const struct gs_action_class anew_class = {
	.size = sizeof(struct keep),
	.doing = "Starting the program anew",
	.flags = GS_ACTION_RUNS_PROGRAM | GS_ACTION_ENDS_PROGRAM,
	.work = keep,
	.take = take_keep,
	.clear = clear_keep,
};

void gs_controller_record_anew(struct gs_controller *c, const char *path)
{
	if (!c->state.session)
		return;
	gs_controller_cancel_fetches(c);
	gs_session_interrupt_all(c->state.session);
	struct keep *keep = gs_action_new(&anew_class, c->state.session);
	keep->path = g_strdup(path);
	gs_controller_push_action(c, &keep->action);
}

/* ---- the last frame, while the program runs ---- */

struct keep_last {
	struct gs_task task; /* an errand */
	struct gs_session *session;
	struct gs_kept_frame kept;
	GError *error;
};

static void keep_last(struct gs_task *task)
{
	struct keep_last *keep = (struct keep_last *)task;
	gs_session_keep_ended_frame(keep->session, NULL, GS_LAST_FRAME, &keep->kept, &keep->error);
}

static void kept_last(struct gs_task *task)
{
	struct keep_last *keep = (struct keep_last *)task;
	struct gs_controller *c = task->owner;
	g_autofree char *text = kept_text(&keep->kept);
	gs_controller_end_errand(c);
	gs_controller_say(c, keep->error ? GS_MESSAGE_ERROR : GS_MESSAGE_INFO,
		keep->error ? keep->error->message : text);
	gs_controller_changed(c, take_kept(c, &keep->kept) | GS_PART_RUN);
	gs_kept_frame_clear(&keep->kept);
	g_clear_error(&keep->error);
	g_free(keep);
}

static void keep_or(struct gs_controller *c, const struct gs_action_class *at_stop)
{
	if (!c->state.session)
		return;
	if (!c->state.work.busy) {
		gs_controller_push_simple_action(c, at_stop);
		return;
	}
	struct keep_last *keep = g_new0(struct keep_last, 1);
	keep->task.work = keep_last;
	keep->task.done = kept_last;
	keep->session = c->state.session;
	gs_controller_push_errand(c, &keep->task);
}

void gs_controller_keep_frame(struct gs_controller *c)
{
	keep_or(c, &keep_class);
}

void gs_controller_keep_last(struct gs_controller *c)
{
	keep_or(c, &shown_class);
}

/* ---- a part of a trace ---- */

struct save_part {
	struct gs_action action;
	char *path;
	struct gs_extract_wish wish;
};

static bool save_part(struct gs_action *action)
{
	const struct save_part *part = (const struct save_part *)action;
	struct gs_extract_figures figures = {0};
	if (!gs_session_save_trace(
		    action->session, part->path, &part->wish, &figures, &action->error))
		return false;
	action->note = g_strdup_printf("%s holds %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
				       " calls.",
		part->path, (guint64)figures.kept, (guint64)figures.calls);
	return true;
}

static void clear_save_part(struct gs_action *action)
{
	g_free(((struct save_part *)action)->path);
}

static const struct gs_action_class save_part_class = {
	.size = sizeof(struct save_part),
	.doing = "Saving a part of the trace",
	.flags = GS_ACTION_KEEPS_PATH,
	.work = save_part,
	.clear = clear_save_part,
};

void gs_controller_save_part(
	struct gs_controller *c, const char *path, const struct gs_extract_wish *wish)
{
	struct save_part *part = gs_controller_new_action(c, &save_part_class);
	if (!part)
		return;
	part->path = g_strdup(path);
	part->wish = *wish;
	gs_controller_push_action(c, &part->action);
}

/* ---- a program in C ---- */

struct export_c {
	struct gs_action action;
	char *folder;
	struct gs_export_wish wish;
};

static bool export_c(struct gs_action *action)
{
	const struct export_c *export = (const struct export_c *)action;
	struct gs_export_figures figures = {0};
	if (!gs_session_export(
		    action->session, export->folder, &export->wish, &figures, &action->error))
		return false;
	g_autofree char *rest = gs_controller_sentence(figures.rest);
	g_autofree char *left_out = figures.left_out ? g_strdup_printf(" (%" G_GUINT64_FORMAT
								       " are left out, "
								       "and comments say why)",
							       (guint64)figures.left_out)
						     : g_strdup("");
	action->note = g_strdup_printf("%s holds a program in C of %" G_GUINT64_FORMAT
				       " calls%s; make builds ./%s there.%s%s",
		export->folder, (guint64)figures.calls, left_out, figures.name, *rest ? " " : "",
		rest);
	g_free(figures.rest);
	return true;
}

static void clear_export(struct gs_action *action)
{
	g_free(((struct export_c *)action)->folder);
}

static const struct gs_action_class export_class = {
	.size = sizeof(struct export_c),
	.doing = "Exporting the trace",
	.flags = GS_ACTION_KEEPS_PATH,
	.work = export_c,
	.clear = clear_export,
};

void gs_controller_export(
	struct gs_controller *c, const char *folder, const struct gs_export_wish *wish)
{
	struct export_c *export = gs_controller_new_action(c, &export_class);
	if (!export)
		return;
	export->folder = g_strdup(folder);
	export->wish = *wish;
	gs_controller_push_action(c, &export->action);
}

/* SPDX-License-Identifier: MIT */
/* Keeps state.recording up to date: the trace that is being recorded, or the last one. */
#include "frontend/private.h"

void gs_end_recording(struct gs_session *session, struct gs_ended_recording *ended)
{
	ended->path = gs_session_recording_path(session);
	if (ended->path)
		gs_session_end_recording(session, &ended->figures, &ended->error);
}

void gs_ended_recording_clear(struct gs_ended_recording *ended)
{
	g_clear_pointer(&ended->path, g_free);
	g_clear_error(&ended->error);
}

/* Set what the state says of the recording; takes over the path. */
static void set_recording(
	struct gs_controller *c, char *path, const struct gs_recording_figures *figures)
{
	struct gs_ui_recording *recording = &c->state.recording;
	bool is_another = g_strcmp0(recording->path, path) != 0;
	size_t known = recording->missing ? recording->missing->len : 0;
	g_free(recording->path);
	recording->path = path;
	recording->figures = *figures;
	if (!is_another && figures->missing == known)
		return;
	g_clear_pointer(&recording->missing, g_ptr_array_unref);
	if (figures->missing && c->state.session)
		recording->missing = gs_session_recording_missing(c->state.session);
}

void gs_controller_look_at_recording(struct gs_controller *c)
{
	struct gs_ui_recording *recording = &c->state.recording;
	struct gs_recording_figures figures;
	char *path = c->state.session ? gs_session_recording_now(c->state.session, &figures) : NULL;
	if (path)
		set_recording(c, path, &figures);
	recording->runs = path; /* the program itself may have begun or ended a recording */
}

unsigned gs_controller_take_ended_recording(
	struct gs_controller *c, struct gs_ended_recording *ended)
{
	struct gs_ui_recording *recording = &c->state.recording;
	if (!ended->path)
		return 0;
	set_recording(c, g_steal_pointer(&ended->path), &ended->figures);
	recording->runs = false;
	return GS_PART_RECORDING;
}

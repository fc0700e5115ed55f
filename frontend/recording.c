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

static void set_recording(struct gs_ui_recording *recording, char *path)
{
	g_free(recording->path);
	recording->path = path;
}

void gs_controller_look_at_recording(struct gs_controller *c)
{
	struct gs_ui_recording *recording = &c->state.recording;
	struct gs_recording_figures figures;
	char *path = c->state.session ? gs_session_recording_now(c->state.session, &figures) : NULL;
	if (path) {
		set_recording(recording, path);
		recording->figures = figures;
	}
	recording->runs = path; /* the program itself may have begun or ended a recording */
}

unsigned gs_controller_take_ended_recording(
	struct gs_controller *c, struct gs_ended_recording *ended)
{
	struct gs_ui_recording *recording = &c->state.recording;
	if (!ended->path)
		return 0;
	set_recording(recording, g_steal_pointer(&ended->path));
	recording->figures = ended->figures;
	recording->runs = false;
	return GS_PART_RECORDING;
}

/* SPDX-License-Identifier: MIT */
#include "debugger/session/replay.h"

#include <unistd.h>
#include "debugger/calls/calls.h"
#include "debugger/open/opened.h"
#include "debugger/session/private.h"
#include "debugger/session/wait.h"

/* Beside glstep, or in the PATH. To be freed; NULL: it is in neither. */
static char *player_path(void)
{
	static const char name[] = "glstep-replay";
	char *exe = g_file_read_link("/proc/self/exe", NULL);
	char *here = exe ? g_path_get_dirname(exe) : NULL;
	char *path = here ? g_build_filename(here, name, NULL) : NULL;
	if (!path || access(path, X_OK)) {
		g_free(path);
		path = g_find_program_in_path(name);
	}
	g_free(here);
	g_free(exe);
	return path;
}

bool gs_replay_prepare(struct gs_session *session, GError **error)
{
	char *path = player_path();
	if (!path) {
		g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED,
			"glstep-replay, which plays a trace, is neither beside glstep nor in the "
			"PATH: install glstep anew; the list of calls can be looked at without it");
		return false;
	}
	char *argv[] = {path, (char *)gs_opened_path(session->opened), NULL};
	g_strfreev(session->launch.argv);
	session->launch.argv = g_strdupv(argv);
	g_free(path);
	return true;
}

bool gs_replay_number(struct gs_session *session, uint64_t *number)
{
	uint64_t after = atomic_load(&gs_host_wire(session->host)->player.number);
	*number = after - 1;
	return after;
}

void gs_replay_number_stop(struct gs_session *session, struct gs_stop *stop)
{
	struct gs_call_info recorded = {0};
	uint64_t number;
	if (!session->opened || !gs_replay_number(session, &number))
		return;
	bool edited = gs_session_slot(session)->call.flags & GS_CALL_EDITED;
	stop->call.index = number;
	if (!gs_calls_get(session, gs_call_store_find(session->calls, number), &recorded))
		return;
	stop->call.frame = stop->frame = recorded.frame;
	stop->call.draw = stop->draw = recorded.draw;
	stop->call.fake = recorded.fake;
	gs_call_info_clear(edited ? &recorded : &stop->call);
	if (!edited)
		stop->call = recorded;
}

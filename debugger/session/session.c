/* SPDX-License-Identifier: MIT */
/* Life of a session, and the ways in which its program ends. */
#include <string.h>
#include "debugger/calls/calls.h"
#include "debugger/open/opened.h"
#include "debugger/session/breakpoints.h"
#include "debugger/session/trace/indexing.h"
#include "debugger/session/private.h"
#include "debugger/session/trace/record.h"
#include "debugger/session/trace/replay.h"
#include "debugger/session/request.h"
#include "debugger/session/shader/shader.h"
#include "debugger/session/start.h"
#include "debugger/session/program/state.h"
#include "debugger/session/stop.h"
#include "debugger/session/wait.h"

/* For a reader or a writer. */
static bool waits_too_long(gpointer data, GError **error)
{
	struct gs_session *session = data;
	bool interrupted = g_atomic_int_get(&session->interrupted);
	if (!interrupted && g_get_monotonic_time() < session->deadline)
		return false;
	if (interrupted)
		g_set_error(error, GS_ERROR, GS_ERROR_TIMEOUT, "interrupted");
	else
		g_set_error(error, GS_ERROR, GS_ERROR_TIMEOUT,
			"timed out after %g s; --timeout gives more time",
			session->timeout_ms / 1000.0);
	return true;
}

const struct gs_patience *gs_session_patience(struct gs_session *session)
{
	return &session->patience;
}

struct gs_session *gs_session_new(const struct gs_launch *launch)
{
	struct gs_session *session = g_new0(struct gs_session, 1);
	session->launch = (struct gs_launch){
		.argv = g_strdupv(launch->argv),
		.environment = g_strdupv(launch->environment),
		.directory = g_strdup(launch->directory),
		.follow = g_strdup(launch->follow),
		.refuse_binaries = launch->refuse_binaries,
		.mesa_trace = launch->mesa_trace,
		.told = launch->told,
		.list_size = launch->list_size,
		.keep_last = launch->keep_last,
		.freeze_clocks = launch->freeze_clocks,
		.each_process = launch->each_process,
		.output = g_strdup(launch->output),
		.output_fd = launch->output_fd,
		.keeps_streams = launch->keeps_streams,
	};
	session->timeout_ms = 60000;
	session->patience = (struct gs_patience){waits_too_long, session};
	session->launch.patience = &session->patience;
	session->log = GS_LOG_ON;
	g_mutex_init(&session->record_lock);
	g_mutex_init(&session->told_lock);
	g_mutex_init(&session->errands_lock);
	session->program_traces = g_array_new(FALSE, FALSE, sizeof(uint64_t));
	session->told_missing = gs_recording_missing_new();
	session->breakpoints = g_array_new(FALSE, TRUE, sizeof(struct gs_breakpoint));
	session->next_breakpoint = 1;
	session->edits.file = -1;
	session->files = session->spare.files = (struct gs_replay_files){-1, -1};
	return session;
}

/* An interrupt from another thread or a signal handler may hold the host just now: no lock may be
 * taken there. */
static void drop_host(struct gs_session *session)
{
	struct gs_host *host = session->host;
	g_atomic_pointer_set(&session->host, NULL);
	memset(&session->sent, 0, sizeof session->sent);
	while (g_atomic_int_get(&session->interrupting))
		g_thread_yield();
	gs_host_free(host);
}

void gs_session_free(struct gs_session *session)
{
	if (!session)
		return;
	gs_session_drop_shader(session);
	gs_spare_close(session);
	gs_indexing_close(session);
	gs_replay_close(session);
	gs_edits_close(session);
	drop_host(session);
	gs_session_drop_recording(session);
	g_free(session->trace_note);
	g_array_free(session->program_traces, TRUE);
	g_ptr_array_unref(session->told_missing);
	g_mutex_clear(&session->record_lock);
	g_mutex_clear(&session->told_lock);
	g_mutex_clear(&session->errands_lock);
	g_free(session->told_path);
	gs_opened_free(g_steal_pointer(&session->opened));
	gs_call_store_free(session->calls);
	for (unsigned i = 0; i < session->breakpoints->len; i++) {
		struct gs_breakpoint *b = &g_array_index(
			session->breakpoints, struct gs_breakpoint, i);
		gs_breakpoint_clear(b);
	}
	g_array_free(session->breakpoints, TRUE);
	gs_state_looks_clear(&session->looks);
	g_clear_pointer(&session->linked_values, g_hash_table_unref);
	g_strfreev(session->launch.argv);
	g_strfreev(session->launch.environment);
	g_free(session->launch.directory);
	g_free(session->launch.follow);
	g_free(session->launch.output);
	g_free(session);
}

void gs_session_set_timeout(struct gs_session *session, int ms)
{
	session->timeout_ms = ms;
}

/* ---- start and end ---- */

bool gs_session_stop_now(struct gs_session *session, struct gs_stop *stop, GError **error)
{
	memset(stop, 0, sizeof *stop);
	if (session->life != GS_LIFE_ENDED) {
		gs_session_begin(session);
		if (!gs_session_need_program(session, error))
			return false;
		if (session->life == GS_LIFE_RUNNING && !gs_session_catch_up(session, error))
			return false;
	}
	gs_session_fill_stop(session, stop);
	return true;
}

void gs_session_end(struct gs_session *session)
{
	g_atomic_int_set(&session->ending, 0);
	gs_session_drop_shader(session);
	drop_host(session);
	gs_session_drop_recording(session);
	gs_state_looks_clear(&session->looks);
	session->life = GS_LIFE_NONE;
	session->by_signal = false;
}

bool gs_session_restart(struct gs_session *session, struct gs_stop *stop, GError **error)
{
	memset(stop, 0, sizeof *stop);
	gs_session_end(session);
	return gs_session_start(session, stop, error);
}

bool gs_session_take_end(struct gs_session *session, struct gs_stop *stop, GError **error)
{
	memset(stop, 0, sizeof *stop);
	gs_session_begin(session);
	if (!gs_session_has_program(session) || !gs_session_has_ended(session))
		return gs_session_stop_now(session, stop, error);
	while (gs_session_has_program(session))
		if (!gs_session_wait(session, error))
			return false;
	gs_session_fill_stop(session, stop);
	return true;
}

bool gs_session_detach(struct gs_session *session, GError **error)
{
	gs_session_begin(session);
	if (!gs_session_need_live(session, GS_LIVE_DETACH, error) ||
		!gs_session_need_program(session, error))
		return false;
	if (!gs_session_leave_any_shader(session, error))
		return false;
	if (!gs_host_detach(session->host, error))
		return false;
	session->life = GS_LIFE_DETACHED;
	return true;
}

static bool begin_backtrace(struct gs_session *session, struct gs_stack *stack, GError **error)
{
	memset(stack, 0, sizeof *stack);
	gs_session_begin(session);
	if (!gs_session_need_program(session, error) ||
		(session->life == GS_LIFE_RUNNING && !gs_session_catch_up(session, error)) ||
		!gs_session_await(session, error))
		return false;
	return gs_session_need_program(session, error);
}

bool gs_session_backtrace(struct gs_session *session, struct gs_stack *stack, GError **error)
{
	if (!begin_backtrace(session, stack, error))
		return false;
	return session->opened ? gs_replay_backtrace(session, stack, error)
			       : gs_host_backtrace(session->host, stack, error);
}

bool gs_session_player_backtrace(struct gs_session *session, struct gs_stack *stack, GError **error)
{
	if (session->opened)
		return begin_backtrace(session, stack, error) &&
		       gs_host_backtrace(session->host, stack, error);
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
		"no trace is open, so there is no player: `backtrace` shows the program's call "
		"stack");
	return false;
}

bool gs_session_kill(struct gs_session *session, GError **error)
{
	g_atomic_int_set(&session->ending, 0);
	gs_session_begin(session);
	if (session->life == GS_LIFE_NONE) {
		g_set_error(
			error, GS_ERROR, GS_ERROR_NO_PROGRAM, "the program has not been started");
		return false;
	}
	if (!gs_session_need_program(session, error))
		return false;
	gs_session_drop_shader(session);
	gs_spare_drop(session);
	session->is_killed = true;
	gs_host_kill(session->host);
	struct gs_host_event event;
	do
		gs_host_wait(session->host, GS_PAUSE_LIMIT_MS, &event);
	while (gs_session_take_event(session, &event) && session->life != GS_LIFE_ENDED);
	if (session->life == GS_LIFE_ENDED)
		return true;
	g_set_error(error, GS_ERROR, GS_ERROR_INTERNAL, "the program was killed but has not ended");
	return false;
}

bool gs_session_set_log(struct gs_session *session, enum gs_wire_log log, GError **error)
{
	if (!gs_session_need_live(session, GS_LIVE_LOG, error))
		return false;
	session->log = log;
	gs_session_send_log_level(session);
	return true;
}

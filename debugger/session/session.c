/* SPDX-License-Identifier: MIT */
/* Life of a session: from the launch to the end of the program, and the stops between. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "debugger/base/debug-log.h"
#include "debugger/calls/calls.h"
#include "debugger/session/private.h"

/* How long a program that is to pause may take to come to its next GL call, and then to stop at
 * all. */
enum { PAUSE_PATIENCE_MS = 300, PAUSE_LIMIT_MS = 5000 };

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
		.output = g_strdup(launch->output),
		.output_fd = launch->output_fd,
	};
	session->timeout_ms = 60000;
	session->patience = (struct gs_patience){waits_too_long, session};
	session->launch.patience = &session->patience;
	session->log = GS_LOG_ON;
	session->breakpoints = g_array_new(FALSE, TRUE, sizeof(struct gs_breakpoint));
	session->next_breakpoint = 1;
	return session;
}

/* An interrupt from another thread or a signal handler may hold the host just now: no lock may be
 * taken there. */
static void drop_host(struct gs_session *session)
{
	struct gs_host *host = session->host;
	g_atomic_pointer_set(&session->host, NULL);
	while (g_atomic_int_get(&session->interrupting))
		g_thread_yield();
	gs_host_free(host);
}

void gs_session_free(struct gs_session *session)
{
	if (!session)
		return;
	gs_session_drop_shader(session);
	drop_host(session);
	gs_call_store_free(session->calls);
	for (unsigned i = 0; i < session->breakpoints->len; i++) {
		struct gs_breakpoint *b = &g_array_index(
			session->breakpoints, struct gs_breakpoint, i);
		gs_breakpoint_clear(b);
	}
	g_array_free(session->breakpoints, TRUE);
	gs_state_looks_clear(&session->looks);
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

void gs_session_interrupt(struct gs_session *session)
{
	g_atomic_int_set(&session->interrupted, 1);
	g_atomic_int_inc(&session->interrupting);
	struct gs_host *host = g_atomic_pointer_get(&session->host);
	if (host)
		gs_host_interrupt(host);
	g_atomic_int_add(&session->interrupting, -1);
}

void gs_session_interrupt_all(struct gs_session *session)
{
	g_atomic_int_set(&session->ending, 1);
	gs_session_interrupt(session);
}

void gs_session_begin(struct gs_session *session)
{
	g_atomic_int_set(&session->interrupted, 0);
	if (session->host)
		gs_host_forget_interrupt(session->host);
	if (g_atomic_int_get(&session->ending)) /* after it was forgotten: none is lost */
		gs_session_interrupt(session);
	session->deadline = g_get_monotonic_time() + (gint64)session->timeout_ms * 1000;
}

int gs_session_left(struct gs_session *session)
{
	gint64 left = (session->deadline - g_get_monotonic_time()) / 1000;
	return left < 1 ? 1 : left > G_MAXINT ? G_MAXINT : (int)left;
}

bool gs_session_expired(struct gs_session *session, GError **error)
{
	if (g_atomic_int_get(&session->interrupted)) {
		g_set_error(
			error, GS_ERROR, GS_ERROR_TIMEOUT, "interrupted: it stopped where it was");
		return true;
	}
	if (g_get_monotonic_time() < session->deadline)
		return false;
	g_set_error(error, GS_ERROR, GS_ERROR_TIMEOUT,
		"timed out after %g s: it stopped where it was; --timeout gives more time",
		session->timeout_ms / 1000.0);
	return true;
}

bool gs_session_gives_up(struct gs_session *session, GError **error)
{
	return gs_session_expired(session, error);
}

struct gs_wire_slot *gs_session_slot(struct gs_session *session)
{
	return gs_host_slot(session->host, session->slot);
}

void gs_session_drop_shader(struct gs_session *session)
{
	gs_debug_free(session->debug);
	gs_debug_free(session->lost_debug);
	session->debug = session->lost_debug = NULL;
	if (session->history)
		g_array_free(session->history, TRUE);
	session->history = NULL;
}

/* The program has ended in the middle of a function that works with the shader. */
static void lose_shader(struct gs_session *session)
{
	if (!session->debug)
		return;
	gs_debug_free(session->lost_debug);
	session->lost_debug = session->debug;
	session->debug = NULL;
}

/* ---- events ---- */

/* False: nothing has stopped. */
static bool take_event(struct gs_session *session, const struct gs_host_event *event)
{
	switch (event->kind) {
	case GS_HOST_STOPPED:
		session->life = GS_LIFE_STOPPED;
		session->slot = event->slot;
		if (gs_session_slot(session)->reason != GS_REASON_ANSWER)
			session->reason = gs_session_slot(session)->reason;
		return true;
	case GS_HOST_OUTSIDE:
		session->life = GS_LIFE_OUTSIDE;
		return true;
	case GS_HOST_SIGNAL:
		session->life = GS_LIFE_SIGNAL;
		session->signal = event->signal;
		lose_shader(session);
		return true;
	case GS_HOST_EXITED:
	case GS_HOST_KILLED:
		session->life = GS_LIFE_ENDED;
		session->by_signal = event->kind == GS_HOST_KILLED;
		session->signal = session->by_signal ? event->signal : 0;
		session->status = session->by_signal ? 128 + event->signal : event->status;
		session->called_gl = event->called_gl;
		lose_shader(session);
		return true;
	case GS_HOST_TIMEOUT:
	case GS_HOST_INTERRUPTED:
	case GS_HOST_REFUSED:
		break;
	}
	session->life = GS_LIFE_RUNNING;
	return false;
}

static bool pause_now(struct gs_session *session)
{
	struct gs_host_event event;
	gs_host_pause(session->host, PAUSE_PATIENCE_MS);
	do
		gs_host_wait(session->host, PAUSE_LIMIT_MS, &event);
	while (event.kind == GS_HOST_REFUSED); /* the note tells it */
	return take_event(session, &event);
}

/* What a program of several processes draws with may be another one than the first that called GL.
 */
static char *others_note(struct gs_session *session)
{
	struct gs_wire_header *header = gs_host_wire(session->host);
	char *names = atomic_load(&header->draws) ? g_strdup("") : gs_host_others(session->host);
	char *note = *names ? g_strdup_printf(
				      "it has drawn nothing so far, but other processes of it call "
				      "GL too (%s): --follow PATTERN debugs one of them",
				      names)
			    : g_strdup("");
	g_free(names);
	return note;
}

bool gs_session_wait(struct gs_session *session, GError **error)
{
	struct gs_host_event event;
	gs_host_wait(session->host, gs_session_left(session), &event);
	if (take_event(session, &event))
		return true;
	bool paused = pause_now(session);
	if (paused && (event.kind == GS_HOST_INTERRUPTED || event.kind == GS_HOST_REFUSED))
		return true;
	if (paused && session->life == GS_LIFE_ENDED)
		return true;
	char *others = others_note(session);
	g_set_error(error, GS_ERROR, GS_ERROR_TIMEOUT,
		paused ? "timed out after %g s: the program is paused now; --timeout gives more "
			 "time%s%s"
		       : "timed out after %g s: the program did not stop and cannot be paused; "
			 "`kill` ends it%s%s",
		session->timeout_ms / 1000.0, *others ? "; " : "", others);
	g_free(others);
	return false;
}

/* ---- what functions need ---- */

bool gs_session_has_program(struct gs_session *session)
{
	return session->life != GS_LIFE_NONE && session->life != GS_LIFE_ENDED &&
	       session->life != GS_LIFE_DETACHED;
}

bool gs_session_need_program(struct gs_session *session, GError **error)
{
	if (session->life == GS_LIFE_NONE) {
		struct gs_stop stop;
		if (!gs_session_start(session, &stop, error))
			return false;
		gs_stop_clear(&stop);
	}
	if (gs_session_has_program(session))
		return true;
	g_set_error(error, GS_ERROR, GS_ERROR_NO_PROGRAM,
		session->life == GS_LIFE_DETACHED
			? "glstep has been detached from the program: `restart` starts it again"
			: "the program has ended: `restart` starts it again");
	return false;
}

/* A function gave up waiting: the stop may have come meanwhile. Who serves a request of ours is not
 * stopped amid it: that would only make it last. */
static bool catch_up(struct gs_session *session, GError **error)
{
	struct gs_host_event event;
	int left = gs_session_left(session);
	gs_host_wait(session->host, session->serving ? left : MIN(left, PAUSE_LIMIT_MS), &event);
	if (take_event(session, &event) || (!session->serving && pause_now(session)))
		return true;
	g_set_error(error, GS_ERROR, GS_ERROR_TIMEOUT,
		"the program is still busy in the driver and does not answer: wait, or `kill` ends "
		"it");
	return false;
}

bool gs_session_need_stop(struct gs_session *session, GError **error)
{
	if (!gs_session_need_program(session, error))
		return false;
	if (session->life == GS_LIFE_RUNNING && !catch_up(session, error))
		return false;
	switch (session->life) {
	case GS_LIFE_STOPPED:
		return true;
	case GS_LIFE_OUTSIDE:
		g_set_error(error, GS_ERROR, GS_ERROR_OUTSIDE_GL,
			"the program is paused outside GL, where GL cannot be queried: `continue`, "
			"`next draw` or `kill`");
		return false;
	case GS_LIFE_SIGNAL:
		g_set_error(error, GS_ERROR, GS_ERROR_OUTSIDE_GL,
			"the program is about to be killed by %s and cannot be queried any more: "
			"`continue` lets it end",
			g_strsignal(session->signal));
		return false;
	default:
		return gs_session_need_program(session, error);
	}
}

bool gs_session_need_shader(struct gs_session *session, GError **error)
{
	if (session->debug)
		return gs_session_need_stop(session, error) && session->debug;
	if (!gs_session_need_program(session, error))
		return false;
	g_set_error(error, GS_ERROR, GS_ERROR_NO_SHADER,
		"no shader is being debugged: stop at a draw (`next draw`), then `shader "
		"fragment`");
	return false;
}

/* ---- requests ---- */

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 /* Linux 5.14 */
#endif

/* Where the shared memory runs out, writing to it would end glstep. */
static bool find_memory(void *at, size_t size)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), from = (uintptr_t)at / page * page;
	return madvise((void *)from, size + ((uintptr_t)at - from), MADV_POPULATE_WRITE) == 0 ||
	       errno == EINVAL;
}

bool gs_session_input(struct gs_session *session, struct gs_stream *stream)
{
	*stream = (struct gs_stream){.data = gs_host_bulk(session->host),
		.size = GS_WIRE_BULK_SIZE,
		.reserve = find_memory};
	return stream->data != NULL;
}

bool gs_session_request(struct gs_session *session, enum gs_wire_request_kind kind,
	const uint64_t number[6], const struct gs_stream *input, struct gs_stream *answer,
	GError **error)
{
	static const uint64_t none[6];
	GError *failure = NULL;
	bool good = gs_host_request(session->host, session->slot, kind, number ? number : none,
		input ? input->at : 0, gs_session_left(session), &failure);
	if (!good) {
		struct gs_host_event event;
		if (g_error_matches(failure, GS_ERROR, GS_ERROR_TIMEOUT)) {
			session->life = GS_LIFE_RUNNING;
			session->serving = true;
		} else if (g_error_matches(failure, GS_ERROR, GS_ERROR_NO_PROGRAM)) {
			gs_host_wait(session->host, PAUSE_LIMIT_MS, &event);
			take_event(session, &event);
		}
		g_propagate_error(error, failure);
		return false;
	}
	uint64_t size = gs_session_slot(session)->answer.bulk_size;
	if (answer)
		*answer = (struct gs_stream){
			.data = gs_host_bulk(session->host), .size = MIN(size, GS_WIRE_BULK_SIZE)};
	return true;
}

/* ---- stops ---- */

void gs_stop_clear(struct gs_stop *stop)
{
	gs_call_info_clear(&stop->call);
	g_free(stop->note);
	memset(stop, 0, sizeof *stop);
}

static void fill_last_call(struct gs_session *session, struct gs_stop *stop)
{
	gs_host_flush_log(session->host);
	uint64_t n = gs_calls_count(session);
	stop->has_call = n && gs_calls_get(session, (struct gs_call_place){n - 1}, &stop->call);
}

void gs_session_fill_stop(struct gs_session *session, struct gs_stop *stop)
{
	struct gs_wire_header *header = gs_host_wire(session->host);
	GBytes *detail = gs_session_pending_memory(session, GS_SHOWN_LIMIT);
	memset(stop, 0, sizeof *stop);
	stop->frame = header->frames;
	stop->draw = header->draws;
	gs_debug_log(GS_DEBUG_SESSION,
		"the program's state is %d, frame %" PRIu64 ", draw %" PRIu64, session->life,
		stop->frame, stop->draw);
	switch (session->life) {
	case GS_LIFE_STOPPED: {
		const struct gs_wire_slot *slot = gs_session_slot(session);
		stop->kind = session->reason == GS_REASON_BREAKPOINT ? GS_STOP_BREAKPOINT
			     : session->reason == GS_REASON_ERROR    ? GS_STOP_ERROR
								     : GS_STOP_CALL;
		stop->has_call = true;
		gs_call_from_wire(&slot->call, (pid_t)slot->tid, detail, &stop->call);
		g_bytes_unref(detail);
		stop->frame = slot->call.frame;
		stop->draw = slot->call.draw;
		stop->gl_error = stop->kind == GS_STOP_ERROR ? slot->call.gl_error : 0;
		stop->is_draw = stop->kind != GS_STOP_ERROR && gs_call_is_draw(slot->call.function);
		break;
	}
	case GS_LIFE_SIGNAL:
		stop->kind = GS_STOP_SIGNAL;
		stop->signal = session->signal;
		fill_last_call(session, stop);
		break;
	case GS_LIFE_ENDED:
		stop->kind = GS_STOP_EXITED;
		stop->status = session->status;
		stop->signal = session->by_signal ? session->signal : 0;
		break;
	default:
		stop->kind = GS_STOP_CALL;
		stop->outside_gl = true;
		break;
	}
	stop->note = gs_host_note(session->host);
	if (!*stop->note) {
		g_free(stop->note);
		stop->note = others_note(session);
	}
}

/* ---- start and end ---- */

/* In the log's thread, too. Where the disk is full a program that runs is paused before it waits
 * for room in its ring, where nothing could be asked of it. */
static bool log_calls(const struct gs_record *records, size_t n, gpointer data)
{
	struct gs_session *session = data;
	enum gs_call_room room = gs_call_store_append(session->calls, records, n);
	if (room != GS_CALLS_KEPT && session->log != GS_LOG_OFF &&
		g_atomic_int_get(&session->waiting) &&
		g_atomic_int_compare_and_exchange(&session->crowded, 0, 1))
		gs_host_pause_at_call(session->host);
	return room != GS_CALLS_CROWDED;
}

static bool launch(struct gs_session *session, GError **error)
{
	if (!session->calls && !(session->calls = gs_call_store_new(error)))
		return false;
	gs_call_store_clear(session->calls);
	struct gs_host *host = gs_host_new(&session->launch, error);
	if (!host)
		return false;
	g_atomic_pointer_set(&session->host, host);
	gs_host_set_log(host, log_calls, session);
	session->life = GS_LIFE_RUNNING;
	session->serving = false;
	g_atomic_int_set(&session->crowded, 0);
	return true;
}

/* The program's end came before any stop. */
static void refuse_ended(struct gs_session *session, GError **error)
{
	const char *name = session->launch.argv[0];
	char *why = gs_host_unreachable(session->host), *note = gs_host_note(session->host);
	if (session->called_gl && *note)
		g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED,
			"'%s' ended with status %d before it could be stopped: %s", name,
			session->status, note);
	else if (session->by_signal)
		g_set_error(error, GS_ERROR, GS_ERROR_NO_GL,
			"'%s' was killed by signal %d (%s) before it called GL, GLX or EGL: run it "
			"without glstep to see why",
			name, session->signal, g_strsignal(session->signal));
	else
		g_set_error(error, GS_ERROR, GS_ERROR_NO_GL,
			"'%s' ended with status %d without any call of GL, GLX or EGL: %s", name,
			session->status, why ? why : "it does not use GL");
	g_free(note);
	g_free(why);
}

static bool first_stop(struct gs_session *session, GError **error)
{
	if (!gs_session_wait(session, error))
		return false;
	if (session->life == GS_LIFE_ENDED) {
		refuse_ended(session, error);
		return false;
	}
	struct gs_wire_header *header = gs_host_wire(session->host);
	header->log = session->log;
	gs_session_send_breakpoints(session);
	return true;
}

bool gs_session_start(struct gs_session *session, struct gs_stop *stop, GError **error)
{
	memset(stop, 0, sizeof *stop);
	if (session->life == GS_LIFE_NONE) {
		gs_session_begin(session);
		if (!session->launch.argv || !session->launch.argv[0]) {
			g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
				"no program was given: name it after the options");
			return false;
		}
		if (!launch(session, error) || !first_stop(session, error))
			return false;
	} else if (!gs_session_need_program(session, error)) {
		return false;
	}
	gs_session_fill_stop(session, stop);
	return true;
}

bool gs_session_stop_now(struct gs_session *session, struct gs_stop *stop, GError **error)
{
	memset(stop, 0, sizeof *stop);
	if (session->life != GS_LIFE_ENDED) {
		gs_session_begin(session);
		if (!gs_session_need_program(session, error))
			return false;
		if (session->life == GS_LIFE_RUNNING && !catch_up(session, error))
			return false;
	}
	gs_session_fill_stop(session, stop);
	return true;
}

bool gs_session_restart(struct gs_session *session, struct gs_stop *stop, GError **error)
{
	memset(stop, 0, sizeof *stop);
	g_atomic_int_set(&session->ending, 0);
	gs_session_drop_shader(session);
	drop_host(session);
	gs_state_looks_clear(&session->looks);
	session->life = GS_LIFE_NONE;
	session->by_signal = false;
	return gs_session_start(session, stop, error);
}

bool gs_session_pause(struct gs_session *session, struct gs_stop *stop, GError **error)
{
	return gs_session_stop_now(session, stop, error);
}

bool gs_session_detach(struct gs_session *session, GError **error)
{
	gs_session_begin(session);
	if (!gs_session_need_program(session, error))
		return false;
	if (!gs_session_leave_any_shader(session, error))
		return false;
	if (!gs_host_detach(session->host, error))
		return false;
	session->life = GS_LIFE_DETACHED;
	return true;
}

bool gs_session_backtrace(struct gs_session *session, struct gs_stack *stack, GError **error)
{
	memset(stack, 0, sizeof *stack);
	gs_session_begin(session);
	if (!gs_session_need_program(session, error) ||
		(session->life == GS_LIFE_RUNNING && !catch_up(session, error)))
		return false;
	return gs_session_need_program(session, error) &&
	       gs_host_backtrace(session->host, stack, error);
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
	gs_host_kill(session->host);
	struct gs_host_event event;
	do
		gs_host_wait(session->host, PAUSE_LIMIT_MS, &event);
	while (take_event(session, &event) && session->life != GS_LIFE_ENDED);
	if (session->life == GS_LIFE_ENDED)
		return true;
	g_set_error(error, GS_ERROR, GS_ERROR_INTERNAL, "the program was killed but has not ended");
	return false;
}

bool gs_session_set_log(struct gs_session *session, enum gs_wire_log log, GError **error)
{
	session->log = log;
	if (session->host && gs_session_has_program(session)) {
		struct gs_wire_header *header = gs_host_wire(session->host);
		header->log = log;
		gs_wire_notify_program(header);
	}
	return true;
}

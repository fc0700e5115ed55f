/* SPDX-License-Identifier: MIT */
/* Waiting for the program: a function's time, interrupts, and what the host reports. */
#include "debugger/session/private.h"
#include "debugger/session/wait.h"

/* How long a program that is to pause may take to reach its next GL call. */
enum { PAUSE_PATIENCE_MS = 300 };

static void with_host(struct gs_session *session, void (*function)(struct gs_host *host))
{
	g_atomic_int_inc(&session->interrupting);
	struct gs_host *host = g_atomic_pointer_get(&session->host);
	if (host)
		function(host);
	g_atomic_int_add(&session->interrupting, -1);
}

void gs_session_interrupt(struct gs_session *session)
{
	g_atomic_int_set(&session->interrupted, 1);
	with_host(session, gs_host_interrupt);
}

void gs_session_look_again(struct gs_session *session)
{
	with_host(session, gs_host_look_again);
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
	if (g_atomic_int_get(&session->ending)) /* after it was forgotten, so that none is lost */
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

/* ---- events ---- */

struct gs_wire_slot *gs_session_slot(struct gs_session *session)
{
	return gs_host_slot(session->host, session->slot);
}

bool gs_session_has_program(struct gs_session *session)
{
	return session->life != GS_LIFE_NONE && session->life != GS_LIFE_ENDED &&
	       session->life != GS_LIFE_DETACHED;
}

bool gs_session_has_ended(struct gs_session *session)
{
	g_atomic_int_inc(&session->interrupting);
	struct gs_host *host = g_atomic_pointer_get(&session->host);
	bool ended = host && gs_host_has_ended(host);
	g_atomic_int_add(&session->interrupting, -1);
	return ended;
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

bool gs_session_take_event(struct gs_session *session, const struct gs_host_event *event)
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
		gs_host_wait(session->host, GS_PAUSE_LIMIT_MS, &event);
	while (event.kind == GS_HOST_REFUSED); /* the note says so */
	return gs_session_take_event(session, &event);
}

/* The process that draws may not be the first one that called GL. */
char *gs_session_others_note(struct gs_session *session)
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

/* Why there may be nothing to stop at, for whoever has waited for it. "": that is not known. */
static char *absence_note(struct gs_session *session)
{
	struct gs_wire_header *header = gs_host_wire(session->host);
	char *others = gs_session_others_note(session);
	if (*others || atomic_load(&header->draws))
		return others;
	g_free(others);
	char *hidden = gs_host_unreachable(session->host);
	if (hidden)
		return hidden;
	return g_strdup(atomic_load(&header->owner_pid) ? ""
			: session->launch.follow
				? "no process that calls GL matches --follow so far"
				: "no process has called GL so far");
}

/* ---- errands ---- */

void gs_session_set_errands(
	struct gs_session *session, void (*errands)(gpointer data), gpointer data)
{
	session->errands = errands;
	session->errands_data = data;
}

void gs_session_call_errands(struct gs_session *session)
{
	g_mutex_lock(&session->errands_lock);
	session->has_errands = true;
	if (session->listens)
		gs_host_interrupt(session->host);
	g_mutex_unlock(&session->errands_lock);
}

/* False: there are none; then they can come while listens. */
static bool take_errands(struct gs_session *session, bool listens)
{
	g_mutex_lock(&session->errands_lock);
	bool any = session->has_errands;
	session->has_errands = false;
	session->listens = listens && !any;
	g_mutex_unlock(&session->errands_lock);
	return any;
}

/* As gs_host_wait, with errands meanwhile. The program runs on while they are done. */
static void wait_for_event(struct gs_session *session, struct gs_host_event *event)
{
	bool any;
	do {
		while (take_errands(session, true))
			session->errands(session->errands_data);
		gs_host_wait(session->host, gs_session_left(session), event);
		any = take_errands(session, false);
		if (any && event->kind != GS_HOST_INTERRUPTED)
			gs_host_forget_interrupt(session->host);
		if (any)
			session->errands(session->errands_data);
	} while (any && event->kind == GS_HOST_INTERRUPTED &&
		 !g_atomic_int_get(&session->interrupted));
	if (any && g_atomic_int_get(&session->interrupted) && event->kind != GS_HOST_INTERRUPTED)
		gs_host_interrupt(session->host); /* forgotten with ours */
}

bool gs_session_wait(struct gs_session *session, GError **error)
{
	struct gs_host_event event;
	wait_for_event(session, &event);
	if (gs_session_take_event(session, &event))
		return true;
	bool paused = pause_now(session);
	if (paused && (event.kind == GS_HOST_INTERRUPTED || event.kind == GS_HOST_REFUSED))
		return true;
	if (paused && session->life == GS_LIFE_ENDED)
		return true;
	char *why = absence_note(session);
	g_set_error(error, GS_ERROR, GS_ERROR_TIMEOUT,
		paused ? "timed out after %g s: the program is paused now; --timeout gives more "
			 "time%s%s"
		       : "timed out after %g s: the program did not stop and cannot be paused; "
			 "`kill` ends it%s%s",
		session->timeout_ms / 1000.0, *why ? "; " : "", why);
	g_free(why);
	return false;
}

/* A function gave up waiting; the stop may have come since. A thread that serves a request of ours
 * is not paused, since that would only delay it. */
bool gs_session_catch_up(struct gs_session *session, GError **error)
{
	struct gs_host_event event;
	int left = gs_session_left(session);
	gs_host_wait(session->host, session->serving ? left : MIN(left, GS_PAUSE_LIMIT_MS), &event);
	if (gs_session_take_event(session, &event) || (!session->serving && pause_now(session)))
		return true;
	g_set_error(error, GS_ERROR, GS_ERROR_TIMEOUT,
		"the program is still busy in the driver and does not answer: wait, or `kill` ends "
		"it");
	return false;
}

/* SPDX-License-Identifier: MIT */
/* Events on their way from the host thread to the session. */
#include "debugger/base/debug-log.h"
#include "debugger/host/private.h"

static void log_event(const struct gs_host_event *event)
{
	static const char *const names[] = {"stopped at a call", "paused outside GL",
		"a signal is about to end it", "ended", "killed by a signal", "timeout",
		"interrupted", "the kernel refuses to stop it"};
	gs_debug_log(GS_DEBUG_HOST, "tells the session of process %d, thread %d: %s (%d)",
		event->pid, event->tid, names[event->kind],
		event->kind == GS_HOST_EXITED ? event->status : event->signal);
}

void gs_host_post_event(struct gs_host *host, const struct gs_host_event *event)
{
	log_event(event);
	g_mutex_lock(&host->lock);
	g_queue_push_tail(&host->events, g_memdup2(event, sizeof *event));
	if (event->kind == GS_HOST_EXITED || event->kind == GS_HOST_KILLED)
		host->end = *event;
	atomic_fetch_add(&host->n_events, 1);
	g_mutex_unlock(&host->lock);
	gs_host_notifier_wake(&host->to_session);
}

void gs_host_drop_events(struct gs_host *host, pid_t pid, pid_t tid)
{
	g_mutex_lock(&host->lock);
	for (GList *l = host->events.head, *next; l; l = next) {
		struct gs_host_event *event = l->data;
		next = l->next;
		if ((pid && event->pid != pid) || (tid && event->tid != tid) ||
			event->kind == GS_HOST_EXITED || event->kind == GS_HOST_KILLED)
			continue;
		g_free(event);
		g_queue_delete_link(&host->events, l);
		atomic_fetch_sub(&host->n_events, 1);
	}
	g_mutex_unlock(&host->lock);
}

bool gs_host_has_unread_stop(struct gs_host *host)
{
	return atomic_load(&host->n_events) != 0;
}

void gs_host_return_event(struct gs_host *host, const struct gs_host_event *event)
{
	g_mutex_lock(&host->lock);
	g_queue_push_head(&host->events, g_memdup2(event, sizeof *event));
	atomic_fetch_add(&host->n_events, 1);
	g_mutex_unlock(&host->lock);
}

bool gs_host_take_event(struct gs_host *host, struct gs_host_event *event)
{
	if (!atomic_load(&host->n_events))
		return false;
	g_mutex_lock(&host->lock);
	struct gs_host_event *first = g_queue_pop_head(&host->events);
	if (first) {
		*event = *first;
		atomic_fetch_sub(&host->n_events, 1);
	}
	g_mutex_unlock(&host->lock);
	g_free(first);
	return first != NULL;
}

/* SPDX-License-Identifier: MIT */
/* Opens a trace, with progress on a terminal; Ctrl-C cancels. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
#include "console/console.h"

enum { SILENT = 500, EVERY = 100 }; /* ms before the progress is shown, and between updates */

static struct gs_session *opening;
static volatile sig_atomic_t interrupted;

static void on_interrupt(int number)
{
	interrupted = 1;
	gs_session_interrupt(opening);
}

struct progress {
	struct gs_session *session;
	GMutex lock;
	GCond changed;
	bool over;
};

static gpointer show_progress(gpointer data)
{
	struct progress *p = data;
	gint64 now = g_get_monotonic_time(), next = now + SILENT * 1000;
	bool shown = false;
	g_mutex_lock(&p->lock);
	while (!p->over) {
		if (g_cond_wait_until(&p->changed, &p->lock, next))
			continue;
		fprintf(stderr, "\rReading the trace: %d %%",
			(int)(100 * gs_session_open_progress(p->session)));
		shown = true;
		next = g_get_monotonic_time() + EVERY * 1000;
	}
	g_mutex_unlock(&p->lock);
	if (shown)
		fputs("\r\033[K", stderr);
	return NULL;
}

/* Open a trace while another thread shows the progress, as the session's functions block. */
static bool open_and_show(struct gs_session *session, const char *path, GError **error)
{
	struct progress p = {.session = session};
	g_mutex_init(&p.lock);
	g_cond_init(&p.changed);
	GThread *thread = g_thread_new("progress", show_progress, &p);
	bool good = gs_session_open(session, path, error);
	g_mutex_lock(&p.lock);
	p.over = true;
	g_cond_signal(&p.changed);
	g_mutex_unlock(&p.lock);
	g_thread_join(thread);
	g_mutex_clear(&p.lock);
	g_cond_clear(&p.changed);
	return good;
}

bool gs_console_open(struct gs_console *console, const char *path, bool *cancelled, GError **error)
{
	struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = SA_RESTART}, before;
	GError *why = NULL;
	opening = console->verbs.session;
	sigaction(SIGINT, &action, &before);
	bool good = console->json || !isatty(STDERR_FILENO)
			    ? gs_session_open(console->verbs.session, path, &why)
			    : open_and_show(console->verbs.session, path, &why);
	sigaction(SIGINT, &before, NULL);
	*cancelled = interrupted && g_error_matches(why, GS_ERROR, GS_ERROR_TIMEOUT);
	if (*cancelled)
		g_set_error(error, GS_ERROR, GS_ERROR_TIMEOUT,
			"'%s': cancelled: only its first %" G_GUINT64_FORMAT " calls were read",
			path, (guint64)gs_calls_count(console->verbs.session));
	else if (why)
		g_propagate_error(error, g_steal_pointer(&why));
	g_clear_error(&why);
	return good;
}

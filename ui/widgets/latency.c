/* SPDX-License-Identifier: MIT */
#include "ui/widgets/latency.h"

#include <gtk/gtk.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static struct {
	gboolean watched;
	GPollFunc poll;
	gboolean settled; /* the loop has been idle once, so the window is shown */
	gint64 woken, woken_cpu;
	gint64 told;   /* us; 0: iterations are not reported */
	gint64 asked;  /* time of the last request; 0: none */
	GSList *known; /* const char *: results to report once painted */
	struct gs_latency longest;
} loop;

gint64 gs_latency_thread_time(void)
{
	struct timespec time;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
	return (gint64)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

static void note(gint64 wall, gint64 cpu)
{
	loop.longest.wall = MAX(loop.longest.wall, wall);
	loop.longest.cpu = MAX(loop.longest.cpu, cpu);
	loop.longest.n++;
	if (loop.told && wall >= loop.told)
		fprintf(stderr,
			"glstep: main loop held up for %.1f ms, computing %.1f ms of it, until "
			"%.3f\n",
			(double)wall / 1000, (double)cpu / 1000,
			(double)g_get_monotonic_time() / 1e6);
}

/* Called when everything that was ready has been dispatched. */
static gint watched_poll(GPollFD *fds, guint n, gint timeout)
{
	if (loop.woken && loop.settled)
		note(g_get_monotonic_time() - loop.woken,
			gs_latency_thread_time() - loop.woken_cpu);
	loop.settled |= timeout != 0;
	gint ready = loop.poll(fds, n, timeout);
	loop.woken = g_get_monotonic_time();
	loop.woken_cpu = gs_latency_thread_time();
	return ready;
}

void gs_latency_start(guint told_ms)
{
	loop.told = (gint64)told_ms * 1000;
	if (loop.watched)
		return;
	loop.watched = TRUE;
	loop.poll = g_main_context_get_poll_func(NULL);
	g_main_context_set_poll_func(NULL, watched_poll);
}

void gs_latency_asked(void)
{
	loop.asked = g_get_monotonic_time();
}

static void tell(gpointer what, gpointer now)
{
	fprintf(stderr, "glstep: %s on the screen after %.1f ms, at %.3f\n", (const char *)what,
		(double)(*(gint64 *)now - loop.asked) / 1000, (double)*(gint64 *)now / 1e6);
}

static void painted(GdkFrameClock *clock, gpointer data)
{
	gint64 now = g_get_monotonic_time();
	if (loop.asked)
		g_slist_foreach(loop.known, tell, &now);
	g_clear_pointer(&loop.known, g_slist_free);
	g_signal_handlers_disconnect_by_func(clock, painted, NULL);
}

static GdkFrameClock *clock_of_window(void)
{
	GdkFrameClock *clock = NULL;
	GList *windows = gtk_window_list_toplevels();
	for (GList *l = windows; l && !clock; l = l->next)
		if (gtk_widget_get_mapped(l->data))
			clock = gtk_widget_get_frame_clock(l->data);
	g_list_free(windows);
	return clock;
}

void gs_latency_known(const char *what)
{
	GdkFrameClock *clock = loop.watched && loop.told ? clock_of_window() : NULL;
	if (!clock)
		return;
	if (!loop.known)
		g_signal_connect(clock, "after-paint", G_CALLBACK(painted), NULL);
	loop.known = g_slist_append(loop.known, (gpointer)what);
	gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_AFTER_PAINT);
}

struct gs_latency gs_latency_longest(void)
{
	return loop.longest;
}

void gs_latency_reset(void)
{
	loop.longest = (struct gs_latency){0};
}

void gs_latency_start_if_wanted(void)
{
	const char *wanted = g_getenv("GLSTEP_UI_LATENCY");
	if (wanted)
		gs_latency_start((guint)MAX(strtol(wanted, NULL, 10), 1));
}

void gs_latency_tell(void)
{
	if (loop.watched)
		fprintf(stderr,
			"glstep: the main loop was held up for %.1f ms at most, computing for %.1f "
			"ms "
			"at most\n",
			(double)loop.longest.wall / 1000, (double)loop.longest.cpu / 1000);
}

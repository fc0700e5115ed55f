/* SPDX-License-Identifier: MIT */
#include "ui/latency.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static struct {
	gboolean watched;
	GPollFunc poll;
	gboolean settled; /* it has once had nothing left to do: the window is there */
	gint64 woken, woken_cpu;
	gint64 told; /* us */
	gint64 asked; /* when; 0: nothing was */
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
		fprintf(stderr, "glstep: main loop held up for %.1f ms, computing %.1f ms of it, until %.3f\n",
			(double)wall / 1000, (double)cpu / 1000,
			(double)g_get_monotonic_time() / 1e6);
}

/* Called when all that was ready is dispatched. */
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

static gboolean painted(gpointer what)
{
	gint64 now = g_get_monotonic_time();
	if (loop.asked)
		fprintf(stderr, "glstep: %s on the screen after %.1f ms, at %.3f\n", (const char *)what,
			(double)(now - loop.asked) / 1000, (double)now / 1e6);
	return G_SOURCE_REMOVE;
}

void gs_latency_known(const char *what)
{
	if (loop.watched && loop.told) /* painting comes before what is of low priority */
		g_idle_add_full(G_PRIORITY_LOW, painted, (gpointer)what, NULL);
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
			"glstep: the main loop was held up for %.1f ms at most, computing for %.1f ms "
			"at most\n",
			(double)loop.longest.wall / 1000, (double)loop.longest.cpu / 1000);
}

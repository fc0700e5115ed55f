/* SPDX-License-Identifier: MIT */
/*
 * ui/widgets/latency - measures how long each iteration blocks the main loop: in wall-clock time,
 * which includes time that other processes used, and in processor time of the thread, which the
 * window's own code used.
 *
 * With GLSTEP_UI_LATENCY=MS in the environment, each iteration that takes MS ms or longer is
 * reported on standard error, the longest at the end, and the time from each action until its
 * values are on the screen. Time before the window is shown is not counted.
 */
#ifndef GS_UI_LATENCY_H
#define GS_UI_LATENCY_H

#include <glib.h>

struct gs_latency {
	gint64 wall, cpu; /* us: the longest iteration in each; may be different iterations */
	guint64 n;	  /* number of iterations */
};

/* Measure the default main context from now on, and report iterations of told_ms or longer; 0:
 * none. */
void gs_latency_start(guint told_ms);
/* Return the longest times since gs_latency_start or the last reset, without the current
 * iteration. */
struct gs_latency gs_latency_longest(void);
void gs_latency_reset(void);
/* Start if the environment variable is set; report the longest iteration. */
void gs_latency_start_if_wanted(void);
void gs_latency_tell(void);
/* Mark a request of the user, and that its result (`what`, static) is known and will be painted
 * next. The time is reported once it is painted. */
void gs_latency_asked(void);
void gs_latency_known(const char *what);
/* Return the processor time of the calling thread in us. */
gint64 gs_latency_thread_time(void);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * ui/widgets/latency - measures how long each iteration blocks the main loop: by the clock (which
 * includes time that other processes used) and by the processor time of the thread (which is due to
 * the window's own code).
 *
 * GLSTEP_UI_LATENCY=MS in the environment: reports every iteration that takes MS ms or longer on
 * stderr, and the longest at the end; and the time from each action until its values are on the
 * screen. The time before the window is shown is not counted.
 */
#ifndef GS_UI_LATENCY_H
#define GS_UI_LATENCY_H

#include <glib.h>

struct gs_latency {
	gint64 wall, cpu; /* us: the longest by either clock, of different iterations perhaps */
	guint64 n;	  /* iterations */
};

/* Watches the default main context from now on; told_ms 0: nothing is told while it runs. */
void gs_latency_start(guint told_ms);
/* Since gs_latency_start or the last reset, without the iteration that is running. */
struct gs_latency gs_latency_longest(void);
void gs_latency_reset(void);
/* Starts if the environment asks for it; gs_latency_tell reports the longest at the end. */
void gs_latency_start_if_wanted(void);
void gs_latency_tell(void);
/* Mark a request of the user, and that its result is known and will be painted next; reports the
 * time once it is painted. */
void gs_latency_asked(void);
void gs_latency_known(const char *what);
/* Processor time of the calling thread, us. */
gint64 gs_latency_thread_time(void);

#endif

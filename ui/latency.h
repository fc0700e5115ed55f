/* SPDX-License-Identifier: MIT */
/*
 * ui/latency - how long the main loop is held up: from the moment it is woken until it can wait
 * again. Told by the clock (which also counts what other processes took of the processor) and by
 * the processor time of the thread itself, which is what the window's own code is to blame for.
 *
 * GLSTEP_UI_LATENCY=MS in the environment: every iteration that takes MS ms or longer is told on
 * stderr, and the longest at the end; so is the time from each action to its values on the screen.
 * The time until the window is there is not counted.
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
/* As the environment wants it; gs_latency_tell says the longest at the end. */
void gs_latency_start_if_wanted(void);
void gs_latency_tell(void);
/* The user has asked for something; what it led to is known now and will be painted next: told once
 * it is. */
void gs_latency_asked(void);
void gs_latency_known(const char *what);
/* Processor time of the calling thread, us. */
gint64 gs_latency_thread_time(void);

#endif

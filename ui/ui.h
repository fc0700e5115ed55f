/* SPDX-License-Identifier: MIT */
/*
 * ui/ - the window: a GTK 3 user interface over debugger/session/session.h.
 *
 * The session runs in a worker thread (frontend/worker.h); the main loop never blocks. Panels have
 * one input each (frontend/state.h); the window broadcasts. Nothing in here touches ptrace, shared
 * memory or wire/.
 */
#ifndef GS_UI_H
#define GS_UI_H

#include <stdbool.h>
#include "debugger/host/host.h"

struct gs_ui_options {
	struct gs_launch launch; /* copied; argv NULL without a program */
	bool has_program;	 /* false: the window begins with a page to choose one */
	bool no_log;		 /* run at full speed, only count calls */
	unsigned width, height;	 /* of the window; 0: 1280x800 */
	bool first_draw;	 /* go on to the first draw once launched */
	bool asks_again;	 /* the page is filled in with what was launched last */
};

/* Opens the window and runs until it is closed. argc and argv are the command line GTK may take its
 * own options from, or NULL. Returns the exit status: 0; 2 if there is no display (the sentence is
 * on stderr). */
int gs_ui_run(const struct gs_ui_options *options, int *argc, char ***argv);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * ui/ - the window: a GTK 3 user interface over debugger/session/session.h.
 *
 * The session runs in a worker thread (debugger/base/worker.h); the main loop never blocks. Panels
 * get the state (frontend/state.h) as their only input, whenever a part of it changes. Nothing in
 * this folder uses ptrace, shared memory or wire/.
 */
#ifndef GS_UI_H
#define GS_UI_H

#include <stdbool.h>
#include "debugger/host/host.h"

struct gs_ui_options {
	struct gs_launch launch; /* copied; argv NULL: no program */
	bool has_program;	 /* false: the window begins with the start page */
	bool no_log;		 /* run at full speed and only count calls */
	unsigned width, height;	 /* of the window; 0: 1280x800 */
	bool first_draw;	 /* run on to the first draw call */
	bool asks_again;	 /* fill the start page with what was launched last */
};

/* The application's data of that name is &options.launch.list_size. */
#define GS_UI_LIST_SIZE "list-size"

/* Open the window and run until it is closed. argc and argv: the command line, from which GTK takes
 * its own options, or NULL. Return the exit status: 0; 2 if there is no display, which a sentence
 * on standard error says. */
int gs_ui_run(const struct gs_ui_options *options, int *argc, char ***argv);

#endif

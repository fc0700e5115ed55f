/* SPDX-License-Identifier: MIT */
/* ui/actions/end-question - asks before something ends a program that still runs, or discards a
 * source that the user has edited. */
#ifndef GS_UI_END_QUESTION_H
#define GS_UI_END_QUESTION_H

#include <gtk/gtk.h>
#include "frontend/controller.h"

struct gs_ending {
	const char *what;    /* what ends the program: "A new session" */
	const char *agree;   /* text of the button behind "End it, ": "new session" */
	bool empties_editor; /* edited sources are lost, too */
};

/* Call `then` immediately if nothing would be lost (no program lives, or a trace is played), else
 * when the user has agreed. */
void gs_end_question(GtkWindow *window, struct gs_controller *controller,
	const struct gs_ending *ending, void (*then)(gpointer data), gpointer data);
/* Ask before the user closes the window. edits: returns the names of the sources that only the
 * editor holds (g_free), or NULL. Call before gs_end_question. */
void gs_end_question_setup(
	GtkWindow *window, struct gs_controller *controller, char *(*edits)(GtkWindow *window));

#endif

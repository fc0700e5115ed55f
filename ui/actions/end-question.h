/* SPDX-License-Identifier: MIT */
/* ui/actions/end-question - asks before a program that lives, or a text that has been edited, is
 * lost to something else. */
#ifndef GS_UI_END_QUESTION_H
#define GS_UI_END_QUESTION_H

#include <gtk/gtk.h>
#include "frontend/controller.h"

struct gs_ending {
	const char *what;    /* "A new session": what ends the program */
	const char *agree;   /* "new session": on the button, behind "End it, " */
	bool empties_editor; /* the texts that the user has edited are lost, too */
};

/* Calls `then`: at once where nothing would be lost (no program lives, or it plays a trace), else
 * when the user has agreed. */
void gs_end_question(GtkWindow *window, struct gs_controller *controller,
	const struct gs_ending *ending, void (*then)(gpointer data), gpointer data);
/* Asks before the user closes the window. edits: names what its editor alone holds, NULL: nothing;
 * g_free. Before the first question. */
void gs_end_question_setup(
	GtkWindow *window, struct gs_controller *controller, char *(*edits)(GtkWindow *window));

#endif

/* SPDX-License-Identifier: MIT */
/* ui/end-question - asks before a program that lives is ended for something else. */
#ifndef GS_UI_END_QUESTION_H
#define GS_UI_END_QUESTION_H

#include <gtk/gtk.h>
#include "frontend/controller.h"

/* Calls `then`: at once where no program would be lost (none lives, or it plays a
 * trace), else when the user has agreed. what: "A new session", which ends it; agree: the button's
 * text. */
void gs_end_question(GtkWindow *window, struct gs_controller *controller, const char *what,
	const char *agree, void (*then)(gpointer data), gpointer data);
/* Asks before the user closes the window. */
void gs_end_question_before_close(GtkWindow *window, struct gs_controller *controller);

#endif

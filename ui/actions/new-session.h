/* SPDX-License-Identifier: MIT */
/* ui/actions/new-session - from a session back to the page that asks for a program: Ctrl+N and the
 * menu. */
#ifndef GS_UI_NEW_SESSION_H
#define GS_UI_NEW_SESSION_H

#include <gtk/gtk.h>
#include "frontend/controller.h"

/* begin opens a window that asks for a program, when this one is gone; it gets no_log. */
void gs_new_session_setup(GtkApplicationWindow *window, struct gs_controller *controller,
	bool no_log, void (*begin)(GtkApplication *application, bool no_log));

#endif

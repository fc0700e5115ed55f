/* SPDX-License-Identifier: MIT */
/* ui/actions/new-session - ends a session and returns to the page that asks for a program: Ctrl+N
 * and the menu. */
#ifndef GS_UI_NEW_SESSION_H
#define GS_UI_NEW_SESSION_H

#include <gtk/gtk.h>
#include "frontend/controller.h"

/* Add the action new-session. When this window is closed, it calls `begin` with no_log to open a
 * window that asks for a program. */
void gs_new_session_setup(GtkApplicationWindow *window, struct gs_controller *controller,
	bool no_log, void (*begin)(GtkApplication *application, bool no_log));

#endif

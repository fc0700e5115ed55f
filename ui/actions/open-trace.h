/* SPDX-License-Identifier: MIT */
/* ui/actions/open-trace - opens a trace in the window: the menu's entry, dropped files, the
 * progress. */
#ifndef GS_UI_OPEN_TRACE_H
#define GS_UI_OPEN_TRACE_H

#include <gtk/gtk.h>
#include "frontend/controller.h"

/* Add the actions open-trace (asks for a file) and open-file (s: a file), and accept files that are
 * dropped onto the window. If the window has a program already, another glstep opens the trace. */
void gs_open_trace_setup(GtkApplicationWindow *window, struct gs_controller *controller);
/* Show in the box how much of the trace has been read, with a button that cancels it, while it is
 * being read. */
void gs_open_trace_show(GtkBox *status, const struct gs_ui_state *state);

#endif

/* SPDX-License-Identifier: MIT */
/* ui/actions/open-trace - opening a trace in the window: the menu's entry, dropping a file,
 * progress. */
#ifndef GS_UI_OPEN_TRACE_H
#define GS_UI_OPEN_TRACE_H

#include <gtk/gtk.h>
#include "frontend/controller.h"

/* The actions open-trace (asks for a file) and open-file (s: a file), and files that are dropped
 * onto the window. Where a program is chosen already, another glstep opens the trace. */
void gs_open_trace_setup(GtkApplicationWindow *window, struct gs_controller *controller);
/* Shows how much of the trace is read in the box, with a button that cancels it, while one is. */
void gs_open_trace_show(GtkBox *status, const struct gs_ui_state *state);

#endif

/* SPDX-License-Identifier: MIT */
/* ui/actions/break-actions - the actions on breakpoints that panels activate. */
#ifndef GS_UI_BREAK_ACTIONS_H
#define GS_UI_BREAK_ACTIONS_H

#include <gtk/gtk.h>
#include "frontend/controller.h"

/* Add the actions toggle-break (stage, object, line), break-line (object, line, condition, any),
 * break-call (pattern, condition), break-change (number, condition, any), break-ignore (number,
 * count) and unbreak (number). */
void gs_break_actions_setup(GtkApplicationWindow *window, struct gs_controller *controller);

#endif

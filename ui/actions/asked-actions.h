/* SPDX-License-Identifier: MIT */
/* ui/actions/asked-actions - actions with parameters that panels activate: for the shader and its
 * values, pixels, calls and resources. */
#ifndef GS_UI_ASKED_ACTIONS_H
#define GS_UI_ASKED_ACTIONS_H

#include <gtk/gtk.h>
#include "frontend/controller.h"

/* Add the actions to the window, for gs_panel_activate. They call the controller. */
void gs_asked_actions_setup(GtkApplicationWindow *window, struct gs_controller *controller);

#endif

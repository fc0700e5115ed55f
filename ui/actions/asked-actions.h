/* SPDX-License-Identifier: MIT */
/* ui/actions/asked-actions - what panels ask the controller for, with parameters: of the shader and
 * its values, of pixels, calls and resources. */
#ifndef GS_UI_ASKED_ACTIONS_H
#define GS_UI_ASKED_ACTIONS_H

#include <gtk/gtk.h>
#include "frontend/controller.h"

/* Adds these actions, for gs_panel_ask. */
void gs_asked_actions_setup(GtkApplicationWindow *window, struct gs_controller *controller);

#endif

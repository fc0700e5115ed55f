/* SPDX-License-Identifier: MIT */
/* ui/window - the window: panels around one controller, and the actions with the reasons why they
 * are disabled. */
#ifndef GS_UI_WINDOW_H
#define GS_UI_WINDOW_H

#include <gtk/gtk.h>
#include "ui/ui.h"

#define GS_TYPE_WINDOW (gs_window_get_type())
G_DECLARE_FINAL_TYPE(GsWindow, gs_window, GS, WINDOW, GtkApplicationWindow)

GsWindow *gs_window_new(GtkApplication *application, const struct gs_ui_options *options);

#endif

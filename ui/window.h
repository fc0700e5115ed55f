/* SPDX-License-Identifier: MIT */
/* ui/window - the window: puts panels around one controller, passes the state to them, and shows
 * messages and the status. */
#ifndef GS_UI_WINDOW_H
#define GS_UI_WINDOW_H

#include <gtk/gtk.h>
#include "ui/ui.h"

#define GS_TYPE_WINDOW (gs_window_get_type())
G_DECLARE_FINAL_TYPE(GsWindow, gs_window, GS, WINDOW, GtkApplicationWindow)

/* Return a new window, which launches the program of the options or shows the start page. */
GsWindow *gs_window_new(GtkApplication *application, const struct gs_ui_options *options);

#endif

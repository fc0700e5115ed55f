/* SPDX-License-Identifier: MIT */
/* ui/shader/watch-panel - the user's expressions, updated after every step; any of them can be
 * shown as an image. */
#ifndef GS_UI_WATCH_PANEL_H
#define GS_UI_WATCH_PANEL_H

#include "ui/panel.h"

#define GS_TYPE_WATCH_PANEL (gs_watch_panel_get_type())
/* the keyboard goes to the field for a new one */
G_DECLARE_FINAL_TYPE(GsWatchPanel, gs_watch_panel, GS, WATCH_PANEL, GtkBox)
void gs_watch_panel_type(GsWatchPanel *panel);

#endif

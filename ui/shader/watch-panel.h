/* SPDX-License-Identifier: MIT */
/* ui/shader/watch-panel - the panel of the user's watched expressions, updated after every step;
 * any of them can be shown as an image. */
#ifndef GS_UI_WATCH_PANEL_H
#define GS_UI_WATCH_PANEL_H

#include "ui/panel.h"

#define GS_TYPE_WATCH_PANEL (gs_watch_panel_get_type())
G_DECLARE_FINAL_TYPE(GsWatchPanel, gs_watch_panel, GS, WATCH_PANEL, GtkBox)
/* Give the keyboard focus to the entry for a new watch. */
void gs_watch_panel_type(GsWatchPanel *panel);

#endif

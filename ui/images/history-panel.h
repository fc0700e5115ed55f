/* SPDX-License-Identifier: MIT */
/* ui/images/history-panel - the panel that lists the focus element's steps so far; a double click
 * goes to a step. */
#ifndef GS_UI_HISTORY_PANEL_H
#define GS_UI_HISTORY_PANEL_H

#include "ui/panel.h"

#define GS_TYPE_HISTORY_PANEL (gs_history_panel_get_type())
G_DECLARE_FINAL_TYPE(GsHistoryPanel, gs_history_panel, GS, HISTORY_PANEL, GtkBox)

#endif

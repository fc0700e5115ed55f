/* SPDX-License-Identifier: MIT */
/* ui/actions/tool-bar - a box of buttons with icons and texts, which hides the texts if it lacks
 * room. */
#ifndef GS_UI_TOOL_BAR_H
#define GS_UI_TOOL_BAR_H

#include <gtk/gtk.h>

#define GS_TYPE_TOOL_BAR (gs_tool_bar_get_type())
G_DECLARE_FINAL_TYPE(GsToolBar, gs_tool_bar, GS, TOOL_BAR, GtkBox)

/* Register the label of one of the bar's buttons, which the bar may hide. */
void gs_tool_bar_add_text(GsToolBar *bar, GtkWidget *text);

#endif

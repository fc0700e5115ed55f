/* SPDX-License-Identifier: MIT */
/* ui/actions/tool-bar - a box of buttons with icons and texts; without enough room, the texts are
 * hidden.
 */
#ifndef GS_UI_TOOL_BAR_H
#define GS_UI_TOOL_BAR_H

#include <gtk/gtk.h>

#define GS_TYPE_TOOL_BAR (gs_tool_bar_get_type())
G_DECLARE_FINAL_TYPE(GsToolBar, gs_tool_bar, GS, TOOL_BAR, GtkBox)

/* The text of a button, which the bar can hide. */
void gs_tool_bar_add_text(GsToolBar *bar, GtkWidget *text);

#endif

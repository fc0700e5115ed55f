/* SPDX-License-Identifier: MIT */
/* ui/pane - a divided area (GtkPaned) that keeps the proportions of its parts: if it is made
 * smaller than its contents allow, or a bar takes room from it for a while, the divider returns to
 * its place with the room. */
#ifndef GS_UI_PANE_H
#define GS_UI_PANE_H

#include <gtk/gtk.h>

#define GS_TYPE_PANE (gs_pane_get_type())
G_DECLARE_FINAL_TYPE(GsPane, gs_pane, GS, PANE, GtkPaned)

/* Set the bar that takes its height from the lower part while it is visible. It must live as long
 * as the pane. */
void gs_pane_set_bar(GsPane *pane, GtkWidget *bar);
/* Return the position that the divider gets when there is room for it, including the bar's room. */
int gs_pane_wanted(GsPane *pane);

#endif

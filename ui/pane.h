/* SPDX-License-Identifier: MIT */
/* ui/pane - a divided area that keeps its parts: where it is made smaller than the parts' contents
 * allow, or a bar takes room from it for a while, its divider comes back to its old place with the
 * room. */
#ifndef GS_UI_PANE_H
#define GS_UI_PANE_H

#include <gtk/gtk.h>

#define GS_TYPE_PANE (gs_pane_get_type())
G_DECLARE_FINAL_TYPE(GsPane, gs_pane, GS, PANE, GtkPaned)

/* bar: takes its height from the lower part while it is visible. It lives as long as the pane. */
void gs_pane_set_bar(GsPane *pane, GtkWidget *bar);
/* Where the divider is to be as soon as there is room for it, the bar's included. */
int gs_pane_wanted(GsPane *pane);

#endif

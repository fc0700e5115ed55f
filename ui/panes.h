/* SPDX-License-Identifier: MIT */
/* ui/panes - saves and restores the positions of the window's dividers, even for a window of
 * another size. */
#ifndef GS_UI_PANES_H
#define GS_UI_PANES_H

#include <stdbool.h>
#include <gtk/gtk.h>

struct gs_panes {
	GtkPaned *left, *host, *right, *centre, *value;
	int placed_for[2]; /* size of the window that the dividers were placed for */
};

/* Set the size of a window that is not shown yet, and place its panes for it. panes must live as
 * long as the window; bar: is shown below them for a while. */
void gs_panes_place(
	struct gs_panes *panes, GtkWindow *window, GtkWidget *bar, int width, int height);
/* Store sizes in the settings. Return false and store nothing if the panes are not shown. */
bool gs_panes_save(const struct gs_panes *panes, GtkWindow *window);
/* Move the dividers to their default positions. */
void gs_panes_reset(struct gs_panes *panes, GtkWindow *window);

#endif

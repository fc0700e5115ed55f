/* SPDX-License-Identifier: MIT */
/* ui/panes - the sizes of the window's panes: where they were, in a window of another size, too. */
#ifndef GS_UI_PANES_H
#define GS_UI_PANES_H

#include <stdbool.h>
#include <gtk/gtk.h>

struct gs_panes {
	GtkPaned *left, *host, *right, *centre, *value;
	int placed_for[2]; /* the window's size that they were placed for */
};

/* Of a window that is not shown yet. panes live as long as the window; bar: what is shown below
 * them for a while. */
void gs_panes_place(
	struct gs_panes *panes, GtkWindow *window, GtkWidget *bar, int width, int height);
/* Into the settings. False: the panes were not to be seen, and nothing is changed. */
bool gs_panes_save(const struct gs_panes *panes, GtkWindow *window);
/* Puts them back where they are at first. */
void gs_panes_reset(struct gs_panes *panes, GtkWindow *window);

#endif

/* SPDX-License-Identifier: MIT */
/* ui/widgets/fold - hides a side area where there is no room for it, and offers a button that shows
 * it. */
#ifndef GS_UI_FOLD_H
#define GS_UI_FOLD_H

#include <gtk/gtk.h>

/* Hide `side` whenever `box` becomes narrower than `room` (pixels), and show it whenever it becomes
 * at least as wide. The toggle button shows and hides it at any time. */
void gs_fold_setup(GtkWidget *box, GtkWidget *side, GtkToggleButton *button, int room);

#endif

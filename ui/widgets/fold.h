/* SPDX-License-Identifier: MIT */
/* ui/widgets/fold - what stands beside something more important goes where there is no room for
 * both, and comes by a button. */
#ifndef GS_UI_FOLD_H
#define GS_UI_FOLD_H

#include <gtk/gtk.h>

/* side is hidden, and the button up, whenever box becomes narrower than room (pixels), and shown
 * whenever it becomes wider; the button does so at any time. */
void gs_fold_setup(GtkWidget *box, GtkWidget *side, GtkToggleButton *button, int room);

#endif

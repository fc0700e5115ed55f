/* SPDX-License-Identifier: MIT */
/* ui/widgets/list-copy - lets Ctrl+C copy the selected row of any list in the window. */
#ifndef GS_UI_LIST_COPY_H
#define GS_UI_LIST_COPY_H

#include <gtk/gtk.h>

/* Return a row's text; g_free. */
typedef char *(*gs_list_copy_func)(GtkTreeModel *model, GtkTreeIter *row);
/* Set the function that gives the text of this list's rows. Without one it is what the columns
 * show, with tabs between. */
void gs_list_copy_as(GtkTreeView *view, gs_list_copy_func func);
/* Return the text that Ctrl+C copies for a row; g_free. */
char *gs_list_copy_text(GtkTreeView *view, GtkTreeModel *model, GtkTreeIter *row);
/* Handle Ctrl+C in a window, for the list that has the focus. */
void gs_list_copy_setup(GtkWindow *window);

#endif

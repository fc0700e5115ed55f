/* SPDX-License-Identifier: MIT */
/* ui/widgets/list-copy - Ctrl+C in any list of the window copies the selected row. */
#ifndef GS_UI_LIST_COPY_H
#define GS_UI_LIST_COPY_H

#include <gtk/gtk.h>

/* Return a row's text, g_free. */
typedef char *(*gs_list_copy_func)(GtkTreeModel *model, GtkTreeIter *row);
/* Have rows of the list copied so; else what its columns show, with tabs between. */
void gs_list_copy_as(GtkTreeView *view, gs_list_copy_func func);
/* The row's text, as Ctrl+C copies it; g_free. */
char *gs_list_copy_text(GtkTreeView *view, GtkTreeModel *model, GtkTreeIter *row);
/* Of a window, for the list in it that has the focus. */
void gs_list_copy_setup(GtkWindow *window);

#endif

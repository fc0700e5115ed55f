/* SPDX-License-Identifier: MIT */
/* ui/calls/visible-thumbs - requests the thumbnails of a list's visible rows, and none while the
 * list is not shown. */
#ifndef GS_UI_VISIBLE_THUMBS_H
#define GS_UI_VISIBLE_THUMBS_H

#include "ui/panel.h"

/* Return what the row shows a thumbnail of, as the action "thumbnails" names it (g_free), or
 * NULL. */
typedef char *(*gs_pictured_func)(GtkTreeModel *model, GtkTreeIter *row);

/* Set up a view. list: its name for the action. Call once for each view, before it is shown. */
void gs_visible_thumbs_setup(GtkTreeView *view, const char *list, gs_pictured_func pictured);
/* Request thumbnails soon. Call after rows or thumbnails have changed. */
void gs_visible_thumbs_ask(GtkTreeView *view);

#endif

/* SPDX-License-Identifier: MIT */
/* ui/calls/visible-thumbs - asks for the thumbnails of the rows of a list that are seen, and of
 * none while the list is not shown. */
#ifndef GS_UI_VISIBLE_THUMBS_H
#define GS_UI_VISIBLE_THUMBS_H

#include "ui/panel.h"

/* What the row has a thumbnail of, as the action "thumbnails" names it; g_free. NULL: it has none.
 */
typedef char *(*gs_pictured_func)(GtkTreeModel *model, GtkTreeIter *row);

/* list: as the action names it. Once for each view, before it is shown. */
void gs_visible_thumbs_setup(GtkTreeView *view, const char *list, gs_pictured_func pictured);
/* After rows or thumbnails have changed: asks soon. */
void gs_visible_thumbs_ask(GtkTreeView *view);

#endif

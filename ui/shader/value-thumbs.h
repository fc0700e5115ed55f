/* SPDX-License-Identifier: MIT */
/* ui/shader/value-thumbs - a column of thumbnails beside the values of a list, which requests those
 * of the visible rows and shows them. */
#ifndef GS_UI_VALUE_THUMBS_H
#define GS_UI_VALUE_THUMBS_H

#include "ui/panel.h"

/* Add the column to a view of a value store. key: the list's name for the action "thumbnails". */
void gs_value_thumbs_setup(GtkTreeView *view, const char *key);
/* Show the thumbnails. Call after the store was filled, or thumbnails came. */
void gs_value_thumbs_show(GtkTreeView *view, const struct gs_ui_state *state);

#endif

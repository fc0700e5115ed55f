/* SPDX-License-Identifier: MIT */
/* ui/shader/value-thumbs - a column of thumbnails beside the values of a list: requests those of
 * the visible rows and shows them. */
#ifndef GS_UI_VALUE_THUMBS_H
#define GS_UI_VALUE_THUMBS_H

#include "ui/panel.h"

/* Adds the column to a view of a value store. key: the list, as the action "thumbnails" names it.
 */
void gs_value_thumbs_setup(GtkTreeView *view, const char *key);
/* After the store was filled anew, or thumbnails came. */
void gs_value_thumbs_show(GtkTreeView *view, const struct gs_ui_state *state);

#endif

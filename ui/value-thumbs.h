/* SPDX-License-Identifier: MIT */
/* ui/value-thumbs - beside the values of a list, each over the whole target: asks for those of the
 * rows that can be seen, and shows what has come. */
#ifndef GS_UI_VALUE_THUMBS_H
#define GS_UI_VALUE_THUMBS_H

#include "ui/panel.h"

/* Adds the column to a view of a value store. key: the list, as the action "thumbnails" names it.
 */
void gs_value_thumbs_setup(GtkTreeView *view, const char *key);
/* After the store was filled anew, or thumbnails came. */
void gs_value_thumbs_show(GtkTreeView *view, const struct gs_ui_state *state);

#endif

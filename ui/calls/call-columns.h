/* SPDX-License-Identifier: MIT */
/* ui/calls/call-columns - the columns of the list of calls, numbers, texts and thumbnails, and its
 * tooltips. */
#ifndef GS_UI_CALL_COLUMNS_H
#define GS_UI_CALL_COLUMNS_H

#include "ui/panel.h"

/* Once, for a view of a GsCallModel. */
void gs_call_columns_add(GtkTreeView *view);
/* For a number of so many digits: numbers are never cut, they would be others. */
void gs_call_columns_make_room(GtkTreeView *view, size_t digits);

#endif

/* SPDX-License-Identifier: MIT */
/* ui/calls/call-columns - the columns of the list of calls (numbers, texts and thumbnails) and its
 * tooltips. */
#ifndef GS_UI_CALL_COLUMNS_H
#define GS_UI_CALL_COLUMNS_H

#include "ui/panel.h"

/* Add the columns to a view of a GsCallModel. Call once. */
void gs_call_columns_add(GtkTreeView *view);
/* Make the column of numbers wide enough for so many digits, so that no number is cut off. */
void gs_call_columns_make_room(GtkTreeView *view, size_t digits);

#endif

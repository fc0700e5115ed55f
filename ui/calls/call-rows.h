/* SPDX-License-Identifier: MIT */
/*
 * ui/calls/call-rows - trees whose rows have calls of the opened trace below them. A double click
 * or Enter shows the call, or the first one below the row, in the list of calls; a button plays up
 * to it.
 */
#ifndef GS_UI_CALL_ROWS_H
#define GS_UI_CALL_ROWS_H

#include "ui/panel.h"

/* The first columns of the tree's store. */
enum gs_call_row_column {
	GS_CALL_ROW_TITLE, /* number of the call */
	GS_CALL_ROW_TEXT,  /* text of the call, set when the row above it is expanded */
	GS_CALL_ROW_CALL,  /* number of the call plus 1; 0: the row is no call */
	GS_N_CALL_ROW_COLUMNS,
};
#define GS_CALL_ROW_TYPES G_TYPE_STRING, G_TYPE_STRING, G_TYPE_UINT64

/* Add calls below the row. n: number of calls, of which at most the first `kept` are in `calls`. */
void gs_call_rows_add(
	GtkTreeStore *store, GtkTreeIter *row, const uint64_t *calls, uint64_t n, uint64_t kept);
/* Set up the view, and add the button that plays, with that name, to the head. Call once. */
void gs_call_rows_setup(GtkTreeView *view, GtkBox *head, const char *button);
/* Set the state. Call whenever it changes. */
void gs_call_rows_set(GtkTreeView *view, const struct gs_ui_state *state);

#endif

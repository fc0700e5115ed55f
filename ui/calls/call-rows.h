/* SPDX-License-Identifier: MIT */
/*
 * ui/calls/call-rows - a tree whose rows have calls of the opened trace below them. A double click,
 * or Enter, shows the call, or the first one below, in the list of calls; a button plays up to it.
 */
#ifndef GS_UI_CALL_ROWS_H
#define GS_UI_CALL_ROWS_H

#include "ui/panel.h"

/* The first columns of the tree's store. */
enum gs_call_row_column {
	GS_CALL_ROW_TITLE, /* the call's number */
	GS_CALL_ROW_TEXT,  /* the call, once the row above it is open */
	GS_CALL_ROW_CALL,  /* its number plus 1; 0: the row is no call */
	GS_N_CALL_ROW_COLUMNS,
};
#define GS_CALL_ROW_TYPES G_TYPE_STRING, G_TYPE_STRING, G_TYPE_UINT64

/* Adds calls below the row: n there are, of which at most `kept` are known. */
void gs_call_rows_add(
	GtkTreeStore *store, GtkTreeIter *row, const uint64_t *calls, uint64_t n, uint64_t kept);
/* Once: what is done with rows, and the button of that name, which goes into the head. */
void gs_call_rows_setup(GtkTreeView *view, GtkBox *head, const char *button);
/* Whenever the state changes. */
void gs_call_rows_set(GtkTreeView *view, const struct gs_ui_state *state);

#endif

/* SPDX-License-Identifier: MIT */
/* ui/shader/edit-list - a tree of names, values and types. Editing a value activates an action of
 * the window. */
#ifndef GS_UI_EDIT_LIST_H
#define GS_UI_EDIT_LIST_H

#include "ui/panel.h"

enum gs_edit_column {
	GS_EDIT_NAME,
	GS_EDIT_VALUE,
	GS_EDIT_TYPE,
	GS_EDIT_PATH, /* the name that the action gets */
	GS_EDIT_EDITABLE,
	GS_EDIT_WEIGHT, /* Pango weight of the value */
	GS_EDIT_NOTE,	/* note about the value, for a column that the list's owner adds */
	GS_EDIT_N_COLUMNS
};

struct gs_edit_row {
	const char *name, *path, *value, *type;
	bool editable;
	bool is_bold; /* show the value in bold */
};

/* Pack a list with an accessible name into the box, and return it. action: gets the path and the
 * new text; static. */
GtkTreeView *gs_edit_list_new(
	GtkBox *box, const char *name, const char *action, int name_width, int type_width);
/* Append a row below parent or, if NULL, at the top level. iter: set to the row, if not NULL. */
void gs_edit_list_add(
	GtkTreeView *view, GtkTreeIter *iter, GtkTreeIter *parent, const struct gs_edit_row *row);

/* Let a list with other columns do the same: a text typed into the cell, which shows value_column,
 * activates the action with the text of path_column. */
void gs_edit_cell_ask(GtkCellRenderer *cell, GtkTreeView *view, int value_column, int path_column,
	const char *action);

#endif

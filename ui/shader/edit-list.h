/* SPDX-License-Identifier: MIT */
/* ui/shader/edit-list - a tree of names, values and types. A value that the user edits becomes an
 * action of the window. */
#ifndef GS_UI_EDIT_LIST_H
#define GS_UI_EDIT_LIST_H

#include "ui/panel.h"

enum gs_edit_column {
	GS_EDIT_NAME,
	GS_EDIT_VALUE,
	GS_EDIT_TYPE,
	GS_EDIT_PATH, /* the name as the action takes it */
	GS_EDIT_EDITABLE,
	GS_EDIT_WEIGHT, /* Pango weight of the value */
	GS_EDIT_NOTE,	/* of the value, for a column that the list's owner adds */
	GS_EDIT_N_COLUMNS
};

struct gs_edit_row {
	const char *name, *path, *value, *type;
	bool editable;
	bool is_bold; /* the value is */
};

/* Packs a list into the box, with its accessible name. action takes the path and the new text. */
GtkTreeView *gs_edit_list_new(
	GtkBox *box, const char *name, const char *action, int name_width, int type_width);
/* iter (NULL: not wanted) becomes the new row, below parent or, without one, at the top level. */
void gs_edit_list_add(
	GtkTreeView *view, GtkTreeIter *iter, GtkTreeIter *parent, const struct gs_edit_row *row);

/* The same for a list with other columns: a new text in the cell, which shows value_column, asks
 * for the action. */
void gs_edit_cell_ask(GtkCellRenderer *cell, GtkTreeView *view, int value_column, int path_column,
	const char *action);

#endif

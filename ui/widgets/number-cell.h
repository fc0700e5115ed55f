/* SPDX-License-Identifier: MIT */
/* ui/widgets/number-cell - shows numbers in columns of tables. */
#ifndef GS_UI_NUMBER_CELL_H
#define GS_UI_NUMBER_CELL_H

#include <gtk/gtk.h>
#include "frontend/value-node.h"

/*
 * Set the renderer's text to a number: the shortest text that reads back as the same number if the
 * column has room for it, else four significant digits; integers always have all their digits. NaN
 * and infinities have the colour of errors.
 */
void gs_number_cell_set(
	GtkCellRenderer *cell, GtkTreeViewColumn *column, const struct gs_scalar *scalar);
/* Set the renderer's text to a value's text if the column has room for it, else to the same text
 * with numbers of four significant digits. */
void gs_number_cell_set_text(GtkCellRenderer *cell, GtkTreeViewColumn *column, const char *text);
/* Return what was set last, with all digits; NULL if the renderer was not set by these
 * functions. */
const char *gs_number_cell_exact(GtkCellRenderer *cell);
/* Show all digits in a tooltip if the cell under the pointer has no room for them. */
void gs_number_cell_tips(GtkTreeView *view);

#endif

/* SPDX-License-Identifier: MIT */
/* ui/widgets/number-cell - numbers in a column of a table. */
#ifndef GS_UI_NUMBER_CELL_H
#define GS_UI_NUMBER_CELL_H

#include <gtk/gtk.h>
#include "frontend/value-node.h"

/*
 * In the renderer's text: the shortest that reads back as the same number where the column has room
 * for it, else four digits; integers have all of theirs. What is neither finite nor a number has
 * the colour of what is wrong.
 */
void gs_number_cell_set(
	GtkCellRenderer *cell, GtkTreeViewColumn *column, const struct gs_scalar *scalar);
/* In the renderer's text: that of a value where the column has room for it, else the same with
 * numbers of four digits. */
void gs_number_cell_set_text(GtkCellRenderer *cell, GtkTreeViewColumn *column, const char *text);
/* What was set last, with all digits; NULL: the renderer is none of these. */
const char *gs_number_cell_exact(GtkCellRenderer *cell);
/* Where a cell under the pointer has no room for all digits, its tooltip has them. */
void gs_number_cell_tips(GtkTreeView *view);

#endif

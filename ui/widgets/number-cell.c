/* SPDX-License-Identifier: MIT */
#include "ui/widgets/number-cell.h"

#include <math.h>
#include <string.h>
#include "ui/widgets/theme.h"

enum { SPARE = 8, DIGITS = 4 }; /* pixels beside a text; where there is no room */

static bool has_room(GtkTreeViewColumn *column, const char *text)
{
	GtkWidget *view = gtk_tree_view_column_get_tree_view(column);
	g_autoptr(PangoLayout) layout = gtk_widget_create_pango_layout(view, text);
	int width;
	pango_layout_get_pixel_size(layout, &width, NULL);
	return width + SPARE <= MAX(gtk_tree_view_column_get_width(column),
					gtk_tree_view_column_get_fixed_width(column));
}

void gs_number_cell_set(
	GtkCellRenderer *cell, GtkTreeViewColumn *column, const struct gs_scalar *scalar)
{
	bool is_real = gs_base_is_real(scalar->base);
	double value = is_real ? scalar->number : 0;
	bool is_whole = is_real && value == rint(value) && fabs(value) < 1e15;
	g_autofree char *exact = is_whole ? g_strdup_printf("%.0f", value) : gs_scalar_text(scalar);
	g_autofree char *brief = !is_real || is_whole || has_room(column, exact)
					 ? NULL
					 : gs_number_text(value, DIGITS);
	g_object_set(cell, "text", brief ? brief : exact, "foreground",
		isfinite(value) ? NULL : gs_theme_colour(GS_COLOUR_WRONG), NULL);
}

void gs_number_cell_set_text(GtkCellRenderer *cell, GtkTreeViewColumn *column, const char *text)
{
	g_autofree char *brief = has_room(column, text) ? NULL : gs_brief_text(text, DIGITS);
	g_object_set(cell, "text", brief ? brief : text, NULL);
}

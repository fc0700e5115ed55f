/* SPDX-License-Identifier: MIT */
#include "ui/widgets/number-cell.h"

#include <math.h>
#include <string.h>
#include "ui/widgets/theme.h"

enum { SPARE = 8, DIGITS = 4 }; /* pixels beside a text; digits where there is no room for all */

static bool has_room(GtkTreeViewColumn *column, const char *text)
{
	GtkWidget *view = gtk_tree_view_column_get_tree_view(column);
	g_autoptr(PangoLayout) layout = gtk_widget_create_pango_layout(view, text);
	int width;
	pango_layout_get_pixel_size(layout, &width, NULL);
	return width + SPARE <= MAX(gtk_tree_view_column_get_width(column),
					gtk_tree_view_column_get_fixed_width(column));
}

/* Set the renderer's text. exact: the text to copy. */
static void show(GtkCellRenderer *cell, const char *text, const char *exact)
{
	g_object_set(cell, "text", text, NULL);
	g_object_set_data_full(G_OBJECT(cell), "exact", g_strdup(exact), g_free);
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
	show(cell, brief ? brief : exact, exact);
	g_object_set(cell, "foreground", isfinite(value) ? NULL : gs_theme_colour(GS_COLOUR_WRONG),
		NULL);
}

void gs_number_cell_set_text(GtkCellRenderer *cell, GtkTreeViewColumn *column, const char *text)
{
	g_autofree char *brief = has_room(column, text) ? NULL : gs_brief_text(text, DIGITS);
	show(cell, brief ? brief : text, text);
}

const char *gs_number_cell_exact(GtkCellRenderer *cell)
{
	return g_object_get_data(G_OBJECT(cell), "exact");
}

/* Return the first of a column's renderers. */
static GtkCellRenderer *renderer_of(GtkTreeViewColumn *column)
{
	GList *cells = gtk_cell_layout_get_cells(GTK_CELL_LAYOUT(column));
	GtkCellRenderer *first = cells ? cells->data : NULL;
	g_list_free(cells);
	return first;
}

static gboolean tip_asked(
	GtkWidget *widget, gint x, gint y, gboolean by_keyboard, GtkTooltip *tooltip, gpointer data)
{
	GtkTreeView *view = GTK_TREE_VIEW(widget);
	GtkTreeModel *model;
	GtkTreeIter row;
	GtkTreeViewColumn *column;
	g_autoptr(GtkTreePath) path = NULL;
	g_autofree char *shown = NULL;
	if (by_keyboard ||
		!gtk_tree_view_get_tooltip_context(view, &x, &y, FALSE, &model, NULL, &row) ||
		!gtk_tree_view_get_path_at_pos(view, x, y, &path, &column, NULL, NULL))
		return FALSE;
	gtk_tree_view_column_cell_set_cell_data(column, model, &row, FALSE, FALSE);
	GtkCellRenderer *cell = renderer_of(column);
	const char *exact = gs_number_cell_exact(cell);
	g_object_get(cell, "text", &shown, NULL);
	if (!exact || !g_strcmp0(exact, shown))
		return FALSE;
	gtk_tooltip_set_text(tooltip, exact);
	gtk_tree_view_set_tooltip_cell(view, tooltip, path, column, NULL);
	return TRUE;
}

void gs_number_cell_tips(GtkTreeView *view)
{
	gtk_widget_set_has_tooltip(GTK_WIDGET(view), TRUE);
	g_signal_connect(view, "query-tooltip", G_CALLBACK(tip_asked), NULL);
}

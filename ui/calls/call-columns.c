/* SPDX-License-Identifier: MIT */
#include "ui/calls/call-columns.h"

#include "ui/calls/call-model.h"
#include "ui/widgets/theme.h"

enum {
	NUMBER_WIDTH = 40 /* least width */,
	PICTURE_WIDTH = 22,
	TEXT_WIDTH = 172,
	LEAST_TEXT_WIDTH = 60
};

static gboolean tooltip(
	GtkTreeView *view, gint x, gint y, gboolean keyboard, GtkTooltip *tip, gpointer data)
{
	GtkTreeModel *model;
	GtkTreePath *path;
	GtkTreeIter iter;
	if (!gtk_tree_view_get_tooltip_context(view, &x, &y, keyboard, &model, &path, &iter))
		return FALSE;
	g_autofree char *text = NULL, *index = NULL;
	g_autoptr(GdkPixbuf) picture = NULL;
	gtk_tree_model_get(model, &iter, GS_CALL_COLUMN_DETAIL, &text, GS_CALL_COLUMN_INDEX, &index,
		GS_CALL_COLUMN_LARGE, &picture, -1);
	g_autofree char *whole = g_strdup_printf(
		"%s%s%s", index ? index : "", index ? ": " : "", text ? text : "");
	gtk_tooltip_set_text(tip, whole);
	gtk_tooltip_set_icon(tip, picture);
	gtk_tree_view_set_tooltip_row(view, tip, path);
	gtk_tree_path_free(path);
	return TRUE;
}

static void recolour(gpointer cell)
{
	g_object_set(cell, "foreground", gs_theme_colour(GS_COLOUR_FAINT), NULL);
}

static void add_column(GtkTreeView *view, int column, bool is_index)
{
	GtkCellRenderer *cell = gtk_cell_renderer_text_new();
	g_object_set(cell, "ellipsize", is_index ? PANGO_ELLIPSIZE_NONE : PANGO_ELLIPSIZE_END,
		"ypad", 1, NULL);
	GtkTreeViewColumn *shown = gtk_tree_view_column_new_with_attributes(NULL, cell, "text",
		column, "cell-background", GS_CALL_COLUMN_BACKGROUND, "weight",
		GS_CALL_COLUMN_WEIGHT, NULL);
	if (is_index) {
		g_object_set(cell, "xalign", 1.0, NULL);
		recolour(cell);
		gs_theme_watch(G_OBJECT(cell), recolour);
	} else {
		gtk_tree_view_column_add_attribute(
			shown, cell, "foreground", GS_CALL_COLUMN_COLOUR);
	}
	gtk_tree_view_column_set_sizing(shown, GTK_TREE_VIEW_COLUMN_FIXED);
	gtk_tree_view_column_set_fixed_width(shown, is_index ? NUMBER_WIDTH : TEXT_WIDTH);
	gtk_tree_view_column_set_expand(shown, !is_index);
	gtk_tree_view_append_column(view, shown);
}

/* Add the column of thumbnails beside passes and draw calls. */
static void add_pictures(GtkTreeView *view)
{
	GtkCellRenderer *cell = gtk_cell_renderer_pixbuf_new();
	GtkTreeViewColumn *thumbnails = gtk_tree_view_column_new_with_attributes(NULL, cell,
		"pixbuf", GS_CALL_COLUMN_SMALL, "cell-background", GS_CALL_COLUMN_BACKGROUND, NULL);
	gtk_tree_view_column_set_sizing(thumbnails, GTK_TREE_VIEW_COLUMN_FIXED);
	gtk_tree_view_column_set_fixed_width(thumbnails, PICTURE_WIDTH);
	gtk_tree_view_append_column(view, thumbnails);
}

void gs_call_columns_add(GtkTreeView *view)
{
	add_column(view, GS_CALL_COLUMN_INDEX, true);
	add_column(view, GS_CALL_COLUMN_TEXT, false);
	add_pictures(view);
	g_signal_connect(view, "query-tooltip", G_CALLBACK(tooltip), NULL);
}

void gs_call_columns_make_room(GtkTreeView *view, size_t digits)
{
	g_autofree char *widest = g_strnfill(digits, '8');
	int width;
	PangoLayout *text = gtk_widget_create_pango_layout(GTK_WIDGET(view), widest);
	pango_layout_get_pixel_size(text, &width, NULL);
	g_object_unref(text);
	width = MAX(NUMBER_WIDTH, width + 8);
	gtk_tree_view_column_set_fixed_width(gtk_tree_view_get_column(view, 0), width);
	/* GTK gives the remaining room to columns again only when the list's own width changes. */
	gtk_tree_view_column_set_fixed_width(gtk_tree_view_get_column(view, 1),
		MAX(TEXT_WIDTH - (width - NUMBER_WIDTH), LEAST_TEXT_WIDTH));
}

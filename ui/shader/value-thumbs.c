/* SPDX-License-Identifier: MIT */
#include "ui/shader/value-thumbs.h"

#include "frontend/pictures/image-thumb.h"
#include "ui/calls/visible-thumbs.h"

/* Return the row's expression if it has a thumbnail (g_free), else NULL. */
static char *pictured(GtkTreeModel *model, GtkTreeIter *iter)
{
	gboolean is_pictured = FALSE;
	char *name = NULL;
	gtk_tree_model_get(model, iter, GS_VALUE_COLUMN_PICTURED, &is_pictured, -1);
	if (is_pictured)
		gtk_tree_model_get(model, iter, GS_VALUE_COLUMN_EXPRESSION, &name, -1);
	return name;
}

void gs_value_thumbs_show(GtkTreeView *view, const struct gs_ui_state *state)
{
	GtkTreeModel *model = gtk_tree_view_get_model(view);
	GtkTreeIter iter;
	static cairo_surface_t *blank;
	if (!blank)
		blank = gs_image_thumb_blank();
	for (gboolean more = gtk_tree_model_get_iter_first(model, &iter); more;
		more = gtk_tree_model_iter_next(model, &iter)) {
		g_autofree char *name = pictured(model, &iter);
		if (!name)
			continue;
		cairo_surface_t *surface = g_hash_table_lookup(state->thumbnails, name);
		gtk_tree_store_set(GTK_TREE_STORE(model), &iter, GS_VALUE_COLUMN_THUMBNAIL,
			surface ? surface : blank, -1);
	}
	gs_visible_thumbs_ask(view);
}

void gs_value_thumbs_setup(GtkTreeView *view, const char *key)
{
	GtkCellRenderer *cell = gtk_cell_renderer_pixbuf_new();
	GtkTreeViewColumn *column = gtk_tree_view_column_new_with_attributes(
		"Target", cell, "surface", GS_VALUE_COLUMN_THUMBNAIL, NULL);
	g_object_set(cell, "ypad", 1, "xpad", 2, NULL);
	gtk_tree_view_column_set_sizing(column, GTK_TREE_VIEW_COLUMN_FIXED);
	gtk_tree_view_column_set_fixed_width(column, GS_THUMB_WIDTH + 8);
	gtk_tree_view_insert_column(view, column, 3);
	gs_visible_thumbs_setup(view, key, pictured);
}

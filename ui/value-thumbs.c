/* SPDX-License-Identifier: MIT */
#include "ui/value-thumbs.h"

#include <string.h>
#include "frontend/image-thumb.h"

struct thumbs {
	GtkTreeView *view;
	char *key;
	char **asked; /* the expressions requested last */
	guint idle;
};

static void thumbs_free(gpointer data)
{
	struct thumbs *thumbs = data;
	g_clear_handle_id(&thumbs->idle, g_source_remove);
	g_strfreev(thumbs->asked);
	g_free(thumbs->key);
	g_free(thumbs);
}

static bool is_pictured(GtkTreeModel *model, GtkTreeIter *iter)
{
	gboolean pictured = FALSE;
	gtk_tree_model_get(model, iter, GS_VALUE_COLUMN_PICTURED, &pictured, -1);
	return pictured;
}

/* The expressions of the visible rows on the outermost level; g_strfreev. */
static char **visible(GtkTreeView *view)
{
	GtkTreeModel *model = gtk_tree_view_get_model(view);
	GPtrArray *names = g_ptr_array_new();
	GtkTreePath *first = NULL, *last = NULL;
	GtkTreeIter iter;
	bool any = gtk_widget_get_mapped(GTK_WIDGET(view)) &&
		   gtk_tree_view_get_visible_range(view, &first, &last);
	int from = any ? gtk_tree_path_get_indices(first)[0] : 0,
	    to = any ? gtk_tree_path_get_indices(last)[0] : -1;
	for (int i = from; i <= to && gtk_tree_model_iter_nth_child(model, &iter, NULL, i); i++) {
		char *name = NULL;
		if (!is_pictured(model, &iter))
			continue;
		gtk_tree_model_get(model, &iter, GS_VALUE_COLUMN_EXPRESSION, &name, -1);
		if (name)
			g_ptr_array_add(names, name);
	}
	gtk_tree_path_free(first);
	gtk_tree_path_free(last);
	g_ptr_array_add(names, NULL);
	return (char **)g_ptr_array_free(names, FALSE);
}

static gboolean ask(gpointer data)
{
	struct thumbs *thumbs = data;
	char **names = visible(thumbs->view);
	thumbs->idle = 0;
	if (thumbs->asked &&
		g_strv_equal((const char *const *)names, (const char *const *)thumbs->asked)) {
		g_strfreev(names);
		return G_SOURCE_REMOVE;
	}
	g_strfreev(thumbs->asked);
	thumbs->asked = names;
	gs_panel_ask(thumbs->view, "thumbnails", g_variant_new("(s^as)", thumbs->key, names));
	return G_SOURCE_REMOVE;
}

static void ask_soon(struct thumbs *thumbs)
{
	if (!thumbs->idle)
		thumbs->idle = g_idle_add(ask, thumbs);
}

static void moved(GtkAdjustment *adjustment, GtkWidget *view)
{
	ask_soon(g_object_get_data(G_OBJECT(view), "thumbs"));
}

static void resized(GtkWidget *view, GdkRectangle *allocation, gpointer data)
{
	ask_soon(g_object_get_data(G_OBJECT(view), "thumbs"));
}

static void mapped(GtkWidget *view, gpointer data)
{
	ask_soon(g_object_get_data(G_OBJECT(view), "thumbs"));
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
		g_autofree char *name = NULL;
		if (!is_pictured(model, &iter))
			continue;
		gtk_tree_model_get(model, &iter, GS_VALUE_COLUMN_EXPRESSION, &name, -1);
		cairo_surface_t *surface = name ? g_hash_table_lookup(state->thumbnails, name)
						: NULL;
		gtk_tree_store_set(GTK_TREE_STORE(model), &iter, GS_VALUE_COLUMN_THUMBNAIL,
			surface ? surface : blank, -1);
	}
	ask_soon(g_object_get_data(G_OBJECT(view), "thumbs"));
}

void gs_value_thumbs_setup(GtkTreeView *view, const char *key)
{
	struct thumbs *thumbs = g_new0(struct thumbs, 1);
	GtkCellRenderer *cell = gtk_cell_renderer_pixbuf_new();
	GtkTreeViewColumn *column = gtk_tree_view_column_new_with_attributes(
		"Target", cell, "surface", GS_VALUE_COLUMN_THUMBNAIL, NULL);
	g_object_set(cell, "ypad", 1, "xpad", 2, NULL);
	gtk_tree_view_column_set_sizing(column, GTK_TREE_VIEW_COLUMN_FIXED);
	gtk_tree_view_column_set_fixed_width(column, GS_THUMB_WIDTH + 8);
	gtk_tree_view_insert_column(view, column, 3);
	thumbs->view = view;
	thumbs->key = g_strdup(key);
	g_object_set_data_full(G_OBJECT(view), "thumbs", thumbs, thumbs_free);
	g_signal_connect_object(gtk_scrollable_get_vadjustment(GTK_SCROLLABLE(view)),
		"value-changed", G_CALLBACK(moved), view, 0);
	g_signal_connect(view, "size-allocate", G_CALLBACK(resized), NULL);
	g_signal_connect(view, "map", G_CALLBACK(mapped), NULL);
	g_signal_connect_after(view, "unmap", G_CALLBACK(mapped), NULL);
}

/* SPDX-License-Identifier: MIT */
#include "ui/calls/visible-thumbs.h"

struct thumbs {
	GtkTreeView *view;
	char *list;
	gs_pictured_func pictured;
	char **asked; /* names requested last */
	guint idle;
};

static void thumbs_free(gpointer data)
{
	struct thumbs *thumbs = data;
	g_clear_handle_id(&thumbs->idle, g_source_remove);
	g_strfreev(thumbs->asked);
	g_free(thumbs->list);
	g_free(thumbs);
}

/* Return the names for the visible rows of the top level; g_strfreev. */
static char **visible(const struct thumbs *thumbs)
{
	GtkTreeModel *model = gtk_tree_view_get_model(thumbs->view);
	GPtrArray *names = g_ptr_array_new();
	GtkTreePath *first = NULL, *last = NULL;
	GtkTreeIter iter;
	bool any = gtk_widget_get_mapped(GTK_WIDGET(thumbs->view)) &&
		   gtk_tree_view_get_visible_range(thumbs->view, &first, &last);
	int from = any ? gtk_tree_path_get_indices(first)[0] : 0,
	    to = any ? gtk_tree_path_get_indices(last)[0] : -1;
	for (int i = from; i <= to && gtk_tree_model_iter_nth_child(model, &iter, NULL, i); i++) {
		char *name = thumbs->pictured(model, &iter);
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
	char **names = visible(thumbs);
	thumbs->idle = 0;
	if (thumbs->asked &&
		g_strv_equal((const char *const *)names, (const char *const *)thumbs->asked)) {
		g_strfreev(names);
		return G_SOURCE_REMOVE;
	}
	g_strfreev(thumbs->asked);
	thumbs->asked = names;
	gs_panel_activate(thumbs->view, "thumbnails", g_variant_new("(s^as)", thumbs->list, names));
	return G_SOURCE_REMOVE;
}

void gs_visible_thumbs_ask(GtkTreeView *view)
{
	struct thumbs *thumbs = g_object_get_data(G_OBJECT(view), "thumbs");
	if (!thumbs->idle)
		thumbs->idle = g_idle_add(ask, thumbs);
}

static void moved(GtkAdjustment *adjustment, GtkTreeView *view)
{
	gs_visible_thumbs_ask(view);
}

static void resized(GtkTreeView *view, GdkRectangle *allocation, gpointer data)
{
	gs_visible_thumbs_ask(view);
}

static void mapped(GtkTreeView *view, gpointer data)
{
	gs_visible_thumbs_ask(view);
}

void gs_visible_thumbs_setup(GtkTreeView *view, const char *list, gs_pictured_func pictured)
{
	struct thumbs *thumbs = g_new0(struct thumbs, 1);
	thumbs->view = view;
	thumbs->list = g_strdup(list);
	thumbs->pictured = pictured;
	g_object_set_data_full(G_OBJECT(view), "thumbs", thumbs, thumbs_free);
	g_signal_connect_object(gtk_scrollable_get_vadjustment(GTK_SCROLLABLE(view)),
		"value-changed", G_CALLBACK(moved), view, 0);
	g_signal_connect(view, "size-allocate", G_CALLBACK(resized), NULL);
	g_signal_connect(view, "map", G_CALLBACK(mapped), NULL);
	g_signal_connect_after(view, "unmap", G_CALLBACK(mapped), NULL);
}

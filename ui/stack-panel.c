/* SPDX-License-Identifier: MIT */
#include "ui/stack-panel.h"

enum { COLUMN_FUNCTION, COLUMN_LINE, COLUMN_WEIGHT, N_COLUMNS };

struct _GsStackPanel {
	GtkBox parent;
	GtkTreeView *view;
	GtkListStore *store;
	bool busy; /* we change the selection, not the user */
};

G_DEFINE_TYPE(GsStackPanel, gs_stack_panel, GTK_TYPE_BOX)

static void chosen(GtkTreeSelection *selection, GsStackPanel *panel)
{
	GtkTreeIter iter;
	GtkTreeModel *model;
	if (panel->busy || !gtk_tree_selection_get_selected(selection, &model, &iter))
		return;
	g_autoptr(GtkTreePath) path = gtk_tree_model_get_path(model, &iter);
	gs_panel_ask(panel, "frame", g_variant_new_uint32((guint32)gtk_tree_path_get_indices(path)[0]));
}

/* Innermost first, as row and as number. */
static void fill(GsStackPanel *panel, const struct gs_ui_state *state)
{
	gtk_list_store_clear(panel->store);
	unsigned n = state->in_shader && state->call_path ? g_strv_length(state->call_path) : 0;
	for (unsigned i = n; i-- > 0;) {
		g_auto(GStrv) parts = g_strsplit(state->call_path[i], ", line ", 2);
		bool here = n - 1 - i == state->where.frame;
		gtk_list_store_insert_with_values(panel->store, NULL, -1, COLUMN_FUNCTION, parts[0],
			COLUMN_LINE, parts[0] && parts[1] ? parts[1] : "", COLUMN_WEIGHT,
			here ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL, -1);
	}
	if (!n)
		return;
	g_autoptr(GtkTreePath) path = gtk_tree_path_new_from_indices((int)state->where.frame, -1);
	gtk_tree_selection_select_path(gtk_tree_view_get_selection(panel->view), path);
}

void gs_stack_panel_set(GsStackPanel *panel, const struct gs_ui_state *state, unsigned parts)
{
	if (!(parts & (GS_PART_WHERE | GS_PART_STOP)))
		return;
	panel->busy = true;
	fill(panel, state);
	panel->busy = false;
}

static void gs_stack_panel_class_init(GsStackPanelClass *class)
{
}

static void gs_stack_panel_init(GsStackPanel *panel)
{
	gtk_orientable_set_orientation(GTK_ORIENTABLE(panel), GTK_ORIENTATION_VERTICAL);
	panel->store = gtk_list_store_new(N_COLUMNS, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_INT);
	panel->view = gs_panel_list(GTK_BOX(panel), "Call stack", GTK_TREE_MODEL(panel->store));
	g_object_unref(panel->store); /* the view's */
	gs_panel_column(panel->view, "Function", COLUMN_FUNCTION, 0, "weight", COLUMN_WEIGHT, NULL);
	gs_panel_column(panel->view, "Line", COLUMN_LINE, 60, "weight", COLUMN_WEIGHT, NULL);
	g_signal_connect(gtk_tree_view_get_selection(panel->view), "changed", G_CALLBACK(chosen),
		panel);
}

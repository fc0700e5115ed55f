/* SPDX-License-Identifier: MIT */
#include "ui/shader/edit-list.h"

#include <string.h>

struct edit {
	GtkTreeView *view;
	int value_column, path_column;
	const char *action; /* static */
};

static void free_edit(gpointer edit, GClosure *closure)
{
	g_free(edit);
}

static void edited(GtkCellRendererText *cell, char *path, char *text, const struct edit *edit)
{
	GtkTreeIter iter;
	GtkTreeModel *model = gtk_tree_view_get_model(edit->view);
	g_autofree char *name = NULL, *before = NULL;
	if (!gtk_tree_model_get_iter_from_string(model, &iter, path))
		return;
	gtk_tree_model_get(model, &iter, edit->path_column, &name, edit->value_column, &before, -1);
	if (strcmp(before, text))
		gs_panel_activate(edit->view, edit->action, g_variant_new("(ss)", name, text));
}

void gs_edit_cell_ask(GtkCellRenderer *cell, GtkTreeView *view, int value_column, int path_column,
	const char *action)
{
	struct edit *edit = g_new(struct edit, 1);
	*edit = (struct edit){view, value_column, path_column, action};
	g_signal_connect_data(cell, "edited", G_CALLBACK(edited), edit, free_edit, 0);
}

GtkTreeView *gs_edit_list_new(
	GtkBox *box, const char *name, const char *action, int name_width, int type_width)
{
	GtkTreeStore *store = gtk_tree_store_new(GS_EDIT_N_COLUMNS, G_TYPE_STRING, G_TYPE_STRING,
		G_TYPE_STRING, G_TYPE_STRING, G_TYPE_BOOLEAN, G_TYPE_INT, G_TYPE_STRING);
	GtkTreeView *view = gs_panel_list(box, name, GTK_TREE_MODEL(store));
	g_object_unref(store); /* the view owns it now */
	gs_panel_column(view, "Name", GS_EDIT_NAME, name_width, NULL);
	GtkCellRenderer *value = gs_panel_column(view, "Value", GS_EDIT_VALUE, 0, "editable",
		GS_EDIT_EDITABLE, "weight", GS_EDIT_WEIGHT, NULL);
	gs_panel_column(view, "Type", GS_EDIT_TYPE, type_width, NULL);
	gs_edit_cell_ask(value, view, GS_EDIT_VALUE, GS_EDIT_PATH, action);
	return view;
}

void gs_edit_list_add(
	GtkTreeView *view, GtkTreeIter *iter, GtkTreeIter *parent, const struct gs_edit_row *row)
{
	gtk_tree_store_insert_with_values(GTK_TREE_STORE(gtk_tree_view_get_model(view)), iter,
		parent, -1, GS_EDIT_NAME, row->name, GS_EDIT_VALUE, row->value, GS_EDIT_TYPE,
		row->type, GS_EDIT_PATH, row->path, GS_EDIT_EDITABLE, row->editable, GS_EDIT_WEIGHT,
		row->is_bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL, -1);
}

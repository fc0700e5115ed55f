/* SPDX-License-Identifier: MIT */
#include "ui/widgets/list-copy.h"

#include "ui/widgets/number-cell.h"

void gs_list_copy_as(GtkTreeView *view, gs_list_copy_func func)
{
	g_object_set_data(G_OBJECT(view), "copy", (gpointer)func);
}

/* Return the text of a column's first cell that has one, with all digits of a number; g_free. */
static char *text_of(GtkTreeViewColumn *column)
{
	GList *cells = gtk_cell_layout_get_cells(GTK_CELL_LAYOUT(column));
	char *text = NULL;
	for (const GList *l = cells; l && !text; l = l->next)
		if (GTK_IS_CELL_RENDERER_TEXT(l->data)) {
			text = g_strdup(gs_number_cell_exact(l->data));
			if (!text)
				g_object_get(l->data, "text", &text, NULL);
		}
	g_list_free(cells);
	return text;
}

char *gs_list_copy_text(GtkTreeView *view, GtkTreeModel *model, GtkTreeIter *row)
{
	gs_list_copy_func func = (gs_list_copy_func)g_object_get_data(G_OBJECT(view), "copy");
	if (func)
		return func(model, row);
	GString *all = g_string_new(NULL);
	for (guint i = 0; i < gtk_tree_view_get_n_columns(view); i++) {
		GtkTreeViewColumn *column = gtk_tree_view_get_column(view, (gint)i);
		if (!gtk_tree_view_column_get_visible(column))
			continue;
		gtk_tree_view_column_cell_set_cell_data(column, model, row, FALSE, FALSE);
		g_autofree char *text = text_of(column);
		if (text)
			g_string_append_printf(all, "%s%s", all->len ? "\t" : "", text);
	}
	return g_string_free(all, FALSE);
}

static gboolean pressed(GtkWidget *window, GdkEventKey *event, gpointer data)
{
	GtkWidget *focus = gtk_window_get_focus(GTK_WINDOW(window));
	guint modifiers = event->state & gtk_accelerator_get_default_mod_mask();
	GtkTreeModel *model;
	GtkTreeIter row;
	if (modifiers != GDK_CONTROL_MASK || gdk_keyval_to_lower(event->keyval) != GDK_KEY_c ||
		!GTK_IS_TREE_VIEW(focus) ||
		!gtk_tree_selection_get_selected(
			gtk_tree_view_get_selection(GTK_TREE_VIEW(focus)), &model, &row))
		return FALSE;
	g_autofree char *text = gs_list_copy_text(GTK_TREE_VIEW(focus), model, &row);
	gtk_clipboard_set_text(gtk_clipboard_get(GDK_SELECTION_CLIPBOARD), text, -1);
	return TRUE;
}

void gs_list_copy_setup(GtkWindow *window)
{
	g_signal_connect(window, "key-press-event", G_CALLBACK(pressed), NULL);
}

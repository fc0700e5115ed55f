/* SPDX-License-Identifier: MIT */
#include "ui/state/block-view.h"

#include "ui/shader/edit-list.h"

char *gs_scalars_text(const struct gs_scalar *scalars, size_t n)
{
	GString *text = g_string_new(NULL);
	for (size_t i = 0; i < n; i++) {
		g_autofree char *value = gs_scalar_text(&scalars[i]);
		g_string_append_printf(text, "%s%s", i ? ", " : "", value);
	}
	return g_string_free(text, FALSE);
}

char *gs_block_member_text(const struct gs_block_member *m, bool *editable)
{
	*editable = m->scalars && m->n_scalars && m->n_scalars <= GS_BLOCK_MOST_SHOWN;
	if (!m->scalars)
		return g_strdup(m->n ? "not known" : "no element");
	g_autofree char *text = gs_scalars_text(m->scalars, MIN(m->n_scalars, GS_BLOCK_MOST_SHOWN));
	return g_strconcat(text, m->n_scalars > GS_BLOCK_MOST_SHOWN ? ", …" : "", NULL);
}

/* Return the strides of a member as text, such as "16" or "32, rows 16"; g_free. */
static char *stride_text(const struct gs_block_member *m)
{
	GString *text = g_string_new(NULL);
	if (m->is_array)
		g_string_append_printf(text, "%u", m->array_stride);
	if (m->shape.columns > 1)
		g_string_append_printf(text, "%s%s %u", text->len ? ", " : "",
			m->row_major ? "rows" : "columns", m->matrix_stride);
	return g_string_free(text, FALSE);
}

static void add_elements(GtkTreeStore *store, GtkTreeIter *parent, const struct gs_block_member *m)
{
	size_t each = (size_t)m->shape.columns * m->shape.rows, n = m->n_scalars / each;
	for (size_t i = 0; i < MIN(n, GS_BLOCK_MOST_ELEMENTS); i++) {
		g_autofree char *name = g_strdup_printf("[%zu]", i);
		g_autofree char *path = g_strconcat(m->name, name, NULL);
		g_autofree char *text = gs_scalars_text(m->scalars + i * each, each);
		g_autofree char *offset = g_strdup_printf(
			"%" G_GUINT64_FORMAT, m->offset + i * m->array_stride);
		gtk_tree_store_insert_with_values(store, NULL, parent, -1, GS_BLOCK_NAME, name,
			GS_BLOCK_VALUE, text, GS_BLOCK_OFFSET, offset, GS_BLOCK_PATH, path,
			GS_BLOCK_EDITABLE, TRUE, -1);
	}
}

static void add_member(GtkTreeStore *store, const struct gs_block_member *m)
{
	GtkTreeIter iter;
	bool editable;
	g_autofree char *text = gs_block_member_text(m, &editable);
	g_autofree char *offset = g_strdup_printf("%" G_GUINT64_FORMAT, m->offset);
	g_autofree char *stride = stride_text(m);
	gtk_tree_store_insert_with_values(store, &iter, NULL, -1, GS_BLOCK_NAME, m->name,
		GS_BLOCK_VALUE, text, GS_BLOCK_TYPE, m->type, GS_BLOCK_OFFSET, offset,
		GS_BLOCK_STRIDE, stride, GS_BLOCK_PATH, m->name, GS_BLOCK_EDITABLE, editable, -1);
	if (m->is_array && m->scalars)
		add_elements(store, &iter, m);
}

/* ---- expanded rows ---- */

static void note_open(GtkTreeView *view, GtkTreePath *path, gpointer open)
{
	GtkTreeIter iter;
	char *name = NULL;
	GtkTreeModel *model = gtk_tree_view_get_model(view);
	if (gtk_tree_model_get_iter(model, &iter, path))
		gtk_tree_model_get(model, &iter, GS_BLOCK_PATH, &name, -1);
	if (name)
		g_hash_table_add(open, name);
}

static gboolean open_again(GtkTreeModel *model, GtkTreePath *path, GtkTreeIter *iter, gpointer data)
{
	GtkTreeView *view = ((gpointer *)data)[0];
	g_autofree char *name = NULL;
	gtk_tree_model_get(model, iter, GS_BLOCK_PATH, &name, -1);
	if (name && g_hash_table_contains(((gpointer *)data)[1], name))
		gtk_tree_view_expand_row(view, path, FALSE);
	return FALSE;
}

void gs_block_view_set(GtkTreeView *view, const struct gs_block *block)
{
	GtkTreeModel *model = gtk_tree_view_get_model(view);
	GtkAdjustment *scroll = gtk_scrollable_get_vadjustment(GTK_SCROLLABLE(view));
	double at = gtk_adjustment_get_value(scroll);
	g_autoptr(GHashTable) open = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	gtk_tree_view_map_expanded_rows(view, note_open, open);
	gtk_tree_store_clear(GTK_TREE_STORE(model));
	for (guint i = 0; block && i < block->members->len; i++)
		add_member(GTK_TREE_STORE(model), g_ptr_array_index(block->members, i));
	gpointer data[] = {view, open};
	gtk_tree_model_foreach(model, open_again, data);
	gtk_adjustment_set_value(scroll, at);
}

GtkTreeView *gs_block_view_new(GtkBox *box, const char *name)
{
	GtkTreeStore *store = gtk_tree_store_new(GS_BLOCK_N_COLUMNS, G_TYPE_STRING, G_TYPE_STRING,
		G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_BOOLEAN);
	GtkTreeView *view = gs_panel_list(box, name, GTK_TREE_MODEL(store));
	g_object_unref(store); /* the view owns it now */
	gs_panel_column(view, "Member", GS_BLOCK_NAME, 100, NULL);
	GtkCellRenderer *value = gs_panel_column(
		view, "Value", GS_BLOCK_VALUE, 0, "editable", GS_BLOCK_EDITABLE, NULL);
	gs_panel_column(view, "Type", GS_BLOCK_TYPE, 60, NULL);
	gs_panel_column(view, "Offset", GS_BLOCK_OFFSET, 46, NULL);
	gs_panel_column(view, "Stride", GS_BLOCK_STRIDE, 96, NULL);
	gtk_widget_set_tooltip_text(GTK_WIDGET(view),
		"Double-click a value to change it in the program's buffer. Offsets and strides "
		"are in bytes, in the driver's layout of the block.");
	gs_edit_cell_ask(value, view, GS_BLOCK_VALUE, GS_BLOCK_PATH, "set-uniform");
	return view;
}

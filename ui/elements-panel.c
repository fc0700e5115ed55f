/* SPDX-License-Identifier: MIT */
#include "ui/elements-panel.h"

#include <math.h>
#include <string.h>
#include "ui/scatter-view.h"
#include "ui/theme.h"

enum { MAX_ROWS = 20000, MAX_COLUMNS = 40, SHOWN_AXES = 4 };

struct _GsElementsPanel {
	GtkBox parent;
	GtkLabel *note;
	GtkToggleButton *only_here;
	GtkWidget *find_nan, *scroller;
	GtkTreeView *view;
	GtkListStore *store; /* column 0: cell; then identities and values as doubles */
	GtkComboBoxText *axis[SHOWN_AXES];
	GsScatterView *scatter;
	unsigned n_ids, n_columns; /* of the values after the ids */
	char *names[MAX_COLUMNS];
	guint *cells;		   /* of the scatter's points */
	const struct gs_ui_state *state;
	bool busy;
};

G_DEFINE_TYPE(GsElementsPanel, gs_elements_panel, GTK_TYPE_BOX)

static void focus_cell(GsElementsPanel *panel, guint cell)
{
	const GPtrArray *table = panel->state ? panel->state->table : NULL;
	const struct gs_field *field = table && table->len ? g_ptr_array_index(table, 0) : NULL;
	if (field)
		gs_panel_ask(panel, "focus",
			g_variant_new("(uu)", cell % field->width, cell / field->width));
}

static void activated(
	GtkTreeView *view, GtkTreePath *path, GtkTreeViewColumn *column, GsElementsPanel *panel)
{
	GtkTreeIter iter;
	guint cell;
	if (!gtk_tree_model_get_iter(GTK_TREE_MODEL(panel->store), &iter, path))
		return;
	gtk_tree_model_get(GTK_TREE_MODEL(panel->store), &iter, 0, &cell, -1);
	focus_cell(panel, cell);
}

static void picked(GsScatterView *view, guint index, GsElementsPanel *panel)
{
	focus_cell(panel, panel->cells[index]);
}

/* ---- the columns ---- */

static void cell_text(GtkTreeViewColumn *column, GtkCellRenderer *cell, GtkTreeModel *model,
	GtkTreeIter *iter, gpointer data)
{
	gint k = GPOINTER_TO_INT(data);
	GsElementsPanel *panel = g_object_get_data(G_OBJECT(column), "panel");
	char text[G_ASCII_DTOSTR_BUF_SIZE];
	double value;
	gtk_tree_model_get(model, iter, k, &value, -1);
	bool id = k <= (gint)panel->n_ids;
	if (isfinite(value))
		g_ascii_formatd(text, sizeof(text), id ? "%.0f" : "%.7g", value);
	else
		g_strlcpy(text, isnan(value) ? "nan" : value < 0 ? "-inf" : "inf", sizeof(text));
	g_object_set(cell, "text", text, "foreground",
		isfinite(value) ? NULL : gs_theme_colour(GS_COLOUR_WRONG), NULL);
}

static void add_column(GsElementsPanel *panel, const char *title, int k)
{
	GtkCellRenderer *cell = gtk_cell_renderer_text_new();
	GtkTreeViewColumn *column = gtk_tree_view_column_new();
	g_autofree char *plain = g_strdelimit(g_strdup(title), "_", '_');
	gtk_tree_view_column_set_title(column, plain);
	gtk_tree_view_column_pack_start(column, cell, TRUE);
	g_object_set(cell, "xalign", 1.0, "ypad", 1, NULL);
	g_object_set_data(G_OBJECT(column), "panel", panel);
	gtk_tree_view_column_set_cell_data_func(column, cell, cell_text, GINT_TO_POINTER(k), NULL);
	gtk_tree_view_column_set_sizing(column, GTK_TREE_VIEW_COLUMN_FIXED);
	gtk_tree_view_column_set_fixed_width(column, k <= (int)panel->n_ids ? 64 : 96);
	gtk_tree_view_column_set_resizable(column, TRUE);
	gtk_tree_view_column_set_sort_column_id(column, k);
	gtk_tree_view_append_column(panel->view, column);
}

static bool collect_names(GsElementsPanel *panel, char **names, unsigned *n_ids, unsigned *n)
{
	const GPtrArray *table = panel->state->table;
	const struct gs_field *first = table->len ? g_ptr_array_index(table, 0) : NULL;
	*n = 0;
	*n_ids = first && first->elements ? panel->state->where.focus.n : 0;
	for (unsigned i = 0; i < *n_ids; i++)
		names[(*n)++] = g_strdup(panel->state->where.focus.name[i]);
	for (guint f = 0; f < table->len; f++) {
		const struct gs_field *field = g_ptr_array_index(table, f);
		for (size_t k = 0; k < field->n_scalars && *n < MAX_COLUMNS; k++)
			names[(*n)++] = g_strdup(field->scalar_names[k]);
	}
	return first != NULL;
}

/* Where things are, if that is known; else the first values. Row of the combo box. */
static int default_axis(GsElementsPanel *panel, int axis)
{
	static const char *const places[] = {"gl_Position.x", "gl_Position.y"};
	if (axis >= 2)
		return 0;
	for (unsigned i = 0; i < panel->n_columns; i++)
		if (!strcmp(panel->names[i], places[axis]))
			return (int)i + 1;
	unsigned first = panel->n_ids + (unsigned)axis;
	return first < panel->n_columns ? (int)first + 1 : 0;
}

static void choose_axes(GsElementsPanel *panel)
{
	panel->busy = true;
	for (int a = 0; a < SHOWN_AXES; a++) {
		gtk_combo_box_text_remove_all(panel->axis[a]);
		gtk_combo_box_text_append_text(panel->axis[a], "–");
		for (unsigned i = 0; i < panel->n_columns; i++)
			gtk_combo_box_text_append_text(panel->axis[a], panel->names[i]);
		gtk_combo_box_set_active(GTK_COMBO_BOX(panel->axis[a]), default_axis(panel, a));
	}
	panel->busy = false;
}

/* Other columns than before: the list is built anew. */
static void set_columns(GsElementsPanel *panel)
{
	char *names[MAX_COLUMNS];
	unsigned n, n_ids;
	collect_names(panel, names, &n_ids, &n);
	bool same = n == panel->n_columns && n_ids == panel->n_ids;
	for (unsigned i = 0; same && i < n; i++)
		same = !strcmp(names[i], panel->names[i]);
	if (same) {
		for (unsigned i = 0; i < n; i++)
			g_free(names[i]);
		return;
	}
	for (unsigned i = 0; i < panel->n_columns; i++)
		g_free(panel->names[i]);
	memcpy(panel->names, names, n * sizeof(*names));
	panel->n_columns = n;
	panel->n_ids = n_ids;
	g_autofree GType *types = g_new(GType, n + 1);
	types[0] = G_TYPE_UINT;
	for (unsigned i = 0; i < n; i++)
		types[i + 1] = G_TYPE_DOUBLE;
	while (gtk_tree_view_get_n_columns(panel->view))
		gtk_tree_view_remove_column(
			panel->view, gtk_tree_view_get_column(panel->view, 0));
	panel->store = gtk_list_store_newv((gint)n + 1, types);
	for (unsigned i = 0; i < n; i++)
		add_column(panel, names[i], (int)i + 1);
	gtk_tree_view_set_model(panel->view, GTK_TREE_MODEL(panel->store));
	g_object_unref(panel->store); /* the view's */
	choose_axes(panel);
}

/* ---- the rows ---- */

static double value_at(GsElementsPanel *panel, unsigned column, size_t cell)
{
	const GPtrArray *table = panel->state->table;
	const struct gs_field *field = g_ptr_array_index(table, 0);
	if (column < panel->n_ids)
		return field->elements[cell].at[column];
	column -= panel->n_ids;
	for (guint f = 0; f < table->len; f++) {
		field = g_ptr_array_index(table, f);
		if (column < field->n_scalars)
			return field->active[cell] ? field->values[cell * field->n_scalars + column]
						   : NAN;
		column -= (unsigned)field->n_scalars;
	}
	return NAN;
}

static void add_row(GsElementsPanel *panel, size_t cell)
{
	GtkTreeIter iter;
	gtk_list_store_insert_with_values(panel->store, &iter, -1, 0, (guint)cell, -1);
	for (unsigned i = 0; i < panel->n_columns; i++)
		gtk_list_store_set(panel->store, &iter, i + 1, value_at(panel, i, cell), -1);
}

static void draw_points(GsElementsPanel *panel)
{
	const GPtrArray *table = panel->state->table;
	const struct gs_field *field = table->len ? g_ptr_array_index(table, 0) : NULL;
	size_t n_cells = field ? (size_t)field->width * field->height : 0;
	double *values[SHOWN_AXES] = {NULL};
	int focus = -1;
	unsigned n = 0;
	g_free(panel->cells);
	panel->cells = g_new0(guint, n_cells + 1);
	for (size_t i = 0; i < n_cells; i++)
		if (field->active[i])
			panel->cells[n++] = (guint)i;
	for (int a = 0; a < SHOWN_AXES; a++) {
		int column = gtk_combo_box_get_active(GTK_COMBO_BOX(panel->axis[a])) - 1;
		if (column < 0 || column >= (int)panel->n_columns)
			continue;
		values[a] = g_new(double, n + 1);
		for (unsigned i = 0; i < n; i++)
			values[a][i] = value_at(panel, (unsigned)column, panel->cells[i]);
	}
	const struct gs_where *where = &panel->state->where;
	for (unsigned i = 0; field && i < n; i++)
		if (panel->cells[i] == where->focus_y * field->width + where->focus_x)
			focus = (int)i;
	gs_scatter_view_set(panel->scatter, values[0], values[1], values[2], values[3], n);
	gs_scatter_view_set_focus(panel->scatter, focus);
	for (int a = 0; a < SHOWN_AXES; a++)
		g_free(values[a]);
}

static void axis_changed(GtkComboBox *combo, GsElementsPanel *panel)
{
	if (!panel->busy && panel->state)
		draw_points(panel);
}

static void fill(GsElementsPanel *panel)
{
	const GPtrArray *table = panel->state->table;
	set_columns(panel);
	const struct gs_field *field = table->len ? g_ptr_array_index(table, 0) : NULL;
	size_t n_cells = field ? (size_t)field->width * field->height : 0, n = 0;
	bool only = gtk_toggle_button_get_active(panel->only_here);
	g_object_ref(panel->store);
	gtk_tree_view_set_model(panel->view, NULL);
	gtk_list_store_clear(panel->store);
	for (size_t i = 0; i < n_cells && n < MAX_ROWS; i++) {
		bool exists = field->active[i] || (field->elements && field->elements[i].n);
		if (!exists || (only && !field->active[i]))
			continue;
		add_row(panel, i);
		n++;
	}
	gtk_tree_view_set_model(panel->view, GTK_TREE_MODEL(panel->store));
	g_object_unref(panel->store);
	gs_panel_label(panel->note, n < MAX_ROWS ? "%zu elements" : "the first %zu elements", n);
	draw_points(panel);
}

static void filter_changed(GtkToggleButton *button, GsElementsPanel *panel)
{
	if (panel->state && panel->state->table->len)
		fill(panel);
}

/* Selects the next row, from the selected one on, that has a NaN or an infinity in it. */
static void find_nan(GtkButton *button, GsElementsPanel *panel)
{
	GtkTreeModel *model = GTK_TREE_MODEL(panel->store);
	GtkTreeSelection *selection = gtk_tree_view_get_selection(panel->view);
	GtkTreeIter iter;
	bool more = gtk_tree_selection_get_selected(selection, NULL, &iter)
			    ? gtk_tree_model_iter_next(model, &iter)
			    : gtk_tree_model_get_iter_first(model, &iter);
	for (; more; more = gtk_tree_model_iter_next(model, &iter))
		for (unsigned i = panel->n_ids; i < panel->n_columns; i++) {
			double value;
			gtk_tree_model_get(model, &iter, i + 1, &value, -1);
			if (isfinite(value))
				continue;
			g_autoptr(GtkTreePath) path = gtk_tree_model_get_path(model, &iter);
			gtk_tree_selection_select_path(selection, path);
			gtk_tree_view_scroll_to_cell(panel->view, path, NULL, FALSE, 0, 0);
			return;
		}
	gtk_tree_selection_unselect_all(selection);
	gs_panel_ask(panel, "complain",
		g_variant_new_string("No further row has a NaN or an infinity in it."));
}

void gs_elements_panel_set(GsElementsPanel *panel, const struct gs_ui_state *state, unsigned parts)
{
	panel->state = state;
	if (!(parts & (GS_PART_TABLE | GS_PART_WHERE | GS_PART_STOP)))
		return;
	if (state->in_shader && state->where.stage != GS_STAGE_FRAGMENT) {
		if (parts & GS_PART_TABLE)
			fill(panel);
		return;
	}
	gtk_list_store_clear(panel->store);
	gs_scatter_view_set(panel->scatter, NULL, NULL, NULL, NULL, 0);
	gs_panel_label(panel->note,
		state->in_shader
			? "Fragments are shown as an image; vertices, primitives and invocations are listed here"
			: "While a vertex, tessellation, geometry or compute shader is debugged, its elements are listed here");
}

static void finalize(GObject *object)
{
	GsElementsPanel *panel = GS_ELEMENTS_PANEL(object);
	for (unsigned i = 0; i < panel->n_columns; i++)
		g_free(panel->names[i]);
	g_free(panel->cells);
	G_OBJECT_CLASS(gs_elements_panel_parent_class)->finalize(object);
}

static void gs_elements_panel_class_init(GsElementsPanelClass *class)
{
	G_OBJECT_CLASS(class)->finalize = finalize;
}

static void build_scatter(GsElementsPanel *panel, GtkBox *side)
{
	static const char *const titles[] = {"x", "y", "z", "colour"};
	static const char *const names[] = {"Plot x", "Plot y", "Plot z", "Plot colour"};
	GtkWidget *line = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 2);
	for (int a = 0; a < SHOWN_AXES; a++) {
		panel->axis[a] = GTK_COMBO_BOX_TEXT(gtk_combo_box_text_new());
		gs_panel_name(panel->axis[a], names[a]);
		gtk_widget_set_size_request(GTK_WIDGET(panel->axis[a]), 40, -1);
		g_autoptr(GList) cells = gtk_cell_layout_get_cells(GTK_CELL_LAYOUT(panel->axis[a]));
		g_object_set(cells->data, "ellipsize", PANGO_ELLIPSIZE_END, "width-chars", 3, NULL);
		g_autofree char *tip = g_strdup_printf("What is %s of the points", titles[a]);
		gtk_widget_set_tooltip_text(GTK_WIDGET(panel->axis[a]), tip);
		gtk_box_pack_start(
			GTK_BOX(line), GTK_WIDGET(panel->axis[a]), TRUE, TRUE, 0);
		g_signal_connect(panel->axis[a], "changed", G_CALLBACK(axis_changed), panel);
	}
	gtk_style_context_add_class(gtk_widget_get_style_context(line), "mapping");
	gtk_box_pack_start(side, line, FALSE, FALSE, 0);
	panel->scatter = g_object_new(GS_TYPE_SCATTER_VIEW, NULL);
	gs_panel_name(panel->scatter, "Scatter plot");
	gtk_widget_set_size_request(GTK_WIDGET(panel->scatter), 160, 100);
	gtk_box_pack_start(side, GTK_WIDGET(panel->scatter), TRUE, TRUE, 0);
	g_signal_connect(panel->scatter, "pick", G_CALLBACK(picked), panel);
}

static void gs_elements_panel_init(GsElementsPanel *panel)
{
	gtk_orientable_set_orientation(GTK_ORIENTABLE(panel), GTK_ORIENTATION_VERTICAL);
	GtkBox *head = gs_panel_head(GTK_BOX(panel));
	panel->note = gs_panel_note(head);
	panel->only_here = GTK_TOGGLE_BUTTON(gtk_check_button_new_with_label("Only who is here"));
	panel->find_nan = gs_panel_button("Find NaN", "Find NaN", NULL,
		"Select the next row with a NaN or an infinity");
	gs_panel_name(panel->only_here, "Only who is here");
	gs_panel_name(panel->note, "Elements summary");
	gtk_box_pack_end(head, panel->find_nan, FALSE, FALSE, 0);
	gtk_box_pack_end(head, GTK_WIDGET(panel->only_here), FALSE, FALSE, 0);
	gtk_widget_show_all(GTK_WIDGET(head));
	GtkWidget *paned = gtk_paned_new(GTK_ORIENTATION_HORIZONTAL);
	GtkWidget *left = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
	GtkWidget *right = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
	panel->store = gtk_list_store_new(1, G_TYPE_UINT);
	panel->view = gs_panel_list(GTK_BOX(left), "Elements", GTK_TREE_MODEL(panel->store));
	g_object_unref(panel->store); /* the view's */
	gtk_scrolled_window_set_policy(
		GTK_SCROLLED_WINDOW(gtk_widget_get_parent(GTK_WIDGET(panel->view))),
		GTK_POLICY_AUTOMATIC, GTK_POLICY_AUTOMATIC);
	build_scatter(panel, GTK_BOX(right));
	gtk_paned_pack1(GTK_PANED(paned), left, TRUE, FALSE);
	gtk_paned_pack2(GTK_PANED(paned), right, TRUE, FALSE);
	gtk_widget_set_size_request(left, 320, -1);
	gtk_box_pack_start(GTK_BOX(panel), paned, TRUE, TRUE, 0);
	gtk_widget_show_all(paned);
	g_signal_connect(panel->view, "row-activated", G_CALLBACK(activated), panel);
	g_signal_connect(panel->only_here, "toggled", G_CALLBACK(filter_changed), panel);
	g_signal_connect(panel->find_nan, "clicked", G_CALLBACK(find_nan), panel);
}

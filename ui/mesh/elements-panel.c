/* SPDX-License-Identifier: MIT */
#include "ui/mesh/elements-panel.h"

#include <math.h>
#include <string.h>
#include "debugger/engine/element.h"
#include "frontend/value-node.h"
#include "ui/widgets/number-cell.h"
#include "ui/mesh/scatter-box.h"

enum { MAX_ROWS = 20000, MAX_COLUMNS = 40 };
enum { NUMBER = 96, MOST = 260, BESIDE = 28 }; /* pixels of a column; beside its title */

struct _GsElementsPanel {
	GtkBox parent;
	GtkLabel *note;
	GtkToggleButton *only_here;
	GtkWidget *find_nan;
	GtkTreeView *view;
	GtkListStore *store; /* column 0: cell; then the elements' ids and values as doubles */
	GsScatterBox *scatter;
	unsigned n_ids, n_columns; /* ids; ids and values */
	char *names[MAX_COLUMNS];
	guint *cells;			    /* cells of the points; the scatter box owns them */
	size_t *emitted;		    /* index of each point's emission */
	const struct gs_emissions *plotted; /* the emissions, only to be compared */
	const struct gs_ui_state *state;
};

GS_DEFINE_PANEL(GsElementsPanel, gs_elements_panel)

static void focus_cell(GsElementsPanel *panel, guint cell)
{
	const GPtrArray *table = panel->state ? panel->state->table : NULL;
	const struct gs_field *field = table && table->len ? g_ptr_array_index(table, 0) : NULL;
	if (field)
		gs_panel_activate(panel, "focus",
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

static void picked(GsScatterBox *box, guint cell, GsElementsPanel *panel)
{
	focus_cell(panel, cell);
}

/* ---- the columns ---- */

/* Return the field of a column of values and set *k to its scalar; NULL: the column is an id. */
static const struct gs_field *field_of(const GsElementsPanel *panel, unsigned column, size_t *k)
{
	const GPtrArray *table = panel->state->table;
	*k = column - panel->n_ids;
	for (guint f = 0; column >= panel->n_ids && f < table->len; f++) {
		const struct gs_field *field = g_ptr_array_index(table, f);
		if (*k < field->n_scalars)
			return field;
		*k -= field->n_scalars;
	}
	return NULL;
}

static struct gs_scalar scalar_at(const GsElementsPanel *panel, unsigned column, size_t cell)
{
	size_t k;
	const struct gs_field *field = field_of(panel, column, &k),
			      *first = g_ptr_array_index(panel->state->table, 0);
	if (column < panel->n_ids)
		return gs_number_scalar(GS_BASE_UINT, first->elements[cell].at[column]);
	return field && field->active[cell] ? gs_field_scalar(field, cell, k)
					    : gs_number_scalar(GS_BASE_DOUBLE, NAN);
}

static double value_at(const GsElementsPanel *panel, unsigned column, size_t cell)
{
	const struct gs_scalar scalar = scalar_at(panel, column, cell);
	return gs_scalar_number(&scalar);
}

static bool is_undefined(const GsElementsPanel *panel, unsigned column, size_t cell)
{
	size_t k;
	const struct gs_field *field = field_of(panel, column, &k);
	return field && field->active[cell] && gs_field_is_undefined(field, cell, k);
}

static void cell_text(GtkTreeViewColumn *column, GtkCellRenderer *cell, GtkTreeModel *model,
	GtkTreeIter *iter, gpointer data)
{
	GsElementsPanel *panel = data;
	unsigned k = (unsigned)gtk_tree_view_column_get_sort_column_id(column) - 1;
	guint at;
	gtk_tree_model_get(model, iter, 0, &at, -1);
	const struct gs_scalar scalar = scalar_at(panel, k, at);
	if (is_undefined(panel, k, at))
		gs_number_cell_set_text(cell, column, GS_UNDEFINED_TEXT);
	else
		gs_number_cell_set(cell, column, &scalar);
}

/* Return a column's width: that of a number, or of a longer title. */
static int width_of(GsElementsPanel *panel, const char *title)
{
	int text;
	g_autoptr(PangoLayout)
		layout = gtk_widget_create_pango_layout(GTK_WIDGET(panel->view), title);
	PangoAttrList *attributes = pango_attr_list_new();
	pango_attr_list_insert(attributes, pango_attr_weight_new(PANGO_WEIGHT_BOLD));
	pango_layout_set_attributes(layout, attributes);
	pango_attr_list_unref(attributes);
	pango_layout_get_pixel_size(layout, &text, NULL);
	return CLAMP(text + BESIDE, NUMBER, MOST);
}

static void add_column(GsElementsPanel *panel, const char *title, int k)
{
	GtkCellRenderer *cell = gtk_cell_renderer_text_new();
	GtkTreeViewColumn *column = gtk_tree_view_column_new();
	g_autofree char *plain = gs_panel_title(title);
	gtk_tree_view_column_set_title(column, plain);
	gtk_tree_view_column_pack_start(column, cell, TRUE);
	g_object_set(cell, "xalign", 1.0, "ypad", 1, NULL);
	gtk_tree_view_column_set_cell_data_func(column, cell, cell_text, panel, NULL);
	gtk_tree_view_column_set_sizing(column, GTK_TREE_VIEW_COLUMN_FIXED);
	gtk_tree_view_column_set_fixed_width(
		column, k <= (int)panel->n_ids ? 64 : width_of(panel, title));
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

/* Rebuild the list if the columns have changed. */
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
		gtk_tree_view_remove_column(panel->view, gtk_tree_view_get_column(panel->view, 0));
	panel->store = gtk_list_store_newv((gint)n + 1, types);
	for (unsigned i = 0; i < n; i++)
		add_column(panel, names[i], (int)i + 1);
	gtk_tree_view_set_model(panel->view, GTK_TREE_MODEL(panel->store));
	g_object_unref(panel->store); /* the view owns it now */
}

/* ---- the rows ---- */

static void add_row(GsElementsPanel *panel, size_t cell)
{
	GtkTreeIter iter;
	gtk_list_store_insert_with_values(panel->store, &iter, -1, 0, (guint)cell, -1);
	for (unsigned i = 0; i < panel->n_columns; i++)
		gtk_list_store_set(panel->store, &iter, i + 1, value_at(panel, i, cell), -1);
}

/* ---- the points ---- */

static double point_value(gpointer data, unsigned column, unsigned point)
{
	GsElementsPanel *panel = data;
	guint cell = panel->cells[point];
	return is_undefined(panel, column, cell) ? NAN : value_at(panel, column, cell);
}

static guint focus_cell_of(const GsElementsPanel *panel, unsigned width)
{
	return panel->state->where.focus_y * width + panel->state->where.focus_x;
}

static void draw_points(GsElementsPanel *panel)
{
	const GPtrArray *table = panel->state->table;
	const struct gs_field *field = table->len ? g_ptr_array_index(table, 0) : NULL;
	size_t n_cells = field ? (size_t)field->width * field->height : 0;
	struct gs_points points = {.n_columns = panel->n_columns,
		.n_ids = panel->n_ids,
		.names = panel->names,
		.focus = -1,
		.value = point_value,
		.data = panel};
	points.cells = panel->cells = g_new0(guint, n_cells + 1);
	for (size_t i = 0; i < n_cells; i++) {
		if (!field->active[i])
			continue;
		if (i == focus_cell_of(panel, field->width))
			points.focus = (int)points.n;
		points.cells[points.n++] = (guint)i;
	}
	gs_scatter_box_set(panel->scatter, GS_SCATTER_ELEMENTS, &points);
}

static double emitted_value(gpointer data, unsigned column, unsigned point)
{
	GsElementsPanel *panel = data;
	const struct gs_emissions *e = panel->state->emitted.all;
	return e->values[panel->emitted[point] * e->n_scalars + column];
}

static void draw_emitted(GsElementsPanel *panel)
{
	const struct gs_emissions *e = panel->state->emitted.all;
	struct gs_points points = {.focus = -1, .value = emitted_value, .data = panel};
	gs_scatter_box_set(panel->scatter, GS_SCATTER_EMITTED, NULL);
	g_clear_pointer(&panel->emitted, g_free);
	panel->plotted = e;
	if (!e || !e->n_scalars)
		return;
	points.n_columns = (unsigned)e->n_scalars;
	points.names = e->scalar_names;
	points.cells = g_new0(guint, e->n_vertices + 1);
	panel->emitted = g_new0(size_t, e->n_vertices + 1);
	for (size_t i = 0; i < e->n_vertices; i++) {
		if (!e->vertices[i].emitted)
			continue;
		if (e->vertices[i].cell == focus_cell_of(panel, e->width))
			points.focus = (int)points.n; /* its last vertex */
		panel->emitted[points.n] = i;
		points.cells[points.n++] = e->vertices[i].cell;
	}
	gs_scatter_box_set(panel->scatter, GS_SCATTER_EMITTED, &points);
}

/* Show values in italics that the focus element's path has not written, as other lists do. Return
 * what to say about them; g_free. */
static char *mark_unwritten(GsElementsPanel *panel)
{
	const GPtrArray *table = panel->state->table;
	GString *said = g_string_new(NULL);
	unsigned column = panel->n_ids;
	for (guint f = 0; f < table->len; f++) {
		const struct gs_field *field = g_ptr_array_index(table, f);
		const uint8_t *undefined = field->undefined_on_path;
		if (field->unwritten)
			g_string_append_printf(said, "%s%s",
				said->len ? ", " : "; not written yet: ", field->expression);
		for (size_t k = 0; k < field->n_scalars && column < panel->n_columns; k++) {
			g_autoptr(GList) cells = gtk_cell_layout_get_cells(GTK_CELL_LAYOUT(
				gtk_tree_view_get_column(panel->view, (int)column++)));
			PangoStyle style = undefined && undefined[k] ? PANGO_STYLE_ITALIC
								     : PANGO_STYLE_NORMAL;
			g_object_set(cells->data, "style", style, NULL);
		}
	}
	return g_string_free(said, FALSE);
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
	g_autofree char *unwritten = mark_unwritten(panel);
	enum gs_stage stage = panel->state->where.stage;
	gs_panel_label(panel->note, "%s%zu %s%s", n < MAX_ROWS ? "" : "the first ", n,
		n == 1 ? gs_stage_element_name(stage) : gs_stage_elements_name(stage), unwritten);
	draw_points(panel);
}

static void filter_changed(GtkToggleButton *button, GsElementsPanel *panel)
{
	if (panel->state && panel->state->table->len)
		fill(panel);
}

/* Select the next row behind the selected one that has a NaN or an infinity. */
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
			guint cell;
			gtk_tree_model_get(model, &iter, 0, &cell, i + 1, &value, -1);
			if (isfinite(value) || is_undefined(panel, i, cell))
				continue;
			g_autoptr(GtkTreePath) path = gtk_tree_model_get_path(model, &iter);
			gtk_tree_selection_select_path(selection, path);
			gtk_tree_view_scroll_to_cell(panel->view, path, NULL, FALSE, 0, 0);
			return;
		}
	gtk_tree_selection_unselect_all(selection);
	gs_panel_activate(panel, "complain",
		g_variant_new_string("There is no further row with a NaN or an infinity."));
}

static void set(GsPanel *widget, const struct gs_ui_state *state, unsigned parts)
{
	GsElementsPanel *panel = GS_ELEMENTS_PANEL(widget);
	panel->state = state;
	if (parts & GS_PART_EMITTED || state->emitted.all != panel->plotted)
		draw_emitted(panel);
	if (!(parts & (GS_PART_TABLE | GS_PART_WHERE | GS_PART_STOP)))
		return;
	if (state->in_shader && state->where.stage != GS_STAGE_FRAGMENT) {
		if (parts & GS_PART_TABLE)
			fill(panel);
		return;
	}
	gtk_list_store_clear(panel->store);
	gs_scatter_box_set(panel->scatter, GS_SCATTER_ELEMENTS, NULL);
	panel->cells = NULL;
	gs_panel_label(panel->note, state->in_shader
					    ? "Fragments are shown as an image; vertices, "
					      "primitives and invocations are listed here"
					    : "While a vertex, tessellation, geometry or compute "
					      "shader is debugged, its elements are listed here");
}

static void finalize(GObject *object)
{
	GsElementsPanel *panel = GS_ELEMENTS_PANEL(object);
	for (unsigned i = 0; i < panel->n_columns; i++)
		g_free(panel->names[i]);
	g_free(panel->emitted);
	G_OBJECT_CLASS(gs_elements_panel_parent_class)->finalize(object);
}

static void gs_elements_panel_class_init(GsElementsPanelClass *class)
{
	GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
	G_OBJECT_CLASS(class)->finalize = finalize;
	g_type_ensure(GS_TYPE_SCATTER_BOX);
	gtk_widget_class_set_template_from_resource(widget, GS_UI_RESOURCES "elements-panel.ui");
	gtk_widget_class_bind_template_child(widget, GsElementsPanel, note);
	gtk_widget_class_bind_template_child(widget, GsElementsPanel, only_here);
	gtk_widget_class_bind_template_child(widget, GsElementsPanel, find_nan);
	gtk_widget_class_bind_template_child(widget, GsElementsPanel, view);
	gtk_widget_class_bind_template_child(widget, GsElementsPanel, scatter);
}

static void gs_elements_panel_init(GsElementsPanel *panel)
{
	gtk_widget_init_template(GTK_WIDGET(panel));
	panel->store = gtk_list_store_new(1, G_TYPE_UINT);
	gtk_tree_view_set_model(panel->view, GTK_TREE_MODEL(panel->store));
	g_object_unref(panel->store); /* the view owns it now */
	gs_number_cell_tips(panel->view);
	g_signal_connect(panel->scatter, "pick", G_CALLBACK(picked), panel);
	g_signal_connect(panel->view, "row-activated", G_CALLBACK(activated), panel);
	g_signal_connect(panel->only_here, "toggled", G_CALLBACK(filter_changed), panel);
	g_signal_connect(panel->find_nan, "clicked", G_CALLBACK(find_nan), panel);
}

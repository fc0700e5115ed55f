/* SPDX-License-Identifier: MIT */
#include "ui/mesh/mesh-panel.h"

#include <math.h>
#include <string.h>
#include "debugger/session/shader/mesh.h"
#include "frontend/value-node.h"
#include "ui/widgets/number-cell.h"
#include "ui/mesh/scatter-view.h"

enum { MAX_ROWS = 20000, MAX_COLUMNS = 64 };

struct _GsMeshPanel {
	GtkBox parent;
	GtkLabel *note;
	GtkTreeView *view;
	GtkListStore *store; /* the cell of each row */
	GtkComboBoxText *place;
	GtkToggleButton *lines, *faces;
	GArray *places; /* guint: index of the field for each row of .place */
	GsScatterView *plot;
	char *columns;		    /* names of the table's columns */
	char *placed;		    /* expression that the user has chosen to plot; NULL: none */
	const struct gs_mesh *mesh; /* the state's; NULL: none */
	const struct gs_ui_state *state;
	bool busy;
};

GS_DEFINE_PANEL(GsMeshPanel, gs_mesh_panel)

static const struct gs_field *field_at(const struct gs_mesh *mesh, guint i)
{
	return g_ptr_array_index(mesh->fields, i);
}

static size_t n_cells(const struct gs_mesh *mesh)
{
	return (size_t)field_at(mesh, 0)->width * field_at(mesh, 0)->height;
}

/* ---- picking ---- */

static void pick_cell(GsMeshPanel *panel, guint cell)
{
	if (!panel->mesh || cell >= n_cells(panel->mesh))
		return;
	const struct gs_element *e = &field_at(panel->mesh, 0)->elements[cell];
	gs_panel_activate(panel, "debug-vertex",
		g_variant_new("(uuu)", e->at[0], e->at[1], e->n > 2 ? e->at[2] : 0));
}

static void picked(GsScatterView *view, guint index, GsMeshPanel *panel)
{
	pick_cell(panel, index);
}

static void activated(
	GtkTreeView *view, GtkTreePath *path, GtkTreeViewColumn *column, GsMeshPanel *panel)
{
	GtkTreeIter iter;
	guint cell;
	if (!gtk_tree_model_get_iter(GTK_TREE_MODEL(panel->store), &iter, path))
		return;
	gtk_tree_model_get(GTK_TREE_MODEL(panel->store), &iter, 0, &cell, -1);
	pick_cell(panel, cell);
}

/* ---- the table ---- */

/* Return the number of id columns: the vertex's position in the draw, its index in the arrays if
 * that is another, its instance and draw. */
static unsigned n_ids(const struct gs_mesh *mesh)
{
	return field_at(mesh, 0)->elements[0].n + (mesh->vertex_ids ? 1 : 0);
}

/* Return the number in a column of the table. */
static struct gs_scalar scalar_at(const struct gs_mesh *mesh, unsigned column, size_t cell)
{
	if (mesh->vertex_ids && column == 1)
		return gs_number_scalar(GS_BASE_UINT, mesh->vertex_ids[cell]);
	if (column < n_ids(mesh))
		return gs_number_scalar(GS_BASE_UINT,
			field_at(mesh, 0)->elements[cell].at[column -
							     (mesh->vertex_ids && column ? 1 : 0)]);
	column -= n_ids(mesh);
	for (guint f = 0; f < mesh->fields->len; f++) {
		const struct gs_field *field = field_at(mesh, f);
		if (column < field->n_scalars)
			return gs_field_scalar(field, cell, column);
		column -= (unsigned)field->n_scalars;
	}
	return gs_number_scalar(GS_BASE_DOUBLE, NAN);
}

static double number_at(const struct gs_mesh *mesh, unsigned column, size_t cell)
{
	const struct gs_scalar scalar = scalar_at(mesh, column, cell);
	return gs_scalar_number(&scalar);
}

static bool is_undefined(const struct gs_mesh *mesh, unsigned column, size_t cell)
{
	size_t k = column - n_ids(mesh);
	for (guint f = 0; column >= n_ids(mesh) && f < mesh->fields->len; f++) {
		const struct gs_field *field = field_at(mesh, f);
		if (k < field->n_scalars)
			return gs_field_is_undefined(field, cell, k);
		k -= field->n_scalars;
	}
	return false;
}

static void cell_text(GtkTreeViewColumn *column, GtkCellRenderer *renderer, GtkTreeModel *model,
	GtkTreeIter *iter, gpointer data)
{
	GsMeshPanel *panel = g_object_get_data(G_OBJECT(column), "panel");
	guint cell;
	gtk_tree_model_get(model, iter, 0, &cell, -1);
	if (!panel->mesh) {
		g_object_set(renderer, "text", "", NULL);
		return;
	}
	unsigned k = GPOINTER_TO_UINT(data);
	const struct gs_scalar scalar = scalar_at(panel->mesh, k, cell);
	if (is_undefined(panel->mesh, k, cell))
		gs_number_cell_set_text(renderer, column, GS_UNDEFINED_TEXT);
	else
		gs_number_cell_set(renderer, column, &scalar);
}

/* Compare rows; those without a number come last. */
static int compare(GtkTreeModel *model, GtkTreeIter *a, GtkTreeIter *b, gpointer data)
{
	GtkTreeViewColumn *column = data;
	GsMeshPanel *panel = g_object_get_data(G_OBJECT(column), "panel");
	unsigned k = (unsigned)gtk_tree_view_column_get_sort_column_id(column) - 1;
	guint cell[2];
	gtk_tree_model_get(model, a, 0, &cell[0], -1);
	gtk_tree_model_get(model, b, 0, &cell[1], -1);
	double x = panel->mesh ? number_at(panel->mesh, k, cell[0]) : 0,
	       y = panel->mesh ? number_at(panel->mesh, k, cell[1]) : 0;
	if (isnan(x) || isnan(y))
		return (int)isnan(x) - (int)isnan(y);
	return x < y ? -1 : x > y;
}

static void add_column(GsMeshPanel *panel, const char *title, unsigned k)
{
	GtkCellRenderer *cell = gtk_cell_renderer_text_new();
	GtkTreeViewColumn *column = gtk_tree_view_column_new();
	g_autofree char *plain = gs_panel_title(title);
	GtkWidget *heading = gtk_label_new(title);
	/* the end names the component */
	gtk_label_set_ellipsize(GTK_LABEL(heading), PANGO_ELLIPSIZE_START);
	gtk_widget_show(heading);
	gtk_tree_view_column_set_title(column, plain);
	gtk_tree_view_column_set_widget(column, heading);
	gtk_tree_view_column_pack_start(column, cell, TRUE);
	g_object_set(cell, "xalign", 1.0, "ypad", 1, NULL);
	g_object_set_data(G_OBJECT(column), "panel", panel);
	gtk_tree_view_column_set_cell_data_func(column, cell, cell_text, GUINT_TO_POINTER(k), NULL);
	gtk_tree_view_column_set_sizing(column, GTK_TREE_VIEW_COLUMN_FIXED);
	gtk_tree_view_column_set_fixed_width(column, k < n_ids(panel->mesh) ? 66 : 100);
	gtk_tree_view_column_set_resizable(column, TRUE);
	gtk_tree_view_column_set_alignment(column, 1);
	gtk_tree_sortable_set_sort_func(
		GTK_TREE_SORTABLE(panel->store), (int)k + 1, compare, column, NULL);
	gtk_tree_view_column_set_sort_column_id(column, (int)k + 1);
	gtk_tree_view_append_column(panel->view, column);
	bool is_number = panel->mesh->vertex_ids && k < 2;
	gtk_widget_set_tooltip_text(gtk_tree_view_column_get_button(column),
		!is_number ? title
		: k	   ? "Which vertex of the arrays it is, as gl_VertexID says"
			   : "Its place in the draw");
}

static GStrv list_columns(const struct gs_mesh *mesh)
{
	GPtrArray *names = g_ptr_array_new();
	const struct gs_element *first = &field_at(mesh, 0)->elements[0];
	g_ptr_array_add(names, g_strdup("vertex"));
	if (mesh->vertex_ids)
		g_ptr_array_add(names, g_strdup("index"));
	for (unsigned i = 1; i < first->n; i++)
		g_ptr_array_add(names, g_strdup(first->name[i]));
	for (guint f = 0; f < mesh->fields->len; f++)
		for (size_t k = 0; k < field_at(mesh, f)->n_scalars && names->len < MAX_COLUMNS;
			k++)
			g_ptr_array_add(names, g_strdup(field_at(mesh, f)->scalar_names[k]));
	g_ptr_array_add(names, NULL);
	return (GStrv)g_ptr_array_free(names, FALSE);
}

/* Rebuild the list if the columns have changed. */
static void set_columns(GsMeshPanel *panel)
{
	g_auto(GStrv) names = list_columns(panel->mesh);
	char *columns = g_strjoinv("\n", names);
	if (!g_strcmp0(columns, panel->columns)) {
		g_free(columns);
		return;
	}
	g_free(panel->columns);
	panel->columns = columns;
	gtk_tree_view_set_model(panel->view, NULL);
	while (gtk_tree_view_get_n_columns(panel->view))
		gtk_tree_view_remove_column(panel->view, gtk_tree_view_get_column(panel->view, 0));
	panel->store = gtk_list_store_new(1, G_TYPE_UINT);
	for (unsigned i = 0; names[i]; i++)
		add_column(panel, names[i], i);
	gtk_tree_view_set_model(panel->view, GTK_TREE_MODEL(panel->store));
	g_object_unref(panel->store); /* the view owns it now */
}

static void fill_table(GsMeshPanel *panel)
{
	size_t n = panel->mesh ? MIN(n_cells(panel->mesh), MAX_ROWS) : 0;
	GtkTreeModel *model = GTK_TREE_MODEL(panel->store);
	g_object_ref(model);
	gtk_tree_view_set_model(panel->view, NULL);
	gtk_list_store_clear(panel->store);
	for (size_t i = 0; i < n; i++)
		gtk_list_store_insert_with_values(panel->store, NULL, -1, 0, (guint)i, -1);
	gtk_tree_view_set_model(panel->view, model);
	g_object_unref(model);
}

/* ---- the plot ---- */

/* Offer what can be plotted as positions: gl_Position divided by w, attributes and outputs of two
 * to four numbers. */
static void fill_places(GsMeshPanel *panel)
{
	const struct gs_mesh *mesh = panel->mesh;
	size_t best = mesh->clip != SIZE_MAX ? mesh->clip : mesh->position;
	int active = 0;
	gtk_combo_box_text_remove_all(panel->place);
	g_array_set_size(panel->places, 0);
	for (guint f = 0; f < mesh->fields->len; f++) {
		const struct gs_field *field = field_at(mesh, f);
		if (field->n_scalars < 2 || field->n_scalars > 4)
			continue;
		g_autofree char *text = g_strdup_printf("%s: %s%s",
			f < mesh->n_inputs ? "before" : "after", field->expression,
			f == mesh->clip ? " / w" : "");
		gtk_combo_box_text_append_text(panel->place, text);
		if (panel->placed ? !strcmp(panel->placed, field->expression) : f == best)
			active = (int)panel->places->len;
		g_array_append_val(panel->places, f);
	}
	gtk_combo_box_set_active(GTK_COMBO_BOX(panel->place), panel->places->len ? active : -1);
}

static const struct gs_field *placed_field(GsMeshPanel *panel, bool *is_clip)
{
	int row = gtk_combo_box_get_active(GTK_COMBO_BOX(panel->place));
	if (!panel->mesh || row < 0 || (guint)row >= panel->places->len)
		return NULL;
	guint f = g_array_index(panel->places, guint, row);
	*is_clip = f == panel->mesh->clip;
	return field_at(panel->mesh, f);
}

/* Return the focus element's cell, or -1 if it is no vertex of the mesh. */
static int focus_cell(GsMeshPanel *panel)
{
	const struct gs_where *where = &panel->state->where;
	const struct gs_field *first = field_at(panel->mesh, 0);
	if (!panel->state->in_shader || where->stage != GS_STAGE_VERTEX ||
		where->focus_x >= first->width || where->focus_y >= first->height)
		return -1;
	return (int)(where->focus_y * first->width + where->focus_x);
}

static void name_axes(GsMeshPanel *panel, const struct gs_field *field, bool clip)
{
	char *names[3];
	for (size_t a = 0; a < 3; a++)
		names[a] = a < field->n_scalars ? g_strdup_printf("%s%s", field->scalar_names[a],
							  clip ? " / w" : "")
						: NULL;
	gs_scatter_view_set_names(panel->plot, (const char *const *)names);
	for (size_t a = 0; a < 3; a++)
		g_free(names[a]);
}

static void mark_behind(GsMeshPanel *panel, const struct gs_field *field, size_t n)
{
	bool *behind = g_new(bool, n + 1);
	for (size_t i = 0; i < n; i++)
		behind[i] = field->values[i * field->n_scalars + 3] <= 0;
	gs_scatter_view_set_behind(panel->plot, behind);
	g_free(behind);
}

/* Show the faces. z: of clip space, which grows away from the viewer; NULL: the plot's. */
static void show_faces(GsMeshPanel *panel, const double *z, size_t n)
{
	g_autofree double *depth = z ? g_new(double, n + 1) : NULL;
	for (size_t i = 0; z && i < n; i++)
		depth[i] = -z[i];
	gs_scatter_view_set_faces(
		panel->plot, (const uint32_t(*)[3])panel->mesh->faces, panel->mesh->n_faces, depth);
}

static void plot(GsMeshPanel *panel)
{
	bool clip = false;
	const struct gs_field *field = placed_field(panel, &clip);
	if (!field) {
		gs_scatter_view_set(panel->plot, NULL, NULL, NULL, NULL, 0);
		return;
	}
	size_t n = n_cells(panel->mesh), k = field->n_scalars;
	/* Clip space is plotted flat, as seen by the viewer. */
	bool flat = k == 2 || clip;
	double *axis[3] = {g_new(double, n + 1), g_new(double, n + 1), g_new(double, n + 1)};
	for (size_t i = 0; i < n; i++)
		for (size_t a = 0; a < 3; a++) {
			const double *v = field->values + i * k;
			axis[a][i] = a >= k ? 0 : clip ? v[a] / v[3] : v[a];
		}
	gs_scatter_view_set(
		panel->plot, axis[0], axis[1], flat ? NULL : axis[2], NULL, (unsigned)n);
	name_axes(panel, field, clip);
	gs_scatter_view_set_aspect(panel->plot, clip ? panel->mesh->aspect : 1);
	if (clip)
		mark_behind(panel, field, n);
	if (gtk_toggle_button_get_active(panel->faces))
		show_faces(panel, clip ? axis[2] : NULL, n);
	if (gtk_toggle_button_get_active(panel->lines))
		gs_scatter_view_set_edges(panel->plot, (const uint32_t(*)[2])panel->mesh->edges,
			panel->mesh->n_edges);
	gs_scatter_view_set_focus(panel->plot, focus_cell(panel));
	for (size_t a = 0; a < 3; a++)
		g_free(axis[a]);
}

static void place_chosen(GtkComboBox *combo, GsMeshPanel *panel)
{
	bool clip;
	const struct gs_field *field = panel->busy ? NULL : placed_field(panel, &clip);
	if (!field)
		return;
	g_free(panel->placed);
	panel->placed = g_strdup(field->expression);
	plot(panel);
}

static void shown_toggled(GtkToggleButton *button, GsMeshPanel *panel)
{
	plot(panel);
}

/* ---- the panel ---- */

static const char *why_none(const struct gs_ui_state *state)
{
	if (state->mesh.note)
		return state->mesh.note;
	if (state->in_shader && state->where.stage != GS_STAGE_VERTEX)
		return "The vertices are listed while no shader, or the vertex shader, is "
		       "debugged: leave this one (Shift+F2)";
	return state->has_stop && state->stop.is_draw ? "…"
						      : "At a draw call, its vertices are listed "
							"here, before and after the vertex shader";
}

static void say(GsMeshPanel *panel)
{
	const struct gs_mesh *mesh = panel->mesh;
	if (!mesh) {
		gs_panel_label(panel->note, "%s", why_none(panel->state));
		return;
	}
	size_t n = n_cells(mesh);
	g_autofree char *shown = n > MAX_ROWS ? g_strdup_printf(", the first %d listed", MAX_ROWS)
					      : g_strdup("");
	gs_panel_label(panel->note, "%zu %s%s, %zu line%s%s%s", n, n == 1 ? "vertex" : "vertices",
		shown, mesh->n_edges, mesh->n_edges == 1 ? "" : "s", *mesh->note ? "; " : "",
		mesh->note);
	gtk_widget_set_tooltip_text(GTK_WIDGET(panel->note), mesh->note);
}

static void set(GsPanel *widget, const struct gs_ui_state *state, unsigned parts)
{
	GsMeshPanel *panel = GS_MESH_PANEL(widget);
	panel->state = state;
	if (parts & (GS_PART_MESH | GS_PART_STOP)) {
		panel->mesh = state->mesh.vertices;
		panel->busy = true;
		if (panel->mesh) {
			set_columns(panel);
			fill_places(panel);
		}
		panel->busy = false;
		fill_table(panel);
		plot(panel);
		say(panel);
	} else if (parts & GS_PART_WHERE && panel->mesh) {
		gs_scatter_view_set_focus(panel->plot, focus_cell(panel));
	} else if (parts & GS_PART_WHERE) {
		say(panel);
	}
}

static void finalize(GObject *object)
{
	GsMeshPanel *panel = GS_MESH_PANEL(object);
	g_free(panel->columns);
	g_free(panel->placed);
	g_array_unref(panel->places);
	G_OBJECT_CLASS(gs_mesh_panel_parent_class)->finalize(object);
}

static void gs_mesh_panel_class_init(GsMeshPanelClass *class)
{
	GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
	G_OBJECT_CLASS(class)->finalize = finalize;
	g_type_ensure(GS_TYPE_SCATTER_VIEW);
	gtk_widget_class_set_template_from_resource(widget, GS_UI_RESOURCES "mesh-panel.ui");
	gtk_widget_class_bind_template_child(widget, GsMeshPanel, note);
	gtk_widget_class_bind_template_child(widget, GsMeshPanel, view);
	gtk_widget_class_bind_template_child(widget, GsMeshPanel, place);
	gtk_widget_class_bind_template_child(widget, GsMeshPanel, lines);
	gtk_widget_class_bind_template_child(widget, GsMeshPanel, faces);
	gtk_widget_class_bind_template_child(widget, GsMeshPanel, plot);
}

static void gs_mesh_panel_init(GsMeshPanel *panel)
{
	gtk_widget_init_template(GTK_WIDGET(panel));
	panel->places = g_array_new(FALSE, FALSE, sizeof(guint));
	panel->store = gtk_list_store_new(1, G_TYPE_UINT);
	gtk_tree_view_set_model(panel->view, GTK_TREE_MODEL(panel->store));
	g_object_unref(panel->store); /* the view owns it now */
	gs_number_cell_tips(panel->view);
	gs_panel_name(panel->place, "Mesh place");
	gs_panel_narrow_always(GTK_COMBO_BOX(panel->place));
	gs_scatter_view_set_true_to_scale(panel->plot, true);
	g_signal_connect(panel->view, "row-activated", G_CALLBACK(activated), panel);
	g_signal_connect(panel->place, "changed", G_CALLBACK(place_chosen), panel);
	g_signal_connect(panel->lines, "toggled", G_CALLBACK(shown_toggled), panel);
	g_signal_connect(panel->faces, "toggled", G_CALLBACK(shown_toggled), panel);
	g_signal_connect(panel->plot, "pick", G_CALLBACK(picked), panel);
}

/* SPDX-License-Identifier: MIT */
#include "ui/mesh/emitted-panel.h"

#include "ui/widgets/number-cell.h"
#include "ui/widgets/theme.h"

enum { MAX_VERTICES = 2000 }; /* most vertices listed in addition to the focus element's */

struct _GsEmittedPanel {
	GtkBox parent;
	GtkLabel *note;
	GtkTreeView *view;
	GtkTreeStore *store;
	GArray *cells; /* guint: cell of the element of each row at the top level */
	unsigned width;
};

GS_DEFINE_PANEL(GsEmittedPanel, gs_emitted_panel)

static void add_named(GsEmittedPanel *panel, GtkTreeIter *iter, GtkTreeIter *parent,
	const char *name, const char *text, bool faint)
{
	g_autofree char *above = NULL; /* the path identifies the row after a step */
	if (parent)
		gtk_tree_model_get(GTK_TREE_MODEL(panel->store), parent, GS_VALUE_COLUMN_EXPRESSION,
			&above, -1);
	g_autofree char *path = g_strdup_printf("%s/%s", above ? above : "", name);
	gtk_tree_store_insert_with_values(panel->store, iter, parent, -1, GS_VALUE_COLUMN_NAME,
		name, GS_VALUE_COLUMN_TEXT, text, GS_VALUE_COLUMN_EXPRESSION, path,
		GS_VALUE_COLUMN_WEIGHT, PANGO_WEIGHT_NORMAL, GS_VALUE_COLUMN_COLOUR,
		faint ? gs_theme_colour(GS_COLOUR_FAINT) : NULL, -1);
}

static void add_strip(GsEmittedPanel *panel, GtkTreeIter *strip, GtkTreeIter *input,
	unsigned number, unsigned stream)
{
	g_autofree char *name = g_strdup_printf("output primitive %u", number);
	g_autofree char *text = g_strdup_printf("stream %u", stream);
	add_named(panel, strip, input, name, text, false);
}

/* ---- the focus element ---- */

static unsigned fill_focus(
	GsEmittedPanel *panel, const struct gs_ui_state *state, GtkTreeIter *input)
{
	GtkTreeIter strip, vertex;
	unsigned n_here = 0;
	const struct gs_ui_emission *last = NULL;
	for (guint i = 0; i < state->emitted.vertices->len; i++) {
		const struct gs_ui_emission *e = g_ptr_array_index(state->emitted.vertices, i);
		if (!last || last->strip != e->strip || last->stream != e->stream)
			add_strip(panel, &strip, input, e->strip, e->stream);
		last = e;
		n_here += e->emitted;
		g_autofree char *name = g_strdup_printf("vertex %u", e->vertex);
		const struct gs_value_node *first = e->values->len ? g_ptr_array_index(e->values, 0)
								   : NULL;
		add_named(panel, &vertex, &strip, name,
			!e->emitted ? "not yet emitted"
			: first	    ? first->text
				    : "",
			!e->emitted);
		for (guint k = 0; k < e->values->len; k++)
			gs_value_store_add(panel->store, &vertex, g_ptr_array_index(e->values, k));
	}
	for (char **name = state->emitted.undefined; name && *name; name++)
		add_named(panel, &vertex, input, *name,
			n_here ? "undefined since the last emit" : "not written yet", true);
	return n_here;
}

/* ---- the other elements ---- */

static char *output_text(const struct gs_emissions *e, size_t vertex, size_t output)
{
	GString *text = g_string_new(NULL);
	size_t first = e->first_scalar[output], n = e->first_scalar[output + 1] - first;
	for (size_t k = 0; k < n; k++) {
		const struct gs_scalar scalar = gs_emissions_scalar(e, vertex, first + k);
		g_autofree char *number = gs_scalar_text(&scalar);
		g_string_append_printf(text, "%s%s", k ? ", " : n > 1 ? "(" : "", number);
	}
	if (n > 1)
		g_string_append_c(text, ')');
	return g_string_free(text, FALSE);
}

static void add_vertex(
	GsEmittedPanel *panel, const struct gs_emissions *e, size_t i, GtkTreeIter *strip)
{
	const struct gs_emissions_vertex *v = &e->vertices[i];
	GtkTreeIter vertex, output;
	g_autofree char *name = g_strdup_printf("vertex %u", v->vertex);
	g_autofree char *first = v->emitted && e->n_outputs ? output_text(e, i, 0) : NULL;
	add_named(panel, &vertex, strip, name,
		!v->emitted ? "not yet emitted"
		: first	    ? first
			    : "",
		!v->emitted);
	for (size_t k = 0; v->emitted && k < e->n_outputs; k++) {
		g_autofree char *text = output_text(e, i, k);
		add_named(panel, &output, &vertex, e->outputs[k], text, false);
	}
}

/* Add the cell's vertices, which begin at *next, and move *next behind them. */
static void fill_other(GsEmittedPanel *panel, const struct gs_emissions *e, guint cell,
	size_t *next, GtkTreeIter *input)
{
	const struct gs_emissions_vertex *last = NULL;
	GtkTreeIter strip;
	for (; *next < e->n_vertices && e->vertices[*next].cell == cell; (*next)++) {
		const struct gs_emissions_vertex *v = &e->vertices[*next];
		if (!last || last->strip != v->strip || last->stream != v->stream)
			add_strip(panel, &strip, input, v->strip, v->stream);
		last = v;
		add_vertex(panel, e, *next, &strip);
	}
}

static char *emitter_text(const struct gs_emissions *e, guint cell, size_t next)
{
	size_t n = 0, n_here = 0;
	for (; next < e->n_vertices && e->vertices[next].cell == cell; next++, n++)
		n_here += e->vertices[next].emitted;
	switch (e->emitters[cell]) {
	case GS_EMITTER_ELSEWHERE:
		return g_strdup("not here");
	case GS_EMITTER_UNKNOWN:
		return g_strdup("its instances cannot be told apart");
	default:
		return n ? g_strdup_printf("%zu of %zu vertices", n_here, n)
			 : g_strdup("emits nothing");
	}
}

/* Return the cells that get a row, including the focus; *all: number of cells that could. */
static GArray *list_cells(const struct gs_ui_state *state, guint focus, unsigned *all)
{
	const struct gs_emissions *e = state->emitted.all;
	GArray *cells = g_array_new(FALSE, FALSE, sizeof(guint));
	size_t next = 0, n_cells = e ? (size_t)e->width * e->height : 0, n_listed = 0;
	*all = 0;
	for (guint cell = 0; cell < n_cells; cell++) {
		size_t first = next;
		while (next < e->n_vertices && e->vertices[next].cell == cell)
			next++;
		if (e->emitters[cell] == GS_EMITTER_NONE)
			continue;
		(*all)++;
		if (cell != focus &&
			(n_listed + next - first > MAX_VERTICES || cells->len >= MAX_VERTICES))
			continue;
		n_listed += cell == focus ? 0 : next - first;
		g_array_append_val(cells, cell);
	}
	if (!cells->len)
		g_array_append_val(cells, focus);
	return cells;
}

/* Fill the tree. Return how many vertices the focus element has emitted; *focus_row: its row;
 * *n_all: as list_cells has it. */
static unsigned fill(GsEmittedPanel *panel, const struct gs_ui_state *state, unsigned *focus_row,
	unsigned *n_all)
{
	const struct gs_emissions *e = state->emitted.all;
	guint focus = state->where.focus_y * (e ? e->width : 1) + state->where.focus_x;
	size_t next = 0;
	unsigned n_here = 0;
	panel->width = e ? e->width : 1;
	g_array_unref(panel->cells);
	panel->cells = list_cells(state, focus, n_all);
	*focus_row = 0;
	for (guint i = 0; i < panel->cells->len; i++) {
		guint cell = g_array_index(panel->cells, guint, i);
		bool is_focus = cell == focus;
		GtkTreeIter input;
		while (e && next < e->n_vertices && e->vertices[next].cell < cell)
			next++;
		g_autofree char *who = gs_element_text(
			state->where.stage, is_focus ? &state->where.focus : &e->elements[cell]);
		g_autofree char *text = is_focus ? g_strdup("in focus")
						 : emitter_text(e, cell, next);
		add_named(panel, &input, NULL, who, text, false);
		if (is_focus) {
			*focus_row = i;
			n_here = fill_focus(panel, state, &input);
		} else {
			fill_other(panel, e, cell, &next, &input);
		}
	}
	return n_here;
}

/* Expand the focus element's row, and scroll to it. */
static void open_row(GsEmittedPanel *panel, unsigned row)
{
	g_autoptr(GtkTreePath) root = gtk_tree_path_new_from_indices((int)row, -1);
	gtk_tree_view_expand_row(panel->view, root, FALSE);
	for (int i = 0; i < 64; i++) {
		g_autoptr(GtkTreePath) path = gtk_tree_path_new_from_indices((int)row, i, -1);
		gtk_tree_view_expand_row(panel->view, path, FALSE);
	}
	if (row)
		gtk_tree_view_scroll_to_cell(panel->view, root, NULL, TRUE, 0, 0);
}

static void activated(
	GtkTreeView *view, GtkTreePath *path, GtkTreeViewColumn *column, GsEmittedPanel *panel)
{
	guint row = (guint)gtk_tree_path_get_indices(path)[0];
	if (row >= panel->cells->len)
		return;
	guint cell = g_array_index(panel->cells, guint, row);
	gs_panel_activate(
		panel, "focus", g_variant_new("(uu)", cell % panel->width, cell / panel->width));
}

static void set(GsPanel *widget, const struct gs_ui_state *state, unsigned parts)
{
	GsEmittedPanel *panel = GS_EMITTED_PANEL(widget);
	if (!(parts & (GS_PART_EMITTED | GS_PART_WHERE | GS_PART_STOP)))
		return;
	bool geometry = state->in_shader && state->where.stage == GS_STAGE_GEOMETRY;
	if (!geometry)
		gtk_tree_store_clear(panel->store);
	if (!geometry)
		gs_panel_label(panel->note, "While a geometry shader is debugged, the vertices it "
					    "emits are listed here");
	if (!geometry || !(parts & GS_PART_EMITTED))
		return;
	unsigned row, n_all, n;
	struct gs_value_view_state *kept = gs_value_view_keep(panel->view);
	gtk_tree_store_clear(panel->store);
	n = fill(panel, state, &row, &n_all);
	gs_value_view_restore(panel->view, kept);
	open_row(panel, row);
	if (state->emitted.note)
		gs_panel_label(panel->note, "%s", state->emitted.note);
	else if (n_all > panel->cells->len)
		gs_panel_label(panel->note,
			"%u of %u vertices emitted here; %u of %u input primitives are listed", n,
			state->emitted.vertices->len, panel->cells->len, n_all);
	else
		gs_panel_label(panel->note, "%u of %u vertices emitted here", n,
			state->emitted.vertices->len);
}

static void finalize(GObject *object)
{
	g_array_unref(GS_EMITTED_PANEL(object)->cells);
	G_OBJECT_CLASS(gs_emitted_panel_parent_class)->finalize(object);
}

static void gs_emitted_panel_class_init(GsEmittedPanelClass *class)
{
	G_OBJECT_CLASS(class)->finalize = finalize;
}

/* Build the panel without a .ui file: it is a line of text above one list. */
static void gs_emitted_panel_init(GsEmittedPanel *panel)
{
	gtk_orientable_set_orientation(GTK_ORIENTABLE(panel), GTK_ORIENTATION_VERTICAL);
	GtkBox *head = gs_panel_head(GTK_BOX(panel));
	panel->note = gs_panel_note(head);
	panel->cells = g_array_new(FALSE, FALSE, sizeof(guint));
	panel->store = gs_value_store_new();
	panel->view = gs_panel_list(
		GTK_BOX(panel), "Emitted vertices", GTK_TREE_MODEL(panel->store));
	g_object_unref(panel->store); /* the view owns it now */
	gs_value_view_setup(panel->view, "Primitive, vertex, output", false);
	gtk_tree_view_column_set_fixed_width(gtk_tree_view_get_column(panel->view, 0), 220);
	gs_number_cell_tips(panel->view);
	gs_panel_name(panel->note, "Emitted summary");
	gtk_widget_set_tooltip_text(
		GTK_WIDGET(panel->view), "Double-click an input primitive to focus it");
	g_signal_connect(panel->view, "row-activated", G_CALLBACK(activated), panel);
}

/* SPDX-License-Identifier: MIT */
#include "ui/emitted-panel.h"

#include "ui/theme.h"

struct _GsEmittedPanel {
	GtkBox parent;
	GtkLabel *note;
	GtkTreeView *view;
	GtkTreeStore *store;
};

G_DEFINE_TYPE(GsEmittedPanel, gs_emitted_panel, GTK_TYPE_BOX)

static void add_named(GsEmittedPanel *panel, GtkTreeIter *iter, GtkTreeIter *parent,
	const char *name, const char *text, bool faint)
{
	gtk_tree_store_insert_with_values(panel->store, iter, parent, -1, GS_VALUE_COLUMN_NAME,
		name, GS_VALUE_COLUMN_TEXT, text, GS_VALUE_COLUMN_EXPRESSION, name,
		GS_VALUE_COLUMN_WEIGHT, PANGO_WEIGHT_NORMAL, GS_VALUE_COLUMN_COLOUR,
		faint ? gs_theme_colour(GS_COLOUR_FAINT) : NULL, -1);
}

/* The input primitive, its output primitives, their vertices, their values. */
static unsigned fill(GsEmittedPanel *panel, const struct gs_ui_state *state)
{
	GtkTreeIter input, strip, vertex;
	unsigned n_here = 0;
	const struct gs_ui_emission *last = NULL;
	gtk_tree_store_clear(panel->store);
	if (!state->emitted->len)
		return 0;
	g_autofree char *who = gs_element_text(state->where.stage, &state->where.focus);
	add_named(panel, &input, NULL, who, "", false);
	for (guint i = 0; i < state->emitted->len; i++) {
		const struct gs_ui_emission *e = g_ptr_array_index(state->emitted, i);
		if (!last || last->strip != e->strip || last->stream != e->stream) {
			g_autofree char *name = g_strdup_printf(
				"output primitive %u%s", e->strip, "");
			g_autofree char *stream = g_strdup_printf("stream %u", e->stream);
			add_named(panel, &strip, &input, name, stream, false);
		}
		last = e;
		n_here += e->emitted;
		g_autofree char *name = g_strdup_printf("vertex %u", e->vertex);
		const struct gs_value_node *first =
			e->values->len ? g_ptr_array_index(e->values, 0) : NULL;
		add_named(panel, &vertex, &strip, name,
			!e->emitted ? "not yet emitted" : first ? first->text : "", !e->emitted);
		for (guint k = 0; k < e->values->len; k++)
			gs_value_store_add(panel->store, &vertex, g_ptr_array_index(e->values, k));
	}
	for (char **name = state->emitted_undefined; name && *name; name++)
		add_named(panel, &vertex, &input, *name,
			n_here ? "undefined since the last emit" : "not written yet", true);
	return n_here;
}

void gs_emitted_panel_set(GsEmittedPanel *panel, const struct gs_ui_state *state, unsigned parts)
{
	if (!(parts & (GS_PART_EMITTED | GS_PART_WHERE | GS_PART_STOP)))
		return;
	bool geometry = state->in_shader && state->where.stage == GS_STAGE_GEOMETRY;
	if (!geometry)
		gtk_tree_store_clear(panel->store);
	if (!geometry)
		gs_panel_label(panel->note,
			"While a geometry shader is debugged, the vertices it emits are listed here");
	if (!geometry || !(parts & GS_PART_EMITTED))
		return;
	unsigned n = fill(panel, state);
	g_autoptr(GtkTreePath) root = gtk_tree_path_new_first();
	gtk_tree_view_expand_row(panel->view, root, FALSE);
	for (int i = 0; i < 64; i++) {
		g_autoptr(GtkTreePath) path = gtk_tree_path_new_from_indices(0, i, -1);
		gtk_tree_view_expand_row(panel->view, path, FALSE);
	}
	if (state->emitted_note)
		gs_panel_label(panel->note, "%s", state->emitted_note);
	else
		gs_panel_label(panel->note, "%u of %u vertices emitted here", n, state->emitted->len);
}

static void gs_emitted_panel_class_init(GsEmittedPanelClass *class)
{
}

static void gs_emitted_panel_init(GsEmittedPanel *panel)
{
	gtk_orientable_set_orientation(GTK_ORIENTABLE(panel), GTK_ORIENTATION_VERTICAL);
	GtkBox *head = gs_panel_head(GTK_BOX(panel));
	panel->note = gs_panel_note(head);
	panel->store = gs_value_store_new();
	panel->view = gs_panel_list(GTK_BOX(panel), "Emitted vertices", GTK_TREE_MODEL(panel->store));
	g_object_unref(panel->store); /* the view's */
	gs_value_view_setup(panel->view, "Primitive, vertex, output", false);
	gtk_tree_view_column_set_fixed_width(gtk_tree_view_get_column(panel->view, 0), 220);
	gs_panel_name(panel->note, "Emitted summary");
}

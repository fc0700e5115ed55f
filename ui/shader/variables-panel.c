/* SPDX-License-Identifier: MIT */
#include "ui/shader/variables-panel.h"

#include <string.h>
#include "ui/widgets/icon.h"
#include "ui/widgets/theme.h"
#include "ui/shader/value-thumbs.h"

struct _GsVariablesPanel {
	GtkBox parent;
	GtkTreeView *view;
	GtkComboBoxText *frames;
	GtkButton *watch;
	GtkTreeStore *store;
	bool busy;   /* code, not the user, is changing the widgets */
	char **path; /* call path that .frames lists, outermost first */
};

GS_DEFINE_PANEL(GsVariablesPanel, gs_variables_panel)

#define BUILT_INS "Built-in"

static void watch_path(GsVariablesPanel *panel, GtkTreePath *path)
{
	GtkTreeIter iter;
	g_autofree char *expression = NULL;
	if (!gtk_tree_model_get_iter(GTK_TREE_MODEL(panel->store), &iter, path))
		return;
	gtk_tree_model_get(
		GTK_TREE_MODEL(panel->store), &iter, GS_VALUE_COLUMN_EXPRESSION, &expression, -1);
	if (expression && strcmp(expression, BUILT_INS))
		gs_value_watch(panel->view, expression);
}

static void activated(
	GtkTreeView *view, GtkTreePath *path, GtkTreeViewColumn *column, GsVariablesPanel *panel)
{
	watch_path(panel, path);
}

static void watch_clicked(GtkButton *button, GsVariablesPanel *panel)
{
	GtkTreeIter iter;
	if (!gtk_tree_selection_get_selected(gtk_tree_view_get_selection(panel->view), NULL, &iter))
		return;
	g_autoptr(GtkTreePath) path = gtk_tree_model_get_path(GTK_TREE_MODEL(panel->store), &iter);
	watch_path(panel, path);
}

static void selected(GtkTreeSelection *selection, GsVariablesPanel *panel)
{
	g_autofree char *expression = gs_value_view_selected(panel->view);
	gs_panel_allow(panel->watch, NULL,
		expression && strcmp(expression, BUILT_INS) ? NULL : "select a variable first");
}

static void expanded(
	GtkTreeView *view, GtkTreeIter *iter, GtkTreePath *path, GsVariablesPanel *panel)
{
	g_autofree char *expression = NULL;
	gboolean deferred = FALSE;
	gtk_tree_model_get(GTK_TREE_MODEL(panel->store), iter, GS_VALUE_COLUMN_EXPRESSION,
		&expression, GS_VALUE_COLUMN_DEFERRED, &deferred, -1);
	if (deferred && !panel->busy)
		gs_panel_activate(panel, "fetch", g_variant_new_string(expression));
}

static void frame_chosen(GtkComboBox *combo, GsVariablesPanel *panel)
{
	int row = gtk_combo_box_get_active(combo);
	if (!panel->busy && row >= 0)
		gs_panel_activate(panel, "frame", g_variant_new_uint32((guint32)row));
}

/* List the call path, innermost first: the row is the frame's number. */
static void set_frames(GsVariablesPanel *panel, const struct gs_ui_state *state)
{
	static const char *const none[] = {NULL};
	const char *const *path = state->call_path ? (const char *const *)state->call_path : none;
	unsigned n = g_strv_length((char **)path);
	if (!panel->path || !g_strv_equal(path, (const char *const *)panel->path)) {
		g_strfreev(panel->path);
		panel->path = g_strdupv((char **)path);
		gtk_combo_box_text_remove_all(panel->frames);
		for (unsigned i = n; i-- > 0;)
			gtk_combo_box_text_append_text(panel->frames, path[i]);
	}
	gtk_combo_box_set_active(
		GTK_COMBO_BOX(panel->frames), n ? (int)MIN(state->where.frame, n - 1) : -1);
	gtk_widget_set_visible(GTK_WIDGET(panel->frames), n > 0);
	gs_panel_allow(panel->frames, NULL, n > 1 ? NULL : "main has no caller");
}

/* Return whether a built-in variable is listed below a heading. Outputs that the source names, such
 * as gl_Position, are listed beside the shader's own. */
static bool is_folded(const struct gs_ui_state *state, const struct gs_value_node *node)
{
	bool is_named = false;
	if (!node->is_builtin || strcmp(node->qualifier, "out") != 0)
		return node->is_builtin;
	for (size_t i = 0; state->has_program && i < state->program.n_sources; i++)
		is_named |= state->program.sources[i].stage == state->where.stage &&
			    strstr(state->program.sources[i].source, node->name);
	return !is_named;
}

static void add_built_ins(GsVariablesPanel *panel, const struct gs_ui_state *state)
{
	const GPtrArray *variables = state->variables;
	GtkTreeIter group;
	bool any = false;
	for (guint i = 0; i < variables->len; i++) {
		const struct gs_value_node *node = g_ptr_array_index(variables, i);
		if (!is_folded(state, node))
			continue;
		if (!any)
			gtk_tree_store_insert_with_values(panel->store, &group, NULL, -1,
				GS_VALUE_COLUMN_NAME, BUILT_INS, GS_VALUE_COLUMN_EXPRESSION,
				BUILT_INS, GS_VALUE_COLUMN_COLOUR,
				gs_theme_colour(GS_COLOUR_SECONDARY), GS_VALUE_COLUMN_WEIGHT,
				PANGO_WEIGHT_NORMAL, -1);
		any = true;
		gs_value_store_add(panel->store, &group, node);
	}
}

static void set_values(GsVariablesPanel *panel, const struct gs_ui_state *state)
{
	const GPtrArray *variables = state->variables;
	struct gs_value_view_state *kept = gs_value_view_keep(panel->view);
	gtk_tree_store_clear(panel->store);
	for (guint i = 0; i < variables->len; i++) {
		const struct gs_value_node *node = g_ptr_array_index(variables, i);
		if (!is_folded(state, node))
			gs_value_store_add(panel->store, NULL, node);
	}
	add_built_ins(panel, state);
	gs_value_view_restore(panel->view, kept);
}

static void set(GsPanel *widget, const struct gs_ui_state *state, unsigned parts)
{
	GsVariablesPanel *panel = GS_VARIABLES_PANEL(widget);
	panel->busy = true;
	gs_panel_pale(panel->view, state->work.old_parts & GS_PART_VALUES);
	if (parts & GS_PART_WHERE)
		set_frames(panel, state);
	if (parts & GS_PART_VALUES)
		set_values(panel, state);
	if (parts & (GS_PART_VALUES | GS_PART_THUMBNAILS | GS_PART_WHERE))
		gs_value_thumbs_show(panel->view, state);
	panel->busy = false;
}

static void finalize(GObject *object)
{
	g_strfreev(GS_VARIABLES_PANEL(object)->path);
	G_OBJECT_CLASS(gs_variables_panel_parent_class)->finalize(object);
}

static void gs_variables_panel_class_init(GsVariablesPanelClass *class)
{
	GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
	G_OBJECT_CLASS(class)->finalize = finalize;
	g_type_ensure(GS_TYPE_ICON);
	gtk_widget_class_set_template_from_resource(widget, GS_UI_RESOURCES "variables-panel.ui");
	gtk_widget_class_bind_template_child(widget, GsVariablesPanel, view);
	gtk_widget_class_bind_template_child(widget, GsVariablesPanel, frames);
	gtk_widget_class_bind_template_child(widget, GsVariablesPanel, watch);
}

static void gs_variables_panel_init(GsVariablesPanel *panel)
{
	gtk_widget_init_template(GTK_WIDGET(panel));
	panel->store = gs_value_store_new();
	gs_value_view_setup(panel->view, "Name", true);
	gtk_tree_view_set_model(panel->view, GTK_TREE_MODEL(panel->store));
	gs_value_thumbs_setup(panel->view, "variables");
	g_object_unref(panel->store); /* the view owns it now */
	gs_panel_name(panel->view, "Variables");
	gs_panel_name(panel->frames, "Call path");
	gs_panel_name(panel->watch, "Watch the selected variable");
	gs_panel_allow(panel->watch, NULL, "select a variable first");
	g_signal_connect(panel->view, "row-activated", G_CALLBACK(activated), panel);
	g_signal_connect(panel->view, "row-expanded", G_CALLBACK(expanded), panel);
	g_signal_connect(panel->watch, "clicked", G_CALLBACK(watch_clicked), panel);
	g_signal_connect(panel->frames, "changed", G_CALLBACK(frame_chosen), panel);
	g_signal_connect(
		gtk_tree_view_get_selection(panel->view), "changed", G_CALLBACK(selected), panel);
}

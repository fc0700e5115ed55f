/* SPDX-License-Identifier: MIT */
#include "ui/images/history-panel.h"

#include "ui/widgets/theme.h"

enum {
	COLUMN_STEP,
	COLUMN_LINE,
	COLUMN_TEXT,
	COLUMN_RESULT,
	COLUMN_WEIGHT,
	COLUMN_INDEX,
	COLUMN_CHANGES,
	COLUMN_COLOUR,
	COLUMN_TIP,
	N_COLUMNS
};

struct _GsHistoryPanel {
	GtkBox parent;
	GtkLabel *summary;
	GtkTreeView *view;
	GtkListStore *store;
};

GS_DEFINE_PANEL(GsHistoryPanel, gs_history_panel)

static void activated(
	GtkTreeView *view, GtkTreePath *path, GtkTreeViewColumn *column, GsHistoryPanel *panel)
{
	GtkTreeIter iter;
	guint index;
	if (!gtk_tree_model_get_iter(GTK_TREE_MODEL(panel->store), &iter, path))
		return;
	gtk_tree_model_get(GTK_TREE_MODEL(panel->store), &iter, COLUMN_INDEX, &index, -1);
	gs_panel_activate(panel, "to-step", g_variant_new_uint32(index));
}

static const char *result_of(const struct gs_path_summary_entry *entry)
{
	if (!entry->is_decision || entry->kind == GS_SITE_SWITCH || entry->kind == GS_SITE_CALL)
		return "";
	if (entry->kind == GS_SITE_LOOP_TEST)
		return entry->decision ? "stays" : "ends";
	return entry->decision ? "true" : "false";
}

/* Return the values that a step wrote, or NULL if unknown or the step is after the present
 * position. */
static const struct gs_step_changes *changes_of(const struct gs_ui_state *state, size_t step)
{
	const struct gs_step_changes *changes = g_hash_table_lookup(
		state->changes, GSIZE_TO_POINTER(step));
	return changes && state->path_summary && changes->at < state->path_summary->length ? changes
											   : NULL;
}

static void set_changes(
	GsHistoryPanel *panel, GtkTreeIter *iter, const struct gs_step_changes *changes)
{
	g_autofree char *tip = changes ? g_markup_printf_escaped("%s%s", changes->text,
						 changes->is_wrong ? "\nNot a number, or infinite"
								   : "")
				       : NULL;
	gtk_list_store_set(panel->store, iter, COLUMN_CHANGES, changes ? changes->text : "",
		COLUMN_COLOUR,
		changes && changes->is_wrong ? gs_theme_colour(GS_COLOUR_WRONG) : NULL, COLUMN_TIP,
		tip, -1);
}

static void update_changes(GsHistoryPanel *panel, const struct gs_ui_state *state)
{
	GtkTreeModel *model = GTK_TREE_MODEL(panel->store);
	GtkTreeIter iter;
	bool more = gtk_tree_model_get_iter_first(model, &iter);
	for (; more; more = gtk_tree_model_iter_next(model, &iter)) {
		guint index;
		g_autofree char *known = NULL;
		gtk_tree_model_get(model, &iter, COLUMN_INDEX, &index, COLUMN_CHANGES, &known, -1);
		const struct gs_step_changes *changes = changes_of(state, index);
		if (changes && g_strcmp0(known, changes->text))
			set_changes(panel, &iter, changes);
	}
}

static void add_step(GsHistoryPanel *panel, const struct gs_history_step *step,
	const struct gs_step_changes *changes, bool is_last)
{
	GtkTreeIter iter;
	g_autofree char *number = g_strdup_printf("%zu", step->index);
	g_autofree char *line = g_strdup_printf("%u", step->entry.line);
	g_autofree char *text = g_strdup_printf(
		"%*s%s", (int)MIN(step->entry.depth, 12) * 2, "", step->text);
	gtk_list_store_insert_with_values(panel->store, &iter, -1, COLUMN_STEP, number, COLUMN_LINE,
		line, COLUMN_TEXT, text, COLUMN_RESULT, result_of(&step->entry), COLUMN_WEIGHT,
		is_last ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL, COLUMN_INDEX, (guint)step->index,
		-1);
	if (changes)
		set_changes(panel, &iter, changes);
}

/* Fill the list, with the view detached meanwhile, as it may get thousands of rows. */
static void fill(GsHistoryPanel *panel, const struct gs_ui_state *state,
	const struct gs_path_summary *path_summary)
{
	g_object_ref(panel->store);
	gtk_tree_view_set_model(panel->view, NULL);
	gtk_list_store_clear(panel->store);
	for (guint i = 0; path_summary && i < path_summary->steps->len; i++) {
		const struct gs_history_step *step = &g_array_index(
			path_summary->steps, struct gs_history_step, i);
		add_step(panel, step, changes_of(state, step->index),
			i + 1 == path_summary->steps->len);
	}
	gtk_tree_view_set_model(panel->view, GTK_TREE_MODEL(panel->store));
	g_object_unref(panel->store);
	int n = gtk_tree_model_iter_n_children(GTK_TREE_MODEL(panel->store), NULL);
	if (!n)
		return;
	g_autoptr(GtkTreePath) last = gtk_tree_path_new_from_indices(n - 1, -1);
	gtk_tree_selection_select_path(gtk_tree_view_get_selection(panel->view), last);
	gtk_tree_view_scroll_to_cell(panel->view, last, NULL, FALSE, 0, 0);
}

static void set(GsPanel *widget, const struct gs_ui_state *state, unsigned parts)
{
	GsHistoryPanel *panel = GS_HISTORY_PANEL(widget);
	const struct gs_path_summary *path_summary = state->in_shader ? state->path_summary : NULL;
	if (parts & GS_PART_CHANGES && path_summary)
		update_changes(panel, state);
	if (!(parts & (GS_PART_PATH_SUMMARY | GS_PART_STOP)))
		return;
	fill(panel, state, path_summary);
	if (!path_summary)
		gs_panel_label(panel->summary, "The steps of the element in focus are listed here");
	else if (path_summary->steps->len < path_summary->length)
		gs_panel_label(panel->summary, "the last %u of %zu steps", path_summary->steps->len,
			path_summary->length);
	else
		gs_panel_label(panel->summary, "%zu step%s", path_summary->length,
			path_summary->length == 1 ? "" : "s");
}

static void gs_history_panel_class_init(GsHistoryPanelClass *class)
{
}

/* Build the panel without a .ui file: it is a line of text above one list. */
static void gs_history_panel_init(GsHistoryPanel *panel)
{
	gtk_orientable_set_orientation(GTK_ORIENTABLE(panel), GTK_ORIENTATION_VERTICAL);
	GtkBox *head = gs_panel_head(GTK_BOX(panel));
	panel->summary = gs_panel_note(head);
	panel->store = gtk_list_store_new(N_COLUMNS, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING,
		G_TYPE_STRING, G_TYPE_INT, G_TYPE_UINT, G_TYPE_STRING, G_TYPE_STRING,
		G_TYPE_STRING);
	panel->view = gs_panel_list(GTK_BOX(panel), "History", GTK_TREE_MODEL(panel->store));
	g_object_unref(panel->store); /* the view owns it now */
	gs_panel_column(panel->view, "Step", COLUMN_STEP, 48, "weight", COLUMN_WEIGHT, NULL);
	gs_panel_column(panel->view, "Line", COLUMN_LINE, 40, "weight", COLUMN_WEIGHT, NULL);
	gs_panel_column(panel->view, "Runs", COLUMN_TEXT, 0, "weight", COLUMN_WEIGHT, NULL);
	gs_panel_column(panel->view, "Result", COLUMN_RESULT, 56, "weight", COLUMN_WEIGHT, NULL);
	gs_panel_column(
		panel->view, "Has written", COLUMN_CHANGES, 0, "foreground", COLUMN_COLOUR, NULL);
	gtk_tree_view_set_tooltip_column(panel->view, COLUMN_TIP);
	gtk_tree_view_set_search_column(panel->view, COLUMN_TEXT);
	gs_panel_name(panel->summary, "History summary");
	g_signal_connect(panel->view, "row-activated", G_CALLBACK(activated), panel);
}

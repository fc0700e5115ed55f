/* SPDX-License-Identifier: MIT */
#include "ui/calls/table-panel.h"

#include <math.h>
#include <string.h>
#include "ui/calls/call-rows.h"
#include "ui/calls/lanes-view.h"
#include "ui/calls/survey-bar.h"
#include "ui/calls/table-controls.h"
#include "ui/widgets/theme.h"
#include "verbs/table.h"

/* Of the store; behind these the texts of the table's columns, then their numbers. */
enum {
	COLUMN_COLOUR = GS_N_CALL_ROW_COLUMNS,
	COLUMN_DETAIL, /* all that is known of it */
	COLUMN_TIP,    /* the same, as markup */
	FIRST_TEXT
};

struct _GsTablePanel {
	GtkBox parent;
	unsigned tab;
	struct gs_table *table;
	char *name, *summary_name; /* for screen readers and tests */
	GsSurveyBar *bar;
	struct gs_table_controls *controls;
	GsLanesView *lanes; /* NULL: its rows have no times */
	GtkTreeView *view;
	GtkTreeStore *store;
	GtkLabel *detail; /* NULL: there is none */
	const struct gs_ui_state *state;
	unsigned shown; /* which of the tab's trees; 0: none */
};

GS_DEFINE_PANEL(GsTablePanel, gs_table_panel)

static const struct gs_tab *tab_of(GsTablePanel *panel)
{
	return panel->table->verb->tab;
}

static guint n_columns(const GsTablePanel *panel)
{
	return panel->table->columns->len;
}

static const struct gs_tab_column *column_of(const GsTablePanel *panel, guint i)
{
	return &g_array_index(panel->table->columns, struct gs_tab_column, i);
}

/* Calls below a row are told in the second column, if that is wide, else in one of their own. */
static bool second_is_wide(const GsTablePanel *panel)
{
	return n_columns(panel) > 1 && !column_of(panel, 1)->width;
}

/* Where the store has a column's text, and its number. */
static int text_at(const GsTablePanel *panel, guint column)
{
	return column == 0			      ? GS_CALL_ROW_TITLE
	       : column == 1 && second_is_wide(panel) ? GS_CALL_ROW_TEXT
						      : (int)(FIRST_TEXT + column);
}

static int number_at(const GsTablePanel *panel, guint column)
{
	return (int)(FIRST_TEXT + n_columns(panel) + column);
}

/* ---- rows ---- */

struct filling {
	GsTablePanel *panel;
	bool *is_text, *is_number; /* of columns: whether a cell is */
};

static void set_cells(struct filling *filling, GtkTreeIter *row, const struct gs_told *told)
{
	GsTablePanel *panel = filling->panel;
	for (guint i = 0; i < n_columns(panel); i++) {
		const struct gs_tab_column *column = column_of(panel, i);
		g_autofree char *text = gs_table_text(told, column->cell);
		double number;
		bool is_number = gs_table_number(told, column->cell, &number);
		filling->is_number[i] |= is_number;
		filling->is_text[i] |= !is_number && *text;
		gtk_tree_store_set(panel->store, row, text_at(panel, i), text, number_at(panel, i),
			number, -1);
	}
}

static void set_marks(GsTablePanel *panel, GtkTreeIter *row, const struct gs_told *told)
{
	const struct gs_tab *tab = tab_of(panel);
	g_autofree char *mark = tab->marked ? gs_table_text(told, tab->marked) : NULL;
	if (mark && *mark)
		gtk_tree_store_set(
			panel->store, row, COLUMN_COLOUR, gs_theme_colour(GS_COLOUR_WRONG), -1);
	if (!tab->detail)
		return;
	g_autofree char *detail = gs_table_text(told, tab->detail);
	g_autofree char *tip = g_markup_escape_text(detail, -1);
	gtk_tree_store_set(panel->store, row, COLUMN_DETAIL, detail, COLUMN_TIP, tip, -1);
}

static void add_row(gpointer data, const struct gs_told *told)
{
	struct filling *filling = data;
	GsTablePanel *panel = filling->panel;
	GtkTreeIter row;
	uint64_t n;
	bool is_own;
	GArray *calls = gs_table_calls(panel->table, told, &n, &is_own);
	gtk_tree_store_append(panel->store, &row, NULL);
	set_cells(filling, &row, told);
	set_marks(panel, &row, told);
	if (is_own)
		gtk_tree_store_set(panel->store, &row, GS_CALL_ROW_CALL,
			(guint64)g_array_index(calls, uint64_t, 0) + 1, -1);
	else
		gs_call_rows_add(panel->store, &row, (const uint64_t *)(const void *)calls->data, n,
			calls->len);
	g_array_unref(calls);
}

/* Numbers stand below each other at the right. */
static void align(GsTablePanel *panel, guint i, bool is_number)
{
	GtkTreeViewColumn *column = gtk_tree_view_get_column(panel->view, (int)i);
	g_autoptr(GList) cells = gtk_cell_layout_get_cells(GTK_CELL_LAYOUT(column));
	gtk_tree_view_column_set_alignment(column, is_number ? 1 : 0);
	g_object_set(cells->data, "xalign", is_number ? 1.0 : 0.0, NULL);
}

/* The view is taken off meanwhile, and sorts when all rows are there. */
static void fill(GsTablePanel *panel, JsonNode *tree)
{
	GtkTreeSortable *sortable = GTK_TREE_SORTABLE(panel->store);
	guint n = n_columns(panel);
	g_autofree bool *is_text = g_new0(bool, n), *is_number = g_new0(bool, n);
	struct filling filling = {panel, is_text, is_number};
	GtkSortType order = GTK_SORT_ASCENDING;
	int by = GTK_TREE_SORTABLE_UNSORTED_SORT_COLUMN_ID;
	gtk_tree_sortable_get_sort_column_id(sortable, &by, &order);
	gtk_tree_view_set_model(panel->view, NULL);
	gtk_tree_sortable_set_sort_column_id(
		sortable, GTK_TREE_SORTABLE_UNSORTED_SORT_COLUMN_ID, order);
	gtk_tree_store_clear(panel->store);
	if (tree)
		gs_table_each(panel->table, tree, add_row, &filling);
	gtk_tree_sortable_set_sort_column_id(sortable, by, order);
	gtk_tree_view_set_model(panel->view, GTK_TREE_MODEL(panel->store));
	for (guint i = 0; i < n; i++)
		align(panel, i, is_number[i] && !is_text[i]);
}

/* Calls below a row stay in their order: the sort leaves what is the same as it is. */
static int compare(GtkTreeModel *model, GtkTreeIter *a, GtkTreeIter *b, gpointer data)
{
	guint columns = GPOINTER_TO_UINT(data);
	int text = columns & 0xff, number = columns >> 8;
	g_autofree char *one = NULL, *other = NULL;
	GtkTreeIter above;
	double x, y;
	if (gtk_tree_model_iter_parent(model, &above, a))
		return 0;
	gtk_tree_model_get(model, a, text, &one, number, &x, -1);
	gtk_tree_model_get(model, b, text, &other, number, &y, -1);
	if (!isnan(x) && !isnan(y))
		return x < y ? -1 : x > y;
	if (isnan(x) != isnan(y))
		return isnan(x) ? 1 : -1;
	return g_utf8_collate(one ? one : "", other ? other : "");
}

/* ---- the state ---- */

static void say_summary(GsTablePanel *panel, const struct gs_ui_tab *tab)
{
	const struct gs_told whole = {.node = tab->tree, .root = tab->tree};
	bool has_note = tab->note && tab->note[0];
	g_autofree char *summary = gs_table_text(&whole, panel->table->summary);
	g_autofree char *text = g_strdup_printf(
		"%s%s%s", summary, has_note && *summary ? ". " : "", has_note ? tab->note : "");
	gs_survey_bar_say(panel->bar, text);
}

static void set(GsPanel *widget, const struct gs_ui_state *state, unsigned parts)
{
	GsTablePanel *panel = GS_TABLE_PANEL(widget);
	const struct gs_ui_tab *tab = &state->tabs[panel->tab];
	panel->state = state;
	gs_survey_bar_set(panel->bar, state);
	gs_table_controls_allow(panel->controls, state);
	gs_panel_pale(panel->view,
		!(panel->table->verb->needs & GS_NEEDS_FILE) && gs_ui_state_is_past(state));
	if (panel->table->has_calls)
		gs_call_rows_set(panel->view, state);
	if (tab->tree)
		say_summary(panel, tab);
	if ((tab->tree ? tab->n : 0) == panel->shown)
		return;
	panel->shown = tab->tree ? tab->n : 0;
	fill(panel, tab->tree);
	if (panel->lanes)
		gs_lanes_view_set(panel->lanes,
			tab->tree ? gs_table_timeline(panel->table, tab->tree) : NULL);
}

static struct gs_ui_progress look(gpointer panel, const struct gs_ui_state *state)
{
	struct gs_ui_progress now = gs_ui_tab_progress(&state->tabs[GS_TABLE_PANEL(panel)->tab]);
	/* what the user has not chosen so far is not asked for */
	if (!now.is_there && !gs_table_controls_ready(GS_TABLE_PANEL(panel)->controls))
		now.note = "Choose what is missing here first";
	return now;
}

static bool is_old(gpointer panel, const struct gs_ui_state *state)
{
	return state->tabs[GS_TABLE_PANEL(panel)->tab].is_old;
}

static void read_again(gpointer data)
{
	GsTablePanel *panel = GS_TABLE_PANEL(data);
	g_autofree char *arguments = gs_table_controls_text(panel->controls);
	if (gs_table_controls_ready(panel->controls))
		gs_panel_activate(panel, "read-tab", g_variant_new("(us)", panel->tab, arguments));
}

static void stop_reading(gpointer panel)
{
	gs_panel_activate(panel, "stop-tab", g_variant_new_uint32(GS_TABLE_PANEL(panel)->tab));
}

/* Of the selected row, or the one above the selected call. */
static void selected(GtkTreeSelection *selection, GsTablePanel *panel)
{
	GtkTreeModel *model;
	GtkTreeIter row, above;
	g_autofree char *detail = NULL;
	if (gtk_tree_selection_get_selected(selection, &model, &row)) {
		if (gtk_tree_model_iter_parent(model, &above, &row))
			row = above;
		gtk_tree_model_get(model, &row, COLUMN_DETAIL, &detail, -1);
	}
	gs_panel_label(panel->detail, "%s", detail ? detail : "");
	gtk_widget_set_visible(GTK_WIDGET(panel->detail), detail != NULL);
}

/* Select the row of the call that was picked in the lanes. */
static void picked(GsLanesView *lanes, guint64 call, gboolean opens, GsTablePanel *panel)
{
	GtkTreeModel *model = GTK_TREE_MODEL(panel->store);
	GtkTreeIter row;
	guint64 other = 0;
	bool any = gtk_tree_model_get_iter_first(model, &row);
	for (; any; any = gtk_tree_model_iter_next(model, &row)) {
		gtk_tree_model_get(model, &row, GS_CALL_ROW_CALL, &other, -1);
		if (other == call + 1)
			break;
	}
	if (!any)
		return;
	g_autoptr(GtkTreePath) path = gtk_tree_model_get_path(model, &row);
	gtk_tree_view_set_cursor(panel->view, path, NULL, FALSE);
	if (opens)
		gtk_tree_view_row_activated(
			panel->view, path, gtk_tree_view_get_column(panel->view, 0));
}

static void add_lanes(GsTablePanel *panel)
{
	g_autofree char *name = g_strconcat(panel->name, " lanes", NULL);
	panel->lanes = g_object_new(GS_TYPE_LANES_VIEW, "visible", TRUE, NULL);
	gs_panel_name(panel->lanes, name);
	gtk_box_pack_start(GTK_BOX(panel), GTK_WIDGET(panel->lanes), FALSE, FALSE, 0);
	g_signal_connect(panel->lanes, "pick", G_CALLBACK(picked), panel);
}

static void recolour(gpointer data)
{
	GtkTreeModel *model = GTK_TREE_MODEL(((GsTablePanel *)data)->store);
	GtkTreeIter row;
	for (bool any = gtk_tree_model_get_iter_first(model, &row); any;
		any = gtk_tree_model_iter_next(model, &row)) {
		g_autofree char *colour = NULL;
		gtk_tree_model_get(model, &row, COLUMN_COLOUR, &colour, -1);
		if (colour)
			gtk_tree_store_set(GTK_TREE_STORE(model), &row, COLUMN_COLOUR,
				gs_theme_colour(GS_COLOUR_WRONG), -1);
	}
}

/* ---- the panel ---- */

static void finalize(GObject *object)
{
	GsTablePanel *panel = GS_TABLE_PANEL(object);
	gs_table_free(panel->table);
	gs_table_controls_free(panel->controls);
	g_object_unref(panel->store);
	g_free(panel->name);
	g_free(panel->summary_name);
	G_OBJECT_CLASS(gs_table_panel_parent_class)->finalize(object);
}

static void gs_table_panel_class_init(GsTablePanelClass *class)
{
	G_OBJECT_CLASS(class)->finalize = finalize;
}

static void gs_table_panel_init(GsTablePanel *panel)
{
	gtk_orientable_set_orientation(GTK_ORIENTABLE(panel), GTK_ORIENTATION_VERTICAL);
}

static void make_store(GsTablePanel *panel)
{
	guint n = (guint)number_at(panel, n_columns(panel));
	g_autofree GType *types = g_new(GType, n);
	for (guint i = 0; i < n; i++)
		types[i] = (int)i >= number_at(panel, 0) ? G_TYPE_DOUBLE : G_TYPE_STRING;
	types[GS_CALL_ROW_CALL] = G_TYPE_UINT64;
	panel->store = gtk_tree_store_newv((int)n, types);
}

static void add_columns(GsTablePanel *panel)
{
	for (guint i = 0; i < n_columns(panel); i++) {
		const struct gs_tab_column *column = column_of(panel, i);
		guint stored = (guint)text_at(panel, i) | (guint)number_at(panel, i) << 8;
		gs_panel_column(panel->view, column->title, text_at(panel, i), column->width,
			i ? NULL : "foreground", COLUMN_COLOUR, NULL);
		gtk_tree_view_column_set_sort_column_id(
			gtk_tree_view_get_column(panel->view, (int)i), (int)i);
		gtk_tree_sortable_set_sort_func(GTK_TREE_SORTABLE(panel->store), (int)i, compare,
			GUINT_TO_POINTER(stored), NULL);
	}
	if (panel->table->has_lists && !second_is_wide(panel))
		gs_panel_column(panel->view, "Call", GS_CALL_ROW_TEXT, 0, NULL);
	gtk_tree_view_set_show_expanders(panel->view, panel->table->has_lists);
}

static void add_detail(GsTablePanel *panel)
{
	g_autofree char *name = g_strconcat(panel->name, " detail", NULL);
	panel->detail = gs_panel_line(GTK_BOX(panel), name);
	gtk_tree_view_set_tooltip_column(panel->view, COLUMN_TIP);
	gtk_label_set_line_wrap(panel->detail, TRUE);
	gtk_label_set_lines(panel->detail, 5);
	gtk_widget_hide(GTK_WIDGET(panel->detail));
	g_signal_connect(
		gtk_tree_view_get_selection(panel->view), "changed", G_CALLBACK(selected), panel);
}

const struct gs_tab *gs_table_panel_tab(unsigned tab)
{
	const struct gs_verb *verb = gs_table_verb(tab);
	return verb ? verb->tab : NULL;
}

/* No .ui file: it is a line, one list and a line, whatever the table says. */
GsTablePanel *gs_table_panel_new(unsigned tab)
{
	GsTablePanel *panel = g_object_new(GS_TYPE_TABLE_PANEL, NULL);
	const struct gs_verb *verb = gs_table_verb(tab);
	panel->tab = tab;
	panel->table = gs_table_new(verb);
	panel->name = g_strdup(verb->tab->title);
	panel->summary_name = g_strconcat(panel->name, " summary", NULL);
	panel->bar = g_object_new(GS_TYPE_SURVEY_BAR, "visible", TRUE, NULL);
	const struct gs_survey_bar_of of = {.what = "The table",
		.name = panel->summary_name,
		.of_program = !(verb->needs & GS_NEEDS_FILE),
		.asks = verb->tab->asks,
		.look = look,
		.is_old = is_old,
		.read = read_again,
		.stop = stop_reading};
	gs_survey_bar_setup(panel->bar, &of, panel);
	gtk_box_pack_start(GTK_BOX(panel), GTK_WIDGET(panel->bar), FALSE, FALSE, 0);
	panel->controls = gs_table_controls_new(GTK_BOX(panel->bar), verb->tab, read_again, panel);
	if (verb->tab->has_lanes)
		add_lanes(panel);
	make_store(panel);
	panel->view = gs_panel_list(GTK_BOX(panel), panel->name, GTK_TREE_MODEL(panel->store));
	add_columns(panel);
	if (panel->table->has_calls)
		gs_call_rows_setup(panel->view, GTK_BOX(panel->bar), "Play up to the call");
	if (verb->tab->detail)
		add_detail(panel);
	gs_theme_watch(G_OBJECT(panel), recolour);
	return panel;
}

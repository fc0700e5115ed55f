/* SPDX-License-Identifier: MIT */
#include "ui/calls/statistics-panel.h"

#include <math.h>
#include "debugger/open/survey.h"
#include "ui/calls/frame-plot.h"
#include "ui/calls/survey-bar.h"

enum { COLUMN_FIGURE, COLUMN_ROW, COLUMN_WHOLE, N_COLUMNS };
/* Rows of the table of figures, in order: the figures of the file, the duration, the figures of a
 * replay, and ratios of these. */
enum {
	DURATION = GS_FIGURE_MEASURED,
	N_OF_FILE,
	FIRST_RATIO = GS_N_FIGURES + 1,
	N_MEASURED = FIRST_RATIO + GS_N_RATIOS
};

/* What has a bar, in the order of the .ui file's list. */
static const struct view {
	const char *one, *several;
	enum gs_per per;
	bool is_of_frame;
} views[] = {
	{"Frame", "frames", GS_PER_FRAME, false},
	{"Pass", "passes", GS_PER_PASS, false},
	{"Draw", "draws", GS_PER_DRAW, false},
	{"Pass", "passes", GS_PER_PASS, true},
	{"Draw", "draws", GS_PER_DRAW, true},
};

struct _GsStatisticsPanel {
	GtkBox parent;
	GsSurveyBar *bar;
	GtkComboBox *figure, *view;
	GtkWidget *play, *measure;
	GtkToggleButton *logarithmic;
	GsFramePlot *plot;
	GtkLabel *reading;
	GtkWidget *panes;
	GtkTreeView *table;
	GtkListStore *store;
	const struct gs_ui_state *state;
	const struct gs_survey *shown; /* what is shown, only compared; NULL */
	int chosen;		       /* index of the picked row in view; -1: none */
	uint64_t frame; /* the frame whose passes or draw calls are in view, if not all are */
	int n_offered;	/* number of figures in the combo box */
	bool busy;	/* code, not the user, is changing the selection */
};

GS_DEFINE_PANEL(GsStatisticsPanel, gs_statistics_panel)

static const struct view *view_of(GsStatisticsPanel *panel)
{
	return &views[MAX(gtk_combo_box_get_active(panel->view), 0)];
}

/* Return the rows in view. */
static const struct gs_survey_row *rows_of(GsStatisticsPanel *panel, size_t *n)
{
	const struct gs_survey *survey = panel->state ? panel->state->survey.whole : NULL;
	const struct view *view = view_of(panel);
	*n = 0;
	if (!survey)
		return NULL;
	const struct gs_survey_row *rows = gs_survey_rows(survey, view->per, n);
	if (!view->is_of_frame)
		return rows;
	size_t first = gs_survey_rows_before(survey, view->per, panel->frame);
	*n = gs_survey_rows_before(survey, view->per, panel->frame + 1) - first;
	return rows + first;
}

static int figure_of(GsStatisticsPanel *panel)
{
	return MAX(gtk_combo_box_get_active(panel->figure), 0);
}

static bool is_measured(GsStatisticsPanel *panel)
{
	return panel->state && panel->state->survey.whole &&
	       gs_survey_is_measured(panel->state->survey.whole);
}

static int n_figures(GsStatisticsPanel *panel)
{
	return is_measured(panel) ? N_MEASURED : N_OF_FILE;
}

static unsigned figure_at(int figure)
{
	return (unsigned)(figure > DURATION ? figure - 1 : figure);
}

static const char *title_of(GsStatisticsPanel *panel, int figure)
{
	if (figure < FIRST_RATIO && figure != DURATION && figure_at(figure) == GS_FIGURE_TOUCHED)
		return view_of(panel)->per == GS_PER_DRAW   ? "pixels touched in a draw"
		       : view_of(panel)->per == GS_PER_PASS ? "pixels touched in a pass"
							    : gs_figure_title(GS_FIGURE_TOUCHED);
	return figure == DURATION      ? "duration in milliseconds"
	       : figure >= FIRST_RATIO ? gs_ratio_title(figure - FIRST_RATIO)
				       : gs_figure_title(figure_at(figure));
}

static struct gs_frame_bar bar_of(
	const struct gs_survey *survey, const struct gs_survey_row *row, int figure)
{
	if (figure == DURATION)
		return (struct gs_frame_bar){row->seconds < 0 ? NAN : row->seconds * 1000, FALSE};
	if (figure >= FIRST_RATIO) {
		double ratio = gs_survey_ratio(survey, row, figure - FIRST_RATIO);
		return (struct gs_frame_bar){ratio < 0 ? NAN : ratio, FALSE};
	}
	return (struct gs_frame_bar){(double)gs_survey_value(survey, row, figure_at(figure)),
		(row->unknown >> figure_at(figure) & 1) != 0};
}

/* Return a figure of all frames, whatever is in view. Frames without a duration add nothing; the
 * result is marked as partial then. */
static struct gs_frame_bar whole_of(const struct gs_survey *survey, int figure)
{
	struct gs_frame_bar whole = {0};
	size_t n;
	const struct gs_survey_row *frames = gs_survey_rows(survey, GS_PER_FRAME, &n);
	if (figure >= FIRST_RATIO) {
		whole.value = gs_ratio_of(gs_survey_whole(survey), figure - FIRST_RATIO);
		whole.value = whole.value < 0 ? NAN : whole.value;
		return whole;
	}
	for (size_t i = 0; i < n; i++) {
		const struct gs_frame_bar bar = bar_of(survey, &frames[i], figure);
		whole.is_part |= bar.is_part || (isnan(bar.value) && frames[i].ends);
		whole.value += isnan(bar.value) ? 0 : bar.value;
	}
	return whole;
}

/* Return a figure's text; g_free. */
static char *number_text(const struct gs_frame_bar *bar, int figure)
{
	if (isnan(bar->value))
		return g_strdup("not known");
	return g_strdup_printf(figure == DURATION      ? "%s%.3f"
			       : figure >= FIRST_RATIO ? "%s%.2f"
						       : "%s%.0f",
		bar->is_part ? "at least " : "", bar->value);
}

/* ---- showing ---- */

/* Get the table's row of a figure, made if it is missing, so that the table keeps its scroll
 * position. */
static void row_of(GsStatisticsPanel *panel, int figure, GtkTreeIter *row)
{
	if (!gtk_tree_model_iter_nth_child(GTK_TREE_MODEL(panel->store), row, NULL, figure))
		gtk_list_store_append(panel->store, row);
}

static void fill_table(GsStatisticsPanel *panel)
{
	size_t n, n_frames = 0;
	const struct gs_survey *survey = panel->state ? panel->state->survey.whole : NULL;
	const struct gs_survey_row *rows = rows_of(panel, &n);
	if (survey)
		gs_survey_rows(survey, GS_PER_FRAME, &n_frames);
	gtk_tree_view_column_set_title(
		gtk_tree_view_get_column(panel->table, COLUMN_ROW), view_of(panel)->one);
	panel->busy = true;
	for (int figure = 0; figure < n_figures(panel) && n_frames; figure++) {
		const struct gs_frame_bar whole = whole_of(survey, figure);
		g_autofree char *of_whole = number_text(&whole, figure), *of_row = NULL;
		GtkTreeIter row;
		if (panel->chosen >= 0 && (size_t)panel->chosen < n) {
			const struct gs_frame_bar bar = bar_of(
				survey, &rows[panel->chosen], figure);
			of_row = number_text(&bar, figure);
		}
		row_of(panel, figure, &row);
		gtk_list_store_set(panel->store, &row, COLUMN_FIGURE, title_of(panel, figure),
			COLUMN_ROW, of_row, COLUMN_WHOLE, of_whole, -1);
		if (figure == figure_of(panel))
			gtk_tree_selection_select_iter(
				gtk_tree_view_get_selection(panel->table), &row);
	}
	panel->busy = false;
}

/* Return a row's name, such as "Frame 3", "Draw 2 of frame 3" or "Draw 17 in frame 3"; g_free. */
static char *name_of_row(GsStatisticsPanel *panel, const struct gs_survey_row *row)
{
	const struct view *view = view_of(panel);
	return view->per == GS_PER_FRAME
		       ? g_strdup_printf("Frame %d", panel->chosen)
		       : g_strdup_printf("%s %d %s frame %" G_GUINT64_FORMAT, view->one,
				 panel->chosen, view->is_of_frame ? "of" : "in",
				 (guint64)row->frame);
}

/* Return a draw call's function or a pass's target as text, "" for a frame; g_free. */
static char *kind_of_row(GsStatisticsPanel *panel, const struct gs_survey_row *row)
{
	enum gs_per per = view_of(panel)->per;
	if (per == GS_PER_DRAW)
		return g_strdup_printf("%s, ", row->function);
	if (per == GS_PER_FRAME)
		return g_strdup("");
	return row->target ? g_strdup_printf("into framebuffer %u, ", row->target)
			   : g_strdup("into a window, ");
}

/* Return a sentence with the row's figure and calls; g_free. */
static char *reading_of(GsStatisticsPanel *panel, const struct gs_survey_row *row)
{
	int figure = figure_of(panel);
	const struct gs_frame_bar bar = bar_of(panel->state->survey.whole, row, figure);
	g_autofree char *number = number_text(&bar, figure), *name = name_of_row(panel, row);
	g_autofree char *kind = kind_of_row(panel, row);
	return g_strdup_printf("%s: %s %s; %scalls %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT
			       "%s",
		name, number, figure == DURATION ? "ms" : title_of(panel, figure), kind,
		(guint64)row->first, (guint64)row->last,
		row->ends || view_of(panel)->per != GS_PER_FRAME ? "" : ", which do not end it");
}

/* Return the number of the call to show for a row: the one that draws, or the first. */
static uint64_t call_of(GsStatisticsPanel *panel, const struct gs_survey_row *row)
{
	return view_of(panel)->per == GS_PER_DRAW ? row->last : row->first;
}

static void show_row(GsStatisticsPanel *panel)
{
	size_t n;
	const struct gs_survey_row *rows = rows_of(panel, &n);
	g_autofree char *text = panel->chosen >= 0 ? reading_of(panel, &rows[panel->chosen])
				: n ? g_strdup("Click a bar, or choose one with the arrow keys")
				: panel->state && panel->state->survey.whole
					? g_strdup_printf(
						  "There are no %s here", view_of(panel)->several)
					: g_strdup("");
	gs_panel_label(panel->reading, "%s", text);
	gtk_widget_set_tooltip_text(GTK_WIDGET(panel->reading), text);
	gs_frame_plot_choose(panel->plot, panel->chosen, text);
	gs_panel_allow(panel->play, NULL,
		panel->chosen < 0	  ? "choose a frame, a pass or a draw first"
		: panel->state->work.slow ? "wait until the current operation has ended"
					  : NULL);
}

static void show_figure(GsStatisticsPanel *panel)
{
	size_t n;
	int figure = figure_of(panel);
	const struct view *view = view_of(panel);
	const struct gs_survey_row *rows = rows_of(panel, &n);
	struct gs_frame_bar *bars = g_new(struct gs_frame_bar, n + 1);
	g_autofree char *of = view->is_of_frame ? g_strdup_printf("%s of frame %" G_GUINT64_FORMAT,
							  view->several, (guint64)panel->frame)
						: g_strdup(view->several);
	for (size_t i = 0; i < n; i++)
		bars[i] = bar_of(panel->state->survey.whole, &rows[i], figure);
	gs_frame_plot_set(panel->plot, bars, (guint)n, title_of(panel, figure), of);
	g_free(bars);
	show_row(panel);
}

/* Offer the figures that there are. */
static void offer_figures(GsStatisticsPanel *panel)
{
	GtkComboBoxText *combo = GTK_COMBO_BOX_TEXT(panel->figure);
	int n = n_figures(panel), chosen = figure_of(panel);
	if (n == panel->n_offered)
		return;
	panel->busy = true;
	panel->n_offered = n;
	gtk_combo_box_text_remove_all(combo);
	for (int figure = 0; figure < n; figure++)
		gtk_combo_box_text_append_text(combo, title_of(panel, figure));
	gtk_combo_box_set_active(panel->figure, chosen < n ? chosen : GS_FIGURE_CALLS);
	gtk_list_store_clear(panel->store);
	panel->busy = false;
}

static void show_all(GsStatisticsPanel *panel)
{
	offer_figures(panel);
	size_t n, n_ended = 0;
	const struct gs_survey_row *frames;
	const char *note = panel->state->survey.note ? panel->state->survey.note : "";
	panel->chosen = -1;
	panel->frame = 0;
	show_figure(panel);
	fill_table(panel);
	if (!panel->state->survey.whole)
		return;
	frames = gs_survey_rows(panel->state->survey.whole, GS_PER_FRAME, &n);
	for (size_t i = 0; i < n; i++)
		n_ended += frames[i].ends;
	g_autofree char *text = g_strdup_printf(
		"%zu frame%s%s%s", n_ended, n_ended == 1 ? "" : "s", *note ? ". " : "", note);
	gs_survey_bar_say(panel->bar, text);
}

static void set(GsPanel *widget, const struct gs_ui_state *state, unsigned parts)
{
	GsStatisticsPanel *panel = GS_STATISTICS_PANEL(widget);
	panel->state = state;
	gs_survey_bar_set(panel->bar, state);
	/* without a survey the sentence takes their place */
	gtk_widget_set_visible(GTK_WIDGET(panel->figure), state->survey.whole != NULL);
	gtk_widget_set_visible(GTK_WIDGET(panel->logarithmic), state->survey.whole != NULL);
	gtk_widget_set_visible(panel->measure, state->survey.whole && !is_measured(panel));
	gs_panel_allow(panel->measure, NULL,
		state->survey.reading ? "wait until the trace has been read, or cancel that"
				      : NULL);
	if (state->survey.whole != panel->shown) {
		panel->shown = state->survey.whole;
		show_all(panel);
	} else if (parts & GS_PART_RUN) {
		show_row(panel);
	}
}

/* ---- choosing ---- */

static void picked(GsFramePlot *plot, guint row, GsStatisticsPanel *panel)
{
	size_t n;
	const struct gs_survey_row *rows = rows_of(panel, &n);
	if (row >= n)
		return;
	panel->chosen = (int)row;
	panel->frame = rows[row].frame;
	show_row(panel);
	fill_table(panel);
	gs_panel_activate(panel, "show-call", g_variant_new_uint64(call_of(panel, &rows[row])));
}

static void play(GtkButton *button, GsStatisticsPanel *panel)
{
	size_t n;
	const struct gs_survey_row *rows = rows_of(panel, &n);
	if (panel->chosen >= 0 && (size_t)panel->chosen < n)
		gs_panel_activate(
			panel, "goto", g_variant_new_uint64(call_of(panel, &rows[panel->chosen])));
}

static void view_chosen(GtkComboBox *combo, GsStatisticsPanel *panel)
{
	panel->chosen = -1;
	if (!panel->state)
		return;
	panel->n_offered = 0; /* their titles may change */
	offer_figures(panel);
	show_figure(panel);
	fill_table(panel);
}

static void figure_chosen(GtkComboBox *combo, GsStatisticsPanel *panel)
{
	if (panel->busy)
		return;
	show_figure(panel);
	g_autoptr(GtkTreePath) path = gtk_tree_path_new_from_indices(figure_of(panel), -1);
	panel->busy = true;
	gtk_tree_selection_select_path(gtk_tree_view_get_selection(panel->table), path);
	gtk_tree_view_scroll_to_cell(panel->table, path, NULL, FALSE, 0, 0);
	panel->busy = false;
}

static void row_chosen(GtkTreeSelection *selection, GsStatisticsPanel *panel)
{
	GtkTreeModel *model;
	GtkTreeIter row;
	if (panel->busy || !gtk_tree_selection_get_selected(selection, &model, &row))
		return;
	g_autoptr(GtkTreePath) path = gtk_tree_model_get_path(model, &row);
	gtk_combo_box_set_active(panel->figure, gtk_tree_path_get_indices(path)[0]);
}

static void measure(GtkButton *button, GsStatisticsPanel *panel)
{
	gs_panel_activate(panel, "measure", NULL);
}

static void scale_toggled(GtkToggleButton *button, GsStatisticsPanel *panel)
{
	gs_frame_plot_set_logarithmic(panel->plot, gtk_toggle_button_get_active(button));
}

/* ---- the panel ---- */

static void gs_statistics_panel_class_init(GsStatisticsPanelClass *class)
{
	GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
	g_type_ensure(GS_TYPE_SURVEY_BAR);
	g_type_ensure(GS_TYPE_FRAME_PLOT);
	gtk_widget_class_set_template_from_resource(widget, GS_UI_RESOURCES "statistics-panel.ui");
	gtk_widget_class_bind_template_child(widget, GsStatisticsPanel, bar);
	gtk_widget_class_bind_template_child(widget, GsStatisticsPanel, play);
	gtk_widget_class_bind_template_child(widget, GsStatisticsPanel, measure);
	gtk_widget_class_bind_template_child(widget, GsStatisticsPanel, logarithmic);
	gtk_widget_class_bind_template_child(widget, GsStatisticsPanel, figure);
	gtk_widget_class_bind_template_child(widget, GsStatisticsPanel, view);
	gtk_widget_class_bind_template_child(widget, GsStatisticsPanel, plot);
	gtk_widget_class_bind_template_child(widget, GsStatisticsPanel, reading);
	gtk_widget_class_bind_template_child(widget, GsStatisticsPanel, panes);
	gtk_widget_class_bind_template_child(widget, GsStatisticsPanel, table);
}

/* Add a column as wide as its numbers, as a part of one would mislead. */
static void add_number_column(GsStatisticsPanel *panel, const char *title, int number, int width)
{
	GtkCellRenderer *cell = gs_panel_column(panel->table, title, number, width, NULL);
	GtkTreeViewColumn *column = gtk_tree_view_get_column(panel->table, number);
	g_object_set(cell, "ellipsize", PANGO_ELLIPSIZE_NONE, NULL);
	gtk_tree_view_column_set_fixed_width(column, -1);
	gtk_tree_view_column_set_min_width(column, width);
	gtk_tree_view_column_set_sizing(column, GTK_TREE_VIEW_COLUMN_AUTOSIZE);
}

/* Give the table, once, enough room to read the figures; at least the .ui file's. */
static void place_table(GtkWidget *panes, GdkRectangle *place, GsStatisticsPanel *panel)
{
	enum { TABLE = 440, PLOT = 230 };
	if (!gtk_widget_get_mapped(panes))
		return;
	g_signal_handlers_disconnect_by_func(panes, place_table, panel);
	gtk_paned_set_position(GTK_PANED(panes), MAX(PLOT, place->width - TABLE));
}

static void build_table(GsStatisticsPanel *panel)
{
	panel->store = gtk_list_store_new(N_COLUMNS, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING);
	gtk_tree_view_set_model(panel->table, GTK_TREE_MODEL(panel->store));
	g_object_unref(panel->store); /* the view owns it now */
	gs_panel_column(panel->table, "Figure", COLUMN_FIGURE, 0, NULL);
	add_number_column(panel, "Frame", COLUMN_ROW, 60);
	add_number_column(panel, "All", COLUMN_WHOLE, 70);
	gtk_tree_view_set_tooltip_column(panel->table, COLUMN_FIGURE);
	g_signal_connect(panel->panes, "size-allocate", G_CALLBACK(place_table), panel);
	g_signal_connect(gtk_tree_view_get_selection(panel->table), "changed",
		G_CALLBACK(row_chosen), panel);
}

static struct gs_ui_progress look(gpointer panel, const struct gs_ui_state *state)
{
	return gs_ui_survey_progress(state);
}

static void read_survey(gpointer panel)
{
	gs_panel_activate(panel, "survey", NULL);
}

static void stop_survey(gpointer panel)
{
	gs_panel_activate(panel, "stop-survey", NULL);
}

static const struct gs_survey_bar_of survey = {.what = "The plot",
	.name = "Statistics summary",
	.look = look,
	.read = read_survey,
	.stop = stop_survey};

static void gs_statistics_panel_init(GsStatisticsPanel *panel)
{
	gtk_widget_init_template(GTK_WIDGET(panel));
	panel->chosen = -1;
	gs_survey_bar_setup(panel->bar, &survey, panel);
	gs_panel_narrow(panel->figure);
	gs_panel_name(panel->figure, "Figure");
	gs_panel_narrow(panel->view);
	gs_panel_name(panel->view, "Bars");
	build_table(panel);
	g_signal_connect(panel->play, "clicked", G_CALLBACK(play), panel);
	g_signal_connect(panel->measure, "clicked", G_CALLBACK(measure), panel);
	g_signal_connect(panel->logarithmic, "toggled", G_CALLBACK(scale_toggled), panel);
	g_signal_connect(panel->view, "changed", G_CALLBACK(view_chosen), panel);
	g_signal_connect(panel->figure, "changed", G_CALLBACK(figure_chosen), panel);
	g_signal_connect(panel->plot, "pick", G_CALLBACK(picked), panel);
	offer_figures(panel);
}

/* SPDX-License-Identifier: MIT */
#include "ui/statistics-panel.h"

#include <math.h>
#include "debugger/open/study.h"
#include "ui/frame-plot.h"
#include "ui/study-bar.h"

enum { COLUMN_FIGURE, COLUMN_FRAME, COLUMN_WHOLE, N_COLUMNS };
/* What is told of a frame, in the order of the table: the figures of the file, how long it took,
 * the figures of a replay, and what is worked out from these. */
enum {
	DURATION = GS_FIGURE_MEASURED,
	N_OF_FILE,
	FIRST_RATIO = GS_N_FIGURES + 1,
	N_MEASURED = FIRST_RATIO + GS_N_RATIOS
};

struct _GsStatisticsPanel {
	GtkBox parent;
	GsStudyBar *bar;
	GtkComboBox *figure;
	GtkWidget *play, *measure;
	GtkToggleButton *logarithmic;
	GsFramePlot *plot;
	GtkLabel *reading;
	GtkTreeView *table;
	GtkListStore *store;
	const struct gs_ui_state *state;
	const struct gs_study *shown; /* NULL: none; not to be looked into */
	int chosen;		      /* frame; -1: none */
	int n_offered;		      /* of the above */
	bool busy;		      /* we change the selection, not the user */
};

GS_DEFINE_PANEL(GsStatisticsPanel, gs_statistics_panel)

static const struct gs_study_frame *frames_of(GsStatisticsPanel *panel, size_t *n)
{
	*n = 0;
	return panel->state && panel->state->study ? gs_study_frames(panel->state->study, n) : NULL;
}

static int figure_of(GsStatisticsPanel *panel)
{
	return MAX(gtk_combo_box_get_active(panel->figure), 0);
}

static bool is_measured(GsStatisticsPanel *panel)
{
	return panel->state && panel->state->study && gs_study_is_measured(panel->state->study);
}

static int n_figures(GsStatisticsPanel *panel)
{
	return is_measured(panel) ? N_MEASURED : N_OF_FILE;
}

static unsigned figure_at(int figure)
{
	return (unsigned)(figure > DURATION ? figure - 1 : figure);
}

static const char *title_of(int figure)
{
	return figure == DURATION      ? "duration in milliseconds"
	       : figure >= FIRST_RATIO ? gs_ratio_title(figure - FIRST_RATIO)
				       : gs_figure_title(figure_at(figure));
}

static struct gs_frame_bar bar_of(const struct gs_study_frame *frame, int figure)
{
	if (figure == DURATION)
		return (struct gs_frame_bar){
			frame->seconds < 0 ? NAN : frame->seconds * 1000, FALSE};
	if (figure >= FIRST_RATIO) {
		double ratio = frame->ratios[figure - FIRST_RATIO];
		return (struct gs_frame_bar){ratio < 0 ? NAN : ratio, FALSE};
	}
	return (struct gs_frame_bar){(double)frame->values[figure_at(figure)],
		(frame->unknown >> figure_at(figure) & 1) != 0};
}

/* Durations of frames that have none are not in the whole, and that is said. */
static struct gs_frame_bar whole_of(
	GsStatisticsPanel *panel, const struct gs_study_frame *frames, size_t n, int figure)
{
	struct gs_frame_bar whole = {0};
	if (figure >= FIRST_RATIO) {
		whole.value = gs_ratio_of(
			gs_study_whole(panel->state->study), figure - FIRST_RATIO);
		whole.value = whole.value < 0 ? NAN : whole.value;
		return whole;
	}
	for (size_t i = 0; i < n; i++) {
		const struct gs_frame_bar bar = bar_of(&frames[i], figure);
		whole.is_part |= bar.is_part || (isnan(bar.value) && frames[i].ends);
		whole.value += isnan(bar.value) ? 0 : bar.value;
	}
	return whole;
}

/* g_free */
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

/* The row of a figure; the table stays where it is scrolled to. */
static void row_of(GsStatisticsPanel *panel, int figure, GtkTreeIter *row)
{
	if (!gtk_tree_model_iter_nth_child(GTK_TREE_MODEL(panel->store), row, NULL, figure))
		gtk_list_store_append(panel->store, row);
}

static void fill_table(GsStatisticsPanel *panel)
{
	size_t n;
	const struct gs_study_frame *frames = frames_of(panel, &n);
	panel->busy = true;
	for (int figure = 0; figure < n_figures(panel) && n; figure++) {
		const struct gs_frame_bar whole = whole_of(panel, frames, n, figure);
		g_autofree char *of_whole = number_text(&whole, figure), *of_frame = NULL;
		GtkTreeIter row;
		if (panel->chosen >= 0) {
			const struct gs_frame_bar bar = bar_of(&frames[panel->chosen], figure);
			of_frame = number_text(&bar, figure);
		}
		row_of(panel, figure, &row);
		gtk_list_store_set(panel->store, &row, COLUMN_FIGURE, title_of(figure),
			COLUMN_FRAME, of_frame, COLUMN_WHOLE, of_whole, -1);
		if (figure == figure_of(panel))
			gtk_tree_selection_select_iter(
				gtk_tree_view_get_selection(panel->table), &row);
	}
	panel->busy = false;
}

/* What is known of the frame; g_free. */
static char *reading_of(GsStatisticsPanel *panel, const struct gs_study_frame *frame)
{
	int figure = figure_of(panel);
	const struct gs_frame_bar bar = bar_of(frame, figure);
	g_autofree char *number = number_text(&bar, figure);
	return g_strdup_printf("Frame %d: %s %s; calls %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT
			       "%s",
		panel->chosen, number, figure == DURATION ? "ms" : title_of(figure),
		(guint64)frame->first, (guint64)frame->last,
		frame->ends ? "" : ", which do not end it");
}

static void show_frame(GsStatisticsPanel *panel)
{
	size_t n;
	const struct gs_study_frame *frames = frames_of(panel, &n);
	g_autofree char *text = panel->chosen >= 0 ? reading_of(panel, &frames[panel->chosen])
				: n ? g_strdup("Click a frame, or choose one with the arrow keys")
				    : g_strdup("");
	gs_panel_label(panel->reading, "%s", text);
	gs_frame_plot_choose(panel->plot, panel->chosen, text);
	gs_panel_allow(panel->play, NULL,
		panel->chosen < 0    ? "choose a frame first"
		: panel->state->slow ? "wait until the current operation has ended"
				     : NULL);
}

static void show_figure(GsStatisticsPanel *panel)
{
	size_t n;
	int figure = figure_of(panel);
	const struct gs_study_frame *frames = frames_of(panel, &n);
	struct gs_frame_bar *bars = g_new(struct gs_frame_bar, n + 1);
	for (size_t i = 0; i < n; i++)
		bars[i] = bar_of(&frames[i], figure);
	gs_frame_plot_set(panel->plot, bars, (guint)n, title_of(figure));
	g_free(bars);
	show_frame(panel);
}

/* The figures that there are. */
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
		gtk_combo_box_text_append_text(combo, title_of(figure));
	gtk_combo_box_set_active(panel->figure, chosen < n ? chosen : GS_FIGURE_CALLS);
	gtk_list_store_clear(panel->store);
	panel->busy = false;
}

static void show_all(GsStatisticsPanel *panel)
{
	offer_figures(panel);
	size_t n, n_ended = 0;
	const struct gs_study_frame *frames = frames_of(panel, &n);
	const char *note = panel->state->study_note ? panel->state->study_note : "";
	panel->chosen = -1;
	show_figure(panel);
	fill_table(panel);
	for (size_t i = 0; i < n; i++)
		n_ended += frames[i].ends;
	if (!panel->state->study)
		return;
	g_autofree char *text = g_strdup_printf(
		"%zu frame%s%s%s", n_ended, n_ended == 1 ? "" : "s", *note ? ". " : "", note);
	gs_study_bar_say(panel->bar, text);
}

static void set(GsPanel *widget, const struct gs_ui_state *state, unsigned parts)
{
	GsStatisticsPanel *panel = GS_STATISTICS_PANEL(widget);
	panel->state = state;
	gs_study_bar_set(panel->bar, state);
	gtk_widget_set_visible(panel->measure, state->study && !is_measured(panel));
	gs_panel_allow(panel->measure, NULL,
		state->reading ? "wait until the trace has been read, or cancel that" : NULL);
	if (state->study != panel->shown) {
		panel->shown = state->study;
		show_all(panel);
	} else if (parts & GS_PART_RUN) {
		show_frame(panel);
	}
}

/* ---- choosing ---- */

static void picked(GsFramePlot *plot, guint frame, GsStatisticsPanel *panel)
{
	size_t n;
	const struct gs_study_frame *frames = frames_of(panel, &n);
	if (frame >= n)
		return;
	panel->chosen = (int)frame;
	show_frame(panel);
	fill_table(panel);
	gs_panel_ask(panel, "show-call", g_variant_new_uint64(frames[frame].first));
}

static void play(GtkButton *button, GsStatisticsPanel *panel)
{
	size_t n;
	const struct gs_study_frame *frames = frames_of(panel, &n);
	if (panel->chosen >= 0 && (size_t)panel->chosen < n)
		gs_panel_ask(panel, "goto", g_variant_new_uint64(frames[panel->chosen].first));
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
	gs_panel_ask(panel, "measure", NULL);
}

static void scale_toggled(GtkToggleButton *button, GsStatisticsPanel *panel)
{
	gs_frame_plot_set_logarithmic(panel->plot, gtk_toggle_button_get_active(button));
}

/* ---- the panel ---- */

static void gs_statistics_panel_class_init(GsStatisticsPanelClass *class)
{
	GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
	g_type_ensure(GS_TYPE_STUDY_BAR);
	g_type_ensure(GS_TYPE_FRAME_PLOT);
	gtk_widget_class_set_template_from_resource(widget, GS_UI_RESOURCES "statistics-panel.ui");
	gtk_widget_class_bind_template_child(widget, GsStatisticsPanel, bar);
	gtk_widget_class_bind_template_child(widget, GsStatisticsPanel, play);
	gtk_widget_class_bind_template_child(widget, GsStatisticsPanel, measure);
	gtk_widget_class_bind_template_child(widget, GsStatisticsPanel, logarithmic);
	gtk_widget_class_bind_template_child(widget, GsStatisticsPanel, figure);
	gtk_widget_class_bind_template_child(widget, GsStatisticsPanel, plot);
	gtk_widget_class_bind_template_child(widget, GsStatisticsPanel, reading);
	gtk_widget_class_bind_template_child(widget, GsStatisticsPanel, table);
}

static void build_table(GsStatisticsPanel *panel)
{
	panel->store = gtk_list_store_new(N_COLUMNS, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING);
	gtk_tree_view_set_model(panel->table, GTK_TREE_MODEL(panel->store));
	g_object_unref(panel->store); /* the view's */
	gs_panel_column(panel->table, "Figure", COLUMN_FIGURE, 0, NULL);
	gs_panel_column(panel->table, "Frame", COLUMN_FRAME, 60, NULL);
	gs_panel_column(panel->table, "All", COLUMN_WHOLE, 70, NULL);
	gtk_tree_view_set_tooltip_column(panel->table, COLUMN_FIGURE);
	g_signal_connect(gtk_tree_view_get_selection(panel->table), "changed",
		G_CALLBACK(row_chosen), panel);
}

static void gs_statistics_panel_init(GsStatisticsPanel *panel)
{
	gtk_widget_init_template(GTK_WIDGET(panel));
	panel->chosen = -1;
	gs_study_bar_setup(panel->bar, "The plot", "Statistics summary");
	gs_panel_narrow(panel->figure);
	gs_panel_name(panel->figure, "Figure");
	build_table(panel);
	g_signal_connect(panel->play, "clicked", G_CALLBACK(play), panel);
	g_signal_connect(panel->measure, "clicked", G_CALLBACK(measure), panel);
	g_signal_connect(panel->logarithmic, "toggled", G_CALLBACK(scale_toggled), panel);
	g_signal_connect(panel->figure, "changed", G_CALLBACK(figure_chosen), panel);
	g_signal_connect(panel->plot, "pick", G_CALLBACK(picked), panel);
	offer_figures(panel);
}

/* SPDX-License-Identifier: MIT */
#include "ui/calls/report-panel.h"

#include "debugger/open/survey.h"
#include "ui/calls/call-rows.h"
#include "ui/calls/survey-bar.h"
#include "ui/widgets/theme.h"

enum {
	COLUMN_KIND = GS_CALL_ROW_TITLE,
	COLUMN_WHAT = GS_CALL_ROW_TEXT,
	COLUMN_FOUND = GS_N_CALL_ROW_COLUMNS,
	COLUMN_ADVICE,
	COLUMN_COLOUR,
	COLUMN_DETAIL, /* everything known of the row */
	COLUMN_TIP,    /* the same as markup */
	N_COLUMNS
};

struct _GsReportPanel {
	GtkBox parent;
	GsSurveyBar *bar;
	GtkTreeView *view;
	GtkTreeStore *store;
	GtkLabel *detail;
	const struct gs_survey *shown; /* what is shown, only compared; NULL */
};

GS_DEFINE_PANEL(GsReportPanel, gs_report_panel)

/* Add a row; takes ownership of detail. */
static void add_row(GsReportPanel *panel, GtkTreeIter *row, const char *kind, const char *what,
	uint64_t n, const char *advice, char *detail)
{
	g_autofree char *found = g_strdup_printf("%" G_GUINT64_FORMAT, (guint64)n);
	g_autofree char *tip = g_markup_escape_text(detail, -1);
	gtk_tree_store_insert_with_values(panel->store, row, NULL, -1, COLUMN_KIND, kind,
		COLUMN_WHAT, what, COLUMN_FOUND, found, COLUMN_ADVICE, advice, COLUMN_DETAIL,
		detail, COLUMN_TIP, tip, -1);
	g_free(detail);
}

static void add_issue(GsReportPanel *panel, const struct gs_issue *issue)
{
	GtkTreeIter row;
	char *detail = g_strdup_printf("%s: %s\n%" G_GUINT64_FORMAT " call%s in %" G_GUINT64_FORMAT
				       " frame%s%s",
		issue->id, issue->text, (guint64)issue->n, issue->n == 1 ? "" : "s",
		(guint64)issue->frames, issue->frames == 1 ? "" : "s",
		issue->is_sure ? "" : ", if the shader gets there");
	add_row(panel, &row, gs_issue_kind_name(issue->kind), issue->text, issue->n,
		issue->is_sure ? "" : "only if the shader gets there", detail);
	if (issue->kind != GS_ISSUE_MESSAGE)
		gtk_tree_store_set(
			panel->store, &row, COLUMN_COLOUR, gs_theme_colour(GS_COLOUR_WRONG), -1);
	gs_call_rows_add(panel->store, &row, issue->calls, issue->n, GS_ISSUE_CALLS);
}

static void add_check(GsReportPanel *panel, const struct gs_check_item *check)
{
	GtkTreeIter row;
	g_autofree char *bytes = check->bytes ? g_strdup_printf(": %" G_GUINT64_FORMAT " bytes",
							(guint64)check->bytes)
					      : g_strdup("");
	char *detail = g_strdup_printf("%s, in %" G_GUINT64_FORMAT
				       " frame%s. %s\nDo: %s\nSaves: %s%s",
		check->id, (guint64)check->frames, check->frames == 1 ? "" : "s", check->rule,
		check->advice, check->saves, bytes);
	add_row(panel, &row, "checklist", check->title, check->n, check->advice, detail);
	gs_call_rows_add(panel->store, &row, check->calls, check->n, GS_CHECK_CALLS);
}

/* Show the detail of the selected row, or of the row above the selected call. */
static void selected(GtkTreeSelection *selection, GsReportPanel *panel)
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

/* Show what was found, such as "2 issues and 1 item of the checklist". */
static void say_found(GsReportPanel *panel, const struct gs_ui_state *state, size_t n_issues,
	uint64_t left_out, size_t n_checks)
{
	const char *note = state->survey.note && state->survey.note[0] ? state->survey.note : NULL;
	g_autofree char *more = left_out ? g_strdup_printf(", %" G_GUINT64_FORMAT " more left out",
						   (guint64)left_out)
					 : g_strdup("");
	/* Calls before this part that it does not need are not in the file. */
	const char *part = gs_survey_is_part(state->survey.whole) ? " in this part" : "";
	g_autofree char *text = n_issues + n_checks
					? g_strdup_printf("%zu issue%s%s and %zu item%s of the "
							  "checklist%s%s%s",
						  n_issues, n_issues == 1 ? "" : "s", more,
						  n_checks, n_checks == 1 ? "" : "s", part,
						  note ? ". " : "", note ? note : "")
					: g_strdup_printf(
						  "No errors, nothing undefined, nothing of the "
						  "checklist%s%s%s",
						  part, note ? ". " : "", note ? note : "");
	gs_survey_bar_say(panel->bar, text);
}

static void fill(GsReportPanel *panel, const struct gs_ui_state *state)
{
	size_t n_issues, n_checks, n_found = 0;
	uint64_t left_out;
	const struct gs_issue *issues = gs_survey_issues(state->survey.whole, &n_issues, &left_out);
	const struct gs_check_item *checks = gs_survey_checks(state->survey.whole, &n_checks);
	for (size_t i = 0; i < n_issues; i++)
		add_issue(panel, &issues[i]);
	for (size_t i = 0; i < n_checks; i++)
		if (checks[i].is_told && checks[i].n) {
			add_check(panel, &checks[i]);
			n_found++;
		}
	say_found(panel, state, n_issues, left_out, n_found);
}

static void recolour(gpointer data)
{
	GtkTreeModel *model = GTK_TREE_MODEL(((GsReportPanel *)data)->store);
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

static void set(GsPanel *widget, const struct gs_ui_state *state, unsigned parts)
{
	GsReportPanel *panel = GS_REPORT_PANEL(widget);
	gs_survey_bar_set(panel->bar, state);
	gs_call_rows_set(panel->view, state);
	if (state->survey.whole == panel->shown)
		return;
	panel->shown = state->survey.whole;
	gtk_tree_store_clear(panel->store);
	if (state->survey.whole)
		fill(panel, state);
}

static void gs_report_panel_class_init(GsReportPanelClass *class)
{
}

/* Build the panel without a .ui file: it is a line, one list and a line. */
static void gs_report_panel_init(GsReportPanel *panel)
{
	gtk_orientable_set_orientation(GTK_ORIENTABLE(panel), GTK_ORIENTATION_VERTICAL);
	panel->bar = g_object_new(GS_TYPE_SURVEY_BAR, "visible", TRUE, NULL);
	gs_survey_bar_setup(panel->bar, "The report", "Report summary");
	gtk_box_pack_start(GTK_BOX(panel), GTK_WIDGET(panel->bar), FALSE, FALSE, 0);
	panel->store = gtk_tree_store_new(N_COLUMNS, GS_CALL_ROW_TYPES, G_TYPE_STRING,
		G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING);
	panel->view = gs_panel_list(GTK_BOX(panel), "Report", GTK_TREE_MODEL(panel->store));
	g_object_unref(panel->store); /* the view owns it now */
	gs_panel_column(panel->view, "Kind", COLUMN_KIND, 110, "foreground", COLUMN_COLOUR, NULL);
	gs_panel_column(panel->view, "What", COLUMN_WHAT, 0, NULL);
	gs_panel_column(panel->view, "Calls", COLUMN_FOUND, 60, NULL);
	gs_panel_column(panel->view, "What to do", COLUMN_ADVICE, 0, NULL);
	gtk_tree_view_set_tooltip_column(panel->view, COLUMN_TIP);
	gs_call_rows_setup(panel->view, GTK_BOX(panel->bar), "Play up to the call");
	panel->detail = gs_panel_line(GTK_BOX(panel), "Report detail");
	gtk_label_set_line_wrap(panel->detail, TRUE);
	gtk_label_set_lines(panel->detail, 5);
	gtk_widget_hide(GTK_WIDGET(panel->detail));
	g_signal_connect(
		gtk_tree_view_get_selection(panel->view), "changed", G_CALLBACK(selected), panel);
	gs_theme_watch(G_OBJECT(panel), recolour);
}

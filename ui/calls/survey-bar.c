/* SPDX-License-Identifier: MIT */
#include "ui/calls/survey-bar.h"

#include "debugger/open/survey.h"

enum { EVERY = 100 }; /* ms between updates */

struct _GsSurveyBar {
	GtkBox parent;
	GtkLabel *note;
	GtkWidget *progress, *cancel, *again;
	const char *what;
	const struct gs_ui_state *state; /* NULL: not set yet */
	guint asking, advancing;
};

G_DEFINE_TYPE(GsSurveyBar, gs_survey_bar, GTK_TYPE_BOX)

/* ---- requesting a survey ---- */

/* Return whether to request a survey. One that was cancelled, or whose file cannot be read, is only
 * requested again by the user. */
static bool is_due(GsSurveyBar *bar)
{
	const struct gs_ui_state *s = bar->state;
	return s && s->is_trace && !s->is_opening && !s->survey.whole && !s->survey.reading &&
	       !(s->survey.note && s->survey.note[0]) && gtk_widget_get_mapped(GTK_WIDGET(bar));
}

static gboolean ask(gpointer data)
{
	GsSurveyBar *bar = data;
	bar->asking = 0;
	if (is_due(bar))
		gs_panel_ask(bar, "survey", NULL);
	return G_SOURCE_REMOVE;
}

/* Request a survey later, as the panels are being updated. */
static void ask_soon(GsSurveyBar *bar)
{
	if (!bar->asking && is_due(bar))
		bar->asking = g_idle_add(ask, bar);
}

static void again_clicked(GtkButton *button, GsSurveyBar *bar)
{
	gs_panel_ask(bar, "survey", NULL);
}

static void cancel_clicked(GtkButton *button, GsSurveyBar *bar)
{
	gs_panel_ask(bar, "stop-survey", NULL);
}

/* ---- showing ---- */

static gboolean advance(gpointer data)
{
	GsSurveyBar *bar = data;
	double progress = bar->state->survey.reading
				  ? gs_survey_progress(bar->state->survey.reading)
				  : 0;
	if (progress < 0)
		gtk_progress_bar_pulse(GTK_PROGRESS_BAR(bar->progress));
	else
		gtk_progress_bar_set_fraction(GTK_PROGRESS_BAR(bar->progress), progress);
	return G_SOURCE_CONTINUE;
}

/* Return why there is no survey; g_free. */
static char *why_not(GsSurveyBar *bar, const struct gs_ui_state *s)
{
	if (!s->session)
		return g_strdup("");
	if (s->is_opening)
		return g_strdup_printf("%s is made when the trace is open", bar->what);
	if (!s->is_trace)
		return g_strdup_printf(
			"%s is made of a trace: record the program (Ctrl+R), then open the "
			"trace (Ctrl+O)",
			bar->what);
	if (s->survey.note && s->survey.note[0] && !s->survey.reading)
		return g_strdup(s->survey.note);
	return g_strdup("Reading the trace…"); /* or about to be read */
}

void gs_survey_bar_set(GsSurveyBar *bar, const struct gs_ui_state *state)
{
	bool reads = state->survey.reading != NULL, was = bar->advancing != 0;
	bar->state = state;
	gtk_widget_set_visible(bar->progress, reads);
	gtk_widget_set_visible(bar->cancel, reads);
	gtk_widget_set_visible(bar->again,
		!reads && !state->survey.whole && state->survey.note && state->survey.note[0]);
	if (reads && !was) {
		gtk_progress_bar_set_fraction(GTK_PROGRESS_BAR(bar->progress), 0);
		bar->advancing = g_timeout_add(EVERY, advance, bar);
	} else if (!reads) {
		g_clear_handle_id(&bar->advancing, g_source_remove);
	}
	/* Beside figures the text is cut off, so that they keep their place; the tooltip has all of
	 * it. */
	gtk_label_set_line_wrap(bar->note, !state->survey.whole);
	gtk_label_set_ellipsize(
		bar->note, state->survey.whole ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE);
	if (!state->survey.whole) {
		g_autofree char *text = why_not(bar, state);
		gs_survey_bar_say(bar, text);
	}
	ask_soon(bar);
}

void gs_survey_bar_say(GsSurveyBar *bar, const char *text)
{
	gs_panel_label(bar->note, "%s", text);
	gtk_widget_set_tooltip_text(GTK_WIDGET(bar->note), text);
}

static void mapped(GtkWidget *widget, gpointer data)
{
	ask_soon(GS_SURVEY_BAR(widget));
}

static void dispose(GObject *object)
{
	GsSurveyBar *bar = GS_SURVEY_BAR(object);
	g_clear_handle_id(&bar->asking, g_source_remove);
	g_clear_handle_id(&bar->advancing, g_source_remove);
	G_OBJECT_CLASS(gs_survey_bar_parent_class)->dispose(object);
}

static void gs_survey_bar_class_init(GsSurveyBarClass *class)
{
	G_OBJECT_CLASS(class)->dispose = dispose;
}

static void gs_survey_bar_init(GsSurveyBar *bar)
{
	gtk_style_context_add_class(gtk_widget_get_style_context(GTK_WIDGET(bar)), "panel-head");
	gtk_box_set_spacing(GTK_BOX(bar), 4);
	bar->note = gs_panel_note(GTK_BOX(bar));
	gtk_label_set_xalign(bar->note, 0);
	bar->progress = gtk_progress_bar_new();
	gtk_widget_set_valign(bar->progress, GTK_ALIGN_CENTER);
	gs_panel_name(bar->progress, "Reading the trace");
	bar->cancel = gs_panel_button("Cancel reading", "Cancel", NULL, "Stop reading the trace");
	bar->again = gs_panel_button("Read the trace", "Read", NULL,
		"Read the trace from its beginning to its end, for the report and the statistics");
	gtk_box_pack_start(GTK_BOX(bar), bar->progress, FALSE, FALSE, 0);
	gtk_box_pack_start(GTK_BOX(bar), bar->cancel, FALSE, FALSE, 0);
	gtk_box_pack_start(GTK_BOX(bar), bar->again, FALSE, FALSE, 0);
	gtk_widget_hide(bar->cancel);
	gtk_widget_hide(bar->again);
	g_signal_connect(bar->cancel, "clicked", G_CALLBACK(cancel_clicked), bar);
	g_signal_connect(bar->again, "clicked", G_CALLBACK(again_clicked), bar);
	g_signal_connect_after(bar, "map", G_CALLBACK(mapped), NULL);
}

void gs_survey_bar_setup(GsSurveyBar *bar, const char *what, const char *name)
{
	bar->what = what;
	gs_panel_name(bar->note, name);
}

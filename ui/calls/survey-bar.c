/* SPDX-License-Identifier: MIT */
#include "ui/calls/survey-bar.h"

enum { EVERY = 100 }; /* ms */

struct _GsSurveyBar {
	GtkBox parent;
	GtkLabel *note;
	GtkWidget *progress, *cancel, *again;
	struct gs_survey_bar_of of;
	gpointer panel;
	const struct gs_ui_state *state; /* NULL: none so far */
	guint asking, advancing;
};

G_DEFINE_TYPE(GsSurveyBar, gs_survey_bar, GTK_TYPE_BOX)

/* ---- requesting a survey ---- */

/* What was cancelled, or cannot be read, is begun anew only where that is asked for. */
static bool is_due(GsSurveyBar *bar)
{
	const struct gs_ui_state *s = bar->state;
	if (!s || !gtk_widget_get_mapped(GTK_WIDGET(bar)))
		return false;
	const struct gs_ui_progress now = bar->of.look(bar->panel, s);
	if (bar->of.asks)
		return false;
	if (bar->of.of_program)
		return s->alive && s->has_stop && !s->work.busy && !now.is_read &&
		       bar->of.is_old(bar->panel, s);
	return s->is_trace && !s->is_opening && !now.is_there && !now.is_read &&
	       !(now.note && now.note[0]);
}

static gboolean ask(gpointer data)
{
	GsSurveyBar *bar = data;
	bar->asking = 0;
	if (is_due(bar))
		bar->of.read(bar->panel);
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
	bar->of.read(bar->panel);
}

static void cancel_clicked(GtkButton *button, GsSurveyBar *bar)
{
	bar->of.stop(bar->panel);
}

/* ---- showing ---- */

static gboolean advance(gpointer data)
{
	GsSurveyBar *bar = data;
	double progress = bar->of.look(bar->panel, bar->state).done;
	if (progress < 0)
		gtk_progress_bar_pulse(GTK_PROGRESS_BAR(bar->progress));
	else
		gtk_progress_bar_set_fraction(GTK_PROGRESS_BAR(bar->progress), progress);
	return G_SOURCE_CONTINUE;
}

/* g_free */
static char *why_not(
	GsSurveyBar *bar, const struct gs_ui_state *s, const struct gs_ui_progress *now)
{
	if (!s->session)
		return g_strdup("");
	if (now->note && now->note[0] && !now->is_read)
		return g_strdup(now->note);
	if (bar->of.asks)
		return g_strdup("");
	if (bar->of.of_program)
		return g_strdup_printf("%s is made where the program is stopped", bar->of.what);
	if (s->is_opening)
		return g_strdup_printf("%s is made when the trace is open", bar->of.what);
	if (!s->is_trace)
		return g_strdup_printf(
			"%s is made of a trace: record the program (Ctrl+R), then open the "
			"trace (Ctrl+O)",
			bar->of.what);
	return g_strdup("Reading the trace…"); /* or as soon as it can be asked for */
}

void gs_survey_bar_set(GsSurveyBar *bar, const struct gs_ui_state *state)
{
	const struct gs_ui_progress now = bar->of.look(bar->panel, state);
	bool was = bar->advancing != 0;
	bar->state = state;
	gtk_widget_set_visible(bar->progress, now.is_read);
	gtk_widget_set_visible(bar->cancel, now.is_read);
	gtk_widget_set_visible(bar->again,
		bar->of.asks || (!now.is_read && !now.is_there && now.note && now.note[0]));
	if (bar->of.asks)
		gs_panel_allow(bar->again, NULL,
			state->alive && state->has_stop ? NULL
							: "the program is not stopped at a call");
	if (now.is_read && !was) {
		gtk_progress_bar_set_fraction(GTK_PROGRESS_BAR(bar->progress), 0);
		bar->advancing = g_timeout_add(EVERY, advance, bar);
	} else if (!now.is_read) {
		g_clear_handle_id(&bar->advancing, g_source_remove);
	}
	/* beside figures it is short, or in the tooltip, and they keep their place */
	gtk_label_set_line_wrap(bar->note, !now.is_there);
	gtk_label_set_ellipsize(
		bar->note, now.is_there ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE);
	if (!now.is_there) {
		g_autofree char *text = why_not(bar, state, &now);
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
		"Read the trace from its beginning to its end, for what is shown here");
	gtk_box_pack_start(GTK_BOX(bar), bar->progress, FALSE, FALSE, 0);
	gtk_box_pack_start(GTK_BOX(bar), bar->cancel, FALSE, FALSE, 0);
	gtk_box_pack_start(GTK_BOX(bar), bar->again, FALSE, FALSE, 0);
	gtk_widget_hide(bar->cancel);
	gtk_widget_hide(bar->again);
	g_signal_connect(bar->cancel, "clicked", G_CALLBACK(cancel_clicked), bar);
	g_signal_connect(bar->again, "clicked", G_CALLBACK(again_clicked), bar);
	g_signal_connect_after(bar, "map", G_CALLBACK(mapped), NULL);
}

void gs_survey_bar_setup(GsSurveyBar *bar, const struct gs_survey_bar_of *of, gpointer panel)
{
	bar->of = *of;
	bar->panel = panel;
	gs_panel_name(bar->note, of->name);
	if (!of->of_program)
		return;
	gs_panel_name(bar->progress, "Asking the program");
	gs_panel_name(bar->cancel, "Cancel asking");
	gs_panel_name(bar->again, "Ask the program again");
	gtk_button_set_label(GTK_BUTTON(bar->again), of->asks ? of->asks : "Ask");
	gtk_widget_set_tooltip_text(bar->again, "Ask the program for what is shown here");
	if (!of->asks)
		return;
	gs_panel_name(bar->again, of->asks);
	gtk_widget_set_tooltip_text(bar->again,
		"Let the program run to the end of its next frame, and show that frame here; of an "
		"opened trace, the present frame");
}

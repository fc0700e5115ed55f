/* SPDX-License-Identifier: MIT */
#include "ui/widgets/find-bar.h"

#include "ui/panel.h"

struct gs_find_bar {
	GtkWidget *box;
	GtkEntry *entry;
	GtkLabel *count; /* "3 of 17" */
	struct gs_find_hooks hooks;
	gpointer data;
};

static void count_changed(GObject *context, GParamSpec *property, struct gs_find_bar *bar);

/* Return the search context of the view's buffer, which owns it. */
static GtkSourceSearchContext *context_of(struct gs_find_bar *bar, GtkSourceView *view)
{
	GtkTextBuffer *buffer = gtk_text_view_get_buffer(GTK_TEXT_VIEW(view));
	GtkSourceSearchContext *context = g_object_get_data(G_OBJECT(buffer), "find");
	if (context)
		return context;
	GtkSourceSearchSettings *settings = gtk_source_search_settings_new();
	gtk_source_search_settings_set_wrap_around(settings, TRUE);
	context = gtk_source_search_context_new(GTK_SOURCE_BUFFER(buffer), settings);
	gtk_source_search_context_set_highlight(context, TRUE);
	g_object_unref(settings);
	g_signal_connect(context, "notify::occurrences-count", G_CALLBACK(count_changed), bar);
	g_object_set_data_full(G_OBJECT(buffer), "find", context, g_object_unref);
	return context;
}

/* Show which of the matches is selected. */
static void show_count(struct gs_find_bar *bar)
{
	GtkSourceView *view = bar->hooks.view(bar->data);
	const char *text = gtk_entry_get_text(bar->entry);
	GtkTextIter start, end;
	if (!view || !text[0]) {
		gs_panel_label(bar->count, "%s", "");
		return;
	}
	GtkSourceSearchContext *context = context_of(bar, view);
	int n = gtk_source_search_context_get_occurrences_count(context);
	gtk_text_buffer_get_selection_bounds(
		gtk_text_view_get_buffer(GTK_TEXT_VIEW(view)), &start, &end);
	int at = gtk_source_search_context_get_occurrence_position(context, &start, &end);
	if (n < 0)
		gs_panel_label(bar->count, "%s", "…"); /* not all of the text has been searched */
	else if (at > 0)
		gs_panel_label(bar->count, "%d of %d", at, n);
	else
		gs_panel_label(bar->count, n ? "%d" : "none", n);
}

static void count_changed(GObject *context, GParamSpec *property, struct gs_find_bar *bar)
{
	show_count(bar);
}

/* Where a search begins: at the selection's beginning, so that it may find the selection itself, or
 * at its end; or it goes backwards. */
enum step { HERE, FORWARD, BACKWARD };

static bool select_next(
	struct gs_find_bar *bar, GtkSourceView *view, const char *text, enum step step)
{
	GtkTextBuffer *buffer = gtk_text_view_get_buffer(GTK_TEXT_VIEW(view));
	GtkSourceSearchContext *context = context_of(bar, view);
	GtkTextIter from, to, start, end;
	gboolean wrapped;
	gtk_source_search_settings_set_search_text(
		gtk_source_search_context_get_settings(context), text);
	gtk_text_buffer_get_selection_bounds(buffer, &from, &to);
	bool found = step == BACKWARD ? gtk_source_search_context_backward(
						context, &from, &start, &end, &wrapped)
				      : gtk_source_search_context_forward(context,
						step == HERE ? &from : &to, &start, &end, &wrapped);
	if (found)
		gtk_text_buffer_select_range(buffer, &start, &end);
	return found;
}

static void find(struct gs_find_bar *bar, enum step step)
{
	GtkSourceView *view = bar->hooks.view(bar->data);
	const char *text = gtk_entry_get_text(bar->entry);
	if (view && !text[0])
		gtk_source_search_settings_set_search_text(
			gtk_source_search_context_get_settings(context_of(bar, view)), NULL);
	if (!view || !text[0]) {
		show_count(bar);
		return;
	}
	GtkStyleContext *style = gtk_widget_get_style_context(GTK_WIDGET(bar->entry));
	if (select_next(bar, view, text, step)) {
		gtk_style_context_remove_class(style, GTK_STYLE_CLASS_ERROR);
		bar->hooks.scroll(view, bar->data);
	} else {
		gtk_style_context_add_class(style, GTK_STYLE_CLASS_ERROR);
	}
	show_count(bar);
}

static void typed(GtkEditable *entry, struct gs_find_bar *bar)
{
	find(bar, HERE);
}

void gs_find_bar_next(struct gs_find_bar *bar)
{
	find(bar, FORWARD);
}

static void next(GtkWidget *widget, struct gs_find_bar *bar)
{
	find(bar, FORWARD);
}

static void previous(GtkWidget *widget, struct gs_find_bar *bar)
{
	find(bar, BACKWARD);
}

void gs_find_bar_open(struct gs_find_bar *bar)
{
	gtk_widget_show(bar->box);
	gtk_widget_grab_focus(GTK_WIDGET(bar->entry));
}

static void stop(GtkWidget *widget, struct gs_find_bar *bar)
{
	GtkSourceView *view = bar->hooks.view(bar->data);
	gtk_widget_hide(bar->box);
	if (!view)
		return;
	gtk_source_search_settings_set_search_text(
		gtk_source_search_context_get_settings(context_of(bar, view)), NULL);
	gtk_widget_grab_focus(GTK_WIDGET(view));
}

bool gs_find_bar_has_focus(const struct gs_find_bar *bar)
{
	return gtk_widget_has_focus(GTK_WIDGET(bar->entry));
}

static void add_button(struct gs_find_bar *bar, const char *name, const char *place,
	const char *text, const char *symbol, const char *tip, GCallback clicked)
{
	g_autofree char *whole = g_strdup_printf("%s in %s", name, place);
	GtkWidget *button = gs_panel_button(whole, text, symbol, tip);
	gtk_box_pack_start(GTK_BOX(bar->box), button, FALSE, FALSE, 0);
	g_signal_connect(button, "clicked", clicked, bar);
}

struct gs_find_bar *gs_find_bar_new(GtkBox *panel, const char *place, const char *hint,
	const struct gs_find_hooks *hooks, gpointer data)
{
	struct gs_find_bar *bar = g_new(struct gs_find_bar, 1);
	*bar = (struct gs_find_bar){.box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4),
		.entry = GTK_ENTRY(gtk_search_entry_new()),
		.hooks = *hooks,
		.data = data};
	g_autofree char *name = g_strdup_printf("Find in %s", place);
	gs_panel_name(bar->entry, name);
	gtk_entry_set_placeholder_text(bar->entry, hint);
	gtk_style_context_add_class(gtk_widget_get_style_context(bar->box), "panel-head");
	gtk_box_pack_start(GTK_BOX(bar->box), GTK_WIDGET(bar->entry), TRUE, TRUE, 0);
	g_autofree char *count_name = g_strdup_printf("Matches in %s", place);
	bar->count = GTK_LABEL(gtk_label_new(NULL));
	gs_panel_name(bar->count, count_name);
	gtk_box_pack_start(GTK_BOX(bar->box), GTK_WIDGET(bar->count), FALSE, FALSE, 0);
	add_button(bar, "Previous match", place, "▲", NULL, "Previous match (Ctrl+Shift+G)",
		G_CALLBACK(previous));
	add_button(bar, "Next match", place, "▼", NULL, "Next match (Enter, F3)", G_CALLBACK(next));
	add_button(
		bar, "Close the search", place, NULL, "remove", "Close (Escape)", G_CALLBACK(stop));
	gtk_widget_show_all(bar->box);
	gtk_widget_hide(bar->box);
	gtk_widget_set_no_show_all(bar->box, TRUE);
	gtk_box_pack_end(panel, bar->box, FALSE, FALSE, 0);
	g_signal_connect(bar->entry, "changed", G_CALLBACK(typed), bar);
	g_signal_connect(bar->entry, "activate", G_CALLBACK(next), bar);
	g_signal_connect(bar->entry, "next-match", G_CALLBACK(next), bar);
	g_signal_connect(bar->entry, "previous-match", G_CALLBACK(previous), bar);
	g_signal_connect(bar->entry, "stop-search", G_CALLBACK(stop), bar);
	g_object_set_data_full(G_OBJECT(panel), "find-bar", bar, g_free);
	return bar;
}

/* SPDX-License-Identifier: MIT */
#include "ui/calls/call-filter.h"

#include <string.h>
#include "data/data.h"
#include "ui/panel.h"
#include "ui/actions/settings.h"

enum column { COLUMN_TEXT, COLUMN_COUNT, COLUMN_ACTIVE, COLUMN_MIXED, COLUMN_WORD, N_COLUMNS };

struct filter {
	GtkTreeStore *store;
	GtkTreeView *view;
	struct gs_call_filter filter;
	gs_call_filter_counts counts;
	gs_call_filter_changed changed;
	gpointer data;
};

void gs_call_filter_load(struct gs_call_filter *filter)
{
	g_auto(GStrv)
		words = g_key_file_get_string_list(gs_settings(), "calls", "hidden", NULL, NULL);
	gs_call_filter_from_words(filter, (const char *const *)words);
}

static void save(const struct gs_call_filter *filter)
{
	g_auto(GStrv) words = gs_call_filter_to_words(filter);
	g_key_file_set_string_list(
		gs_settings(), "calls", "hidden", (const char *const *)words, g_strv_length(words));
	g_free(gs_settings_save());
}

/* ---- the tree ---- */

static void add_row(struct filter *f, GtkTreeIter *row, GtkTreeIter *parent, const char *text,
	uint64_t count, const char *word)
{
	g_autofree char *number = g_strdup_printf("%" G_GUINT64_FORMAT, count);
	gtk_tree_store_append(f->store, row, parent);
	gtk_tree_store_set(
		f->store, row, COLUMN_TEXT, text, COLUMN_COUNT, number, COLUMN_WORD, word, -1);
}

static void add_property(struct filter *f, const uint64_t *counts, const char *title,
	const char *prefix, unsigned (*property)(unsigned), const char *(*name_of)(unsigned))
{
	GtkTreeIter root, row, leaf;
	uint64_t all = 0;
	for (unsigned i = 0; i < GS_N_FUNCTIONS; i++)
		all += counts[i];
	add_row(f, &root, NULL, title, all, "*");
	for (unsigned i = 0; name_of(i); i++) {
		uint64_t calls = 0;
		for (unsigned k = 0; k < GS_N_FUNCTIONS; k++)
			calls += property(k) == i ? counts[k] : 0;
		if (!calls)
			continue;
		g_autofree char *word = g_strconcat(prefix, name_of(i), NULL);
		add_row(f, &row, &root, name_of(i), calls, word);
		for (unsigned k = 0; k < GS_N_FUNCTIONS; k++)
			if (property(k) == i && counts[k])
				add_row(f, &leaf, &row, gs_data_name(k), counts[k],
					gs_data_name(k));
	}
}

/* Tick a row if all functions below it are shown; mark it as mixed if only some are. */
static void update_row(struct filter *f, GtkTreeIter *row, bool *shown, bool *hidden)
{
	GtkTreeModel *model = GTK_TREE_MODEL(f->store);
	GtkTreeIter child;
	bool any = false, none = false;
	if (gtk_tree_model_iter_children(model, &child, row)) {
		do
			update_row(f, &child, &any, &none);
		while (gtk_tree_model_iter_next(model, &child));
	} else {
		g_autofree char *word = NULL;
		gtk_tree_model_get(model, row, COLUMN_WORD, &word, -1);
		int function = gs_data_find(word);
		any = function < 0 || gs_call_filter_shows(&f->filter, (unsigned)function);
		none = !any;
	}
	gtk_tree_store_set(
		f->store, row, COLUMN_ACTIVE, any && !none, COLUMN_MIXED, any && none, -1);
	*shown = *shown || any;
	*hidden = *hidden || none;
}

static void update_ticks(struct filter *f)
{
	GtkTreeIter row;
	bool shown = false, hidden = false;
	if (!gtk_tree_model_get_iter_first(GTK_TREE_MODEL(f->store), &row))
		return;
	do
		update_row(f, &row, &shown, &hidden);
	while (gtk_tree_model_iter_next(GTK_TREE_MODEL(f->store), &row));
}

static void toggled(GtkCellRendererToggle *cell, const char *path, struct filter *f)
{
	GtkTreeIter row;
	g_autofree char *word = NULL;
	gboolean active;
	if (!gtk_tree_model_get_iter_from_string(GTK_TREE_MODEL(f->store), &row, path))
		return;
	gtk_tree_model_get(
		GTK_TREE_MODEL(f->store), &row, COLUMN_WORD, &word, COLUMN_ACTIVE, &active, -1);
	gs_call_filter_change(&f->filter, word, !active, NULL);
	update_ticks(f);
	save(&f->filter);
	f->changed(f->data, &f->filter);
}

/* Toggle a row by the keyboard. */
static void activated(
	GtkTreeView *view, GtkTreePath *path, GtkTreeViewColumn *column, struct filter *f)
{
	g_autofree char *text = gtk_tree_path_to_string(path);
	toggled(NULL, text, f);
}

static void opened(GtkToggleButton *button, struct filter *f)
{
	if (!gtk_toggle_button_get_active(button))
		return;
	g_autofree uint64_t *counts = g_new(uint64_t, GS_WIRE_FUNCTIONS);
	gs_call_filter_load(&f->filter);
	f->counts(f->data, counts);
	gtk_tree_store_clear(f->store);
	add_property(f, counts, "By purpose", "category:", gs_data_category, gs_data_category_name);
	add_property(f, counts, "By version and extension", "extension:", gs_data_origin,
		gs_data_origin_name);
	update_ticks(f);
	for (int i = 0; i < 2; i++) {
		g_autoptr(GtkTreePath) path = gtk_tree_path_new_from_indices(i, -1);
		gtk_tree_view_expand_row(f->view, path, FALSE);
	}
}

static GtkWidget *make_tree(struct filter *f)
{
	GtkTreeView *view = GTK_TREE_VIEW(gtk_tree_view_new_with_model(GTK_TREE_MODEL(f->store)));
	GtkTreeViewColumn *column = gtk_tree_view_column_new();
	f->view = view;
	GtkCellRenderer *tick = gtk_cell_renderer_toggle_new(),
			*text = gtk_cell_renderer_text_new();
	GtkCellRenderer *count = gtk_cell_renderer_text_new();
	g_object_set(count, "foreground", "#77767b", "xalign", 1.0, NULL);
	gtk_tree_view_column_pack_start(column, tick, FALSE);
	gtk_tree_view_column_pack_start(column, text, TRUE);
	gtk_tree_view_column_pack_end(column, count, FALSE);
	gtk_tree_view_column_set_attributes(
		column, tick, "active", COLUMN_ACTIVE, "inconsistent", COLUMN_MIXED, NULL);
	gtk_tree_view_column_set_attributes(column, text, "text", COLUMN_TEXT, NULL);
	gtk_tree_view_column_set_attributes(column, count, "text", COLUMN_COUNT, NULL);
	gtk_tree_view_append_column(view, column);
	gtk_tree_view_set_headers_visible(view, FALSE);
	g_signal_connect(tick, "toggled", G_CALLBACK(toggled), f);
	g_signal_connect(view, "row-activated", G_CALLBACK(activated), f);
	gs_panel_name(view, "Which calls are listed");
	GtkWidget *scroller = gtk_scrolled_window_new(NULL, NULL);
	gtk_scrolled_window_set_min_content_height(GTK_SCROLLED_WINDOW(scroller), 360);
	gtk_scrolled_window_set_min_content_width(GTK_SCROLLED_WINDOW(scroller), 320);
	/* as wide as the rows, with the scroll bar beside the numbers */
	gtk_scrolled_window_set_policy(
		GTK_SCROLLED_WINDOW(scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
	gtk_scrolled_window_set_overlay_scrolling(GTK_SCROLLED_WINDOW(scroller), FALSE);
	gtk_container_add(GTK_CONTAINER(scroller), GTK_WIDGET(view));
	gtk_widget_show_all(scroller);
	return scroller;
}

static void filter_free(gpointer data, GObject *button)
{
	struct filter *f = data;
	g_object_unref(f->store);
	g_free(f);
}

GtkWidget *gs_call_filter_button(
	gs_call_filter_counts counts, gs_call_filter_changed changed, gpointer data)
{
	struct filter *f = g_new0(struct filter, 1);
	GtkWidget *button = gtk_menu_button_new(), *popover = gtk_popover_new(button);
	f->counts = counts;
	f->changed = changed;
	f->data = data;
	f->store = gtk_tree_store_new(N_COLUMNS, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_BOOLEAN,
		G_TYPE_BOOLEAN, G_TYPE_STRING);
	gtk_container_add(GTK_CONTAINER(popover), make_tree(f));
	gtk_menu_button_set_popover(GTK_MENU_BUTTON(button), popover);
	gtk_button_set_label(GTK_BUTTON(button), "Filter");
	gtk_widget_set_tooltip_text(
		button, "Which calls are listed: by purpose, version, extension and name");
	gs_panel_name(button, "Filter calls");
	g_signal_connect(button, "toggled", G_CALLBACK(opened), f);
	g_object_weak_ref(G_OBJECT(button), filter_free, f);
	gtk_widget_show(button);
	return button;
}

/* SPDX-License-Identifier: MIT */
#include "ui/tab-list.h"

#include <stdbool.h>
#include "ui/panel.h"

enum { TAB_ROOM = 30 }; /* most pixels around a tab's text in any theme */

struct tab_list {
	GtkNotebook *notebook;
	GtkWidget *button;
	guint due; /* idle source that updates the button; 0: none */
};

static GtkWidget *label_of(GtkNotebook *notebook, int n)
{
	return gtk_notebook_get_tab_label(notebook, gtk_notebook_get_nth_page(notebook, n));
}

static void show_tab(GtkWidget *item, struct tab_list *list)
{
	GtkWidget *page = g_object_get_data(G_OBJECT(item), "page");
	int n = gtk_notebook_page_num(list->notebook, page);
	if (n >= 0)
		gtk_notebook_set_current_page(list->notebook, n);
}

static void open_list(GtkWidget *button, struct tab_list *list)
{
	GtkWidget *menu = gtk_menu_new();
	for (int i = 0; i < gtk_notebook_get_n_pages(list->notebook); i++) {
		GtkWidget *label = label_of(list->notebook, i);
		GtkWidget *item = gs_panel_menu_item(
			menu, gtk_label_get_text(GTK_LABEL(label)), G_CALLBACK(show_tab), list);
		g_autofree char *tip = gtk_widget_get_tooltip_text(label);
		gtk_widget_set_tooltip_text(item, tip);
		g_object_set_data_full(G_OBJECT(item), "page",
			g_object_ref(gtk_notebook_get_nth_page(list->notebook, i)), g_object_unref);
	}
	/* not to the button: screen readers do not see what is attached there */
	gtk_menu_attach_to_widget(GTK_MENU(menu), GTK_WIDGET(list->notebook), NULL);
	g_signal_connect(menu, "selection-done", G_CALLBACK(gtk_widget_destroy), NULL);
	gtk_widget_show_all(menu);
	gtk_menu_popup_at_widget(
		GTK_MENU(menu), button, GDK_GRAVITY_SOUTH_EAST, GDK_GRAVITY_NORTH_EAST, NULL);
}

/* Show the button if a tab is hidden; hide it if all tabs surely fit without it. */
static gboolean count(gpointer data)
{
	struct tab_list *list = data;
	int hidden = 0, needed = 0;
	list->due = 0;
	for (int i = 0; i < gtk_notebook_get_n_pages(list->notebook); i++) {
		int width;
		GtkWidget *label = label_of(list->notebook, i);
		gtk_widget_get_preferred_width(label, NULL, &width);
		needed += width + TAB_ROOM;
		hidden += !gtk_widget_get_child_visible(label);
	}
	bool shown = gtk_widget_get_visible(list->button);
	bool fits = needed <= gtk_widget_get_allocated_width(GTK_WIDGET(list->notebook));
	if (hidden && !shown)
		gtk_widget_show(list->button);
	else if (!hidden && shown && fits)
		gtk_widget_hide(list->button);
	g_autofree char *text = g_strdup_printf(hidden ? "%d more ▾" : "▾", hidden);
	if (g_strcmp0(gtk_button_get_label(GTK_BUTTON(list->button)), text))
		gtk_button_set_label(GTK_BUTTON(list->button), text);
	return G_SOURCE_REMOVE;
}

/* Update the button later: an allocation is in progress. */
static void allocated(GtkWidget *notebook, GtkAllocation *given, struct tab_list *list)
{
	if (!list->due)
		list->due = g_idle_add(count, list);
}

static void gone(GtkWidget *notebook, struct tab_list *list)
{
	if (list->due)
		g_source_remove(list->due);
	list->due = 0;
}

static void list_free(gpointer data, GClosure *closure)
{
	g_free(data);
}

void gs_tab_list_setup(GtkNotebook *notebook, const char *title)
{
	struct tab_list *list = g_new0(struct tab_list, 1);
	g_autofree char *name = g_strconcat("All panels, ", title, NULL);
	list->notebook = notebook;
	list->button = gs_panel_button(name, "▾", NULL, "List all panels that are here");
	gtk_button_set_relief(GTK_BUTTON(list->button), GTK_RELIEF_NONE);
	gtk_style_context_add_class(gtk_widget_get_style_context(list->button), "more-tabs");
	gtk_widget_hide(list->button);
	gtk_notebook_set_action_widget(notebook, list->button, GTK_PACK_END);
	g_signal_connect(list->button, "clicked", G_CALLBACK(open_list), list);
	g_signal_connect_after(notebook, "size-allocate", G_CALLBACK(allocated), list);
	g_signal_connect_data(notebook, "destroy", G_CALLBACK(gone), list, list_free, 0);
}

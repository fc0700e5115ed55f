/* SPDX-License-Identifier: MIT */
#include "ui/state/resource-menu.h"

static void find_uses(GtkMenuItem *item, gpointer view)
{
	gs_panel_activate(view, "find-uses",
		g_variant_new_string(g_object_get_data(G_OBJECT(item), "object")));
}

static void show_calls(GtkMenuItem *item, gpointer calls)
{
	gtk_toggle_button_set_active(calls, TRUE);
}

static void add_calls(GtkWidget *menu, GtkTreeView *view, const struct gs_resource_menu *what)
{
	g_autofree char *text = g_strdup_printf("Find uses of %s in GL calls", what->object);
	GtkWidget *item = gs_panel_menu_item(menu, text, G_CALLBACK(find_uses), view);
	g_object_set_data_full(G_OBJECT(item), "object", g_strdup(what->object), g_free);
}

void gs_resource_menu_popup(
	GtkTreeView *view, const struct gs_resource_menu *what, const GdkEvent *event)
{
	GtkWidget *menu = gtk_menu_new();
	if (what->object)
		add_calls(menu, view, what);
	GtkWidget *item = gs_panel_menu_item(menu, "Show the calls that make, write and use it",
		G_CALLBACK(show_calls), what->calls);
	gtk_widget_set_sensitive(item, gtk_widget_get_sensitive(GTK_WIDGET(what->calls)));
	g_autofree char *tip = gtk_widget_get_tooltip_text(GTK_WIDGET(what->calls));
	gtk_widget_set_tooltip_text(item, tip);
	gtk_menu_shell_append(GTK_MENU_SHELL(menu), gtk_separator_menu_item_new());
	if (what->object)
		gs_panel_add_copy(menu, "Copy the name", what->object);
	gs_panel_add_copy(menu, "Copy the row", what->text);
	gs_panel_popup(menu, GTK_WIDGET(view), event);
}

/* SPDX-License-Identifier: MIT */
#include "ui/pixel-menu.h"

#include "ui/panel.h"

struct choice {
	GtkWidget *view;
	const char *action;
	unsigned x, y;
};

static void chosen(GtkMenuItem *item, struct choice *choice)
{
	if (!g_strcmp0(choice->action, "pixel-history"))
		gs_panel_ask(choice->view, "show-panel", g_variant_new_string("pixel"));
	gs_panel_ask(choice->view, choice->action, g_variant_new("(uu)", choice->x, choice->y));
}

static void add(GtkWidget *menu, GsImageView *view, const char *text, const char *action,
	unsigned x, unsigned y)
{
	struct choice *choice = g_new0(struct choice, 1);
	*choice = (struct choice){GTK_WIDGET(view), action, x, y};
	GtkWidget *item = gs_panel_menu_item(menu, text, G_CALLBACK(chosen), choice);
	g_object_set_data_full(G_OBJECT(item), "choice", choice, g_free);
}

static void asked(GsImageView *view, unsigned x, unsigned y, gpointer data)
{
	GtkWidget *menu = gtk_menu_new();
	g_autoptr(GdkEvent) event = gtk_get_current_event();
	add(menu, view, "Debug this pixel", "debug-pixel", x, y);
	add(menu, view, "Run to the next change of this pixel", "next-pixel", x, y);
	add(menu, view, "Pixel history", "pixel-history", x, y);
	gs_panel_popup(menu, GTK_WIDGET(view), event);
}

void gs_pixel_menu_attach(GsImageView *view)
{
	g_signal_connect(view, "menu", G_CALLBACK(asked), NULL);
}

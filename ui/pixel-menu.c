/* SPDX-License-Identifier: MIT */
#include "ui/pixel-menu.h"

#include "ui/panel.h"

struct choice {
	GtkWidget *view;
	const char *action;
	GVariant *pixel;
};

static void choice_free(gpointer data)
{
	struct choice *choice = data;
	g_variant_unref(choice->pixel);
	g_free(choice);
}

static void chosen(GtkMenuItem *item, struct choice *choice)
{
	if (!g_strcmp0(choice->action, "pixel-history"))
		gs_panel_ask(choice->view, "show-panel", g_variant_new_string("pixel"));
	gs_panel_ask(choice->view, choice->action, choice->pixel);
}

static void add(
	GtkWidget *menu, GtkWidget *view, const char *text, const char *action, GVariant *pixel)
{
	struct choice *choice = g_new0(struct choice, 1);
	*choice = (struct choice){view, action, g_variant_ref(pixel)};
	GtkWidget *item = gs_panel_menu_item(menu, text, G_CALLBACK(chosen), choice);
	g_object_set_data_full(G_OBJECT(item), "choice", choice, choice_free);
}

void gs_pixel_menu_show(GsImageView *view, unsigned x, unsigned y, unsigned layer, unsigned sample)
{
	GtkWidget *menu = gtk_menu_new(), *widget = GTK_WIDGET(view);
	g_autoptr(GdkEvent) event = gtk_get_current_event();
	g_autoptr(GVariant)
		pixel = g_variant_ref_sink(g_variant_new("(uuuu)", x, y, layer, sample));
	add(menu, widget, "Debug this pixel", "debug-pixel", pixel);
	add(menu, widget, "Run to the next change of this pixel", "next-pixel", pixel);
	add(menu, widget, "Pixel history", "pixel-history", pixel);
	gs_panel_popup(menu, widget, event);
}

void gs_pixel_menu_debug(GsImageView *view, unsigned x, unsigned y, unsigned layer, unsigned sample)
{
	gs_panel_ask(view, "debug-pixel", g_variant_new("(uuuu)", x, y, layer, sample));
}

static void asked(GsImageView *view, unsigned x, unsigned y, gpointer data)
{
	gs_pixel_menu_show(view, x, y, 0, 0);
}

void gs_pixel_menu_attach(GsImageView *view)
{
	g_signal_connect(view, "menu", G_CALLBACK(asked), NULL);
}

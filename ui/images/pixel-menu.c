/* SPDX-License-Identifier: MIT */
#include "ui/images/pixel-menu.h"

#include "ui/panel.h"

struct choice {
	GtkWidget *view;
	const char *action;
	GVariant *parameter;
};

static void choice_free(gpointer data)
{
	struct choice *choice = data;
	g_variant_unref(choice->parameter);
	g_free(choice);
}

static void chosen(GtkMenuItem *item, struct choice *choice)
{
	if (g_str_has_suffix(choice->action, "-history"))
		gs_panel_activate(choice->view, "show-panel", g_variant_new_string("pixel"));
	gs_panel_activate(choice->view, choice->action, choice->parameter);
}

static void add(
	GtkWidget *menu, GtkWidget *view, const char *text, const char *action, GVariant *parameter)
{
	struct choice *choice = g_new0(struct choice, 1);
	*choice = (struct choice){view, action, g_variant_ref_sink(parameter)};
	GtkWidget *item = gs_panel_menu_item(menu, text, G_CALLBACK(chosen), choice);
	g_object_set_data_full(G_OBJECT(item), "choice", choice, choice_free);
}

static void add_of_drawn(GtkWidget *menu, GtkWidget *view, const struct gs_menu_pixel *pixel)
{
	static const char *const items[][2] = {{"Debug this pixel", "debug-pixel"},
		{"Run to the next change of this pixel", "next-pixel"},
		{"Pixel history", "pixel-history"}};
	for (size_t i = 0; i < G_N_ELEMENTS(items); i++)
		add(menu, view, items[i][0], items[i][1],
			g_variant_new("(uuuu)", pixel->x, pixel->y, pixel->layer, pixel->sample));
	if (!pixel->is_resource)
		add(menu, view, "Show what is attached, in Resources", "show-panel",
			g_variant_new_string("resources"));
	gtk_menu_shell_append(GTK_MENU_SHELL(menu), gtk_separator_menu_item_new());
}

void gs_pixel_menu_show(GsImageView *view, const struct gs_menu_pixel *pixel)
{
	GtkWidget *menu = gtk_menu_new();
	GdkRectangle area;
	g_autoptr(GdkEvent) event = gtk_get_current_event();
	g_autofree char *position = g_strdup_printf("%u, %u", pixel->x, pixel->y);
	if (pixel->is_drawn)
		add_of_drawn(menu, GTK_WIDGET(view), pixel);
	if (pixel->texture) {
		add(menu, GTK_WIDGET(view), "History of this texel", "texel-history",
			g_variant_new("(uuuuuu)", pixel->texture, pixel->x, pixel->y, pixel->level,
				pixel->layer, pixel->sample));
		gtk_menu_shell_append(GTK_MENU_SHELL(menu), gtk_separator_menu_item_new());
	}
	if (pixel->text)
		gs_panel_add_copy(menu, "Copy position and value", pixel->text);
	gs_panel_add_copy(menu, "Copy the position", position);
	gs_image_view_pixel_area(view, pixel->x, pixel->y, &area);
	gs_panel_popup_beside(menu, GTK_WIDGET(view), event, &area);
}

void gs_pixel_menu_debug(GsImageView *view, unsigned x, unsigned y, unsigned layer, unsigned sample)
{
	gs_panel_activate(view, "debug-pixel", g_variant_new("(uuuu)", x, y, layer, sample));
}

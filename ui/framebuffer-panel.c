/* SPDX-License-Identifier: MIT */
#include "ui/framebuffer-panel.h"

#include "ui/image.h"
#include "ui/image-view.h"

struct _GsFramebufferPanel {
	GtkBox parent;
	GtkLabel *info;
	GsImageView *view;
	unsigned width, height;
	const uint8_t *pixels; /* of bytes */
	GBytes *bytes;
	bool is_fragment; /* pixels are what is debugged */
};

G_DEFINE_TYPE(GsFramebufferPanel, gs_framebuffer_panel, GTK_TYPE_BOX)

static void picked(GsImageView *view, guint x, guint y, GsFramebufferPanel *panel)
{
	if (panel->is_fragment)
		gs_panel_ask(panel, "focus", g_variant_new("(uu)", x, y));
}

static void show_size(GsFramebufferPanel *panel)
{
	if (panel->bytes)
		gs_panel_label(panel->info, "%u × %u", panel->width, panel->height);
	else
		gs_panel_label(panel->info, "%s", "");
}

static void hovered(GsImageView *view, gboolean inside, guint x, guint y, GsFramebufferPanel *panel)
{
	if (!inside || !panel->bytes || x >= panel->width || y >= panel->height) {
		show_size(panel);
		return;
	}
	const uint8_t *p = panel->pixels + ((size_t)(panel->height - 1 - y) * panel->width + x) * 4;
	gs_panel_label(panel->info, "%u, %u: %u %u %u %u", x, y, p[0], p[1], p[2], p[3]);
}

static void set_picture(
	GsFramebufferPanel *panel, const struct gs_picture *picture, const char *note)
{
	cairo_surface_t *surface = gs_image_from_picture(picture, true);
	g_clear_pointer(&panel->bytes, g_bytes_unref);
	if (surface) {
		panel->bytes = g_bytes_ref(picture->rgba);
		panel->pixels = g_bytes_get_data(panel->bytes, NULL);
		panel->width = picture->width;
		panel->height = picture->height;
	}
	gs_image_view_set_surface(panel->view, surface, note ? note : "Nothing is drawn yet");
	if (surface)
		cairo_surface_destroy(surface);
	show_size(panel);
}

void gs_framebuffer_panel_set(
	GsFramebufferPanel *panel, const struct gs_ui_state *state, unsigned parts)
{
	if (parts & GS_PART_FRAMEBUFFER)
		set_picture(panel, &state->framebuffer, state->framebuffer_note);
	panel->is_fragment = state->in_shader && state->where.stage == GS_STAGE_FRAGMENT;
	if (parts & GS_PART_WHERE)
		gs_image_view_set_focus(panel->view, panel->is_fragment, state->where.focus_x,
			state->where.focus_y);
}

static void finalize(GObject *object)
{
	g_clear_pointer(&GS_FRAMEBUFFER_PANEL(object)->bytes, g_bytes_unref);
	G_OBJECT_CLASS(gs_framebuffer_panel_parent_class)->finalize(object);
}

static void gs_framebuffer_panel_class_init(GsFramebufferPanelClass *class)
{
	GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
	G_OBJECT_CLASS(class)->finalize = finalize;
	g_type_ensure(GS_TYPE_IMAGE_VIEW);
	gtk_widget_class_set_template_from_resource(widget, GS_UI_RESOURCES "framebuffer-panel.ui");
	gtk_widget_class_bind_template_child(widget, GsFramebufferPanel, info);
	gtk_widget_class_bind_template_child(widget, GsFramebufferPanel, view);
}

static void gs_framebuffer_panel_init(GsFramebufferPanel *panel)
{
	gtk_widget_init_template(GTK_WIDGET(panel));
	gs_panel_name(panel->view, "Framebuffer");
	gs_panel_name(panel->info, "Framebuffer info");
	g_signal_connect(panel->view, "pick", G_CALLBACK(picked), panel);
	g_signal_connect(panel->view, "hover", G_CALLBACK(hovered), panel);
}

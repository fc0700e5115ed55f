/* SPDX-License-Identifier: MIT */
#include "ui/framebuffer-panel.h"

#include "frontend/image-render.h"
#include "ui/image-view.h"
#include "ui/pixel-menu.h"
#include "ui/settings.h"

struct _GsFramebufferPanel {
	GtkBox parent;
	GtkLabel *info;
	GtkComboBox *when; /* its rows: enum gs_framebuffer_when */
	GsImageView *view;
	unsigned width, height;
	const uint8_t *pixels; /* of bytes */
	GBytes *bytes;
	char *note;   /* why there is no picture */
	char *before; /* why it is of before the draw, although another was chosen; NULL */
	struct gs_render *pending;
	bool is_fragment; /* pixels are the elements being debugged */
};

GS_DEFINE_PANEL(GsFramebufferPanel, gs_framebuffer_panel)

static void picked(GsImageView *view, guint x, guint y, GsFramebufferPanel *panel)
{
	if (panel->is_fragment)
		gs_panel_ask(panel, "focus", g_variant_new("(uu)", x, y));
}

static void chosen(GtkComboBox *when, GsFramebufferPanel *panel)
{
	int row = gtk_combo_box_get_active(when);
	if (row < 0)
		return;
	g_key_file_set_integer(gs_settings(), "window", "framebuffer", row);
	gs_panel_ask(panel, "show-framebuffer", g_variant_new_uint32((guint)row));
}

/* As it was left; the window's actions are there by then. */
static void begin(GtkWidget *widget, GsFramebufferPanel *panel)
{
	int row = gs_settings_int("window", "framebuffer", GS_FRAMEBUFFER_AFTER);
	gtk_combo_box_set_active(
		panel->when, CLAMP(row, GS_FRAMEBUFFER_BEFORE, GS_N_FRAMEBUFFER_WHEN - 1));
}

static void show_size(GsFramebufferPanel *panel)
{
	if (panel->bytes)
		gs_panel_label(panel->info, "%u × %u%s%s", panel->width, panel->height,
			panel->before ? ", before: " : "", panel->before ? panel->before : "");
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

static void rendered(gpointer data, struct gs_render *render)
{
	GsFramebufferPanel *panel = data;
	panel->pending = NULL;
	g_clear_pointer(&panel->bytes, g_bytes_unref);
	if (render->surface) {
		panel->bytes = g_bytes_ref(render->picture.rgba);
		panel->pixels = g_bytes_get_data(panel->bytes, NULL);
		panel->width = render->picture.width;
		panel->height = render->picture.height;
	}
	gs_image_view_set_surface(panel->view, render->surface, panel->note);
	show_size(panel);
}

static void set_picture(
	GsFramebufferPanel *panel, const struct gs_picture *picture, const char *note)
{
	if (panel->pending)
		gs_render_cancel(panel->pending);
	panel->pending = gs_render_new(panel, rendered);
	panel->pending->picture = *picture;
	panel->pending->opaque = true;
	if (picture->rgba)
		g_bytes_ref(picture->rgba);
	g_free(panel->before);
	panel->before = picture->rgba ? g_strdup(note) : NULL;
	char *copy = g_strdup(note ? note : "Nothing is drawn yet");
	g_free(panel->note);
	panel->note = copy;
	gs_render_push(panel->pending);
}

static void set(GsPanel *widget, const struct gs_ui_state *state, unsigned parts)
{
	GsFramebufferPanel *panel = GS_FRAMEBUFFER_PANEL(widget);
	if (parts & GS_PART_FRAMEBUFFER)
		set_picture(panel, &state->framebuffer, state->framebuffer_note);
	gs_image_view_set_past(panel->view, gs_ui_state_is_past(state));
	panel->is_fragment = state->in_shader && state->where.stage == GS_STAGE_FRAGMENT;
	if (parts & GS_PART_WHERE)
		gs_image_view_set_focus(panel->view, panel->is_fragment, state->where.focus_x,
			state->where.focus_y);
}

static void dispose(GObject *object)
{
	GsFramebufferPanel *panel = GS_FRAMEBUFFER_PANEL(object);
	if (panel->pending)
		gs_render_cancel(panel->pending);
	panel->pending = NULL;
	G_OBJECT_CLASS(gs_framebuffer_panel_parent_class)->dispose(object);
}

static void finalize(GObject *object)
{
	g_clear_pointer(&GS_FRAMEBUFFER_PANEL(object)->bytes, g_bytes_unref);
	g_free(GS_FRAMEBUFFER_PANEL(object)->note);
	g_free(GS_FRAMEBUFFER_PANEL(object)->before);
	G_OBJECT_CLASS(gs_framebuffer_panel_parent_class)->finalize(object);
}

static void gs_framebuffer_panel_class_init(GsFramebufferPanelClass *class)
{
	GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
	G_OBJECT_CLASS(class)->dispose = dispose;
	G_OBJECT_CLASS(class)->finalize = finalize;
	g_type_ensure(GS_TYPE_IMAGE_VIEW);
	gtk_widget_class_set_template_from_resource(widget, GS_UI_RESOURCES "framebuffer-panel.ui");
	gtk_widget_class_bind_template_child(widget, GsFramebufferPanel, info);
	gtk_widget_class_bind_template_child(widget, GsFramebufferPanel, view);
	gtk_widget_class_bind_template_child(widget, GsFramebufferPanel, when);
}

static void gs_framebuffer_panel_init(GsFramebufferPanel *panel)
{
	gtk_widget_init_template(GTK_WIDGET(panel));
	gs_panel_name(panel->view, "Framebuffer");
	gs_panel_name(panel->info, "Framebuffer info");
	gs_panel_name(panel->when, "Framebuffer when");
	gtk_combo_box_set_active(panel->when, GS_FRAMEBUFFER_AFTER);
	g_signal_connect(panel->when, "changed", G_CALLBACK(chosen), panel);
	g_signal_connect(panel, "map", G_CALLBACK(begin), panel);
	g_signal_connect(panel->view, "pick", G_CALLBACK(picked), panel);
	gs_pixel_menu_attach(panel->view);
	g_signal_connect(panel->view, "hover", G_CALLBACK(hovered), panel);
}

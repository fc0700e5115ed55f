/* SPDX-License-Identifier: MIT */
#include "ui/images/framebuffer-panel.h"

#include <string.h>
#include "data/data.h"
#include "debugger/calls/groups.h"
#include "frontend/pictures/image-render.h"
#include "frontend/value-node.h"
#include "ui/images/image-view.h"
#include "ui/images/kept-picture.h"
#include "ui/images/pixel-menu.h"
#include "ui/actions/settings.h"

enum { FAINT = 1, PALE = 2 }; /* fourths of a ghost's colour, in Changed and in After */
enum { LATE = 150 }; /* ms; if a picture comes sooner, the old one is not made pale meanwhile */

struct _GsFramebufferPanel {
	GtkBox parent;
	GtkLabel *info, *target;
	GtkComboBox *when; /* rows: enum gs_framebuffer_when */
	GtkToggleButton *ghost, *outline, *alpha, *keep;
	GtkComboBox *side; /* rows: enum gs_kept_side; only while something is kept */
	GsImageView *view;
	/* The state as last set. */
	struct gs_picture picture; /* rgba NULL: there is none */
	struct gs_pixel_set changed, covered;
	struct gs_pixel_values values;
	enum gs_framebuffer_when picture_when;
	bool is_after; /* the picture contains the draw call's result */
	bool undrawn;  /* GL will not execute the draw call */
	bool awaited;  /* .picture is of an earlier stop */
	char *note;    /* why there is no picture */
	char *overlay; /* what the overlay tells; NULL: none is shown */
	char *before;  /* why the picture is of before the draw call, although another was chosen;
			  NULL */
	struct gs_render *pending;
	enum gs_kept_side pending_side;
	struct gs_kept_picture kept;
	/* What is shown. */
	enum gs_kept_side shown_side;
	unsigned width, height;
	const uint8_t *pixels; /* data of .bytes */
	GBytes *bytes;
	struct gs_pixel_values shown_values;
	uint32_t format;  /* GL's constant; 0: unknown */
	bool is_fragment; /* a fragment shader is being debugged */
	bool is_past;	  /* everything shown is of the last stop */
	bool is_old;	  /* the picture is of an earlier stop */
	bool shows_old;	  /* and the panel says so */
	guint late;	  /* timer until which an old picture looks up to date */
};

GS_DEFINE_PANEL(GsFramebufferPanel, gs_framebuffer_panel)

static void picked(GsImageView *view, guint x, guint y, GsFramebufferPanel *panel)
{
	if (panel->is_fragment)
		gs_panel_activate(panel, "focus", g_variant_new("(uu)", x, y));
}

/* Debug a pixel on a double click, unless a fragment shader is debugged, when a click moves the
 * focus. */
static void opened(GsImageView *view, guint x, guint y, GsFramebufferPanel *panel)
{
	if (!panel->is_fragment)
		gs_pixel_menu_debug(view, x, y, 0, 0);
}

/* Return the pixels that the draw call covers or, if unknown, those that it changes. */
static const struct gs_pixel_set *touched(const GsFramebufferPanel *panel)
{
	return panel->covered.bytes ? &panel->covered : &panel->changed;
}

static bool is_known_to_be_old(const GsFramebufferPanel *panel)
{
	return panel->is_old && !panel->late && !panel->is_past;
}

/* Return which side is shown: B where what is kept is of another size. */
static enum gs_kept_side side_of(const GsFramebufferPanel *panel)
{
	int row = gtk_combo_box_get_active(panel->side);
	return row > GS_KEPT_B && gs_kept_fits(&panel->kept, &panel->picture)
		       ? (enum gs_kept_side)row
		       : GS_KEPT_B;
}

static void show_kept(GsFramebufferPanel *panel)
{
	const struct gs_kept_picture *kept = &panel->kept;
	if (panel->shown_side == GS_KEPT_A)
		gs_panel_label(
			panel->info, "%u × %u, A: as it was kept", panel->width, panel->height);
	else if (!kept->differing)
		gs_panel_label(panel->info, "%u × %u, no pixel differs from A", panel->width,
			panel->height);
	else
		gs_panel_label(panel->info,
			"%u × %u, %" G_GUINT64_FORMAT " %s from A, the first at %u, %u",
			panel->width, panel->height, kept->differing,
			kept->differing == 1 ? "pixel differs" : "pixels differ", kept->x, kept->y);
}

static void show_size(GsFramebufferPanel *panel)
{
	if (is_known_to_be_old(panel) && panel->bytes) {
		gs_panel_label(panel->info, "%u × %u, not up to date", panel->width, panel->height);
		return;
	}
	if (panel->shown_side != GS_KEPT_B && panel->bytes) {
		show_kept(panel);
		return;
	}
	if (panel->overlay && panel->bytes) {
		gs_panel_label(panel->info, "%s", panel->overlay);
		return;
	}
	const struct gs_pixel_set *set = touched(panel);
	/* the format is only shown if it is not of bytes */
	const char *format = panel->shown_values.doubles ? gs_resource_format(panel->format) : NULL;
	bool unknown = panel->is_after && !panel->changed.bytes &&
		       panel->picture_when == GS_FRAMEBUFFER_CHANGED;
	g_autofree char *draw = panel->before	 ? g_strdup_printf(", before: %s", panel->before)
				: panel->undrawn ? g_strdup(", " GS_UNDRAWN)
				: unknown	 ? g_strdup(", changes not known")
				: set->bytes
					? g_strdup_printf(", %" G_GUINT64_FORMAT " %s %s",
						  (guint64)set->n, set->n == 1 ? "pixel" : "pixels",
						  panel->covered.bytes ? "covered" : "changed")
					: g_strdup("");
	if (panel->bytes)
		gs_panel_label(panel->info, "%u × %u%s%s%s", panel->width, panel->height, draw,
			format ? ", " : "", format ? format : "");
	else
		gs_panel_label(panel->info, "%s", "");
}

/* Return a pixel's text, such as "3, 4: 0.5 0 1 1", with the buffer's values; g_free. NULL: there
 * is no such pixel. */
static char *pixel_text(GsFramebufferPanel *panel, guint x, guint y)
{
	if (!panel->bytes || x >= panel->width || y >= panel->height)
		return NULL;
	if (!panel->shown_values.doubles) {
		const uint8_t *p = panel->pixels +
				   ((size_t)(panel->height - 1 - y) * panel->width + x) * 4;
		return g_strdup_printf("%u, %u: %u %u %u %u", x, y, p[0], p[1], p[2], p[3]);
	}
	const struct gs_pixel_values *values = &panel->shown_values;
	const double *all = g_bytes_get_data(values->doubles, NULL);
	const double *v = all + ((size_t)y * panel->width + x) * values->n;
	GString *text = g_string_new(NULL);
	g_string_printf(text, "%u, %u:", x, y);
	for (unsigned i = 0; i < values->n; i++) {
		const struct gs_scalar scalar = gs_number_scalar(values->base, v[i]);
		g_autofree char *number = gs_scalar_text(&scalar);
		g_string_append_printf(text, " %s", number);
	}
	return g_string_free(text, FALSE);
}

static void hovered(GsImageView *view, gboolean inside, guint x, guint y, GsFramebufferPanel *panel)
{
	if (!inside || !panel->bytes || is_known_to_be_old(panel) || x >= panel->width ||
		y >= panel->height) {
		show_size(panel);
		return;
	}
	g_autofree char *text = pixel_text(panel, x, y);
	bool has_format = panel->shown_values.doubles && panel->format;
	const char *format = has_format ? gs_resource_format(panel->format) : NULL;
	gs_panel_label(panel->info, "%s%s%s", text, format ? "  " : "", format ? format : "");
}

static void menu_asked(GsImageView *view, guint x, guint y, GsFramebufferPanel *panel)
{
	g_autofree char *text = is_known_to_be_old(panel) ? NULL : pixel_text(panel, x, y);
	const struct gs_menu_pixel pixel = {.x = x, .y = y, .is_drawn = true, .text = text};
	gs_pixel_menu_show(view, &pixel);
}

static void show_outline(GsFramebufferPanel *panel)
{
	bool on = gtk_toggle_button_get_active(panel->outline) && panel->shown_side == GS_KEPT_B;
	gs_image_view_set_outline(panel->view, on ? touched(panel)->bytes : NULL);
}

/* ---- pictures of an earlier stop ---- */

static void show_age(GsFramebufferPanel *panel)
{
	bool old = is_known_to_be_old(panel);
	gs_image_view_set_past(panel->view, panel->is_past || old);
	if (old != panel->shows_old)
		show_size(panel);
	panel->shows_old = old;
}

static gboolean is_late(gpointer data)
{
	GsFramebufferPanel *panel = data;
	panel->late = 0;
	show_age(panel);
	return G_SOURCE_REMOVE;
}

/* Note that the picture is out of date if `awaited`. at_once: show so now, not after LATE ms. */
static void set_age(GsFramebufferPanel *panel, bool awaited, bool at_once)
{
	panel->awaited = awaited;
	if (awaited && !panel->is_old) {
		panel->is_old = true;
		panel->late = g_timeout_add(LATE, is_late, panel);
	}
	if (at_once)
		g_clear_handle_id(&panel->late, g_source_remove);
	show_age(panel);
}

static void end_age(GsFramebufferPanel *panel)
{
	if (panel->awaited)
		return;
	panel->is_old = false;
	g_clear_handle_id(&panel->late, g_source_remove);
	show_age(panel);
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
		panel->format = render->picture.colour;
	}
	gs_pixel_values_clear(&panel->shown_values);
	panel->shown_side = panel->pending_side;
	if (render->surface && panel->shown_side == GS_KEPT_B)
		panel->shown_values = gs_pixel_values_copy(&panel->values);
	gs_image_view_set_surface(panel->view, render->surface, panel->note);
	show_outline(panel);
	end_age(panel);
	show_size(panel);
}

static void render_anew(GsFramebufferPanel *panel)
{
	panel->pending_side = side_of(panel);
	bool is_now = panel->pending_side == GS_KEPT_B;
	bool changed = is_now && panel->picture_when == GS_FRAMEBUFFER_CHANGED;
	bool ghost = is_now && panel->picture_when == GS_FRAMEBUFFER_AFTER &&
		     gtk_toggle_button_get_active(panel->ghost);
	if (panel->pending)
		gs_render_cancel(panel->pending);
	panel->pending = gs_render_new(panel, rendered);
	panel->pending->picture = panel->picture;
	panel->pending->opaque = !gtk_toggle_button_get_active(panel->alpha);
	if (panel->pending_side == GS_KEPT_DIFFERENCE)
		panel->pending->picture.rgba = gs_kept_difference(&panel->kept, &panel->picture);
	else if (panel->pending_side == GS_KEPT_A)
		panel->pending->picture.rgba = g_bytes_ref(panel->kept.picture.rgba);
	else if (panel->picture.rgba)
		g_bytes_ref(panel->picture.rgba);
	if (changed || ghost)
		panel->pending->vivid = gs_pixel_set_copy(
			changed ? &panel->changed : touched(panel));
	panel->pending->fourths = changed ? FAINT : PALE;
	gs_render_push(panel->pending);
}

/* Return why the picture is of before the call if the call changes the framebuffer without being a
 * draw call; else NULL. */
static const char *why_before(const struct gs_ui_state *state)
{
	bool changes = state->has_stop && state->stop.has_call &&
		       gs_data_kinds(state->stop.call.function) & (GS_KIND_CLEARS | GS_KIND_BLITS);
	return changes && state->framebuffer.asked != GS_FRAMEBUFFER_BEFORE ? "it is no draw"
									    : NULL;
}

static void show_target(GsFramebufferPanel *panel, const struct gs_ui_state *state)
{
	const struct gs_picture *picture = &panel->picture;
	g_autofree char *text = !picture->width ? NULL
				: picture->framebuffer
					? gs_call_framebuffer_text(
						  picture->framebuffer, picture->label)
					: gs_ui_state_window(state);
	gs_panel_label(panel->target, "%s", text ? text : "");
	gtk_widget_set_tooltip_text(GTK_WIDGET(panel->target), text);
}

static void set_picture(GsFramebufferPanel *panel, const struct gs_ui_state *state)
{
	const char *note = state->framebuffer.note;
	if (panel->picture.rgba)
		gs_picture_clear(&panel->picture);
	gs_pixel_set_clear(&panel->changed);
	gs_pixel_set_clear(&panel->covered);
	panel->picture = state->framebuffer.picture;
	show_target(panel, state);
	if (panel->picture.rgba)
		g_bytes_ref(panel->picture.rgba);
	panel->changed = gs_pixel_set_copy(&state->framebuffer.changed);
	panel->covered = gs_pixel_set_copy(&state->framebuffer.covered);
	gs_pixel_values_clear(&panel->values);
	panel->values = gs_pixel_values_copy(&state->framebuffer.values);
	panel->picture_when = state->framebuffer.asked;
	panel->is_after = state->framebuffer.is_after;
	panel->undrawn = state->framebuffer.undrawn;
	g_free(panel->overlay);
	panel->overlay = g_strdup(state->framebuffer.overlay);
	g_free(panel->before);
	panel->before = panel->picture.rgba ? g_strdup(note ? note : why_before(state)) : NULL;
	render_anew(panel);
}

/* Set the note that says why there is no picture. */
static void set_note(GsFramebufferPanel *panel, const struct gs_ui_state *state)
{
	const char *said = gs_ui_state_note(state, state->framebuffer.note);
	const char *note = said ? said
			   : state->was_started && !state->alive && !state->is_trace
				   ? gs_ui_state_end(state)
				   : "Nothing is drawn yet";
	if (!g_strcmp0(note, panel->note))
		return;
	g_free(panel->note);
	panel->note = g_strdup(note);
	if (!panel->bytes && !panel->pending)
		gs_image_view_set_surface(panel->view, NULL, note);
}

/* ---- what the user chooses ---- */

static void ask_marks(GsFramebufferPanel *panel)
{
	bool marked = gtk_toggle_button_get_active(panel->ghost) ||
		      gtk_toggle_button_get_active(panel->outline);
	gs_panel_activate(panel, "mark-framebuffer", g_variant_new_boolean(marked));
}

static void toggled(GtkToggleButton *button, GsFramebufferPanel *panel)
{
	const char *key = button == panel->ghost     ? "framebuffer-ghost"
			  : button == panel->outline ? "framebuffer-outline"
						     : "framebuffer-alpha";
	g_key_file_set_integer(gs_settings(), "window", key, gtk_toggle_button_get_active(button));
	ask_marks(panel);
	if (button == panel->outline)
		show_outline(panel);
	else
		render_anew(panel);
}

static void kept(GtkToggleButton *button, GsFramebufferPanel *panel)
{
	bool on = gtk_toggle_button_get_active(button);
	gs_kept_take(&panel->kept, on ? &panel->picture : NULL);
	gtk_widget_set_visible(GTK_WIDGET(panel->side), on);
	gtk_combo_box_set_active(panel->side, GS_KEPT_B);
	render_anew(panel);
}

static void side_chosen(GtkComboBox *side, GsFramebufferPanel *panel)
{
	render_anew(panel);
}

static void allow_ghost(GsFramebufferPanel *panel)
{
	static const char *const whys[GS_N_FRAMEBUFFER_WHEN] = {
		[GS_FRAMEBUFFER_BEFORE] = "the picture is of before the draw",
		[GS_FRAMEBUFFER_CHANGED] = "Changed shows what keeps its colour grey"};
	int row = gtk_combo_box_get_active(panel->when);
	bool is_overlay = row >= GS_FRAMEBUFFER_OVERLAY;
	gs_panel_allow(panel->ghost, NULL,
		is_overlay ? "an overlay is shown"
		: row >= 0 ? whys[row]
			   : NULL);
}

static void chosen(GtkComboBox *when, GsFramebufferPanel *panel)
{
	int row = gtk_combo_box_get_active(when);
	if (row < 0)
		return;
	allow_ghost(panel);
	g_key_file_set_integer(gs_settings(), "window", "framebuffer", row);
	gs_panel_activate(panel, "show-framebuffer", g_variant_new_uint32((guint)row));
}

/* Restore the choices from the settings once the panel is shown, when the window's actions
 * exist. */
static void begin(GtkWidget *widget, GsFramebufferPanel *panel)
{
	int row = gs_settings_int("window", "framebuffer", GS_FRAMEBUFFER_AFTER);
	gtk_combo_box_set_active(
		panel->when, CLAMP(row, GS_FRAMEBUFFER_BEFORE, GS_N_FRAMEBUFFER_WHEN - 1));
	gtk_toggle_button_set_active(
		panel->ghost, gs_settings_int("window", "framebuffer-ghost", 1) != 0);
	gtk_toggle_button_set_active(
		panel->outline, gs_settings_int("window", "framebuffer-outline", 1) != 0);
	gtk_toggle_button_set_active(
		panel->alpha, gs_settings_int("window", "framebuffer-alpha", 0) != 0);
	ask_marks(panel);
}

static void set(GsPanel *widget, const struct gs_ui_state *state, unsigned parts)
{
	GsFramebufferPanel *panel = GS_FRAMEBUFFER_PANEL(widget);
	set_note(panel, state);
	if (parts & GS_PART_FRAMEBUFFER)
		set_picture(panel, state);
	bool was_past = panel->is_past;
	panel->is_past = gs_ui_state_is_past(state);
	/* in a shader the picture waits for the values */
	set_age(panel, state->framebuffer.stale, state->in_shader || was_past);
	panel->is_fragment = state->in_shader && state->where.stage == GS_STAGE_FRAGMENT;
	if (parts & GS_PART_WHERE)
		gs_image_view_set_focus(panel->view, panel->is_fragment, state->where.focus.at[0],
			state->where.focus.at[1]);
}

static void dispose(GObject *object)
{
	GsFramebufferPanel *panel = GS_FRAMEBUFFER_PANEL(object);
	if (panel->pending)
		gs_render_cancel(panel->pending);
	panel->pending = NULL;
	g_clear_handle_id(&panel->late, g_source_remove);
	G_OBJECT_CLASS(gs_framebuffer_panel_parent_class)->dispose(object);
}

static void finalize(GObject *object)
{
	GsFramebufferPanel *panel = GS_FRAMEBUFFER_PANEL(object);
	g_clear_pointer(&panel->bytes, g_bytes_unref);
	if (panel->picture.rgba)
		gs_picture_clear(&panel->picture);
	gs_kept_take(&panel->kept, NULL);
	gs_pixel_set_clear(&panel->changed);
	gs_pixel_set_clear(&panel->covered);
	g_free(panel->note);
	g_free(panel->before);
	g_free(panel->overlay);
	gs_pixel_values_clear(&panel->values);
	gs_pixel_values_clear(&panel->shown_values);
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
	gtk_widget_class_bind_template_child(widget, GsFramebufferPanel, target);
	gtk_widget_class_bind_template_child(widget, GsFramebufferPanel, view);
	gtk_widget_class_bind_template_child(widget, GsFramebufferPanel, when);
	gtk_widget_class_bind_template_child(widget, GsFramebufferPanel, ghost);
	gtk_widget_class_bind_template_child(widget, GsFramebufferPanel, outline);
	gtk_widget_class_bind_template_child(widget, GsFramebufferPanel, alpha);
	gtk_widget_class_bind_template_child(widget, GsFramebufferPanel, keep);
	gtk_widget_class_bind_template_child(widget, GsFramebufferPanel, side);
}

static void gs_framebuffer_panel_init(GsFramebufferPanel *panel)
{
	gtk_widget_init_template(GTK_WIDGET(panel));
	gs_panel_name(panel->view, "Framebuffer");
	gs_panel_name(panel->info, "Framebuffer info");
	gs_panel_name(panel->target, "Framebuffer shown");
	gs_panel_name(panel->when, "Framebuffer when");
	gs_panel_name(panel->ghost, "Framebuffer ghost");
	gs_panel_name(panel->outline, "Framebuffer outline");
	gs_panel_name(panel->alpha, "Framebuffer alpha");
	gs_panel_name(panel->keep, "Framebuffer keep");
	gs_panel_name(panel->side, "Framebuffer side");
	gtk_combo_box_set_active(panel->side, GS_KEPT_B);
	gtk_combo_box_set_active(panel->when, GS_FRAMEBUFFER_AFTER);
	g_signal_connect(panel->when, "changed", G_CALLBACK(chosen), panel);
	g_signal_connect(panel->ghost, "toggled", G_CALLBACK(toggled), panel);
	g_signal_connect(panel->outline, "toggled", G_CALLBACK(toggled), panel);
	g_signal_connect(panel->alpha, "toggled", G_CALLBACK(toggled), panel);
	g_signal_connect(panel->keep, "toggled", G_CALLBACK(kept), panel);
	g_signal_connect(panel->side, "changed", G_CALLBACK(side_chosen), panel);
	g_signal_connect(panel, "map", G_CALLBACK(begin), panel);
	g_signal_connect(panel->view, "pick", G_CALLBACK(picked), panel);
	g_signal_connect(panel->view, "open", G_CALLBACK(opened), panel);
	g_signal_connect(panel->view, "menu", G_CALLBACK(menu_asked), panel);
	g_signal_connect(panel->view, "hover", G_CALLBACK(hovered), panel);
}

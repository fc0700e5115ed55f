/* SPDX-License-Identifier: MIT */
#include "ui/images/image-panel.h"

#include <string.h>
#include "ui/images/image-box.h"
#include "ui/images/pixel-menu.h"

struct _GsImagePanel {
	GtkBox parent;
	GsImageBox *box;
	GtkComboBoxText *show, *subtract;
	GtkBox *layer_box, *sample_box;
	GtkSpinButton *layer, *sample;
	unsigned layers, samples; /* of the shown fields */
	unsigned focus_y;	  /* row of the focus element whose layer and sample are chosen */
	GtkButton *keep;
	GPtrArray *held;    /* struct gs_field, held to be subtracted later; NULL */
	char *held_of;	    /* names them and their position */
	GPtrArray *offered; /* char *: expressions in .subtract, from row FIRST_EXPRESSION on */
	bool subtracts_held;
	unsigned drawn; /* state->image.n at the last drawing, and what else it depends on */
	bool drawn_in_shader;
	enum gs_shown drawn_shown;
	const struct gs_ui_state *state; /* the window's, which outlives the panel */
	bool busy;			 /* code, not the user, is changing the widgets */
};

GS_DEFINE_PANEL(GsImagePanel, gs_image_panel)

enum { ROW_NOTHING, ROW_HELD, FIRST_EXPRESSION };

/* ---- choices ---- */

static GPtrArray *list_choices(const struct gs_ui_state *state)
{
	GPtrArray *choices = gs_image_choices_new();
	for (guint w = 0; w < state->watches->len; w++) {
		const struct gs_watch *watch = g_ptr_array_index(state->watches, w);
		if (!watch->scalars)
			gs_image_choices_add(choices, watch->expression, 0, watch->expression);
		for (unsigned k = 0; watch->scalars && watch->scalars[k]; k++)
			gs_image_choices_add(choices, watch->expression, k, watch->scalars[k]);
	}
	for (int i = 0; i < GS_N_COUNTS; i++)
		gs_image_choices_add(choices, gs_counts[i], 0, gs_counts[i]);
	return choices;
}

static void set_choices(GsImagePanel *panel)
{
	gs_image_box_set_choices(panel->box, list_choices(panel->state));
	bool is_cost = gs_ui_state_shown(panel->state) == GS_SHOW_COST;
	for (unsigned i = 0; i < 3; i++)
		gs_image_box_set_channel(panel->box, i,
			is_cost ? (i ? NULL : gs_counts[GS_COUNT_SITES])
				: panel->state->image.channel[i].expression,
			is_cost ? 0 : panel->state->image.channel[i].scalar);
}

static gboolean channel_chosen(
	GsImageBox *box, guint channel, const char *expression, guint scalar, GsImagePanel *panel)
{
	gs_panel_activate(panel, "channel",
		g_variant_new("(usu)", channel, expression ? expression : "", scalar));
	return TRUE;
}

static void show_chosen(GtkComboBox *combo, GsImagePanel *panel)
{
	int row = gtk_combo_box_get_active(combo);
	if (!panel->busy && row >= 0)
		gs_panel_activate(panel, "show", g_variant_new_uint32((guint32)row));
}

static void picked(GsImageBox *box, guint x, guint y, GsImagePanel *panel)
{
	gs_panel_activate(panel, "focus", g_variant_new("(uu)", x, y));
}

/* ---- the image ---- */

static const char *why_none(const struct gs_ui_state *state)
{
	if (!state->in_shader)
		return "While a shader is debugged, values over the whole target are shown here";
	if (state->image.error)
		return state->image.error;
	if (gs_ui_state_shown(state) == GS_SHOW_VALUE && !state->image.channel[0].expression &&
		!state->image.channel[1].expression && !state->image.channel[2].expression)
		return "Choose expressions for red, green and blue, or press Image at a watch";
	return "…";
}

/* Return a title such as "color, d", with the expression that is subtracted; g_free. */
static char *values_title(GsImagePanel *panel)
{
	const struct gs_ui_state *state = panel->state;
	if (gs_ui_state_shown(state) == GS_SHOW_COST)
		return g_strdup("Cost: steps that each element executes");
	GString *text = g_string_new(NULL);
	for (int i = 0; i < 3; i++) {
		const char *expression = state->image.channel[i].expression;
		if (expression &&
			(i == 0 || g_strcmp0(expression, state->image.channel[i - 1].expression)))
			g_string_append_printf(text, "%s%s", text->len ? ", " : "", expression);
	}
	if (panel->subtracts_held && panel->held)
		g_string_append_printf(text, " − held (%s)", panel->held_of);
	else if (state->image.subtract)
		g_string_append_printf(text, " − %s", state->image.subtract);
	return g_string_free(text, FALSE);
}

/* Return whether counts are shown: whether the first used channel, which a colour map shows, is
 * one. */
static bool shows_counts(const struct gs_ui_state *state)
{
	if (gs_ui_state_shown(state) == GS_SHOW_COST)
		return true;
	for (int i = 0; i < 3; i++)
		if (state->image.channel[i].expression)
			return gs_count_index(state->image.channel[i].expression) < GS_N_COUNTS;
	return false;
}

static void redraw(GsImagePanel *panel)
{
	const struct gs_ui_state *state = panel->state;
	enum gs_shown shown = gs_ui_state_shown(state);
	panel->drawn = state->image.n;
	panel->drawn_in_shader = state->in_shader;
	panel->drawn_shown = state->image.shown;
	gs_panel_allow(panel->keep, NULL, state->image.fields->len ? NULL : "no values are shown");
	bool are_fields = gs_ui_state_shows_fields(state);
	if (!are_fields && state->image.mask && state->in_shader) {
		gs_image_box_show_mask(panel->box, state->image.mask_held, state->image.mask,
			shown == GS_SHOW_CONDITION,
			shown == GS_SHOW_CONDITION ? "condition at each pixel"
						   : "pixels at this position");
		return;
	}
	g_autofree char *title = are_fields && state->in_shader ? values_title(panel)
								: g_strdup("");
	gs_image_box_set_counts(panel->box, shows_counts(state));
	if (shown == GS_SHOW_COST)
		gs_image_box_set_subtracted(panel->box, NULL, NULL);
	else if (panel->subtracts_held && panel->held)
		gs_image_box_set_subtracted(panel->box, panel->held, NULL);
	else
		gs_image_box_set_subtracted(panel->box,
			state->image.subtract ? state->image.fields : NULL, state->image.subtract);
	gs_image_box_show_fields(panel->box, are_fields ? state->image.fields : NULL, title,
		state->image.error, why_none(state));
}

/* ---- comparing ---- */

static void fill_subtract(GsImagePanel *panel)
{
	const GPtrArray *watches = panel->state->watches;
	const char *wanted = panel->state->image.subtract;
	int active = panel->subtracts_held ? ROW_HELD : ROW_NOTHING;
	g_autofree char *kept = panel->held ? g_strdup_printf("held: %s", panel->held_of)
					    : g_strdup("held: nothing yet");
	gtk_combo_box_text_remove_all(panel->subtract);
	gtk_combo_box_text_append_text(panel->subtract, "nothing");
	gtk_combo_box_text_append_text(panel->subtract, kept);
	g_ptr_array_set_size(panel->offered, 0);
	for (guint i = 0; i < watches->len; i++) {
		const char *expression =
			((struct gs_watch *)g_ptr_array_index(watches, i))->expression;
		gtk_combo_box_text_append_text(panel->subtract, expression);
		g_ptr_array_add(panel->offered, g_strdup(expression));
		if (!panel->subtracts_held && !g_strcmp0(expression, wanted))
			active = FIRST_EXPRESSION + (int)i;
	}
	gtk_combo_box_set_active(GTK_COMBO_BOX(panel->subtract), active);
}

static bool subtract_is_filled(GsImagePanel *panel)
{
	const GPtrArray *watches = panel->state->watches;
	bool same = watches->len == panel->offered->len;
	for (guint i = 0; same && i < watches->len; i++)
		same = !strcmp(((struct gs_watch *)g_ptr_array_index(watches, i))->expression,
			g_ptr_array_index(panel->offered, i));
	return same;
}

static void subtract_chosen(GtkComboBox *combo, GsImagePanel *panel)
{
	int row = gtk_combo_box_get_active(combo);
	if (panel->busy || row < 0)
		return;
	if (row == ROW_HELD && !panel->held) {
		gs_panel_activate(panel, "complain",
			g_variant_new_string(
				"Nothing is held yet: show the values to subtract and press Hold, "
				"then go to another position or variable."));
		gtk_combo_box_set_active(combo, ROW_NOTHING);
		return;
	}
	panel->subtracts_held = row == ROW_HELD;
	gs_panel_activate(panel, "subtract",
		g_variant_new_string(row < FIRST_EXPRESSION
					     ? ""
					     : g_ptr_array_index(panel->offered,
						       (guint)row - FIRST_EXPRESSION)));
}

static void keep_clicked(GtkButton *button, GsImagePanel *panel)
{
	const struct gs_ui_state *state = panel->state;
	g_autoptr(GString) names = g_string_new(NULL);
	for (guint i = 0; i < state->image.fields->len; i++)
		g_string_append_printf(names, "%s%s", i ? ", " : "",
			((struct gs_field *)g_ptr_array_index(state->image.fields, i))->expression);
	g_clear_pointer(&panel->held, g_ptr_array_unref);
	panel->held = g_ptr_array_ref(state->image.fields);
	g_free(panel->held_of);
	panel->held_of = g_strdup_printf("%s, line %u", names->str, state->where.span.line);
	panel->busy = true;
	fill_subtract(panel);
	panel->busy = false;
	if (panel->subtracts_held)
		redraw(panel);
}

/* ---- layers and samples ---- */

static unsigned chosen_in(GtkSpinButton *spin)
{
	return (unsigned)gtk_spin_button_get_value_as_int(spin);
}

/* Show the chosen layer and sample, 0 if there is only one. */
static void show_plane(GsImagePanel *panel)
{
	gs_image_box_set_plane(panel->box, panel->layers, panel->samples, chosen_in(panel->layer),
		chosen_in(panel->sample));
}

static void plane_chosen(GtkSpinButton *spin, GsImagePanel *panel)
{
	if (!panel->busy)
		show_plane(panel);
}

static void offer(GtkSpinButton *spin, GtkBox *box, bool is_shown, unsigned n)
{
	gtk_spin_button_set_range(spin, 0, is_shown ? n - 1 : 0);
	gtk_widget_set_visible(GTK_WIDGET(box), is_shown);
}

/* Offer the layers and samples, and choose the focus element's whenever the focus moves. */
static void set_planes(GsImagePanel *panel)
{
	const struct gs_where *where = &panel->state->where;
	bool many = panel->state->in_shader && where->stage == GS_STAGE_FRAGMENT;
	unsigned layers = many ? where->layers : 1, samples = many ? where->samples : 1;
	bool is_new = (layers > 1) != (panel->layers > 1) ||
		      (samples > 1) != (panel->samples > 1) || panel->focus_y != where->focus_y;
	panel->layers = layers;
	panel->samples = samples;
	offer(panel->layer, panel->layer_box, layers > 1, layers);
	offer(panel->sample, panel->sample_box, samples > 1, samples);
	for (unsigned i = 2; many && is_new && i < where->focus.n; i++)
		gtk_spin_button_set_value(
			strcmp(where->focus.name[i], "layer") ? panel->sample : panel->layer,
			where->focus.at[i]);
	panel->focus_y = where->focus_y;
	show_plane(panel);
}

/* Show the menu of a pixel, which is one of the framebuffer. */
static void menu_asked(GsImageView *view, unsigned x, unsigned y, GsImagePanel *panel)
{
	unsigned rows = (unsigned)cairo_image_surface_get_height(gs_image_view_get_surface(view));
	g_autofree char *text = gs_image_box_pixel_text(panel->box, x, y);
	const struct gs_menu_pixel pixel = {.x = x,
		.y = y % rows,
		.is_drawn = true,
		.layer = chosen_in(panel->layer),
		.sample = chosen_in(panel->sample),
		.text = text};
	gs_pixel_menu_show(view, &pixel);
}

/* ---- the panel ---- */

static void set(GsPanel *widget, const struct gs_ui_state *state, unsigned parts)
{
	GsImagePanel *panel = GS_IMAGE_PANEL(widget);
	panel->state = state;
	panel->busy = true;
	gs_panel_pale(panel->box, state->work.old_parts & GS_PART_IMAGE);
	if (parts & GS_PART_WHERE)
		set_planes(panel);
	if (parts & (GS_PART_VALUES | GS_PART_IMAGE)) {
		set_choices(panel);
		if (!subtract_is_filled(panel))
			fill_subtract(panel);
		gtk_combo_box_set_active(GTK_COMBO_BOX(panel->show), (int)state->image.shown);
	}
	/* At another position the image stays until its new values are known, so it is not drawn
	 * again. */
	bool same = panel->drawn == state->image.n && panel->drawn_in_shader && state->in_shader &&
		    panel->drawn_shown == state->image.shown && parts & GS_PART_WHERE;
	if (parts & (GS_PART_IMAGE | GS_PART_WHERE) && !same)
		redraw(panel);
	if (parts & GS_PART_GLANCE && state->image.glance && !panel->subtracts_held)
		gs_image_box_glance(panel->box, state->image.glance);
	if (parts & GS_PART_WHERE)
		gs_image_box_set_focus(
			panel->box, state->in_shader, state->where.focus_x, state->where.focus_y);
	unsigned step = gs_image_view_step(gs_image_box_view(panel->box));
	if (step != state->image.glance_step)
		gs_panel_activate(panel, "glance", g_variant_new_uint32(step));
	panel->busy = false;
}

static void finalize(GObject *object)
{
	GsImagePanel *panel = GS_IMAGE_PANEL(object);
	g_ptr_array_unref(panel->offered);
	g_clear_pointer(&panel->held, g_ptr_array_unref);
	g_free(panel->held_of);
	G_OBJECT_CLASS(gs_image_panel_parent_class)->finalize(object);
}

static void gs_image_panel_class_init(GsImagePanelClass *class)
{
	GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
	G_OBJECT_CLASS(class)->finalize = finalize;
	g_type_ensure(GS_TYPE_IMAGE_BOX);
	gtk_widget_class_set_template_from_resource(widget, GS_UI_RESOURCES "image-panel.ui");
	gtk_widget_class_bind_template_child(widget, GsImagePanel, box);
	gtk_widget_class_bind_template_child(widget, GsImagePanel, show);
	gtk_widget_class_bind_template_child(widget, GsImagePanel, subtract);
	gtk_widget_class_bind_template_child(widget, GsImagePanel, keep);
	gtk_widget_class_bind_template_child(widget, GsImagePanel, layer_box);
	gtk_widget_class_bind_template_child(widget, GsImagePanel, sample_box);
	gtk_widget_class_bind_template_child(widget, GsImagePanel, layer);
	gtk_widget_class_bind_template_child(widget, GsImagePanel, sample);
}

static void gs_image_panel_init(GsImagePanel *panel)
{
	gtk_widget_init_template(GTK_WIDGET(panel));
	panel->offered = g_ptr_array_new_with_free_func(g_free);
	gs_panel_name(panel->show, "Show");
	gs_panel_name(panel->subtract, "Subtract");
	gtk_spin_button_set_increments(panel->layer, 1, 1);
	gtk_spin_button_set_increments(panel->sample, 1, 1);
	panel->layers = panel->samples = 1;
	gs_panel_name(panel->layer, "Image layer");
	gs_panel_name(panel->sample, "Image sample");
	g_signal_connect(gs_image_box_view(panel->box), "menu", G_CALLBACK(menu_asked), panel);
	g_signal_connect(panel->layer, "value-changed", G_CALLBACK(plane_chosen), panel);
	g_signal_connect(panel->sample, "value-changed", G_CALLBACK(plane_chosen), panel);
	gs_panel_narrow_always(GTK_COMBO_BOX(panel->subtract));
	g_signal_connect(panel->show, "changed", G_CALLBACK(show_chosen), panel);
	g_signal_connect(panel->subtract, "changed", G_CALLBACK(subtract_chosen), panel);
	g_signal_connect(panel->keep, "clicked", G_CALLBACK(keep_clicked), panel);
	g_signal_connect(panel->box, "channel", G_CALLBACK(channel_chosen), panel);
	g_signal_connect(panel->box, "pick", G_CALLBACK(picked), panel);
}

/* SPDX-License-Identifier: MIT */
#include "ui/image-panel.h"

#include <math.h>
#include <string.h>
#include "ui/icon.h"
#include "ui/image.h"
#include "ui/image-legend.h"
#include "ui/image-save.h"
#include "ui/image-view.h"

struct choice {
	char *expression; /* NULL: none */
	unsigned scalar;
	char *text;
};

struct _GsImagePanel {
	GtkBox parent;
	GsImageView *view;
	GtkLabel *title, *zoom, *statistics, *hover, *red_label, *green_label, *blue_label;
	GtkComboBoxText *show, *red, *green, *blue;
	GtkEntry *red_min, *red_max, *green_min, *green_max, *blue_min, *blue_max;
	GtkButton *zoom_in, *zoom_out, *fit, *one, *save, *keep;
	GtkToggleButton *auto_range, *flip, *negative, *difference;
	GtkComboBoxText *map, *scale;
	GsImageLegend *legend;
	GPtrArray *kept, *differences; /* struct gs_field */
	unsigned drawn; /* state->n_images when it was drawn, and what else it depends on */
	bool drawn_in_shader;
	enum gs_shown drawn_shown;
	bool has_pin;
	unsigned pin_x, pin_y;
	GtkComboBoxText *combo[3];
	GtkEntry *min[3], *max[3];

	GPtrArray *choices;		 /* struct choice: rows of the channels' combos */
	const struct gs_ui_state *state; /* the window's, which outlives us */
	struct gs_image_channel mapping[3];
	bool busy; /* we change the widgets, not the user */
};

G_DEFINE_TYPE(GsImagePanel, gs_image_panel, GTK_TYPE_BOX)

/* ---- choices of scalars ---- */

static void choice_free(gpointer data)
{
	struct choice *choice = data;
	g_free(choice->expression);
	g_free(choice->text);
	g_free(choice);
}

static void add_choice(
	GPtrArray *choices, const char *expression, unsigned scalar, const char *text)
{
	struct choice *choice = g_new0(struct choice, 1);
	choice->expression = g_strdup(expression);
	choice->scalar = scalar;
	choice->text = g_strdup(text);
	g_ptr_array_add(choices, choice);
}

static GPtrArray *list_choices(const struct gs_ui_state *state)
{
	GPtrArray *choices = g_ptr_array_new_with_free_func(choice_free);
	add_choice(choices, NULL, 0, "none");
	for (guint w = 0; w < state->watches->len; w++) {
		const struct gs_watch *watch = g_ptr_array_index(state->watches, w);
		if (!watch->scalars)
			add_choice(choices, watch->expression, 0, watch->expression);
		for (unsigned k = 0; watch->scalars && watch->scalars[k]; k++)
			add_choice(choices, watch->expression, k, watch->scalars[k]);
	}
	for (int i = 0; i < GS_N_COUNTS; i++)
		add_choice(choices, gs_counts[i], 0, gs_counts[i]);
	return choices;
}

static bool same_choices(const GPtrArray *a, const GPtrArray *b)
{
	bool same = a->len == b->len;
	for (guint i = 0; same && i < a->len; i++) {
		const struct choice *x = g_ptr_array_index(a, i), *y = g_ptr_array_index(b, i);
		same = !strcmp(x->text, y->text) && !g_strcmp0(x->expression, y->expression) &&
		       x->scalar == y->scalar;
	}
	return same;
}

/* Left alone where nothing is new: one of the lists may be open. */
static void fill_choices(GsImagePanel *panel)
{
	GPtrArray *choices = list_choices(panel->state);
	if (same_choices(choices, panel->choices)) {
		g_ptr_array_unref(choices);
		return;
	}
	g_ptr_array_unref(panel->choices);
	panel->choices = choices;
	for (int i = 0; i < 3; i++) {
		gtk_combo_box_text_remove_all(panel->combo[i]);
		for (guint k = 0; k < choices->len; k++)
			gtk_combo_box_text_append_text(panel->combo[i],
				((struct choice *)g_ptr_array_index(choices, k))->text);
	}
}

static void select_choices(GsImagePanel *panel)
{
	for (int i = 0; i < 3; i++) {
		const struct gs_channel *channel = &panel->state->channel[i];
		int active = 0;
		for (guint k = 0; k < panel->choices->len; k++) {
			const struct choice *choice = g_ptr_array_index(panel->choices, k);
			if (!g_strcmp0(choice->expression, channel->expression) &&
				(!choice->expression || choice->scalar == channel->scalar))
				active = (int)k;
		}
		gtk_combo_box_set_active(GTK_COMBO_BOX(panel->combo[i]), active);
	}
}

static void channel_chosen(GtkComboBox *combo, GsImagePanel *panel)
{
	int row = gtk_combo_box_get_active(combo);
	if (panel->busy || row < 0 || (guint)row >= panel->choices->len)
		return;
	const struct choice *choice = g_ptr_array_index(panel->choices, (guint)row);
	for (guint i = 0; i < 3; i++)
		if ((GtkComboBox *)panel->combo[i] == combo)
			gs_panel_ask(panel, "channel",
				g_variant_new("(usu)", i,
					choice->expression ? choice->expression : "",
					choice->scalar));
}

static void show_chosen(GtkComboBox *combo, GsImagePanel *panel)
{
	int row = gtk_combo_box_get_active(combo);
	if (!panel->busy && row >= 0)
		gs_panel_ask(panel, "show", g_variant_new_uint32((guint32)row));
}

/* ---- the range ---- */

static void show_range(GsImagePanel *panel)
{
	bool automatic = gtk_toggle_button_get_active(panel->auto_range);
	for (int i = 0; i < 3; i++) {
		bool used = panel->mapping[i].field != NULL;
		char text[G_ASCII_DTOSTR_BUF_SIZE];
		gtk_widget_set_sensitive(GTK_WIDGET(panel->min[i]), used && !automatic);
		gtk_widget_set_sensitive(GTK_WIDGET(panel->max[i]), used && !automatic);
		if (!automatic && used)
			continue;
		gtk_entry_set_text(panel->min[i],
			used ? g_ascii_formatd(text, sizeof(text), "%.3g", panel->mapping[i].min)
			     : "");
		gtk_entry_set_text(panel->max[i],
			used ? g_ascii_formatd(text, sizeof(text), "%.3g", panel->mapping[i].max)
			     : "");
	}
}

static bool typed_number(GtkEntry *entry, double *number)
{
	const char *text = gtk_entry_get_text(entry);
	char *end;
	double value = g_ascii_strtod(text, &end);
	bool good = end != text && !*end && isfinite(value);
	GtkStyleContext *style = gtk_widget_get_style_context(GTK_WIDGET(entry));
	if (good)
		gtk_style_context_remove_class(style, GTK_STYLE_CLASS_ERROR);
	else
		gtk_style_context_add_class(style, GTK_STYLE_CLASS_ERROR);
	if (good)
		*number = value;
	return good;
}

static void apply_range(GsImagePanel *panel)
{
	struct gs_image_channel automatic[3];
	memcpy(automatic, panel->mapping, sizeof(automatic));
	gs_image_auto_range(automatic);
	bool from_data = gtk_toggle_button_get_active(panel->auto_range);
	for (int i = 0; i < 3; i++) {
		panel->mapping[i].min = automatic[i].min;
		panel->mapping[i].max = automatic[i].max;
		if (from_data || !panel->mapping[i].field)
			continue;
		typed_number(panel->min[i], &panel->mapping[i].min);
		typed_number(panel->max[i], &panel->mapping[i].max);
	}
}

/* ---- the image ---- */

static struct gs_field *difference_of(GsImagePanel *panel, struct gs_field *field);

static bool find_mapping(GsImagePanel *panel)
{
	bool any = false;
	g_ptr_array_set_size(panel->differences, 0);
	for (int i = 0; i < 3; i++) {
		const struct gs_channel *channel = &panel->state->channel[i];
		struct gs_field *field = gs_ui_state_field(panel->state, channel->expression);
		bool good = field && channel->scalar < field->n_scalars;
		if (good && gtk_toggle_button_get_active(panel->difference)) {
			field = difference_of(panel, field);
			good = field && channel->scalar < field->n_scalars;
		}
		panel->mapping[i].field = good ? field : NULL;
		panel->mapping[i].scalar = good ? channel->scalar : 0;
		any |= good;
	}
	return any;
}

static void value_statistics(GsImagePanel *panel)
{
	const struct gs_field *field = NULL;
	for (int i = 2; i >= 0; i--)
		field = panel->mapping[i].field ? panel->mapping[i].field : field;
	if (!field) {
		gs_panel_label(panel->statistics, "%s",
			panel->state->image_error ? panel->state->image_error : "");
		return;
	}
	g_autoptr(GString) text = g_string_new(NULL);
	g_string_append_printf(text, "%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " here",
		(guint64)field->n_active, (guint64)field->n_total);
	if (field->n_nan)
		g_string_append_printf(
			text, "\nNaN: %" G_GUINT64_FORMAT " (magenta)", (guint64)field->n_nan);
	if (field->n_inf)
		g_string_append_printf(
			text, "\nInf: %" G_GUINT64_FORMAT " (cyan)", (guint64)field->n_inf);
	if (panel->state->image_error) /* of another channel */
		g_string_append_printf(text, "\n%s", panel->state->image_error);
	gs_panel_label(panel->statistics, "%s", text->str);
}

static void mask_statistics(GsImagePanel *panel, bool condition)
{
	const struct gs_mask *mask = panel->state->mask;
	if (!mask)
		gs_panel_label(panel->statistics, "%s", "");
	else if (condition)
		gs_panel_label(panel->statistics, "%s",
			mask->is_loop ? "green: stays in the loop\nred: finishes it now\norange: "
					"left it before\nchecked: not here"
				      : "green: true\nred: false\nchecked: not here");
	else
		gs_panel_label(panel->statistics,
			"%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
			" here\nlight: here\nchecked: not here",
			(guint64)mask->n_active, (guint64)mask->n_total);
}

static const char *why_none(const struct gs_ui_state *state)
{
	if (!state->in_shader)
		return "While a shader is debugged, values over the whole target are shown here";
	if (state->image_error)
		return state->image_error;
	if (gs_ui_state_shown(state) == GS_SHOW_VALUE && !state->channel[0].expression &&
		!state->channel[1].expression && !state->channel[2].expression)
		return "Choose what is red, green and blue, or Image at a watch";
	return "…";
}

static void show_zoom(GsImagePanel *panel)
{
	if (gs_image_view_get_surface(panel->view))
		gs_panel_label(panel->zoom, "%.0f %%", gs_image_view_get_zoom(panel->view) * 100);
	else
		gs_panel_label(panel->zoom, "%s", "");
}

static char *values_title(GsImagePanel *panel)
{
	GString *text = g_string_new(NULL);
	for (int i = 0; i < 3; i++) {
		const char *expression = panel->state->channel[i].expression;
		if (expression &&
			(i == 0 || g_strcmp0(expression, panel->state->channel[i - 1].expression)))
			g_string_append_printf(text, "%s%s", text->len ? ", " : "", expression);
	}
	return g_string_free(text, FALSE);
}

/* A map shows one channel: the others need no room. */
static void show_channels(GsImagePanel *panel, bool all)
{
	GtkWidget *const others[] = {GTK_WIDGET(panel->green), GTK_WIDGET(panel->blue),
		GTK_WIDGET(panel->green_label), GTK_WIDGET(panel->blue_label),
		gtk_widget_get_parent(GTK_WIDGET(panel->green_min)),
		gtk_widget_get_parent(GTK_WIDGET(panel->blue_min))};
	for (size_t i = 0; i < G_N_ELEMENTS(others); i++)
		gtk_widget_set_visible(others[i], all);
	gtk_label_set_text(panel->red_label, all ? "Red" : "Value");
}

static void redraw(GsImagePanel *panel)
{
	const struct gs_ui_state *state = panel->state;
	enum gs_shown shown = gs_ui_state_shown(state);
	cairo_surface_t *surface = NULL;
	panel->drawn = state->n_images;
	panel->drawn_in_shader = state->in_shader;
	panel->drawn_shown = state->shown;
	g_autofree char *values = values_title(panel);
	bool any = find_mapping(panel);
	apply_range(panel);
	if (shown == GS_SHOW_VALUE) {
		struct gs_image_look look = {
			.map = (enum gs_colour_map)gtk_combo_box_get_active(GTK_COMBO_BOX(panel->map)),
			.scale = (enum gs_scale)gtk_combo_box_get_active(GTK_COMBO_BOX(panel->scale)),
			.mark_negative = gtk_toggle_button_get_active(panel->negative),
		};
		show_channels(panel, look.map == GS_MAP_CHANNELS);
		if (gtk_toggle_button_get_active(panel->difference))
			look.scale = GS_SCALE_SIGNED;
		surface = any ? gs_image_from_fields(panel->mapping, &look) : NULL;
		value_statistics(panel);
		gs_image_legend_set(panel->legend, any ? panel->mapping : NULL, &look);
	} else {
		gs_image_legend_set(panel->legend, NULL, NULL);
		if (state->mask && state->in_shader)
			surface = gs_image_from_mask(state->mask, shown == GS_SHOW_CONDITION);
		mask_statistics(panel, shown == GS_SHOW_CONDITION);
	}
	gs_panel_label(panel->title, "%s",
		!state->in_shader	     ? ""
		: shown == GS_SHOW_VALUE     ? values
		: shown == GS_SHOW_CONDITION ? "which way each pixel goes"
					     : "which pixels are here");
	gs_image_view_set_surface(panel->view, surface, surface ? NULL : why_none(state));
	GtkButton *const buttons[] = {
		panel->save, panel->zoom_in, panel->zoom_out, panel->fit, panel->one};
	for (size_t i = 0; i < G_N_ELEMENTS(buttons); i++)
		gtk_widget_set_sensitive(GTK_WIDGET(buttons[i]), surface != NULL);
	gtk_label_set_text(panel->hover, " "); /* what it said is of another position */
	if (surface)
		cairo_surface_destroy(surface);
	show_range(panel);
	show_zoom(panel);
}

static void range_changed(GtkWidget *widget, GsImagePanel *panel)
{
	if (!panel->busy && panel->state) {
		panel->busy = true;
		redraw(panel);
		panel->busy = false;
	}
}

/* ---- pointing ---- */

static void append_value(GString *text, const struct gs_field *field, size_t at)
{
	for (size_t k = 0; k < field->n_scalars && k < 16; k++) {
		struct gs_scalar scalar = {
			.base = GS_BASE_FLOAT, .number = field->values[at * field->n_scalars + k]};
		g_autofree char *value = gs_scalar_text(&scalar);
		g_string_append_printf(text, "%s%s", k ? ", " : "", value);
	}
}

/* Against the pinned pixel: its values, and how much they differ. */
static void append_pinned(GsImagePanel *panel, GString *text, unsigned x, unsigned y)
{
	const struct gs_field *field = NULL;
	for (int i = 2; i >= 0; i--)
		field = panel->mapping[i].field ? panel->mapping[i].field : field;
	g_string_append_printf(text, "   pinned %u, %u", panel->pin_x, panel->pin_y);
	if (!field || panel->pin_x >= field->width || panel->pin_y >= field->height ||
		x >= field->width || y >= field->height)
		return;
	size_t at = (size_t)y * field->width + x,
	       pin = (size_t)panel->pin_y * field->width + panel->pin_x;
	if (!field->active[pin]) {
		g_string_append(text, " = not here");
		return;
	}
	g_string_append(text, " = ");
	append_value(text, field, pin);
	if (!field->active[at])
		return;
	g_string_append(text, "   difference ");
	for (size_t k = 0; k < field->n_scalars && k < 16; k++) {
		char number[G_ASCII_DTOSTR_BUF_SIZE];
		g_ascii_formatd(number, sizeof(number), "%.6g",
			field->values[at * field->n_scalars + k] -
				field->values[pin * field->n_scalars + k]);
		g_string_append_printf(text, "%s%s", k ? ", " : "", number);
	}
}

static void hovered(GsImageView *view, gboolean inside, guint x, guint y, GsImagePanel *panel)
{
	const struct gs_ui_state *state = panel->state;
	if (!inside || !state) {
		gtk_label_set_text(panel->hover, " ");
		return;
	}
	g_autoptr(GString) text = g_string_new(NULL);
	g_string_append_printf(text, "%u, %u", x, y);
	const struct gs_field *last = NULL;
	for (int i = 0; i < 3; i++) {
		const struct gs_field *field = panel->mapping[i].field;
		if (!field || field == last || x >= field->width || y >= field->height)
			continue;
		size_t at = (size_t)y * field->width + x;
		g_string_append_printf(text, "   %s = ", field->expression);
		if (field->active[at])
			append_value(text, field, at);
		else
			g_string_append(text, "not here");
		last = field;
	}
	const struct gs_mask *mask = state->mask;
	if (!last && mask && x < mask->width && y < mask->height) {
		unsigned flags = mask->flags[(size_t)y * mask->width + x];
		g_string_append(text, flags & GS_ELEMENT_LEFT	   ? "   left before"
				      : !(flags & GS_ELEMENT_HERE) ? "   not here"
				      : flags & GS_ELEMENT_TRUE	   ? "   true"
				      : flags & GS_ELEMENT_FALSE   ? "   false"
								   : "   here");
	}
	if (panel->has_pin)
		append_pinned(panel, text, x, y);
	gs_panel_label(panel->hover, "%s", text->str);
}

static void picked(GsImageView *view, guint x, guint y, GsImagePanel *panel)
{
	gs_panel_ask(panel, "focus", g_variant_new("(uu)", x, y));
}

static void zoom_clicked(GtkButton *button, GsImagePanel *panel)
{
	if (button == panel->zoom_in)
		gs_image_view_zoom_by(panel->view, 1.25);
	else if (button == panel->zoom_out)
		gs_image_view_zoom_by(panel->view, 0.8);
	else
		gs_image_view_set_zoom(panel->view, button == panel->one ? 1 : 0);
	show_zoom(panel);
}

static gboolean zoomed(GtkWidget *widget, GdkEvent *event, GsImagePanel *panel)
{
	show_zoom(panel);
	return FALSE;
}

static void save_clicked(GtkButton *button, GsImagePanel *panel)
{
	cairo_surface_t *surface = gs_image_view_get_surface(panel->view);
	const struct gs_field *field = NULL;
	for (int i = 2; i >= 0; i--)
		field = panel->mapping[i].field ? panel->mapping[i].field : field;
	if (surface)
		gs_image_save(GTK_WIDGET(panel), surface,
			gs_ui_state_shown(panel->state) == GS_SHOW_VALUE ? field : NULL);
}

/* ---- comparing ---- */

static void keep_clicked(GtkButton *button, GsImagePanel *panel)
{
	g_ptr_array_set_size(panel->kept, 0);
	for (guint i = 0; i < panel->state->fields->len; i++)
		g_ptr_array_add(panel->kept,
			gs_field_copy(g_ptr_array_index(panel->state->fields, i)));
	gtk_widget_set_sensitive(GTK_WIDGET(panel->difference), panel->kept->len > 0);
}

/* The kept field of the same expression; else the only one, of another: two can be compared. */
static const struct gs_field *kept_for(GsImagePanel *panel, const struct gs_field *field)
{
	for (guint i = 0; i < panel->kept->len; i++) {
		const struct gs_field *kept = g_ptr_array_index(panel->kept, i);
		if (!strcmp(kept->expression, field->expression))
			return kept;
	}
	return panel->kept->len == 1 ? g_ptr_array_index(panel->kept, 0) : NULL;
}

static struct gs_field *difference_of(GsImagePanel *panel, struct gs_field *field)
{
	for (guint i = 0; i < panel->differences->len; i++) {
		struct gs_field *known = g_ptr_array_index(panel->differences, i);
		if (!strcmp(known->expression, field->expression))
			return known;
	}
	const struct gs_field *kept = kept_for(panel, field);
	struct gs_field *difference = kept ? gs_field_difference(field, kept) : NULL;
	if (difference)
		g_ptr_array_add(panel->differences, difference);
	return difference;
}

static void pinned(GsImageView *view, guint x, guint y, GsImagePanel *panel)
{
	bool same = panel->has_pin && panel->pin_x == x && panel->pin_y == y;
	panel->has_pin = !same;
	panel->pin_x = x;
	panel->pin_y = y;
	gs_image_view_set_pin(view, panel->has_pin, x, y);
	hovered(view, TRUE, x, y, panel);
}

static void selected(GsImageView *view, guint x0, guint y0, guint x1, guint y1, GsImagePanel *panel)
{
	panel->busy = true;
	gtk_toggle_button_set_active(panel->auto_range, FALSE);
	for (int i = 0; i < 3; i++) {
		double min, max;
		char text[G_ASCII_DTOSTR_BUF_SIZE];
		if (!panel->mapping[i].field ||
			!gs_image_range_within(&panel->mapping[i], x0, y0, x1, y1, &min, &max))
			continue;
		gtk_entry_set_text(
			panel->min[i], g_ascii_formatd(text, sizeof(text), "%.6g", min));
		gtk_entry_set_text(
			panel->max[i], g_ascii_formatd(text, sizeof(text), "%.6g", max));
	}
	redraw(panel);
	panel->busy = false;
}

static char *cell_text(gpointer data, unsigned x, unsigned y)
{
	GsImagePanel *panel = data;
	GString *text = NULL;
	for (int i = 0; i < 3; i++) {
		const struct gs_field *field = panel->mapping[i].field;
		bool again = i > 0 && field == panel->mapping[i - 1].field &&
			     panel->mapping[i].scalar == panel->mapping[i - 1].scalar;
		if (!field || again || x >= field->width || y >= field->height)
			continue;
		size_t at = (size_t)y * field->width + x;
		char number[G_ASCII_DTOSTR_BUF_SIZE];
		if (!field->active[at])
			continue;
		g_ascii_formatd(number, sizeof(number), "%.4g",
			field->values[at * field->n_scalars + panel->mapping[i].scalar]);
		text = text ? text : g_string_new(NULL);
		g_string_append_printf(text, "%s%s", text->len ? "\n" : "", number);
	}
	return text ? g_string_free(text, FALSE) : NULL;
}

static void flipped(GtkToggleButton *button, GsImagePanel *panel)
{
	gs_image_view_set_flip(panel->view, gtk_toggle_button_get_active(button));
}

/* ---- the panel ---- */

void gs_image_panel_set(GsImagePanel *panel, const struct gs_ui_state *state, unsigned parts)
{
	panel->state = state;
	panel->busy = true;
	if (parts & (GS_PART_VALUES | GS_PART_IMAGE)) {
		fill_choices(panel);
		select_choices(panel);
		gtk_combo_box_set_active(GTK_COMBO_BOX(panel->show), (int)state->shown);
	}
	/* another position: what is shown stays until its own values are there, and need not be made again */
	bool same = panel->drawn == state->n_images && panel->drawn_in_shader && state->in_shader &&
		    panel->drawn_shown == state->shown && parts & GS_PART_WHERE;
	if (parts & (GS_PART_IMAGE | GS_PART_WHERE) && !same)
		redraw(panel);
	if (parts & GS_PART_WHERE)
		gs_image_view_set_focus(
			panel->view, state->in_shader, state->where.focus_x, state->where.focus_y);
	panel->busy = false;
}

static void finalize(GObject *object)
{
	g_ptr_array_unref(GS_IMAGE_PANEL(object)->choices);
	g_ptr_array_unref(GS_IMAGE_PANEL(object)->kept);
	g_ptr_array_unref(GS_IMAGE_PANEL(object)->differences);
	G_OBJECT_CLASS(gs_image_panel_parent_class)->finalize(object);
}

#define BIND(child) gtk_widget_class_bind_template_child(widget, GsImagePanel, child)

static void gs_image_panel_class_init(GsImagePanelClass *class)
{
	GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
	G_OBJECT_CLASS(class)->finalize = finalize;
	g_type_ensure(GS_TYPE_IMAGE_VIEW);
	g_type_ensure(GS_TYPE_IMAGE_LEGEND);
	g_type_ensure(GS_TYPE_ICON);
	gtk_widget_class_set_template_from_resource(widget, GS_UI_RESOURCES "image-panel.ui");
	BIND(view);
	BIND(title);
	BIND(zoom);
	BIND(statistics);
	BIND(hover);
	BIND(show);
	BIND(red);
	BIND(green);
	BIND(blue);
	BIND(red_min);
	BIND(red_max);
	BIND(green_min);
	BIND(green_max);
	BIND(blue_min);
	BIND(blue_max);
	BIND(zoom_in);
	BIND(zoom_out);
	BIND(fit);
	BIND(one);
	BIND(save);
	BIND(auto_range);
	BIND(red_label);
	BIND(green_label);
	BIND(blue_label);
	BIND(flip);
	BIND(negative);
	BIND(difference);
	BIND(keep);
	BIND(map);
	BIND(scale);
	BIND(legend);
}

static void init_channel(GsImagePanel *panel, int i, const char *colour, GtkComboBoxText *combo,
	GtkEntry *min, GtkEntry *max)
{
	panel->combo[i] = combo;
	panel->min[i] = min;
	panel->max[i] = max;
	gs_panel_name(combo, colour);
	g_autofree char *min_name = g_strdup_printf("%s from", colour);
	g_autofree char *max_name = g_strdup_printf("%s to", colour);
	gs_panel_name(min, min_name);
	gs_panel_name(max, max_name);
	g_signal_connect(combo, "changed", G_CALLBACK(channel_chosen), panel);
	g_signal_connect(min, "changed", G_CALLBACK(range_changed), panel);
	g_signal_connect(max, "changed", G_CALLBACK(range_changed), panel);
}

static void init_button(GsImagePanel *panel, GtkButton *button, const char *name)
{
	gs_panel_name(button, name);
	if (button != panel->save)
		g_signal_connect(button, "clicked", G_CALLBACK(zoom_clicked), panel);
}

static void init_look(GsImagePanel *panel)
{
	panel->kept = g_ptr_array_new_with_free_func((GDestroyNotify)gs_field_free);
	panel->differences = g_ptr_array_new_with_free_func((GDestroyNotify)gs_field_free);
	for (int i = 0; i < GS_N_MAPS; i++)
		gtk_combo_box_text_append_text(panel->map, gs_colour_map_names[i]);
	for (int i = 0; i < GS_N_SCALES; i++)
		gtk_combo_box_text_append_text(panel->scale, gs_scale_names[i]);
	gtk_combo_box_set_active(GTK_COMBO_BOX(panel->map), 0);
	gtk_combo_box_set_active(GTK_COMBO_BOX(panel->scale), 0);
	gs_panel_name(panel->map, "Colour map");
	gs_panel_name(panel->scale, "Scale");
	gs_panel_name(panel->flip, "Flip");
	gs_panel_name(panel->negative, "Mark negative");
	gs_panel_name(panel->difference, "Difference to kept");
	gs_panel_name(panel->keep, "Keep");
	gtk_widget_set_sensitive(GTK_WIDGET(panel->difference), FALSE);
	gs_image_view_set_cells(panel->view, cell_text, panel);
	g_signal_connect(panel->map, "changed", G_CALLBACK(range_changed), panel);
	g_signal_connect(panel->scale, "changed", G_CALLBACK(range_changed), panel);
	g_signal_connect(panel->negative, "toggled", G_CALLBACK(range_changed), panel);
	g_signal_connect(panel->difference, "toggled", G_CALLBACK(range_changed), panel);
	g_signal_connect(panel->flip, "toggled", G_CALLBACK(flipped), panel);
	g_signal_connect(panel->keep, "clicked", G_CALLBACK(keep_clicked), panel);
	g_signal_connect(panel->view, "pin", G_CALLBACK(pinned), panel);
	g_signal_connect(panel->view, "select", G_CALLBACK(selected), panel);
}

static void gs_image_panel_init(GsImagePanel *panel)
{
	static const char *const shown[] = {"Automatic", "Condition", "Who is here", "Values"};
	gtk_widget_init_template(GTK_WIDGET(panel));
	panel->choices = g_ptr_array_new_with_free_func(choice_free);
	for (size_t i = 0; i < G_N_ELEMENTS(shown); i++)
		gtk_combo_box_text_append_text(panel->show, shown[i]);
	init_channel(panel, 0, "Red", panel->red, panel->red_min, panel->red_max);
	init_channel(panel, 1, "Green", panel->green, panel->green_min, panel->green_max);
	init_channel(panel, 2, "Blue", panel->blue, panel->blue_min, panel->blue_max);
	init_button(panel, panel->zoom_in, "Zoom in");
	init_button(panel, panel->zoom_out, "Zoom out");
	init_button(panel, panel->fit, "Fit");
	init_button(panel, panel->one, "One to one");
	init_button(panel, panel->save, "Save image");
	gs_panel_name(panel->view, "Image");
	gs_panel_name(panel->show, "Show");
	gs_panel_name(panel->auto_range, "Range from the data");
	gs_panel_name(panel->hover, "Value under the pointer");
	gs_panel_name(panel->statistics, "Image statistics");
	init_look(panel);
	g_signal_connect(panel->save, "clicked", G_CALLBACK(save_clicked), panel);
	g_signal_connect(panel->show, "changed", G_CALLBACK(show_chosen), panel);
	g_signal_connect(panel->auto_range, "toggled", G_CALLBACK(range_changed), panel);
	g_signal_connect(panel->view, "pick", G_CALLBACK(picked), panel);
	g_signal_connect(panel->view, "hover", G_CALLBACK(hovered), panel);
	g_signal_connect_after(panel->view, "draw", G_CALLBACK(zoomed), panel);
}

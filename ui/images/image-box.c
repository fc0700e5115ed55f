/* SPDX-License-Identifier: MIT */
#include "ui/images/image-box.h"

#include <math.h>
#include <string.h>
#include "ui/widgets/fold.h"
#include "ui/widgets/icon.h"
#include "ui/images/image-legend.h"
#include "ui/images/image-save.h"
#include "ui/images/image-text.h"
#include "ui/images/image-view.h"
#include "ui/widgets/latency.h"
#include "ui/panel.h"

enum { ROOM = 560 }; /* pixels; below, the image has less room than its controls */

struct _GsImageBox {
	GtkBox parent;
	GsImageView *view;
	GtkLabel *title, *zoom, *statistics, *hover, *red_label, *green_label, *blue_label;
	GtkComboBoxText *red, *green, *blue;
	GtkEntry *red_min, *red_max, *green_min, *green_max, *blue_min, *blue_max;
	GtkButton *zoom_in, *zoom_out, *fit, *one, *save;
	GtkToggleButton *fold;
	GtkWidget *side;
	GtkToggleButton *auto_range, *flip, *negative, *alpha;
	GtkComboBoxText *map, *scale;
	GsImageLegend *legend;
	GtkComboBoxText *combo[3];
	GtkEntry *min[3], *max[3];

	enum {
		RANGE_CHOSEN, /* 0 to 1 for colours, else the data's */
		RANGE_OF_DATA,
		RANGE_TYPED
	} range;
	GPtrArray *choices; /* struct gs_image_choice: rows of the channels' combo boxes */
	struct gs_image_choice channel[3];
	GPtrArray *fields, *subtracted; /* struct gs_field; NULL: none */
	char *only;			/* expression to subtract from all; NULL */
	GPtrArray *mask_held;
	const struct gs_mask *mask; /* shown instead of the fields; NULL */
	bool condition;
	bool are_counts;
	int other_map; /* the map for counts while something else is shown, and the reverse */
	char *title_text, *note, *why;
	struct gs_render *pending;

	/* What is on the screen. */
	GPtrArray *shown; /* struct gs_field; with .shown_differences, owner of the fields of
			     .mapping */
	GPtrArray *shown_differences;
	struct gs_image_channel mapping[3];
	bool has_pin, has_pointer;
	unsigned pin_x, pin_y, pointer_x, pointer_y;
	unsigned layers, samples;
	bool busy; /* code, not the user, is changing the widgets */
};

G_DEFINE_TYPE(GsImageBox, gs_image_box, GTK_TYPE_BOX)

enum { PICK, CHANNEL, N_SIGNALS };
static guint signals[N_SIGNALS];

/* ---- choices of scalars ---- */

static void choice_free(gpointer data)
{
	struct gs_image_choice *choice = data;
	g_free(choice->expression);
	g_free(choice->text);
	g_free(choice);
}

GPtrArray *gs_image_choices_new(void)
{
	GPtrArray *choices = g_ptr_array_new_with_free_func(choice_free);
	gs_image_choices_add(choices, NULL, 0, "none");
	return choices;
}

void gs_image_choices_add(
	GPtrArray *choices, const char *expression, unsigned scalar, const char *text)
{
	struct gs_image_choice *choice = g_new0(struct gs_image_choice, 1);
	choice->expression = g_strdup(expression);
	choice->scalar = scalar;
	choice->text = g_strdup(text);
	g_ptr_array_add(choices, choice);
}

static bool same_choices(const GPtrArray *a, const GPtrArray *b)
{
	bool same = a->len == b->len;
	for (guint i = 0; same && i < a->len; i++) {
		const struct gs_image_choice *x = g_ptr_array_index(a, i),
					     *y = g_ptr_array_index(b, i);
		same = !strcmp(x->text, y->text) && !g_strcmp0(x->expression, y->expression) &&
		       x->scalar == y->scalar;
	}
	return same;
}

static void select_choice(GsImageBox *box, int i)
{
	const struct gs_image_choice *channel = &box->channel[i];
	int active = 0;
	for (guint k = 0; k < box->choices->len; k++) {
		const struct gs_image_choice *choice = g_ptr_array_index(box->choices, k);
		if (!g_strcmp0(choice->expression, channel->expression) &&
			(!choice->expression || choice->scalar == channel->scalar))
			active = (int)k;
	}
	box->busy = true;
	gtk_combo_box_set_active(GTK_COMBO_BOX(box->combo[i]), active);
	box->busy = false;
}

void gs_image_box_set_choices(GsImageBox *box, GPtrArray *choices)
{
	if (same_choices(choices, box->choices)) {
		g_ptr_array_unref(choices);
		return;
	}
	g_ptr_array_unref(box->choices);
	box->choices = choices;
	box->busy = true;
	for (int i = 0; i < 3; i++) {
		gtk_combo_box_text_remove_all(box->combo[i]);
		for (guint k = 0; k < choices->len; k++)
			gtk_combo_box_text_append_text(box->combo[i],
				((struct gs_image_choice *)g_ptr_array_index(choices, k))->text);
		select_choice(box, i);
	}
	box->busy = false;
}

void gs_image_box_set_channel(
	GsImageBox *box, unsigned channel, const char *expression, unsigned scalar)
{
	char *copy = g_strdup(expression);
	g_free(box->channel[channel].expression);
	box->channel[channel].expression = copy;
	box->channel[channel].scalar = scalar;
	select_choice(box, (int)channel);
}

/* ---- the range ---- */

/* Show a number in the entry, as the channel's field has it; channel NULL: show nothing. */
static void set_number(GtkEntry *entry, const struct gs_image_channel *channel, double number)
{
	g_autofree char *text = channel ? gs_image_range_text(channel, number) : g_strdup("");
	gtk_entry_set_text(entry, text);
}

static void show_range(GsImageBox *box, bool found)
{
	bool automatic = gtk_toggle_button_get_active(box->auto_range);
	for (int i = 0; i < 3; i++) {
		bool used = box->mapping[i].field != NULL;
		const char *why = !used	      ? "this channel shows nothing"
				  : automatic ? "the range is automatic"
					      : NULL;
		gs_panel_allow(box->min[i], NULL, why);
		gs_panel_allow(box->max[i], NULL, why);
		if (used && !found)
			continue; /* what the user typed stays */
		set_number(box->min[i], used ? &box->mapping[i] : NULL, box->mapping[i].min);
		set_number(box->max[i], used ? &box->mapping[i] : NULL, box->mapping[i].max);
	}
}

void gs_image_box_begin_range(GsImageBox *box, bool unit)
{
	box->range = unit ? RANGE_TYPED : RANGE_CHOSEN;
	box->busy = true;
	gtk_toggle_button_set_active(box->auto_range, !unit);
	for (int i = 0; unit && i < 3; i++) {
		gtk_entry_set_text(box->min[i], "0");
		gtk_entry_set_text(box->max[i], "1");
	}
	box->busy = false;
}

static bool typed_number(GtkEntry *entry, double *number)
{
	const char *text = gtk_entry_get_text(entry);
	char *end;
	double value = g_ascii_strtod(text, &end);
	bool good = end != text && !*end && isfinite(value);
	GtkStyleContext *style = gtk_widget_get_style_context(GTK_WIDGET(entry));
	if (good || !*text)
		gtk_style_context_remove_class(style, GTK_STYLE_CLASS_ERROR);
	else
		gtk_style_context_add_class(style, GTK_STYLE_CLASS_ERROR);
	if (good)
		*number = value;
	return good;
}

/* ---- rendering ---- */

static const struct gs_field *find_field(const GPtrArray *fields, const char *expression)
{
	for (guint i = 0; fields && expression && i < fields->len; i++) {
		const struct gs_field *field = g_ptr_array_index(fields, i);
		if (!strcmp(field->expression, expression))
			return field;
	}
	return NULL;
}

static const struct gs_field *subtracted_from(GsImageBox *box, const char *expression)
{
	const struct gs_field *same = find_field(
		box->subtracted, box->only ? box->only : expression);
	bool single = box->subtracted && box->subtracted->len == 1;
	return same || box->only || !single ? same : g_ptr_array_index(box->subtracted, 0);
}

static void set_channels(GsImageBox *box, struct gs_render *render, const GPtrArray *fields)
{
	for (int i = 0; i < 3; i++) {
		const char *expression = box->channel[i].expression;
		const struct gs_field *field = find_field(fields, expression);
		if (!field || box->channel[i].scalar >= field->n_scalars)
			continue;
		render->channel[i].field = field;
		render->channel[i].scalar = box->channel[i].scalar;
		render->channel[i].min = 0;
		render->channel[i].max = 1;
		render->minus[i] = subtracted_from(box, expression);
		if (render->auto_range)
			continue;
		typed_number(box->min[i], &render->channel[i].min);
		typed_number(box->max[i], &render->channel[i].max);
	}
}

static void rendered(gpointer data, struct gs_render *render);

static struct gs_render *begin_render(GsImageBox *box, gs_render_func done)
{
	if (box->pending)
		gs_render_cancel(box->pending);
	box->pending = gs_render_new(box, done);
	struct gs_render *render = box->pending;
	render->look.map = (enum gs_colour_map)gtk_combo_box_get_active(GTK_COMBO_BOX(box->map));
	render->look.scale = (enum gs_scale)gtk_combo_box_get_active(GTK_COMBO_BOX(box->scale));
	render->look.mark_negative = gtk_toggle_button_get_active(box->negative);
	render->look.alpha = gtk_toggle_button_get_active(box->alpha);
	render->auto_range = box->range != RANGE_TYPED;
	render->keep_colours = box->range == RANGE_CHOSEN;
	return render;
}

/* Render the image again. within: the rectangle of pixels whose range to use; NULL. */
static void render_anew(GsImageBox *box, const guint within[4])
{
	struct gs_render *render = begin_render(box, rendered);
	if (box->mask) {
		render->mask = box->mask;
		render->condition = box->condition;
		gs_render_hold(render, box->mask_held);
	} else {
		if (box->subtracted)
			render->look.scale = GS_SCALE_SIGNED;
		set_channels(box, render, box->fields);
		gs_render_hold(render, box->fields);
		gs_render_hold(render, box->subtracted);
	}
	if (within) {
		render->within = true;
		render->x0 = within[0];
		render->y0 = within[1];
		render->x1 = within[2];
		render->y1 = within[3];
	}
	gs_render_push(render);
}

static void glance_rendered(gpointer data, struct gs_render *render)
{
	GsImageBox *box = data;
	box->pending = NULL;
	gs_image_view_set_preview(box->view, render->surface);
	gs_latency_known("image");
}

void gs_image_box_glance(GsImageBox *box, GPtrArray *fields)
{
	if (box->mask || box->subtracted)
		return;
	struct gs_render *render = begin_render(box, glance_rendered);
	render->is_preview = true;
	set_channels(box, render, fields);
	gs_render_hold(render, fields);
	gs_render_push(render);
}

/* ---- the result of rendering ---- */

static void show_zoom(GsImageBox *box)
{
	if (gs_image_view_get_surface(box->view))
		gs_panel_label(box->zoom, "%.0f %%", gs_image_view_get_zoom(box->view) * 100);
	else
		gs_panel_label(box->zoom, "%s", "");
}

/* Show the controls of all channels, or of one: a colour map shows one channel. */
static void show_channels(GsImageBox *box, bool all)
{
	GtkWidget *const others[] = {GTK_WIDGET(box->green), GTK_WIDGET(box->blue),
		GTK_WIDGET(box->green_label), GTK_WIDGET(box->blue_label),
		gtk_widget_get_parent(GTK_WIDGET(box->green_min)),
		gtk_widget_get_parent(GTK_WIDGET(box->blue_min))};
	for (size_t i = 0; i < G_N_ELEMENTS(others); i++)
		gtk_widget_set_visible(others[i], all);
	gtk_label_set_text(box->red_label, all ? "Red" : "Value");
}

static void show_statistics(GsImageBox *box)
{
	const struct gs_field *field = gs_image_first_field(box->mapping);
	g_autofree char *text = box->mask ? gs_image_mask_statistics(box->mask, box->condition)
				: field	  ? gs_image_field_statistics(field)
					  : g_strdup("");
	gs_panel_label(box->statistics, "%s%s%s", text, box->note && *text ? "\n" : "",
		box->note ? box->note : "");
}

static struct gs_image_planes planes_of(GsImageBox *box)
{
	const struct gs_field *field = gs_image_first_field(box->mapping);
	unsigned n = box->layers * box->samples;
	unsigned height = box->mask ? box->mask->height : field ? field->height : 0;
	return (struct gs_image_planes){box->layers, box->samples, n > 1 ? height / n : 0};
}

char *gs_image_box_pixel_text(GsImageBox *box, unsigned x, unsigned y)
{
	const struct gs_image_planes planes = planes_of(box);
	return gs_image_pixel_text(box->mapping, box->mask, &planes, x, y);
}

static void show_pointer(GsImageBox *box)
{
	const struct gs_image_planes planes = planes_of(box);
	g_autofree char *text = NULL;
	if (!box->has_pointer && box->has_pin) { /* as many lines as with a pointer, so that the
						    image does not move */
		g_autofree char *pin = gs_image_box_pixel_text(box, box->pin_x, box->pin_y);
		text = g_strdup_printf(" \npinned %s\n ", pin);
	} else if (!box->has_pointer)
		text = g_strdup(" ");
	else if (box->has_pin && !box->mask)
		text = gs_image_compared_text(box->mapping, &planes, box->pointer_x, box->pointer_y,
			box->pin_x, box->pin_y);
	else
		text = gs_image_box_pixel_text(box, box->pointer_x, box->pointer_y);
	gs_panel_label(box->hover, "%s", text);
}

static void show_result(GsImageBox *box, const struct gs_render *render)
{
	const char *why = render->unlike ? "These values cannot be subtracted: they differ in "
					   "their number of components or of pixels"
					 : box->why;
	show_channels(box, box->mask || render->look.map == GS_MAP_CHANNELS);
	show_statistics(box);
	gs_panel_label(box->title, "%s", box->title_text);
	gs_image_legend_set(box->legend, gs_image_first_field(box->mapping) ? render : NULL);
	gs_image_view_set_surface(box->view, render->surface, render->surface ? NULL : why);
	GtkButton *const buttons[] = {box->save, box->zoom_in, box->zoom_out, box->fit, box->one};
	for (size_t i = 0; i < G_N_ELEMENTS(buttons); i++)
		gs_panel_allow(buttons[i], NULL, render->surface ? NULL : "there is no image");
	if (box->range == RANGE_CHOSEN)
		gtk_toggle_button_set_active(box->auto_range, render->auto_range);
	show_range(box, box->range != RANGE_TYPED || render->within);
	show_zoom(box);
	show_pointer(box);
}

static void rendered(gpointer data, struct gs_render *render)
{
	GsImageBox *box = data;
	box->pending = NULL;
	gs_picture_jobs_drop(box->shown);
	gs_picture_jobs_drop(box->shown_differences);
	box->shown = !box->mask && box->fields ? g_ptr_array_ref(box->fields) : NULL;
	box->shown_differences = g_ptr_array_ref(render->differences);
	memcpy(box->mapping, render->channel, sizeof(box->mapping));
	box->busy = true;
	show_result(box, render);
	box->busy = false;
	gs_latency_known("image");
}

/* ---- what the user does ---- */

static void look_changed(GtkWidget *widget, GsImageBox *box)
{
	if (!box->busy)
		render_anew(box, NULL);
}

static void range_toggled(GtkToggleButton *button, GsImageBox *box)
{
	if (box->busy)
		return;
	box->range = gtk_toggle_button_get_active(button) ? RANGE_OF_DATA
		     : gs_image_is_colour(box->mapping)	  ? RANGE_CHOSEN
							  : RANGE_TYPED;
	render_anew(box, NULL);
}

static void range_typed(GtkEntry *entry, GsImageBox *box)
{
	if (box->busy)
		return;
	box->range = RANGE_TYPED;
	render_anew(box, NULL);
}

static void channel_chosen(GtkComboBox *combo, GsImageBox *box)
{
	int row = gtk_combo_box_get_active(combo);
	if (box->busy || row < 0 || (guint)row >= box->choices->len)
		return;
	const struct gs_image_choice *choice = g_ptr_array_index(box->choices, (guint)row);
	for (guint i = 0; i < 3; i++) {
		gboolean done = FALSE;
		if ((GtkComboBox *)box->combo[i] != combo)
			continue;
		g_signal_emit(
			box, signals[CHANNEL], 0, i, choice->expression, choice->scalar, &done);
		if (done)
			continue;
		gs_image_box_set_channel(box, i, choice->expression, choice->scalar);
		render_anew(box, NULL);
	}
}

static void hovered(GsImageView *view, gboolean inside, guint x, guint y, GsImageBox *box)
{
	box->has_pointer = inside;
	box->pointer_x = x;
	box->pointer_y = y;
	show_pointer(box);
}

static void picked(GsImageView *view, guint x, guint y, GsImageBox *box)
{
	g_signal_emit(box, signals[PICK], 0, x, y);
}

static void pinned(GsImageView *view, guint x, guint y, GsImageBox *box)
{
	bool same = box->has_pin && box->pin_x == x && box->pin_y == y;
	box->has_pin = !same;
	box->pin_x = x;
	box->pin_y = y;
	gs_image_view_set_pin(view, box->has_pin, x, y);
	hovered(view, TRUE, x, y, box);
}

static void selected(GsImageView *view, guint x0, guint y0, guint x1, guint y1, GsImageBox *box)
{
	const guint within[] = {x0, y0, x1, y1};
	box->range = RANGE_TYPED;
	box->busy = true;
	gtk_toggle_button_set_active(box->auto_range, FALSE);
	box->busy = false;
	if (!box->mask)
		render_anew(box, within);
}

static char *cell_text(gpointer data, unsigned x, unsigned y)
{
	return gs_image_cell_text(GS_IMAGE_BOX(data)->mapping, x, y);
}

static void flipped(GtkToggleButton *button, GsImageBox *box)
{
	gs_image_view_set_flip(box->view, gtk_toggle_button_get_active(button));
}

static void zoom_clicked(GtkButton *button, GsImageBox *box)
{
	if (button == box->zoom_in)
		gs_image_view_zoom_by(box->view, 1.25);
	else if (button == box->zoom_out)
		gs_image_view_zoom_by(box->view, 0.8);
	else
		gs_image_view_set_zoom(box->view, button == box->one ? 1 : 0);
	show_zoom(box);
}

static gboolean zoomed(GtkWidget *widget, GdkEvent *event, GsImageBox *box)
{
	show_zoom(box);
	return FALSE;
}

static void save_clicked(GtkButton *button, GsImageBox *box)
{
	cairo_surface_t *surface = gs_image_view_get_surface(box->view);
	const struct gs_field *field = gs_image_first_field(box->mapping);
	bool differs = box->shown_differences && box->shown_differences->len;
	if (surface)
		gs_image_save(GTK_WIDGET(box), surface, field,
			differs ? box->shown_differences : box->shown);
}

/* ---- setting what is shown ---- */

static void set_text(char **text, const char *to)
{
	char *copy = g_strdup(to);
	g_free(*text);
	*text = copy;
}

static void set_array(GPtrArray **array, GPtrArray *to)
{
	GPtrArray *old = *array;
	*array = to ? g_ptr_array_ref(to) : NULL;
	gs_picture_jobs_drop(old);
}

void gs_image_box_show_fields(
	GsImageBox *box, GPtrArray *fields, const char *title, const char *note, const char *why)
{
	box->mask = NULL;
	set_array(&box->mask_held, NULL);
	set_array(&box->fields, fields);
	set_text(&box->title_text, title ? title : "");
	set_text(&box->note, note);
	set_text(&box->why, why ? why : "");
	render_anew(box, NULL);
}

void gs_image_box_show_mask(GsImageBox *box, GPtrArray *held, const struct gs_mask *mask,
	bool condition, const char *title)
{
	set_array(&box->mask_held, held);
	box->mask = mask;
	box->condition = condition;
	set_text(&box->title_text, title);
	set_text(&box->note, NULL);
	render_anew(box, NULL);
}

void gs_image_box_set_subtracted(GsImageBox *box, GPtrArray *fields, const char *only)
{
	set_array(&box->subtracted, fields);
	set_text(&box->only, only);
}

void gs_image_box_set_counts(GsImageBox *box, bool are_counts)
{
	if (are_counts == box->are_counts)
		return;
	int map = gtk_combo_box_get_active(GTK_COMBO_BOX(box->map));
	box->busy = true;
	gtk_combo_box_set_active(GTK_COMBO_BOX(box->map), box->other_map);
	box->busy = false;
	box->other_map = map;
	box->are_counts = are_counts;
}

/* Return whether the choices are one scalar, or a luminance and an alpha. */
static bool is_grey(const GPtrArray *choices)
{
	const struct gs_image_choice *first = g_ptr_array_index(choices, 1);
	return choices->len == 2 || strcmp(first->text, "l") == 0;
}

/* Select the first three scalars, unless a selected one still exists. */
static void keep_or_choose(GsImageBox *box)
{
	bool any = false;
	for (int i = 0; i < 3; i++) {
		const struct gs_field *field = find_field(box->fields, box->channel[i].expression);
		any |= field && box->channel[i].scalar < field->n_scalars;
	}
	for (unsigned i = 0; i < 3 && !any && box->choices->len > 1; i++) {
		bool single = is_grey(box->choices);
		guint row = single ? 1 : MIN(i + 1, box->choices->len - 1);
		const struct gs_image_choice *choice = g_ptr_array_index(box->choices, row);
		bool good = single || i + 1 < box->choices->len;
		gs_image_box_set_channel(
			box, i, good ? choice->expression : NULL, good ? choice->scalar : 0);
	}
}

void gs_image_box_set_fields(GsImageBox *box, GPtrArray *fields, const char *title, const char *why)
{
	GPtrArray *choices = gs_image_choices_new();
	for (guint i = 0; fields && i < fields->len; i++) {
		const struct gs_field *field = g_ptr_array_index(fields, i);
		for (unsigned k = 0; k < field->n_scalars; k++)
			gs_image_choices_add(choices, field->expression, k, field->scalar_names[k]);
	}
	set_array(&box->fields, fields);
	if (choices->len > 1) { /* without fields the selection is kept */
		gs_image_box_set_choices(box, choices);
		keep_or_choose(box);
	} else {
		g_ptr_array_unref(choices);
	}
	gs_image_box_show_fields(box, fields, title, NULL, why);
}

void gs_image_box_set_focus(GsImageBox *box, bool has_focus, unsigned x, unsigned y)
{
	gs_image_view_set_focus(box->view, has_focus, x, y);
}

void gs_image_box_set_plane(
	GsImageBox *box, unsigned layers, unsigned samples, unsigned layer, unsigned sample)
{
	unsigned plane = layer * samples + sample;
	box->layers = layers;
	box->samples = samples;
	gs_image_view_set_plane(box->view, layers * samples, plane);
	unsigned rows = planes_of(box).rows;
	box->pointer_y = rows ? box->pointer_y % rows + plane * rows : box->pointer_y;
	show_pointer(box);
}

GsImageView *gs_image_box_view(GsImageBox *box)
{
	return box->view;
}

/* ---- the object ---- */

void gs_image_box_set_name(GsImageBox *box, const char *name)
{
	const struct {
		gpointer widget;
		const char *name;
	} names[] = {{box->red, "Red"}, {box->green, "Green"}, {box->blue, "Blue"},
		{box->red_min, "Red from"}, {box->red_max, "Red to"},
		{box->green_min, "Green from"}, {box->green_max, "Green to"},
		{box->blue_min, "Blue from"}, {box->blue_max, "Blue to"}, {box->zoom_in, "Zoom in"},
		{box->zoom_out, "Zoom out"}, {box->fit, "Fit"}, {box->one, "One to one"},
		{box->save, "Save image"}, {box->fold, "Colours beside the image"},
		{box->view, "Image"}, {box->auto_range, "Range from the data"},
		{box->hover, "Value under the pointer"}, {box->statistics, "Image statistics"},
		{box->map, "Colour map"}, {box->scale, "Scale"}, {box->flip, "Flip"},
		{box->negative, "Mark negative"}, {box->alpha, "Alpha"},
		{box->legend, "Legend and histogram"}, {box->title, "What the image shows"}};
	for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
		g_autofree char *lower = g_ascii_strdown(names[i].name, 1);
		g_autofree char *whole = name ? g_strdup_printf(
							"%s %s%s", name, lower, names[i].name + 1)
					      : g_strdup(names[i].name);
		gs_panel_name(names[i].widget, whole);
	}
}

static void dispose(GObject *object)
{
	GsImageBox *box = GS_IMAGE_BOX(object);
	if (box->pending)
		gs_render_cancel(box->pending);
	box->pending = NULL;
	G_OBJECT_CLASS(gs_image_box_parent_class)->dispose(object);
}

static void finalize(GObject *object)
{
	GsImageBox *box = GS_IMAGE_BOX(object);
	GPtrArray *const arrays[] = {
		box->fields, box->subtracted, box->mask_held, box->shown, box->shown_differences};
	for (size_t i = 0; i < G_N_ELEMENTS(arrays); i++)
		if (arrays[i])
			g_ptr_array_unref(arrays[i]);
	g_ptr_array_unref(box->choices);
	for (int i = 0; i < 3; i++)
		g_free(box->channel[i].expression);
	g_free(box->only);
	g_free(box->title_text);
	g_free(box->note);
	g_free(box->why);
	G_OBJECT_CLASS(gs_image_box_parent_class)->finalize(object);
}

#define BIND(child) gtk_widget_class_bind_template_child(widget, GsImageBox, child)

static void gs_image_box_class_init(GsImageBoxClass *class)
{
	GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
	G_OBJECT_CLASS(class)->finalize = finalize;
	G_OBJECT_CLASS(class)->dispose = dispose;
	g_type_ensure(GS_TYPE_IMAGE_VIEW);
	g_type_ensure(GS_TYPE_IMAGE_LEGEND);
	g_type_ensure(GS_TYPE_ICON);
	gtk_widget_class_set_template_from_resource(widget, GS_UI_RESOURCES "image-box.ui");
	BIND(view);
	BIND(title);
	BIND(zoom);
	BIND(statistics);
	BIND(hover);
	BIND(side);
	BIND(fold);
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
	BIND(alpha);
	BIND(map);
	BIND(scale);
	BIND(legend);
	gtk_widget_class_bind_template_child_full(widget, "head", TRUE, 0);
	gtk_widget_class_bind_template_child_full(widget, "foot", TRUE, 0);
	signals[PICK] = g_signal_new("pick", GS_TYPE_IMAGE_BOX, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
		NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
	signals[CHANNEL] = g_signal_new("channel", GS_TYPE_IMAGE_BOX, G_SIGNAL_RUN_LAST, 0,
		g_signal_accumulator_true_handled, NULL, NULL, G_TYPE_BOOLEAN, 3, G_TYPE_UINT,
		G_TYPE_STRING, G_TYPE_UINT);
}

static void init_channel(
	GsImageBox *box, int i, GtkComboBoxText *combo, GtkEntry *min, GtkEntry *max)
{
	box->combo[i] = combo;
	gs_panel_narrow_always(GTK_COMBO_BOX(combo));
	box->min[i] = min;
	box->max[i] = max;
	g_signal_connect(combo, "changed", G_CALLBACK(channel_chosen), box);
	g_signal_connect(min, "changed", G_CALLBACK(range_typed), box);
	g_signal_connect(max, "changed", G_CALLBACK(range_typed), box);
}

static void init_look(GsImageBox *box)
{
	for (int i = 0; i < GS_N_MAPS; i++)
		gtk_combo_box_text_append_text(box->map, gs_colour_map_names[i]);
	for (int i = 0; i < GS_N_SCALES; i++)
		gtk_combo_box_text_append_text(box->scale, gs_scale_names[i]);
	gtk_combo_box_set_active(GTK_COMBO_BOX(box->map), GS_MAP_CHANNELS);
	box->other_map = GS_MAP_VIRIDIS; /* as for the iterations in Profile */
	gtk_combo_box_set_active(GTK_COMBO_BOX(box->scale), 0);
	g_signal_connect(box->negative, "toggled", G_CALLBACK(look_changed), box);
	g_signal_connect(box->alpha, "toggled", G_CALLBACK(look_changed), box);
	g_signal_connect(box->auto_range, "toggled", G_CALLBACK(range_toggled), box);
	g_signal_connect(box->map, "changed", G_CALLBACK(look_changed), box);
	g_signal_connect(box->scale, "changed", G_CALLBACK(look_changed), box);
	g_signal_connect(box->flip, "toggled", G_CALLBACK(flipped), box);
}

static void gs_image_box_init(GsImageBox *box)
{
	gtk_widget_init_template(GTK_WIDGET(box));
	box->choices = g_ptr_array_new_with_free_func(choice_free);
	box->title_text = g_strdup("");
	box->why = g_strdup("");
	box->layers = box->samples = 1;
	init_channel(box, 0, box->red, box->red_min, box->red_max);
	init_channel(box, 1, box->green, box->green_min, box->green_max);
	init_channel(box, 2, box->blue, box->blue_min, box->blue_max);
	init_look(box);
	GtkButton *const zooms[] = {box->zoom_in, box->zoom_out, box->fit, box->one};
	for (size_t i = 0; i < G_N_ELEMENTS(zooms); i++)
		g_signal_connect(zooms[i], "clicked", G_CALLBACK(zoom_clicked), box);
	g_signal_connect(box->save, "clicked", G_CALLBACK(save_clicked), box);
	gs_fold_setup(GTK_WIDGET(box), box->side, box->fold, ROOM);
	gs_image_view_set_cells(box->view, cell_text, box);
	g_signal_connect(box->view, "pick", G_CALLBACK(picked), box);
	g_signal_connect(box->view, "hover", G_CALLBACK(hovered), box);
	g_signal_connect(box->view, "pin", G_CALLBACK(pinned), box);
	g_signal_connect(box->view, "select", G_CALLBACK(selected), box);
	g_signal_connect_after(box->view, "draw", G_CALLBACK(zoomed), box);
	gs_image_box_set_name(box, NULL);
}

/* SPDX-License-Identifier: MIT */
#include "ui/shader/decision-bar.h"

#include <math.h>
#include "frontend/pictures/image-levels.h"
#include "frontend/pictures/image-render.h"

struct _GsDecisionBar {
	GtkRevealer parent;
	GtkButton *picture, *follow_true, *follow_false, *step, *go;
	GtkWidget *thumbnail, *loop;
	GtkLabel *condition, *n_true, *n_false, *n_left, *n_absent;
	GtkSpinButton *iteration;
	cairo_surface_t *surface; /* which way each element goes; NULL */
	struct gs_render *pending;
};

G_DEFINE_TYPE(GsDecisionBar, gs_decision_bar, GTK_TYPE_REVEALER)

static gboolean draw_thumbnail(GtkWidget *widget, cairo_t *cr, GsDecisionBar *bar)
{
	double w = gtk_widget_get_allocated_width(widget),
	       h = gtk_widget_get_allocated_height(widget);
	cairo_set_source_rgb(cr, 0.7, 0.7, 0.7);
	if (!bar->surface)
		return FALSE;
	double sw = cairo_image_surface_get_width(bar->surface),
	       sh = cairo_image_surface_get_height(bar->surface);
	double zoom = fmin(w / sw, h / sh), left = floor((w - sw * zoom) / 2),
	       top = floor((h - sh * zoom) / 2);
	cairo_rectangle(cr, left, top, sw * zoom, sh * zoom);
	cairo_clip(cr);
	cairo_paint(cr);
	cairo_set_source_rgb(cr, 0.58, 0.58, 0.58);
	for (int y = 0; y < h / 6; y++)
		for (int x = y & 1; x < w / 6; x += 2)
			cairo_rectangle(cr, x * 6, y * 6, 6, 6);
	cairo_fill(cr);
	cairo_translate(cr, left, top);
	cairo_scale(cr, zoom, zoom);
	int factor;
	cairo_surface_t *level = gs_image_level_at(
		bar->surface, zoom * gtk_widget_get_scale_factor(widget), &factor);
	cairo_scale(cr, factor, factor);
	cairo_set_source_surface(cr, level, 0, 0);
	cairo_paint(cr);
	return FALSE;
}

static void picture_clicked(GtkButton *button, GsDecisionBar *bar)
{
	gs_panel_activate(bar, "show", g_variant_new_uint32(GS_SHOW_CONDITION));
}

static void go_to_iteration(GtkWidget *widget, GsDecisionBar *bar)
{
	gtk_spin_button_update(bar->iteration);
	gs_panel_activate(bar, "iteration",
		g_variant_new_uint32((guint32)gtk_spin_button_get_value_as_int(bar->iteration)));
}

static void set_where(GsDecisionBar *bar, const struct gs_where *where)
{
	g_autofree char *text = g_strdup(where->text ? where->text : "");
	for (char *c = text; *c; c++) /* puts the text on one line */
		*c = g_ascii_isspace(*c) ? ' ' : *c;
	bool loop = where->is_loop;
	unsigned iteration = where->n_iterations ? where->iterations[where->n_iterations - 1] : 0;
	if (loop)
		gs_panel_label(bar->condition, "loop, iteration %u:  %s", iteration, text);
	else
		gs_panel_label(bar->condition, "%s:  %s", gs_site_kind_name(where->kind), text);
	gtk_button_set_label(bar->follow_true, loop ? "Follow staying" : "Follow true");
	gtk_button_set_label(bar->follow_false, loop ? "Follow ending" : "Follow false");
	gtk_widget_set_visible(bar->loop, loop);
	if (loop)
		gtk_spin_button_set_value(bar->iteration, iteration + 1);
	gs_panel_name(bar->follow_true, "Follow true");
	gs_panel_name(bar->follow_false, "Follow false");
}

static void rendered(gpointer data, struct gs_render *render)
{
	GsDecisionBar *bar = data;
	bar->pending = NULL;
	bar->surface = g_steal_pointer(&render->surface);
	gtk_widget_queue_draw(bar->thumbnail);
}

static void render_anew(GsDecisionBar *bar, GPtrArray *held, const struct gs_mask *mask)
{
	if (bar->pending)
		gs_render_cancel(bar->pending);
	bar->pending = NULL;
	g_clear_pointer(&bar->surface, cairo_surface_destroy);
	gtk_widget_queue_draw(bar->thumbnail);
	if (!mask || !mask->is_decision)
		return;
	bar->pending = gs_render_new(bar, rendered);
	bar->pending->mask = mask;
	bar->pending->condition = true;
	gs_render_hold(bar->pending, held);
	gs_render_push(bar->pending);
}

static void set_mask(GsDecisionBar *bar, GPtrArray *held, const struct gs_mask *mask)
{
	render_anew(bar, held, mask);
	gtk_widget_set_visible(GTK_WIDGET(bar->n_left), mask && mask->is_loop);
	if (!mask || !mask->is_decision) {
		gs_panel_label(bar->n_true, "…");
		gs_panel_label(bar->n_false, "%s", "");
		gs_panel_label(bar->n_left, "%s", "");
		gs_panel_label(bar->n_absent, "%s", "");
		return;
	}
	bool loop = mask->is_loop;
	gtk_widget_set_tooltip_text(GTK_WIDGET(bar->n_true),
		loop ? "Elements that go on with the loop: its test is true" : NULL);
	gtk_widget_set_tooltip_text(GTK_WIDGET(bar->n_false),
		loop ? "Elements that end the loop here: its test is false" : NULL);
	gtk_widget_set_tooltip_text(GTK_WIDGET(bar->n_left),
		"Elements that are out of the loop already: by break or return, or in an "
		"iteration before");
	gtk_widget_set_tooltip_text(
		GTK_WIDGET(bar->n_absent), "Elements that do not come to this place at all");
	gs_panel_label(bar->n_true, "%s %" G_GUINT64_FORMAT, loop ? "stay" : "true",
		(guint64)mask->n_true);
	gs_panel_label(bar->n_false, "%s %" G_GUINT64_FORMAT "%s", loop ? "end" : "false",
		(guint64)mask->n_false, loop ? " here" : "");
	gs_panel_label(bar->n_left, "left %" G_GUINT64_FORMAT, (guint64)mask->n_left);
	gs_panel_label(bar->n_absent, "not here %" G_GUINT64_FORMAT, (guint64)mask->n_absent);
}

void gs_decision_bar_set(GsDecisionBar *bar, const struct gs_ui_state *state, unsigned parts)
{
	bool shown = state->in_shader && state->where.is_decision && !state->where.finished;
	if (parts & GS_PART_WHERE) {
		gtk_revealer_set_reveal_child(GTK_REVEALER(bar), shown);
		gtk_widget_set_visible(GTK_WIDGET(bar), shown);
		if (shown)
			set_where(bar, &state->where);
	}
	if (parts & GS_PART_IMAGE)
		set_mask(bar, state->image.mask_held, shown ? state->image.mask : NULL);
}

static void dispose(GObject *object)
{
	GsDecisionBar *bar = GS_DECISION_BAR(object);
	if (bar->pending)
		gs_render_cancel(bar->pending);
	bar->pending = NULL;
	G_OBJECT_CLASS(gs_decision_bar_parent_class)->dispose(object);
}

static void finalize(GObject *object)
{
	g_clear_pointer(&GS_DECISION_BAR(object)->surface, cairo_surface_destroy);
	G_OBJECT_CLASS(gs_decision_bar_parent_class)->finalize(object);
}

#define BIND(child) gtk_widget_class_bind_template_child(widget, GsDecisionBar, child)

static void gs_decision_bar_class_init(GsDecisionBarClass *class)
{
	GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
	G_OBJECT_CLASS(class)->dispose = dispose;
	G_OBJECT_CLASS(class)->finalize = finalize;
	gtk_widget_class_set_template_from_resource(widget, GS_UI_RESOURCES "decision-bar.ui");
	BIND(picture);
	BIND(follow_true);
	BIND(follow_false);
	BIND(step);
	BIND(go);
	BIND(thumbnail);
	BIND(loop);
	BIND(condition);
	BIND(n_true);
	BIND(n_false);
	BIND(n_left);
	BIND(n_absent);
	BIND(iteration);
}

static void gs_decision_bar_init(GsDecisionBar *bar)
{
	gtk_widget_init_template(GTK_WIDGET(bar));
	gs_panel_name(bar->picture, "Condition as an image");
	gs_panel_name(bar->step, "Step with the focus");
	gs_panel_name(bar->iteration, "Iteration");
	gs_panel_name(bar->go, "Go to iteration");
	gs_panel_name(bar->condition, "Decision");
	gs_panel_name(bar->n_true, "Count true");
	gs_panel_name(bar->n_false, "Count false");
	gs_panel_name(bar->n_left, "Count left");
	gs_panel_name(bar->n_absent, "Count absent");
	g_signal_connect(bar->thumbnail, "draw", G_CALLBACK(draw_thumbnail), bar);
	g_signal_connect(bar->picture, "clicked", G_CALLBACK(picture_clicked), bar);
	g_signal_connect(bar->go, "clicked", G_CALLBACK(go_to_iteration), bar);
	g_signal_connect(bar->iteration, "activate", G_CALLBACK(go_to_iteration), bar);
	gtk_widget_hide(GTK_WIDGET(bar));
}

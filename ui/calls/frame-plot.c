/* SPDX-License-Identifier: MIT */
#include "ui/calls/frame-plot.h"

#include <math.h>
#include "debugger/base/axis.h"

enum { LEFT = 58, RIGHT = 12, TOP = 24, BOTTOM = 34 };

struct _GsFramePlot {
	GtkDrawingArea parent;
	struct gs_frame_bar *bars;
	guint n;
	double most;
	char *title, *of;
	int chosen; /* picked frame; -1: none */
	gboolean is_logarithmic;
};

G_DEFINE_TYPE(GsFramePlot, gs_frame_plot, GTK_TYPE_DRAWING_AREA)

static guint pick_signal;

/* The area inside the axes. */
struct field {
	double x, y, width, height;
};

static struct field field_of(GsFramePlot *plot)
{
	return (struct field){LEFT, TOP,
		MAX(gtk_widget_get_allocated_width(GTK_WIDGET(plot)) - LEFT - RIGHT, 10),
		MAX(gtk_widget_get_allocated_height(GTK_WIDGET(plot)) - TOP - BOTTOM, 10)};
}

void gs_frame_plot_number(char *text, gsize size, double value)
{
	if (value >= 1e10)
		g_snprintf(text, size, "%.4g G", value / 1e9);
	else if (value >= 1e7)
		g_snprintf(text, size, "%.4g M", value / 1e6);
	else if (value >= 1e4)
		g_snprintf(text, size, "%.4g k", value / 1e3);
	else
		g_snprintf(text, size, "%.4g", value);
}

/* ---- drawing ---- */

static void draw_text(cairo_t *cr, double x, double y, double align, const char *text)
{
	cairo_text_extents_t e;
	cairo_text_extents(cr, text, &e);
	cairo_move_to(cr, x - align * e.x_advance, y);
	cairo_show_text(cr, text);
}

/* Return the height of a bar, from 0 to 1. */
static double height_of(GsFramePlot *plot, double value)
{
	return plot->is_logarithmic ? log1p(value) / log1p(plot->most) : value / plot->most;
}

static void draw_row(GsFramePlot *plot, cairo_t *cr, const struct field *f, double value)
{
	double y = round(f->y + f->height * (1 - height_of(plot, value))) + 0.5;
	char text[32];
	gs_frame_plot_number(text, sizeof text, value);
	cairo_set_source_rgb(cr, 0.88, 0.88, 0.88);
	cairo_move_to(cr, f->x, y);
	cairo_rel_line_to(cr, f->width, 0);
	cairo_stroke(cr);
	cairo_set_source_rgb(cr, 0.2, 0.2, 0.2);
	draw_text(cr, f->x - 6, y + 4, 1, text);
}

static void draw_rows(GsFramePlot *plot, cairo_t *cr, const struct field *f)
{
	double step = gs_axis_step(plot->most, MAX(f->height / 30, 2));
	if (plot->is_logarithmic) {
		draw_row(plot, cr, f, 0);
		for (double value = 1; value <= plot->most * 1.001; value *= 10)
			draw_row(plot, cr, f, value);
		return;
	}
	for (double value = 0; value <= plot->most * 1.001; value += step)
		draw_row(plot, cr, f, value);
}

static void draw_columns(GsFramePlot *plot, cairo_t *cr, const struct field *f)
{
	double step = fmax(1, gs_axis_step(plot->n, MAX(f->width / 60, 2)));
	cairo_set_source_rgb(cr, 0.2, 0.2, 0.2);
	for (double frame = 0; frame < plot->n; frame += step) {
		double x = f->x + f->width * (frame + 0.5) / plot->n;
		char text[32];
		g_snprintf(text, sizeof text, "%.0f", frame);
		draw_text(cr, x, f->y + f->height + 15, 0.5, text);
	}
	draw_text(cr, f->x + f->width / 2, f->y + f->height + 29, 0.5, plot->of ? plot->of : "");
	draw_text(cr, f->x, f->y - 9, 0, plot->title ? plot->title : "");
}

/* The frames that share a bar. */
struct group {
	guint first, end; /* end is behind the last one */
	double x, width;  /* x from the axis */
};

/* Return the number of bars, at most one for each pixel. */
static guint n_groups(GsFramePlot *plot, const struct field *f)
{
	return MIN(plot->n, (guint)f->width);
}

static struct group group_at(GsFramePlot *plot, const struct field *f, guint i)
{
	guint n = n_groups(plot, f);
	double wide = f->width / n;
	return (struct group){
		.first = (guint)((guint64)i * plot->n / n),
		.end = (guint)((guint64)(i + 1) * plot->n / n),
		.x = wide * i,
		.width = MAX(wide > 4 ? wide - 1 : wide, 1),
	};
}

/* Return the frame with the highest value, which the bar shows. */
static guint highest_of(GsFramePlot *plot, const struct group *group)
{
	guint best = group->first;
	for (guint i = group->first; i < group->end; i++)
		if (isnan(plot->bars[best].value) || plot->bars[i].value > plot->bars[best].value)
			best = i;
	return best;
}

static void draw_bar(GsFramePlot *plot, cairo_t *cr, const struct field *f, guint i)
{
	const struct group group = group_at(plot, f, i);
	const struct gs_frame_bar *bar = &plot->bars[highest_of(plot, &group)];
	double height = isnan(bar->value) ? 0 : f->height * height_of(plot, bar->value);
	if ((int)group.first <= plot->chosen && plot->chosen < (int)group.end)
		cairo_set_source_rgb(cr, 0.78, 0.33, 0.06);
	else
		cairo_set_source_rgba(cr, 0.20, 0.42, 0.75, bar->is_part ? 0.45 : 1);
	cairo_rectangle(cr, f->x + group.x, f->y + f->height - height, group.width, height);
	cairo_fill(cr);
}

/* Draw the mark of the picked frame below the axis, as its bar may have no height. */
static void draw_mark(GsFramePlot *plot, cairo_t *cr, const struct field *f)
{
	double x = f->x + f->width * (plot->chosen + 0.5) / plot->n, y = f->y + f->height;
	cairo_set_source_rgb(cr, 0.78, 0.33, 0.06);
	cairo_move_to(cr, x, y);
	cairo_line_to(cr, x - 5, y + 6);
	cairo_line_to(cr, x + 5, y + 6);
	cairo_fill(cr);
}

static gboolean draw(GtkWidget *widget, cairo_t *cr)
{
	GsFramePlot *plot = GS_FRAME_PLOT(widget);
	const struct field f = field_of(plot);
	cairo_set_source_rgb(cr, 1, 1, 1);
	cairo_paint(cr);
	if (!plot->n)
		return FALSE;
	cairo_select_font_face(cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
	cairo_set_font_size(cr, 12);
	cairo_set_line_width(cr, 1);
	draw_rows(plot, cr, &f);
	for (guint i = 0; i < n_groups(plot, &f); i++)
		draw_bar(plot, cr, &f, i);
	draw_columns(plot, cr, &f);
	if (plot->chosen >= 0)
		draw_mark(plot, cr, &f);
	if (gtk_widget_has_visible_focus(widget))
		gtk_render_focus(gtk_widget_get_style_context(widget), cr, 1, 1,
			gtk_widget_get_allocated_width(widget) - 2,
			gtk_widget_get_allocated_height(widget) - 2);
	return FALSE;
}

/* ---- picking ---- */

static void pick(GsFramePlot *plot, double frame)
{
	if (plot->n)
		g_signal_emit(plot, pick_signal, 0, (guint)CLAMP(frame, 0, plot->n - 1.0));
}

static guint frame_at(GsFramePlot *plot, double x)
{
	const struct field f = field_of(plot);
	guint n = n_groups(plot, &f);
	double i = floor((x - f.x) / f.width * n);
	const struct group group = group_at(plot, &f, (guint)CLAMP(i, 0, n - 1.0));
	return highest_of(plot, &group);
}

static gboolean press(GtkWidget *widget, GdkEventButton *event)
{
	GsFramePlot *plot = GS_FRAME_PLOT(widget);
	gtk_widget_grab_focus(widget);
	if (plot->n && event->button == GDK_BUTTON_PRIMARY && event->type == GDK_BUTTON_PRESS)
		pick(plot, frame_at(plot, event->x));
	return TRUE;
}

static gboolean key(GtkWidget *widget, GdkEventKey *event)
{
	GsFramePlot *plot = GS_FRAME_PLOT(widget);
	double at = plot->chosen, page = MAX(plot->n / 10, 2);
	switch (event->keyval) {
	case GDK_KEY_Left:
		pick(plot, at - 1);
		return TRUE;
	case GDK_KEY_Right:
		pick(plot, at + 1);
		return TRUE;
	case GDK_KEY_Page_Up:
		pick(plot, at - page);
		return TRUE;
	case GDK_KEY_Page_Down:
		pick(plot, at + page);
		return TRUE;
	case GDK_KEY_Home:
		pick(plot, 0);
		return TRUE;
	case GDK_KEY_End:
		pick(plot, plot->n);
		return TRUE;
	default:
		return FALSE;
	}
}

static gboolean refocused(GtkWidget *widget, GdkEventFocus *event)
{
	gtk_widget_queue_draw(widget);
	return FALSE;
}

/* ---- what is shown ---- */

void gs_frame_plot_set(GsFramePlot *plot, const struct gs_frame_bar *bars, guint n,
	const char *title, const char *of)
{
	g_free(plot->bars);
	g_free(plot->title);
	g_free(plot->of);
	plot->bars = g_memdup2(bars, n * sizeof *bars);
	plot->n = n;
	plot->title = g_strdup(title);
	plot->of = g_strdup(of);
	plot->most = 0;
	for (guint i = 0; i < n; i++)
		plot->most = isfinite(bars[i].value) ? fmax(plot->most, bars[i].value) : plot->most;
	plot->most = plot->most > 0 ? plot->most : 1;
	gtk_widget_queue_draw(GTK_WIDGET(plot));
}

void gs_frame_plot_set_logarithmic(GsFramePlot *plot, gboolean is_logarithmic)
{
	plot->is_logarithmic = is_logarithmic;
	gtk_widget_queue_draw(GTK_WIDGET(plot));
}

void gs_frame_plot_choose(GsFramePlot *plot, int frame, const char *text)
{
	plot->chosen = frame;
	atk_object_set_description(gtk_widget_get_accessible(GTK_WIDGET(plot)), text);
	gtk_widget_queue_draw(GTK_WIDGET(plot));
}

static void finalize(GObject *object)
{
	g_free(GS_FRAME_PLOT(object)->bars);
	g_free(GS_FRAME_PLOT(object)->title);
	g_free(GS_FRAME_PLOT(object)->of);
	G_OBJECT_CLASS(gs_frame_plot_parent_class)->finalize(object);
}

static void gs_frame_plot_class_init(GsFramePlotClass *class)
{
	GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
	G_OBJECT_CLASS(class)->finalize = finalize;
	widget->draw = draw;
	widget->button_press_event = press;
	widget->key_press_event = key;
	widget->focus_in_event = refocused;
	widget->focus_out_event = refocused;
	gtk_widget_class_set_accessible_role(widget, ATK_ROLE_IMAGE);
	pick_signal = g_signal_new("pick", GS_TYPE_FRAME_PLOT, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
		NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void gs_frame_plot_init(GsFramePlot *plot)
{
	plot->chosen = -1;
	plot->most = 1;
	gtk_widget_set_can_focus(GTK_WIDGET(plot), TRUE);
	gtk_widget_add_events(GTK_WIDGET(plot), GDK_BUTTON_PRESS_MASK);
}

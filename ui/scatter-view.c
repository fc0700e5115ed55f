/* SPDX-License-Identifier: MIT */
#include "ui/scatter-view.h"

#include <math.h>
#include <string.h>
#include "frontend/colour-map.h"

enum { AXES = 4, COLOUR = 3 };

struct _GsScatterView {
	GtkDrawingArea parent;
	double *value[AXES]; /* x, y, z, colour */
	double min[AXES], max[AXES];
	unsigned n;
	uint32_t (*edges)[2];
	size_t n_edges;
	bool true_to_scale;
	int focus;
	double turn, tilt, zoom, left, top;
	double size; /* of points; 0: by their number */
	bool pressed, dragged;
	double press_x, press_y, press_turn, press_tilt, press_left, press_top;
};

G_DEFINE_TYPE(GsScatterView, gs_scatter_view, GTK_TYPE_DRAWING_AREA)

static guint pick_signal;

static double unit(GsScatterView *view, int axis, unsigned i)
{
	double range = view->max[axis] - view->min[axis];
	double middle = (view->max[axis] + view->min[axis]) / 2;
	for (int other = 0; axis != COLOUR && view->true_to_scale && other < COLOUR; other++)
		if (view->value[other])
			range = fmax(range, view->max[other] - view->min[other]);
	return range > 0 ? (view->value[axis][i] - middle) / range : 0;
}

/* Where a point is drawn; false: it has no place. */
static bool project(GsScatterView *view, unsigned i, double *x, double *y)
{
	double w = gtk_widget_get_allocated_width(GTK_WIDGET(view));
	double h = gtk_widget_get_allocated_height(GTK_WIDGET(view));
	double p[3] = {0, 0, 0};
	for (int axis = 0; axis < 3; axis++) {
		if (view->value[axis] && !isfinite(view->value[axis][i]))
			return false;
		if (view->value[axis])
			p[axis] = unit(view, axis, i);
	}
	if (view->value[2]) {
		double ax = p[0] * cos(view->turn) + p[2] * sin(view->turn);
		double az = p[2] * cos(view->turn) - p[0] * sin(view->turn);
		p[0] = ax;
		p[1] = p[1] * cos(view->tilt) - az * sin(view->tilt);
	}
	double size = fmin(w, h) * 0.86 * view->zoom;
	bool one = view->value[2] || view->true_to_scale;
	*x = w / 2 + view->left + p[0] * (one ? size : (w - 40) * view->zoom);
	*y = h / 2 + view->top - p[1] * (one ? size : (h - 30) * view->zoom);
	return true;
}

static void set_rgb(cairo_t *cr, uint32_t rgb)
{
	cairo_set_source_rgb(
		cr, (rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0);
}

static void draw_point(GsScatterView *view, cairo_t *cr, unsigned i, double size)
{
	double x, y;
	if (!project(view, i, &x, &y))
		return;
	const double *colour = view->value[COLOUR];
	if (colour && isfinite(colour[i]))
		set_rgb(cr, gs_colour_map_at(GS_MAP_VIRIDIS, unit(view, COLOUR, i) + 0.5));
	else if (colour)
		set_rgb(cr, 0xff00ff);
	else
		set_rgb(cr, 0x7fb2ff);
	cairo_rectangle(cr, x - size / 2, y - size / 2, size, size);
	cairo_fill(cr);
	if (colour && size >= 4) { /* the dark end of the colours, too, is to be seen */
		cairo_set_line_width(cr, 1);
		cairo_set_source_rgba(cr, 1, 1, 1, 0.4);
		cairo_rectangle(cr, x - size / 2, y - size / 2, size, size);
		cairo_stroke(cr);
	}
}

static void draw_edges(GsScatterView *view, cairo_t *cr)
{
	cairo_set_line_width(cr, 1);
	cairo_set_source_rgba(cr, 0.62, 0.66, 0.72, view->n_edges > 100000 ? 0.25 : 0.6);
	for (size_t i = 0; view->value[0] && view->value[1] && i < view->n_edges; i++) {
		const uint32_t *edge = view->edges[i];
		double x0, y0, x1, y1;
		if (edge[0] >= view->n || edge[1] >= view->n || !project(view, edge[0], &x0, &y0) ||
			!project(view, edge[1], &x1, &y1))
			continue;
		cairo_move_to(cr, x0, y0);
		cairo_line_to(cr, x1, y1);
		if (i % 1000 == 999) /* long paths take their time */
			cairo_stroke(cr);
	}
	cairo_stroke(cr);
}

static void draw_focus(GsScatterView *view, cairo_t *cr)
{
	double x, y;
	if (view->focus < 0 || (unsigned)view->focus >= view->n ||
		!project(view, (unsigned)view->focus, &x, &y))
		return;
	cairo_set_line_width(cr, 2);
	cairo_set_source_rgb(cr, 1, 0.85, 0.1);
	cairo_arc(cr, x, y, 7, 0, 2 * G_PI);
	cairo_stroke(cr);
}

static gboolean draw(GtkWidget *widget, cairo_t *cr)
{
	GsScatterView *view = GS_SCATTER_VIEW(widget);
	cairo_set_source_rgb(cr, 0.15, 0.155, 0.165);
	cairo_paint(cr);
	draw_edges(view, cr);
	double size = view->size > 0 ? view->size : view->n > 20000 ? 1.5 : view->n > 500 ? 3 : 5;
	for (unsigned i = 0; view->value[0] && view->value[1] && i < view->n; i++)
		draw_point(view, cr, i, size);
	draw_focus(view, cr);
	return FALSE;
}

/* Describes the view for screen readers. */
static void changed(GsScatterView *view)
{
	g_autofree char *turned = view->value[2]
					  ? g_strdup_printf("turned by %.0f and %.0f degrees",
						    view->turn * 180 / G_PI,
						    view->tilt * 180 / G_PI)
					  : g_strdup_printf(
						    "moved by %.0f, %.0f", view->left, view->top);
	g_autofree char *text = g_strdup_printf(
		"%u points, %s, zoom %.2f", view->n, turned, view->zoom);
	atk_object_set_description(gtk_widget_get_accessible(GTK_WIDGET(view)), text);
	gtk_widget_queue_draw(GTK_WIDGET(view));
}

static gboolean press(GtkWidget *widget, GdkEventButton *event)
{
	GsScatterView *view = GS_SCATTER_VIEW(widget);
	gtk_widget_grab_focus(widget);
	view->pressed = true;
	view->dragged = false;
	view->press_x = event->x;
	view->press_y = event->y;
	view->press_turn = view->turn;
	view->press_tilt = view->tilt;
	view->press_left = view->left;
	view->press_top = view->top;
	return TRUE;
}

static gboolean motion(GtkWidget *widget, GdkEventMotion *event)
{
	GsScatterView *view = GS_SCATTER_VIEW(widget);
	double dx = event->x - view->press_x, dy = event->y - view->press_y;
	if (!view->pressed || (!view->dragged && hypot(dx, dy) < 4))
		return FALSE;
	view->dragged = true;
	if (view->value[2]) {
		view->turn = view->press_turn + dx / 120;
		view->tilt = view->press_tilt + dy / 120;
	} else {
		view->left = view->press_left + dx;
		view->top = view->press_top + dy;
	}
	changed(view);
	return TRUE;
}

static gboolean release(GtkWidget *widget, GdkEventButton *event)
{
	GsScatterView *view = GS_SCATTER_VIEW(widget);
	int best = -1;
	double least = 12;
	bool pick = view->pressed && !view->dragged;
	view->pressed = false;
	for (unsigned i = 0; pick && view->value[0] && view->value[1] && i < view->n; i++) {
		double x, y;
		if (!project(view, i, &x, &y))
			continue;
		double far = hypot(x - event->x, y - event->y);
		if (far < least) {
			least = far;
			best = (int)i;
		}
	}
	if (best >= 0)
		g_signal_emit(view, pick_signal, 0, (guint)best);
	return TRUE;
}

static void zoom_by(GsScatterView *view, double factor)
{
	view->zoom = fmin(200, fmax(0.1, view->zoom * factor));
	changed(view);
}

static gboolean scroll(GtkWidget *widget, GdkEventScroll *event)
{
	GsScatterView *view = GS_SCATTER_VIEW(widget);
	double dx = 0, dy = 0;
	if (event->direction == GDK_SCROLL_SMOOTH)
		gdk_event_get_scroll_deltas((GdkEvent *)event, &dx, &dy);
	else
		dy = event->direction == GDK_SCROLL_UP ? -1 : 1;
	zoom_by(view, pow(1.2, -dy));
	return TRUE;
}

/* Turns, where there is a z, else moves. */
static void shift(GsScatterView *view, double x, double y)
{
	if (view->value[2]) {
		view->turn += x * G_PI / 36;
		view->tilt += y * G_PI / 36;
	} else {
		view->left += 20 * x;
		view->top += 20 * y;
	}
	changed(view);
}

static gboolean key(GtkWidget *widget, GdkEventKey *event)
{
	GsScatterView *view = GS_SCATTER_VIEW(widget);
	switch (event->keyval) {
	case GDK_KEY_Left:
	case GDK_KEY_Right:
		shift(view, event->keyval == GDK_KEY_Left ? -1 : 1, 0);
		return TRUE;
	case GDK_KEY_Up:
	case GDK_KEY_Down:
		shift(view, 0, event->keyval == GDK_KEY_Up ? -1 : 1);
		return TRUE;
	case GDK_KEY_plus:
	case GDK_KEY_KP_Add:
	case GDK_KEY_equal:
		zoom_by(view, 1.2);
		return TRUE;
	case GDK_KEY_minus:
	case GDK_KEY_KP_Subtract:
		zoom_by(view, 1 / 1.2);
		return TRUE;
	case GDK_KEY_0:
	case GDK_KEY_KP_0:
		gs_scatter_view_reset(view);
		return TRUE;
	default:
		return FALSE;
	}
}

void gs_scatter_view_set(GsScatterView *view, const double *x, const double *y, const double *z,
	const double *colour, unsigned n)
{
	const double *const values[AXES] = {x, y, z, colour};
	view->n = n;
	gs_scatter_view_set_edges(view, NULL, 0);
	for (int axis = 0; axis < AXES; axis++) {
		g_free(view->value[axis]);
		view->value[axis] = values[axis] ? g_memdup2(values[axis], n * sizeof(double))
						 : NULL;
		view->min[axis] = INFINITY;
		view->max[axis] = -INFINITY;
		for (unsigned i = 0; values[axis] && i < n; i++) {
			if (!isfinite(values[axis][i]))
				continue;
			view->min[axis] = fmin(view->min[axis], values[axis][i]);
			view->max[axis] = fmax(view->max[axis], values[axis][i]);
		}
	}
	changed(view);
}

void gs_scatter_view_set_size(GsScatterView *view, double size)
{
	view->size = size;
	gtk_widget_queue_draw(GTK_WIDGET(view));
}

void gs_scatter_view_set_edges(GsScatterView *view, const uint32_t (*edges)[2], size_t n)
{
	g_free(view->edges);
	view->edges = n ? g_memdup2(edges, n * sizeof *edges) : NULL;
	view->n_edges = n;
	gtk_widget_queue_draw(GTK_WIDGET(view));
}

void gs_scatter_view_set_true_to_scale(GsScatterView *view, bool true_to_scale)
{
	view->true_to_scale = true_to_scale;
	gtk_widget_queue_draw(GTK_WIDGET(view));
}

void gs_scatter_view_reset(GsScatterView *view)
{
	view->zoom = 1;
	view->turn = 0.5;
	view->tilt = 0.4;
	view->left = view->top = 0;
	changed(view);
}

void gs_scatter_view_set_focus(GsScatterView *view, int index)
{
	view->focus = index;
	gtk_widget_queue_draw(GTK_WIDGET(view));
}

static void finalize(GObject *object)
{
	for (int axis = 0; axis < AXES; axis++)
		g_free(GS_SCATTER_VIEW(object)->value[axis]);
	g_free(GS_SCATTER_VIEW(object)->edges);
	G_OBJECT_CLASS(gs_scatter_view_parent_class)->finalize(object);
}

static void gs_scatter_view_class_init(GsScatterViewClass *class)
{
	GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
	G_OBJECT_CLASS(class)->finalize = finalize;
	widget->draw = draw;
	widget->button_press_event = press;
	widget->button_release_event = release;
	widget->motion_notify_event = motion;
	widget->scroll_event = scroll;
	widget->key_press_event = key;
	gtk_widget_class_set_accessible_role(widget, ATK_ROLE_IMAGE);
	pick_signal = g_signal_new("pick", GS_TYPE_SCATTER_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
		NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void gs_scatter_view_init(GsScatterView *view)
{
	view->focus = -1;
	gs_scatter_view_reset(view);
	gtk_widget_set_can_focus(GTK_WIDGET(view), TRUE);
	gtk_widget_add_events(GTK_WIDGET(view), GDK_BUTTON_PRESS_MASK | GDK_BUTTON_RELEASE_MASK |
							GDK_POINTER_MOTION_MASK | GDK_SCROLL_MASK |
							GDK_SMOOTH_SCROLL_MASK);
}

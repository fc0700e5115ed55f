/* SPDX-License-Identifier: MIT */
#include "ui/mesh/scatter-view.h"

#include <math.h>
#include <string.h>
#include "frontend/pictures/colour-map.h"
#include "ui/mesh/scatter-faces.h"

enum { AXES = 4, COLOUR = 3 };

struct _GsScatterView {
	GtkDrawingArea parent;
	double *value[AXES]; /* x, y, z, colour */
	double min[AXES], max[AXES];
	unsigned n;
	uint32_t (*edges)[2];
	size_t n_edges;
	uint32_t (*faces)[3];
	size_t n_faces;
	double *depth; /* depth of the points, if the plot has no z; NULL */
	bool *behind;  /* NULL: the points are not in clip space */
	unsigned n_behind;
	char *names[COLOUR];
	bool true_to_scale;
	double aspect;
	int focus;
	double turn, tilt, zoom, left, top;
	double size; /* of points; 0: chosen by their number */
	bool pressed, dragged;
	double press_x, press_y, press_turn, press_tilt, press_left, press_top;
};

G_DEFINE_TYPE(GsScatterView, gs_scatter_view, GTK_TYPE_DRAWING_AREA)

static guint pick_signal;

/* Return how many times as wide as a unit of y a unit of the axis is drawn. */
static double stretch(GsScatterView *view, int axis)
{
	return axis == 0 && view->true_to_scale ? view->aspect : 1;
}

/* Return the length of the points' range along an axis. */
static double range_of(GsScatterView *view, int axis)
{
	return (view->max[axis] - view->min[axis]) * stretch(view, axis);
}

/* Return the length that an axis shows from end to end. */
static double scale_of(GsScatterView *view, int axis)
{
	double range = range_of(view, axis);
	for (int other = 0; axis != COLOUR && view->true_to_scale && other < COLOUR; other++)
		if (view->value[other])
			range = fmax(range, range_of(view, other));
	return range;
}

/* Return a value's position along an axis, from -0.5 to 0.5 for the points. */
static double unit(GsScatterView *view, int axis, double value)
{
	double scale = scale_of(view, axis);
	double middle = (view->max[axis] + view->min[axis]) / 2;
	return scale > 0 ? (value - middle) * stretch(view, axis) / scale : 0;
}

/* Return the longest axis' length in pixels. */
static double length(GsScatterView *view, double width, double height)
{
	double scale = scale_of(view, 0);
	if (!view->behind || !(scale > 0)) /* the plot may be turned */
		return fmin(width, height) * 0.86 * view->zoom;
	return fmin(width * scale / range_of(view, 0), height * scale / range_of(view, 1)) * 0.86 *
	       view->zoom;
}

/* Get the position at which x, y and z are drawn. depth: towards the viewer, in pixels; may be
 * NULL. */
static void project_values_deep(
	GsScatterView *view, const double values[3], double *x, double *y, double *depth)
{
	double w = gtk_widget_get_allocated_width(GTK_WIDGET(view));
	double h = gtk_widget_get_allocated_height(GTK_WIDGET(view));
	double p[3] = {0, 0, 0};
	for (int axis = 0; axis < 3; axis++)
		if (view->value[axis])
			p[axis] = unit(view, axis, values[axis]);
	if (view->value[2]) {
		double ax = p[0] * cos(view->turn) + p[2] * sin(view->turn);
		double az = p[2] * cos(view->turn) - p[0] * sin(view->turn);
		p[0] = ax;
		p[2] = az * cos(view->tilt) + p[1] * sin(view->tilt);
		p[1] = p[1] * cos(view->tilt) - az * sin(view->tilt);
	}
	double size = length(view, w, h);
	if (depth)
		*depth = p[2] * size;
	bool one = view->value[2] || view->true_to_scale;
	*x = w / 2 + view->left + p[0] * (one ? size : (w - 40) * view->zoom);
	*y = h / 2 + view->top - p[1] * (one ? size : (h - 30) * view->zoom);
}

static void project_values(GsScatterView *view, const double values[3], double *x, double *y)
{
	project_values_deep(view, values, x, y, NULL);
}

/* Get the position at which a point is drawn. Return false if it has none. */
static bool project_deep(GsScatterView *view, unsigned i, double *x, double *y, double *depth)
{
	double values[3] = {0, 0, 0};
	for (int axis = 0; axis < 3; axis++) {
		if (view->value[axis] && !isfinite(view->value[axis][i]))
			return false;
		if (view->value[axis])
			values[axis] = view->value[axis][i];
	}
	project_values_deep(view, values, x, y, depth);
	if (depth && view->depth && scale_of(view, 1) > 0)
		*depth = view->depth[i] / scale_of(view, 1) *
			 length(view, gtk_widget_get_allocated_width(GTK_WIDGET(view)),
				 gtk_widget_get_allocated_height(GTK_WIDGET(view)));
	return true;
}

static bool project(GsScatterView *view, unsigned i, double *x, double *y)
{
	return project_deep(view, i, x, y, NULL);
}

/* ---- the axes ---- */

static bool has_range(GsScatterView *view)
{
	for (int axis = 0; axis < 3; axis++)
		if ((axis < 2 || view->value[axis]) &&
			(!view->value[axis] || view->min[axis] > view->max[axis]))
			return false;
	return true;
}

static void add_line(GsScatterView *view, cairo_t *cr, const double from[3], const double to[3])
{
	double x, y;
	project_values(view, from, &x, &y);
	cairo_move_to(cr, x, y);
	project_values(view, to, &x, &y);
	cairo_line_to(cr, x, y);
}

/* Add the edges of the box between two corners; only of x and y if there is no z. */
static void add_box(GsScatterView *view, cairo_t *cr, const double low[3], const double high[3])
{
	int axes = view->value[2] ? 3 : 2;
	for (int corner = 0; corner < 1 << axes; corner++)
		for (int axis = 0; axis < axes; axis++) {
			double from[3] = {0, 0, 0}, to[3] = {0, 0, 0};
			if (corner >> axis & 1)
				continue;
			for (int a = 0; a < axes; a++)
				from[a] = to[a] = corner >> a & 1 ? high[a] : low[a];
			to[axis] = high[axis];
			add_line(view, cr, from, to);
		}
}

/* Add lines through the box where x or y is 0, if there is no z. */
static void add_zeros(GsScatterView *view, cairo_t *cr)
{
	for (int axis = 0; axis < 2 && !view->value[2]; axis++) {
		double from[3] = {view->min[0], view->min[1], 0};
		double to[3] = {view->max[0], view->max[1], 0};
		if (view->min[axis] >= 0 || view->max[axis] <= 0)
			continue;
		from[axis] = to[axis] = 0;
		add_line(view, cr, from, to);
	}
}

enum anchor { AT_START, AT_MIDDLE, AT_END };

static void draw_text(GsScatterView *view, cairo_t *cr, const char *text, double x, double y,
	enum anchor across, enum anchor down)
{
	g_autoptr(PangoLayout) layout = gtk_widget_create_pango_layout(GTK_WIDGET(view), text);
	g_autoptr(PangoAttrList) small = pango_attr_list_new();
	int width, height;
	pango_attr_list_insert(small, pango_attr_scale_new(PANGO_SCALE_SMALL));
	pango_layout_set_attributes(layout, small);
	pango_layout_get_pixel_size(layout, &width, &height);
	cairo_move_to(cr, x - width * across / 2.0, y - height * down / 2.0);
	pango_cairo_show_layout(cr, layout);
}

/* Draw the name and value of an axis on which all points have one value; those of other axes are
 * above and below. */
static void draw_only_value(GsScatterView *view, cairo_t *cr, int axis)
{
	enum { LINE = 15 };
	double at[3] = {view->min[0], view->min[1], view->value[2] ? view->min[2] : 0}, x, y;
	const char *name = view->names[axis];
	g_autofree char *text = g_strdup_printf(
		"%s%s%.4g", name ? name : "", name ? " = " : "", view->min[axis]);
	project_values(view, at, &x, &y);
	draw_text(view, cr, text, x, y + 6 + axis * LINE, AT_MIDDLE, AT_START);
}

/* Draw the ends of an axis, and its name between them, along the box's edge where the other axes
 * are lowest. */
static void draw_axis(GsScatterView *view, cairo_t *cr, int axis)
{
	double at[3] = {view->min[0], view->min[1], view->value[2] ? view->min[2] : 0};
	double places[3] = {
		view->min[axis], (view->min[axis] + view->max[axis]) / 2, view->max[axis]};
	bool flat = !view->value[2], down = flat && axis == 1;
	if (places[2] <= places[0]) {
		draw_only_value(view, cr, axis);
		return;
	}
	for (int i = 0; i < 3; i++) {
		double x, y;
		bool above = flat && axis == 0 && i == 1; /* the numbers use the line below */
		g_autofree char *number = g_strdup_printf("%.4g", places[i]);
		const char *text = i == 1 ? view->names[axis] : number;
		at[axis] = places[i];
		project_values(view, at, &x, &y);
		if (text)
			draw_text(view, cr, text, x + (down ? 3 : 0), y + (down || above ? 0 : 2),
				down ? AT_START : (enum anchor)i,
				down	? (enum anchor)(2 - i)
				: above ? AT_END
					: AT_START);
	}
}

static void draw_clip_volume(GsScatterView *view, cairo_t *cr)
{
	const double low[3] = {-1, -1, -1}, high[3] = {1, 1, 1}, dashes[] = {4, 4};
	double x, y;
	cairo_set_dash(cr, dashes, 2, 0);
	cairo_set_source_rgba(cr, 0.45, 0.85, 0.55, 0.8);
	add_box(view, cr, low, high);
	cairo_stroke(cr);
	cairo_set_dash(cr, NULL, 0, 0);
	project_values(view, (const double[3]){1, 1, 0}, &x, &y);
	draw_text(view, cr, "clip volume", x - 3, y + 1, AT_END, AT_START);
}

static void draw_axes(GsScatterView *view, cairo_t *cr)
{
	if (!has_range(view))
		return;
	cairo_set_line_width(cr, 1);
	cairo_set_source_rgba(cr, 1, 1, 1, 0.16);
	add_box(view, cr, view->min, view->max);
	add_zeros(view, cr);
	cairo_stroke(cr);
	if (view->behind)
		draw_clip_volume(view, cr);
	cairo_set_source_rgba(cr, 1, 1, 1, 0.6);
	for (int axis = 0; axis < 3; axis++)
		if (view->value[axis])
			draw_axis(view, cr, axis);
}

/* ---- the points ---- */

static void set_rgb(cairo_t *cr, uint32_t rgb)
{
	cairo_set_source_rgb(
		cr, (rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0);
}

static void draw_cross(cairo_t *cr, double x, double y, double size)
{
	set_rgb(cr, 0xff9040);
	cairo_set_line_width(cr, 1.5);
	for (int way = -1; way <= 1; way += 2) {
		cairo_move_to(cr, x - size / 2, y - way * size / 2);
		cairo_line_to(cr, x + size / 2, y + way * size / 2);
	}
	cairo_stroke(cr);
}

static struct gs_face_corner corner_of(GsScatterView *view, unsigned i)
{
	struct gs_face_corner corner = {0};
	corner.is_there = !(view->behind && view->behind[i]) &&
			  project_deep(view, i, &corner.x, &corner.y, &corner.depth) &&
			  isfinite(corner.depth);
	return corner;
}

/* Return a picture of the faces, or NULL if there are none. */
static struct gs_faces *paint_faces(GsScatterView *view)
{
	if (!view->n_faces || !view->value[0] || !view->value[1])
		return NULL;
	g_autofree struct gs_face_corner *corners = g_new(struct gs_face_corner, view->n);
	for (unsigned i = 0; i < view->n; i++)
		corners[i] = corner_of(view, i);
	return gs_faces_paint(gtk_widget_get_allocated_width(GTK_WIDGET(view)),
		gtk_widget_get_allocated_height(GTK_WIDGET(view)), corners,
		(const uint32_t(*)[3])view->faces, view->n_faces, view->n_edges > 0);
}

/* Draw a point, unless a face hides it; faces may be NULL. */
static void draw_point(
	GsScatterView *view, cairo_t *cr, unsigned i, double size, const struct gs_faces *faces)
{
	double x, y;
	if (!project(view, i, &x, &y))
		return;
	if (faces) {
		const struct gs_face_corner corner = corner_of(view, i);
		if (corner.is_there && gs_faces_hide(faces, &corner))
			return;
	}
	if (view->behind && view->behind[i]) {
		draw_cross(cr, x, y, fmax(size, 5));
		return;
	}
	const double *colour = view->value[COLOUR];
	if (colour && isfinite(colour[i]))
		set_rgb(cr, gs_colour_map_at(GS_MAP_VIRIDIS, unit(view, COLOUR, colour[i]) + 0.5));
	else if (colour)
		set_rgb(cr, 0xff00ff);
	else
		set_rgb(cr, 0x7fb2ff);
	cairo_rectangle(cr, x - size / 2, y - size / 2, size, size);
	cairo_fill(cr);
	if (colour && size >= 4) { /* makes the dark end of the colours visible */
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
		if (i % 1000 == 999) /* long paths are slow */
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

static char *behind_text(GsScatterView *view)
{
	return g_strdup_printf("× %u behind the eye (w ≤ 0)", view->n_behind);
}

static gboolean draw(GtkWidget *widget, cairo_t *cr)
{
	GsScatterView *view = GS_SCATTER_VIEW(widget);
	cairo_set_source_rgb(cr, 0.15, 0.155, 0.165);
	cairo_paint(cr);
	draw_axes(view, cr);
	draw_edges(view, cr);
	struct gs_faces *faces = paint_faces(view);
	if (faces) {
		cairo_set_source_surface(cr, gs_faces_surface(faces), 0, 0);
		cairo_paint(cr);
	}
	double size = view->size > 0 ? view->size : view->n > 20000 ? 1.5 : view->n > 500 ? 3 : 5;
	for (unsigned i = 0; view->value[0] && view->value[1] && i < view->n; i++)
		draw_point(view, cr, i, size, faces);
	gs_faces_free(faces);
	draw_focus(view, cr);
	if (view->n_behind) {
		g_autofree char *text = behind_text(view);
		set_rgb(cr, 0xff9040);
		draw_text(view, cr, text, 6, 4, AT_START, AT_START);
	}
	return FALSE;
}

/* Describe the view for screen readers, and draw it again. */
static void changed(GsScatterView *view)
{
	g_autofree char *turned = view->value[2]
					  ? g_strdup_printf("turned by %.0f and %.0f degrees",
						    view->turn * 180 / G_PI,
						    view->tilt * 180 / G_PI)
					  : g_strdup_printf(
						    "moved by %.0f, %.0f", view->left, view->top);
	g_autofree char *behind = view->n_behind ? behind_text(view) : g_strdup("");
	g_autofree char *text = g_strdup_printf("%u points, %s, zoom %.2f%s%s", view->n, turned,
		view->zoom, *behind ? ", " : "", behind);
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

/* Turn the plot if it has a z, else move it. */
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

/* Find the ranges of the axes. In clip space they include the clip volume, and exclude points
 * behind the eye, whose positions mean nothing. */
static void find_ranges(GsScatterView *view)
{
	for (int axis = 0; axis < AXES; axis++) {
		const double *values = view->value[axis];
		bool clip = view->behind && axis != COLOUR;
		view->min[axis] = clip ? -1 : INFINITY;
		view->max[axis] = clip ? 1 : -INFINITY;
		for (unsigned i = 0; values && i < view->n; i++) {
			if (!isfinite(values[i]) || (clip && view->behind[i]))
				continue;
			view->min[axis] = fmin(view->min[axis], values[i]);
			view->max[axis] = fmax(view->max[axis], values[i]);
		}
	}
}

void gs_scatter_view_set(GsScatterView *view, const double *x, const double *y, const double *z,
	const double *colour, unsigned n)
{
	const double *const values[AXES] = {x, y, z, colour};
	view->n = n;
	gs_scatter_view_set_edges(view, NULL, 0);
	gs_scatter_view_set_faces(view, NULL, 0, NULL);
	g_clear_pointer(&view->behind, g_free);
	view->n_behind = 0;
	for (int axis = 0; axis < AXES; axis++) {
		g_free(view->value[axis]);
		view->value[axis] = values[axis] ? g_memdup2(values[axis], n * sizeof(double))
						 : NULL;
	}
	find_ranges(view);
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

void gs_scatter_view_set_faces(
	GsScatterView *view, const uint32_t (*faces)[3], size_t n, const double *depth)
{
	g_free(view->faces);
	view->faces = NULL;
	view->n_faces = 0;
	for (size_t i = 0; i < n; i++) { /* leaves out faces with points that do not exist */
		if (faces[i][0] >= view->n || faces[i][1] >= view->n || faces[i][2] >= view->n)
			continue;
		if (!view->faces)
			view->faces = g_malloc_n(n, sizeof *faces);
		memcpy(view->faces[view->n_faces++], faces[i], sizeof *faces);
	}
	g_free(view->depth);
	view->depth = depth ? g_memdup2(depth, view->n * sizeof *depth) : NULL;
	gtk_widget_queue_draw(GTK_WIDGET(view));
}

void gs_scatter_view_set_names(GsScatterView *view, const char *const names[3])
{
	for (int axis = 0; axis < COLOUR; axis++) {
		g_free(view->names[axis]);
		view->names[axis] = g_strdup(names[axis]);
	}
	gtk_widget_queue_draw(GTK_WIDGET(view));
}

void gs_scatter_view_set_behind(GsScatterView *view, const bool *behind)
{
	g_free(view->behind);
	view->behind = behind ? g_memdup2(behind, view->n * sizeof *behind) : NULL;
	view->n_behind = 0;
	for (unsigned i = 0; behind && i < view->n; i++)
		view->n_behind += behind[i];
	find_ranges(view);
	changed(view);
}

void gs_scatter_view_set_true_to_scale(GsScatterView *view, bool true_to_scale)
{
	view->true_to_scale = true_to_scale;
	gtk_widget_queue_draw(GTK_WIDGET(view));
}

void gs_scatter_view_set_aspect(GsScatterView *view, double aspect)
{
	view->aspect = aspect;
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
	for (int axis = 0; axis < COLOUR; axis++)
		g_free(GS_SCATTER_VIEW(object)->names[axis]);
	g_free(GS_SCATTER_VIEW(object)->edges);
	g_free(GS_SCATTER_VIEW(object)->faces);
	g_free(GS_SCATTER_VIEW(object)->depth);
	g_free(GS_SCATTER_VIEW(object)->behind);
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
	view->aspect = 1;
	gs_scatter_view_reset(view);
	gtk_widget_set_can_focus(GTK_WIDGET(view), TRUE);
	gtk_widget_add_events(GTK_WIDGET(view), GDK_BUTTON_PRESS_MASK | GDK_BUTTON_RELEASE_MASK |
							GDK_POINTER_MOTION_MASK | GDK_SCROLL_MASK |
							GDK_SMOOTH_SCROLL_MASK);
}

/* SPDX-License-Identifier: MIT */
#include "ui/images/image-view.h"

#include <math.h>
#include <string.h>
#include "frontend/pictures/image-levels.h"
#include "ui/images/image-outline.h"

enum { CHECKER = 8, DRAG_AFTER = 4 };
static const double ZOOM_LEAST = 1.0 / 16, ZOOM_MOST = 128, ZOOM_CELLS = 44;

#define BACKGROUND 0.235, 0.245, 0.26

struct _GsImageView {
	GtkDrawingArea parent;
	cairo_surface_t *whole, *surface; /* surface of all planes, and of the shown one */
	cairo_surface_t *preview;	  /* painted in place of .surface; NULL */
	unsigned planes, plane;
	int width, height; /* of the shown plane */
	char *text;
	double zoom;	  /* 0: fit into the widget */
	double left, top; /* position of the image in widget pixels, while it does not fit */
	bool has_focus, has_cursor;
	unsigned focus_x, focus_y, cursor_x, cursor_y;
	bool pressed, dragging, selecting, flip;
	bool is_past;
	GBytes *inside;		    /* pixels inside the outline; NULL: no outline */
	struct gs_outline *outline; /* as drawn last; NULL */
	bool has_pin;
	unsigned pin_x, pin_y;
	double at_x, at_y; /* position of the pointer while selecting */
	gs_cell_func cells;
	gpointer cells_data;
	double press_x, press_y, press_left, press_top;
};

G_DEFINE_TYPE(GsImageView, gs_image_view, GTK_TYPE_DRAWING_AREA)

enum { PICK, PIN, HOVER, SELECT, OPEN, MENU, N_SIGNALS };
static guint signals[N_SIGNALS];

/* ---- geometry ---- */

static double fit_zoom(GsImageView *view)
{
	double w = gtk_widget_get_allocated_width(GTK_WIDGET(view)) - 2;
	double h = gtk_widget_get_allocated_height(GTK_WIDGET(view)) - 2;
	if (!view->surface || w < 1 || h < 1)
		return 1;
	double zoom = fmin(w / view->width, h / view->height);
	return zoom > 1 ? fmin(floor(zoom), ZOOM_MOST) : zoom;
}

double gs_image_view_get_zoom(GsImageView *view)
{
	return view->zoom > 0 ? view->zoom : fit_zoom(view);
}

/* Limit an image's position so that it covers the middle of the widget: nothing is gained by moving
 * it out of sight. */
static double held(double at, double size, double shown)
{
	return fmin(size / 2, fmax(at, size / 2 - shown));
}

static void place(GsImageView *view, double *zoom, double *left, double *top)
{
	double w = gtk_widget_get_allocated_width(GTK_WIDGET(view));
	double h = gtk_widget_get_allocated_height(GTK_WIDGET(view));
	*zoom = gs_image_view_get_zoom(view);
	double shown_w = view->width * *zoom, shown_h = view->height * *zoom;
	bool is_put = view->zoom > fit_zoom(view);
	*left = is_put ? held(view->left, w, shown_w) : floor((w - shown_w) / 2);
	*top = is_put ? held(view->top, h, shown_h) : floor((h - shown_h) / 2);
}

/* Convert a shown row, counted from the top, to y from the bottom of the plane, or back. */
static int flipped(GsImageView *view, int y)
{
	return view->flip ? y : view->height - 1 - y;
}

static unsigned y_of(GsImageView *view, int row)
{
	return view->plane * (unsigned)view->height + (unsigned)flipped(view, row);
}

static int row_of(GsImageView *view, unsigned y)
{
	return flipped(view, (int)y - (int)view->plane * view->height);
}

static bool pixel_at(GsImageView *view, double at_x, double at_y, unsigned *x, unsigned *y)
{
	double zoom, left, top;
	place(view, &zoom, &left, &top);
	double px = floor((at_x - left) / zoom), py = floor((at_y - top) / zoom);
	if (!view->surface || px < 0 || py < 0 || px >= view->width || py >= view->height)
		return false;
	*x = (unsigned)px;
	*y = y_of(view, (int)py);
	return true;
}

static void zoom_at(GsImageView *view, double factor, double at_x, double at_y)
{
	double zoom, left, top;
	place(view, &zoom, &left, &top);
	double wanted = fmin(ZOOM_MOST, fmax(ZOOM_LEAST, zoom * factor));
	view->left = at_x - (at_x - left) * wanted / zoom;
	view->top = at_y - (at_y - top) * wanted / zoom;
	view->zoom = wanted;
	gtk_widget_queue_draw(GTK_WIDGET(view));
}

/* ---- drawing ---- */

static cairo_pattern_t *checkerboard(void)
{
	static cairo_pattern_t *pattern;
	if (pattern)
		return pattern;
	cairo_surface_t *tile = cairo_image_surface_create(
		CAIRO_FORMAT_RGB24, 2 * CHECKER, 2 * CHECKER);
	cairo_t *cr = cairo_create(tile);
	cairo_set_source_rgb(cr, 0.78, 0.78, 0.78);
	cairo_paint(cr);
	cairo_set_source_rgb(cr, 0.62, 0.62, 0.62);
	cairo_rectangle(cr, 0, 0, CHECKER, CHECKER);
	cairo_rectangle(cr, CHECKER, CHECKER, CHECKER, CHECKER);
	cairo_fill(cr);
	cairo_destroy(cr);
	pattern = cairo_pattern_create_for_surface(tile);
	cairo_pattern_set_extend(pattern, CAIRO_EXTEND_REPEAT);
	cairo_surface_destroy(tile);
	return pattern;
}

static void draw_text(GsImageView *view, cairo_t *cr)
{
	int w = gtk_widget_get_allocated_width(GTK_WIDGET(view));
	int h = gtk_widget_get_allocated_height(GTK_WIDGET(view));
	g_autoptr(PangoLayout)
		layout = gtk_widget_create_pango_layout(GTK_WIDGET(view), view->text);
	pango_layout_set_width(layout, MAX(w - 24, 40) * PANGO_SCALE);
	pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER);
	pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
	int text_h;
	pango_layout_get_pixel_size(layout, NULL, &text_h);
	cairo_move_to(cr, 12, (h - text_h) / 2.0);
	cairo_set_source_rgb(cr, 0.72, 0.72, 0.72);
	pango_cairo_show_layout(cr, layout);
}

/* Stroke the path in dark and, narrower, in a light colour, so that it is visible on any colour. */
static void stroke_twice(cairo_t *cr, double r, double g, double b)
{
	cairo_set_line_width(cr, 3);
	cairo_set_source_rgba(cr, 0, 0, 0, 0.7);
	cairo_stroke_preserve(cr);
	cairo_set_line_width(cr, 1);
	cairo_set_source_rgb(cr, r, g, b);
	cairo_stroke(cr);
}

enum cross { CROSS_PIN, CROSS_CURSOR, CROSS_FOCUS };

static void draw_cross(GsImageView *view, cairo_t *cr, unsigned x, unsigned y, enum cross which)
{
	double zoom, left, top;
	int row = row_of(view, y);
	if (row < 0 || row >= view->height)
		return;
	place(view, &zoom, &left, &top);
	double size = fmax(zoom, 5), arm = which != CROSS_PIN ? 14 : 0;
	double cx = floor(left + (x + 0.5) * zoom) + 0.5;
	double cy = floor(top + (row + 0.5) * zoom) + 0.5;
	double half = floor(size / 2) + 1;
	cairo_rectangle(cr, cx - half, cy - half, 2 * half, 2 * half);
	if (arm > 0) {
		cairo_move_to(cr, cx - half - arm, cy);
		cairo_line_to(cr, cx - half, cy);
		cairo_move_to(cr, cx + half, cy);
		cairo_line_to(cr, cx + half + arm, cy);
		cairo_move_to(cr, cx, cy - half - arm);
		cairo_line_to(cr, cx, cy - half);
		cairo_move_to(cr, cx, cy + half);
		cairo_line_to(cr, cx, cy + half + arm);
	}
	if (which == CROSS_FOCUS)
		stroke_twice(cr, 1, 0.85, 0.1);
	else if (which == CROSS_CURSOR)
		stroke_twice(cr, 0.3, 0.9, 1);
	else
		stroke_twice(cr, 1, 1, 1);
}

/* Return a colour component's linear value, as in WCAG 2.1's definition of luminance. */
static double linear(unsigned char part)
{
	double c = part / 255.0;
	return c <= 0.03928 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

/* Return whether black has more contrast than white to the pixel's colour. The better one always
 * has a ratio of at least 4.58. */
static bool is_light(GsImageView *view, int x, int row)
{
	const unsigned char *data = cairo_image_surface_get_data(view->surface);
	int stride = cairo_image_surface_get_stride(view->surface);
	int stored = view->flip ? view->height - 1 - row : row;
	const unsigned char *p = data + (size_t)stored * (size_t)stride + (size_t)x * 4;
	if (cairo_image_surface_get_format(view->surface) == CAIRO_FORMAT_ARGB32 && p[3] < 128)
		return true; /* the checkerboard is visible */
	double luminance = 0.2126 * linear(p[2]) + 0.7152 * linear(p[1]) + 0.0722 * linear(p[0]);
	return (luminance + 0.05) * (luminance + 0.05) > 0.05 * 1.05;
}

static void draw_cell(GsImageView *view, cairo_t *cr, PangoLayout *layout, int x, int row)
{
	double zoom, left, top;
	int width, height;
	g_autofree char *text = view->cells(view->cells_data, (unsigned)x, y_of(view, row));
	if (!text)
		return;
	place(view, &zoom, &left, &top);
	pango_layout_set_text(layout, text, -1);
	pango_layout_get_pixel_size(layout, &width, &height);
	double fit = fmin(1, fmin((zoom - 4) / width, (zoom - 2) / height));
	cairo_save(cr);
	cairo_translate(cr, left + (x + 0.5) * zoom - width * fit / 2,
		top + (row + 0.5) * zoom - height * fit / 2);
	cairo_scale(cr, fit, fit);
	double grey = is_light(view, x, row) ? 0 : 1;
	cairo_set_source_rgb(cr, grey, grey, grey);
	pango_cairo_show_layout(cr, layout);
	cairo_restore(cr);
}

/* Draw the values in the visible pixels. */
static void draw_cells(GsImageView *view, cairo_t *cr)
{
	double zoom, left, top;
	double w = gtk_widget_get_allocated_width(GTK_WIDGET(view));
	double h = gtk_widget_get_allocated_height(GTK_WIDGET(view));
	place(view, &zoom, &left, &top);
	g_autoptr(PangoLayout) layout = gtk_widget_create_pango_layout(GTK_WIDGET(view), NULL);
	PangoAttrList *attributes = pango_attr_list_new();
	pango_attr_list_insert(attributes, pango_attr_scale_new(0.8));
	pango_layout_set_attributes(layout, attributes);
	pango_attr_list_unref(attributes);
	pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER);
	int first_x = (int)fmax(0, floor(-left / zoom)), first_y = (int)fmax(0, floor(-top / zoom));
	for (int row = first_y; row < view->height && top + row * zoom < h; row++)
		for (int x = first_x; x < view->width && left + x * zoom < w; x++)
			draw_cell(view, cr, layout, x, row);
}

static void draw_selection(GsImageView *view, cairo_t *cr)
{
	cairo_rectangle(cr, fmin(view->press_x, view->at_x), fmin(view->press_y, view->at_y),
		fabs(view->at_x - view->press_x), fabs(view->at_y - view->press_y));
	stroke_twice(cr, 1, 1, 1);
}

static void draw_outline(GsImageView *view, cairo_t *cr)
{
	GtkWidget *widget = GTK_WIDGET(view);
	gsize size;
	const uint8_t *inside = g_bytes_get_data(view->inside, &size);
	if (size != (gsize)view->width * (gsize)view->height)
		return;
	struct gs_outline_view at = {.image_width = view->width,
		.image_height = view->height,
		.flip = view->flip,
		.width = gtk_widget_get_allocated_width(widget),
		.height = gtk_widget_get_allocated_height(widget),
		.scale = gtk_widget_get_scale_factor(widget)};
	place(view, &at.zoom, &at.left, &at.top);
	gs_outline_make(&view->outline, inside, &at);
	cairo_set_source_surface(cr, gs_outline_surface(view->outline), 0, 0);
	cairo_paint_with_alpha(cr, view->is_past ? 0.3 : 1);
}

/* Paint the image; cr is scaled to the image's pixels. */
static void paint_surface(GsImageView *view, cairo_t *cr, double zoom)
{
	int factor, scale = gtk_widget_get_scale_factor(GTK_WIDGET(view));
	if (view->preview) {
		cairo_scale(cr, (double)view->width / cairo_image_surface_get_width(view->preview),
			(double)view->height / cairo_image_surface_get_height(view->preview));
		cairo_set_source_surface(cr, view->preview, 0, 0);
	} else {
		cairo_surface_t *level = gs_image_level_at(view->surface, zoom * scale, &factor);
		cairo_scale(cr, factor, factor);
		cairo_set_source_surface(cr, level, 0, 0);
	}
	cairo_pattern_set_filter(cairo_get_source(cr),
		zoom * scale < 1 ? CAIRO_FILTER_BILINEAR : CAIRO_FILTER_NEAREST);
	cairo_paint(cr);
}

static gboolean draw(GtkWidget *widget, cairo_t *cr)
{
	GsImageView *view = GS_IMAGE_VIEW(widget);
	cairo_set_source_rgb(cr, BACKGROUND);
	cairo_paint(cr);
	if (!view->surface) {
		draw_text(view, cr);
		return FALSE;
	}
	double zoom, left, top;
	place(view, &zoom, &left, &top);
	cairo_save(cr);
	cairo_rectangle(cr, left, top, view->width * zoom, view->height * zoom);
	cairo_clip(cr);
	cairo_set_source(cr, checkerboard());
	cairo_paint(cr);
	cairo_translate(cr, left, top);
	cairo_scale(cr, zoom, zoom);
	if (view->flip) {
		cairo_translate(cr, 0, view->height);
		cairo_scale(cr, 1, -1);
	}
	paint_surface(view, cr, zoom);
	if (view->is_past) {
		cairo_set_source_rgba(cr, BACKGROUND, 0.7);
		cairo_paint(cr);
	}
	cairo_restore(cr);
	if (view->inside)
		draw_outline(view, cr);
	if (view->cells && zoom >= ZOOM_CELLS)
		draw_cells(view, cr);
	if (view->selecting && view->dragging)
		draw_selection(view, cr);
	if (view->has_pin)
		draw_cross(view, cr, view->pin_x, view->pin_y, CROSS_PIN);
	if (view->has_focus)
		draw_cross(view, cr, view->focus_x, view->focus_y, CROSS_FOCUS);
	if (view->has_cursor && gtk_widget_has_focus(widget))
		draw_cross(view, cr, view->cursor_x, view->cursor_y, CROSS_CURSOR);
	if (gtk_widget_has_visible_focus(widget))
		gtk_render_focus(gtk_widget_get_style_context(widget), cr, 0, 0,
			gtk_widget_get_allocated_width(widget),
			gtk_widget_get_allocated_height(widget));
	return FALSE;
}

/* ---- input ---- */

static void hover(GsImageView *view, double at_x, double at_y)
{
	unsigned x = 0, y = 0;
	gboolean inside = pixel_at(view, at_x, at_y, &x, &y);
	g_signal_emit(view, signals[HOVER], 0, inside, x, y);
}

static gboolean button_press(GtkWidget *widget, GdkEventButton *event)
{
	GsImageView *view = GS_IMAGE_VIEW(widget);
	gtk_widget_grab_focus(widget);
	unsigned x, y;
	if (gdk_event_triggers_context_menu((GdkEvent *)event) && view->surface &&
		pixel_at(view, event->x, event->y, &x, &y)) {
		g_signal_emit(view, signals[MENU], 0, x, y);
		return TRUE;
	}
	if (event->type == GDK_2BUTTON_PRESS && event->button == 1 && view->surface &&
		pixel_at(view, event->x, event->y, &x, &y)) {
		g_signal_emit(view, signals[OPEN], 0, x, y);
		return TRUE;
	}
	if (event->type != GDK_BUTTON_PRESS || event->button > 2 || !view->surface)
		return FALSE;
	double zoom;
	place(view, &zoom, &view->press_left, &view->press_top);
	view->pressed = true;
	view->dragging = event->button == 2;
	view->selecting = event->button == 1 && event->state & GDK_SHIFT_MASK;
	view->press_x = event->x;
	view->press_y = event->y;
	return TRUE;
}

static void move_cursor(GsImageView *view, int dx, int dy)
{
	if (!view->has_cursor) {
		view->cursor_x = view->has_focus ? view->focus_x : (unsigned)view->width / 2;
		view->cursor_y = view->has_focus ? view->focus_y : y_of(view, view->height / 2);
		view->has_cursor = true;
	}
	int first = (int)view->plane * view->height;
	view->cursor_x = (unsigned)CLAMP((int)view->cursor_x + dx, 0, view->width - 1);
	view->cursor_y = (unsigned)CLAMP((int)view->cursor_y + dy, first, first + view->height - 1);
	g_signal_emit(view, signals[HOVER], 0, TRUE, view->cursor_x, view->cursor_y);
	gtk_widget_queue_draw(GTK_WIDGET(view));
}

/* Show the menu of the pixel at the cursor, which appears if there is none. */
static gboolean popup_menu(GtkWidget *widget)
{
	GsImageView *view = GS_IMAGE_VIEW(widget);
	if (!view->surface)
		return FALSE;
	move_cursor(view, 0, 0);
	g_signal_emit(view, signals[MENU], 0, view->cursor_x, view->cursor_y);
	return TRUE;
}

void gs_image_view_pixel_area(GsImageView *view, unsigned x, unsigned y, GdkRectangle *area)
{
	double zoom, left, top;
	place(view, &zoom, &left, &top);
	*area = (GdkRectangle){(int)(left + x * zoom), (int)(top + row_of(view, y) * zoom),
		(int)fmax(zoom, 1), (int)fmax(zoom, 1)};
}

static void select_dragged(GsImageView *view, double x, double y)
{
	unsigned x0, y0, x1, y1;
	if (pixel_at(view, view->press_x, view->press_y, &x0, &y0) &&
		pixel_at(view, x, y, &x1, &y1))
		g_signal_emit(view, signals[SELECT], 0, MIN(x0, x1), MIN(y0, y1), MAX(x0, x1),
			MAX(y0, y1));
}

static gboolean button_release(GtkWidget *widget, GdkEventButton *event)
{
	GsImageView *view = GS_IMAGE_VIEW(widget);
	unsigned x, y;
	if (view->pressed && view->selecting && view->dragging) {
		select_dragged(view, event->x, event->y);
	} else if (view->pressed && !view->dragging && pixel_at(view, event->x, event->y, &x, &y)) {
		view->cursor_x = x; /* arrows and the menu key begin there */
		view->cursor_y = y;
		view->has_cursor = true;
		g_signal_emit(view, signals[event->state & GDK_CONTROL_MASK ? PIN : PICK], 0, x, y);
	}
	view->pressed = view->dragging = view->selecting = false;
	gtk_widget_queue_draw(widget);
	return TRUE;
}

static gboolean motion(GtkWidget *widget, GdkEventMotion *event)
{
	GsImageView *view = GS_IMAGE_VIEW(widget);
	double dx = event->x - view->press_x, dy = event->y - view->press_y;
	if (view->pressed && hypot(dx, dy) > DRAG_AFTER)
		view->dragging = true;
	view->at_x = event->x;
	view->at_y = event->y;
	if (view->selecting)
		gtk_widget_queue_draw(widget);
	if (view->dragging && !view->selecting && view->zoom > 0) {
		view->left = view->press_left + dx;
		view->top = view->press_top + dy;
		gtk_widget_queue_draw(widget);
	}
	hover(view, event->x, event->y);
	return TRUE;
}

static gboolean leave(GtkWidget *widget, GdkEventCrossing *event)
{
	hover(GS_IMAGE_VIEW(widget), -1, -1);
	return FALSE;
}

static gboolean scroll(GtkWidget *widget, GdkEventScroll *event)
{
	double dx = 0, dy = 0;
	if (event->direction == GDK_SCROLL_UP)
		dy = -1;
	else if (event->direction == GDK_SCROLL_DOWN)
		dy = 1;
	else if (event->direction == GDK_SCROLL_SMOOTH)
		gdk_event_get_scroll_deltas((GdkEvent *)event, &dx, &dy);
	if (dy != 0 && GS_IMAGE_VIEW(widget)->surface)
		zoom_at(GS_IMAGE_VIEW(widget), pow(1.25, -dy), event->x, event->y);
	hover(GS_IMAGE_VIEW(widget), event->x, event->y);
	return TRUE;
}

static bool zoom_key(GsImageView *view, guint key)
{
	switch (key) {
	case GDK_KEY_plus:
	case GDK_KEY_equal:
	case GDK_KEY_KP_Add:
		gs_image_view_zoom_by(view, 1.25);
		return true;
	case GDK_KEY_minus:
	case GDK_KEY_KP_Subtract:
		gs_image_view_zoom_by(view, 0.8);
		return true;
	case GDK_KEY_0:
		gs_image_view_set_zoom(view, 0);
		return true;
	case GDK_KEY_1:
		gs_image_view_set_zoom(view, 1);
		return true;
	default:
		return false;
	}
}

static gboolean key_press(GtkWidget *widget, GdkEventKey *event)
{
	GsImageView *view = GS_IMAGE_VIEW(widget);
	int step = event->state & GDK_CONTROL_MASK ? 10 : 1;
	if (!view->surface || event->state & GDK_MOD1_MASK)
		return FALSE;
	switch (event->keyval) {
	case GDK_KEY_Left:
		move_cursor(view, -step, 0);
		return TRUE;
	case GDK_KEY_Right:
		move_cursor(view, step, 0);
		return TRUE;
	case GDK_KEY_Up:
		move_cursor(view, 0, view->flip ? -step : step);
		return TRUE;
	case GDK_KEY_Down:
		move_cursor(view, 0, view->flip ? step : -step);
		return TRUE;
	case GDK_KEY_Return:
	case GDK_KEY_KP_Enter:
	case GDK_KEY_space:
		if (view->has_cursor)
			g_signal_emit(view, signals[PICK], 0, view->cursor_x, view->cursor_y);
		if (view->has_cursor && event->keyval != GDK_KEY_space)
			g_signal_emit(view, signals[OPEN], 0, view->cursor_x, view->cursor_y);
		return TRUE;
	default: /* also for the menu key */
		return zoom_key(view, event->keyval) ||
		       GTK_WIDGET_CLASS(gs_image_view_parent_class)->key_press_event(widget, event);
	}
}

/* ---- the object ---- */

/* Return a surface of the shown plane, sharing the data of the whole, whose first rows are the last
 * plane. */
static cairo_surface_t *one_plane(const GsImageView *view)
{
	int height = cairo_image_surface_get_height(view->whole) / (int)view->planes;
	int stride = cairo_image_surface_get_stride(view->whole);
	cairo_surface_t *surface = cairo_image_surface_create_for_data(
		cairo_image_surface_get_data(view->whole) +
			(ptrdiff_t)(view->planes - 1 - view->plane) * height * stride,
		cairo_image_surface_get_format(view->whole),
		cairo_image_surface_get_width(view->whole), height, stride);
	gs_image_add_levels(surface, true);
	return surface;
}

void gs_image_view_set_surface(GsImageView *view, cairo_surface_t *surface, const char *text)
{
	if (surface)
		cairo_surface_reference(surface);
	g_clear_pointer(&view->surface, cairo_surface_destroy);
	g_clear_pointer(&view->preview, cairo_surface_destroy);
	g_clear_pointer(&view->whole, cairo_surface_destroy);
	view->whole = surface;
	if (surface && view->planes > 1)
		surface = one_plane(view);
	else if (surface)
		cairo_surface_reference(surface);
	view->surface = surface;
	int width = surface ? cairo_image_surface_get_width(surface) : view->width;
	int height = surface ? cairo_image_surface_get_height(surface) : view->height;
	if (width != view->width || height != view->height) {
		view->zoom = 0;
		view->has_cursor = false;
	}
	view->width = width;
	view->height = height;
	g_free(view->text);
	view->text = g_strdup(text ? text : "");
	atk_object_set_description(
		gtk_widget_get_accessible(GTK_WIDGET(view)), surface ? "" : view->text);
	gtk_widget_queue_draw(GTK_WIDGET(view));
}

void gs_image_view_set_plane(GsImageView *view, unsigned planes, unsigned plane)
{
	if (planes == view->planes && plane == view->plane)
		return;
	view->planes = planes;
	view->plane = plane;
	view->has_cursor = false;
	if (!view->whole)
		return;
	cairo_surface_t *whole = cairo_surface_reference(view->whole);
	g_autofree char *text = g_strdup(view->text);
	gs_image_view_set_surface(view, whole, text);
	cairo_surface_destroy(whole);
}

unsigned gs_image_view_step(GsImageView *view)
{
	double zoom = gs_image_view_get_zoom(view) * gtk_widget_get_scale_factor(GTK_WIDGET(view));
	return view->surface && zoom < 1 ? (unsigned)(1 / zoom) : 1;
}

void gs_image_view_set_preview(GsImageView *view, cairo_surface_t *preview)
{
	int step = (int)gs_image_view_step(view);
	if (!view->surface || !preview ||
		cairo_image_surface_get_width(preview) != (view->width + step - 1) / step ||
		cairo_image_surface_get_height(preview) != (view->height + step - 1) / step)
		return;
	g_clear_pointer(&view->preview, cairo_surface_destroy);
	view->preview = cairo_surface_reference(preview);
	gtk_widget_queue_draw(GTK_WIDGET(view));
}

cairo_surface_t *gs_image_view_get_surface(GsImageView *view)
{
	return view->surface;
}

void gs_image_view_set_flip(GsImageView *view, bool flip)
{
	view->flip = flip;
	gtk_widget_queue_draw(GTK_WIDGET(view));
}

void gs_image_view_set_past(GsImageView *view, bool is_past)
{
	if (view->is_past != is_past)
		gtk_widget_queue_draw(GTK_WIDGET(view));
	view->is_past = is_past;
}

void gs_image_view_set_outline(GsImageView *view, GBytes *inside)
{
	if (inside)
		g_bytes_ref(inside);
	g_clear_pointer(&view->inside, g_bytes_unref);
	g_clear_pointer(&view->outline, gs_outline_free);
	view->inside = inside;
	gtk_widget_queue_draw(GTK_WIDGET(view));
}

void gs_image_view_set_pin(GsImageView *view, bool has_pin, unsigned x, unsigned y)
{
	view->has_pin = has_pin;
	view->pin_x = x;
	view->pin_y = y;
	gtk_widget_queue_draw(GTK_WIDGET(view));
}

void gs_image_view_set_cells(GsImageView *view, gs_cell_func func, gpointer data)
{
	view->cells = func;
	view->cells_data = data;
}

void gs_image_view_set_focus(GsImageView *view, bool has_focus, unsigned x, unsigned y)
{
	view->has_focus = has_focus;
	view->focus_x = x;
	view->focus_y = y;
	gtk_widget_queue_draw(GTK_WIDGET(view));
}

void gs_image_view_set_zoom(GsImageView *view, double zoom)
{
	if (zoom <= 0) {
		view->zoom = 0;
		gtk_widget_queue_draw(GTK_WIDGET(view));
		return;
	}
	gs_image_view_zoom_by(view, zoom / gs_image_view_get_zoom(view));
}

void gs_image_view_zoom_by(GsImageView *view, double factor)
{
	double zoom, left, top, x, y;
	place(view, &zoom, &left, &top);
	x = gtk_widget_get_allocated_width(GTK_WIDGET(view)) / 2.0;
	y = gtk_widget_get_allocated_height(GTK_WIDGET(view)) / 2.0;
	if (view->has_focus) { /* the focus pixel stays in place */
		x = left + (view->focus_x + 0.5) * zoom;
		y = top + (row_of(view, view->focus_y) + 0.5) * zoom;
	}
	zoom_at(view, factor, x, y);
}

static void finalize(GObject *object)
{
	GsImageView *view = GS_IMAGE_VIEW(object);
	g_clear_pointer(&view->preview, cairo_surface_destroy);
	g_clear_pointer(&view->surface, cairo_surface_destroy);
	g_clear_pointer(&view->whole, cairo_surface_destroy);
	g_clear_pointer(&view->inside, g_bytes_unref);
	g_clear_pointer(&view->outline, gs_outline_free);
	g_free(view->text);
	G_OBJECT_CLASS(gs_image_view_parent_class)->finalize(object);
}

static void gs_image_view_class_init(GsImageViewClass *class)
{
	GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
	G_OBJECT_CLASS(class)->finalize = finalize;
	widget->draw = draw;
	widget->button_press_event = button_press;
	widget->button_release_event = button_release;
	widget->motion_notify_event = motion;
	widget->leave_notify_event = leave;
	widget->scroll_event = scroll;
	widget->key_press_event = key_press;
	widget->popup_menu = popup_menu;
	gtk_widget_class_set_accessible_role(widget, ATK_ROLE_IMAGE);
	signals[PICK] = g_signal_new("pick", GS_TYPE_IMAGE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
		NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
	signals[OPEN] = g_signal_new("open", GS_TYPE_IMAGE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
		NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
	signals[MENU] = g_signal_new("menu", GS_TYPE_IMAGE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
		NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
	signals[PIN] = g_signal_new("pin", GS_TYPE_IMAGE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
		NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
	signals[SELECT] = g_signal_new("select", GS_TYPE_IMAGE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL,
		NULL, NULL, G_TYPE_NONE, 4, G_TYPE_UINT, G_TYPE_UINT, G_TYPE_UINT, G_TYPE_UINT);
	signals[HOVER] = g_signal_new("hover", GS_TYPE_IMAGE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
		NULL, G_TYPE_NONE, 3, G_TYPE_BOOLEAN, G_TYPE_UINT, G_TYPE_UINT);
}

static void gs_image_view_init(GsImageView *view)
{
	view->text = g_strdup("");
	view->planes = 1;
	gtk_widget_set_can_focus(GTK_WIDGET(view), TRUE);
	gtk_widget_add_events(GTK_WIDGET(view),
		GDK_BUTTON_PRESS_MASK | GDK_BUTTON_RELEASE_MASK | GDK_POINTER_MOTION_MASK |
			GDK_LEAVE_NOTIFY_MASK | GDK_SCROLL_MASK | GDK_SMOOTH_SCROLL_MASK |
			GDK_KEY_PRESS_MASK);
}

/* SPDX-License-Identifier: MIT */
#include "ui/calls/lanes-view.h"

#include <math.h>
#include "analysis/timeline.h"
#include "debugger/base/axis.h"
#include "debugger/base/count-text.h"
#include "ui/widgets/theme.h"

enum { LEFT = 84, RIGHT = 8, TOP = 22, LANE = 22, GAP = 4, BOTTOM = 4, NONE = -1 };

struct _GsLanesView {
	GtkDrawingArea parent;
	struct gs_timeline *timeline; /* NULL: none */
	const struct gs_timeline_span *spans;
	size_t n;
	double from, to; /* nanoseconds that are shown */
	double end;	 /* of the last span */
	gint64 picked;	 /* a span; NONE */
	double dragged;	 /* where the pointer was when it was dragged last; NaN: it is not */
};

G_DEFINE_TYPE(GsLanesView, gs_lanes_view, GTK_TYPE_DRAWING_AREA)

static guint pick_signal;

static double width_of(GsLanesView *view)
{
	return MAX(gtk_widget_get_allocated_width(GTK_WIDGET(view)) - LEFT - RIGHT, 10);
}

static double x_of(GsLanesView *view, double time)
{
	return LEFT + (time - view->from) / (view->to - view->from) * width_of(view);
}

static double time_at(GsLanesView *view, double x)
{
	return view->from + (x - LEFT) / width_of(view) * (view->to - view->from);
}

static double y_of(unsigned lane)
{
	return TOP + (double)lane * (LANE + GAP);
}

/* ---- texts ---- */

/* Return all that is known of a span; g_free. */
static char *span_text(GsLanesView *view, const struct gs_timeline_span *span)
{
	g_autofree char *took = gs_time_text((double)(span->to - span->from));
	g_autofree char *at = gs_time_text((double)span->from);
	g_autofree char *calls = span->calls > 1
					 ? g_strdup_printf(", %" G_GUINT64_FORMAT
							   " calls from %" G_GUINT64_FORMAT " on",
						   span->calls, span->call)
					 : g_strdup_printf(", call %" G_GUINT64_FORMAT, span->call);
	return g_strdup_printf("%s: %s%s%s\n%s%s, %s after the beginning, frame %" G_GUINT64_FORMAT,
		gs_timeline_lane_name(view->timeline, span->lane), span->text,
		span->program ? ", " : "", span->program ? span->program : "", took, calls, at,
		span->frame);
}

/* ---- drawing ---- */

static void set_colour(cairo_t *cr, const struct gs_timeline_span *span, bool is_picked)
{
	static const double colours[][3] = {{0.20, 0.42, 0.75}, {0.17, 0.55, 0.34},
		{0.55, 0.34, 0.70}, {0.72, 0.53, 0.04}, {0.10, 0.53, 0.58}, {0.62, 0.40, 0.24},
		{0.40, 0.45, 0.16}, {0.75, 0.25, 0.50}};
	const double *c =
		colours[span->program ? g_str_hash(span->program) % G_N_ELEMENTS(colours) : 0];
	if (is_picked)
		cairo_set_source_rgb(cr, 0.78, 0.33, 0.06);
	else if (span->program)
		cairo_set_source_rgb(cr, c[0], c[1], c[2]);
	else
		cairo_set_source_rgb(cr, 0.45, 0.47, 0.50);
}

static void draw_inside(cairo_t *cr, double x, double width, double y, const char *text)
{
	cairo_text_extents_t e;
	cairo_text_extents(cr, text, &e);
	if (e.x_advance + 6 > width)
		return;
	cairo_set_source_rgb(cr, 1, 1, 1);
	cairo_move_to(cr, x + 3, y + LANE - 7);
	cairo_show_text(cr, text);
}

/* Draw the span, unless the one before it in its lane has covered its pixels: *covered is up to
 * where they have. */
static void draw_span(GsLanesView *view, cairo_t *cr, size_t i, double *covered)
{
	const struct gs_timeline_span *span = &view->spans[i];
	double right = LEFT + width_of(view);
	double x = MAX(x_of(view, (double)span->from), LEFT);
	double end = MIN(MAX(x_of(view, (double)span->to), x + 1), right);
	bool is_picked = (gint64)i == view->picked;
	if (end <= LEFT || x >= right || (end <= *covered && !is_picked))
		return;
	*covered = MAX(*covered, floor(end));
	bool has_edge = end - x > 4;
	set_colour(cr, span, is_picked);
	cairo_rectangle(cr, x, y_of(span->lane), end - x - (has_edge ? 1 : 0), LANE);
	cairo_fill(cr);
	draw_inside(cr, x, end - x, y_of(span->lane), span->text);
}

static void draw_axis(GsLanesView *view, cairo_t *cr, const GdkRGBA *colour)
{
	double step = gs_axis_step(view->to - view->from, MAX(width_of(view) / 90, 2));
	cairo_text_extents_t e;
	for (double at = ceil(view->from / step) * step; at <= view->to; at += step) {
		double x = round(x_of(view, at)) + 0.5;
		g_autofree char *text = gs_time_text(at);
		cairo_set_source_rgba(cr, colour->red, colour->green, colour->blue, 0.15);
		cairo_move_to(cr, x, TOP - 4);
		cairo_line_to(cr, x, y_of(gs_timeline_lanes(view->timeline)));
		cairo_stroke(cr);
		cairo_text_extents(cr, text, &e);
		if (x + 2 + e.x_advance > LEFT + width_of(view) + RIGHT)
			continue;
		gdk_cairo_set_source_rgba(cr, colour);
		cairo_move_to(cr, x + 2, TOP - 8);
		cairo_show_text(cr, text);
	}
}

static gboolean draw(GtkWidget *widget, cairo_t *cr)
{
	GsLanesView *view = GS_LANES_VIEW(widget);
	GtkStyleContext *style = gtk_widget_get_style_context(widget);
	int width = gtk_widget_get_allocated_width(widget);
	int height = gtk_widget_get_allocated_height(widget);
	GdkRGBA colour;
	double covered = -INFINITY;
	if (!view->n)
		return FALSE;
	gtk_style_context_get_color(style, gtk_style_context_get_state(style), &colour);
	cairo_select_font_face(cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
	cairo_set_font_size(cr, 11);
	cairo_set_line_width(cr, 1);
	draw_axis(view, cr, &colour);
	for (unsigned lane = 0; lane < gs_timeline_lanes(view->timeline); lane++) {
		gdk_cairo_set_source_rgba(cr, &colour);
		cairo_move_to(cr, 4, y_of(lane) + LANE - 7);
		cairo_show_text(cr, gs_timeline_lane_name(view->timeline, lane));
	}
	for (size_t i = 0; i < view->n; i++) {
		if (i && view->spans[i].lane != view->spans[i - 1].lane)
			covered = -INFINITY;
		draw_span(view, cr, i, &covered);
	}
	if (gtk_widget_has_visible_focus(widget))
		gtk_render_focus(style, cr, 1, 1, width - 2, height - 2);
	return FALSE;
}

/* ---- what is shown ---- */

static void show_range(GsLanesView *view, double from, double to)
{
	double least = 100, span = CLAMP(to - from, least, MAX(view->end, least));
	view->from = CLAMP(from, 0, MAX(view->end - span, 0));
	view->to = view->from + span;
	gtk_widget_queue_draw(GTK_WIDGET(view));
}

static void zoom(GsLanesView *view, double at, double by)
{
	show_range(view, at - (at - view->from) * by, at + (view->to - at) * by);
}

static void pick(GsLanesView *view, gint64 i, bool opens)
{
	const struct gs_timeline_span *span = &view->spans[i];
	g_autofree char *text = span_text(view, span);
	double from = (double)span->from, to = (double)span->to;
	view->picked = i;
	if (to < view->from || from > view->to)
		show_range(view, from - (view->to - view->from) / 2,
			from + (view->to - view->from) / 2);
	atk_object_set_description(gtk_widget_get_accessible(GTK_WIDGET(view)), text);
	gtk_widget_queue_draw(GTK_WIDGET(view));
	g_signal_emit(view, pick_signal, 0, span->call, opens);
}

/* Return the span at a pixel, or the nearest one that is drawn there; NONE. */
static gint64 span_at(GsLanesView *view, double x, double y)
{
	double best = 3; /* pixels beside it */
	gint64 found = NONE;
	for (size_t i = 0; i < view->n; i++) {
		const struct gs_timeline_span *span = &view->spans[i];
		double left = x_of(view, (double)span->from), right = x_of(view, (double)span->to);
		double away = x < left ? left - x : x > right ? x - right : 0;
		if (y < y_of(span->lane) || y >= y_of(span->lane) + LANE || away >= best ||
			x < LEFT)
			continue;
		best = away;
		found = (gint64)i;
	}
	return found;
}

static gboolean press(GtkWidget *widget, GdkEventButton *event)
{
	GsLanesView *view = GS_LANES_VIEW(widget);
	gtk_widget_grab_focus(widget);
	if (!view->n || event->button != GDK_BUTTON_PRIMARY)
		return FALSE;
	gint64 i = span_at(view, event->x, event->y);
	bool is_double = event->type == GDK_2BUTTON_PRESS;
	if (i != NONE)
		pick(view, i, is_double);
	else if (is_double)
		show_range(view, 0, view->end);
	view->dragged = event->x;
	return TRUE;
}

static gboolean release(GtkWidget *widget, GdkEventButton *event)
{
	GS_LANES_VIEW(widget)->dragged = NAN;
	return FALSE;
}

static gboolean motion(GtkWidget *widget, GdkEventMotion *event)
{
	GsLanesView *view = GS_LANES_VIEW(widget);
	if (isnan(view->dragged) || !view->n)
		return FALSE;
	double by = (view->dragged - event->x) / width_of(view) * (view->to - view->from);
	view->dragged = event->x;
	show_range(view, view->from + by, view->to + by);
	return TRUE;
}

static gboolean scroll(GtkWidget *widget, GdkEventScroll *event)
{
	GsLanesView *view = GS_LANES_VIEW(widget);
	double by = event->direction == GDK_SCROLL_UP	  ? 0.8
		    : event->direction == GDK_SCROLL_DOWN ? 1.25
		    : event->direction == GDK_SCROLL_SMOOTH
			    ? pow(1.25, CLAMP(event->delta_y, -3, 3))
			    : 1;
	if (!view->n || by == 1)
		return FALSE;
	zoom(view, time_at(view, event->x), by);
	return TRUE;
}

/* Return the next span of the picked one's lane, or the one of the next lane that is nearest to it;
 * NONE. */
static gint64 beside(GsLanesView *view, int spans, int lanes)
{
	const struct gs_timeline_span *now = &view->spans[view->picked];
	gint64 i = view->picked + spans, best = NONE;
	double away = INFINITY;
	if (!lanes)
		return i >= 0 && i < (gint64)view->n && view->spans[i].lane == now->lane ? i : NONE;
	for (size_t k = 0; k < view->n; k++) {
		double d = fabs((double)view->spans[k].from - (double)now->from);
		if ((int)view->spans[k].lane != (int)now->lane + lanes || d >= away)
			continue;
		away = d;
		best = (gint64)k;
	}
	return best;
}

static gboolean key(GtkWidget *widget, GdkEventKey *event)
{
	GsLanesView *view = GS_LANES_VIEW(widget);
	guint k = event->keyval;
	double at = view->picked == NONE ? (view->from + view->to) / 2
					 : (double)view->spans[view->picked].from;
	if (!view->n)
		return FALSE;
	if (k == GDK_KEY_plus || k == GDK_KEY_KP_Add || k == GDK_KEY_equal) {
		zoom(view, at, 0.5);
	} else if (k == GDK_KEY_minus || k == GDK_KEY_KP_Subtract) {
		zoom(view, at, 2);
	} else if (k == GDK_KEY_0 || k == GDK_KEY_KP_0) {
		show_range(view, 0, view->end);
	} else if (k == GDK_KEY_Return || k == GDK_KEY_KP_Enter) {
		if (view->picked != NONE)
			pick(view, view->picked, true);
	} else if (k == GDK_KEY_Left || k == GDK_KEY_Right || k == GDK_KEY_Up ||
		   k == GDK_KEY_Down) {
		gint64 i = view->picked == NONE ? 0
						: beside(view,
							  k == GDK_KEY_Left    ? -1
							  : k == GDK_KEY_Right ? 1
									       : 0,
							  k == GDK_KEY_Up     ? -1
							  : k == GDK_KEY_Down ? 1
									      : 0);
		if (i != NONE)
			pick(view, i, false);
	} else {
		return FALSE;
	}
	return TRUE;
}

static gboolean refocused(GtkWidget *widget, GdkEventFocus *event)
{
	gtk_widget_queue_draw(widget);
	return FALSE;
}

static gboolean tell(GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tip)
{
	GsLanesView *view = GS_LANES_VIEW(widget);
	gint64 i = keyboard ? view->picked : span_at(view, x, y);
	if (i == NONE)
		return FALSE;
	g_autofree char *text = span_text(view, &view->spans[i]);
	gtk_tooltip_set_text(tip, text);
	return TRUE;
}

void gs_lanes_view_set(GsLanesView *view, struct gs_timeline *timeline)
{
	gs_timeline_free(view->timeline);
	view->timeline = timeline;
	view->n = 0;
	view->end = 0;
	view->picked = NONE;
	view->spans = timeline ? gs_timeline_spans(timeline, &view->n) : NULL;
	for (size_t i = 0; i < view->n; i++)
		view->end = MAX(view->end, (double)view->spans[i].to);
	unsigned lanes = timeline ? gs_timeline_lanes(timeline) : 0;
	gtk_widget_set_size_request(GTK_WIDGET(view), 200, (int)y_of(lanes) + BOTTOM);
	show_range(view, 0, view->end);
}

/* ---- the widget ---- */

static void finalize(GObject *object)
{
	gs_timeline_free(GS_LANES_VIEW(object)->timeline);
	G_OBJECT_CLASS(gs_lanes_view_parent_class)->finalize(object);
}

static void gs_lanes_view_class_init(GsLanesViewClass *class)
{
	GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
	G_OBJECT_CLASS(class)->finalize = finalize;
	widget->draw = draw;
	widget->button_press_event = press;
	widget->button_release_event = release;
	widget->motion_notify_event = motion;
	widget->scroll_event = scroll;
	widget->key_press_event = key;
	widget->focus_in_event = refocused;
	widget->focus_out_event = refocused;
	widget->query_tooltip = tell;
	pick_signal = g_signal_new("pick", GS_TYPE_LANES_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
		NULL, G_TYPE_NONE, 2, G_TYPE_UINT64, G_TYPE_BOOLEAN);
}

static void gs_lanes_view_init(GsLanesView *view)
{
	view->picked = NONE;
	view->dragged = NAN;
	gtk_widget_set_can_focus(GTK_WIDGET(view), TRUE);
	gtk_widget_set_has_tooltip(GTK_WIDGET(view), TRUE);
	gtk_widget_add_events(GTK_WIDGET(view),
		GDK_BUTTON_PRESS_MASK | GDK_BUTTON_RELEASE_MASK | GDK_BUTTON1_MOTION_MASK |
			GDK_SCROLL_MASK | GDK_SMOOTH_SCROLL_MASK | GDK_KEY_PRESS_MASK);
}

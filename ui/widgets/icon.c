/* SPDX-License-Identifier: MIT */
#include "ui/widgets/icon.h"

#include <math.h>
#include <string.h>

enum { SIZE = 16 };

struct _GsIcon {
	GtkDrawingArea parent;
	char *symbol;
};

G_DEFINE_TYPE(GsIcon, gs_icon, GTK_TYPE_DRAWING_AREA)

/*
 * Paths in a 16 x 16 square: M x y, L x y, R x y w h (rectangle), A x y r from to (arc, degrees), Z
 * close, F fill, S stroke, W width of strokes.
 */
static const struct {
	const char *symbol, *path;
} icons[] = {
	{"run", "M 4 2.5 L 13 8 L 4 13.5 Z F"},
	{"pause", "R 4 3 3 10 R 9 3 3 10 F"},
	{"step", "M 3 3 L 10 8 L 3 13 Z F R 11 3 2 10 F"},
	{"draw", "W 1.5 M 2 13 L 8 2.5 L 14 13 Z S M 5 13 L 8 7.7 L 11 13 Z F"},
	{"frame", "W 1.5 R 2 3 12 10 S M 6 5.5 L 11 8 L 6 10.5 Z F"},
	{"keep", "W 1.6 M 4 2 L 12 2 L 12 14 L 8 10.5 L 4 14 Z S R 6.5 4.5 3 3 F"},
	{"program", "W 1.6 M 5 4 L 1.5 8 L 5 12 S M 11 4 L 14.5 8 L 11 12 S M 9.3 3 L 6.7 13 S"},
	{"restart", "W 1.8 A 8 8.3 5 -20 250 S M 5.4 0.6 L 5.8 6 L 10 3 Z F"},
	{"kill", "R 3.5 3.5 9 9 F"},
	{"bug", "A 8 9 4 0 360 F A 8 4.6 2.2 180 360 F W 1.2 M 1 9 L 15 9 S M 2 4.5 L 5 7 S M 14 "
		"4.5 L 11 7 S "
		"M 2 14 L 5 11 S M 14 14 L 11 11 S"},
	{"into", "W 1.8 M 8 1.5 L 8 9 S M 4 6.5 L 8 11 L 12 6.5 Z F A 8 13.7 1.7 0 360 F"},
	{"over",
		"W 1.8 A 7.5 8.5 5.2 180 335 S M 9 7.2 L 15 8.5 L 14.6 3 Z F A 7.5 13 1.7 0 360 F"},
	{"out", "W 1.8 M 8 11 L 8 4 S M 4 5.5 L 8 1 L 12 5.5 Z F A 8 13.7 1.7 0 360 F"},
	{"back", "W 1.8 A 8.5 8.5 5.2 205 360 S M 7 7.2 L 1 8.5 L 1.4 3 Z F A 8.5 13 1.7 0 360 F"},
	{"reset", "R 2.5 3 2 10 F M 13.5 3 L 6 8 L 13.5 13 Z F"},
	{"continue", "M 1.5 3 L 8 8 L 1.5 13 Z F M 8 3 L 14.5 8 L 8 13 Z F"},
	{"leave", "W 1.5 M 7 2.5 L 2.5 2.5 L 2.5 13.5 L 7 13.5 S M 6 8 L 10.5 8 S M 9.5 4.5 L 14.5 "
		  "8 L 9.5 11.5 Z F"},
	{"nan", "W 1.5 M 8 2 L 14.5 13.5 L 1.5 13.5 Z S R 7.2 6 1.6 4 F R 7.2 11 1.6 1.6 F"},
	{"image", "W 1.3 R 1.7 2.7 12.6 10.6 S M 3 12 L 6.5 6.5 L 9 10 L 11 8 L 13 12 Z F A 11 5.6 "
		  "1.2 0 360 F"},
	{"add", "R 7 3 2 10 R 3 7 4 2 R 9 7 4 2 F"},
	{"remove", "W 2 M 4 4 L 12 12 S M 12 4 L 4 12 S"},
	{"zoom-in", "W 1.8 A 6.5 6.5 4.5 0 360 S M 10 10 L 14 14 S W 1.4 M 4.2 6.5 L 8.8 6.5 S M "
		    "6.5 4.2 L 6.5 8.8 S"},
	{"zoom-out", "W 1.8 A 6.5 6.5 4.5 0 360 S M 10 10 L 14 14 S W 1.4 M 4.2 6.5 L 8.8 6.5 S"},
	{"fit", "W 1.6 M 2 6 L 2 2 L 6 2 S M 10 2 L 14 2 L 14 6 S M 14 10 L 14 14 L 10 14 S M 6 14 "
		"L 2 14 L 2 10 S R 5.5 5.5 5 5 F"},
	{"one", "R 3 4 2 8 F R 11 4 2 8 F R 7.2 5.5 1.7 1.7 F R 7.2 9.3 1.7 1.7 F R 1.8 4 1.5 1.6 "
		"F R 9.8 4 1.5 1.6 F"},
	{"save", "W 1.8 M 8 1.5 L 8 8 S M 4.3 6.2 L 8 10.5 L 11.7 6.2 Z F M 2 10.5 L 2 14 L 14 14 "
		 "L 14 10.5 S"},
	{"side", "W 1.3 R 1.7 2.7 12.6 10.6 S R 9.5 3 4.5 10 F"},
	{"menu", "R 2 3 12 2 F R 2 7 12 2 F R 2 11 12 2 F"},
	{"find", "W 1.8 A 6.5 6.5 4.5 0 360 S M 10 10 L 14 14 S"},
	{"tests", "W 1.6 M 2 4.5 L 14 4.5 S M 2 11.5 L 14 11.5 S A 6 4.5 2 0 360 F A 10.5 11.5 2 0 "
		  "360 F"},
	{"breakpoint", "A 8 8 5.2 0 360 F"},
	{"current", "M 2 5.5 L 8 5.5 L 8 2.5 L 14.5 8 L 8 13.5 L 8 10.5 L 2 10.5 Z F"},
};

static const char *find_path(const char *symbol)
{
	for (size_t i = 0; symbol && i < G_N_ELEMENTS(icons); i++)
		if (!strcmp(icons[i].symbol, symbol))
			return icons[i].path;
	return "";
}

static unsigned operands(char command)
{
	switch (command) {
	case 'M':
	case 'L':
		return 2;
	case 'R':
		return 4;
	case 'A':
		return 5;
	case 'W':
		return 1;
	default:
		return 0;
	}
}

static void command(cairo_t *cr, char what, const double v[5])
{
	switch (what) {
	case 'M':
		cairo_move_to(cr, v[0], v[1]);
		break;
	case 'L':
		cairo_line_to(cr, v[0], v[1]);
		break;
	case 'R':
		cairo_rectangle(cr, v[0], v[1], v[2], v[3]);
		break;
	case 'A':
		cairo_new_sub_path(cr);
		cairo_arc(cr, v[0], v[1], v[2], v[3] * G_PI / 180, v[4] * G_PI / 180);
		break;
	case 'W':
		cairo_set_line_width(cr, v[0]);
		break;
	case 'Z':
		cairo_close_path(cr);
		break;
	case 'F':
		cairo_fill(cr);
		break;
	case 'S':
		cairo_stroke(cr);
		break;
	default:
		break;
	}
}

static void paint(cairo_t *cr, const char *symbol)
{
	cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
	cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
	for (const char *at = find_path(symbol); *at; at++) {
		if (*at == ' ')
			continue;
		char what = *at;
		double v[5];
		for (unsigned i = 0; i < operands(what); i++) {
			char *end;
			v[i] = g_ascii_strtod(at + 1, &end);
			at = end - 1;
		}
		command(cr, what, v);
	}
}

void gs_icon_paint(cairo_t *cr, const char *symbol, int size)
{
	cairo_scale(cr, size / (double)SIZE, size / (double)SIZE);
	paint(cr, symbol);
}

static gboolean draw(GtkWidget *widget, cairo_t *cr)
{
	GtkStyleContext *style = gtk_widget_get_style_context(widget);
	GdkRGBA colour;
	gtk_style_context_get_color(style, gtk_style_context_get_state(style), &colour);
	cairo_translate(cr, floor((gtk_widget_get_allocated_width(widget) - SIZE) / 2.0),
		floor((gtk_widget_get_allocated_height(widget) - SIZE) / 2.0));
	gdk_cairo_set_source_rgba(cr, &colour);
	paint(cr, GS_ICON(widget)->symbol);
	return FALSE;
}

static void set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
	g_free(GS_ICON(object)->symbol);
	GS_ICON(object)->symbol = g_value_dup_string(value);
	gtk_widget_queue_draw(GTK_WIDGET(object));
}

static void get_property(GObject *object, guint id, GValue *value, GParamSpec *spec)
{
	g_value_set_string(value, GS_ICON(object)->symbol);
}

static void finalize(GObject *object)
{
	g_free(GS_ICON(object)->symbol);
	G_OBJECT_CLASS(gs_icon_parent_class)->finalize(object);
}

static void gs_icon_class_init(GsIconClass *class)
{
	GObjectClass *object = G_OBJECT_CLASS(class);
	object->set_property = set_property;
	object->get_property = get_property;
	object->finalize = finalize;
	GTK_WIDGET_CLASS(class)->draw = draw;
	g_object_class_install_property(object, 1,
		g_param_spec_string("symbol", "symbol", "what to draw", NULL, G_PARAM_READWRITE));
}

static void gs_icon_init(GsIcon *icon)
{
	gtk_widget_set_size_request(GTK_WIDGET(icon), SIZE, SIZE);
}

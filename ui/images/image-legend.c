/* SPDX-License-Identifier: MIT */
#include "ui/images/image-legend.h"

#include <math.h>
#include <string.h>
#include "ui/panel.h"

enum { BINS = GS_HISTOGRAM_BINS, BAR = 10, GAP = 2, HEIGHT = 76, TEXT = 14 + GAP };

struct _GsImageLegend {
	GtkDrawingArea parent;
	bool used[3];
	unsigned bins[3][BINS];
	double min, max; /* range of the first channel */
	struct gs_image_look look;
	bool any;
};

G_DEFINE_TYPE(GsImageLegend, gs_image_legend, GTK_TYPE_DRAWING_AREA)

static void set_colour(cairo_t *cr, uint32_t rgb, double alpha)
{
	cairo_set_source_rgba(cr, (rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0,
		(rgb & 255) / 255.0, alpha);
}

static unsigned highest(const GsImageLegend *legend)
{
	unsigned most = 1;
	for (int c = 0; c < 3; c++)
		for (int i = 0; legend->used[c] && i < BINS; i++)
			most = MAX(most, legend->bins[c][i]);
	return most;
}

/* Draw the histogram with heights by the square root, so that a colour that most pixels have does
 * not hide all others. */
static void draw_bins(GsImageLegend *legend, cairo_t *cr, double width, double height)
{
	static const uint32_t colours[] = {0xd64541, 0x3fae49, 0x3b7dd8};
	bool single = legend->look.map != GS_MAP_CHANNELS;
	double most = sqrt(highest(legend));
	for (int c = 0; c < 3; c++) {
		if (!legend->used[c])
			continue;
		set_colour(cr, single ? 0x8a8a8a : colours[c], single ? 1 : 0.55);
		for (int i = 0; i < BINS; i++) {
			double h = height * sqrt(legend->bins[c][i]) / most;
			cairo_rectangle(cr, i * width / BINS, height - h, width / BINS, h);
		}
		cairo_fill(cr);
	}
}

static void draw_bar(GsImageLegend *legend, cairo_t *cr, double width, double top)
{
	for (int x = 0; x < (int)width; x++) {
		set_colour(cr, gs_colour_map_at(legend->look.map, x / fmax(width - 1, 1)), 1);
		cairo_rectangle(cr, x, top, 1, BAR);
		cairo_fill(cr);
	}
}

static void draw_number(GsImageLegend *legend, cairo_t *cr, double place, double width, double top)
{
	char text[32];
	int w, h;
	double value = gs_scale_value(legend->look.scale, place, legend->min, legend->max);
	g_ascii_formatd(text, sizeof(text),
		fabs(value) >= 1000 && fabs(value) < 1e6 ? "%.0f" : "%.3g",
		fabs(value) < 1e-6 * (legend->max - legend->min) &&
				legend->look.scale != GS_SCALE_LOGARITHMIC
			? 0
			: value);
	g_autoptr(PangoLayout) layout = gtk_widget_create_pango_layout(GTK_WIDGET(legend), text);
	PangoAttrList *attributes = pango_attr_list_new();
	pango_attr_list_insert(attributes, pango_attr_scale_new(0.8));
	pango_layout_set_attributes(layout, attributes);
	pango_attr_list_unref(attributes);
	pango_layout_get_pixel_size(layout, &w, &h);
	cairo_move_to(cr, place * (width - w), top);
	pango_cairo_show_layout(cr, layout);
}

static gboolean draw(GtkWidget *widget, cairo_t *cr)
{
	GsImageLegend *legend = GS_IMAGE_LEGEND(widget);
	double width = gtk_widget_get_allocated_width(widget);
	double height = gtk_widget_get_allocated_height(widget) - BAR - TEXT;
	if (!legend->any)
		return FALSE;
	draw_bins(legend, cr, width, height);
	draw_bar(legend, cr, width, height);
	GdkRGBA colour;
	gtk_style_context_get_color(
		gtk_widget_get_style_context(widget), gtk_widget_get_state_flags(widget), &colour);
	gdk_cairo_set_source_rgba(cr, &colour);
	for (int i = 0; i <= 2; i++)
		draw_number(legend, cr, i / 2.0, width, height + BAR + GAP);
	return FALSE;
}

void gs_image_legend_set(GsImageLegend *legend, const struct gs_render *render)
{
	legend->any = false;
	for (int c = 0; c < 3; c++) {
		legend->used[c] = render && render->channel[c].field &&
				  (!legend->any || render->look.map == GS_MAP_CHANNELS);
		if (!legend->used[c])
			continue;
		memcpy(legend->bins[c], render->bins[c], sizeof(legend->bins[c]));
		if (!legend->any) {
			legend->min = render->channel[c].min;
			legend->max = render->channel[c].max;
		}
		legend->any = true;
	}
	if (render)
		legend->look = render->look;
	gtk_widget_set_visible(GTK_WIDGET(legend), legend->any);
	gtk_widget_queue_draw(GTK_WIDGET(legend));
}

static void gs_image_legend_class_init(GsImageLegendClass *class)
{
	GTK_WIDGET_CLASS(class)->draw = draw;
	gtk_widget_class_set_accessible_role(GTK_WIDGET_CLASS(class), ATK_ROLE_IMAGE);
}

static void gs_image_legend_init(GsImageLegend *legend)
{
	gtk_widget_set_size_request(GTK_WIDGET(legend), 140, HEIGHT);
	gtk_widget_set_tooltip_text(
		GTK_WIDGET(legend), "Histogram of the values, and the colours that represent them");
	gs_panel_name(legend, "Legend and histogram");
}

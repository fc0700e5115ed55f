/* SPDX-License-Identifier: MIT */
#include "ui/shader/source-gutter.h"

#include "ui/widgets/theme.h"

enum { BAR = 4, WIDTH_WITH_COUNTS = 46 };

struct _GsSourceGutter {
	GtkSourceGutterRenderer parent;
	struct gs_line_use *lines;
	unsigned n;
	guint64 total;
	bool has_counts;
};

G_DEFINE_TYPE(GsSourceGutter, gs_source_gutter, GTK_SOURCE_TYPE_GUTTER_RENDERER)

/* Return a number's text, rounded to at most five characters; g_free. */
static char *short_number(guint64 n)
{
	if (n < 10000)
		return g_strdup_printf("%" G_GUINT64_FORMAT, n);
	if (n < 10000000)
		return g_strdup_printf("%" G_GUINT64_FORMAT "k", n / 1000);
	return g_strdup_printf("%" G_GUINT64_FORMAT "M", n / 1000000);
}

static const struct gs_line_use *use_at(GsSourceGutter *gutter, const GtkTextIter *iter)
{
	unsigned line = (unsigned)gtk_text_iter_get_line(iter);
	return line < gutter->n ? &gutter->lines[line] : NULL;
}

static void draw_count(GsSourceGutter *gutter, cairo_t *cr, const GdkRectangle *cell, guint64 count)
{
	GtkWidget *view = GTK_WIDGET(
		gtk_source_gutter_renderer_get_view(GTK_SOURCE_GUTTER_RENDERER(gutter)));
	g_autofree char *text = short_number(count);
	g_autoptr(PangoLayout) layout = gtk_widget_create_pango_layout(view, text);
	PangoAttrList *attributes = pango_attr_list_new();
	pango_attr_list_insert(attributes, pango_attr_scale_new(0.8));
	pango_layout_set_attributes(layout, attributes);
	pango_attr_list_unref(attributes);
	int width, height;
	pango_layout_get_pixel_size(layout, &width, &height);
	GdkRGBA colour;
	gdk_rgba_parse(&colour, gs_theme_colour(GS_COLOUR_FAINT));
	gdk_cairo_set_source_rgba(cr, &colour);
	cairo_move_to(cr, cell->x + cell->width - BAR - 4 - width,
		cell->y + (cell->height - height) / 2.0);
	pango_cairo_show_layout(cr, layout);
}

/* Draw how much of what is executed stands on the line: a paler bar, behind the number. */
static void draw_bar(cairo_t *cr, const GdkRectangle *background, double part)
{
	double room = background->width - BAR - 2;
	if (gs_theme_is_dark())
		cairo_set_source_rgb(cr, 0.42, 0.30, 0.12);
	else
		cairo_set_source_rgb(cr, 1.0, 0.85, 0.60);
	cairo_rectangle(cr, background->x + room * (1 - part), background->y, room * part,
		background->height);
	cairo_fill(cr);
}

static void draw(GtkSourceGutterRenderer *renderer, cairo_t *cr, GdkRectangle *background,
	GdkRectangle *cell, GtkTextIter *start, GtkTextIter *end,
	GtkSourceGutterRendererState state)
{
	GsSourceGutter *gutter = GS_SOURCE_GUTTER(renderer);
	const struct gs_line_use *use = use_at(gutter, start);
	if (!use)
		return;
	if (use->is_executed)
		draw_bar(cr, background, use->bar);
	if (use->is_executed)
		draw_count(gutter, cr, cell, use->executions);
	else if (use->counted)
		draw_count(gutter, cr, cell, use->elements);
	if (!use->times)
		return;
	if (gs_theme_is_dark())
		cairo_set_source_rgb(cr, 0.36, 0.66, 0.42);
	else
		cairo_set_source_rgb(cr, 0.36, 0.70, 0.42);
	cairo_rectangle(cr, background->x + background->width - BAR - 1, background->y, BAR,
		background->height);
	cairo_fill(cr);
}

static gboolean query_tooltip(GtkSourceGutterRenderer *renderer, GtkTextIter *iter,
	GdkRectangle *area, gint x, gint y, GtkTooltip *tooltip)
{
	GsSourceGutter *gutter = GS_SOURCE_GUTTER(renderer);
	const struct gs_line_use *use = use_at(gutter, iter);
	if (!use || (!use->times && !use->counted && !use->is_executed))
		return FALSE;
	g_autoptr(GString) text = g_string_new(NULL);
	if (use->times)
		g_string_append_printf(text,
			"The focus element has reached this line %s%u time%s so far", "",
			use->times, use->times == 1 ? "" : "s");
	if (use->counted)
		g_string_append_printf(text,
			"%s%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " elements reach this line",
			text->len ? "\n" : "", use->elements, gutter->total);
	if (use->is_executed)
		g_string_append_printf(text,
			"%sAll elements together execute it %" G_GUINT64_FORMAT
			" time%s: %.3g %% of the draw's steps stand here",
			text->len ? "\n" : "", use->executions, use->executions == 1 ? "" : "s",
			100 * use->share);
	gtk_tooltip_set_text(tooltip, text->str);
	return TRUE;
}

void gs_source_gutter_set(
	GsSourceGutter *gutter, const struct gs_line_use *lines, unsigned n, guint64 total)
{
	g_free(gutter->lines);
	gutter->lines = g_memdup2(lines, n * sizeof(*lines));
	gutter->n = n;
	gutter->total = total;
	bool has_counts = false;
	for (unsigned i = 0; i < n; i++)
		has_counts |= lines[i].counted || lines[i].is_executed;
	if (has_counts != gutter->has_counts)
		gtk_source_gutter_renderer_set_size(GTK_SOURCE_GUTTER_RENDERER(gutter),
			has_counts ? WIDTH_WITH_COUNTS : GS_SOURCE_GUTTER_WIDTH);
	gutter->has_counts = has_counts;
	gtk_source_gutter_renderer_queue_draw(GTK_SOURCE_GUTTER_RENDERER(gutter));
}

static void finalize(GObject *object)
{
	g_free(GS_SOURCE_GUTTER(object)->lines);
	G_OBJECT_CLASS(gs_source_gutter_parent_class)->finalize(object);
}

static void gs_source_gutter_class_init(GsSourceGutterClass *class)
{
	G_OBJECT_CLASS(class)->finalize = finalize;
	GTK_SOURCE_GUTTER_RENDERER_CLASS(class)->draw = draw;
	GTK_SOURCE_GUTTER_RENDERER_CLASS(class)->query_tooltip = query_tooltip;
}

static void gs_source_gutter_init(GsSourceGutter *gutter)
{
}

/* SPDX-License-Identifier: MIT */
#include "ui/shader/mark-gutter.h"

#include "ui/widgets/icon.h"

enum { MARK_SIZE = 14, PADDING = 2, POSITION = GTK_SOURCE_VIEW_GUTTER_POSITION_MARKS };

struct _GsMarkGutter {
	GtkSourceGutterRenderer parent;
	const struct gs_mark_kind *kinds;
	gs_mark_tip tip;
	gpointer data;
};

G_DEFINE_TYPE(GsMarkGutter, gs_mark_gutter, GTK_SOURCE_TYPE_GUTTER_RENDERER)

/* Return the marks of the kind on the iterator's line; g_slist_free. */
static GSList *marks_at(
	GsMarkGutter *gutter, const GtkTextIter *iter, const struct gs_mark_kind *kind)
{
	GtkSourceBuffer *buffer = GTK_SOURCE_BUFFER(gtk_text_iter_get_buffer(iter));
	return gtk_source_buffer_get_source_marks_at_line(
		buffer, gtk_text_iter_get_line(iter), kind->category);
}

static void draw(GtkSourceGutterRenderer *renderer, cairo_t *cr, GdkRectangle *background,
	GdkRectangle *cell, GtkTextIter *start, GtkTextIter *end,
	GtkSourceGutterRendererState state)
{
	GsMarkGutter *gutter = GS_MARK_GUTTER(renderer);
	for (const struct gs_mark_kind *kind = gutter->kinds; kind->category; kind++) {
		g_autoptr(GSList) marks = marks_at(gutter, start, kind);
		if (!marks)
			continue;
		cairo_save(cr);
		cairo_translate(cr, cell->x + (cell->width - MARK_SIZE) / 2.0,
			cell->y + (cell->height - MARK_SIZE) / 2.0);
		cairo_set_source_rgb(cr, kind->rgb[0], kind->rgb[1], kind->rgb[2]);
		gs_icon_paint(cr, kind->symbol, MARK_SIZE);
		cairo_restore(cr);
	}
}

static gboolean query_tooltip(GtkSourceGutterRenderer *renderer, GtkTextIter *iter,
	GdkRectangle *area, gint x, gint y, GtkTooltip *tooltip)
{
	GsMarkGutter *gutter = GS_MARK_GUTTER(renderer);
	for (const struct gs_mark_kind *kind = gutter->kinds; kind->category; kind++) {
		g_autoptr(GSList) marks = marks_at(gutter, iter, kind);
		g_autofree char *text = marks ? gutter->tip(marks->data, gutter->data) : NULL;
		if (!text)
			continue;
		gtk_tooltip_set_text(tooltip, text);
		return TRUE;
	}
	return FALSE;
}

static gboolean query_activatable(
	GtkSourceGutterRenderer *renderer, GtkTextIter *iter, GdkRectangle *area, GdkEvent *event)
{
	return TRUE;
}

GsMarkGutter *gs_mark_gutter_add(
	GtkSourceView *view, const struct gs_mark_kind *kinds, gs_mark_tip tip, gpointer data)
{
	GsMarkGutter *gutter = g_object_new(
		GS_TYPE_MARK_GUTTER, "size", MARK_SIZE + 2 * PADDING, NULL);
	gutter->kinds = kinds;
	gutter->tip = tip;
	gutter->data = data;
	gtk_source_gutter_insert(gtk_source_view_get_gutter(view, GTK_TEXT_WINDOW_LEFT),
		GTK_SOURCE_GUTTER_RENDERER(gutter), POSITION);
	return gutter;
}

static void gs_mark_gutter_class_init(GsMarkGutterClass *class)
{
	GTK_SOURCE_GUTTER_RENDERER_CLASS(class)->draw = draw;
	GTK_SOURCE_GUTTER_RENDERER_CLASS(class)->query_tooltip = query_tooltip;
	GTK_SOURCE_GUTTER_RENDERER_CLASS(class)->query_activatable = query_activatable;
}

static void gs_mark_gutter_init(GsMarkGutter *gutter)
{
}

/* SPDX-License-Identifier: MIT */
#include "ui/message-position.h"

enum { GAP = 14 }; /* pixels between the status and the message */

struct place {
	GtkLabel *status;
	GsSourcePanel *sources;
};

/* Return the widget's area in the overlay's coordinates. */
static GdkRectangle area_of(GtkWidget *widget, GtkOverlay *overlay)
{
	GdkRectangle area = {.width = gtk_widget_get_allocated_width(widget),
		.height = gtk_widget_get_allocated_height(widget)};
	gtk_widget_translate_coordinates(widget, GTK_WIDGET(overlay), 0, 0, &area.x, &area.y);
	return area;
}

/* Return the free area of the status line. */
static GdkRectangle free_part(GtkLabel *status, GtkOverlay *overlay)
{
	GtkWidget *bar = gtk_widget_get_parent(GTK_WIDGET(status));
	GdkRectangle part = area_of(GTK_WIDGET(status), overlay), line = area_of(bar, overlay);
	int text = 0;
	pango_layout_get_pixel_size(gtk_label_get_layout(status), &text, NULL);
	part.x += text + GAP;
	part.width -= text + GAP;
	part.y = line.y;
	part.height = line.height;
	return part;
}

/* Move *at to the lower edge of the area *in, as near to the overlay's middle as possible. */
static void put(GdkRectangle *at, const GdkRectangle *in, int middle)
{
	at->x = CLAMP(middle - at->width / 2, in->x, MAX(in->x + in->width - at->width, in->x));
	at->y = in->y + in->height - at->height;
}

/* Move the message to the upper edge of the text if it hides the marked line and would not
 * there. */
static void keep_clear(GdkRectangle *at, const GdkRectangle *in, GsSourcePanel *sources)
{
	GdkRectangle line;
	int top = 0;
	if (gs_source_panel_cursor_area(sources, &line, &top) &&
		line.y + line.height > in->height - at->height && line.y >= top + at->height)
		at->y = in->y + top;
}

static gboolean place(
	GtkOverlay *overlay, GtkWidget *bar, GdkRectangle *at, const struct place *where)
{
	GdkRectangle all = area_of(GTK_WIDGET(overlay), overlay);
	GdkRectangle part = free_part(where->status, overlay);
	GtkWidget *text = gs_source_panel_text(where->sources);
	bool on_text = false;
	gtk_widget_get_preferred_width(bar, NULL, &at->width);
	gtk_widget_get_preferred_height_for_width(bar, at->width, NULL, &at->height);
	/* With some fonts a text of one line is somewhat higher than the status line; one of two
	 * lines is much higher. */
	if (at->width > part.width || 3 * at->height > 4 * part.height) {
		all.height = part.y; /* above the status line */
		on_text = gtk_widget_get_mapped(text);
		part = on_text ? area_of(text, overlay) : all;
		at->width = MIN(at->width, part.width);
		gtk_widget_get_preferred_height_for_width(bar, at->width, NULL, &at->height);
	}
	put(at, &part, all.width / 2);
	if (on_text)
		keep_clear(at, &part, where->sources);
	return TRUE;
}

void gs_message_position_setup(
	GtkOverlay *overlay, GtkWidget *bar, GtkLabel *status, GsSourcePanel *sources)
{
	struct place *where = g_new(struct place, 1);
	*where = (struct place){status, sources};
	g_object_set_data_full(G_OBJECT(bar), "place", where, g_free);
	g_signal_connect(overlay, "get-child-position", G_CALLBACK(place), where);
}

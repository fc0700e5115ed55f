/* SPDX-License-Identifier: MIT */
/*
 * ui/images/image-view - an image that can be zoomed (wheel, + - 0 1) and panned (drag); a click,
 * or arrows and Enter, picks a pixel. Pixels are given in GL's window coordinates: y from the
 * bottom.
 *
 * Signals: "pick" (uint x, uint y); "pin" the same with Ctrl held; "hover" (boolean inside, uint x,
 * uint y); "open" (uint x, uint y): a double click, or Enter; "select" (uint x0, y0, x1, y1): a
 * rectangle dragged with Shift held; "menu" (uint x, uint y): the secondary button, or the menu key
 * at the cursor or the focus.
 */
#ifndef GS_UI_IMAGE_VIEW_H
#define GS_UI_IMAGE_VIEW_H

#include <stdbool.h>
#include <gtk/gtk.h>

#define GS_TYPE_IMAGE_VIEW (gs_image_view_get_type())
G_DECLARE_FINAL_TYPE(GsImageView, gs_image_view, GS, IMAGE_VIEW, GtkDrawingArea)

/* Show a surface, of which the view takes a reference; NULL: show only `text`, which says why. The
 * zoom is kept while the size is the same. */
void gs_image_view_set_surface(GsImageView *view, cairo_surface_t *surface, const char *text);
/* Return how many pixels of the surface share a screen pixel in either direction; at least 1. */
unsigned gs_image_view_step(GsImageView *view);
/* Paint a preview of every gs_image_view_step-th pixel in place of the surface until a surface is
 * set. NULL or a preview of another size changes nothing. The view takes a reference. */
void gs_image_view_set_preview(GsImageView *view, cairo_surface_t *preview);
/* Divide the surface into so many planes, one below the other as in a gs_field, and show one of
 * them. y still counts from the bottom of the whole. Initially there is one. */
void gs_image_view_set_plane(GsImageView *view, unsigned planes, unsigned plane);
/* Mark the focus pixel. */
void gs_image_view_set_focus(GsImageView *view, bool has_focus, unsigned x, unsigned y);
/* Set the zoom, in widget pixels per image pixel; 0: fit into the widget. */
void gs_image_view_set_zoom(GsImageView *view, double zoom);
double gs_image_view_get_zoom(GsImageView *view); /* the real zoom, also while it fits */
/* Multiply the zoom. The focus pixel, or else the centre, stays in place. */
void gs_image_view_zoom_by(GsImageView *view, double factor);
/* Return the surface of the shown plane, borrowed; NULL: none. */
cairo_surface_t *gs_image_view_get_surface(GsImageView *view);
void gs_image_view_set_flip(GsImageView *view, bool flip); /* show y = 0 at the top */
/* Make the image pale, as it is out of date. */
void gs_image_view_set_past(GsImageView *view, bool is_past);
/* Draw a line of fixed width around some pixels, outside them. inside: a byte for each pixel, row
 * after row from the top, 0: outside; NULL: no line. The view takes a reference. */
void gs_image_view_set_outline(GsImageView *view, GBytes *inside);
/* Get a pixel's area in the widget. */
void gs_image_view_pixel_area(GsImageView *view, unsigned x, unsigned y, GdkRectangle *area);
/* Mark the pinned pixel. */
void gs_image_view_set_pin(GsImageView *view, bool has_pin, unsigned x, unsigned y);
/* Return the text to draw inside a pixel that is shown large enough, one line per scalar (g_free),
 * or NULL. */
typedef char *(*gs_cell_func)(gpointer data, unsigned x, unsigned y);
void gs_image_view_set_cells(GsImageView *view, gs_cell_func func, gpointer data);

#endif

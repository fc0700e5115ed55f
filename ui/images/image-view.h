/* SPDX-License-Identifier: MIT */
/*
 * ui/images/image-view - an image that can be zoomed (wheel, + - 0 1) and panned (drag); a click,
 * or arrows and Enter, picks a pixel. Pixels are given in window coordinates: y from the bottom.
 *
 * Signals: "pick" (uint x, uint y); "pin" the same with Ctrl held; "hover" (boolean inside, uint x,
 * uint y); "open" (uint x, uint y): a double click, or Enter; "select" (uint x0, y0, x1, y1): a
 * rectangle that was dragged with Shift held; "menu" (uint x, uint y): the second button, or the
 * menu key at the cursor or the focus.
 */
#ifndef GS_UI_IMAGE_VIEW_H
#define GS_UI_IMAGE_VIEW_H

#include <stdbool.h>
#include <gtk/gtk.h>

#define GS_TYPE_IMAGE_VIEW (gs_image_view_get_type())
G_DECLARE_FINAL_TYPE(GsImageView, gs_image_view, GS, IMAGE_VIEW, GtkDrawingArea)

/* NULL: nothing, and why in text. The view takes a reference. The zoom is kept while the size is
 * the same. */
void gs_image_view_set_surface(GsImageView *view, cairo_surface_t *surface, const char *text);
/* How many pixels of the surface, in either direction, share one of the screen at least; 1 where
 * they do not. */
unsigned gs_image_view_step(GsImageView *view);
/* Every gs_image_view_step-th pixel of an image of the surface's size, painted in its place until
 * the surface is set anew. NULL, and a preview of another size: nothing changes. The view takes a
 * reference. */
void gs_image_view_set_preview(GsImageView *view, cairo_surface_t *preview);
/* The surface is of so many pictures, one below the other as the planes of a gs_field are, and one
 * of them is shown. y is counted in the whole all the same. At first there is one. */
void gs_image_view_set_plane(GsImageView *view, unsigned planes, unsigned plane);
void gs_image_view_set_focus(GsImageView *view, bool has_focus, unsigned x, unsigned y);
/* 0: fit into the widget. */
void gs_image_view_set_zoom(GsImageView *view, double zoom);
double gs_image_view_get_zoom(GsImageView *view); /* the real one, also while it fits */
void gs_image_view_zoom_by(GsImageView *view, double factor);
cairo_surface_t *gs_image_view_get_surface(GsImageView *view);
void gs_image_view_set_flip(GsImageView *view, bool flip); /* y = 0 at the top */
/* Pale: it is of what was, not of what is. */
void gs_image_view_set_past(GsImageView *view, bool is_past);
/* A line round some pixels: a byte for each, row after row from the top, 0: outside; NULL: none.
 * It keeps its width at any zoom, and lies outside of them. The view takes a reference. */
void gs_image_view_set_outline(GsImageView *view, GBytes *inside);
/* Where the pixel is in the widget. */
void gs_image_view_pixel_area(GsImageView *view, unsigned x, unsigned y, GdkRectangle *area);
/* A second mark, at the pinned pixel. */
void gs_image_view_set_pin(GsImageView *view, bool has_pin, unsigned x, unsigned y);
/* The text inside pixels that are large enough, one line per part; NULL: none. g_free. */
typedef char *(*gs_cell_func)(gpointer data, unsigned x, unsigned y);
void gs_image_view_set_cells(GsImageView *view, gs_cell_func func, gpointer data);

#endif

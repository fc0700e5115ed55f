/* SPDX-License-Identifier: MIT */
/*
 * ui/mesh/scatter-view - elements as points: any number on x, y, z and colour. Dragging turns (with
 * z) or moves, the wheel zooms, a click picks the nearest point: signal "pick" (uint index). Keys:
 * arrows turn or move, + and - zoom, 0 shows all again. A box around the points has the axes' names
 * and ends, and a line where they are 0. Its accessible description describes the view.
 */
#ifndef GS_UI_SCATTER_VIEW_H
#define GS_UI_SCATTER_VIEW_H

#include <stdbool.h>
#include <stdint.h>
#include <gtk/gtk.h>

#define GS_TYPE_SCATTER_VIEW (gs_scatter_view_get_type())
G_DECLARE_FINAL_TYPE(GsScatterView, gs_scatter_view, GS, SCATTER_VIEW, GtkDrawingArea)

/* n points; each array is copied; NULL: that axis is not used. NaN: the point is not drawn. */
void gs_scatter_view_set(GsScatterView *view, const double *x, const double *y, const double *z,
	const double *colour, unsigned n);
/* Lines between points, drawn below them; copied. They stay until the points are set again. */
void gs_scatter_view_set_edges(GsScatterView *view, const uint32_t (*edges)[2], size_t n);
/* Triangles between points, as surfaces; copied. depth: how near the points are, in units of y,
 * where the plot has no z; copied, NULL: they have that of z. They stay as the lines do. */
void gs_scatter_view_set_faces(
	GsScatterView *view, const uint32_t (*faces)[3], size_t n, const double *depth);
/* What x, y and z are, copied; NULL: without a name. */
void gs_scatter_view_set_names(GsScatterView *view, const char *const names[3]);
/* Of points in clip space that were divided by w: whether each had w <= 0 and so is behind the eye,
 * copied; with it the clip volume, from -1 to 1, is drawn. NULL: they are others. It stays until
 * the points are set again. */
void gs_scatter_view_set_behind(GsScatterView *view, const bool *behind);
/* One scale for all axes, so that shapes keep their proportions. */
void gs_scatter_view_set_true_to_scale(GsScatterView *view, bool true_to_scale);
/* On the screen so many times as wide as high is what is as wide as high in x and y. */
void gs_scatter_view_set_aspect(GsScatterView *view, double aspect);
void gs_scatter_view_set_focus(GsScatterView *view, int index); /* -1 none */
/* of points, in pixels; 0: by their number */
void gs_scatter_view_set_size(GsScatterView *view, double size);
void gs_scatter_view_reset(GsScatterView *view); /* not turned, moved, zoomed */

#endif

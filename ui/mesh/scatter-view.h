/* SPDX-License-Identifier: MIT */
/*
 * ui/mesh/scatter-view - a plot of elements as points, with a number each for x, y, z and colour.
 * Dragging turns (with z) or moves, the wheel zooms, a click picks the nearest point: signal "pick"
 * (uint index). Keys: arrows turn or move, + and - zoom, 0 resets the view. A box around the points
 * shows the axes' names and ranges, and a line where they are 0. The accessible description
 * describes the view.
 */
#ifndef GS_UI_SCATTER_VIEW_H
#define GS_UI_SCATTER_VIEW_H

#include <stdbool.h>
#include <stdint.h>
#include <gtk/gtk.h>

#define GS_TYPE_SCATTER_VIEW (gs_scatter_view_get_type())
G_DECLARE_FINAL_TYPE(GsScatterView, gs_scatter_view, GS, SCATTER_VIEW, GtkDrawingArea)

/* Set n points. Each array is copied; NULL: that axis is not used; NaN: the point is not drawn.
 * Removes edges, faces and what gs_scatter_view_set_behind has set. */
void gs_scatter_view_set(GsScatterView *view, const double *x, const double *y, const double *z,
	const double *colour, unsigned n);
/* Set lines between points, which are drawn below them; copied. */
void gs_scatter_view_set_edges(GsScatterView *view, const uint32_t (*edges)[2], size_t n);
/* Set triangles between points, drawn as surfaces; copied. depth: how near each point is, in units
 * of y, if the plot has no z; copied; NULL: as z says. */
void gs_scatter_view_set_faces(
	GsScatterView *view, const uint32_t (*faces)[3], size_t n, const double *depth);
/* Set the names of x, y and z; copied; NULL: no name. */
void gs_scatter_view_set_names(GsScatterView *view, const char *const names[3]);
/* Tell that the points are in clip space, divided by w. behind: for each whether w <= 0, so that it
 * is behind the eye; copied. The clip volume, from -1 to 1, is drawn, too. NULL: they are not in
 * clip space. */
void gs_scatter_view_set_behind(GsScatterView *view, const bool *behind);
/* Use the same scale for all axes, so that shapes keep their proportions. */
void gs_scatter_view_set_true_to_scale(GsScatterView *view, bool true_to_scale);
/* Set how many times as wide as a unit of y a unit of x is drawn, when true to scale. */
void gs_scatter_view_set_aspect(GsScatterView *view, double aspect);
void gs_scatter_view_set_focus(GsScatterView *view, int index); /* -1: none */
/* Set the size of points in pixels; 0: chosen by their number. */
void gs_scatter_view_set_size(GsScatterView *view, double size);
void gs_scatter_view_reset(GsScatterView *view); /* undo turning, moving and zooming */

#endif

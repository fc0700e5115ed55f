/* SPDX-License-Identifier: MIT */
/*
 * ui/calls/lanes-view - calls with times as a timeline (analysis/timeline.h): a lane each of
 * frames, passes, the GPU, and the calls of each thread. Spans have the colour of their program.
 * Scrolling or + and - zooms, dragging moves, 0 or a double click beside spans shows all again. A
 * click, or an arrow key, picks a span: signal "pick" (uint64 call, boolean opens), which is of its
 * first call; opens: by a double click or Enter. A tooltip tells all of a span, the accessible
 * description of the picked one.
 */
#ifndef GS_UI_LANES_VIEW_H
#define GS_UI_LANES_VIEW_H

#include <gtk/gtk.h>

struct gs_timeline;

#define GS_TYPE_LANES_VIEW (gs_lanes_view_get_type())
G_DECLARE_FINAL_TYPE(GsLanesView, gs_lanes_view, GS, LANES_VIEW, GtkDrawingArea)

/* Show a timeline, which is the view's from now on; NULL: none. */
void gs_lanes_view_set(GsLanesView *view, struct gs_timeline *timeline);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * ui/calls/frame-plot - a figure of each frame, or of each of their parts, as bars. A click, or an
 * arrow key, Home, End or Page Up and Down, picks one: signal "pick" (uint index). Where there are
 * more than pixels, several share a bar, which is as high as the highest of them: a click picks
 * that one. Its accessible description tells of the one picked.
 */
#ifndef GS_UI_FRAME_PLOT_H
#define GS_UI_FRAME_PLOT_H

#include <gtk/gtk.h>

#define GS_TYPE_FRAME_PLOT (gs_frame_plot_get_type())
G_DECLARE_FINAL_TYPE(GsFramePlot, gs_frame_plot, GS, FRAME_PLOT, GtkDrawingArea)

/* What a frame's bar shows. */
struct gs_frame_bar {
	double value;	  /* NaN: not known */
	gboolean is_part; /* there is more than that */
};

/* n bars, copied. title: of the figure; of: what has a bar ("frames"); both copied. */
void gs_frame_plot_set(GsFramePlot *plot, const struct gs_frame_bar *bars, guint n,
	const char *title, const char *of);
void gs_frame_plot_set_logarithmic(GsFramePlot *plot, gboolean is_logarithmic);
/* -1: none. text: what is said of it, in the description; copied. */
void gs_frame_plot_choose(GsFramePlot *plot, int frame, const char *text);
/* "1.25 M", "312", "0.4" */
void gs_frame_plot_number(char *text, gsize size, double value);

#endif

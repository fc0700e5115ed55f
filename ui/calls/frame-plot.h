/* SPDX-License-Identifier: MIT */
/*
 * ui/calls/frame-plot - a figure of each frame, or of each part of frames, as bars. A click, an
 * arrow key, Home, End or Page Up and Down picks one: signal "pick" (uint index). If there are more
 * bars than pixels, several share a bar, which is as high as the highest of them; a click picks
 * that one. The accessible description names the picked one.
 */
#ifndef GS_UI_FRAME_PLOT_H
#define GS_UI_FRAME_PLOT_H

#include <gtk/gtk.h>

#define GS_TYPE_FRAME_PLOT (gs_frame_plot_get_type())
G_DECLARE_FINAL_TYPE(GsFramePlot, gs_frame_plot, GS, FRAME_PLOT, GtkDrawingArea)

/* The bar of a frame. */
struct gs_frame_bar {
	double value;	  /* NaN: unknown */
	gboolean is_part; /* the real value may be larger */
};

/* Set n bars, copied. title: of the figure; of: what the bars are of ("frames"); both copied. */
void gs_frame_plot_set(GsFramePlot *plot, const struct gs_frame_bar *bars, guint n,
	const char *title, const char *of);
void gs_frame_plot_set_logarithmic(GsFramePlot *plot, gboolean is_logarithmic);
/* Mark a frame as picked; -1: none. text: its description; copied. */
void gs_frame_plot_choose(GsFramePlot *plot, int frame, const char *text);
/* Write a short text of a number, such as "1.25 M", "312" or "0.4". */
void gs_frame_plot_number(char *text, gsize size, double value);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * replay/window/top-level - a top-level window around the window that is drawn into. Window
 * managers change the size of top-level windows, later than asked; the window inside has its size
 * at once.
 */
#ifndef GS_REPLAY_TOP_LEVEL_H
#define GS_REPLAY_TOP_LEVEL_H

#include <X11/Xlib.h>

/* Create a top-level window, which is not shown yet. */
Window gs_top_level_new(Display *display, int width, int height);
/* Map the window inside, so that it exists completely; it is visible once the window around it is
 * shown. */
void gs_top_level_fill(Display *display, Window inside);
void gs_top_level_show(Display *display, Window top);
void gs_top_level_resize(Display *display, Window top, Window inside, int width, int height);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * replay/window/top-level - the window around the one that is drawn into. A window manager gives
 * windows sizes of its own, and later than asked; what is inside of one has its size at once.
 */
#ifndef GS_REPLAY_TOP_LEVEL_H
#define GS_REPLAY_TOP_LEVEL_H

#include <X11/Xlib.h>

/* Not shown yet. */
Window gs_top_level_new(Display *display, int width, int height);
/* The window inside is whole then; it is seen when that round it is shown. */
void gs_top_level_fill(Display *display, Window inside);
void gs_top_level_show(Display *display, Window top);
void gs_top_level_resize(Display *display, Window top, Window inside, int width, int height);

#endif

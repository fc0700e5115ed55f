/* SPDX-License-Identifier: MIT */
#include "replay/top-level.h"

Window gs_top_level_new(Display *display, int width, int height)
{
	Window top = XCreateSimpleWindow(display, DefaultRootWindow(display), 0, 0, (unsigned)width,
		(unsigned)height, 0, 0, BlackPixel(display, DefaultScreen(display)));
	XStoreName(display, top, "glstep-replay");
	return top;
}

void gs_top_level_fill(Display *display, Window inside)
{
	XMapWindow(display, inside);
	XSync(display, False);
}

void gs_top_level_show(Display *display, Window top)
{
	XMapWindow(display, top);
	XSync(display, False);
}

void gs_top_level_resize(Display *display, Window top, Window inside, int width, int height)
{
	XResizeWindow(display, inside, (unsigned)width, (unsigned)height);
	XResizeWindow(display, top, (unsigned)width, (unsigned)height);
	XSync(display, False);
}

/* SPDX-License-Identifier: MIT */
#include "replay/window/top-level.h"

#include <X11/Xatom.h>
#include "replay/link.h"

/* Ask the window manager not to focus the window, however late it shows it: under glstep the user
 * does not interact with it. */
static void leave_keyboard(Display *display, Window top)
{
	const unsigned long never = 0;
	XChangeProperty(display, top, XInternAtom(display, "_NET_WM_USER_TIME", False), XA_CARDINAL,
		32, PropModeReplace, (const unsigned char *)&never, 1);
}

Window gs_top_level_new(Display *display, int width, int height)
{
	Window top = XCreateSimpleWindow(display, DefaultRootWindow(display), 0, 0, (unsigned)width,
		(unsigned)height, 0, 0, BlackPixel(display, DefaultScreen(display)));
	XStoreName(display, top, "glstep-replay");
	if (gs_link_is_open())
		leave_keyboard(display, top);
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
	if (gs_link_is_open()) /* window managers may put a new window above glstep */
		XLowerWindow(display, top);
	XSync(display, False);
}

void gs_top_level_resize(Display *display, Window top, Window inside, int width, int height)
{
	XResizeWindow(display, inside, (unsigned)width, (unsigned)height);
	XResizeWindow(display, top, (unsigned)width, (unsigned)height);
	XSync(display, False);
}

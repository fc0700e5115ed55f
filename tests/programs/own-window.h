/* SPDX-License-Identifier: MIT */
/*
 * tests/programs/own-window - a window of X, by Xlib alone, with a context of GL that is current:
 * by GLX, with depths of 24 bits, or by EGL. What cannot be had ends the program with status 99.
 */
#ifndef OWN_WINDOW_H
#define OWN_WINDOW_H

#include <stdbool.h>
#include <X11/Xlib.h>
#include <EGL/egl.h>

struct own_window {
	Display *display;
	Window window;
	XID drawable;	/* of GLX: the window, or what own_window_use_glx_window made of it */
	EGLDisplay egl; /* NULL: by GLX */
	EGLSurface surface;
};

/* is_bare: no window manager has a say in its size. Events of its structure come. */
void own_window_open(struct own_window *own, int width, int height, bool by_egl, bool is_bare);
/* By GLX: draws into a GLXWindow of it from now on. */
void own_window_use_glx_window(struct own_window *own);
void own_window_swap(const struct own_window *own);

#endif

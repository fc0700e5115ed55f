/* SPDX-License-Identifier: MIT */
#include "tests/programs/own-window.h"

#include <stdlib.h>
#include <X11/Xutil.h>
#include <GL/glx.h>

struct wish {
	int width, height;
	bool is_bare;
};

static void make_window(struct own_window *own, XVisualInfo *visual, const struct wish *wish)
{
	Window root = DefaultRootWindow(own->display);
	XSetWindowAttributes attributes = {
		.colormap = XCreateColormap(own->display, root, visual->visual, AllocNone),
		.event_mask = StructureNotifyMask,
		.override_redirect = wish->is_bare,
	};
	XEvent event;
	own->window = XCreateWindow(own->display, root, 0, 0, (unsigned)wish->width,
		(unsigned)wish->height, 0, visual->depth, InputOutput, visual->visual,
		CWColormap | CWEventMask | CWOverrideRedirect, &attributes);
	XMapWindow(own->display, own->window);
	XWindowEvent(own->display, own->window, StructureNotifyMask, &event);
}

static void begin_glx(struct own_window *own, const struct wish *wish)
{
	int wanted[] = {GLX_RGBA, GLX_DOUBLEBUFFER, GLX_RED_SIZE, 8, GLX_DEPTH_SIZE, 24, None};
	XVisualInfo *visual = glXChooseVisual(own->display, DefaultScreen(own->display), wanted);
	if (!visual)
		exit(99);
	make_window(own, visual, wish);
	own->drawable = own->window;
	if (!glXMakeCurrent(
		    own->display, own->window, glXCreateContext(own->display, visual, NULL, True)))
		exit(99);
}

static void begin_egl(struct own_window *own, const struct wish *wish)
{
	static const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_WINDOW_BIT, EGL_RENDERABLE_TYPE,
		EGL_OPENGL_BIT, EGL_RED_SIZE, 8, EGL_NONE};
	EGLConfig config;
	EGLint n = 0, id = 0;
	own->egl = eglGetDisplay((EGLNativeDisplayType)own->display);
	if (!eglInitialize(own->egl, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API) ||
		!eglChooseConfig(own->egl, wanted, &config, 1, &n) || !n)
		exit(99);
	eglGetConfigAttrib(own->egl, config, EGL_NATIVE_VISUAL_ID, &id);
	XVisualInfo *visual = XGetVisualInfo(
		own->display, VisualIDMask, &(XVisualInfo){.visualid = (VisualID)id}, &n);
	if (!visual)
		exit(99);
	make_window(own, visual, wish);
	own->surface = eglCreateWindowSurface(own->egl, config, own->window, NULL);
	if (!eglMakeCurrent(own->egl, own->surface, own->surface,
		    eglCreateContext(own->egl, config, EGL_NO_CONTEXT, NULL)))
		exit(99);
}

void own_window_open(struct own_window *own, int width, int height, bool by_egl, bool is_bare)
{
	const struct wish wish = {width, height, is_bare};
	*own = (struct own_window){.display = XOpenDisplay(NULL)};
	if (!own->display)
		exit(99);
	(by_egl ? begin_egl : begin_glx)(own, &wish);
}

void own_window_use_glx_window(struct own_window *own)
{
	XWindowAttributes attributes;
	int n = 0, i = 0, id = 0;
	GLXFBConfig *configs = glXGetFBConfigs(own->display, DefaultScreen(own->display), &n);
	XGetWindowAttributes(own->display, own->window, &attributes);
	for (; i < n; i++) {
		glXGetFBConfigAttrib(own->display, configs[i], GLX_VISUAL_ID, &id);
		if ((VisualID)id == XVisualIDFromVisual(attributes.visual))
			break;
	}
	if (i == n)
		exit(99);
	own->drawable = glXCreateWindow(own->display, configs[i], own->window, NULL);
	if (!glXMakeContextCurrent(
		    own->display, own->drawable, own->drawable, glXGetCurrentContext()))
		exit(99);
}

void own_window_swap(const struct own_window *own)
{
	if (own->egl)
		eglSwapBuffers(own->egl, own->surface);
	else
		glXSwapBuffers(own->display, own->drawable);
}

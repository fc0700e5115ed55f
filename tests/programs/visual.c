/* SPDX-License-Identifier: MIT */
/*
 * A program that asks nobody what its visual has: it takes it by its number.
 *
 *	test-visual --list [NUMBER]
 *	test-visual [--config | --asked | --egl] [--frames N] NUMBER
 * --list: for each visual with two colour buffers a line: its number, and how many bits of depth,
 *stencil, accumulation and alpha it has, and samples.
 * With a NUMBER it draws then.
 * --config: by way of a GLXFBConfig. --asked: of those that glXChooseFBConfig lists, asked without
 *samples first, then for more than there are, then for four. --egl: NUMBER is an EGLConfig's; with
 *--list, too. What it draws depends on each of these. In each frame the window is entered anew,
 *with a viewport that the frame before has left; every second frame draws into a smaller window.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <EGL/egl.h>
#include <GL/gl.h>
#include <GL/glx.h>

enum { SIZE = 90, SMALL = 40 };

static Display *x;
static EGLDisplay display;
static bool by_config, by_asking, by_egl;

static _Noreturn void lack(const char *what)
{
	fprintf(stderr, "there is no %s\n", what);
	exit(77);
}

/* ---- what there is ---- */

static int of_visual(XVisualInfo *visual, int name)
{
	int value = 0;
	return glXGetConfig(x, visual, name, &value) ? 0 : value;
}

static void list_visuals(void)
{
	XVisualInfo all = {.screen = DefaultScreen(x)};
	int n = 0;
	XVisualInfo *visuals = XGetVisualInfo(x, VisualScreenMask, &all, &n);
	for (int i = 0; i < n; i++) {
		XVisualInfo *v = &visuals[i];
		if (of_visual(v, GLX_USE_GL) && of_visual(v, GLX_DOUBLEBUFFER) &&
			of_visual(v, GLX_RGBA))
			printf("%lu %d %d %d %d %d\n", v->visualid, of_visual(v, GLX_DEPTH_SIZE),
				of_visual(v, GLX_STENCIL_SIZE), of_visual(v, GLX_ACCUM_RED_SIZE),
				of_visual(v, GLX_ALPHA_SIZE), of_visual(v, GLX_SAMPLES));
	}
}

static int of_config(EGLConfig config, EGLint name)
{
	EGLint value = 0;
	return eglGetConfigAttrib(display, config, name, &value) ? value : 0;
}

enum { MOST_CONFIGS = 1024 };

static EGLint get_configs(EGLConfig configs[MOST_CONFIGS])
{
	EGLint n = 0;
	display = eglGetDisplay(x);
	if (!eglInitialize(display, NULL, NULL) ||
		!eglGetConfigs(display, configs, MOST_CONFIGS, &n))
		lack("EGL");
	return n;
}

static void list_configs(void)
{
	EGLConfig configs[MOST_CONFIGS];
	EGLint n = get_configs(configs);
	for (EGLint i = 0; i < n; i++)
		if ((of_config(configs[i], EGL_SURFACE_TYPE) & EGL_WINDOW_BIT) &&
			(of_config(configs[i], EGL_RENDERABLE_TYPE) & EGL_OPENGL_BIT))
			printf("%d %d %d 0 %d %d\n", of_config(configs[i], EGL_CONFIG_ID),
				of_config(configs[i], EGL_DEPTH_SIZE),
				of_config(configs[i], EGL_STENCIL_SIZE),
				of_config(configs[i], EGL_ALPHA_SIZE),
				of_config(configs[i], EGL_SAMPLES));
}

/* ---- windows ---- */

static XVisualInfo *visual_of(VisualID id)
{
	XVisualInfo wanted = {.visualid = id};
	int n;
	XVisualInfo *visual = XGetVisualInfo(x, VisualIDMask, &wanted, &n);
	if (!visual)
		lack("such visual");
	return visual;
}

static Window make_window(const XVisualInfo *visual, unsigned size)
{
	XSetWindowAttributes a = {
		.colormap = XCreateColormap(x, DefaultRootWindow(x), visual->visual, AllocNone)};
	Window window = XCreateWindow(x, DefaultRootWindow(x), 0, 0, size, size, 0, visual->depth,
		InputOutput, visual->visual, CWColormap | CWBorderPixel, &a);
	XMapWindow(x, window);
	XSync(x, False);
	return window;
}

static Window windows[2];
static EGLSurface surfaces[2];
static GLXContext glx_context;
static EGLContext egl_context;

static void open_egl(EGLint id)
{
	const EGLint wanted[] = {EGL_CONFIG_ID, id, EGL_NONE};
	EGLConfig all[MOST_CONFIGS], config = NULL;
	EGLint n = get_configs(all), visual;
	if (!eglChooseConfig(display, wanted, &config, 1, &n) || !n ||
		!eglGetConfigAttrib(display, config, EGL_NATIVE_VISUAL_ID, &visual))
		lack("such config");
	XVisualInfo *info = visual_of((VisualID)visual);
	eglBindAPI(EGL_OPENGL_API);
	egl_context = eglCreateContext(display, config, EGL_NO_CONTEXT, NULL);
	for (unsigned i = 0; i < 2; i++) {
		windows[i] = make_window(info, i ? SMALL : SIZE);
		surfaces[i] = eglCreateWindowSurface(display, config, windows[i], NULL);
	}
	XFree(info);
	if (!egl_context || !surfaces[0] || !surfaces[1] || eglGetError() != EGL_SUCCESS)
		lack("EGL context");
}

static GLXFBConfig *choose(int samples, int *n)
{
	const int wanted[] = {GLX_RENDER_TYPE, GLX_RGBA_BIT, GLX_DOUBLEBUFFER, True, GLX_ALPHA_SIZE,
		8, GLX_DEPTH_SIZE, 24, GLX_STENCIL_SIZE, 8, GLX_SAMPLES, samples, None};
	return glXChooseFBConfig(x, DefaultScreen(x), wanted, n);
}

static GLXFBConfig *ask(int *n)
{
	static const int wishes[] = {0, 1000, 4};
	GLXFBConfig *configs = NULL;
	for (unsigned i = 0; i < 3; i++) {
		if (configs)
			XFree(configs);
		*n = 0;
		configs = choose(wishes[i], n);
	}
	return configs;
}

static GLXContext context_of_config(VisualID id)
{
	int n = 0;
	GLXFBConfig *configs = by_asking ? ask(&n) : glXGetFBConfigs(x, DefaultScreen(x), &n),
		    found = NULL;
	for (int i = 0; i < n && !found; i++) {
		XVisualInfo *visual = glXGetVisualFromFBConfig(x, configs[i]);
		if (visual && visual->visualid == id)
			found = configs[i];
		if (visual)
			XFree(visual);
	}
	if (configs)
		XFree(configs);
	return found ? glXCreateNewContext(x, found, GLX_RGBA_TYPE, NULL, True) : NULL;
}

static void open_glx(VisualID id)
{
	XVisualInfo *visual = visual_of(id);
	for (unsigned i = 0; i < 2; i++)
		windows[i] = make_window(visual, i ? SMALL : SIZE);
	glx_context = by_config ? context_of_config(id) : glXCreateContext(x, visual, NULL, True);
	XFree(visual);
	if (!glx_context)
		lack("such context");
}

static void enter(int which)
{
	bool done = by_egl ? eglMakeCurrent(
				     display, surfaces[which], surfaces[which], egl_context) &&
				     eglGetError() == EGL_SUCCESS
			   : glXMakeCurrent(x, windows[which], glx_context);
	if (!done)
		lack("current context");
}

static void swap(int which)
{
	if (by_egl)
		eglSwapBuffers(display, surfaces[which]);
	else
		glXSwapBuffers(x, windows[which]);
}

/* ---- drawing ---- */

static void triangle(float depth, float tilt)
{
	glBegin(GL_TRIANGLES);
	glVertex3f(-0.9f, -0.8f, depth);
	glVertex3f(0.9f, -0.7f, -depth);
	glVertex3f(tilt, 0.93f, depth);
	glEnd();
}

static void draw(int frame, bool accumulates)
{
	glViewport(0, 0, frame % 2 ? SMALL : SIZE, frame % 2 ? SMALL : SIZE);
	glClearColor(0.1f, 0.2f, 0.3f, 0.4f);
	glClearStencil(0);
	glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
	glEnable(GL_DEPTH_TEST);
	glEnable(GL_STENCIL_TEST);
	glStencilFunc(GL_ALWAYS, 0, 255);
	glStencilOp(GL_KEEP, GL_KEEP, GL_INCR);
	glColor4f(1, 0.2f, 0.1f, 0.5f);
	triangle(0.5f, 0.1f * (float)frame);
	glColor4f(0.1f, 0.3f, 1, 0.7f);
	triangle(-0.5f, -0.35f);
	glDisable(GL_DEPTH_TEST);
	glStencilFunc(GL_GREATER, 2, 255); /* where at most one triangle is */
	glColor4f(0.2f, 1, 0.2f, 1);
	glRectf(-0.7f, -0.2f, 0.95f, 0.1f);
	glDisable(GL_STENCIL_TEST);
	glEnable(GL_BLEND);
	glBlendFunc(GL_DST_ALPHA, GL_ZERO);
	glColor4f(1, 1, 0, 1);
	glRectf(-0.95f, 0.5f, 0.95f, 0.7f);
	glDisable(GL_BLEND);
	if (accumulates) {
		glAccum(GL_LOAD, 0.7f);
		glAccum(GL_RETURN, 1);
	}
	glViewport(0, 0, 20, 10); /* is none of the window's */
}

int main(int argc, char **argv)
{
	int frames = 4, error = 0, bits = 0;
	bool lists = false;
	unsigned long number = 0;
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--list") == 0)
			lists = true;
		else if (strcmp(argv[i], "--config") == 0)
			by_config = true;
		else if (strcmp(argv[i], "--asked") == 0)
			by_config = by_asking = true;
		else if (strcmp(argv[i], "--egl") == 0)
			by_egl = true;
		else if (strcmp(argv[i], "--frames") == 0 && i + 1 < argc)
			frames = atoi(argv[++i]);
		else
			number = strtoul(argv[i], NULL, 0);
	}
	x = XOpenDisplay(NULL);
	if (!x)
		lack("display");
	if (lists) {
		(by_egl ? list_configs : list_visuals)();
		if (!number)
			return 0;
	}
	if (by_egl)
		open_egl((EGLint)number);
	else
		open_glx(number);
	for (int frame = 0; frame < frames; frame++) {
		enter(frame % 2);
		glGetIntegerv(GL_ACCUM_RED_BITS, &bits);
		draw(frame, bits > 0);
		swap(frame % 2);
		error |= (int)glGetError();
	}
	if (error)
		fprintf(stderr, "GL error %#x\n", (unsigned)error);
	return error ? 1 : 0;
}

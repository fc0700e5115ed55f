/* SPDX-License-Identifier: MIT */
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <GL/glx.h>
#include <dlfcn.h>
#include <glib.h>
#include <string.h>
#include "replay/link.h"
#include "replay/window/top-level.h"
#include "replay/window/window.h"

struct context {
	GLXContext glx;
	GLXFBConfig config;
	XVisualInfo *visual;
};

struct drawable {
	GLXDrawable glx;
	Window top, window; /* 0: a pbuffer */
	Colormap colormap;
	GLXFBConfig config;
	int config_id;
};

static struct {
	Display *display;
	bool visible;
	GLXFBConfig *configs;
	int n_configs;
	int (*attributes)[GS_N_CONFIG_ATTRIBUTES];
} glx;

static bool refused;

static int note_error(Display *display, XErrorEvent *event)
{
	(void)display;
	(void)event;
	refused = true;
	return 0;
}

/* Return whether a request was refused, of which X tells asynchronously. */
static bool was_refused(void)
{
	XSync(glx.display, False);
	bool is = refused;
	refused = false;
	return is;
}

static int ask(GLXFBConfig config, int attribute)
{
	int value = 0;
	glXGetFBConfigAttrib(glx.display, config, attribute, &value);
	return value;
}

static void read_configs(void)
{
	static const int names[GS_N_CONFIG_ATTRIBUTES] = {GLX_RED_SIZE, GLX_GREEN_SIZE,
		GLX_BLUE_SIZE, GLX_ALPHA_SIZE, GLX_DEPTH_SIZE, GLX_STENCIL_SIZE, GLX_SAMPLES,
		GLX_DOUBLEBUFFER, GLX_ACCUM_RED_SIZE, GLX_FRAMEBUFFER_SRGB_CAPABLE_ARB};
	const int wanted[] = {GLX_DRAWABLE_TYPE,
		glx.visible ? GLX_WINDOW_BIT : GLX_WINDOW_BIT | GLX_PBUFFER_BIT, GLX_X_RENDERABLE,
		True, GLX_DOUBLEBUFFER, (int)GLX_DONT_CARE, None};
	glx.configs = glXChooseFBConfig(
		glx.display, DefaultScreen(glx.display), wanted, &glx.n_configs);
	if (!glx.configs)
		glx.n_configs = 0;
	glx.attributes = g_malloc0_n((gsize)glx.n_configs + 1, sizeof *glx.attributes);
	for (int i = 0; i < glx.n_configs; i++)
		for (int a = 0; a < GS_N_CONFIG_ATTRIBUTES; a++)
			glx.attributes[i][a] = ask(glx.configs[i], names[a]);
}

static bool open_glx(bool visible, char **why)
{
	int event, error;
	glx.visible = visible;
	glx.display = XOpenDisplay(NULL);
	if (!glx.display) {
		*why = g_strdup("no X server can be reached: set DISPLAY, or give --egl");
		return false;
	}
	if (!glXQueryExtension(glx.display, &error, &event)) {
		*why = g_strdup("the X server has no GLX: give --egl");
		XCloseDisplay(glx.display);
		return false;
	}
	XSetErrorHandler(note_error);
	read_configs();
	return true;
}

static void close_glx(void)
{
	XFree(glx.configs);
	g_free(glx.attributes);
	XCloseDisplay(glx.display);
}

static GLXContext create(GLXFBConfig config, const struct gs_context_wish *wish)
{
	const struct context *share = wish->share;
	GLXContext (*create_arb)(Display *, GLXFBConfig, GLXContext, Bool, const int *) = (void *)
		glXGetProcAddress((const GLubyte *)"glXCreateContextAttribsARB");
	int list[16], n = 0;
	if (!wish->major || !create_arb)
		return glXCreateNewContext(
			glx.display, config, GLX_RGBA_TYPE, share ? share->glx : NULL, True);
	list[n++] = GLX_CONTEXT_MAJOR_VERSION_ARB;
	list[n++] = wish->major;
	list[n++] = GLX_CONTEXT_MINOR_VERSION_ARB;
	list[n++] = wish->minor;
	if (wish->profile || wish->es) {
		list[n++] = GLX_CONTEXT_PROFILE_MASK_ARB;
		list[n++] = wish->es ? 4 : (int)wish->profile; /* EXT_create_context_es2_profile */
	}
	if (wish->flags) {
		list[n++] = GLX_CONTEXT_FLAGS_ARB;
		list[n++] = (int)wish->flags;
	}
	list[n] = None;
	return create_arb(glx.display, config, share ? share->glx : NULL, True, list);
}

static void *create_context(const struct gs_context_wish *wish)
{
	int chosen = gs_config_choose(wish->config, glx.attributes, glx.n_configs);
	if (chosen < 0)
		return NULL;
	GLXContext made = create(glx.configs[chosen], wish);
	if (was_refused() || !made)
		return NULL;
	struct context *context = g_new0(struct context, 1);
	context->glx = made;
	context->config = glx.configs[chosen];
	context->visual = glXGetVisualFromFBConfig(glx.display, context->config);
	return context;
}

static void destroy_context(void *own)
{
	struct context *context = own;
	glXDestroyContext(glx.display, context->glx);
	if (context->visual)
		XFree(context->visual);
	g_free(context);
}

/* Let swaps not wait: in a window that is not shown each may take a second. */
static void swap_at_once(GLXDrawable drawable)
{
	PFNGLXSWAPINTERVALEXTPROC set = (PFNGLXSWAPINTERVALEXTPROC)glXGetProcAddress(
		(const GLubyte *)"glXSwapIntervalEXT");
	const char *extensions = glXQueryExtensionsString(glx.display, DefaultScreen(glx.display));
	if (set && extensions && strstr(extensions, "GLX_EXT_swap_control"))
		set(glx.display, drawable, 0);
}

static void make_window(
	struct drawable *own, const struct gs_drawable *drawable, const struct context *context)
{
	XSetWindowAttributes attributes = {.border_pixel = 0};
	own->top = gs_top_level_new(glx.display, drawable->width, drawable->height);
	own->colormap = XCreateColormap(glx.display, own->top, context->visual->visual, AllocNone);
	attributes.colormap = own->colormap;
	own->window = XCreateWindow(glx.display, own->top, 0, 0, (unsigned)drawable->width,
		(unsigned)drawable->height, 0, context->visual->depth, InputOutput,
		context->visual->visual, CWBorderPixel | CWColormap, &attributes);
	gs_top_level_fill(glx.display, own->window);
	if (drawable->visible && drawable->is_presented && !gs_link_is_hidden())
		gs_top_level_show(glx.display, own->top);
	own->glx = glXCreateWindow(glx.display, context->config, own->window, NULL);
	if (gs_link_is_hidden())
		swap_at_once(own->glx);
}

static void make_drawable(struct gs_drawable *drawable, const struct context *context)
{
	struct drawable *own = g_new0(struct drawable, 1);
	own->config = context->config;
	own->config_id = ask(context->config, GLX_FBCONFIG_ID);
	if (context->visual && (drawable->visible || !(ask(context->config, GLX_DRAWABLE_TYPE) &
							     GLX_PBUFFER_BIT))) {
		make_window(own, drawable, context);
	} else {
		const int list[] = {GLX_PBUFFER_WIDTH, drawable->width, GLX_PBUFFER_HEIGHT,
			drawable->height, GLX_PRESERVED_CONTENTS, True, None};
		own->glx = glXCreatePbuffer(glx.display, context->config, list);
	}
	was_refused();
	drawable->own = own;
}

static void destroy_drawable(struct gs_drawable *drawable)
{
	struct drawable *own = drawable->own;
	if (!own)
		return;
	if (own->window) {
		glXDestroyWindow(glx.display, own->glx);
		XDestroyWindow(glx.display, own->top);
		XFreeColormap(glx.display, own->colormap);
	} else {
		glXDestroyPbuffer(glx.display, own->glx);
	}
	was_refused();
	g_clear_pointer(&drawable->own, g_free);
}

static uint64_t handle(const struct gs_drawable *drawable)
{
	const struct drawable *own = drawable->own;
	return own ? own->glx : 0;
}

static GLXDrawable fit(struct gs_drawable *drawable, const struct context *context)
{
	if (!drawable)
		return None;
	struct drawable *own = drawable->own;
	if (own && own->config_id != ask(context->config, GLX_FBCONFIG_ID))
		destroy_drawable(drawable);
	if (!drawable->own)
		make_drawable(drawable, context);
	return ((struct drawable *)drawable->own)->glx;
}

static bool make_current(struct gs_drawable *draw, struct gs_drawable *read, void *own)
{
	struct context *context = own;
	GLXDrawable to = context ? fit(draw, context) : None;
	GLXDrawable from = read == draw || !context ? to : fit(read, context);
	gs_link_enter();
	bool done = glXMakeContextCurrent(glx.display, to, from, context ? context->glx : NULL);
	gs_link_leave();
	/* Without a context an error is about presenting the last picture, as in swap(): ignore it.
	 */
	return (!was_refused() || !context) && done;
}

static void swap(struct gs_drawable *draw)
{
	const struct drawable *own = draw->own;
	gs_link_enter();
	if (own)
		glXSwapBuffers(glx.display, own->glx);
	gs_link_leave();
	if (own && !own->window)
		was_refused(); /* ignore an error of Mesa: visual and buffer differ in depth */
	while (XPending(glx.display)) {
		XEvent event;
		XNextEvent(glx.display, &event);
	}
}

static void resize(struct gs_drawable *drawable)
{
	struct drawable *own = drawable->own;
	if (own && own->window) {
		glXDestroyWindow(glx.display, own->glx);
		gs_top_level_resize(
			glx.display, own->top, own->window, drawable->width, drawable->height);
		own->glx = glXCreateWindow(glx.display, own->config, own->window, NULL);
		was_refused();
	} else {
		destroy_drawable(drawable);
	}
}

static void show(struct gs_drawable *drawable)
{
	const struct drawable *own = drawable->own;
	if (own && own->top && drawable->visible && drawable->is_presented)
		gs_top_level_show(glx.display, own->top);
}

static void *find_function(const char *name)
{
	return (void *)glXGetProcAddress((const GLubyte *)name);
}

const struct gs_window_system gs_window_glx = {"GLX", open_glx, close_glx, create_context,
	destroy_context, make_current, swap, resize, destroy_drawable, handle, show, find_function,
	NULL, NULL};

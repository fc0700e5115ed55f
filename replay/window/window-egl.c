/* SPDX-License-Identifier: MIT */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <glib.h>
#include <string.h>
#include "replay/link.h"
#include "replay/window/top-level.h"
#include "replay/window/window.h"

struct context {
	EGLContext egl;
	EGLConfig config;
	EGLenum api;
};

struct drawable {
	EGLSurface egl;
	Window top, window; /* 0: a pbuffer */
	EGLConfig config;
};

static struct {
	Display *x; /* NULL: without X */
	EGLDisplay display;
	bool visible;
	EGLConfig *configs;
	int n_configs;
	int (*attributes)[GS_N_CONFIG_ATTRIBUTES];
} egl;

static int ask(EGLConfig config, EGLint attribute)
{
	EGLint value = 0;
	eglGetConfigAttrib(egl.display, config, attribute, &value);
	return value;
}

static void read_configs(void)
{
	static const EGLint names[GS_CONFIG_SAMPLES + 1] = {EGL_RED_SIZE, EGL_GREEN_SIZE,
		EGL_BLUE_SIZE, EGL_ALPHA_SIZE, EGL_DEPTH_SIZE, EGL_STENCIL_SIZE, EGL_SAMPLES};
	const EGLint wanted[] = {
		EGL_SURFACE_TYPE, egl.visible ? EGL_WINDOW_BIT : EGL_PBUFFER_BIT, EGL_NONE};
	EGLint n = 0;
	eglChooseConfig(egl.display, wanted, NULL, 0, &n);
	egl.configs = g_new0(EGLConfig, (gsize)n + 1);
	eglChooseConfig(egl.display, wanted, egl.configs, n, &n);
	egl.n_configs = n;
	egl.attributes = g_malloc0_n((gsize)n + 1, sizeof *egl.attributes);
	for (int i = 0; i < n; i++) {
		for (int a = 0; a <= GS_CONFIG_SAMPLES; a++)
			egl.attributes[i][a] = ask(egl.configs[i], names[a]);
		egl.attributes[i][GS_CONFIG_DOUBLE] = 1;
	}
}

static EGLDisplay get_display(EGLenum platform, void *native)
{
	PFNEGLGETPLATFORMDISPLAYEXTPROC get = (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress(
		"eglGetPlatformDisplayEXT");
	EGLDisplay display = get ? get(platform, native, NULL) : EGL_NO_DISPLAY;
	return display && eglInitialize(display, NULL, NULL) ? display : EGL_NO_DISPLAY;
}

/* Return the display of a graphics card without a window system. */
static EGLDisplay get_device_display(void)
{
	EGLDeviceEXT device;
	EGLint n = 0;
	PFNEGLQUERYDEVICESEXTPROC query = (PFNEGLQUERYDEVICESEXTPROC)eglGetProcAddress(
		"eglQueryDevicesEXT");
	if (!query || !query(1, &device, &n) || n < 1)
		return EGL_NO_DISPLAY;
	return get_display(EGL_PLATFORM_DEVICE_EXT, device);
}

static bool open_egl(bool visible, char **why)
{
	egl.visible = visible;
	egl.x = XOpenDisplay(NULL);
	egl.display = egl.x ? get_display(EGL_PLATFORM_X11_KHR, egl.x) : EGL_NO_DISPLAY;
	if (!egl.display) {
		egl.visible = false;
		egl.display = get_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY);
	}
	if (!egl.display)
		egl.display = get_device_display();
	if (!egl.display) {
		*why = g_strdup("EGL has no display: set DISPLAY");
		return false;
	}
	read_configs();
	return true;
}

static void close_egl(void)
{
	eglTerminate(egl.display);
	g_free(egl.configs);
	g_free(egl.attributes);
	if (egl.x)
		XCloseDisplay(egl.x);
}

static bool has(const char *extension)
{
	const char *all = eglQueryString(egl.display, EGL_EXTENSIONS);
	return all && strstr(all, extension);
}

static EGLContext create(EGLConfig config, const struct gs_context_wish *wish)
{
	const struct context *share = wish->share;
	EGLint list[16], n = 0;
	bool new = has("EGL_KHR_create_context");
	if (wish->major) {
		list[n++] = EGL_CONTEXT_CLIENT_VERSION;
		list[n++] = wish->major;
	}
	if (wish->major && new) {
		list[n++] = EGL_CONTEXT_MINOR_VERSION_KHR;
		list[n++] = wish->minor;
	}
	if (wish->profile && new && !wish->es) {
		list[n++] = EGL_CONTEXT_OPENGL_PROFILE_MASK_KHR;
		list[n++] = (EGLint)wish->profile;
	}
	if (wish->flags && new) {
		list[n++] = EGL_CONTEXT_FLAGS_KHR;
		list[n++] = (EGLint)(wish->es ? wish->flags & 1 : wish->flags);
	}
	list[n] = EGL_NONE;
	return eglCreateContext(egl.display, config, share ? share->egl : EGL_NO_CONTEXT, list);
}

static void *create_context(const struct gs_context_wish *wish)
{
	int chosen = gs_config_choose(wish->config, egl.attributes, egl.n_configs);
	EGLenum api = wish->es ? EGL_OPENGL_ES_API : EGL_OPENGL_API;
	if (chosen < 0 || !eglBindAPI(api))
		return NULL;
	EGLContext made = create(egl.configs[chosen], wish);
	if (made == EGL_NO_CONTEXT)
		return NULL;
	struct context *context = g_new0(struct context, 1);
	context->egl = made;
	context->config = egl.configs[chosen];
	context->api = api;
	return context;
}

static void destroy_context(void *own)
{
	struct context *context = own;
	eglDestroyContext(egl.display, context->egl);
	g_free(context);
}

static bool encodes(const struct gs_drawable *drawable)
{
	return drawable->srgb && has("EGL_KHR_gl_colorspace");
}

static EGLSurface make_window_surface(
	const struct drawable *own, const struct gs_drawable *drawable, EGLConfig config)
{
	const EGLint list[] = {EGL_GL_COLORSPACE_KHR, EGL_GL_COLORSPACE_SRGB_KHR, EGL_NONE};
	return eglCreateWindowSurface(egl.display, config, (EGLNativeWindowType)own->window,
		encodes(drawable) ? list : NULL);
}

static bool make_window(
	struct drawable *own, const struct gs_drawable *drawable, const struct context *context)
{
	XVisualInfo wanted = {.visualid = (VisualID)ask(context->config, EGL_NATIVE_VISUAL_ID)};
	int n;
	XVisualInfo *visual = XGetVisualInfo(egl.x, VisualIDMask, &wanted, &n);
	if (!visual)
		return false;
	own->top = gs_top_level_new(egl.x, drawable->width, drawable->height);
	XSetWindowAttributes attributes = {.border_pixel = 0,
		.colormap = XCreateColormap(egl.x, own->top, visual->visual, AllocNone)};
	own->window = XCreateWindow(egl.x, own->top, 0, 0, (unsigned)drawable->width,
		(unsigned)drawable->height, 0, visual->depth, InputOutput, visual->visual,
		CWBorderPixel | CWColormap, &attributes);
	XFree(visual);
	gs_top_level_fill(egl.x, own->window);
	if (drawable->is_presented && !gs_link_is_hidden())
		gs_top_level_show(egl.x, own->top);
	own->egl = make_window_surface(own, drawable, context->config);
	return own->egl != EGL_NO_SURFACE;
}

static void make_drawable(struct gs_drawable *drawable, const struct context *context)
{
	struct drawable *own = g_new0(struct drawable, 1);
	const EGLint list[] = {EGL_GL_COLORSPACE_KHR, EGL_GL_COLORSPACE_SRGB_KHR, EGL_WIDTH,
		drawable->width, EGL_HEIGHT, drawable->height, EGL_NONE};
	own->config = context->config;
	if (!egl.visible || !drawable->visible || !make_window(own, drawable, context))
		own->egl = eglCreatePbufferSurface(
			egl.display, context->config, encodes(drawable) ? list : list + 2);
	drawable->own = own;
}

static void destroy_drawable(struct gs_drawable *drawable)
{
	struct drawable *own = drawable->own;
	if (!own)
		return;
	if (own->egl)
		eglDestroySurface(egl.display, own->egl);
	if (own->window)
		XDestroyWindow(egl.x, own->top);
	g_clear_pointer(&drawable->own, g_free);
}

static uint64_t handle(const struct gs_drawable *drawable)
{
	const struct drawable *own = drawable->own;
	return own ? (uintptr_t)own->egl : 0;
}

static EGLSurface fit(struct gs_drawable *drawable, const struct context *context)
{
	if (!drawable)
		return EGL_NO_SURFACE;
	struct drawable *own = drawable->own;
	if (own && own->config != context->config)
		destroy_drawable(drawable);
	if (!drawable->own)
		make_drawable(drawable, context);
	return ((struct drawable *)drawable->own)->egl;
}

static bool make_current(struct gs_drawable *draw, struct gs_drawable *read, void *own)
{
	struct context *context = own;
	if (context)
		eglBindAPI(context->api);
	EGLSurface to = context ? fit(draw, context) : EGL_NO_SURFACE;
	EGLSurface from = read == draw || !context ? to : fit(read, context);
	gs_link_enter();
	bool done = eglMakeCurrent(egl.display, to, from, context ? context->egl : EGL_NO_CONTEXT);
	gs_link_leave();
	/* Each swap of a window that is not shown may wait for a second. */
	if (done && draw && gs_link_is_hidden())
		eglSwapInterval(egl.display, 0);
	return done;
}

static void swap(struct gs_drawable *draw)
{
	gs_link_enter();
	if (draw->own)
		eglSwapBuffers(egl.display, ((struct drawable *)draw->own)->egl);
	gs_link_leave();
	while (egl.x && XPending(egl.x)) {
		XEvent event;
		XNextEvent(egl.x, &event);
	}
}

static void resize(struct gs_drawable *drawable)
{
	struct drawable *own = drawable->own;
	if (own && own->window) {
		eglDestroySurface(egl.display, own->egl);
		gs_top_level_resize(
			egl.x, own->top, own->window, drawable->width, drawable->height);
		own->egl = make_window_surface(own, drawable, own->config);
	} else {
		destroy_drawable(drawable);
	}
}

static void show(struct gs_drawable *drawable)
{
	const struct drawable *own = drawable->own;
	if (own && own->top && drawable->is_presented)
		gs_top_level_show(egl.x, own->top);
}

static void *find_function(const char *name)
{
	return (void *)eglGetProcAddress(name);
}

/* Make an image by the extension's functions; those of EGL 1.5 do the same with attributes of 64
 * bits. */
static void *create_image(const struct gs_image_wish *wish)
{
	PFNEGLCREATEIMAGEKHRPROC create_it = (PFNEGLCREATEIMAGEKHRPROC)eglGetProcAddress(
		"eglCreateImageKHR");
	const struct context *context = wish->context;
	bool is_texture = wish->target != EGL_GL_RENDERBUFFER_KHR;
	bool has_layers = wish->target == EGL_GL_TEXTURE_3D_KHR;
	EGLint list[8], n = 0;
	if (!create_it || !has("EGL_KHR_image_base"))
		return NULL;
	if (is_texture) {
		list[n++] = EGL_GL_TEXTURE_LEVEL_KHR;
		list[n++] = wish->level;
	}
	if (has_layers) {
		list[n++] = EGL_GL_TEXTURE_ZOFFSET_KHR;
		list[n++] = wish->layer;
	}
	list[n++] = EGL_IMAGE_PRESERVED_KHR;
	list[n++] = wish->is_preserved;
	list[n] = EGL_NONE;
	gs_link_enter();
	EGLImageKHR image = create_it(egl.display, context->egl, wish->target,
		(EGLClientBuffer)(uintptr_t)wish->name, list);
	gs_link_leave();
	return image;
}

static void destroy_image(void *image)
{
	PFNEGLDESTROYIMAGEKHRPROC destroy_it = (PFNEGLDESTROYIMAGEKHRPROC)eglGetProcAddress(
		"eglDestroyImageKHR");
	gs_link_enter();
	destroy_it(egl.display, image);
	gs_link_leave();
}

const struct gs_window_system gs_window_egl = {"EGL", open_egl, close_egl, create_context,
	destroy_context, make_current, swap, resize, destroy_drawable, handle, show, find_function,
	create_image, destroy_image};

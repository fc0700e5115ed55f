/* SPDX-License-Identifier: MIT */
/* Contexts of EGL that draw into memory: without windows, and without a window system. */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "window.h"

#ifndef EGL_PLATFORM_SURFACELESS_MESA
#define EGL_PLATFORM_SURFACELESS_MESA 0x31DD
#endif

const char window_system[] = "EGL";

struct own_context {
	EGLContext egl;
	EGLConfig config;
};

struct own_window {
	EGLSurface egl;
	EGLConfig config;
};

static struct {
	EGLDisplay display;
	EGLConfig *configs;
	EGLint n;
	int (*attributes)[N_ATTRIBUTES];
} egl;

static bool has(const char *extension)
{
	const char *all = eglQueryString(egl.display, EGL_EXTENSIONS);
	return all && strstr(all, extension);
}

static void read_configs(void)
{
	static const EGLint names[SAMPLES + 1] = {EGL_RED_SIZE, EGL_GREEN_SIZE, EGL_BLUE_SIZE,
		EGL_ALPHA_SIZE, EGL_DEPTH_SIZE, EGL_STENCIL_SIZE, EGL_SAMPLES};
	static const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_NONE};
	eglChooseConfig(egl.display, wanted, NULL, 0, &egl.n);
	egl.configs = calloc((size_t)egl.n + 1, sizeof *egl.configs);
	egl.attributes = calloc((size_t)egl.n + 1, sizeof *egl.attributes);
	if (!egl.configs || !egl.attributes)
		fail("there is no memory left", NULL);
	eglChooseConfig(egl.display, wanted, egl.configs, egl.n, &egl.n);
	for (EGLint i = 0; i < egl.n; i++) {
		for (int a = 0; a <= SAMPLES; a++)
			eglGetConfigAttrib(
				egl.display, egl.configs[i], names[a], &egl.attributes[i][a]);
		egl.attributes[i][DOUBLE] = 1;
	}
}

void system_open(bool visible)
{
	void (*found)(void) = eglGetProcAddress("eglGetPlatformDisplayEXT");
	EGLDisplay (*get)(EGLenum, void *, const EGLint *);
	(void)visible;
	memcpy(&get, &found, sizeof get);
	if (get)
		egl.display = get(EGL_PLATFORM_SURFACELESS_MESA, NULL, NULL);
	if (!egl.display || !eglInitialize(egl.display, NULL, NULL)) {
		egl.display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
		if (!egl.display || !eglInitialize(egl.display, NULL, NULL))
			fail("there is no display", window_system);
	}
	read_configs();
}

void system_close(void)
{
	eglMakeCurrent(egl.display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
	eglTerminate(egl.display);
	free(egl.configs);
	free(egl.attributes);
}

static EGLContext create(EGLConfig config, const struct context_wish *wish)
{
	const struct own_context *share = wish->share ? wish->share->own : NULL;
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

bool system_create(struct context *context)
{
	int chosen = choose_config(&context->wish.config, egl.attributes, egl.n);
	EGLContext made = EGL_NO_CONTEXT;
	struct own_context *own;
	if (context->wish.config.least[ACCUMULATION] > 0)
		fprintf(stderr, "EGL has no accumulation buffer: build with WINDOW=glfw\n");
	if (chosen >= 0 && eglBindAPI(context->wish.es ? EGL_OPENGL_ES_API : EGL_OPENGL_API))
		made = create(egl.configs[chosen], &context->wish);
	if (made == EGL_NO_CONTEXT)
		return false;
	own = calloc(1, sizeof *own);
	if (!own)
		fail("there is no memory left", NULL);
	own->egl = made;
	own->config = egl.configs[chosen];
	context->own = own;
	return true;
}

void system_destroy(struct context *context)
{
	struct own_context *own = context->own;
	eglDestroyContext(egl.display, own->egl);
	free(own);
	context->own = NULL;
}

static void destroy_window(struct window *window)
{
	struct own_window *own = window->own;
	if (own)
		eglDestroySurface(egl.display, own->egl);
	free(own);
	window->own = NULL;
}

static void make_window(struct window *window, EGLConfig config)
{
	const EGLint list[] = {EGL_GL_COLORSPACE_KHR, EGL_GL_COLORSPACE_SRGB_KHR, EGL_WIDTH,
		window->width, EGL_HEIGHT, window->height, EGL_NONE};
	bool encodes = window->srgb && has("EGL_KHR_gl_colorspace");
	struct own_window *own = calloc(1, sizeof *own);
	if (!own)
		fail("there is no memory left", NULL);
	own->config = config;
	own->egl = eglCreatePbufferSurface(egl.display, config, encodes ? list : list + 2);
	window->own = own;
}

static EGLSurface fit(struct window *window, const struct own_context *context)
{
	struct own_window *own = window ? window->own : NULL;
	if (!window)
		return EGL_NO_SURFACE;
	if (own && own->config != context->config)
		destroy_window(window);
	if (!window->own)
		make_window(window, context->config);
	return ((struct own_window *)window->own)->egl;
}

bool system_make_current(struct context *context, struct window *draw, struct window *read)
{
	const struct own_context *own = context ? context->own : NULL;
	EGLSurface to, from;
	if (!own)
		return eglMakeCurrent(egl.display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
	eglBindAPI(context->wish.es ? EGL_OPENGL_ES_API : EGL_OPENGL_API);
	to = fit(draw, own);
	from = read == draw ? to : fit(read, own);
	return eglMakeCurrent(egl.display, to, from, own->egl);
}

void system_resize(struct window *window)
{
	destroy_window(window);
}

void system_swap(struct window *window)
{
	if (window->own)
		eglSwapBuffers(egl.display, ((struct own_window *)window->own)->egl);
}

bool system_goes_on(void)
{
	return true;
}

void (*system_find(const char *name))(void)
{
	return eglGetProcAddress(name);
}

double system_time(void)
{
	struct timespec now;
	timespec_get(&now, TIME_UTC);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

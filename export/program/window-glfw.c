/* SPDX-License-Identifier: MIT */
/*
 * Windows of GLFW. Each context there has a window of its own to draw into and read from; it stands
 * for the trace's window that the context was made current with. If a trace uses more than that,
 * what is drawn may differ, and the program says so.
 */
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <stdio.h>
#include "window.h"

const char window_system[] = "GLFW";
static bool is_visible;

/* What GLFW cannot do; each is reported once. */
enum lack { LACKS_SRGB, LACKS_READING, LACKS_WINDOWS, LACKS_CONTEXTS, N_LACKS };

void system_open(bool visible)
{
	is_visible = visible;
	if (!glfwInit())
		fail("there is no window system: set DISPLAY, or build with WINDOW=egl",
			window_system);
}

void system_close(void)
{
	glfwTerminate();
}

static int asked(const struct config *config, enum attribute attribute)
{
	int exact = config->exact[attribute];
	return exact >= 0 ? exact : config->least[attribute];
}

static void hint_config(const struct config *config)
{
	static const struct {
		enum attribute attribute;
		int hint;
	} hints[] = {{RED, GLFW_RED_BITS}, {GREEN, GLFW_GREEN_BITS}, {BLUE, GLFW_BLUE_BITS},
		{ALPHA, GLFW_ALPHA_BITS}, {DEPTH, GLFW_DEPTH_BITS}, {STENCIL, GLFW_STENCIL_BITS},
		{SAMPLES, GLFW_SAMPLES}, {ACCUMULATION, GLFW_ACCUM_RED_BITS},
		{ACCUMULATION, GLFW_ACCUM_GREEN_BITS}, {ACCUMULATION, GLFW_ACCUM_BLUE_BITS},
		{ACCUMULATION, GLFW_ACCUM_ALPHA_BITS}};
	for (size_t i = 0; i < sizeof hints / sizeof *hints; i++) {
		int bits = asked(config, hints[i].attribute);
		int usual = hints[i].attribute <= ALPHA ? 8 : 24;
		if (config->exact[hints[i].attribute] < 0 && bits > 0 &&
			hints[i].attribute <= DEPTH && bits < usual)
			bits = usual;
		glfwWindowHint(hints[i].hint, bits);
	}
	glfwWindowHint(GLFW_DOUBLEBUFFER, asked(config, DOUBLE) ? GLFW_TRUE : GLFW_FALSE);
	glfwWindowHint(GLFW_SRGB_CAPABLE, asked(config, SRGB) > 0 ? GLFW_TRUE : GLFW_FALSE);
}

static void hint_context(const struct context_wish *wish)
{
	glfwWindowHint(GLFW_CLIENT_API, wish->es ? GLFW_OPENGL_ES_API : GLFW_OPENGL_API);
	if (wish->major) {
		glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, wish->major);
		glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, wish->minor);
	}
	if (wish->es)
		glfwWindowHint(GLFW_CONTEXT_CREATION_API, GLFW_EGL_CONTEXT_API);
	if (!wish->es && (wish->profile & 3) && wish->major * 10 + wish->minor >= 32)
		glfwWindowHint(GLFW_OPENGL_PROFILE,
			wish->profile & 1 ? GLFW_OPENGL_CORE_PROFILE : GLFW_OPENGL_COMPAT_PROFILE);
	glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, wish->flags & 1 ? GLFW_TRUE : GLFW_FALSE);
	if (!wish->es && (wish->flags & 2) && wish->major >= 3)
		glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
}

/* The window is hidden until it is current and has its size. */
bool system_create(struct context *context)
{
	GLFWwindow *share = context->wish.share ? context->wish.share->own : NULL;
	glfwDefaultWindowHints();
	glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
	glfwWindowHint(GLFW_RESIZABLE, GLFW_FALSE);
	hint_config(&context->wish.config);
	hint_context(&context->wish);
	context->own = glfwCreateWindow(
		context->wish.width, context->wish.height, "exported by glstep-trace", NULL, share);
	return context->own;
}

void system_destroy(struct context *context)
{
	glfwDestroyWindow(context->own);
	context->own = NULL;
}

static void fit(GLFWwindow *own, const struct window *window)
{
	int width, height;
	glfwGetWindowSize(own, &width, &height);
	if (width != window->width || height != window->height)
		glfwSetWindowSize(own, window->width, window->height);
	if (is_visible && !glfwGetWindowAttrib(own, GLFW_VISIBLE))
		glfwShowWindow(own);
	glfwPollEvents();
}

static void tell(enum lack lack)
{
	static const char *const texts[N_LACKS] = {
		[LACKS_SRGB] = "the window stays linear, not sRGB",
		[LACKS_READING] = "what is read from another window than is drawn into "
				  "comes from the one that is drawn into",
		[LACKS_WINDOWS] = "several windows that a context draws into are one",
		[LACKS_CONTEXTS] = "a window that several contexts draw into is one for each"};
	static bool told[N_LACKS];
	if (!told[lack])
		fprintf(stderr,
			"With GLFW %s, so that pictures may differ: build with WINDOW=egl\n",
			texts[lack]);
	told[lack] = true;
}

/* Let the context's window stand for the trace's. */
static void take_window(struct context *context, struct window *draw, const struct window *read)
{
	const struct window *before = glfwGetWindowUserPointer(context->own);
	if (draw->srgb)
		tell(LACKS_SRGB);
	if (read != draw)
		tell(LACKS_READING);
	else if (before && before != draw)
		tell(LACKS_WINDOWS);
	else if (draw->own && draw->own != context->own)
		tell(LACKS_CONTEXTS);
	fit(context->own, draw);
	draw->own = context->own;
	glfwSetWindowUserPointer(context->own, draw);
}

bool system_make_current(struct context *context, struct window *draw, struct window *read)
{
	if (context && draw)
		take_window(context, draw, read);
	glfwMakeContextCurrent(context ? context->own : NULL);
	if (context)
		glfwSwapInterval(is_visible);
	return !context || glfwGetCurrentContext() == context->own;
}

/* The window gets its size when it becomes current again. */
void system_resize(struct window *window)
{
	(void)window;
}

void system_swap(struct window *window)
{
	if (window->own)
		glfwSwapBuffers(window->own);
	glfwPollEvents();
}

bool system_goes_on(void)
{
	GLFWwindow *own = glfwGetCurrentContext();
	return !own || !glfwWindowShouldClose(own);
}

void (*system_find(const char *name))(void)
{
	return glfwGetProcAddress(name);
}

double system_time(void)
{
	return glfwGetTime();
}

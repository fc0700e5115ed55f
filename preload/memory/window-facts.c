/* SPDX-License-Identifier: MIT */
/*
 * For recordings: what a context's configuration has, and how large a drawable is, whether the
 * program has asked or not. GLX and EGL know configurations without asking the X server; EGL has
 * set the thread's error to EGL_SUCCESS by the program's own call.
 */
#include "preload/core/core.h"
#include "preload/core/gl.h"
#include "preload/core/x-guard.h"
#include "preload/memory/reader.h"

enum { MOST_FACTS = 16 };

struct facts {
	int32_t pairs[MOST_FACTS][2];
	unsigned n;
};

static void add(struct facts *facts, int name, int value)
{
	facts->pairs[facts->n][0] = name;
	facts->pairs[facts->n++][1] = value;
}

static const int glx_names[] = {GLX_RED_SIZE, GLX_GREEN_SIZE, GLX_BLUE_SIZE, GLX_ALPHA_SIZE,
	GLX_DEPTH_SIZE, GLX_STENCIL_SIZE, GLX_SAMPLES, GLX_DOUBLEBUFFER, GLX_ACCUM_RED_SIZE,
	GLX_FRAMEBUFFER_SRGB_CAPABLE_ARB};
static_assert(sizeof glx_names / sizeof *glx_names <= MOST_FACTS, "room");

static void ask_visual(const struct gs_wire_call *call, struct facts *facts)
{
	Display *display = (Display *)(uintptr_t)call->args[0];
	XVisualInfo *visual = (XVisualInfo *)(uintptr_t)call->args[1];
	int value;
	for (unsigned i = 0;
		visual && GL_HAS(glXGetConfig) && i < sizeof glx_names / sizeof *glx_names; i++)
		if (GL(glXGetConfig)(display, visual, glx_names[i], &value) == 0)
			add(facts, glx_names[i], value);
}

static void ask_glx_config(const struct gs_wire_call *call, struct facts *facts)
{
	Display *display = (Display *)(uintptr_t)call->args[0];
	GLXFBConfig config = (GLXFBConfig)(uintptr_t)call->args[1];
	int value;
	for (unsigned i = 0;
		config && GL_HAS(glXGetFBConfigAttrib) && i < sizeof glx_names / sizeof *glx_names;
		i++)
		if (GL(glXGetFBConfigAttrib)(display, config, glx_names[i], &value) == 0)
			add(facts, glx_names[i], value);
}

static void ask_egl_config(const struct gs_wire_call *call, struct facts *facts)
{
	static const EGLint names[] = {EGL_RED_SIZE, EGL_GREEN_SIZE, EGL_BLUE_SIZE, EGL_ALPHA_SIZE,
		EGL_DEPTH_SIZE, EGL_STENCIL_SIZE, EGL_SAMPLES};
	EGLDisplay display = (EGLDisplay)(uintptr_t)call->args[0];
	EGLConfig config = (EGLConfig)(uintptr_t)call->args[1];
	EGLint value;
	for (unsigned i = 0;
		config && GL_HAS(eglGetConfigAttrib) && i < sizeof names / sizeof *names; i++)
		if (GL(eglGetConfigAttrib)(display, config, names[i], &value))
			add(facts, names[i], value);
	gs_egl_error_drop();
}

bool gs_call_memory_creates_context(unsigned function)
{
	return function == GS_FN_glXCreateContext || function == GS_FN_glXCreateNewContext ||
	       function == GS_FN_glXCreateContextAttribsARB ||
	       function == GS_FN_glXCreateContextWithConfigSGIX ||
	       function == GS_FN_eglCreateContext;
}

void gs_call_memory_add_config(struct gs_memory_reader *r)
{
	struct facts facts = {.n = 0};
	if (!r->call->ret)
		return;
	if (r->call->function == GS_FN_eglCreateContext)
		ask_egl_config(r->call, &facts);
	else if (r->call->function == GS_FN_glXCreateContext)
		ask_visual(r->call, &facts);
	else
		ask_glx_config(r->call, &facts);
	if (facts.n)
		gs_call_memory_add_bytes(
			r, GS_WIRE_CONFIG, facts.pairs, facts.n * sizeof *facts.pairs);
}

static void ask_glx_size(
	const struct gs_wire_call *call, const struct gs_context *context, unsigned size[2])
{
	Display *display = (Display *)(uintptr_t)call->args[0];
	gs_x_guard(context);
	GL(glXQueryDrawable)(display, (GLXDrawable)call->args[1], GLX_WIDTH, &size[0]);
	GL(glXQueryDrawable)(display, (GLXDrawable)call->args[1], GLX_HEIGHT, &size[1]);
	gs_x_unguard();
}

static void ask_egl_size(const struct gs_wire_call *call, unsigned size[2])
{
	EGLDisplay display = (EGLDisplay)(uintptr_t)call->args[0];
	EGLSurface surface = (EGLSurface)(uintptr_t)call->args[1];
	EGLint both[2] = {0, 0};
	GL(eglQuerySurface)(display, surface, EGL_WIDTH, &both[0]);
	GL(eglQuerySurface)(display, surface, EGL_HEIGHT, &both[1]);
	gs_egl_error_drop();
	for (unsigned i = 0; i < 2; i++)
		size[i] = both[i] > 0 ? (unsigned)both[i] : 0;
}

void gs_call_memory_add_drawable(struct gs_memory_reader *r, const struct gs_context *context)
{
	unsigned size[2] = {0, 0};
	if (!r->call->ret || !r->call->args[1])
		return;
	if (r->call->function == GS_FN_eglMakeCurrent)
		ask_egl_size(r->call, size);
	else if (GL_HAS(glXQueryDrawable))
		ask_glx_size(r->call, context, size);
	if (size[0] && size[1])
		gs_call_memory_add_bytes(r, GS_WIRE_DRAWABLE, size, sizeof size);
}

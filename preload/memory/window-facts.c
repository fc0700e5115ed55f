/* SPDX-License-Identifier: MIT */
/*
 * For recordings: what a context's configuration has, and how large a drawable is, whether the
 * program has asked or not. GLX and EGL know configurations without asking the X server; a window's
 * size is asked for as drivers do when they swap: by XCB, without Xlib's lock or error handler.
 */
#include <stdlib.h>
#include <xcb/xcb.h>
#include "preload/core/core.h"
#include "preload/core/gl.h"
#include "preload/core/libraries/symbols.h"
#include "preload/core/x-guard.h"
#include "preload/memory/reader.h"

static const int32_t glx_names[] = {GLX_RED_SIZE, GLX_GREEN_SIZE, GLX_BLUE_SIZE, GLX_ALPHA_SIZE,
	GLX_DEPTH_SIZE, GLX_STENCIL_SIZE, GLX_SAMPLES, GLX_DOUBLEBUFFER, GLX_ACCUM_RED_SIZE,
	GLX_FRAMEBUFFER_SRGB_CAPABLE_ARB};
static const int32_t egl_names[] = {EGL_RED_SIZE, EGL_GREEN_SIZE, EGL_BLUE_SIZE, EGL_ALPHA_SIZE,
	EGL_DEPTH_SIZE, EGL_STENCIL_SIZE, EGL_SAMPLES};
static_assert(sizeof glx_names / sizeof *glx_names <= GS_MOST_CONFIG_FACTS, "room");
static_assert(sizeof egl_names / sizeof *egl_names <= GS_MOST_CONFIG_FACTS, "room");

static bool ask_config(unsigned function, void *display, void *config, int32_t name, int *value)
{
	if (function == GS_FN_eglGetConfigAttrib)
		return GL(eglGetConfigAttrib)(display, config, name, value);
	if (function == GS_FN_glXGetConfig)
		return GL(glXGetConfig)(display, config, name, value) == 0;
	return GL(glXGetFBConfigAttrib)(display, config, name, value) == 0;
}

unsigned gs_config_facts(unsigned function, uint64_t display, uint64_t config,
	int32_t pairs[GS_MOST_CONFIG_FACTS][2])
{
	bool is_egl = function == GS_FN_eglGetConfigAttrib;
	const int32_t *names = is_egl ? egl_names : glx_names;
	size_t n_names = is_egl ? sizeof egl_names / sizeof *egl_names
				: sizeof glx_names / sizeof *glx_names;
	unsigned n = 0;
	int value;
	if (!config || !gs_real(function))
		return 0;
	for (size_t i = 0; i < n_names; i++) {
		if (!ask_config(function, (void *)(uintptr_t)display, (void *)(uintptr_t)config,
			    names[i], &value))
			continue;
		pairs[n][0] = names[i];
		pairs[n++][1] = value;
	}
	if (is_egl)
		gs_egl_error_drop();
	return n;
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
	int32_t pairs[GS_MOST_CONFIG_FACTS][2];
	unsigned made_by = r->call->function;
	unsigned function = made_by == GS_FN_eglCreateContext	? GS_FN_eglGetConfigAttrib
			    : made_by == GS_FN_glXCreateContext ? GS_FN_glXGetConfig
								: GS_FN_glXGetFBConfigAttrib;
	unsigned n = r->call->ret
			     ? gs_config_facts(function, r->call->args[0], r->call->args[1], pairs)
			     : 0;
	if (n)
		gs_call_memory_add_bytes(r, GS_WIRE_CONFIG, pairs, n * sizeof *pairs);
}

/* ---- sizes ---- */

typedef xcb_connection_t *get_connection(Display *);
typedef xcb_get_geometry_cookie_t get_geometry(xcb_connection_t *, xcb_drawable_t);
typedef xcb_get_geometry_reply_t *get_reply(
	xcb_connection_t *, xcb_get_geometry_cookie_t, xcb_generic_error_t **);

/* What this thread was told last. */
static __thread struct {
	uint64_t drawable;
	unsigned size[2];
	bool has_viewport; /* one was set for the drawable, in this frame */
	bool is_drawn;	   /* into the drawable, in this frame */
	GLXDrawable no_window;
} told __attribute__((tls_model("initial-exec")));

static struct {
	get_connection *connection;
	get_geometry *get;
	get_reply *reply;
} xcb; /* NULL: not loaded */

static void find_xcb(void)
{
	xcb.get = (get_geometry *)gs_symbols_find_in("libxcb.so.1", "xcb_get_geometry");
	xcb.reply = (get_reply *)gs_symbols_find_in("libxcb.so.1", "xcb_get_geometry_reply");
	xcb.connection = (get_connection *)gs_symbols_find_in(
		"libX11-xcb.so.1", "XGetXCBConnection");
}

/* In one request, as GLX would need two; of a window alone. */
static bool ask_window(Display *display, GLXDrawable drawable, unsigned size[2])
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	xcb_generic_error_t *error = NULL;
	pthread_once(&once, find_xcb);
	if (!xcb.connection || !xcb.get || !xcb.reply || !display || drawable == told.no_window)
		return false;
	xcb_connection_t *to = xcb.connection(display);
	xcb_get_geometry_reply_t *found = xcb.reply(
		to, xcb.get(to, (xcb_drawable_t)gs_glx_window(drawable)), &error);
	if (found) {
		size[0] = found->width;
		size[1] = found->height;
	} else {
		told.no_window = drawable;
	}
	free(found);
	free(error);
	return size[0] && size[1];
}

static void ask_glx_size(const struct gs_context *context, struct gs_wire_drawable *d)
{
	Display *display = GL(glXGetCurrentDisplay)();
	GLXDrawable drawable = d->drawable;
	unsigned size[2] = {0, 0};
	bool is_known = drawable == told.no_window && drawable == told.drawable;
	if (is_known) { /* what is no window keeps its size */
		memcpy(size, told.size, sizeof size);
	} else if (!ask_window(display, drawable, size) && GL_HAS(glXQueryDrawable)) {
		gs_x_guard(context);
		GL(glXQueryDrawable)(display, drawable, GLX_WIDTH, &size[0]);
		GL(glXQueryDrawable)(display, drawable, GLX_HEIGHT, &size[1]);
		gs_x_unguard();
	}
	d->display = (uint64_t)(uintptr_t)display;
	d->width = size[0];
	d->height = size[1];
}

static void ask_egl_size(struct gs_wire_drawable *d)
{
	EGLDisplay display = GL(eglGetCurrentDisplay)();
	EGLSurface surface = (EGLSurface)(uintptr_t)d->drawable;
	EGLint both[2] = {0, 0};
	GL(eglQuerySurface)(display, surface, EGL_WIDTH, &both[0]);
	GL(eglQuerySurface)(display, surface, EGL_HEIGHT, &both[1]);
	gs_egl_error_drop();
	d->display = (uint64_t)(uintptr_t)display;
	d->is_egl = 1;
	d->width = both[0] > 0 ? (unsigned)both[0] : 0;
	d->height = both[1] > 0 ? (unsigned)both[1] : 0;
}

static uint64_t current_drawable(struct gs_thread *thread, const struct gs_context *context)
{
	if (!context->egl)
		return GL(glXGetCurrentDrawable)();
	gs_egl_error_take(thread);
	return (uint64_t)(uintptr_t)GL(eglGetCurrentSurface)(EGL_DRAW);
}

bool gs_current_drawable(
	struct gs_thread *thread, const struct gs_context *context, struct gs_wire_drawable *d)
{
	*d = (struct gs_wire_drawable){.drawable = current_drawable(thread, context)};
	if (!d->drawable)
		return false;
	if (context->egl)
		ask_egl_size(d);
	else
		ask_glx_size(context, d);
	return d->width && d->height;
}

void gs_call_memory_add_drawable(struct gs_memory_reader *r, const struct gs_context *context)
{
	struct gs_wire_drawable d;
	told.has_viewport = told.is_drawn = false;
	if (!gs_current_drawable(r->thread, context, &d))
		return;
	told.drawable = d.drawable;
	told.size[0] = d.width;
	told.size[1] = d.height;
	gs_call_memory_add_bytes(r, GS_WIRE_DRAWABLE, &d, sizeof d);
}

static bool draws_into_window(struct gs_context *context)
{
	bool can_else = context->es ? context->version >= 20 ||
					      gs_context_has(context, "GL_OES_framebuffer_object")
				    : context->version >= 30 ||
					      gs_context_has(context, "GL_EXT_framebuffer_object");
	return !can_else || !gs_call_memory_integer(GL_FRAMEBUFFER_BINDING);
}

void gs_call_memory_note_drawn(struct gs_context *context)
{
	if (!told.has_viewport && !told.is_drawn) /* else nobody asks any more in this frame */
		told.is_drawn = draws_into_window(context);
}

/* What is drawn into gets its size with a frame's first call that draws there. That a window has
 * another size later in the frame changes nothing, and views of a part of it are usual. */
void gs_call_memory_add_viewport_drawable(struct gs_memory_reader *r, struct gs_context *context)
{
	const uint64_t *box = r->call->args;
	if (told.has_viewport)
		return;
	bool is_whole = told.drawable == current_drawable(r->thread, context) && !(GLint)box[0] &&
			!(GLint)box[1] && (GLint)box[2] == (GLint)told.size[0] &&
			(GLint)box[3] == (GLint)told.size[1];
	if (!draws_into_window(context))
		return;
	if (!is_whole && !told.is_drawn)
		gs_call_memory_add_drawable(r, context);
	told.has_viewport = true;
}

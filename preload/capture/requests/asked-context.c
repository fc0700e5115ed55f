/* SPDX-License-Identifier: MIT */
/* The context that is asked: what is kept with it, and what the files ask of it that tests link,
 * too. */
#include "preload/core/gl.h"
#include "preload/capture/requests/inspection.h"
#include "preload/capture/requests/read-window.h"

#include <stdlib.h>
#include <GL/glx.h>

struct gs_capture_context *gs_capture_context(struct gs_thread *thread)
{
	struct gs_context *context = gs_context_current(thread);
	if (context && !context->capture)
		context->capture = calloc(1, sizeof *context->capture);
	return context ? context->capture : NULL;
}

/* Of the thread that is being served: redraws and drawables are its own. */
static __thread struct gs_thread *asked __attribute__((tls_model("initial-exec")));

struct gs_thread *gs_inspection_set_thread(struct gs_thread *thread)
{
	struct gs_thread *before = asked;
	asked = thread;
	return before;
}

void *gs_queries_context(void)
{
	return asked ? gs_context_current(asked) : NULL;
}

bool gs_drawable_window_size(unsigned *width, unsigned *height)
{
	struct gs_context *context = asked ? gs_context_current(asked) : NULL;
	if (!context)
		return false;
	if (context->egl) {
		EGLint w = 0, h = 0;
		EGLDisplay display = GL(eglGetCurrentDisplay)();
		EGLSurface surface = GL(eglGetCurrentSurface)(EGL_DRAW);
		GL(eglQuerySurface)(display, surface, EGL_WIDTH, &w);
		GL(eglQuerySurface)(display, surface, EGL_HEIGHT, &h);
		*width = w;
		*height = h;
	} else {
		Display *display = GL(glXGetCurrentDisplay)();
		GLXDrawable drawable = gs_read_window_glx_drawn();
		*width = *height = 0;
		if (!display || !drawable)
			return false;
		GL(glXQueryDrawable)(display, drawable, GLX_WIDTH, width);
		GL(glXQueryDrawable)(display, drawable, GLX_HEIGHT, height);
	}
	return *width && *height;
}

/* SPDX-License-Identifier: MIT */
#include "preload/capture/requests/read-window.h"

#include <GL/glx.h>
#include "preload/core/gl.h"

/* Of the thread that is being served. */
static __thread struct {
	bool is_taken, is_egl;
	void *display, *context;
	uintptr_t draw, read;
} window __attribute__((tls_model("initial-exec")));

static void find_windows(const struct gs_context *context)
{
	window.is_egl = context->egl;
	window.context = context->handle;
	if (context->egl) {
		window.display = GL(eglGetCurrentDisplay)();
		window.draw = (uintptr_t)GL(eglGetCurrentSurface)(EGL_DRAW);
		window.read = (uintptr_t)GL(eglGetCurrentSurface)(EGL_READ);
	} else if (gs_real(GS_FN_glXGetCurrentReadDrawable)) {
		window.display = GL(glXGetCurrentDisplay)();
		window.draw = GL(glXGetCurrentDrawable)();
		window.read = GL(glXGetCurrentReadDrawable)();
	}
}

/* With GLX the two change places: Mesa forgets what a window holds that no context has any more,
 * and what we draw goes into framebuffers of our own. */
static void read_from(uintptr_t read)
{
	uintptr_t draw = window.is_egl || read != window.draw ? window.draw : window.read;
	if (window.is_egl)
		GL(eglMakeCurrent)
	(window.display, (EGLSurface)draw, (EGLSurface)read, window.context);
	else GL(glXMakeContextCurrent)(window.display, draw, read, window.context);
}

uintptr_t gs_read_window_glx_drawn(void)
{
	return window.is_taken ? window.draw : GL(glXGetCurrentDrawable)();
}

void gs_read_window_take(struct gs_thread *thread)
{
	const struct gs_context *context = gs_context_current(thread);
	window.draw = window.read = 0;
	if (context)
		find_windows(context);
	window.is_taken = window.draw && window.read && window.draw != window.read;
	if (window.is_taken)
		read_from(window.draw);
}

void gs_read_window_drop(void)
{
	if (window.is_taken)
		read_from(window.read);
	window.is_taken = false;
}

void gs_read_window_lend(bool lent)
{
	if (window.is_taken)
		read_from(lent ? window.read : window.draw);
}

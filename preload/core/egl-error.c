/* SPDX-License-Identifier: MIT */
/* The thread's EGL error, kept for the program while we call EGL ourselves. */
#include <string.h>
#include "preload/core/gl.h"
#include "preload/core/core.h"

static bool is_egl(unsigned function)
{
	return gs_data_kinds(function) & GS_KIND_EGL;
}

void gs_egl_error_take(struct gs_thread *thread)
{
	if (!gs_real_loaded(true) || !GL_HAS(eglGetError))
		return;
	uint32_t error = (uint32_t)GL(eglGetError)();
	if (error == EGL_SUCCESS)
		return; /* as after our own question: one already kept stays */
	thread->egl_error = error;
	for (unsigned i = 0; i < GS_N_FUNCTIONS; i++)
		if (is_egl(i))
			gs_hooks_enable(i, true);
}

void gs_egl_error_drop(void)
{
	if (gs_real_loaded(true) && GL_HAS(eglGetError))
		GL(eglGetError)();
}

static void after_get_error(struct gs_thread *thread, struct gs_wire_call *call)
{
	if (thread->egl_error)
		call->ret = thread->egl_error;
	thread->egl_error = 0;
}

/* Its own error takes the place of the one kept. */
static void before_other(struct gs_thread *thread, struct gs_wire_call *call)
{
	thread->egl_error = 0;
}

void gs_egl_error_init(void)
{
	for (unsigned i = 0; i < GS_N_FUNCTIONS; i++) {
		if (!is_egl(i))
			continue;
		bool hooked = gs_hooks_any(i);
		struct gs_hook hook = {(uint16_t)i, before_other, NULL};
		if (i == GS_FN_eglGetError)
			hook = (struct gs_hook){(uint16_t)i, NULL, after_get_error};
		gs_hooks_add(&hook, 1);
		if (!hooked) /* until an error is kept */
			gs_hooks_enable(i, false);
	}
}

/* SPDX-License-Identifier: MIT */
#include "preload/trace/mesa-trace.h"

#include <string.h>

/* The call has returned that. */
static struct gs_wire_call returning(unsigned function, uint64_t ret)
{
	return (struct gs_wire_call){
		.function = function, .flags = GS_CALL_EXECUTED | GS_CALL_RETURNED, .ret = ret};
}

static void set_args(struct gs_wire_call *call, const uint64_t *args, unsigned n)
{
	call->n_args = n;
	memcpy(call->args, args, n * sizeof *args);
}

#define SET_ARGS(call, ...)                                                                        \
	set_args(call, (const uint64_t[]){__VA_ARGS__},                                            \
		sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t))

static void make_up_glx(struct gs_made_up *m, const struct gs_context *context)
{
	uint64_t display = (uint64_t)(uintptr_t)GL(glXGetCurrentDisplay)();
	uint64_t handle = (uint64_t)(uintptr_t)context->handle;
	const int32_t attributes[] = {GLX_CONTEXT_MAJOR_VERSION_ARB, (int)context->version / 10,
		GLX_CONTEXT_MINOR_VERSION_ARB, (int)context->version % 10,
		GLX_CONTEXT_PROFILE_MASK_ARB, GLX_CONTEXT_CORE_PROFILE_BIT_ARB, 0};
	const struct gs_made_up_memory list = {
		attributes, sizeof attributes / 4, 4, GS_CLASS_INT, 32, false};
	struct gs_wire_call call = returning(
		context->core ? GS_FN_glXCreateContextAttribsARB : GS_FN_glXCreateContext, handle);
	if (context->core)
		SET_ARGS(&call, display, 0, 0, 1, (uint64_t)(uintptr_t)attributes);
	else
		SET_ARGS(&call, display, 0, 0, 1);
	gs_made_up_add(m, &call, context->core ? &list : NULL);
	call = returning(GS_FN_glXMakeCurrent, 1);
	SET_ARGS(&call, display, GL(glXGetCurrentDrawable)(), handle);
	gs_made_up_add(m, &call, NULL);
}

/* A surface of its size. */
static void make_up_surface(struct gs_made_up *m, EGLDisplay display, EGLSurface surface)
{
	EGLint size[2] = {0};
	GL(eglQuerySurface)(display, surface, EGL_WIDTH, &size[0]);
	GL(eglQuerySurface)(display, surface, EGL_HEIGHT, &size[1]);
	const int32_t attributes[] = {EGL_WIDTH, size[0], EGL_HEIGHT, size[1], EGL_NONE};
	const struct gs_made_up_memory list = {attributes, 5, 2, GS_CLASS_INT, 32, false};
	struct gs_wire_call call = returning(
		GS_FN_eglCreatePbufferSurface, (uint64_t)(uintptr_t)surface);
	SET_ARGS(&call, (uint64_t)(uintptr_t)display, 0, (uint64_t)(uintptr_t)attributes);
	gs_made_up_add(m, &call, &list);
}

static void make_up_egl(struct gs_made_up *m, const struct gs_context *context)
{
	EGLDisplay display = GL(eglGetCurrentDisplay)();
	EGLSurface draw = GL(eglGetCurrentSurface)(EGL_DRAW);
	EGLSurface read = GL(eglGetCurrentSurface)(EGL_READ);
	uint64_t handle = (uint64_t)(uintptr_t)context->handle;
	const int32_t attributes[] = {EGL_CONTEXT_MAJOR_VERSION, (int)context->version / 10,
		EGL_CONTEXT_MINOR_VERSION, (int)context->version % 10,
		context->es ? EGL_NONE : EGL_CONTEXT_OPENGL_PROFILE_MASK,
		context->core ? EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT
			      : EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT,
		EGL_NONE};
	const struct gs_made_up_memory list = {
		attributes, context->es ? 5 : 7, 3, GS_CLASS_INT, 32, false};
	struct gs_wire_call call = returning(GS_FN_eglBindAPI, 1);
	SET_ARGS(&call, context->es ? EGL_OPENGL_ES_API : EGL_OPENGL_API);
	gs_made_up_add(m, &call, NULL);
	if (draw)
		make_up_surface(m, display, draw);
	if (read && read != draw)
		make_up_surface(m, display, read);
	call = returning(GS_FN_eglCreateContext, handle);
	SET_ARGS(&call, (uint64_t)(uintptr_t)display, 0, 0, (uint64_t)(uintptr_t)attributes);
	gs_made_up_add(m, &call, &list);
	call = returning(GS_FN_eglMakeCurrent, 1);
	SET_ARGS(&call, (uint64_t)(uintptr_t)display, (uint64_t)(uintptr_t)draw,
		(uint64_t)(uintptr_t)read, handle);
	gs_made_up_add(m, &call, NULL);
}

/* By which players size a window. */
static void make_up_box(struct gs_made_up *m, unsigned function, GLenum name)
{
	struct gs_wire_call call = {.function = function, .flags = GS_CALL_EXECUTED, .n_args = 4};
	GLint box[4] = {0};
	GL(glGetIntegerv)(name, box);
	for (unsigned i = 0; i < 4; i++)
		call.args[i] = (uint64_t)(int64_t)box[i];
	gs_made_up_add(m, &call, NULL);
}

void gs_made_up_context(struct gs_made_up *m, const struct gs_context *context)
{
	if (context->egl)
		make_up_egl(m, context);
	else
		make_up_glx(m, context);
	make_up_box(m, GS_FN_glViewport, GL_VIEWPORT);
	make_up_box(m, GS_FN_glScissor, GL_SCISSOR_BOX);
}

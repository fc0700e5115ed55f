/* SPDX-License-Identifier: MIT */
#include "preload/core/core.h"
#include "preload/core/libraries/symbols.h"
#include "preload/core/x-guard.h"
#include "preload/memory/reader.h"
#include "preload/mesa-trace/mesa-trace.h"

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

/* A question that has been answered with a number. */
static void make_up_answer(struct gs_made_up *m, unsigned function, uint64_t display, uint64_t of,
	int32_t name, int32_t value)
{
	enum { ANSWER = 3 }; /* the argument's number */
	const struct gs_made_up_memory answer = {&value, 1, ANSWER, GS_CLASS_INT, 32, true};
	struct gs_wire_call call = {.function = function, .flags = GS_CALL_EXECUTED};
	SET_ARGS(&call, display, of, (uint32_t)name, (uint64_t)(uintptr_t)&value);
	gs_made_up_add(m, &call, &answer);
}

static void make_up_config(
	struct gs_made_up *m, unsigned function, uint64_t display, uint64_t config)
{
	int32_t pairs[GS_MOST_CONFIG_FACTS][2];
	unsigned n = gs_config_facts(function, display, config, pairs);
	for (unsigned i = 0; i < n; i++)
		make_up_answer(m, function, display, config, pairs[i][0], pairs[i][1]);
}

/* The one of that visual; NULL: there is none. */
static GLXFBConfig config_of_visual(
	Display *display, const GLXFBConfig *all, int n, uint64_t visual)
{
	int id;
	for (int i = 0; i < n; i++)
		if (GL(glXGetFBConfigAttrib)(display, all[i], GLX_VISUAL_ID, &id) == 0 &&
			(uint64_t)id == visual)
			return all[i];
	return NULL;
}

/* A context that was made with a visual has no configuration of its own. 0: that is not known. */
static uint64_t glx_config(Display *display, const struct gs_context *context)
{
	int id = 0, screen = 0, n = 0;
	int (*release)(void *) = (int (*)(void *))gs_symbols_find_in("libX11.so.6", "XFree");
	if (!release || !GL_HAS(glXQueryContext) || !GL_HAS(glXChooseFBConfig) ||
		!GL_HAS(glXGetFBConfigs) || !GL_HAS(glXGetFBConfigAttrib) ||
		GL(glXQueryContext)(display, context->handle, GLX_FBCONFIG_ID, &id) != 0 ||
		GL(glXQueryContext)(display, context->handle, GLX_SCREEN, &screen) != 0)
		return 0;
	const int wanted[] = {GLX_FBCONFIG_ID, id, None};
	GLXFBConfig *found = context->visual ? GL(glXGetFBConfigs)(display, screen, &n)
			     : id > 0	     ? GL(glXChooseFBConfig)(display, screen, wanted, &n)
					     : NULL;
	GLXFBConfig config = context->visual ? config_of_visual(display, found, n, context->visual)
			     : n == 1	     ? found[0]
					     : NULL;
	if (found)
		release(found);
	return (uint64_t)(uintptr_t)config;
}

static void make_up_glx_context(
	struct gs_made_up *m, const struct gs_context *context, uint64_t display, uint64_t config)
{
	uint64_t handle = (uint64_t)(uintptr_t)context->handle;
	uint64_t share = (uint64_t)(uintptr_t)gs_context_told_partner(
		context, gs_call_policy.recording);
	const int32_t attributes[] = {GLX_CONTEXT_MAJOR_VERSION_ARB, (int)context->version / 10,
		GLX_CONTEXT_MINOR_VERSION_ARB, (int)context->version % 10,
		GLX_CONTEXT_PROFILE_MASK_ARB,
		context->es ? GLX_CONTEXT_ES2_PROFILE_BIT_EXT : GLX_CONTEXT_CORE_PROFILE_BIT_ARB,
		0};
	const struct gs_made_up_memory list = {
		attributes, sizeof attributes / 4, 4, GS_CLASS_INT, 32, false};
	bool has_list = context->core || context->es;
	struct gs_wire_call call = returning(has_list ? GS_FN_glXCreateContextAttribsARB
					     : config ? GS_FN_glXCreateNewContext
						      : GS_FN_glXCreateContext,
		handle);
	if (has_list)
		SET_ARGS(&call, display, config, share, 1, (uint64_t)(uintptr_t)attributes);
	else if (config)
		SET_ARGS(&call, display, config, GLX_RGBA_TYPE, share, 1);
	else
		SET_ARGS(&call, display, 0, share, 1);
	gs_made_up_add(m, &call, has_list ? &list : NULL);
}

static void make_up_glx(struct gs_made_up *m, const struct gs_context *context)
{
	uint64_t display = (uint64_t)(uintptr_t)GL(glXGetCurrentDisplay)();
	uint64_t handle = (uint64_t)(uintptr_t)context->handle;
	gs_x_guard(context);
	uint64_t config = glx_config(GL(glXGetCurrentDisplay)(), context);
	gs_x_unguard();
	make_up_config(m, GS_FN_glXGetFBConfigAttrib, display, config);
	make_up_glx_context(m, context, display, config);
	struct gs_wire_call call = returning(GS_FN_glXMakeCurrent, 1);
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

/* 0: that is not known. */
static uint64_t egl_config(EGLDisplay display, EGLContext handle)
{
	EGLint id = 0, n = 0;
	EGLConfig config = NULL;
	GL(eglQueryContext)(display, handle, EGL_CONFIG_ID, &id);
	const EGLint wanted[] = {EGL_CONFIG_ID, id, EGL_NONE};
	return id && GL(eglChooseConfig)(display, wanted, &config, 1, &n) && n == 1
		       ? (uint64_t)(uintptr_t)config
		       : 0;
}

static void make_up_egl(struct gs_made_up *m, const struct gs_context *context)
{
	EGLDisplay display = GL(eglGetCurrentDisplay)();
	EGLSurface draw = GL(eglGetCurrentSurface)(EGL_DRAW);
	EGLSurface read = GL(eglGetCurrentSurface)(EGL_READ);
	uint64_t handle = (uint64_t)(uintptr_t)context->handle;
	uint64_t config = egl_config(display, context->handle);
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
	make_up_config(m, GS_FN_eglGetConfigAttrib, (uint64_t)(uintptr_t)display, config);
	call = returning(GS_FN_eglCreateContext, handle);
	SET_ARGS(&call, (uint64_t)(uintptr_t)display, config,
		(uint64_t)(uintptr_t)gs_context_told_partner(context, gs_call_policy.recording),
		(uint64_t)(uintptr_t)attributes);
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

static void make_up_size(
	struct gs_made_up *m, struct gs_thread *thread, const struct gs_context *context)
{
	struct gs_wire_drawable d;
	if (!gs_current_drawable(thread, context, &d))
		return;
	unsigned function = d.is_egl ? GS_FN_eglQuerySurface : GS_FN_glXQueryDrawable;
	make_up_answer(m, function, d.display, d.drawable, d.is_egl ? EGL_WIDTH : GLX_WIDTH,
		(int32_t)d.width);
	make_up_answer(m, function, d.display, d.drawable, d.is_egl ? EGL_HEIGHT : GLX_HEIGHT,
		(int32_t)d.height);
}

void gs_made_up_context(
	struct gs_made_up *m, struct gs_thread *thread, const struct gs_context *context)
{
	if (context->egl) {
		gs_egl_error_take(thread);
		make_up_egl(m, context);
		gs_egl_error_drop();
	} else {
		make_up_glx(m, context);
	}
	make_up_box(m, GS_FN_glViewport, GL_VIEWPORT);
	make_up_box(m, GS_FN_glScissor, GL_SCISSOR_BOX);
	make_up_size(m, thread, context);
}

/* SPDX-License-Identifier: MIT */
/* The program's contexts, their share groups and error flags; GetProcAddress. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "preload/core/gl.h"
#include "preload/core/core.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct gs_context *contexts;
static uint64_t last_number;

/* Locked. */
static struct gs_context *find(void *handle, bool egl)
{
	for (struct gs_context *c = contexts; c; c = c->next)
		if (c->handle == handle && c->egl == egl)
			return c;
	return NULL;
}

/* Locked. */
static struct gs_context *add(void *handle, bool egl, struct gs_context *share)
{
	struct gs_context *context = calloc(1, sizeof *context);
	if (!context || !gs_core_handlers.context_created(context, share)) {
		free(context);
		return NULL;
	}
	context->handle = handle;
	context->number = ++last_number;
	context->egl = egl;
	context->next = contexts;
	contexts = context;
	return context;
}

/* Locked. Its handle may be given to a new context at any time now. */
static void unlink_context(struct gs_context *context)
{
	struct gs_context **link = &contexts;
	while (*link && *link != context)
		link = &(*link)->next;
	if (*link)
		*link = context->next;
}

static void *current_handle(struct gs_thread *thread, bool *egl)
{
	void *handle = NULL;
	/* Asking a library that the program does not use would load it. */
	*egl = false;
	if (gs_real_loaded(false) && GL_HAS(glXGetCurrentContext))
		handle = GL(glXGetCurrentContext)();
	if (!handle && gs_real_loaded(true) && GL_HAS(eglGetCurrentContext)) {
		gs_egl_error_take(thread);
		handle = GL(eglGetCurrentContext)();
		*egl = handle != NULL;
	}
	return handle;
}

struct gs_context *gs_context_current(struct gs_thread *thread)
{
	bool egl;
	if (thread->context_known)
		return thread->context;
	void *handle = current_handle(thread, &egl);
	thread->context = NULL;
	if (handle) {
		pthread_mutex_lock(&lock);
		thread->context = find(handle, egl);
		if (!thread->context)
			thread->context = add(handle, egl, NULL);
		if (thread->context)
			thread->context->users++;
		pthread_mutex_unlock(&lock);
	}
	thread->context_known = true;
	return thread->context;
}

void *gs_context_told_partner(const struct gs_context *context, uint32_t recording)
{
	void *handle = NULL;
	pthread_mutex_lock(&lock);
	for (struct gs_context *c = contexts; c && !handle; c = c->next)
		if (c != context && c->group == context->group && c->egl == context->egl &&
			c->told == recording)
			handle = c->handle;
	pthread_mutex_unlock(&lock);
	return handle;
}

static void free_context(struct gs_context *context)
{
	gs_core_handlers.context_destroyed(context);
	free(context);
}

void gs_context_forget(struct gs_thread *thread)
{
	struct gs_context *context = thread->context_known ? thread->context : NULL;
	thread->context_known = false;
	thread->context = NULL;
	if (!context)
		return;
	pthread_mutex_lock(&lock);
	bool last = --context->users == 0 && context->destroyed;
	pthread_mutex_unlock(&lock);
	if (last)
		free_context(context);
}

/* ---- hooks ---- */

static void created(void *handle, bool egl, void *share, uint64_t visual)
{
	if (!handle)
		return;
	pthread_mutex_lock(&lock);
	struct gs_context *old = find(handle, egl);
	if (old)
		unlink_context(old); /* destroyed while current in another thread, which may still
					use the struct */
	struct gs_context *context = add(handle, egl, share ? find(share, egl) : NULL);
	if (context) {
		context->visual = visual;
		context->told = gs_call_policy.recording; /* by this call */
	}
	pthread_mutex_unlock(&lock);
	if (share)
		gs_core_handlers.context_shares();
}

static void after_create_glx_2(struct gs_thread *thread, struct gs_wire_call *call)
{
	const XVisualInfo *visual = call->function == GS_FN_glXCreateContext && call->ret
					    ? (const XVisualInfo *)(uintptr_t)call->args[1]
					    : NULL;
	created((void *)call->ret, false, (void *)call->args[2], visual ? visual->visualid : 0);
}

static void after_create_glx_3(struct gs_thread *thread, struct gs_wire_call *call)
{
	created((void *)call->ret, false, (void *)call->args[3], 0);
}

static void after_create_egl(struct gs_thread *thread, struct gs_wire_call *call)
{
	created((void *)call->ret, true, (void *)call->args[2], 0);
}

/* Where it is current, in this thread or others, it lives on until another one is. */
static void before_destroy(struct gs_thread *thread, struct gs_wire_call *call)
{
	bool egl = call->function == GS_FN_eglDestroyContext, last = false;
	gs_context_current(thread); /* counts as a user, if it is this one */
	pthread_mutex_lock(&lock);
	struct gs_context *context = find((void *)call->args[1], egl);
	if (context) {
		unlink_context(context);
		context->destroyed = true;
		last = !context->users;
	}
	pthread_mutex_unlock(&lock);
	if (last)
		free_context(context);
}

static void forget_current(struct gs_thread *thread, struct gs_wire_call *call)
{
	gs_context_forget(thread);
}

/* ---- windows with one colour buffer ---- */

/* What is drawn into a window of the context is seen at once. Where a framebuffer object is bound,
 * GLX's cannot be asked. */
static bool has_one_buffer(struct gs_thread *thread, struct gs_context *context)
{
	GLboolean two = true;
	GLint framebuffer = 0;
	if (context->egl) {
		EGLint buffer = EGL_BACK_BUFFER;
		gs_egl_error_take(thread);
		GL(eglQueryContext)
		(GL(eglGetCurrentDisplay)(), context->handle, EGL_RENDER_BUFFER, &buffer);
		gs_egl_error_drop();
		return buffer == EGL_SINGLE_BUFFER;
	}
	gs_error_take(context);
	gs_context_info(context);
	if (context->version >= 30)
		GL(glGetIntegerv)(GL_DRAW_FRAMEBUFFER_BINDING, &framebuffer);
	if (!context->es && !framebuffer)
		GL(glGetBooleanv)(GL_DOUBLEBUFFER, &two);
	gs_error_drop();
	return framebuffer ? context->one_buffer : !two;
}

static void after_make_current(struct gs_thread *thread, struct gs_wire_call *call)
{
	enum { DRAWABLE = 1 }; /* the argument's number, in all of them */
	gs_context_forget(thread);
	if (call->ret)
		gs_process_watch_end();
	if (!call->ret || !call->args[DRAWABLE])
		return;
	struct gs_context *context = gs_context_current(thread);
	if (!context || context->in_block)
		return;
	context->one_buffer = has_one_buffer(thread, context);
}

/* The program gets our wrapper where the driver has the function. What we do not know passes
 * through. */
static void after_get_proc_address(struct gs_thread *thread, struct gs_wire_call *call)
{
	const char *name = (const char *)call->args[0];
	const char *foreign = call->function == GS_FN_eglGetProcAddress ? "glX" : "egl";
	int function = name ? gs_data_find(name) : -1;
	bool ours = function >= 0 && (gs_data_flags((unsigned)function) & GS_FUNCTION_OURS);
	/* glvnd answers for any name at all, also for those of the other window system. */
	if (function < 0 || (!call->ret && !ours) || !strncmp(name, foreign, 3))
		return;
	if (!ours)
		gs_real_offer((unsigned)function, (void *)call->ret);
	call->ret = (uint64_t)gs_wrappers[function];
}

static void after_get_error(struct gs_thread *thread, struct gs_wire_call *call)
{
	struct gs_context *context = gs_context_current(thread);
	if (!context || context->in_block || !context->held_error)
		return;
	call->ret = context->held_error; /* the first error wins, as in a driver with one flag */
	context->held_error = 0;
}

void gs_context_init(void)
{
	static const struct gs_hook table[] = {
		{GS_FN_glXCreateContext, NULL, after_create_glx_2},
		{GS_FN_glXCreateContextAttribsARB, NULL, after_create_glx_2},
		{GS_FN_glXCreateNewContext, NULL, after_create_glx_3},
		{GS_FN_glXCreateContextWithConfigSGIX, NULL, after_create_glx_3},
		{GS_FN_eglCreateContext, NULL, after_create_egl},
		{GS_FN_glXDestroyContext, before_destroy, NULL},
		{GS_FN_eglDestroyContext, before_destroy, NULL},
		{GS_FN_glXMakeCurrent, NULL, after_make_current},
		{GS_FN_glXMakeContextCurrent, NULL, after_make_current},
		{GS_FN_glXMakeCurrentReadSGI, NULL, after_make_current},
		{GS_FN_eglMakeCurrent, NULL, after_make_current},
		{GS_FN_eglReleaseThread, NULL, forget_current},
		{GS_FN_eglBindAPI, NULL, forget_current},
		{GS_FN_glXGetProcAddress, NULL, after_get_proc_address},
		{GS_FN_glXGetProcAddressARB, NULL, after_get_proc_address},
		{GS_FN_eglGetProcAddress, NULL, after_get_proc_address},
		{GS_FN_glGetError, NULL, after_get_error},
	};
	gs_hooks_add(table, sizeof table / sizeof *table);
	gs_hooks_enable(GS_FN_glGetError, false); /* until an error is held */
}

/* ---- error flags ---- */

uint32_t gs_error_take(struct gs_context *context)
{
	uint32_t first = 0;
	for (int i = 0; i < 8; i++) { /* a lost context reports for ever */
		uint32_t error = GL(glGetError)();
		if (!error)
			break;
		if (!first)
			first = error;
	}
	if (first && !context->held_error) {
		context->held_error = first;
		gs_hooks_enable(GS_FN_glGetError, true);
	}
	return first;
}

void gs_error_drop(void)
{
	for (int i = 0; i < 8 && GL(glGetError)(); i++)
		;
}

/* ---- what kind of context ---- */

/* "4.5 (Compatibility Profile) ...", "OpenGL ES 3.2 ...", "OpenGL ES-CM 1.1" */
static unsigned parse_version(const char *text, bool *es)
{
	unsigned major = 0, minor = 0;
	*es = text && !strncmp(text, "OpenGL ES", 9);
	while (text && *text && (*text < '0' || *text > '9'))
		text++;
	while (text && *text >= '0' && *text <= '9' && major < 100)
		major = major * 10 + (unsigned)(*text++ - '0');
	if (text && *text == '.' && text[1] >= '0' && text[1] <= '9')
		minor = (unsigned)(text[1] - '0');
	return major * 10 + minor;
}

void gs_context_info(struct gs_context *context)
{
	GLint profile = 0, flags = 0;
	if (context->info_known || context->in_block)
		return;
	context->version = parse_version((const char *)GL(glGetString)(GL_VERSION), &context->es);
	if (!context->es && context->version >= 32)
		GL(glGetIntegerv)(GL_CONTEXT_PROFILE_MASK, &profile);
	if (!context->es && context->version >= 30)
		GL(glGetIntegerv)(GL_CONTEXT_FLAGS, &flags);
	/* Without a profile mask, 3.1 is core unless it says otherwise. */
	bool core31 = context->version == 31 && !gs_context_has(context, "GL_ARB_compatibility");
	context->core = !context->es && ((profile & GL_CONTEXT_CORE_PROFILE_BIT) || core31);
	context->compatibility = !context->es && !context->core;
	context->info_known = true;
}

static bool has_indexed(const char *extension)
{
	GLint n = 0;
	GL(glGetIntegerv)(GL_NUM_EXTENSIONS, &n);
	for (GLint i = 0; i < n; i++) {
		const char *name = (const char *)GL(glGetStringi)(GL_EXTENSIONS, (GLuint)i);
		if (name && !strcmp(name, extension))
			return true;
	}
	return false;
}

bool gs_context_has(const struct gs_context *context, const char *extension)
{
	size_t length = strlen(extension);
	if (context->version >= 30)
		return has_indexed(extension);
	const char *all = (const char *)GL(glGetString)(GL_EXTENSIONS);
	for (const char *at = all; at && (at = strstr(at, extension)); at += length)
		if ((at == all || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
			return true;
	return false;
}

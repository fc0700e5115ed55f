/* SPDX-License-Identifier: MIT */
/* Calls of GLX and EGL. Arguments are found by the names that the registry gives them. */
#include <string.h>
#include "data/constants.h"
#include "follow/private.h"

/* More pixels than any wall of screens has. */
enum { MOST_AREA = 1 << 26, MOST_PIXELS = 16384 };

enum {
	KINDS = GS_KIND_CREATES_CONTEXT | GS_KIND_DESTROYS_CONTEXT | GS_KIND_MAKES_CURRENT,
	FLAGS = GS_FUNCTION_SWAPS | GS_FUNCTION_SHOWS,
};

static bool asks_size(unsigned function)
{
	return function == GS_FN_glXQueryDrawable || function == GS_FN_eglQuerySurface;
}

bool gs_follow_wants_window(unsigned function)
{
	return gs_data_kinds(function) & (KINDS | GS_KIND_MAKES_DRAWABLE) ||
	       gs_data_flags(function) & FLAGS || asks_size(function) ||
	       function == GS_FN_eglBindAPI || function == GS_FN_eglReleaseThread;
}

/* Find the first of these arguments that the function has: names, each with its NUL. Returns false
 * if it has none, or the call does not tell it. */
static bool find(const struct gs_follow_call *call, const char *names, uint64_t *value)
{
	const struct gs_function_info *info = gs_data_function(call->function);
	for (const char *name = names; info && *name; name += strlen(name) + 1)
		for (unsigned i = 0; i < info->n_parameters; i++)
			if (strcmp(info->parameters[i].name, name) == 0) {
				bool is_told = i < call->n_args && i < GS_FOLLOW_ARGUMENTS;
				*value = is_told ? call->args[i] : 0;
				return is_told;
			}
	*value = 0;
	return false;
}

static uint64_t named(const struct gs_follow_call *call, const char *names)
{
	uint64_t value;
	find(call, names, &value);
	return value;
}

#define CONTEXT "ctx\0context\0"
#define DRAW "draw\0drawable\0surface\0"

/* The value behind that name in the call's list of attributes; 0: it is not there. */
static uint64_t in_list(const struct gs_follow_call *call, uint64_t name)
{
	for (guint i = 0; call->numbers && i + 1 < call->numbers->len; i += 2)
		if (g_array_index(call->numbers, uint64_t, i) == name)
			return g_array_index(call->numbers, uint64_t, i + 1);
	return 0;
}

static bool has_failed(const struct gs_follow_call *call)
{
	return call->has_result && !call->result;
}

/* ---- contexts ---- */

static void destroy(struct gs_follow *follow, struct gs_follow_context *context)
{
	follow->step.event = GS_FOLLOW_DESTROYS;
	follow->step.context = context;
	context->is_destroyed = true;
	gs_follow_end(follow, context);
}

static void create(struct gs_follow *follow, const struct gs_follow_call *call)
{
	uint64_t with = named(call, "share_context\0shareList\0share_list\0");
	struct gs_follow_context *before, *share, *context;
	if (!call->has_result || !call->result)
		return;
	/* One that had this handle is no more, as those of a display that was closed. */
	before = gs_follow_context(follow, call->result);
	share = with && with != call->result ? gs_follow_context(follow, with) : NULL;
	if (with && with != call->result && !share)
		share = gs_follow_new_context(follow, with, NULL);
	if (before)
		destroy(follow, before);
	if (before && !follow->step.ended)
		g_ptr_array_add(follow->left, before);
	context = gs_follow_new_context(follow, call->result, share);
	context->is_made = true;
	context->draw_framebuffer.lost = context->program.lost = context->pipeline.lost =
		follow->lost;
	follow->step.event = GS_FOLLOW_CREATES;
	follow->step.context = context;
	follow->step.share = share;
}

static void enter_context(struct gs_follow *follow, struct gs_follow_context *context,
	struct gs_follow_drawable *draw, struct gs_follow_drawable *read)
{
	struct gs_follow_thread *thread = follow->thread;
	struct gs_follow_context *before = thread->context;
	if (before)
		before->n_threads--;
	if (context) {
		context->n_threads++;
		context->in_block = false;
	}
	thread->context = context;
	thread->draw = draw;
	thread->read = read;
	follow->step.event = GS_FOLLOW_MAKES_CURRENT;
	follow->step.context = context;
	gs_follow_end(follow, before);
}

static void make_current(struct gs_follow *follow, const struct gs_follow_call *call)
{
	struct gs_follow_drawable *draw = gs_follow_meet(follow, named(call, DRAW));
	uint64_t handle, read;
	struct gs_follow_context *context;
	if (has_failed(call) || !find(call, CONTEXT, &handle))
		return;
	context = handle ? gs_follow_context(follow, handle) : NULL;
	if (handle && !context)
		context = gs_follow_new_context(follow, handle, NULL);
	follow->thread->is_egl = gs_data_kinds(call->function) & GS_KIND_EGL;
	enter_context(follow, context, draw,
		find(call, "read\0", &read) ? gs_follow_meet(follow, read) : draw);
}

static void release_thread(struct gs_follow *follow)
{
	struct gs_follow_thread *thread = follow->thread;
	thread->is_opengl = false;
	if (thread->context && thread->is_egl)
		enter_context(follow, NULL, NULL, NULL);
}

/* ---- drawables ---- */

void gs_follow_set_size(struct gs_follow *follow, struct gs_follow_drawable *drawable,
	int64_t width, int64_t height)
{
	drawable->width = (int32_t)CLAMP(width, 1, MOST_PIXELS);
	drawable->height = (int32_t)CLAMP(height, 1, MIN(MOST_PIXELS, MOST_AREA / drawable->width));
	if (follow->step.event == GS_FOLLOW_NOTHING)
		follow->step.event = GS_FOLLOW_SIZES;
	follow->step.drawable = drawable;
}

static void make_drawable(struct gs_follow *follow, const struct gs_follow_call *call)
{
	bool is_egl = gs_data_kinds(call->function) & GS_KIND_EGL;
	struct gs_follow_drawable *drawable;
	if (!call->has_result || !call->result)
		return;
	drawable = gs_follow_new_drawable(follow, call->result);
	follow->step.event = GS_FOLLOW_MAKES_DRAWABLE;
	follow->step.drawable = drawable;
	drawable->is_srgb = is_egl &&
			    in_list(call, EGL_GL_COLORSPACE_KHR) == EGL_GL_COLORSPACE_SRGB_KHR;
	drawable->is_pbuffer = call->function == GS_FN_glXCreatePbuffer ||
			       call->function == GS_FN_eglCreatePbufferSurface;
	if (drawable->is_pbuffer)
		gs_follow_set_size(follow, drawable,
			(int32_t)in_list(call, is_egl ? EGL_WIDTH : GLX_PBUFFER_WIDTH),
			(int32_t)in_list(call, is_egl ? EGL_HEIGHT : GLX_PBUFFER_HEIGHT));
}

/* The program, or the recorder, was told the size. A program may be told of one that its buffers
 * get later only: where the recorder asks, it alone counts. */
static void tell_size(struct gs_follow *follow, const struct gs_follow_call *call)
{
	struct gs_follow_drawable *drawable = gs_follow_meet(follow, named(call, DRAW));
	uint64_t name = named(call, "attribute\0"), value;
	bool is_width = name == GLX_WIDTH || name == EGL_WIDTH;
	if (!drawable || !call->numbers || call->numbers->len != 1 ||
		!(is_width || name == GLX_HEIGHT || name == EGL_HEIGHT))
		return;
	value = g_array_index(call->numbers, uint64_t, 0);
	if (value > MOST_PIXELS)
		return;
	drawable->is_told |= call->is_fake;
	if (drawable->is_told && !call->is_fake)
		return;
	*(is_width ? &drawable->told_width : &drawable->told_height) = (int32_t)value;
	gs_follow_set_size(follow, drawable, is_width ? (int64_t)value : drawable->width,
		is_width ? drawable->height : (int64_t)value);
}

static void show(struct gs_follow *follow, const struct gs_follow_call *call)
{
	uint64_t handle;
	bool is_named = find(call, DRAW, &handle);
	gs_follow_current(follow)->in_block = false;
	follow->step.event = GS_FOLLOW_SHOWS;
	follow->step.drawable = is_named ? gs_follow_meet(follow, handle) : follow->thread->draw;
}

void gs_follow_window(struct gs_follow *follow, const struct gs_follow_call *call)
{
	uint64_t kinds = gs_data_kinds(call->function), handle;
	struct gs_follow_context *context;
	if (kinds & GS_KIND_CREATES_CONTEXT) {
		create(follow, call);
	} else if (kinds & GS_KIND_DESTROYS_CONTEXT) {
		context = find(call, CONTEXT, &handle) ? gs_follow_context(follow, handle) : NULL;
		if (context && !has_failed(call))
			destroy(follow, context);
	} else if (kinds & GS_KIND_MAKES_CURRENT) {
		make_current(follow, call);
	} else if (kinds & GS_KIND_MAKES_DRAWABLE) {
		make_drawable(follow, call);
	} else if (asks_size(call->function)) {
		tell_size(follow, call);
	} else if (call->function == GS_FN_eglBindAPI) {
		if (!has_failed(call) && call->n_args)
			follow->thread->is_opengl = call->args[0] == EGL_OPENGL_API;
	} else if (call->function == GS_FN_eglReleaseThread) {
		if (!has_failed(call))
			release_thread(follow);
	} else {
		show(follow, call);
	}
}

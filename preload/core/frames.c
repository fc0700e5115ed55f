/* SPDX-License-Identifier: MIT */
/*
 * What a frame is (docs/decisions/038-frames.md). It belongs to a drawable, which is a window, a
 * pixmap or a pbuffer, and ends with the call that shows it: a swap of its buffers, the frame
 * terminator, a copy of a part of it, or, where it has one colour buffer, glFlush and glFinish.
 * Frames are counted in the order in which they end, whichever drawable they are of.
 *
 * A program that shows nothing, as its contexts have no drawable, has no frame to count. What it
 * draws ends where it reads it back, or has it finished; after the first frame that is counted
 * nothing else ends one.
 */
#include "preload/core/core.h"
#include "preload/core/gl.h"
#include "preload/core/hooks.h"
#include "wire/inspect.h"

static bool flushes(unsigned function)
{
	return function == GS_FN_glFlush || function == GS_FN_glFinish;
}

static bool reads(unsigned function)
{
	return function == GS_FN_glReadPixels || function == GS_FN_glReadnPixels ||
	       function == GS_FN_glReadnPixelsARB || function == GS_FN_glReadnPixelsEXT ||
	       function == GS_FN_glReadnPixelsKHR;
}

/* The same in each player of a trace, whose windows have other handles. */
static uint64_t code_of(uint64_t handle)
{
	return gs_pixel_drawable(gs_player_drawable(handle));
}

/* ---- pbuffers that were never shown ---- */

enum { PBUFFERS = 64 };

static _Atomic uint64_t unshown[PBUFFERS];

static bool exchange_unshown(uint64_t drawable, uint64_t with)
{
	for (unsigned i = 0; i < PBUFFERS; i++) {
		uint64_t expected = drawable;
		if (atomic_compare_exchange_strong(&unshown[i], &expected, with))
			return true;
	}
	return false;
}

/* ---- when the frames of each drawable ended ---- */

enum { DRAWABLES = 64 };

static struct {
	_Atomic uint64_t key, call; /* key: see key_of; 0: the place is free */
} ends[DRAWABLES];

/* A frame may be ended without a drawable. */
static uint64_t key_of(uint64_t drawable)
{
	return drawable + 1;
}

static void note_end(uint64_t drawable, uint64_t call)
{
	for (unsigned i = 0; i < DRAWABLES; i++) {
		uint64_t key = 0;
		if (!atomic_compare_exchange_strong(&ends[i].key, &key, key_of(drawable)) &&
			key != key_of(drawable))
			continue;
		atomic_store(&ends[i].call, call);
		return;
	}
}

uint64_t gs_frame_last_end(uint64_t drawable)
{
	for (unsigned i = 0; i < DRAWABLES; i++)
		if (atomic_load(&ends[i].key) == key_of(drawable))
			return atomic_load(&ends[i].call);
	return UINT64_MAX;
}

void gs_frame_shown(const struct gs_thread *thread, const struct gs_wire_call *call)
{
	uint64_t drawable = gs_frame_drawable(thread, call);
	exchange_unshown(drawable, 0);
	note_end(drawable, call->index);
}

uint64_t gs_frame_whose(uint64_t drawable)
{
	return drawable && exchange_unshown(drawable, drawable) ? 0 : drawable;
}

static void after_create_pbuffer(struct gs_thread *thread, struct gs_wire_call *call)
{
	uint64_t made = gs_pixel_drawable(call->ret);
	(void)thread;
	if (gs_player_is_own) /* which the trace may have as a window */
		return;
	if (made && !exchange_unshown(made, made))
		exchange_unshown(0, made);
}

static void before_destroy_surface(struct gs_thread *thread, struct gs_wire_call *call)
{
	enum { SURFACE = 1 };
	(void)thread;
	exchange_unshown(gs_pixel_drawable(call->args[SURFACE]), 0);
}

/* ---- frames ---- */

/* From now on glFlush and glFinish may end frames. */
static void note_flushes(void)
{
	if (!atomic_exchange(&gs_flushes_end_frames, 1))
		gs_fast_path_disable_all();
}

/* After the context has been looked at: the hooks of context.c come first. */
static void after_make_current(struct gs_thread *thread, struct gs_wire_call *call)
{
	enum { DRAWABLE = 1 };
	static _Atomic uint64_t first;
	uint64_t none = 0, handle = call->args[DRAWABLE];
	if (!call->ret)
		return;
	thread->drawable = code_of(handle);
	if (thread->drawable && gs_role == GS_ROLE_OWNER &&
		!atomic_compare_exchange_strong(&first, &none, thread->drawable) &&
		none != thread->drawable)
		atomic_store(&gs_wire->several_drawables, 1);
	const struct gs_context *context = gs_context_current(thread);
	if (context && (context->one_buffer || !handle))
		note_flushes();
}

static void after_release(struct gs_thread *thread, struct gs_wire_call *call)
{
	(void)call;
	thread->drawable = 0;
}

void gs_frame_init(void)
{
	static const struct gs_hook table[] = {
		{GS_FN_glXMakeCurrent, NULL, after_make_current},
		{GS_FN_glXMakeContextCurrent, NULL, after_make_current},
		{GS_FN_glXMakeCurrentReadSGI, NULL, after_make_current},
		{GS_FN_eglMakeCurrent, NULL, after_make_current},
		{GS_FN_eglReleaseThread, NULL, after_release},
		{GS_FN_eglCreatePbufferSurface, NULL, after_create_pbuffer},
		{GS_FN_glXCreatePbuffer, NULL, after_create_pbuffer},
		{GS_FN_glXCreateGLXPbufferSGIX, NULL, after_create_pbuffer},
		{GS_FN_eglDestroySurface, before_destroy_surface, NULL},
		{GS_FN_glXDestroyPbuffer, before_destroy_surface, NULL},
		{GS_FN_glXDestroyGLXPbufferSGIX, before_destroy_surface, NULL},
	};
	gs_hooks_add(table, sizeof table / sizeof *table);
}

bool gs_may_end_frame(unsigned function)
{
	return (gs_data_flags(function) & (GS_FUNCTION_SWAPS | GS_FUNCTION_SHOWS)) ||
	       ((flushes(function) || reads(function)) &&
		       atomic_load_explicit(&gs_flushes_end_frames, memory_order_relaxed));
}

/* A player of a trace plays those calls, too, and behind each the terminator that the recorder has
 * made up. */
static bool is_player(void)
{
	return gs_wire && atomic_load_explicit(&gs_wire->player.number, memory_order_relaxed);
}

enum gs_wire_frame_end gs_frame_end(struct gs_thread *thread, unsigned function)
{
	unsigned flags = gs_data_flags(function);
	if (flags & GS_FUNCTION_SWAPS)
		return GS_FRAME_COUNTED;
	if (!gs_may_end_frame(function) || is_player())
		return GS_FRAME_GOES_ON;
	if (flags & GS_FUNCTION_SHOWS)
		return GS_FRAME_COUNTED;
	struct gs_context *context = gs_context_current(thread);
	if (!context || context->in_block)
		return GS_FRAME_GOES_ON;
	if (thread->drawable)
		return context->one_buffer && flushes(function) ? GS_FRAME_COUNTED
								: GS_FRAME_GOES_ON;
	bool counts = gs_wire && atomic_load_explicit(&gs_wire->frames, memory_order_relaxed);
	return thread->has_drawn && !counts ? GS_FRAME_UNCOUNTED : GS_FRAME_GOES_ON;
}

bool gs_ends_frame(struct gs_thread *thread, unsigned function)
{
	return gs_frame_end(thread, function) == GS_FRAME_COUNTED;
}

uint64_t gs_frame_drawable(const struct gs_thread *thread, const struct gs_wire_call *call)
{
	enum { DRAWABLE = 1 }; /* the argument's number, in all that have one */
	const unsigned shown = GS_FUNCTION_SWAPS | GS_FUNCTION_SHOWS;
	if (!(gs_data_flags(call->function) & shown) ||
		call->function == GS_FN_glFrameTerminatorGREMEDY)
		return thread->drawable;
	return code_of(call->args[DRAWABLE]);
}

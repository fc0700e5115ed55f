/* SPDX-License-Identifier: MIT */
/*
 * Ties the folders together: who does something when something happens (preload/core/hooks.h), and
 * who serves which request of the debugger (preload/core/request.h).
 * Folders know only those below them: core, state, memory, lists, capture, inspect; this file
 * knows all.
 */
#include <errno.h>
#include <stdlib.h>

#include "preload/capture/capture.h"
#include "preload/capture/requests/request-dispatch.h"
#include "preload/capture/requests/serve-draw.h"
#include "preload/capture/program/source-override.h"
#include "preload/core/core.h"
#include "preload/core/request.h"
#include "preload/inspect/inspect.h"
#include "preload/inspect/program.h"
#include "preload/lists/pending-draw.h"
#include "preload/memory/call-memory.h"
#include "preload/memory/persistent-maps.h"
#include "preload/shadow/shadow.h"
#include "preload/shadow/attached-layers.h"
#include "preload/shadow/stale-objects.h"
#include "preload/shadow/texture-views.h"
#include "preload/shadow/told.h"
#include "preload/snapshot/snapshot.h"
#include "preload/mesa-trace/mesa-trace.h"

static void context_destroyed(struct gs_context *context)
{
	gs_state_forget(context);
	gs_capture_context_gone(context);
	gs_group_release(context->group);
	gs_lists_context_gone(context);
	gs_stale_free(context);
	gs_layers_free(context);
	gs_mesa_trace_context_gone(context);
	gs_snapshot_drop(context);
}

static void group_destroyed(struct gs_group *group)
{
	gs_lists_forget(group);
	gs_persistent_forget(group);
	gs_views_forget(group);
}

static void thread_ended(struct gs_thread *thread)
{
	gs_call_memory_free(&thread->call_memory);
	free(thread->block_arrays);
	thread->block_arrays = NULL;
}

static void read_call(struct gs_call_memory *memory, struct gs_thread *thread,
	const struct gs_wire_call *call, uint64_t limit, bool out)
{
	gs_snapshot_tell_context(thread, call);
	gs_call_memory_add(memory, thread, call, limit, out);
}

/* What the user changes is not as in a snapshot that was made before. */
static void answer(struct gs_thread *thread, const struct gs_wire_request *request,
	struct gs_wire_answer *given)
{
	struct gs_context *context = gs_context_current(thread);
	bool changes = request->kind == GS_REQUEST_SET_BUFFER ||
		       request->kind == GS_REQUEST_SET_UNIFORM;
	if (changes && context)
		gs_snapshot_drop(context);
	gs_requests_answer(thread, request, given);
}

static const struct gs_handlers handlers = {
	.context_created = gs_group_join,
	.context_shares = gs_stale_watch,
	.context_destroyed = context_destroyed,
	.group_destroyed = group_destroyed,
	.thread_stopped = gs_shadow_hold,
	.thread_resumed = gs_shadow_let_go,
	.thread_asked = answer,
	.frame_began = gs_state_note,
	.thread_ended = thread_ended,
	.call_read = read_call,
	.call_memory_free = gs_call_memory_free,
	.call_has_memory = gs_call_has_memory,
	.call_compiled = gs_list_note,
	.call_instead = gs_pending_take,
	.call_skipped = gs_pending_drop,
	.draw_begins = gs_source_override_enter,
	.draw_ended = gs_source_override_leave,
	.may_touch_pixel = gs_pixel_may_be_touched,
	.touches_pixel = gs_pixel_is_touched,
};

static const struct gs_request requests[] = {
	{GS_REQUEST_SET_ARG, 0, gs_serve_set_argument},
	{GS_REQUEST_CALL_MEMORY, GS_NEEDS_DRIVER, gs_serve_call_memory},
	{GS_REQUEST_CHOOSE_DRAW, GS_NEEDS_CONTEXT, gs_serve_choose_draw},
	{GS_REQUEST_DEBUG_BEGIN,
		GS_NEEDS_QUERY | GS_NEEDS_PROGRAM | GS_NEEDS_BINDINGS | GS_BEGINS_DEBUGGING |
			GS_NEEDS_COMPILER,
		gs_serve_debug_begin},
	{GS_REQUEST_CAPTURE, GS_NEEDS_INPUT | GS_NEEDS_COMPILER, gs_serve_capture},
	{GS_REQUEST_DEBUG_END, GS_NEEDS_QUERY | GS_ENDS_DEBUGGING, gs_serve_debug_end},
	{GS_REQUEST_KEEP_SIFT, GS_NEEDS_INPUT, gs_serve_keep_sift},
	{GS_REQUEST_SIFT, GS_NEEDS_QUERY | GS_NEEDS_PROGRAM | GS_NEEDS_BINDINGS | GS_NEEDS_COMPILER,
		gs_serve_sift},
	{GS_REQUEST_DRAWN, GS_NEEDS_QUERY | GS_NEEDS_BINDINGS | GS_NEEDS_COMPILER, gs_serve_drawn},
	{GS_REQUEST_FRAMEBUFFER, GS_NEEDS_QUERY | GS_NEEDS_BINDINGS, gs_serve_framebuffer},
	{GS_REQUEST_PROGRAM, GS_NEEDS_QUERY | GS_NEEDS_PROGRAM | GS_SERVED_IN_LISTS,
		gs_serve_program},
	{GS_REQUEST_SET_SOURCE, GS_NEEDS_INPUT | GS_NEEDS_PROGRAM | GS_NEEDS_COMPILER,
		gs_serve_set_source},
	{GS_REQUEST_SET_UNIFORM, GS_NEEDS_INPUT | GS_NEEDS_PROGRAM, gs_serve_set_uniform},
	{GS_REQUEST_MACROS, GS_NEEDS_INPUT | GS_NEEDS_COMPILER, gs_serve_macros},
	{GS_REQUEST_STATE, GS_NEEDS_QUERY | GS_NEEDS_BINDINGS, gs_serve_state},
	{GS_REQUEST_RESOURCES, GS_NEEDS_QUERY | GS_NEEDS_BINDINGS, gs_serve_resources},
	{GS_REQUEST_TEXELS, GS_NEEDS_QUERY | GS_NEEDS_BINDINGS, gs_serve_texels},
	{GS_REQUEST_BUFFER, GS_NEEDS_QUERY | GS_NEEDS_BINDINGS, gs_serve_buffer},
	{GS_REQUEST_SET_BUFFER, GS_NEEDS_INPUT | GS_NEEDS_BINDINGS, gs_serve_set_buffer},
	{GS_REQUEST_ASSERT_GROUPS, GS_NEEDS_QUERY, gs_serve_assert_groups},
	{GS_REQUEST_SNAPSHOT, GS_NEEDS_QUERY | GS_NEEDS_BINDINGS, gs_serve_snapshot},
	{GS_REQUEST_PIXEL, GS_NEEDS_QUERY | GS_NEEDS_BINDINGS, gs_serve_pixel},
	{GS_REQUEST_BLOCKS, GS_NEEDS_QUERY | GS_NEEDS_PROGRAM | GS_NEEDS_BINDINGS, gs_serve_blocks},
};

/* Hooks of one function run in the order in which they are added. */
static void add_hooks(void)
{
	gs_context_init();
	gs_frame_init();
	gs_lists_init();
	gs_shadow_init();
	gs_persistent_init();
	gs_glx_windows_init();
	gs_binaries_init();
	gs_told_init();
	gs_stale_init();
	gs_layers_init();
	gs_views_init();
	gs_capture_init();
	gs_mesa_trace_init();
	gs_egl_error_init();
}

__attribute__((constructor)) static void init(void)
{
	int saved = errno;
	gs_core_handlers = handlers;
	gs_wrappers = gs_wrapper_table;
	gs_requests_set(requests, sizeof requests / sizeof *requests);
	if (gs_process_begin())
		add_hooks();
	errno = saved;
}

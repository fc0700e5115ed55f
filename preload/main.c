/* SPDX-License-Identifier: MIT */
/*
 * Ties the folders together: who does something when something happens (preload/core/hooks.h).
 * Folders know only those below them: core, state, memory, lists, capture, inspect; this file
 * knows all.
 */
#include <errno.h>

#include "preload/capture/capture.h"
#include "preload/capture/source-override.h"
#include "preload/core/core.h"
#include "preload/core/requests.h"
#include "preload/lists/pending-draw.h"
#include "preload/memory/call-memory.h"
#include "preload/state/shadow.h"
#include "preload/state/stale-objects.h"

static void context_destroyed(struct gs_context *context)
{
	gs_capture_context_gone(context);
	gs_group_release(context->group);
	gs_lists_context_gone(context);
	gs_stale_free(context);
}

static void thread_ended(struct gs_thread *thread)
{
	gs_call_memory_free(&thread->detail);
}

static const struct gs_handlers handlers = {
	.context_created = gs_group_join,
	.context_shares = gs_stale_watch,
	.context_destroyed = context_destroyed,
	.group_destroyed = gs_lists_forget,
	.thread_stopped = gs_shadow_hold,
	.thread_resumed = gs_shadow_let_go,
	.thread_asked = gs_serve,
	.frame_began = gs_serve_frame,
	.thread_ended = thread_ended,
	.call_read = gs_call_memory_add,
	.call_compiled = gs_list_note,
	.call_instead = gs_pending_take,
	.call_skipped = gs_pending_drop,
	.draw_begins = gs_source_override_enter,
	.draw_ended = gs_source_override_leave,
};

/* Hooks of one function run in the order in which they are added. */
static void add_hooks(void)
{
	gs_context_init();
	gs_lists_init();
	gs_shadow_init();
	gs_binaries_init();
	gs_stale_init();
	gs_capture_init();
	gs_egl_error_init();
}

__attribute__((constructor)) static void init(void)
{
	int saved = errno;
	gs_on = handlers;
	if (gs_process_begin())
		add_hooks();
	errno = saved;
}

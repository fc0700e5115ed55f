/* SPDX-License-Identifier: MIT */
/*
 * glBegin ... glEnd. While the debugger may stop at a draw, a block is not executed call by call
 * but recorded, and given to the driver when the program calls glEnd: only so can the pending glEnd
 * be redrawn, and state be asked before it. A call that does not belong into a block ends the
 * recording: what was recorded is executed, and the driver says its error.
 */
#include <stdlib.h>
#include <string.h>
#include "dispatch/dispatch.h"
#include "preload/core/gl.h"
#include "preload/core/core.h"
#include "preload/lists/list.h"
#include "data/pointee.h"
#include "wire/capture.h"
#include "wire/memory.h"

/* In use while the context's block_recorded. */
struct gs_immediate {
	GLenum mode;
	struct gs_list_record calls;
};

static bool is_one_of(unsigned function, unsigned a, unsigned b)
{
	return function == a || function == b;
}

static bool record_plain(struct gs_immediate *block, const struct gs_wire_call *call)
{
	unsigned pointer;
	int64_t bytes = gs_block_memory(call, &pointer);
	if (bytes < 0 || bytes > 1 << 28)
		return false; /* reads memory that we cannot measure */
	if (!gs_list_record_reserve(
		    &block->calls, GS_RECORD_MAX + GS_WIRE_MEMORY_HEAD +
					   (size_t)gs_memory_padded((uint64_t)bytes)))
		return false;
	if (pointer < call->n_args && call->args[pointer])
		gs_list_record_bytes(&block->calls, call->function, call->args, call->n_args,
			pointer, (const void *)(uintptr_t)call->args[pointer], (size_t)bytes);
	else
		gs_list_record_plain(&block->calls, call->function, call->args, call->n_args);
	return true;
}

/* glArrayElement: what the arrays hold now. */
static bool record_element(
	struct gs_immediate *block, struct gs_thread *thread, const struct gs_wire_call *element)
{
	struct gs_list_record record = {0};
	bool ok = gs_list_arrays_record(&record, thread, element) &&
		  gs_list_record_append(&block->calls, &record);
	gs_list_record_free(&record);
	return ok;
}

static bool record(
	struct gs_immediate *block, struct gs_thread *thread, const struct gs_wire_call *call)
{
	return is_one_of(call->function, GS_FN_glArrayElement, GS_FN_glArrayElementEXT)
		       ? record_element(block, thread, call)
		       : record_plain(block, call);
}

/* glBegin and what was recorded, to the driver; mode -1: the block's own. */
static void play(struct gs_immediate *block, int mode)
{
	struct gs_wire_call call;
	uint32_t unpack;
	GL(glBegin)(mode < 0 ? block->mode : (GLenum)mode);
	for (size_t at = 0; at < block->calls.size;) {
		at = gs_list_record_get(&block->calls, at, &call, &unpack);
		gs_dispatch(gs_real(call.function), &call);
	}
}

static void close_block(struct gs_context *context)
{
	context->block_recorded = false;
	context->block->calls.size = 0;
	atomic_fetch_sub(&gs_immediate_open, 1);
	gs_fast_path_immediate_closed();
}

/* GL_POLYGON is the last of those that a block can be made of, but for the adjacencies and patches.
 */
static bool is_mode(uint64_t mode)
{
	return mode <= 0xE;
}

static bool open_block(struct gs_context *context, const struct gs_wire_call *call)
{
	if (!gs_call_policy.blocks || !context->compatibility || context->in_block ||
		context->list_mode || !is_mode(call->args[0]))
		return false;
	if (!context->block && !(context->block = calloc(1, sizeof *context->block)))
		return false;
	context->block_recorded = true;
	context->block->mode = (GLenum)call->args[0];
	context->block->calls.size = 0;
	atomic_fetch_add(&gs_immediate_open, 1);
	if (!atomic_exchange(&gs_immediate_seen, 1))
		gs_fast_path_disable_all();
	return true;
}

/* libepoxy asks so whenever a function is called for the first time. */
static bool may_pass(unsigned function)
{
	return (gs_data_flags(function) & GS_FUNCTION_OURS) ||
	       (gs_data_kinds(function) & GS_KIND_ASKS_WINDOW);
}

/* An error in a block, which it raises as well when it comes among what was recorded: nothing comes
 * back from it, and it reads no memory. */
static bool is_plain_error(unsigned function)
{
	const unsigned listed = GS_LIST_MATRIX | GS_LIST_KEPT | GS_LIST_COMPILED;
	return (gs_data_list(function) & listed) && function != GS_FN_glBegin &&
	       !(gs_data_flags(function) & (GS_FUNCTION_DRAWS | GS_FUNCTION_POINTERS));
}

bool gs_immediate_take(struct gs_thread *thread, struct gs_wire_call *call)
{
	if (call->function == GS_FN_glBegin) {
		struct gs_context *context = gs_context_current(thread);
		if (context && !gs_block_recorded(thread))
			return open_block(context, call);
	}
	if (!atomic_load_explicit(&gs_immediate_open, memory_order_relaxed) ||
		!gs_block_recorded(thread))
		return false;
	struct gs_context *context = thread->context;
	struct gs_immediate *block = context->block;
	if (call->function == GS_FN_glEnd) {
		play(block, -1);
		GL(glEnd)();
		close_block(context);
		return true;
	}
	bool closes = is_one_of(call->function, GS_FN_glCallList, GS_FN_glCallLists) &&
		      gs_list_opens(context, call);
	bool belongs = gs_data_flags(call->function) & GS_FUNCTION_IN_BLOCK;
	if ((belongs || is_plain_error(call->function)) && !closes && record(block, thread, call))
		return true;
	if (may_pass(call->function))
		return false;
	play(block, -1);
	context->in_block = true;
	close_block(context);
	return false;
}

uint32_t gs_immediate_mode(struct gs_thread *thread)
{
	return gs_block_recorded(thread) ? gs_context_current(thread)->block->mode : GS_NO_MODE;
}

/* The block changes current colours, materials and so on: each redraw must find them as the first
 * did. */
bool gs_immediate_redraw(struct gs_thread *thread, int mode, const char **why)
{
	struct gs_context *context = gs_context_current(thread);
	if (!gs_block_recorded(thread)) {
		*why = context && context->list_mode
			       ? "glEnd ends a block that goes into a display list; stop at the "
				 "glCallList that draws it"
			       : "this glBegin ... glEnd block began before it was known that it "
				 "would be debugged; run on to the next draw";
		return false;
	}
	if (!gs_attribute_stack_has_room(why))
		return false;
	GL(glPushAttrib)(GL_CURRENT_BIT | GL_LIGHTING_BIT);
	play(context->block, mode);
	GL(glEnd)();
	GL(glPopAttrib)();
	return true;
}

/* So that a core context, where glBegin only raises an error, is known as such. */
static void before_begin(struct gs_thread *thread, struct gs_wire_call *call)
{
	struct gs_context *context = gs_context_current(thread);
	if (context && !context->in_block)
		gs_context_info(context);
}

static void after_begin(struct gs_thread *thread, struct gs_wire_call *call)
{
	struct gs_context *context = gs_context_current(thread);
	if (!context || !context->compatibility || !is_mode(call->args[0]) ||
		gs_block_recorded(thread))
		return;
	if (context->list_mode)
		context->list_opens++;
	if (context->list_mode != GL_COMPILE)
		context->in_block = true;
}

static void after_end(struct gs_thread *thread, struct gs_wire_call *call)
{
	struct gs_context *context = gs_context_current(thread);
	if (!context)
		return;
	if (context->list_mode)
		context->list_opens--;
	if (context->list_mode != GL_COMPILE)
		context->in_block = false;
}

void gs_immediate_free(struct gs_context *context)
{
	if (!context->block)
		return;
	if (context->block_recorded)
		close_block(context);
	gs_list_record_free(&context->block->calls);
	free(context->block);
	context->block = NULL;
}

void gs_immediate_init(void)
{
	static const struct gs_hook table[] = {
		{GS_FN_glBegin, before_begin, after_begin},
		{GS_FN_glEnd, NULL, after_end},
	};
	gs_hooks_add(table, sizeof table / sizeof *table);
}

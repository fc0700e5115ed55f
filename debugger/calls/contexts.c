/* SPDX-License-Identifier: MIT */
#include "data/constants.h"
#include "debugger/calls/contexts.h"

#include <string.h>
#include "data/data.h"
#include "wire/memory.h"

struct context {
	uint64_t handle;
	uint32_t group, framebuffer, program, pipeline;
	/* calls that were missing when it was bound */
	uint64_t framebuffer_lost, program_lost;
};

struct thread {
	struct context *context;
	uint64_t drawable;
	bool compiles;
};

struct gs_call_contexts {
	GHashTable *contexts; /* handle -> struct context */
	GHashTable *threads;  /* number -> struct thread */
	uint64_t lost;
	uint32_t n_groups;
	bool lists_switch; /* a display list has a switch of programs in it */
};

struct gs_call_contexts *gs_call_contexts_new(void)
{
	struct gs_call_contexts *contexts = g_new0(struct gs_call_contexts, 1);
	contexts->contexts = g_hash_table_new_full(g_int64_hash, g_int64_equal, NULL, g_free);
	contexts->threads = g_hash_table_new_full(NULL, NULL, NULL, g_free);
	return contexts;
}

void gs_call_contexts_free(struct gs_call_contexts *contexts)
{
	if (!contexts)
		return;
	g_hash_table_destroy(contexts->contexts);
	g_hash_table_destroy(contexts->threads);
	g_free(contexts);
}

void gs_call_contexts_clear(struct gs_call_contexts *contexts)
{
	g_hash_table_remove_all(contexts->contexts);
	g_hash_table_remove_all(contexts->threads);
	contexts->lost = 0;
	contexts->n_groups = 0;
	contexts->lists_switch = false;
}

/* Handle 0: what is called before a context is made current, as in pieces of traces. */
static struct context *context_of(struct gs_call_contexts *contexts, uint64_t handle)
{
	struct context *context = g_hash_table_lookup(contexts->contexts, &handle);
	if (!context) {
		context = g_new0(struct context, 1);
		context->handle = handle;
		context->group = contexts->n_groups++;
		g_hash_table_insert(contexts->contexts, &context->handle, context);
	}
	return context;
}

static struct thread *thread_of(struct gs_call_contexts *contexts, uint32_t number)
{
	struct thread *thread = g_hash_table_lookup(contexts->threads, GUINT_TO_POINTER(number));
	if (!thread) {
		thread = g_new0(struct thread, 1);
		thread->context = context_of(contexts, 0);
		g_hash_table_insert(contexts->threads, GUINT_TO_POINTER(number), thread);
	}
	return thread;
}

/* ---- calls of the window system ---- */

static void make_current(struct gs_call_contexts *contexts, struct thread *thread,
	const struct gs_wire_call *call, unsigned argument)
{
	if (call->n_args <= argument || (call->flags & GS_CALL_RETURNED && !call->ret))
		return;
	thread->drawable = call->args[1];
	thread->context = context_of(contexts, call->args[argument]);
}

static void create(
	struct gs_call_contexts *contexts, const struct gs_wire_call *call, unsigned argument)
{
	if (call->n_args <= argument || !(call->flags & GS_CALL_RETURNED) || !call->ret)
		return;
	uint64_t handle = call->ret;
	g_hash_table_remove(contexts->contexts, &handle); /* one of that name is gone */
	struct context *made = context_of(contexts, handle);
	made->framebuffer_lost = made->program_lost = contexts->lost;
	if (call->args[argument])
		made->group = context_of(contexts, call->args[argument])->group;
}

/* A context that is current somewhere stays as it is. */
static bool is_current(struct gs_call_contexts *contexts, uint64_t handle)
{
	GHashTableIter iter;
	gpointer thread;
	g_hash_table_iter_init(&iter, contexts->threads);
	while (g_hash_table_iter_next(&iter, NULL, &thread))
		if (((struct thread *)thread)->context->handle == handle)
			return true;
	return false;
}

static bool note_window_system(
	struct gs_call_contexts *contexts, struct thread *thread, const struct gs_wire_call *call)
{
	switch (call->function) {
	case GS_FN_glXMakeCurrent:
		make_current(contexts, thread, call, 2);
		return true;
	case GS_FN_glXMakeContextCurrent:
	case GS_FN_glXMakeCurrentReadSGI:
	case GS_FN_eglMakeCurrent:
		make_current(contexts, thread, call, 3);
		return true;
	case GS_FN_glXCreateContext:
	case GS_FN_glXCreateContextAttribsARB:
	case GS_FN_eglCreateContext:
		if (!is_current(contexts, call->ret))
			create(contexts, call, 2);
		return true;
	case GS_FN_glXCreateNewContext:
	case GS_FN_glXCreateContextWithConfigSGIX:
		if (!is_current(contexts, call->ret))
			create(contexts, call, 3);
		return true;
	default:
		return false;
	}
}

/* ---- what is bound ---- */

static void unbind_deleted(struct gs_call_contexts *contexts, struct context *context,
	const uint8_t *memory, size_t size)
{
	const uint8_t *end = memory + size, *bytes;
	struct gs_wire_memory entry;
	while ((bytes = gs_memory_read(memory, (uint64_t)(end - memory), &entry, &memory))) {
		if (entry.kind != GS_WIRE_ELEMENTS || entry.bits != 32)
			continue;
		for (uint64_t i = 0; i + 4 <= entry.size; i += 4) {
			uint32_t name;
			memcpy(&name, bytes + i, sizeof name);
			if (name && name == context->framebuffer) {
				context->framebuffer = 0;
				context->framebuffer_lost = contexts->lost;
			}
		}
	}
}

static void use(struct gs_call_contexts *contexts, struct thread *thread,
	const struct gs_wire_call *call, bool pipeline)
{
	if (thread->compiles) {
		contexts->lists_switch = true;
		return;
	}
	*(pipeline ? &thread->context->pipeline
		   : &thread->context->program) = (uint32_t)call->args[0];
	thread->context->program_lost = contexts->lost;
}

static void note_bound(
	struct gs_call_contexts *contexts, struct thread *thread, const struct gs_wire_call *call)
{
	struct context *context = thread->context;
	uint64_t second = call->n_args > 1 ? call->args[1] : 0;
	switch (call->function) {
	case GS_FN_glBindFramebuffer:
	case GS_FN_glBindFramebufferEXT:
	case GS_FN_glBindFramebufferOES:
		if (call->args[0] == GL_READ_FRAMEBUFFER)
			break;
		context->framebuffer = (uint32_t)second;
		context->framebuffer_lost = contexts->lost;
		break;
	case GS_FN_glUseProgram:
	case GS_FN_glUseProgramObjectARB:
		use(contexts, thread, call, false);
		break;
	case GS_FN_glBindProgramPipeline:
	case GS_FN_glBindProgramPipelineEXT:
		use(contexts, thread, call, true);
		break;
	case GS_FN_glNewList:
		thread->compiles = second == GL_COMPILE;
		break;
	case GS_FN_glCallList:
	case GS_FN_glCallLists:
		if (contexts->lists_switch)
			context->program_lost = UINT64_MAX;
		break;
	}
}

void gs_call_contexts_note(struct gs_call_contexts *contexts, const struct gs_wire_call *call,
	const uint8_t *memory, size_t memory_size)
{
	struct thread *thread = thread_of(contexts, call->flags >> GS_CALL_TID_SHIFT);
	if (note_window_system(contexts, thread, call))
		return;
	switch (call->function) {
	case GS_FN_glDeleteFramebuffers:
	case GS_FN_glDeleteFramebuffersEXT:
	case GS_FN_glDeleteFramebuffersOES:
		if (memory)
			unbind_deleted(contexts, thread->context, memory, memory_size);
		break;
	default:
		if (call->n_args)
			note_bound(contexts, thread, call);
		else if (call->function == GS_FN_glEndList)
			thread->compiles = false;
	}
}

void gs_call_contexts_lost(struct gs_call_contexts *contexts, uint64_t lost)
{
	contexts->lost = lost;
}

struct gs_call_binding gs_call_contexts_get(
	const struct gs_call_contexts *contexts, uint32_t number)
{
	const struct thread *thread = g_hash_table_lookup(
		contexts->threads, GUINT_TO_POINTER(number));
	struct gs_call_binding binding = {
		.framebuffer_known = !contexts->lost, .program_known = !contexts->lost};
	if (!thread)
		return binding;
	const struct context *context = thread->context;
	binding.context = context->handle;
	binding.drawable = thread->drawable;
	binding.group = context->group;
	binding.framebuffer = context->framebuffer;
	binding.is_pipeline = !context->program && context->pipeline;
	binding.program = binding.is_pipeline ? context->pipeline : context->program;
	binding.framebuffer_known = contexts->lost <= context->framebuffer_lost;
	binding.program_known = context->program_lost != UINT64_MAX &&
				contexts->lost <= context->program_lost;
	binding.compiles = thread->compiles;
	return binding;
}

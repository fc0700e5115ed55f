/* SPDX-License-Identifier: MIT */
/*
 * The ten functions of GL_MESA_trace. Their calls are logged as any other; here they get what they
 * do in GL: a context's name and classes, the error between glBegin and glEnd, and for a recording
 * the entries GS_WIRE_TRACE, GS_WIRE_CALLS, GS_WIRE_CONTEXT_CALLS and GS_WIRE_LIST_CALLS
 * (wire/memory.h).
 *
 * Calls that set state go into the display list that is being compiled, in a player as in the
 * program: they come behind its glEndList. A trace that begins in the list has its glNewList made
 * up and tells the state before that, too, but for what only glActiveTexture would show.
 */
#include "preload/mesa-trace/mesa-trace.h"

#include <stdlib.h>
#include <string.h>
#include "preload/core/core.h"
#include "preload/memory/reader.h"

/* What stands where the driver's function would: hooks do all. */
static void nothing(void)
{
}

/* ---- of a context ---- */

static void set_classes(struct gs_mesa_trace *trace, uint32_t classes)
{
	bool before = trace->classes & GS_WIRE_TRACE_ERRORS, now = classes & GS_WIRE_TRACE_ERRORS;
	trace->classes = classes;
	if (before == now)
		return;
	atomic_fetch_add(&gs_mesa_trace_errors, now ? 1u : -1u);
	gs_fast_path_disable_all();
}

/* What it has begun goes on to the program's end. */
void gs_mesa_trace_context_gone(struct gs_context *context)
{
	if (!context->trace)
		return;
	set_classes(context->trace, 0);
	free(context->trace);
	context->trace = NULL;
}

/* ---- entries ---- */

static bool is_recorded(const struct gs_thread *thread)
{
	return thread->slot && gs_call_policy.record;
}

static void add_entry(struct gs_thread *thread, const struct gs_wire_call *call, uint8_t what,
	const void *bytes, size_t size)
{
	struct gs_memory_reader reader = {&thread->call_memory, thread, call, UINT64_MAX};
	gs_call_memory_add_bytes(&reader, what, bytes, size);
}

static void add_trace(struct gs_thread *thread, const struct gs_wire_call *call,
	const struct gs_context *context, bool accepted)
{
	if (!is_recorded(thread))
		return;
	struct gs_wire_trace trace = {
		.accepted = accepted, .leaves = atomic_load(&gs_wire->leaves)};
	if (context) {
		trace.context = context->number;
		trace.group = (uint64_t)(uintptr_t)context->group;
		trace.classes = gs_mesa_trace_classes(context);
	}
	add_entry(thread, call, GS_WIRE_TRACE, &trace, sizeof trace);
}

void gs_made_up_attach(struct gs_thread *thread, const struct gs_wire_call *call, uint8_t what,
	struct gs_made_up *m)
{
	if (m->size && !m->failed)
		add_entry(thread, call, what, m->data, m->size);
	gs_made_up_free(m);
}

/* ---- errors ---- */

/*
 * Inside a block the driver cannot be asked whether an earlier error waits; but glGetError there is
 * an error of the kind that is wanted, and takes its place behind what waits (OpenGL 2.1, section
 * 2.6.3). Where the block is only being recorded, or errors are taken after each call, it is known.
 */
static void raise_in_block(
	struct gs_thread *thread, struct gs_context *context, struct gs_wire_call *call)
{
	bool taken = gs_call_policy.errors && context->watched == gs_call_policy.watch;
	uint32_t error = GL_INVALID_OPERATION;
	if (!context->in_block)
		gs_error_take(context);
	else if (!taken)
		error = GL(glGetError)();
	if (error && !context->held_error) {
		context->held_error = error;
		gs_hooks_enable(GS_FN_glGetError, true);
	}
	call->gl_error = GL_INVALID_OPERATION;
}

/* The context in which the call does what it is for; NULL: there is none, or it is an error. */
static struct gs_context *accept(struct gs_thread *thread, struct gs_wire_call *call)
{
	struct gs_context *context = gs_context_current(thread);
	gs_mesa_trace_answers_begin();
	if (!context)
		return NULL;
	if (!context->in_block && !gs_block_recorded(thread)) {
		gs_context_info(context);
		return context;
	}
	raise_in_block(thread, context, call);
	add_trace(thread, call, context, false);
	return NULL;
}

/* ---- the functions ---- */

typedef void groups_func(struct gs_made_up *m, const struct gs_context *context, GLbitfield groups);

/* The state of these groups, as calls. */
static void add_groups(struct gs_thread *thread, const struct gs_wire_call *call,
	struct gs_context *context, GLbitfield groups, groups_func *func)
{
	struct gs_memory_reader reader = {&thread->call_memory, thread, call, UINT64_MAX};
	struct gs_memory_question asked;
	struct gs_made_up m = {0};
	if (context->es || !is_recorded(thread) || !gs_memory_question_begin(&reader, &asked))
		return;
	func(&m, context, groups);
	gs_memory_question_end(&asked);
	gs_made_up_attach(thread, call, GS_WIRE_CALLS, &m);
}

void gs_made_up_tell_context(
	struct gs_thread *thread, const struct gs_wire_call *call, const struct gs_context *context)
{
	struct gs_made_up m = {0};
	if (!is_recorded(thread))
		return;
	gs_made_up_context(&m, thread, context);
	gs_made_up_attach(thread, call, GS_WIRE_CONTEXT_CALLS, &m);
	if (!context->list_mode)
		return;
	const struct gs_wire_call list = {.function = GS_FN_glNewList,
		.flags = GS_CALL_EXECUTED,
		.n_args = 2,
		.args = {context->list_name, context->list_mode}};
	gs_made_up_add(&m, &list, NULL);
	gs_made_up_attach(thread, call, GS_WIRE_LIST_CALLS, &m);
}

static void set_name(struct gs_mesa_trace *trace, const char *name)
{
	gs_text_join(trace->name, sizeof trace->name, name ? name : "", NULL);
}

static void after_new(struct gs_thread *thread, struct gs_wire_call *call)
{
	struct gs_context *context = accept(thread, call);
	struct gs_mesa_trace *trace = context ? gs_mesa_trace_of(context) : NULL;
	if (!trace)
		return;
	set_name(trace, (const char *)call->args[1]);
	if (!trace->open && gs_role == GS_ROLE_OWNER) {
		atomic_fetch_add(&gs_wire->program_traces, 1);
		atomic_fetch_add(&gs_wire->recordings, 1);
		gs_fast_path_disable_all();
		gs_fast_path_refresh(); /* this call is recorded already */
		call->flags |= GS_CALL_RECORDED;
	}
	trace->open = true;
	add_trace(thread, call, context, true);
	gs_made_up_tell_context(thread, call, context);
	add_groups(thread, call, context, (GLbitfield)call->args[0], gs_groups_set);
	trace->owed = context->list_mode ? (uint32_t)call->args[0] : 0;
}

static void after_end_list(struct gs_thread *thread, struct gs_wire_call *call)
{
	struct gs_context *context = gs_context_current(thread);
	struct gs_mesa_trace *trace = context ? context->trace : NULL;
	if (!trace || !trace->owed || context->list_mode)
		return;
	add_groups(thread, call, context, trace->owed, gs_groups_set);
	trace->owed = 0;
}

/* The call itself is still recorded: gs_call_policy changes with the next one. */
static void after_end(struct gs_thread *thread, struct gs_wire_call *call)
{
	struct gs_context *context = accept(thread, call);
	if (!context)
		return;
	struct gs_mesa_trace *trace = context->trace;
	if (trace && trace->open && gs_role == GS_ROLE_OWNER) {
		atomic_fetch_sub(&gs_wire->program_traces, 1);
		gs_fast_path_disable_all();
	}
	if (trace) {
		trace->open = false;
		set_name(trace, NULL);
	}
	add_trace(thread, call, context, true);
}

static void after_classes(struct gs_thread *thread, struct gs_wire_call *call)
{
	struct gs_context *context = accept(thread, call);
	struct gs_mesa_trace *trace = context ? gs_mesa_trace_of(context) : NULL;
	uint32_t mask = (uint32_t)call->args[0];
	if (!trace)
		return;
	set_classes(trace, call->function == GS_FN_glEnableTraceMESA ? trace->classes | mask
								     : trace->classes & ~mask);
	add_trace(thread, call, context, true);
}

static void after_assert(struct gs_thread *thread, struct gs_wire_call *call)
{
	struct gs_context *context = accept(thread, call);
	if (!context)
		return;
	add_trace(thread, call, context, true);
	add_groups(thread, call, context, (GLbitfield)call->args[0], gs_groups_assert);
}

/* Also in blocks. */
static void after_comment(struct gs_thread *thread, struct gs_wire_call *call)
{
	struct gs_context *context = gs_context_current(thread);
	gs_mesa_trace_answers_begin();
	if (context)
		add_trace(thread, call, context, true);
}

static void after_name(struct gs_thread *thread, struct gs_wire_call *call)
{
	struct gs_context *context = accept(thread, call);
	GLuint name = (GLuint)call->args[0];
	if (!context)
		return;
	gs_error_take(context);
	bool is_one = call->function == GS_FN_glTraceListMESA ? GL(glIsList)(name)
							      : GL(glIsTexture)(name);
	gs_error_drop();
	add_trace(thread, call, context, is_one);
}

static void after_pointer(struct gs_thread *thread, struct gs_wire_call *call)
{
	struct gs_context *context = accept(thread, call);
	if (context)
		add_trace(thread, call, context, true);
}

/* Another context's classes count from now on. */
static void after_make_current(struct gs_thread *thread, struct gs_wire_call *call)
{
	if (is_recorded(thread))
		add_trace(thread, call, gs_context_current(thread), true);
}

bool gs_serve_assert_groups(struct gs_serving *s)
{
	struct gs_context *context = gs_context_current(s->thread);
	struct gs_made_up m = {0};
	gs_context_info(context);
	if (context->es)
		return gs_refuse(s->answer, GS_STATUS_UNSUPPORTED,
			"OpenGL ES has no attribute groups: `state` lists what there is", NULL);
	gs_groups_assert(&m, context, (GLbitfield)s->request->number[0]);
	bool fits = !m.failed && m.size <= s->bulk_size && (!m.size || gs_reserve(s->bulk, m.size));
	if (fits && m.size)
		memcpy(s->bulk, m.data, m.size);
	s->size = fits ? m.size : 0;
	gs_made_up_free(&m);
	return fits || gs_refuse(s->answer, GS_STATUS_INTERNAL,
			       "there is no memory for the state of the groups", NULL);
}

void gs_mesa_trace_init(void)
{
	static const struct gs_hook table[] = {
		{GS_FN_glNewTraceMESA, NULL, after_new},
		{GS_FN_glEndTraceMESA, NULL, after_end},
		{GS_FN_glEnableTraceMESA, NULL, after_classes},
		{GS_FN_glDisableTraceMESA, NULL, after_classes},
		{GS_FN_glTraceAssertAttribMESA, NULL, after_assert},
		{GS_FN_glEndList, NULL, after_end_list},
		{GS_FN_glTraceCommentMESA, NULL, after_comment},
		{GS_FN_glTraceTextureMESA, NULL, after_name},
		{GS_FN_glTraceListMESA, NULL, after_name},
		{GS_FN_glTracePointerMESA, NULL, after_pointer},
		{GS_FN_glTracePointerRangeMESA, NULL, after_pointer},
		{GS_FN_glXMakeCurrent, NULL, after_make_current},
		{GS_FN_glXMakeContextCurrent, NULL, after_make_current},
		{GS_FN_glXMakeCurrentReadSGI, NULL, after_make_current},
		{GS_FN_eglMakeCurrent, NULL, after_make_current},
	};
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (gs_data_flags(table[i].function) & GS_FUNCTION_OURS)
			__atomic_store_n(&gs_real_table[table[i].function], (void *)nothing,
				__ATOMIC_RELEASE);
	gs_hooks_add(table, sizeof table / sizeof *table);
	gs_mesa_trace_answers_init();
}

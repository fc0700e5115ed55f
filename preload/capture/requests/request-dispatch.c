/* SPDX-License-Identifier: MIT */
#include "preload/capture/requests/request-dispatch.h"

#include "preload/capture/requests/inspection.h"
#include "preload/core/core.h"
#include "preload/core/names.h"
#include "preload/core/roomy-stack.h"
#include "preload/shadow/stale-objects.h"

static const struct gs_request *table;
static size_t n_table;

void gs_requests_set(const struct gs_request *requests, size_t n)
{
	table = requests;
	n_table = n;
}

static bool may_ask_gl(
	struct gs_thread *thread, const struct gs_request *kind, struct gs_wire_answer *answer)
{
	struct gs_context *context = gs_context_current(thread);
	const char *why;
	if (!context && gs_real_has_osmesa())
		gs_refuse(answer, GS_STATUS_UNSUPPORTED,
			"neither a GLX nor an EGL context is current; in an OSMesa context ",
			"calls can be stepped, but nothing else", NULL);
	else if (!context)
		gs_refuse(answer, GS_STATUS_UNSUPPORTED,
			"no GL context is current in the stopped thread; ",
			"continue until the program has made one current", NULL);
	else if (context->in_block)
		gs_refuse(answer, GS_STATUS_UNSUPPORTED,
			"GL cannot be queried inside this glBegin ... glEnd block; ",
			"step to the call after its glEnd", NULL);
	else if (gs_request_needs(kind, GS_NEEDS_COMPILER) && (why = gs_compiler_is_gone()))
		gs_refuse(answer, GS_STATUS_UNSUPPORTED, why, NULL);
	else if (context->list_mode && !gs_request_needs(kind, GS_SERVED_IN_LISTS))
		gs_refuse(answer, GS_STATUS_UNSUPPORTED, GS_WIRE_IN_LIST, NULL);
	else
		return true;
	return false;
}

static void refuse_orphan(const char *what, struct gs_wire_answer *answer)
{
	gs_refuse(answer, GS_STATUS_UNSUPPORTED, "the ", what,
		" that is bound here was deleted through another context and exists only as long "
		"as it is bound: glstep could not bind it again",
		NULL);
}

static void refuse_foreign(uint32_t program, struct gs_wire_answer *answer)
{
	char number[24];
	gs_refuse(answer, GS_STATUS_UNSUPPORTED, "program ",
		gs_text_number(number, gs_name_shown(GS_OBJECT_PROGRAM, program)),
		" was relinked through another context, and this context still uses the previous "
		"executable, which GL cannot describe; continue until it calls glUseProgram again",
		NULL);
}

/* The context is not what the debugger takes it for, because of what others have done. */
static bool is_stale(
	struct gs_thread *thread, const struct gs_request *kind, struct gs_wire_answer *answer)
{
	uint32_t foreign = gs_request_needs(kind, GS_NEEDS_PROGRAM) ? gs_stale_program(thread) : 0;
	const char *orphan = gs_request_needs(kind, GS_NEEDS_BINDINGS)
				     ? gs_stale_deleted_object(thread)
				     : NULL;
	if (foreign)
		refuse_foreign(foreign, answer);
	else if (orphan)
		refuse_orphan(orphan, answer);
	return foreign || orphan;
}

static void serve(const struct gs_request *kind, struct gs_serving *s)
{
	struct gs_inspection query;
	bool asks = gs_request_needs(kind, GS_NEEDS_QUERY);
	if (asks && !gs_inspection_begin(&query, s, gs_request_needs(kind, GS_NEEDS_INPUT)))
		return;
	bool served = kind->serve(s);
	if (asks)
		gs_inspection_end(&query, s, served);
	if (served)
		s->answer->bulk_size = s->size;
}

static void serve_in_context(const struct gs_request *kind, struct gs_serving *s)
{
	if (!may_ask_gl(s->thread, kind, s->answer))
		return;
	bool was_closed = gs_stall_lock_take(s->thread);
	struct gs_context *context = gs_context_current(s->thread);
	gs_context_info(context);
	gs_error_take(context);
	if (!is_stale(s->thread, kind, s->answer))
		serve(kind, s);
	gs_error_drop();
	if (gs_request_needs(kind, GS_BEGINS_DEBUGGING)
			? s->answer->status != GS_STATUS_OK
			: !was_closed || gs_request_needs(kind, GS_ENDS_DEBUGGING))
		gs_stall_lock_release(s->thread);
}

void gs_request_serve(const struct gs_request *kind, struct gs_serving *s)
{
	if (!gs_request_needs(kind, GS_NEEDS_DRIVER)) {
		serve(kind, s);
		return;
	}
	gs_egl_error_take(s->thread);
	if (gs_request_needs(kind, GS_NEEDS_CONTEXT))
		serve_in_context(kind, s);
	else
		serve(kind, s);
	gs_egl_error_drop();
}

struct found {
	const struct gs_request *kind;
	struct gs_serving *serving;
};

static void serve_found(void *data)
{
	const struct found *found = data;
	gs_request_serve(found->kind, found->serving);
}

void gs_requests_answer(struct gs_thread *thread, const struct gs_wire_request *request,
	struct gs_wire_answer *answer)
{
	struct gs_serving s = {.thread = thread, .request = request, .answer = answer};
	s.bulk = gs_bulk_enter(thread, request->bulk_size, &s.bulk_size);
	if (!s.bulk) {
		gs_refuse(answer, GS_STATUS_UNSUPPORTED,
			gs_wire_is_refused() ? GS_NO_MREMAP
					     : "the program's address space has no room for the "
					       "answers: raise its limits (ulimit -v, -l)",
			NULL);
		return;
	}
	for (size_t i = 0; i < n_table; i++)
		if (table[i].kind == request->kind) {
			struct found found = {&table[i], &s};
			gs_with_room(serve_found, &found);
			return;
		}
	gs_refuse(answer, GS_STATUS_USAGE, "the preload library does not know this request", NULL);
}

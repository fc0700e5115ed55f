/* SPDX-License-Identifier: MIT */
/* Hands the requests of the debugger to those who serve them. */
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>
#include "preload/core/gl.h"
#include "preload/core/core.h"
#include "preload/core/requests.h"
#include "preload/state/stale-objects.h"

void gs_refuse(struct gs_wire_answer *answer, enum gs_wire_status status, ...)
{
	va_list args;
	size_t at = 0;
	va_start(args, status);
	for (const char *text = va_arg(args, const char *); text; text = va_arg(args, const char *))
		at += gs_text_join(answer->error + at, sizeof answer->error - at, text, NULL);
	va_end(args);
	answer->status = status;
}

/* What arguments were made to point at, until the call is done. */
struct edit {
	struct edit *next;
	size_t size; /* of the whole mapping */
	uint64_t data[];
};
static __thread struct edit *edits __attribute__((tls_model("initial-exec")));

void gs_argument_copies_free(void)
{
	while (edits) {
		struct edit *edit = edits;
		edits = edit->next;
		munmap(edit, edit->size);
	}
}

/* Zeroed; NULL: no memory. */
static uint64_t *new_edit(size_t size)
{
	size_t whole = sizeof(struct edit) + size;
	struct edit *edit = mmap(
		NULL, whole, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (edit == MAP_FAILED)
		return NULL;
	edit->size = whole;
	edit->next = edits;
	edits = edit;
	return edit->data;
}

/* The program's own memory stays as it is. 0: no memory. */
static uint64_t keep_bytes(const void *bytes, size_t size, uint64_t before)
{
	uint64_t *copy = new_edit(size);
	if (copy)
		memcpy(copy, bytes, size);
	return copy ? (uint64_t)(uintptr_t)copy - before : 0;
}

/* n pointers, then the texts with a NUL each. */
static uint64_t keep_texts(const uint8_t *from, size_t size, uint64_t n)
{
	if (n > size / sizeof(uint32_t))
		return 0;
	uint64_t *pointers = new_edit(size + (size_t)n * (sizeof *pointers + 1));
	char *to = (char *)(pointers + n);
	for (uint64_t i = 0; pointers && i < n; i++) {
		uint32_t length = UINT32_MAX;
		if (size >= sizeof length)
			memcpy(&length, from, sizeof length);
		size -= size >= sizeof length ? sizeof length : size;
		from += sizeof length;
		if (length == UINT32_MAX)
			continue;
		if (length > size)
			return 0;
		pointers[i] = (uint64_t)(uintptr_t)to;
		memcpy(to, from, length);
		to += length + 1;
		from += length;
		size -= length;
	}
	return (uint64_t)(uintptr_t)pointers;
}

static uint64_t keep_edit(const struct gs_wire_request *request, const void *bulk)
{
	size_t size = (size_t)request->bulk_size;
	return request->number[1] ? keep_texts(bulk, size, request->number[2])
				  : keep_bytes(bulk, size, request->number[2]);
}

static void set_argument(struct gs_thread *thread, const struct gs_wire_request *request,
	struct gs_wire_answer *answer, const void *bulk)
{
	uint64_t value = request->number[1];
	struct gs_wire_call *call = thread->call;
	if (!thread->before)
		gs_refuse(answer, GS_STATUS_USAGE,
			"the call has been executed already; its arguments cannot be changed now",
			NULL);
	else if (thread->list_run)
		gs_refuse(answer, GS_STATUS_USAGE,
			"part of the display list has been executed; its arguments cannot be "
			"changed now",
			NULL);
	else if (thread->multi_draws)
		gs_refuse(answer, GS_STATUS_USAGE,
			"part of the call's draws have been executed; its arguments cannot be "
			"changed now",
			NULL);
	else if (request->number[0] >= call->n_args)
		gs_refuse(answer, GS_STATUS_USAGE, gs_data_name(call->function),
			" has no such argument", NULL);
	else if (request->bulk_size && !(value = keep_edit(request, bulk)))
		gs_refuse(answer, GS_STATUS_INTERNAL, "there is no memory for the new value", NULL);
	else {
		call->args[request->number[0]] = value;
		call->flags |= GS_CALL_EDITED;
	}
}

static gs_serve_func *find(uint32_t kind)
{
	switch (kind) {
	case GS_REQUEST_PROGRAM:
		return gs_serve_program;
	case GS_REQUEST_FRAMEBUFFER:
		return gs_serve_framebuffer;
	case GS_REQUEST_STATE:
		return gs_serve_state;
	case GS_REQUEST_MACROS:
		return gs_serve_macros;
	case GS_REQUEST_DEBUG_BEGIN:
		return gs_serve_debug_begin;
	case GS_REQUEST_CHOOSE_DRAW:
		return gs_serve_choose_draw;
	case GS_REQUEST_CAPTURE:
		return gs_serve_capture;
	case GS_REQUEST_DEBUG_END:
		return gs_serve_debug_end;
	case GS_REQUEST_SET_UNIFORM:
		return gs_serve_set_uniform;
	case GS_REQUEST_SET_SOURCE:
		return gs_serve_set_source;
	case GS_REQUEST_RESOURCES:
		return gs_serve_resources;
	case GS_REQUEST_TEXELS:
		return gs_serve_texels;
	case GS_REQUEST_BUFFER:
		return gs_serve_buffer;
	case GS_REQUEST_DRAWN:
		return gs_serve_drawn;
	case GS_REQUEST_BLOCKS:
		return gs_serve_blocks;
	case GS_REQUEST_SET_BUFFER:
		return gs_serve_set_buffer;
	default:
		return NULL;
	}
}

static bool may_ask_gl(struct gs_thread *thread, uint32_t kind, struct gs_wire_answer *answer)
{
	struct gs_context *context = gs_context_current(thread);
	if (!context && gs_real_has_osmesa())
		gs_refuse(answer, GS_STATUS_UNSUPPORTED,
			"neither a GLX nor an EGL context is current; in a context of OSMesa ",
			"calls can be stepped, but nothing else", NULL);
	else if (!context)
		gs_refuse(answer, GS_STATUS_UNSUPPORTED,
			"no GL context is current in the stopped thread; ",
			"run on until the program has made one current", NULL);
	else if (context->in_block)
		gs_refuse(answer, GS_STATUS_UNSUPPORTED,
			"GL cannot be asked in the middle of this glBegin ... glEnd block; ",
			"step to the call after its glEnd", NULL);
	else if (context->list_mode && kind != GS_REQUEST_PROGRAM && kind != GS_REQUEST_STATE)
		gs_refuse(answer, GS_STATUS_UNSUPPORTED,
			"a display list is being compiled, and what glstep would do to answer ",
			"would go into it; step to the call after glEndList", NULL);
	else
		return true;
	return false;
}

static bool concerns_program(uint32_t kind)
{
	return kind == GS_REQUEST_PROGRAM || kind == GS_REQUEST_DEBUG_BEGIN ||
	       kind == GS_REQUEST_SET_UNIFORM || kind == GS_REQUEST_SET_SOURCE ||
	       kind == GS_REQUEST_BLOCKS;
}

static bool changes_bindings(uint32_t kind)
{
	return kind == GS_REQUEST_DEBUG_BEGIN || kind == GS_REQUEST_FRAMEBUFFER ||
	       kind == GS_REQUEST_STATE ||
	       (kind >= GS_REQUEST_RESOURCES && kind <= GS_REQUEST_SET_BUFFER);
}

static void refuse_orphan(const char *what, struct gs_wire_answer *answer)
{
	gs_refuse(answer, GS_STATUS_UNSUPPORTED, "the ", what,
		" that is bound here was deleted through another context and lives only as long as "
		"it is bound: glstep could not bind it again",
		NULL);
}

static void refuse_foreign(uint32_t program, struct gs_wire_answer *answer)
{
	char number[24];
	gs_refuse(answer, GS_STATUS_UNSUPPORTED, "program ", gs_text_number(number, program),
		" was linked anew through another context, and this one still has what it was "
		"before, "
		"of which GL tells nothing; run on until it calls glUseProgram again",
		NULL);
}

static void serve_gl(struct gs_thread *thread, const struct gs_wire_request *request,
	struct gs_wire_answer *answer, void *bulk, uint64_t bulk_size)
{
	gs_serve_func *serve = find(request->kind);
	if (!serve)
		gs_refuse(answer, GS_STATUS_USAGE, "the preload library does not know this request",
			NULL);
	if (!serve || !may_ask_gl(thread, request->kind, answer))
		return;
	bool was_closed = gs_stall_lock_take(thread);
	struct gs_context *context = gs_context_current(thread);
	gs_context_info(context);
	gs_error_take(context);
	uint32_t foreign = concerns_program(request->kind) ? gs_stale_program(thread) : 0;
	const char *orphan = changes_bindings(request->kind) ? gs_stale_deleted_object(thread)
							     : NULL;
	if (foreign)
		refuse_foreign(foreign, answer);
	else if (orphan)
		refuse_orphan(orphan, answer);
	else
		serve(thread, request, answer, bulk, bulk_size);
	gs_error_drop();
	if (request->kind == GS_REQUEST_DEBUG_BEGIN
			? answer->status != GS_STATUS_OK
			: !was_closed || request->kind == GS_REQUEST_DEBUG_END)
		gs_stall_lock_release(thread);
}

void gs_serve(struct gs_thread *thread, const struct gs_wire_request *request,
	struct gs_wire_answer *answer)
{
	uint64_t bulk_size;
	void *bulk = gs_bulk_enter(thread, request->bulk_size, &bulk_size);
	if (!bulk) {
		gs_refuse(answer, GS_STATUS_UNSUPPORTED,
			"there is no room in the program's address space for the answers: raise "
			"its "
			"limits (ulimit -v, -l)",
			NULL);
		return;
	}
	if (request->kind == GS_REQUEST_SET_ARG) {
		set_argument(thread, request, answer, bulk);
		return;
	}
	gs_egl_error_take(thread);
	if (request->kind == GS_REQUEST_CALL_MEMORY)
		gs_serve_call_memory(thread, request, answer, bulk, bulk_size);
	else
		serve_gl(thread, request, answer, bulk, bulk_size);
	gs_egl_error_drop();
}

/* As a request is served, but between two calls of a program that runs. */
void gs_serve_frame(struct gs_thread *thread, uint64_t frame, uint64_t call)
{
	struct gs_wire_answer answer;
	answer.status = GS_STATUS_OK;
	if (!gs_context_current(thread) || !may_ask_gl(thread, GS_REQUEST_STATE, &answer))
		return;
	bool was_closed = gs_stall_lock_take(thread);
	gs_egl_error_take(thread);
	struct gs_context *context = gs_context_current(thread);
	gs_context_info(context);
	gs_error_take(context);
	if (!context->list_mode && !gs_stale_deleted_object(thread))
		gs_note_state(thread, frame, call);
	gs_error_drop();
	gs_egl_error_drop();
	if (!was_closed)
		gs_stall_lock_release(thread);
}

/* SPDX-License-Identifier: MIT */
/*
 * preload/core/request - serving the requests of wire/wire.h. Each kind has one line in the table
 * of preload/main.c: what it needs, and the function that serves it, in the file of its subject.
 * preload/capture/requests/request-dispatch.c finds the line, provides what it needs and calls the
 * function.
 *
 * Requests are served in the event loop: the thread is in its wrapper, its signals are blocked, the
 * program's context is current.
 */
#ifndef GS_PRELOAD_REQUEST_H
#define GS_PRELOAD_REQUEST_H

#include "preload/core/preload.h"

enum gs_request_needs {
	/* Calls GL or EGL: the thread's EGL error is saved for the program. */
	GS_NEEDS_DRIVER = 1 << 0,
	/* A context that can be queried: current, no block open, no display list being compiled;
	   refused otherwise. Its error flags are taken, and other threads stall. */
	GS_NEEDS_CONTEXT = 1 << 1 | GS_NEEDS_DRIVER,
	/* gs_serving.query: preload/capture/requests/inspection.h. */
	GS_NEEDS_QUERY = 1 << 2 | GS_NEEDS_CONTEXT,
	/* And query->in, the input. */
	GS_NEEDS_INPUT = 1 << 3 | GS_NEEDS_QUERY,
	/* The program in use; refused if GL names another one. */
	GS_NEEDS_PROGRAM = 1 << 4 | GS_NEEDS_CONTEXT,
	/* Changes bindings and restores them; refused if one could not be restored. */
	GS_NEEDS_BINDINGS = 1 << 5 | GS_NEEDS_CONTEXT,
	/* Makes no calls that a display list would compile, so it may be served while one is
	   compiled. */
	GS_SERVED_IN_LISTS = 1 << 6,
	/* Other threads stall from a served GS_BEGINS_DEBUGGING to a served GS_ENDS_DEBUGGING. */
	GS_BEGINS_DEBUGGING = 1 << 7,
	GS_ENDS_DEBUGGING = 1 << 8,
	/* May have the driver compile shaders, as any draw with other state may; refused if
	   gs_compiler_is_gone. */
	GS_NEEDS_COMPILER = 1 << 9,
};

/* A request being served. */
struct gs_serving {
	struct gs_thread *thread;
	const struct gs_wire_request *request;
	struct gs_wire_answer *answer; /* the server sets number only */
	void *bulk;	    /* the input, request->bulk_size bytes; the answer replaces it */
	uint64_t bulk_size; /* room for the answer */
	uint64_t size;	    /* of the answer, set by the server, unless it writes to query->out */
	struct gs_inspection *query; /* NULL: not needed */
};

/* Serves a request. Returns false if it refuses, with gs_refuse or in query->refusal. */
typedef bool gs_serve_func(struct gs_serving *serving);

struct gs_request {
	uint32_t kind; /* enum gs_wire_request_kind */
	unsigned needs;
	gs_serve_func *serve;
};

static inline bool gs_request_needs(const struct gs_request *request, unsigned needs)
{
	return (request->needs & needs) == needs;
}

/* ---- refuse.c ---- */

/* Sets the status, and the error to the joined strings up to NULL: one sentence, after a line feed
 * perhaps a log. Returns false, for `return gs_refuse(...)`. */
bool gs_refuse(struct gs_wire_answer *answer, enum gs_wire_status status, ...)
	__attribute__((sentinel));

/* ---- set-argument.c ---- */

gs_serve_func gs_serve_set_argument;
/* Frees the memory that changed arguments point at. */
void gs_argument_copies_free(void);

#endif

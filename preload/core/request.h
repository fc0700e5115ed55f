/* SPDX-License-Identifier: MIT */
/*
 * preload/core/request - what it takes to serve a request of wire/wire.h. Each kind has one line in
 * the table of preload/main.c: what it needs, and the function that serves it, which is in the file
 * that knows its subject. preload/capture/requests/request-dispatch.c finds the line, provides what
 * it needs and calls the function.
 *
 * A request is served in the event loop: the thread is in its wrapper, its signals are blocked,
 * the context is the program's.
 */
#ifndef GS_PRELOAD_REQUEST_H
#define GS_PRELOAD_REQUEST_H

#include "preload/core/preload.h"

enum gs_request_needs {
	/* Calls GL or EGL: the thread's EGL error is kept for the program. */
	GS_NEEDS_DRIVER = 1 << 0,
	/* A context that can be asked: current, no block open, no display list being compiled. Its
	 * error flags are taken, other threads are held back. Refused otherwise. */
	GS_NEEDS_CONTEXT = 1 << 1 | GS_NEEDS_DRIVER,
	/* gs_serving.query: preload/capture/requests/inspection.h. */
	GS_NEEDS_QUERY = 1 << 2 | GS_NEEDS_CONTEXT,
	/* And query->in. */
	GS_NEEDS_INPUT = 1 << 3 | GS_NEEDS_QUERY,
	/* The program in use: refused where GL tells of another one. */
	GS_NEEDS_PROGRAM = 1 << 4 | GS_NEEDS_CONTEXT,
	/* Changes bindings, and puts them back: refused where one could not be. */
	GS_NEEDS_BINDINGS = 1 << 5 | GS_NEEDS_CONTEXT,
	/* Nothing of it would go into a display list: may be served while one is compiled. */
	GS_SERVED_IN_LISTS = 1 << 6,
	/* Other threads are held back from it on, if it is served; until it is. */
	GS_BEGINS_DEBUGGING = 1 << 7,
	GS_ENDS_DEBUGGING = 1 << 8,
	/* Has the driver compile shaders, as a draw with other state than the program's may:
	 * refused where gs_compiler_is_gone. */
	GS_NEEDS_COMPILER = 1 << 9,
};

/* A request being served. */
struct gs_serving {
	struct gs_thread *thread;
	const struct gs_wire_request *request;
	struct gs_wire_answer *answer; /* the server sets number; the rest follows from below */
	void *bulk; /* the input, request->bulk_size bytes; the answer goes to the same place */
	uint64_t bulk_size; /* at most so many bytes of answer */
	uint64_t size;	    /* of the answer, set by the server, unless it writes to query->out */
	struct gs_inspection *query; /* NULL: not needed */
};

/* False: refused, with gs_refuse or in query->refusal. */
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

/* Sets status and error to the strings up to NULL joined: one sentence; a log after "\n". Always
 * false, for `return gs_refuse(...)`. */
bool gs_refuse(struct gs_wire_answer *answer, enum gs_wire_status status, ...)
	__attribute__((sentinel));

/* ---- set-argument.c ---- */

gs_serve_func gs_serve_set_argument;
/* Forgets what it has made the thread's arguments point at. */
void gs_argument_copies_free(void);

#endif

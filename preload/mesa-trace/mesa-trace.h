/* SPDX-License-Identifier: MIT */
/*
 * preload/mesa-trace - GL_MESA_trace, as if the driver had it: what a context keeps of it, the
 * errors of its functions, and what a recording needs to know that their arguments do not say. The
 * debugger writes the trace (debugger/record); nothing is written here.
 *
 * mesa-trace.c        the ten functions
 * context-trace.c     what is kept with a context
 * extension.c         what glGet* and glGetString say of it
 * attribute-groups.c  the state of attribute groups as calls that set it, or that assert it
 * made-up.c           calls that the program did not make, as records
 * made-up-context.c   those that make the current context
 */
#ifndef GS_PRELOAD_MESA_TRACE_H
#define GS_PRELOAD_MESA_TRACE_H

#include "preload/core/gl.h"
#include "preload/core/request.h"
#include "wire/memory.h"

/* Of a context: gs_context.trace. */
struct gs_mesa_trace {
	uint32_t classes; /* GL_TRACE_MASK_MESA: enum gs_wire_trace_class and any other bits */
	bool open;	  /* glNewTraceMESA without glEndTraceMESA */
	uint32_t owed;	  /* groups that are told behind the list that is being compiled */
	char name[256];	  /* GL_TRACE_NAME_MESA; here, as glGetString's answer must stay */
};

void gs_mesa_trace_init(void); /* adds hooks */
void gs_mesa_trace_context_gone(struct gs_context *context);
gs_serve_func gs_serve_assert_groups;

/* ---- context-trace.c ---- */

/* NULL: there is no memory. */
struct gs_mesa_trace *gs_mesa_trace_of(struct gs_context *context);
/* GL_TRACE_MASK_MESA. */
uint32_t gs_mesa_trace_classes(const struct gs_context *context);

/* ---- extension.c ---- */

void gs_mesa_trace_answers_init(void); /* adds hooks */
/* The program knows of the extension: from now on glGet* must look. */
void gs_mesa_trace_answers_begin(void);

/* ---- made-up.c ---- */

/* Records of calls, one after the other, each told from nothing. */
struct gs_made_up {
	uint8_t *data;
	size_t size, room;
	bool failed;
	bool in_piece; /* much of them goes to the open piece of the snapshot area */
};

/* What an argument of a made-up call points at. */
struct gs_made_up_memory {
	const void *data;
	size_t count; /* of elements; 0: none of the arguments points anywhere */
	uint8_t argument;
	uint8_t class, bits; /* of an element */
	bool out;
	uint8_t kind;	/* enum gs_wire_memory_kind: elements, a text, or texts as wire/memory.h
			   has them */
	uint64_t bytes; /* of texts */
};

/* Add a call that has been executed; it returns something if its flags say so. memory: `n` of them,
 * NULL for none. */
void gs_made_up_add_all(struct gs_made_up *m, const struct gs_wire_call *call,
	const struct gs_made_up_memory *memory, unsigned n);
/* Likewise with one memory, or NULL. */
void gs_made_up_add(struct gs_made_up *m, const struct gs_wire_call *call,
	const struct gs_made_up_memory *memory);
/* Add one with room for what its only memory says, whose data does not count. Return where the
 * bytes are to be put before the next call is added; NULL: there is no room. */
uint8_t *gs_made_up_claim(struct gs_made_up *m, const struct gs_wire_call *call,
	const struct gs_made_up_memory *memory);
/* Write to the snapshot area from now on, where a piece of it can be had (.in_piece). */
void gs_made_up_begin_piece(struct gs_made_up *m);
/* Write the rest, and free them. Return where they are; of no bytes: there was no room. */
struct gs_wire_piece gs_made_up_end_piece(struct gs_made_up *m);
void gs_made_up_free(struct gs_made_up *m);
/* mesa-trace.c: add them to what the call points at, as an entry of that kind (GS_WIRE_CALLS, ...),
 * and free them. */
void gs_made_up_attach(struct gs_thread *thread, const struct gs_wire_call *call, uint8_t what,
	struct gs_made_up *m);
/* mesa-trace.c: add to what a recorded call points at how its context is made. */
void gs_made_up_tell_context(struct gs_thread *thread, const struct gs_wire_call *call,
	const struct gs_context *context);

/* ---- made-up-context.c ---- */

/* Calls that make a context like the current one, and make it current; for a trace that begins
 * later than it. With what its configuration has, and how large what it draws into is. It can be
 * asked. */
void gs_made_up_context(
	struct gs_made_up *m, struct gs_thread *thread, const struct gs_context *context);

/* ---- attribute-groups.c ---- */

/*
 * The groups, as glPushAttrib takes them, of the current context: calls that set their values, or
 * calls that ask for them, with what they answer. The context can be asked, its errors are out of
 * the driver, its debug output is off; it is a desktop context. What can only be asked of one
 * texture unit after the other is left out while a display list is compiled, but for the active
 * one.
 */
void gs_groups_set(struct gs_made_up *m, const struct gs_context *context, GLbitfield groups);
/* Likewise what no group has, and the pixel store, as calls that set it; in OpenGL ES as well. */
void gs_groups_set_rest(struct gs_made_up *m, const struct gs_context *context);
void gs_groups_assert(struct gs_made_up *m, const struct gs_context *context, GLbitfield groups);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * follow/follow - what a program's calls say of GL's client-visible bookkeeping: contexts and which
 * of them share objects, what they draw into, which of them is current in which thread, and what is
 * bound there. Without GL: whoever looks at calls asks here, whether they come from a trace, from
 * the list of calls or are about to be made.
 *
 * In go calls, each once, in their order, all of them or those that gs_follow_wants. A call is
 * added before it is executed, or after: what it does is done once it has been added. Calls whose
 * result says that they have failed change nothing; a call that made an error of GL must not be
 * added by who knows of it.
 *
 * Out come the structures below. They are the follower's, and are only read, but for `data`, which
 * is the user's: NULL when the structure is made, and given to struct gs_follow_owner's function
 * before it is freed. Not thread-safe; no function fails.
 *
 * Sources of the rules: GLX 1.4, sections 3.3.7 (contexts) and 3.3.10 (swaps); EGL 1.5,
 * sections 3.7 (eglBindAPI: OpenGL and OpenGL ES are one API but for what eglCreateContext
 * makes), 3.7.3 (eglMakeCurrent) and 3.12 (eglReleaseThread); OpenGL 4.6, sections 5.1.3 (deleted
 * objects), 9.2 and 7.4, and of the compatibility profile 10.7.5 (glBegin) and 21.4 (display
 * lists). libglvnd lets a thread have a context of GLX or one of EGL, not both, so that one is
 * current here as well.
 */
#ifndef GS_FOLLOW_H
#define GS_FOLLOW_H

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "trace/trace.h"
#include "wire/wire.h"

/* Contexts that share objects. It ends with the last of them. */
struct gs_follow_group {
	uint32_t number;	  /* from 0, in the order in which groups are met */
	GPtrArray *contexts;	  /* struct gs_follow_context *, those that have not ended */
	GHashTable *listed;	  /* display list -> program that it leaves in use, as pointers */
	GHashTable *buffer_sizes; /* for gs_follow_buffer_size */
	void *data;
};

struct gs_follow_binding {
	uint64_t name;
	uint64_t
		lost; /* gs_follow_lose's number when it was bound; UINT64_MAX: it may be another */
};

struct gs_follow_context {
	uint64_t handle;
	struct gs_follow_group *group;
	bool is_made;	    /* the call that has made it was added; false: it was used without */
	bool is_destroyed;  /* and lives on while it is current */
	unsigned n_threads; /* in which it is current */
	struct gs_follow_binding draw_framebuffer, program, pipeline;
	uint64_t vertex_array;
	uint64_t client_unit;		       /* of glClientActiveTexture, from 0 */
	GHashTable *buffers, *element_buffers; /* for gs_follow_buffer */
	GArray *saved;			       /* by glPushClientAttrib; NULL: nothing so far */
	GHashTable
		*active_programs; /* pipeline -> program, of glActiveShaderProgram; as pointers */
	uint64_t list;		  /* display list that is being compiled; 0: none */
	bool list_executes;	  /* GL_COMPILE_AND_EXECUTE */
	/* As the list that is being compiled has left them so far, for the calls in it. */
	uint64_t listed_program, listed_pipeline;
	bool list_switches;
	bool in_block; /* between glBegin and glEnd, also of a list */
	void *data;
};

/* A window, pixmap, pbuffer or surface. A new one with the same handle is another. */
struct gs_follow_drawable {
	uint64_t handle;
	/* As the window system or the recorder says; 0: not known. */
	int32_t told_width, told_height;
	/* What a player needs: as told, or as large as viewports have been; 0: not known. Who knows
	 * more may set it where the drawable is met. */
	int32_t width, height;
	bool is_told; /* by the recorder, whenever it changes: nothing else counts */
	bool is_pbuffer;
	bool is_srgb; /* EGL: it encodes colours */
	void *data;
};

struct gs_follow_thread {
	uint32_t number;
	struct gs_follow_context *context;	/* current; NULL: none */
	struct gs_follow_drawable *draw, *read; /* NULL: none */
	bool is_opengl; /* eglCreateContext makes contexts of OpenGL, not OpenGL ES: eglBindAPI */
	bool is_egl;	/* eglMakeCurrent has made the context current */
	void *data;
};

enum gs_follow_event {
	GS_FOLLOW_NOTHING,
	GS_FOLLOW_CREATES,	  /* .context; .share: with whose objects, NULL none */
	GS_FOLLOW_DESTROYS,	  /* .context, which has ended only where .ended is the same */
	GS_FOLLOW_MAKES_CURRENT,  /* .context in .thread, NULL none, with its draw and read */
	GS_FOLLOW_MAKES_DRAWABLE, /* .drawable */
	GS_FOLLOW_SIZES,	  /* .drawable, whose width or height may be another */
	GS_FOLLOW_SHOWS,	  /* .drawable: its frame ends; NULL: not known whose */
	GS_FOLLOW_MAPS,		  /* .buffer of the current context, at .address, .size bytes */
	GS_FOLLOW_UNMAPS,	  /* each of .buffers, where it is mapped */
};

/* What the last call has done. */
struct gs_follow_step {
	enum gs_follow_event event;
	struct gs_follow_thread *thread; /* the call's, also of other events */
	struct gs_follow_context *context, *share;
	struct gs_follow_drawable *drawable;
	uint64_t buffer, address, size;
	const GArray *buffers; /* uint64_t, names; lives until the next call; NULL: none */
	/* It is over with this call, and is freed with the next; its group, too, if no contexts are
	 * left there. NULL: none is. */
	struct gs_follow_context *ended;
};

/* Frees what stands at `data`; NULL functions: nothing has to be. */
struct gs_follow_owner {
	void (*free_context)(void *data);
	void (*free_group)(void *data);
	void (*free_drawable)(void *data);
	void (*free_thread)(void *data);
};

struct gs_follow;

struct gs_follow *gs_follow_new(const struct gs_follow_owner *owner); /* NULL: no `data` */
void gs_follow_free(struct gs_follow *follow);

/* Return whether calls of the function change anything here. */
bool gs_follow_wants(unsigned function);
/* Enter the thread of the next call, as adding one does. Returns it. */
struct gs_follow_thread *gs_follow_enter(struct gs_follow *follow, uint32_t thread);
/* Add a call of a trace, or of the list of calls with the memory that wire/memory.h describes (NULL
 * none). Return what it has done; lives until the next. */
const struct gs_follow_step *gs_follow_trace(
	struct gs_follow *follow, const struct gs_trace_call *call);
const struct gs_follow_step *gs_follow_wire(struct gs_follow *follow,
	const struct gs_wire_call *call, const uint8_t *memory, size_t memory_size);
/* Say how many calls are missing so far. What was bound before more were is not known any more. */
void gs_follow_lose(struct gs_follow *follow, uint64_t lost);

/* Return the thread of that number; NULL: it has not called. */
struct gs_follow_thread *gs_follow_thread(const struct gs_follow *follow, uint32_t number);
/* Return the living context, or the drawable, with that handle; NULL: none was met. */
struct gs_follow_context *gs_follow_context(const struct gs_follow *follow, uint64_t handle);
struct gs_follow_drawable *gs_follow_drawable(const struct gs_follow *follow, uint64_t handle);
/* Return the thread's current context; where none is, or thread is NULL, the one with handle 0 that
 * stands for none: pieces of traces have calls without. */
const struct gs_follow_context *gs_follow_state(
	const struct gs_follow *follow, const struct gs_follow_thread *thread);
/* Return whether what is bound there is known. */
bool gs_follow_knows(const struct gs_follow *follow, const struct gs_follow_binding *binding);
/* Return the name of the program in use: glUseProgram's, or else the pipeline's active one; 0:
 * none. While a list is compiled: when the next call is executed with it. context: NULL none. */
uint64_t gs_follow_program(const struct gs_follow_context *context);
/* Return the buffer that is bound to the target; of GL_ELEMENT_ARRAY_BUFFER that of the vertex
 * array; 0: none. */
uint64_t gs_follow_buffer(const struct gs_follow_context *context, uint64_t target);
/* Return the buffer that a call of the function is about, whose first argument is its name or the
 * target to which it is bound; 0: none. */
uint64_t gs_follow_buffer_of(
	const struct gs_follow_context *context, unsigned function, uint64_t first);
/* Return the bytes that the buffer was given; 0: none, or it is not known. */
uint64_t gs_follow_buffer_size(const struct gs_follow_context *context, uint64_t buffer);
/* Iterate over what has not ended, as g_hash_table_iter_next: contexts, drawables, threads. */
void gs_follow_contexts(const struct gs_follow *follow, GHashTableIter *iter);
void gs_follow_drawables(const struct gs_follow *follow, GHashTableIter *iter);
void gs_follow_threads(const struct gs_follow *follow, GHashTableIter *iter);

#endif

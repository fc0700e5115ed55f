/* SPDX-License-Identifier: MIT */
/*
 * preload/ - inside the debugged program. This header is for the files of this folder.
 *
 * Rules of conduct
 *  - No GLib, no stdio, no exit or abort: what fails disables itself, says so in header.note, and
 * the program runs on.
 *  - errno, GL state and GL error flags stay as the program expects them.
 *  - Our own GL calls go straight to the driver (GL(name), preload/core/gl.h); a GL name that the
 * driver or we call through a wrapper meanwhile passes straight (thread->inside).
 *  - No lock is held while the driver runs or while a thread stands in the event loop.
 *  - In a call of GL nothing is looked up with dlopen or dlsym, and no file is opened: the lock of
 * the one may be held until the call returns, the other may be forbidden.
 *  - Thread-local data is initial-exec.
 */
#ifndef GS_PRELOAD_H
#define GS_PRELOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include "data/data.h"
#include "wire/call-record.h"
#include "wire/wire.h"

/* ---- the driver's functions ---- */

extern __attribute__((visibility("hidden"))) void *gs_real_table[GS_N_FUNCTIONS];
/* Looks the function up in newly loaded libraries and by GetProcAddress, and remembers it. Returns
 * NULL if the driver lacks it. */
void *gs_real_find(unsigned function);

static inline void *gs_real(unsigned function)
{
	void *real = __atomic_load_n(&gs_real_table[function], __ATOMIC_RELAXED);
	return real ? real : gs_real_find(function);
}

/* ---- contexts ---- */

struct gs_group; /* objects shared by contexts: preload/shadow/shadow.h */

/* A context of the program. Freed when the program destroys it, or once it is no longer current. */
struct gs_context {
	struct gs_context *next;      /* of all */
	void *handle;		      /* GLXContext or EGLContext */
	uint64_t number;	      /* never given twice */
	uint64_t visual;	      /* id of the visual given to glXCreateContext; 0: none */
	uint32_t told;		      /* gs_call_policy.recording of the recording that knows it */
	struct gs_program_uses *uses; /* of preload/shadow/stale-objects.c */
	struct gs_attached_layers *layers; /* of preload/shadow/attached-layers.c; NULL: none */
	bool egl;
	struct gs_group *group;
	unsigned users; /* threads that have it current, including dead ones; under the lock of
			   context.c */
	bool destroyed; /* by the program: freed with its last user */
	uint32_t
		held_error; /* taken from the driver and owed to the program's glGetError; 0 none */
	uint32_t watched;   /* gs_call_policy.watch when error flags were last taken */
	bool in_block;	    /* the driver is between glBegin and glEnd: no queries are possible */
	bool block_recorded;	    /* the program is, but its block is only being recorded */
	struct gs_immediate *block; /* of preload/lists/immediate.c */
	bool one_buffer;	    /* its window is single-buffered */
	bool without_arrays;	    /* no client array is enabled: preload/memory/client-memory.c */
	uint32_t list_mode; /* 0, GL_COMPILE or GL_COMPILE_AND_EXECUTE, between glNewList and
			       glEndList */
	uint32_t list_name, list_base;
	struct gs_list_contents *list_contents; /* of that list; NULL: not kept */
	int list_opens; /* blocks opened less those closed, in the list being compiled */
	/* what gs_context_info found */
	bool info_known;
	bool es, core, compatibility; /* one is set; contexts before 3.2 count as compatibility */
	unsigned version;	      /* 10 * major + minor */
	struct gs_capture_context
		*capture;	      /* of preload/capture/requests/inspection.c; NULL at first */
	struct gs_noted_state *noted; /* of preload/inspect/serve-state.c; NULL: none */
	struct gs_mesa_trace *trace;  /* of preload/mesa-trace; NULL: none */
	struct gs_kept_snapshot *snapshot; /* of preload/snapshot; NULL: none */
	/* of preload/core/calls/times.c: how GL's work is timed, and how long waiting for none
	 * takes
	 */
	enum gs_gl_timing {
		GS_GL_TIMING_UNKNOWN,
		GS_GL_TIMING_STAMPS,
		GS_GL_TIMING_WAITS
	} gl_timing;
	uint64_t gl_idle;
};

/* GL's work for a call, or for the calls of a block, that is being timed. */
struct gs_gl_time {
	struct gs_context *context; /* NULL: none is */
	uint32_t stamp;		    /* the query that has the time before it */
	uint64_t took;		    /* nanoseconds in calls of it so far */
};

struct gs_thread;

/* Returns the current context of this thread, of GLX or EGL; NULL if none. */
struct gs_context *gs_context_current(struct gs_thread *thread);
/* Returns the handle of a context that shares objects with it and that the recording of that number
 * knows; NULL if none. */
void *gs_context_told_partner(const struct gs_context *context, uint32_t recording);

/* ---- frames: frames.c ---- */

/* Returns what a call of the function would end in this thread. */
enum gs_wire_frame_end gs_frame_end(struct gs_thread *thread, unsigned function);
bool gs_ends_frame(struct gs_thread *thread, unsigned function); /* one that counts */
bool gs_may_end_frame(unsigned function);			 /* in any context so far */
/* Returns the drawable whose frame the call ends, as in GS_PIXEL_DRAWABLE; if it ends none, the
 * thread's drawable. */
uint64_t gs_frame_drawable(const struct gs_thread *thread, const struct gs_wire_call *call);
/* Returns the drawable; 0 for a pbuffer that was never shown, which has no frames of its own
 * because what is drawn there serves other drawables. */
uint64_t gs_frame_whose(uint64_t drawable);
/* Notes that the call has ended a frame that counts. */
void gs_frame_shown(const struct gs_thread *thread, const struct gs_wire_call *call);
/* Returns the call that has ended the last frame of that drawable (0: frames without one), which
 * that thread or another has made; UINT64_MAX: none has, or there were too many drawables. */
uint64_t gs_frame_last_end(uint64_t drawable);
void gs_frame_init(void); /* adds its hooks: preload/main.c */

/* ---- what a context is ---- */

/* Fills in es, core, compatibility and version. The context must be current and not in a block. */
void gs_context_info(struct gs_context *context);
/* Whether the current context advertises this extension ("GL_ARB_..."). */
bool gs_context_has(const struct gs_context *context, const char *extension);

/* ---- threads and their pending call ---- */

/* The memory that a call's pointers refer to: preload/memory/call-memory.h. */
struct gs_call_memory {
	uint8_t *data;
	size_t size, used;
	size_t most;  /* limit of used */
	bool fixed;   /* data is not ours to grow or free */
	bool is_lent; /* data is in the log's ring (gs_log_lend) */
	uint8_t *own; /* our buffer, used once that is too small */
	size_t own_size;
};

struct gs_thread {
	pid_t tid;
	char *inside; /* stack address in the outermost wrapper's slow path; NULL outside */
	struct gs_wire_slot *slot; /* NULL: not in the debuggee, or no slot was free */
	unsigned slot_number;
	bool serves;		    /* it serves requests at this stop */
	bool unstoppable;	    /* the kernel refuses to stop it */
	bool owes_continue;	    /* a SIGCONT was pending when it stopped */
	struct gs_wire_call *call;  /* the pending call (slot->call once published), NULL outside */
	struct gs_context *context; /* use gs_context_current */
	bool context_known;
	uint64_t drawable; /* its draw drawable, as in GS_PIXEL_DRAWABLE; 0: none */
	bool has_drawn;	   /* since the last end of a frame */
	bool before;	   /* the call has not been executed yet */
	struct gs_list_run
		*list_run; /* the partly executed pending glCallList: preload/lists/list-run.c */
	bool multi_ids;	   /* and gl_DrawID matters */
	unsigned multi_draws, multi_draw; /* number of draws of the pending glMultiDraw*, and of
					     those executed: preload/lists/multi-draw.c; 0: none */
	int error_number;		  /* the program's errno */
	struct gs_client_arrays *block_arrays; /* of preload/memory/client-memory.c; NULL none */
	struct gs_call_memory call_memory; /* of the call being executed, if it is logged with it */
	struct gs_record_base ring_base;   /* of the last record in the slot's ring */
	uint64_t ring_end; /* end of the space that the reader has freed, as last seen */
	uint32_t told;	   /* context.told of its current context */
	struct gs_gl_time gl_time;
	uint32_t egl_error; /* taken from EGL, owed to the program's eglGetError if that is its next
			       EGL call; 0 none */
};

/* Whether the pending call draws or dispatches in this context now, rather than into a display
 * list. */
bool gs_pending_is_draw(struct gs_thread *thread);
/* Whether the current context's glBegin ... glEnd block is being recorded. */
bool gs_block_recorded(struct gs_thread *thread);

/* ---- GL error flags ---- */

/* Call gs_error_take before GL calls of our own: it takes the program's error flags from the
 * driver, for the wrapped glGetError to return, and returns the error taken, or 0. Call
 * gs_error_drop after them: it drops our errors. A context must be current, and no block open. */
uint32_t gs_error_take(struct gs_context *context);
void gs_error_drop(void);

/* ---- shared memory ---- */

extern __attribute__((
	visibility("hidden"))) struct gs_wire_header *gs_wire; /* NULL: not run under glstep */
/* Makes sure that shared memory can be written there. Returns false if the machine has no memory
 * for it: writing would end the program. May change errno. */
bool gs_reserve(void *at, size_t size);
/* Returns why the driver cannot compile shaders now, and would end the program if it had to; NULL
 * if it can. A context must be current. */
const char *gs_compiler_is_gone(void);
/* Sets header.note, which says why a feature is off; the first note stays. text must be static. */
void gs_note(const char *text);

/* ---- small things that stdio would do ---- */

/* Joins the strings up to NULL, truncated to size, always NUL-terminated. Returns the length. */
size_t gs_text_join(char *buffer, size_t size, ...) __attribute__((sentinel));
/* Write a decimal and a hexadecimal number into a buffer of at least 24 bytes; return buffer. */
char *gs_text_number(char *buffer, int64_t value);
char *gs_text_hex(char *buffer, uint64_t value);

#endif

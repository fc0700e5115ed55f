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
#include "wire/record.h"
#include "wire/wire.h"

/* ---- the driver's functions ---- */

extern __attribute__((visibility("hidden"))) void *gs_real_table[GS_N_FUNCTIONS];
/* Of a library that has just been loaded, or of GetProcAddress; remembers it. NULL: not there. */
void *gs_real_find(unsigned function);

static inline void *gs_real(unsigned function)
{
	void *real = __atomic_load_n(&gs_real_table[function], __ATOMIC_RELAXED);
	return real ? real : gs_real_find(function);
}

/* ---- contexts ---- */

struct gs_group; /* objects shared by contexts: preload/shadow/shadow.h */

/* A context of the program. Lives as long as the program's (and a little longer while current). */
struct gs_context {
	struct gs_context *next; /* of all */
	void *handle;		 /* GLXContext or EGLContext */
	uint64_t number;	 /* never given twice */
	uint64_t visual;	 /* its number, of one that glXCreateContext has made; 0: none */
	uint32_t told;		 /* of the recording that knows of it: gs_call_policy.recording */
	struct gs_program_uses *uses; /* of preload/shadow/stale-objects.c */
	bool egl;
	struct gs_group *group;
	unsigned users; /* threads that take it for theirs, of which some may have ended; with the
			   lock of context.c */
	bool destroyed; /* by the program: goes with its last user */
	uint32_t held_error; /* taken from the driver, not yet given to the program's glGetError; 0
				none */
	uint32_t
		watched; /* error flags were taken since errors are watched: gs_call_policy.watch */
	bool in_block; /* the driver stands between glBegin and glEnd: nothing can be asked of it */
	bool block_recorded;	    /* the program does, but its block is only being recorded */
	struct gs_immediate *block; /* of preload/lists/immediate.c */
	bool one_buffer;     /* its window has one colour buffer: what is drawn is seen at once */
	bool without_arrays; /* no array in the program's memory is enabled:
				preload/memory/client-memory.c */
	uint32_t list_mode;  /* 0, GL_COMPILE or GL_COMPILE_AND_EXECUTE, between glNewList and
				glEndList */
	uint32_t list_name, list_base;
	struct gs_list_contents *list_contents; /* of that list, NULL: not kept */
	int list_opens; /* blocks opened less those closed, in the list being compiled */
	/* what gs_context_info found */
	bool info_known;
	bool es, core, compatibility; /* one of them; legacy contexts < 3.2 are compatibility */
	unsigned version;	      /* 10 * major + minor */
	struct gs_capture_context
		*capture;	      /* of preload/capture/requests/inspection.c; NULL at first */
	struct gs_noted_state *noted; /* of preload/inspect/serve-state.c; NULL: none */
	struct gs_mesa_trace *trace;  /* of preload/mesa-trace; NULL: none */
};

struct gs_thread;

/* The current context of this thread, from GLX or EGL; NULL none. */
struct gs_context *gs_context_current(struct gs_thread *thread);
/* The handle of one that shares objects with it, and that the recording knows of; NULL: none. */
void *gs_context_told_partner(const struct gs_context *context);

/* ---- frames: frames.c ---- */

/* What a call of the function ends in this thread, before it is made. */
enum gs_wire_frame_end gs_frame_end(struct gs_thread *thread, unsigned function);
bool gs_ends_frame(struct gs_thread *thread, unsigned function); /* a counted one */
bool gs_may_end_frame(unsigned function); /* in some context that there has been */
/* Of which drawable, as GS_PIXEL_DRAWABLE has it; of a call that ends none, the thread's. */
uint64_t gs_frame_drawable(const struct gs_thread *thread, const struct gs_wire_call *call);
/* That drawable, or 0 where it is a pbuffer that was never shown: what is drawn into it is for what
 * other drawables show, and it has no frames of its own. */
uint64_t gs_frame_whose(uint64_t drawable);
/* The call has ended a frame that is counted. */
void gs_frame_shown(const struct gs_thread *thread, const struct gs_wire_call *call);
void gs_frame_init(void); /* adds its hooks: preload/main.c */

/* ---- what a context is ---- */

/* Fills es, core, compatibility, version. A context must be current, not in a block. */
void gs_context_info(struct gs_context *context);
/* The current context advertises this extension ("GL_ARB_..."). */
bool gs_context_has(const struct gs_context *context, const char *extension);

/* ---- threads and their pending call ---- */

/* What the pointers of a call point at: preload/memory/call-memory.h. */
struct gs_call_memory {
	uint8_t *data;
	size_t size, used;
	size_t most;  /* used never grows beyond */
	bool fixed;   /* data is somebody else's */
	bool is_lent; /* data is a piece of the log's ring (gs_log_lend) */
	uint8_t *own; /* the buffer that is used then if that gets too small */
	size_t own_size;
};

struct gs_thread {
	pid_t tid;
	char *inside; /* stack address of the outermost wrapper in its slow path; NULL outside */
	struct gs_wire_slot *slot; /* NULL: not the debuggee's, or no slot was free */
	unsigned slot_number;
	bool serves;		    /* requests, at this stop */
	bool unstoppable;	    /* the kernel refuses the signal that stops it */
	bool owes_continue;	    /* a SIGCONT that was pending before it stopped */
	struct gs_wire_call *call;  /* the pending call (slot->call once published), NULL outside */
	struct gs_context *context; /* for gs_context_current alone */
	bool context_known;
	uint64_t drawable;	      /* that it draws into, as GS_PIXEL_DRAWABLE has it; 0: none */
	bool has_drawn;		      /* since a frame has ended */
	bool before;		      /* the call has not been executed yet */
	struct gs_list_run *list_run; /* part of the pending glCallList was executed:
					 preload/lists/list-run.c */
	bool multi_ids;		      /* and gl_DrawID matters */
	unsigned multi_draws, multi_draw; /* of the pending glMultiDraw* the draws before multi_draw
					     were executed: preload/lists/multi-draw.c; 0: none */
	int error_number;		  /* the program's errno */
	struct gs_client_arrays *block_arrays; /* of preload/memory/client-memory.c; NULL none */
	struct gs_call_memory call_memory; /* of the call being executed, if it is logged with it */
	struct gs_record_base ring_base;   /* the last record in the slot's ring */
	uint64_t ring_end;  /* of the bytes that the reader has made room for, as last seen */
	uint32_t told;	    /* likewise, of its current context: context.told */
	uint32_t egl_error; /* taken from EGL, for the program's eglGetError if that is its next EGL
			       call; 0 none */
};

/* The pending call draws (or dispatches) something, now, in this context: not while a display list
 * is being compiled. */
bool gs_pending_is_draw(struct gs_thread *thread);
/* The current context's glBegin ... glEnd block is being recorded. */
bool gs_block_recorded(struct gs_thread *thread);

/* ---- GL error flags ---- */

/* Before calls of our own: takes the program's error flags out of the driver. After them: drops
 * ours. Held errors are given back by the wrapped glGetError. A context must be current, and no
 * block open. */
/* Returns what it took; 0 none. */
uint32_t gs_error_take(struct gs_context *context);
void gs_error_drop(void);

/* ---- shared memory ---- */

extern __attribute__((
	visibility("hidden"))) struct gs_wire_header *gs_wire; /* NULL: not run under glstep */
/* Writing there may need memory that the machine does not have, which would end the program: false,
 * if so. errno may change. */
bool gs_reserve(void *at, size_t size);
/* Why the driver can compile no shaders now, and would end the program if it had to; NULL: it can.
 * A context is current. */
const char *gs_compiler_is_gone(void);
/* Says in header.note why a feature is off; the first note stays. text is static. */
void gs_note(const char *text);

/* ---- small things that stdio would do ---- */

/* Joins the strings up to NULL, cut at size, always terminated. Returns the length. */
size_t gs_text_join(char *buffer, size_t size, ...) __attribute__((sentinel));
/* Decimal and hexadecimal text in a buffer of at least 24 bytes; returns buffer. */
char *gs_text_number(char *buffer, int64_t value);
char *gs_text_hex(char *buffer, uint64_t value);

#endif

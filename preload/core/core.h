/* SPDX-License-Identifier: MIT */
/* preload/core - between the files that make a wrapper: wrap.c, call.c, fast-path.c, event-loop.c,
 * thread.c, real-functions.c; and for the other folders, what they need of these. */
#ifndef GS_PRELOAD_CORE_H
#define GS_PRELOAD_CORE_H

#include <signal.h>
#include "preload/core/arch/arch.h"
#include "preload/core/hooks.h"
#include "preload/core/preload.h"

#define HIDDEN __attribute__((visibility("hidden")))

enum { GS_FAST_PATH_SIZE = GS_ARCH_LARGEST_PAGE };

/* enum gs_wire_path of each function. In the debuggee these pages are shared with the debugger
 * (wire/wire.h). */
extern HIDDEN uint8_t gs_fast_path[GS_FAST_PATH_SIZE];
/* This thread's counts of calls that went straight; NULL: it has none yet, and no call goes
 * straight. */
extern HIDDEN __thread uint64_t *gs_thread_counts __attribute__((tls_model("initial-exec")));
/* ---- call-counts.c ---- */
void gs_counts_begin(void);	/* gives this thread a table */
uint64_t gs_counts_total(void); /* of all threads, since the program began */

extern HIDDEN void *const gs_wrapper_table[GS_N_FUNCTIONS];
/* The same, for what gives the program wrappers; set before it does. */
extern HIDDEN void *const *gs_wrappers;
extern HIDDEN __thread struct gs_thread gs_self __attribute__((tls_model("initial-exec")));

/* What every wrapper does that may not go straight: call.c. */
uint64_t gs_call(unsigned function, const uint64_t *args, unsigned n_args);

/* ---- a player of a trace: player.c ---- */

extern HIDDEN bool gs_player_is_own; /* what is called now is not the trace's */
/* It is at the call that it is to stop before, or that one was none of GL's. */
bool gs_player_stops(void);
/* Return what the trace calls the window of this handle; without a trace, the handle. */
uint64_t gs_player_drawable(uint64_t handle);

/* ---- this process: process.c ---- */

enum gs_role {
	GS_ROLE_NONE,	   /* not under glstep, or let go: nothing is to be seen of us */
	GS_ROLE_CANDIDATE, /* may become the debuggee */
	GS_ROLE_OWNER,	   /* is it */
};
extern HIDDEN enum gs_role gs_role; /* role.c */
void gs_note_first(void); /* once this process is the owner: what gs_note was told before */
/* When the library is loaded. True: this process is a candidate, and its calls are looked at. */
bool gs_process_begin(void);
/* The thread that traces this process; 0: none does, or none in its PID namespace. */
long gs_process_tracer(void);
/* Claims the debuggee's place if it is free; true if this process has it. */
bool gs_process_claim(void);
/* The program has called a function of that name, which no library has. */
void gs_process_tell_lacking(const char *name);
/* False: this process is a forked copy of the debuggee that pthread_atfork did not tell of; it has
 * let go now. */
bool gs_process_is_owner(void);
/* System calls of this thread go through a seccomp filter, which may end the program for one that
 * it does not know. */
bool gs_process_is_filtered(void);
/* A context has been made current, so that the driver has said what it does at the process's end:
 * before that, gs_compiler_is_gone. */
void gs_process_watch_end(void);
/* Before a call is looked at: a forked copy, made without pthread_atfork's knowledge, lets go. */
void gs_process_check_fork(void);

/* ---- the memory shared with the debugger: wire-map.c ---- */

/* Maps what the environment names so; false: it is not there, or not meant for this process. */
bool gs_wire_open(const char *name);
/* wire-ask.c: a descriptor of the memory of that name, /proc/PID/fd/N, from the debugger; -1: it
 * has none for us. */
int gs_wire_ask(const char *name, const char *nonce);
void gs_wire_close(void);
/* In a forked child: the header stays as it is, a copy; the rest goes. */
void gs_wire_part(void);
extern HIDDEN uint8_t *gs_rings[GS_WIRE_SLOTS]; /* NULL: not mapped yet */
uint8_t *gs_ring_map(unsigned slot);		/* NULL: there is no room */
/* The bulk area, until gs_bulk_leave: the input can be read, and of *size bytes those can be
 * written for which gs_reserve has found memory. NULL: there is no room. */
void *gs_bulk_enter(struct gs_thread *thread, uint64_t input, uint64_t *size);
void gs_bulk_leave(struct gs_thread *thread);
/* What was not mapped was not for lack of room. */
bool gs_wire_is_refused(void);
#define GS_NO_MREMAP                                                                               \
	"the system call mremap, without which glstep cannot share memory with the program, is "   \
	"refused by a seccomp filter of the program's: stop at a call before it sets that"
/* Never gives a standard descriptor: the program may have closed these, and yet write there. In
 * both, unlike in the C library's functions, no thread can be cancelled. */
int gs_open(const char *path, int flags);
void gs_close(int fd);

/* ---- which calls must look: fast-path.c ---- */

extern HIDDEN struct gs_call_policy {
	uint32_t generation; /* of the header, that the rest was made for */
	bool log, full;	     /* log calls; all with what they point at */
	bool record;	     /* log calls, with all that a recording needs */
	uint32_t recording;  /* header.recordings of the one that goes on; 0: none, or from the
				program's first call */
	bool at_once;	     /* each until the debugger has read it */
	bool errors, blocks; /* look for GL errors, record glBegin ... glEnd */
	bool every;	     /* every call must look at each condition */
	bool for_block;	     /* but only because a block is being recorded */
	uint32_t watch;	     /* counts the times errors was switched on */
} gs_call_policy;

/* fast-path-table.c: how many of each there are, in all contexts. While one is not 0, more calls
 * must look; the folder that sets it sees to that (gs_fast_path_disable_all). */
extern HIDDEN _Atomic uint32_t gs_immediate_open; /* blocks being recorded: preload/lists */
extern HIDDEN _Atomic uint32_t gs_immediate_seen; /* not 0: one was, at some time */
extern HIDDEN _Atomic uint32_t gs_lists_open;	  /* display lists being compiled: preload/lists */
/* contexts whose traces tell of errors: preload/mesa-trace */
extern HIDDEN _Atomic uint32_t gs_mesa_trace_errors;
extern HIDDEN _Atomic uint32_t gs_flushes_end_frames; /* not 0: in some context: frames.c */
/* programs in whose place another one draws: preload/shadow */
extern HIDDEN _Atomic uint32_t gs_source_override_count;

/* Before a call that is not straight: looks anew if something changed. */
void gs_fast_path_refresh(void);
/* After it: this function may go straight from now on, if nothing wants it. */
void gs_fast_path_settle(unsigned function);
/* fast-path-table.c: sets the path of one function; all are slow; how often something inside this
 * process has changed what calls must look for. */
void gs_fast_path_set(unsigned function, enum gs_wire_path path);
void gs_fast_path_clear(void);
extern HIDDEN _Atomic uint32_t gs_fast_path_changes;
/* From now on every call must look, until gs_fast_path_refresh has found out anew. */
void gs_fast_path_disable_all(void);
/* Adds the straight calls since the last time to header.calls; returns how many. */
uint64_t gs_fast_path_collect_counts(void);
/* A block is no longer being recorded: calls may go straight again. */
void gs_fast_path_immediate_closed(void);
/* The reason to stop before this call, or GS_REASON_NONE. */
enum gs_wire_reason gs_stop_wanted_before(
	struct gs_thread *thread, const struct gs_wire_call *call);
/* Likewise after it. */
bool gs_stop_wanted_after_error(struct gs_thread *thread);

/* Around a draw: puts what the debugger has edited in its place. True: gs_on.draw_ended must
 * follow.
 */
static inline bool gs_draw_begins(struct gs_thread *thread)
{
	return gs_source_override_count && gs_on.draw_begins(thread);
}

/* ---- condition.c ---- */

/* The conditions of the breakpoints at the call, as far as they can be tested here. */
bool gs_condition_may_hold(const struct gs_wire_call *call);

/* ---- hooks.c ---- */

bool gs_hooks_any(unsigned function); /* has enabled hooks */
void gs_hooks_before(struct gs_thread *thread, struct gs_wire_call *call);
void gs_hooks_after(struct gs_thread *thread, struct gs_wire_call *call);

/* ---- thread.c ---- */

extern HIDDEN _Atomic uint32_t gs_threads_so_far; /* have had a slot */
/* Gives the thread a slot of the header; false: none is free. */
bool gs_thread_attach(struct gs_thread *thread);

/* ---- event-loop.c ---- */

/* Signals wait, but those that an instruction raises, and the thread is not cancelled, as it could
 * be where the driver, asked by us, waits for its own threads. */
struct gs_undisturbed {
	sigset_t signals;
	int cancel_state;
};
void gs_undisturbed_begin(struct gs_undisturbed *before);
void gs_undisturbed_end(const struct gs_undisturbed *before);

/* Stops the thread and serves requests until it is resumed. */
enum gs_wire_resume gs_loop(struct gs_thread *thread, enum gs_wire_reason reason);
/* While another thread's shader is being debugged. */
void gs_stall_lock_wait(struct gs_thread *thread);
void gs_stall_lock_release(struct gs_thread *thread);
/* False: it was open. */
bool gs_stall_lock_take(struct gs_thread *thread);
/* A frame has begun, whose first call will be that one: keeps what GL's state is. */
void gs_loop_frame(struct gs_thread *thread, uint64_t frame, uint64_t call);

/* ---- log.c ---- */

void gs_log_wake(void); /* whoever reads the log looks at once */
/* Until what this thread has logged was read; its slot announces no call. */
void gs_log_wait(struct gs_thread *thread);
/* thread->call_memory, which is empty, becomes the place in the ring where that of the call's
 * record will be, so that what the call reads is copied once: waits for the reader; near the end of
 * a lap nothing happens. Until then nothing else is logged. */
void gs_log_lend(struct gs_thread *thread);
/* thread->call_memory is empty again, and its own buffer. */
void gs_log_take_back(struct gs_thread *thread);
/* With thread->call_memory. */
void gs_log_call(struct gs_thread *thread, const struct gs_wire_call *call);
/* While the pending call is made, the debugger finds what it has read, if it never returns; and no
 * more. */
void gs_log_show_memory(struct gs_thread *thread);
void gs_log_hide_memory(struct gs_thread *thread);
/* Behind a recorded call that ends a frame: has what was logged read now, if it is much. */
void gs_log_wake_after(struct gs_thread *thread, const struct gs_wire_call *call);

/* ---- guarded-copy.c ---- */

void gs_copy_tell(void); /* once this process is the owner: the debugger, where faults are ours */
/* A copy from where nothing may be: false, and some bytes may have been copied. Only where
 * gs_copy_is_guarded. */
bool gs_copy_guarded(void *to, const void *from, size_t size);
/* The debugger sees this process's faults; not on each machine. */
bool gs_copy_is_guarded(void);

/* ---- library.c, real-functions.c ---- */

struct gs_symbols;
extern HIDDEN void *(*gs_real_dlopen)(const char *name, int flags);
extern HIDDEN int (*gs_real_dlclose)(void *handle);
void gs_real_init(void);
/* Takes the functions of the GL libraries that have been loaded since the last time. */
void gs_real_look(void);
/* Likewise those of a library that the program opens by that name, whatever its own one is. */
void gs_real_take(const char *soname, const struct gs_symbols *symbols);
/* That file is a library with another soname than the system's, whose functions were taken. What it
 * opens is its own affair. */
bool gs_real_is_of_foreign(const char *file);
/* The program calls a function that gs_real has not found: looks in all libraries, whatever they
 * are called. NULL: none has it. */
void *gs_real_find_anywhere(unsigned function);
/* The library with that soname. */
bool gs_real_has(const char *soname);
/* Those libraries stay loaded from now on. */
void gs_real_keep(void);
/* Why no call of the GL that is in this process came to a wrapper; NULL: none was to be expected.
 */
const char *gs_real_unreachable(void);
/* libOSMesa is, whose contexts are neither GLX's nor EGL's. */
bool gs_real_has_osmesa(void);
/* libEGL, or libGL or libGLX, is in the process. */
bool gs_real_loaded(bool egl);
/* The driver's answer of GetProcAddress for this name: taken where no library exports it. */
void gs_real_offer(unsigned function, void *real);

/* ---- egl-error.c ---- */

/* Around what may call EGL: it keeps one error a thread, which the next call of any function ends.
 */
void gs_egl_error_take(struct gs_thread *thread);
void gs_egl_error_drop(void);
void gs_egl_error_init(void); /* after all other hooks */

/* ---- context.c ---- */

void gs_context_init(void); /* adds hooks */
/* Another context may be current in the thread from now on. */
void gs_context_forget(struct gs_thread *thread);
void gs_library_init(void);

#endif

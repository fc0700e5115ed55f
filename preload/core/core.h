/* SPDX-License-Identifier: MIT */
/* preload/core - shared by the files that make a wrapper: wrap.c, call.c, fast-path.c,
 * event-loop.c, thread.c, real-functions.c; and what other folders need of them. */
#ifndef GS_PRELOAD_CORE_H
#define GS_PRELOAD_CORE_H

#include <signal.h>
#include "preload/core/arch/arch.h"
#include "preload/core/hooks.h"
#include "preload/core/preload.h"

#define HIDDEN __attribute__((visibility("hidden")))

enum { GS_FAST_PATH_SIZE = GS_ARCH_LARGEST_PAGE };

/* The enum gs_wire_path of each function. The debuggee shares these pages with the debugger
 * (wire/wire.h). */
extern HIDDEN uint8_t gs_fast_path[GS_FAST_PATH_SIZE];
/* This thread's counts of straight calls; NULL: none yet, so that no call goes straight. */
extern HIDDEN __thread uint64_t *gs_thread_counts __attribute__((tls_model("initial-exec")));
/* ---- call-counts.c ---- */
void gs_counts_begin(void);	/* sets gs_thread_counts */
uint64_t gs_counts_total(void); /* returns the calls of all threads since the program began */

extern HIDDEN void *const gs_wrapper_table[GS_N_FUNCTIONS];
/* Points at that table, for the files that hand wrappers to the program; set before they do. */
extern HIDDEN void *const *gs_wrappers;
extern HIDDEN __thread struct gs_thread gs_self __attribute__((tls_model("initial-exec")));

/* The slow path of every wrapper: call.c. Returns what the call returned. */
uint64_t gs_call(unsigned function, const uint64_t *args, unsigned n_args);

/* ---- a player of a trace: player.c ---- */

extern HIDDEN bool gs_player_is_own; /* the current call is the player's own, not the trace's */
/* Whether the player has reached the call to stop before, or was to stop at a call that is not
 * GL's. */
bool gs_player_stops(void);
/* Returns the trace's handle of this window; the handle itself if no trace is played. */
uint64_t gs_player_drawable(uint64_t handle);

/* ---- this process: process.c ---- */

enum gs_role {
	GS_ROLE_NONE,	   /* not under glstep, or detached: we do nothing */
	GS_ROLE_CANDIDATE, /* may become the debuggee */
	GS_ROLE_OWNER,	   /* the debuggee */
};
extern HIDDEN enum gs_role gs_role; /* role.c */
void gs_note_first(void);	    /* sets the note that came before this process was the owner */
/* Call when the library is loaded. Returns true if this process is a candidate, whose calls must be
 * looked at. */
bool gs_process_begin(void);
/* Returns the thread that traces this process; 0 if none does, or none of its PID namespace. */
long gs_process_tracer(void);
/* Becomes the debuggee if there is none, whose other threads the given one holds until the stop
 * before its first call is over. Returns whether this process is the debuggee. */
bool gs_process_claim(struct gs_thread *thread);
/* Reports that the program has called a function that no library has. */
void gs_process_tell_lacking(const char *name);
/* Returns false in a forked copy of the debuggee that pthread_atfork did not report; it has
 * detached then. */
bool gs_process_is_owner(void);
/* Whether a seccomp filter, which may end the program for an unknown system call, is set for this
 * thread. */
bool gs_process_is_filtered(void);
/* Call when a context has been made current: the driver has registered its exit handlers by then,
 * so ours is registered to run first (gs_compiler_is_gone). */
void gs_process_watch_end(void);
/* Call before a call is looked at: detaches in a forked copy that pthread_atfork did not report. */
void gs_process_check_fork(void);

/* ---- the memory shared with the debugger: wire-map.c ---- */

/* Maps the shared memory that the environment names. Returns false if it is not there, or not meant
 * for this process. */
bool gs_wire_open(const char *name);
/* wire-ask.c: asks the debugger for a descriptor of the memory of that name (/proc/PID/fd/N).
 * Returns -1 if it gives none. */
int gs_wire_ask(const char *name, const char *nonce);
void gs_wire_close(void);
/* Call in a forked child: keeps a private copy of the header and unmaps the rest. */
void gs_wire_part(void);
extern HIDDEN uint8_t *gs_rings[GS_WIRE_SLOTS]; /* NULL: not mapped yet */
uint8_t *gs_ring_map(unsigned slot);		/* returns NULL if there is no room */
/* Maps the bulk area until gs_bulk_leave: the input can be read, and those of the *size bytes
 * written that gs_reserve has accepted. Returns NULL if there is no room. */
void *gs_bulk_enter(struct gs_thread *thread, uint64_t input, uint64_t *size);
void gs_bulk_leave(struct gs_thread *thread);

/* wire-map.c: opens the shared memory once more. Returns a descriptor to be closed with gs_close;
 * -1: it cannot be opened. */
int gs_wire_reopen(void);

/* wire-snapshot.c: begins a piece of the area of snapshots; one at a time. Returns false if there
 * is none to be had. */
bool gs_piece_begin(void);
/* Writes what comes next in it. Returns false if there is no room. */
bool gs_piece_write(const void *bytes, uint64_t size);
/* Ends the piece; unless it is good, nothing is in it. Returns where in the area it is. */
uint64_t gs_piece_end(bool is_good, uint64_t *size);
/* A piece of that size will not be read. */
void gs_piece_forget(uint64_t size);
/* Whether mapping failed for another reason than lack of room. */
bool gs_wire_is_refused(void);
#define GS_NO_MREMAP                                                                               \
	"the system call mremap, without which glstep cannot share memory with the program, is "   \
	"refused by a seccomp filter of the program's: stop at a call before it sets that"
/* Open and close by system call, which is no cancellation point. gs_open never returns 0, 1 or 2:
 * the program may have closed these and still write there. */
int gs_open(const char *path, int flags);
void gs_close(int fd);

/* ---- which calls must look: fast-path.c ---- */

extern HIDDEN struct gs_call_policy {
	uint32_t generation; /* of the header that the rest was computed from */
	bool log, full;	     /* log calls; all of them with their memory */
	bool record;	     /* log calls with all that a recording needs */
	uint32_t recording;  /* header.recordings of the current recording; 0: none, or one that
				began with the program */
	bool at_once;	     /* wait after each until the debugger has read it */
	bool errors, blocks; /* look for GL errors, record glBegin ... glEnd */
	bool every;	     /* every call must look at each condition */
	bool for_block;	     /* only because a block is being recorded */
	uint32_t watch;	     /* counts the times errors was switched on */
	uint32_t times;	     /* header.times, of calls that are logged */
} gs_call_policy;

/* fast-path-table.c: counts over all contexts. While one is not 0, more calls must take the slow
 * path; whoever changes it calls gs_fast_path_disable_all. */
extern HIDDEN _Atomic uint32_t gs_immediate_open; /* blocks being recorded: preload/lists */
extern HIDDEN _Atomic uint32_t gs_immediate_seen; /* not 0: one was recorded before */
extern HIDDEN _Atomic uint32_t gs_lists_open;	  /* display lists being compiled: preload/lists */
/* contexts whose traces contain errors: preload/mesa-trace */
extern HIDDEN _Atomic uint32_t gs_mesa_trace_errors;
extern HIDDEN _Atomic uint32_t gs_flushes_end_frames; /* not 0: in some context; frames.c */
/* programs that an edited one replaces: preload/shadow */
extern HIDDEN _Atomic uint32_t gs_source_override_count;

/* Call before a slow call: recomputes the policy if something changed. */
void gs_fast_path_refresh(void);
/* Call after it: lets the function go straight from now on if nothing needs it. */
void gs_fast_path_settle(unsigned function);
/* fast-path-table.c: set the path of one function, or of all to slow. The counter says how often
 * something in this process has changed the policy. */
void gs_fast_path_set(unsigned function, enum gs_wire_path path);
void gs_fast_path_clear(void);
extern HIDDEN _Atomic uint32_t gs_fast_path_changes;
/* Makes all calls slow until gs_fast_path_refresh has recomputed the policy. */
void gs_fast_path_disable_all(void);
/* Adds the straight calls since the last time to header.calls; returns how many there were. */
uint64_t gs_fast_path_collect_counts(void);
/* Call when a block is no longer being recorded: lets calls go straight again. */
void gs_fast_path_immediate_closed(void);
/* Returns the reason to stop before this call, or GS_REASON_NONE. */
enum gs_wire_reason gs_stop_wanted_before(
	struct gs_thread *thread, const struct gs_wire_call *call);
/* Whether to stop after it, because of an error. */
bool gs_stop_wanted_after_error(struct gs_thread *thread);

/* Call before a draw: makes the edited program current, if there is one. Returns true if
 * gs_core_handlers.draw_ended must follow. */
static inline bool gs_draw_begins(struct gs_thread *thread)
{
	return gs_source_override_count && gs_core_handlers.draw_begins(thread);
}

/* ---- condition.c ---- */

/* Whether a breakpoint's condition may hold at the call, as far as it can be tested here. */
bool gs_condition_may_hold(const struct gs_wire_call *call);

/* ---- hooks.c ---- */

bool gs_hooks_any(unsigned function); /* whether it has enabled hooks */
void gs_hooks_before(struct gs_thread *thread, struct gs_wire_call *call);
void gs_hooks_after(struct gs_thread *thread, struct gs_wire_call *call);

/* ---- thread.c ---- */

extern HIDDEN _Atomic uint32_t gs_threads_so_far; /* threads that have had a slot */
/* Gives the thread a slot of the header. Returns false if none is free. */
bool gs_thread_attach(struct gs_thread *thread);

/* ---- event-loop.c ---- */

/* Between begin and end signals are blocked, except those that an instruction raises, and the
 * thread cannot be cancelled, as it else could while the driver waits for threads of its own. */
struct gs_undisturbed {
	sigset_t signals;
	int cancel_state;
};
void gs_undisturbed_begin(struct gs_undisturbed *before);
void gs_undisturbed_end(const struct gs_undisturbed *before);

/* Stops the thread and serves requests until it is resumed; returns how. */
enum gs_wire_resume gs_loop(struct gs_thread *thread, enum gs_wire_reason reason);
/* Waits while another thread's shader is being debugged, or while that makes the first call.
 * Returns whether it had to. */
bool gs_stall_lock_wait(struct gs_thread *thread);
void gs_stall_lock_release(struct gs_thread *thread);
/* Takes the lock. Returns false if it was open. */
bool gs_stall_lock_take(struct gs_thread *thread);
/* Notes GL's state at the beginning of a frame, whose first call will be that one. */
void gs_loop_frame(struct gs_thread *thread, uint64_t call);

/* ---- log.c ---- */

void gs_log_wake(void); /* has the log's reader look at once */
/* Waits until the reader has read what this thread has logged. Its slot must announce no call. */
void gs_log_wait(struct gs_thread *thread);
/* Makes the empty thread->call_memory the place in the ring where the memory of the call's record
 * will be, so that it is copied only once. May wait for the reader. Does nothing near the end of
 * the ring. Nothing else may be logged until gs_log_call. */
void gs_log_lend(struct gs_thread *thread);
/* Undoes gs_log_lend: thread->call_memory is empty and has its own buffer again. */
void gs_log_take_back(struct gs_thread *thread);
/* Logs a call, with thread->call_memory. */
void gs_log_call(struct gs_thread *thread, const struct gs_wire_call *call);
/* Show the debugger, in case the pending call never returns, the memory that it has read; and hide
 * that again. */
void gs_log_show_memory(struct gs_thread *thread);
void gs_log_hide_memory(struct gs_thread *thread);
/* Call after a recorded call that ends a frame: wakes the log's reader if there is much to read. */
void gs_log_wake_after(struct gs_thread *thread, const struct gs_wire_call *call);

/* ---- guarded-copy.c ---- */

void gs_copy_tell(
	void); /* tells the debugger which code may fault, once this process is the owner */
/* Copies memory that may not be there. Returns false on a fault; some bytes may have been copied
 * then. Call it only if gs_copy_is_guarded. */
bool gs_copy_guarded(void *to, const void *from, size_t size);
/* Whether the debugger handles faults of gs_copy_guarded; not on every machine. */
bool gs_copy_is_guarded(void);

/* ---- library.c, real-functions.c ---- */

struct gs_symbols;
extern HIDDEN void *(*gs_real_dlopen)(const char *name, int flags);
extern HIDDEN int (*gs_real_dlclose)(void *handle);
void gs_real_init(void);
/* Looks up the functions of GL libraries that were loaded since the last time. */
void gs_real_look(void);
/* Likewise of a library that the program opens by that name, whatever its soname is. */
void gs_real_take(const char *soname, const struct gs_symbols *symbols);
/* Whether the file is a GL library with another soname than the system's whose functions are used.
 * We do not interfere with what it opens. */
bool gs_real_is_of_foreign(const char *file);
/* Looks a function that gs_real has not found up in all libraries, whatever they are called.
 * Returns NULL if none has it. */
void *gs_real_find_anywhere(unsigned function);
/* Whether the library with that soname is loaded. */
bool gs_real_has(const char *soname);
/* Keeps those libraries loaded from now on. */
void gs_real_keep(void);
/* Returns why no GL call of this process reached a wrapper; NULL if none was to be expected. */
const char *gs_real_unreachable(void);
/* Whether libOSMesa is loaded, whose contexts are neither GLX's nor EGL's. */
bool gs_real_has_osmesa(void);
/* Whether libEGL, or libGL or libGLX, is loaded. */
bool gs_real_loaded(bool egl);
/* Offers the driver's answer of GetProcAddress for a function; it is used if no library exports it.
 */
void gs_real_offer(unsigned function, void *real);

/* ---- egl-error.c ---- */

/* Call these around what may call EGL, which keeps one error a thread until its next call: take
 * saves it for the program, drop drops ours. */
void gs_egl_error_take(struct gs_thread *thread);
void gs_egl_error_drop(void);
void gs_egl_error_init(void); /* after all other hooks */

/* ---- context.c ---- */

void gs_context_init(void); /* adds hooks */
/* Call when another context may have become current in the thread. */
void gs_context_forget(struct gs_thread *thread);
void gs_library_init(void);

#endif

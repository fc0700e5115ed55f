/* SPDX-License-Identifier: MIT */
/* preload/core - between the files that make a wrapper: wrap.c, call.c, fast-path.c, event-loop.c,
 * thread.c, real-functions.c, immediate.c. */
#ifndef GS_PRELOAD_CORE_H
#define GS_PRELOAD_CORE_H

#include "preload/core/preload.h"

#define HIDDEN __attribute__((visibility("hidden")))

#if defined(__x86_64__)
enum { GS_FAST_PATH_SIZE = 4096 };
#else
enum { GS_FAST_PATH_SIZE = 65536 }; /* largest page */
#endif

/* 1: the wrapper jumps straight to gs_real_table[]. In the debuggee these pages are shared with the
 * debugger (wire/wire.h). */
extern HIDDEN uint8_t gs_fast_path[GS_FAST_PATH_SIZE];
/* This thread's counts of calls that went straight; NULL: it has none yet, and no call goes
 * straight. */
extern HIDDEN __thread uint64_t *gs_thread_counts __attribute__((tls_model("initial-exec")));
/* ---- call-counts.c ---- */
void gs_counts_begin(void);	/* gives this thread a table */
uint64_t gs_counts_total(void); /* of all threads, since the program began */

extern HIDDEN void *const gs_wrapper_table[GS_N_FUNCTIONS];
extern HIDDEN void (*const gs_execute_table[GS_N_FUNCTIONS])(void *real, struct gs_wire_call *call);
extern HIDDEN __thread struct gs_thread gs_self __attribute__((tls_model("initial-exec")));

/* What every wrapper does that may not go straight: call.c. */
uint64_t gs_call(unsigned function, const uint64_t *args, unsigned n_args);

/* ---- this process: process.c ---- */

enum gs_role {
	GS_ROLE_NONE,	   /* not under glstep, or let go: nothing is to be seen of us */
	GS_ROLE_CANDIDATE, /* may become the debuggee */
	GS_ROLE_OWNER,	   /* is it */
};
extern HIDDEN enum gs_role gs_role;
/* Claims the debuggee's place if it is free; true if this process has it. */
bool gs_process_claim(void);
/* False: this process is a forked copy of the debuggee that pthread_atfork did not tell of; it has
 * let go now. */
bool gs_process_is_owner(void);
/* Before a call is looked at: a forked copy, made without pthread_atfork's knowledge, lets go. */
void gs_process_check_fork(void);

/* ---- the memory shared with the debugger: wire-map.c ---- */

/* Maps what the environment names so; false: it is not there, or not meant for this process. */
bool gs_wire_open(const char *name);
void gs_wire_close(void);
/* In a forked child: the header stays as it is, a copy; the rest goes. */
void gs_wire_part(void);
extern HIDDEN struct gs_wire_call *gs_rings[GS_WIRE_SLOTS]; /* NULL: not mapped yet */
struct gs_wire_call *gs_ring_map(unsigned slot);	    /* NULL: there is no room */
/* The bulk area, until gs_bulk_leave: the input can be read, and of *size bytes those can be
 * written for which gs_reserve has found memory. NULL: there is no room. */
void *gs_bulk_enter(struct gs_thread *thread, uint64_t input, uint64_t *size);
void gs_bulk_leave(struct gs_thread *thread);
/* Never gives a standard descriptor: the program may have closed these, and yet write there. */
int gs_open(const char *path, int flags);

/* ---- which calls must look: fast-path.c ---- */

extern HIDDEN struct gs_call_policy {
	uint32_t generation; /* of the header, that the rest was made for */
	bool log, full;	     /* log calls; all with what they point at */
	bool errors, blocks; /* look for GL errors, record glBegin ... glEnd */
	bool every;	     /* every call must look */
	bool for_block;	     /* but only because a block is being recorded */
	uint32_t watch;	     /* counts the times errors was switched on */
} gs_call_policy;

/* Before a call that is not straight: looks anew if something changed. */
void gs_fast_path_refresh(void);
/* After it: this function may go straight from now on, if nothing wants it. */
void gs_fast_path_settle(unsigned function);
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

/* ---- condition.c ---- */

/* The conditions of the breakpoints at the call, as far as they can be tested here. */
bool gs_condition_may_hold(const struct gs_wire_call *call);

/* ---- hooks.c ---- */

void gs_hooks_init(void);
bool gs_hooks_any(unsigned function); /* has enabled hooks */
void gs_hooks_before(struct gs_thread *thread, struct gs_wire_call *call);
void gs_hooks_after(struct gs_thread *thread, struct gs_wire_call *call);

/* ---- thread.c ---- */

/* Gives the thread a slot of the header; false: none is free. */
bool gs_thread_attach(struct gs_thread *thread);

/* ---- event-loop.c ---- */

/* Stops the thread and serves requests until it is resumed. */
enum gs_wire_resume gs_loop(struct gs_thread *thread, enum gs_wire_reason reason);
/* While another thread's shader is being debugged. */
void gs_stall_lock_wait(struct gs_thread *thread);
void gs_stall_lock_release(struct gs_thread *thread);
/* False: it was open. */
bool gs_stall_lock_take(struct gs_thread *thread);
/* Forgets what GS_REQUEST_SET_ARG has made the thread's arguments point at. */
void gs_argument_copies_free(void);
void gs_serve(struct gs_thread *thread, const struct gs_wire_request *request,
	struct gs_wire_answer *answer);
/* A frame has begun, whose first call will be that one: keeps what GL's state is. */
void gs_loop_frame(struct gs_thread *thread, uint64_t frame, uint64_t call);
void gs_serve_frame(struct gs_thread *thread, uint64_t frame, uint64_t call);

/* ---- log.c ---- */

void gs_log_wake(void); /* whoever reads the log looks at once */
/* thread->detail goes before it. */
void gs_log_call(struct gs_thread *thread, const struct gs_wire_call *call);

/* ---- immediate.c: glBegin ... glEnd ---- */

/* The call belongs to a block that is being recorded, and was taken care of. */
bool gs_immediate_take(struct gs_thread *thread, struct gs_wire_call *call);
/* mode: -1 its own */
bool gs_immediate_redraw(struct gs_thread *thread, int mode, const char **why);
bool gs_immediate_recorded(struct gs_thread *thread);
uint32_t gs_immediate_mode(struct gs_thread *thread); /* GS_NO_MODE: none is recorded */
/* What a function that is allowed in a block points at: its bytes, -1 unknown. *argument: n_args if
 * it has no pointer. */
int64_t gs_immediate_memory(const struct gs_wire_call *call, unsigned *argument);
/* One more glPushAttrib can be made. */
bool gs_immediate_has_room(const char **why);
extern HIDDEN _Atomic uint32_t gs_immediate_open, gs_immediate_seen; /* being recorded now; ever */

/* ---- draw-mode.c ---- */

enum gs_mode_change {
	GS_MODE_CHANGED, /* the call is to be executed */
	GS_MODE_DRAWN,	 /* done already */
	GS_MODE_REFUSED, /* see why */
};
enum gs_mode_change gs_mode_change(struct gs_wire_call *call, int mode, const char **why);
/* of the primitives that it draws; GS_NO_MODE */
uint32_t gs_mode_of(const struct gs_wire_call *call);

/* ---- list.c: display lists ---- */

/* How many blocks the glCallList(s) opens, less those it closes. */
int gs_list_opens(struct gs_context *context, const struct gs_wire_call *call);
void gs_lists_forget(struct gs_group *group);
/* Of the names of glCallLists. */
uint32_t gs_list_element(const void *names, uint32_t type, uint32_t i);

/* list-contents.c: what lists do */
extern HIDDEN _Atomic uint32_t gs_lists_open; /* being compiled now: every call must look */
void gs_list_note(struct gs_thread *thread, const struct gs_wire_call *call);
void gs_list_open(struct gs_context *context);
void gs_list_close(struct gs_context *context);
void gs_list_drop_open(struct gs_context *context); /* the context goes */
void gs_list_contents_delete(struct gs_group *group, uint32_t first, uint32_t n);
void gs_list_contents_forget(struct gs_group *group);
bool gs_list_redraw(struct gs_thread *thread, struct gs_wire_call *call, const char **why);
void gs_list_init(void);

/* list-run.c: the pending glCallList, executed call by call up to one of its draws
 * (thread->list_run) */
bool gs_list_run_redraw(struct gs_thread *thread, int mode, const char **why);
uint32_t gs_list_run_mode(struct gs_thread *thread); /* of the draw that is pending; GS_NO_MODE */
/* The rest of it, for good. */
void gs_list_run_finish(struct gs_thread *thread);
/* The rest is not executed. */
void gs_list_run_drop(struct gs_thread *thread);

/* ---- multi-draw.c: the pending glMultiDraw*, executed up to one of its draws
 * (thread->multi_draws) ---- */

/* call: the pending one, maybe in another mode. */
bool gs_multi_redraw(struct gs_thread *thread, const struct gs_wire_call *call, const char **why);
/* The rest of it, for good; or not at all. */
void gs_multi_finish(struct gs_thread *thread);
void gs_multi_drop(struct gs_thread *thread);

/* ---- shadow.c ---- */

/* Around the event loop: what gs_shadow_link gives between them stays. */
void gs_shadow_hold(void);
void gs_shadow_let_go(void);

/* ---- stale-objects.c: what other contexts have done to objects in use here ---- */

void gs_stale_init(void);
void gs_stale_watch(void); /* contexts share objects from now on */
void gs_stale_free(struct gs_context *context);
/* The program in use of which this context has still what it was before another context's link; 0
 * none. gs_context_info must know the context. */
uint32_t gs_stale_program(struct gs_thread *thread);
/* What is bound here although another context has deleted it, and could not be bound again; NULL
 * nothing. */
const char *gs_stale_deleted_object(struct gs_thread *thread);

/* ---- library.c, real-functions.c ---- */

extern HIDDEN void *(*gs_real_dlopen)(const char *name, int flags);
void gs_real_init(void);
/* Takes the functions of the GL libraries that have been loaded since the last time. */
void gs_real_look(void);
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
void gs_shadow_init(void);
void gs_binaries_init(void);
struct gs_group *gs_group_create(void); /* shadow.c; NULL: no memory */
struct gs_group *gs_group_reference(struct gs_group *group);
void gs_group_release(struct gs_group *group); /* NULL is fine */
void gs_immediate_free(struct gs_context *context);
void gs_library_init(void);
void gs_immediate_init(void);

#endif

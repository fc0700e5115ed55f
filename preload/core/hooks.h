/* SPDX-License-Identifier: MIT */
/*
 * preload/core/hooks - how the folders above core take part without core knowing them: hooks of
 * single functions, and handlers of events of contexts, threads and calls. preload/main.c, which
 * knows all folders, sets the handlers and has the hooks added before the first call; neither
 * changes after that.
 */
#ifndef GS_PRELOAD_HOOKS_H
#define GS_PRELOAD_HOOKS_H

#include "preload/core/preload.h"

/* ---- hooks of functions ---- */

/* Called before or after the real call of a function, in every process of the program, even when
 * the program runs without stops. Signals are not blocked. A hook may call GL(...) but must leave
 * no error flag behind; `after` may change call->ret. */
typedef void (*gs_hook_func)(struct gs_thread *thread, struct gs_wire_call *call);
struct gs_hook {
	uint16_t function;
	gs_hook_func before, after; /* NULL none */
};
/* Adds hooks, in the initialiser only. A function may have several; they run in the order added,
 * before and after the call. */
void gs_hooks_add(const struct gs_hook *hooks, size_t n);
/* Adds hooks that take their functions off the fast path only while a trace is recorded. They may
 * run at other times, too. */
void gs_hooks_add_for_recordings(const struct gs_hook *hooks, size_t n);
/* Enables or disables a function's hooks, e.g. those of glGetQueryObject* while nothing is to be
 * added. They are enabled at first. */
void gs_hooks_enable(unsigned function, bool on);

/* ---- handlers ---- */

/* None is NULL. A handler may call GL(...) if a context is current, and must leave errno, GL's
 * state and its error flags unchanged unless noted. */
struct gs_handlers {
	/* -- contexts -- */

	/* Sets context->group: that of share, or a new one if share is NULL. Contexts are locked.
	 * Returns false if out of memory. */
	bool (*context_created)(struct gs_context *context, const struct gs_context *share);
	/* The program has made a context that shares objects with another. */
	void (*context_shares)(void);
	/* Frees what was kept with an unused context, its group included. It may not be current. */
	void (*context_destroyed)(struct gs_context *context);
	/* Frees a group whose last context is gone. */
	void (*group_destroyed)(struct gs_group *group);

	/* -- threads -- */

	/* The thread enters and leaves the event loop. */
	void (*thread_stopped)(void);
	void (*thread_resumed)(void);
	/* Answers a request in the event loop. answer is zeroed at first, which means OK. */
	void (*thread_asked)(struct gs_thread *thread, const struct gs_wire_request *request,
		struct gs_wire_answer *answer);
	/* A frame begins with that call. Called between two calls, with signals blocked. */
	void (*frame_began)(struct gs_thread *thread, uint64_t call);
	void (*thread_ended)(struct gs_thread *thread);

	/* -- a call -- */

	/* Whether calls of the function have memory that a recording needs. */
	bool (*call_has_memory)(unsigned function);
	/* Appends the memory that the call's pointers refer to: inputs before the call, outputs
	 * (out) after it. */
	void (*call_read)(struct gs_call_memory *memory, struct gs_thread *thread,
		const struct gs_wire_call *call, uint64_t limit, bool out);
	void (*call_memory_free)(struct gs_call_memory *memory);
	/* Called before a call while a display list is compiled in any context. */
	void (*call_compiled)(struct gs_thread *thread, const struct gs_wire_call *call);
	/* Executes the call in another way than by its function, or postpones it; errors are the
	 * program's. Returns false if the function must be called. */
	bool (*call_instead)(struct gs_thread *thread, struct gs_wire_call *call);
	/* The user skips the call, or the rest of it. */
	void (*call_skipped)(struct gs_thread *thread);
	/* Called before a draw while gs_source_override_count is not 0: makes the edited program
	 * current. Returns true if draw_ended must follow. */
	bool (*draw_begins)(struct gs_thread *thread);
	void (*draw_ended)(struct gs_thread *thread);
	/* GS_STOP_AT_PIXEL: whether calls of the function, which is no draw, can touch a pixel. */
	bool (*may_touch_pixel)(unsigned function);
	/* Whether the pending call changes the pixel of the run; with covered, also whether it
	 * covers it without changing it. */
	bool (*touches_pixel)(struct gs_thread *thread, bool covered);
};
extern __attribute__((visibility("hidden"))) struct gs_handlers gs_core_handlers;

#endif

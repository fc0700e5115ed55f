/* SPDX-License-Identifier: MIT */
/*
 * preload/core/hooks - what core leaves to the folders that stand on it, so that it knows none of
 * them: hooks of single functions, and handlers of what happens to contexts, threads and calls.
 * preload/main.c, which knows all folders, sets the handlers and has the hooks added before the
 * first call is looked at; neither changes after that.
 */
#ifndef GS_PRELOAD_HOOKS_H
#define GS_PRELOAD_HOOKS_H

#include "preload/core/preload.h"

/* ---- hooks of functions ---- */

/* Run around the real call of a function, in every process of the program; always, also when
 * free-running. No stop and no signal blocking around them; they may call GL(...) and must leave no
 * error flag behind. call->ret may be changed by after. */
typedef void (*gs_hook_func)(struct gs_thread *thread, struct gs_wire_call *call);
struct gs_hook {
	uint16_t function;
	gs_hook_func before, after; /* NULL none */
};
/* Adds hooks; from the initialiser only. Any number for one function; before hooks run in the order
 * added, after hooks too. */
void gs_hooks_add(const struct gs_hook *hooks, size_t n);
/* Likewise, and they alone do not keep their functions off the fast path but while a trace is
 * recorded. They may run at other times, too. */
void gs_hooks_add_for_recordings(const struct gs_hook *hooks, size_t n);
/* Switches a function's hook path on or off while running, e.g. glGetQueryObject* only while there
 * is something to add. Hooks begin switched on. */
void gs_hooks_enable(unsigned function, bool on);

/* ---- handlers ---- */

/* None is NULL. They may call GL(...) where a context is current; errno, GL's state and its error
 * flags are left as they were, unless it says otherwise. */
struct gs_handlers {
	/* -- contexts -- */

	/* Gives context->group: share's, or a new one if that is NULL. Contexts are locked. False:
	 * no memory. */
	bool (*context_created)(struct gs_context *context, const struct gs_context *share);
	/* The program has made a context that shares objects with another. */
	void (*context_shares)(void);
	/* Nobody uses it any more: frees what was kept with it, its group included. It may not be
	 * current. */
	void (*context_destroyed)(struct gs_context *context);
	/* The last context of the group is gone. */
	void (*group_destroyed)(struct gs_group *group);

	/* -- threads -- */

	/* Between the two the thread stands in the event loop. */
	void (*thread_stopped)(void);
	void (*thread_resumed)(void);
	/* Answers a request, in the event loop. answer comes in zeroed: status OK. */
	void (*thread_asked)(struct gs_thread *thread, const struct gs_wire_request *request,
		struct gs_wire_answer *answer);
	/* A frame begins, with that call; between two calls, signals are blocked. */
	void (*frame_began)(struct gs_thread *thread, uint64_t frame, uint64_t call);
	void (*thread_ended)(struct gs_thread *thread);

	/* -- a call -- */

	/* The function's calls have memory that a recording needs. */
	bool (*call_has_memory)(unsigned function);
	/* Appends what its pointers point at: the inputs (before it), or the outputs (after it). */
	void (*call_read)(struct gs_call_memory *memory, struct gs_thread *thread,
		const struct gs_wire_call *call, uint64_t limit, bool out);
	void (*call_memory_free)(struct gs_call_memory *memory);
	/* It is about to be executed while a display list is compiled in some context. */
	void (*call_compiled)(struct gs_thread *thread, const struct gs_wire_call *call);
	/* Executes it in another way than by the function itself, or puts it off. Errors are the
	 * program's. False: it has to be executed. */
	bool (*call_instead)(struct gs_thread *thread, struct gs_wire_call *call);
	/* It is not to be executed, nor what is left of it. */
	void (*call_skipped)(struct gs_thread *thread);
	/* Around what draws, while gs_source_override_count: puts the debugger's program in the
	 * place of the program's. True: draw_ended must follow. */
	bool (*draw_begins)(struct gs_thread *thread);
	void (*draw_ended)(struct gs_thread *thread);
	/* GS_STOP_AT_PIXEL. Can calls of the function, which draws nothing, touch a pixel? */
	bool (*may_touch_pixel)(unsigned function);
	/* Does the pending call touch the run's pixel? covered: or cover it without changing it. */
	bool (*touches_pixel)(struct gs_thread *thread, bool covered);
};
extern __attribute__((visibility("hidden"))) struct gs_handlers gs_on;

#endif

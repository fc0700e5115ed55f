/* SPDX-License-Identifier: MIT */
/* What a wrapper does that may not go straight to the driver: hooks, counting, logging, stopping.
 */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include "dispatch/dispatch.h"
#include "preload/core/gl.h"
#include "preload/core/calls/times.h"
#include "preload/core/core.h"
#include "preload/core/request.h"

/* Time the call, if calls are timed. What is done for it before and after the driver is not
 * counted, where it comes to the driver. */
static inline void begin_timing(struct gs_wire_call *call)
{
	if (gs_call_policy.times)
		call->began = gs_times_now();
}

static inline void end_timing(struct gs_wire_call *call)
{
	if (!call->began)
		return;
	uint64_t now = gs_times_now();
	call->took = now > call->began ? now - call->began : 0;
}

static void execute(struct gs_thread *thread, struct gs_wire_call *call)
{
	void *real = gs_real_table[call->function];
	errno = thread->error_number;
	begin_timing(call);
	gs_dispatch(real, call);
	end_timing(call);
	thread->error_number = errno;
}

static void fill(
	struct gs_wire_call *call, unsigned function, const uint64_t *args, unsigned n_args)
{
	memset(call, 0, offsetof(struct gs_wire_call, args));
	call->function = function;
	call->n_args = n_args;
	for (unsigned i = 0; i < n_args; i++)
		call->args[i] = args[i];
}

/* Nobody looks at this call. */
static uint64_t pass(void *real, unsigned function, const uint64_t *args, unsigned n_args)
{
	struct gs_wire_call call;
	fill(&call, function, args, n_args);
	gs_dispatch(real, &call);
	return call.ret;
}

/* Does the call draw, outside of a block that is being drawn already? */
static bool draws_now(struct gs_thread *thread, const struct gs_wire_call *call)
{
	return (gs_data_flags(call->function) & GS_FUNCTION_DRAWS) &&
	       (call->function == GS_FN_glEnd ? gs_block_recorded(thread)
					      : gs_pending_is_draw(thread));
}

static void execute_or_record(struct gs_thread *thread, struct gs_wire_call *call)
{
	begin_timing(call);
	if (gs_core_handlers.call_instead(thread, call)) {
		end_timing(call);
		return;
	}
	if (call->function == GS_FN_glBegin)
		gs_draw_begins(thread); /* until glEnd */
	execute(thread, call);
	if (call->function == GS_FN_glEnd)
		gs_core_handlers.draw_ended(thread);
}

static void do_call(struct gs_thread *thread, struct gs_wire_call *call)
{
	bool hooked = gs_hooks_any(call->function);
	if (hooked)
		gs_hooks_before(thread, call);
	if (atomic_load_explicit(&gs_lists_open, memory_order_relaxed))
		gs_core_handlers.call_compiled(thread, call);
	bool changed = gs_source_override_count && !thread->list_run && draws_now(thread, call) &&
		       gs_core_handlers.draw_begins(thread);
	execute_or_record(thread, call);
	if (changed)
		gs_core_handlers.draw_ended(thread);
	thread->before = false;
	if (hooked)
		gs_hooks_after(thread, call);
}

/* In a process that is not, or not yet, the debuggee, and in a thread that found no slot. */
static uint64_t call_unwatched(
	struct gs_thread *thread, unsigned function, const uint64_t *args, unsigned n_args)
{
	struct gs_wire_call call;
	fill(&call, function, args, n_args);
	thread->call = &call;
	thread->before = true;
	do_call(thread, &call);
	thread->call = NULL;
	return call.ret;
}

static bool is_gl(unsigned function)
{
	const char *name = gs_data_name(function);
	return name[0] == 'g' && name[1] == 'l' && name[2] != 'X';
}

/* The context whose error flag can be looked at around this call, or NULL. */
static struct gs_context *error_context(struct gs_thread *thread, unsigned function)
{
	if (!gs_call_policy.errors || !is_gl(function) ||
		(gs_data_flags(function) & GS_FUNCTION_NO_ERROR_CHECK))
		return NULL;
	struct gs_context *context = gs_context_current(thread);
	return context && !context->in_block ? context : NULL;
}

/* Errors from before they were watched are not this call's. */
static void watch_errors(struct gs_thread *thread, unsigned function)
{
	struct gs_context *context = error_context(thread, function);
	if (!context || context->watched == gs_call_policy.watch)
		return;
	gs_error_take(context);
	context->watched = gs_call_policy.watch;
}

/* A hook may have raised one in the driver's place. */
static void note_error(struct gs_context *context, struct gs_wire_call *call)
{
	uint32_t error = gs_error_take(context);
	if (error)
		call->gl_error = error;
}

/* Begin another recording after each header.keep_frames frames: the next one has what lives. */
static void begin_recording(uint64_t frames)
{
	uint32_t keep = atomic_load_explicit(&gs_wire->keep_frames, memory_order_relaxed);
	if (!keep || frames % keep)
		return;
	gs_wire_begin_recording(gs_wire);
	gs_fast_path_disable_all();
}

static void count(
	struct gs_thread *thread, struct gs_wire_call *call, bool draws, enum gs_wire_frame_end end)
{
	thread->has_drawn = draws || (thread->has_drawn && end == GS_FRAME_GOES_ON);
	if (draws) {
		atomic_fetch_add(&gs_wire->draws, 1);
		atomic_store_explicit(&gs_wire->owner_drew, 1, memory_order_relaxed);
	}
	if (end != GS_FRAME_COUNTED)
		return;
	uint64_t frames = atomic_fetch_add(&gs_wire->frames, 1) + 1;
	gs_frame_shown(thread, call);
	if (call->flags & GS_CALL_RECORDED)
		begin_recording(frames);
	if (!(gs_data_flags(call->function) & GS_FUNCTION_SWAPS))
		call->flags |= GS_CALL_ENDS_FRAME;
}

/* Another thread may have begun later and ended before. */
static inline void note_leave(struct gs_wire_call *call)
{
	if ((call->flags & GS_CALL_RECORDED) &&
		atomic_load_explicit(&gs_threads_so_far, memory_order_relaxed) > 1)
		call->leave = atomic_fetch_add(&gs_wire->leaves, 1) + 1;
}

static void carry_out(struct gs_thread *thread, struct gs_wire_call *call)
{
	bool draws = (gs_data_flags(call->function) & GS_FUNCTION_DRAWS) &&
		     gs_pending_is_draw(thread);
	enum gs_wire_frame_end end = gs_frame_end(thread, call->function);
	watch_errors(thread, call->function);
	bool times_gl = gs_call_policy.times == GS_TIMES_GL;
	if (times_gl)
		gs_gl_time_before(thread, call);
	do_call(thread, call);
	if (times_gl)
		gs_gl_time_after(thread, call);
	note_leave(call);
	call->flags |= GS_CALL_EXECUTED;
	count(thread, call, draws, end);
	struct gs_context *context = error_context(thread, call->function);
	if (context)
		note_error(context, call);
	if (end == GS_FRAME_COUNTED && gs_role == GS_ROLE_OWNER &&
		gs_frame_drawable(thread, call) == thread->drawable &&
		atomic_load_explicit(&gs_wire->note_frames, memory_order_relaxed) &&
		atomic_load(&gs_wire->attached))
		gs_loop_frame(thread, call->index + 1);
}

enum {
	DEFAULT_LOG_LIMIT = 1 << 16,
	KEPT_MEMORY = 64 << 20, /* for the next call */
};

/* With what its pointers point at, for the log. */
static void carry_out_with_memory(struct gs_thread *thread, struct gs_wire_call *call)
{
	struct gs_call_memory *memory = &thread->call_memory;
	uint64_t limit = atomic_load_explicit(&gs_wire->log_limit, memory_order_relaxed);
	limit = call->flags & GS_CALL_RECORDED ? GS_RECORD_MEMORY_MOST
		: limit			       ? limit
					       : DEFAULT_LOG_LIMIT;
	memory->most = GS_RECORD_MEMORY_MOST;
	gs_log_lend(thread);
	gs_core_handlers.call_read(memory, thread, call, limit, false);
	gs_log_show_memory(thread);
	carry_out(thread, call);
	gs_log_hide_memory(thread);
	/* Recordings that do not ask for errors have what the call has left there, too. */
	if (!call->gl_error || (call->flags & GS_CALL_RECORDED))
		gs_core_handlers.call_read(memory, thread, call, limit, true);
}

/* The slot's call. */
static inline struct gs_wire_call *begin_call(
	struct gs_thread *thread, unsigned function, const uint64_t *args, unsigned n_args)
{
	struct gs_wire_call *call = &thread->slot->call;
	fill(call, function, args, n_args);
	call->flags = (uint32_t)thread->tid
		      << GS_CALL_TID_SHIFT; /* the slot may be another's when it is read */
	call->frame = atomic_load_explicit(&gs_wire->frames, memory_order_relaxed);
	call->draw = atomic_load_explicit(&gs_wire->draws, memory_order_relaxed);
	return call;
}

static inline void mark_recorded(struct gs_wire_call *call)
{
	if (gs_call_policy.record)
		call->flags |= GS_CALL_RECORDED;
}

/* While the call is made, and until its record is there. */
static inline void announce_record(struct gs_thread *thread)
{
	atomic_store_explicit(&thread->slot->in_call,
		atomic_load_explicit(&gs_wire->calls, memory_order_relaxed) + 1,
		memory_order_release);
}

static inline void log_record(struct gs_thread *thread, const struct gs_wire_call *call)
{
	gs_log_call(thread, call);
	atomic_store_explicit(&thread->slot->in_call, 0, memory_order_release);
	if (gs_call_policy.at_once)
		gs_log_wait(thread);
}

/* GS_PATH_LOGGED: the call is logged, and nothing else wants to know of it. */
static uint64_t call_logged(struct gs_thread *thread, void *real, unsigned function,
	const uint64_t *args, unsigned n_args)
{
	struct gs_wire_registers *registers = &thread->slot->registers;
	gs_arch_note_registers(registers);
	struct gs_wire_call *call = begin_call(thread, function, args, n_args);
	announce_record(thread);
	call->index = atomic_fetch_add(&gs_wire->calls, 1);
	mark_recorded(call);
	begin_timing(call);
	gs_dispatch(real, call);
	end_timing(call);
	note_leave(call);
	call->flags |= GS_CALL_EXECUTED;
	uint64_t ret = call->ret;
	if (gs_role == GS_ROLE_OWNER) /* no forked copy, made by a callback of the driver */
		log_record(thread, call);
	registers->pc = 0;
	return ret;
}

static uint64_t call_watched(
	struct gs_thread *thread, unsigned function, const uint64_t *args, unsigned n_args)
{
	struct gs_wire_registers *registers = &thread->slot->registers;
	gs_arch_note_registers(registers);
	struct gs_wire_call *call = begin_call(thread, function, args, n_args);
	thread->call = call;
	thread->before = true;
	if (gs_stall_lock_wait(thread))
		gs_fast_path_refresh(); /* what is asked of calls by now */
	bool logs = gs_call_policy.log || function == GS_FN_glNewTraceMESA; /* which begins it */
	if (logs)
		announce_record(thread);
	call->index = atomic_fetch_add(&gs_wire->calls, 1);
	enum gs_wire_reason reason = gs_stop_wanted_before(thread, call);
	enum gs_wire_resume how = GS_RESUME_EXECUTE;
	if (reason) {
		if (!gs_call_policy.every)
			call->index += gs_fast_path_collect_counts();
		how = gs_loop(thread, reason);
		gs_fast_path_refresh(); /* whether calls are logged, from this one on */
		logs = logs || gs_call_policy.log;
	}
	mark_recorded(call);
	if (how == GS_RESUME_SKIP) {
		gs_core_handlers.call_skipped(thread);
		call->flags |= GS_CALL_SKIPPED;
	} else if (logs && (gs_call_policy.full || (call->flags & GS_CALL_RECORDED) || reason ||
				   (gs_data_flags(function) & GS_FUNCTION_LOGS_MEMORY)))
		carry_out_with_memory(thread, call);
	else
		carry_out(thread, call);
	uint64_t ret = call->ret;
	if (gs_role == GS_ROLE_OWNER) {
		log_record(thread, call);
		gs_log_wake_after(thread, call);
		if (call->gl_error && gs_stop_wanted_after_error(thread))
			gs_loop(thread, GS_REASON_ERROR);
		gs_log_take_back(thread);
		if (thread->call_memory.size > KEPT_MEMORY)
			gs_core_handlers.call_memory_free(&thread->call_memory);
	}
	registers->pc = 0;
	if (call->flags & GS_CALL_EDITED)
		gs_argument_copies_free();
	thread->call = NULL;
	return ret;
}

/* Its real function is known then: it was before the mark was set. */
static inline bool is_only_logged(const struct gs_thread *thread, unsigned function)
{
	return __atomic_load_n(&gs_fast_path[function], __ATOMIC_ACQUIRE) == GS_PATH_LOGGED &&
	       thread->slot && gs_thread_counts && !thread->inside && !gs_player_is_own &&
	       (!gs_call_policy.recording || thread->told == gs_call_policy.recording);
}

/* The thread runs a signal handler on its alternate stack, and was elsewhere before. */
static bool has_left_stack(const char *before)
{
	stack_t stack;
	if (sigaltstack(NULL, &stack) != 0 || !(stack.ss_flags & SS_ONSTACK))
		return false;
	const char *lowest = stack.ss_sp;
	return before < lowest || before >= lowest + stack.ss_size;
}

/* NULL: without this library the program would not call it, and whoever debugs it is told. */
static __attribute__((noinline, cold)) void *find_lacking(unsigned function)
{
	void *real = gs_real_find_anywhere(function);
	if (!real)
		gs_process_tell_lacking(gs_data_name(function));
	else if (!gs_thread_counts)
		gs_counts_begin();
	return real;
}

uint64_t gs_call(unsigned function, const uint64_t *args, unsigned n_args)
{
	char here;
	struct gs_thread *thread = &gs_self;
	uint64_t ret;

	gs_process_check_fork();
	if (is_only_logged(thread, function)) {
		thread->inside = &here;
		ret = call_logged(thread, gs_real_table[function], function, args, n_args);
		thread->inside = NULL;
		return ret;
	}
	int error_number = errno;
	void *real = gs_real(function);
	if (real && !gs_thread_counts)
		gs_counts_begin();
	if (!real)
		real = find_lacking(function);
	errno = error_number;
	if (!real)
		return 0;
	if (gs_role == GS_ROLE_NONE) {
		gs_fast_path_settle(function);
		return pass(real, function, args, n_args);
	}
	/* Deeper in the stack than a wrapper that has not returned, or in a signal handler on
	 * another one: called by the driver, by us, by a callback, or by the handler. */
	if (thread->inside && (&here < thread->inside || has_left_stack(thread->inside)))
		return pass(real, function, args, n_args);
	/* The program has left the last call by a jump, as its debug callback may: what that has
	 * read is not this one's. */
	if (thread->inside)
		gs_log_take_back(thread);
	thread->inside = &here;
	thread->error_number = error_number;
	gs_process_claim(thread);
	gs_fast_path_refresh();
	if (gs_role == GS_ROLE_OWNER && !gs_player_is_own && gs_thread_attach(thread)) {
		ret = call_watched(thread, function, args, n_args);
	} else {
		gs_stall_lock_release(thread); /* it will not come to a stop */
		ret = call_unwatched(thread, function, args, n_args);
	}
	gs_fast_path_settle(function);
	thread->inside = NULL;
	errno = thread->error_number;
	return ret;
}

/* SPDX-License-Identifier: MIT */
/* Decides which path the wrapper of each function takes: the conditions of the debugger, turned
 * into gs_fast_path[]. */
#include <string.h>
#include "preload/core/calls/times.h"
#include "preload/core/core.h"

enum { PIXEL = GS_STOP_AT_PIXEL | GS_STOP_AT_PIXEL_COVERED };

static uint8_t must_look[GS_N_FUNCTIONS];
static _Atomic uint64_t token_seen = UINT64_MAX;
static _Atomic uint64_t folded;
static _Atomic uint32_t any_straight;

static uint64_t token(void)
{
	uint64_t generation = gs_wire ? atomic_load(&gs_wire->settings_generation) : 0;
	return generation << 32 | atomic_load(&gs_fast_path_changes);
}

static bool attached(void)
{
	return gs_role == GS_ROLE_OWNER && atomic_load(&gs_wire->attached);
}

static bool any_breakpoint(void)
{
	for (unsigned i = 0; i < sizeof gs_wire->breakpoints; i++)
		if (gs_wire->breakpoints[i])
			return true;
	return false;
}

static void read_conditions(struct gs_call_policy *armed)
{
	memset(armed, 0, sizeof *armed);
	armed->every = armed->for_block = atomic_load(&gs_immediate_open) ||
					  atomic_load(&gs_lists_open);
	if (!attached())
		return;
	uint32_t stop_at = gs_wire->run.stop_at;
	bool traces = atomic_load(&gs_wire->program_traces);
	uint32_t trace_errors = atomic_load(&gs_wire->trace_errors);
	armed->full = atomic_load(&gs_wire->log) == GS_LOG_FULL;
	armed->record = atomic_load(&gs_wire->log) == GS_LOG_RECORD || traces;
	armed->recording = armed->record ? atomic_load(&gs_wire->recordings) : 0;
	armed->log = armed->record || atomic_load(&gs_wire->log);
	armed->times = armed->log ? atomic_load(&gs_wire->times) : GS_TIMES_OFF;
	armed->at_once = armed->record && atomic_load(&gs_wire->log_at_once);
	bool traces_errors = armed->record &&
			     (trace_errors == GS_TRACE_ERRORS_PROGRAM
					     ? atomic_load(&gs_mesa_trace_errors) != 0
					     : trace_errors == GS_TRACE_ERRORS_ON);
	armed->errors = armed->full || traces_errors || atomic_load(&gs_wire->break_on_error) ||
			(stop_at & (GS_STOP_AT_ERROR | GS_STOP_AT_EVERY));
	bool by_number = atomic_load(&gs_wire->player.stop_at);
	armed->blocks = stop_at || by_number || any_breakpoint();
	/* A pixel is asked for at each draw, which holds the other threads and lets them go:
	 * looking at all functions again for each would take longer. */
	bool every = by_number || armed->full || armed->times == GS_TIMES_GL || armed->errors ||
		     (stop_at & (GS_STOP_AT_EVERY | PIXEL)) || atomic_load(&gs_wire->pause) ||
		     atomic_load(&gs_wire->first_stop) || atomic_load(&gs_wire->stall_lock_tid) ||
		     (armed->blocks && atomic_load(&gs_immediate_seen));
	armed->for_block &= !every;
	armed->every |= every;
}

static bool wanted(unsigned function)
{
	unsigned flags = gs_data_flags(function);
	if (gs_hooks_any(function) || (gs_call_policy.log && (flags & GS_FUNCTION_LOGS_MEMORY)) ||
		(gs_call_policy.record && gs_core_handlers.call_has_memory(function)))
		return true;
	if ((flags & GS_FUNCTION_DRAWS) || gs_may_end_frame(function))
		return true; /* always counted; and where a candidate may become the debuggee */
	if (gs_call_policy.every || !attached())
		return gs_call_policy.every;
	uint32_t stop_at = gs_wire->run.stop_at;
	if (gs_source_override_count && ((flags & GS_FUNCTION_DRAWS) || function == GS_FN_glBegin))
		return true;
	return gs_wire_bit(gs_wire->breakpoints, function) ||
	       ((stop_at & GS_STOP_AT_NAMED) && gs_wire_bit(gs_wire->run.named, function)) ||
	       ((stop_at & GS_STOP_AT_PROGRAM) && (flags & GS_FUNCTION_SWITCHES_PROGRAM)) ||
	       (gs_call_policy.blocks && (flags & GS_FUNCTION_IN_BLOCK));
}

static enum gs_wire_path quick_path(void)
{
	return gs_call_policy.log ? GS_PATH_LOGGED : GS_PATH_STRAIGHT;
}

static void look_at_each(void)
{
	for (unsigned i = 0; i < GS_N_FUNCTIONS; i++) {
		must_look[i] = wanted(i);
		bool known = __atomic_load_n(&gs_real_table[i], __ATOMIC_RELAXED);
		gs_fast_path_set(i, known && !must_look[i] ? quick_path() : GS_PATH_SLOW);
	}
	if (!gs_call_policy.log)
		atomic_store(&any_straight, 1);
}

/* So that the index of every call from here on is exact. */
static void end_straight(void)
{
	if (atomic_exchange(&any_straight, 0))
		gs_fast_path_collect_counts();
}

static void look_anew(void)
{
	struct gs_call_policy armed;
	bool all_looked = gs_call_policy.every;
	read_conditions(&armed);
	if (armed.times)
		gs_times_begin();
	armed.watch = gs_call_policy.watch + (armed.errors && !gs_call_policy.errors);
	gs_call_policy = armed;
	if (!armed.every) {
		look_at_each();
		if (armed.log)
			end_straight();
		return;
	}
	if (!all_looked) {
		memset(must_look, 1, sizeof must_look);
		gs_fast_path_clear();
	}
	end_straight();
}

void gs_fast_path_refresh(void)
{
	uint64_t now = token();
	/* The debugger changes its conditions first, then the generation, then clears gs_fast_path:
	 * when the generation is still the same after we have set it, what we may have overwritten
	 * was not meant for us. */
	for (int i = 0; i < 100 && now != atomic_load(&token_seen); i++) {
		look_anew();
		atomic_store(&token_seen, now);
		now = token();
	}
}

void gs_fast_path_immediate_closed(void)
{
	if (gs_call_policy.for_block && !atomic_load(&gs_immediate_open) &&
		!atomic_load(&gs_lists_open))
		atomic_fetch_add(&gs_fast_path_changes, 1);
}

void gs_fast_path_settle(unsigned function)
{
	uint64_t now = token();
	if (gs_role == GS_ROLE_NONE) {
		gs_fast_path_set(function, GS_PATH_STRAIGHT);
		return;
	}
	if (must_look[function] || now != atomic_load(&token_seen))
		return;
	enum gs_wire_path path = quick_path();
	gs_fast_path_set(function, path);
	if (path == GS_PATH_STRAIGHT)
		atomic_store_explicit(&any_straight, 1, memory_order_relaxed);
	if (token() != now)
		gs_fast_path_set(function, GS_PATH_SLOW);
}

uint64_t gs_fast_path_collect_counts(void)
{
	uint64_t total = gs_counts_total(), before = atomic_load(&folded);
	do
		if (total <= before) /* another thread was faster */
			return 0;
	while (!atomic_compare_exchange_weak(&folded, &before, total));
	atomic_fetch_add(&gs_wire->calls, total - before);
	return total - before;
}

static bool take_flag(_Atomic uint32_t *flag)
{
	if (!atomic_load_explicit(flag, memory_order_relaxed) || !atomic_exchange(flag, 0))
		return false;
	atomic_fetch_add(&gs_fast_path_changes, 1);
	return true;
}

/* Anew at each call: what it does there depends on all that was done before. */
static bool touches_pixel(
	const struct gs_wire_run *run, struct gs_thread *thread, unsigned function)
{
	bool may = (gs_data_flags(function) & GS_FUNCTION_DRAWS)
			   ? gs_pending_is_draw(thread)
			   : gs_core_handlers.may_touch_pixel(function);
	return may &&
	       gs_core_handlers.touches_pixel(thread, run->stop_at & GS_STOP_AT_PIXEL_COVERED);
}

static bool stops_at_frame_end(
	const struct gs_wire_run *run, struct gs_thread *thread, unsigned function)
{
	if (!(run->stop_at & (GS_STOP_AT_FRAME | GS_STOP_AT_UNSHOWN)))
		return false;
	enum gs_wire_frame_end end = gs_frame_end(thread, function);
	if (end == GS_FRAME_GOES_ON ||
		!(run->stop_at & (end == GS_FRAME_COUNTED ? GS_STOP_AT_FRAME : GS_STOP_AT_UNSHOWN)))
		return false;
	return !run->drawable || gs_frame_drawable(thread, thread->call) == run->drawable ||
	       atomic_load(&gs_wire->frames) >= run->frames_most;
}

static bool matches_call(const struct gs_wire_run *run, struct gs_thread *thread, unsigned function)
{
	unsigned flags = gs_data_flags(function);
	return ((run->stop_at & GS_STOP_AT_EVERY) &&
		       (!run->thread || run->thread == (uint32_t)thread->tid)) ||
	       ((run->stop_at & GS_STOP_AT_DRAW) && (flags & GS_FUNCTION_DRAWS) &&
		       gs_pending_is_draw(thread)) ||
	       stops_at_frame_end(run, thread, function) ||
	       ((run->stop_at & GS_STOP_AT_PROGRAM) && (flags & GS_FUNCTION_SWITCHES_PROGRAM)) ||
	       ((run->stop_at & GS_STOP_AT_NAMED) && gs_wire_bit(run->named, function) &&
		       (!run->drawable || run->drawable == thread->drawable)) ||
	       ((run->stop_at & PIXEL) && touches_pixel(run, thread, function));
}

/* One match less; true if it was the one to stop at. function: GS_N_FUNCTIONS for an error. */
static bool run_ends(struct gs_wire_run *run, struct gs_thread *thread, unsigned function)
{
	uint64_t count = atomic_load(&run->count);
	do
		if (!(count & GS_WIRE_RUN_LEFT) ||
			!(function == GS_N_FUNCTIONS ? run->stop_at & GS_STOP_AT_ERROR
						     : matches_call(run, thread, function)))
			return false;
	while (!atomic_compare_exchange_weak(&run->count, &count, count - 1));
	return (count & GS_WIRE_RUN_LEFT) == 1;
}

enum gs_wire_reason gs_stop_wanted_before(struct gs_thread *thread, const struct gs_wire_call *call)
{
	if (thread->unstoppable || !atomic_load_explicit(&gs_wire->attached, memory_order_relaxed))
		return GS_REASON_NONE;
	if (take_flag(&gs_wire->first_stop))
		return GS_REASON_CALL;
	if (take_flag(&gs_wire->pause))
		return GS_REASON_PAUSE;
	if (gs_player_stops())
		return GS_REASON_CALL;
	bool ends = run_ends(&gs_wire->run, thread, call->function);
	if (gs_wire_bit(gs_wire->breakpoints, call->function) && gs_condition_may_hold(call))
		return GS_REASON_BREAKPOINT;
	return ends ? GS_REASON_CALL : GS_REASON_NONE;
}

bool gs_stop_wanted_after_error(struct gs_thread *thread)
{
	if (thread->unstoppable || !atomic_load_explicit(&gs_wire->attached, memory_order_relaxed))
		return false;
	return run_ends(&gs_wire->run, thread, GS_N_FUNCTIONS) ||
	       atomic_load(&gs_wire->break_on_error);
}

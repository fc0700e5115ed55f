/* SPDX-License-Identifier: MIT */
/* How long calls take: the clock, and how long GL works for a call. */
#include <string.h>
#include "preload/core/gl.h"
#include "preload/core/calls/times.h"
#include "preload/core/core.h"

enum { ENOUGH = 2000000 /* nanoseconds to compare the clocks for */ };

HIDDEN struct gs_ticks gs_ticks;

/* ---- the clock ---- */

void gs_times_begin(void)
{
	static _Atomic uint32_t begun;
	if (!gs_arch_has_steady_ticks() || atomic_exchange(&begun, 1))
		return;
	uint64_t clock = gs_times_clock(), ticks = gs_arch_ticks(), clock_now, ticks_now;
	do {
		clock_now = gs_times_clock();
		ticks_now = gs_arch_ticks();
	} while (clock_now - clock < ENOUGH);
	if (ticks_now <= ticks || (clock_now - clock) >> 32)
		return;
	gs_ticks.clock = clock;
	gs_ticks.ticks = ticks;
	atomic_store_explicit(&gs_ticks.scale, ((clock_now - clock) << 32) / (ticks_now - ticks),
		memory_order_release);
}

/* ---- how long GL works ---- */

static bool has_stamps(const struct gs_context *context)
{
	GLint bits = 0;
	bool is_there = context->es ? gs_context_has(context, "GL_EXT_disjoint_timer_query")
				    : context->version >= 33 ||
					      gs_context_has(context, "GL_ARB_timer_query");
	if (!is_there || gs_data_draws_in_software((const char *)GL(glGetString)(GL_RENDERER)) ||
		!GL_HAS(glGetQueryiv) || !GL_HAS(glGenQueries) || !GL_HAS(glDeleteQueries) ||
		!GL_HAS(glQueryCounter) || !GL_HAS(glGetQueryObjectui64v))
		return false;
	GL(glGetQueryiv)(GL_TIMESTAMP, GL_QUERY_COUNTER_BITS, &bits);
	return bits > 0;
}

static void know_context(struct gs_context *context)
{
	if (context->gl_timing)
		return;
	gs_error_take(context);
	gs_context_info(context);
	context->gl_timing = has_stamps(context) ? GS_GL_TIMING_STAMPS : GS_GL_TIMING_WAITS;
	context->gl_idle = gs_times_idle(GL(glFinish), gs_times_now);
	gs_error_drop();
}

static uint32_t stamp(void)
{
	GLuint query = 0;
	GL(glGenQueries)(1, &query);
	GL(glQueryCounter)(query, GL_TIMESTAMP);
	return query;
}

static uint64_t stamped(uint32_t queries[2])
{
	GLuint64 at[2] = {0};
	for (unsigned i = 0; i < 2; i++)
		GL(glGetQueryObjectui64v)(queries[i], GL_QUERY_RESULT, &at[i]);
	GL(glDeleteQueries)(2, queries);
	return at[1] > at[0] ? at[1] - at[0] : 0;
}

void gs_gl_time_before(struct gs_thread *thread, const struct gs_wire_call *call)
{
	struct gs_gl_time *time = &thread->gl_time;
	struct gs_context *context = time->context;
	/* A block that was begun in another context, or before calls were timed, is not. */
	bool goes_on = context && context == gs_context_current(thread) && context->in_block;
	if (goes_on)
		return;
	time->context = NULL;
	bool begins = call->function == GS_FN_glBegin || gs_data_gives_gl_work(call->function);
	context = begins ? gs_context_current(thread) : NULL;
	if (!context || context->list_mode || context->in_block)
		return;
	know_context(context);
	*time = (struct gs_gl_time){.context = context};
	GL(glFinish)();
	if (context->gl_timing == GS_GL_TIMING_STAMPS) {
		gs_error_take(context);
		time->stamp = stamp();
		gs_error_drop();
	}
}

void gs_gl_time_after(struct gs_thread *thread, struct gs_wire_call *call)
{
	struct gs_gl_time *time = &thread->gl_time;
	struct gs_context *context = time->context;
	uint64_t left = call->began + call->took;
	if (!context)
		return;
	time->took += call->took;
	if (context != gs_context_current(thread)) {
		time->context = NULL;
		return;
	}
	if (context->in_block)
		return;
	time->context = NULL;
	if (call->function == GS_FN_glBegin) /* refused, or its block is only being recorded */
		return;
	if (context->gl_timing == GS_GL_TIMING_STAMPS) {
		gs_error_take(context);
		uint32_t queries[2] = {time->stamp, stamp()};
		call->gl_took = 1 + stamped(queries);
		gs_error_drop();
		return;
	}
	GL(glFinish)();
	uint64_t now = gs_times_now(), waited = now > left ? now - left : 0;
	call->gl_took = 1 + time->took +
			(waited > context->gl_idle ? waited - context->gl_idle : 0);
}

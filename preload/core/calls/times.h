/* SPDX-License-Identifier: MIT */
/*
 * preload/core/calls/times - how long calls take, as header.times wants it. The clock is the
 * processor's counter of ticks where that is steady, since asking the kernel twice takes longer
 * than most calls; the rate is found once, against CLOCK_MONOTONIC. GL's work is measured by
 * timestamps before and after a call, where GL has some and does not draw in software; elsewhere it
 * is waited for, and what waiting for nothing takes is subtracted, as in replay/measure/times.h.
 */
#ifndef GS_PRELOAD_TIMES_H
#define GS_PRELOAD_TIMES_H

#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "preload/core/arch/arch.h"
#include "preload/core/preload.h"

/* The tick at which CLOCK_MONOTONIC was there, and nanoseconds in 2^32 ticks; scale 0: ticks are
 * not used. */
extern __attribute__((visibility("hidden"))) struct gs_ticks {
	uint64_t clock, ticks;
	_Atomic uint64_t scale;
} gs_ticks;

/* Call before calls are timed; takes some milliseconds the first time. */
void gs_times_begin(void);
/* Returns CLOCK_MONOTONIC in nanoseconds, as the kernel has it: the C library's clocks may stand
 * still for the program (preload/clock). */
static inline uint64_t gs_times_clock(void)
{
	struct timespec now = {0};
	syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* Returns the least time in which finish, glFinish, returns where GL has nothing to do, by the
 * clock. */
static inline uint64_t gs_times_idle(void (*finish)(void), uint64_t (*clock)(void))
{
	enum { TRIES = 16 };
	uint64_t idle = UINT64_MAX;
	finish();
	for (unsigned i = 0; i < TRIES; i++) {
		uint64_t began = clock();
		finish();
		uint64_t took = clock() - began;
		idle = took < idle ? took : idle;
	}
	return idle;
}
/* Returns the same, quickly. */
static inline uint64_t gs_times_now(void)
{
	uint64_t scale = atomic_load_explicit(&gs_ticks.scale, memory_order_acquire);
	if (!scale)
		return gs_times_clock();
	__extension__ unsigned __int128 product = gs_arch_ticks() - gs_ticks.ticks;
	product *= scale;
	return gs_ticks.clock + (uint64_t)(product >> 32);
}

/* Call before and after a call that is timed with GS_TIMES_GL, no part of a display list that is
 * being executed. The second sets its gl_took, if it gives GL work. */
void gs_gl_time_before(struct gs_thread *thread, const struct gs_wire_call *call);
void gs_gl_time_after(struct gs_thread *thread, struct gs_wire_call *call);

#endif

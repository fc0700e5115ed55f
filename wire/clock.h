/* SPDX-License-Identifier: MIT */
/*
 * wire/clock - how long the program has been held, so that its clocks can stand still meanwhile.
 *
 * The debugger writes a gs_wire_clock where the program was started with frozen clocks; the library
 * libglstep-clock.so, which is loaded then, asks the preload library for it by GS_CLOCK_FUNCTION.
 */
#ifndef GS_WIRE_CLOCK_H
#define GS_WIRE_CLOCK_H

#include <stdatomic.h>
#include <stdint.h>

/* One writer. Odd while the rest is written: who reads tries again. */
struct gs_wire_clock {
	_Atomic uint32_t sequence; /* [D] */
	uint32_t reserved;
	_Atomic uint64_t
		since;	       /* [D] nanoseconds of CLOCK_MONOTONIC: held since then; 0: it runs */
	_Atomic uint64_t lost; /* [D] nanoseconds for which it was held before that */
};

#define GS_CLOCK_FUNCTION "glstep_clock"
/* NULL: this process is not debugged. Valid as long as the process. */
typedef const struct gs_wire_clock *(*gs_clock_ask)(void);

#endif

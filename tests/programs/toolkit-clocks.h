/* SPDX-License-Identifier: MIT */
/* tests/programs/toolkit-clocks - how far a toolkit's clocks go during one call of GL, at which a
 * debugger may hold the program. */
#ifndef TESTS_PROGRAMS_TOOLKIT_CLOCKS_H
#define TESTS_PROGRAMS_TOOLKIT_CLOCKS_H

/* One of the toolkit's clocks, in milliseconds. */
struct toolkit_clock {
	const char *name;
	double (*read)(void);
};

enum { TOOLKIT_WAIT = 20 };

/*
 * With a context current: prints a line for each clock, how far it went while finish(), which is
 * glFinish, was called, then how far while the toolkit waited for TOOLKIT_WAIT milliseconds, and
 * the same of the kernel's.
 */
void toolkit_tell_clocks(
	const struct toolkit_clock *clocks, unsigned n, void (*finish)(void), void (*wait)(void));

#endif

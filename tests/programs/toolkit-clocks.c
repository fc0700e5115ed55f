/* SPDX-License-Identifier: MIT */
#include "tests/programs/toolkit-clocks.h"

#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { MOST_CLOCKS = 4 };

static double kernel_clock(void)
{
	struct timespec now;
	syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void tell_during(
	const char *what, const struct toolkit_clock *clocks, unsigned n, void (*call)(void))
{
	double before[MOST_CLOCKS], after[MOST_CLOCKS], kernel = kernel_clock();
	for (unsigned i = 0; i < n; i++)
		before[i] = clocks[i].read();
	call();
	for (unsigned i = 0; i < n; i++)
		after[i] = clocks[i].read();
	printf("%s kernel %.3f\n", what, kernel_clock() - kernel);
	for (unsigned i = 0; i < n; i++)
		printf("%s %s %.3f\n", what, clocks[i].name, after[i] - before[i]);
}

void toolkit_tell_clocks(
	const struct toolkit_clock *clocks, unsigned n, void (*finish)(void), void (*wait)(void))
{
	tell_during("call", clocks, n, finish);
	tell_during("wait", clocks, n, wait);
	printf("end\n");
}

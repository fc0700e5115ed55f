/* SPDX-License-Identifier: MIT */
/* Measures how long frames take. */
#include <stdio.h>
#include <stdlib.h>
#include "window.h"

static struct {
	double last, *milliseconds;
	size_t n, room;
} times;

void begin_times(void)
{
	times.last = system_time();
}

void note_time(const struct context *context)
{
	double now;
	void (*finish)(void) = context ? system_find("glFinish") : NULL;
	if (finish)
		finish();
	now = system_time();
	if (times.n == times.room) {
		times.room = 2 * times.room + 256;
		times.milliseconds = realloc(
			times.milliseconds, times.room * sizeof *times.milliseconds);
		if (!times.milliseconds)
			fail("there is no memory left", NULL);
	}
	times.milliseconds[times.n++] = (now - times.last) * 1000;
	times.last = now;
}

static int compare(const void *a, const void *b)
{
	double one = *(const double *)a, other = *(const double *)b;
	return (one > other) - (one < other);
}

void tell_times(void)
{
	double sum = 0;
	for (size_t i = 0; i < times.n; i++) {
		printf("frame %lu %.3f\n", (unsigned long)i, times.milliseconds[i]);
		sum += times.milliseconds[i];
	}
	if (!times.n)
		return;
	qsort(times.milliseconds, times.n, sizeof *times.milliseconds, compare);
	printf("%lu frames, %.3f s, %.2f frames/s; a frame takes %.3f to %.3f ms, in the middle "
	       "%.3f\n",
		(unsigned long)times.n, sum / 1000, sum > 0 ? (double)times.n * 1000 / sum : 0,
		times.milliseconds[0], times.milliseconds[times.n - 1],
		times.milliseconds[times.n / 2]);
	free(times.milliseconds);
	times.milliseconds = NULL;
	times.n = times.room = 0;
}

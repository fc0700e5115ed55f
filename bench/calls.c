/* SPDX-License-Identifier: MIT */
/*
 * bench-calls [BATCHES] - prints the time of one cheap GL call in nanoseconds: the best of many
 * batches of 100,000 calls, and the mean of all of them.
 */
#include "config.h"
#include "examples/window.h"

#include <stdlib.h>
#include <time.h>

#define BATCH 100000

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec + 1e-9 * time.tv_nsec;
}

int main(int argc, char **argv)
{
	struct run_options options = {.width = 64, .height = 64, .frames = 1};
	struct window window;
	int batches = argc > 1 ? atoi(argv[1]) : 50;
	double best = 1, all = 0;

	window_open(&window, &options, "calls", 21, false);
	glVertexAttrib1f(1, 0); /* resolved */
	for (int i = 0; i < batches; i++) {
		double start = now();

		for (int k = 0; k < BATCH; k++)
			glVertexAttrib1f(1, k);

		double spent = now() - start;

		all += spent;
		if (spent < best)
			best = spent;
	}
	printf("%.2f %.2f\n", best / BATCH * 1e9, all / batches / BATCH * 1e9);
	window_close(&window);
	return 0;
}

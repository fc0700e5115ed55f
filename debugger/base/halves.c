/* SPDX-License-Identifier: MIT */
#include "debugger/base/halves.h"

#include <stdbool.h>
#include <glib.h>

enum { LARGE = 1 << 16 }; /* elements: fewer take less time than a thread's start */

struct other {
	gs_halves_func work;
	void *half;
	unsigned first, last;
};

static gpointer run(gpointer data)
{
	struct other *o = data;
	o->work(o->half, o->first, o->last);
	return NULL;
}

void gs_in_halves(unsigned width, unsigned height, gs_halves_func work, void *low, void *high)
{
	bool large = height >= 2 && (size_t)width * height >= LARGE;
	struct other other = {work, high, large ? height / 2 : height, height};
	GThread *thread = large ? g_thread_try_new("half", run, &other, NULL) : NULL;
	work(low, 0, other.first);
	if (thread)
		g_thread_join(thread);
	else
		run(&other);
}

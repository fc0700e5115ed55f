/* SPDX-License-Identifier: MIT */
#ifndef EXAMPLES_HEADLESS_H
#define EXAMPLES_HEADLESS_H

#include <stdbool.h>

struct headless {
	void *display, *surface, *context; /* EGL's handles; display NULL: not in use */
};

enum { NO_CONTEXT = 77 }; /* the status where the driver has no such context */

/* As window_open. */
void headless_open(struct headless *headless, int width, int height, int version, bool core);
void headless_swap(struct headless *headless);
void headless_close(struct headless *headless);

#endif

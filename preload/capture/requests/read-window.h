/* SPDX-License-Identifier: MIT */
/*
 * preload/capture/requests/read-window - a context may draw into one window and read from another
 * (glXMakeContextCurrent, eglMakeCurrent). We want what is drawn: while a request is served, the
 * draw window is the read window, too.
 */
#ifndef GS_PRELOAD_READ_WINDOW_H
#define GS_PRELOAD_READ_WINDOW_H

#include <stdbool.h>
#include <stdint.h>

struct gs_thread;

/* Between the two, the thread reads from its draw window. */
void gs_read_window_take(struct gs_thread *thread);
void gs_read_window_drop(void);
/* Returns the program's GLX draw window; can be called at any time. */
uintptr_t gs_read_window_glx_drawn(void);
/* Between take and drop, around a copying call of the program's: gives it its own read window back
 * while lent. */
void gs_read_window_lend(bool lent);

#endif

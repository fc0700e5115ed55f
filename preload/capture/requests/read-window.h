/* SPDX-License-Identifier: MIT */
/*
 * preload/capture/requests/read-window - a context may draw into one window and read from another
 * (glXMakeContextCurrent, eglMakeCurrent). What we read of the window is what is drawn into: while
 * a request is served that window is read from, too.
 */
#ifndef GS_PRELOAD_READ_WINDOW_H
#define GS_PRELOAD_READ_WINDOW_H

#include <stdbool.h>
#include <stdint.h>

struct gs_thread;

/* Between the two the thread reads from the window that it draws into. */
void gs_read_window_take(struct gs_thread *thread);
void gs_read_window_drop(void);
/* The window of GLX that the program draws into, between the two and at any other time. */
uintptr_t gs_read_window_glx_drawn(void);
/* Between take and drop, of a call of the program's that copies: it reads from the program's own
 * window, or does not any more. */
void gs_read_window_lend(bool lent);

#endif

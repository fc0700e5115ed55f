/* SPDX-License-Identifier: MIT */
/* What main.c needs of a window system; in window-glfw.c or window-egl.c. */
#ifndef WINDOW_H
#define WINDOW_H

#include "program.h"

extern const char window_system[];
/* Open the window system. visible: show windows, if it has any. */
void system_open(bool visible);
void system_close(void);
/* Create a context, and set its .own. Return false if it is refused. */
bool system_create(struct context *context);
void system_destroy(struct context *context);
bool system_make_current(struct context *context, struct window *draw, struct window *read);
/* Give the window its new size, which is set already; it must not be current. */
void system_resize(struct window *window);
void system_swap(struct window *window);
/* Return false if the user has closed the window. */
bool system_goes_on(void);
/* Return a function of GL; NULL: there is none. */
void (*system_find(const char *name))(void);

/* Return the time in seconds since some moment. */
double system_time(void);

/* main.c: print what is wrong, and end the program. */
_Noreturn void fail(const char *what, const char *name);
/* Return the index of the best of n configurations; -1: n is 0. */
int choose_config(const struct config *wish, int (*configs)[N_ATTRIBUTES], int n);

/* times.c: measure how long each frame takes, until GL has finished it. */
void begin_times(void);
void note_time(const struct context *context);
void tell_times(void);

/* picture.c: print the line of a frame, with the sum of what the current window shows. */
void print_picture(
	unsigned long long frame, const struct context *context, const struct window *window);

#endif

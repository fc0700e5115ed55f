/* SPDX-License-Identifier: MIT */
/* What a window system does for main.c: window-glfw.c or window-egl.c. */
#ifndef WINDOW_H
#define WINDOW_H

#include "program.h"

extern const char window_system[];
/* `visible` where the system has windows to see. */
void system_open(bool visible);
void system_close(void);
/* False: refused. */
bool system_create(struct context *context);
void system_destroy(struct context *context);
bool system_make_current(struct context *context, struct window *draw, struct window *read);
/* Its size is set; it is not current. */
void system_resize(struct window *window);
void system_swap(struct window *window);
/* False: the user has closed the window. */
bool system_goes_on(void);
void (*system_find(const char *name))(void);

/* Seconds from some time on. */
double system_time(void);

/* main.c: says what is wrong, and ends the program. */
_Noreturn void fail(const char *what, const char *name);
/* Of n configurations the one that fits best; -1: there is none. */
int choose_config(const struct config *wish, int (*configs)[N_ATTRIBUTES], int n);

/* times.c: how long each frame takes, until GL has done all of it. */
void begin_times(void);
void note_time(const struct context *context);
void tell_times(void);

/* picture.c: of what is current; prints the line of a frame. */
void print_picture(
	unsigned long long frame, const struct context *context, const struct window *window);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * A program that draws in what it has registered for its end: test-endings WAY; status 0 if it drew
 * what it should. A driver registers for the end, too, when a context is made current and when it
 * compiles its first shader, which is at the first draw.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "tests/programs/checked-draws.h"

static void make_current(void)
{
	open_target(8);
	use_shaders();
}

static void draw_at_end(void)
{
	draw();
	if (failures)
		_exit(1);
}

static void draw_on_exit(int status, void *unused)
{
	draw_at_end();
}

static void before_context(void)
{
	atexit(draw_at_end);
	make_current();
	draw();
}

static void before_draw(void)
{
	make_current();
	atexit(draw_at_end);
	draw();
}

static void before_draw_on_exit(void)
{
	make_current();
	on_exit(draw_on_exit, NULL);
	draw();
}

static void instead(void)
{
	make_current();
	atexit(draw_at_end);
}

static void after_draw(void)
{
	make_current();
	draw();
	atexit(draw_at_end);
}

static void quickly(void)
{
	make_current();
	at_quick_exit(draw_at_end);
	draw();
	quick_exit(failures);
}

static void draw_last(void *unused)
{
	draw_at_end();
}

int __cxa_thread_atexit_impl(void (*function)(void *), void *data, void *library);
extern void *__dso_handle;

/* As an object of C++ that is local to this thread. */
static void of_first_thread(void)
{
	make_current();
	CHECK(__cxa_thread_atexit_impl(draw_last, NULL, &__dso_handle) == 0);
	draw();
}

static void *run_thread(void *unused)
{
	of_first_thread();
	return unused;
}

static void of_thread(void)
{
	pthread_t thread;
	CHECK(pthread_create(&thread, NULL, run_thread, NULL) == 0);
	CHECK(pthread_join(thread, NULL) == 0);
}

static const struct {
	const char *name;
	void (*run)(void);
} ways[] = {
	{"before-context", before_context},
	{"before-draw", before_draw},
	{"before-draw-on-exit", before_draw_on_exit},
	{"instead", instead},
	{"after-draw", after_draw},
	{"quickly", quickly},
	{"of-thread", of_thread},
	{"of-first-thread", of_first_thread},
};

int main(int argc, char **argv)
{
	for (size_t i = 0; argc > 1 && i < sizeof ways / sizeof *ways; i++) {
		if (strcmp(argv[1], ways[i].name))
			continue;
		ways[i].run();
		return failures ? 1 : 0;
	}
	return 2;
}

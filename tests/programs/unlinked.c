/* SPDX-License-Identifier: MIT */
/*
 * test-unlinked WAY - a program that is not linked with GL, and loads libraries that are: status 0
 * if all went well. `test-unlinked --list` names the ways that call GL; no-files calls none.
 */
#include "tests/programs/early.h"

static const char *self;

static int constructor(void)
{
	return open_constructor(self, NULL);
}

typedef int plugin_func(void);

static int draw_and_close(void)
{
	void *library = open_beside(self, "libtest-plugin.so");
	plugin_func *run = library ? (plugin_func *)dlsym(library, "plugin_draws") : NULL;
	int result = run ? run() : 99;
	return dlclose(library) ? 98 : result;
}

/* GL goes with the library that needs it, and comes back, maybe to another place. */
static int plugin_twice(void)
{
	int result = draw_and_close();
	return result ? result : draw_and_close();
}

static int no_files(void)
{
	forbid_opening();
	return 0;
}

static const struct {
	const char *name;
	int (*run)(void);
} ways[] = {
	{"constructor", constructor},
	{"plugin-twice", plugin_twice},
	{"no-files", no_files},
};

int main(int argc, char **argv)
{
	const char *way = argc > 1 ? argv[1] : "";
	self = argv[0];
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		if (!strcmp(way, "--list") && ways[i].run != no_files)
			puts(ways[i].name);
		if (!strcmp(way, ways[i].name))
			return ways[i].run();
	}
	return strcmp(way, "--list") ? 2 : 0;
}

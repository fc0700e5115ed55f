/* SPDX-License-Identifier: MIT */
/* preload/core/libraries/symbols finds in each library what dlsym finds there, and nothing else. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include "data/data.h"
#include "preload/core/libraries/symbols.h"

static int failures;

static void check_name(void *handle, const struct gs_symbols *s, const char *name, unsigned *n)
{
	void *ours = gs_symbols_find(s, name, gs_symbols_hash(name)), *theirs = dlsym(handle, name);
	Dl_info info;
	if (theirs && dladdr(theirs, &info) && info.dli_fbase != (void *)s->base)
		theirs = NULL; /* of a library that it needs */
	*n += ours != NULL;
	if (ours == theirs)
		return;
	fprintf(stderr, "%s: %s is at %p, not %p\n", s->soname, name, theirs, ours);
	failures++;
}

/* sysv: only by the older of the two tables. */
static void check_all(void *handle, struct gs_symbols s, bool sysv, unsigned least)
{
	unsigned n = 0, none = 0;
	if (sysv)
		s.gnu_hash = NULL;
	for (unsigned i = 0; i < GS_N_FUNCTIONS; i++)
		check_name(handle, &s, gs_data_name(i), &n);
	check_name(handle, &s, "", &none);
	check_name(handle, &s, "glNoSuchFunction", &none);
	if (n < least || none) {
		fprintf(stderr, "%s: %u names found, not %u\n", s.soname, n, least);
		failures++;
	}
}

struct wanted {
	const char *soname;
	struct gs_symbols symbols;
	bool found;
};

static bool on_library(const struct gs_symbols *symbols, uint64_t adds, void *data)
{
	struct wanted *wanted = data;
	if (!symbols->soname || strcmp(symbols->soname, wanted->soname))
		return true;
	wanted->symbols = *symbols;
	wanted->found = adds > 0;
	return false;
}

static void check_library(const char *path, const char *soname, bool sysv, unsigned least)
{
	struct wanted wanted = {.soname = soname};
	void *handle = dlopen(path, RTLD_LAZY);
	if (handle)
		gs_symbols_each(on_library, &wanted);
	if (!wanted.found || (sysv && !wanted.symbols.sysv_hash)) {
		fprintf(stderr, "%s: not found: %s\n", soname, handle ? "" : dlerror());
		failures++;
		return;
	}
	check_all(handle, wanted.symbols, sysv, least);
}

int main(int argc, char **argv)
{
	char path[4096];
	const char *slash = strrchr(argv[0], '/');
	snprintf(path, sizeof path, "%.*s/../../libtest-sysv.so",
		slash ? (int)(slash - argv[0]) : 1, slash ? argv[0] : ".");
	check_library("libGL.so.1", "libGL.so.1", false, 3000);
	check_library("libOpenGL.so.0", "libOpenGL.so.0", false, 1000);
	check_library("libGLESv2.so.2", "libGLESv2.so.2", false, 300);
	check_library("libGLESv1_CM.so.1", "libGLESv1_CM.so.1", false, 100);
	check_library("libEGL.so.1", "libEGL.so.1", false, 40);
	check_library("libGLX.so.0", "libGLX.so.0", false, 40);
	check_library(path, "libtest-sysv.so", true, 3000);
	if (gs_symbols_find_in("libGL.so.1", "glFlush") !=
			dlsym(dlopen("libGL.so.1", RTLD_LAZY), "glFlush") ||
		gs_symbols_find_in("libNoSuch.so.1", "glFlush") ||
		gs_symbols_find_in("libEGL.so.1", "glFlush"))
		failures++;
	return failures ? 1 : 0;
}

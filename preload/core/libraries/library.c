/* SPDX-License-Identifier: MIT */
/*
 * dlopen: a program that opens a GL library gets a handle of our shim for it
 * (preload/core/libraries/shim.h). Every other name goes on to the real dlopen by a tail jump,
 * because that looks at its caller's RUNPATH. dlsym is never touched; dlclose leaves what we have
 * taken functions of.
 */
#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "preload/core/libraries/caller-path.h"
#include "preload/core/core.h"
#include "preload/core/libraries/symbols.h"

/* Cleared from the flags of every dlopen: a library bound to itself would bypass our wrappers. */
HIDDEN int gs_dlopen_drop;

static const struct {
	const char *stem, *soname, *shim;
} known[] = {
	{"libGL.so", "libGL.so.1", "libglstep-shim-GL.so"},
	{"libEGL.so", "libEGL.so.1", "libglstep-shim-EGL.so"},
	{"libGLESv2.so", "libGLESv2.so.2", "libglstep-shim-GLESv2.so"},
	{"libGLESv1_CM.so", "libGLESv1_CM.so.1", "libglstep-shim-GLESv1_CM.so"},
	{"libOpenGL.so", "libOpenGL.so.0", "libglstep-shim-OpenGL.so"},
	{"libGLX.so", "libGLX.so.0", "libglstep-shim-GLX.so"},
};
enum { N_KNOWN = sizeof known / sizeof *known };

static char folder[PATH_MAX]; /* where this library and the shims are, with the last slash; ""
				 unknown */

void gs_real_init(void)
{
	if (__atomic_load_n(&gs_real_dlopen, __ATOMIC_ACQUIRE))
		return;
	__atomic_store_n((void **)&gs_real_dlclose, dlsym(RTLD_NEXT, "dlclose"), __ATOMIC_RELAXED);
	void *real = dlsym(RTLD_NEXT, "dlopen");
	__atomic_store_n((void **)&gs_real_dlopen, real, __ATOMIC_RELEASE);
	gs_real_look();
}

__attribute__((visibility("default"))) int dlclose(void *handle)
{
	gs_real_init();
	gs_real_keep();
	return gs_real_dlclose(handle);
}

/* Those of the libraries that are loaded, before the program forbids itself to open files: it can
 * still open what is loaded. */
static void load_shims(void)
{
	static _Atomic bool loaded[N_KNOWN];
	char path[PATH_MAX + 64];
	for (int i = 0; i < N_KNOWN; i++) {
		if (!gs_real_has(known[i].soname) || atomic_exchange(&loaded[i], true))
			continue;
		gs_text_join(path, sizeof path, folder, known[i].shim, NULL);
		if (!gs_real_dlopen(path, RTLD_LAZY | RTLD_LOCAL))
			dlerror(); /* which is the program's */
	}
}

void gs_library_init(void)
{
	Dl_info info;
	gs_dlopen_drop = gs_role == GS_ROLE_NONE ? 0 : RTLD_DEEPBIND;
	if (!dladdr((void *)gs_library_init, &info) || !realpath(info.dli_fname, folder))
		return;
	char *slash = strrchr(folder, '/');
	if (slash)
		slash[1] = '\0';
	load_shims();
}

/* -1: go on to the real dlopen. Called by our dlopen. */
HIDDEN __attribute__((used)) int gs_library_kind(const char *name, int flags)
{
	gs_real_init();
	if (!name || gs_role == GS_ROLE_NONE || !folder[0])
		return -1;
	const char *slash = strrchr(name, '/');
	const char *base = slash ? slash + 1 : name;
	for (int i = 0; i < N_KNOWN; i++) {
		size_t length = strlen(known[i].stem);
		if (!strncmp(base, known[i].stem, length) &&
			(base[length] == '\0' || base[length] == '.'))
			return i;
	}
	return -1;
}

/* Its file, or NULL: nothing is known of it. */
static const char *look_into(void *handle, struct gs_symbols *symbols)
{
	struct link_map *map = NULL;
	if (dlinfo(handle, RTLD_DI_LINKMAP, &map) || !map ||
		!gs_symbols_open(symbols, map->l_addr, map->l_ld))
		return NULL;
	symbols->file = map->l_name;
	return map->l_name;
}

static bool is_loaded_as(void *handle, const char *soname)
{
	void *other = gs_real_dlopen(soname, RTLD_LAZY | RTLD_NOLOAD);
	if (other)
		gs_real_dlclose(other);
	else
		dlerror(); /* which is the program's */
	return other == handle;
}

/* The shim, which needs the library of that soname, can stand for it. A vendor's library may have
 * another one, and yet be what the loader finds by that name. ANGLE's is not, and the GL that it
 * opens, or that a library opens which was taken for its like, is not the program's. */
static bool shim_stands_for(void *handle, int kind, const void *caller)
{
	struct gs_symbols symbols;
	Dl_info info;
	if (dladdr(caller, &info) && gs_real_is_of_foreign(info.dli_fname))
		return false;
	if (!look_into(handle, &symbols))
		return false;
	if ((!symbols.soname || strcmp(symbols.soname, known[kind].soname)) &&
		!is_loaded_as(handle, known[kind].soname))
		return false; /* something else of that name */
	gs_real_take(known[kind].soname, &symbols);
	return true;
}

struct shim_info {
	uint64_t n;
	const char *names; /* one after the other, NUL-terminated */
	void **table;
};

static bool fill_shim(void *shim)
{
	const struct shim_info *info = dlsym(shim, "gs_shim_info");
	if (!info)
		return false;
	const char *name = info->names;
	for (uint64_t i = 0; i < info->n; i++, name += strlen(name) + 1) {
		int function = gs_data_find(name);
		if (function < 0)
			return false;
		info->table[i] = gs_wrappers[function];
	}
	return true;
}

/* The program opens a GL library. Called by our dlopen. */
HIDDEN __attribute__((used)) void *gs_library_open(
	const char *name, int flags, int kind, const void *caller)
{
	char path[PATH_MAX + 64];
	flags &= ~gs_dlopen_drop;
	void *handle = gs_dlopen_for(caller, name, flags);
	if (!handle || !shim_stands_for(handle, kind, caller))
		return handle;
	gs_text_join(path, sizeof path, folder, known[kind].shim, NULL);
	void *shim = gs_real_dlopen(path, flags & ~RTLD_NOLOAD);
	if (!shim || !fill_shim(shim)) {
		gs_note("a library of glstep is missing or has another version: calls into "
			"libraries that are opened with dlopen are not seen");
		dlerror();
		return handle;
	}
	gs_real_dlclose(handle); /* the shim holds it */
	gs_real_look();
	load_shims();
	return shim;
}

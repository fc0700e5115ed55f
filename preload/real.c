/* SPDX-License-Identifier: MIT */
/* The driver's functions: looked up in the real libraries, never by a name that could lead back to
 * a wrapper. */
#include <dlfcn.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include "preload/core.h"

HIDDEN void *gs_real_table[GS_N_FUNCTIONS];

enum { GL, OPENGL, GLES2, GLES1, EGL, GLX, OSMESA, N_LIBRARIES };
static struct {
	const char *soname;
	void *handle; /* kept for ever: the table points into it */
} libraries[N_LIBRARIES] = {
	[GL] = {"libGL.so.1", NULL},
	[OPENGL] = {"libOpenGL.so.0", NULL},
	[GLES2] = {"libGLESv2.so.2", NULL},
	[GLES1] = {"libGLESv1_CM.so.1", NULL},
	[EGL] = {"libEGL.so.1", NULL},
	[GLX] = {"libGLX.so.0", NULL},
	[OSMESA] = {"libOSMesa.so.8", NULL},
};

static void *library_handle(int library, bool load)
{
	void *handle = __atomic_load_n(&libraries[library].handle, __ATOMIC_ACQUIRE);
	if (handle)
		return handle;
	handle = gs_real_dlopen(libraries[library].soname, RTLD_LAZY | (load ? 0 : RTLD_NOLOAD));
	if (handle)
		__atomic_store_n(&libraries[library].handle, handle, __ATOMIC_RELEASE);
	return handle;
}

static void *look_in(const int *order, const char *name, bool load)
{
	for (; *order >= 0; order++) {
		void *handle = library_handle(*order, load);
		void *real = handle ? dlsym(handle, name) : NULL;
		if (real)
			return real;
	}
	return NULL;
}

bool gs_real_loaded(bool egl)
{
	gs_real_init();
	return egl ? library_handle(EGL, false) != NULL
		   : library_handle(GLX, false) || library_handle(GL, false);
}

typedef void *get_proc_address(const char *name);

static void *ask(unsigned function, int library, const char *name)
{
	if (!library_handle(library, false))
		return NULL;
	get_proc_address *get = (get_proc_address *)gs_real(function);
	return get ? get(name) : NULL;
}

static const int *libraries_of(const char *name)
{
	static const int gl[] = {GL, OPENGL, GLES2, GLES1, -1}, glx[] = {GL, GLX, -1},
			 egl[] = {EGL, -1};
	return !strncmp(name, "egl", 3) ? egl : !strncmp(name, "glX", 3) ? glx : gl;
}

static void *look(const char *name)
{
	bool is_egl = !strncmp(name, "egl", 3), is_glx = !strncmp(name, "glX", 3);
	const int *order = libraries_of(name);
	/* It has GL's functions too, for contexts that only it knows: what the program is linked
	 * with. */
	void *next = !is_egl && !is_glx && library_handle(OSMESA, false) ? dlsym(RTLD_NEXT, name)
									 : NULL;
	if (next)
		return next;
	void *real = look_in(order, name, false);
	if (!strcmp(name, "glXGetProcAddressARB") || !strcmp(name, "eglGetProcAddress"))
		return real ? real : look_in(order, name, true);
	if (!real && !is_egl)
		real = ask(GS_FN_glXGetProcAddressARB, GLX, name);
	if (!real && !is_glx)
		real = ask(GS_FN_eglGetProcAddress, EGL, name);
	return real ? real : look_in(order, name, true);
}

static void remember(unsigned function, void *real)
{
	void *none = NULL;
	__atomic_compare_exchange_n(
		&gs_real_table[function], &none, real, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED);
}

void gs_real_offer(unsigned function, void *real)
{
	if (gs_real_table[function])
		return;
	void *better = look_in(libraries_of(gs_data_name(function)), gs_data_name(function), false);
	remember(function, better ? better : real);
}

void *gs_real_find(unsigned function)
{
	if (function >= GS_N_FUNCTIONS)
		return NULL;
	gs_real_init();
	void *real = look(gs_data_name(function));
	if (real)
		remember(function, real);
	return real;
}

static bool is_mapped(void)
{
	static const char *const names[] = {"/libGLdispatch.so", "/libGL.so", "/libEGL.so",
		"/libGLESv2.so", "/libOpenGL.so", "/libGLX.so"};
	char text[8192];
	size_t kept = 0;
	ssize_t n;
	bool found = false;
	int fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
	while (fd >= 0 && !found && (n = read(fd, text + kept, sizeof text - 1 - kept)) > 0) {
		kept += (size_t)n;
		text[kept] = '\0';
		for (size_t i = 0; i < sizeof names / sizeof *names; i++)
			found = found || strstr(text, names[i]);
		size_t keep = kept < 64 ? kept : 64; /* a name may lie across */
		memmove(text, text + kept - keep, keep);
		kept = keep;
	}
	if (fd >= 0)
		close(fd);
	return found;
}

bool gs_real_has_osmesa(void)
{
	return library_handle(OSMESA, false) != NULL;
}

const char *gs_real_unreachable(void)
{
	for (int i = 0; i < OSMESA; i++)
		if (library_handle(i, false))
			return NULL; /* the program could have called it */
	if (gs_real_has_osmesa())
		return "it draws with OSMesa, loaded while it runs, where glstep does not see its "
		       "calls: link it with -lOSMesa";
	if (is_mapped())
		return "it has loaded GL into a namespace of its own (dlmopen), where glstep does "
		       "not see its calls: load it with dlopen";
	return NULL;
}

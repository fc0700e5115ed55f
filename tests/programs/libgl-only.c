/* SPDX-License-Identifier: MIT */
/* Preloaded: who opens libGLX or libOpenGL gets libGL, which has the functions of both.
 * apitrace 11.1 takes the place of libGL only, and GLFW 3.4 opens libGLX: it would record no
 * context and no swap. */
#include <dlfcn.h>
#include <string.h>

__attribute__((visibility("default"))) void *dlopen(const char *name, int flags)
{
	void *(*next)(const char *, int) = (void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen");
	if (name && (strncmp(name, "libGLX.so", 9) == 0 || strncmp(name, "libOpenGL.so", 12) == 0))
		name = "libGL.so.1";
	return next(name, flags);
}

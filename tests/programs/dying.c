/* SPDX-License-Identifier: MIT */
/* Preloaded: the driver dies in glDrawArrays. */
#include <dlfcn.h>
#include <signal.h>
#include <string.h>

static void die(void)
{
	raise(SIGSEGV);
}

typedef void (*function)(void);

__attribute__((visibility("default"))) function glXGetProcAddress(const unsigned char *name)
{
	function (*next)(const unsigned char *) = (function(*)(const unsigned char *))dlsym(
		RTLD_NEXT, "glXGetProcAddress");
	return strcmp((const char *)name, "glDrawArrays") == 0 ? die : next(name);
}

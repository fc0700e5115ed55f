/* SPDX-License-Identifier: MIT */
/* Preloaded: whenever the program itself asks for the time, a hundredth of a second has passed; so
 * two runs of one that moves by its clock draw the same. Libraries have the real one. */
#include <dlfcn.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/time.h>
#include <time.h>

static bool is_program(const void *caller)
{
	Dl_info info;
	struct link_map *map;
	return dladdr1(caller, &info, (void **)&map, RTLD_DL_LINKMAP) && !*map->l_name;
}

static struct timespec next(void)
{
	static int64_t asked = 100000;
	asked++;
	return (struct timespec){asked / 100, asked % 100 * 10000000};
}

__attribute__((visibility("default"))) int clock_gettime(clockid_t clock, struct timespec *to)
{
	int (*real)(clockid_t, struct timespec *) = (int (*)(clockid_t, struct timespec *))dlsym(
		RTLD_NEXT, "clock_gettime");
	if (!is_program(__builtin_return_address(0)))
		return real(clock, to);
	*to = next();
	return 0;
}

__attribute__((visibility("default"))) int gettimeofday(
	struct timeval *restrict to, void *restrict zone)
{
	int (*real)(struct timeval *, void *) = (int (*)(struct timeval *, void *))dlsym(
		RTLD_NEXT, "gettimeofday");
	struct timespec time;
	if (!is_program(__builtin_return_address(0)))
		return real(to, zone);
	time = next();
	*to = (struct timeval){time.tv_sec, time.tv_nsec / 1000};
	return 0;
}

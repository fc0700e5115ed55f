/* SPDX-License-Identifier: MIT */
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>
#include "preload/core/core.h"
#include "preload/core/roomy-stack.h"

enum {
	ROOM = 256 << 10, /* a driver that compiles shaders takes some 60 KiB, and more of larger
			     ones */
	SIZE = 8 << 20,	  /* of address space: what is not used takes no memory */
};

struct detour {
	void (*function)(void *data);
	void *data;
};

/* makecontext passes ints. */
static void run(unsigned high, unsigned low)
{
	struct detour *detour = (struct detour *)(uintptr_t)((uint64_t)high << 32 | low);
	detour->function(detour->data);
}

/* The first thread's stack grows; thread numbers are not asked of the kernel, as a seccomp filter
 * may end the program for that. One whose bounds are not those of its thread is a coroutine's. */
static bool has_room(void)
{
	pthread_attr_t attributes;
	void *lowest;
	size_t size;
	if (gs_self.tid == getpid() || pthread_getattr_np(pthread_self(), &attributes) != 0)
		return true;
	bool known = pthread_attr_getstack(&attributes, &lowest, &size) == 0;
	pthread_attr_destroy(&attributes);
	uintptr_t left = (uintptr_t)__builtin_frame_address(0) - (uintptr_t)lowest;
	return !known || (left <= size && left >= ROOM);
}

void gs_with_room(void (*function)(void *data), void *data)
{
	struct detour detour = {function, data};
	uint64_t at = (uintptr_t)&detour;
	ucontext_t here, there;
	char *inside = gs_self.inside;
	void *stack = has_room() ? MAP_FAILED
				 : mmap(NULL, SIZE, PROT_READ | PROT_WRITE,
					   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK,
					   -1, 0);
	if (stack == MAP_FAILED || getcontext(&there) != 0) {
		function(data);
	} else {
		there.uc_stack.ss_sp = stack;
		there.uc_stack.ss_size = SIZE;
		there.uc_link = &here;
		makecontext(&there, (void (*)(void))run, 2, (unsigned)(at >> 32), (unsigned)at);
		if (inside) /* calls of GL from there are deeper than it, too */
			gs_self.inside = (char *)stack + SIZE;
		swapcontext(&here, &there);
		gs_self.inside = inside;
	}
	if (stack != MAP_FAILED)
		munmap(stack, SIZE);
}

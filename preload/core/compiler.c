/* SPDX-License-Identifier: MIT */
/*
 * Whether the driver can still compile shaders: not where the process has forbidden itself to make
 * code, or runs what is registered for its exit and has come to what a driver has registered. What
 * is registered last runs first. A driver registers some of it when it is loaded or a context is
 * made current, and some when it first compiles a shader: our note stands behind each of these. A
 * handler of the program that runs before it may still be debugged.
 */
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>
#include "preload/core/core.h"
#include "preload/core/gl.h"

typedef int register_func(void (*function)(void *), void *data, void *library);

static _Atomic bool is_watched, is_ending;
static _Atomic(register_func *) real_register;
extern void *__dso_handle;

static void note_end(void *unused)
{
	(void)unused;
	is_ending = true;
}

static register_func *find_real(void)
{
	register_func *real = atomic_load(&real_register);
	if (!real) {
		*(void **)&real = dlsym(RTLD_NEXT, "__cxa_atexit");
		atomic_store(&real_register, real);
	}
	return real;
}

/* The handle of an executable that lies at a fixed address is NULL. */
static bool is_of_executable(const void *library)
{
	const ElfW(Phdr) *headers = (const ElfW(Phdr) *)getauxval(AT_PHDR);
	const size_t n = headers ? getauxval(AT_PHNUM) : 0;
	uintptr_t base = 0;
	for (size_t i = 0; i < n; i++)
		if (headers[i].p_type == PT_PHDR)
			base = (uintptr_t)headers - headers[i].p_vaddr;
	for (size_t i = 0; i < n; i++)
		if (headers[i].p_type == PT_LOAD &&
			(uintptr_t)library - base - headers[i].p_vaddr < headers[i].p_memsz)
			return true;
	return !library;
}

static void note_when_it_ends(void)
{
	find_real()(note_end, NULL, &__dso_handle);
}

/* atexit, too, comes to this. */
__attribute__((visibility("default"))) int __cxa_atexit(
	void (*function)(void *), void *data, void *library)
{
	int result = find_real()(function, data, library);
	if (is_watched && !is_of_executable(library))
		note_when_it_ends();
	return result;
}

void gs_process_watch_end(void)
{
	if (!atomic_exchange(&is_watched, true))
		note_when_it_ends();
}

static bool compiles_for_processor(void)
{
	const char *renderer = (const char *)GL(glGetString)(GL_RENDERER);
	return renderer && strstr(renderer, "llvmpipe");
}

/* PR_SET_MDWE, SELinux and seccomp filters can forbid it. Asked at each draw of a pixel's history:
 * a page of ours stays for it. */
static bool may_make_code(void)
{
	static _Atomic(void *) page;
	const size_t size = (size_t)sysconf(_SC_PAGESIZE);
	void *at = atomic_load(&page);
	if (!at) {
		at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (at == MAP_FAILED)
			return true;
		atomic_store(&page, at);
	}
	return mprotect(at, size, PROT_READ | PROT_EXEC) == 0 &&
	       mprotect(at, size, PROT_READ | PROT_WRITE) == 0;
}

const char *gs_compiler_is_gone(void)
{
	if (is_ending)
		return "the program is ending: this call is made while its libraries are taken "
		       "down, when a driver compiles no shaders any more";
	if (compiles_for_processor() && !may_make_code())
		return "the program has forbidden itself to make code (PR_SET_MDWE, SELinux or a "
		       "seccomp filter), and its driver compiles shaders for the processor: it can "
		       "draw nothing that it has not drawn before";
	return NULL;
}

/* SPDX-License-Identifier: MIT */
/*
 * PTRACE_TRACEME of a program whose parent is glstep, which traces it already: the program has what
 * it asks for, as without glstep, where that call succeeds once. Some ask to find out whether they
 * are debugged. Nobody but the parent could wait for the stops that it asks for.
 */
#include <errno.h>
#include <stdarg.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "preload/core/core.h"

/* The tracer is a thread of the parent. */
static bool is_child_of_tracer(void)
{
	char path[64], parent[24], thread[24];
	struct stat st;
	long tracer = gs_process_tracer();
	if (!gs_wire || !tracer || tracer != (long)gs_wire->tracer)
		return false;
	gs_text_join(path, sizeof path, "/proc/", gs_text_number(parent, getppid()), "/task/",
		gs_text_number(thread, tracer), NULL);
	return stat(path, &st) == 0;
}

/* As the C library's, whose result is the word where one is asked for. */
static long ask_kernel(long request, pid_t pid, void *address, void *data)
{
	bool asks = request == PTRACE_PEEKTEXT || request == PTRACE_PEEKDATA ||
		    request == PTRACE_PEEKUSER;
	long word = 0, result;
	result = syscall(SYS_ptrace, request, pid, address, asks ? (void *)&word : data);
	if (!asks || result < 0)
		return result;
	errno = 0;
	return word;
}

__attribute__((visibility("default"))) long ptrace(enum __ptrace_request request, ...)
{
	static _Atomic bool is_asked;
	va_list rest;
	va_start(rest, request);
	pid_t pid = va_arg(rest, pid_t);
	void *address = va_arg(rest, void *);
	void *data = va_arg(rest, void *);
	va_end(rest);
	if (request == PTRACE_TRACEME && is_child_of_tracer() && !atomic_exchange(&is_asked, true))
		return 0;
	return ask_kernel(request, pid, address, data);
}

/* SPDX-License-Identifier: MIT */
/*
 * Preloaded under glstep: what it starts is killed as soon as it is there (KILL_STARTED=early), or
 * as soon as it is traced (KILL_STARTED=traced).
 */
#include <dlfcn.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

static bool is_asked(const char *when)
{
	const char *asked = getenv("KILL_STARTED");
	return asked && strcmp(asked, when) == 0;
}

__attribute__((visibility("default"))) pid_t fork(void)
{
	pid_t (*next)(void) = (pid_t(*)(void))dlsym(RTLD_NEXT, "fork");
	siginfo_t ended;
	pid_t pid = next();
	if (!is_asked("early"))
		return pid;
	if (pid == 0)
		raise(SIGKILL);
	waitid(P_PID, (id_t)pid, &ended, WEXITED | WNOWAIT);
	return pid;
}

__attribute__((visibility("default"))) long ptrace(enum __ptrace_request request, ...)
{
	long (*next)(enum __ptrace_request, ...) = (long (*)(enum __ptrace_request, ...))dlsym(
		RTLD_NEXT, "ptrace");
	va_list arguments;
	va_start(arguments, request);
	pid_t pid = va_arg(arguments, pid_t);
	void *address = va_arg(arguments, void *), *data = va_arg(arguments, void *);
	va_end(arguments);
	long result = next(request, pid, address, data);
	if (request == PTRACE_SEIZE && result == 0 && is_asked("traced"))
		kill(pid, SIGKILL);
	return result;
}

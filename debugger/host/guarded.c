/* SPDX-License-Identifier: MIT */
/*
 * Faults of the preload library's guarded copies (header.copy, preload/core/guarded-copy.c): the
 * thread goes on where the copy has failed, and the program's handlers never hear of it. What the
 * header says comes from the program, and concerns its own thread alone.
 */
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include "debugger/host/private.h"

#if defined(__x86_64__)

bool gs_host_passes_fault(struct gs_host *host, const struct tracee *tracee, int signal)
{
	const struct gs_wire_copy copy = host_header(host)->copy;
	struct user_regs_struct regs;
	siginfo_t info;
	if ((signal != SIGSEGV && signal != SIGBUS) || tracee->tgid != host_owner(host) ||
		ptrace(PTRACE_GETSIGINFO, tracee->tid, 0, &info) < 0 || info.si_code <= 0 ||
		ptrace(PTRACE_GETREGS, tracee->tid, 0, &regs) < 0 || regs.rip < copy.begin ||
		regs.rip >= copy.end)
		return false;
	regs.rip = copy.out;
	return ptrace(PTRACE_SETREGS, tracee->tid, 0, &regs) == 0;
}

#else

bool gs_host_passes_fault(struct gs_host *host, const struct tracee *tracee, int signal)
{
	(void)host;
	(void)tracee;
	(void)signal;
	return false;
}

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Faults of the preload library's guarded copies (header.copy, preload/core/guarded-copy.c): the
 * thread goes on where the copy has failed, and the program's handlers never hear of it. What the
 * header says comes from the program, and concerns its own thread alone.
 */
#include <signal.h>
#include <sys/ptrace.h>
#include "debugger/host/arch/arch.h"
#include "debugger/host/private.h"

bool gs_host_passes_fault(struct gs_host *host, const struct tracee *tracee, int signal)
{
	const struct gs_wire_copy copy = host_header(host)->copy;
	siginfo_t info;
	return (signal == SIGSEGV || signal == SIGBUS) && tracee->tgid == host_owner(host) &&
	       ptrace(PTRACE_GETSIGINFO, tracee->tid, 0, &info) == 0 && info.si_code > 0 &&
	       gs_arch_leave_copy(tracee->tid, &copy);
}

/* SPDX-License-Identifier: MIT */
/*
 * Our interrupt ends a thread's system call. The kernel makes most of them again by itself; some
 * fail with EINTR instead, as behind SIGSTOP and SIGCONT (signal(7), "Interruption of system calls
 * and library functions by stop signals"). Those are made again here, on x86-64: no signal was
 * there. A wait with a time limit waits for all of it anew. connect is not made again, as that
 * would fail with EALREADY.
 */
#include <sys/syscall.h>
#include "debugger/host/arch/arch.h"
#include "debugger/host/private.h"

static bool is_lost(long call)
{
	switch (call) {
#ifdef SYS_epoll_wait
	case SYS_epoll_wait:
#endif
	case SYS_epoll_pwait:
#ifdef SYS_epoll_pwait2
	case SYS_epoll_pwait2:
#endif
	case SYS_semop:
	case SYS_semtimedop:
	case SYS_rt_sigtimedwait:
	case SYS_io_getevents:
	/* of sockets with a time limit; nothing was transferred */
	case SYS_accept:
	case SYS_accept4:
	case SYS_recvfrom:
	case SYS_recvmsg:
	case SYS_sendto:
	case SYS_sendmsg:
		return true;
	default:
		return false;
	}
}

void gs_host_make_call_again(const struct tracee *tracee)
{
	if (is_lost(gs_arch_interrupted_call(tracee->tid)) && !gs_host_proc_has_signal(tracee->tid))
		gs_arch_make_call_again(tracee->tid);
}

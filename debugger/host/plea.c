/* SPDX-License-Identifier: MIT */
/*
 * A process that cannot open the shared memory by its name asks for it
 * (preload/core/shared/wire-ask.c): it has sent itself a signal, and is given the memory through a
 * socket of its own before that is delivered. What it says is its own affair: it gets the memory
 * only with this run's nonce, as all processes have that load the library.
 */
#include <errno.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "debugger/base/debug-log.h"
#include "debugger/host/private.h"
#include "wire/plea.h"

#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434 /* Linux 5.3 */
#endif
#ifndef SYS_pidfd_getfd
#define SYS_pidfd_getfd 438 /* Linux 5.6 */
#endif

static bool read_plea(pid_t tid, uint64_t at, struct gs_wire_plea *plea)
{
	union {
		struct gs_wire_plea plea;
		long words[sizeof(struct gs_wire_plea) / sizeof(long)];
	} all;
	G_STATIC_ASSERT(sizeof all.words == sizeof all.plea);
	for (size_t i = 0; i < G_N_ELEMENTS(all.words); i++) {
		errno = 0;
		all.words[i] = ptrace(PTRACE_PEEKDATA, tid, at + i * sizeof(long), 0);
		if (errno)
			return false;
	}
	*plea = all.plea;
	return true;
}

static bool is_for(struct gs_host *host, const struct gs_wire_plea *plea)
{
	return plea->magic == GS_WIRE_MAGIC &&
	       memcmp(plea->nonce, host_header(host)->nonce, sizeof plea->nonce) == 0;
}

static bool send_memory(int socket, int memory)
{
	union {
		struct cmsghdr head;
		char space[CMSG_SPACE(sizeof(int))];
	} control = {.head = {CMSG_LEN(sizeof memory), SOL_SOCKET, SCM_RIGHTS}};
	char byte = 0;
	struct iovec data = {&byte, 1};
	const struct msghdr message = {.msg_iov = &data,
		.msg_iovlen = 1,
		.msg_control = &control,
		.msg_controllen = sizeof control};
	memcpy(CMSG_DATA(&control.head), &memory, sizeof memory);
	return sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL) > 0;
}

/* A copy of that descriptor of the process. */
static int take_descriptor(pid_t pid, int fd)
{
	int process = (int)syscall(SYS_pidfd_open, pid, 0);
	int copy = process < 0 ? -1 : (int)syscall(SYS_pidfd_getfd, process, fd, 0);
	if (process >= 0)
		close(process);
	return copy;
}

bool gs_host_hears_plea(struct gs_host *host, const struct tracee *tracee, int signal)
{
	struct gs_wire_plea plea;
	siginfo_t info;
	if (signal != GS_WIRE_PLEA_SIGNAL || ptrace(PTRACE_GETSIGINFO, tracee->tid, 0, &info) < 0 ||
		info.si_code != SI_QUEUE || !info.si_value.sival_ptr ||
		!read_plea(tracee->tid, (uintptr_t)info.si_value.sival_ptr, &plea) ||
		!is_for(host, &plea))
		return false;
	int socket = take_descriptor(tracee->tgid, plea.socket);
	bool good = socket >= 0 && send_memory(socket, host->wire_fd);
	g_autofree char *link = g_strdup_printf("/proc/%d/exe", (int)tracee->tgid);
	g_autofree char *path = g_file_read_link(link, NULL);
	gs_debug_log(GS_DEBUG_HOST, "%s the shared memory to %s", good ? "hands" : "cannot hand",
		path ? path : "a process");
	if (!good)
		gs_host_hide(host, HIDDEN_USER, path ? path : "a process of it");
	if (socket >= 0)
		close(socket);
	return true;
}

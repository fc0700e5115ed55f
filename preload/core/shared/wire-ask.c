/* SPDX-License-Identifier: MIT */
/*
 * The shared memory, asked of the debugger. The kernel refuses /proc/PID/fd/N to a process in a
 * user namespace of its own, as sandboxes of users have. The debugger traces this process, and can
 * take a copy of its descriptors: so it is told of a socket, and sends the memory through it.
 *
 * It is told by a signal that this thread sends to itself, which a tracer sees, and which does
 * nothing where there is none.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "preload/core/core.h"
#include "wire/plea.h"

long gs_process_tracer(void)
{
	char text[1024];
	int fd = gs_open("/proc/self/status", O_RDONLY);
	ssize_t n = fd < 0 ? 0 : syscall(SYS_read, fd, text, sizeof text - 1);
	if (fd >= 0)
		gs_close(fd);
	text[n > 0 ? n : 0] = '\0';
	const char *line = strstr(text, "\nTracerPid:");
	return line ? strtol(line + strlen("\nTracerPid:"), NULL, 10) : 0;
}

/* Is the process that has made the name, /proc/PID/fd/N, the one that traces us? */
static bool is_traced_by(const char *name)
{
	static const char tasks[] = "/task/";
	char path[64], number[24];
	struct stat st;
	long tracer = gs_process_tracer();
	const char *end = strstr(name, "/fd/");
	if (tracer <= 0 || !end ||
		(size_t)(end - name) + sizeof tasks + sizeof number > sizeof path)
		return false;
	memcpy(path, name, (size_t)(end - name));
	gs_text_join(path + (end - name), sizeof path - (size_t)(end - name), tasks,
		gs_text_number(number, tracer), NULL);
	return stat(path, &st) == 0;
}

/* It returns when the debugger has looked. */
static void tell(const struct gs_wire_plea *plea)
{
	sigset_t wanted, before;
	siginfo_t info;
	memset(&info, 0, sizeof info);
	info.si_signo = GS_WIRE_PLEA_SIGNAL;
	info.si_code = SI_QUEUE;
	info.si_pid = getpid();
	info.si_uid = getuid();
	info.si_value.sival_ptr = (void *)plea;
	sigemptyset(&wanted);
	sigaddset(&wanted, GS_WIRE_PLEA_SIGNAL);
	pthread_sigmask(SIG_UNBLOCK, &wanted, &before);
	syscall(SYS_rt_tgsigqueueinfo, getpid(), (pid_t)syscall(SYS_gettid), GS_WIRE_PLEA_SIGNAL,
		&info);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* -1: nothing has come. */
static int receive(int socket)
{
	union {
		struct cmsghdr head;
		char space[CMSG_SPACE(sizeof(int))];
	} control;
	char byte;
	struct iovec data = {&byte, 1};
	struct msghdr message = {.msg_iov = &data,
		.msg_iovlen = 1,
		.msg_control = &control,
		.msg_controllen = sizeof control};
	int fd = -1;
	if (syscall(SYS_recvmsg, socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC) <= 0)
		return -1;
	const struct cmsghdr *head = CMSG_FIRSTHDR(&message);
	if (head && head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS &&
		head->cmsg_len == CMSG_LEN(sizeof fd))
		memcpy(&fd, CMSG_DATA(head), sizeof fd);
	return fd;
}

int gs_wire_ask(const char *name, const char *nonce)
{
	struct gs_wire_plea plea = {.magic = GS_WIRE_MAGIC};
	int ends[2], fd = -1;
	if (strlen(nonce) >= sizeof plea.nonce || !is_traced_by(name) ||
		syscall(SYS_socketpair, AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
		return -1;
	memcpy(plea.nonce, nonce, strlen(nonce));
	plea.socket = ends[1];
	tell(&plea);
	fd = receive(ends[0]);
	gs_close(ends[0]);
	gs_close(ends[1]);
	return fd;
}

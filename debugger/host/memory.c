/* SPDX-License-Identifier: MIT */
/* The program's memory, and what /proc says of it. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/xattr.h>
#include <unistd.h>
#include "debugger/host/private.h"

enum { STATUS_VALID = 20000 }; /* microseconds */

bool gs_host_read(struct gs_host *host, uint64_t address, void *buffer, size_t size)
{
	pid_t pid = atomic_load(&host->memory_pid);
	struct iovec to = {buffer, size};
	struct iovec from = {(void *)(uintptr_t)address, size};

	if (size == 0)
		return true;
	if (pid <= 0 || atomic_load(&host->gone))
		return false;
	return process_vm_readv(pid, &to, 1, &from, 1, 0) == (ssize_t)size;
}

char *gs_host_read_string(struct gs_host *host, uint64_t address, size_t max)
{
	GString *text = g_string_new(NULL);
	char chunk[4096];

	while (text->len < max) {
		uint64_t at = address + text->len;
		/* never over a page's end: the next one may not be there */
		size_t size = MIN(sizeof chunk - at % sizeof chunk, max - text->len);
		if (!gs_host_read(host, at, chunk, size)) {
			g_string_free(text, TRUE);
			return NULL;
		}
		size_t length = strnlen(chunk, size);
		g_string_append_len(text, chunk, (gssize)length);
		if (length < size)
			break;
	}
	return g_string_free(text, FALSE);
}

static bool read_status(pid_t tid, char *text, size_t size)
{
	char path[40];
	snprintf(path, sizeof path, "/proc/%d/status", (int)tid);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	ssize_t n = read(fd, text, size - 1);
	close(fd);
	text[n > 0 ? n : 0] = '\0';
	return n > 0;
}

pid_t gs_host_proc_tgid(pid_t tid)
{
	char text[4096];
	if (!read_status(tid, text, sizeof text))
		return 0;
	const char *line = strstr(text, "\nTgid:");
	return line ? (pid_t)strtol(line + 6, NULL, 10) : 0;
}

char *gs_host_proc_tracer(pid_t pid)
{
	char text[4096];
	const char *line = read_status(pid, text, sizeof text) ? strstr(text, "\nTracerPid:")
							       : NULL;
	long tracer = line ? strtol(line + strlen("\nTracerPid:"), NULL, 10) : 0;
	tracer = tracer > 0 ? gs_host_proc_tgid((pid_t)tracer) : 0;
	if (tracer <= 0)
		return NULL;
	g_autofree char *path = g_strdup_printf("/proc/%ld/comm", tracer);
	g_autofree char *name = NULL;
	g_file_get_contents(path, &name, NULL, NULL);
	return g_strdup_printf("process %ld (%s)", tracer, name ? g_strchomp(name) : "unknown");
}

bool gs_host_proc_in_our_namespace(pid_t pid)
{
	char path[40];
	struct stat own, other;
	snprintf(path, sizeof path, "/proc/%d/ns/pid", (int)pid);
	return stat(path, &other) != 0 || stat("/proc/self/ns/pid", &own) != 0 ||
	       own.st_ino == other.st_ino;
}

static uint64_t mask_of(const char *text, const char *name)
{
	const char *line = strstr(text, name);
	return line ? strtoull(line + strlen(name), NULL, 16) : 0;
}

/* Its file gives it some, and it has none. */
static bool lacks_capabilities(pid_t pid, const char *path)
{
	char text[4096];
	return getxattr(path, "security.capability", NULL, 0) > 0 &&
	       read_status(pid, text, sizeof text) && !mask_of(text, "\nCapPrm:");
}

char *gs_host_proc_lost_privileges(pid_t pid)
{
	struct stat file, process;
	g_autofree char *folder = g_strdup_printf("/proc/%d", (int)pid);
	g_autofree char *path = g_strdup_printf("%s/exe", folder);
	if (stat(folder, &process) < 0 || stat(path, &file) < 0) /* of its effective user */
		return NULL;
	bool lacks_user = file.st_mode & S_ISUID && file.st_uid != process.st_uid;
	bool lacks_group = (file.st_mode & (S_ISGID | S_IXGRP)) == (S_ISGID | S_IXGRP) &&
			   file.st_gid != process.st_gid;
	return lacks_user || lacks_group || lacks_capabilities(pid, path)
		       ? g_file_read_link(path, NULL)
		       : NULL;
}

bool gs_host_proc_has_signal(pid_t tid)
{
	char text[4096];
	return !read_status(tid, text, sizeof text) ||
	       (mask_of(text, "\nSigPnd:") | mask_of(text, "\nShdPnd:")) &
		       ~mask_of(text, "\nSigBlk:");
}

static bool ends_by_default(int signal)
{
	switch (signal) {
	case SIGCHLD:
	case SIGCONT:
	case SIGURG:
	case SIGWINCH:
	case SIGSTOP:
	case SIGTSTP:
	case SIGTTIN:
	case SIGTTOU:
		return false;
	default:
		return true;
	}
}

/* Timers and the like may come 20,000 times a second, and nobody removes their handler to die by
 * them. */
static bool may_come_in_storms(int signal)
{
	return signal == SIGALRM || signal == SIGVTALRM || signal == SIGPROF || signal == SIGIO ||
	       signal == SIGUSR1 || signal == SIGUSR2 || signal >= 32;
}

bool gs_host_proc_signal_is_fatal(struct gs_host *host, pid_t tid, int signal)
{
	char text[4096];
	gint64 now = g_get_monotonic_time();
	uint64_t bit = 1ull << (signal - 1);

	if (!ends_by_default(signal))
		return false;
	if (may_come_in_storms(signal) && host->handled & bit && now < host->handled_until)
		return false;
	if (!read_status(tid, text, sizeof text))
		return false;
	/* A blocked one does not get here, except a fault's, whose handler the kernel has removed
	 * then. */
	host->handled = mask_of(text, "\nSigCgt:") | mask_of(text, "\nSigIgn:");
	host->handled_until = now + STATUS_VALID;
	return !(host->handled & bit);
}

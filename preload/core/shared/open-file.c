/* SPDX-License-Identifier: MIT */
/* Descriptors of our own, by system calls: what the program has put before the C library's
 * functions does not see them. */
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "preload/core/core.h"

int gs_open(const char *path, int flags)
{
	int fd = (int)syscall(SYS_openat, AT_FDCWD, path, flags | O_CLOEXEC | O_NOCTTY);
	if (fd < 0 || fd > STDERR_FILENO)
		return fd;
	int higher = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	gs_close(fd);
	return higher;
}

void gs_close(int fd)
{
	syscall(SYS_close, fd);
}

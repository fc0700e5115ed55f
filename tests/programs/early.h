/* SPDX-License-Identifier: MIT */
/* For programs that have all they need before they begin. */
#ifndef GS_TESTS_EARLY_H
#define GS_TESTS_EARLY_H

#include <dlfcn.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

/* From now on whoever opens a file in this thread ends the program. */
static inline void forbid_opening(void)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 1, 0),
#ifdef SYS_open
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_open, 0, 1),
#else
		BPF_JUMP(BPF_JMP | BPF_JA, 1, 0, 0),
#endif
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog filter = {sizeof code / sizeof *code, code};
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
		prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter)) {
		fprintf(stderr, "no seccomp filter: %s\n", strerror(errno));
		exit(99);
	}
}

/* A library in the folder of the program. */
static inline void *open_beside(const char *program, const char *name)
{
	char path[4096];
	const char *slash = strrchr(program, '/');
	snprintf(
		path, sizeof path, "%.*s%s", slash ? (int)(slash + 1 - program) : 0, program, name);
	void *library = dlopen(path, RTLD_NOW);
	if (!library)
		fprintf(stderr, "%s\n", dlerror());
	return library;
}

/* with: whose context its thread draws with, "egl" or "glx"; NULL: it calls without one. 0: as it
 * should. */
static inline int open_constructor(const char *program, const char *with)
{
	if (with)
		setenv("TEST_CONSTRUCTOR", with, 1);
	void *library = open_beside(program, "libtest-constructor.so");
	const int *result = library ? dlsym(library, "constructor_result") : NULL;
	return result ? *result : 99;
}

#endif

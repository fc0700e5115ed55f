/* SPDX-License-Identifier: MIT */
/*
 * Which shared memory a program takes part in: a GL program (test-process) is started with memory
 * of our own making named in its environment. It may stop only if everything about that is right;
 * else it runs to its end and writes nothing there.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "wire/wire.h"

#define NONCE "0123456789abcdef0123456789abcdef"

static const struct memory {
	const char *name;
	const char *nonce; /* in the environment; NULL none */
	bool stops;
	bool foreign, unsealed, larger, untraced;
	uint32_t version;
	int tracer;	/* added to ours */
	bool no_tracer; /* 0 is named, as of a process that is not traced */
	bool other_namespace;
} memories[] = {
	{"right", NONCE, .stops = true},
	{"of another user", NONCE, .foreign = true},
	{"not sealed", NONCE, .unsealed = true},
	{"of another size", NONCE, .larger = true},
	{"of another version", NONCE, .version = 1},
	{"of another run", "fedcba9876543210fedcba9876543210"},
	{"of a run with a longer nonce", "0123456789abcdef"},
	{"without a nonce in the environment", ""},
	{"of an earlier version, in the environment", NULL},
	{"of another tracer", NONCE, .tracer = 1},
	{"and not traced", NONCE, .untraced = true},
	{"and not traced, nor said to be", NONCE, .untraced = true, .no_tracer = true},
	{"of another PID namespace", NONCE, .other_namespace = true},
};

static const char *program, *preload;

static void broken(const char *what)
{
	perror(what);
	exit(99);
}

static struct gs_wire_header *fill(int fd, const struct memory *m, int tracer)
{
	struct stat st;
	struct gs_wire_header *header = mmap(
		NULL, GS_WIRE_RINGS_OFFSET, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (header == MAP_FAILED || stat("/proc/self/ns/pid", &st) != 0)
		broken("memory");
	header->magic = GS_WIRE_MAGIC;
	header->version = GS_WIRE_VERSION + m->version;
	header->tracer = m->no_tracer ? 0 : (uint32_t)(tracer + m->tracer);
	strcpy(header->nonce, NONCE);
	header->pid_namespace = st.st_ino + m->other_namespace;
	atomic_store(&header->attached, 1);
	atomic_store(&header->first_stop, 1);
	return header;
}

/* A process of its user keeps it open until it is killed; *fd is its number there and here. */
static pid_t make_memory(const struct memory *m, int *fd)
{
	int ready[2];
	char byte;
	if (pipe(ready) != 0)
		broken("pipe");
	pid_t keeper = fork();
	if (keeper == 0) {
		if (m->foreign && setuid(65534) != 0)
			broken("setuid");
		int own = memfd_create("glstep-wire", MFD_CLOEXEC | MFD_ALLOW_SEALING);
		if (own < 0 ||
			ftruncate(own, (off_t)(GS_WIRE_SIZE + m->larger * GS_WIRE_PAGE)) != 0 ||
			(!m->unsealed && fcntl(own, F_ADD_SEALS, GS_WIRE_SEALS) != 0))
			broken("memfd");
		if (write(ready[1], &own, sizeof own) == sizeof own)
			pause();
		_exit(0);
	}
	close(ready[1]);
	if (read(ready[0], fd, sizeof *fd) != sizeof *fd || read(ready[0], &byte, 0) != 0)
		broken("keeper");
	close(ready[0]);
	return keeper;
}

static pid_t start_program(const char *named, bool traced)
{
	int go[2];
	char byte;
	if (pipe2(go, O_CLOEXEC) != 0)
		broken("pipe");
	pid_t pid = fork();
	if (pid == 0) {
		close(go[1]);
		(void)!read(go[0], &byte, 1);
		setenv(GS_WIRE_ENV, named, 1);
		setenv("LD_PRELOAD", preload, 1);
		execl(program, program, "plain", (char *)NULL);
		_exit(98);
	}
	if (traced && ptrace(PTRACE_SEIZE, pid, 0, (void *)PTRACE_O_EXITKILL) != 0)
		broken("ptrace");
	close(go[0]);
	close(go[1]);
	return pid;
}

/* True: it has stopped itself. */
static bool has_stopped(pid_t pid)
{
	int status;
	for (;;) {
		if (waitpid(pid, &status, WUNTRACED | __WALL) != pid)
			broken("waitpid");
		if (!WIFSTOPPED(status)) {
			if (status != 0)
				printf("it ended with wait status %d\n", status);
			return false;
		}
		if (WSTOPSIG(status) == SIGSTOP) {
			kill(pid, SIGKILL);
			waitpid(pid, &status, __WALL);
			return true;
		}
		ptrace(PTRACE_CONT, pid, 0, (long)WSTOPSIG(status));
	}
}

static bool check(const struct memory *m)
{
	char path[100], named[200];
	int number, tracer = (int)getpid();
	pid_t keeper = make_memory(m, &number);
	snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)keeper, number);
	snprintf(named, sizeof named, m->nonce ? "%s:%s" : "%s", path, m->nonce);
	int fd = open(path, O_RDWR | O_CLOEXEC);
	if (fd < 0)
		broken(path);
	struct gs_wire_header *header = fill(fd, m, tracer);
	bool stopped = has_stopped(start_program(named, !m->untraced));
	bool touched = header->owner_pid || header->n_others || header->unreachable[0] ||
		       !header->first_stop;
	munmap(header, GS_WIRE_RINGS_OFFSET);
	close(fd);
	kill(keeper, SIGKILL);
	waitpid(keeper, NULL, 0);
	if (stopped == m->stops && touched == m->stops)
		return true;
	printf("FAIL: memory %s: it has %sstopped, and has %swritten there\n", m->name,
		stopped ? "" : "not ", touched ? "" : "not ");
	return false;
}

int main(void)
{
	char paths[2][4096];
	const char *build = getenv("top_builddir");
	unsigned failures = 0;
	snprintf(paths[0], sizeof paths[0], "%s/test-process", build ? build : ".");
	snprintf(paths[1], sizeof paths[1], "%s/preload/libglstep-preload.so", build ? build : ".");
	program = paths[0];
	preload = realpath(paths[1], NULL);
	for (size_t i = 0; i < sizeof memories / sizeof *memories; i++)
		if (!memories[i].foreign || geteuid() == 0) /* only root can be another user */
			failures += !check(&memories[i]);
	printf("%u failures\n", failures);
	return failures != 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * A program whose process is not as others are: limited, sandboxed, locked into memory, or prying
 * into what glstep shares with it. test-process WAY [FILE]; status 0 if it has drawn what it should
 * and nothing else was different.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "tests/programs/checked-draws.h"

enum { SIZE = 256 };

static const char *file;

static void make_current(void)
{
	open_target(SIZE);
	use_shaders();
}

static void plain(void)
{
	make_current();
	draw();
}

/* ---- what it may not do ---- */

/* From now on the filter does that with this system call. */
static void refuse(unsigned number, unsigned action)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, action),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog filter = {sizeof code / sizeof *code, code};
	CHECK(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
	CHECK(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0);
}

static void refuse_tgkill(void)
{
	refuse(SYS_tgkill, SECCOMP_RET_ERRNO | EPERM);
	CHECK(syscall(SYS_tgkill, getpid(), getpid(), 0) < 0 && errno == EPERM);
}

static volatile sig_atomic_t over;

static void end(int signal)
{
	over = 1;
}

/* Draws until SIGUSR1 comes. */
static void sandboxed(void)
{
	const struct sigaction action = {.sa_handler = end};
	sigaction(SIGUSR1, &action, NULL);
	make_current();
	draw();
	refuse_tgkill();
	while (!over)
		draw();
}

static void sandboxed_early(void)
{
	refuse_tgkill();
	plain();
}

/* It draws, and asks neither who it is nor what signals are pending. */
static void nameless(void)
{
	make_current();
	draw();
	refuse(SYS_gettid, SECCOMP_RET_KILL_PROCESS);
	refuse(SYS_rt_sigpending, SECCOMP_RET_KILL_PROCESS);
	draw();
}

/* A vertex array and uniforms, the second of which GL does not read. */
static void unread(void)
{
	static const GLfloat corners[] = {-1, -1, 3, -1, -1, 3};
	static const GLfloat numbers[] = {1, 2, 3, 4};
	GLubyte pixel[4] = {0};
	make_current();
	draw();
	refuse(SYS_process_vm_readv, SECCOMP_RET_KILL_PROCESS);
	refuse(SYS_prctl, SECCOMP_RET_KILL_PROCESS); /* which sets filters */
	glUniform4fv(-1, 1, numbers);
	glUniform4fv(-1, 1, (const GLfloat *)8);
	glColor3ub(10, 20, 30);
	glVertexPointer(2, GL_FLOAT, 0, corners);
	glEnableClientState(GL_VERTEX_ARRAY);
	glDrawArrays(GL_TRIANGLES, 0, 3);
	glDisableClientState(GL_VERTEX_ARRAY);
	glReadPixels(4, 4, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
	CHECK(pixel[0] == 10 && pixel[1] == 20 && pixel[2] == 30);
}

static void unmapped(void)
{
	make_current();
	draw();
	refuse(SYS_mremap, SECCOMP_RET_ERRNO | EPERM);
	draw();
}

#ifndef PR_SET_MDWE
#define PR_SET_MDWE 65 /* Linux 6.3 */
#endif

/* What is written cannot be executed, so that llvmpipe compiles nothing any more. */
static void codeless(void)
{
	make_current();
	draw();
	if (prctl(PR_SET_MDWE, 1, 0, 0, 0)) {
		perror("PR_SET_MDWE");
		exit(77);
	}
	draw();
}

/* The kernel keeps no record of who has sent a signal. */
static void few_signals(void)
{
	const struct rlimit none = {0, 0};
	CHECK(setrlimit(RLIMIT_SIGPENDING, &none) == 0);
	plain();
}

/* ---- where it is ---- */

static int end_of(pid_t child)
{
	int status = -1;
	return waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static pid_t clone_raw(void)
{
	return (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
}

/* A child's child, not a program anew, in which process numbers are others; both made as the C
 * library does, or without it. */
static void draw_in_namespace(pid_t (*made)(void))
{
	CHECK(unshare(CLONE_NEWPID) == 0);
	pid_t child = made();
	if (child == 0) {
		pid_t grandchild = made();
		if (grandchild == 0) {
			plain();
			_exit(failures);
		}
		_exit(end_of(grandchild));
	}
	CHECK(end_of(child) == 0);
}

static void in_namespace(void)
{
	draw_in_namespace(fork);
}

static void in_namespace_raw(void)
{
	draw_in_namespace(clone_raw);
}

/* As a browser does: it calls GL, and a process that it shuts in draws. Then it waits. */
static _Noreturn void wait_for_namespace(pid_t (*made)(void))
{
	glGetError();
	draw_in_namespace(made);
	for (;;)
		pause();
}

static void waits_for_in_namespace(void)
{
	wait_for_namespace(fork);
}

static void waits_for_in_namespace_raw(void)
{
	wait_for_namespace(clone_raw);
}

/* ---- its memory ---- */

static long resident(void)
{
	long pages = 0;
	FILE *statm = fopen("/proc/self/statm", "r");
	CHECK(statm && fscanf(statm, "%*d %ld", &pages) == 1 && fclose(statm) == 0);
	return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

/* Says how many KiB are resident. */
static void locked(void)
{
	CHECK(mlockall(MCL_CURRENT | MCL_FUTURE) == 0);
	plain();
	CHECK(mlockall(MCL_CURRENT | MCL_FUTURE) == 0);
	draw();
	printf("%ld KiB\n", resident());
}

static void dumped(void)
{
	const struct rlimit all = {RLIM_INFINITY, RLIM_INFINITY};
	CHECK(setrlimit(RLIMIT_CORE, &all) == 0);
	plain();
	if (!failures)
		abort();
}

/* What glstep shares with it, if it is run by glstep. */
static int open_shared(void)
{
	char path[200] = "";
	const char *named = getenv("GLSTEP_WIRE");
	if (named)
		snprintf(path, sizeof path, "%.*s", (int)strcspn(named, ":"), named);
	return named ? open(path, O_RDWR | O_CLOEXEC) : -1;
}

static void truncates(void)
{
	make_current();
	draw();
	int fd = open_shared();
	(void)!ftruncate(fd, 0);
	draw();
	(void)!ftruncate(fd, 1 << 20);
	draw();
	close(fd);
}

/* ---- its stacks ---- */

static EGLDisplay display;
static EGLContext context;

static void *draw_in_thread(void *unused)
{
	CHECK(eglBindAPI(EGL_OPENGL_API) &&
		eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context));
	draw();
	CHECK(eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
	return unused;
}

/* After the first thread has compiled the shader, another one has room for its draws, and little
 * more. */
static void small_stack(void)
{
	pthread_attr_t attributes;
	pthread_t thread;
	make_current();
	draw();
	display = eglGetCurrentDisplay();
	context = eglGetCurrentContext();
	CHECK(eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
	pthread_attr_init(&attributes);
	CHECK(pthread_attr_setstacksize(&attributes, 24 << 10) == 0);
	CHECK(pthread_create(&thread, &attributes, draw_in_thread, NULL) == 0);
	CHECK(pthread_join(thread, NULL) == 0);
}

/* ---- its descriptors ---- */

static const char noise[] =
	"what a program says to its standard output, and nobody else may get to read\n";

static void make_noise(void)
{
	for (int fd = 1; fd < 3; fd++)
		for (int i = 0; i < 100; i++)
			(void)!write(fd, noise, sizeof noise - 1);
}

/* Says into FILE which of the standard descriptors it has, and writes to them. */
static void descriptors(void)
{
	char said[] = "...\n";
	for (int fd = 0; fd < 3; fd++)
		said[fd] = fcntl(fd, F_GETFD) < 0 ? '-' : 'o';
	make_noise();
	make_current();
	for (int i = 0; i < 100000; i++) /* so many that not all can be kept in memory */
		glDisable(GL_BLEND);
	make_noise();
	draw();
	int fd = open(file, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0600);
	CHECK(write(fd, said, strlen(said)) == (ssize_t)strlen(said) && close(fd) == 0);
}

static const struct {
	const char *name;
	void (*run)(void);
} ways[] = {
	{"plain", plain},
	{"sandboxed", sandboxed},
	{"sandboxed-early", sandboxed_early},
	{"nameless", nameless},
	{"unread", unread},
	{"unmapped", unmapped},
	{"codeless", codeless},
	{"few-signals", few_signals},
	{"in-namespace", in_namespace},
	{"in-namespace-raw", in_namespace_raw},
	{"waits-for-in-namespace", waits_for_in_namespace},
	{"waits-for-in-namespace-raw", waits_for_in_namespace_raw},
	{"locked", locked},
	{"dumped", dumped},
	{"truncates", truncates},
	{"descriptors", descriptors},
	{"small-stack", small_stack},
};

int main(int argc, char **argv)
{
	file = argc > 2 ? argv[2] : NULL;
	for (size_t i = 0; argc > 1 && i < sizeof ways / sizeof *ways; i++) {
		if (strcmp(argv[1], ways[i].name))
			continue;
		ways[i].run();
		return failures ? 1 : 0;
	}
	return 2;
}

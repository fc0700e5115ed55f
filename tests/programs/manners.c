/* SPDX-License-Identifier: MIT */
/*
 * A program that does in peace what a debugger may get in the way of, draws in the meantime and
 * looks whether all went as it should: test-manners WAY; status 0 if so. `test-manners --list`
 * names the ways.
 */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "tests/programs/checked-draws.h"

static const char *self;

/* ---- drawing ---- */

static void make_current(void)
{
	open_target(8);
}

static void use_shader(void)
{
	const char *text = "void main() { gl_FragColor = gl_Color; }";
	GLuint shader = glCreateShader(GL_FRAGMENT_SHADER), program = glCreateProgram();
	glShaderSource(shader, 1, &text, NULL);
	glCompileShader(shader);
	glAttachShader(program, shader);
	glLinkProgram(program);
	glUseProgram(program);
}

static void plain(void)
{
	make_current();
	draw();
}

/* The reference value is set while a framebuffer is bound that has no stencil, where GL tells 0. */
static void stencil_reference(void)
{
	GLuint stencil;
	make_current();
	use_shader();
	glStencilFunc(GL_EQUAL, 5, 0xff);
	draw_one(1);
	glGenRenderbuffers(1, &stencil);
	glBindRenderbuffer(GL_RENDERBUFFER, stencil);
	glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8, 8, 8);
	glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_STENCIL_ATTACHMENT, GL_RENDERBUFFER, stencil);
	glClearStencil(5);
	glClear(GL_STENCIL_BUFFER_BIT);
	glEnable(GL_STENCIL_TEST);
	draw();
}

/* ---- signals ---- */

static volatile sig_atomic_t handled;

static void count(int signal)
{
	handled++;
}

static void handle(int signal, void (*handler)(int))
{
	struct sigaction action = {.sa_handler = handler};
	sigaction(signal, &action, NULL);
}

static void trap_blocked(void)
{
	sigset_t set, now;
	sigemptyset(&set);
	sigaddset(&set, SIGTRAP);
	handle(SIGTRAP, count);
	sigprocmask(SIG_BLOCK, &set, NULL);
	raise(SIGTRAP);
	plain();
	sigprocmask(SIG_SETMASK, NULL, &now);
	CHECK(sigismember(&now, SIGTRAP) && !handled);
	sigpending(&now);
	CHECK(sigismember(&now, SIGTRAP));
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	CHECK(handled == 1);
}

static void trap_ignored(void)
{
	struct sigaction action;
	handle(SIGTRAP, SIG_IGN);
	plain();
	raise(SIGTRAP);
	sigaction(SIGTRAP, NULL, &action);
	CHECK(action.sa_handler == SIG_IGN);
}

static void trap_handled(void)
{
	make_current();
	handle(SIGTRAP, count);
	for (int i = 0; i < DRAWS; i++) {
		raise(SIGTRAP);
		draw_one(i);
	}
	CHECK(handled == DRAWS);
#ifdef __x86_64__
	__asm__ volatile("int3");
	CHECK(handled == DRAWS + 1);
#endif
}

static void all_blocked(void)
{
	sigset_t all, now;
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL);
	plain();
	sigprocmask(SIG_SETMASK, NULL, &now);
	for (int signal = 1; signal < 32; signal++)
		CHECK(signal == SIGKILL || signal == SIGSTOP || sigismember(&now, signal));
}

static void timers(void)
{
	const struct itimerval often = {{0, 1000}, {0, 1000}}, never = {{0, 0}, {0, 0}};
	struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGRTMIN};
	const struct itimerspec soon = {{0, 700000}, {0, 700000}};
	timer_t timer;
	handle(SIGALRM, count);
	handle(SIGRTMIN, count);
	make_current();
	setitimer(ITIMER_REAL, &often, NULL);
	CHECK(timer_create(CLOCK_MONOTONIC, &event, &timer) == 0);
	timer_settime(timer, 0, &soon, NULL);
	for (int round = 0; round < 20; round++)
		draw();
	while (handled < 20)
		usleep(100);
	setitimer(ITIMER_REAL, &never, NULL);
	timer_delete(timer);
}

static void draws_in_handler(int signal)
{
	int error = errno;
	draw_one(3);
	handled++;
	errno = error;
}

static void gl_in_handler(void)
{
	make_current();
	handle(SIGUSR1, draws_in_handler);
	for (int i = 0; i < DRAWS; i++) {
		draw_one(i);
		raise(SIGUSR1);
	}
	CHECK(handled == DRAWS);
}

enum { STACK = 256 << 10 };

static void asks_in_handler(int signal)
{
	handled += glIsEnabled(GL_DITHER);
}

static void GLAPIENTRY raises(GLenum source, GLenum type, GLuint id, GLenum severity,
	GLsizei length, const GLchar *message, const void *data)
{
	if (type == GL_DEBUG_TYPE_ERROR)
		raise(SIGUSR1);
}

/* A call of GL is interrupted, by a handler whose stack lies above that of its thread. */
static void *interrupted_thread(void *above)
{
	const stack_t stack = {.ss_sp = above, .ss_size = STACK};
	struct sigaction action = {.sa_handler = asks_in_handler, .sa_flags = SA_ONSTACK};
	make_current();
	CHECK((char *)above > (char *)&stack);
	CHECK(sigaltstack(&stack, NULL) == 0 && sigaction(SIGUSR1, &action, NULL) == 0);
	glEnable(GL_DEBUG_OUTPUT);
	glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
	glDebugMessageCallback(raises, NULL);
	for (int i = 0; i < DRAWS; i++) {
		draw_one(i);
		CHECK(glCreateShader(GL_DITHER) == 0 && glGetError() == GL_INVALID_ENUM);
	}
	CHECK(handled == DRAWS);
	return NULL;
}

static void handler_above(void)
{
	pthread_t thread;
	char *both = mmap(
		NULL, 2 * STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	pthread_attr_t attributes;
	pthread_attr_init(&attributes);
	CHECK(both != MAP_FAILED && pthread_attr_setstack(&attributes, both, STACK) == 0);
	CHECK(pthread_create(&thread, &attributes, interrupted_thread, both + STACK) == 0);
	pthread_join(thread, NULL);
}

/* A child stops us now and then, as a shell would. */
static void stopped(void)
{
	pid_t parent = getpid(), child = fork();
	int status = -1;
	if (child == 0) {
		for (int i = 0; i < 4; i++) {
			usleep(5000);
			kill(parent, SIGSTOP);
			usleep(20000);
			kill(parent, SIGCONT);
		}
		_exit(0);
	}
	make_current();
	do
		draw();
	while (waitpid(child, &status, WNOHANG) == 0);
	CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* A parent sees that it stops, as a shell would, and lets it go on. */
static void stopped_for_good(void)
{
	int status = -1, fds[2];
	char seen = 0;
	CHECK(pipe(fds) == 0);
	pid_t child = fork();
	if (child == 0) {
		close(fds[1]);
		plain();
		raise(SIGSTOP);
		CHECK(read(fds[0], &seen, 1) == 1 && seen == 1);
		draw();
		_exit(failures);
	}
	alarm(30); /* where it did not stop, both wait */
	seen = waitpid(child, &status, WUNTRACED) == child && WIFSTOPPED(status) &&
	       WSTOPSIG(status) == SIGSTOP;
	CHECK(seen && write(fds[1], &seen, 1) == 1);
	kill(child, SIGCONT);
	CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* A blocked SIGCONT stays pending until it is taken. */
static void continue_pending(void)
{
	sigset_t continues, pending;
	int taken = 0;
	sigemptyset(&continues);
	sigaddset(&continues, SIGCONT);
	sigprocmask(SIG_BLOCK, &continues, NULL);
	make_current();
	kill(getpid(), SIGCONT);
	draw();
	CHECK(sigpending(&pending) == 0 && sigismember(&pending, SIGCONT) == 1);
	CHECK(sigwait(&continues, &taken) == 0 && taken == SIGCONT);
	draw();
	CHECK(sigpending(&pending) == 0 && sigismember(&pending, SIGCONT) == 0);
}

enum { MOMENTS = 30, MOMENT = 20000 /* microseconds */ };

/* Returns what the call has: of a thread that waits for what comes at the end. */
static void *wait_for_event(void *data)
{
	struct epoll_event event = {.events = EPOLLIN}, came;
	int epoll = epoll_create1(0);
	CHECK(epoll_ctl(epoll, EPOLL_CTL_ADD, *(int *)data, &event) == 0);
	CHECK(epoll_wait(epoll, &came, 1, -1) == 1);
	return NULL;
}

static void *wait_for_signal(void *data)
{
	const sigset_t *signals = data;
	CHECK(sigwaitinfo(signals, NULL) == SIGUSR2);
	return NULL;
}

/* No signal comes to threads that wait in calls which one would end. */
static void waiting(void)
{
	int event = eventfd(0, 0);
	pthread_t threads[2];
	sigset_t signals;
	sigemptyset(&signals);
	sigaddset(&signals, SIGUSR2);
	pthread_sigmask(SIG_BLOCK, &signals, NULL);
	pthread_create(&threads[0], NULL, wait_for_event, &event);
	pthread_create(&threads[1], NULL, wait_for_signal, &signals);
	make_current();
	for (int i = 0; i < MOMENTS; i++) {
		draw();
		usleep(MOMENT);
	}
	CHECK(eventfd_write(event, 1) == 0);
	kill(getpid(), SIGUSR2);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	printf("%s\n", failures ? "interrupted" : "not interrupted");
}

static void say_handled(int signal)
{
	(void)!write(1, "handled\n", 8);
}

/* Whoever wants to may send a signal. */
static void signalled(void)
{
	handle(SIGUSR1, say_handled);
	printf("%d\n", (int)getpid());
	fflush(stdout);
	plain();
}

/* ---- its end ---- */

static bool draws_at_end;

__attribute__((destructor)) static void end(void)
{
	if (draws_at_end)
		draw();
}

static void drawn_at_end(void)
{
	draws_at_end = true;
	make_current();
	use_shader();
	draw();
}

/* ---- the end of a thread ---- */

enum { UPLOADS = 60, UPLOADED = 1 << 20 /* bytes */ };

static bool was_left; /* by the thread, where it could be cancelled */

/* Returns what is mapped. */
static GLubyte *map_buffer(void)
{
	const GLbitfield how = GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
	GLuint buffer;
	glGenBuffers(1, &buffer);
	glBindBuffer(GL_ARRAY_BUFFER, buffer);
	glBufferStorage(GL_ARRAY_BUFFER, UPLOADED, NULL, how);
	return glMapBufferRange(GL_ARRAY_BUFFER, 0, UPLOADED, how);
}

/* A cancellation is pending while it does what the driver does not wait in. */
static void *call_cancelled(void *unused)
{
	static const GLubyte bytes[UPLOADED];
	GLuint buffer;
	make_current();
	use_shader();
	draw();
	pthread_cancel(pthread_self());
	GLubyte *mapped = map_buffer();
	mapped[0] = 1;
	glMemoryBarrier(GL_CLIENT_MAPPED_BUFFER_BARRIER_BIT);
	glGenBuffers(1, &buffer);
	glBindBuffer(GL_ARRAY_BUFFER, buffer);
	for (int i = 0; i < UPLOADS; i++)
		glBufferData(GL_ARRAY_BUFFER, UPLOADED, bytes, GL_STATIC_DRAW);
	glRectf(-1, -1, 1, 1);
	was_left = true;
	pthread_testcancel();
	return NULL;
}

static void cancelled(void)
{
	pthread_t thread;
	void *result = NULL;
	pthread_create(&thread, NULL, call_cancelled, NULL);
	pthread_join(thread, &result);
	CHECK(result == PTHREAD_CANCELED && was_left);
	make_current();
	map_buffer()[0] = 1;
	draw();
}

/* ---- processes ---- */

static void wait_for(pid_t child, int wanted)
{
	int status = -1;
	CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) &&
		WEXITSTATUS(status) == wanted);
}

static void children(void)
{
	static char *const run[] = {"/bin/sh", "-c", "exit 7", NULL};
	make_current();
	for (int i = 0; i < DRAWS; i++) {
		pid_t child = i % 2 ? fork() : vfork();
		if (child == 0) {
			execv(run[0], run);
			_exit(99);
		}
		draw_one(i);
		wait_for(child, 7);
		CHECK(system("exit 3") >> 8 == 3);
		FILE *pipe = popen("echo out", "r");
		char word[10] = "";
		CHECK(pipe && fscanf(pipe, "%9s", word) == 1 && !strcmp(word, "out") &&
			pclose(pipe) == 0);
	}
}

/* Of a forked child: llvmpipe's threads are not there, but calls that draw nothing must work as
 * they did. */
static void call_in_child(void)
{
	GLfloat color[4] = {0};
	for (int i = 0; i < 1000; i++) {
		glColor4f(0.25f, 0.5f, 0.75f, 1);
		glGetFloatv(GL_CURRENT_COLOR, color);
	}
	CHECK(color[0] == 0.25f && color[2] == 0.75f && glGetError() == 0);
	_exit(failures ? 1 : 42);
}

/* The child calls GL too; `made` says how it is made. */
static void calling_child(pid_t (*made)(void))
{
	make_current();
	draw_one(1);
	pid_t child = made();
	if (child == 0)
		call_in_child();
	draw();
	wait_for(child, 42);
	draw();
}

static void forked(void)
{
	calling_child(fork);
}

/* What fork does, but the C library hears nothing of it. */
static pid_t clone_raw(void)
{
	return (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
}

static void cloned(void)
{
	calling_child(clone_raw);
}

static void outlived(void)
{
	int fds[2];
	plain();
	if (pipe(fds) || fork())
		return;
	usleep(300000); /* the parent is gone */
	printf("the child is still here\n");
	fflush(stdout);
	_exit(0);
}

static void daemonized(void)
{
	int fds[2];
	char byte = 1;
	CHECK(pipe(fds) == 0);
	pid_t child = fork();
	if (child == 0) {
		setsid();
		if (fork())
			_exit(0);
		plain();
		byte = (char)failures;
		CHECK(write(fds[1], &byte, 1) == 1);
		_exit(0);
	}
	close(fds[1]);
	CHECK(read(fds[0], &byte, 1) == 1 && byte == 0);
	wait_for(child, 0);
}

static void *exec_now(void *unused)
{
	execl(self, self, "plain", (char *)NULL);
	_exit(99);
}

static void exec_from_thread(void)
{
	pthread_t id;
	plain();
	pthread_create(&id, NULL, exec_now, NULL);
	for (;;)
		pause();
}

static void exec_after_draws(void)
{
	plain();
	exec_now(NULL);
}

static void exec_of_another(void)
{
	plain();
	execl("/bin/sh", "sh", "-c", "exit 0", (char *)NULL);
	failures++;
}

/* Of what calls no GL, and starts what does. */
static void exec_of_starter(void)
{
	plain();
	execl("/bin/sh", "sh", "-c", "\"$0\" plain; exit $?", self, (char *)NULL);
	failures++;
}

static void closed_descriptors(void)
{
	for (int fd = 3; fd < 1024; fd++)
		close(fd);
	plain();
}

/* ---- callbacks ---- */

static pid_t callback_child;

static void GLAPIENTRY callback(GLenum source, GLenum type, GLuint id, GLenum severity,
	GLsizei length, const GLchar *message, const void *data)
{
	if (id != 4711)
		return;
	callback_child = fork();
	glGetError();
	handled++;
}

static void fork_in_callback(void)
{
	make_current();
	draw_one(1);
	glEnable(GL_DEBUG_OUTPUT);
	glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
	glDebugMessageCallback(callback, NULL);
	glDebugMessageInsert(GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_OTHER, 4711,
		GL_DEBUG_SEVERITY_HIGH, -1, "now");
	CHECK(handled == 1);
	if (callback_child == 0)
		call_in_child();
	draw();
	wait_for(callback_child, 42);
}

static jmp_buf before_call;

static void GLAPIENTRY jump(GLenum source, GLenum type, GLuint id, GLenum severity, GLsizei length,
	const GLchar *message, const void *data)
{
	if (type != GL_DEBUG_TYPE_ERROR)
		return;
	handled++;
	longjmp(before_call, 1);
}

/* GL refuses it, and the callback leaves it. */
static void leave_call(const GLubyte *pixel)
{
	if (setjmp(before_call) == 0)
		glBufferData(GL_PIXEL_UNPACK_BUFFER, 4, pixel, GL_NONE);
}

/* The same function again, whose bytes are others; and one that reads nothing in between. */
static void draw_after_jump(int i)
{
	const GLubyte refused[4] = {(GLubyte)(i + 1), 2, 3, 255};
	const GLubyte taken[4] = {(GLubyte)(i * 20), 100, 200, 255};
	GLubyte pixel[4] = {0};
	leave_call(refused);
	if (i % 2)
		glPixelZoom(8, 8);
	glBufferData(GL_PIXEL_UNPACK_BUFFER, 4, taken, GL_STATIC_DRAW);
	glRasterPos2f(-1, -1);
	glPixelZoom(8, 8);
	glDrawPixels(1, 1, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
	glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
	glReadPixels(4, 4, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
	CHECK(memcmp(pixel, taken, 4) == 0 && handled == i + 1);
}

static void jump_from_callback(void)
{
	GLuint buffer;
	make_current();
	glGenBuffers(1, &buffer);
	glEnable(GL_DEBUG_OUTPUT);
	glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
	glDebugMessageCallback(jump, NULL);
	for (int i = 0; i < DRAWS; i++) {
		glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer);
		draw_after_jump(i);
	}
	while (glGetError())
		;
	draw();
}

/* ---- other ways to GL ---- */

typedef int plugin_func(void);

static char *beside(const char *name)
{
	static char path[4096];
	snprintf(path, sizeof path, "%s", self);
	char *slash = strrchr(path, '/');
	snprintf(slash ? slash + 1 : path, 200, "%s", name);
	return path;
}

static void plugin(int flags)
{
	void *library = dlopen(beside("libtest-plugin.so"), RTLD_NOW | flags);
	plugin_func *run = library ? (plugin_func *)dlsym(library, "plugin_draws") : NULL;
	if (!run)
		fprintf(stderr, "%s\n", dlerror());
	CHECK(run && run() == 0);
}

static void plugin_plain(void)
{
	plugin(RTLD_LOCAL);
}

static void plugin_deep(void)
{
	plugin(RTLD_LOCAL | RTLD_DEEPBIND);
}

/* Exported by libGL, but in no registry. */
static void unlisted(void)
{
	GLint color[4] = {0};
	make_current();
	void (*color3x)(GLint, GLint, GLint) = (void (*)(GLint, GLint, GLint))dlsym(
		RTLD_DEFAULT, "glColor3xOES");
	void *driver = dlsym(RTLD_DEFAULT, "glXGetScreenDriver");
	draw();
	glGetIntegerv(GL_CURRENT_COLOR, color);
	printf("%d %d\n", color3x != NULL, driver != NULL);
}

/* GL refuses each of these without a look at where the pointer leads. */
static void wrong_pointers(void)
{
	void *nowhere = (void *)16;
	make_current();
	glShaderSource(9999, 1000000, nowhere, nowhere);
	CHECK(glGetError() == GL_INVALID_VALUE);
	glTransformFeedbackVaryings(9999, 1000, nowhere, GL_INTERLEAVED_ATTRIBS);
	CHECK(glGetError() == GL_INVALID_VALUE);
	glBindAttribLocation(9999, 1, nowhere);
	CHECK(glGetError() == GL_INVALID_VALUE);
	draw();
}

/* Its parent may trace it, once; who traces a child of its own reads its words. */
static void asks_to_be_traced(void)
{
	make_current();
	draw();
	CHECK(ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0);
	CHECK(ptrace(PTRACE_TRACEME, 0, NULL, NULL) == -1 && errno == EPERM);
	errno = 0;
	CHECK(ptrace(PTRACE_PEEKDATA, 1, NULL, NULL) == -1 && errno == ESRCH);
	draw();
}

static const struct {
	const char *name;
	void (*run)(void);
} ways[] = {
	{"asks-to-be-traced", asks_to_be_traced},
	{"plain", plain},
	{"stencil-reference", stencil_reference},
	{"trap-blocked", trap_blocked},
	{"trap-ignored", trap_ignored},
	{"trap-handled", trap_handled},
	{"all-blocked", all_blocked},
	{"timers", timers},
	{"gl-in-handler", gl_in_handler},
	{"handler-above", handler_above},
	{"stopped", stopped},
	{"stopped-for-good", stopped_for_good},
	{"continue-pending", continue_pending},
	{"waiting", waiting},
	{"signalled", signalled},
	{"drawn-at-end", drawn_at_end},
	{"cancelled", cancelled},
	{"children", children},
	{"forked", forked},
	{"cloned", cloned},
	{"outlived", outlived},
	{"daemonized", daemonized},
	{"exec-from-thread", exec_from_thread},
	{"exec-after-draws", exec_after_draws},
	{"exec-of-another", exec_of_another},
	{"exec-of-starter", exec_of_starter},
	{"closed-descriptors", closed_descriptors},
	{"fork-in-callback", fork_in_callback},
	{"jump-from-callback", jump_from_callback},
	{"plugin", plugin_plain},
	{"plugin-deep", plugin_deep},
	{"unlisted", unlisted},
	{"wrong-pointers", wrong_pointers},
};

int main(int argc, char **argv)
{
	self = argv[0];
	for (size_t i = 0; argc > 1 && i < sizeof ways / sizeof *ways; i++) {
		if (!strcmp(argv[1], "--list"))
			printf("%s\n", ways[i].name);
		if (strcmp(argv[1], ways[i].name))
			continue;
		ways[i].run();
		return failures ? 1 : 0;
	}
	return argc > 1 && !strcmp(argv[1], "--list") ? 0 : 2;
}

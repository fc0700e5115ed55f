/* SPDX-License-Identifier: MIT */
/*
 * test-pointers - calls GL with pointers to memory that is not there, which GL does not read, as
 * the calls are errors or do nothing; and some that it does read. Says what has come of each.
 */
#include "config.h"
#include "examples/window.h"

#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096, MUCH = 64 << 10, ROUNDS = 20000, ATTRIBUTE = 3, NO_TARGET = 0xbad };

static const float numbers[4] = {1, 2, 3, 4};
static volatile sig_atomic_t handled;
static void *volatile fault_at;
static sigjmp_buf way_out;
static bool repairs;

static void on_fault(int number, siginfo_t *info, void *context)
{
	(void)number;
	(void)context;
	handled++;
	fault_at = info->si_addr;
	if (!repairs)
		siglongjmp(way_out, 1);
	mmap((void *)((uintptr_t)info->si_addr & ~(uintptr_t)(PAGE - 1)), PAGE,
		PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	memcpy(info->si_addr, numbers, sizeof(numbers));
}

static void *pages(size_t size)
{
	void *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (at == MAP_FAILED)
		exit(99);
	for (size_t i = 0; i < size; i += sizeof(numbers))
		memcpy((char *)at + i, numbers, sizeof(numbers));
	return at;
}

/* Which GL reads. */
static void give(const void *at)
{
	glVertexAttrib4fv(ATTRIBUTE, at);
}

/* Which it does not. */
static void offer(const void *at)
{
	glUniform4fv(-1, 1, at);
}

static void offer_much(const void *at)
{
	glBufferSubData(NO_TARGET, 0, MUCH, at);
	while (glGetError())
		;
}

static void say(const char *what)
{
	printf("%s: %d handled\n", what, (int)handled);
	handled = 0;
}

/* ---- memory that has gone since GL has read it ---- */

static void unmap(void *at, size_t size)
{
	munmap(at, size);
}

static void protect(void *at, size_t size)
{
	mprotect(at, size, PROT_NONE);
}

static void leave(const char *what, void (*end)(void *at, size_t size))
{
	char *at = pages(MUCH), *crossing = pages((size_t)2 * PAGE);

	give(at + PAGE);
	offer_much(at);
	give(crossing + PAGE - 8);
	end(at, MUCH);
	end(crossing + PAGE, PAGE);
	errno = EXDEV;
	offer(at + PAGE);
	offer_much(at);
	offer(crossing + PAGE - 8);
	offer(crossing + PAGE - 16);
	if (errno != EXDEV)
		printf("errno is %d\n", errno);
	say(what);
}

/* A mapped file that is shorter now: SIGBUS. */
static void shorten(void)
{
	char name[] = "/tmp/test-pointers-XXXXXX";
	int file = mkstemp(name);
	char *at;

	if (file < 0 || ftruncate(file, MUCH) < 0)
		exit(99);
	unlink(name);
	at = mmap(NULL, MUCH, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	memcpy(at + PAGE, numbers, sizeof(numbers));
	give(at + PAGE);
	offer_much(at);
	if (ftruncate(file, 0) < 0)
		exit(99);
	offer(at + PAGE);
	offer_much(at);
	munmap(at, MUCH);
	close(file);
	say("shortened");
}

/* ---- memory that never was ---- */

static void offer_nothing(void)
{
	static const uintptr_t addresses[] = {1, 16, PAGE, (uintptr_t)1 << 63, UINTPTR_MAX,
		UINTPTR_MAX - 7, (uintptr_t)0xdead << 48};

	for (size_t i = 0; i < sizeof(addresses) / sizeof(addresses[0]); i++) {
		offer((void *)addresses[i]);
		offer_much((void *)addresses[i]);
	}
	say("nothing");
}

/* ---- what GL reads ---- */

static void fault(void)
{
	char *at = pages(PAGE);

	give(at + 64);
	munmap(at, PAGE);
	if (!sigsetjmp(way_out, 1))
		give(at + 64);
	printf("%s address\n", (char *)fault_at == at + 64 ? "the" : "another");
	say("read");
}

static void repair(void)
{
	char *at = pages(PAGE);
	GLfloat found[4] = {0};

	give(at + 64);
	give(at + 32);
	munmap(at, PAGE);
	repairs = true;
	give(at + 64);
	repairs = false;
	glGetVertexAttribfv(ATTRIBUTE, GL_CURRENT_VERTEX_ATTRIB, found);
	printf("%g %g %g %g\n", found[0], found[1], found[2], found[3]);
	say("repaired");
	munmap(at, PAGE);
}

/* ---- memory that comes and goes ---- */

static struct {
	char *at;
	_Atomic bool ends;
} flickering;

static void *flicker(void *data)
{
	while (!atomic_load(&flickering.ends)) {
		mprotect(flickering.at, MUCH, PROT_NONE);
		mprotect(flickering.at, MUCH, PROT_READ | PROT_WRITE);
	}
	return data;
}

static void offer_flickering(void)
{
	pthread_t thread;

	flickering.at = pages(MUCH);
	if (pthread_create(&thread, NULL, flicker, NULL))
		exit(99);
	for (int i = 0; i < ROUNDS; i++) {
		offer(flickering.at + 16 * (i % (MUCH / 16)));
		if (i % 100 == 0)
			offer_much(flickering.at);
	}
	atomic_store(&flickering.ends, true);
	pthread_join(thread, NULL);
	say("flickering");
}

/* A handler stays, and a signal stays blocked, whatever is looked for. */
static void offer_blocked(void)
{
	sigset_t all, before, after;
	struct sigaction action;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	offer_nothing();
	pthread_sigmask(SIG_SETMASK, &before, &after);
	sigaction(SIGSEGV, NULL, &action);
	printf("%s, %s\n", sigismember(&after, SIGSEGV) ? "blocked" : "not blocked",
		action.sa_sigaction == on_fault ? "the handler" : "another handler");
}

int main(void)
{
	struct run_options options = {.width = 64, .height = 64, .frames = 1};
	struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
	struct window window;

	window_open(&window, &options, "pointers", 21, false);
	sigaction(SIGSEGV, &action, NULL);
	sigaction(SIGBUS, &action, NULL);
	leave("unmapped", unmap);
	leave("protected", protect);
	shorten();
	offer_nothing();
	fault();
	repair();
	offer_flickering();
	offer_blocked();
	printf("GL error %#x\n", glGetError());
	window_close(&window);
	return 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * A program that speaks wire/wire.h as a wrapper does, without any GL: the tests of debugger/host
 * bring it into situations that a GL program is hard to bring to. host-fake MODE [ARG...]; each
 * mode "calls" as often as its argument says.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "tests/host/host-fake.h"
#include "wire/call-record.h"

static struct gs_wire_header *header;
static __thread struct gs_wire_slot *slot;
static const char *self;
static long done;

/* ---- as in the preload library ---- */

static void open_wire(void)
{
	const char *named = getenv(GS_WIRE_ENV);
	char path[100];
	snprintf(path, sizeof path, "%.*s", named ? (int)strcspn(named, ":") : 0, named);
	int fd = open(path, O_RDWR | O_CLOEXEC);
	if (fd < 0) {
		fprintf(stderr, "no wire: %s\n", path);
		exit(99);
	}
	header = mmap(NULL, GS_WIRE_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	if (header == MAP_FAILED || header->magic != GS_WIRE_MAGIC ||
		header->version != GS_WIRE_VERSION)
		exit(99);
}

static bool is_owner(void)
{
	uint32_t none = 0, pid = (uint32_t)getpid();
	return atomic_compare_exchange_strong(&header->owner_pid, &none, pid) || none == pid;
}

static struct gs_wire_slot *find_slot(void)
{
	for (unsigned i = 0; i < GS_WIRE_SLOTS && !slot; i++) {
		uint32_t none = 0;
		if (atomic_compare_exchange_strong(
			    &header->slots[i].tid, &none, (uint32_t)gettid()))
			slot = &header->slots[i];
	}
	if (!slot)
		exit(99);
	return slot;
}

static void answer_request(void)
{
	struct gs_wire_request *request = &slot->request;
	struct gs_wire_answer *answer = &slot->answer;
	answer->status = GS_STATUS_OK;
	answer->bulk_size = 0;
	answer->error[0] = '\0';
	switch (request->kind) {
	case GS_REQUEST_SET_ARG:
		slot->call.args[request->number[0]] = request->number[1];
		break;
	case GS_REQUEST_STATE: /* doubles what it gets */
		for (uint64_t i = 0; i < request->bulk_size; i++)
			((uint8_t *)gs_wire_bulk(header))[i] *= 2;
		answer->bulk_size = request->bulk_size;
		break;
	case GS_REQUEST_MACROS: /* takes until the test ends it */
		while (!atomic_exchange(&fake_shared(header)->may_answer, 0))
			usleep(100);
		break;
	case GS_REQUEST_CAPTURE: /* deadly */
		raise((int)request->number[0]);
		break;
	case GS_REQUEST_CHOOSE_DRAW: /* ends before it says anything */
		break;
	case GS_REQUEST_DEBUG_BEGIN:
		atomic_store(&header->stall_lock_tid, (uint32_t)gettid());
		break;
	case GS_REQUEST_DEBUG_END:
		atomic_store(&header->stall_lock_tid, 0);
		break;
	default:
		answer->status = GS_STATUS_NO_SHADER;
		strcpy(answer->error, "There is no shader here.");
	}
}

static void (*when_open)(uint64_t sequence); /* before it sends itself the signal */

/* False: skip the call. */
static bool stop(uint32_t reason)
{
	for (;;) {
		slot->reason = reason;
		uint64_t sequence = atomic_fetch_add(&slot->stop_sequence, 1) + 1;
		if (when_open && reason != GS_REASON_ANSWER)
			when_open(sequence);
		do {
			if (!atomic_load(&header->attached)) {
				atomic_store(
					&slot->stop_sequence, atomic_load(&slot->request.sequence));
				return true;
			}
			syscall(SYS_tgkill, getpid(), gettid(), SIGSTOP);
		} while (atomic_load(&slot->request.sequence) != sequence);
		atomic_store(&slot->served_sequence, sequence);
		if (slot->request.kind == GS_REQUEST_RESUME)
			return slot->request.number[0] == GS_RESUME_EXECUTE;
		answer_request();
		reason = GS_REASON_ANSWER;
	}
}

static void log_call(void)
{
	static __thread struct gs_record_base base;
	uint8_t *ring = gs_wire_ring(header, (unsigned)(slot - header->slots));
	uint64_t head = atomic_load(&slot->ring_head);
	uint64_t at = head % GS_WIRE_RING_SIZE, left = GS_WIRE_RING_SIZE - at;
	uint64_t room = left < GS_RECORD_MAX ? left + GS_RECORD_MAX : GS_RECORD_MAX;
	while (head + room - atomic_load(&slot->ring_tail) > GS_WIRE_RING_SIZE)
		if (!atomic_load(&header->attached))
			return;
	if (left < GS_RECORD_MAX) {
		struct gs_record_head skip = {.size = (uint32_t)left, .function = GS_RECORD_SKIP};
		memcpy(ring + at, &skip, sizeof skip);
		head += left;
		at = 0;
	}
	if (at == 0)
		memset(&base, 0, sizeof base);
	uint8_t *end = gs_record_write(ring + at, &slot->call, 0, NULL, &base);
	atomic_store(&slot->ring_head, head + (uint64_t)(end - (ring + at)));
}

static __thread unsigned number; /* of this thread, from 0 */

static void wait_at_door(void)
{
	uint32_t door;
	while ((door = atomic_load(&header->stall_lock_tid)) && door != (uint32_t)gettid() &&
		atomic_load(&header->attached)) {
		atomic_fetch_add(&fake_shared(header)->looks[number], 1);
		usleep(100);
	}
}

static uint32_t stop_reason(void)
{
	if (atomic_exchange(&header->first_stop, 0))
		return GS_REASON_CALL;
	if (atomic_load(&header->pause)) {
		atomic_store(&header->pause, 0);
		return GS_REASON_PAUSE;
	}
	if (header->run.stop_at & GS_STOP_AT_EVERY &&
		atomic_load(&header->run.count) & GS_WIRE_RUN_LEFT &&
		(atomic_fetch_sub(&header->run.count, 1) & GS_WIRE_RUN_LEFT) == 1)
		return GS_REASON_CALL;
	return GS_REASON_NONE;
}

static void call(uint32_t function)
{
	if (!is_owner())
		return;
	if (!slot)
		find_slot();
	slot->call.function = function;
	slot->call.n_args = 2;
	slot->call.args[0] = function + 1;
	slot->call.args[1] = (uint64_t)(uintptr_t) "a string of the program";
	wait_at_door();
	uint32_t reason = atomic_load(&header->attached) ? stop_reason() : GS_REASON_NONE;
	slot->call.index = atomic_load(&header->calls);
	bool execute = !reason || stop(reason);
	slot->call.index = atomic_fetch_add(&header->calls, 1);
	slot->call.flags = execute ? GS_CALL_EXECUTED : GS_CALL_SKIPPED;
	done += execute;
	if (atomic_load(&header->log))
		log_call();
}

static void calls(long n)
{
	for (long i = 0; i < n; i++)
		call((uint32_t)(i % 100));
}

/* ---- modes ---- */

static volatile sig_atomic_t signals;

static void count_signal(int signal)
{
	signals++;
}

static void handle(int signal, void (*handler)(int))
{
	struct sigaction action = {.sa_handler = handler};
	sigaction(signal, &action, NULL);
}

static void begin_storm(long period)
{
	struct itimerval every = {{0, period}, {0, period}};
	handle(SIGALRM, count_signal);
	setitimer(ITIMER_REAL, &every, NULL);
}

static int storm(long n)
{
	struct itimerval every;
	begin_storm(50);
	calls(n);
	memset(&every, 0, sizeof every);
	setitimer(ITIMER_REAL, &every, NULL);
	return done == n && signals > 0 ? 0 : 1;
}

/* Whatever the program does with SIGTRAP stays as it was. */
static int sigtrap(const char *how, long n)
{
	struct sigaction after;
	sigset_t set, mask;
	void (*handler)(int) = SIG_DFL;
	sigemptyset(&set);
	sigaddset(&set, SIGTRAP);
	if (!strcmp(how, "blocked"))
		sigprocmask(SIG_BLOCK, &set, NULL);
	if (!strcmp(how, "ignored"))
		handler = SIG_IGN;
	if (!strcmp(how, "handled"))
		handler = count_signal;
	handle(SIGTRAP, handler);
	calls(n);
	sigaction(SIGTRAP, NULL, &after);
	sigprocmask(SIG_BLOCK, NULL, &mask);
	return done == n && signals == 0 && after.sa_handler == handler &&
			       sigismember(&mask, SIGTRAP) == !strcmp(how, "blocked")
		       ? 0
		       : 1;
}

static void *thread_calls(void *n)
{
	calls((long)n);
	atomic_store(&slot->tid, 0);
	slot = NULL;
	return NULL;
}

static int threads(long count, long n)
{
	pthread_t ids[32];
	for (long i = 0; i < count; i++)
		pthread_create(&ids[i], NULL, thread_calls, (void *)n);
	calls(n);
	for (long i = 0; i < count; i++)
		pthread_join(ids[i], NULL);
	return 0;
}

static void *thread_exec(void *unused)
{
	calls(2);
	execl(self, self, "calls", "5", "23", (char *)NULL);
	_exit(98);
}

static long calls_each;

static void *thread_at_door(void *own_number)
{
	number = (unsigned)(uintptr_t)own_number;
	while (!atomic_load(&header->stall_lock_tid) && atomic_load(&header->attached))
		usleep(100);
	return thread_calls((void *)calls_each);
}

/* The other threads call once the door is shut, which it is at the first call. */
static int door(long count, long n)
{
	pthread_t ids[FAKE_THREADS];
	calls_each = n;
	for (long i = 0; i < count; i++)
		pthread_create(&ids[i], NULL, thread_at_door, (void *)i);
	calls(n);
	for (long i = 0; i < count; i++)
		pthread_join(ids[i], NULL);
	return 0;
}

static int exec_from_thread(void)
{
	pthread_t others[3], id;
	calls(1);
	for (int i = 0; i < 3; i++)
		pthread_create(&others[i], NULL, (void *(*)(void *))(void *)pause, NULL);
	pthread_create(&id, NULL, thread_exec, NULL);
	for (;;)
		pause();
	return 0;
}

/* A child stops its parent and, a little later, lets it go on. */
static int foreign_stop(long n)
{
	pid_t parent = getpid(), child = fork();
	if (child == 0) {
		for (int i = 0; i < 5; i++) {
			usleep(3000);
			kill(parent, SIGSTOP);
			usleep(20000);
			kill(parent, SIGCONT);
		}
		_exit(0);
	}
	int status = -1;
	do
		calls(n);
	while (waitpid(child, &status, WNOHANG) == 0);
	return status;
}

/* The parent counts the stops of a child that calls without end: none may get lost between the
 * stops of the calls. */
static int counted_stops(long n)
{
	_Atomic long *verdict = mmap(
		NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int status = 0;
	pid_t child = fork();
	while (child == 0) {
		calls(1);
		atomic_fetch_add(verdict + 1, 1);
		if (atomic_load(verdict))
			_exit((int)atomic_load(verdict) - 1);
	}
	for (long i = 0; i < n && (i == 0 || WIFSTOPPED(status)); i++) {
		for (long seen = atomic_load(verdict + 1); atomic_load(verdict + 1) == seen;)
			sched_yield();
		for (volatile long k = 0; k < i % 100 * 100; k++) /* at each moment of a call */
			;
		kill(child, SIGSTOP);
		waitpid(child, &status, WUNTRACED);
		kill(child, SIGCONT);
	}
	atomic_store(verdict, WIFSTOPPED(status) ? 1 : 2);
	waitpid(child, &status, 0);
	return 0;
}

enum { OWN_WAY = 3, STOP_WAYS };
static _Atomic int *turns; /* of child and parent: how often each has had its turn */

/* The parent's turn. Nobody may answer meanwhile: the child has not stopped itself yet. */
static void wait_opened(uint64_t sequence)
{
	int turn = atomic_fetch_add(turns, 1) + 1;
	if (turn == OWN_WAY + 1)
		kill(getpid(), SIGSTOP);
	while (atomic_load(turns + 1) < turn) {
		if (atomic_load(&slot->request.sequence) == sequence)
			_exit(3);
		sched_yield();
	}
}

static void send_stop(pid_t to, int way)
{
	if (way == 0)
		kill(to, SIGSTOP);
	else if (way == 1)
		syscall(SYS_tgkill, to, to, SIGSTOP);
	else if (way == 2)
		sigqueue(to, SIGSTOP, (union sigval){.sival_int = 1});
	/* OWN_WAY: the child itself */
}

/* A child is stopped by its parent, each time in another way, and by itself, while it has opened
 * its slot: these stops are the program's. */
static int open_stops(void)
{
	int status = 0;
	turns = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pid_t child = fork();
	if (child == 0) {
		calls(1);
		when_open = wait_opened;
		for (int way = 0; way < STOP_WAYS; way++)
			stop(GS_REASON_CALL);
		_exit(0);
	}
	for (int way = 0; way < STOP_WAYS; way++) {
		while (atomic_load(turns) == way && waitpid(child, &status, WNOHANG) == 0)
			sched_yield();
		send_stop(child, way);
		if (waitpid(child, &status, WUNTRACED) != child || !WIFSTOPPED(status))
			return 1; /* it has ended */
		kill(child, SIGCONT);
		atomic_store(turns + 1, way + 1);
	}
	waitpid(child, &status, 0);
	return 0;
}

/* Children by every way, each of which must not become the debuggee. */
static int wait_status(pid_t child)
{
	int status = -1;
	waitpid(child, &status, 0);
	return WEXITSTATUS(status);
}

static __attribute__((noinline)) pid_t run_by_vfork(char *const argv[])
{
	pid_t child = vfork();
	if (child == 0) {
		execv(self, argv);
		_exit(9);
	}
	return child;
}

static int children(long n)
{
	char *const argv[] = {(char *)self, "false", NULL};
	for (long i = 0; i < n; i++) {
		calls(1);
		pid_t child = fork();
		if (child == 0) {
			calls(3);
			_exit(system("exit 3") >> 8);
		}
		if (wait_status(child) != 3)
			return 1;
		if (posix_spawn(&child, self, NULL, NULL, argv, environ) != 0 ||
			wait_status(child) != 1)
			return 2;
		if (wait_status(run_by_vfork(argv)) != 1)
			return 3;
	}
	return 0;
}

static int die(int signal)
{
	calls(2);
	if (signal == SIGSEGV)
		*(volatile int *)(uintptr_t)done = 0; /* address 2 */
	raise(signal);
	return 0;
}

static int detached(const char *file, long n)
{
	for (long i = 0; i < n; i++) {
		calls(10);
		usleep(200);
	}
	int fd = open(file, O_CREAT | O_WRONLY | O_TRUNC, 0600);
	return fd >= 0 && close(fd) == 0 && done == 10 * n ? 0 : 1;
}

int main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "";
	long n = argc > 2 ? atol(argv[2]) : 0;
	self = argv[0];
	if (!strcmp(mode, "false"))
		return 1;
	if (!strcmp(mode, "exit"))
		return (int)n;
	open_wire();
	if (!strcmp(mode, "calls")) {
		calls(n);
		return argc > 3 ? atoi(argv[3]) : 0;
	}
	if (!strcmp(mode, "function")) {
		call((uint32_t)n);
		return 0;
	}
	if (!strcmp(mode, "draw")) {
		calls(1);
		atomic_store(&header->owner_drew, 1);
		calls(n);
		return argc > 3 ? atoi(argv[3]) : 0;
	}
	if (!strcmp(mode, "storm"))
		return storm(n);
	if (!strcmp(mode, "sigtrap"))
		return sigtrap(argv[2], atol(argv[3]));
	if (!strcmp(mode, "threads"))
		return threads(n, atol(argv[3]));
	if (!strcmp(mode, "door"))
		return door(n, atol(argv[3]));
	if (!strcmp(mode, "exec-thread"))
		return exec_from_thread();
	if (!strcmp(mode, "foreign-stop"))
		return foreign_stop(n);
	if (!strcmp(mode, "open-stops"))
		return open_stops();
	if (!strcmp(mode, "counted-stops"))
		return counted_stops(n);
	if (!strcmp(mode, "children"))
		return children(n);
	if (!strcmp(mode, "die"))
		return die((int)n);
	if (!strcmp(mode, "detached"))
		return detached(argv[2], atol(argv[3]));
	if (!strcmp(mode, "busy"))
		for (calls(n);;)
			;
	if (!strcmp(mode, "idle-storm"))
		for (begin_storm(200);;)
			pause();
	if (!strcmp(mode, "idle"))
		for (calls(n);;)
			sleep(1000);
	return 99;
}

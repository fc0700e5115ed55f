/* SPDX-License-Identifier: MIT */
/* The ptrace machine against host-fake: every way in which its threads stop, and nothing left
 * behind. */
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "debugger/host/private.h"
#include "tests/host/host-fake.h"
#include "tests/patience.h"

static char *fake;

static struct gs_host *launch_v(char **argv)
{
	struct gs_launch launch = {.argv = argv};
	GError *error = NULL;
	struct gs_host *host = gs_host_new(&launch, &error);
	g_assert_no_error(error);
	g_assert_nonnull(host);
	return host;
}

#define launch(...) launch_v((char *[]){fake, __VA_ARGS__, NULL})

static struct gs_host_event wait_for(struct gs_host *host, enum gs_host_event_kind kind)
{
	struct gs_host_event event;
	gs_host_wait(host, patience(6000), &event);
	g_assert_cmpint(event.kind, ==, kind);
	return event;
}

/* What follows a resume: after count calls, or never. */
static void run_until(struct gs_host *host, uint64_t count)
{
	struct gs_wire_header *wire = gs_host_wire(host);
	gs_wire_set_run(wire, count ? GS_STOP_AT_EVERY : 0, count);
}

static struct gs_host_event step(struct gs_host *host, struct gs_host_event at)
{
	run_until(host, 1);
	gs_host_resume(host, at.slot, GS_RESUME_EXECUTE);
	return wait_for(host, GS_HOST_STOPPED);
}

static struct gs_host_event run_to_end(struct gs_host *host, struct gs_host_event at)
{
	run_until(host, 0);
	gs_host_resume(host, at.slot, GS_RESUME_EXECUTE);
	return wait_for(host, GS_HOST_EXITED);
}

static bool is_alive(pid_t pid)
{
	return kill(pid, 0) == 0;
}

/* As ps shows it; 0: there is none. */
static char process_state(pid_t pid)
{
	char path[64], *text = NULL, state = 0;
	snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
	if (g_file_get_contents(path, &text, NULL, NULL))
		state = strrchr(text, ')')[2];
	g_free(text);
	return state;
}

/* ---- stopping ---- */

static uint64_t logged, expected_index;

static bool count_log(const struct gs_record_run *run, gpointer data)
{
	struct gs_record records[GS_RECORD_RUN_MAX];
	gs_record_run_read(run, records);
	for (size_t i = 0; i < run->n; i++) {
		g_assert_cmpuint(records[i].call.index, ==, expected_index + i);
		g_assert_cmpuint(records[i].call.flags >> GS_CALL_TID_SHIFT, ==,
			(guint)GPOINTER_TO_INT(data));
	}
	expected_index += run->n;
	logged += run->n;
	return true;
}

static void test_step(void)
{
	struct gs_host *host = launch("calls", "200000", "7");
	struct gs_host_event event = wait_for(host, GS_HOST_STOPPED);
	g_assert_true(event.called_gl);
	g_assert_cmpuint(gs_host_slot(host, event.slot)->call.index, ==, 0);
	logged = expected_index = 0;
	gs_host_set_log(host, count_log, GINT_TO_POINTER(event.tid));
	for (unsigned i = 1; i <= 1000; i++) {
		event = step(host, event);
		g_assert_cmpuint(gs_host_slot(host, event.slot)->call.index, ==, i);
		g_assert_cmpuint(gs_host_slot(host, event.slot)->reason, ==, GS_REASON_CALL);
		gs_host_flush_log(host);
		g_assert_cmpuint(logged, ==, i);
	}
	char *text = gs_host_read_string(host, gs_host_slot(host, event.slot)->call.args[1], 1000);
	g_assert_cmpstr(text, ==, "a string of the program");
	g_free(text);
	g_assert_null(gs_host_read_string(host, 16, 100));
	run_until(host, 50000);
	gs_host_resume(host, event.slot, GS_RESUME_SKIP);
	event = wait_for(host, GS_HOST_STOPPED);
	g_assert_cmpuint(gs_host_slot(host, event.slot)->call.index, ==, 51000);
	event = run_to_end(host, event);
	g_assert_cmpint(event.status, ==, 7);
	g_assert_cmpuint(logged, ==, 200000);
	gs_host_wait(host, -1, &event); /* told again */
	g_assert_cmpint(event.kind, ==, GS_HOST_EXITED);
	gs_host_free(host);
}

/* A request without numbers that has the time it takes. */
static bool ask(struct gs_host *host, struct gs_host_event at, enum gs_wire_request_kind kind,
	uint64_t bulk_size, GError **error)
{
	return gs_host_request(host, at.slot, kind, NULL, bulk_size, patience(1000), error);
}

static void test_requests(void)
{
	struct gs_host *host = launch("calls", "5");
	struct gs_host_event event = wait_for(host, GS_HOST_STOPPED);
	uint64_t number[6] = {1, 1234};
	GError *error = NULL;

	g_assert_true(gs_host_request(
		host, event.slot, GS_REQUEST_SET_ARG, number, 0, patience(1000), &error));
	g_assert_cmpuint(gs_host_slot(host, event.slot)->call.args[1], ==, 1234);
	uint8_t *bulk = gs_host_bulk(host);
	for (unsigned i = 0; i < 100; i++)
		bulk[i] = (uint8_t)i;
	g_assert_true(ask(host, event, GS_REQUEST_STATE, 100, &error));
	g_assert_cmpuint(bulk[99], ==, 198);
	g_assert_false(ask(host, event, GS_REQUEST_PROGRAM, 0, &error));
	g_assert_error(error, GS_ERROR, GS_ERROR_NO_SHADER);
	g_assert_cmpstr(error->message, ==, "There is no shader here.");
	g_clear_error(&error);

	_Atomic uint32_t *may_answer = &fake_shared(gs_host_wire(host))->may_answer;
	g_assert_false(gs_host_request(host, event.slot, GS_REQUEST_MACROS, NULL, 0, 20, &error));
	g_assert_error(error, GS_ERROR, GS_ERROR_TIMEOUT);
	g_clear_error(&error);
	g_assert_false(gs_host_request(host, event.slot, GS_REQUEST_STATE, NULL, 0, 20, &error));
	g_clear_error(&error);
	atomic_store(may_answer, 1);
	event = wait_for(host, GS_HOST_STOPPED); /* the late answer */
	g_assert_true(ask(host, event, GS_REQUEST_STATE, 100, &error));
	for (unsigned i = 0; i < 2000; i++)
		g_assert_true(ask(host, event, GS_REQUEST_STATE, 1, &error));

	gs_host_interrupt(host);
	g_assert_false(ask(host, event, GS_REQUEST_MACROS, 0, &error));
	g_assert_error(error, GS_ERROR, GS_ERROR_TIMEOUT);
	g_assert_nonnull(strstr(error->message, "Interrupted"));
	g_clear_error(&error);
	gs_host_forget_interrupt(host);
	gs_host_pause(host, 1);
	struct gs_host_event outside = wait_for(host, GS_HOST_OUTSIDE); /* in the driver */
	gs_host_resume(host, 0, GS_RESUME_EXECUTE);
	g_assert_cmpint(outside.tid, ==, event.tid);
	atomic_store(may_answer, 1);
	event = wait_for(host, GS_HOST_STOPPED);
	g_assert_cmpint(run_to_end(host, event).status, ==, 0);
	g_assert_false(ask(host, event, GS_REQUEST_STATE, 1, &error));
	g_assert_error(error, GS_ERROR, GS_ERROR_NO_PROGRAM);
	g_clear_error(&error);
	gs_host_free(host);
}

static void step_through(struct gs_host *host, unsigned steps)
{
	struct gs_host_event event = wait_for(host, GS_HOST_STOPPED);
	for (unsigned i = 0; i < steps; i++)
		event = step(host, event);
	g_assert_cmpint(run_to_end(host, event).status, ==, 0);
	gs_host_free(host);
}

static void test_storm(void)
{
	step_through(launch("storm", "2000"), 1500);
}

static void test_sigtrap(void)
{
	step_through(launch("sigtrap", "blocked", "300"), 200);
	step_through(launch("sigtrap", "ignored", "300"), 200);
	step_through(launch("sigtrap", "handled", "300"), 200);
}

static void test_children(void)
{
	step_through(launch("children", "15"), 14);
}

static void check_foreign_stops(const char *mode)
{
	struct gs_host *host = launch((char *)mode, "300");
	struct gs_host_event event = wait_for(host, GS_HOST_STOPPED);
	unsigned steps = 0;
	for (; event.kind == GS_HOST_STOPPED && steps < 1000000;
		steps++) { /* a lost stop: without end */
		run_until(host, 1);
		gs_host_resume(host, event.slot, GS_RESUME_EXECUTE);
		gs_host_wait(host, patience(6000), &event);
	}
	g_assert_cmpint(event.kind, ==, GS_HOST_EXITED);
	g_assert_cmpint(event.status, ==, 0);
	g_assert_cmpuint(steps, >, 100);
	gs_host_free(host);
}

/* Of the program itself while a thread has announced a stop of ours and not yet made it. */
static void test_open_stops(void)
{
	struct gs_host *host = launch("open-stops", "0");
	struct gs_host_event event = wait_for(host, GS_HOST_STOPPED);
	unsigned stops = 0;
	for (; event.kind == GS_HOST_STOPPED && stops < 100; stops++) {
		gs_host_resume(host, event.slot, GS_RESUME_EXECUTE);
		gs_host_wait(host, patience(6000), &event);
	}
	g_assert_cmpint(event.kind, ==, GS_HOST_EXITED);
	g_assert_cmpint(event.status, ==, 0); /* 3: a stop was answered before it was made */
	g_assert_cmpuint(stops, ==, 5);
	gs_host_free(host);
}

static void test_foreign_stop(void)
{
	check_foreign_stops("foreign-stop");
	check_foreign_stops("counted-stops");
}

/* Stops at calls of all threads; returns in how many it has stopped. */
static unsigned stop_in_threads(void)
{
	struct gs_host *host = launch("threads", "6", "500");
	struct gs_host_event event = wait_for(host, GS_HOST_STOPPED);
	GHashTable *seen = g_hash_table_new(NULL, NULL);
	for (unsigned i = 0; i < 3000; i++) {
		g_hash_table_add(seen, GINT_TO_POINTER(event.tid));
		run_until(host, 1);
		gs_host_resume(host, event.slot, GS_RESUME_EXECUTE);
		gs_host_wait(host, patience(6000), &event);
		if (event.kind != GS_HOST_STOPPED)
			break;
	}
	if (event.kind == GS_HOST_STOPPED)
		event = run_to_end(host, event);
	g_assert_cmpint(event.kind, ==, GS_HOST_EXITED);
	g_assert_cmpuint(atomic_load(&gs_host_wire(host)->calls), ==, 7 * 500);
	gs_host_free(host);
	unsigned n = g_hash_table_size(seen);
	g_hash_table_destroy(seen);
	return n;
}

/* Where one thread stops, each other may finish a call that it had begun: it can happen that all
 * stops are in one. */
static void test_threads(void)
{
	unsigned most = 0;
	for (unsigned i = 0; i < 100 && most < 2; i++)
		most = stop_in_threads();
	g_assert_cmpuint(most, >=, 2);
}

/*
 * While one thread's draw is debugged the others wait until it is done, and go on afterwards. Each
 * has found the door shut many times before the test looks whether one has gone through.
 */
static void test_door(void)
{
	enum { OTHERS = 4, CALLS = 2000, LOOKS = 20 };
	struct gs_host *host = launch("door", "4", "2000");
	struct gs_host_event event = wait_for(host, GS_HOST_STOPPED);
	struct gs_wire_header *wire = gs_host_wire(host);
	g_assert_true(ask(host, event, GS_REQUEST_DEBUG_BEGIN, 0, NULL));
	for (unsigned i = 0; i < OTHERS; i++)
		WAIT_UNTIL(atomic_load(&fake_shared(wire)->looks[i]) >= LOOKS);
	g_assert_cmpuint(atomic_load(&wire->calls), ==, 0);
	g_assert_true(ask(host, event, GS_REQUEST_DEBUG_END, 0, NULL));
	g_assert_cmpint(run_to_end(host, event).status, ==, 0);
	g_assert_cmpuint(atomic_load(&wire->calls), ==, (OTHERS + 1) * CALLS);
	gs_host_free(host);
}

/* ---- processes ---- */

static void test_exec_from_thread(void)
{
	struct gs_host *host = launch("exec-thread");
	struct gs_host_event event = wait_for(host, GS_HOST_STOPPED);
	for (unsigned i = 0; i < 6; i++)
		event = step(host, event); /* three before the exec, five after it */
	g_assert_cmpuint(g_hash_table_size(host->tracees), ==,
		1); /* the others are gone, and what went by their numbers may be others now */
	g_assert_cmpint(run_to_end(host, event).status, ==, 23);
	gs_host_free(host);
}

static struct gs_host *shell(const char *script)
{
	char *text = g_strdup_printf("F='%s'; %s", fake, script);
	struct gs_host *host = launch_v((char *[]){"sh", "-c", text, NULL});
	g_free(text);
	return host;
}

static void test_wrappers(void)
{
	/* exec, fork, and a chain of them */
	struct gs_host *host = shell("exec $F calls 100 5");
	struct gs_host_event event = wait_for(host, GS_HOST_STOPPED);
	g_assert_cmpint(run_to_end(host, step(host, event)).status, ==, 5);
	gs_host_free(host);

	host = shell("$F false; $F draw 100 6; sleep 0.1; exit 9");
	event = wait_for(host, GS_HOST_STOPPED);
	pid_t debuggee = event.pid;
	event = run_to_end(host, step(host, event));
	g_assert_cmpint(event.status, ==, 6); /* the debuggee's, not the shell's */
	g_assert_cmpint(event.pid, ==, debuggee);
	gs_host_free(host);

	/* the first that calls GL draws nothing: the next takes its place */
	host = shell("sh -c \"$F calls 3 1\"; env $F draw 100 6; exit 9");
	event = wait_for(host, GS_HOST_STOPPED);
	debuggee = event.pid;
	event = step(host, step(host, event));
	run_until(host, 3);
	gs_host_resume(host, event.slot, GS_RESUME_EXECUTE);
	event = wait_for(host, GS_HOST_STOPPED);
	g_assert_cmpint(event.pid, !=, debuggee);
	g_assert_cmpint(run_to_end(host, event).status, ==, 6);
	gs_host_free(host);
}

static void test_no_gl(void)
{
	struct gs_host *host = launch("exit", "4");
	struct gs_host_event event = wait_for(host, GS_HOST_EXITED);
	g_assert_false(event.called_gl);
	g_assert_cmpint(event.status, ==, 4);
	gs_host_free(host);
	/* the root ends first: the tree has not */
	host = shell("(while [ -d /proc/$$ ]; do sleep 0.01; done; $F calls 3) & exit 3");
	event = wait_for(host, GS_HOST_STOPPED);
	g_assert_cmpint(run_to_end(host, event).status, ==, 0);
	gs_host_free(host);
	host = shell("kill -9 $$");
	event = wait_for(host, GS_HOST_KILLED);
	g_assert_false(event.called_gl);
	g_assert_cmpint(event.signal, ==, SIGKILL);
	gs_host_free(host);
}

static void check_death(int signal)
{
	char *number = g_strdup_printf("%d", signal);
	struct gs_host *host = launch("die", number);
	struct gs_host_event event = wait_for(host, GS_HOST_STOPPED);
	run_until(host, 0);
	gs_host_resume(host, event.slot, GS_RESUME_EXECUTE);
	if (signal != SIGKILL) {
		event = wait_for(host, GS_HOST_SIGNAL);
		g_assert_cmpint(event.signal, ==, signal);
		g_assert_true(is_alive(event.pid));
		gs_host_resume(host, event.slot, GS_RESUME_EXECUTE);
	}
	event = wait_for(host, GS_HOST_KILLED);
	g_assert_cmpint(event.signal, ==, signal);
	g_assert_true(event.called_gl);
	gs_host_free(host);
	g_free(number);
}

static void test_deaths(void)
{
	const int signals[] = {SIGSEGV, SIGABRT, SIGTERM, SIGKILL, SIGUSR1, SIGTRAP};
	for (size_t i = 0; i < G_N_ELEMENTS(signals); i++)
		check_death(signals[i]);
}

/* Killed from outside while it stands in the event loop; dead in a request. */
static void test_death_while_stopped(void)
{
	struct gs_host *host = launch("calls", "5");
	struct gs_host_event event = wait_for(host, GS_HOST_STOPPED);
	GError *error = NULL;
	kill(event.pid, SIGKILL);
	g_assert_false(ask(host, event, GS_REQUEST_STATE, 0, &error));
	g_assert_error(error, GS_ERROR, GS_ERROR_NO_PROGRAM);
	g_clear_error(&error);
	gs_host_resume(host, event.slot, GS_RESUME_EXECUTE);
	g_assert_cmpint(wait_for(host, GS_HOST_KILLED).signal, ==, SIGKILL);
	gs_host_free(host);

	const int signals[] = {SIGKILL, SIGSEGV};
	for (size_t i = 0; i < G_N_ELEMENTS(signals); i++) {
		uint64_t number[6] = {(uint64_t)signals[i]};
		host = launch("calls", "5");
		event = wait_for(host, GS_HOST_STOPPED);
		g_assert_false(gs_host_request(
			host, event.slot, GS_REQUEST_CAPTURE, number, 0, patience(1000), &error));
		g_assert_error(error, GS_ERROR, GS_ERROR_NO_PROGRAM);
		g_clear_error(&error);
		if (signals[i] == SIGSEGV) {
			g_assert_cmpint(wait_for(host, GS_HOST_SIGNAL).signal, ==, SIGSEGV);
			gs_host_resume(host, 0, GS_RESUME_EXECUTE);
		}
		g_assert_cmpint(wait_for(host, GS_HOST_KILLED).signal, ==, signals[i]);
		gs_host_free(host);
	}
}

/* ---- pause, interrupt, kill, detach ---- */

struct waiting {
	struct gs_host *host;
	pid_t tid;
};

/* As soon as the thread that waits sleeps. */
static gpointer interrupt_waiting(gpointer data)
{
	struct waiting *waiting = data;
	WAIT_UNTIL(process_state(waiting->tid) == 'S');
	gs_host_interrupt(waiting->host);
	return NULL;
}

static void check_pause(const char *mode)
{
	struct gs_host *host = launch((char *)mode, "3");
	struct gs_host_event event = wait_for(host, GS_HOST_STOPPED), outside;
	run_until(host, 0);
	gs_host_resume(host, event.slot, GS_RESUME_EXECUTE);
	WAIT_UNTIL(atomic_load(&gs_host_wire(host)->calls) == 3); /* it makes no more */
	gs_host_wait(host, 10, &outside);
	g_assert_cmpint(outside.kind, ==, GS_HOST_TIMEOUT);
	struct waiting waiting = {host, gettid()};
	GThread *thread = g_thread_new("interrupt", interrupt_waiting, &waiting);
	wait_for(host, GS_HOST_INTERRUPTED);
	g_thread_join(thread);
	for (unsigned i = 0; i < 50; i++) {
		gs_host_pause(host, 1);
		outside = wait_for(host, GS_HOST_OUTSIDE);
		g_assert_cmpint(outside.tid, ==, event.tid);
		gs_host_resume(host, 0, GS_RESUME_EXECUTE);
	}
	gs_host_kill(host);
	g_assert_cmpint(wait_for(host, GS_HOST_KILLED).signal, ==, SIGKILL);
	g_assert_false(is_alive(event.pid));
	gs_host_free(host);
}

/* Before any GL, and under a storm of signals each of which takes the interrupt along. */
static void check_pause_early(const char *script)
{
	struct gs_host *host = launch_v((char *[]){"sh", "-c", (char *)script, fake, NULL});
	for (unsigned i = 0; i < 20; i++) {
		gs_host_pause(host, 5);
		struct gs_host_event event = wait_for(host, GS_HOST_OUTSIDE);
		g_assert_false(event.called_gl);
		gs_host_resume(host, 0, GS_RESUME_EXECUTE);
	}
	gs_host_free(host);
}

static void test_pause(void)
{
	check_pause_early("sleep 100");
	check_pause_early("exec $0 idle-storm");
	check_pause("busy");
	check_pause("idle");
	struct gs_host *host = launch("calls", "1000000000");
	struct gs_host_event event = wait_for(host, GS_HOST_STOPPED);
	for (unsigned i = 0; i < 100; i++) {
		run_until(host, 0);
		gs_host_resume(host, event.slot, GS_RESUME_EXECUTE);
		gs_host_pause(host, patience(1000));
		event = wait_for(host, GS_HOST_STOPPED);
		g_assert_cmpuint(gs_host_slot(host, event.slot)->reason, ==, GS_REASON_PAUSE);
	}
	gs_host_free(host);
	g_assert_false(is_alive(event.pid));
}

static void wait_for_end(pid_t pid)
{
	WAIT_UNTIL(!process_state(pid) || process_state(pid) == 'Z');
}

/* Detached in any of its states it runs on alone to its right end. */
static void check_detach(unsigned how)
{
	char *file = g_strdup_printf("%s/glstep-host-%d-%u", g_get_tmp_dir(), (int)getpid(), how);
	struct gs_host *host = launch("detached", file, "100");
	struct gs_host_event event = wait_for(host, GS_HOST_STOPPED);
	GError *error = NULL;
	if (how > 0) {
		run_until(host, how % 2 ? 0 : 1);
		gs_host_resume(host, event.slot, GS_RESUME_EXECUTE);
		g_usleep(how * 137 % 1000); /* at any moment */
	}
	g_assert_true(gs_host_detach(host, &error));
	g_assert_no_error(error);
	g_assert_cmpint(process_state(event.pid), !=, 't');
	gs_host_free(host);
	wait_for_end(event.pid);
	g_assert_cmpint(access(file, F_OK), ==, 0);
	unlink(file);
	g_free(file);
}

static void test_detach(void)
{
	for (unsigned how = 0; how < 20; how++)
		check_detach(how);
	/* several threads and children, some of them stopped */
	for (unsigned i = 0; i < 10; i++) {
		struct gs_host *host = launch("threads", "6", "300");
		struct gs_host_event event = wait_for(host, GS_HOST_STOPPED);
		run_until(host, 1);
		gs_host_resume(host, event.slot, GS_RESUME_EXECUTE);
		g_usleep(i * 100); /* at any moment */
		g_assert_true(gs_host_detach(host, NULL));
		gs_host_free(host);
		wait_for_end(event.pid);
	}
}

static unsigned count_entries(const char *path)
{
	DIR *directory = opendir(path);
	unsigned n = 0;
	while (readdir(directory))
		n++;
	closedir(directory);
	return n;
}

/* A thread that was joined stays in the folder of tasks until the kernel has put it away. */
static bool comes_down_to(const char *path, unsigned expected)
{
	for (unsigned i = 0; count_entries(path) > expected; i++) {
		if (i == 10000)
			return false;
		g_usleep(1000);
	}
	return true;
}

static void test_leaks(void)
{
	unsigned fds = 0, threads = 0;
	for (unsigned i = 0; i < 200; i++) {
		struct gs_host *host = launch("threads", "2", "20");
		struct gs_host_event event = wait_for(host, GS_HOST_STOPPED);
		if (i % 3 == 1)
			event = step(host, event);
		if (i % 3 == 2)
			run_to_end(host, event);
		gs_host_free(host);
		g_assert_false(is_alive(event.pid));
		if (i == 5) {
			fds = count_entries("/proc/self/fd");
			threads = count_entries("/proc/self/task");
		}
	}
	g_assert_true(comes_down_to("/proc/self/fd", fds));
	g_assert_true(comes_down_to("/proc/self/task", threads));
	g_assert_cmpint(
		waitpid(-1, NULL, WNOHANG | __WALL), ==, -1); /* those let go are reaped too */
}

/* Who debugs is killed: the whole tree ends with it. */
static void test_killed_debugger(void)
{
	int pipe_fds[2];
	pid_t pids[2], child;
	g_assert_cmpint(pipe(pipe_fds), ==, 0);
	if ((child = fork()) == 0) {
		struct gs_host *host = launch_v(
			(char *[]){"sh", "-c", "$0 idle 3; true", fake, NULL});
		struct gs_host_event event = wait_for(host, GS_HOST_STOPPED);
		char *status, path[64];
		snprintf(path, sizeof path, "/proc/%d/status", (int)event.pid);
		g_assert_true(g_file_get_contents(path, &status, NULL, NULL));
		pids[0] = event.pid;
		pids[1] = (pid_t)atoi(strstr(status, "PPid:") + 5);
		g_assert_cmpint(write(pipe_fds[1], pids, sizeof pids), ==, sizeof pids);
		raise(SIGKILL);
	}
	g_assert_cmpint(read(pipe_fds[0], pids, sizeof pids), ==, sizeof pids);
	waitpid(child, NULL, 0);
	close(pipe_fds[0]);
	close(pipe_fds[1]);
	wait_for_end(pids[0]);
	wait_for_end(pids[1]);
}

/* ---- launching ---- */

static void check_refusal(struct gs_launch launch, const char *words)
{
	GError *error = NULL;
	g_assert_null(gs_host_new(&launch, &error));
	g_assert_error(error, GS_ERROR, GS_ERROR_CANNOT_START);
	if (!strstr(error->message, words))
		g_error("\"%s\" does not say \"%s\"", error->message, words);
	g_clear_error(&error);
}

static void refuse_contents(
	const char *directory, const void *contents, size_t size, mode_t mode, const char *words)
{
	char *path = g_build_filename(directory, "program", NULL);
	g_assert_true(g_file_set_contents(path, contents, (gssize)size, NULL));
	g_assert_cmpint(chmod(path, mode), ==, 0);
	check_refusal((struct gs_launch){.argv = (char *[]){path, NULL}}, words);
	unlink(path);
	g_free(path);
}

static void test_refusals(void)
{
	char *directory = g_dir_make_tmp("glstep-host-XXXXXX", NULL), *bytes;
	gsize size;

	check_refusal((struct gs_launch){.argv = (char *[]){"no-such-program-here", NULL}},
		"not found in PATH");
	check_refusal((struct gs_launch){.argv = (char *[]){"./no-such-program", NULL}},
		"does not exist");
	check_refusal((struct gs_launch){.argv = (char *[]){directory, NULL}}, "is a directory");
	check_refusal((struct gs_launch){.argv = (char *[]){fake, NULL}, .directory = "/no/such"},
		"/no/such");
	check_refusal((struct gs_launch){.argv = (char *[]){fake, NULL}, .directory = fake},
		"not a directory");
	check_refusal((struct gs_launch){.argv = (char *[]){fake, NULL}, .output = "/no/such/file"},
		"/no/such/file");
	refuse_contents(directory, "#!/bin/sh\n", 10, 0600, "not executable");
	refuse_contents(directory, "#!/no/such/shell\n", 17, 0700, "/no/such/shell");
	refuse_contents(directory, "what is this\n", 13, 0700, "neither a program nor a script");
	refuse_contents(directory, "", 0, 0700, "empty");

	g_assert_true(g_file_get_contents(fake, &bytes, &size, NULL));
	refuse_contents(directory, bytes, size, 04755, "setuid");
	refuse_contents(directory, bytes, size, 02755, "setgid");
	refuse_contents(directory, bytes, 30, 0700, "damaged");
	bytes[4] = 1;
	refuse_contents(directory, bytes, size, 0700, "32-bit");
	bytes[4] = 2;
	bytes[18] = (char)243;
	refuse_contents(directory, bytes, size, 0700, "RISC-V");
	g_free(bytes);
	g_assert_cmpint(rmdir(directory), ==, 0);
	g_free(directory);
}

/* The line of our own /proc/self/status: whoever ran us may have ignored signals already. */
static char *own_ignored(void)
{
	char *status, *line = NULL;

	g_assert_true(g_file_get_contents("/proc/self/status", &status, NULL, NULL));
	char *at = strstr(status, "SigIgn:");
	if (at)
		line = g_strndup(at, strcspn(at, "\n"));
	g_free(status);
	g_assert_nonnull(line);
	return line;
}

static void test_surroundings(void)
{
	char *directory = g_dir_make_tmp("glstep-host-XXXXXX", NULL);
	char *output = g_build_filename(directory, "out", NULL), *text;
	char *environment[] = {"GREETING=hello", "LD_PRELOAD=/their/own.so", NULL};
	struct gs_launch launch = {
		.argv = (char *[]){"sh", "-c",
			"pwd; echo $GREETING; echo $LD_PRELOAD; read x || echo eof; "
			"grep -E 'SigBlk|SigIgn' /proc/self/status",
			NULL},
		.environment = environment,
		.directory = directory,
		.output = output,
		.input_fd = -1,
	};
	struct gs_host *host = gs_host_new(&launch, NULL);
	wait_for(host, GS_HOST_EXITED);
	gs_host_free(host);
	g_assert_true(g_file_get_contents(output, &text, NULL, NULL));
	char *ignored = own_ignored();
	char *want = g_strdup_printf(
		"%s\nhello\n%s:/their/own.so\neof\nSigBlk:\t0000000000000000\n%s\n", directory,
		g_getenv("GLSTEP_PRELOAD"), ignored);
	g_free(ignored);
	/* ld.so complains about /their/own.so, in places of its own */
	char **lines = g_strsplit(text, "\n", -1);
	GString *kept = g_string_new(NULL);
	for (char **l = lines; *l; l++)
		if (**l && !strstr(*l, "ld.so"))
			g_string_append_printf(kept, "%s\n", *l);
	g_assert_cmpstr(kept->str, ==, want);
	g_string_free(kept, TRUE);
	g_strfreev(lines);
	g_free(want);
	g_free(text);
	unlink(output);
	rmdir(directory);
	g_free(output);
	g_free(directory);
}

int main(int argc, char **argv)
{
	char *exe = g_file_read_link("/proc/self/exe", NULL), *here = g_path_get_dirname(exe);
	char *marked = g_build_filename(here, "..", "..", "libtest-marked.so", NULL);
	char *preload = g_canonicalize_filename(marked, NULL);
	fake = g_build_filename(here, "host-fake", NULL);
	g_setenv("GLSTEP_PRELOAD", preload, TRUE); /* host-fake speaks the protocol itself */
	g_free(preload);
	g_free(marked);
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/host/step", test_step);
	g_test_add_func("/host/requests", test_requests);
	g_test_add_func("/host/storm", test_storm);
	g_test_add_func("/host/sigtrap", test_sigtrap);
	g_test_add_func("/host/children", test_children);
	g_test_add_func("/host/foreign-stop", test_foreign_stop);
	g_test_add_func("/host/open-stops", test_open_stops);
	g_test_add_func("/host/threads", test_threads);
	g_test_add_func("/host/door", test_door);
	g_test_add_func("/host/exec-from-thread", test_exec_from_thread);
	g_test_add_func("/host/wrappers", test_wrappers);
	g_test_add_func("/host/no-gl", test_no_gl);
	g_test_add_func("/host/deaths", test_deaths);
	g_test_add_func("/host/death-while-stopped", test_death_while_stopped);
	g_test_add_func("/host/pause", test_pause);
	g_test_add_func("/host/detach", test_detach);
	g_test_add_func("/host/killed-debugger", test_killed_debugger);
	g_test_add_func("/host/leaks", test_leaks);
	g_test_add_func("/host/refusals", test_refusals);
	g_test_add_func("/host/surroundings", test_surroundings);
	return g_test_run();
}

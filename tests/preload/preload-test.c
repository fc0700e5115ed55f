/* SPDX-License-Identifier: MIT */
/* The preload library in a real GL program (tests/preload/preload-target.c) under the real debugger
 * host.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <linux/futex.h>
#include "data/data.h"
#include "debugger/host/host.h"
#include "tests/patience.h"

static struct gs_host *host;
static struct gs_wire_header *wire;
static struct gs_host_event event;

static char *target_path(const char *name)
{
	return g_build_filename(
		g_getenv("top_builddir") ? g_getenv("top_builddir") : ".", name, NULL);
}

/* Waits; the event must be of this kind. */
static void wait_for(enum gs_host_event_kind kind)
{
	gs_host_wait(host, patience(6000), &event);
	g_assert_cmpint(event.kind, ==, kind);
}

static struct gs_wire_slot *slot(void)
{
	return gs_host_slot(host, event.slot);
}

static struct gs_wire_call *call(void)
{
	return &slot()->call;
}

static void expect_call(unsigned function, enum gs_wire_reason reason)
{
	g_assert_cmpstr(gs_data_name(call()->function), ==, gs_data_name(function));
	g_assert_cmpint(slot()->reason, ==, reason);
}

static void launch_as(struct gs_launch how)
{
	GError *error = NULL;
	host = gs_host_new(&how, &error);
	g_assert_no_error(error);
	wire = gs_host_wire(host);
	wait_for(GS_HOST_STOPPED);
}

static void launch(const char *scenario, bool log)
{
	char *path = target_path("tests/preload/preload-target");
	char *argv[] = {path, (char *)scenario, NULL};
	launch_as((struct gs_launch){.argv = argv, .output_fd = 2});
	expect_call(GS_FN_eglGetPlatformDisplay, GS_REASON_CALL);
	g_assert_cmpuint(call()->index, ==, 0);
	atomic_store(&wire->log, log);
	gs_wire_notify_program(wire);
	g_free(path);
}

static void run(uint32_t stop_at, uint64_t count, enum gs_wire_resume how)
{
	gs_wire_set_run(wire, stop_at, count);
	atomic_fetch_add(&wire->settings_generation, 1);
	gs_host_resume(host, event.slot, how);
}

static void run_to(uint32_t stop_at, uint64_t count)
{
	run(stop_at, count, GS_RESUME_EXECUTE);
	wait_for(GS_HOST_STOPPED);
}

static void run_to_named(unsigned function)
{
	memset(wire->run.named, 0, sizeof wire->run.named);
	wire->run.named[function / 8] = (uint8_t)(1 << function % 8);
	run_to(GS_STOP_AT_NAMED, 1);
	expect_call(function, GS_REASON_CALL);
}

static void finish(void)
{
	run(0, 0, GS_RESUME_EXECUTE);
	wait_for(GS_HOST_EXITED);
	g_assert_cmpint(event.status, ==, 0);
	g_assert_cmpstr(wire->note, ==, "");
	gs_host_free(host);
	host = NULL;
}

static bool request(enum gs_wire_request_kind kind, uint64_t first, uint64_t second)
{
	const uint64_t number[6] = {first, second};
	GError *error = NULL;
	bool good = gs_host_request(host, event.slot, kind, number, 0, patience(3000), &error);
	g_clear_error(&error);
	return good;
}

static uint64_t float_bits(float v)
{
	uint32_t bits;
	memcpy(&bits, &v, sizeof bits);
	return bits;
}

static void test_calls(gconstpointer log)
{
	launch("calls", log != NULL);
	run_to(GS_STOP_AT_EVERY, 1);
	expect_call(GS_FN_eglInitialize, GS_REASON_CALL);
	g_assert_cmpuint(call()->index, ==, 1);
	run_to_named(GS_FN_glClearColor);
	uint64_t index = call()->index;
	g_assert_cmpuint(call()->n_args, ==, 4);
	g_assert_cmpuint(call()->args[0], ==, float_bits(1));
	g_assert_cmpuint(call()->args[1], ==, 0);
	run_to(GS_STOP_AT_DRAW, 1);
	expect_call(GS_FN_glRectf, GS_REASON_CALL);
	g_assert_cmpuint(call()->index, ==, index + 3);
	g_assert_cmpuint(call()->args[0], ==, float_bits(-1));
	g_assert_cmpuint(call()->draw, ==, 0);
	run_to(GS_STOP_AT_DRAW, 2);
	expect_call(GS_FN_glRectf, GS_REASON_CALL);
	g_assert_cmpuint(call()->index, ==, index + 5);
	g_assert_cmpuint(call()->draw, ==, 2);
	run_to_named(GS_FN_glGetError);
	g_assert_cmpuint(call()->index, ==, index + 7);
	finish();
}

static void test_counts(void)
{
	launch("calls", false);
	finish();
	launch("calls", false);
	run(0, 0, GS_RESUME_EXECUTE);
	wait_for(GS_HOST_EXITED);
	/* 6 calls of EGL, 9 of GL; nothing was stopped at, so that straight calls may not have been
	 * added up yet */
	g_assert_cmpuint(atomic_load(&wire->calls), <=, 16);
	g_assert_cmpuint(atomic_load(&wire->draws), ==, 3);
	g_assert_cmpuint(atomic_load(&wire->owner_drew), ==, 1);
	gs_host_free(host);
}

static void test_edit_and_skip(void)
{
	launch("edited", true);
	run_to_named(GS_FN_glClearColor);
	g_assert_true(request(GS_REQUEST_SET_ARG, 0, float_bits(0)));
	g_assert_true(request(GS_REQUEST_SET_ARG, 1, float_bits(1)));
	g_assert_false(request(GS_REQUEST_SET_ARG, 4, 0));
	g_assert_cmpstr(slot()->answer.error, ==, "glClearColor has no such argument");
	g_assert_true(call()->flags & GS_CALL_EDITED);
	run_to_named(GS_FN_glClearColor);
	run_to_named(GS_FN_glClear);
	run(GS_STOP_AT_EVERY, 1, GS_RESUME_SKIP);
	wait_for(GS_HOST_STOPPED);
	expect_call(GS_FN_glReadPixels, GS_REASON_CALL);
	finish();
}

static void test_errors(gconstpointer by_break)
{
	launch("errors", false);
	run_to_named(GS_FN_glFlush);
	if (by_break)
		atomic_store(&wire->break_on_error, 1);
	run_to(by_break ? 0 : GS_STOP_AT_ERROR, 1);
	expect_call(GS_FN_glLineWidth, GS_REASON_ERROR);
	g_assert_cmpuint(call()->gl_error, ==, 0x501);
	g_assert_true(call()->flags & GS_CALL_EXECUTED);
	g_assert_false(request(GS_REQUEST_SET_ARG, 0, 0));
	run_to(by_break ? 0 : GS_STOP_AT_ERROR, 1);
	expect_call(GS_FN_glEnable, GS_REASON_ERROR);
	g_assert_cmpuint(call()->gl_error, ==, 0x500);
	run(GS_STOP_AT_ERROR, 1, GS_RESUME_EXECUTE);
	wait_for(GS_HOST_EXITED);
	g_assert_cmpint(event.status, ==, 0);
	gs_host_free(host);
}

/* Errors of before are the program's own business, and steps do not take any away. */
static void test_errors_stepping(void)
{
	launch("errors", true);
	for (int i = 0; i < 1000; i++) {
		run(GS_STOP_AT_EVERY, 1, GS_RESUME_EXECUTE);
		gs_host_wait(host, patience(6000), &event);
		if (event.kind == GS_HOST_EXITED)
			break;
		g_assert_cmpint(event.kind, ==, GS_HOST_STOPPED);
	}
	g_assert_cmpint(event.kind, ==, GS_HOST_EXITED);
	g_assert_cmpint(event.status, ==, 0);
	gs_host_free(host);
}

static void test_blocks(gconstpointer log)
{
	launch("blocks", log != NULL);
	run_to(GS_STOP_AT_DRAW, 1);
	expect_call(GS_FN_glEnd, GS_REASON_CALL);
	g_assert_cmpuint(call()->draw, ==, 0);
	/* Refused for what this build cannot, but not because a block is open: the driver has seen
	 * nothing of it yet. */
	request(GS_REQUEST_MACROS, 0, 0);
	g_assert_null(strstr(slot()->answer.error, "glBegin"));
	run_to(GS_STOP_AT_DRAW, 1);
	expect_call(GS_FN_glEnd, GS_REASON_CALL);
	g_assert_cmpuint(call()->draw, ==, 1);
	run_to_named(GS_FN_glNewList);
	run_to_named(GS_FN_glVertex2f);
	run_to(GS_STOP_AT_DRAW, 1);
	expect_call(GS_FN_glCallList, GS_REASON_CALL);
	finish();
}

static void test_middle_of_block(void)
{
	launch("blocks", false);
	run_to_named(GS_FN_glVertex2f);
	finish();
	launch("blocks", false);
	wire->breakpoints[GS_FN_glVertex2f / 8] |= 1 << GS_FN_glVertex2f % 8;
	run_to(0, 0);
	expect_call(GS_FN_glVertex2f, GS_REASON_BREAKPOINT);
	memset(wire->breakpoints, 0, sizeof wire->breakpoints);
	finish();
}

static uint64_t expected, ends;

static bool take_log(const struct gs_record_run *run, gpointer data)
{
	struct gs_record records[GS_RECORD_RUN_MAX];
	gs_record_run_read(run, records);
	for (size_t i = 0; i < run->n; i++) {
		const struct gs_wire_call *call = &records[i].call;
		g_assert_cmpuint(call->index, ==, expected++);
		g_assert_true(call->flags & GS_CALL_EXECUTED);
		ends += call->function == GS_FN_glFlush;
		if (call->function == GS_FN_glDepthRange)
			g_assert_cmpuint(call->args[0], ==, 0);
	}
	return true;
}

static void test_log(void)
{
	launch("many", true);
	expected = ends = 0;
	gs_host_set_log(host, take_log, NULL);
	run(0, 0, GS_RESUME_EXECUTE);
	wait_for(GS_HOST_EXITED);
	g_assert_cmpint(event.status, ==, 0);
	gs_host_flush_log(host);
	g_assert_cmpuint(expected, >, 300000);
	g_assert_cmpuint(ends, ==, 1);
	gs_host_free(host);
}

/* Straight calls are counted: the index is right at the next stop. */
static void test_straight_index(void)
{
	launch("many", false);
	run_to_named(GS_FN_glDepthRange);
	uint64_t index = call()->index;
	run_to_named(GS_FN_glFlush);
	g_assert_cmpuint(call()->index, ==, index + 300000);
	finish();
}

static void test_threads(void)
{
	launch("threads", true);
	for (int i = 0; i < 50; i++)
		run_to(GS_STOP_AT_DRAW, 100);
	finish();
}

/* A thread that is looking at its call when the others stop must not end the next run by what it
 * saw of the last. */
static void test_runs_apart(void)
{
	launch("threads", false);
	for (int i = 0; i < 200; i++) {
		run_to(GS_STOP_AT_EVERY, 1);
		run_to_named(GS_FN_glRectf);
		run_to_named(GS_FN_glClear);
	}
	finish();
}

static void test_signals(void)
{
	launch("alarmed", true);
	run_to_named(GS_FN_glDepthRange);
	for (int i = 0; i < 500; i++) {
		run_to(GS_STOP_AT_EVERY, 1);
		expect_call(GS_FN_glDepthRange, GS_REASON_CALL);
	}
	finish();
}

static void test_fork(void)
{
	launch("forked", true);
	run_to_named(GS_FN_glClear);
	run_to(GS_STOP_AT_EVERY, 1);
	expect_call(GS_FN_glRectf, GS_REASON_CALL);
	finish();
}

/* Does the program call this without looking at anything? Such calls are not counted at once. */
static bool goes_straight(unsigned function)
{
	return atomic_load(&gs_wire_fast_path(wire)[function]);
}

static void test_pause(gconstpointer log)
{
	launch("spinning", log != NULL);
	for (int i = 0; i < 20; i++) {
		uint64_t before = atomic_load(&wire->calls);
		run(0, 0, GS_RESUME_EXECUTE);
		WAIT_UNTIL(log ? atomic_load(&wire->calls) > before + 100
			       : goes_straight(GS_FN_glFlush));
		gs_host_pause(host, patience(1000));
		wait_for(GS_HOST_STOPPED);
		g_assert_cmpint(slot()->reason, ==, GS_REASON_PAUSE);
	}
	gs_host_kill(host);
	gs_host_free(host);
}

static bool contains(const char *file, const char *wanted)
{
	char *text = NULL;
	bool is_so = g_file_get_contents(file, &text, NULL, NULL) && !strcmp(text, wanted);
	g_free(text);
	return is_so;
}

/* Detached at a call of this function, the program comes to a good end. */
static void test_detach(gconstpointer function)
{
	GError *error = NULL;
	char *path = target_path("tests/preload/preload-target"), *output = NULL;
	char *argv[] = {path, "detached", NULL};
	close(g_file_open_tmp(NULL, &output, &error));
	launch_as((struct gs_launch){.argv = argv, .output = output});
	run_to_named(GPOINTER_TO_UINT(function));
	g_assert_true(gs_host_detach(host, &error));
	g_assert_no_error(error);
	gs_host_free(host);
	WAIT_UNTIL(contains(output, "detached and well\n"));
	unlink(output);
	g_free(output);
	g_free(path);
}

static void launch_shell(const char *format, char *follow)
{
	char *path = target_path("tests/preload/preload-target"),
	     *script = g_strdup_printf(format, path, path);
	char *argv[] = {"/bin/sh", "-c", script, NULL};
	launch_as((struct gs_launch){.argv = argv, .follow = follow, .output_fd = 2});
	g_free(script);
	g_free(path);
}

/* The first process draws nothing and ends: the next takes its place. */
static void test_handover(void)
{
	launch_shell("%s nothing-drawn; %s calls", NULL);
	run_to_named(GS_FN_glFlush);
	pid_t first = event.pid;
	run_to(GS_STOP_AT_DRAW, 1);
	expect_call(GS_FN_glRectf, GS_REASON_CALL);
	g_assert_cmpint(event.pid, !=, first);
	finish();
}

static void test_exec(void)
{
	launch("executing", true);
	run_to_named(GS_FN_glFlush);
	pid_t first = event.pid;
	run_to(GS_STOP_AT_DRAW, 1);
	expect_call(GS_FN_glRectf, GS_REASON_CALL);
	g_assert_cmpint(event.pid, ==, first);
	finish();
}

static void test_follow(void)
{
	launch_shell(
		"%s calls; cp %s $$.copy; ./$$.copy calls; status=$?; rm -f $$.copy; exit $status",
		"*.copy");
	run_to(GS_STOP_AT_DRAW, 1);
	expect_call(GS_FN_glRectf, GS_REASON_CALL);
	finish();
}

static void test_crowd(void)
{
	launch("crowd", true);
	run(0, 0, GS_RESUME_EXECUTE);
	wait_for(GS_HOST_EXITED);
	g_assert_cmpint(event.status, ==, 0);
	g_assert_cmpint(strncmp(wire->note, "more threads", 12), ==, 0);
	gs_host_free(host);
}

/* What /proc says of a thread; to be freed. */
static char *thread_file(pid_t tid, const char *name)
{
	char *path = g_strdup_printf("/proc/%d/task/%d/%s", (int)event.pid, (int)tid, name);
	char *text = NULL;
	g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
	g_free(path);
	return text;
}

/* Does it sleep in futex(FUTEX_WAIT) on the word that says which thread is debugged? */
static bool waits_at_door(pid_t tid)
{
	unsigned long address = 0, operation = 1, value = 0;
	long number = -1;
	char *text = thread_file(tid, "syscall");
	sscanf(text, "%ld %lx %lx %lx", &number, &address, &operation, &value);
	g_free(text);
	return number == SYS_futex && operation == FUTEX_WAIT &&
	       value == atomic_load(&wire->stall_lock_tid) &&
	       address % 4096 == offsetof(struct gs_wire_header, stall_lock_tid) % 4096;
}

/* How often it has gone to sleep. */
static unsigned long count_sleeps(pid_t tid)
{
	static const char name[] = "\nvoluntary_ctxt_switches:";
	char *text = thread_file(tid, "status"), *at = strstr(text, name);
	g_assert_nonnull(at);
	unsigned long n = strtoul(at + strlen(name), NULL, 10);
	g_free(text);
	return n;
}

/*
 * Returns once the other threads that call GL are all at the door, and each has woken there a few
 * times, looked, and gone on waiting: how many they are.
 */
static unsigned wait_for_others(pid_t tid)
{
	unsigned n = 0;
	for (unsigned i = 0; i < GS_WIRE_SLOTS; i++) {
		pid_t other = (pid_t)atomic_load(&wire->slots[i].tid);
		if (!other || other == tid)
			continue;
		n++;
		WAIT_UNTIL(waits_at_door(other));
		unsigned long before = count_sleeps(other);
		WAIT_UNTIL(count_sleeps(other) >= before + 3);
	}
	return n;
}

static void test_door(void)
{
	GError *error = NULL;
	const uint64_t fragment[6] = {4};
	launch("door", false);
	pid_t tid = event.tid;
	run_to(GS_STOP_AT_DRAW, 1);
	g_assert_cmpint(event.tid, ==, tid);
	g_assert_true(gs_host_request(
		host, event.slot, GS_REQUEST_DEBUG_BEGIN, fragment, 0, patience(6000), &error));
	g_assert_no_error(error);
	g_assert_cmpuint(atomic_load(&wire->stall_lock_tid), ==, (guint)tid);
	g_assert_cmpuint(wait_for_others(tid), ==, 2);
	uint64_t calls = atomic_load(&wire->calls);
	g_assert_cmpuint(wait_for_others(tid), ==, 2);
	g_assert_cmpuint(atomic_load(&wire->calls), ==, calls);
	g_assert_true(request(GS_REQUEST_DEBUG_END, 0, 0));
	g_assert_cmpuint(atomic_load(&wire->stall_lock_tid), ==, 0);
	finish();
}

static void test_sources(void)
{
	launch("sources", true);
	run_to(GS_STOP_AT_PROGRAM, 1);
	expect_call(GS_FN_glUseProgram, GS_REASON_CALL);
	run_to(GS_STOP_AT_DRAW, 1);
	expect_call(GS_FN_glRectf, GS_REASON_CALL);
	finish();
}

/* Stops and resumes a second; the target is 40,000. */
static void test_rate(void)
{
	launch("many", true);
	run_to_named(GS_FN_glDepthRange);
	gint64 from = g_get_monotonic_time();
	for (int i = 0; i < 20000; i++)
		run_to(GS_STOP_AT_EVERY, 1);
	g_test_message(
		"%.0f stops a second", 20000 / ((double)(g_get_monotonic_time() - from) / 1e6));
	gs_host_kill(host);
	gs_host_free(host);
}

int main(int argc, char **argv)
{
	char *preload = target_path("preload/libglstep-preload.so");
	g_test_init(&argc, &argv, NULL);
	g_setenv("GLSTEP_PRELOAD", preload, TRUE);
	g_free(preload);
	g_test_add_data_func("/preload/calls/logged", "", test_calls);
	g_test_add_data_func("/preload/calls/free", NULL, test_calls);
	g_test_add_func("/preload/counts", test_counts);
	g_test_add_func("/preload/edit-and-skip", test_edit_and_skip);
	g_test_add_data_func("/preload/errors/next", NULL, test_errors);
	g_test_add_data_func("/preload/errors/break", "", test_errors);
	g_test_add_func("/preload/errors/stepping", test_errors_stepping);
	g_test_add_data_func("/preload/blocks/logged", "", test_blocks);
	g_test_add_data_func("/preload/blocks/free", NULL, test_blocks);
	g_test_add_func("/preload/blocks/middle", test_middle_of_block);
	g_test_add_func("/preload/log", test_log);
	g_test_add_func("/preload/straight-index", test_straight_index);
	g_test_add_func("/preload/threads/all", test_threads);
	g_test_add_func("/preload/threads/apart", test_runs_apart);
	g_test_add_func("/preload/signals", test_signals);
	g_test_add_func("/preload/fork", test_fork);
	g_test_add_data_func("/preload/pause/logged", "", test_pause);
	g_test_add_data_func("/preload/pause/free", NULL, test_pause);
	g_test_add_data_func(
		"/preload/detach/before", GUINT_TO_POINTER(GS_FN_glReadPixels), test_detach);
	g_test_add_data_func(
		"/preload/detach/in-block", GUINT_TO_POINTER(GS_FN_glVertex2f), test_detach);
	g_test_add_data_func(
		"/preload/detach/at-draw", GUINT_TO_POINTER(GS_FN_glRectf), test_detach);
	g_test_add_func("/preload/handover", test_handover);
	g_test_add_func("/preload/exec", test_exec);
	g_test_add_func("/preload/follow", test_follow);
	g_test_add_func("/preload/threads/crowd", test_crowd);
	g_test_add_func("/preload/threads/door", test_door);
	g_test_add_func("/preload/sources", test_sources);
	g_test_add_func("/preload/rate", test_rate);
	return g_test_run();
}

/* SPDX-License-Identifier: MIT */
/*
 * How often a second a program can be stopped and resumed: bench/stop-rate [SECONDS [PROGRAM
 * ARG...]]. Without a program it is tests/host/host-fake, whose calls do nothing. Prints the
 * machine's limit - a bare loop around the same trap -, then stops a second, the same with the log
 * flushed at each, then requests a second: the best of several rounds, since whatever else runs on
 * the machine makes each of them slower.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "debugger/host/host.h"

enum { ROUNDS = 8 };

static double rate(uint64_t n, gint64 start)
{
	return (double)n * 1e6 / (double)(g_get_monotonic_time() - start);
}

static double measure_limit(gint64 length)
{
	pid_t child = fork();
	if (child == 0) {
		usleep(10000);
		for (;;)
			syscall(SYS_tgkill, getpid(), getpid(), SIGSTOP);
	}
	ptrace(PTRACE_SEIZE, child, 0, (void *)(long)PTRACE_O_EXITKILL);
	gint64 start = g_get_monotonic_time();
	uint64_t n = 0;
	for (int status; g_get_monotonic_time() < start + length; n++) {
		waitpid(child, &status, __WALL);
		ptrace(PTRACE_CONT, child, 0, 0);
	}
	double limit = rate(n, start);
	kill(child, SIGKILL);
	waitpid(child, NULL, __WALL);
	return limit;
}

static double measure_steps(
	struct gs_host *host, struct gs_host_event *event, gint64 length, bool flush)
{
	struct gs_wire_header *wire = gs_host_wire(host);
	gint64 start = g_get_monotonic_time();
	uint64_t n = 0;
	for (; g_get_monotonic_time() < start + length; n++) {
		gs_wire_set_run(wire, GS_STOP_AT_EVERY, 1);
		gs_host_resume(host, event->slot, GS_RESUME_EXECUTE);
		gs_host_wait(host, 10000, event);
		if (event->kind != GS_HOST_STOPPED)
			exit(1);
		if (flush)
			gs_host_flush_log(host);
	}
	return rate(n, start);
}

static double measure_requests(struct gs_host *host, struct gs_host_event *event, gint64 length)
{
	gint64 start = g_get_monotonic_time();
	uint64_t n = 0;
	for (; g_get_monotonic_time() < start + length; n++)
		gs_host_request(host, event->slot, GS_REQUEST_DEBUG_END, NULL, 0, 10000, NULL);
	return rate(n, start);
}

int main(int argc, char **argv)
{
	gint64 length = (gint64)((argc > 1 ? atof(argv[1]) : 2) * 1e6);
	char *exe = g_file_read_link("/proc/self/exe", NULL), *here = g_path_get_dirname(exe);
	char *fake[] = {g_build_filename(here, "..", "tests", "host", "host-fake", NULL), "calls",
		"1000000000", NULL};
	struct gs_launch launch = {.argv = argc > 2 ? argv + 2 : fake};
	struct gs_host_event event;
	GError *error = NULL;
	struct gs_host *host = gs_host_new(&launch, &error);
	if (!host) {
		fprintf(stderr, "%s\n", error->message);
		return 2;
	}
	gs_host_wait(host, 20000, &event);
	if (event.kind != GS_HOST_STOPPED)
		return 1;
	double best[4] = {0};
	for (int round = 0; round < ROUNDS; round++) {
		gint64 part = length / ROUNDS;
		const double now[4] = {measure_limit(part),
			measure_steps(host, &event, part, false),
			measure_steps(host, &event, part, true),
			measure_requests(host, &event, part)};
		for (unsigned i = 0; i < 4; i++)
			best[i] = MAX(best[i], now[i]);
	}
	printf("%.0f stops/s is the limit\n", best[0]);
	printf("%.0f stops/s\n", best[1]);
	printf("%.0f stops/s with the log flushed at each\n", best[2]);
	printf("%.0f requests/s\n", best[3]);
	gs_host_free(host);
	return 0;
}

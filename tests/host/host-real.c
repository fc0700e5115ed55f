/* SPDX-License-Identifier: MIT */
/* The host on real programs through the real library: run by tests/host/host-real.sh on a display.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include "data/data.h"
#include "debugger/calls/calls.h"
#include "debugger/host/host.h"
#include "tests/patience.h"

static struct gs_call_store *store;

static bool keep_log(const struct gs_record_run *run, gpointer data)
{
	gs_call_store_append_run(store, run);
	return true;
}

static struct gs_host *launch_v(char **argv)
{
	struct gs_launch launch = {.argv = argv};
	GError *error = NULL;
	gs_call_store_clear(store);
	struct gs_host *host = gs_host_new(&launch, &error);
	g_assert_no_error(error);
	gs_host_set_log(host, keep_log, NULL);
	return host;
}

#define launch(...) launch_v((char *[]){__VA_ARGS__, NULL})

static struct gs_host_event wait_for(struct gs_host *host, enum gs_host_event_kind kind)
{
	struct gs_host_event event;
	gs_host_wait(host, patience(12000), &event);
	g_assert_cmpint(event.kind, ==, kind);
	return event;
}

static void resume(struct gs_host *host, unsigned slot, uint32_t stop_at, uint64_t count)
{
	struct gs_wire_header *wire = gs_host_wire(host);
	gs_wire_set_run(wire, stop_at, count);
	gs_host_resume(host, slot, GS_RESUME_EXECUTE);
}

static struct gs_host_event run(
	struct gs_host *host, unsigned slot, uint32_t stop_at, uint64_t count)
{
	resume(host, slot, stop_at, count);
	return wait_for(host, GS_HOST_STOPPED);
}

static const struct gs_wire_call *pending(struct gs_host *host, struct gs_host_event event)
{
	return &gs_host_slot(host, event.slot)->call;
}

/* Every executed call is in the list, in order, each with its thread. */
static void check_calls(struct gs_host *host, uint64_t count)
{
	struct gs_wire_call call;
	gs_host_flush_log(host);
	g_assert_cmpuint(gs_call_store_count(store), ==, count);
	for (uint64_t i = 0; i < count; i++) {
		g_assert_true(gs_call_store_get(store, (struct gs_call_place){i}, &call));
		g_assert_cmpuint(call.index, ==, i);
		g_assert_cmpuint(call.flags >> GS_CALL_TID_SHIFT, !=, 0);
	}
}

static void test_gears(void)
{
	struct gs_host *host = launch("glxgears");
	struct gs_host_event event = wait_for(host, GS_HOST_STOPPED);
	g_assert_cmpuint(pending(host, event)->index, ==, 0);
	g_assert_true(g_str_has_prefix(gs_data_name(pending(host, event)->function), "glX"));
	for (unsigned i = 1; i <= 1000; i++) {
		event = run(host, event.slot, GS_STOP_AT_EVERY, 1);
		g_assert_cmpuint(pending(host, event)->index, ==, i);
	}
	check_calls(host, 1000);
	event = run(host, event.slot, GS_STOP_AT_EVERY, 1000);
	g_assert_cmpuint(pending(host, event)->index, ==, 2000);
	check_calls(host, 2000);
	event = run(host, event.slot, GS_STOP_AT_DRAW, 1);
	g_assert_cmpstr(gs_data_name(pending(host, event)->function), ==, "glCallList");
	uint64_t frame = pending(host, event)->frame;
	event = run(host, event.slot, GS_STOP_AT_FRAME, 10);
	g_assert_cmpstr(gs_data_name(pending(host, event)->function), ==, "glXSwapBuffers");
	g_assert_cmpuint(pending(host, event)->frame, ==, frame + 9);
	check_calls(host, pending(host, event)->index);
	for (unsigned i = 0; i < 10; i++) {
		uint64_t calls = atomic_load(&gs_host_wire(host)->calls);
		resume(host, event.slot, 0, 0);
		WAIT_UNTIL(atomic_load(&gs_host_wire(host)->calls) > calls + 10);
		gs_host_pause(host, patience(1000));
		event = wait_for(host, GS_HOST_STOPPED);
	}
	check_calls(host, pending(host, event)->index);
	gs_host_kill(host);
	g_assert_cmpint(wait_for(host, GS_HOST_KILLED).signal, ==, SIGKILL);
	gs_host_free(host);
}

/* While running with the log off the wrappers look at nothing; a pause reaches them all the same.
 */
static void test_pause_without_log(void)
{
	struct gs_host *host = launch("glxgears");
	struct gs_host_event event = wait_for(host, GS_HOST_STOPPED);
	for (unsigned i = 0; i < 10; i++) {
		atomic_store(&gs_host_wire(host)->log, 0);
		uint64_t frames = atomic_load(&gs_host_wire(host)->frames);
		resume(host, event.slot, 0, 0);
		WAIT_UNTIL(atomic_load(&gs_host_wire(host)->frames) > frames);
		gs_host_pause(host, patience(1000));
		event = wait_for(host, GS_HOST_STOPPED);
		g_assert_cmpuint(gs_host_slot(host, event.slot)->reason, ==, GS_REASON_PAUSE);
	}
	gs_host_free(host);
	g_assert_cmpint(kill(event.pid, 0), ==, -1);
}

static void test_detach(void)
{
	for (unsigned i = 0; i < 4; i++) {
		struct gs_host *host = launch("glxgears");
		struct gs_host_event event = wait_for(host, GS_HOST_STOPPED);
		if (i)
			event = run(host, event.slot, GS_STOP_AT_FRAME, i);
		if (i >= 2) {
			uint64_t before = atomic_load(&gs_host_wire(host)->frames);
			resume(host, event.slot, 0, 0);
			WAIT_UNTIL(atomic_load(&gs_host_wire(host)->frames) > before);
		}
		uint64_t frames = atomic_load(&gs_host_wire(host)->frames);
		g_assert_true(gs_host_detach(host, NULL));
		WAIT_UNTIL(
			atomic_load(&gs_host_wire(host)->frames) >= frames + 3); /* it draws on */
		gs_host_free(host);
		g_assert_cmpint(kill(event.pid, 0), ==, 0);
		kill(event.pid, SIGTERM);
	}
}

static void test_shell(void)
{
	struct gs_host *host = launch("sh", "-c", "true; exec glxgears -geometry 50x50");
	struct gs_host_event event = wait_for(host, GS_HOST_STOPPED);
	event = run(host, event.slot, GS_STOP_AT_FRAME, 2);
	kill(event.pid, SIGTERM);
	resume(host, event.slot, 0, 0);
	event = wait_for(host, GS_HOST_SIGNAL);
	g_assert_cmpint(event.signal, ==, SIGTERM);
	gs_host_resume(host, 0, GS_RESUME_EXECUTE);
	g_assert_cmpint(wait_for(host, GS_HOST_KILLED).signal, ==, SIGTERM);
	gs_host_free(host);
}

/* First stop, a thousand steps, draws, frames, and its own right end. */
static void test_glmark2(void)
{
	struct gs_host *host = launch("glmark2", "-s", "200x200", "-b", "build:nframes=100");
	struct gs_host_event event = wait_for(host, GS_HOST_STOPPED);
	event = run(host, event.slot, GS_STOP_AT_EVERY, 1000);
	g_assert_cmpuint(pending(host, event)->index, ==, 1000);
	event = run(host, event.slot, GS_STOP_AT_DRAW, 1);
	g_assert_true(gs_data_flags(pending(host, event)->function) & GS_FUNCTION_DRAWS);
	event = run(host, event.slot, GS_STOP_AT_PROGRAM | GS_STOP_AT_FRAME, 1);
	resume(host, event.slot, 0, 0);
	event = wait_for(host, GS_HOST_EXITED);
	g_assert_cmpint(event.status, ==, 0);
	check_calls(host, atomic_load(&gs_host_wire(host)->calls));
	g_assert_cmpuint(gs_call_store_count(store), >, 2000);
	gs_host_free(host);
}

static void test_egl(void)
{
	struct gs_host *host = launch("es2gears_x11");
	struct gs_host_event event = wait_for(host, GS_HOST_STOPPED);
	g_assert_true(g_str_has_prefix(gs_data_name(pending(host, event)->function), "egl"));
	event = run(host, event.slot, GS_STOP_AT_DRAW, 5);
	event = run(host, event.slot, GS_STOP_AT_FRAME, 3);
	g_assert_cmpstr(gs_data_name(pending(host, event)->function), ==, "eglSwapBuffers");
	check_calls(host, pending(host, event)->index);
	gs_host_free(host);
	g_assert_cmpint(kill(event.pid, 0), ==, -1);
}

static void test_to_the_end(void)
{
	struct gs_host *host = launch("glxinfo", "-B");
	struct gs_host_event event = wait_for(host, GS_HOST_STOPPED);
	resume(host, event.slot, 0, 0);
	event = wait_for(host, GS_HOST_EXITED);
	g_assert_cmpint(event.status, ==, 0);
	g_assert_true(event.called_gl);
	check_calls(host, atomic_load(&gs_host_wire(host)->calls));
	gs_host_free(host);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	store = gs_call_store_new(NULL);
	g_test_add_func("/real/gears", test_gears);
	g_test_add_func("/real/pause-without-log", test_pause_without_log);
	g_test_add_func("/real/detach", test_detach);
	g_test_add_func("/real/shell", test_shell);
	g_test_add_func("/real/to-the-end", test_to_the_end);
	g_test_add_func("/real/glmark2", test_glmark2);
	g_test_add_func("/real/egl", test_egl);
	return g_test_run();
}

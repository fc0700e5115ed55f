/* SPDX-License-Identifier: MIT */
/*
 * What a wrapped call costs: nanoseconds a glDisable, best of many rounds, of this program run by
 * itself - plain, with the preload library but no debugger, under the debugger running free, and
 * with every call logged.
 */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "debugger/host/host.h"

enum { CALLS = 200000 };

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void make_context(void)
{
	EGLDisplay display = eglGetPlatformDisplay(
		EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
	if (display == EGL_NO_DISPLAY || !eglInitialize(display, NULL, NULL))
		exit(77);
	eglBindAPI(EGL_OPENGL_API);
	if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE,
		    eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, NULL)))
		exit(77);
}

static int child(const char *file, int rounds)
{
	double best = 1e30;
	make_context();
	for (int round = 0; round < rounds; round++) {
		double from = now();
		for (int i = 0; i < CALLS; i++)
			glDisable(GL_BLEND);
		double each = (now() - from) / CALLS;
		best = each < best ? each : best;
	}
	FILE *out = fopen(file, "w");
	if (!out || fprintf(out, "%.3f\n", best) < 0 || fclose(out))
		return 1;
	return 0;
}

static double result(const char *file)
{
	double value = -1;
	FILE *in = fopen(file, "r");
	if (in && fscanf(in, "%lf", &value) != 1)
		value = -1;
	if (in)
		fclose(in);
	return value;
}

static double run_alone(char **argv, const char *preload)
{
	GError *error = NULL;
	char **environment = g_get_environ();
	if (preload)
		environment = g_environ_setenv(environment, "LD_PRELOAD", preload, TRUE);
	if (!g_spawn_sync(
		    NULL, argv, environment, G_SPAWN_DEFAULT, NULL, NULL, NULL, NULL, NULL, &error))
		g_error("%s", error->message);
	g_strfreev(environment);
	return result(argv[1]);
}

static uint64_t logged;

static bool take(const struct gs_record_run *run, gpointer data)
{
	logged += run->n;
	return true;
}

static double run_debugged(char **argv, bool log)
{
	GError *error = NULL;
	struct gs_launch launch = {.argv = argv, .output_fd = 2};
	struct gs_host_event event;
	struct gs_host *host = gs_host_new(&launch, &error);
	if (!host)
		g_error("%s", error->message);
	gs_host_set_log(host, take, NULL);
	gs_host_wait(host, -1, &event);
	atomic_store(&gs_host_wire(host)->log, log);
	gs_wire_notify_program(gs_host_wire(host));
	gs_host_resume(host, event.slot, GS_RESUME_EXECUTE);
	gs_host_wait(host, -1, &event);
	gs_host_free(host);
	return event.kind == GS_HOST_EXITED ? result(argv[1]) : -1;
}

int main(int argc, char **argv)
{
	if (argc == 3)
		return child(argv[1], atoi(argv[2]));
	char *preload = g_build_filename(g_getenv("top_builddir") ? g_getenv("top_builddir") : ".",
		"preload/libglstep-preload.so", NULL);
	char file[] = "/tmp/call-cost-XXXXXX";
	close(g_mkstemp(file));
	g_setenv("GLSTEP_PRELOAD", preload, TRUE);
	char *many[] = {argv[0], file, "100", NULL}, *few[] = {argv[0], file, "10", NULL};
	double plain = run_alone(many, NULL);
	const struct {
		const char *name;
		double ns;
	} rows[] = {
		{"plain", plain},
		{"preload library, no debugger", run_alone(many, preload)},
		{"debugger, log off", run_debugged(many, false)},
		{"debugger, log on", run_debugged(few, true)},
	};
	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++)
		printf("%-30s %8.2f ns a call, %+8.2f, %6.2f x\n", rows[i].name, rows[i].ns,
			rows[i].ns - plain, rows[i].ns / plain);
	printf("%-30s %8.2f million a second\n", "calls logged", 1e3 / rows[3].ns);
	unlink(file);
	return 0;
}

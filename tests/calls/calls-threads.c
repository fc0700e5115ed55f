/* SPDX-License-Identifier: MIT */
/*
 * calls-threads [N] - many threads, each with a context of its own, call the same functions N
 * (200000) times at once and end; then the main thread calls glHint. How many calls there were
 * before it is printed. calls-threads slow - one thread makes 30 calls that take long, the main one
 * short ones meanwhile.
 */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 4, ROUNDS = 2 };

static int calls = 200000;
static EGLDisplay display;
static pthread_barrier_t together;

static void make_current(void)
{
	EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, NULL);
	if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
		exit(77);
}

static void *run(void *data)
{
	eglBindAPI(EGL_OPENGL_API);
	make_current();
	pthread_barrier_wait(&together);
	for (int i = 0; i < calls; i++) {
		glDisable(GL_BLEND);
		glLineWidth(1);
	}
	return data;
}

static atomic_bool done;

static void *make_slow_calls(void *data)
{
	enum { SIZE = 64 << 20 };
	char *bytes = calloc(1, SIZE);
	eglBindAPI(EGL_OPENGL_API);
	make_current();
	glBindBuffer(GL_ARRAY_BUFFER, 1);
	for (int i = 0; i < 30; i++)
		glBufferData(GL_ARRAY_BUFFER, SIZE, bytes, GL_STATIC_DRAW);
	free(bytes);
	done = true;
	return data;
}

static int run_beside_slow_calls(void)
{
	pthread_t thread;
	if (pthread_create(&thread, NULL, make_slow_calls, NULL) != 0)
		return 99;
	while (!done)
		glDisable(GL_BLEND);
	pthread_join(thread, NULL);
	return 0;
}

int main(int argc, char **argv)
{
	pthread_t threads[THREADS];
	bool slow = argc > 1 && strcmp(argv[1], "slow") == 0;
	if (argc > 1)
		calls = atoi(argv[1]);
	display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
	if (display == EGL_NO_DISPLAY || !eglInitialize(display, NULL, NULL))
		return 77;
	eglBindAPI(EGL_OPENGL_API);
	make_current();
	if (slow)
		return run_beside_slow_calls();
	pthread_barrier_init(&together, NULL, THREADS);
	for (int round = 0; round < ROUNDS; round++) {
		for (int i = 0; i < THREADS; i++)
			if (pthread_create(&threads[i], NULL, run, NULL) != 0)
				return 99;
		for (int i = 0; i < THREADS; i++)
			pthread_join(threads[i], NULL);
	}
	/* display, initialise, bind, create, make current; then bind, create, make current of each
	 */
	printf("calls %d\n", 5 + ROUNDS * THREADS * (3 + 2 * calls));
	fflush(stdout);
	glHint(GL_FOG_HINT, GL_NICEST);
	return 0;
}

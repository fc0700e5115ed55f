/* SPDX-License-Identifier: MIT */
/*
 * calls-threads - many threads, each with a context of its own, call the same functions at once and
 * end; then the main thread calls glHint. How many calls there were before it is printed.
 */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4, ROUNDS = 2, CALLS = 200000 };

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
	for (int i = 0; i < CALLS; i++) {
		glDisable(GL_BLEND);
		glLineWidth(1);
	}
	return data;
}

int main(void)
{
	pthread_t threads[THREADS];
	display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
	if (display == EGL_NO_DISPLAY || !eglInitialize(display, NULL, NULL))
		return 77;
	eglBindAPI(EGL_OPENGL_API);
	make_current();
	pthread_barrier_init(&together, NULL, THREADS);
	for (int round = 0; round < ROUNDS; round++) {
		for (int i = 0; i < THREADS; i++)
			if (pthread_create(&threads[i], NULL, run, NULL) != 0)
				return 99;
		for (int i = 0; i < THREADS; i++)
			pthread_join(threads[i], NULL);
	}
	/* display, initialise, bind, create, make current; then bind, create, make current of each */
	printf("calls %d\n", 5 + ROUNDS * THREADS * (3 + 2 * CALLS));
	fflush(stdout);
	glHint(GL_FOG_HINT, GL_NICEST);
	return 0;
}

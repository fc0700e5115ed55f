/* SPDX-License-Identifier: MIT */
/*
 * A library whose constructor has a thread of its own call GL, and waits for it: while dlopen,
 * which runs the constructor, holds its lock. The thread draws with the context of the thread that
 * has opened the library, if there is one.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <EGL/egl.h>
#define GL_GLEXT_PROTOTYPES 1
#include <GL/gl.h>
#include <GL/glext.h>
#include <GL/glx.h>

int constructor_result = -1;

/* Functions that the program has not called; but nothing that llvmpipe would compile code for,
 * which takes the lock, too: as rectangles have been drawn before. */
static int draw(void)
{
	GLubyte pixel[4] = {0};
	glClearColor(0.2f, 0.4f, 0.6f, 1);
	glClear(GL_COLOR_BUFFER_BIT);
	glReadPixels(4, 4, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
	if (pixel[0] != 51 || pixel[1] != 102 || pixel[2] != 153)
		return 1;
	glColor3ub(10, 20, 30);
	for (int i = 0; i < 3; i++)
		glRecti(-1, -1, 1, 1);
	glReadPixels(4, 4, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
	return pixel[0] == 10 && pixel[1] == 20 && pixel[2] == 30 && glGetError() == 0 ? 0 : 1;
}

struct current {
	EGLDisplay egl_display;
	EGLContext egl;
	EGLSurface surface;
	Display *glx_display;
	GLXContext glx;
	GLXDrawable drawable;
};

static void make_current(const struct current *c, int on)
{
	EGLSurface surface = on ? c->surface : EGL_NO_SURFACE;
	if (c->egl)
		eglMakeCurrent(c->egl_display, surface, surface, on ? c->egl : EGL_NO_CONTEXT);
	if (c->glx)
		glXMakeCurrent(c->glx_display, on ? c->drawable : None, on ? c->glx : NULL);
}

static void *in_thread(void *data)
{
	const struct current *c = data;
	if (!c->egl && !c->glx) {
		constructor_result = eglGetCurrentContext() || glXGetCurrentContext() ||
						     glGetError()
					     ? 2
					     : 0;
		return NULL;
	}
	make_current(c, 1);
	constructor_result = draw();
	make_current(c, 0);
	return NULL;
}

__attribute__((constructor)) static void loaded(void)
{
	/* Without a context the thread's call shall be the first of all. */
	static struct current c;
	const char *with = getenv("TEST_CONSTRUCTOR");
	pthread_t thread;
	if (with && !strcmp(with, "egl"))
		c = (struct current){.egl_display = eglGetCurrentDisplay(),
			.egl = eglGetCurrentContext(),
			.surface = eglGetCurrentSurface(EGL_DRAW)};
	if (with && !strcmp(with, "glx"))
		c = (struct current){.glx_display = glXGetCurrentDisplay(),
			.glx = glXGetCurrentContext(),
			.drawable = glXGetCurrentDrawable()};
	make_current(&c, 0);
	if (pthread_create(&thread, NULL, in_thread, &c))
		return;
	pthread_join(thread, NULL);
	make_current(&c, 1);
}

/* SPDX-License-Identifier: MIT */
/*
 * immediate-program - draws between glBegin and glEnd, in each mode with each kind of
 * call that makes a vertex, one that calls a display list, one that is compiled into a list, one
 * that is very long, one without a glBegin, and one while another thread makes calls.
 */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>
#include <pthread.h>
#include <stdlib.h>

enum { LONG = 12000, OTHERS = 300 };

static EGLDisplay display;
static pthread_barrier_t turn;

static EGLContext make_context(void)
{
	static const EGLint attributes[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_NONE};
	EGLConfig config;
	EGLint n;
	eglBindAPI(EGL_OPENGL_API);
	if (!eglChooseConfig(display, attributes, &config, 1, &n) || n < 1)
		exit(77);
	EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, NULL);
	if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
		exit(77);
	return context;
}

/* n vertices, in several ways. */
static void block(GLenum mode, int n)
{
	glBegin(mode);
	for (int i = 0; i < n; i++) {
		const GLfloat at[] = {(GLfloat)i, 0, 0, 1};
		glColor3f(1, 0, 0);
		glVertexAttrib4fv(3, at);
		if (i % 4 == 0)
			glVertex2f((GLfloat)i, 0);
		else if (i % 4 == 1)
			glVertex3fv(at);
		else if (i % 4 == 2)
			glVertexAttrib4fv(0, at);
		else
			glArrayElement(i % 2);
	}
	glEnd();
}

static void *make_calls(void *data)
{
	make_context();
	pthread_barrier_wait(&turn);
	glBegin(GL_POINTS);
	for (int i = 0; i < OTHERS; i++)
		glVertex2f(0, 0);
	pthread_barrier_wait(&turn);
	pthread_barrier_wait(&turn);
	glEnd();
	return data;
}

/* Around a block of this thread's. */
static void block_beside_another(void)
{
	pthread_t thread;
	pthread_barrier_init(&turn, NULL, 2);
	if (pthread_create(&thread, NULL, make_calls, NULL) != 0)
		exit(99);
	glBegin(GL_TRIANGLES);
	glVertex2f(0, 0);
	pthread_barrier_wait(&turn);
	pthread_barrier_wait(&turn);
	glVertex2f(1, 0);
	glVertex2f(0, 1);
	glEnd();
	pthread_barrier_wait(&turn);
	pthread_join(thread, NULL);
}

static void draw(void)
{
	static const int counts[] = {5, 7, 4, 4, 8, 5, 5, 9, 7, 6};
	for (GLenum mode = GL_POINTS; mode <= GL_POLYGON; mode++)
		block(mode, counts[mode]);
	glBegin(GL_TRIANGLES);
	glCallList(1);
	glEnd();
	glNewList(2, GL_COMPILE);
	block(GL_TRIANGLES, 6);
	glEndList();
	block(GL_LINE_LOOP, 1);
	block(GL_QUADS, 3);
	block(GL_TRIANGLES, LONG);
	glEnd();
}

int main(void)
{
	static const GLfloat corners[] = {0, 0, 1, 1};
	display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
	if (display == EGL_NO_DISPLAY || !eglInitialize(display, NULL, NULL))
		return 77;
	make_context();
	glVertexPointer(2, GL_FLOAT, 0, corners);
	glEnableClientState(GL_VERTEX_ARRAY);
	glNewList(1, GL_COMPILE);
	glVertex2f(0, 0);
	glVertex2f(1, 0);
	glVertex2f(0, 1);
	glEndList();
	draw();
	block_beside_another();
	block(GL_TRIANGLES, 6);
	glFinish();
	return 0;
}

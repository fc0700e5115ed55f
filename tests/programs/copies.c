/* SPDX-License-Identifier: MIT */
/*
 * test-copies - three buffers whose bytes come from one another: given, copied, copied on, mapped,
 * cleared, without data, over and over; a glFlush follows each round. Draws nothing.
 */
#include <stdio.h>
#include <string.h>
#include <EGL/egl.h>
#include <EGL/eglext.h>
#define GL_GLEXT_PROTOTYPES 1
#include <GL/gl.h>
#include <GL/glext.h>

enum { SIZE = 1024, ROUNDS = 12 };

static int open_context(void)
{
	EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, NULL, NULL);
	if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API))
		return 0;
	return eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE,
		eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, NULL));
}

static void go_round(int k, const GLuint buffers[3])
{
	unsigned char bytes[SIZE];
	for (int i = 0; i < SIZE; i++)
		bytes[i] = (unsigned char)(i * 7 + k * 31);
	if (k % 5 == 0)
		glBufferData(GL_ARRAY_BUFFER, SIZE, bytes, GL_STATIC_DRAW);
	if (k % 4 == 0)
		glNamedBufferData(
			buffers[1], SIZE - 64, k % 8 ? bytes + 64 : NULL, GL_DYNAMIC_DRAW);
	if (k == 0)
		glNamedBufferStorage(buffers[2], SIZE, bytes, GL_MAP_WRITE_BIT);
	glBufferSubData(GL_ARRAY_BUFFER, 16 * k, 100, bytes + k);
	glCopyBufferSubData(GL_ARRAY_BUFFER, GL_COPY_WRITE_BUFFER, 8 * k, 300 - k, 200);
	glCopyNamedBufferSubData(buffers[1], buffers[2], 250, 40 * k, 260);
	glCopyNamedBufferSubData(buffers[2], buffers[2], 0, 600 + k, 64);
	if (k % 3 == 1) {
		char *map = glMapNamedBufferRange(buffers[2], 500, 64, GL_MAP_WRITE_BIT);
		memcpy(map + 8, bytes, 40);
		glUnmapNamedBuffer(buffers[2]);
	}
	if (k % 3 == 2)
		glClearBufferSubData(
			GL_ARRAY_BUFFER, GL_R32UI, 32, 64, GL_RED_INTEGER, GL_UNSIGNED_INT, NULL);
	glFlush();
}

int main(void)
{
	GLuint buffers[3];
	if (!open_context()) {
		fprintf(stderr, "test-copies: there is no context\n");
		return 1;
	}
	glCreateBuffers(3, buffers);
	glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
	glBindBuffer(GL_COPY_WRITE_BUFFER, buffers[1]);
	glBindBuffer(GL_COPY_READ_BUFFER, buffers[2]);
	for (int k = 0; k < ROUNDS; k++)
		go_round(k, buffers);
	GLenum error = glGetError();
	printf("%x\n", error);
	return error != GL_NO_ERROR;
}

/* SPDX-License-Identifier: MIT */
/*
 * test-uploads [N [MS]] - a program that gives GL data again and again, with nothing between: in
 * each frame 100,000 bytes for a buffer, then 200 times 16 bytes of it; N frames, else or if it is
 * -1 until it is ended, with MS milliseconds behind each. Every byte of frame k is k modulo 251,
 * plus 1.
 */
#define GL_GLEXT_PROTOTYPES
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <GL/glext.h>

int main(int argc, char **argv)
{
	static const EGLint config_wanted[] = {
		EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
	static const EGLint size[] = {EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_NONE};
	static unsigned char bytes[100000];
	long frames = argc > 1 ? strtol(argv[1], NULL, 10) : -1;
	useconds_t pause = argc > 2 ? 1000 * (useconds_t)atoi(argv[2]) : 0;
	EGLDisplay display = eglGetPlatformDisplay(
		EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
	EGLConfig config;
	EGLint n = 0;
	if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API) ||
		!eglChooseConfig(display, config_wanted, &config, 1, &n) || !n)
		exit(99);
	EGLSurface surface = eglCreatePbufferSurface(display, config, size);
	EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, NULL);
	if (!eglMakeCurrent(display, surface, surface, context))
		exit(99);
	GLuint buffer;
	glGenBuffers(1, &buffer);
	glBindBuffer(GL_ARRAY_BUFFER, buffer);
	for (long k = 0; k != frames; k++) {
		memset(bytes, (int)(k % 251 + 1), sizeof bytes);
		glBufferData(GL_ARRAY_BUFFER, sizeof bytes, bytes, GL_STREAM_DRAW);
		for (int i = 0; i < 200; i++)
			glBufferSubData(GL_ARRAY_BUFFER, 16 * i, 16, bytes);
		eglSwapBuffers(display, surface);
		if (pause)
			usleep(pause);
	}
	return glGetError() == GL_NO_ERROR ? 0 : 1;
}

/* SPDX-License-Identifier: MIT */
/*
 * test-idle FILE - a program that waits for what it is told, as one that draws only when something
 * happens: for each byte of FILE, usually a FIFO, it draws a frame, whose red that is; at its end
 * it ends.
 */
#define GL_GLEXT_PROTOTYPES
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>

int main(int argc, char **argv)
{
	static const EGLint config_wanted[] = {
		EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
	static const EGLint size[] = {EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_NONE};
	static const GLfloat corners[] = {-1, -1, 3, -1, -1, 3};
	int file = argc > 1 ? open(argv[1], O_RDONLY) : -1;
	EGLDisplay display = eglGetPlatformDisplay(
		EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
	EGLConfig config;
	EGLint n = 0;
	char told;
	if (file < 0 || !eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API) ||
		!eglChooseConfig(display, config_wanted, &config, 1, &n) || !n)
		exit(99);
	EGLSurface surface = eglCreatePbufferSurface(display, config, size);
	EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, NULL);
	if (!eglMakeCurrent(display, surface, surface, context))
		exit(99);
	glEnableClientState(GL_VERTEX_ARRAY);
	glVertexPointer(2, GL_FLOAT, 0, corners);
	while (read(file, &told, 1) == 1) {
		glClear(GL_COLOR_BUFFER_BIT);
		glColor3ub((GLubyte)told, 255, 255);
		glDrawArrays(GL_TRIANGLES, 0, 3);
		eglSwapBuffers(display, surface);
	}
	return glGetError() == GL_NO_ERROR ? 0 : 1;
}

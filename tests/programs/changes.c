/* SPDX-License-Identifier: MIT */
/*
 * State that changes from call to call in a way that a test can reckon: in frame k (from 0 to 4)
 * scissor test on, viewport 8 + k wide, depth function number k, scissor test off, a clear; then
 * buffers are swapped. After the frames a second context is made current, glFlush called in it, and
 * the first one is current again for another glFlush.
 */
#include <stdlib.h>
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>

int main(void)
{
	static const EGLint config_wanted[] = {
		EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
	static const EGLint size[] = {EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_NONE};
	EGLDisplay display = eglGetPlatformDisplay(
		EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
	EGLConfig config;
	EGLint n = 0;
	if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API) ||
		!eglChooseConfig(display, config_wanted, &config, 1, &n) || !n)
		exit(99);
	EGLSurface surface = eglCreatePbufferSurface(display, config, size);
	EGLContext first = eglCreateContext(display, config, EGL_NO_CONTEXT, NULL);
	EGLContext second = eglCreateContext(display, config, EGL_NO_CONTEXT, NULL);
	if (!eglMakeCurrent(display, surface, surface, first))
		exit(99);
	for (int k = 0; k < 5; k++) {
		glEnable(GL_SCISSOR_TEST);
		glViewport(0, 0, 8 + k, 8);
		glDepthFunc(GL_NEVER + k);
		glDisable(GL_SCISSOR_TEST);
		glClear(GL_COLOR_BUFFER_BIT);
		eglSwapBuffers(display, surface);
	}
	eglMakeCurrent(display, surface, surface, second);
	glFlush();
	eglMakeCurrent(display, surface, surface, first);
	glFlush();
	return glGetError() == GL_NO_ERROR ? 0 : 1;
}

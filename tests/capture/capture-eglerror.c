/* SPDX-License-Identifier: MIT */
/* A program that asks for an EGL error after GL calls, and one that another EGL call has ended. */
#include <EGL/egl.h>
#include <GL/gl.h>
#include <stdio.h>

int main(void)
{
	const EGLint attributes[] = {
		EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
	const EGLint size[] = {EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_NONE};
	EGLSurface bad = (EGLSurface)0x123;
	EGLConfig config;
	EGLint n = 0, value;
	EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
	if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API) ||
		!eglChooseConfig(display, attributes, &config, 1, &n) || n < 1)
		return 99;
	EGLSurface surface = eglCreatePbufferSurface(display, config, size);
	EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, NULL);
	if (!eglMakeCurrent(display, surface, surface, context))
		return 99;
	glClear(GL_COLOR_BUFFER_BIT);
	eglQuerySurface(display, bad, EGL_WIDTH, &value);
	glFinish();
	printf("kept 0x%x\n", eglGetError());
	eglQuerySurface(display, bad, EGL_WIDTH, &value);
	glFlush();
	eglQuerySurface(display, surface, EGL_WIDTH, &value);
	printf("ended 0x%x\n", eglGetError());
	return 0;
}

/* SPDX-License-Identifier: MIT */
/* Prints the errors that EGL tells of calls of its own, also where GL is called in between. */
#include <EGL/egl.h>
#include <GL/gl.h>
#include <stdint.h>
#include <stdio.h>

static const EGLSurface none_such = (EGLSurface)(uintptr_t)0x77;

static EGLContext make_context(EGLDisplay display, EGLSurface *surface)
{
	const EGLint wanted[] = {
		EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
	const EGLint size[] = {EGL_WIDTH, 64, EGL_HEIGHT, 32, EGL_NONE};
	EGLConfig config;
	EGLint n = 0;
	eglInitialize(display, NULL, NULL);
	eglBindAPI(EGL_OPENGL_API);
	if (!eglChooseConfig(display, wanted, &config, 1, &n) || !n)
		return EGL_NO_CONTEXT;
	*surface = eglCreatePbufferSurface(display, config, size);
	return eglCreateContext(display, config, EGL_NO_CONTEXT, NULL);
}

static void fail(EGLDisplay display, EGLSurface surface)
{
	EGLint value;
	eglQuerySurface(display, surface, 0x1234, &value);
}

int main(void)
{
	EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
	EGLSurface surface = EGL_NO_SURFACE;
	EGLContext context = make_context(display, &surface);
	if (!context || !eglMakeCurrent(display, surface, surface, context))
		return 1;
	for (int frame = 0; frame < 2; frame++) {
		fail(display, surface);
		glViewport(0, 0, 32, 16);
		printf("viewport %#x\n", (unsigned)eglGetError());
		fail(display, surface);
		glScissor(0, 0, 1, 1);
		printf("scissor %#x\n", (unsigned)eglGetError());
		eglSwapBuffers(display, none_such);
		printf("swap %#x\n", (unsigned)eglGetError());
		eglMakeCurrent(display, none_such, none_such, context);
		printf("make current %#x\n", (unsigned)eglGetError());
		eglSwapBuffers(display, surface);
		printf("swapped %#x\n", (unsigned)eglGetError());
	}
	return 0;
}

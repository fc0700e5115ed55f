/* SPDX-License-Identifier: MIT */
#include "tests/programs/pbuffer.h"

#include <stdbool.h>
#include <stdlib.h>

EGLSurface pbuffer_make(EGLDisplay display, enum pbuffer_api api, int size)
{
	bool is_es = api == PBUFFER_ES;
	const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
		is_es ? EGL_OPENGL_ES3_BIT : EGL_OPENGL_BIT, EGL_RED_SIZE, 8, EGL_ALPHA_SIZE, 8,
		EGL_DEPTH_SIZE, 24, EGL_STENCIL_SIZE, 8, EGL_NONE};
	const EGLint sizes[] = {EGL_WIDTH, size, EGL_HEIGHT, size, EGL_NONE};
	static const EGLint es_version[] = {
		EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 2, EGL_NONE};
	const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION, 4, EGL_CONTEXT_MINOR_VERSION, 5,
		EGL_CONTEXT_OPENGL_PROFILE_MASK,
		api == PBUFFER_CORE ? EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT
				    : EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT,
		EGL_NONE};
	EGLConfig config;
	EGLint n = 0;
	if (!eglInitialize(display, NULL, NULL) ||
		!eglBindAPI(is_es ? EGL_OPENGL_ES_API : EGL_OPENGL_API) ||
		!eglChooseConfig(display, wanted, &config, 1, &n) || !n)
		exit(99);
	EGLSurface surface = eglCreatePbufferSurface(display, config, sizes);
	EGLContext context = eglCreateContext(
		display, config, EGL_NO_CONTEXT, is_es ? es_version : version);
	if (!eglMakeCurrent(display, surface, surface, context))
		exit(99);
	return surface;
}

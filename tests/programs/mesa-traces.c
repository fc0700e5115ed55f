/* SPDX-License-Identifier: MIT */
/*
 * test-mesa-traces [--es] - traces of GL_MESA_trace in two contexts at a time: that of the second
 * begins while the first one's is open, and goes on behind its end. Both contexts were there
 * before. Each frame is a clear in one colour, which is printed; with --es in contexts of OpenGL
 * ES.
 */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void (*new_trace)(GLbitfield mask, const GLubyte *name);
static void (*end_trace)(void);
static void (*comment)(const GLubyte *text);
static EGLDisplay display;
static struct {
	EGLSurface surface;
	EGLContext context;
} two[2];

static void make_contexts(bool es)
{
	const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
		es ? EGL_OPENGL_ES2_BIT : EGL_OPENGL_BIT, EGL_RED_SIZE, 8, EGL_NONE};
	static const EGLint size[] = {EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_NONE};
	const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION, 2, EGL_NONE};
	EGLConfig config;
	EGLint n = 0;
	display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
	if (!eglInitialize(display, NULL, NULL) ||
		!eglBindAPI(es ? EGL_OPENGL_ES_API : EGL_OPENGL_API) ||
		!eglChooseConfig(display, wanted, &config, 1, &n) || !n) {
		puts("EGL has no display with pbuffers");
		exit(77);
	}
	for (int i = 0; i < 2; i++) {
		two[i].surface = eglCreatePbufferSurface(display, config, size);
		two[i].context = eglCreateContext(
			display, config, EGL_NO_CONTEXT, es ? version : NULL);
	}
}

static void choose(int i)
{
	if (!eglMakeCurrent(display, two[i].surface, two[i].surface, two[i].context))
		exit(1);
}

static void frame(float red, float green, float blue)
{
	GLubyte pixel[4];
	glClearColor(red, green, blue, 1);
	glClear(GL_COLOR_BUFFER_BIT);
	glReadPixels(3, 3, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
	printf("%d %d %d\n", pixel[0], pixel[1], pixel[2]);
	eglSwapBuffers(display, eglGetCurrentSurface(EGL_DRAW));
}

static void begin(const char *name)
{
	if (new_trace)
		new_trace(~0u, (const GLubyte *)name);
}

static void end(void)
{
	if (end_trace)
		end_trace();
}

static void say(const char *text)
{
	if (comment)
		comment((const GLubyte *)text);
}

/* Where the preload library is, whatever GL says of the extension. */
static void find_extension(void)
{
	GLint mask = 0;
	eglGetProcAddress("glNewTraceMESA"); /* asked for: then the mask is answered */
	new_trace = (void (*)(GLbitfield, const GLubyte *))dlsym(RTLD_DEFAULT, "glNewTraceMESA");
	end_trace = (void (*)(void))dlsym(RTLD_DEFAULT, "glEndTraceMESA");
	comment = (void (*)(const GLubyte *))dlsym(RTLD_DEFAULT, "glTraceCommentMESA");
	glGetIntegerv(0x8755, &mask); /* GL_TRACE_MASK_MESA */
	printf("mask %#x, error %#x\n", mask, glGetError());
}

int main(int argc, char **argv)
{
	make_contexts(argc > 1 && strcmp(argv[1], "--es") == 0);
	choose(0);
	find_extension();
	frame(1, 1, 1);
	begin("first");
	frame(1, 0, 0);
	choose(1);
	begin("second");
	frame(0, 1, 0);
	choose(0);
	frame(0, 0, 1);
	end();
	choose(1);
	say("the second alone");
	frame(1, 1, 0);
	end();
	say("in none");
	frame(0, 1, 1);
	return glGetError() == GL_NO_ERROR ? 0 : 1;
}

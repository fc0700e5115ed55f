/* SPDX-License-Identifier: MIT */
/*
 * test-early WAY - a program that calls GL where nothing can be looked up any more: status 0 if all
 * went well. `test-early --list` names the ways. (test-namespace has more, for a program that is
 * not linked with GL.)
 */
#include <stdbool.h>
#include <X11/Xlib.h>
#include <EGL/egl.h>
#include <EGL/eglext.h>
#define GL_GLEXT_PROTOTYPES 1
#include <GL/gl.h>
#include <GL/glext.h>
#include <GL/glx.h>
#include "tests/programs/early.h"

static const char *self;

static void make_target(void)
{
	GLuint framebuffer, renderbuffer;
	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glGenRenderbuffers(1, &renderbuffer);
	glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
	glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 8, 8);
	glFramebufferRenderbuffer(
		GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
	glViewport(0, 0, 8, 8);
	glRectf(-1, -1, 1, 1);
	glFinish();
}

static EGLDisplay display;

static bool make_egl(void)
{
	display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
	if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API))
		return false;
	EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, NULL);
	return eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context);
}

static bool make_glx(void)
{
	int wanted[] = {GLX_RGBA, None};
	XInitThreads();
	Display *x = XOpenDisplay(NULL);
	XVisualInfo *visual = x ? glXChooseVisual(x, DefaultScreen(x), wanted) : NULL;
	if (!visual)
		return false;
	XSetWindowAttributes attributes = {
		.colormap = XCreateColormap(x, DefaultRootWindow(x), visual->visual, AllocNone)};
	Window window = XCreateWindow(x, DefaultRootWindow(x), 0, 0, 8, 8, 0, visual->depth,
		InputOutput, visual->visual, CWColormap | CWBorderPixel, &attributes);
	GLXContext context = glXCreateContext(x, visual, NULL, True);
	return glXMakeCurrent(x, window, context);
}

static int constructor_egl(void)
{
	if (!make_egl())
		return 99;
	make_target();
	return open_constructor(self, "egl");
}

static int constructor_glx(void)
{
	if (!make_glx())
		return 99;
	make_target();
	return open_constructor(self, "glx");
}

/* Each of these functions for the first time, but glRectf. */
static int draw_textured(void)
{
	static const GLubyte texel[4] = {10, 20, 30, 40};
	GLubyte pixel[4] = {0};
	GLuint texture;
	glGenTextures(1, &texture);
	glBindTexture(GL_TEXTURE_2D, texture);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texel);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
	glEnable(GL_TEXTURE_2D);
	for (int i = 0; i < 3; i++)
		glRectf(-1, -1, 1, 1);
	glReadPixels(4, 4, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
	glDeleteTextures(1, &texture);
	return pixel[0] == 10 && pixel[1] == 20 && pixel[2] == 30 && glGetError() == 0 ? 0 : 1;
}

static int no_files(void)
{
	setenv("MESA_SHADER_CACHE_DISABLE", "true", 1);
	if (!make_egl())
		return 99;
	make_target();
	forbid_opening();
	int result = draw_textured();
	EGLContext context = eglGetCurrentContext();
	eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
	return eglDestroyContext(display, context) ? result : 2;
}

/* What is loaded already can be opened without opening a file. */
static int no_files_dlopen(void)
{
	setenv("MESA_SHADER_CACHE_DISABLE", "true", 1);
	if (!make_egl())
		return 99;
	make_target();
	forbid_opening();
	void *gl = dlopen("libGL.so.1", RTLD_NOW),
	     *egl = dlopen("libEGL.so.1", RTLD_NOW | RTLD_NOLOAD);
	void (*flush)(void) = gl ? (void (*)(void))dlsym(gl, "glFlush") : NULL;
	EGLContext (*current)(void) = egl ? (EGLContext(*)(void))dlsym(egl, "eglGetCurrentContext")
					  : NULL;
	if (!flush || !current || !current())
		return 2;
	flush();
	return draw_textured();
}

static const struct {
	const char *name;
	int (*run)(void);
} ways[] = {
	{"constructor-egl", constructor_egl},
	{"constructor-glx", constructor_glx},
	{"no-files", no_files},
	{"no-files-dlopen", no_files_dlopen},
};

int main(int argc, char **argv)
{
	const char *way = argc > 1 ? argv[1] : "";
	self = argv[0];
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		if (!strcmp(way, "--list"))
			puts(ways[i].name);
		if (!strcmp(way, ways[i].name))
			return ways[i].run();
	}
	return strcmp(way, "--list") ? 2 : 0;
}

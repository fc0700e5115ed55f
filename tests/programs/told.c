/* SPDX-License-Identifier: MIT */
/*
 * test-told [--egl | --es | --core] - prints what GL and the window system say that there is, in
 * each way that they can be asked: a line "NAME VALUE...".
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>
#include <GL/glx.h>
#include "tests/programs/own-window.h"
#include "tests/programs/pbuffer.h"

static bool is_es; /* which has no doubles */

static void print_error(const char *what)
{
	printf("%s error %#x\n", what, glGetError());
}

static void print_text(const char *what, const void *text)
{
	printf("%s %s\n", what, text ? (const char *)text : "none");
}

static void print_extensions(void)
{
	GLint n = 0;
	GLfloat as_float = 0;
	GLint64 as_long = 0;
	print_text("string", glGetString(GL_EXTENSIONS));
	print_error("string");
	glGetIntegerv(GL_NUM_EXTENSIONS, &n);
	glGetFloatv(GL_NUM_EXTENSIONS, &as_float);
	glGetInteger64v(GL_NUM_EXTENSIONS, &as_long);
	printf("count %d %g %lld\nlist", n, (double)as_float, (long long)as_long);
	for (GLint i = 0; i < n; i++)
		printf(" %s", (const char *)glGetStringi(GL_EXTENSIONS, (GLuint)i));
	print_error("\nlist");
	print_text("behind", glGetStringi(GL_EXTENSIONS, (GLuint)n));
	print_error("behind");
}

static void print_limit(const char *name, GLenum limit, int count)
{
	GLint integers[3] = {-7, -7, -7};
	GLfloat floats[3] = {-7, -7, -7};
	GLdouble doubles[3] = {-7, -7, -7};
	GLint64 longs[3] = {-7, -7, -7};
	GLboolean booleans[3] = {0, 0, 0};
	glGetIntegerv(limit, integers);
	glGetFloatv(limit, floats);
	glGetInteger64v(limit, longs);
	glGetBooleanv(limit, booleans);
	if (!is_es)
		glGetDoublev(limit, doubles);
	printf("%s", name);
	for (int i = 0; i < count; i++)
		printf(" %d %g %lld %d %g", integers[i], (double)floats[i], (long long)longs[i],
			booleans[i], doubles[i]);
	printf("\n");
	print_error(name);
	for (int i = count; i < 3; i++)
		if (integers[i] != -7 || longs[i] != -7)
			printf("%s writes beyond\n", name);
}

static void print_limits(void)
{
	GLint groups[2] = {0, 0};
	print_limit("texture", GL_MAX_TEXTURE_SIZE, 1);
	print_limit("viewport", GL_MAX_VIEWPORT_DIMS, 2);
	print_limit("units", GL_MAX_TEXTURE_IMAGE_UNITS, 1);
	print_limit("unknown", GL_MAX_VERTEX_STREAMS + 0x100000, 1);
	print_limit("major", GL_MAJOR_VERSION, 1);
	print_limit("minor", GL_MINOR_VERSION, 1);
	glGetIntegeri_v(GL_MAX_COMPUTE_WORK_GROUP_COUNT, 0, &groups[0]);
	glGetIntegeri_v(GL_MAX_COMPUTE_WORK_GROUP_COUNT, 2, &groups[1]);
	printf("groups %d %d\n", groups[0], groups[1]);
	glGetError();
}

int main(int argc, char **argv)
{
	const char *way = argc > 1 ? argv[1] : "";
	struct own_window own = {0};
	void *find;
	is_es = !strcmp(way, "--es");
	if (is_es || !strcmp(way, "--core")) {
		own.egl = eglGetDisplay(EGL_DEFAULT_DISPLAY);
		pbuffer_make(own.egl, is_es ? PBUFFER_ES : PBUFFER_CORE, 16);
	} else {
		own_window_open(&own, 64, 64, !strcmp(way, "--egl"), true);
	}
	print_text("vendor", glGetString(GL_VENDOR));
	print_text("renderer", glGetString(GL_RENDERER));
	print_text("version", glGetString(GL_VERSION));
	print_text("language", glGetString(GL_SHADING_LANGUAGE_VERSION));
	print_extensions();
	print_limits();
	if (own.egl) {
		print_text("egl", eglQueryString(own.egl, EGL_EXTENSIONS));
		print_text("egl-vendor", eglQueryString(own.egl, EGL_VENDOR));
		find = (void *)eglGetProcAddress("glCreateTextures");
	} else {
		int screen = DefaultScreen(own.display);
		print_text("glx", glXQueryExtensionsString(own.display, screen));
		print_text("glx-client", glXGetClientString(own.display, GLX_EXTENSIONS));
		print_text("glx-server", glXQueryServerString(own.display, screen, GLX_EXTENSIONS));
		print_text("glx-vendor", glXGetClientString(own.display, GLX_VENDOR));
		find = (void *)glXGetProcAddress((const GLubyte *)"glCreateTextures");
	}
	printf("function %d\n", find != NULL);
	return 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * test-resized [egl|glx-window] [asking|late] - fills its window with red, and swaps; in each of
 * the next frames it fills it with green, makes it larger (then smaller) without telling GL, and
 * fills it again, with blue. The buffer keeps its size until the swap; how large it is then is told
 * on standard output, by what glReadPixels writes. glx-window: it draws into a GLXWindow. asking:
 * it sets viewports that are larger than the window, and asks how large that is before the fill
 * with blue. late: it sets a viewport that is larger before that fill, the first of the frame.
 */
#include "tests/programs/own-window.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define GL_GLEXT_PROTOTYPES 1
#include <GL/gl.h>
#include <GL/glext.h>
#include <GL/glx.h>

enum { WIDTH = 96, HEIGHT = 64, LARGER = 2, MOST = 1024 };

static const char fragment_text[] = "#version 120\n"
				    "uniform vec4 colour;\n"
				    "void main()\n"
				    "{\n"
				    "	gl_FragColor = colour;\n"
				    "}\n";

static struct own_window own;

static void resize(int width, int height)
{
	XEvent event;
	XResizeWindow(own.display, own.window, (unsigned)width, (unsigned)height);
	do
		XWindowEvent(own.display, own.window, StructureNotifyMask, &event);
	while (event.type != ConfigureNotify || event.xconfigure.width != width);
}

/* How many pixels of a row or a column glReadPixels writes. */
static int count(int width, int height)
{
	static unsigned char first[MOST * 4], second[MOST * 4];
	int n = 0;
	memset(first, 1, sizeof(first));
	memset(second, 2, sizeof(second));
	glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, first);
	glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, second);
	while (n < MOST && !memcmp(first + 4 * n, second + 4 * n, 4))
		n++;
	return n;
}

static void ask_and_view(void)
{
	unsigned width, height;
	EGLint sizes[2];
	if (own.egl) {
		eglQuerySurface(own.egl, own.surface, EGL_WIDTH, &sizes[0]);
		eglQuerySurface(own.egl, own.surface, EGL_HEIGHT, &sizes[1]);
	} else {
		glXQueryDrawable(own.display, own.drawable, GLX_WIDTH, &width);
		glXQueryDrawable(own.display, own.drawable, GLX_HEIGHT, &height);
	}
	glViewport(0, 0, MOST / 2, MOST / 2);
}

static GLint use_program(void)
{
	const char *text = fragment_text;
	GLuint program = glCreateProgram(), shader = glCreateShader(GL_FRAGMENT_SHADER);
	glShaderSource(shader, 1, &text, NULL);
	glCompileShader(shader);
	glAttachShader(program, shader);
	glLinkProgram(program);
	glUseProgram(program);
	return glGetUniformLocation(program, "colour");
}

static void fill(GLint colour, float red, float green, float blue)
{
	glUniform4f(colour, red, green, blue, 1);
	glRectf(-1, -1, 1, 1);
	glFinish();
}

int main(int argc, char **argv)
{
	static const int sizes[][2] = {
		{LARGER * WIDTH, LARGER * HEIGHT}, {WIDTH / LARGER, HEIGHT / LARGER}};
	bool asks = argc > 1 && !strcmp(argv[argc - 1], "asking");
	bool late = argc > 1 && !strcmp(argv[argc - 1], "late");
	own_window_open(&own, WIDTH, HEIGHT, argc > 1 && !strcmp(argv[1], "egl"), true);
	if (argc > 1 && !strcmp(argv[1], "glx-window"))
		own_window_use_glx_window(&own);
	GLint colour = use_program();
	fill(colour, 1, 0, 0);
	own_window_swap(&own);
	for (int i = 0; i < 2; i++) {
		if (asks)
			glViewport(0, 0, MOST, MOST);
		fill(colour, 0, 1, 0);
		resize(sizes[i][0], sizes[i][1]);
		if (asks)
			ask_and_view();
		if (late)
			glViewport(0, 0, MOST, MOST);
		fill(colour, 0, 0, 1);
		printf("%d %d\n", count(MOST, 1), count(1, MOST));
		fflush(stdout);
		own_window_swap(&own);
		if (!asks && !late)
			glViewport(0, 0, sizes[i][0], sizes[i][1]);
	}
	return 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * test-overlaid [core | es] - draws of rectangles with whole pixels as corners, of which is known
 * what becomes of each fragment: tests/real/overlays.py has the same rectangles. A pbuffer of 64 x
 * 64 pixels; its depth is 0.5, but 0.25 where x >= 32; its stencil is 0, but 1 where y < 24. Four
 * draws of the same vertices: without tests, with the depth test, the stencil test, and both; the
 * last has a shader that discards where x < 16, and faces are culled, of which the last rectangle
 * has the wrong one. In compatibility contexts polygons are drawn as points, lines are wide and
 * stippled.
 */
#include "tests/programs/pbuffer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define GL_GLEXT_PROTOTYPES 1
#include <GL/gl.h>
#include <GL/glext.h>

enum { SIZE = 64, RECTANGLES = 4, VERTICES = 6 * RECTANGLES };

/* x, y, width, height; the depth is thirds of the window's, and the last one faces backwards. */
static const int rectangles[RECTANGLES][5] = {
	{4, 4, 40, 32, 1}, {20, 12, 40, 24, 2}, {0, 40, 64, 8, 0}, {48, 50, 12, 10, 1}};
static GLfloat vertices[VERTICES][3];

static GLfloat place(int pixel)
{
	return 2.0f * (GLfloat)pixel / SIZE - 1;
}

static void make_vertices(void)
{
	static const int corners[6] = {0, 1, 3, 0, 3, 2}, backwards[6] = {0, 3, 1, 0, 2, 3};
	for (int i = 0; i < RECTANGLES; i++) {
		const int *r = rectangles[i];
		for (int k = 0; k < 6; k++) {
			int corner = (i == RECTANGLES - 1 ? backwards : corners)[k];
			GLfloat *v = vertices[6 * i + k];
			v[0] = place(r[0] + (corner & 1 ? r[2] : 0));
			v[1] = place(r[1] + (corner & 2 ? r[3] : 0));
			v[2] = 2.0f * (GLfloat)r[4] / 3 - 1;
		}
	}
}

static void add(GLuint program, GLenum kind, const char *head, const char *text)
{
	GLuint shader = glCreateShader(kind);
	const char *texts[] = {head, text};
	glShaderSource(shader, 2, texts, NULL);
	glCompileShader(shader);
	glAttachShader(program, shader);
}

static GLuint link_program(const char *head, const char *body)
{
	GLuint program = glCreateProgram();
	add(program, GL_VERTEX_SHADER, head,
		"in vec3 position;\nvoid main() { gl_Position = vec4(position, 1.0); }\n");
	add(program, GL_FRAGMENT_SHADER, head, body);
	glBindAttribLocation(program, 0, "position");
	glLinkProgram(program);
	return program;
}

static void clear_buffers(void)
{
	glClearColor(0, 0, 0, 1);
	glClearDepthf(0.5f);
	glClearStencil(0);
	glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
	glEnable(GL_SCISSOR_TEST);
	glScissor(32, 0, 32, SIZE);
	glClearDepthf(0.25f);
	glClear(GL_DEPTH_BUFFER_BIT);
	glScissor(0, 0, SIZE, 24);
	glClearStencil(1);
	glClear(GL_STENCIL_BUFFER_BIT);
	glDisable(GL_SCISSOR_TEST);
}

static void draw(GLuint program, int tests)
{
	clear_buffers();
	(tests & 1 ? glEnable : glDisable)(GL_DEPTH_TEST);
	(tests & 2 ? glEnable : glDisable)(GL_STENCIL_TEST);
	glStencilFunc(GL_EQUAL, 1, 0xff);
	glUseProgram(program);
	glDrawArrays(GL_TRIANGLES, 0, VERTICES);
}

/* What the draws have left, so that it can be compared with a run that was not looked at. */
static void print_sum(void)
{
	static unsigned char pixels[SIZE * SIZE * 4];
	unsigned sum = 0;
	glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
	for (size_t i = 0; i < sizeof pixels; i++)
		sum = sum * 31 + pixels[i];
	printf("%u\n", sum);
}

int main(int argc, char **argv)
{
	int is_es = argc > 1 && !strcmp(argv[1], "es"),
	    is_core = argc > 1 && !strcmp(argv[1], "core");
	EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
	pbuffer_make(display,
		is_es	  ? PBUFFER_ES
		: is_core ? PBUFFER_CORE
			  : PBUFFER_COMPATIBILITY,
		SIZE);
	const char *head = is_es ? "#version 300 es\nprecision highp float;\n" : "#version 150\n";
	GLuint plain = link_program(
		head, "out vec4 c;\nvoid main() { c = vec4(gl_FragCoord.xy / 64.0, 0.5, 1.0); }\n");
	GLuint discards = link_program(head, "out vec4 c;\nvoid main() { if (gl_FragCoord.x < "
					     "16.0) discard; c = vec4(1.0); }\n");
	GLuint array, buffer;
	glGenVertexArrays(1, &array);
	glBindVertexArray(array);
	make_vertices();
	glGenBuffers(1, &buffer);
	glBindBuffer(GL_ARRAY_BUFFER, buffer);
	glBufferData(GL_ARRAY_BUFFER, sizeof vertices, vertices, GL_STATIC_DRAW);
	glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, NULL);
	glEnableVertexAttribArray(0);
	glDepthFunc(GL_LESS);
	glEnable(GL_CULL_FACE);
	if (!is_es && !is_core) {
		glPolygonMode(GL_BACK, GL_POINT);
		glLineWidth(5);
		glLineStipple(3, 0x5555);
		glEnable(GL_LINE_STIPPLE);
	}
	draw(plain, 0);
	print_sum();
	draw(plain, 1);
	print_sum();
	draw(plain, 2);
	print_sum();
	draw(discards, 3);
	print_sum();
	if (!is_es && !is_core) {
		GLint mode[2], width, is_stippled = glIsEnabled(GL_LINE_STIPPLE);
		glGetIntegerv(GL_POLYGON_MODE, mode);
		glGetIntegerv(GL_LINE_WIDTH, &width);
		printf("%x %x %d %d\n", (unsigned)mode[0], (unsigned)mode[1], width, is_stippled);
	}
	printf("%x\n", glGetError());
	return 0;
}

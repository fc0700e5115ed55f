/* SPDX-License-Identifier: MIT */
/* Draws shader cases prepared by tests/cts.py, without a window: test-cts FILE. The file is a list
   of program VERTEX-BYTES FRAGMENT-BYTES, a newline, the two texts    a program, linked and used;
   the one before is deleted float|int|uint NAME COLUMN X Y Z W                               an
   attribute's value (COLUMN: of a matrix) draw one triangle over the whole target swap */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <epoxy/gl.h>
#include <epoxy/egl.h>

static void fail(const char *what, const char *detail)
{
	fprintf(stderr, "test-cts: %s: %s\n", what, detail);
	exit(1);
}

static void open_context(EGLDisplay *display, EGLSurface *surface)
{
	static const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
		EGL_OPENGL_ES3_BIT, EGL_RED_SIZE, 8, EGL_GREEN_SIZE, 8, EGL_BLUE_SIZE, 8,
		EGL_ALPHA_SIZE, 8, EGL_NONE};
	static const EGLint size[] = {EGL_WIDTH, 8, EGL_HEIGHT, 8, EGL_NONE};
	static const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_NONE};
	EGLConfig config;
	EGLint n = 0;

	*display = eglGetPlatformDisplayEXT(
		EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
	if (!*display || !eglInitialize(*display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_ES_API) ||
		!eglChooseConfig(*display, wanted, &config, 1, &n) || n < 1)
		fail("EGL", "no pbuffer for OpenGL ES 3");
	*surface = eglCreatePbufferSurface(*display, config, size);
	EGLContext context = eglCreateContext(*display, config, EGL_NO_CONTEXT, version);

	if (!*surface || !context || !eglMakeCurrent(*display, *surface, *surface, context))
		fail("EGL", "no context for OpenGL ES 3");
}

static void attach(GLuint program, GLenum stage, FILE *file, int bytes)
{
	char *text = calloc(1, (size_t)bytes + 1);
	const char *strings[] = {text};
	char log[2000] = "";
	GLint compiled;

	if (!text || fread(text, 1, (size_t)bytes, file) != (size_t)bytes)
		fail("read", "the file ends within a text");
	GLuint shader = glCreateShader(stage);
	glShaderSource(shader, 1, strings, NULL);
	glCompileShader(shader);
	glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
	glGetShaderInfoLog(shader, sizeof(log), NULL, log);
	if (!compiled)
		fail(text, log);
	glAttachShader(program, shader);
	glDeleteShader(shader);
	free(text);
}

static GLuint read_program(FILE *file)
{
	GLuint program = glCreateProgram();
	char log[2000] = "";
	int vertex, fragment;
	GLint linked;

	if (fscanf(file, "%d %d", &vertex, &fragment) != 2 || fgetc(file) != '\n')
		fail("read", "no lengths after program");
	attach(program, GL_VERTEX_SHADER, file, vertex);
	attach(program, GL_FRAGMENT_SHADER, file, fragment);
	glBindAttribLocation(program, 0, "dEQP_Position");
	glLinkProgram(program);
	glGetProgramiv(program, GL_LINK_STATUS, &linked);
	glGetProgramInfoLog(program, sizeof(log), NULL, log);
	if (!linked)
		fail("link", log);
	glUseProgram(program);
	return program;
}

static void read_attribute(FILE *file, GLuint program, const char *kind)
{
	char name[64];
	double v[4];
	int column;

	if (fscanf(file, "%63s %d %lf %lf %lf %lf", name, &column, &v[0], &v[1], &v[2], &v[3]) != 6)
		fail("read", "an attribute has a name, a column and four numbers");
	GLint location = glGetAttribLocation(program, name);

	if (location < 0)
		return; /* not used by the shader */
	GLuint index = (GLuint)(location + column);

	if (!strcmp(kind, "int"))
		glVertexAttribI4i(index, (GLint)v[0], (GLint)v[1], (GLint)v[2], (GLint)v[3]);
	else if (!strcmp(kind, "uint"))
		glVertexAttribI4ui(index, (GLuint)v[0], (GLuint)v[1], (GLuint)v[2], (GLuint)v[3]);
	else
		glVertexAttrib4f(index, (float)v[0], (float)v[1], (float)v[2], (float)v[3]);
}

static void load_triangle(void)
{
	static const float corners[] = {-1, -1, 3, -1, -1, 3};
	GLuint buffer;

	glGenBuffers(1, &buffer);
	glBindBuffer(GL_ARRAY_BUFFER, buffer);
	glBufferData(GL_ARRAY_BUFFER, sizeof(corners), corners, GL_STATIC_DRAW);
	glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
	glEnableVertexAttribArray(0);
}

int main(int argc, char **argv)
{
	FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
	EGLDisplay display;
	EGLSurface surface;
	GLuint program = 0;
	char word[16];

	if (!file)
		fail("usage", "test-cts FILE");
	open_context(&display, &surface);
	load_triangle();
	while (fscanf(file, "%15s", word) == 1) {
		if (!strcmp(word, "draw")) {
			glDrawArrays(GL_TRIANGLES, 0, 3);
		} else if (!strcmp(word, "swap")) {
			eglSwapBuffers(display, surface);
		} else if (!strcmp(word, "program")) {
			glDeleteProgram(program);
			program = read_program(file);
		} else {
			read_attribute(file, program, word);
		}
	}
	fclose(file);
	return glGetError() ? 1 : 0;
}

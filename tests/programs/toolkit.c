/* SPDX-License-Identifier: MIT */
#include "tests/programs/toolkit.h"

#include <stdio.h>
#include <stdlib.h>
#include <GL/gl.h>
#include <GL/glext.h>

#define FUNCTIONS(X)                                                                               \
	X(PFNGLCREATESHADERPROC, glCreateShader)                                                   \
	X(PFNGLSHADERSOURCEPROC, glShaderSource)                                                   \
	X(PFNGLCOMPILESHADERPROC, glCompileShader)                                                 \
	X(PFNGLCREATEPROGRAMPROC, glCreateProgram)                                                 \
	X(PFNGLATTACHSHADERPROC, glAttachShader)                                                   \
	X(PFNGLBINDATTRIBLOCATIONPROC, glBindAttribLocation)                                       \
	X(PFNGLLINKPROGRAMPROC, glLinkProgram)                                                     \
	X(PFNGLGETPROGRAMIVPROC, glGetProgramiv)                                                   \
	X(PFNGLUSEPROGRAMPROC, glUseProgram)                                                       \
	X(PFNGLGENBUFFERSPROC, glGenBuffers)                                                       \
	X(PFNGLBINDBUFFERPROC, glBindBuffer)                                                       \
	X(PFNGLBUFFERDATAPROC, glBufferData)                                                       \
	X(PFNGLVERTEXATTRIBPOINTERPROC, glVertexAttribPointer)                                     \
	X(PFNGLENABLEVERTEXATTRIBARRAYPROC, glEnableVertexAttribArray)                             \
	X(PFNGLGENVERTEXARRAYSPROC, glGenVertexArrays)                                             \
	X(PFNGLBINDVERTEXARRAYPROC, glBindVertexArray)

#define DECLARE(type, name) static type my_##name;
FUNCTIONS(DECLARE)
static void (*my_glViewport)(GLint, GLint, GLsizei, GLsizei);
static void (*my_glDrawArrays)(GLenum, GLint, GLsizei);
static void (*my_glReadPixels)(GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, void *);
static GLenum (*my_glGetError)(void);
static GLuint program, array;

static GLuint shader(GLenum type, const char *text)
{
	GLuint name = my_glCreateShader(type);
	my_glShaderSource(name, 1, &text, NULL);
	my_glCompileShader(name);
	return name;
}

static void make_program(void)
{
	GLint linked = 0;
	program = my_glCreateProgram();
	my_glAttachShader(
		program, shader(GL_VERTEX_SHADER, "#version 150\nin vec2 corner;\nvoid main() { "
						  "gl_Position = vec4(corner, 0.0, 1.0); }\n"));
	my_glAttachShader(
		program, shader(GL_FRAGMENT_SHADER,
				 "#version 150\nout vec4 colour;\nvoid main()\n{\n	float red "
				 "= 0.25;\n	colour = vec4(red, 0.5, 0.75, 1.0);\n}\n"));
	my_glBindAttribLocation(program, 0, "corner");
	my_glLinkProgram(program);
	my_glGetProgramiv(program, GL_LINK_STATUS, &linked);
	if (!linked)
		exit(99);
}

void toolkit_init(void *(*get)(const char *name))
{
	static const GLfloat corners[] = {-1, -1, 3, -1, -1, 3};
	GLuint buffer;
#define GET(type, name) my_##name = (type)get(#name);
	FUNCTIONS(GET)
	my_glViewport = (void (*)(GLint, GLint, GLsizei, GLsizei))get("glViewport");
	my_glDrawArrays = (void (*)(GLenum, GLint, GLsizei))get("glDrawArrays");
	my_glReadPixels = (void (*)(GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, void *))get(
		"glReadPixels");
	my_glGetError = (GLenum(*)(void))get("glGetError");
	make_program();
	my_glGenVertexArrays(1, &array);
	my_glBindVertexArray(array);
	my_glGenBuffers(1, &buffer);
	my_glBindBuffer(GL_ARRAY_BUFFER, buffer);
	my_glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
	my_glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
	my_glEnableVertexAttribArray(0);
}

bool toolkit_draw(void)
{
	GLubyte pixel[4] = {0};
	my_glViewport(0, 0, TOOLKIT_SIZE, TOOLKIT_SIZE);
	my_glBindVertexArray(array);
	my_glUseProgram(program);
	my_glDrawArrays(GL_TRIANGLES, 0, 3);
	my_glReadPixels(TOOLKIT_SIZE / 2, TOOLKIT_SIZE / 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
	GLenum error = my_glGetError();
	bool good = abs(pixel[0] - 64) < 2 && abs(pixel[1] - 128) < 2 && abs(pixel[2] - 191) < 2 &&
		    !error;
	if (!good)
		fprintf(stderr, "wrong: %d %d %d, error 0x%x\n", pixel[0], pixel[1], pixel[2],
			error);
	return good;
}

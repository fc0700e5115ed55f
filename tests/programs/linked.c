/* SPDX-License-Identifier: MIT */
/*
 * test-linked - locations and indices that the linker chooses, and the program asks for by name;
 * most of the programs are one, linked anew with other shaders. Each frame has one colour, which
 * tests/real/replay.py computes; status 0 if it has.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/programs/pbuffer.h"
#define GL_GLEXT_PROTOTYPES 1
#include <GL/gl.h>
#include <GL/glext.h>

enum { SIZE = 64 };

#define VERSION "#version 450\n"
#define CORNER                                                                                     \
	"	gl_Position = vec4(gl_VertexID % 2 * 4 - 1, gl_VertexID / 2 * 4 - 1, 0, 1);\n"

static EGLDisplay display;
static EGLSurface surface;
static GLuint program;

static void attach(GLenum type, const char *text)
{
	GLuint shader = glCreateShader(type);
	glShaderSource(shader, 1, &text, NULL);
	glCompileShader(shader);
	glAttachShader(program, shader);
	glDeleteShader(shader);
}

/* The program, which may be linked already, with other shaders. */
static void link_anew(const char *vertex, const char *fragment)
{
	GLuint attached[2];
	GLsizei n = 0;
	GLint linked = 0;
	char log[1000] = "";
	glGetAttachedShaders(program, 2, &n, attached);
	for (int i = 0; i < n; i++)
		glDetachShader(program, attached[i]);
	attach(GL_VERTEX_SHADER, vertex);
	attach(GL_FRAGMENT_SHADER, fragment);
	glLinkProgram(program);
	glGetProgramiv(program, GL_LINK_STATUS, &linked);
	glGetProgramInfoLog(program, sizeof log, NULL, log);
	if (!linked)
		fprintf(stderr, "%s\n", log);
	glUseProgram(program);
}

static bool draw(int red, int green, int blue)
{
	GLubyte pixel[4] = {0};
	glClear(GL_COLOR_BUFFER_BIT);
	glDrawArrays(GL_TRIANGLES, 0, 3);
	glReadPixels(SIZE / 2, SIZE / 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
	GLenum error = glGetError();
	glDrawBuffer(GL_BACK);
	eglSwapBuffers(display, surface);
	if (pixel[0] == red && pixel[1] == green && pixel[2] == blue && !error)
		return true;
	fprintf(stderr, "%d %d %d in place of %d %d %d, error 0x%x\n", pixel[0], pixel[1], pixel[2],
		red, green, blue, error);
	return false;
}

/* ---- attributes ---- */

static const char coloured[] = VERSION
	"in vec3 c;\nout vec4 colour;\nvoid main() { colour = vec4(c / 255.0, 1.0); }\n";

static void set_attribute(const char *name, float value)
{
	glVertexAttrib1f((GLuint)glGetAttribLocation(program, name), value);
}

static void set_corners(void)
{
	static const GLfloat corners[] = {-1, -1, 3, -1, -1, 3};
	GLuint buffer, array, location = (GLuint)glGetAttribLocation(program, "corner");
	glGenVertexArrays(1, &array);
	glBindVertexArray(array);
	glGenBuffers(1, &buffer);
	glBindBuffer(GL_ARRAY_BUFFER, buffer);
	glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
	glEnableVertexAttribArray(location);
	glVertexAttribPointer(location, 2, GL_FLOAT, GL_FALSE, 0, NULL);
}

static bool attributes(void)
{
	link_anew(VERSION "in float red;\nin vec2 corner;\nin float green, blue;\nout vec3 c;\n"
			  "void main()\n{\n	gl_Position = vec4(corner, 0, 1);\n"
			  "	c = vec3(red, green, blue);\n}\n",
		coloured);
	set_corners();
	set_attribute("red", 10);
	set_attribute("green", 20);
	set_attribute("blue", 30);
	return draw(10, 20, 30);
}

static bool other_attributes(void)
{
	link_anew(VERSION "in float blue, extra;\nin vec2 corner;\nin float red;\nout vec3 c;\n"
			  "void main()\n{\n	gl_Position = vec4(corner, 0, 1);\n"
			  "	c = vec3(red, extra, blue);\n}\n",
		coloured);
	set_corners();
	set_attribute("red", 40);
	set_attribute("extra", 50);
	set_attribute("blue", 60);
	return draw(40, 50, 60);
}

/* ---- uniforms ---- */

static const char plain[] = VERSION "void main()\n{\n" CORNER "}\n";

static GLint uniform(const char *name)
{
	return glGetUniformLocation(program, name);
}

static bool uniforms(void)
{
	static const GLfloat levels[] = {1, 2, 3};
	link_anew(plain,
		VERSION "uniform float levels[3];\nuniform vec3 tint;\nuniform float last;\n"
			"out vec4 colour;\nvoid main()\n{\n"
			"	colour = vec4(levels[0] + last, levels[1] + tint.x,\n"
			"		levels[2] + tint.y, 255.0) / 255.0;\n}\n");
	glUniform1fv(uniform("levels"), 3, levels);
	glUniform1f(uniform("levels") + 1, 4);
	glUniform3f(uniform("tint"), 70, 80, 0);
	glUniform1f(uniform("last"), 60);
	return draw(61, 74, 83);
}

static bool other_uniforms(void)
{
	link_anew(plain, VERSION "uniform vec3 tint;\nuniform float last, other, levels[4];\n"
				 "out vec4 colour;\nvoid main()\n{\n"
				 "	colour = vec4(tint.x + levels[0], tint.y + levels[3],\n"
				 "		last + other + levels[2], 255.0) / 255.0;\n}\n");
	GLint first = uniform("levels");
	for (int i = 0; i < 4; i++)
		glUniform1f(first + i, (float)i);
	glUniform3f(uniform("tint"), 90, 100, 0);
	glUniform1f(uniform("last"), 80);
	glUniform1f(uniform("other"), 20);
	return draw(90, 103, 102);
}

/* ---- blocks ---- */

static void bind_value(GLenum target, GLuint binding, float value)
{
	const GLfloat bytes[4] = {value};
	GLuint buffer;
	glGenBuffers(1, &buffer);
	glBindBufferBase(target, binding, buffer);
	glBufferData(target, sizeof bytes, bytes, GL_STATIC_DRAW);
}

static GLuint storage(const char *name)
{
	return glGetProgramResourceIndex(program, GL_SHADER_STORAGE_BLOCK, name);
}

static bool blocks(void)
{
	link_anew(plain, VERSION
		"layout(std140) uniform First { float first; };\n"
		"layout(std140) uniform Second { float second; };\n"
		"layout(std140) buffer Third { float third; };\n"
		"layout(std140) buffer Fourth { float fourth; };\n"
		"out vec4 colour;\nvoid main()\n{\n"
		"	colour = vec4(first, second, third + fourth * 2.0, 255.0) / 255.0;\n}\n");
	glUniformBlockBinding(program, glGetUniformBlockIndex(program, "First"), 3);
	glUniformBlockBinding(program, glGetUniformBlockIndex(program, "Second"), 5);
	glShaderStorageBlockBinding(program, storage("Third"), 2);
	glShaderStorageBlockBinding(program, storage("Fourth"), 4);
	bind_value(GL_UNIFORM_BUFFER, 3, 110);
	bind_value(GL_UNIFORM_BUFFER, 5, 120);
	bind_value(GL_SHADER_STORAGE_BUFFER, 2, 100);
	bind_value(GL_SHADER_STORAGE_BUFFER, 4, 15);
	return draw(110, 120, 130);
}

/* Their bindings by the numbers under which GL lists them. */
static bool listed_blocks(void)
{
	char name[16];
	GLint n = 0;
	link_anew(plain, VERSION
		"layout(std140) uniform A { float a; };\nlayout(std140) uniform B { float b; };\n"
		"layout(std140) buffer C { float c; };\nlayout(std140) buffer D { float d; };\n"
		"out vec4 colour;\nvoid main()\n{\n"
		"	colour = vec4(a, b, c + d * 2.0, 255.0) / 255.0;\n}\n");
	glGetProgramiv(program, GL_ACTIVE_UNIFORM_BLOCKS, &n);
	for (GLuint i = 0; i < (GLuint)n; i++) {
		glGetActiveUniformBlockName(program, i, sizeof name, NULL, name);
		glUniformBlockBinding(program, i, *name == 'A' ? 3 : 5);
	}
	glGetProgramInterfaceiv(program, GL_SHADER_STORAGE_BLOCK, GL_ACTIVE_RESOURCES, &n);
	for (GLuint i = 0; i < (GLuint)n; i++) {
		glGetProgramResourceName(
			program, GL_SHADER_STORAGE_BLOCK, i, sizeof name, NULL, name);
		glShaderStorageBlockBinding(program, i, *name == 'C' ? 2 : 4);
	}
	return draw(110, 120, 130);
}

/* ---- subroutines ---- */

static GLint place(GLenum stage, const char *name)
{
	return glGetSubroutineUniformLocation(program, stage, name);
}

static GLuint subroutine(GLenum stage, const char *name)
{
	return glGetSubroutineIndex(program, stage, name);
}

static bool subroutines(void)
{
	GLuint picked[2] = {0}, in_vertex[1] = {0};
	link_anew(VERSION "subroutine float pick();\nsubroutine uniform pick blue;\n"
			  "subroutine(pick) float three() { return 150.0; }\n"
			  "subroutine(pick) float four() { return 160.0; }\n"
			  "subroutine(pick) float five() { return 170.0; }\n"
			  "out float b;\nvoid main()\n{\n" CORNER "	b = blue();\n}\n",
		VERSION "subroutine float pick();\nsubroutine uniform pick red, green;\n"
			"subroutine(pick) float one() { return 140.0; }\n"
			"subroutine(pick) float two() { return 180.0; }\n"
			"in float b;\nout vec4 colour;\nvoid main()\n{\n"
			"	colour = vec4(red(), green(), b, 255.0) / 255.0;\n}\n");
	picked[place(GL_FRAGMENT_SHADER, "red")] = subroutine(GL_FRAGMENT_SHADER, "two");
	picked[place(GL_FRAGMENT_SHADER, "green")] = subroutine(GL_FRAGMENT_SHADER, "one");
	in_vertex[place(GL_VERTEX_SHADER, "blue")] = subroutine(GL_VERTEX_SHADER, "three");
	glUniformSubroutinesuiv(GL_FRAGMENT_SHADER, 2, picked);
	glUniformSubroutinesuiv(GL_VERTEX_SHADER, 1, in_vertex);
	return draw(180, 140, 150);
}

/* ---- outputs ---- */

static bool outputs(void)
{
	GLenum buffers[2] = {GL_NONE, GL_NONE};
	link_anew(plain, VERSION "out vec4 unseen, seen;\nvoid main()\n{\n"
				 "	unseen = vec4(1.0);\n"
				 "	seen = vec4(190.0, 200.0, 210.0, 255.0) / 255.0;\n}\n");
	buffers[glGetFragDataLocation(program, "seen")] = GL_BACK_LEFT;
	glDrawBuffers(2, buffers);
	return draw(190, 200, 210);
}

int main(void)
{
	bool (*const ways[])(void) = {attributes, other_attributes, uniforms, other_uniforms,
		blocks, listed_blocks, subroutines, outputs};
	bool good = true;
	display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
	surface = pbuffer_make(display, PBUFFER_CORE, SIZE);
	program = glCreateProgram();
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
		good = ways[i]() && good;
	return good ? 0 : 1;
}

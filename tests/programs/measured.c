/* SPDX-License-Identifier: MIT */
/*
 * test-measured [core | es | deleted | counted] - two frames of draws into a window of 64 x 64
 * pixels, of which is known what becomes of their triangles, fragments and pixels:
 * tests/real/measured.py has the list, in the order of the calls here. "core": in a core context,
 * without what only compatibility contexts have. "es": in one of OpenGL ES 3.2, without the draw
 * that writes into a buffer, too. "deleted": a program is deleted while it is in use, in the last
 * frame. "counted": prints for each draw what GL's own counters say: its number, primitives into
 * and out of clipping, samples that passed.
 */
#include "tests/programs/pbuffer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <EGL/egl.h>
#include <EGL/eglext.h>
#define GL_GLEXT_PROTOTYPES 1
#include <GL/gl.h>
#include <GL/glext.h>

enum { SIZE = 64, FRAMES = 2, MOST = 4096 };

static int is_core, is_es, is_deleted, is_counted, n_draws;
static GLuint plain, discarding, writing, expanding, queries[3];
static GLfloat vertices[MOST][3];
static int n_vertices;

/* ---- programs ---- */

static const char vertex_text[] = "#version 150\n"
				  "in vec3 position;\n"
				  "void main()\n"
				  "{\n"
				  "	gl_Position = vec4(position, 1.0);\n"
				  "}\n";
static const char plain_text[] = "#version 150\n"
				 "out vec4 colour;\n"
				 "void main()\n"
				 "{\n"
				 "	colour = vec4(gl_FragCoord.xy / 64.0, 0.5, 0.25);\n"
				 "}\n";
/* The half on the left. */
static const char discarding_text[] = "#version 150\n"
				      "out vec4 colour;\n"
				      "void main()\n"
				      "{\n"
				      "	if (gl_FragCoord.x < 32.0)\n"
				      "		discard;\n"
				      "	colour = vec4(1.0);\n"
				      "}\n";
static const char writing_text[] = "#version 430\n"
				   "layout(std430, binding = 0) buffer Sum { uint sum; };\n"
				   "out vec4 colour;\n"
				   "void main()\n"
				   "{\n"
				   "	atomicAdd(sum, 1u);\n"
				   "	colour = vec4(float(sum & 255u) / 255.0);\n"
				   "}\n";
/* Each point becomes a square of 4 x 4 pixels. */
static const char expanding_text[] =
	"#version 150\n"
	"layout(points) in;\n"
	"layout(triangle_strip, max_vertices = 4) out;\n"
	"void main()\n"
	"{\n"
	"	for (int i = 0; i < 4; i++) {\n"
	"		vec2 corner = vec2(float(i & 1), float(i >> 1)) * (4.0 / 32.0);\n"
	"		gl_Position = gl_in[0].gl_Position + vec4(corner, 0.0, 0.0);\n"
	"		EmitVertex();\n"
	"	}\n"
	"}\n";

static GLuint make_program(const char *geometry, const char *fragment)
{
	const char *texts[] = {vertex_text, fragment, geometry};
	static const GLenum types[] = {GL_VERTEX_SHADER, GL_FRAGMENT_SHADER, GL_GEOMETRY_SHADER};
	GLuint program = glCreateProgram();
	GLint linked = 0;
	for (int i = 0; i < 3; i++) {
		if (!texts[i])
			continue;
		GLuint shader = glCreateShader(types[i]);
		const char *lines[] = {
			"#version 320 es\nprecision highp float;\n", strchr(texts[i], '\n') + 1};
		if (is_es)
			glShaderSource(shader, 2, lines, NULL);
		else
			glShaderSource(shader, 1, &texts[i], NULL);
		glCompileShader(shader);
		glAttachShader(program, shader);
		glDeleteShader(shader);
	}
	glBindAttribLocation(program, 0, "position");
	glLinkProgram(program);
	glGetProgramiv(program, GL_LINK_STATUS, &linked);
	if (!linked)
		exit(99);
	return program;
}

/* ---- what is drawn ---- */

static void corner(float x, float y, float z)
{
	vertices[n_vertices][0] = x / (SIZE / 2) - 1;
	vertices[n_vertices][1] = y / (SIZE / 2) - 1;
	vertices[n_vertices++][2] = z;
}

/* Two triangles, in pixels; left above right: seen from behind. */
static void square(float left, float bottom, float right, float top, float z)
{
	corner(left, bottom, z);
	corner(right, bottom, z);
	corner(right, top, z);
	corner(left, bottom, z);
	corner(right, top, z);
	corner(left, top, z);
}

static void begin_count(void)
{
	static const GLenum targets[] = {GL_CLIPPING_INPUT_PRIMITIVES_ARB,
		GL_CLIPPING_OUTPUT_PRIMITIVES_ARB, GL_SAMPLES_PASSED};
	for (int i = 0; is_counted && i < 3; i++)
		glBeginQuery(targets[i], queries[i]);
}

static void end_count(void)
{
	static const GLenum targets[] = {GL_CLIPPING_INPUT_PRIMITIVES_ARB,
		GL_CLIPPING_OUTPUT_PRIMITIVES_ARB, GL_SAMPLES_PASSED};
	GLuint counts[3] = {0};
	for (int i = 0; is_counted && i < 3; i++) {
		glEndQuery(targets[i]);
		glGetQueryObjectuiv(queries[i], GL_QUERY_RESULT, &counts[i]);
	}
	if (is_counted)
		printf("%d %u %u %u\n", n_draws, counts[0], counts[1], counts[2]);
	n_draws++;
}

/* What was gathered. */
static void draw(GLenum mode)
{
	glBufferData(
		GL_ARRAY_BUFFER, sizeof vertices[0] * (size_t)n_vertices, vertices, GL_STREAM_DRAW);
	begin_count();
	glDrawArrays(mode, 0, n_vertices);
	end_count();
	n_vertices = 0;
}

static void shapes(void)
{
	glUseProgram(plain);
	glEnable(GL_CULL_FACE);
	for (int i = 0; i < 5; i++) /* seen from the front */
		square((float)(8 * i), 0, (float)(8 * i + 4), 4, 0);
	for (int i = 0; i < 3; i++) /* from behind */
		square((float)(8 * i + 4), 8, (float)(8 * i), 12, 0);
	draw(GL_TRIANGLES);
	glDisable(GL_CULL_FACE);
	/* beside the window, and a corner that is beside it though no side of it alone says so */
	square(70, 0, 80, 10, 0);
	square(0, -20, 10, -4, 0);
	corner(-64, 48, 0);
	corner(16, 128, 0);
	corner(-64, 128, 0);
	square(0, 16, 4, 20, 0);
	draw(GL_TRIANGLES);
	/* cut by the right side, by the near plane, and not at all */
	square(56, 24, 72, 28, 0);
	corner(0, 32, -2);
	corner(15.5f, 32, 0);
	corner(0, 47.5f, 0);
	square(24, 32, 28, 36, 1);
	draw(GL_TRIANGLES);
	/* without area */
	for (int i = 0; i < 4; i++) {
		corner(10, 10, 0);
		corner(10, 10, 0);
		corner((float)(20 + i), 20, 0);
	}
	for (int i = 1; i < 3; i++) {
		corner(8, 8, 0);
		corner((float)(8 + 8 * i), (float)(8 + 8 * i), 0);
		corner((float)(8 + 16 * i), (float)(8 + 16 * i), 0);
	}
	square(40, 40, 48, 44, 0);
	draw(GL_TRIANGLES);
}

static void layers(int frame)
{
	for (int i = 0; i < 5; i++) /* the whole window, five times */
		square(0, 0, SIZE, SIZE, 0);
	draw(GL_TRIANGLES);
	glEnable(GL_DEPTH_TEST);
	square(0, 0, 32, SIZE, -0.5f); /* seen */
	draw(GL_TRIANGLES);
	square(0, 0, 32, SIZE, 0.5f); /* behind it */
	draw(GL_TRIANGLES);
	glDisable(GL_DEPTH_TEST);
	glEnable(GL_SCISSOR_TEST);
	glScissor(10, 10, 6, 4);
	square(0, 0, SIZE, SIZE, 0);
	draw(GL_TRIANGLES);
	glDisable(GL_SCISSOR_TEST);
	glUseProgram(discarding);
	if (is_deleted && frame == FRAMES - 1)
		glDeleteProgram(discarding);
	square(0, 0, SIZE, SIZE, 0);
	draw(GL_TRIANGLES);
	/* It still discards, until another one is used. */
	square(0, 0, SIZE, 32, 0);
	if (is_deleted)
		draw(GL_TRIANGLES);
	n_vertices = 0;
}

/* Points, lines, strips, a geometry shader; a shader that does more than to draw. */
static void others(void)
{
	glUseProgram(plain);
	for (int i = 0; i < 6; i++)
		corner((float)(8 * i) + 0.5f, 50.5f, i < 2 ? 3 : 0);
	draw(GL_POINTS);
	corner(0, 52.5f, 0);
	corner(32, 52.5f, 0);
	corner(32, 52.5f, 4);
	corner(16, 52.5f, 4);
	draw(GL_LINES);
	for (int i = 0; i < 10; i++)
		corner((float)(4 * (i / 2)), i % 2 ? 60 : 56, 0);
	draw(GL_TRIANGLE_STRIP);
	glUseProgram(expanding);
	for (int i = 0; i < 3; i++)
		corner((float)(40 + 8 * i), 56, 0);
	draw(GL_POINTS);
	if (is_es)
		return;
	glUseProgram(writing);
	square(0, 0, 4, 4, 0);
	draw(GL_TRIANGLES);
}

/* Twice into a texture, and what it has behind its edge. */
static void target(GLuint framebuffer)
{
	glUseProgram(plain);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glViewport(0, 0, SIZE, SIZE);
	glClear(GL_COLOR_BUFFER_BIT);
	square(0, 0, 16, 16, 0);
	draw(GL_TRIANGLES);
	square(8, 0, 48, 16, 0);
	draw(GL_TRIANGLES);
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

/* ---- what only compatibility contexts have ---- */

static void block(float left, float right)
{
	begin_count();
	glBegin(GL_QUADS);
	glColor4f(1, 0.5f, 0, 0.25f);
	glVertex2f(left, 0);
	glColor4f(1, 0.5f, 0, 0.25f);
	glVertex2f(right, 0);
	glVertex2f(right, 8);
	glVertex2f(left, 8);
	glEnd();
	end_count();
}

static void call_list(GLuint list)
{
	begin_count();
	glCallList(list);
	end_count();
}

static void legacy(GLuint list)
{
	glUseProgram(0);
	glMatrixMode(GL_PROJECTION);
	glLoadIdentity();
	glOrtho(0, SIZE, 0, SIZE, -1, 1);
	glMatrixMode(GL_MODELVIEW);
	glLoadIdentity();
	glTranslatef(8, 8, 0);
	block(0, 16);
	glEnable(GL_ALPHA_TEST);
	glAlphaFunc(GL_GREATER, 0.5f);
	block(0, 4);
	glDisable(GL_ALPHA_TEST);
	call_list(list);     /* a block of two triangles */
	call_list(list + 1); /* that moves what comes next */
	block(0, 2);
	begin_count();
	glRectf(20, 20, 24, 22);
	end_count();
}

static void compile(GLuint list)
{
	for (GLuint i = 0; i < 2; i++) {
		glNewList(list + i, GL_COMPILE);
		if (i)
			glTranslatef(1, 0, 0);
		glBegin(GL_TRIANGLES);
		for (int corner = 0; corner < 6; corner++)
			glVertex2f(corner == 1 || corner == 2 || corner == 4 ? 8 : 0,
				corner == 2 || corner > 3 ? 8 : 0);
		glEnd();
		glEndList();
	}
}

/* ---- all ---- */

static GLuint make_target(void)
{
	GLuint picture, framebuffer;
	glGenTextures(1, &picture);
	glBindTexture(GL_TEXTURE_2D, picture);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 32, 16, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, picture, 0);
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
	return framebuffer;
}

static void set_up(void)
{
	static const GLuint zero;
	GLuint names[2], array;
	plain = make_program(NULL, plain_text);
	discarding = make_program(NULL, discarding_text);
	writing = is_es ? 0 : make_program(NULL, writing_text);
	expanding = make_program(expanding_text, plain_text);
	glGenQueries(3, queries);
	glGenVertexArrays(1, &array);
	glBindVertexArray(array);
	glGenBuffers(2, names);
	glBindBuffer(GL_SHADER_STORAGE_BUFFER, names[1]);
	glBufferData(GL_SHADER_STORAGE_BUFFER, sizeof zero, &zero, GL_STREAM_DRAW);
	glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, names[1]);
	glBindBuffer(GL_ARRAY_BUFFER, names[0]);
	glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, NULL);
	glEnableVertexAttribArray(0);
	glDepthFunc(GL_LESS);
}

int main(int argc, char **argv)
{
	is_core = argc > 1 && strcmp(argv[1], "core") == 0;
	is_es = argc > 1 && strcmp(argv[1], "es") == 0;
	is_deleted = argc > 1 && strcmp(argv[1], "deleted") == 0;
	is_counted = argc > 1 && strcmp(argv[1], "counted") == 0;
	EGLDisplay display = eglGetPlatformDisplay(
		EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
	EGLSurface surface = pbuffer_make(display,
		is_es	  ? PBUFFER_ES
		: is_core ? PBUFFER_CORE
			  : PBUFFER_COMPATIBILITY,
		SIZE);
	set_up();
	GLuint framebuffer = make_target(), list = is_core || is_es ? 0 : glGenLists(2);
	if (list)
		compile(list);
	for (int frame = 0; frame < FRAMES; frame++) {
		glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
		shapes();
		target(framebuffer);
		layers(frame);
		others();
		if (list)
			legacy(list);
		eglSwapBuffers(display, surface);
	}
	return glGetError() != GL_NO_ERROR;
}

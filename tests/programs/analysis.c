/* SPDX-License-Identifier: MIT */
/*
 * test-analysis WAY [asking] - eight frames of a program without a fault, or with the one that WAY
 * names: the words of `ways` below and in the files beside this one, each the id of what
 * `glstep-trace checklist` or `report` finds. "figures": a frame of draws, each within queries that
 * count its vertices and primitives. "asking": the driver is asked whether framebuffers are
 * complete.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/programs/analysis.h"

static const char *way;
bool asks_driver;
EGLDisplay display;
EGLSurface surface;
EGLConfig config;
GLbitfield cleared = GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT;
GLuint program, buffer, elements, texture;
GLint shift;

static void make_current(void)
{
	static const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
		EGL_OPENGL_BIT, EGL_RED_SIZE, 8, EGL_DEPTH_SIZE, 24, EGL_NONE};
	static const EGLint size[] = {EGL_WIDTH, SIZE, EGL_HEIGHT, SIZE, EGL_NONE};
	EGLint n = 0;
	display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
	if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API) ||
		!eglChooseConfig(display, wanted, &config, 1, &n) || !n)
		exit(99);
	surface = eglCreatePbufferSurface(display, config, size);
	EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, NULL);
	if (!eglMakeCurrent(display, surface, surface, context))
		exit(99);
}

static const char vertex_text[] =
	"#version 130\n"
	"in vec2 position;\n"
	"uniform float shift;\n"
	"out vec2 at;\n"
	"void main()\n"
	"{\n"
	"	at = 0.5 * position + 0.5;\n"
	"	gl_Position = vec4(position + vec2(shift, 0.0), 0.0, 1.0);\n"
	"}\n";
const char fragment_text[] = "#version 130\n"
			     "uniform sampler2D picture;\n"
			     "in vec2 at;\n"
			     "out vec4 colour;\n"
			     "void main()\n"
			     "{\n"
			     "	colour = texture(picture, at);\n"
			     "}\n";

GLuint shader_of(GLenum type, const char *text)
{
	GLuint shader = glCreateShader(type);
	glShaderSource(shader, 1, &text, NULL);
	glCompileShader(shader);
	return shader;
}

GLuint make_program(const char *fragment)
{
	GLuint made = glCreateProgram();
	glAttachShader(made, shader_of(GL_VERTEX_SHADER, vertex_text));
	glAttachShader(made, shader_of(GL_FRAGMENT_SHADER, fragment));
	glBindAttribLocation(made, 0, "position");
	glLinkProgram(made);
	return made;
}

const GLfloat corners[] = {-1, -1, 1, -1, -1, 1, 1, 1};
const GLushort order[] = {0, 1, 2, 2, 1, 3};
GLubyte pixels[BIG * BIG * 4];

void fill_texture(GLuint name, int size)
{
	glBindTexture(GL_TEXTURE_2D, name);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, size, size, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
}

static void set_up(void)
{
	if (strcmp(way, "strings-not-asked"))
		glGetString(GL_RENDERER);
	for (size_t i = 0; i < sizeof pixels; i++)
		pixels[i] = (GLubyte)(i * 7);
	program = make_program(fragment_text);
	glUseProgram(program);
	shift = glGetUniformLocation(program, "shift");
	glUniform1i(glGetUniformLocation(program, "picture"), 0);
	glGenBuffers(1, &buffer);
	glBindBuffer(GL_ARRAY_BUFFER, buffer);
	glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
	glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
	glEnableVertexAttribArray(0);
	glGenBuffers(1, &elements);
	glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, elements);
	glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof order, order, GL_STATIC_DRAW);
	glGenTextures(1, &texture);
	fill_texture(texture, 32);
	glGenerateMipmap(GL_TEXTURE_2D);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
	glEnable(GL_DEPTH_TEST);
	glDepthFunc(GL_LEQUAL);
}

void draw(void)
{
	glDrawElements(GL_TRIANGLES, 6, GL_UNSIGNED_SHORT, NULL);
}

void draw_frame(int frame)
{
	glUniform1f(shift, 0.1f * (float)frame);
	draw();
}

/* ---- "figures" ---- */

GLuint queries[2];

static void begin_count(void)
{
	glBeginQuery(GL_VERTICES_SUBMITTED_ARB, queries[0]);
	glBeginQuery(GL_PRIMITIVES_SUBMITTED_ARB, queries[1]);
}

static void end_count(void)
{
	GLuint64 count;
	glEndQuery(GL_VERTICES_SUBMITTED_ARB);
	glEndQuery(GL_PRIMITIVES_SUBMITTED_ARB);
	for (int i = 0; i < 2; i++)
		glGetQueryObjectui64v(queries[i], GL_QUERY_RESULT, &count);
}

/* 48 indices: each of 8 vertices six times; then 40 vertices, and of them the first of the 32 that
 * came last, and the one before it. */
static void make_strips(GLushort *indices)
{
	for (int i = 0; i < 48; i++)
		indices[i] = (GLushort)(i % 8);
	for (int i = 0; i < 40; i++)
		indices[48 + i] = (GLushort)i;
	indices[88] = 8;
	indices[89] = 7;
}

static void figures(int frame)
{
	static const GLenum modes[] = {GL_POINTS, GL_LINES, GL_LINE_STRIP, GL_LINE_LOOP,
		GL_TRIANGLES, GL_TRIANGLE_STRIP, GL_TRIANGLE_FAN};
	static const GLint firsts[] = {0, 0, 0};
	static const GLsizei counts[] = {3, 0, 6};
	GLushort indices[90];
	make_strips(indices);
	if (!frame) {
		glGenQueries(2, queries);
		glBufferData(GL_ARRAY_BUFFER, 4096, NULL, GL_STATIC_DRAW);
		glBufferData(GL_ELEMENT_ARRAY_BUFFER, 1000, NULL, GL_STATIC_DRAW);
		glBufferSubData(GL_ELEMENT_ARRAY_BUFFER, 0, 100, indices);
		glBufferSubData(GL_ELEMENT_ARRAY_BUFFER, 100, 80, (char *)indices + 100);
	}
	for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
		begin_count();
		glDrawArrays(modes[i], 0, 6 * (GLsizei)(i + 1));
		end_count();
		begin_count();
		glDrawElementsInstanced(modes[i], 48, GL_UNSIGNED_SHORT, NULL, 3);
		end_count();
	}
	begin_count();
	glDrawElements(GL_POINTS, 90, GL_UNSIGNED_SHORT, NULL);
	end_count();
	begin_count();
	glMultiDrawArrays(GL_TRIANGLES, firsts, counts, 3);
	end_count();
	begin_count();
	glBegin(GL_TRIANGLES);
	for (int i = 0; i < 9; i++)
		glVertex2f((float)i, 1.0f);
	glEnd();
	end_count();
}

/* What cannot be known, and indices in mapped memory and out of the program's. */
static void unknown(int frame)
{
	static const GLuint command[] = {3, 1, 0, 0};
	static GLuint commands;
	if (!frame) {
		glGenBuffers(1, &commands);
		glBindBuffer(GL_DRAW_INDIRECT_BUFFER, commands);
		glBufferData(GL_DRAW_INDIRECT_BUFFER, sizeof command, command, GL_STATIC_DRAW);
	}
	draw();
	glDrawArraysIndirect(GL_TRIANGLES, NULL);
	GLushort *map = glMapBufferRange(GL_ELEMENT_ARRAY_BUFFER, 0, sizeof order,
		GL_MAP_WRITE_BIT | GL_MAP_UNSYNCHRONIZED_BIT);
	map[5] = (GLushort)(frame % 2 ? 3 : 0);
	glUnmapBuffer(GL_ELEMENT_ARRAY_BUFFER);
	draw();
	glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
	glDrawElements(GL_TRIANGLES, 6, GL_UNSIGNED_SHORT, order);
	glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, elements);
}

static void block(int vertices)
{
	glBegin(GL_POINTS);
	for (int i = 0; i < vertices; i++)
		glVertex2f((float)i / 8, 0);
	glEnd();
}

/* Fixed function lights eight vertices of a frame: of three and five, not of the others. */
static void lit(int frame)
{
	(void)frame;
	glUseProgram(0);
	glEnable(GL_LIGHTING);
	block(3);
	glPushAttrib(GL_LIGHTING_BIT);
	glDisable(GL_LIGHTING);
	block(4);
	glPopAttrib();
	block(5);
	glUseProgram(program);
	draw();
	glUseProgram(0);
	glDisable(GL_LIGHTING);
	block(7);
	glUseProgram(program);
}

/* What the middle of the window shows, black or not. */
static void print_middle(void)
{
	GLubyte pixel[4] = {0};
	glReadPixels(SIZE / 2, SIZE / 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
	printf("%s\n", pixel[0] || pixel[1] || pixel[2] ? "colour" : "black");
}

static const struct way ways[] = {
	{"figures", figures},
	{"unknown", unknown},
	{"lit", lit},
	{"clean", draw_frame},
	{"strings-not-asked", draw_frame},
	{NULL, NULL},
};

static const struct way *find_way(void)
{
	static const struct way *const all[] = {
		ways, check_ways, issue_ways, sampler_ways, target_ways};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		for (const struct way *at = all[i]; at->name; at++)
			if (strcmp(at->name, way) == 0)
				return at;
	return NULL;
}

int main(int argc, char **argv)
{
	const struct way *found;
	way = argc > 1 ? argv[1] : "clean";
	asks_driver = argc > 2;
	found = find_way();
	if (!found)
		return 2;
	make_current();
	set_up();
	for (int frame = 0; frame < FRAMES; frame++) {
		glClear(cleared);
		found->frame(frame);
		eglSwapBuffers(display, surface);
	}
	print_middle();
	return 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * Uniform and storage blocks of every layout. Word i (32 bits) of each buffer's bound part is the
 * float i * 0.25 + 1. A compute shader writes what it reads of their members into a buffer,
 * component by component, and the program prints that, a line a member ("NAME NUMBER..."); a second
 * program draws with a colour of one of the blocks, and the pixel is printed ("drawn ..."); then
 * the words of each buffer's bound part ("BUFFER HEX..."). What is bound begins at byte 256 of its
 * buffer.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <EGL/egl.h>
#include <EGL/eglext.h>
#define GL_GLEXT_PROTOTYPES 1
#include <GL/gl.h>
#include <GL/glext.h>

static const struct {
	const char *name;	     /* as an expression */
	int elements, columns, rows; /* 0: no array, no matrix, a scalar */
} members[] = {
	{"time", 0, 0, 0},
	{"eye", 0, 0, 3},
	{"turn", 0, 3, 3},
	{"tilt", 0, 4, 3},
	{"points", 3, 0, 2},
	{"lights[1].place", 0, 0, 3},
	{"lights[1].levels", 2, 0, 0},
	{"lights[1].on", 0, 0, 0},
	{"big", 0, 0, 0},
	{"rows", 2, 2, 2},
	{"tints[1].colour", 0, 0, 4},
	{"tints[1].m", 0, 2, 2},
	{"loose", 2, 2, 3},
	{"items[2].p", 0, 0, 3},
	{"items[2].m", 0, 2, 3},
	{"items[2].k", 2, 0, 0},
	{"grid[1]", 3, 0, 0},
};
enum { N_MEMBERS = sizeof members / sizeof *members, MOST = 256, START = 256, WORDS = 96 };

static const char blocks[] =
	"struct Light { vec3 place; float levels[2]; bool on; };\n"
	"struct Item { vec3 p; mat2x3 m; int k[2]; };\n"
	"layout(std140, binding = 1) uniform Frame {\n"
	"	float time; vec3 eye; mat3 turn; layout(row_major) mat4x3 tilt; vec2 points[3];\n"
	"	Light lights[2]; double big; layout(row_major) mat2 rows[2];\n"
	"};\n"
	"layout(std140, binding = 2) uniform Tint { vec4 colour; mat2 m; } tints[2];\n"
	"layout(shared, binding = 4) uniform Loose { float first; vec3 second; mat2x3 loose[2]; "
	"};\n"
	"layout(std430, binding = 5) buffer Items { uint count; float grid[2][3]; Item items[]; "
	"};\n"
	"layout(std140, binding = 9) uniform Missing { vec4 nowhere; };\n"
	"layout(std140, binding = 10) uniform Short { vec4 near; vec4 far; };\n";

static const struct {
	const char *name;
	GLenum target;
	int binding, bytes;
	GLbitfield storage; /* 0: glBufferData */
} buffers[] = {
	{"Frame", GL_UNIFORM_BUFFER, 1, WORDS * 4,
		GL_MAP_READ_BIT}, /* may not be written to from memory */
	{"Tint[0]", GL_UNIFORM_BUFFER, 2, WORDS * 4, 0},
	{"Tint[1]", GL_UNIFORM_BUFFER, 3, WORDS * 4, 0},
	{"Loose", GL_UNIFORM_BUFFER, 4, WORDS * 4, GL_DYNAMIC_STORAGE_BIT},
	{"Items", GL_SHADER_STORAGE_BUFFER, 5, WORDS * 4, GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT},
	{"Short", GL_UNIFORM_BUFFER, 10, 16, 0},
};
enum { N_BUFFERS = sizeof buffers / sizeof *buffers };

static int at_least_1(int n)
{
	return n ? n : 1;
}

static int components(int i)
{
	return at_least_1(members[i].elements) * at_least_1(members[i].columns) *
	       at_least_1(members[i].rows);
}

static const char *compute_text(void)
{
	static char text[65536];
	int at = 0, n = snprintf(text, sizeof text,
			    "#version 450\nlayout(local_size_x = 1) in;\n%s"
			    "layout(std430, binding = 0) buffer Results { double result[]; "
			    "};\nvoid main() {\n",
			    blocks);
	for (int i = 0; i < N_MEMBERS; i++)
		for (int k = 0; k < components(i); k++) {
			int rows = at_least_1(members[i].rows),
			    columns = at_least_1(members[i].columns);
			n += snprintf(text + n, sizeof text - n, "	result[%d] = double(%s",
				at++, members[i].name);
			if (members[i].elements)
				n += snprintf(
					text + n, sizeof text - n, "[%d]", k / (rows * columns));
			if (members[i].columns)
				n += snprintf(
					text + n, sizeof text - n, "[%d]", k / rows % columns);
			if (members[i].rows)
				n += snprintf(text + n, sizeof text - n, "[%d]", k % rows);
			n += snprintf(text + n, sizeof text - n, ");\n");
		}
	snprintf(text + n, sizeof text - n, "}\n");
	return text;
}

static GLuint make_program(GLenum type, const char *text, GLenum other, const char *other_text)
{
	const GLenum types[] = {type, other};
	const char *const texts[] = {text, other_text};
	GLuint program = glCreateProgram();
	GLint linked = 0;
	for (int i = 0; i < 2 && texts[i]; i++) {
		GLuint shader = glCreateShader(types[i]);
		glShaderSource(shader, 1, &texts[i], NULL);
		glCompileShader(shader);
		glAttachShader(program, shader);
	}
	glLinkProgram(program);
	glGetProgramiv(program, GL_LINK_STATUS, &linked);
	if (!linked) {
		char log[4096];
		glGetProgramInfoLog(program, sizeof log, NULL, log);
		fprintf(stderr, "%s%s\n", text, log);
		exit(99);
	}
	return program;
}

static void make_current(void)
{
	static const EGLint wanted[] = {EGL_CONTEXT_MAJOR_VERSION, 4, EGL_CONTEXT_MINOR_VERSION, 5,
		EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
	EGLDisplay display = eglGetPlatformDisplay(
		EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
	if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API))
		exit(99);
	EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, wanted);
	if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
		exit(99);
}

static void make_buffers(GLuint names[N_BUFFERS])
{
	static float words[START / 4 + WORDS];
	glGenBuffers(N_BUFFERS, names);
	for (int i = 0; i < WORDS; i++)
		words[START / 4 + i] = i * 0.25f + 1;
	for (int i = 0; i < N_BUFFERS; i++) {
		glBindBuffer(buffers[i].target, names[i]);
		if (buffers[i].storage)
			glBufferStorage(buffers[i].target, START + buffers[i].bytes, words,
				buffers[i].storage);
		else
			glBufferData(
				buffers[i].target, START + buffers[i].bytes, words, GL_STATIC_DRAW);
		glBindBufferRange(
			buffers[i].target, buffers[i].binding, names[i], START, buffers[i].bytes);
	}
	glMapNamedBufferRange(names[4], 0, START, GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT);
}

static void print_results(GLuint buffer)
{
	double results[MOST];
	glGetNamedBufferSubData(buffer, 0, sizeof results, results);
	for (int i = 0, at = 0; i < N_MEMBERS; i++) {
		printf("%s", members[i].name);
		for (int k = 0; k < components(i); k++)
			printf(" %.17g", results[at++]);
		printf("\n");
	}
}

static void draw(void)
{
	static const char vertex[] = "#version 450\nvoid main() { vec2 p = vec2(gl_VertexID & 1, "
				     "gl_VertexID >> 1) * 4.0 - 1.0;"
				     " gl_Position = vec4(p, 0.0, 1.0); }\n";
	static char fragment[4096];
	GLuint framebuffer, colour;
	float pixel[4];
	snprintf(fragment, sizeof fragment,
		"#version 450\n%sout vec4 c;\nvoid main()\n{\n	c = tints[1].colour;\n}\n", blocks);
	glUseProgram(make_program(GL_VERTEX_SHADER, vertex, GL_FRAGMENT_SHADER, fragment));
	glGenRenderbuffers(1, &colour);
	glBindRenderbuffer(GL_RENDERBUFFER, colour);
	glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA32F, 4, 4);
	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, colour);
	glViewport(0, 0, 4, 4);
	glDrawArrays(GL_TRIANGLES, 0, 3);
	glReadPixels(1, 1, 1, 1, GL_RGBA, GL_FLOAT, pixel);
	printf("drawn %.9g %.9g %.9g %.9g\n", pixel[0], pixel[1], pixel[2], pixel[3]);
}

int main(void)
{
	GLuint names[N_BUFFERS], results, vertices;
	make_current();
	glGenVertexArrays(1, &vertices);
	glBindVertexArray(vertices);
	make_buffers(names);
	glGenBuffers(1, &results);
	glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, results);
	glBufferData(GL_SHADER_STORAGE_BUFFER, MOST * sizeof(double), NULL, GL_STATIC_READ);
	glUseProgram(make_program(GL_COMPUTE_SHADER, compute_text(), 0, NULL));
	glMapNamedBufferRange(names[1], 0, START, GL_MAP_READ_BIT);
	glUnmapNamedBuffer(names[1]); /* Tint[0] is mapped while this is pending */
	glDispatchCompute(1, 1, 1);
	glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
	print_results(results);
	draw();
	for (int i = 0; i < N_BUFFERS; i++) {
		unsigned words[WORDS] = {0};
		glGetNamedBufferSubData(names[i], START, buffers[i].bytes, words);
		printf("buffer %s", buffers[i].name);
		for (int k = 0; k < buffers[i].bytes / 4; k++)
			printf(" %08x", words[k]);
		printf("\n");
	}
	printf("error 0x%x\n", glGetError());
	return 0;
}

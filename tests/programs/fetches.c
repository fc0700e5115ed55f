/* SPDX-License-Identifier: MIT */
/*
 * test-fetches [core | es] - draws into a window of 64 x 64 pixels whose fragment shaders look up
 * textures so often as is known: tests/real/measured.py has the list. Prints the name of each, in
 * their order. Without a word in a compatibility context of GL 4.5, "es": of OpenGL ES 3.2.
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

enum { SIZE = 64, MOST = 64 };
enum { CORE = 1, COMPATIBILITY = 2, ES = 4, DESKTOP = CORE | COMPATIBILITY };

static unsigned api;
static GLfloat vertices[MOST][2];
static int n_vertices;
static const char *now; /* the scene's name */

/* ---- drawing ---- */

static void square(float left, float bottom, float right, float top)
{
	const float corners[6][2] = {{left, bottom}, {right, bottom}, {right, top}, {left, bottom},
		{right, top}, {left, top}};
	for (int i = 0; i < 6; i++) {
		vertices[n_vertices][0] = corners[i][0] / (SIZE / 2) - 1;
		vertices[n_vertices++][1] = corners[i][1] / (SIZE / 2) - 1;
	}
}

static void draw(void)
{
	printf("%s\n", now);
	glBufferData(
		GL_ARRAY_BUFFER, sizeof vertices[0] * (size_t)n_vertices, vertices, GL_STREAM_DRAW);
	glDrawArrays(GL_TRIANGLES, 0, n_vertices);
	n_vertices = 0;
}

static void draw_whole(GLuint program)
{
	(void)program;
	square(0, 0, SIZE, SIZE);
	draw();
}

static void draw_small(GLuint program)
{
	(void)program;
	square(8, 8, 24, 16);
	draw();
}

static void draw_layers(GLuint program)
{
	for (int i = 0; i < 2; i++)
		square(0, 0, SIZE, SIZE);
	draw_whole(program);
}

static void draw_loops(GLuint program)
{
	static const int rounds[] = {5, 7, 0};
	for (int i = 0; i < 3; i++) {
		glUniform1i(glGetUniformLocation(program, "rounds"), rounds[i]);
		square(0, 0, 10, 10);
		draw();
	}
}

static void draw_hidden(GLuint program)
{
	glEnable(GL_DEPTH_TEST);
	glDepthFunc(GL_NEVER);
	draw_small(program);
	glDisable(GL_DEPTH_TEST);
	draw_small(program);
}

/* In a state that would spoil what is counted. */
static void draw_masked(GLuint program)
{
	glColorMask(GL_FALSE, GL_TRUE, GL_FALSE, GL_TRUE);
	glEnable(GL_BLEND);
	glBlendFunc(GL_DST_COLOR, GL_ZERO);
	glBlendEquation(GL_FUNC_REVERSE_SUBTRACT);
	glEnable(GL_SCISSOR_TEST);
	glScissor(10, 10, 6, 4);
	glEnable(GL_STENCIL_TEST);
	glStencilFunc(GL_NEVER, 0, 0xff);
	if (api != ES) {
		glEnable(GL_COLOR_LOGIC_OP);
		glClampColor(GL_CLAMP_READ_COLOR, GL_TRUE);
	}
	if (api == COMPATIBILITY) {
		glClampColor(GL_CLAMP_FRAGMENT_COLOR, GL_TRUE);
		glEnable(GL_ALPHA_TEST);
		glAlphaFunc(GL_NEVER, 0);
	}
	draw_whole(program);
	glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
	glDisable(GL_BLEND);
	glDisable(GL_SCISSOR_TEST);
	glDisable(GL_STENCIL_TEST);
	if (api != ES)
		glDisable(GL_COLOR_LOGIC_OP);
	if (api == COMPATIBILITY)
		glDisable(GL_ALPHA_TEST);
	/* The rest of it stays. */
	draw_whole(program);
}

static void draw_block(GLuint program)
{
	static const int rounds = 3;
	GLuint buffer;
	glUniformBlockBinding(program, glGetUniformBlockIndex(program, "Rounds"), 3);
	glUniform1i(glGetUniformLocation(program, "pictures[1]"), 1);
	glGenBuffers(1, &buffer);
	glBindBufferBase(GL_UNIFORM_BUFFER, 3, buffer);
	glBufferData(GL_UNIFORM_BUFFER, sizeof rounds, &rounds, GL_STATIC_DRAW);
	draw_whole(program);
}

static void draw_outputs(GLuint program)
{
	static const GLenum buffers[] = {GL_COLOR_ATTACHMENT1, GL_COLOR_ATTACHMENT0};
	GLuint framebuffer, pictures[2];
	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glGenTextures(2, pictures);
	for (int i = 0; i < 2; i++) {
		glActiveTexture(GL_TEXTURE2);
		glBindTexture(GL_TEXTURE_2D, pictures[i]);
		glTexImage2D(
			GL_TEXTURE_2D, 0, GL_RGBA8, 32, 16, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
		glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + (GLenum)i,
			GL_TEXTURE_2D, pictures[i], 0);
	}
	glActiveTexture(GL_TEXTURE0);
	glDrawBuffers(2, buffers);
	draw_whole(program);
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

static void draw_early(GLuint program)
{
	glEnable(GL_DEPTH_TEST);
	glDepthFunc(GL_ALWAYS);
	draw_small(program);
	glDisable(GL_DEPTH_TEST);
	draw_small(program);
}

static void draw_writing(GLuint program)
{
	GLuint buffer;
	glGenBuffers(1, &buffer);
	glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer);
	glBufferData(GL_SHADER_STORAGE_BUFFER, 4, NULL, GL_STATIC_DRAW);
	draw_small(program);
}

/* ---- shaders ---- */

struct scene {
	const char *name;
	unsigned apis;
	int version;
	void (*draw)(GLuint program);
	const char *texts[2];
};

#define HEAD "uniform sampler2D picture;\nout vec4 colour;\n"
#define AT "gl_FragCoord.xy / 64.0"

static const struct scene scenes[] = {
	{"straight", COMPATIBILITY, 120, draw_small,
		{"uniform sampler2D picture;\n"
		 "vec4 two(vec2 at) { return texture2D(picture, at) + texture2D(picture, at.yx); "
		 "}\n"
		 "void main() { gl_FragColor = two(" AT ") + texture2D(picture, vec2(0.5)); }\n"}},
	{"loop", DESKTOP | ES, 150, draw_loops,
		{HEAD "uniform int rounds;\n"
		      "void main()\n{\n"
		      "	colour = vec4(0.0);\n"
		      "	for (int i = 0; i < rounds; i++)\n"
		      "		colour += texture(picture, vec2(float(i) / 8.0));\n}\n"}},
	{"branch", DESKTOP | ES, 150, draw_whole,
		{HEAD "void main()\n{\n"
		      "	colour = texture(picture, " AT ");\n"
		      "	if (gl_FragCoord.x < 20.0)\n"
		      "		colour += textureLod(picture, vec2(0.5), 0.0);\n}\n"}},
	{"layers", DESKTOP | ES, 150, draw_layers,
		{HEAD "void main() { colour = texture(picture, " AT "); }\n"}},
	{"discard", DESKTOP | ES, 150, draw_whole,
		{HEAD "void main()\n{\n"
		      "	colour = texture(picture, " AT ");\n"
		      "	if (gl_FragCoord.x < 32.0)\n"
		      "		discard;\n"
		      "	colour += texture(picture, vec2(0.5));\n}\n"}},
	{"discard-called", DESKTOP | ES, 150, draw_whole,
		{HEAD "float far(vec2 at)\n{\n"
		      "	if (at.y < 16.0)\n"
		      "		discard;\n"
		      "	return texture(picture, at).x;\n}\n"
		      "void main()\n{\n"
		      "	colour = texture(picture, " AT ");\n"
		      "	for (int i = 0; i < 2; i++)\n"
		      "		colour.x += far(gl_FragCoord.xy);\n}\n"}},
	{"none", DESKTOP | ES, 150, draw_whole,
		{"out vec4 colour;\nvoid main() { colour = vec4(0.25); }\n"}},
	{"sizes", DESKTOP | ES, 150, draw_whole,
		{HEAD "void main() { colour = vec4(textureSize(picture, 0), 0.0, 64.0) / 64.0; "
		      "}\n"}},
	{"texels", DESKTOP | ES, 150, draw_whole,
		{HEAD "#define FETCH texelFetch(picture, ivec2(gl_FragCoord.xy), 0)\n"
		      "void main() { colour = FETCH.x > 0.5 ? FETCH : vec4(0.0); }\n"}},
	{"macros", DESKTOP, 150, draw_small,
		{"#extension GL_ARB_gpu_shader5 : enable\n" HEAD "void main()\n{\n"
		 "	colour = texture(picture, " AT ");\n"
		 "#if defined(GL_ARB_gpu_shader5) && !defined(GL_NOT_THERE)\n"
		 "	colour += texture(picture, vec2(0.25));\n"
		 "#else\n"
		 "	colour += textureNotThere(picture);\n"
		 "#endif\n}\n"}},
	{"hidden", DESKTOP | ES, 150, draw_hidden,
		{HEAD "void main() { colour = texture(picture, " AT "); }\n"}},
	{"joined", DESKTOP, 150, draw_small,
		{HEAD "vec4 other(vec2 at);\n"
		      "void main() { colour = texture(picture, " AT ") + other(" AT "); }\n",
			"uniform sampler2D picture;\n"
			"vec4 other(vec2 at) { return texture(picture, at) + texture(picture, "
			"at.yx); "
			"}\n"}},
	{"masked", DESKTOP | ES, 150, draw_masked,
		{HEAD "void main()\n{\n"
		      "	colour = texture(picture, " AT ") + texture(picture, vec2(0.0));\n}\n"}},
	{"block", DESKTOP | ES, 150, draw_block,
		{"uniform sampler2D pictures[2];\nout vec4 colour;\n"
		 "layout(std140) uniform Rounds { int rounds; };\n"
		 "void main()\n{\n"
		 "	colour = texture(pictures[0], " AT ");\n"
		 "	for (int i = 0; i < rounds; i++)\n"
		 "		if (texelFetch(pictures[1], ivec2(i, 0), 0).x > 0.5)\n"
		 "			colour += texelFetch(pictures[1], ivec2(gl_FragCoord.xy), "
		 "0);\n}\n"}},
	{"outputs", DESKTOP, 330, draw_outputs,
		{"uniform sampler2D picture;\n"
		 "layout(location = 1) out vec4 one;\nlayout(location = 0) out vec4 other;\n"
		 "void main()\n{\n"
		 "	one = texture(picture, " AT ");\n"
		 "	other = texture(picture, one.xy);\n}\n"}},
	{"subroutine", DESKTOP, 400, draw_small,
		{HEAD "subroutine vec4 look(vec2 at);\nsubroutine uniform look chosen;\n"
		      "subroutine(look) vec4 once(vec2 at) { return texture(picture, at); }\n"
		      "void main() { colour = chosen(" AT "); }\n"}},
	{"early", DESKTOP, 420, draw_early,
		{"layout(early_fragment_tests) in;\n" HEAD
		 "void main() { colour = texture(picture, " AT "); }\n"}},
	{"initial", DESKTOP, 150, draw_small,
		{HEAD "vec4 first = texture(picture, vec2(0.5));\n"
		      "void main() { colour = first; }\n"}},
	{"writing", DESKTOP, 430, draw_writing,
		{"layout(std430, binding = 0) buffer Sum { uint sum; };\n" HEAD
		 "void main() { atomicAdd(sum, 1u); colour = texture(picture, " AT "); }\n"}},
};

static void compile(GLuint program, GLenum type, int version, const char *text)
{
	char head[128];
	GLuint shader = glCreateShader(type);
	const char *lines[] = {head, text};
	snprintf(head, sizeof head, "#version %d\n", version);
	if (api == ES)
		snprintf(head, sizeof head,
			"#version 320 es\n%sprecision highp float;\nprecision highp int;\n",
			strstr(text, "gl_ViewportIndex")
				? "#extension GL_OES_viewport_array : require\n"
				: "");
	glShaderSource(shader, 2, lines, NULL);
	glCompileShader(shader);
	glAttachShader(program, shader);
	glDeleteShader(shader);
}

static void link(GLuint program)
{
	GLint linked = 0;
	char log[4096] = "";
	glBindAttribLocation(program, 0, "position");
	glLinkProgram(program);
	glGetProgramiv(program, GL_LINK_STATUS, &linked);
	glGetProgramInfoLog(program, sizeof log, NULL, log);
	if (linked)
		return;
	fprintf(stderr, "%s: %s\n", now, log);
	exit(99);
}

static GLuint make_program(const struct scene *scene)
{
	GLuint program = glCreateProgram();
	if (scene->version < 150)
		compile(program, GL_VERTEX_SHADER, 120,
			"attribute vec2 position;\n"
			"void main() { gl_Position = vec4(position, 0.0, 1.0); }\n");
	else
		compile(program, GL_VERTEX_SHADER, 150,
			"in vec2 position;\n"
			"void main() { gl_Position = vec4(position, 0.0, 1.0); }\n");
	for (int i = 0; i < 2 && scene->texts[i]; i++)
		compile(program, GL_FRAGMENT_SHADER, scene->version, scene->texts[i]);
	link(program);
	return program;
}

/* ---- viewports ---- */

static int has_extension(const char *name)
{
	GLint n = 0;
	glGetIntegerv(GL_NUM_EXTENSIONS, &n);
	for (GLint i = 0; i < n; i++)
		if (!strcmp((const char *)glGetStringi(GL_EXTENSIONS, (GLuint)i), name))
			return 1;
	return 0;
}

/* Into the second one, whose scissor test alone is on; twice, as the first must leave it on. */
static void viewports(void)
{
	GLuint program = glCreateProgram();
	PFNGLSCISSORINDEXEDPROC scissor = (PFNGLSCISSORINDEXEDPROC)eglGetProcAddress(
		api == ES ? "glScissorIndexedOES" : "glScissorIndexed");
	now = "viewports";
	compile(program, GL_VERTEX_SHADER, 410,
		"in vec2 position;\nvoid main() { gl_Position = vec4(position, 0.0, 1.0); }\n");
	compile(program, GL_GEOMETRY_SHADER, 410,
		"layout(triangles) in;\nlayout(triangle_strip, max_vertices = 3) out;\n"
		"void main()\n{\n"
		"	for (int i = 0; i < 3; i++) {\n"
		"		gl_Position = gl_in[i].gl_Position;\n"
		"		gl_ViewportIndex = 1;\n"
		"		EmitVertex();\n	}\n}\n");
	compile(program, GL_FRAGMENT_SHADER, 410,
		HEAD "void main() { colour = texture(picture, " AT "); }\n");
	link(program);
	glUseProgram(program);
	scissor(1, 4, 4, 8, 6);
	glEnablei(GL_SCISSOR_TEST, 1);
	for (int i = 0; i < 2; i++)
		draw_whole(program);
	glDisablei(GL_SCISSOR_TEST, 1);
	draw_whole(program);
}

/* ---- programs that are deleted ---- */

/* Of one to four lookups; each is deleted after its draw, every second one while it is used. */
static void deleted(void)
{
	enum { PROGRAMS = 40 };
	char text[512];
	const struct scene scene = {"deleted", 0, 150, draw_small, {text}};
	now = scene.name;
	for (int i = 0; i < PROGRAMS; i++) {
		snprintf(text, sizeof text,
			HEAD "void main()\n{\n"
			     "	if (gl_FragCoord.x < 0.0)\n"
			     "		discard;\n"
			     "	colour = vec4(0.0);\n"
			     "	for (int i = 0; i < %d; i++)\n"
			     "		colour += texture(picture, " AT ");\n}\n",
			i % 4 + 1);
		GLuint program = make_program(&scene);
		glUseProgram(program);
		draw_small(program);
		if (i % 2)
			glUseProgram(0);
		glDeleteProgram(program);
	}
	glUseProgram(0);
}

/* ---- separate programs ---- */

static GLuint make_stage(GLenum type, const char *text)
{
	GLuint program = glCreateProgram();
	glProgramParameteri(program, GL_PROGRAM_SEPARABLE, GL_TRUE);
	compile(program, type, 410, text);
	link(program);
	return program;
}

static void separate(void)
{
	static const char *const texts[] = {HEAD "void main() { colour = texture(picture, " AT
						 "); }\n",
		"out vec4 colour;\nvoid main() { colour = vec4(0.5); }\n"};
	GLuint pipeline, vertex;
	now = "separate";
	vertex = make_stage(GL_VERTEX_SHADER,
		"in vec2 position;\n"
		"out gl_PerVertex { vec4 gl_Position; };\n"
		"void main() { gl_Position = vec4(position, 0.0, 1.0); "
		"}\n");
	glUseProgram(0);
	glGenProgramPipelines(1, &pipeline);
	glBindProgramPipeline(pipeline);
	glUseProgramStages(pipeline, GL_VERTEX_SHADER_BIT, vertex);
	for (int i = 0; i < 2; i++) {
		now = i ? "separate-none" : "separate";
		glUseProgramStages(
			pipeline, GL_FRAGMENT_SHADER_BIT, make_stage(GL_FRAGMENT_SHADER, texts[i]));
		draw_small(0);
	}
	glBindProgramPipeline(0);
}

/* ---- fixed functions ---- */

static void rectangle(const char *name)
{
	printf("%s\n", name);
	glRectf(-1, -1, 0, -0.5f);
}

static void block(const char *name)
{
	printf("%s\n", name);
	glBegin(GL_TRIANGLES);
	glVertex2f(-1, -1);
	glVertex2f(3, -1);
	glVertex2f(-1, 3);
	glEnd();
}

static void fixed(void)
{
	static const char assembly[] = "!!ARBfp1.0\n"
				       "TEX result.color, fragment.texcoord[0], texture[0], 2D;\n"
				       "END\n";
	GLuint picture;
	glUseProgram(0);
	rectangle("fixed-none");
	glEnable(GL_TEXTURE_2D);
	rectangle("fixed-one");
	block("fixed-block");
	glActiveTexture(GL_TEXTURE1);
	glEnable(GL_TEXTURE_2D);
	rectangle("fixed-two");
	glEnable(GL_ALPHA_TEST);
	glAlphaFunc(GL_NEVER, 0);
	rectangle("fixed-alpha");
	glDisable(GL_ALPHA_TEST);
	glGenTextures(1, &picture);
	glBindTexture(GL_TEXTURE_2D, picture);
	rectangle("fixed-empty");
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
	rectangle("fixed-incomplete");
	glGenerateMipmap(GL_TEXTURE_2D);
	rectangle("fixed-levels");
	glDisable(GL_TEXTURE_2D);
	glActiveTexture(GL_TEXTURE0);
	glProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB,
		(GLsizei)strlen(assembly), assembly);
	glEnable(GL_FRAGMENT_PROGRAM_ARB);
	rectangle("fixed-assembly");
	glDisable(GL_FRAGMENT_PROGRAM_ARB);
}

/* ---- all ---- */

/* Every second texel is white. */
static void make_pictures(void)
{
	static unsigned char texels[SIZE][SIZE][4];
	GLuint pictures[2];
	for (int y = 0; y < SIZE; y++)
		for (int x = 0; x < SIZE; x++)
			memset(texels[y][x], (x + y) % 2 ? 255 : 0, 4);
	glGenTextures(2, pictures);
	for (int i = 0; i < 2; i++) {
		glActiveTexture(GL_TEXTURE0 + (GLenum)i);
		glBindTexture(GL_TEXTURE_2D, pictures[i]);
		glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, SIZE, SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE,
			texels);
		glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
		glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
	}
	glActiveTexture(GL_TEXTURE0);
}

int main(int argc, char **argv)
{
	GLuint names[2];
	api = argc > 1 && strcmp(argv[1], "core") == 0 ? CORE
	      : argc > 1 && strcmp(argv[1], "es") == 0 ? ES
						       : COMPATIBILITY;
	EGLDisplay display = eglGetPlatformDisplay(
		EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
	EGLSurface surface = pbuffer_make(display,
		api == ES     ? PBUFFER_ES
		: api == CORE ? PBUFFER_CORE
			      : PBUFFER_COMPATIBILITY,
		SIZE);
	glGenVertexArrays(1, &names[0]);
	glBindVertexArray(names[0]);
	glGenBuffers(1, &names[1]);
	glBindBuffer(GL_ARRAY_BUFFER, names[1]);
	glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
	glEnableVertexAttribArray(0);
	make_pictures();
	glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
	for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
		if (!(scenes[i].apis & api))
			continue;
		now = scenes[i].name;
		GLuint program = make_program(&scenes[i]);
		glUseProgram(program);
		scenes[i].draw(program);
	}
	deleted();
	if (api != ES || has_extension("GL_OES_viewport_array"))
		viewports();
	if (api != ES)
		separate();
	if (api == COMPATIBILITY)
		fixed();
	eglSwapBuffers(display, surface);
	return glGetError() != GL_NO_ERROR;
}

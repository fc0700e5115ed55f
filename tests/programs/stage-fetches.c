/* SPDX-License-Identifier: MIT */
/*
 * test-stage-fetches [core | es] - draws and dispatches whose shaders before the fragments' look up
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

enum { SIZE = 16, SHADERS = 5 };
enum { CORE = 1, COMPATIBILITY = 2, ES = 4, DESKTOP = CORE | COMPATIBILITY };

static unsigned api;
static const char *now; /* the scene's name */

/* ---- calls ---- */

static void draw_six(GLuint program)
{
	(void)program;
	glDrawArrays(GL_TRIANGLES, 0, 6);
}

static void draw_instances(GLuint program)
{
	static const int rounds[] = {3, 0};
	for (int i = 0; i < 2; i++) {
		if (i)
			printf("%s\n", now);
		glUniform1i(glGetUniformLocation(program, "rounds"), rounds[i]);
		glDrawArraysInstanced(GL_TRIANGLES, 0, 6, 4);
	}
}

/* Nothing is drawn, and shaders run all the same. */
static void draw_unseen(GLuint program)
{
	(void)program;
	glEnable(GL_RASTERIZER_DISCARD);
	draw_six(program);
	glDisable(GL_RASTERIZER_DISCARD);
}

static void draw_patches(GLuint program)
{
	(void)program;
	glPatchParameteri(GL_PATCH_VERTICES, 3);
	glDrawArrays(GL_PATCHES, 0, 6);
}

static void draw_block(GLuint program)
{
	(void)program;
	glBegin(GL_TRIANGLES);
	for (int i = 0; i < 3; i++)
		glVertexAttrib2f(0, (float)(i & 1), (float)(i >> 1));
	glEnd();
}

static GLuint make_sums(GLuint at)
{
	static const GLuint zeros[2];
	GLuint buffer;
	glGenBuffers(1, &buffer);
	glBindBufferBase(GL_SHADER_STORAGE_BUFFER, at, buffer);
	glBufferData(GL_SHADER_STORAGE_BUFFER, sizeof zeros, zeros, GL_DYNAMIC_DRAW);
	return buffer;
}

/* What it adds up is read, so that a trace tells it. */
static void dispatch(GLuint program)
{
	GLuint at = 0;
	if (api != ES) {
		GLuint block = glGetProgramResourceIndex(program, GL_SHADER_STORAGE_BLOCK, "Sums");
		glShaderStorageBlockBinding(program, block, at = 2);
	}
	make_sums(at);
	glDispatchCompute(4, 2, 1);
	glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
	if (api == ES) {
		glMapBufferRange(GL_SHADER_STORAGE_BUFFER, 0, 8, GL_MAP_READ_BIT);
		glUnmapBuffer(GL_SHADER_STORAGE_BUFFER);
	} else {
		GLuint sums[2];
		glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, sizeof sums, sums);
		if (sums[0] != 64)
			exit(1);
	}
}

/* Its draws are not made again. */
static void draw_writing(GLuint program)
{
	make_sums(0);
	draw_six(program);
}

/* ---- shaders ---- */

#define PICTURE "uniform sampler2D picture;\n"
#define PLAIN_VERTEX                                                                               \
	"in vec2 place;\nvoid main() { gl_Position = vec4(place * 2.0 - 1.0, 0.0, 1.0); }\n"
#define PLAIN_FRAGMENT "out vec4 colour;\nvoid main() { colour = vec4(0.5); }\n"
#define VERTEX                                                                                     \
	"in vec2 place;\n" PICTURE "void main()\n{\n"                                              \
	"	gl_Position = textureLod(picture, place, 0.0) + texelFetch(picture, ivec2(0), 0) "       \
	"+ "                                                                                       \
	"vec4(place, 0.0, 1.0);\n}\n"
#define CONTROL                                                                                    \
	"layout(vertices = 3) out;\n" PICTURE "void main()\n{\n"                                   \
	"	gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;\n"             \
	"	gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = gl_TessLevelOuter[2] = 1.0;\n"             \
	"	gl_TessLevelInner[0] = 1.0;\n"                                                           \
	"	for (int i = 0; i <= gl_InvocationID; i++)\n"                                            \
	"		gl_out[gl_InvocationID].gl_Position += texelFetch(picture, ivec2(i), "                  \
	"0);\n"                                                                                    \
	"	if (gl_InvocationID == 2)\n		return;\n"                                                  \
	"	gl_out[gl_InvocationID].gl_Position += texelFetch(picture, ivec2(0), 0);\n}\n"
#define PLAIN_CONTROL                                                                              \
	"layout(vertices = 3) out;\nvoid main()\n{\n"                                              \
	"	gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;\n"             \
	"	gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = gl_TessLevelOuter[2] = 1.0;\n"             \
	"	gl_TessLevelInner[0] = 1.0;\n}\n"
#define EVALUATION                                                                                 \
	"layout(triangles, equal_spacing) in;\n" PICTURE "void main()\n{\n"                        \
	"	gl_Position = gl_in[0].gl_Position * gl_TessCoord.x + gl_in[1].gl_Position * "           \
	"gl_TessCoord.y + gl_in[2].gl_Position * gl_TessCoord.z;\n"                                \
	"	gl_Position += textureLod(picture, gl_TessCoord.xy, 0.0);\n}\n"
#define GEOMETRY                                                                                   \
	"layout(triangles, invocations = 2) in;\nlayout(triangle_strip, max_vertices = 3) "        \
	"out;\n" PICTURE "void main()\n{\n"                                                        \
	"	for (int i = 0; i < 3; i++) {\n"                                                         \
	"		gl_Position = gl_in[i].gl_Position + texelFetch(picture, ivec2(i), 0);\n"               \
	"		EmitVertex();\n	}\n"                                                                    \
	"	if (gl_PrimitiveIDIn == 0)\n		gl_Position = texelFetch(picture, "                        \
	"ivec2(4), 0);\n"                                                                          \
	"	EndPrimitive();\n}\n"
#define COMPUTE                                                                                    \
	"layout(local_size_x = 8) in;\nlayout(std430) buffer Sums { uint sum; uint least; "        \
	"};\n" PICTURE "shared uint held;\nvoid main()\n{\n"                                       \
	"	if (gl_LocalInvocationIndex == 0u)\n		held = 0u;\n"                                      \
	"	barrier();\n"                                                                            \
	"	vec4 texel = texelFetch(picture, ivec2(gl_GlobalInvocationID.xy), 0);\n"                 \
	"	if (gl_GlobalInvocationID.x < 10u)\n"                                                    \
	"		texel += texelFetch(picture, ivec2(1), 0);\n"                                           \
	"	atomicAdd(held, texel.x > 2.5 ? 2u : 1u);\n"                                             \
	"	barrier();\n"                                                                            \
	"	if (gl_LocalInvocationIndex == 0u)\n		atomicAdd(sum, held);\n}\n"

static const GLenum types[SHADERS + 1] = {GL_VERTEX_SHADER, GL_TESS_CONTROL_SHADER,
	GL_TESS_EVALUATION_SHADER, GL_GEOMETRY_SHADER, GL_FRAGMENT_SHADER, GL_COMPUTE_SHADER};

static const struct scene {
	const char *name;
	unsigned apis;
	int version;
	void (*call)(GLuint program);
	const char *texts[SHADERS + 1];
} scenes[] = {
	{"old", COMPATIBILITY, 120, draw_six,
		{"attribute vec2 place;\n" PICTURE
		 "void main() { gl_Position = texture2DLod(picture, place, 0.0) + vec4(place, 0.0, "
		 "1.0); }\n",
			NULL, NULL, NULL, "void main() { gl_FragColor = vec4(0.5); }\n"}},
	{"none", DESKTOP | ES, 150, draw_six,
		{PLAIN_VERTEX, NULL, NULL, NULL,
			PICTURE "out vec4 colour;\n"
				"void main() { colour = texture(picture, vec2(0.5)); }\n"}},
	{"early", DESKTOP, 130, draw_six, {VERTEX, NULL, NULL, NULL, PLAIN_FRAGMENT}},
	{"vertex", DESKTOP | ES, 150, draw_six, {VERTEX, NULL, NULL, NULL, PLAIN_FRAGMENT}},
	{"unseen", DESKTOP | ES, 330, draw_unseen, {VERTEX, NULL, NULL, NULL, PLAIN_FRAGMENT}},
	{"block", COMPATIBILITY, 150, draw_block, {VERTEX, NULL, NULL, NULL, PLAIN_FRAGMENT}},
	{"instances", DESKTOP | ES, 150, draw_instances,
		{"in vec2 place;\nuniform int rounds;\n" PICTURE "void main()\n{\n"
		 "	gl_Position = vec4(place, 0.0, 1.0);\n"
		 "	for (int i = 0; i < rounds + gl_InstanceID; i++)\n"
		 "		gl_Position += texelFetch(picture, ivec2(i), 0);\n}\n",
			NULL, NULL, NULL, PLAIN_FRAGMENT}},
	{"control", DESKTOP | ES, 410, draw_patches,
		{PLAIN_VERTEX, CONTROL,
			"layout(triangles) in;\n"
			"void main() { gl_Position = gl_in[0].gl_Position; }\n",
			NULL, PLAIN_FRAGMENT}},
	{"evaluation", DESKTOP | ES, 410, draw_patches,
		{PLAIN_VERTEX, PLAIN_CONTROL, EVALUATION, NULL, PLAIN_FRAGMENT}},
	{"geometry", DESKTOP | ES, 410, draw_six,
		{PLAIN_VERTEX, NULL, NULL, GEOMETRY, PLAIN_FRAGMENT}},
	{"all", DESKTOP | ES, 410, draw_patches,
		{VERTEX, CONTROL, EVALUATION, GEOMETRY,
			PICTURE "out vec4 colour;\n"
				"void main() { colour = texture(picture, vec2(0.5)); }\n"}},
	{"writing", DESKTOP, 430, draw_writing,
		{"layout(std430, binding = 0) buffer Sums { uint sum; };\nin vec2 place;\n" PICTURE
		 "void main() { atomicAdd(sum, 1u); gl_Position = texelFetch(picture, "
		 "ivec2(place), "
		 "0); }\n",
			NULL, NULL, NULL, PLAIN_FRAGMENT}},
	{"compute", DESKTOP | ES, 430, dispatch, {NULL, NULL, NULL, NULL, NULL, COMPUTE}},
	{"compute-none", DESKTOP | ES, 430, dispatch,
		{NULL, NULL, NULL, NULL, NULL,
			"layout(local_size_x = 8) in;\n"
			"layout(std430) buffer Sums { uint sum; uint least; };\n"
			"void main() { atomicAdd(sum, 1u); }\n"}},
};

static void compile(GLuint program, GLenum type, int version, const char *text)
{
	char head[128];
	GLuint shader = glCreateShader(type);
	const char *lines[] = {head, text};
	GLint compiled = 0;
	char log[4096] = "";
	snprintf(head, sizeof head, "#version %d\n", version);
	if (api == ES)
		snprintf(head, sizeof head,
			"#version 320 es\nprecision highp float;\nprecision highp int;\n");
	glShaderSource(shader, 2, lines, NULL);
	glCompileShader(shader);
	glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
	glGetShaderInfoLog(shader, sizeof log, NULL, log);
	if (!compiled)
		fprintf(stderr, "%s: %s\n", now, log);
	glAttachShader(program, shader);
	glDeleteShader(shader);
}

static GLuint make_program(const struct scene *scene)
{
	GLuint program = glCreateProgram();
	GLint linked = 0;
	char log[4096] = "";
	for (int i = 0; i <= SHADERS; i++)
		if (scene->texts[i])
			compile(program, types[i], scene->version, scene->texts[i]);
	glBindAttribLocation(program, 0, "place");
	glLinkProgram(program);
	glGetProgramiv(program, GL_LINK_STATUS, &linked);
	glGetProgramInfoLog(program, sizeof log, NULL, log);
	if (linked)
		return program;
	fprintf(stderr, "%s: %s\n", now, log);
	exit(99);
}

static void make_picture(void)
{
	static unsigned char texels[SIZE * SIZE * 4];
	GLuint picture;
	for (size_t i = 0; i < sizeof texels; i++)
		texels[i] = (unsigned char)(i * 37);
	glGenTextures(1, &picture);
	glBindTexture(GL_TEXTURE_2D, picture);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, SIZE, SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

int main(int argc, char **argv)
{
	static const float places[6][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 0}, {1, 1}, {0, 1}};
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
	glBufferData(GL_ARRAY_BUFFER, sizeof places, places, GL_STATIC_DRAW);
	glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
	glEnableVertexAttribArray(0);
	make_picture();
	glClear(GL_COLOR_BUFFER_BIT);
	for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
		if (!(scenes[i].apis & api))
			continue;
		now = scenes[i].name;
		printf("%s\n", now);
		GLuint program = make_program(&scenes[i]);
		glUseProgram(program);
		scenes[i].call(program);
	}
	eglSwapBuffers(display, surface);
	return glGetError() != GL_NO_ERROR;
}

/* SPDX-License-Identifier: MIT */
/*
 * test-sample-rate WAY SIZE - one triangle over a target of four samples, by a fragment shader that
 * GL runs for each sample, or for whole pixels. Says where the samples of a pixel are.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/programs/pbuffer.h"
#define GL_GLEXT_PROTOTYPES 1
#include <GL/gl.h>
#include <GL/glext.h>

enum { SAMPLES = 4 };

static const char vertex[] =
	"#version 450\nout vec2 plain;\nsample out vec2 at_sample;\nvoid main()\n{\n"
	"	vec2 corner = vec2(gl_VertexID % 2, gl_VertexID / 2) * 4.0 - 1.0;\n"
	"	plain = at_sample = corner;\n	gl_Position = vec4(corner, 0, 1);\n}\n";

/* Of each way: what makes the rate, and the least share of GL_SAMPLE_SHADING. */
static const struct {
	const char *name, *declared, *added;
	float share;
} ways[] = {
	{"id", "in vec2 plain;", "c.w += float(gl_SampleID);", 0},
	{"position", "in vec2 plain;", "c.w += gl_SamplePosition.x;", 0},
	{"sample-in", "in vec2 plain;\nsample in vec2 at_sample;", "c.w += at_sample.x;", 0},
	{"state", "in vec2 plain;", "c.w += plain.x;", 1},
	{"half", "in vec2 plain;", "c.w += plain.x;", 0.5f},
	{"both", "in vec2 plain;", "c.w += float(gl_SampleID);", 0.25f},
	{"pixel", "in vec2 plain;", "c.w += plain.x;", 0},
	{"at-sample", "in vec2 plain;", "c.w += interpolateAtSample(plain, 2).x;", 0},
	{"each-at-sample", "in vec2 plain;",
		"c.w += interpolateAtSample(plain, 2).x + float(gl_SampleID);", 0},
	{"unneeded", "in vec2 plain;", "int unneeded = gl_SampleID;", 0},
};

static void attach(GLuint program, GLenum type, const char *text)
{
	GLuint shader = glCreateShader(type);
	glShaderSource(shader, 1, &text, NULL);
	glCompileShader(shader);
	glAttachShader(program, shader);
}

static void use(const char *declared, const char *added)
{
	char text[2000], log[1000] = "";
	GLint linked;
	GLuint program = glCreateProgram();
	snprintf(text, sizeof text,
		"#version 450\n%s\nout vec4 color;\nvoid main()\n{\n"
		"	vec2 here = gl_FragCoord.xy;\n"
		"	int mask = gl_SampleMaskIn[0];\n"
		"	vec2 between = plain;\n"
		"	int n = 0;\n"
		"	for (int i = 0; i < int(fract(here.x) * 8.0 + 0.5); i++)\n"
		"		n += 2;\n"
		"	vec4 c = vec4(here, float(mask), float(n));\n"
		"	%s\n"
		"	color = c;\n}\n",
		declared, added);
	attach(program, GL_VERTEX_SHADER, vertex);
	attach(program, GL_FRAGMENT_SHADER, text);
	glLinkProgram(program);
	glGetProgramiv(program, GL_LINK_STATUS, &linked);
	glGetProgramInfoLog(program, sizeof log, NULL, log);
	if (!linked) {
		fprintf(stderr, "%s\n", log);
		exit(99);
	}
	glUseProgram(program);
}

static void make_target(int size)
{
	GLuint texture, framebuffer;
	glGenTextures(1, &texture);
	glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, texture);
	glTexStorage2DMultisample(
		GL_TEXTURE_2D_MULTISAMPLE, SAMPLES, GL_RGBA32F, size, size, GL_TRUE);
	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glFramebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 0);
	glViewport(0, 0, size, size);
	for (int i = 0; i < SAMPLES; i++) {
		GLfloat at[2];
		glGetMultisamplefv(GL_SAMPLE_POSITION, (GLuint)i, at);
		printf("sample %g %g\n", at[0], at[1]);
	}
	fflush(stdout);
}

int main(int argc, char **argv)
{
	EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
	GLuint array;
	GLfloat share = -1;
	if (argc < 3)
		return 99;
	pbuffer_make(display, PBUFFER_CORE, 8);
	glGenVertexArrays(1, &array);
	glBindVertexArray(array);
	make_target(atoi(argv[2]));
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		if (strcmp(ways[i].name, argv[1]) != 0)
			continue;
		use(ways[i].declared, ways[i].added);
		if (ways[i].share > 0)
			glEnable(GL_SAMPLE_SHADING);
		glMinSampleShading(ways[i].share);
		glDrawArrays(GL_TRIANGLES, 0, 3);
		glGetFloatv(GL_MIN_SAMPLE_SHADING_VALUE, &share);
		bool same = share == ways[i].share &&
			    glIsEnabled(GL_SAMPLE_SHADING) == (ways[i].share > 0);
		return same && !glGetError() ? 0 : 1;
	}
	return 99;
}

/* SPDX-License-Identifier: MIT */
/*
 * test-named - objects behind many that no frame needs, so that a part of a recording gives them
 * other names. A line each tells what they are called: "KIND WHAT NAME". Each frame draws the red
 * texture into a framebuffer object, then the green one into the window: both at unit 1, where also
 * tables[1] looks; a buffer holds the tint.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/programs/pbuffer.h"
#define GL_GLEXT_PROTOTYPES 1
#include <GL/gl.h>
#include <GL/glext.h>

enum { SIZE = 64, UNUSED = 6, UNIT = 1 };

static const char vertex_text[] = "#version 450\n"
				  "layout(location = 2) in vec2 corner;\n"
				  "void main() { gl_Position = vec4(corner, 0, 1); }\n";
static const char fragment_text[] = "#version 450\n"
				    "uniform sampler2D picture, nothing;\n"
				    "uniform sampler2D tables[2];\n"
				    "layout(binding = 3) uniform Tint { vec4 tint; };\n"
				    "out vec4 color;\n"
				    "void main()\n"
				    "{\n"
				    "	vec4 texel = texture(picture, vec2(0.5)) * tint;\n"
				    "	vec4 other = texture(tables[0], vec2(0.5));\n"
				    "	other += texture(tables[1], vec2(0.5));\n"
				    "	other += texture(nothing, vec2(0.5));\n"
				    "	color = texel + other / 512;\n"
				    "}\n";

static GLuint textures[UNUSED + 3], buffers[UNUSED + 2], framebuffers[UNUSED + 1],
	renderbuffers[UNUSED + 1], samplers[UNUSED + 1], arrays[UNUSED + 1], program;
static GLuint red, green, target;

static GLuint build(GLenum type, const char *text)
{
	GLuint shader = glCreateShader(type);
	glShaderSource(shader, 1, &text, NULL);
	glCompileShader(shader);
	return shader;
}

static void make_program(void)
{
	GLuint vertex = build(GL_VERTEX_SHADER, vertex_text);
	GLuint fragment = build(GL_FRAGMENT_SHADER, fragment_text);
	GLint linked = 0;
	program = glCreateProgram();
	glAttachShader(program, vertex);
	glAttachShader(program, fragment);
	glLinkProgram(program);
	glGetProgramiv(program, GL_LINK_STATUS, &linked);
	if (!linked)
		exit(1);
	glUseProgram(program);
	glUniform1i(glGetUniformLocation(program, "picture"), UNIT);
	glUniform1i(glGetUniformLocation(program, "nothing"), 5);
	glUniform1i(glGetUniformLocation(program, "tables[0]"), 7);
	glUniform1i(glGetUniformLocation(program, "tables[1]"), UNIT);
	printf("program - %u\nshader vertex %u\nshader fragment %u\n", program, vertex, fragment);
}

static void fill(GLuint name, int width, int height, GLubyte r, GLubyte g, const char *label)
{
	GLubyte texels[8 * 8 * 4];
	for (int i = 0; i < width * height; i++)
		memcpy(texels + 4 * i, (const GLubyte[]){r, g, 0, 255}, 4);
	glBindTexture(GL_TEXTURE_2D, name);
	glTexImage2D(
		GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
	glObjectLabel(GL_TEXTURE, name, -1, label);
	printf("texture %s %u\n", label, name);
}

static void make_textures(void)
{
	for (int i = 0; i < UNUSED + 3; i++)
		glGenTextures(1, textures + i);
	glActiveTexture(GL_TEXTURE0 + UNIT);
	red = textures[UNUSED];
	green = textures[UNUSED + 1];
	target = textures[UNUSED + 2];
	fill(textures[0], 2, 2, 0, 0, "unused");
	fill(red, 4, 4, 255, 0, "red");
	fill(green, 8, 2, 0, 255, "green");
	fill(target, 8, 8, 0, 0, "target");
}

static void make_buffers(void)
{
	static const float corners[] = {-1, -1, 3, -1, -1, 3}, tint[] = {1, 1, 1, 1};
	for (int i = 0; i < UNUSED + 2; i++)
		glGenBuffers(1, buffers + i);
	for (int i = 0; i < UNUSED + 1; i++)
		glGenVertexArrays(1, arrays + i);
	glBindVertexArray(arrays[UNUSED]);
	glBindBuffer(GL_ARRAY_BUFFER, buffers[UNUSED]);
	glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
	glVertexAttribPointer(2, 2, GL_FLOAT, GL_FALSE, 0, NULL);
	glEnableVertexAttribArray(2);
	glBindBuffer(GL_UNIFORM_BUFFER, buffers[UNUSED + 1]);
	glBufferData(GL_UNIFORM_BUFFER, sizeof tint, tint, GL_STATIC_DRAW);
	glBindBufferBase(GL_UNIFORM_BUFFER, 3, buffers[UNUSED + 1]);
	printf("buffer corners %u\nbuffer tint %u\narray - %u\n", buffers[UNUSED],
		buffers[UNUSED + 1], arrays[UNUSED]);
}

static void make_framebuffer(void)
{
	for (int i = 0; i < UNUSED + 1; i++)
		glGenRenderbuffers(1, renderbuffers + i);
	glBindRenderbuffer(GL_RENDERBUFFER, renderbuffers[UNUSED]);
	glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, 8, 8);
	for (int i = 0; i < UNUSED + 1; i++)
		glGenFramebuffers(1, framebuffers + i);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffers[UNUSED]);
	glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target, 0);
	glFramebufferRenderbuffer(
		GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, renderbuffers[UNUSED]);
	for (int i = 0; i < UNUSED + 1; i++)
		glGenSamplers(1, samplers + i);
	glSamplerParameteri(samplers[UNUSED], GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	glBindSampler(UNIT, samplers[UNUSED]);
	printf("renderbuffer - %u\nframebuffer - %u\nsampler - %u\n", renderbuffers[UNUSED],
		framebuffers[UNUSED], samplers[UNUSED]);
}

int main(int argc, char **argv)
{
	EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
	EGLSurface surface = pbuffer_make(display, PBUFFER_COMPATIBILITY, SIZE);
	int frames = argc > 1 ? atoi(argv[1]) : 4;
	for (int i = 0; i < UNUSED; i++)
		glDeleteProgram(glCreateProgram());
	for (int i = 0; i < UNUSED; i++)
		glCreateProgram();
	make_program();
	make_textures();
	make_buffers();
	make_framebuffer();
	fflush(stdout);
	for (int i = 0; i < frames; i++) {
		glBindFramebuffer(GL_FRAMEBUFFER, framebuffers[UNUSED]);
		glViewport(0, 0, 8, 8);
		glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
		glBindTexture(GL_TEXTURE_2D, red);
		glDrawArrays(GL_TRIANGLES, 0, 3);
		glBindFramebuffer(GL_FRAMEBUFFER, 0);
		glViewport(0, 0, SIZE, SIZE);
		glBindTexture(GL_TEXTURE_2D, green);
		glDrawArrays(GL_TRIANGLES, 0, 3);
		eglSwapBuffers(display, surface);
	}
	return glGetError() != GL_NO_ERROR;
}

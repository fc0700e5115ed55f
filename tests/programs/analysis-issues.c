/* SPDX-License-Identifier: MIT */
/* Ways of test-analysis with one fault each that `glstep-trace report` finds, and textures without
 * one. */
#include <string.h>
#include "tests/programs/analysis.h"

static void gl_error(int frame)
{
	if (frame == 3) {
		glGetError();
		glEnable(0x1234);
		glGetError();
	}
	draw_frame(frame);
}

static void not_compiled(int frame)
{
	char log[1000];
	GLint ok;
	if (!frame) {
		GLuint shader = shader_of(GL_FRAGMENT_SHADER, "void main() { wrong; }\n");
		glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
		glGetShaderInfoLog(shader, sizeof log, NULL, log);
	}
	draw_frame(frame);
}

static void not_linked(int frame)
{
	GLint ok;
	if (!frame) {
		GLuint other = make_program("#version 130\nout vec4 colour;\nvec4 nowhere();\n"
					    "void main() { colour = nowhere(); }\n");
		glGetProgramiv(other, GL_LINK_STATUS, &ok);
	}
	draw_frame(frame);
}

static void framebuffer_incomplete(int frame)
{
	GLuint framebuffer;
	if (!frame) {
		glGenFramebuffers(1, &framebuffer);
		glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
		glCheckFramebufferStatus(GL_FRAMEBUFFER);
		glBindFramebuffer(GL_FRAMEBUFFER, 0);
	}
	draw_frame(frame);
}

static void debug_message(int frame)
{
	static const char words[] = "these words";
	GLenum source, type, severity;
	GLuint id;
	GLsizei length;
	char log[1000];
	if (!frame) {
		glEnable(GL_DEBUG_OUTPUT);
		glDebugMessageInsert(GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_PERFORMANCE, 7,
			GL_DEBUG_SEVERITY_HIGH, -1, words);
		glGetDebugMessageLog(1, sizeof log, &source, &type, &id, &severity, &length, log);
	}
	draw_frame(frame);
}

static void texture_missing(int frame)
{
	if (!frame)
		glBindTexture(GL_TEXTURE_2D, 0);
	draw_frame(frame);
}

static void texture_incomplete(int frame)
{
	if (!frame)
		bind_other(32, GL_LINEAR_MIPMAP_LINEAR);
	draw_frame(frame);
}

/* Level 1 has a wrong size. */
static void texture_uneven(int frame)
{
	if (!frame) {
		bind_other(2, GL_LINEAR_MIPMAP_LINEAR);
		glTexImage2D(
			GL_TEXTURE_2D, 1, GL_RGBA8, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
	}
	draw_frame(frame);
}

static void mapped_buffer(int frame)
{
	glMapBufferRange(
		GL_ARRAY_BUFFER, 0, sizeof corners, GL_MAP_WRITE_BIT | GL_MAP_UNSYNCHRONIZED_BIT);
	draw_frame(frame);
	glUnmapBuffer(GL_ARRAY_BUFFER);
}

static void feedback_loop(int frame)
{
	static GLuint framebuffer;
	if (!frame) {
		glGenFramebuffers(1, &framebuffer);
		glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
		glFramebufferTexture2D(
			GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
	} else {
		glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	}
	draw();
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
	draw_frame(frame);
}

static void without_array(int frame)
{
	if (!frame)
		glEnableVertexAttribArray(5);
	draw_frame(frame);
}

static void unmap_failed(int frame)
{
	if (!frame)
		glUnmapBuffer(GL_ARRAY_BUFFER);
	draw_frame(frame);
}

static void window_error(int frame)
{
	if (!frame)
		eglSwapBuffers(display, EGL_NO_SURFACE);
	draw_frame(frame);
}

/* As libepoxy asks in a program with GLX. */
static void ask_of_none(void)
{
	EGLint value;
	eglQueryContext(EGL_NO_DISPLAY, EGL_NO_CONTEXT, EGL_CONTEXT_CLIENT_TYPE, &value);
	eglGetError();
}

static void egl_error(int frame)
{
	EGLint value;
	if (!frame) {
		eglQuerySurface(display, EGL_NO_SURFACE, EGL_WIDTH, &value);
		eglGetError();
	}
	draw_frame(frame);
}

/* ---- textures that are complete, each for another reason ---- */

static GLuint complete[4], chain;

static void make_complete(void)
{
	GLuint sampler;
	glGenTextures(4, complete);
	fill_texture(complete[0], 32);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
	glBindTexture(GL_TEXTURE_2D, complete[1]);
	glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 32, 32);
	glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 32, 32, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
	glBindTexture(GL_TEXTURE_2D, complete[2]);
	for (int level = 0; level < 4; level++)
		glTexImage2D(GL_TEXTURE_2D, level, GL_RGBA8, 8 >> level,
			4 >> level ? 4 >> level : 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
	fill_texture(complete[3], 32);
	glGenSamplers(1, &sampler);
	glSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
	glBindSampler(1, sampler);
	/* The first level is drawn from the second, and looked up alone. */
	glGenFramebuffers(1, &chain);
	glBindFramebuffer(GL_FRAMEBUFFER, chain);
	glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, complete[2], 1);
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

static void draw_textured(GLenum target, GLuint name)
{
	glBindTexture(target, name);
	draw();
}

static void clean_textures(int frame)
{
	static GLint picture;
	if (!frame) {
		picture = glGetUniformLocation(program, "picture");
		make_complete();
		ask_of_none();
	}
	for (int i = 0; i < 3; i++)
		draw_textured(GL_TEXTURE_2D, complete[i]);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
	glBindFramebuffer(GL_FRAMEBUFFER, chain);
	draw();
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 1000);
	glActiveTexture(GL_TEXTURE1);
	glUniform1i(picture, 1);
	draw_textured(GL_TEXTURE_2D, complete[3]);
	glBindTexture(GL_TEXTURE_2D, 0);
	glActiveTexture(GL_TEXTURE0);
	glUniform1i(picture, 0);
	glUseProgram(0);
	glEnable(GL_TEXTURE_2D);
	draw_textured(GL_TEXTURE_2D, texture);
	glDisable(GL_TEXTURE_2D);
	glUseProgram(program);
	draw_frame(frame);
}

/* The last vertex begins in the buffer and ends behind it. */
static void vertices_beyond(int frame)
{
	if (!frame)
		glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, (void *)sizeof(GLfloat));
	draw_frame(frame);
}

static void indices_beyond(int frame)
{
	draw_frame(frame);
	glDrawElements(GL_TRIANGLES, 6, GL_UNSIGNED_SHORT, (void *)(3 * sizeof(GLushort)));
}

/* An attribute of integers, whose array gives floats, or integers. */
static void draw_numbered(int frame, bool as_integers)
{
	static const GLint numbers[] = {0, 1, 2, 3};
	static const char head[] = "#version 130\nin vec2 position; in int number; out vec2 at;\n"
				   "void main() { at = vec2(0.5 + 0.1 * float(number));\n"
				   "	gl_Position = vec4(position, 0.0, 1.0); }\n";
	GLuint own;
	if (!frame) {
		program = glCreateProgram();
		glAttachShader(program, shader_of(GL_VERTEX_SHADER, head));
		glAttachShader(program, shader_of(GL_FRAGMENT_SHADER, fragment_text));
		glBindAttribLocation(program, 0, "position");
		glLinkProgram(program);
		glUseProgram(program);
		GLuint location = (GLuint)glGetAttribLocation(program, "number");
		glGenBuffers(1, &own);
		glBindBuffer(GL_ARRAY_BUFFER, own);
		glBufferData(GL_ARRAY_BUFFER, sizeof numbers, numbers, GL_STATIC_DRAW);
		if (as_integers)
			glVertexAttribIPointer(location, 1, GL_INT, 0, NULL);
		else
			glVertexAttribPointer(location, 1, GL_INT, GL_FALSE, 0, NULL);
		glEnableVertexAttribArray(location);
	}
	draw();
}

static void attribute_type(int frame)
{
	draw_numbered(frame, false);
}

static void clean_numbers(int frame)
{
	draw_numbered(frame, true);
}

/* Vertices, indices and instances up to the very end of their buffers. */
static void clean_reach(int frame)
{
	static const GLfloat points[] = {0, 0, -1, -1, 0, 0, 1, -1, 0, 0, -1, 1, 0, 0, 1, 1};
	static GLuint own;
	if (!frame) {
		glGenBuffers(1, &own);
		glBindBuffer(GL_ARRAY_BUFFER, own);
		glBufferData(GL_ARRAY_BUFFER, sizeof points, points, GL_STATIC_DRAW);
	}
	draw_frame(frame);
	glVertexAttribPointer(
		0, 2, GL_FLOAT, GL_FALSE, 4 * sizeof(GLfloat), (void *)(2 * sizeof(GLfloat)));
	glDrawArrays(GL_TRIANGLE_STRIP, 1, 3);
	glDrawElementsBaseVertex(
		GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, (void *)(3 * sizeof(GLushort)), 0);
	glVertexAttribDivisor(0, 4);
	glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 100, 4);
	glVertexAttribDivisor(0, 0);
	glBindBuffer(GL_ARRAY_BUFFER, buffer);
	glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
	draw();
	glBindBuffer(GL_ARRAY_BUFFER, own);
}

const struct way issue_ways[] = {
	{"vertices-beyond-buffer", vertices_beyond},
	{"indices-beyond-buffer", indices_beyond},
	{"attribute-type", attribute_type},
	{"clean-numbers", clean_numbers},
	{"clean-reach", clean_reach},
	{"clean-textures", clean_textures},
	{"gl-error", gl_error},
	{"shader-not-compiled", not_compiled},
	{"program-not-linked", not_linked},
	{"framebuffer-incomplete", framebuffer_incomplete},
	{"debug-message", debug_message},
	{"texture-missing", texture_missing},
	{"texture-incomplete", texture_incomplete},
	{"texture-uneven", texture_uneven},
	{"mapped-buffer", mapped_buffer},
	{"feedback-loop", feedback_loop},
	{"attribute-without-array", without_array},
	{"unmap-failed", unmap_failed},
	{"window-error", window_error},
	{"egl-error", egl_error},
	{NULL, NULL},
};

/* SPDX-License-Identifier: MIT */
/*
 * OpenGL ES 3.2 with four samples a pixel: test-es-samples TARGET DEPTH [off]. TARGET: renderbuffer
 * or texture, attachments of a framebuffer object, or pbuffer, whose own framebuffer it draws into.
 * DEPTH: GL's format of the depth attachment, as a number; 0: none. Each frame draws a green
 * triangle and a red one that goes through it, with a depth test unless off. Prints the last
 * frame's resolved red, a line a row. The status is 77 where the driver gives no such context or
 * target, 1 where GL reports an error.
 */
#include "config.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <epoxy/egl.h>
#include <epoxy/gl.h>

enum { SIDE = 24, SAMPLES = 4, FRAMES = 3 };

static const char vertex[] = "#version 310 es\n"
			     "layout(location = 0) in vec3 corner;\n"
			     "void main()\n"
			     "{\n"
			     "	gl_Position = vec4(corner, 1.0);\n"
			     "}\n";
static const char fragment[] = "#version 310 es\n"
			       "precision highp float;\n"
			       "uniform vec4 tint;\n"
			       "out vec4 colour;\n"
			       "void main()\n"
			       "{\n"
			       "	colour = tint;\n"
			       "}\n";

static EGLDisplay display;
static EGLSurface surface;

static bool make_context(bool sampled)
{
	const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
		EGL_OPENGL_ES3_BIT, EGL_RED_SIZE, 8, EGL_ALPHA_SIZE, 8, EGL_DEPTH_SIZE, 24,
		EGL_SAMPLES, sampled ? SAMPLES : 0, EGL_NONE};
	const EGLint size[] = {EGL_WIDTH, SIDE, EGL_HEIGHT, SIDE, EGL_NONE};
	const EGLint version[] = {
		EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 2, EGL_NONE};
	EGLConfig config;
	EGLint n = 0;
	display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
	if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_ES_API) ||
		!eglChooseConfig(display, wanted, &config, 1, &n) || n < 1)
		return false;
	EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
	surface = eglCreatePbufferSurface(display, config, size);
	return context && surface && eglMakeCurrent(display, surface, surface, context);
}

static void attach(GLenum point, GLenum format, bool texture)
{
	GLuint name;
	if (texture) {
		glGenTextures(1, &name);
		glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, name);
		glTexStorage2DMultisample(
			GL_TEXTURE_2D_MULTISAMPLE, SAMPLES, format, SIDE, SIDE, GL_TRUE);
		glFramebufferTexture2D(GL_FRAMEBUFFER, point, GL_TEXTURE_2D_MULTISAMPLE, name, 0);
	} else {
		glGenRenderbuffers(1, &name);
		glBindRenderbuffer(GL_RENDERBUFFER, name);
		glRenderbufferStorageMultisample(GL_RENDERBUFFER, SAMPLES, format, SIDE, SIDE);
		glFramebufferRenderbuffer(GL_FRAMEBUFFER, point, GL_RENDERBUFFER, name);
	}
}

static bool make_target(const char *target, GLenum depth)
{
	GLuint framebuffer;
	bool texture = !strcmp(target, "texture");
	if (!strcmp(target, "pbuffer"))
		return true;
	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	attach(GL_COLOR_ATTACHMENT0, GL_RGBA8, texture);
	if (depth == GL_DEPTH24_STENCIL8 || depth == GL_DEPTH32F_STENCIL8)
		attach(GL_DEPTH_STENCIL_ATTACHMENT, depth, texture);
	else if (depth)
		attach(GL_DEPTH_ATTACHMENT, depth, texture);
	return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

static void add(GLuint program, GLenum kind, const char *text)
{
	GLuint shader = glCreateShader(kind);
	glShaderSource(shader, 1, &text, NULL);
	glCompileShader(shader);
	glAttachShader(program, shader);
}

static void draw(GLint tint)
{
	static const GLfloat corners[] = {-0.9f, -0.8f, -0.5f, 0.8f, -0.7f, 0.7f, -0.1f, 0.9f, 0.1f,
		-0.7f, 0.75f, -0.4f, 0.85f, 0.6f, 0.3f, 0.1f, -0.95f, 0.2f};
	glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, corners);
	glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
	glUniform4f(tint, 0, 1, 0, 1);
	glDrawArrays(GL_TRIANGLES, 0, 3);
	glUniform4f(tint, 1, 0, 0, 1);
	glDrawArrays(GL_TRIANGLES, 3, 3);
}

static void print_resolved(GLuint from)
{
	static GLubyte pixels[SIDE][SIDE][4];
	GLuint framebuffer, colour;
	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
	glGenRenderbuffers(1, &colour);
	glBindRenderbuffer(GL_RENDERBUFFER, colour);
	glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, SIDE, SIDE);
	glFramebufferRenderbuffer(
		GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, colour);
	glBindFramebuffer(GL_READ_FRAMEBUFFER, from);
	glBlitFramebuffer(0, 0, SIDE, SIDE, 0, 0, SIDE, SIDE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
	glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
	glReadPixels(0, 0, SIDE, SIDE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
	for (int y = 0; y < SIDE; y++) {
		for (int x = 0; x < SIDE; x++)
			printf("%02x", pixels[y][x][0]);
		putchar('\n');
	}
}

int main(int argc, char **argv)
{
	const char *target = argc > 1 ? argv[1] : "renderbuffer";
	GLenum depth = argc > 2 ? (GLenum)strtol(argv[2], NULL, 0) : GL_DEPTH_COMPONENT24;
	if (!make_context(!strcmp(target, "pbuffer")) || !make_target(target, depth))
		return 77;
	GLint framebuffer = 0;
	glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &framebuffer);
	GLuint program = glCreateProgram();
	add(program, GL_VERTEX_SHADER, vertex);
	add(program, GL_FRAGMENT_SHADER, fragment);
	glLinkProgram(program);
	glUseProgram(program);
	glViewport(0, 0, SIDE, SIDE);
	glEnableVertexAttribArray(0);
	if (argc < 4)
		glEnable(GL_DEPTH_TEST);
	for (int i = 0; i < FRAMES; i++) {
		draw(glGetUniformLocation(program, "tint"));
		if (i + 1 < FRAMES)
			eglSwapBuffers(display, surface);
	}
	print_resolved((GLuint)framebuffer);
	return glGetError() != GL_NO_ERROR;
}

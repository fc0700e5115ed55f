/* SPDX-License-Identifier: MIT */
/*
 * tests/programs/checked-draws - a target without a window, draws into it whose colour is read
 * back, and a count of what was not as it should be. For programs that say so by their exit status.
 */
#ifndef GS_TEST_CHECKED_DRAWS_H
#define GS_TEST_CHECKED_DRAWS_H

#include <stdio.h>
#include <EGL/egl.h>
#include <EGL/eglext.h>
#define GL_GLEXT_PROTOTYPES 1
#include <GL/gl.h>
#include <GL/glext.h>

enum { DRAWS = 6 };

static int failures;

#define CHECK(good)                                                                                \
	do {                                                                                       \
		if (!(good)) {                                                                     \
			fprintf(stderr, "%s, line %d: %s\n", __FILE__, __LINE__, #good);           \
			failures++;                                                                \
		}                                                                                  \
	} while (0)

/* A context and a framebuffer of size x size pixels, made current. */
static inline void open_target(int size)
{
	EGLDisplay display = eglGetPlatformDisplay(
		EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
	GLuint framebuffer, renderbuffer;
	CHECK(eglInitialize(display, NULL, NULL) && eglBindAPI(EGL_OPENGL_API));
	EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, NULL);
	CHECK(eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context));
	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glGenRenderbuffers(1, &renderbuffer);
	glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
	glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, size, size);
	glFramebufferRenderbuffer(
		GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
	glViewport(0, 0, size, size);
}

/* A program of both stages that draws what fixed function would. */
static inline void use_shaders(void)
{
	static const char *const
		vertex = "void main() { gl_Position = gl_Vertex; gl_FrontColor = gl_Color; }",
		*const fragment = "void main() { gl_FragColor = gl_Color; }";
	const GLuint program = glCreateProgram(), shaders[] = {glCreateShader(GL_VERTEX_SHADER),
							  glCreateShader(GL_FRAGMENT_SHADER)};
	for (int i = 0; i < 2; i++) {
		glShaderSource(shaders[i], 1, i ? &fragment : &vertex, NULL);
		glCompileShader(shaders[i]);
		glAttachShader(program, shaders[i]);
	}
	glLinkProgram(program);
	glUseProgram(program);
}

static inline void draw_one(int i)
{
	GLubyte pixel[4] = {0};
	glColor3ub((GLubyte)(i * 20), 100, 200);
	glRectf(-1, -1, 1, 1);
	glReadPixels(4, 4, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
	CHECK(pixel[0] == i * 20 && pixel[1] == 100 && pixel[2] == 200);
}

static inline void draw(void)
{
	for (int i = 0; i < DRAWS; i++)
		draw_one(i);
	CHECK(glGetError() == 0);
}

#endif

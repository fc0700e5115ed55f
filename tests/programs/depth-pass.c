/* SPDX-License-Identifier: MIT */
/*
 * A depth pass: test-depth-pass. Each frame draws into a framebuffer object that has depth alone,
 * with a fragment shader that has no outputs: at depth 0.5; behind it; before it, without writing;
 * at 0.375. Then it draws with that shader into the pbuffer. Prints the depths, then what the
 * pbuffer is cleared to.
 */
#include "config.h"

#include <stdio.h>
#include <epoxy/gl.h>
#include "pbuffer.h"

enum { SIDE = 16, FRAMES = 4 };

static const char vertex[] = "#version 330\n"
			     "uniform float z;\n"
			     "void main()\n"
			     "{\n"
			     "	vec2 at = vec2(gl_VertexID % 2, gl_VertexID / 2) * 4.0 - 1.0;\n"
			     "	gl_Position = vec4(at, z, 1.0);\n"
			     "}\n";
static const char fragment[] = "#version 330\n"
			       "void main()\n"
			       "{\n"
			       "	if (gl_FragCoord.z < 0.0625)\n"
			       "		discard;\n"
			       "}\n";

static void add(GLuint program, GLenum kind, const char *text)
{
	GLuint shader = glCreateShader(kind);
	glShaderSource(shader, 1, &text, NULL);
	glCompileShader(shader);
	glAttachShader(program, shader);
}

static GLuint make_framebuffer(void)
{
	GLuint texture, framebuffer;
	glGenTextures(1, &texture);
	glBindTexture(GL_TEXTURE_2D, texture);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT32F, SIDE, SIDE, 0, GL_DEPTH_COMPONENT,
		GL_FLOAT, NULL);
	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, texture, 0);
	glDrawBuffer(GL_NONE);
	glReadBuffer(GL_NONE);
	return framebuffer;
}

static void draw(GLint place, float z)
{
	glUniform1f(place, z);
	glDrawArrays(GL_TRIANGLES, 0, 3);
}

static void draw_frame(GLuint framebuffer, GLint place)
{
	float depth;
	GLubyte colour[4];
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glEnable(GL_DEPTH_TEST);
	glClear(GL_DEPTH_BUFFER_BIT);
	draw(place, 0.0f);
	draw(place, 0.5f);
	glDepthMask(GL_FALSE);
	draw(place, -0.5f);
	glDepthMask(GL_TRUE);
	draw(place, -0.25f);
	glReadPixels(5, 5, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, &depth);
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
	glDisable(GL_DEPTH_TEST);
	glClear(GL_COLOR_BUFFER_BIT);
	glReadPixels(5, 5, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, colour);
	draw(place, 0.0f);
	printf("%g, %d %d %d\n", depth, colour[0], colour[1], colour[2]);
}

int main(void)
{
	EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
	EGLSurface surface = pbuffer_make(display, PBUFFER_CORE, SIDE);
	GLuint array, program = glCreateProgram(), framebuffer = make_framebuffer();
	add(program, GL_VERTEX_SHADER, vertex);
	add(program, GL_FRAGMENT_SHADER, fragment);
	glLinkProgram(program);
	glUseProgram(program);
	glGenVertexArrays(1, &array);
	glBindVertexArray(array);
	glViewport(0, 0, SIDE, SIDE);
	glClearColor(0.0f, 1.0f, 0.0f, 1.0f);
	for (int i = 0; i < FRAMES; i++) {
		draw_frame(framebuffer, glGetUniformLocation(program, "z"));
		eglSwapBuffers(display, surface);
	}
	return glGetError() != GL_NO_ERROR;
}

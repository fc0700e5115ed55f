/* SPDX-License-Identifier: MIT */
/* passes-program FRAMES - frames of three passes to two framebuffers, one in a debug group, with
 * two programs that have names, and one draw without any. */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const vertex =
	"#version 130\nin vec2 corner;\nvoid main() { gl_Position = vec4(corner + "
	"float(gl_VertexID), 0, 1); }\n";
static const char *const fragment =
	"#version 130\nuniform vec4 tint;\nout vec4 colour;\nvoid main() { colour = tint; }\n";

static void make_context(void)
{
	static const EGLint attributes[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_NONE};
	EGLDisplay display = eglGetPlatformDisplay(
		EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
	EGLConfig config;
	EGLint n;
	if (display == EGL_NO_DISPLAY || !eglInitialize(display, NULL, NULL) ||
		!eglChooseConfig(display, attributes, &config, 1, &n) || n < 1)
		exit(77);
	eglBindAPI(EGL_OPENGL_API);
	if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE,
		    eglCreateContext(display, config, EGL_NO_CONTEXT, NULL)))
		exit(77);
}

static GLuint make_shader(GLenum type, const char *source, const char *label)
{
	GLuint shader = glCreateShader(type);
	glShaderSource(shader, 1, &source, NULL);
	glCompileShader(shader);
	if (label)
		glObjectLabel(GL_SHADER, shader, -1, label);
	return shader;
}

static GLuint make_program(const char *label, const char *a, const char *b)
{
	GLuint program = glCreateProgram();
	glAttachShader(program, make_shader(GL_VERTEX_SHADER, vertex, a));
	glAttachShader(program, make_shader(GL_FRAGMENT_SHADER, fragment, b));
	glBindAttribLocation(program, 3, "corner");
	glLinkProgram(program);
	if (label)
		glObjectLabel(GL_PROGRAM, program, -1, label);
	return program;
}

/* Another texture gets the number of one that is deleted. */
static void label_textures(const GLuint textures[2])
{
	GLuint gone;
	glObjectLabel(GL_TEXTURE, textures[0], -1, "shadow map");
	glGenTextures(1, &gone);
	glBindTexture(GL_TEXTURE_2D, gone);
	glObjectLabel(GL_TEXTURE, gone, -1, "gone");
	glBindTexture(GL_TEXTURE_2D, gone);
	glDeleteTextures(1, &gone);
	glBindTexture(GL_TEXTURE_2D, gone);
	glBindTexture(GL_TEXTURE_2D, textures[0]);
	glBindTexture(GL_TEXTURE_2D, textures[1]);
}

static void make_targets(GLuint framebuffers[2])
{
	GLuint textures[2], depth;
	glGenFramebuffers(2, framebuffers);
	glGenTextures(2, textures);
	glGenRenderbuffers(1, &depth);
	glBindRenderbuffer(GL_RENDERBUFFER, depth);
	glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8, 64, 32);
	for (int i = 0; i < 2; i++) {
		glBindTexture(GL_TEXTURE_2D, textures[i]);
		glTexImage2D(
			GL_TEXTURE_2D, 0, GL_RGBA8, 64, 32, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
		glBindFramebuffer(GL_FRAMEBUFFER, framebuffers[i]);
		glFramebufferTexture2D(
			GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, textures[i], 0);
		if (i == 0)
			glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT,
				GL_RENDERBUFFER, depth);
	}
	glObjectLabel(GL_FRAMEBUFFER, framebuffers[0], -1, "shadow");
	glObjectLabel(GL_RENDERBUFFER, depth, -1, "shadow depth");
	glBindRenderbuffer(GL_RENDERBUFFER, depth);
	label_textures(textures);
}

/* Uniforms whose locations are never asked for, before and after another link with other names. */
static void use_explicit(void)
{
	static const char *const sources[] = {
		"#version 430\nlayout(location = 7) uniform float level;\n"
		"layout(location = 3) uniform vec2 offset;\n"
		"layout(location = 10) uniform vec2 places[3];\n"
		"struct lamp { vec4 light; float power[2]; };\n"
		"layout(location = 20) uniform lamp lamps[2];\nout vec4 colour;\n"
		"void main() { colour = vec4(offset + places[0] + places[1] + places[2], level, 1)"
		" + lamps[0].light * lamps[0].power[0] * lamps[0].power[1]"
		" + lamps[1].light * lamps[1].power[0] * lamps[1].power[1]; }\n",
		"#version 430\nlayout(location = 7) uniform float height;\nout vec4 colour;\n"
		"void main() { colour = vec4(height); }\n"};
	static const GLfloat power = 2;
	GLuint program = glCreateProgram(), shader = glCreateShader(GL_FRAGMENT_SHADER);
	glAttachShader(program, make_shader(GL_VERTEX_SHADER, vertex, NULL));
	glAttachShader(program, shader);
	for (int i = 0; i < 2; i++) {
		glShaderSource(shader, 1, &sources[i], NULL);
		glCompileShader(shader);
		glLinkProgram(program);
		glUseProgram(program);
		glUniform1f(7, 0.5f);
		if (i == 0) {
			glUniform2f(3, 1, 0);
			glUniform2f(12, 0, 1);
			glUniform4f(23, 1, 1, 1, 1);
			glUniform1fv(25, 1, &power);
		}
		glDrawArrays(GL_TRIANGLES, 0, 3);
	}
}

/* passes-program [FRAMES [explicit]] */
int main(int argc, char **argv)
{
	GLuint framebuffers[2];
	make_context();
	if (argc > 2) {
		make_targets(framebuffers);
		glDebugMessageInsert(GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_OTHER, 1,
			GL_DEBUG_SEVERITY_LOW, -1, "uses texture atlas");
		use_explicit();
		return 0;
	}
	make_targets(framebuffers);
	GLuint sky = make_program("sky", "unused.vert", NULL);
	GLuint ground = make_program(NULL, "ground.vert", "ground.frag");
	GLint tint = glGetUniformLocation(sky, "tint");
	glGetUniformLocation(ground, "tint");
	glVertexAttrib2f(3, 0, 0);
	for (int i = 0; i < (argc > 1 ? atoi(argv[1]) : 2); i++) {
		glBindFramebuffer(GL_FRAMEBUFFER, framebuffers[0]);
		glClear(GL_COLOR_BUFFER_BIT);
		glUseProgram(sky);
		glUniform4f(tint, 1, 0.5f, 0.25f, 1);
		glDrawArrays(GL_TRIANGLES, 0, 36);
		glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 1, -1, "scene");
		glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffers[1]);
		glClear(GL_COLOR_BUFFER_BIT);
		glUseProgram(ground);
		glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
		glDrawArraysInstanced(GL_LINES, 0, 6, 10);
		glPopDebugGroup();
		glClear(GL_COLOR_BUFFER_BIT);
		glUseProgram(0);
		glDrawArrays(GL_POINTS, 0, 1);
		eglSwapBuffers(eglGetCurrentDisplay(), eglGetCurrentSurface(EGL_DRAW));
	}
	return 0;
}

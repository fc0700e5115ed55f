/* SPDX-License-Identifier: MIT */
/*
 * What OpenGL ES 2.0 can draw, without a window: test-es2 TARGET [new]. TARGET: pbuffer, or a
 * framebuffer object of a renderbuffer and depth of 16 bits (renderbuffer), of a texture alone
 * (texture), of a texture with packed depth and stencil (packed). Draws, each within a part of the
 * target: an object in front of the next two and one behind them; "values", with all kinds of
 * variables; the same triangle once more where its depth is equal; points. new: shaders of GLSL
 * ES 3.00, of the same text. Prints the picture, a line a row. The status is 77 where the driver
 * gives no such context or target, 1 where GL reports an error.
 */
#include "config.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <epoxy/egl.h>
#include <epoxy/gl.h>

static bool is_new;
enum { WIDTH = 48, HEIGHT = 32, SIDE = 8 };

static const char vertex[] = "attribute vec3 corner;\n"
			     "varying vec2 at;\n"
			     "varying vec3 normal;\n"
			     "void main()\n"
			     "{\n"
			     "	at = corner.xy * 0.5 + 0.5;\n"
			     "	normal = vec3(corner.xy * 0.3, 1.0 - corner.z);\n"
			     "	gl_Position = vec4(corner, 1.0 + corner.x * 0.2);\n"
			     "	gl_PointSize = 7.0;\n"
			     "}\n";
static const char plain[] = "precision mediump float;\n"
			    "uniform vec4 colour;\n"
			    "void main()\n"
			    "{\n"
			    "	gl_FragColor = colour;\n"
			    "}\n";
static const char values[] =
	"#ifndef texture2D\n"
	"#extension GL_OES_standard_derivatives : enable\n"
	"#endif\n"
	"precision highp float;\n"
	"struct light { vec3 direction; float power; };\n"
	"uniform sampler2D picture;\n"
	"uniform float zero;\n"
	"uniform highp int many;\n"
	"uniform mat3 turn;\n"
	"varying vec2 at;\n"
	"varying vec3 normal;\n"
	"float shade(vec3 n, light l)\n"
	"{\n"
	"	float lit = dot(normalize(n), l.direction) * l.power;\n"
	"	if (lit < 0.25)\n"
	"		return lit * lit;\n"
	"	return lit;\n"
	"}\n"
	"void main()\n"
	"{\n"
	"	vec2 p = at * 3.0 - 1.0;\n"
	"	mat2 m = mat2(p.x, p.y, -p.y, p.x);\n"
	"	mat3 turned = turn * 2.0;\n"
	"	ivec3 cell = ivec3(floor(p * 7.0), many);\n"
	"	highp int large = many * 1234567;\n"
	"	bvec2 inside = lessThan(abs(p), vec2(0.7));\n"
	"	bool odd = inside.x != inside.y;\n"
	"	vec4 texel = texture2D(picture, at);\n"
	"	vec2 slopes = vec2(dFdx(p.x * p.y), dFdy(p.x * p.y));\n"
	"	vec4 place = gl_FragCoord;\n"
	"	bool front = gl_FrontFacing;\n"
	"	vec4 odds = vec4(zero / zero, 1.0 / zero, -1.0 / zero, -zero);\n"
	"	vec4 ends = vec4(3.0e38, -2.0e-38, 1.0000001, -16777215.0) * (1.0 + zero);\n"
	"	float sum = 0.0;\n"
	"	for (int i = 0; i < 4; i++) {\n"
	"		if (i == 2 && odd)\n"
	"			continue;\n"
	"		if (sum > 1.5)\n"
	"			break;\n"
	"		sum += shade(normal, light(vec3(0.1, float(i) * 0.3, 0.7), p.x + 1.0));\n"
	"	}\n"
	"	if (texel.r < 0.2)\n"
	"		discard;\n"
	"	float left = place.y > 16.0 ? sum : texel.g;\n"
	"	if (cell.z < 0 || large < 0 || turned[2].z < 0.0)\n"
	"		left = 0.5;\n"
	"	gl_FragColor = vec4(sum * 0.5, left, texel.b, 1.0);\n"
	"}\n";
static const char points[] = "precision mediump float;\n"
			     "void main()\n"
			     "{\n"
			     "	vec2 within = gl_PointCoord * 2.0 - 1.0;\n"
			     "	gl_FragColor = vec4(within, gl_FragCoord.y / 32.0, 1.0);\n"
			     "}\n";

static void fail(int status, const char *what, const char *detail)
{
	fprintf(stderr, "test-es2: %s: %s\n", what, detail);
	exit(status);
}

static void open_context(void)
{
	static const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
	static const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
		EGL_OPENGL_ES2_BIT, EGL_RED_SIZE, 8, EGL_ALPHA_SIZE, 8, EGL_DEPTH_SIZE, 24,
		EGL_STENCIL_SIZE, 8, EGL_NONE};
	static const EGLint size[] = {EGL_WIDTH, WIDTH, EGL_HEIGHT, HEIGHT, EGL_NONE};
	EGLDisplay display = eglGetPlatformDisplayEXT(
		EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
	EGLConfig config;
	EGLint n = 0;

	if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_ES_API) ||
		!eglChooseConfig(display, wanted, &config, 1, &n) || n < 1)
		fail(77, "EGL", "no configuration with depth and stencil");
	EGLSurface surface = eglCreatePbufferSurface(display, config, size);
	EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
	if (!context || !eglMakeCurrent(display, surface, surface, context))
		fail(77, "EGL", "no OpenGL ES 2.0 context");
}

/* ---- targets ---- */

static void attach_texture(void)
{
	GLuint texture;

	glGenTextures(1, &texture);
	glBindTexture(GL_TEXTURE_2D, texture);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, WIDTH, HEIGHT, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
	glBindTexture(GL_TEXTURE_2D, 0);
}

static GLuint renderbuffer(GLenum format, GLenum point)
{
	GLuint name;

	glGenRenderbuffers(1, &name);
	glBindRenderbuffer(GL_RENDERBUFFER, name);
	glRenderbufferStorage(GL_RENDERBUFFER, format, WIDTH, HEIGHT);
	glFramebufferRenderbuffer(GL_FRAMEBUFFER, point, GL_RENDERBUFFER, name);
	return name;
}

static void make_target(const char *target)
{
	GLuint framebuffer;

	if (!strcmp(target, "pbuffer"))
		return;
	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	if (!strcmp(target, "renderbuffer")) {
		renderbuffer(GL_RGB565, GL_COLOR_ATTACHMENT0);
		renderbuffer(GL_DEPTH_COMPONENT16, GL_DEPTH_ATTACHMENT);
	} else {
		attach_texture();
	}
	if (!strcmp(target, "packed"))
		glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_STENCIL_ATTACHMENT, GL_RENDERBUFFER,
			renderbuffer(GL_DEPTH24_STENCIL8_OES, GL_DEPTH_ATTACHMENT));
	if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
		fail(77, "framebuffer", "not complete");
}

/* ---- drawing ---- */

/* What makes the same text one of GLSL ES 3.00; its lines keep their numbers. */
static const char *head(GLenum stage)
{
	static const char fragment[] =
		"#version 300 es\n#define varying in\n#define texture2D texture\n"
		"#define gl_FragColor colour_out\nout mediump vec4 colour_out;\n"
		"#line 1\n";

	if (!is_new)
		return "";
	return stage == GL_FRAGMENT_SHADER
		       ? fragment
		       : "#version 300 es\n#define attribute in\n#define varying out\n#line 1\n";
}

static GLuint compile(GLenum stage, const char *text)
{
	const char *texts[] = {head(stage), text};
	char log[2000] = "";
	GLint good;
	GLuint shader = glCreateShader(stage);

	glShaderSource(shader, 2, texts, NULL);
	glCompileShader(shader);
	glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
	glGetShaderInfoLog(shader, sizeof(log), NULL, log);
	if (!good)
		fail(1, "compile", log);
	return shader;
}

static GLuint use(const char *fragment)
{
	GLuint program = glCreateProgram();

	glAttachShader(program, compile(GL_VERTEX_SHADER, vertex));
	glAttachShader(program, compile(GL_FRAGMENT_SHADER, fragment));
	glBindAttribLocation(program, 0, "corner");
	glLinkProgram(program);
	glUseProgram(program);
	return program;
}

static void make_picture(void)
{
	static GLubyte pixels[SIDE * SIDE * 4];
	GLuint texture;

	for (unsigned i = 0; i < sizeof(pixels); i++)
		pixels[i] = (GLubyte)(i * 37 + i / 7 * 11);
	glGenTextures(1, &texture);
	glBindTexture(GL_TEXTURE_2D, texture);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, SIDE, SIDE, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
}

static void draw_plain(GLuint program, float r, float g, const float *corners)
{
	glUniform4f(glGetUniformLocation(program, "colour"), r, g, 0.5f, 1.0f);
	glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, corners);
	glDrawArrays(GL_TRIANGLES, 0, 3);
}

static void draw(void)
{
	static const float front[] = {-0.9f, -0.8f, -0.4f, 0.1f, -0.7f, -0.4f, -0.6f, 0.8f, -0.4f};
	static const float behind[] = {0.2f, -0.9f, 0.8f, 0.9f, 0.3f, 0.9f, -0.2f, 0.9f, 0.8f};
	static const float large[] = {-0.95f, -0.9f, 0.1f, 1.4f, -0.8f, 0.5f, -0.7f, 1.6f, -0.2f};
	static const float places[] = {-0.5f, -0.31f, 0.0f, 0.4f, 0.37f, 0.0f, 0.0f, 0.0f, 0.9f};
	static const float turn[9] = {0.8f, 0.6f, 0, -0.6f, 0.8f, 0, 0, 0, 1};
	GLuint program = use(plain);

	draw_plain(program, 1, 0, front);
	glStencilFunc(GL_ALWAYS, 1, 0xff);
	draw_plain(program, 0, 1, behind);

	program = use(values);
	glUniform1f(glGetUniformLocation(program, "zero"), 0.0f);
	glUniform1i(glGetUniformLocation(program, "many"), 1739);
	glUniformMatrix3fv(glGetUniformLocation(program, "turn"), 1, GL_FALSE, turn);
	glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, large);
	glStencilFunc(GL_NOTEQUAL, 1, 0xff);
	glDrawArrays(GL_TRIANGLES, 0, 3);

	glDepthFunc(GL_EQUAL);
	glStencilFunc(GL_EQUAL, 1, 0xff);
	glEnable(GL_BLEND);
	glBlendFunc(GL_ONE, GL_ONE);
	draw_plain(use(plain), 0.1f, 0.2f, large);
	glDisable(GL_BLEND);
	glDepthFunc(GL_LESS);

	use(points);
	glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, places);
	glDrawArrays(GL_POINTS, 0, 3);
}

static void print_picture(void)
{
	static GLubyte pixels[WIDTH * HEIGHT * 4];

	glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
	for (unsigned i = 0; i < sizeof(pixels); i++)
		printf("%02x%s", pixels[i], i % (WIDTH * 4) == WIDTH * 4 - 1 ? "\n" : "");
}

int main(int argc, char **argv)
{
	is_new = argc == 3 && !strcmp(argv[2], "new");
	if (argc != 2 && !is_new)
		fail(1, "usage", "test-es2 pbuffer|renderbuffer|texture|packed [new]");
	open_context();
	make_target(argv[1]);
	make_picture();
	glClearColor(0.1f, 0.2f, 0.3f, 1.0f);
	glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
	glViewport(2, 5, WIDTH - 5, HEIGHT - 7);
	glScissor(4, 3, WIDTH - 6, HEIGHT - 6);
	glEnable(GL_SCISSOR_TEST);
	if (strcmp(argv[1], "texture"))
		glEnable(GL_DEPTH_TEST);
	if (!strcmp(argv[1], "packed")) {
		glEnable(GL_STENCIL_TEST);
		glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
	}
	glEnableVertexAttribArray(0);
	draw();
	print_picture();
	if (glGetError() != GL_NO_ERROR)
		fail(1, "GL", "an error");
	return 0;
}

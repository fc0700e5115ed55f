/* SPDX-License-Identifier: MIT */
/*
 * test-bound vertex | fragment | texture | blending | tests | upload | cpu - draws three frames of
 * 256 x 256 pixels, whose draws take their time for what is named, by far the most. vertex: small
 * triangles, of vertices that are computed in a long loop. fragment: a long loop for each pixel, of
 * arithmetic alone. texture: lookups in a texture that no cache holds, each at a place that the
 * last one decides. blending: layers of one colour, blended. tests: layers that leave depths and
 * stencil values, and no colours. upload: a texture that is given anew before a draw of one
 * triangle. cpu: many draws of one triangle.
 */
#include "tests/programs/pbuffer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <EGL/egl.h>
#define GL_GLEXT_PROTOTYPES 1
#include <GL/gl.h>
#include <GL/glext.h>

enum { SIZE = 256, FRAMES = 3, SIDE = 4096, UPLOAD = 1024, LAYERS = 40, CALLS = 400, DOTS = 600 };

#define WHOLE "gl_Position = vec4(gl_VertexID % 2 * 4 - 1, gl_VertexID / 2 * 4 - 1, 0.0, 1.0);\n"

static const char whole_vert[] = "#version 150\nvoid main()\n{\n" WHOLE "}\n";
static const char layers_vert[] = "#version 150\n#extension GL_ARB_draw_instanced : require\n"
				  "void main()\n{\n" WHOLE
				  "	gl_Position.z = -float(gl_InstanceID) / 100.0;\n}\n";
/* One pixel or none each; `x` decides nothing, but the compiler does not know. */
static const char dots_vert[] =
	"#version 150\nuniform float zero;\nvoid main()\n{\n"
	"	float x = float(gl_VertexID);\n"
	"	for (int i = 0; i < 1000; i++)\n"
	"		x = fract(sin(x) * 43758.5);\n"
	"	vec2 at = vec2(gl_VertexID % 3 / 2, gl_VertexID % 3 % 2) / 128.0;\n"
	"	gl_Position = vec4(at + vec2(x * zero), 0.0, 1.0);\n}\n";
static const char small_vert[] =
	"#version 150\nvoid main()\n{\n"
	"	gl_Position = vec4(gl_VertexID / 2, gl_VertexID % 2, 0.0, 64.0);\n}\n";
static const char plain_frag[] = "#version 150\nout vec4 color;\nvoid main()\n{\n"
				 "	color = vec4(0.25, 0.5, 0.75, 0.5);\n}\n";
static const char loop_frag[] = "#version 150\nout vec4 color;\nvoid main()\n{\n"
				"	float x = gl_FragCoord.x + gl_FragCoord.y * 0.37;\n"
				"	for (int i = 0; i < 60; i++)\n"
				"		x = fract(sin(x) * 43758.5);\n"
				"	color = vec4(x);\n}\n";
static const char lookups_frag[] =
	"#version 150\nuniform sampler2D map;\nout vec4 color;\nvoid main()\n{\n"
	"	vec2 at = gl_FragCoord.xy / 256.0;\n"
	"	vec4 sum = vec4(0.0);\n"
	"	for (int i = 0; i < 12; i++) {\n"
	"		vec4 texel = texture(map, at);\n"
	"		sum += texel;\n"
	"		at = fract(at.yx * vec2(37.17, 91.73) + texel.xy);\n"
	"	}\n"
	"	color = sum / 12.0;\n}\n";

static GLuint make_program(const char *vertex, const char *fragment)
{
	const char *texts[] = {vertex, fragment};
	const GLenum types[] = {GL_VERTEX_SHADER, GL_FRAGMENT_SHADER};
	GLuint program = glCreateProgram();
	GLint is_linked = 0;
	for (int i = 0; i < 2; i++) {
		GLuint shader = glCreateShader(types[i]);
		glShaderSource(shader, 1, &texts[i], NULL);
		glCompileShader(shader);
		glAttachShader(program, shader);
	}
	glLinkProgram(program);
	glGetProgramiv(program, GL_LINK_STATUS, &is_linked);
	if (!is_linked)
		exit(99);
	glUseProgram(program);
	return program;
}

static void make_texture(GLsizei side)
{
	GLuint texture;
	glGenTextures(1, &texture);
	glBindTexture(GL_TEXTURE_2D, texture);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, side, side, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
}

/* Memory that nobody has written is nowhere: clear all of the texture. */
static void make_filled_texture(void)
{
	GLuint framebuffer;
	GLint bound;
	make_texture(SIDE);
	glGetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glFramebufferTexture2D(
		GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, (GLuint)bound, 0);
	glClearColor(0.25f, 0.5f, 0, 1);
	glClear(GL_COLOR_BUFFER_BIT);
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

/* ---- what is drawn ---- */

static void begin_vertex(void)
{
	make_program(dots_vert, plain_frag);
}

static void draw_vertex(void)
{
	glDrawArrays(GL_TRIANGLES, 0, DOTS);
}

static void begin_fragment(void)
{
	make_program(whole_vert, loop_frag);
}

static void draw_whole(void)
{
	glDrawArrays(GL_TRIANGLES, 0, 3);
}

static void begin_texture(void)
{
	make_program(whole_vert, lookups_frag);
	make_filled_texture();
}

static void begin_blending(void)
{
	make_program(layers_vert, plain_frag);
	glEnable(GL_BLEND);
	glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
}

static void begin_tests(void)
{
	begin_blending();
	glDisable(GL_BLEND);
	glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
	glEnable(GL_DEPTH_TEST);
	glEnable(GL_STENCIL_TEST);
	glStencilOp(GL_KEEP, GL_INCR, GL_INCR_WRAP);
}

static void draw_layers(void)
{
	glDrawArraysInstanced(GL_TRIANGLES, 0, 3, LAYERS);
}

static void begin_upload(void)
{
	make_program(small_vert, plain_frag);
	make_texture(UPLOAD);
}

static void draw_upload(void)
{
	static GLubyte texels[UPLOAD * UPLOAD * 4];
	texels[0]++;
	glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, UPLOAD, UPLOAD, GL_RGBA, GL_UNSIGNED_BYTE, texels);
	glDrawArrays(GL_TRIANGLES, 0, 3);
}

static void begin_cpu(void)
{
	make_program(small_vert, plain_frag);
}

static void draw_cpu(void)
{
	for (int i = 0; i < CALLS; i++) {
		glPointSize((float)(1 + i % 2));
		glDrawArrays(GL_TRIANGLES, 0, 3);
	}
}

static const struct way {
	const char *name;
	void (*begin)(void), (*draw)(void);
} ways[] = {
	{"vertex", begin_vertex, draw_vertex},
	{"fragment", begin_fragment, draw_whole},
	{"texture", begin_texture, draw_whole},
	{"blending", begin_blending, draw_layers},
	{"tests", begin_tests, draw_layers},
	{"upload", begin_upload, draw_upload},
	{"cpu", begin_cpu, draw_cpu},
};

int main(int argc, char **argv)
{
	const struct way *way = NULL;
	EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
	GLuint array;
	for (size_t i = 0; argc == 2 && i < sizeof ways / sizeof *ways; i++)
		if (!strcmp(argv[1], ways[i].name))
			way = &ways[i];
	if (!way)
		return 99;
	EGLSurface surface = pbuffer_make(display, PBUFFER_CORE, SIZE);
	glGenVertexArrays(1, &array);
	glBindVertexArray(array);
	way->begin();
	glClearColor(0, 0, 0, 1);
	for (int i = 0; i < FRAMES; i++) {
		glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
		way->draw();
		eglSwapBuffers(display, surface);
	}
	return glGetError() == GL_NO_ERROR ? 0 : 99;
}

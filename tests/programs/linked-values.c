/* SPDX-License-Identifier: MIT */
/*
 * Uniforms that a program sets or leaves as linking gave them, a draw for each way:
 * test-linked-values [es|binary]. tests/real/linked-values.py knows what each draw must show.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define GL_GLEXT_PROTOTYPES 1
#include <GL/gl.h>
#include <GL/glext.h>
#include "tests/programs/pbuffer.h"

static const char vertex_text[] = "#version 450\n"
				  "out gl_PerVertex { vec4 gl_Position; };\n"
				  "uniform float size;\n"
				  "void main() { gl_Position = vec4(gl_VertexID - 1, gl_VertexID % "
				  "2 - size, 0.0, 1.0); }\n";
static const char fragment_text[] =
	"#version 450\n"
	"#define GIVEN(type, name, value) uniform type name = value\n"
	"struct Light { vec3 place; float levels[2]; };\n"
	"const float half_ = 0.5;\n"
	"uniform float never, zeroed, negative, other;\n"
	"uniform vec3 tint = vec3(0.25, half_, 2.0 * half_), tint_set = vec3(1.0);\n"
	"uniform mat2 turn = mat2(3.0);\n"
	"uniform int count = 7, count_back = 7;\n"
	"uniform bool flag = true, flag_set;\n"
	"GIVEN(float, hidden, 4.0);\n"
	"uniform float weights[4], given[3] = float[](1.0, 2.0, 3.0);\n"
	"uniform Light lamp = Light(vec3(1.0, 2.0, 3.0), float[](4.0, 5.0)), lights[2];\n"
	"uniform float unclear = sinh(1.0);\n"
	"uniform sampler2D picture;\n"
	"layout(binding = 3) uniform sampler2D bound;\n"
	"layout(binding = 4) uniform sampler2D several[2];\n"
	"#ifdef GL_ARB_nothing_at_all\n"
	"uniform float old = 1.0;\n"
	"#else\n"
	"uniform float old;\n"
	"#endif\n"
	"out vec4 color;\n"
	"void main() {\n"
	"	float sum = never + zeroed + negative + other + hidden + unclear + old + tint.x + "
	"tint_set.x;\n"
	"	for (int i = 0; i < 4; i++)\n"
	"		sum += weights[i] + given[i % 3] + lights[i % 2].levels[i / 2] + "
	"lamp.levels[i % 2];\n"
	"	sum += lamp.place.x + lights[0].place.y + lights[1].place.y + turn[1].y + count + "
	"count_back;\n"
	"	color = vec4(sum) + texture(picture, vec2(0.5)) + texture(bound, vec2(0.5));\n"
	"	color += texture(several[0], vec2(0.5)) + texture(several[1], vec2(0.5));\n"
	"	if (flag || flag_set)\n"
	"		color += vec4(1.0);\n"
	"}\n";
static const char es_vertex_text[] = "#version 310 es\n"
				     "uniform float size;\n"
				     "void main() { gl_Position = vec4(size, 0.0, 0.0, 1.0); }\n";
static const char es_fragment_text[] =
	"#version 310 es\n"
	"precision mediump float;\n"
	"layout(binding = 2) uniform sampler2D bound;\n"
	"uniform vec4 tint;\n"
	"out vec4 color;\n"
	"void main() { color = tint + texture(bound, vec2(0.5)); }\n";

static void draw(void)
{
	glDrawArrays(GL_TRIANGLES, 0, 3);
}

static void check_link(GLuint program)
{
	GLint linked = 0;
	char log[4096];
	glGetProgramiv(program, GL_LINK_STATUS, &linked);
	glGetProgramInfoLog(program, sizeof log, NULL, log);
	if (!linked) {
		fprintf(stderr, "%s\n", log);
		exit(99);
	}
}

static void attach(GLuint program, GLenum type, const char *text)
{
	GLuint shader = glCreateShader(type);
	glShaderSource(shader, 1, &text, NULL);
	glCompileShader(shader);
	glAttachShader(program, shader);
}

static GLuint make_program(const char *vertex, const char *fragment)
{
	GLuint program = glCreateProgram();
	attach(program, GL_VERTEX_SHADER, vertex);
	attach(program, GL_FRAGMENT_SHADER, fragment);
	glLinkProgram(program);
	check_link(program);
	return program;
}

static GLint at(GLuint program, const char *name)
{
	return glGetUniformLocation(program, name);
}

static void set_some(GLuint program)
{
	glUniform1f(at(program, "zeroed"), 0.0f);
	glUniform1f(at(program, "negative"), -0.0f);
	glProgramUniform1f(program, at(program, "other"), 2.0f);
	glUniform3f(at(program, "tint_set"), 1.0f, 1.0f, 0.5f);
	glUniform1i(at(program, "count_back"), 8);
	glUniform1i(at(program, "count_back"), 7);
	glUniform1i(at(program, "flag_set"), 1);
	glUniform1f(at(program, "hidden"), 0.0f);
	glUniform1f(at(program, "weights[2]"), 0.5f);
	glUniform1f(at(program, "given[0]"), 0.0f);
	glUniform1f(at(program, "lamp.levels[1]"), 0.0f);
	glUniform3f(at(program, "lights[1].place"), 0.0f, 1.0f, 0.0f);
	glUniform1i(at(program, "bound"), 0);
	glUniform1i(at(program, "several[1]"), 6);
}

/* The same uniform with another value in each stage. */
static void draw_pipeline(void)
{
	static const char *const vertex = "#version 450\n"
					  "out gl_PerVertex { vec4 gl_Position; };\n"
					  "uniform float both = 1.0, alike = 3.0;\n"
					  "void main() { gl_Position = vec4(both * alike); }\n";
	static const char *const fragment = "#version 450\n"
					    "uniform float both = 2.0, alike = 3.0;\n"
					    "out vec4 color;\n"
					    "void main() { color = vec4(both * alike); }\n";
	GLuint pipeline, programs[] = {glCreateShaderProgramv(GL_VERTEX_SHADER, 1, &vertex),
				 glCreateShaderProgramv(GL_FRAGMENT_SHADER, 1, &fragment)};
	glGenProgramPipelines(1, &pipeline);
	glUseProgramStages(pipeline, GL_VERTEX_SHADER_BIT, programs[0]);
	glUseProgramStages(pipeline, GL_FRAGMENT_SHADER_BIT, programs[1]);
	glUseProgram(0);
	glBindProgramPipeline(pipeline);
	draw();
}

/* A uniform that another context of the share group sets. */
static void draw_shared(EGLDisplay display, EGLSurface surface, GLuint program)
{
	EGLContext context = eglGetCurrentContext();
	EGLint id = 0, n = 0;
	EGLConfig config;
	eglQueryContext(display, context, EGL_CONFIG_ID, &id);
	const EGLint wanted[] = {EGL_CONFIG_ID, id, EGL_NONE};
	const EGLint version[] = {
		EGL_CONTEXT_MAJOR_VERSION, 4, EGL_CONTEXT_MINOR_VERSION, 5, EGL_NONE};
	eglChooseConfig(display, wanted, &config, 1, &n);
	EGLContext other = eglCreateContext(display, config, context, version);
	if (!eglMakeCurrent(display, surface, surface, other))
		exit(99);
	glProgramUniform1f(program, at(program, "never"), 1.0f);
	glFinish();
	eglMakeCurrent(display, surface, surface, context);
	glUseProgram(program);
	draw();
}

static void draw_all(EGLDisplay display, EGLSurface surface)
{
	GLuint program = make_program(vertex_text, fragment_text);
	glUseProgram(program);
	draw();
	set_some(program);
	draw();
	glLinkProgram(program);
	draw();
	draw_shared(display, surface, program);
	draw_pipeline();
}

static void draw_binary(void)
{
	GLuint program = make_program(vertex_text, fragment_text), loaded = glCreateProgram();
	GLenum format = 0;
	GLsizei size = 0;
	static char binary[1 << 20];
	glGetProgramBinary(program, sizeof binary, &size, &format, binary);
	glProgramBinary(loaded, format, binary, size);
	glUseProgram(loaded);
	draw();
}

static void draw_es(void)
{
	GLuint program = make_program(es_vertex_text, es_fragment_text);
	glUseProgram(program);
	glUniform1f(at(program, "size"), 1.0f);
	draw();
}

int main(int argc, char **argv)
{
	const char *way = argc > 1 ? argv[1] : "";
	int is_es = !strcmp(way, "es");
	GLuint array = 0;
	EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
	EGLSurface surface = pbuffer_make(display, is_es ? PBUFFER_ES : PBUFFER_CORE, 32);
	glGenVertexArrays(1, &array);
	glBindVertexArray(array);
	if (is_es)
		draw_es();
	else if (!strcmp(way, "binary"))
		draw_binary();
	else
		draw_all(display, surface);
	glFinish();
	eglSwapBuffers(display, surface);
	printf("error 0x%x\n", glGetError());
	return 0;
}

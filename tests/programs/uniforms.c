/* SPDX-License-Identifier: MIT */
/*
 * Uniforms of every kind, and what a shader really gets: a compute shader writes each component
 * into a buffer, and the program prints them, a line a uniform. test-uniforms [pipeline]: with
 * glUseProgram, or as a separable program in a pipeline. What is not set by the program holds 0;
 * `kept` is set to 5 and must stay.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <EGL/egl.h>
#include <EGL/eglext.h>
#define GL_GLEXT_PROTOTYPES 1
#include <GL/gl.h>
#include <GL/glext.h>

static const struct {
	const char *declaration, *name; /* the name also as an expression */
	int elements, columns, rows;	/* elements 0: no array */
} uniforms[] = {
	{"float f", "f", 0, 0, 0},
	{"vec2 v2", "v2", 0, 0, 2},
	{"vec3 v3", "v3", 0, 0, 3},
	{"vec4 v4", "v4", 0, 0, 4},
	{"int i", "i", 0, 0, 0},
	{"ivec3 i3", "i3", 0, 0, 3},
	{"uint u", "u", 0, 0, 0},
	{"uvec4 u4", "u4", 0, 0, 4},
	{"bool b", "b", 0, 0, 0},
	{"bvec2 b2", "b2", 0, 0, 2},
	{"mat2 m2", "m2", 0, 2, 2},
	{"mat3 m3", "m3", 0, 3, 3},
	{"mat4 m4", "m4", 0, 4, 4},
	{"mat2x3 m23", "m23", 0, 2, 3},
	{"mat4x2 m42", "m42", 0, 4, 2},
	{"double d", "d", 0, 0, 0},
	{"dvec3 d3", "d3", 0, 0, 3},
	{"dmat2x4 dm24", "dm24", 0, 2, 4},
	{"float weights[5]", "weights", 5, 0, 0},
	{"vec3 colours[3]", "colours", 3, 0, 3},
	{"mat2 turns[2]", "turns", 2, 2, 2},
	{"Light lamp", "lamp.place", 0, 0, 3},
	{"Light lights[2]", "lights[1].place", 0, 0, 3},
	{NULL, "lights[1].levels", 4, 0, 0},
	{NULL, "lights[1].on", 0, 0, 0},
	{"int kept", "kept", 0, 0, 0},
#define INTEGERS64 26 /* from here on */
	{"int64_t l", "l", 0, 0, 0},
	{"u64vec2 ul2", "ul2", 0, 0, 2},
};
enum { N_UNIFORMS = sizeof uniforms / sizeof *uniforms, MOST = 256 };

static int n_uniforms;

static int at_least_1(int n)
{
	return n ? n : 1;
}

static int components(int i)
{
	return at_least_1(uniforms[i].elements) * at_least_1(uniforms[i].columns) *
	       at_least_1(uniforms[i].rows);
}

static void append(char *text, size_t size, const char *more)
{
	strncat(text, more, size - strlen(text) - 1);
}

static void append_component(char *text, size_t size, int i, int k, int at)
{
	char line[200];
	int rows = at_least_1(uniforms[i].rows), columns = at_least_1(uniforms[i].columns);
	int n = snprintf(line, sizeof line, "	result[%d] = double(%s", at, uniforms[i].name);
	if (uniforms[i].elements)
		n += snprintf(line + n, sizeof line - n, "[%d]", k / (rows * columns));
	if (uniforms[i].columns)
		n += snprintf(line + n, sizeof line - n, "[%d]", k / rows % columns);
	if (uniforms[i].rows)
		n += snprintf(line + n, sizeof line - n, "[%d]", k % rows);
	snprintf(line + n, sizeof line - n, ");\n");
	append(text, size, line);
}

static char *shader_text(void)
{
	static char text[65536];
	int at = 0;
	append(text, sizeof text, "#version 450\n");
	if (n_uniforms > INTEGERS64)
		append(text, sizeof text, "#extension GL_ARB_gpu_shader_int64 : require\n");
	append(text, sizeof text,
		"layout(local_size_x = 1) in;\n"
		"struct Light { vec3 place; float levels[4]; bool on; };\n"
		"layout(std430, binding = 0) buffer Results { double result[]; };\n"
		"uniform sampler2D picture;\n"
		"layout(rgba8) uniform readonly image2D plane;\n"
		"uniform Block { float member; };\n");
	for (int i = 0; i < n_uniforms; i++)
		if (uniforms[i].declaration) {
			append(text, sizeof text, "uniform ");
			append(text, sizeof text, uniforms[i].declaration);
			append(text, sizeof text, ";\n");
		}
	append(text, sizeof text, "void main() {\n");
	for (int i = 0; i < n_uniforms; i++)
		for (int k = 0; k < components(i); k++)
			append_component(text, sizeof text, i, k, at++);
	append(text, sizeof text,
		"	result[255] = texture(picture, vec2(0.5)).x + imageLoad(plane, ivec2(0)).x "
		"+ member;\n}\n");
	return text;
}

static GLuint make_program(void)
{
	const char *text = shader_text();
	GLint linked = 0;
	GLuint program = glCreateShaderProgramv(GL_COMPUTE_SHADER, 1, &text);
	glGetProgramiv(program, GL_LINK_STATUS, &linked);
	if (!linked) {
		char log[4096];
		glGetProgramInfoLog(program, sizeof log, NULL, log);
		fprintf(stderr, "%s%s\n", text, log);
		exit(99);
	}
	glProgramUniform1i(program, glGetUniformLocation(program, "kept"), 5);
	return program;
}

static void make_current(void)
{
	static const EGLint wanted[] = {EGL_CONTEXT_MAJOR_VERSION, 4, EGL_CONTEXT_MINOR_VERSION, 5,
		EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
	EGLDisplay display = eglGetPlatformDisplay(
		EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
	if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API))
		exit(99);
	EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, wanted);
	if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
		exit(99);
}

static void use(GLuint program, int in_pipeline)
{
	GLuint pipeline;
	if (!in_pipeline) {
		glUseProgram(program);
		return;
	}
	glGenProgramPipelines(1, &pipeline);
	glUseProgramStages(pipeline, GL_COMPUTE_SHADER_BIT, program);
	glBindProgramPipeline(pipeline);
}

static int has_integers64(void)
{
	GLint n = 0;
	glGetIntegerv(GL_NUM_EXTENSIONS, &n);
	for (GLint i = 0; i < n; i++)
		if (!strcmp((const char *)glGetStringi(GL_EXTENSIONS, (GLuint)i),
			    "GL_ARB_gpu_shader_int64"))
			return 1;
	return 0;
}

int main(int argc, char **argv)
{
	double results[MOST];
	GLuint buffer;
	make_current();
	n_uniforms = has_integers64() ? N_UNIFORMS : INTEGERS64;
	GLuint program = make_program();
	glGenBuffers(1, &buffer);
	glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer);
	glBufferData(GL_SHADER_STORAGE_BUFFER, sizeof results, NULL, GL_STATIC_READ);
	use(program, argc > 1 && !strcmp(argv[1], "pipeline"));
	glDispatchCompute(1, 1, 1);
	glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
	glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, sizeof results, results);
	for (int i = 0, at = 0; i < n_uniforms; i++) {
		printf("%s", uniforms[i].name);
		for (int k = 0; k < components(i); k++)
			printf(" %.17g", results[at++]);
		printf("\n");
	}
	GLint unit = -1, image = -1;
	glGetUniformiv(program, glGetUniformLocation(program, "picture"), &unit);
	glGetUniformiv(program, glGetUniformLocation(program, "plane"), &image);
	printf("picture %d\nplane %d\n", unit, image);
	printf("error 0x%x\n", glGetError());
	return 0;
}

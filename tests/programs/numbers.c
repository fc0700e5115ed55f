/* SPDX-License-Identifier: MIT */
/*
 * test-numbers - integers of 8 to 64 bits and doubles wherever values can be fetched from:
 * textures, attachments, buffers, blocks, vertices, a fragment shader, what a geometry shader
 * emits; and a uniform that the driver has no need for. tests/real/digits.py says which numbers.
 *
 *     test-numbers [floats]    floats: the colour is two floats, in place of integers
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/programs/pbuffer.h"
#define GL_GLEXT_PROTOTYPES 1
#include <GL/gl.h>
#include <GL/glext.h>

enum { SIZE = 4 };

#define HEAD "#version 450\n#extension GL_ARB_gpu_shader_int64 : require\n"

static const char vertex[] = HEAD
	"layout(location = 0) in uvec2 natural;\nlayout(location = 1) in ivec2 whole;\n"
	"layout(location = 2) in dvec2 real;\nlayout(location = 3) in uint small;\n"
	"layout(location = 4) in vec2 fine;\nflat out vec2 fine_out;\n"
	"flat out uvec2 natural_out;\nflat out dvec2 real_out;\nflat out int64_t wide_out;\n"
	"flat out uint64_t most_out;\nvoid main()\n{\n"
	"	natural_out = natural + uvec2(small == 7u || whole.x > 5 ? 1u : 0u);\n"
	"	real_out = real;\n	fine_out = fine;\n"
	"	wide_out = int64_t(natural.x) - 0x7fffffff00000000L;\n"
	"	most_out = ~uint64_t(natural.y - natural.y);\n"
	"	gl_Position = vec4(gl_VertexID % 2 * 4 - 1, gl_VertexID / 2 * 4 - 1, 0, 1);\n}\n";

static const char geometry[] = HEAD
	"layout(triangles) in;\nlayout(triangle_strip, max_vertices = 3) out;\n"
	"flat in uvec2 natural_out[];\nflat in dvec2 real_out[];\nflat in int64_t wide_out[];\n"
	"flat in vec2 fine_out[];\nflat out vec2 f;\n"
	"flat in uint64_t most_out[];\nflat out uvec2 n;\nflat out dvec2 d;\nflat out int64_t w;\n"
	"flat out uint64_t m;\nvoid main()\n{\n	for (int i = 0; i < 3; i++) {\n"
	"		f = fine_out[i];\n		n = natural_out[i];\n		d = "
	"real_out[i];\n"
	"		w = wide_out[i];\n		m = most_out[i];\n"
	"		gl_Position = gl_in[i].gl_Position;\n		EmitVertex();\n	}\n}\n";

static const char fragment[] = HEAD
	"uniform float gain;\nuniform float few[4];\n"
	"flat in vec2 f;\n"
	"flat in uvec2 n;\nflat in dvec2 d;\nflat in int64_t w;\nflat in uint64_t m;\n"
	"layout(std430, binding = 0) buffer Kept { int64_t least; uint64_t most; double third; "
	"uint natural; int whole; } kept;\n"
	"layout(location = 0) out uvec2 natural;\nlayout(location = 1) out ivec2 whole;\n"
	"layout(location = 2) out uvec2 short_natural;\nlayout(location = 3) out ivec2 small;\n"
	"void main()\n{\n	float unseen = gain * 2.0 + few[3];\n"
	"	int64_t wide = w;\n	uint64_t most = m;\n	dvec2 real = d;\n"
	"	vec2 fine = f;\n"
	"	natural = n + uvec2(uint(few[1]));\n"
	"	whole = ivec2(-2147483647 - 1, 2147483647);\n"
	"	short_natural = uvec2(65535u, 40001u);\n	small = ivec2(-128, 127);\n"
	"	if (wide > 5L && real.x > 2.0lf && most < kept.most)\n		whole.x = "
	"kept.whole;\n"
	"	if (fine.x > 5.0)\n		whole.y = 0;\n}\n";

static const char fragment_floats[] = HEAD
	"flat in vec2 f;\nlayout(location = 0) out vec2 colour;\nvoid main()\n{\n"
	"	vec2 fine = f;\n	colour = fine;\n}\n";

static void attach(GLuint program, GLenum type, const char *text)
{
	char log[1000] = "";
	GLuint shader = glCreateShader(type);
	glShaderSource(shader, 1, &text, NULL);
	glCompileShader(shader);
	glGetShaderInfoLog(shader, sizeof log, NULL, log);
	fputs(log, stderr);
	glAttachShader(program, shader);
}

static GLuint make_program(bool floats)
{
	GLint linked;
	GLuint program = glCreateProgram();
	attach(program, GL_VERTEX_SHADER, vertex);
	attach(program, GL_GEOMETRY_SHADER, geometry);
	attach(program, GL_FRAGMENT_SHADER, floats ? fragment_floats : fragment);
	glLinkProgram(program);
	glGetProgramiv(program, GL_LINK_STATUS, &linked);
	if (!linked)
		exit(99);
	glUseProgram(program);
	if (floats)
		return program;
	glUniform1f(glGetUniformLocation(program, "gain"), 0.5f);
	glUniform1f(glGetUniformLocation(program, "few[1]"), 0);
	glUniform1f(glGetUniformLocation(program, "few[3]"), 0.25f);
	return program;
}

struct vertex {
	uint32_t natural[2];
	int16_t whole[2];
	double real[2];
	float fine[2];
	uint8_t small;
};

#define AT(member) ((const void *)offsetof(struct vertex, member))

static void make_vertices(void)
{
	struct vertex corners[3];
	GLuint array, buffer;
	for (int i = 0; i < 3; i++)
		corners[i] = (struct vertex){{4000000001u, 16777217}, {-32768, 32767},
			{1.0 / 3, 1e-300}, {0.1f, 1.00000012f}, 255};
	glGenVertexArrays(1, &array);
	glBindVertexArray(array);
	glGenBuffers(1, &buffer);
	glBindBuffer(GL_ARRAY_BUFFER, buffer);
	glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
	glVertexAttribIPointer(0, 2, GL_UNSIGNED_INT, sizeof *corners, AT(natural));
	glVertexAttribIPointer(1, 2, GL_SHORT, sizeof *corners, AT(whole));
	glVertexAttribLPointer(2, 2, GL_DOUBLE, sizeof *corners, AT(real));
	glVertexAttribIPointer(3, 1, GL_UNSIGNED_BYTE, sizeof *corners, AT(small));
	glVertexAttribPointer(4, 2, GL_FLOAT, GL_FALSE, sizeof *corners, AT(fine));
	for (GLuint i = 0; i < 5; i++)
		glEnableVertexAttribArray(i);
}

static void make_buffer(void)
{
	static const struct {
		int64_t least;
		uint64_t most;
		double third;
		uint32_t natural;
		int32_t whole;
	} kept = {INT64_MIN, UINT64_MAX, 1.0 / 3, 4000000001u, -2147483647};
	GLuint buffer;
	glGenBuffers(1, &buffer);
	glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer);
	glBufferData(GL_SHADER_STORAGE_BUFFER, sizeof kept, &kept, GL_STATIC_DRAW);
	printf("buffer %u\n", buffer);
}

/* Of 32 bits each way; GL keeps the lower ones, as the values fit. */
static void make_texture(GLenum internal, GLenum format, const int32_t numbers[2], const char *name)
{
	int32_t texels[SIZE * SIZE][2];
	GLuint texture;
	GLenum type = format == GL_RG				  ? GL_FLOAT
		      : format == GL_RG_INTEGER && name[0] == 'u' ? GL_UNSIGNED_INT
								  : GL_INT;
	for (int i = 0; i < SIZE * SIZE; i++) {
		texels[i][0] = numbers[0];
		texels[i][1] = numbers[1];
	}
	glGenTextures(1, &texture);
	glBindTexture(GL_TEXTURE_2D, texture);
	glTexStorage2D(GL_TEXTURE_2D, 1, internal, SIZE, SIZE);
	glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, SIZE, SIZE, format, type, texels);
	printf("texture %u %s\n", texture, name);
}

static void make_textures(void)
{
	static const struct {
		GLenum internal;
		int32_t numbers[2];
		const char *name;
	} kinds[] = {{GL_RG32UI, {(int32_t)4000000001u, 16777217}, "u32"},
		{GL_RG32I, {INT32_MIN, INT32_MAX}, "i32"}, {GL_RG16UI, {65535, 40001}, "u16"},
		{GL_RG16I, {-32768, 32767}, "i16"}, {GL_RG8UI, {255, 201}, "u8"},
		{GL_RG8I, {-128, 127}, "i8"}};
	static const int32_t reals[2] = {0x7fc00000, 0x3f800000}; /* NaN, 1 */
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		make_texture(kinds[i].internal, GL_RG_INTEGER, kinds[i].numbers, kinds[i].name);
	make_texture(GL_RG32F, GL_RG, reals, "f32");
}

static void make_targets(bool floats)
{
	const GLenum formats[] = {floats ? GL_RG32F : GL_RG32UI, GL_RG32I, GL_RG16UI, GL_RG8I};
	static const GLenum points[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1,
		GL_COLOR_ATTACHMENT2, GL_COLOR_ATTACHMENT3};
	GLuint framebuffer;
	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	for (GLuint i = 0; i < (floats ? 1 : 4); i++) {
		GLuint texture;
		glGenTextures(1, &texture);
		glBindTexture(GL_TEXTURE_2D, texture);
		glTexStorage2D(GL_TEXTURE_2D, 1, formats[i], SIZE, SIZE);
		glFramebufferTexture(GL_FRAMEBUFFER, points[i], texture, 0);
	}
	glDrawBuffers(floats ? 1 : 4, points);
	glViewport(0, 0, SIZE, SIZE);
}

int main(int argc, char **argv)
{
	static const GLuint before[4] = {3999999999u, 16777219, 0, 0};
	static const GLfloat fine_before[4] = {1.0f / 3, 16777216, 0, 0};
	EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
	EGLSurface surface = pbuffer_make(display, PBUFFER_CORE, SIZE);
	bool floats = argc > 1 && strcmp(argv[1], "floats") == 0;
	make_program(floats);
	make_vertices();
	make_buffer();
	make_textures();
	make_targets(floats);
	fflush(stdout);
	for (int frame = 0; frame < 3; frame++) {
		if (floats)
			glClearBufferfv(GL_COLOR, 0, fine_before);
		else
			glClearBufferuiv(GL_COLOR, 0, before);
		glDrawArrays(GL_TRIANGLES, 0, 3);
		eglSwapBuffers(display, surface);
	}
	return glGetError() ? 1 : 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * test-formats [es] - textures of each target and renderbuffers in each integer format, filled by
 * arithmetic (`number_at`), and for each format that can be drawn into a draw with eight targets,
 * a draw with four samples and a dispatch that read them all; then integers and doubles in every
 * stage. Fills with glDrawArrays, and what is to be looked at are other calls:
 * tests/real/formats.py has the same arithmetic. Core GL 4.5, "es": OpenGL ES 3.2. Prints "texture
 * NAME TARGET FORMAT" and "buffer NAME FORMAT".
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/programs/pbuffer.h"
#define GL_GLEXT_PROTOTYPES 1
#include <GL/gl.h>
#include <GL/glext.h>

enum { SIZE = 4, SAMPLES = 4, LEVELS = 2, N_NUMBERS = 7, ROOM = 1 << 14, MOST_LAYERS = 12 };
enum { MOST_OUTPUTS = 8, MOST_TEXELS = SIZE * SIZE * MOST_LAYERS };

static bool is_es;

/* ---- formats ---- */

enum base { UNSIGNED, SIGNED, FIXED };

static const struct format {
	const char *name; /* as in GLSL */
	GLenum internal;
	enum base base;
	unsigned n, bits; /* components, of each */
	bool es_image;
} formats[] = {
	{"r8ui", GL_R8UI, UNSIGNED, 1, 8, false},
	{"r8i", GL_R8I, SIGNED, 1, 8, false},
	{"r16ui", GL_R16UI, UNSIGNED, 1, 16, false},
	{"r16i", GL_R16I, SIGNED, 1, 16, false},
	{"r32ui", GL_R32UI, UNSIGNED, 1, 32, true},
	{"r32i", GL_R32I, SIGNED, 1, 32, true},
	{"rg8ui", GL_RG8UI, UNSIGNED, 2, 8, false},
	{"rg8i", GL_RG8I, SIGNED, 2, 8, false},
	{"rg16ui", GL_RG16UI, UNSIGNED, 2, 16, false},
	{"rg16i", GL_RG16I, SIGNED, 2, 16, false},
	{"rg32ui", GL_RG32UI, UNSIGNED, 2, 32, false},
	{"rg32i", GL_RG32I, SIGNED, 2, 32, false},
	{"rgba8ui", GL_RGBA8UI, UNSIGNED, 4, 8, true},
	{"rgba8i", GL_RGBA8I, SIGNED, 4, 8, true},
	{"rgba16ui", GL_RGBA16UI, UNSIGNED, 4, 16, true},
	{"rgba16i", GL_RGBA16I, SIGNED, 4, 16, true},
	{"rgba32ui", GL_RGBA32UI, UNSIGNED, 4, 32, true},
	{"rgba32i", GL_RGBA32I, SIGNED, 4, 32, true},
	{"rgb10_a2ui", GL_RGB10_A2UI, UNSIGNED, 4, 10, false},
	{"rgb10_a2", GL_RGB10_A2, FIXED, 4, 10, false},
	/* Those that nothing can be drawn into. */
	{"rgb8ui", GL_RGB8UI, UNSIGNED, 3, 8, false},
	{"rgb8i", GL_RGB8I, SIGNED, 3, 8, false},
	{"rgb16ui", GL_RGB16UI, UNSIGNED, 3, 16, false},
	{"rgb16i", GL_RGB16I, SIGNED, 3, 16, false},
	{"rgb32ui", GL_RGB32UI, UNSIGNED, 3, 32, false},
	{"rgb32i", GL_RGB32I, SIGNED, 3, 32, false},
};

enum { N_FORMATS = sizeof formats / sizeof *formats, N_DRAWN = 20 };

/* Of the bits of a component: of 32, or those of a component that has fewer. */
static int32_t number_at(const struct format *f, unsigned component, unsigned i)
{
	unsigned bits = f->bits == 10 && component == 3 ? 2 : f->bits;
	uint32_t most = bits == 32 ? UINT32_MAX : (1u << bits) - 1, half = most / 2 + 1;
	const uint32_t naturals[N_NUMBERS] = {
		0, 1, most, most - 1, 16777217u & most, 0x5a5a5a5au & most, half};
	const int64_t wholes[N_NUMBERS] = {
		0, -1, (int64_t)half - 1, -(int64_t)half, 16777217 % half, 1, 1 - (int64_t)half};
	return f->base == SIGNED ? (int32_t)wholes[i % N_NUMBERS]
				 : (int32_t)naturals[i % N_NUMBERS];
}

/* ---- targets ---- */

static const struct target {
	GLenum target;
	const char *name, *kind, *fetch, *place, *load; /* kind: as in isamplerKIND */
	unsigned rows, layers;
	bool in_es, has_levels;
} targets[] = {
	{GL_TEXTURE_1D, "1d", "1D", "texelFetch", "at.x, 0", "at.x", 1, 1, false, true},
	{GL_TEXTURE_1D_ARRAY, "1d-array", "1DArray", "texelFetch", "ivec2(at.x, 1), 0",
		"ivec2(at.x, 1)", 1, 3, false, true},
	{GL_TEXTURE_2D, "2d", "2D", "texelFetch", "at, 0", "at", SIZE, 1, true, true},
	{GL_TEXTURE_2D_ARRAY, "2d-array", "2DArray", "texelFetch", "ivec3(at, 1), 0",
		"ivec3(at, 1)", SIZE, 3, true, true},
	{GL_TEXTURE_3D, "3d", "3D", "texelFetch", "ivec3(at, 1), 0", "ivec3(at, 1)", SIZE, 3, true,
		true},
	{GL_TEXTURE_CUBE_MAP, "cube", "Cube", "textureLod", "to, 0.0", "ivec3(at, 4)", SIZE, 6,
		true, true},
	{GL_TEXTURE_CUBE_MAP_ARRAY, "cube-array", "CubeArray", "textureLod", "vec4(to, 1.0), 0.0",
		"ivec3(at, 7)", SIZE, 12, true, true},
	{GL_TEXTURE_RECTANGLE, "rectangle", "2DRect", "texelFetch", "at", "at", SIZE, 1, false,
		false},
	{GL_TEXTURE_2D_MULTISAMPLE, "samples", "2DMS", "texelFetch", "at, 2", NULL, SIZE, 1, true,
		false},
	{GL_TEXTURE_2D_MULTISAMPLE_ARRAY, "samples-array", "2DMSArray", "texelFetch",
		"ivec3(at, 1), 2", NULL, SIZE, 2, true, false},
	{GL_TEXTURE_BUFFER, "buffer", "Buffer", "texelFetch", "at.x + 4 * at.y", "at.x + 4 * at.y",
		SIZE, 1, true, false},
};

enum { N_TARGETS = sizeof targets / sizeof *targets };

static GLuint textures[N_FORMATS][N_TARGETS];

static bool has_samples(const struct target *t)
{
	return t->target == GL_TEXTURE_2D_MULTISAMPLE ||
	       t->target == GL_TEXTURE_2D_MULTISAMPLE_ARRAY;
}

static bool can_have(const struct format *f, const struct target *t)
{
	if (is_es && !t->in_es)
		return false;
	if (t->target == GL_TEXTURE_BUFFER)
		return f->bits != 10 && (f->n != 3 || f->bits == 32);
	return !has_samples(t) || f < formats + N_DRAWN;
}

/* ---- textures ---- */

static GLenum upload_format(const struct format *f)
{
	static const GLenum wholes[] = {
		GL_RED_INTEGER, GL_RG_INTEGER, GL_RGB_INTEGER, GL_RGBA_INTEGER};
	return f->base == FIXED ? GL_RGBA : wholes[f->n - 1];
}

static GLenum upload_type(const struct format *f)
{
	if (f->bits == 10)
		return GL_UNSIGNED_INT_2_10_10_10_REV;
	if (f->base == SIGNED)
		return f->bits == 8 ? GL_BYTE : f->bits == 16 ? GL_SHORT : GL_INT;
	return f->bits == 8    ? GL_UNSIGNED_BYTE
	       : f->bits == 16 ? GL_UNSIGNED_SHORT
			       : GL_UNSIGNED_INT;
}

static uint8_t texels[MOST_TEXELS * 16];

static uint8_t *put(uint8_t *to, const struct format *f, unsigned i)
{
	uint32_t packed = 0;
	for (unsigned c = 0; c < f->n; c++) {
		int32_t number = number_at(f, c, i + 2 * c);
		if (f->bits == 10) {
			packed |= (uint32_t)number << 10 * c;
			continue;
		}
		memcpy(to, &number, f->bits / 8);
		to += f->bits / 8;
	}
	if (f->bits != 10)
		return to;
	memcpy(to, &packed, sizeof packed);
	return to + sizeof packed;
}

/* Returns how many bytes there are. */
static size_t fill(
	const struct format *f, unsigned width, unsigned height, unsigned layers, unsigned level)
{
	uint8_t *to = texels;
	unsigned first = (unsigned)(f - formats) + level;
	for (unsigned l = 0; l < layers; l++)
		for (unsigned y = 0; y < height; y++)
			for (unsigned x = 0; x < width; x++)
				to = put(to, f, x + 3 * y + 5 * l + first);
	return (size_t)(to - texels);
}

static void upload(const struct format *f, const struct target *t, unsigned level)
{
	GLsizei size = SIZE >> level, layers = (GLsizei)t->layers;
	GLenum format = upload_format(f), type = upload_type(f);
	if (t->target == GL_TEXTURE_3D)
		layers = layers >> level;
	fill(f, (unsigned)size, t->rows == 1 ? 1 : (unsigned)size, (unsigned)layers, level);
	if (t->target == GL_TEXTURE_1D)
		glTexSubImage1D(t->target, (GLint)level, 0, size, format, type, texels);
	else if (t->target == GL_TEXTURE_1D_ARRAY)
		glTexSubImage2D(t->target, (GLint)level, 0, 0, size, layers, format, type, texels);
	else if (t->target == GL_TEXTURE_2D || t->target == GL_TEXTURE_RECTANGLE)
		glTexSubImage2D(t->target, (GLint)level, 0, 0, size, size, format, type, texels);
	else if (t->target == GL_TEXTURE_CUBE_MAP)
		for (GLuint face = 0; face < 6; face++)
			glTexSubImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, (GLint)level, 0, 0,
				size, size, format, type,
				texels + fill(f, (unsigned)size, (unsigned)size, face, level));
	else
		glTexSubImage3D(
			t->target, (GLint)level, 0, 0, 0, size, size, layers, format, type, texels);
}

static void store(const struct format *f, const struct target *t)
{
	GLsizei levels = t->has_levels ? LEVELS : 1, layers = (GLsizei)t->layers;
	GLuint buffer;
	if (t->target == GL_TEXTURE_BUFFER) {
		glGenBuffers(1, &buffer);
		glBindBuffer(GL_TEXTURE_BUFFER, buffer);
		glBufferData(GL_TEXTURE_BUFFER, (GLsizeiptr)fill(f, SIZE, SIZE, 1, 0), texels,
			GL_STATIC_DRAW);
		glTexBuffer(t->target, f->internal, buffer);
		printf("buffer %u %s\n", buffer, f->name);
	} else if (t->target == GL_TEXTURE_2D_MULTISAMPLE)
		glTexStorage2DMultisample(t->target, SAMPLES, f->internal, SIZE, SIZE, GL_TRUE);
	else if (t->target == GL_TEXTURE_2D_MULTISAMPLE_ARRAY)
		glTexStorage3DMultisample(
			t->target, SAMPLES, f->internal, SIZE, SIZE, layers, GL_TRUE);
	else if (t->target == GL_TEXTURE_1D)
		glTexStorage1D(t->target, levels, f->internal, SIZE);
	else if (t->target == GL_TEXTURE_1D_ARRAY)
		glTexStorage2D(t->target, levels, f->internal, SIZE, layers);
	else if (t->target == GL_TEXTURE_2D || t->target == GL_TEXTURE_RECTANGLE ||
		 t->target == GL_TEXTURE_CUBE_MAP)
		glTexStorage2D(t->target, levels, f->internal, SIZE, SIZE);
	else
		glTexStorage3D(t->target, levels, f->internal, SIZE, SIZE, layers);
}

static GLuint make_texture(const struct format *f, const struct target *t)
{
	GLuint texture;
	glGenTextures(1, &texture);
	glBindTexture(t->target, texture);
	if (!has_samples(t) && t->target != GL_TEXTURE_BUFFER) {
		glTexParameteri(t->target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
		glTexParameteri(t->target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
	}
	store(f, t);
	if (has_samples(t) || t->target == GL_TEXTURE_BUFFER)
		return texture;
	for (unsigned level = 0; level < (t->has_levels ? LEVELS : 1); level++)
		upload(f, t, level);
	return texture;
}

/* ---- shaders ---- */

static char text[ROOM];

__attribute__((format(printf, 1, 2))) static void add(const char *format, ...)
{
	size_t length = strlen(text);
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text + length, sizeof text - length, format, arguments);
	va_end(arguments);
}

static void begin(void)
{
	snprintf(text, sizeof text, "%s",
		is_es ? "#version 320 es\nprecision highp float;\nprecision highp int;\n"
			"precision highp isampler2D;\n"
		      : "#version 450\n");
}

static void attach(GLuint program, GLenum type)
{
	char log[1000] = "";
	const char *given = text;
	GLuint shader = glCreateShader(type);
	glShaderSource(shader, 1, &given, NULL);
	glCompileShader(shader);
	glGetShaderInfoLog(shader, sizeof log, NULL, log);
	if (*log)
		fprintf(stderr, "%s\n%s", text, log);
	glAttachShader(program, shader);
	glDeleteShader(shader);
}

static void use(GLuint program)
{
	GLint linked;
	char log[1000] = "";
	glLinkProgram(program);
	glGetProgramiv(program, GL_LINK_STATUS, &linked);
	glGetProgramInfoLog(program, sizeof log, NULL, log);
	if (!linked) {
		fprintf(stderr, "%s\n", log);
		exit(99);
	}
	glUseProgram(program);
}

static const char vertex[] =
	"void main()\n{\n"
	"	gl_Position = vec4(float(gl_VertexID % 2 * 4 - 1), float(gl_VertexID / 2 * 4 - 1), "
	"0.0, 1.0);\n}\n";

static void attach_vertex(GLuint program)
{
	begin();
	add("%s", vertex);
	attach(program, GL_VERTEX_SHADER);
}

static const char *type_of(const struct format *f)
{
	static const char *const types[] = {"uvec4", "ivec4", "vec4"};
	return types[f->base];
}

static const char *letter_of(const struct format *f)
{
	static const char *const letters[] = {"u", "i", ""};
	return letters[f->base];
}

/* What is drawn: as `number_at`, from uniforms. */
static void add_outputs(const struct format *f, unsigned n, const char *place)
{
	add("uniform ivec4 numbers[%d];\nuniform int first[%d];\n", N_NUMBERS, MOST_OUTPUTS);
	for (unsigned k = 0; k < n; k++)
		add("layout(location = %u) out %s o%u;\n", k, type_of(f), k);
	add("%s drawn(int k)\n{\n	ivec4 word;\n	for (int c = 0; c < 4; c++)\n"
	    "		word[c] = numbers[(%s + first[k] + 2 * c) %% %d][c];\n	return "
	    "%s(word)%s;\n}\n",
		type_of(f), place, N_NUMBERS, type_of(f),
		f->base == FIXED ? " / vec4(1023.0, 1023.0, 1023.0, 3.0)" : "");
}

static void set_outputs(const struct format *f, GLuint program, unsigned n, const GLint *first)
{
	GLint numbers[N_NUMBERS][4];
	for (unsigned i = 0; i < N_NUMBERS; i++)
		for (unsigned c = 0; c < 4; c++)
			numbers[i][c] = number_at(f, c, i);
	glUniform4iv(glGetUniformLocation(program, "numbers"), N_NUMBERS, numbers[0]);
	glUniform1iv(glGetUniformLocation(program, "first"), (GLsizei)n, first);
}

static GLuint make_samples_program(const struct format *f, unsigned n)
{
	GLuint program = glCreateProgram();
	attach_vertex(program);
	begin();
	add_outputs(f, n, "int(gl_FragCoord.x) + 3 * int(gl_FragCoord.y) + 5 * gl_SampleID");
	add("void main()\n{\n");
	for (unsigned k = 0; k < n; k++)
		add("	o%u = drawn(%u);\n", k, k);
	add("}\n");
	attach(program, GL_FRAGMENT_SHADER);
	use(program);
	return program;
}

/* The reads from all targets; in ES, only formats that its images have. */
static void add_reads(const struct format *f)
{
	bool images = !is_es || f->es_image;
	for (unsigned k = 0; k < N_TARGETS; k++) {
		if (!can_have(f, &targets[k]))
			continue;
		add("layout(binding = %u) uniform highp %ssampler%s s%u;\n", k, letter_of(f),
			targets[k].kind, k);
		if (images && targets[k].load)
			add("layout(%s, binding = %u) readonly uniform highp %simage%s i%u;\n",
				f->name, k < 8 ? k : 8, letter_of(f), targets[k].kind, k);
	}
}

static void add_main(const struct format *f, const char *at)
{
	bool images = !is_es || f->es_image;
	add("void main()\n{\n	ivec2 at = ivec2(%s);\n	%s fetched[%d], loaded[%d];\n", at,
		type_of(f), N_TARGETS, N_TARGETS);
	add("	vec3 to = vec3(1.0, 0.75 - 0.5 * float(at.y), 0.75 - 0.5 * float(at.x));\n"
	    "	for (int k = 0; k < %d; k++) {\n		fetched[k] = %s(0);\n		"
	    "loaded[k] "
	    "= %s(0);\n	}\n",
		N_TARGETS, type_of(f), type_of(f));
	for (unsigned k = 0; k < N_TARGETS; k++) {
		if (!can_have(f, &targets[k]))
			continue;
		add("	fetched[%u] = %s(s%u, %s);\n", k, targets[k].fetch, k, targets[k].place);
		if (images && targets[k].load)
			add("	loaded[%u] = imageLoad(i%u, %s);\n", k, k, targets[k].load);
	}
	add("	bool odd = false;\n	for (int k = 0; k < %d; k++)\n"
	    "		odd = odd || fetched[k] == %s(77) || loaded[k] == %s(77);\n",
		N_TARGETS, type_of(f), type_of(f));
}

static GLuint make_draw_program(const struct format *f, unsigned n)
{
	GLuint program = glCreateProgram();
	attach_vertex(program);
	begin();
	add_reads(f);
	add_outputs(f, n, "int(gl_FragCoord.x) + 3 * int(gl_FragCoord.y)");
	add_main(f, "gl_FragCoord.xy");
	add("	if (odd)\n		discard;\n");
	for (unsigned k = 0; k < n; k++)
		add("	o%u = drawn(%u);\n", k, k);
	add("}\n");
	attach(program, GL_FRAGMENT_SHADER);
	use(program);
	return program;
}

static GLuint make_dispatch_program(const struct format *f)
{
	GLuint program = glCreateProgram();
	begin();
	add("layout(local_size_x = %d, local_size_y = %d) in;\n"
	    "layout(std430, binding = 0) buffer Found { uint found; };\n",
		SIZE, SIZE);
	add_reads(f);
	add_main(f, "gl_GlobalInvocationID.xy");
	add("	if (odd)\n		found = 1u;\n}\n");
	attach(program, GL_COMPUTE_SHADER);
	use(program);
	return program;
}

/* ---- one format ---- */

static void fill_samples(const struct format *f)
{
	for (unsigned k = 0; k < N_TARGETS; k++) {
		GLuint texture = textures[f - formats][k];
		if (!has_samples(&targets[k]))
			continue;
		GLuint program = make_samples_program(f, 1);
		for (unsigned l = 0; l < targets[k].layers; l++) {
			const GLint first = (GLint)(5 * SAMPLES * l) + (GLint)(f - formats);
			if (targets[k].layers > 1)
				glFramebufferTextureLayer(
					GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 0, (GLint)l);
			else
				glFramebufferTexture(
					GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 0);
			set_outputs(f, program, 1, &first);
			glDrawArrays(GL_TRIANGLES, 0, 3);
		}
		glDeleteProgram(program);
	}
}

static void bind_reads(const struct format *f)
{
	for (unsigned k = 0; k < N_TARGETS; k++) {
		GLuint texture = textures[f - formats][k];
		glActiveTexture(GL_TEXTURE0 + k);
		if (texture)
			glBindTexture(targets[k].target, texture);
		if (texture && targets[k].load && (!is_es || f->es_image))
			glBindImageTexture(
				k < 8 ? k : 8, texture, 0, GL_TRUE, 0, GL_READ_ONLY, f->internal);
	}
	glActiveTexture(GL_TEXTURE31);
}

static GLuint make_renderbuffer(const struct format *f, GLsizei samples)
{
	GLuint renderbuffer;
	glGenRenderbuffers(1, &renderbuffer);
	glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
	glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, f->internal, SIZE, SIZE);
	return renderbuffer;
}

/* Attaches what has, or has not, samples, the last target first, and a renderbuffer; returns how
 * many there are. */
static unsigned attach_targets(const struct format *f, bool samples)
{
	unsigned n = 0;
	GLenum points[MOST_OUTPUTS] = {0};
	GLuint framebuffer;
	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	for (unsigned k = N_TARGETS; k-- > 0;) {
		const struct target *t = &targets[k];
		if (!can_have(f, t) || has_samples(t) != samples ||
			t->target == GL_TEXTURE_BUFFER || t->target == GL_TEXTURE_2D)
			continue;
		GLuint texture = make_texture(f, t);
		points[n] = GL_COLOR_ATTACHMENT0 + n;
		if (t->target == GL_TEXTURE_CUBE_MAP)
			glFramebufferTexture2D(GL_FRAMEBUFFER, points[n],
				GL_TEXTURE_CUBE_MAP_POSITIVE_X + 4, texture, 0);
		else if (t->layers > 1)
			glFramebufferTextureLayer(
				GL_FRAMEBUFFER, points[n], texture, 0, t->layers > 6 ? 7 : 1);
		else
			glFramebufferTexture(GL_FRAMEBUFFER, points[n], texture, 0);
		n++;
	}
	points[n] = GL_COLOR_ATTACHMENT0 + n;
	glFramebufferRenderbuffer(GL_FRAMEBUFFER, points[n], GL_RENDERBUFFER,
		make_renderbuffer(f, samples ? SAMPLES : 0));
	n++;
	glDrawBuffers((GLsizei)n, points);
	return n;
}

static void clear(const struct format *f, unsigned n)
{
	for (unsigned k = 0; k < n; k++) {
		GLint numbers[4];
		GLfloat colour[4];
		for (unsigned c = 0; c < 4; c++) {
			numbers[c] = number_at(f, c, k + 1 + 2 * c);
			colour[c] = (float)numbers[c] / (c == 3 ? 3.0f : 1023.0f);
		}
		if (f->base == FIXED)
			glClearBufferfv(GL_COLOR, (GLint)k, colour);
		else if (f->base == SIGNED)
			glClearBufferiv(GL_COLOR, (GLint)k, numbers);
		else
			glClearBufferuiv(GL_COLOR, (GLint)k, (const GLuint *)numbers);
	}
}

static void show(const struct format *f, GLuint scratch)
{
	GLint first[MOST_OUTPUTS];
	for (int k = 0; k < MOST_OUTPUTS; k++)
		first[k] = k + 3 + (GLint)(f - formats);
	glBindFramebuffer(GL_FRAMEBUFFER, scratch);
	fill_samples(f);
	bind_reads(f);
	unsigned n = attach_targets(f, false);
	clear(f, n);
	set_outputs(f, make_draw_program(f, n), n, first);
	glDrawArraysInstanced(GL_TRIANGLES, 0, 3, 1);
	n = attach_targets(f, true);
	clear(f, n);
	set_outputs(f, make_samples_program(f, n), n, first);
	glDrawArraysInstanced(GL_TRIANGLES, 0, 3, 1);
	make_dispatch_program(f);
	glDispatchCompute(1, 1, 1);
}

/* ---- every stage ---- */

#define NUMBERS                                                                                    \
	"layout(std140, binding = 0) uniform Numbers {\n"                                          \
	"	int64_t least;\n	uint64_t most;\n	double third;\n	double tiny;\n"                        \
	"	ivec2 ends;\n	uvec2 naturals;\n};\n"
#define LOCALS                                                                                     \
	"	int64_t wide = least;\n	uint64_t full = most;\n	dvec2 real = dvec2(third, "              \
	"tiny);\n"                                                                                 \
	"	ivec2 whole = ends;\n	uvec2 natural = naturals;\n	i64vec2 pair = "                       \
	"i64vec2(wide, -1L);\n"                                                                    \
	"	double sum = wide < 0L && full > 5UL ? real.x : 0.0lf;\n"                                \
	"	sum += double(whole.x + int(natural.x)) + double(pair.y);\n"

static void add_stage(const char *before, const char *after)
{
	begin();
	add("#extension GL_ARB_gpu_shader_int64 : require\n%s" NUMBERS "void main()\n{\n" LOCALS
	    "%s}\n",
		before, after);
}

static void set_numbers(void)
{
	static const struct {
		int64_t least;
		uint64_t most;
		double third, tiny;
		int32_t ends[2];
		uint32_t naturals[2];
	} numbers = {INT64_MIN, UINT64_MAX, 1.0 / 3, 1e-300, {INT32_MIN, INT32_MAX},
		{UINT32_MAX, 16777217}};
	GLuint buffer;
	glGenBuffers(1, &buffer);
	glBindBufferBase(GL_UNIFORM_BUFFER, 0, buffer);
	glBufferData(GL_UNIFORM_BUFFER, sizeof numbers, &numbers, GL_STATIC_DRAW);
}

static void draw_stages(void)
{
	GLuint program = glCreateProgram();
	const GLenum back = GL_BACK;
	add_stage("", "	gl_Position = vec4(gl_VertexID % 2 * 4 - 1, gl_VertexID / 2 * 4 - 1, sum * "
		      "0.0lf, 1);\n");
	attach(program, GL_VERTEX_SHADER);
	add_stage("layout(vertices = 3) out;\n",
		"	gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position + "
		"vec4(sum * 0.0lf);\n"
		"	gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = gl_TessLevelOuter[2] = 1.0;\n"
		"	gl_TessLevelInner[0] = 1.0;\n");
	attach(program, GL_TESS_CONTROL_SHADER);
	add_stage("layout(triangles) in;\n",
		"	gl_Position = gl_TessCoord.x * gl_in[0].gl_Position + gl_TessCoord.y * "
		"gl_in[1].gl_Position + gl_TessCoord.z * gl_in[2].gl_Position + vec4(sum * "
		"0.0lf);\n");
	attach(program, GL_TESS_EVALUATION_SHADER);
	add_stage("layout(triangles) in;\nlayout(triangle_strip, max_vertices = 3) out;\n",
		"	for (int i = 0; i < 3; i++) {\n"
		"		gl_Position = gl_in[i].gl_Position + vec4(sum * 0.0lf);\n"
		"		EmitVertex();\n	}\n");
	attach(program, GL_GEOMETRY_SHADER);
	add_stage("layout(location = 0) out vec4 colour;\n", "	colour = vec4(sum);\n");
	attach(program, GL_FRAGMENT_SHADER);
	use(program);
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
	glDrawBuffers(1, &back);
	glPatchParameteri(GL_PATCH_VERTICES, 3);
	glDrawArraysInstanced(GL_PATCHES, 0, 3, 1);
	program = glCreateProgram();
	add_stage("layout(local_size_x = 2) in;\n"
		  "layout(std430, binding = 0) buffer Found { double found; };\n",
		"	found = sum;\n");
	attach(program, GL_COMPUTE_SHADER);
	use(program);
	glDispatchCompute(1, 1, 1);
}

int main(int argc, char **argv)
{
	EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
	GLuint array, found, scratch;
	is_es = argc > 1 && !strcmp(argv[1], "es");
	EGLSurface surface = pbuffer_make(display, is_es ? PBUFFER_ES : PBUFFER_CORE, SIZE);
	glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
	glGenVertexArrays(1, &array);
	glBindVertexArray(array);
	glGenFramebuffers(1, &scratch);
	glGenBuffers(1, &found);
	glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, found);
	glBufferData(GL_SHADER_STORAGE_BUFFER, 16, NULL, GL_STATIC_DRAW);
	glViewport(0, 0, SIZE, SIZE);
	for (unsigned f = 0; f < N_FORMATS; f++)
		for (unsigned k = 0; k < N_TARGETS; k++) {
			if (!can_have(&formats[f], &targets[k]))
				continue;
			textures[f][k] = make_texture(&formats[f], &targets[k]);
			printf("texture %u %s %s\n", textures[f][k], targets[k].name,
				formats[f].name);
		}
	fflush(stdout);
	set_numbers();
	for (unsigned f = 0; f < N_DRAWN; f++)
		show(&formats[f], scratch);
	if (!is_es)
		draw_stages();
	eglSwapBuffers(display, surface);
	GLenum error = glGetError();
	if (error)
		fprintf(stderr, "GL error %#x\n", error);
	return error ? 1 : 0;
}

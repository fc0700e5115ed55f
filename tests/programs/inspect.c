/* SPDX-License-Identifier: MIT */
/*
 * Textures and buffers of many kinds whose contents tests know. For each texture a line "NAME
 * LABEL" is printed, for each buffer likewise. Texel (x, y, z) of level l, component k: of float
 * kinds ((x + 3 y + 5 z + 7 l + 2 k) mod 9) / 8, of integers x + 10 y + 50 z + 100 l + k - 3
 * (unsigned: without the - 3). Samples s of multisampled ones: (s + 1) / 8, as integers -(s + 1).
 * Then a draw into a framebuffer with blending, draws into a multisampled one, and one each into
 * framebuffers of several samples, layers, and both (draw_planes).
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <EGL/egl.h>
#include <EGL/eglext.h>
#define GL_GLEXT_PROTOTYPES 1
#include <GL/gl.h>
#include <GL/glext.h>

static const struct kind {
	const char *label;
	GLenum target, format;
	int w, h, d, levels;
	char scalar; /* f float, i int, u uint, d depth */
} kinds[] = {
	{"1d-rgba8", GL_TEXTURE_1D, GL_RGBA8, 5, 1, 1, 1, 'f'},
	{"2d-rgba8", GL_TEXTURE_2D, GL_RGBA8, 8, 4, 1, 3, 'f'},
	{"2d-srgb", GL_TEXTURE_2D, GL_SRGB8_ALPHA8, 8, 4, 1, 1, 'f'},
	{"2d-rgba32f", GL_TEXTURE_2D, GL_RGBA32F, 8, 4, 1, 2, 'f'},
	{"2d-rg16f", GL_TEXTURE_2D, GL_RG16F, 7, 3, 1, 1, 'f'},
	{"2d-r8", GL_TEXTURE_2D, GL_R8, 7, 3, 1, 1, 'f'},
	{"2d-rgb9e5", GL_TEXTURE_2D, GL_RGB9_E5, 8, 4, 1, 1, 'f'},
	{"2d-rgb10a2", GL_TEXTURE_2D, GL_RGB10_A2, 8, 4, 1, 1, 'f'},
	{"2d-snorm", GL_TEXTURE_2D, GL_RGBA8_SNORM, 8, 4, 1, 1, 'f'},
	{"2d-rgba16", GL_TEXTURE_2D, GL_RGBA16, 8, 4, 1, 1, 'f'},
	{"2d-rgba32i", GL_TEXTURE_2D, GL_RGBA32I, 8, 4, 1, 2, 'i'},
	{"2d-r32ui", GL_TEXTURE_2D, GL_R32UI, 8, 4, 1, 1, 'u'},
	{"2d-rg16i", GL_TEXTURE_2D, GL_RG16I, 8, 4, 1, 1, 'i'},
	{"rect-rgba8", GL_TEXTURE_RECTANGLE, GL_RGBA8, 6, 3, 1, 1, 'f'},
	{"1darray-rgba8", GL_TEXTURE_1D_ARRAY, GL_RGBA8, 6, 1, 3, 1, 'f'},
	{"2darray-rgba8", GL_TEXTURE_2D_ARRAY, GL_RGBA8, 4, 4, 3, 2, 'f'},
	{"2darray-rgb9e5", GL_TEXTURE_2D_ARRAY, GL_RGB9_E5, 4, 4, 3, 2, 'f'},
	{"3d-rgba32f", GL_TEXTURE_3D, GL_RGBA32F, 4, 3, 5, 1, 'f'},
	{"cube-rgba8", GL_TEXTURE_CUBE_MAP, GL_RGBA8, 4, 4, 6, 2, 'f'},
	{"cubearray-rgba8", GL_TEXTURE_CUBE_MAP_ARRAY, GL_RGBA8, 4, 4, 12, 1, 'f'},
	{"2d-depth24", GL_TEXTURE_2D, GL_DEPTH_COMPONENT24, 8, 4, 1, 1, 'd'},
	{"2d-depth32f", GL_TEXTURE_2D, GL_DEPTH_COMPONENT32F, 8, 4, 1, 1, 'd'},
};
enum { N_KINDS = sizeof kinds / sizeof *kinds };

static int half(int n, int level)
{
	return n >> level > 1 ? n >> level : 1;
}

static int depth_of(const struct kind *k, int level)
{
	return k->target == GL_TEXTURE_3D ? half(k->d, level) : k->d;
}

static void upload(const struct kind *k, int level)
{
	int w = half(k->w, level), h = half(k->h, level), d = depth_of(k, level),
	    n = k->scalar == 'd' ? 1 : 4;
	float *floats = malloc(sizeof(float) * w * h * d * n);
	int *ints = malloc(sizeof(int) * w * h * d * n);
	for (int i = 0; i < w * h * d * n; i++) {
		int c = i % n, x = i / n % w, y = i / n / w % h, z = i / n / w / h;
		floats[i] = (float)((x + 3 * y + 5 * z + 7 * level + 2 * c) % 9) / 8;
		ints[i] = x + 10 * y + 50 * z + 100 * level + c - (k->scalar == 'i' ? 3 : 0);
	}
	GLenum type = k->scalar == 'i' ? GL_INT : k->scalar == 'u' ? GL_UNSIGNED_INT : GL_FLOAT;
	GLenum format = k->scalar == 'd'   ? GL_DEPTH_COMPONENT
			: type == GL_FLOAT ? GL_RGBA
					   : GL_RGBA_INTEGER;
	const void *data = type == GL_FLOAT ? (void *)floats : (void *)ints;
	size_t face = (size_t)w * h * n * 4;
	if (k->target == GL_TEXTURE_1D)
		glTexSubImage1D(k->target, level, 0, w, format, type, data);
	else if (k->target == GL_TEXTURE_1D_ARRAY)
		glTexSubImage2D(k->target, level, 0, 0, w, d, format, type, data);
	else if (k->target == GL_TEXTURE_CUBE_MAP)
		for (int i = 0; i < 6; i++)
			glTexSubImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + i, level, 0, 0, w, h,
				format, type, (const char *)data + i * face);
	else if (k->d > 1)
		glTexSubImage3D(k->target, level, 0, 0, 0, w, h, d, format, type, data);
	else
		glTexSubImage2D(k->target, level, 0, 0, w, h, format, type, data);
	free(floats);
	free(ints);
}

static void make_texture(const struct kind *k, int unit)
{
	GLuint name;
	glActiveTexture(GL_TEXTURE0 + unit);
	glGenTextures(1, &name);
	glBindTexture(k->target, name);
	if (k->target == GL_TEXTURE_1D)
		glTexStorage1D(k->target, k->levels, k->format, k->w);
	else if (k->target == GL_TEXTURE_1D_ARRAY)
		glTexStorage2D(k->target, k->levels, k->format, k->w, k->d);
	else if (k->target == GL_TEXTURE_CUBE_MAP)
		glTexStorage2D(k->target, k->levels, k->format, k->w, k->h);
	else if (k->d > 1)
		glTexStorage3D(k->target, k->levels, k->format, k->w, k->h, k->d);
	else
		glTexStorage2D(k->target, k->levels, k->format, k->w, k->h);
	for (int level = 0; level < k->levels; level++)
		upload(k, level);
	printf("%u %s\n", name, k->label);
	glObjectLabel(GL_TEXTURE, name, -1, k->label);
}

/* Of compressed formats a block of 4 x 4 texels has one colour: DXT1 red, then green, then blue
 * (565); RGTC1 64, 128, 192 (of 255). */
static void make_compressed(int unit)
{
	static const unsigned char dxt1[3][8] = {{0x00, 0xf8}, {0xe0, 0x07}, {0x1f, 0x00}};
	static const unsigned char rgtc1[3][8] = {{64, 64}, {128, 128}, {192, 192}};
	GLuint names[2];
	glGenTextures(2, names);
	glActiveTexture(GL_TEXTURE0 + unit);
	glBindTexture(GL_TEXTURE_2D, names[0]);
	glCompressedTexImage2D(
		GL_TEXTURE_2D, 0, GL_COMPRESSED_RGB_S3TC_DXT1_EXT, 12, 4, 0, sizeof dxt1, dxt1);
	glActiveTexture(GL_TEXTURE0 + unit + 1);
	glBindTexture(GL_TEXTURE_2D, names[1]);
	glCompressedTexImage2D(
		GL_TEXTURE_2D, 0, GL_COMPRESSED_RED_RGTC1, 12, 4, 0, sizeof rgtc1, rgtc1);
	printf("%u compressed-dxt1\n%u compressed-rgtc1\n", names[0], names[1]);
}

/* Of 1024 x 1024 texels: DXT5 without levels, and RGTC2 whose level l has red 20 l, green 40 (of
 * 255) everywhere. */
static void make_large(int unit)
{
	enum { SIZE = 1024 };
	GLuint names[2];
	unsigned char *blocks = calloc(SIZE / 4 * SIZE / 4, 16);
	glGenTextures(2, names);
	glActiveTexture(GL_TEXTURE0 + unit);
	glBindTexture(GL_TEXTURE_2D, names[0]);
	glCompressedTexImage2D(GL_TEXTURE_2D, 0, GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, SIZE, SIZE, 0,
		SIZE / 4 * SIZE / 4 * 16, blocks);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
	glActiveTexture(GL_TEXTURE0 + unit + 1);
	glBindTexture(GL_TEXTURE_2D, names[1]);
	for (int level = 0; SIZE >> level; level++) {
		int size = SIZE >> level, n = size > 4 ? size / 4 : 1;
		for (int i = 0; i < n * n; i++) {
			blocks[16 * i] = blocks[16 * i + 1] = (unsigned char)(20 * level);
			blocks[16 * i + 8] = blocks[16 * i + 9] = 40;
		}
		glCompressedTexImage2D(GL_TEXTURE_2D, level, GL_COMPRESSED_RG_RGTC2, size, size, 0,
			n * n * 16, blocks);
	}
	free(blocks);
	printf("%u compressed-large\n%u compressed-levels\n", names[0], names[1]);
}

/* Byte i of the buffer is i * 5; of the second texture from byte 16 on, and 24 bytes. */
static void make_buffer_textures(int unit)
{
	unsigned char bytes[48];
	GLuint names[3], buffer;
	for (int i = 0; i < 48; i++)
		bytes[i] = (unsigned char)(i * 5);
	glGenBuffers(1, &buffer);
	glBindBuffer(GL_TEXTURE_BUFFER, buffer);
	glBufferData(GL_TEXTURE_BUFFER, sizeof bytes, bytes, GL_STATIC_DRAW);
	glBindBuffer(GL_TEXTURE_BUFFER, 0);
	glGenTextures(3, names);
	for (int i = 0; i < 3; i++) {
		glActiveTexture(GL_TEXTURE0 + unit + i);
		glBindTexture(GL_TEXTURE_BUFFER, names[i]);
		if (i == 0)
			glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA8, buffer);
		else if (i == 1)
			glTexBufferRange(GL_TEXTURE_BUFFER, GL_RG16UI, buffer, 16, 24);
	}
	printf("%u buffer-rgba8\n%u buffer-rg16ui\n%u buffer-none\n", names[0], names[1], names[2]);
}

static GLuint make_program(const char *declaration, const char *body)
{
	const char *vertex =
		"#version 430\n#extension GL_ARB_shader_viewport_layer_array : require\n"
		"void main() { gl_Layer = gl_InstanceID; vec2 p = vec2(gl_VertexID & 1, "
		"gl_VertexID >> 1) * 4.0 - 1.0;"
		" gl_Position = vec4(p, 0.0, 1.0); }\n";
	char text[1024];
	const char *fragment = text;
	snprintf(text, sizeof text, "#version 430\n%s\nvoid main()\n{\n\t%s\n}\n", declaration,
		body);
	GLuint program = glCreateProgram(), shader = glCreateShader(GL_VERTEX_SHADER);
	glShaderSource(shader, 1, &vertex, NULL);
	glCompileShader(shader);
	glAttachShader(program, shader);
	shader = glCreateShader(GL_FRAGMENT_SHADER);
	glShaderSource(shader, 1, &fragment, NULL);
	glCompileShader(shader);
	glAttachShader(program, shader);
	glLinkProgram(program);
	return program;
}

/* Each sample by itself, through the sample mask. texture: else a renderbuffer. Leaves its
 * framebuffer bound. */
static void fill_samples(GLenum format, int texture, GLuint program, const char *label)
{
	GLuint framebuffer, name;
	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	if (texture) {
		glGenTextures(1, &name);
		glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, name);
		glTexStorage2DMultisample(GL_TEXTURE_2D_MULTISAMPLE, 4, format, 6, 5, GL_TRUE);
		glFramebufferTexture2D(
			GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D_MULTISAMPLE, name, 0);
	} else {
		glGenRenderbuffers(1, &name);
		glBindRenderbuffer(GL_RENDERBUFFER, name);
		glRenderbufferStorageMultisample(GL_RENDERBUFFER, 4, format, 6, 5);
		glFramebufferRenderbuffer(
			GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, name);
	}
	glViewport(0, 0, 6, 5);
	glUseProgram(program);
	glEnable(GL_SAMPLE_MASK);
	for (int s = 0; s < 4; s++) {
		glSampleMaski(0, 1u << s);
		glUniform1i(0, s);
		glDrawArrays(GL_TRIANGLES, 0, 3);
	}
	glDisable(GL_SAMPLE_MASK);
	printf("%u %s\n", texture ? name : 0,
		label); /* renderbuffers' names may differ under glstep */
}

static void attach_planes(GLenum target, GLenum point, GLenum format)
{
	GLuint name;
	if (target == GL_RENDERBUFFER) {
		glGenRenderbuffers(1, &name);
		glBindRenderbuffer(target, name);
		glRenderbufferStorageMultisample(target, 4, format, 6, 5);
		glFramebufferRenderbuffer(GL_FRAMEBUFFER, point, target, name);
		return;
	}
	glGenTextures(1, &name);
	glBindTexture(target, name);
	if (target == GL_TEXTURE_2D_ARRAY)
		glTexStorage3D(target, 1, format, 6, 5, 3);
	else
		glTexStorage3DMultisample(target, 4, format, 6, 5, 3, GL_TRUE);
	glFramebufferTexture(GL_FRAMEBUFFER, point, name, 0);
}

/* What is there: colour 0.25, depth 0.5, stencil 42. Sample s of layer l gets 0.125 s, 0.25 l, 0.5,
 * 1 added, depth (s + 1) / 16, and one to its stencil, but for sample 2, and for layer 2. As sRGB
 * bytes where the format is such. */
static void draw_planes(GLenum target, GLenum format, GLuint program)
{
	static const GLfloat colour[] = {0.25f, 0.25f, 0.25f, 0.25f};
	GLuint framebuffer;
	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	attach_planes(target, GL_COLOR_ATTACHMENT0, format);
	attach_planes(target, GL_DEPTH_STENCIL_ATTACHMENT, GL_DEPTH24_STENCIL8);
	glDisable(GL_FRAMEBUFFER_SRGB);
	glClearBufferfv(GL_COLOR, 0, colour);
	glClearBufferfi(GL_DEPTH_STENCIL, 0, 0.5f, 42);
	glUseProgram(program);
	glEnable(GL_BLEND);
	glBlendFunc(GL_ONE, GL_ONE);
	glEnable(GL_SAMPLE_MASK);
	glSampleMaski(0, 0xb);
	glEnable(GL_DEPTH_TEST);
	glEnable(GL_STENCIL_TEST);
	glStencilFunc(GL_ALWAYS, 0, 255);
	glStencilOp(GL_KEEP, GL_KEEP, GL_INCR);
	glDrawArraysInstanced(GL_TRIANGLES, 0, 3, 2);
}

static void make_buffers(void)
{
	float floats[24];
	unsigned char bytes[64];
	GLuint names[2];
	for (int i = 0; i < 24; i++)
		floats[i] = i * 0.5f;
	for (int i = 0; i < 64; i++)
		bytes[i] = (unsigned char)(i * 4);
	glGenBuffers(2, names);
	glBindBuffer(GL_ARRAY_BUFFER, names[0]);
	glBufferData(GL_ARRAY_BUFFER, sizeof floats, floats, GL_STATIC_DRAW);
	glBindBuffer(GL_UNIFORM_BUFFER, names[1]);
	glBufferData(GL_UNIFORM_BUFFER, sizeof bytes, bytes, GL_DYNAMIC_DRAW);
	glBindBufferRange(GL_UNIFORM_BUFFER, 2, names[1], 0, 32);
	printf("%u floats\n%u bytes\n", names[0], names[1]);
	glObjectLabel(GL_BUFFER, names[0], -1, "floats");
}

/* Two colour attachments, the second of integers; the first is blended. */
static void make_framebuffer(void)
{
	static const GLenum buffers[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
	static const GLfloat colour[] = {0.25f, 0.5f, 0.75f, 1.0f};
	static const GLuint numbers[] = {7, 8, 9, 10};
	static const GLenum formats[] = {GL_RGBA8, GL_RGBA32UI, GL_DEPTH24_STENCIL8};
	static const GLenum points[] = {
		GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1, GL_DEPTH_STENCIL_ATTACHMENT};
	GLuint framebuffer, names[3];
	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glGenRenderbuffers(3, names);
	for (int i = 0; i < 3; i++) {
		glBindRenderbuffer(GL_RENDERBUFFER, names[i]);
		glRenderbufferStorage(GL_RENDERBUFFER, formats[i], 9, 7);
		glFramebufferRenderbuffer(GL_FRAMEBUFFER, points[i], GL_RENDERBUFFER, names[i]);
	}
	glDrawBuffers(2, buffers);
	glClearBufferfv(GL_COLOR, 0, colour);
	glClearBufferuiv(GL_COLOR, 1, numbers);
	glClearBufferfi(GL_DEPTH_STENCIL, 0, 0.5f, 42);
	glViewport(0, 0, 9, 7);
	glScissor(0, 0, 9, 4);
	glEnable(GL_SCISSOR_TEST);
	glEnablei(GL_BLEND, 0);
	glBlendFuncSeparate(GL_DST_ALPHA, GL_ONE, GL_ONE, GL_ONE); /* alpha there is 1 */
}

static bool make_context(void)
{
	static const EGLint context_attributes[] = {
		EGL_CONTEXT_MAJOR_VERSION, 4, EGL_CONTEXT_MINOR_VERSION, 5, EGL_NONE};
	EGLDisplay display = eglGetPlatformDisplay(
		EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
	EGLConfig config;
	EGLint n;
	static const EGLint wanted[] = {
		EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
	if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API) ||
		!eglChooseConfig(display, wanted, &config, 1, &n))
		return false;
	EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, context_attributes);
	return context && eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context);
}

int main(void)
{
	GLuint array;
	if (!make_context())
		return 77;
	glGenVertexArrays(1, &array);
	glBindVertexArray(array);
	for (int i = 0; i < N_KINDS; i++)
		make_texture(&kinds[i], i);
	glActiveTexture(GL_TEXTURE0 + N_KINDS);
	GLuint floats = make_program(
		"layout(location = 0) uniform int s; out vec4 c;", "c = vec4(float(s + 1) / 8.0);");
	fill_samples(GL_SRGB8_ALPHA8, 1, floats, "ms-srgb");
	GLuint integers = make_program(
		"layout(location = 0) uniform int s; out ivec4 c;", "c = ivec4(-s - 1);");
	fill_samples(GL_RGBA32F, 1, floats, "ms-rgba32f");
	fill_samples(GL_RGBA32I, 1, integers, "ms-rgba32i");
	make_compressed(N_KINDS + 2);
	make_buffer_textures(N_KINDS + 4);
	make_large(N_KINDS + 7);
	make_buffers();
	make_framebuffer();
	glUseProgram(
		make_program("layout(location = 0) out vec4 c; layout(location = 1) out uvec4 n;",
			"c = vec4(0.5, 0.25, 0.125, 2.0);\n\tn = uvec4(gl_FragCoord.xy, 3u, 4u);"));
	fflush(stdout);
	glDrawArrays(GL_TRIANGLES, 0, 3);
	glFinish();
	glDisable(GL_SCISSOR_TEST);
	glDisable(GL_BLEND);
	fill_samples(GL_RGBA8, 0, floats, "ms-renderbuffer");
	glFlush();
	GLuint planes = make_program("out vec4 c;",
		"c = vec4(float(gl_SampleID) * 0.125, float(gl_Layer) * 0.25, 0.5, 1.0);\n\t"
		"gl_FragDepth = float(gl_SampleID + 1) / 16.0;");
	draw_planes(GL_TEXTURE_2D_MULTISAMPLE_ARRAY, GL_RGBA8, planes);
	draw_planes(GL_TEXTURE_2D_ARRAY, GL_RGBA32F, planes);
	draw_planes(GL_RENDERBUFFER, GL_SRGB8_ALPHA8, planes);
	if (glGetError())
		return 1;
	return 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * test-copies - three buffers whose bytes come from one another: given, copied, copied on, mapped,
 * cleared, without data, over and over; a fourth is cleared to pixels of many formats, each its
 * slice; and textures are read into a fifth. A glFlush follows each round. Draws nothing.
 */
#include <stdio.h>
#include <string.h>
#include <EGL/egl.h>
#include <EGL/eglext.h>
#define GL_GLEXT_PROTOTYPES 1
#include <GL/gl.h>
#include <GL/glext.h>

enum { SIZE = 1024, ROUNDS = 12, SLICE = 96 };
#define N_OF(array) (sizeof(array) / sizeof *(array))

static int open_context(void)
{
	EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, NULL, NULL);
	if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API))
		return 0;
	return eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE,
		eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, NULL));
}

static const struct {
	GLenum internal_format, format, type;
} clears[] = {
	{GL_R8, GL_RED, GL_UNSIGNED_BYTE},
	{GL_RGBA8, GL_BGRA, GL_UNSIGNED_BYTE},
	{GL_RGBA8, GL_RGB, GL_FLOAT},
	{GL_RGBA8, GL_RGBA, GL_UNSIGNED_INT},
	{GL_RG8, GL_RG, GL_UNSIGNED_SHORT},
	{GL_RG16, GL_RGBA, GL_UNSIGNED_BYTE},
	{GL_RGBA16, GL_RG, GL_HALF_FLOAT},
	{GL_R16, GL_RED, GL_UNSIGNED_INT},
	{GL_RGBA16F, GL_RGB, GL_FLOAT},
	{GL_RG16F, GL_RG, GL_HALF_FLOAT},
	{GL_RGBA32F, GL_RGBA, GL_HALF_FLOAT},
	{GL_RGB32F, GL_RGB, GL_FLOAT},
	{GL_RG32F, GL_RED, GL_FLOAT},
	{GL_RGBA32F, GL_GREEN, GL_FLOAT},
	{GL_R8I, GL_RED_INTEGER, GL_INT},
	{GL_RGBA8UI, GL_BGRA_INTEGER, GL_UNSIGNED_BYTE},
	{GL_RG16I, GL_RG_INTEGER, GL_SHORT},
	{GL_RGBA16UI, GL_RGB_INTEGER, GL_UNSIGNED_INT},
	{GL_RGB32I, GL_RGB_INTEGER, GL_INT},
	{GL_RGBA32UI, GL_RED_INTEGER, GL_UNSIGNED_INT},
	{GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE},
	/* What becomes of these is not said to the bit. */
	{GL_R32F, GL_RED, GL_UNSIGNED_BYTE},
	{GL_RGBA8, GL_RGBA, GL_BYTE},
	{GL_RGBA8, GL_RGBA, GL_UNSIGNED_INT_8_8_8_8},
};

static void clear_slice(int k, size_t i, GLuint buffer)
{
	const GLfloat floats[4] = {0.25F, 0.5F * (float)k, 1, -0.125F};
	const GLushort halves[4] = {0x3400, (GLushort)(0x3800 + (k << 6)), 0x3c00, 0xb000};
	const GLint integers[4] = {k * 5, 100 - k, 1, 2 * k};
	/* Of the first, in eight bits, drivers make 250 or 251, then of all 160. */
	const GLshort shorts[4] = {(GLshort)(k < 6 ? -300 * k : 0x1010 * k), 12345, 255, 256};
	const GLubyte bytes[4] = {(GLubyte)(k * 21), 200, 255, 3};
	const void *pixel = clears[i].type == GL_FLOAT	      ? (const void *)floats
			    : clears[i].type == GL_HALF_FLOAT ? (const void *)halves
			    : clears[i].type == GL_SHORT || clears[i].type == GL_UNSIGNED_SHORT
				    ? (const void *)shorts
			    : clears[i].type == GL_INT || clears[i].type == GL_UNSIGNED_INT
				    ? (const void *)integers
				    : (const void *)bytes;
	glClearNamedBufferSubData(buffer, clears[i].internal_format, (GLintptr)i * SLICE, SLICE,
		clears[i].format, clears[i].type, pixel);
}

/* All of it, then two slices. */
static void clear(int k, GLuint buffer)
{
	const GLuint all[2] = {0xdeadbeefu, 0x1000u + (GLuint)k};
	if (k % 3)
		glClearNamedBufferData(buffer, GL_RG32UI, GL_RG_INTEGER, GL_UNSIGNED_INT, all);
	else
		glClearNamedBufferData(buffer, GL_R8, GL_RED, GL_UNSIGNED_BYTE, NULL);
	for (size_t i = (size_t)k % 6; i < N_OF(clears); i += 6)
		clear_slice(k, i, buffer);
	glCopyNamedBufferSubData(buffer, buffer, 3 * SLICE + 4, N_OF(clears) * SLICE, SLICE);
}

enum { FLAT, LINES, CUBE, SOLID, N_TEXTURES };

static void make_textures(GLuint textures[N_TEXTURES])
{
	unsigned char texels[16 * 16 * 4];
	for (size_t i = 0; i < sizeof texels; i++)
		texels[i] = (unsigned char)(i * 3);
	glGenTextures(N_TEXTURES, textures);
	glBindTexture(GL_TEXTURE_2D, textures[FLAT]);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 16, 16, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
	glGenerateMipmap(GL_TEXTURE_2D);
	glBindTexture(GL_TEXTURE_1D_ARRAY, textures[LINES]);
	glTexStorage2D(GL_TEXTURE_1D_ARRAY, 3, GL_R8, 12, 5);
	glBindTexture(GL_TEXTURE_CUBE_MAP, textures[CUBE]);
	glTexStorage2D(GL_TEXTURE_CUBE_MAP, 1, GL_RGBA8, 4, 4);
	glBindTexture(GL_TEXTURE_3D, textures[SOLID]);
	glTexStorage3D(GL_TEXTURE_3D, 2, GL_RG16F, 8, 8, 8);
}

/* Not all of them in each round; the offsets and sizes are written down in trace-memory.py. */
static void read_textures(int k, const GLuint textures[N_TEXTURES])
{
	char *start = NULL;
	glBindTexture(GL_TEXTURE_2D, textures[FLAT]);
	glBindTexture(GL_TEXTURE_1D_ARRAY, textures[LINES]);
	glPixelStorei(GL_PACK_ALIGNMENT, k & 1 ? 4 : 1);
	if (k % 3 == 0)
		glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, start + 32);
	if (k % 3 == 1)
		glGetTexImage(GL_TEXTURE_2D, 2, GL_RGB, GL_UNSIGNED_BYTE, start + 1100);
	if (k % 3 == 2)
		glGetTexImage(GL_TEXTURE_1D_ARRAY, 1, GL_RED, GL_UNSIGNED_BYTE, start + 1200);
	if (k % 4 == 1)
		glGetTextureImage(textures[CUBE], 0, GL_RED, GL_UNSIGNED_BYTE, 1000, start + 1300);
	if (k % 4 == 2)
		glGetnTexImage(GL_TEXTURE_CUBE_MAP_NEGATIVE_Y, 0, GL_RGBA, GL_UNSIGNED_SHORT, 700,
			start + 1400);
	if (k % 4 == 3)
		glGetTextureSubImage(textures[SOLID], 1, 1, 0, 1, 3, 4, 2, GL_RG, GL_HALF_FLOAT,
			800, start + 1600);
}

static void go_round(int k, const GLuint buffers[5], const GLuint textures[N_TEXTURES])
{
	unsigned char bytes[SIZE];
	for (int i = 0; i < SIZE; i++)
		bytes[i] = (unsigned char)(i * 7 + k * 31);
	if (k % 5 == 0)
		glBufferData(GL_ARRAY_BUFFER, SIZE, bytes, GL_STATIC_DRAW);
	if (k % 4 == 0)
		glNamedBufferData(
			buffers[1], SIZE - 64, k % 8 ? bytes + 64 : NULL, GL_DYNAMIC_DRAW);
	if (k == 0)
		glNamedBufferStorage(buffers[2], SIZE, bytes, GL_MAP_WRITE_BIT);
	glBufferSubData(GL_ARRAY_BUFFER, 16 * k, 100, bytes + k);
	glCopyBufferSubData(GL_ARRAY_BUFFER, GL_COPY_WRITE_BUFFER, 8 * k, 300 - k, 200);
	glCopyNamedBufferSubData(buffers[1], buffers[2], 250, 40 * k, 260);
	glCopyNamedBufferSubData(buffers[2], buffers[2], 0, 600 + k, 64);
	if (k % 3 == 1) {
		char *map = glMapNamedBufferRange(buffers[2], 500, 64, GL_MAP_WRITE_BIT);
		memcpy(map + 8, bytes, 40);
		glUnmapNamedBuffer(buffers[2]);
	}
	if (k % 3 == 2)
		glClearBufferSubData(
			GL_ARRAY_BUFFER, GL_R32UI, 32, 64, GL_RED_INTEGER, GL_UNSIGNED_INT, NULL);
	clear(k, buffers[3]);
	read_textures(k, textures);
	glFlush();
}

int main(void)
{
	GLuint buffers[5], textures[N_TEXTURES];
	static const unsigned char given[2048] = {1, 2, 3};
	if (!open_context()) {
		fprintf(stderr, "test-copies: there is no context\n");
		return 1;
	}
	make_textures(textures);
	glCreateBuffers(5, buffers);
	glBindBuffer(GL_PIXEL_PACK_BUFFER, buffers[4]);
	glBufferData(GL_PIXEL_PACK_BUFFER, sizeof given, given, GL_STREAM_READ);
	glNamedBufferData(buffers[3], (N_OF(clears) + 1) * SLICE, NULL, GL_STATIC_DRAW);
	glBindBufferBase(GL_UNIFORM_BUFFER, 0, buffers[3]);
	glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
	glBindBuffer(GL_COPY_WRITE_BUFFER, buffers[1]);
	glBindBuffer(GL_COPY_READ_BUFFER, buffers[2]);
	for (int k = 0; k < ROUNDS; k++)
		go_round(k, buffers, textures);
	GLenum error = glGetError();
	printf("%x\n", error);
	return error != GL_NO_ERROR;
}

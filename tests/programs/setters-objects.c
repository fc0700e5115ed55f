/* SPDX-License-Identifier: MIT */
/* Of test-setters: what sets state of objects, and state with an index; in core contexts, too. */
#include "setters.h"

#include <stdbool.h>
#include <stddef.h>
#define GL_GLEXT_PROTOTYPES 1
#include <GL/gl.h>
#include <GL/glext.h>

static void set_viewports(int k)
{
	const float part = (float)(k % 7) / 8;
	const GLfloat viewports[3][4] = {
		{0.5F, part, 20, 10 + (float)k}, {1, 2, 3, (float)k}, {(float)k, 0, 5.25F, 6}};
	const GLint scissors[2][4] = {{1, k, 30, 4}, {k, 2, 7, 8 + k}}, one[4] = {k, k, 9, 10};
	const GLdouble ranges[2][2] = {{part, 0.75}, {1, part / 2}};
	glViewportArrayv(1 + (GLuint)k % 3, 3, viewports[0]);
	glScissorArrayv((GLuint)k % 4, 2, scissors[0]);
	glDepthRangeArrayv(1 + (GLuint)k % 2, 2, ranges[0]);
	if (k % 3 == 0)
		glViewportIndexedfv(5, viewports[1]);
	if (k % 3 == 1)
		glScissorIndexedv(6, one);
	if (k % 4 == 3) {
		glViewport(1, k, 12, 13);
		glScissor(k, 3, 14, 15);
		glDepthRangef(part, 0.5F);
	}
	glPolygonMode(GL_FRONT_AND_BACK, k & 1 ? GL_LINE : GL_POINT);
	glEnablei(GL_SCISSOR_TEST, 1 + (GLuint)k % 3);
	glDisablei(GL_SCISSOR_TEST, 1 + (GLuint)(k + 1) % 3);
}

enum { PLAIN, LAYERS, CUBE, SOLID, N_TEXTURES };

static struct {
	bool are_made;
	GLuint textures[N_TEXTURES], renderbuffers[2], framebuffers[3], buffers[2], arrays[3];
} objects;

static void make_objects(void)
{
	if (objects.are_made)
		return;
	objects.are_made = true;
	glCreateTextures(GL_TEXTURE_2D, 1, &objects.textures[PLAIN]);
	glTextureStorage2D(objects.textures[PLAIN], 3, GL_RGBA8, 32, 32);
	glGenTextures(N_TEXTURES - 1, &objects.textures[LAYERS]);
	glActiveTexture(GL_TEXTURE0);
	glBindTexture(GL_TEXTURE_2D_ARRAY, objects.textures[LAYERS]);
	glTexStorage3D(GL_TEXTURE_2D_ARRAY, 2, GL_R32UI, 32, 32, 4);
	glBindTexture(GL_TEXTURE_CUBE_MAP, objects.textures[CUBE]);
	glTexStorage2D(GL_TEXTURE_CUBE_MAP, 1, GL_RGBA8, 32, 32);
	glBindTexture(GL_TEXTURE_3D, objects.textures[SOLID]);
	glTexImage3D(GL_TEXTURE_3D, 0, GL_RGBA16F, 32, 32, 8, 0, GL_RGBA, GL_FLOAT, NULL);
	glCreateRenderbuffers(2, objects.renderbuffers);
	glBindRenderbuffer(GL_RENDERBUFFER, objects.renderbuffers[0]);
	glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8, 32, 32);
	glNamedRenderbufferStorage(objects.renderbuffers[1], GL_RGBA8, 32, 32);
	glCreateBuffers(2, objects.buffers);
	glCreateVertexArrays(3, objects.arrays);
	glGenFramebuffers(3, objects.framebuffers);
	for (unsigned i = 0; i < 3; i++)
		glBindFramebuffer(GL_FRAMEBUFFER, objects.framebuffers[i]);
}

static void attach(int k)
{
	GLuint *textures = objects.textures;
	GLenum face = GL_TEXTURE_CUBE_MAP_POSITIVE_X + (GLenum)k % 6;
	glFramebufferTexture2D(
		GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, textures[PLAIN], k % 3);
	glFramebufferTextureLayer(
		GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, textures[LAYERS], k % 2, k % 4);
	glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT2, face, textures[CUBE], 0);
	glFramebufferTexture3D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT3, GL_TEXTURE_3D,
		textures[SOLID], 0, k % 8);
	glFramebufferTexture(
		GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT4, k % 4 == 3 ? 0 : textures[k % 4], 0);
	glFramebufferTextureLayer(
		GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT5, textures[CUBE], 0, k % 6);
	glFramebufferRenderbuffer(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT6, GL_RENDERBUFFER,
		k % 3 ? objects.renderbuffers[1] : 0);
	glFramebufferRenderbuffer(GL_DRAW_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER,
		objects.renderbuffers[0]);
	if (k % 3 == 1)
		glFramebufferRenderbuffer(
			GL_DRAW_FRAMEBUFFER, GL_STENCIL_ATTACHMENT, GL_RENDERBUFFER, 0);
}

/* Attachments go with their texture where the framebuffer is bound, and stay where it is not. */
static void delete_attached(GLuint framebuffer)
{
	GLuint textures[2];
	glCreateTextures(GL_TEXTURE_2D, 2, textures);
	glFramebufferTexture2D(
		GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT7, GL_TEXTURE_2D, textures[0], 0);
	glNamedFramebufferTexture(framebuffer, GL_COLOR_ATTACHMENT7, textures[1], 0);
	glFlush();
	glDeleteTextures(2, textures);
}

static void set_framebuffers(int k)
{
	const GLenum buffers[] = {GL_COLOR_ATTACHMENT1, GL_NONE,
		k & 1 ? GL_COLOR_ATTACHMENT4 : GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT2};
	GLuint *framebuffers = objects.framebuffers;
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffers[k & 1]);
	if (k % 3)
		glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffers[!(k & 1)]);
	attach(k);
	glDrawBuffers(2 + k % 3, buffers);
	glReadBuffer(GL_COLOR_ATTACHMENT0 + (GLenum)k % 4);
	if (k % 4 == 1)
		glDrawBuffer(k % 8 == 1 ? GL_NONE : GL_COLOR_ATTACHMENT5);
	glNamedFramebufferTexture(
		framebuffers[!(k & 1)], GL_COLOR_ATTACHMENT4, objects.textures[CUBE], 0);
	glNamedFramebufferTextureLayer(
		framebuffers[2], GL_COLOR_ATTACHMENT3, objects.textures[SOLID], 0, (k + 3) % 8);
	glNamedFramebufferRenderbuffer(framebuffers[2], GL_COLOR_ATTACHMENT1, GL_RENDERBUFFER,
		objects.renderbuffers[k & 1]);
	glNamedFramebufferDrawBuffers(framebuffers[!(k & 1)], 2, buffers + 2);
	glNamedFramebufferDrawBuffer(framebuffers[2], GL_COLOR_ATTACHMENT1 + (GLenum)k % 2);
	glNamedFramebufferReadBuffer(framebuffers[2], k & 1 ? GL_COLOR_ATTACHMENT3 : GL_NONE);
	glFramebufferParameteri(GL_DRAW_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_WIDTH, 10 + k);
	glFramebufferParameteri(GL_READ_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_HEIGHT, 20 + k);
	glNamedFramebufferParameteri(framebuffers[2], GL_FRAMEBUFFER_DEFAULT_SAMPLES, k % 4);
	delete_attached(framebuffers[2]);
	if (k % 4 == 2) {
		glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffers[2]);
		glFlush();
	}
	if (k % 4 == 3) {
		glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
		glDrawBuffer(k & 4 ? GL_BACK : GL_NONE);
		glFlush();
	}
}

static void set_images(int k)
{
	const GLuint several[] = {
		objects.textures[PLAIN], objects.textures[LAYERS], 0, objects.textures[SOLID]};
	GLuint once;
	glBindImageTexture((GLuint)k % 3, objects.textures[PLAIN], k % 3, GL_FALSE, 0,
		k & 1 ? GL_READ_ONLY : GL_READ_WRITE, GL_RGBA8);
	glBindImageTexture(3, objects.textures[LAYERS], k % 2, GL_TRUE, k % 2, GL_WRITE_ONLY,
		k & 1 ? GL_R32UI : GL_R32F);
	glBindImageTexture((GLuint)k % 2 + 1, objects.textures[LAYERS], 0, GL_FALSE, k % 4,
		GL_READ_ONLY, GL_R32I);
	glBindImageTextures(4, k % 3 ? 4 : 3, several);
	if (k % 3 == 1)
		glBindImageTextures(5, 2, NULL);
	if (k % 4 == 2)
		glBindImageTexture(3, 0, 0, GL_FALSE, 0, GL_READ_ONLY, GL_R8);
	glCreateTextures(GL_TEXTURE_2D, 1, &once);
	glTextureStorage2D(once, 1, GL_RGBA32F, 4, 4);
	glBindImageTexture(7, once, 0, GL_FALSE, 0, GL_READ_WRITE, GL_RGBA32F);
	glFlush();
	glDeleteTextures(1, &once);
}

/* Of several units at once. */
static void set_textures(int k)
{
	const GLuint textures[] = {objects.textures[CUBE], k & 1 ? 0 : objects.textures[LAYERS],
		objects.textures[SOLID]};
	GLuint samplers[3] = {0};
	glCreateSamplers(2, samplers);
	glBindTextureUnit(1, objects.textures[PLAIN]);
	glBindTextureUnit(1, objects.textures[k % N_TEXTURES]);
	glBindTextures(2, 3, textures);
	glBindSamplers((GLuint)k % 3, 3, samplers);
	glFlush();
	if (k % 3 == 1)
		glBindTextureUnit(1, 0);
	if (k % 4 == 2)
		glBindTextures(2, 3, NULL);
	if (k % 3)
		glBindSamplers(1, 2, NULL);
	if (k & 1)
		glDeleteSamplers(2, samplers);
}

static void set_indexed(int k, const GLuint *buffers)
{
	const GLintptr offsets[] = {256, 0, 512};
	const GLsizeiptr sizes[] = {64 + k, 128, 16};
	const GLuint several[] = {buffers[1], k & 1 ? 0 : buffers[0], buffers[1]};
	GLuint feedback, once;
	glBindBufferBase(GL_UNIFORM_BUFFER, (GLuint)k % 3, buffers[0]);
	glBindBufferRange(GL_UNIFORM_BUFFER, 2, buffers[1], 256, 64 + k);
	glBindBuffersRange(GL_UNIFORM_BUFFER, 4, 3, several, offsets, sizes);
	glBindBuffersBase(GL_SHADER_STORAGE_BUFFER, 1, 3, several);
	glBindBufferRange(GL_SHADER_STORAGE_BUFFER, 2, buffers[0], 0, 32);
	glBindBufferRange(GL_ATOMIC_COUNTER_BUFFER, 0, buffers[1], 4 * k, 16);
	glBindBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 1, buffers[0], 4 * k, 32);
	glCreateTransformFeedbacks(1, &feedback);
	glTransformFeedbackBufferRange(feedback, 0, buffers[1], 8, 4 * k);
	glTransformFeedbackBufferBase(feedback, 2, buffers[0]);
	if (k % 3 == 1)
		glBindBuffersBase(GL_UNIFORM_BUFFER, 4, 2, NULL);
	if (k & 1)
		glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, feedback);
	glCreateBuffers(1, &once);
	glNamedBufferData(once, 64, NULL, GL_STATIC_COPY);
	glBindBufferBase(GL_UNIFORM_BUFFER, 7, once);
	glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 3, once);
	glFlush();
	glDeleteBuffers(1, &once);
	glFlush();
	glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, 0);
	glDeleteTransformFeedbacks(1, &feedback);
}

static void set_buffers(int k)
{
	static const GLenum usages[] = {GL_STREAM_DRAW, GL_DYNAMIC_COPY, GL_STATIC_READ};
	GLuint stored[2];
	glBindBuffer(GL_ARRAY_BUFFER, objects.buffers[0]);
	glBufferData(GL_ARRAY_BUFFER, 1024 + k, NULL, usages[k % 3]);
	glNamedBufferData(objects.buffers[1], 2048 + k, NULL, usages[(k + 1) % 3]);
	glBindBuffer(GL_PIXEL_PACK_BUFFER, objects.buffers[k & 1]);
	glBindBuffer(GL_PIXEL_UNPACK_BUFFER, k % 3 ? objects.buffers[1] : 0);
	glGenBuffers(2, stored);
	glBindBuffer(GL_COPY_READ_BUFFER, stored[0]);
	glBufferStorage(GL_COPY_READ_BUFFER, 100 + k, NULL,
		k & 1 ? GL_DYNAMIC_STORAGE_BIT | GL_MAP_READ_BIT : GL_MAP_WRITE_BIT);
	glBindBuffer(GL_COPY_WRITE_BUFFER, stored[1]);
	glNamedBufferStorage(stored[1], 200 + k, NULL, GL_CLIENT_STORAGE_BIT);
	glBindBuffer(GL_DRAW_INDIRECT_BUFFER, stored[k & 1]);
	glBindBuffer(GL_QUERY_BUFFER, stored[!(k & 1)]);
	glBindBuffer(GL_TEXTURE_BUFFER, objects.buffers[0]);
	set_indexed(k, objects.buffers);
	glMapBufferRange(GL_ARRAY_BUFFER, 16 * k, 32 + k, GL_MAP_READ_BIT);
	glMapNamedBuffer(objects.buffers[1], GL_WRITE_ONLY);
	glFlush();
	glUnmapBuffer(GL_ARRAY_BUFFER);
	if (k & 1)
		glUnmapNamedBuffer(objects.buffers[1]);
	else
		glNamedBufferData(objects.buffers[1], 3000, NULL, GL_STATIC_DRAW);
	if (k % 4 == 3)
		glDeleteBuffers(2, stored);
}

static void set_attributes(int k, const GLuint *buffers)
{
	const char *start = NULL;
	const GLuint several[] = {buffers[0], k & 1 ? 0 : buffers[1], buffers[1]};
	const GLintptr offsets[] = {16 * k, 0, 32};
	const GLsizei strides[] = {4 * k, 12, 16};
	glBindBuffer(GL_ARRAY_BUFFER, buffers[k & 1]);
	glVertexAttribPointer(1, 3, GL_SHORT, GL_TRUE, 0, start + 8 * k);
	glVertexAttribPointer(2, GL_BGRA, GL_UNSIGNED_BYTE, GL_TRUE, 4 * (k % 3), start);
	glVertexAttribIPointer(3, 2, GL_INT, 0, start + 4);
	glVertexAttribLPointer(4, 2, GL_DOUBLE, 8 * k, start + 24);
	glVertexAttribPointer(
		5, 4, GL_UNSIGNED_INT_2_10_10_10_REV, GL_FALSE, k & 1 ? 0 : 8, start + k);
	glVertexAttribFormat(6, 1 + k % 4, GL_HALF_FLOAT, GL_FALSE, 4u * (GLuint)k);
	glVertexAttribIFormat(7, 2, GL_UNSIGNED_SHORT, 8);
	glVertexAttribLFormat(8, 1 + k % 2, GL_DOUBLE, 16);
	glVertexAttribBinding(6, 9);
	glVertexAttribBinding(7, 6 + (GLuint)k % 3);
	glVertexAttribBinding(8, 10);
	glBindVertexBuffer(9, buffers[!(k & 1)], 20 * k, 12 + k);
	glBindVertexBuffers(10, k % 3 ? 3 : 2, several, offsets, strides);
	glVertexBindingDivisor(9, (GLuint)k);
	glVertexBindingDivisor(11, 2);
	glVertexAttribDivisor(1 + (GLuint)k % 5, 3);
	if (k % 3 == 0)
		glVertexAttribBinding(1, 9);
	if (k % 4 == 1)
		glBindVertexBuffers(10, 2, NULL, NULL, NULL);
	if (k % 4 == 2)
		glBindVertexBuffer(9, 0, 4, 8);
}

/* By its name. */
static void set_named_array(int k, GLuint array, const GLuint *buffers)
{
	const GLintptr offsets[] = {64, 4 * k};
	const GLsizei strides[] = {20 + k, 24};
	glVertexArrayVertexBuffer(array, 2, buffers[k & 1], 8 * k, 40);
	glVertexArrayVertexBuffers(array, 3, 2, buffers, offsets, strides);
	glVertexArrayElementBuffer(array, buffers[!(k & 1)]);
	glVertexArrayAttribFormat(array, 1, 2, GL_BYTE, GL_TRUE, (GLuint)k);
	glVertexArrayAttribIFormat(array, 2, 3, GL_INT, 4);
	glVertexArrayAttribLFormat(array, 3, 1, GL_DOUBLE, 8);
	glVertexArrayAttribBinding(array, 1, (GLuint)k % 5);
	glVertexArrayBindingDivisor(array, 3, 1 + (GLuint)k);
	glEnableVertexArrayAttrib(array, (GLuint)k % 4);
}

static void set_vertex_arrays(int k)
{
	GLuint *arrays = objects.arrays, once;
	glBindVertexArray(arrays[k & 1]);
	set_attributes(k, objects.buffers);
	set_named_array(k, arrays[2], objects.buffers);
	if (k % 3 == 1)
		set_named_array(k + 1, arrays[!(k & 1)], objects.buffers);
	glCreateBuffers(1, &once);
	glNamedBufferData(once, 64, NULL, GL_STATIC_DRAW);
	glBindVertexBuffer(14, once, 0, 8);
	glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, once);
	glFlush();
	glDeleteBuffers(1, &once);
	glFlush();
	if (k % 3)
		glBindVertexArray(arrays[k % 3]);
	glFlush();
}

void set_objects(int k)
{
	make_objects();
	set_viewports(k);
	set_framebuffers(k);
	set_images(k);
	set_textures(k);
	set_buffers(k);
	set_vertex_arrays(k);
}

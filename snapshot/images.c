/* SPDX-License-Identifier: MIT */
/* One image of a texture: read, and the call that gives it. */
#include <stdlib.h>
#include <string.h>
#include "snapshot/images.h"

unsigned gs_snapshot_dimensions(GLenum target)
{
	switch (target) {
	case GL_TEXTURE_1D:
		return 1;
	case GL_TEXTURE_3D:
	case GL_TEXTURE_2D_ARRAY:
	case GL_TEXTURE_CUBE_MAP_ARRAY:
		return 3;
	default:
		return 2;
	}
}

/* ---- ES: what can be drawn into is read layer by layer, in one of few types ---- */

/* Of the components of pixels that are read; those of depth and stencil come as they are. */
static GLenum read_type_of(const struct gs_snapshot_image *image)
{
	switch (image->format) {
	case GL_RED_INTEGER:
	case GL_RG_INTEGER:
	case GL_RGB_INTEGER:
	case GL_RGBA_INTEGER:
		return image->type == GL_BYTE || image->type == GL_SHORT || image->type == GL_INT
			       ? GL_INT
			       : GL_UNSIGNED_INT;
	default:
		return image->type;
	}
}

bool gs_snapshot_ask_image(const struct gs_snapshot_gl *gl, struct gs_snapshot_image *image)
{
	image->width = gs_snapshot_parameter(gl, image, GL_TEXTURE_WIDTH);
	image->height = gs_snapshot_parameter(gl, image, GL_TEXTURE_HEIGHT);
	image->depth = gs_snapshot_parameter(gl, image, GL_TEXTURE_DEPTH);
	return !gs_snapshot_errors(gl) && image->width > 0 && image->height > 0 && image->depth > 0;
}

static GLint get_integer(const struct gs_snapshot_gl *gl, GLenum name)
{
	void (*get)(GLenum, GLint *) = gl->find(gl->user, GS_FN_glGetIntegerv);
	GLint value = 0;
	get(name, &value);
	return value;
}

/* What the driver reads of this framebuffer beside what each must. */
static bool is_read_as_it_is(const struct gs_snapshot_gl *gl, const struct gs_snapshot_image *image)
{
	return image->format == GL_DEPTH_COMPONENT || image->format == GL_STENCIL_INDEX ||
	       image->format == GL_DEPTH_STENCIL || image->type == GL_UNSIGNED_INT_2_10_10_10_REV ||
	       ((GLenum)get_integer(gl, GL_IMPLEMENTATION_COLOR_READ_FORMAT) == image->format &&
		       (GLenum)get_integer(gl, GL_IMPLEMENTATION_COLOR_READ_TYPE) == image->type);
}

/* Small floats that come as large ones may have become 0. */
static bool is_small_float(GLenum type)
{
	return type == GL_HALF_FLOAT || type == GL_UNSIGNED_INT_10F_11F_11F_REV;
}

static uint32_t number_at(const uint8_t *at, unsigned bytes)
{
	uint16_t half;
	uint32_t number = *at;
	if (bytes == 2) {
		memcpy(&half, at, sizeof half);
		number = half;
	} else if (bytes == 4) {
		memcpy(&number, at, sizeof number);
	}
	return number;
}

static void put_number(uint8_t *at, unsigned bytes, uint32_t number)
{
	uint16_t half = (uint16_t)number;
	*at = (uint8_t)number;
	if (bytes == 2)
		memcpy(at, &half, sizeof half);
	else if (bytes == 4)
		memcpy(at, &number, sizeof number);
}

/* Of four components those that the format has, in its type. */
static void narrow(
	const struct gs_snapshot_image *image, const uint8_t *read, uint8_t *bytes, uint64_t pixels)
{
	unsigned n = gs_snapshot_components(image->format);
	unsigned from = gs_snapshot_type_bytes(read_type_of(image));
	unsigned to = gs_snapshot_type_bytes(image->type);
	for (uint64_t i = 0; i < pixels; i++)
		for (unsigned k = 0; k < n; k++)
			put_number(bytes + (i * n + k) * to, to,
				number_at(read + (i * 4 + k) * from, from));
}

static bool read_layer(
	const struct gs_snapshot_gl *gl, const struct gs_snapshot_image *image, uint8_t *bytes)
{
	void (*read)(GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, void *) = gl->find(
		gl->user, GS_FN_glReadPixels);
	uint64_t pixels = (uint64_t)image->width * (uint64_t)image->height;
	GLenum type = read_type_of(image);
	if (is_read_as_it_is(gl, image)) {
		read(0, 0, image->width, image->height, image->format, image->type, bytes);
		return true;
	}
	if (is_small_float(image->type))
		return false;
	uint8_t *four = calloc(pixels, 4 * (size_t)gs_snapshot_type_bytes(type));
	if (!four)
		return false;
	bool is_integer = image->format == GL_RED_INTEGER || image->format == GL_RG_INTEGER ||
			  image->format == GL_RGB_INTEGER || image->format == GL_RGBA_INTEGER;
	read(0, 0, image->width, image->height, is_integer ? GL_RGBA_INTEGER : GL_RGBA, type, four);
	narrow(image, four, bytes, pixels);
	free(four);
	return true;
}

static void attach(
	const struct gs_snapshot_gl *gl, const struct gs_snapshot_image *image, GLint layer)
{
	void (*attach_image)(GLenum, GLenum, GLenum, GLuint, GLint) = gl->find(
		gl->user, GS_FN_glFramebufferTexture2D);
	void (*attach_layer)(GLenum, GLenum, GLuint, GLint, GLint) = gl->find(
		gl->user, GS_FN_glFramebufferTextureLayer);
	GLenum point = image->format == GL_DEPTH_COMPONENT ? GL_DEPTH_ATTACHMENT
		       : image->format == GL_STENCIL_INDEX ? GL_STENCIL_ATTACHMENT
		       : image->format == GL_DEPTH_STENCIL ? GL_DEPTH_STENCIL_ATTACHMENT
							   : GL_COLOR_ATTACHMENT0;
	if (gs_snapshot_dimensions(image->target) == 3)
		attach_layer(GL_READ_FRAMEBUFFER, point, image->texture, image->level, layer);
	else
		attach_image(
			GL_READ_FRAMEBUFFER, point, image->target, image->texture, image->level);
}

static bool read_as_framebuffer(
	const struct gs_snapshot_gl *gl, const struct gs_snapshot_image *image, uint8_t *bytes)
{
	void (*generate)(GLsizei, GLuint *) = gl->find(gl->user, GS_FN_glGenFramebuffers);
	void (*delete)(GLsizei, const GLuint *) = gl->find(gl->user, GS_FN_glDeleteFramebuffers);
	void (*bind)(GLenum, GLuint) = gl->find(gl->user, GS_FN_glBindFramebuffer);
	GLenum (*status)(GLenum) = gl->find(gl->user, GS_FN_glCheckFramebufferStatus);
	GLint bound = get_integer(gl, GL_READ_FRAMEBUFFER_BINDING);
	GLuint framebuffer = 0;
	bool is_good = true;
	generate(1, &framebuffer);
	bind(GL_READ_FRAMEBUFFER, framebuffer);
	gs_snapshot_errors(gl);
	for (GLint layer = 0; layer < image->depth && is_good; layer++) {
		attach(gl, image, layer);
		is_good = status(GL_READ_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
		if (is_good)
			is_good = read_layer(gl, image,
				bytes + image->size / (uint64_t)image->depth * (uint64_t)layer);
		is_good = !gs_snapshot_errors(gl) && is_good;
	}
	bind(GL_READ_FRAMEBUFFER, (GLuint)bound);
	delete (1, &framebuffer);
	return is_good;
}

/* ---- all ---- */

/* Of each pixel some bits say nothing. */
static void clear_unused(const struct gs_snapshot_image *image, uint8_t *bytes)
{
	uint32_t stencil;
	if (image->type != GL_FLOAT_32_UNSIGNED_INT_24_8_REV)
		return;
	for (uint64_t i = 4; i < image->size; i += 8) {
		memcpy(&stencil, bytes + i, sizeof stencil);
		stencil &= 0xff;
		memcpy(bytes + i, &stencil, sizeof stencil);
	}
}

bool gs_snapshot_read_image(
	const struct gs_snapshot_gl *gl, const struct gs_snapshot_image *image, uint8_t *bytes)
{
	void (*get)(GLenum, GLint, GLenum, GLenum, void *) = gl->find(
		gl->user, GS_FN_glGetTexImage);
	void (*get_compressed)(GLenum, GLint, void *) = gl->find(
		gl->user, GS_FN_glGetCompressedTexImage);
	bool is_good = true;
	if (gl->is_es)
		is_good = read_as_framebuffer(gl, image, bytes);
	else if (image->is_compressed)
		get_compressed(image->target, image->level, bytes);
	else
		get(image->target, image->level, image->format, image->type, bytes);
	clear_unused(image, bytes);
	return !gs_snapshot_errors(gl) && is_good;
}

static void add(struct gs_snapshot_call *call, uint64_t value)
{
	call->args[call->n_args++] = value;
}

static unsigned function_of(const struct gs_snapshot_image *image, bool is_fixed)
{
	static const uint16_t functions[2][2][3] = {
		{{GS_FN_glTexImage1D, GS_FN_glTexImage2D, GS_FN_glTexImage3D},
			{GS_FN_glTexSubImage1D, GS_FN_glTexSubImage2D, GS_FN_glTexSubImage3D}},
		{{GS_FN_glCompressedTexImage1D, GS_FN_glCompressedTexImage2D,
			 GS_FN_glCompressedTexImage3D},
			{GS_FN_glCompressedTexSubImage1D, GS_FN_glCompressedTexSubImage2D,
				GS_FN_glCompressedTexSubImage3D}},
	};
	return functions[image->is_compressed][is_fixed][gs_snapshot_dimensions(image->target) - 1];
}

struct gs_snapshot_call gs_snapshot_image_call(const struct gs_snapshot_image *image, bool is_fixed)
{
	struct gs_snapshot_call call = {.function = function_of(image, is_fixed)};
	const GLint sizes[] = {image->width, image->height, image->depth};
	unsigned axes = gs_snapshot_dimensions(image->target);
	add(&call, image->target);
	add(&call, (uint64_t)image->level);
	if (is_fixed)
		call.n_args += axes; /* offsets */
	else
		add(&call, (uint64_t)image->internal);
	for (unsigned i = 0; i < axes; i++)
		add(&call, (uint64_t)sizes[i]);
	call.n_args += !is_fixed; /* border */
	if (!image->is_compressed) {
		add(&call, image->format);
		add(&call, image->type);
	} else {
		if (is_fixed)
			add(&call, (uint64_t)image->internal);
		add(&call, image->size);
	}
	call.pointer = call.n_args++;
	return call;
}

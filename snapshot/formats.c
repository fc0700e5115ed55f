/* SPDX-License-Identifier: MIT */
/* As which pixels an image of a texture is read and given: of a type that holds all values of its
 * format. */
#include "snapshot/images.h"

enum { N_FORMATS = 11, N_PACKED = 5 };

bool gs_snapshot_errors(const struct gs_snapshot_gl *gl)
{
	GLenum (*error)(void) = (GLenum(*)(void))gl->find(gl->user, GS_FN_glGetError);
	bool is_wrong = false;
	/* A driver that has lost its context says so for ever. */
	for (unsigned i = 0; i < 100 && error(); i++)
		is_wrong = true;
	return is_wrong;
}

GLint gs_snapshot_parameter(
	const struct gs_snapshot_gl *gl, const struct gs_snapshot_image *image, GLenum name)
{
	void (*get)(GLenum, GLint, GLenum, GLint *) = gl->find(
		gl->user, GS_FN_glGetTexLevelParameteriv);
	GLint value = 0;
	get(image->target, image->level, name, &value);
	return value;
}

/* The components that an image has, as a format of pixels. */
static const struct format {
	GLenum sizes[4]; /* 0: none */
	GLenum type;	 /* what tells the class of its numbers; 0: natural ones */
	GLenum format, integer;
} formats[N_FORMATS] = {
	{{GL_TEXTURE_DEPTH_SIZE, GL_TEXTURE_STENCIL_SIZE}, GL_TEXTURE_DEPTH_TYPE, GL_DEPTH_STENCIL,
		0},
	{{GL_TEXTURE_DEPTH_SIZE}, GL_TEXTURE_DEPTH_TYPE, GL_DEPTH_COMPONENT, 0},
	{{GL_TEXTURE_STENCIL_SIZE}, 0, 0, GL_STENCIL_INDEX},
	/* An intensity is read as red, and set by it. */
	{{GL_TEXTURE_INTENSITY_SIZE}, GL_TEXTURE_INTENSITY_TYPE, GL_RED, 0},
	{{GL_TEXTURE_LUMINANCE_SIZE, GL_TEXTURE_ALPHA_SIZE}, GL_TEXTURE_LUMINANCE_TYPE,
		GL_LUMINANCE_ALPHA, 0},
	{{GL_TEXTURE_LUMINANCE_SIZE}, GL_TEXTURE_LUMINANCE_TYPE, GL_LUMINANCE, 0},
	{{GL_TEXTURE_RED_SIZE, GL_TEXTURE_GREEN_SIZE, GL_TEXTURE_BLUE_SIZE, GL_TEXTURE_ALPHA_SIZE},
		GL_TEXTURE_RED_TYPE, GL_RGBA, GL_RGBA_INTEGER},
	{{GL_TEXTURE_RED_SIZE, GL_TEXTURE_GREEN_SIZE, GL_TEXTURE_BLUE_SIZE}, GL_TEXTURE_RED_TYPE,
		GL_RGB, GL_RGB_INTEGER},
	{{GL_TEXTURE_RED_SIZE, GL_TEXTURE_GREEN_SIZE}, GL_TEXTURE_RED_TYPE, GL_RG, GL_RG_INTEGER},
	{{GL_TEXTURE_RED_SIZE}, GL_TEXTURE_RED_TYPE, GL_RED, GL_RED_INTEGER},
	{{GL_TEXTURE_ALPHA_SIZE}, GL_TEXTURE_ALPHA_TYPE, GL_ALPHA, 0},
};

/* NULL: none has just these components; *most: bits of the largest. */
static const struct format *format_of(
	const struct gs_snapshot_gl *gl, const struct gs_snapshot_image *image, GLint *most)
{
	for (size_t i = 0; i < N_FORMATS; i++) {
		bool has_all = true;
		*most = 0;
		for (size_t k = 0; k < 4 && formats[i].sizes[k]; k++) {
			GLint bits = gs_snapshot_parameter(gl, image, formats[i].sizes[k]);
			has_all &= bits > 0;
			*most = bits > *most ? bits : *most;
		}
		if (has_all)
			return &formats[i];
	}
	return NULL;
}

/* One that holds all values of such numbers; 0: none. */
static GLenum type_of(GLint class, GLint bits)
{
	switch (class) {
	case GL_UNSIGNED_NORMALIZED:
		/* Fewer than 8 bits go to 16 and back without loss, as 24 to 32. */
		return bits == 8    ? GL_UNSIGNED_BYTE
		       : bits <= 16 ? GL_UNSIGNED_SHORT
				    : GL_UNSIGNED_INT;
	case GL_SIGNED_NORMALIZED:
		return bits == 8 ? GL_BYTE : bits == 16 ? GL_SHORT : 0;
	case GL_FLOAT:
		return bits <= 16 ? GL_HALF_FLOAT : GL_FLOAT;
	case GL_INT:
		return bits <= 8 ? GL_BYTE : bits <= 16 ? GL_SHORT : GL_INT;
	case GL_UNSIGNED_INT:
		return bits <= 8    ? GL_UNSIGNED_BYTE
		       : bits <= 16 ? GL_UNSIGNED_SHORT
				    : GL_UNSIGNED_INT;
	default:
		return 0;
	}
}

/* ES takes pixels in few types alone: of fewer than 8 bits as bytes, which hold them as well. */
static GLenum es_type_of(GLenum format, GLint class, GLint bits)
{
	if (class == GL_UNSIGNED_NORMALIZED && format != GL_DEPTH_COMPONENT && bits <= 8)
		return GL_UNSIGNED_BYTE;
	return type_of(class, bits);
}

/* Whole pixels. */
static const struct {
	GLenum format;
	GLint class, bits; /* of the largest component */
	GLenum type;
	bool is_in_es; /* ES reads them as well */
	unsigned bytes;
} packed[N_PACKED] = {
	/* Their smallest numbers some drivers make 0 where they come as halves or floats. */
	{GL_RGB, GL_FLOAT, 11, GL_UNSIGNED_INT_10F_11F_11F_REV, true, 4},
	{GL_RGB, GL_FLOAT, 9, GL_UNSIGNED_INT_5_9_9_9_REV, false, 4},
	{GL_RGBA, GL_UNSIGNED_NORMALIZED, 10, GL_UNSIGNED_INT_2_10_10_10_REV, true, 4},
	{GL_DEPTH_STENCIL, GL_UNSIGNED_NORMALIZED, 24, GL_UNSIGNED_INT_24_8, true, 4},
	{GL_DEPTH_STENCIL, GL_FLOAT, 32, GL_FLOAT_32_UNSIGNED_INT_24_8_REV, true, 8},
};

static GLenum pixel_type_of(GLenum format, GLint class, GLint bits, bool is_es)
{
	for (size_t i = 0; i < N_PACKED; i++)
		if (packed[i].format == format && packed[i].class == class &&
			packed[i].bits == bits && (!is_es || packed[i].is_in_es))
			return packed[i].type;
	if (format == GL_DEPTH_STENCIL)
		return 0;
	return is_es ? es_type_of(format, class, bits) : type_of(class, bits);
}

unsigned gs_snapshot_type_bytes(GLenum type)
{
	for (size_t i = 0; i < N_PACKED; i++)
		if (packed[i].type == type)
			return packed[i].bytes;
	switch (type) {
	case GL_BYTE:
	case GL_UNSIGNED_BYTE:
		return 1;
	case GL_FLOAT:
	case GL_INT:
	case GL_UNSIGNED_INT:
		return 4;
	default:
		return 2;
	}
}

unsigned gs_snapshot_components(GLenum format)
{
	switch (format) {
	case GL_RGBA:
	case GL_RGBA_INTEGER:
		return 4;
	case GL_RGB:
	case GL_RGB_INTEGER:
		return 3;
	case GL_RG:
	case GL_RG_INTEGER:
	case GL_LUMINANCE_ALPHA:
		return 2;
	default:
		return 1;
	}
}

static uint64_t size_of(const struct gs_snapshot_image *image)
{
	uint64_t components = gs_snapshot_components(image->format);
	for (size_t i = 0; i < N_PACKED; i++)
		if (packed[i].type == image->type)
			components = 1;
	return components * gs_snapshot_type_bytes(image->type) * (uint64_t)image->width *
	       (uint64_t)image->height * (uint64_t)image->depth;
}

static const char *find_compressed(const struct gs_snapshot_gl *gl, struct gs_snapshot_image *image)
{
	GLint size = gs_snapshot_parameter(gl, image, GL_TEXTURE_COMPRESSED_IMAGE_SIZE);
	if (gl->is_es)
		return "OpenGL ES reads no compressed texture";
	if (gs_snapshot_errors(gl) || size <= 0)
		return "this driver does not say how large the compressed texture is";
	image->is_compressed = true;
	image->size = (uint64_t)size;
	return NULL;
}

const char *gs_snapshot_find_format(
	const struct gs_snapshot_gl *gl, struct gs_snapshot_image *image)
{
	bool is_es = gl->is_es;
	GLint class;
	const struct format *format = format_of(gl, image, &image->bits);
	image->internal = gs_snapshot_parameter(gl, image, GL_TEXTURE_INTERNAL_FORMAT);
	if (!is_es && gs_snapshot_parameter(gl, image, GL_TEXTURE_BORDER))
		return "the texture has a border";
	if (gs_snapshot_parameter(gl, image, GL_TEXTURE_COMPRESSED))
		return find_compressed(gl, image);
	if (!format)
		return "no type of pixels holds what the texture does";
	class = format->type ? gs_snapshot_parameter(gl, image, format->type) : GL_UNSIGNED_INT;
	image->format = class == GL_INT || class == GL_UNSIGNED_INT ? format->integer
								    : format->format;
	image->type = pixel_type_of(image->format, class, image->bits, is_es);
	/* Core contexts and ES do not know all components. */
	gs_snapshot_errors(gl);
	if (!image->format || !image->type)
		return "no type of pixels holds what the texture does";
	image->size = size_of(image);
	return NULL;
}

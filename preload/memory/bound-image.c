/* SPDX-License-Identifier: MIT */
/*
 * For recordings: what a texture holds after a call that gives it an image from elsewhere, an
 * EGLImage, a pixmap or a pbuffer. A player that has none of these gets the texels.
 */
#include "preload/core/gl.h"
#include "preload/memory/reader.h"

/* ---- which texture ---- */

static bool takes_image(unsigned function)
{
	return function == GS_FN_glEGLImageTargetTexture2DOES ||
	       function == GS_FN_glEGLImageTargetTexStorageEXT;
}

bool gs_call_memory_binds_image(unsigned function)
{
	return takes_image(function) || function == GS_FN_glXBindTexImageEXT ||
	       function == GS_FN_eglBindTexImage;
}

static GLenum target_of(const struct gs_wire_call *call)
{
	unsigned target = 0;
	if (takes_image(call->function))
		return (GLenum)call->args[0];
	if (call->function == GS_FN_eglBindTexImage)
		return call->ret ? GL_TEXTURE_2D : GL_NONE;
	GL(glXQueryDrawable)
	((Display *)(uintptr_t)call->args[0], (GLXDrawable)call->args[1], GLX_TEXTURE_TARGET_EXT,
		&target);
	return target == GLX_TEXTURE_RECTANGLE_EXT ? GL_TEXTURE_RECTANGLE : GL_TEXTURE_2D;
}

/* ---- what it is ---- */

static GLint level_parameter(GLenum target, GLenum name)
{
	GLint value = 0;
	GL(glGetTexLevelParameteriv)(target, 0, name, &value);
	return value;
}

/* The first kind of component that it has; 0: not told, which is GL_UNSIGNED_NORMALIZED. */
static GLenum component_type(GLenum target, const struct gs_context *context)
{
	static const GLenum names[] = {GL_TEXTURE_RED_TYPE, GL_TEXTURE_LUMINANCE_TYPE,
		GL_TEXTURE_INTENSITY_TYPE, GL_TEXTURE_ALPHA_TYPE};
	GLenum type = 0;
	for (unsigned i = 0; i < 4 && !type; i++)
		if (i == 0 || i == 3 || context->compatibility)
			type = (GLenum)level_parameter(target, names[i]);
	return type;
}

static bool has_wide_components(GLenum target, const struct gs_context *context)
{
	static const GLenum names[] = {GL_TEXTURE_RED_SIZE, GL_TEXTURE_GREEN_SIZE,
		GL_TEXTURE_BLUE_SIZE, GL_TEXTURE_ALPHA_SIZE, GL_TEXTURE_LUMINANCE_SIZE,
		GL_TEXTURE_INTENSITY_SIZE};
	for (unsigned i = 0; i < (context->compatibility ? 6u : 4u); i++)
		if (level_parameter(target, names[i]) > 8)
			return true;
	return false;
}

/* The format and type that hold all of its bits. Returns bytes of a pixel, 0: none do. */
static unsigned choose_format(
	GLenum target, const struct gs_context *context, struct gs_wire_bound_image *image)
{
	GLenum type = component_type(target, context);
	bool integer = type == GL_INT || type == GL_UNSIGNED_INT;
	bool wide = has_wide_components(target, context);
	if (level_parameter(target, GL_TEXTURE_DEPTH_SIZE) || (context->es && integer))
		return 0;
	image->format = integer ? GL_RGBA_INTEGER : GL_RGBA;
	image->type = integer || type == GL_FLOAT ? type
		      : wide			  ? GL_UNSIGNED_SHORT
						  : GL_UNSIGNED_BYTE;
	if (!context->es) /* which takes any format for any internal one */
		return image->type == GL_UNSIGNED_BYTE	  ? 4
		       : image->type == GL_UNSIGNED_SHORT ? 8
							  : 16;
	bool srgb = image->internal_format == GL_SRGB8_ALPHA8;
	image->internal_format = type == GL_FLOAT ? GL_RGBA16F : srgb ? GL_SRGB8_ALPHA8 : GL_RGBA;
	return type == GL_FLOAT ? 16 : wide ? 0 : 4;
}

/* ---- pixel store ---- */

enum { N_STORES = 6 };
static const GLenum pack[N_STORES] = {GL_PACK_SWAP_BYTES, GL_PACK_LSB_FIRST, GL_PACK_ROW_LENGTH,
	GL_PACK_SKIP_ROWS, GL_PACK_SKIP_PIXELS, GL_PACK_ALIGNMENT};
static const GLenum unpack[N_STORES] = {GL_UNPACK_SWAP_BYTES, GL_UNPACK_LSB_FIRST,
	GL_UNPACK_ROW_LENGTH, GL_UNPACK_SKIP_ROWS, GL_UNPACK_SKIP_PIXELS, GL_UNPACK_ALIGNMENT};

struct packing {
	GLint stores[N_STORES];
	GLuint buffer;
};

static bool has_store(const struct gs_context *context, unsigned i)
{
	return !context->es || i >= 2;
}

static void pack_tightly(const struct gs_context *context, struct packing *packing)
{
	packing->buffer = gs_call_memory_buffer(context, GL_PIXEL_PACK_BUFFER_BINDING);
	if (packing->buffer)
		GL(glBindBuffer)(GL_PIXEL_PACK_BUFFER, 0);
	for (unsigned i = 0; i < N_STORES; i++)
		if (has_store(context, i)) {
			packing->stores[i] = gs_call_memory_integer(pack[i]);
			GL(glPixelStorei)(pack[i], i == N_STORES - 1 ? 4 : 0);
		}
}

static void pack_as_before(const struct gs_context *context, const struct packing *packing)
{
	if (packing->buffer)
		GL(glBindBuffer)(GL_PIXEL_PACK_BUFFER, packing->buffer);
	for (unsigned i = 0; i < N_STORES; i++)
		if (has_store(context, i))
			GL(glPixelStorei)(pack[i], packing->stores[i]);
}

static void note_unpacking(const struct gs_context *context, struct gs_wire_bound_image *image)
{
	for (unsigned i = 0; i < N_STORES; i++)
		if (has_store(context, i))
			image->unpack[i] = gs_call_memory_integer(unpack[i]);
	image->unpack_buffer = gs_call_memory_buffer(context, GL_PIXEL_UNPACK_BUFFER_BINDING);
}

/* ---- reading ---- */

/* Of GL_TEXTURE_2D, as OpenGL ES has no rectangles. */
static bool read_through_framebuffer(const struct gs_wire_bound_image *image, uint8_t *to)
{
	GLuint framebuffer = 0, bound = (GLuint)gs_call_memory_integer(GL_READ_FRAMEBUFFER_BINDING);
	GLuint texture = (GLuint)gs_call_memory_integer(GL_TEXTURE_BINDING_2D);
	GL(glGenFramebuffers)(1, &framebuffer);
	GL(glBindFramebuffer)(GL_READ_FRAMEBUFFER, framebuffer);
	GL(glFramebufferTexture2D)
	(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
	GL(glReadPixels)
	(0, 0, (GLsizei)image->width, (GLsizei)image->height, image->format, image->type, to);
	bool ok = GL(glGetError)() == GL_NO_ERROR;
	GL(glBindFramebuffer)(GL_READ_FRAMEBUFFER, bound);
	GL(glDeleteFramebuffers)(1, &framebuffer);
	return ok;
}

static bool read_texels(const struct gs_context *context, GLenum target,
	const struct gs_wire_bound_image *image, uint8_t *to)
{
	struct packing packing = {0};
	bool ok;
	pack_tightly(context, &packing);
	gs_error_drop();
	if (context->es) {
		ok = read_through_framebuffer(image, to);
	} else {
		GL(glGetTexImage)(target, 0, image->format, image->type, to);
		ok = GL(glGetError)() == GL_NO_ERROR;
	}
	pack_as_before(context, &packing);
	return ok;
}

void gs_call_memory_add_bound_image(struct gs_memory_reader *r, const struct gs_context *context)
{
	struct gs_wire_bound_image image = {.target = target_of(r->call)};
	GLenum target = image.target;
	struct gs_wire_memory entry = {.argument = GS_WIRE_BOUND_IMAGE,
		.class = GS_CLASS_VOID,
		.bits = 8,
		.flags = GS_WIRE_MEMORY_OUT};
	if ((target != GL_TEXTURE_2D && target != GL_TEXTURE_RECTANGLE) ||
		(context->es && context->version < 31))
		return;
	image.width = (uint32_t)level_parameter(target, GL_TEXTURE_WIDTH);
	image.height = (uint32_t)level_parameter(target, GL_TEXTURE_HEIGHT);
	image.internal_format = (uint32_t)level_parameter(target, GL_TEXTURE_INTERNAL_FORMAT);
	uint64_t size = (uint64_t)image.width * image.height *
			choose_format(target, context, &image);
	entry.size = entry.count = sizeof image + size;
	if (!size || size > r->limit)
		return;
	note_unpacking(context, &image);
	size_t before = r->memory->used;
	unsigned head_size = gs_memory_head_size(&entry);
	uint8_t *at = gs_call_memory_claim(
		r->memory, head_size + (size_t)gs_memory_padded(entry.size));
	if (!at)
		return;
	at = gs_memory_write(at, &entry, head_size);
	memcpy(at, &image, sizeof image);
	if (!read_texels(context, target, &image, at + sizeof image))
		r->memory->used = before;
}

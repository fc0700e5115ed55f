/* SPDX-License-Identifier: MIT */
#include "preload/snapshot/snapshot.h"

#include <stdlib.h>
#include "preload/memory/reader.h"
#include "preload/shadow/attached-layers.h"

enum { MOST_DRAW_BUFFERS = 16 };

static GLint attachment(GLenum point, GLenum name)
{
	GLint value = 0;
	GL(glGetFramebufferAttachmentParameteriv)(GL_DRAW_FRAMEBUFFER, point, name, &value);
	return gs_caps_drain() == GL_NO_ERROR ? value : 0;
}

/* ---- framebuffers of the program ---- */

static void put_texture(
	struct gs_live_snapshot *s, GLuint framebuffer, GLenum point, GLuint texture)
{
	uint64_t level = (uint64_t)attachment(point, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL);
	GLint face = attachment(point, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE);
	GLint layer = attachment(point, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER);
	GLenum target = gs_snapshot_texture_target(texture);
	bool has_layers = target == GL_TEXTURE_3D || target == GL_TEXTURE_1D_ARRAY ||
			  target == GL_TEXTURE_2D_ARRAY || target == GL_TEXTURE_CUBE_MAP_ARRAY ||
			  target == GL_TEXTURE_2D_MULTISAMPLE_ARRAY;
	layer = gs_attached_layer(framebuffer, point, texture, layer);
	if (attachment(point, GL_FRAMEBUFFER_ATTACHMENT_LAYERED))
		GS_PUT(s, glFramebufferTexture, GL_DRAW_FRAMEBUFFER, point, texture, level);
	else if (has_layers)
		GS_PUT(s, glFramebufferTextureLayer, GL_DRAW_FRAMEBUFFER, point, texture, level,
			(uint64_t)layer);
	else if (target == GL_TEXTURE_1D)
		GS_PUT(s, glFramebufferTexture1D, GL_DRAW_FRAMEBUFFER, point, target, texture,
			level);
	else
		GS_PUT(s, glFramebufferTexture2D, GL_DRAW_FRAMEBUFFER, point,
			face ? (uint64_t)face : target, texture, level);
}

static void put_attachment(struct gs_live_snapshot *s, GLuint framebuffer, GLenum point)
{
	GLint type = attachment(point, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE);
	GLuint name = (GLuint)attachment(point, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME);
	if (type == GL_TEXTURE && GL(glIsTexture)(name))
		put_texture(s, framebuffer, point, name);
	else if (type == GL_RENDERBUFFER && GL(glIsRenderbuffer)(name))
		GS_PUT(s, glFramebufferRenderbuffer, GL_DRAW_FRAMEBUFFER, point, GL_RENDERBUFFER,
			name);
	else if (type == GL_TEXTURE || type == GL_RENDERBUFFER)
		gs_snapshot_miss(s, "framebuffer", framebuffer,
			"what is attached to it has no name any more: the program has deleted it");
}

static void put_default_size(struct gs_live_snapshot *s)
{
	static const GLenum names[] = {GL_FRAMEBUFFER_DEFAULT_WIDTH, GL_FRAMEBUFFER_DEFAULT_HEIGHT,
		GL_FRAMEBUFFER_DEFAULT_LAYERS, GL_FRAMEBUFFER_DEFAULT_SAMPLES,
		GL_FRAMEBUFFER_DEFAULT_FIXED_SAMPLE_LOCATIONS};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		GLint value = 0;
		GL(glGetFramebufferParameteriv)(GL_DRAW_FRAMEBUFFER, names[i], &value);
		if (gs_caps_drain() == GL_NO_ERROR && value)
			GS_PUT(s, glFramebufferParameteri, GL_DRAW_FRAMEBUFFER, names[i],
				(uint64_t)value);
	}
}

/* Of the framebuffer that is bound for both. */
static void put_buffers(struct gs_live_snapshot *s)
{
	GLint list[MOST_DRAW_BUFFERS] = {0}, n = gs_snapshot_get(GL_MAX_DRAW_BUFFERS), used = 0;
	const uint64_t read = (uint64_t)gs_snapshot_get(GL_READ_BUFFER);
	for (GLint i = 0; i < n && i < MOST_DRAW_BUFFERS; i++) {
		list[i] = gs_snapshot_get(GL_DRAW_BUFFER0 + (GLenum)i);
		used = list[i] ? i + 1 : used;
	}
	if (!s->caps.read_buffer)
		return;
	used = used ? used : 1;
	if (used == 1 && !s->gl.is_es)
		GS_PUT(s, glDrawBuffer, (uint64_t)list[0]);
	else
		gs_snapshot_put_array(s, GS_FN_glDrawBuffers, (const uint64_t[]){(uint64_t)used}, 1,
			GS_CLASS_ENUM, 32, list, (size_t)used);
	GS_PUT(s, glReadBuffer, read);
}

static void add(struct gs_live_snapshot *s, GLuint name)
{
	GLint n = gs_snapshot_get(GL_MAX_COLOR_ATTACHMENTS);
	GL(glBindFramebuffer)(GL_FRAMEBUFFER, name);
	gs_snapshot_put_name(s, GS_FN_glGenFramebuffers, true, name);
	GS_PUT(s, glBindFramebuffer, GL_FRAMEBUFFER, name);
	for (GLint i = 0; i < n; i++)
		put_attachment(s, name, GL_COLOR_ATTACHMENT0 + (GLenum)i);
	put_attachment(s, name, GL_DEPTH_ATTACHMENT);
	put_attachment(s, name, GL_STENCIL_ATTACHMENT);
	if (s->caps.default_size)
		put_default_size(s);
	put_buffers(s);
	gs_snapshot_put_label(s, GL_FRAMEBUFFER, name);
}

void gs_snapshot_framebuffers(struct gs_live_snapshot *s)
{
	GLint draw = gs_snapshot_get(GL_DRAW_FRAMEBUFFER_BINDING);
	GLint read = gs_snapshot_get(GL_READ_FRAMEBUFFER_BINDING);
	gs_snapshot_each(s, GS_FN_glIsFramebuffer, add);
	GL(glBindFramebuffer)(GL_FRAMEBUFFER, 0);
	GS_PUT(s, glBindFramebuffer, GL_FRAMEBUFFER, 0);
	put_buffers(s);
	GL(glBindFramebuffer)(GL_DRAW_FRAMEBUFFER, (GLuint)draw);
	GL(glBindFramebuffer)(GL_READ_FRAMEBUFFER, (GLuint)read);
	gs_caps_drain();
}

/* ---- the window ---- */

/* An image of the window, as a texture of the same format holds it. */
struct window_image {
	GLbitfield mask;
	GLenum point; /* of a framebuffer with that texture */
	GLenum internal, format, type;
	unsigned bytes; /* of a pixel */
};

static struct window_image colour_image(GLenum point)
{
	GLint red = attachment(point, GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE);
	bool is_srgb = attachment(point, GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING) == GL_SRGB;
	struct window_image image = {
		GL_COLOR_BUFFER_BIT, GL_COLOR_ATTACHMENT0, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 4};
	if (is_srgb)
		image.internal = GL_SRGB8_ALPHA8;
	if (red == 10) {
		image.internal = GL_RGB10_A2;
		image.type = GL_UNSIGNED_INT_2_10_10_10_REV;
	}
	return image;
}

/* Depths are copied only where the formats are the same. */
static struct window_image depth_image(void)
{
	GLint bits = attachment(GL_DEPTH, GL_FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE);
	GLint stencil = attachment(GL_STENCIL, GL_FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE);
	bool is_float = attachment(GL_DEPTH, GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE) == GL_FLOAT;
	const GLbitfield both = GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT;
	if (stencil && is_float)
		return (struct window_image){both, GL_DEPTH_STENCIL_ATTACHMENT,
			GL_DEPTH32F_STENCIL8, GL_DEPTH_STENCIL, GL_FLOAT_32_UNSIGNED_INT_24_8_REV,
			8};
	if (stencil)
		return (struct window_image){bits == 24 ? both : 0, GL_DEPTH_STENCIL_ATTACHMENT,
			GL_DEPTH24_STENCIL8, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, 4};
	return (struct window_image){bits ? GL_DEPTH_BUFFER_BIT : 0, GL_DEPTH_ATTACHMENT,
		is_float     ? GL_DEPTH_COMPONENT32F
		: bits == 16 ? GL_DEPTH_COMPONENT16
		: bits == 24 ? GL_DEPTH_COMPONENT24
			     : GL_DEPTH_COMPONENT32,
		GL_DEPTH_COMPONENT,
		is_float     ? GL_FLOAT
		: bits == 16 ? GL_UNSIGNED_SHORT
			     : GL_UNSIGNED_INT,
		bits == 16 ? 2 : 4};
}

static void put_window_image(struct gs_live_snapshot *s, const struct window_image *image,
	GLint width, GLint height, const uint8_t *bytes)
{
	const GLuint own = GS_SNAPSHOT_OWN_NAME;
	const uint64_t w = (uint64_t)width, h = (uint64_t)height;
	const struct gs_snapshot_image pixels = {.target = GL_TEXTURE_2D,
		.width = width,
		.height = height,
		.depth = 1,
		.internal = (GLint)image->internal,
		.format = image->format,
		.type = image->type,
		.size = w * h * image->bytes};
	gs_snapshot_put_name(s, GS_FN_glGenTextures, true, own);
	GS_PUT(s, glBindTexture, GL_TEXTURE_2D, own);
	GS_PUT(s, glTexParameteri, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	gs_snapshot_put_image(s, &pixels, false, bytes);
	gs_snapshot_put_name(s, GS_FN_glGenFramebuffers, true, own);
	GS_PUT(s, glBindFramebuffer, GL_READ_FRAMEBUFFER, own);
	GS_PUT(s, glFramebufferTexture2D, GL_READ_FRAMEBUFFER, image->point, GL_TEXTURE_2D, own, 0);
	GS_PUT(s, glBlitFramebuffer, 0, 0, w, h, 0, 0, w, h, image->mask, GL_NEAREST);
	GS_PUT(s, glBindFramebuffer, GL_READ_FRAMEBUFFER, 0);
	gs_snapshot_put_name(s, GS_FN_glDeleteFramebuffers, false, own);
	gs_snapshot_put_name(s, GS_FN_glDeleteTextures, false, own);
}

static void add_window_image(
	struct gs_live_snapshot *s, const struct window_image *image, GLint width, GLint height)
{
	size_t size = (size_t)width * (size_t)height * image->bytes;
	uint8_t *bytes = image->mask ? malloc(size) : NULL;
	if (!bytes)
		return;
	memset(bytes, 0, size);
	GL(glReadPixels)(0, 0, width, height, image->format, image->type, bytes);
	if (gs_caps_drain() == GL_NO_ERROR)
		put_window_image(s, image, width, height, bytes);
	else
		gs_snapshot_miss(s, "framebuffer", 0,
			image->mask & GL_COLOR_BUFFER_BIT
				? "the driver does not let its colours be read"
				: "the driver does not let its depths and stencils be read");
	free(bytes);
}

static bool has_depths(void)
{
	return attachment(GL_DEPTH, GL_FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE) ||
	       attachment(GL_STENCIL, GL_FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE);
}

/* Of a window with several samples the colours of its pixels alone. Depths that nothing was drawn
 * to since the last swap are not defined. */
void gs_snapshot_window(struct gs_live_snapshot *s)
{
	bool is_es = s->caps.api == GS_API_ES;
	struct gs_wire_drawable d;
	if (!gs_current_drawable(s->thread, s->context, &d) || !d.width || !d.height)
		return;
	GLint draw = gs_snapshot_get(GL_DRAW_FRAMEBUFFER_BINDING);
	GLint read = gs_snapshot_get(GL_READ_FRAMEBUFFER_BINDING);
	GL(glBindFramebuffer)(GL_FRAMEBUFFER, 0);
	GLint buffer = gs_snapshot_get(GL_READ_BUFFER), samples = gs_snapshot_get(GL_SAMPLES);
	bool has_back = is_es || gs_snapshot_get(GL_DOUBLEBUFFER);
	const struct window_image colours = colour_image(is_es	    ? GL_BACK
							 : has_back ? GL_BACK_LEFT
								    : GL_FRONT_LEFT);
	const struct window_image depths = depth_image();
	if (!is_es)
		GL(glReadBuffer)(has_back ? GL_BACK_LEFT : GL_FRONT_LEFT);
	add_window_image(s, &colours, (GLint)d.width, (GLint)d.height);
	if (samples > 0 && depths.mask)
		gs_snapshot_miss(s, "framebuffer", 0,
			"no call of GL gives depths to a window of several samples");
	else if (!is_es && depths.mask)
		add_window_image(s, &depths, (GLint)d.width, (GLint)d.height);
	else if (s->thread->has_drawn && has_depths())
		gs_snapshot_miss(s, "framebuffer", 0,
			is_es ? "OpenGL ES lets nobody read a window's depths and stencils"
			      : "no texture has the format of its depths and stencils");
	if (!is_es)
		GL(glReadBuffer)((GLenum)buffer);
	GL(glBindFramebuffer)(GL_DRAW_FRAMEBUFFER, (GLuint)draw);
	GL(glBindFramebuffer)(GL_READ_FRAMEBUFFER, (GLuint)read);
	gs_caps_drain();
}

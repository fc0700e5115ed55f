/* SPDX-License-Identifier: MIT */
/* What the program draws into. */
#include "preload/target.h"

#include <limits.h>
#include <string.h>

static GLint attachment_parameter(GLenum point, GLenum name)
{
	GLint value = 0;
	gs_caps_drain(); /* of what was asked before */
	GL(glGetFramebufferAttachmentParameteriv)(GL_DRAW_FRAMEBUFFER, point, name, &value);
	return gs_caps_drain() == GL_NO_ERROR ? value : 0;
}

static GLint get(GLenum name)
{
	GLint value = 0;
	GL(glGetIntegerv)(name, &value);
	return value;
}

/* ---- sizes ---- */

static const struct texture_target {
	GLenum target, binding, image;
} texture_targets[] = {
	{GL_TEXTURE_2D, GL_TEXTURE_BINDING_2D, GL_TEXTURE_2D},
	{GL_TEXTURE_RECTANGLE, GL_TEXTURE_BINDING_RECTANGLE, GL_TEXTURE_RECTANGLE},
	{GL_TEXTURE_CUBE_MAP, GL_TEXTURE_BINDING_CUBE_MAP, GL_TEXTURE_CUBE_MAP_POSITIVE_X},
	{GL_TEXTURE_2D_ARRAY, GL_TEXTURE_BINDING_2D_ARRAY, GL_TEXTURE_2D_ARRAY},
	{GL_TEXTURE_3D, GL_TEXTURE_BINDING_3D, GL_TEXTURE_3D},
	{GL_TEXTURE_CUBE_MAP_ARRAY, GL_TEXTURE_BINDING_CUBE_MAP_ARRAY, GL_TEXTURE_CUBE_MAP_ARRAY},
	{GL_TEXTURE_1D, GL_TEXTURE_BINDING_1D, GL_TEXTURE_1D},
	{GL_TEXTURE_1D_ARRAY, GL_TEXTURE_BINDING_1D_ARRAY, GL_TEXTURE_1D_ARRAY},
	{GL_TEXTURE_2D_MULTISAMPLE, GL_TEXTURE_BINDING_2D_MULTISAMPLE, GL_TEXTURE_2D_MULTISAMPLE},
	{GL_TEXTURE_2D_MULTISAMPLE_ARRAY, GL_TEXTURE_BINDING_2D_MULTISAMPLE_ARRAY,
		GL_TEXTURE_2D_MULTISAMPLE_ARRAY},
	{GL_TEXTURE_BUFFER, GL_TEXTURE_BINDING_BUFFER, GL_TEXTURE_BUFFER},
};

GLenum gs_texture_target(GLuint texture, GLenum *image)
{
	if (!GL(glIsTexture)(texture)) /* deleted: binding it would make a new one */
		return GL_NONE;
	for (size_t i = 0; i < sizeof texture_targets / sizeof *texture_targets; i++) {
		const struct texture_target *t = &texture_targets[i];
		GLint bound = get(t->binding);
		if (gs_caps_drain() != GL_NO_ERROR)
			continue;
		GL(glBindTexture)(t->target, texture);
		bool took = gs_caps_drain() == GL_NO_ERROR;
		GL(glBindTexture)(t->target, bound);
		if (took) {
			*image = t->image;
			return t->target;
		}
	}
	return GL_NONE;
}

GLenum gs_texture_binding(GLenum target)
{
	for (size_t i = 0; i < sizeof texture_targets / sizeof *texture_targets; i++)
		if (texture_targets[i].target == target)
			return texture_targets[i].binding;
	return GL_TEXTURE_BINDING_2D;
}

static void texture_size_by_binding(GLuint texture, GLint level, GLint *width, GLint *height)
{
	GLenum image = GL_NONE, target = gs_texture_target(texture, &image);
	if (!target)
		return;
	GLint bound = get(gs_texture_binding(target));
	GL(glBindTexture)(target, texture);
	GL(glGetTexLevelParameteriv)(image, level, GL_TEXTURE_WIDTH, width);
	GL(glGetTexLevelParameteriv)(image, level, GL_TEXTURE_HEIGHT, height);
	GL(glBindTexture)(target, bound);
}

static void attachment_size(const struct gs_caps *c, GLenum point, GLint *width, GLint *height)
{
	GLint type = attachment_parameter(point, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE);
	GLint name = attachment_parameter(point, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME);
	GLint w = 0, h = 0;
	if (type == GL_RENDERBUFFER) {
		GL(glBindRenderbuffer)(GL_RENDERBUFFER, name);
		GL(glGetRenderbufferParameteriv)(GL_RENDERBUFFER, GL_RENDERBUFFER_WIDTH, &w);
		GL(glGetRenderbufferParameteriv)(GL_RENDERBUFFER, GL_RENDERBUFFER_HEIGHT, &h);
	} else if (type == GL_TEXTURE) {
		GLint level = attachment_parameter(point, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL);
		if (c->direct) {
			GL(glGetTextureLevelParameteriv)(name, level, GL_TEXTURE_WIDTH, &w);
			GL(glGetTextureLevelParameteriv)(name, level, GL_TEXTURE_HEIGHT, &h);
		} else if (c->level_sizes) {
			texture_size_by_binding(name, level, &w, &h);
		}
	}
	gs_caps_drain();
	if (w > 0 && w < *width)
		*width = w;
	if (h > 0 && h < *height)
		*height = h;
}

static bool framebuffer_size(const struct gs_caps *c, struct gs_drawable *d)
{
	GLint width = INT_MAX, height = INT_MAX, n = get(GL_MAX_COLOR_ATTACHMENTS);
	for (GLint i = 0; i < n && i < 32; i++)
		attachment_size(c, GL_COLOR_ATTACHMENT0 + i, &width, &height);
	attachment_size(c, GL_DEPTH_ATTACHMENT, &width, &height);
	attachment_size(c, GL_STENCIL_ATTACHMENT, &width, &height);
	if (width == INT_MAX && c->default_size) {
		GL(glGetFramebufferParameteriv)(
			GL_DRAW_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_WIDTH, &width);
		GL(glGetFramebufferParameteriv)(
			GL_DRAW_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_HEIGHT, &height);
	}
	d->width = width;
	d->height = height;
	return width > 0 && height > 0 && width != INT_MAX && height != INT_MAX;
}

/* ---- the rest ---- */

/* The attachment point that GL takes questions about, for a draw buffer. */
static GLenum colour_point(const struct gs_caps *c, GLuint framebuffer, GLint buffer)
{
	if (framebuffer)
		return buffer;
	if (c->api == GS_API_ES)
		return GL_BACK;
	switch (buffer) {
	case GL_FRONT:
	case GL_LEFT:
		return GL_FRONT_LEFT;
	case GL_BACK:
	case GL_FRONT_AND_BACK:
		return GL_BACK_LEFT;
	case GL_RIGHT:
		return GL_FRONT_RIGHT;
	}
	return buffer;
}

static enum gs_colour_class colour_class(GLenum point)
{
	if (!attachment_parameter(point, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE))
		return GS_COLOUR_NONE;
	switch (attachment_parameter(point, GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE)) {
	case GL_FLOAT:
		return GS_COLOUR_FLOAT;
	case GL_INT:
		return GS_COLOUR_INT;
	case GL_UNSIGNED_INT:
		return GS_COLOUR_UINT;
	}
	return GS_COLOUR_FIXED;
}

static void get_colour(const struct gs_caps *c, struct gs_drawable *d)
{
	d->colour = GS_COLOUR_NONE;
	for (unsigned i = 0; i < c->n_draw_buffers; i++) {
		GLint buffer = c->read_buffer ? get(GL_DRAW_BUFFER0 + i) : GL_BACK;
		if (buffer == GL_NONE)
			continue;
		d->n_draw_buffers = i + 1;
		if (i > 0)
			continue;
		GLenum point = colour_point(c, d->framebuffer, buffer);
		d->colour = colour_class(point);
		d->red_bits = attachment_parameter(point, GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE);
	}
}

static void get_depth(struct gs_drawable *d)
{
	GLenum depth = d->framebuffer ? GL_DEPTH_ATTACHMENT : GL_DEPTH;
	GLenum stencil = d->framebuffer ? GL_STENCIL_ATTACHMENT : GL_STENCIL;
	if (attachment_parameter(depth, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE)) {
		d->depth_bits = attachment_parameter(depth, GL_FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE);
		d->depth_float = attachment_parameter(depth,
					 GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE) == GL_FLOAT;
	}
	if (attachment_parameter(stencil, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE))
		d->stencil_bits = attachment_parameter(
			stencil, GL_FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE);
}

static bool is_layered(const struct gs_caps *c, const struct gs_drawable *d)
{
	static const GLenum points[] = {
		GL_COLOR_ATTACHMENT0, GL_DEPTH_ATTACHMENT, GL_STENCIL_ATTACHMENT};
	for (unsigned i = 0; c->layered && d->framebuffer && i < 3; i++)
		if (attachment_parameter(points[i], GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) ==
				GL_TEXTURE &&
			attachment_parameter(points[i], GL_FRAMEBUFFER_ATTACHMENT_LAYERED))
			return true;
	return false;
}

static bool is_flipped(const struct gs_caps *c, const struct gs_drawable *d)
{
	GLint flipped = 0;
	if (!d->framebuffer || !c->flip_y)
		return !d->framebuffer && c->flip_y;
	if (c->flip_y_mesa)
		GL(glGetFramebufferParameterivMESA)(
			GL_DRAW_FRAMEBUFFER, GL_FRAMEBUFFER_FLIP_Y_MESA, &flipped);
	else
		GL(glGetFramebufferParameteriv)(
			GL_DRAW_FRAMEBUFFER, GL_FRAMEBUFFER_FLIP_Y_MESA, &flipped);
	return gs_caps_drain() == GL_NO_ERROR && flipped;
}

bool gs_drawable_get(
	const struct gs_saved *saved, struct gs_drawable *d, struct gs_refusal *refusal)
{
	const struct gs_caps *c = saved->caps;
	memset(d, 0, sizeof *d);
	d->framebuffer = saved->draw_framebuffer;
	GLenum target = c->framebuffers ? GL_DRAW_FRAMEBUFFER : GL_FRAMEBUFFER;
	GLenum status = c->framebuffers ? GL(glCheckFramebufferStatus)(target)
					: GL_FRAMEBUFFER_COMPLETE;
	if (status != GL_FRAMEBUFFER_COMPLETE)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"the draw framebuffer is incomplete (status 0x%x): the call will raise an "
			"error and draw nothing",
			status);
	GLint samples = 0;
	if (c->api != GS_API_ES || c->version >= 30)
		samples = get(GL_SAMPLE_BUFFERS) ? get(GL_SAMPLES) : 0;
	d->samples = samples > 1 ? samples : 1;
	if (c->framebuffers) {
		get_colour(c, d);
		get_depth(d);
		d->layered = is_layered(c, d);
	}
	d->flipped = is_flipped(c, d);
	bool sized = d->framebuffer ? framebuffer_size(c, d)
				    : gs_drawable_window_size(&d->width, &d->height);
	if (!sized || !d->width || !d->height)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"the size of what is being drawn into cannot be found out");
	return true;
}

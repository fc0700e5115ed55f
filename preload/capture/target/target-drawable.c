/* SPDX-License-Identifier: MIT */
/* What the program draws into. */
#include "preload/capture/target/target.h"

#include <limits.h>
#include <string.h>

static GLint attachment_parameter(GLenum point, GLenum name)
{
	GLint value = 0;
	gs_caps_drain(); /* of what was asked before */
	/* the same as GL_DRAW_FRAMEBUFFER, which OpenGL ES 2.0 lacks */
	GL(glGetFramebufferAttachmentParameteriv)(GL_FRAMEBUFFER, point, name, &value);
	return gs_caps_drain() == GL_NO_ERROR ? value : 0;
}

static GLint get(GLenum name)
{
	GLint value = 0;
	GL(glGetIntegerv)(name, &value);
	return value;
}

/* ---- sizes ---- */

struct extent {
	GLint width, height, layers;
};

static void least(GLint *a, GLint b)
{
	if (b > 0 && b < *a)
		*a = b;
}

/* Of one level. */
static struct extent texture_extent(const struct gs_caps *c, GLuint texture, GLint level)
{
	struct extent e = {0};
	struct gs_texture_unit unit;
	GLenum image = GL_NONE, target = gs_texture_target(texture, &image);
	if (!target || !c->level_sizes)
		return e;
	gs_texture_unit_take(&unit, target);
	GL(glBindTexture)(target, texture);
	GL(glGetTexLevelParameteriv)(image, level, GL_TEXTURE_WIDTH, &e.width);
	GL(glGetTexLevelParameteriv)(image, level, GL_TEXTURE_HEIGHT, &e.height);
	if (c->api != GS_API_ES || c->version >= 31)
		GL(glGetTexLevelParameteriv)(image, level, GL_TEXTURE_DEPTH, &e.layers);
	gs_texture_unit_release(&unit);
	if (target == GL_TEXTURE_CUBE_MAP)
		e.layers = 6;
	if (target == GL_TEXTURE_1D_ARRAY) { /* its layers are told as its height */
		e.layers = e.height;
		e.height = 1;
	}
	return e;
}

static void attachment_size(const struct gs_caps *c, GLenum point, struct extent *most)
{
	GLint type = attachment_parameter(point, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE);
	GLint name = attachment_parameter(point, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME);
	struct extent e = {0};
	if (type == GL_RENDERBUFFER) {
		GL(glBindRenderbuffer)(GL_RENDERBUFFER, name);
		GL(glGetRenderbufferParameteriv)(GL_RENDERBUFFER, GL_RENDERBUFFER_WIDTH, &e.width);
		GL(glGetRenderbufferParameteriv)
		(GL_RENDERBUFFER, GL_RENDERBUFFER_HEIGHT, &e.height);
	} else if (type == GL_TEXTURE) {
		e = texture_extent(c, name,
			attachment_parameter(point, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL));
	}
	gs_caps_drain();
	least(&most->width, e.width);
	least(&most->height, e.height);
	least(&most->layers, e.layers);
}

static GLint default_parameter(GLenum name)
{
	GLint value = 0;
	GL(glGetFramebufferParameteriv)(GL_DRAW_FRAMEBUFFER, name, &value);
	return gs_caps_drain() == GL_NO_ERROR ? value : 0;
}

static bool framebuffer_size(const struct gs_caps *c, struct gs_draw_framebuffer *d, bool layered)
{
	struct extent e = {INT_MAX, INT_MAX, INT_MAX};
	GLint n = get(GL_MAX_COLOR_ATTACHMENTS);
	for (GLint i = 0; i == 0 || (i < n && i < 32); i++)
		attachment_size(c, GL_COLOR_ATTACHMENT0 + i, &e);
	attachment_size(c, GL_DEPTH_ATTACHMENT, &e);
	attachment_size(c, GL_STENCIL_ATTACHMENT, &e);
	if (e.width == INT_MAX && c->default_size) {
		e.width = default_parameter(GL_FRAMEBUFFER_DEFAULT_WIDTH);
		e.height = default_parameter(GL_FRAMEBUFFER_DEFAULT_HEIGHT);
		e.layers = c->layered ? default_parameter(GL_FRAMEBUFFER_DEFAULT_LAYERS) : 0;
		layered = e.layers > 0;
		/* GL_SAMPLES may tell of it only once something was drawn */
		GLint samples = default_parameter(GL_FRAMEBUFFER_DEFAULT_SAMPLES);
		d->samples = samples > 1 ? samples : 1;
	}
	if (e.width == INT_MAX && !c->framebuffers) {
		unsigned width, height;
		if (!gs_bound_buffer_size(c, &width, &height))
			return false;
		e.width = (GLint)width;
		e.height = (GLint)height;
	}
	d->width = e.width;
	d->height = e.height;
	d->layers = layered ? e.layers : 0;
	return e.width > 0 && e.height > 0 && e.width != INT_MAX && e.height != INT_MAX &&
	       (!layered || e.layers != INT_MAX);
}

/* ---- the rest ---- */

/* The attachment point that GL takes questions about, for a draw buffer. */
GLenum gs_drawable_colour_point(const struct gs_caps *c, GLuint framebuffer, GLint buffer)
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

static void get_colour(const struct gs_caps *c, struct gs_draw_framebuffer *d)
{
	d->colour = GS_COLOUR_NONE;
	for (unsigned i = 0; i < c->n_draw_buffers; i++) {
		GLint buffer = c->read_buffer ? get(GL_DRAW_BUFFER0 + i) : GL_BACK;
		if (buffer == GL_NONE)
			continue;
		d->n_draw_buffers = i + 1;
		if (i > 0)
			continue;
		GLenum point = gs_drawable_colour_point(c, d->framebuffer, buffer);
		d->colour = colour_class(point);
		d->red_bits = attachment_parameter(point, GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE);
	}
}

static void get_depth(struct gs_draw_framebuffer *d)
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

static bool is_layered(const struct gs_caps *c, const struct gs_draw_framebuffer *d)
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

/* Mesa offers GL_MESA_framebuffer_flip_y from OpenGL 4.3 on, but has it below, too: there its
 * window refuses the question as one about a window, not as an unknown name. */
static bool can_flip(const struct gs_caps *c)
{
	const char *version = (const char *)GL(glGetString)(GL_VERSION);
	GLint flipped = 0;
	if (c->flip_y || !c->default_size || !version || !strstr(version, "Mesa"))
		return c->flip_y;
	GL(glGetFramebufferParameteriv)(GL_DRAW_FRAMEBUFFER, GL_FRAMEBUFFER_FLIP_Y_MESA, &flipped);
	return gs_caps_drain() != GL_INVALID_ENUM;
}

static bool is_flipped(const struct gs_caps *c, const struct gs_draw_framebuffer *d)
{
	GLint flipped = 0;
	if (!d->framebuffer)
		return can_flip(c);
	if (!c->flip_y)
		return false;
	if (c->flip_y_mesa)
		GL(glGetFramebufferParameterivMESA)
	(GL_DRAW_FRAMEBUFFER, GL_FRAMEBUFFER_FLIP_Y_MESA, &flipped);
	else GL(glGetFramebufferParameteriv)(
		GL_DRAW_FRAMEBUFFER, GL_FRAMEBUFFER_FLIP_Y_MESA, &flipped);
	return gs_caps_drain() == GL_NO_ERROR && flipped;
}

/* OpenGL ES 2.0 tells this of what is bound, not of each buffer. */
static void get_es2(struct gs_draw_framebuffer *d)
{
	const char *version = (const char *)GL(glGetString)(GL_VERSION);
	d->colour = GS_COLOUR_FIXED;
	d->n_draw_buffers = 1;
	d->red_bits = get(GL_RED_BITS);
	d->depth_bits = get(GL_DEPTH_BITS);
	d->stencil_bits = get(GL_STENCIL_BITS);
	d->flipped = !d->framebuffer && version && strstr(version, "Mesa");
}

bool gs_drawable_get(
	const struct gs_saved *saved, struct gs_draw_framebuffer *d, struct gs_refusal *refusal)
{
	const struct gs_caps *c = saved->caps;
	memset(d, 0, sizeof *d);
	d->framebuffer = saved->draw_framebuffer;
	bool es2 = c->api == GS_API_ES && c->version >= 20 && c->version < 30;
	GLenum target = c->framebuffers ? GL_DRAW_FRAMEBUFFER : GL_FRAMEBUFFER;
	GLenum status = c->framebuffers || es2 ? GL(glCheckFramebufferStatus)(target)
					       : GL_FRAMEBUFFER_COMPLETE;
	if (status != GL_FRAMEBUFFER_COMPLETE)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"the draw framebuffer is incomplete (status 0x%x): the call will raise an "
			"error and draw nothing",
			status);
	GLint samples = 0;
	if (c->api != GS_API_ES || c->version >= 20)
		samples = get(GL_SAMPLE_BUFFERS) ? get(GL_SAMPLES) : 0;
	d->samples = samples > 1 ? samples : 1;
	if (c->framebuffers) {
		get_colour(c, d);
		get_depth(d);
	}
	d->flipped = is_flipped(c, d);
	if (es2)
		get_es2(d);
	bool sized = d->framebuffer ? framebuffer_size(c, d, is_layered(c, d))
				    : gs_window_buffer_size(c, &d->width, &d->height);
	if (!sized || !d->width || !d->height)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"the size of the draw target cannot be determined");
	return true;
}

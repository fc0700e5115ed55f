/* SPDX-License-Identifier: MIT */
#include "preload/capture/target/target.h"

#include <string.h>

/* ---- colour ---- */

static bool has_planes(const struct gs_target *t)
{
	return t->like.samples > 1 || t->like.layers;
}

/* The alpha test is made on what a fixed-point target would hold: GL does not clamp beside an
 * integer attachment. */
static GLenum format_of(const struct gs_target *t, enum gs_attachment type)
{
	if (type == GS_ATTACHMENT_ALPHA && t->like.colour == GS_COLOUR_FIXED)
		return t->like.red_bits > 8 ? GL_RGBA16 : GL_RGBA8;
	return type == GS_ATTACHMENT_UINT ? GL_RGBA32UI : GL_RGBA32F;
}

static void attach_colour(const struct gs_target *t, unsigned i, GLuint name)
{
	GLenum point = GL_COLOR_ATTACHMENT0 + i;
	if (name && has_planes(t))
		gs_target_attach_texture(t, point, name);
	else
		GL(glFramebufferRenderbuffer)(GL_DRAW_FRAMEBUFFER, point, GL_RENDERBUFFER, name);
}

static bool attach(struct gs_target *t, unsigned n, const enum gs_attachment *types,
	struct gs_refusal *refusal)
{
	GLenum buffers[GS_MAX_DRAW_BUFFERS];
	for (unsigned i = 0; i < GS_MAX_DRAW_BUFFERS; i++) {
		GLuint name = 0;
		if (i < n) {
			GLuint *cached = &t->colour[types[i]][i];
			GLenum format = format_of(t, types[i]);
			if (!*cached)
				*cached = has_planes(t) ? gs_target_texture(t, format)
							: gs_target_renderbuffer(t, format);
			name = *cached;
			buffers[i] = GL_COLOR_ATTACHMENT0 + i;
		}
		if (name != t->attached[i])
			attach_colour(t, i, name);
		t->attached[i] = name;
	}
	if (n != t->n_attached)
		GL(glDrawBuffers)(n, buffers);
	t->n_attached = n;
	GLenum status = GL(glCheckFramebufferStatus)(GL_DRAW_FRAMEBUFFER);
	return (gs_caps_drain() == GL_NO_ERROR && status == GL_FRAMEBUFFER_COMPLETE) ||
	       gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
		       "the driver does not support a capture target of %u x %u with %u "
		       "attachments of 32 bits per channel (framebuffer status 0x%x)",
		       t->like.width, t->like.height, n, status);
}

/* ---- the target ---- */

/* Without colour: which that will be is known at the first capture, and drivers may fill what they
 * make with zeros. */
static bool init_framebuffer(
	struct gs_target *t, struct gs_saved *saved, struct gs_refusal *refusal)
{
	static const GLenum none = GL_NONE;
	GL(glGenFramebuffers)(1, &t->framebuffer);
	GL(glBindFramebuffer)(GL_FRAMEBUFFER, t->framebuffer);
	GL(glDrawBuffers)(1, &none);
	GL(glReadBuffer)(GL_NONE);
	gs_target_set_flip(saved->caps, &t->like, GL_DRAW_FRAMEBUFFER);
	gs_saved_scissor_off(saved);
	gs_saved_tests(saved, &t->options);
	return gs_target_make_depth(t, saved, refusal);
}

bool gs_target_init(struct gs_target *t, struct gs_saved *saved,
	const struct gs_draw_framebuffer *like, const struct gs_fragment_options *options,
	struct gs_refusal *refusal)
{
	const struct gs_caps *c = saved->caps;
	memset(t, 0, sizeof *t);
	bool es2 = c->api == GS_API_ES && c->version >= 20 && c->version < 30;
	if (!es2 && (!c->framebuffers || !(c->float_targets || c->uint_targets)))
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"this context (%s %u.%u) cannot render to 32-bit integers or floats, which "
			"reading values back needs: use OpenGL 3.0, or GL_ARB_framebuffer_object "
			"with GL_ARB_texture_float or GL_EXT_texture_integer, or OpenGL ES 3.0",
			c->api == GS_API_ES ? "OpenGL ES" : "OpenGL", c->version / 10,
			c->version % 10);
	if (!es2 && !gs_target_check_planes(saved, like, refusal))
		return false;
	t->like = *like;
	t->options = *options;
	if (options->fragment) { /* a stencil of ours counts */
		t->options.clear_depth = t->options.clear_stencil = true;
		t->options.depth = 1;
		t->options.stencil = 0;
	}
	if (es2 ? gs_byte_target_init(t, saved, refusal) : init_framebuffer(t, saved, refusal))
		return true;
	gs_target_leave(t);
	gs_target_finish(t);
	return false;
}

void gs_target_finish(struct gs_target *t)
{
	if (t->stencil != t->depth)
		GL(glDeleteRenderbuffers)(1, &t->stencil);
	GL(glDeleteRenderbuffers)(1, &t->depth);
	GL(glDeleteTextures)(1, &t->depth_texture);
	for (unsigned i = 0; i < 3; i++) {
		if (has_planes(t))
			GL(glDeleteTextures)(GS_MAX_DRAW_BUFFERS, t->colour[i]);
		else
			GL(glDeleteRenderbuffers)(GS_MAX_DRAW_BUFFERS, t->colour[i]);
	}
	for (unsigned i = 0; i < 2; i++)
		if (t->fetch[i])
			GL(glDeleteProgram)(t->fetch[i]);
	if (t->fetched)
		GL(glDeleteBuffers)(1, &t->fetched);
	GL(glDeleteFramebuffers)(1, &t->reader);
	GL(glDeleteFramebuffers)(1, &t->source);
	GL(glDeleteFramebuffers)(1, &t->framebuffer);
	if (t->bytes.on)
		gs_byte_target_finish(t);
	memset(t, 0, sizeof *t);
}

/* ---- a capture ---- */

/* The part of the grid, in pixels: all rows where it reaches from plane to plane. */
static struct gs_rectangle pixels_of(const struct gs_target *t, const struct gs_rectangle *area)
{
	GLint height = t->like.height, first = area->y / height,
	      last = (area->y + area->height - 1) / height;
	struct gs_rectangle pixels = *area;
	pixels.y = first == last ? area->y % height : 0;
	pixels.height = first == last ? area->height : height;
	return pixels;
}

bool gs_target_prepare(struct gs_target *t, struct gs_saved *saved, unsigned n,
	const enum gs_attachment *types, const struct gs_rectangle *area,
	struct gs_refusal *refusal)
{
	if (t->bytes.on)
		return gs_byte_target_prepare(t, saved, n, types, area, refusal);
	GL(glBindFramebuffer)(GL_FRAMEBUFFER, t->framebuffer);
	if (!attach(t, n, types, refusal))
		return false;
	gs_saved_scissor_off(saved);
	gs_saved_tests(saved, &t->options);
	bool tests = gs_target_tests_depth();
	if (tests && t->lacks_depth && !gs_target_make_depth(t, saved, refusal))
		return false;
	if (tests)
		gs_target_fill_depth(t, saved->caps);
	GL(glColorMask)(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
	struct gs_rectangle pixels = {0};
	if (area) {
		pixels = pixels_of(t, area);
		GL(glEnable)(GL_SCISSOR_TEST);
		GL(glScissor)(pixels.x, pixels.y, pixels.width, pixels.height);
	}
	gs_target_clear_colour(saved->caps, n, types);
	gs_saved_scissor(saved, t->options.test[GS_TESTED_SCISSOR], area ? &pixels : NULL);
	if (t->source || t->no_stencil) /* stencil came along with the depth, but the program tests
					   against none */
		GL(glDisable)(GL_STENCIL_TEST);
	return true;
}

bool gs_target_read(struct gs_target *t, struct gs_saved *saved, unsigned attachment,
	enum gs_attachment type, const struct gs_rectangle *area, void *pixels,
	struct gs_refusal *refusal)
{
	bool is_uint = type == GS_ATTACHMENT_UINT;
	if (t->bytes.on)
		return gs_byte_target_read(t, attachment, area, pixels, refusal);
	if (has_planes(t))
		return gs_target_read_planes(t, saved, attachment, type, area, pixels, refusal);
	GL(glBindFramebuffer)(GL_READ_FRAMEBUFFER, t->framebuffer);
	GL(glReadBuffer)(GL_COLOR_ATTACHMENT0 + attachment);
	GL(glReadPixels)
	(area->x, area->y, area->width, area->height, is_uint ? GL_RGBA_INTEGER : GL_RGBA,
		is_uint ? GL_UNSIGNED_INT : GL_FLOAT, pixels);
	return true;
}

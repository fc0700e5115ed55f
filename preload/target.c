/* SPDX-License-Identifier: MIT */
#include "preload/target.h"

#include <string.h>

/* ---- depth and stencil ---- */

struct depth_format {
	GLenum depth, stencil; /* the same: packed */
	GLint depth_bits, stencil_bits;
	bool is_float;
};

/* Copies must be raw, so the very format is looked for: by its sizes, and the first that GL takes
 * for a blit. */
static const struct depth_format depth_formats[] = {
	{GL_DEPTH24_STENCIL8, GL_DEPTH24_STENCIL8, 24, 8, false},
	{GL_DEPTH32F_STENCIL8, GL_DEPTH32F_STENCIL8, 32, 8, true},
	{GL_DEPTH_COMPONENT16, 0, 16, 0, false},
	{GL_DEPTH_COMPONENT24, 0, 24, 0, false},
	{GL_DEPTH_COMPONENT32, 0, 32, 0, false},
	{GL_DEPTH_COMPONENT32F, 0, 32, 0, true},
	{0, GL_STENCIL_INDEX8, 0, 8, false},
	{GL_DEPTH_COMPONENT16, GL_STENCIL_INDEX8, 16, 8, false},
	{GL_DEPTH_COMPONENT24, GL_STENCIL_INDEX8, 24, 8, false},
	{GL_DEPTH_COMPONENT32, GL_STENCIL_INDEX8, 32, 8, false},
	{GL_DEPTH_COMPONENT32F, GL_STENCIL_INDEX8, 32, 8, true},
};

static GLuint new_renderbuffer(GLenum format, unsigned width, unsigned height)
{
	GLuint name = 0;
	GL(glGenRenderbuffers)(1, &name);
	GL(glBindRenderbuffer)(GL_RENDERBUFFER, name);
	GL(glRenderbufferStorage)(GL_RENDERBUFFER, format, width, height);
	return name;
}

static void drop_depth(struct gs_target *t)
{
	GL(glFramebufferRenderbuffer)(GL_DRAW_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, 0);
	GL(glFramebufferRenderbuffer)
	(GL_DRAW_FRAMEBUFFER, GL_STENCIL_ATTACHMENT, GL_RENDERBUFFER, 0);
	GL(glDeleteRenderbuffers)(1, &t->depth);
	if (t->stencil != t->depth)
		GL(glDeleteRenderbuffers)(1, &t->stencil);
	GL(glDeleteTextures)(1, &t->depth_texture);
	t->depth = t->stencil = t->depth_texture = 0;
	t->copy = 0;
}

/* The program's depth and stencil, over all of the target: a part of a packed buffer may not be a
 * raw copy. */
static void copy_depth(const struct gs_target *t)
{
	GLuint from = t->source ? t->source : t->like.framebuffer;
	GLint w = t->like.width, h = t->like.height;
	if (!t->copy)
		return;
	GL(glBindFramebuffer)(GL_READ_FRAMEBUFFER, from);
	GL(glBlitFramebuffer)(0, 0, w, h, 0, 0, w, h, t->copy, GL_NEAREST);
	GL(glBindFramebuffer)(GL_READ_FRAMEBUFFER, t->framebuffer);
}

/* Copies into what was attached just now; drops it where that does not work. */
static bool fill_depth(struct gs_target *t)
{
	if (gs_caps_drain() == GL_NO_ERROR &&
		GL(glCheckFramebufferStatus)(GL_DRAW_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE) {
		copy_depth(t);
		if (gs_caps_drain() == GL_NO_ERROR)
			return true;
	}
	drop_depth(t);
	return false;
}

static bool try_depth(struct gs_target *t, const struct depth_format *f)
{
	unsigned w = t->like.width, h = t->like.height;
	bool packed = f->depth == f->stencil;
	if (f->depth)
		t->depth = new_renderbuffer(f->depth, w, h);
	if (f->stencil)
		t->stencil = packed ? t->depth : new_renderbuffer(f->stencil, w, h);
	GL(glFramebufferRenderbuffer)
	(GL_DRAW_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, t->depth);
	GL(glFramebufferRenderbuffer)
	(GL_DRAW_FRAMEBUFFER, GL_STENCIL_ATTACHMENT, GL_RENDERBUFFER, t->stencil);
	t->copy = (t->depth ? GL_DEPTH_BUFFER_BIT : 0) | (t->stencil ? GL_STENCIL_BUFFER_BIT : 0);
	return fill_depth(t);
}

/* OpenGL ES has 32-bit fixed-point depth in windows, but not for renderbuffers. */
static bool try_depth_texture(struct gs_target *t)
{
	GLint bound = 0, unpack = 0;
	GL(glGetIntegerv)(GL_TEXTURE_BINDING_2D, &bound);
	GL(glGetIntegerv)(GL_PIXEL_UNPACK_BUFFER_BINDING, &unpack);
	GL(glBindBuffer)(GL_PIXEL_UNPACK_BUFFER, 0); /* or NULL would be an offset into it */
	GL(glGenTextures)(1, &t->depth_texture);
	GL(glBindTexture)(GL_TEXTURE_2D, t->depth_texture);
	GL(glTexImage2D)
	(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT, t->like.width, t->like.height, 0, GL_DEPTH_COMPONENT,
		GL_UNSIGNED_INT, NULL);
	GL(glTexParameteri)(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	GL(glFramebufferTexture2D)
	(GL_DRAW_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, t->depth_texture, 0);
	GL(glBindTexture)(GL_TEXTURE_2D, bound);
	GL(glBindBuffer)(GL_PIXEL_UNPACK_BUFFER, unpack);
	t->copy = GL_DEPTH_BUFFER_BIT;
	return fill_depth(t);
}

/* A depth attachment whose other half, the stencil, the program did not attach: the raw copy needs
 * both. */
static bool find_packed_source(struct gs_target *t)
{
	GLint type = 0, name = 0, level = 0, face = 0, layer = 0;
	const GLenum target = GL_READ_FRAMEBUFFER, point = GL_DEPTH_ATTACHMENT;
	GL(glBindFramebuffer)(target, t->like.framebuffer);
	GL(glGetFramebufferAttachmentParameteriv)
	(target, point, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &type);
	GL(glGetFramebufferAttachmentParameteriv)
	(target, point, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME, &name);
	if (type == GL_TEXTURE) {
		GL(glGetFramebufferAttachmentParameteriv)
		(target, point, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL, &level);
		GL(glGetFramebufferAttachmentParameteriv)
		(target, point, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE, &face);
		GL(glGetFramebufferAttachmentParameteriv)
		(target, point, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER, &layer);
	}
	GL(glGenFramebuffers)(1, &t->source);
	GL(glBindFramebuffer)(target, t->source);
	gs_caps_drain();
	if (type == GL_RENDERBUFFER) {
		GL(glFramebufferRenderbuffer)
		(target, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, name);
	} else if (face) {
		GL(glFramebufferTexture2D)(target, GL_DEPTH_STENCIL_ATTACHMENT, face, name, level);
	} else {
		GL(glFramebufferTexture2D)
		(target, GL_DEPTH_STENCIL_ATTACHMENT, GL_TEXTURE_2D, name, level);
		if (gs_caps_drain() != GL_NO_ERROR)
			GL(glFramebufferTexture2D)
			(target, GL_DEPTH_STENCIL_ATTACHMENT, GL_TEXTURE_RECTANGLE, name, level);
		if (gs_caps_drain() != GL_NO_ERROR)
			GL(glFramebufferTextureLayer)
			(target, GL_DEPTH_STENCIL_ATTACHMENT, name, level, layer);
	}
	bool ok = gs_caps_drain() == GL_NO_ERROR;
	if (ok) { /* no colour attachment: GL wants to be told that none is read */
		GL(glReadBuffer)(GL_NONE);
		GL(glBindFramebuffer)(GL_DRAW_FRAMEBUFFER, t->source);
		static const GLenum none = GL_NONE;
		GL(glDrawBuffers)(1, &none);
		GLint stencil = 0;
		ok = GL(glCheckFramebufferStatus)(GL_DRAW_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
		GL(glGetFramebufferAttachmentParameteriv)
		(target, GL_STENCIL_ATTACHMENT, GL_FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE, &stencil);
		ok = gs_caps_drain() == GL_NO_ERROR && ok && stencil > 0;
		GL(glBindFramebuffer)(GL_DRAW_FRAMEBUFFER, t->framebuffer);
	}
	if (ok)
		return true;
	GL(glBindFramebuffer)(target, t->framebuffer);
	GL(glDeleteFramebuffers)(1, &t->source);
	t->source = 0;
	return false;
}

static bool make_depth(struct gs_target *t, struct gs_refusal *refusal)
{
	const struct gs_drawable *like = &t->like;
	bool packed = like->framebuffer && like->depth_bits && !like->stencil_bits &&
		      find_packed_source(t);
	if (!like->depth_bits && !like->stencil_bits)
		return true;
	for (size_t i = 0; i < sizeof depth_formats / sizeof *depth_formats; i++) {
		const struct depth_format *f = &depth_formats[i];
		GLint stencil = packed ? 8 : like->stencil_bits;
		if (f->depth_bits == like->depth_bits && f->stencil_bits == stencil &&
			(!f->depth_bits || f->is_float == like->depth_float) && try_depth(t, f))
			return true;
	}
	if (!like->stencil_bits && !packed && try_depth_texture(t))
		return true;
	return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
		"the draw framebuffer's depth and stencil (%d and %d bits) cannot be copied into a "
		"renderbuffer: "
		"the driver's glBlitFramebuffer takes no format for them",
		like->depth_bits, like->stencil_bits);
}

/* ---- the target ---- */

static void set_flip(const struct gs_saved *saved, const struct gs_drawable *like)
{
	const struct gs_caps *c = saved->caps;
	if (!like->flipped || !c->flip_y)
		return;
	if (c->flip_y_mesa)
		GL(glFramebufferParameteriMESA)
		(GL_DRAW_FRAMEBUFFER, GL_FRAMEBUFFER_FLIP_Y_MESA, GL_TRUE);
	else
		GL(glFramebufferParameteri)
		(GL_DRAW_FRAMEBUFFER, GL_FRAMEBUFFER_FLIP_Y_MESA, GL_TRUE);
}

bool gs_target_init(struct gs_target *t, const struct gs_saved *saved,
	const struct gs_drawable *like, struct gs_refusal *refusal)
{
	const struct gs_caps *c = saved->caps;
	memset(t, 0, sizeof *t);
	if (!c->framebuffers || !c->clear_buffers || !(c->float_targets || c->uint_targets))
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"this context cannot render to integers or floats: that needs OpenGL 3.0 "
			"or OpenGL ES 3.0");
	if (like->samples > 1)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"the draw framebuffer is multisampled (%u samples): such draws cannot be "
			"debugged yet",
			like->samples);
	if (like->layered)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"the draw framebuffer is layered: such draws cannot be debugged yet");
	t->like = *like;
	GL(glGenFramebuffers)(1, &t->framebuffer);
	GL(glBindFramebuffer)(GL_FRAMEBUFFER, t->framebuffer);
	set_flip(saved, like);
	/* One colour attachment, for completeness while formats are tried. */
	enum gs_attachment first = c->float_targets ? GS_ATTACHMENT_FLOAT : GS_ATTACHMENT_UINT;
	gs_saved_scissor_off(saved);
	if (gs_target_prepare(t, saved, 1, &first, NULL, refusal) && make_depth(t, refusal))
		return true;
	gs_target_finish(t);
	return false;
}

void gs_target_finish(struct gs_target *t)
{
	if (t->stencil != t->depth)
		GL(glDeleteRenderbuffers)(1, &t->stencil);
	GL(glDeleteRenderbuffers)(1, &t->depth);
	GL(glDeleteTextures)(1, &t->depth_texture);
	for (unsigned i = 0; i < 3; i++)
		GL(glDeleteRenderbuffers)(GS_MAX_DRAW_BUFFERS, t->colour[i]);
	GL(glDeleteFramebuffers)(1, &t->source);
	GL(glDeleteFramebuffers)(1, &t->framebuffer);
	memset(t, 0, sizeof *t);
}

/* ---- colour ---- */

/* The alpha test is made on what a fixed-point target would hold: GL does not clamp beside an
 * integer attachment. */
static GLenum format_of(const struct gs_target *t, enum gs_attachment type)
{
	if (type == GS_ATTACHMENT_ALPHA && t->like.colour == GS_COLOUR_FIXED)
		return t->like.red_bits > 8 ? GL_RGBA16 : GL_RGBA8;
	return type == GS_ATTACHMENT_UINT ? GL_RGBA32UI : GL_RGBA32F;
}

static void attach(struct gs_target *t, unsigned n, const enum gs_attachment *types)
{
	GLenum buffers[GS_MAX_DRAW_BUFFERS];
	for (unsigned i = 0; i < GS_MAX_DRAW_BUFFERS; i++) {
		GLuint name = 0;
		if (i < n) {
			GLuint *cached = &t->colour[types[i]][i];
			if (!*cached)
				*cached = new_renderbuffer(
					format_of(t, types[i]), t->like.width, t->like.height);
			name = *cached;
			buffers[i] = GL_COLOR_ATTACHMENT0 + i;
		}
		if (name != t->attached[i])
			GL(glFramebufferRenderbuffer)
			(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + i, GL_RENDERBUFFER, name);
		t->attached[i] = name;
	}
	if (n != t->n_attached)
		GL(glDrawBuffers)(n, buffers);
	t->n_attached = n;
}

static void clear(unsigned n, const enum gs_attachment *types)
{
	static const GLuint zeros[4];
	static const GLfloat float_zeros[4];
	for (unsigned i = 0; i < n; i++) {
		if (types[i] == GS_ATTACHMENT_UINT)
			GL(glClearBufferuiv)(GL_COLOR, i, zeros);
		else
			GL(glClearBufferfv)(GL_COLOR, i, float_zeros);
	}
}

/* Otherwise depth and stencil are neither read nor written. */
static bool tests_depth(const struct gs_saved *saved)
{
	bool bounds = GL(glIsEnabled)(GL_DEPTH_BOUNDS_TEST_EXT);
	if (gs_caps_drain() != GL_NO_ERROR)
		bounds = false;
	return bounds || saved->stencil_test || GL(glIsEnabled)(GL_DEPTH_TEST);
}

bool gs_target_prepare(struct gs_target *t, const struct gs_saved *saved, unsigned n,
	const enum gs_attachment *types, const struct gs_rectangle *area,
	struct gs_refusal *refusal)
{
	GL(glBindFramebuffer)(GL_FRAMEBUFFER, t->framebuffer);
	attach(t, n, types);
	GLenum status = GL(glCheckFramebufferStatus)(GL_DRAW_FRAMEBUFFER);
	if (gs_caps_drain() != GL_NO_ERROR || status != GL_FRAMEBUFFER_COMPLETE)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"the driver does not take a capture target of %u x %u with %u attachments "
			"of 32 bits a channel "
			"(framebuffer status 0x%x)",
			t->like.width, t->like.height, n, status);
	gs_saved_scissor_off(saved);
	if (tests_depth(saved))
		copy_depth(t);
	GL(glColorMask)(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
	if (area) {
		GL(glEnable)(GL_SCISSOR_TEST);
		GL(glScissor)(area->x, area->y, area->width, area->height);
	}
	clear(n, types);
	gs_saved_scissor(saved, area);
	if (t->source) /* stencil came along with the depth, but the program tests against none */
		GL(glDisable)(GL_STENCIL_TEST);
	return true;
}

void gs_target_read(const struct gs_target *t, unsigned attachment, enum gs_attachment type,
	const struct gs_rectangle *area, void *pixels)
{
	bool is_uint = type == GS_ATTACHMENT_UINT;
	GL(glBindFramebuffer)(GL_READ_FRAMEBUFFER, t->framebuffer);
	GL(glReadBuffer)(GL_COLOR_ATTACHMENT0 + attachment);
	GL(glReadPixels)
	(area->x, area->y, area->width, area->height, is_uint ? GL_RGBA_INTEGER : GL_RGBA,
		is_uint ? GL_UNSIGNED_INT : GL_FLOAT, pixels);
}

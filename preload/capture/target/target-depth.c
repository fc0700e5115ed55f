/* SPDX-License-Identifier: MIT */
/* The capture target's depth and stencil: the program's, copied raw. */
#include "preload/capture/target/target.h"

#include <string.h>
#include "preload/shadow/attached-layers.h"

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
	t->image[0].name = t->image[1].name = 0;
	t->copy = 0;
}

/* The program's depth and stencil. */
static void copy_depth(const struct gs_target *t, GLint w, GLint h, GLint layers)
{
	GLuint from = t->source ? t->source : t->like.framebuffer;
	const GLuint to[2] = {t->depth_texture ? t->depth_texture : t->depth, t->stencil};
	for (unsigned i = 0; i < 2; i++) {
		const struct gs_image_name *image = &t->image[i];
		if (image->name)
			GL(glCopyImageSubData)
		(image->name, image->target, image->level, 0, 0, 0, to[i],
			t->depth_texture ? gs_target_texture_target(&t->like) : GL_RENDERBUFFER, 0,
			0, 0, 0, w, h, layers ? layers : 1);
	}
	if (!t->copy)
		return;
	GL(glBindFramebuffer)(GL_READ_FRAMEBUFFER, from);
	GL(glBlitFramebuffer)(0, 0, w, h, 0, 0, w, h, t->copy, GL_NEAREST);
	GL(glBindFramebuffer)(GL_READ_FRAMEBUFFER, t->framebuffer);
}

void gs_target_fill_depth(const struct gs_target *t, const struct gs_caps *c)
{
	const struct gs_fragment_options *o = &t->options;
	/* Over all of the target: a part of a packed buffer may not be a raw copy. */
	if (!o->clear_depth || !o->clear_stencil)
		copy_depth(t, t->like.width, t->like.height, t->like.layers);
	if (o->clear_depth)
		gs_target_clear_depth(c, o->depth);
	if (o->clear_stencil)
		gs_target_clear_stencil(c, o->stencil);
	gs_caps_drain(); /* there may be none to clear */
}

/* Whether GL copies into what was attached just now, a pixel will do; drops it where it does not.
 */
static bool try_copy(struct gs_target *t)
{
	if (gs_caps_drain() == GL_NO_ERROR &&
		GL(glCheckFramebufferStatus)(GL_DRAW_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE) {
		copy_depth(t, 1, 1, 1);
		if (gs_caps_drain() == GL_NO_ERROR)
			return true;
	}
	drop_depth(t);
	return false;
}

/* copies: the program's is needed. */
static bool try_depth(struct gs_target *t, const struct depth_format *f, bool copies)
{
	bool packed = f->depth == f->stencil;
	if (f->depth)
		t->depth = gs_target_renderbuffer(t, f->depth);
	if (f->stencil)
		t->stencil = packed ? t->depth : gs_target_renderbuffer(t, f->stencil);
	GL(glFramebufferRenderbuffer)
	(GL_DRAW_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, t->depth);
	GL(glFramebufferRenderbuffer)
	(GL_DRAW_FRAMEBUFFER, GL_STENCIL_ATTACHMENT, GL_RENDERBUFFER, t->stencil);
	if (copies && !t->image[0].name && !t->image[1].name)
		t->copy = (t->depth ? GL_DEPTH_BUFFER_BIT : 0) |
			  (t->stencil ? GL_STENCIL_BUFFER_BIT : 0);
	return try_copy(t);
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
	return try_copy(t);
}

/* Which kind of texture it is may not be known: the attachment that GL takes. */
static void attach_source(
	const struct gs_target *t, GLuint name, GLint level, GLint face, GLint layer)
{
	static const GLenum targets[] = {
		GL_TEXTURE_2D, GL_TEXTURE_RECTANGLE, GL_TEXTURE_2D_MULTISAMPLE};
	const GLenum point = GL_DEPTH_STENCIL_ATTACHMENT;
	if (face) {
		GL(glFramebufferTexture2D)(GL_READ_FRAMEBUFFER, point, face, name, level);
		return;
	}
	for (unsigned i = 0; i < sizeof targets / sizeof *targets; i++) {
		GL(glFramebufferTexture2D)(GL_READ_FRAMEBUFFER, point, targets[i], name, level);
		if (gs_caps_drain() == GL_NO_ERROR)
			return;
	}
	GL(glFramebufferTextureLayer)(GL_READ_FRAMEBUFFER, point, name, level, layer);
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
		layer = gs_attached_layer(t->like.framebuffer, point, (GLuint)name, layer);
	}
	GL(glGenFramebuffers)(1, &t->source);
	GL(glBindFramebuffer)(target, t->source);
	gs_caps_drain();
	if (type == GL_RENDERBUFFER) {
		GL(glFramebufferRenderbuffer)
		(target, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, name);
	} else {
		attach_source(t, name, level, face, layer);
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

/* ---- layers ---- */

static GLint parameter(GLenum point, GLenum name)
{
	GLint value = 0;
	gs_caps_drain();
	GL(glGetFramebufferAttachmentParameteriv)(GL_READ_FRAMEBUFFER, point, name, &value);
	return gs_caps_drain() == GL_NO_ERROR ? value : 0;
}

struct gs_image_name gs_target_attached_image(GLenum point, GLenum *image)
{
	struct gs_image_name found = {0};
	GLint type = parameter(point, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE);
	if (type == GL_TEXTURE || type == GL_RENDERBUFFER)
		found.name = parameter(point, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME);
	if (type == GL_RENDERBUFFER)
		found.target = GL_RENDERBUFFER;
	if (type == GL_TEXTURE) {
		found.level = parameter(point, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL);
		found.target = gs_texture_target(found.name, image);
	}
	return found;
}

/* The program's. */
static struct gs_image_name find_image(const struct gs_target *t, GLenum point, GLenum *image)
{
	GL(glBindFramebuffer)(GL_READ_FRAMEBUFFER, t->like.framebuffer);
	struct gs_image_name found = gs_target_attached_image(point, image);
	GL(glBindFramebuffer)(GL_READ_FRAMEBUFFER, t->framebuffer);
	return found;
}

static GLenum sized_format(const struct gs_image_name *name, GLenum image)
{
	struct gs_texture_unit unit;
	GLint format = 0, depth = 0, stencil = 0, type = 0;
	gs_texture_unit_take(&unit, name->target);
	GL(glBindTexture)(name->target, name->name);
	GL(glGetTexLevelParameteriv)(image, name->level, GL_TEXTURE_INTERNAL_FORMAT, &format);
	GL(glGetTexLevelParameteriv)(image, name->level, GL_TEXTURE_DEPTH_SIZE, &depth);
	GL(glGetTexLevelParameteriv)(image, name->level, GL_TEXTURE_STENCIL_SIZE, &stencil);
	GL(glGetTexLevelParameteriv)(image, name->level, GL_TEXTURE_DEPTH_TYPE, &type);
	gs_texture_unit_release(&unit);
	for (size_t i = 0; i < sizeof depth_formats / sizeof *depth_formats; i++) {
		const struct depth_format *f = &depth_formats[i];
		bool one = !f->depth || !f->stencil || f->depth == f->stencil;
		if (one && f->depth_bits == depth && f->stencil_bits == stencil &&
			f->is_float == (type == GL_FLOAT))
			return f->depth ? f->depth : f->stencil;
	}
	return format;
}

/* Blits reach one layer only; but an image can be copied into one of the same format. */
static bool make_layers(
	struct gs_target *t, const struct gs_saved *saved, struct gs_refusal *refusal)
{
	GLenum image = GL_NONE, other = GL_NONE;
	if (!t->like.depth_bits && !t->like.stencil_bits)
		return true;
	struct gs_image_name depth = find_image(t, GL_DEPTH_ATTACHMENT, &image);
	struct gs_image_name stencil = find_image(t, GL_STENCIL_ATTACHMENT, &other);
	bool two = depth.name && stencil.name && depth.name != stencil.name;
	t->image[0] = depth.name ? depth : stencil;
	if (two || !t->image[0].target || !saved->caps->copy_images || !saved->caps->level_sizes)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED, "%s",
			two ? "the layered draw framebuffer has depth and stencil in textures of "
			      "their own, which cannot be copied together"
			    : "the layered draw framebuffer's depth can be copied only with "
			      "glCopyImageSubData (OpenGL 4.3, OpenGL ES 3.2)");
	t->depth_texture = gs_target_texture(
		t, sized_format(&t->image[0], depth.name ? image : other));
	if (depth.name)
		gs_target_attach_texture(t, GL_DEPTH_ATTACHMENT, t->depth_texture);
	if (stencil.name)
		gs_target_attach_texture(t, GL_STENCIL_ATTACHMENT, t->depth_texture);
	if (try_copy(t))
		return true;
	return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
		"the layered draw framebuffer's depth and stencil (%d and %d bits) cannot be "
		"copied: the driver's glCopyImageSubData does not support their format",
		t->like.depth_bits, t->like.stencil_bits);
}

/* Not the program's: only for counting fragments. */
static bool make_counter(struct gs_target *t, struct gs_refusal *refusal)
{
	gs_caps_drain();
	if (t->like.layers) {
		t->depth_texture = gs_target_texture(t, GL_DEPTH24_STENCIL8);
		gs_target_attach_texture(t, GL_DEPTH_ATTACHMENT, t->depth_texture);
		gs_target_attach_texture(t, GL_STENCIL_ATTACHMENT, t->depth_texture);
	} else {
		t->depth = t->stencil = gs_target_renderbuffer(t, GL_DEPTH24_STENCIL8);
		GL(glFramebufferRenderbuffer)
		(GL_DRAW_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, t->depth);
		GL(glFramebufferRenderbuffer)
		(GL_DRAW_FRAMEBUFFER, GL_STENCIL_ATTACHMENT, GL_RENDERBUFFER, t->stencil);
	}
	if (gs_caps_drain() == GL_NO_ERROR &&
		GL(glCheckFramebufferStatus)(GL_DRAW_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE)
		return true;
	return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
		"the driver supports no 8-bit stencil buffer with the capture target, which is "
		"needed to count fragments");
}

/* ---- samples of OpenGL ES ---- */

bool gs_target_forbids_blits(const struct gs_caps *c, const struct gs_draw_framebuffer *like)
{
	return c->api == GS_API_ES && like->samples > 1;
}

/* Of a format that has as many bits, and may have a stencil that the program did not attach. */
static bool try_formats(struct gs_target *t, bool copies)
{
	const struct gs_draw_framebuffer *like = &t->like;
	const struct gs_image_name image[2] = {t->image[0], t->image[1]};
	for (size_t i = 0; i < sizeof depth_formats / sizeof *depth_formats; i++) {
		const struct depth_format *f = &depth_formats[i];
		bool packed = f->depth && f->depth == f->stencil;
		if (f->depth_bits != like->depth_bits ||
			(packed && image[0].name && image[1].name) ||
			(f->depth_bits && f->is_float != like->depth_float) ||
			(f->stencil_bits != like->stencil_bits && !(packed && !like->stencil_bits)))
			continue;
		memcpy(t->image, image, sizeof image);
		t->no_stencil = f->stencil_bits > like->stencil_bits;
		if (try_depth(t, f, copies))
			return true;
	}
	return false;
}

static void find_images(struct gs_target *t)
{
	struct gs_image_name *image = t->image;
	GLenum unused = GL_NONE;
	image[0] = find_image(t, GL_DEPTH_ATTACHMENT, &unused);
	image[1] = find_image(t, GL_STENCIL_ATTACHMENT, &unused);
	if (image[1].name == image[0].name && image[1].target == image[0].target)
		image[1].name = 0; /* packed */
	if (!image[0].name && image[1].name && t->like.depth_bits)
		image[1].name = 0;
}

/* What is not cleared is not tested against. */
static bool is_cleared(const struct gs_target *t)
{
	const struct gs_fragment_options *o = &t->options;
	return (o->clear_depth || !t->like.depth_bits || !GL(glIsEnabled)(GL_DEPTH_TEST)) &&
	       (o->clear_stencil || !t->like.stencil_bits || !GL(glIsEnabled)(GL_STENCIL_TEST));
}

/* Blits into several samples are forbidden: images are copied as such, which a window has none of.
 */
static bool make_samples(
	struct gs_target *t, const struct gs_saved *saved, struct gs_refusal *refusal)
{
	const struct gs_draw_framebuffer *like = &t->like;
	drop_depth(t);
	t->lacks_depth = false;
	if (!like->depth_bits && !like->stencil_bits)
		return true;
	if (like->framebuffer && saved->caps->copy_images) {
		find_images(t);
		if ((t->image[0].name || t->image[1].name) && try_formats(t, true))
			return true;
	}
	t->lacks_depth = true; /* nothing is lost with other tests */
	if (!gs_target_tests_depth() || (is_cleared(t) && try_formats(t, false)))
		return true;
	return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
		"%s: `set test depth off` and `set test stencil off` debug the draw without them, "
		"`set buffer depth clear 1` with a depth buffer that was cleared",
		like->framebuffer ? "OpenGL ES forbids blits into a multisampled framebuffer, and "
				    "glCopyImageSubData (OpenGL ES 3.2) cannot copy this one's "
				    "depth and stencil"
				  : "OpenGL ES has no way to copy the depth and stencil of a "
				    "multisampled window, against which this draw tests");
}

bool gs_target_make_depth(
	struct gs_target *t, const struct gs_saved *saved, struct gs_refusal *refusal)
{
	if (t->options.fragment)
		return make_counter(t, refusal);
	if (t->like.layers)
		return make_layers(t, saved, refusal);
	if (gs_target_forbids_blits(saved->caps, &t->like))
		return make_samples(t, saved, refusal);
	const struct gs_draw_framebuffer *like = &t->like;
	bool packed = like->framebuffer && like->depth_bits && !like->stencil_bits &&
		      find_packed_source(t);
	if (!like->depth_bits && !like->stencil_bits)
		return true;
	for (size_t i = 0; i < sizeof depth_formats / sizeof *depth_formats; i++) {
		const struct depth_format *f = &depth_formats[i];
		GLint stencil = packed ? 8 : like->stencil_bits;
		if (f->depth_bits == like->depth_bits && f->stencil_bits == stencil &&
			(!f->depth_bits || f->is_float == like->depth_float) &&
			try_depth(t, f, true))
			return true;
	}
	if (like->samples == 1 && !like->stencil_bits && !packed && try_depth_texture(t))
		return true;
	return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
		"the draw framebuffer's depth and stencil (%d and %d bits) cannot be copied into a "
		"renderbuffer: the driver's glBlitFramebuffer supports no format for them",
		like->depth_bits, like->stencil_bits);
}

/* Otherwise depth and stencil are neither read nor written. */
bool gs_target_tests_depth(void)
{
	bool bounds = GL(glIsEnabled)(GL_DEPTH_BOUNDS_TEST_EXT);
	if (gs_caps_drain() != GL_NO_ERROR)
		bounds = false;
	return bounds || GL(glIsEnabled)(GL_STENCIL_TEST) || GL(glIsEnabled)(GL_DEPTH_TEST);
}

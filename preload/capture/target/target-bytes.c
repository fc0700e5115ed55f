/* SPDX-License-Identifier: MIT */
/*
 * The capture target of OpenGL ES 2.0 (docs/decisions/035-es-2.md): a variant writes each word of
 * an attachment as four bytes to a buffer of its own. Depth and stencil are read into memory and
 * put into a texture of the same format. Where the program's framebuffer is rasterised upside down,
 * ours is drawn with the other clip origin, and all its rows are counted from the other end.
 */
#include "preload/capture/target/target.h"

#include <stdlib.h>
#include <string.h>

static GLint get(GLenum name)
{
	GLint value = 0;
	GL(glGetIntegerv)(name, &value);
	return value;
}

/* ---- upside down ---- */

static GLint mirrored_y(const struct gs_target *t, GLint y, GLint height)
{
	return t->like.flipped ? (GLint)t->like.height - y - height : y;
}

static void mirror_scissor(const struct gs_target *t)
{
	GLint box[4] = {0};
	GL(glGetIntegerv)(GL_SCISSOR_BOX, box);
	GL(glScissor)(box[0], mirrored_y(t, box[1], box[3]), box[2], box[3]);
}

static void set_origin(GLint origin)
{
	GL_LIKE(glClipControl, glClipControlEXT)
	(origin == GL_UPPER_LEFT ? GL_UPPER_LEFT : GL_LOWER_LEFT, get(GL_CLIP_DEPTH_MODE));
}

static void mirror(struct gs_target *t)
{
	struct gs_byte_target *b = &t->bytes;
	mirror_scissor(t);
	if (b->is_mirrored)
		return;
	GL(glGetIntegerv)(GL_VIEWPORT, b->viewport);
	b->origin = get(GL_CLIP_ORIGIN);
	b->is_mirrored = true;
	GL(glViewport)
	(b->viewport[0], mirrored_y(t, b->viewport[1], b->viewport[3]), b->viewport[2],
		b->viewport[3]);
	set_origin(b->origin == GL_UPPER_LEFT ? GL_LOWER_LEFT : GL_UPPER_LEFT);
}

void gs_target_leave(struct gs_target *t)
{
	struct gs_byte_target *b = &t->bytes;
	if (!b->is_mirrored)
		return;
	b->is_mirrored = false;
	GL(glViewport)(b->viewport[0], b->viewport[1], b->viewport[2], b->viewport[3]);
	set_origin(b->origin);
}

static void turn_rows(uint8_t *pixels, size_t row, size_t rows)
{
	for (size_t low = 0, high = rows; low + 1 < high--; low++)
		for (size_t i = 0; i < row; i++) {
			uint8_t *a = pixels + low * row + i, *z = pixels + high * row + i,
				kept = *a;
			*a = *z;
			*z = kept;
		}
}

/* ---- depth and stencil ---- */

/* How a buffer of so many bits is read, and what a texture of the same format is made of. */
static const struct gs_depth_way {
	GLint depth_bits;
	bool stencil;
	GLenum format, type;
	unsigned size; /* of a pixel */
	GLenum texture_format, texture_type;
} ways[] = {
	{24, true, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, 4, GL_DEPTH_STENCIL,
		GL_UNSIGNED_INT_24_8},
	{24, false, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, 4, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8},
	{16, false, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, 2, GL_DEPTH_COMPONENT,
		GL_UNSIGNED_SHORT},
	{32, false, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, 4, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT},
};

static size_t depth_size(const struct gs_target *t)
{
	return (size_t)t->like.width * t->like.height * t->bytes.way->size;
}

static const GLenum unpack_names[4] = {
	GL_UNPACK_ALIGNMENT, GL_UNPACK_ROW_LENGTH, GL_UNPACK_SKIP_ROWS, GL_UNPACK_SKIP_PIXELS};

/* The texture, bound, and memory that is read as it stands. */
struct texture_writing {
	struct gs_texture_unit unit;
	unsigned n_names;
	GLint unpack[4], buffer;
};

static void begin_writing(
	struct texture_writing *w, const struct gs_target *t, const struct gs_caps *c)
{
	w->n_names = gs_caps_has(c, "GL_EXT_unpack_subimage") ? 4 : 1;
	for (unsigned i = 0; i < w->n_names; i++) {
		w->unpack[i] = get(unpack_names[i]);
		GL(glPixelStorei)(unpack_names[i], i == 0);
	}
	w->buffer = c->pack_buffer ? get(GL_PIXEL_UNPACK_BUFFER_BINDING) : 0;
	if (w->buffer)
		GL(glBindBuffer)(GL_PIXEL_UNPACK_BUFFER, 0);
	gs_texture_unit_take(&w->unit, GL_TEXTURE_2D);
	GL(glBindTexture)(GL_TEXTURE_2D, t->depth_texture);
}

static void end_writing(const struct texture_writing *w)
{
	gs_texture_unit_release(&w->unit);
	if (w->buffer)
		GL(glBindBuffer)(GL_PIXEL_UNPACK_BUFFER, (GLuint)w->buffer);
	for (unsigned i = 0; i < w->n_names; i++)
		GL(glPixelStorei)(unpack_names[i], w->unpack[i]);
}

static void make_texture(struct gs_target *t, const struct gs_caps *c)
{
	const struct gs_depth_way *way = t->bytes.way;
	struct texture_writing w;
	GL(glGenTextures)(1, &t->depth_texture);
	begin_writing(&w, t, c);
	GL(glTexImage2D)
	(GL_TEXTURE_2D, 0, (GLint)way->texture_format, (GLsizei)t->like.width,
		(GLsizei)t->like.height, 0, way->texture_format, way->texture_type, NULL);
	GL(glTexParameteri)(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	GL(glTexParameteri)(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
	GL(glTexParameteri)(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
	GL(glTexParameteri)(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
	end_writing(&w);
	GL(glBindFramebuffer)(GL_FRAMEBUFFER, t->framebuffer);
	GL(glFramebufferTexture2D)
	(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, t->depth_texture, 0);
	if (way->stencil)
		GL(glFramebufferTexture2D)
	(GL_FRAMEBUFFER, GL_STENCIL_ATTACHMENT, GL_TEXTURE_2D, t->depth_texture, 0);
}

static void read_depth(const struct gs_target *t, GLuint framebuffer, void *pixels)
{
	GL(glBindFramebuffer)(GL_FRAMEBUFFER, framebuffer);
	GL(glReadPixels)
	(0, 0, (GLsizei)t->like.width, (GLsizei)t->like.height, t->bytes.way->format,
		t->bytes.way->type, pixels);
}

/* The program's, into ours. */
static void copy_depth(struct gs_target *t, const struct gs_caps *c)
{
	const struct gs_depth_way *way = t->bytes.way;
	uint32_t *words = t->bytes.depth;
	struct texture_writing w;
	read_depth(t, t->like.framebuffer, words);
	if (t->like.flipped)
		turn_rows(t->bytes.depth, t->like.width * way->size, t->like.height);
	if (way->format != way->texture_format) /* 24 of 32 bits; the others are the stencil's */
		for (size_t i = 0; i < depth_size(t) / 4; i++)
			words[i] &= ~0xffu;
	begin_writing(&w, t, c);
	GL(glTexSubImage2D)
	(GL_TEXTURE_2D, 0, 0, 0, (GLsizei)t->like.width, (GLsizei)t->like.height,
		way->texture_format, way->texture_type, words);
	end_writing(&w);
	GL(glBindFramebuffer)(GL_FRAMEBUFFER, t->framebuffer);
}

/* What has been copied, read back from ours, is what was read. */
static bool is_exact(const struct gs_target *t)
{
	uint8_t *back = malloc(depth_size(t)), *read = malloc(depth_size(t));
	bool same = back && read;
	if (same) {
		read_depth(t, t->like.framebuffer, read);
		read_depth(t, t->framebuffer, back);
		if (t->like.flipped)
			turn_rows(back, t->like.width * t->bytes.way->size, t->like.height);
		same = gs_caps_drain() == GL_NO_ERROR && !memcmp(read, back, depth_size(t));
	}
	free(back);
	free(read);
	return same;
}

static bool try_way(struct gs_target *t, const struct gs_saved *saved)
{
	bool copies = !t->options.clear_depth || !t->options.clear_stencil;
	gs_caps_drain();
	make_texture(t, saved->caps);
	bool ok = gs_caps_drain() == GL_NO_ERROR &&
		  GL(glCheckFramebufferStatus)(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE &&
		  get(GL_DEPTH_BITS) == t->like.depth_bits;
	if (!ok || !copies)
		return ok;
	t->bytes.depth = malloc(depth_size(t));
	if (!t->bytes.depth)
		return false;
	gs_saved_plain_pack(saved);
	copy_depth(t, saved->caps);
	return gs_caps_drain() == GL_NO_ERROR && is_exact(t);
}

static void fill_depth(struct gs_target *t, const struct gs_saved *saved)
{
	const struct gs_fragment_options *o = &t->options;
	if (t->bytes.depth) {
		gs_saved_plain_pack(saved);
		copy_depth(t, saved->caps);
	}
	if (o->clear_depth)
		gs_target_clear_depth(saved->caps, o->depth);
	if (o->clear_stencil)
		gs_target_clear_stencil(saved->caps, o->stencil);
	gs_caps_drain(); /* there may be none to clear */
}

/* To count fragments, where only one of those at a pixel is wanted. */
static void make_counter(struct gs_target *t)
{
	t->depth = t->stencil = gs_target_renderbuffer(t, GL_DEPTH24_STENCIL8);
	GL(glFramebufferRenderbuffer)
	(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, t->depth);
	GL(glFramebufferRenderbuffer)
	(GL_FRAMEBUFFER, GL_STENCIL_ATTACHMENT, GL_RENDERBUFFER, t->depth);
}

/* Only what the draw tests. */
static bool make_depth(struct gs_target *t, struct gs_saved *saved, struct gs_refusal *refusal)
{
	const struct gs_draw_framebuffer *like = &t->like;
	if (t->options.fragment) {
		make_counter(t);
		return true;
	}
	gs_saved_tests(saved, &t->options);
	bool stencil = like->stencil_bits && GL(glIsEnabled)(GL_STENCIL_TEST);
	bool depth = like->depth_bits && GL(glIsEnabled)(GL_DEPTH_TEST);
	if (!stencil && !depth)
		return true;
	for (size_t i = 0; i < sizeof ways / sizeof *ways && !t->bytes.way; i++)
		if (ways[i].depth_bits == like->depth_bits &&
			(ways[i].stencil ? like->stencil_bits == 8 : !stencil))
			t->bytes.way = &ways[i];
	if (t->bytes.way && try_way(t, saved))
		return true;
	return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
		"the draw framebuffer's depth and stencil (%d and %d bits), which the draw tests, "
		"cannot be copied in this OpenGL ES 2.0 context: debug it in an OpenGL ES 3.0 "
		"context, or without its tests (`set test depth off`, `set test stencil off`)",
		like->depth_bits, like->stencil_bits);
}

/* ---- the target ---- */

static bool check(
	const struct gs_caps *c, const struct gs_draw_framebuffer *like, struct gs_refusal *refusal)
{
	if (c->byte_buffers < 4)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"this OpenGL ES 2.0 context has not what reading values back needs "
			"(GL_EXT_draw_buffers with four buffers, GL_OES_rgb8_rgba8, and highp "
			"floats in fragment shaders): debugging needs an OpenGL ES 3.0 context, "
			"which most drivers give to programs that ask for 2.0");
	if (like->samples > 1)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"the draw framebuffer is multisampled (%u samples), and single samples "
			"can be read only in OpenGL 4.3 or OpenGL ES 3.1 or later",
			like->samples);
	if (like->flipped && !c->clip_control)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"the driver rasterises windows upside down, which a redraw can do only "
			"with GL_EXT_clip_control or in OpenGL ES 3.0: debug draws into "
			"framebuffer objects");
	return true;
}

bool gs_byte_target_init(struct gs_target *t, struct gs_saved *saved, struct gs_refusal *refusal)
{
	static const enum gs_attachment first = GS_ATTACHMENT_BYTES;
	if (!check(saved->caps, &t->like, refusal))
		return false;
	t->bytes.on = true;
	GL(glGenFramebuffers)(1, &t->framebuffer);
	GL(glGenFramebuffers)(1, &t->reader);
	/* Colour attachments first, for completeness while formats are tried. */
	return gs_byte_target_prepare(t, saved, 1, &first, NULL, refusal) &&
	       make_depth(t, saved, refusal);
}

void gs_byte_target_finish(struct gs_target *t)
{
	GL(glDeleteRenderbuffers)(GS_MAX_DRAW_BUFFERS, t->bytes.buffer);
	free(t->bytes.depth);
}

static void attach(struct gs_target *t, unsigned n)
{
	GLenum points[GS_MAX_DRAW_BUFFERS];
	for (unsigned i = 0; i < GS_MAX_DRAW_BUFFERS; i++) {
		points[i] = GL_COLOR_ATTACHMENT0 + i;
		if (i < n && !t->bytes.buffer[i])
			t->bytes.buffer[i] = gs_target_renderbuffer(t, GL_RGBA8);
		GLuint name = i < n ? t->bytes.buffer[i] : 0;
		if (name != t->attached[i])
			GL(glFramebufferRenderbuffer)
		(GL_FRAMEBUFFER, points[i], GL_RENDERBUFFER, name);
		t->attached[i] = name;
	}
	if (n != t->n_attached)
		GL_LIKE(glDrawBuffers, glDrawBuffersEXT)((GLsizei)n, points);
	t->n_attached = n;
}

bool gs_byte_target_prepare(struct gs_target *t, struct gs_saved *saved, unsigned n,
	const enum gs_attachment *types, const struct gs_rectangle *area,
	struct gs_refusal *refusal)
{
	gs_caps_drain();
	GL(glBindFramebuffer)(GL_FRAMEBUFFER, t->framebuffer);
	attach(t, 4 * n);
	GLenum status = GL(glCheckFramebufferStatus)(GL_FRAMEBUFFER);
	if (gs_caps_drain() != GL_NO_ERROR || status != GL_FRAMEBUFFER_COMPLETE)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"the driver does not support a capture target of %u x %u with %u buffers "
			"of 8 bits per channel (framebuffer status 0x%x)",
			t->like.width, t->like.height, 4 * n, status);
	gs_saved_scissor_off(saved);
	gs_saved_tests(saved, &t->options);
	fill_depth(t, saved);
	GL(glColorMask)(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
	if (area) {
		GL(glEnable)(GL_SCISSOR_TEST);
		GL(glScissor)
		(area->x, mirrored_y(t, area->y, area->height), area->width, area->height);
	}
	gs_target_clear_colour(saved->caps, n, types);
	gs_saved_scissor(saved, t->options.test[GS_TESTED_SCISSOR], area);
	if (t->like.flipped)
		mirror(t);
	return true;
}

bool gs_byte_target_read(struct gs_target *t, unsigned attachment, const struct gs_rectangle *area,
	void *pixels, struct gs_refusal *refusal)
{
	size_t width = (size_t)area->width, height = (size_t)area->height;
	uint8_t *bytes = malloc(width * height * 4);
	uint32_t *words = pixels;
	if (!bytes)
		return gs_refusal_set(refusal, GS_STATUS_INTERNAL, "the program is out of memory");
	GL(glBindFramebuffer)(GL_FRAMEBUFFER, t->reader);
	for (unsigned k = 0; k < 4; k++) {
		GL(glFramebufferRenderbuffer)
		(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
			t->bytes.buffer[4 * attachment + k]);
		GL(glReadPixels)
		(area->x, mirrored_y(t, area->y, area->height), area->width, area->height, GL_RGBA,
			GL_UNSIGNED_BYTE, bytes);
		if (t->like.flipped)
			turn_rows(bytes, width * 4, height);
		for (size_t i = 0; i < width * height; i++) {
			const uint8_t *b = bytes + 4 * i;
			words[4 * i + k] = (uint32_t)b[3] << 24 | (uint32_t)b[2] << 16 |
					   (uint32_t)b[1] << 8 | b[0];
		}
	}
	free(bytes);
	return true;
}

/* SPDX-License-Identifier: MIT */
#include "preload/capture/stage.h"
#include "preload/capture/target/target-picture.h"

#include "preload/capture/requests/inspection.h"

#include <stdlib.h>
#include <string.h>

static GLint get(GLenum name)
{
	GLint value = 0;
	GL(glGetIntegerv)(name, &value);
	return value;
}

/* ---- to eight bits ---- */

static void from_floats(const float *in, uint8_t *out, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		float v = in[i];
		out[i] = v >= 1 ? 255 : v > 0 ? (uint8_t)(v * 255 + 0.5f) : 0; /* NaN: 0 */
	}
}

static uint32_t largest(const uint32_t *in, size_t n, bool is_signed)
{
	uint32_t max = 255;
	for (size_t i = 0; i < n; i++)
		if (i % 4 != 3 && in[i] > max && !(is_signed && (int32_t)in[i] < 0))
			max = in[i];
	return max;
}

static void from_integers(const uint32_t *in, uint8_t *out, size_t n, bool is_signed)
{
	uint32_t max = largest(in, n, is_signed);
	for (size_t i = 0; i < n; i++) {
		uint64_t v = is_signed && (int32_t)in[i] < 0 ? 0 : in[i];
		out[i] = i % 4 == 3 ? 255 : v > max ? 255 : v * 255 / max;
	}
}

/* ---- what to read ---- */

/* What glReadBuffer takes for the framebuffer's first draw buffer; GL_NONE: no colour. */
static GLenum readable_buffer(const struct gs_caps *c, GLuint framebuffer)
{
	for (unsigned i = 0; i < c->n_draw_buffers; i++) {
		GLint buffer = c->read_buffer ? get(GL_DRAW_BUFFER0 + i) : GL_BACK;
		switch (buffer) {
		case GL_NONE:
			continue;
		case GL_FRONT_AND_BACK:
			return GL_BACK;
		case GL_LEFT:
			return GL_FRONT_LEFT;
		case GL_RIGHT:
			return GL_FRONT_RIGHT;
		}
		return buffer;
	}
	return framebuffer ? GL_COLOR_ATTACHMENT0 : GL_NONE;
}

static GLenum resolve_format(const struct gs_caps *c, enum gs_colour_class class)
{
	switch (class) {
	case GS_COLOUR_FLOAT:
		return c->float_targets ? GL_RGBA32F : GL_RGBA8;
	case GS_COLOUR_INT:
		return GL_RGBA32I;
	case GS_COLOUR_UINT:
		return GL_RGBA32UI;
	default:
		return GL_RGBA8;
	}
}

/* Samples cannot be read: a resolved copy becomes the read framebuffer. */
static bool resolve(const struct gs_saved *saved, const struct gs_draw_framebuffer *d,
	GLuint *framebuffer, GLuint *storage)
{
	GL(glGenFramebuffers)(1, framebuffer);
	GL(glGenRenderbuffers)(1, storage);
	GL(glBindRenderbuffer)(GL_RENDERBUFFER, *storage);
	GL(glRenderbufferStorage)
	(GL_RENDERBUFFER, resolve_format(saved->caps, d->colour), d->width, d->height);
	GL(glBindFramebuffer)(GL_DRAW_FRAMEBUFFER, *framebuffer);
	GL(glFramebufferRenderbuffer)
	(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, *storage);
	gs_saved_scissor_off(saved);
	gs_caps_drain();
	GL(glBlitFramebuffer)
	(0, 0, d->width, d->height, 0, 0, d->width, d->height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
	GL(glBindFramebuffer)(GL_READ_FRAMEBUFFER, *framebuffer);
	return gs_caps_drain() == GL_NO_ERROR;
}

static bool read_pixels(const struct gs_draw_framebuffer *d, uint8_t *out)
{
	size_t n = (size_t)d->width * d->height * 4;
	GLenum format = GL_RGBA, type = GL_UNSIGNED_BYTE;
	void *wide = NULL;
	if (d->colour == GS_COLOUR_FLOAT) {
		type = GL_FLOAT;
	} else if (d->colour == GS_COLOUR_INT || d->colour == GS_COLOUR_UINT) {
		format = GL_RGBA_INTEGER;
		type = d->colour == GS_COLOUR_INT ? GL_INT : GL_UNSIGNED_INT;
	}
	if (type != GL_UNSIGNED_BYTE && !(wide = malloc(n * 4)))
		return false;
	GL(glReadPixels)(0, 0, d->width, d->height, format, type, wide ? wide : out);
	if (type == GL_FLOAT)
		from_floats(wide, out, n);
	else if (wide)
		from_integers(wide, out, n, type == GL_INT);
	free(wide);
	return gs_caps_drain() == GL_NO_ERROR;
}

static bool read_drawable(const struct gs_saved *saved, const struct gs_draw_framebuffer *d,
	uint8_t *out, struct gs_refusal *refusal)
{
	const struct gs_caps *c = saved->caps;
	GLuint framebuffer = 0, storage = 0;
	GLenum buffer = readable_buffer(c, d->framebuffer);
	GLint read_buffer = GL_NONE;
	if (c->framebuffers)
		GL(glBindFramebuffer)(GL_READ_FRAMEBUFFER, d->framebuffer);
	if (c->read_buffer) {
		read_buffer = get(GL_READ_BUFFER);
		GL(glReadBuffer)(buffer);
	}
	gs_caps_drain();
	/* OpenGL ES 2.0 cannot: there, glReadPixels does it */
	bool ok = d->samples < 2 || !c->framebuffers || resolve(saved, d, &framebuffer, &storage);
	gs_saved_plain_pack(saved);
	ok = ok && read_pixels(d, out);
	if (c->read_buffer) {
		GL(glBindFramebuffer)(GL_READ_FRAMEBUFFER, d->framebuffer);
		GL(glReadBuffer)(read_buffer);
	}
	if (framebuffer) {
		GL(glDeleteFramebuffers)(1, &framebuffer);
		GL(glDeleteRenderbuffers)(1, &storage);
	}
	return ok || gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			     "the draw framebuffer's colour cannot be read in this context");
}

bool gs_picture_get(const struct gs_caps *c, GLuint conditional_query, GLenum conditional_mode,
	void *pixels, uint64_t size, uint64_t *used, struct gs_refusal *refusal)
{
	struct gs_saved saved;
	struct gs_draw_framebuffer d;
	gs_saved_enter_reading(&saved, c, conditional_query, conditional_mode);
	bool ok = gs_drawable_get(&saved, &d, refusal);
	bool none = ok && d.colour == GS_COLOUR_NONE && c->framebuffers;
	uint64_t bytes = ok && !none ? (uint64_t)d.width * d.height * 4 : 0;
	if (ok && bytes + sizeof(struct gs_wire_image) > size)
		ok = gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"the framebuffer does not fit into the shared memory");
	ok = ok && gs_has_memory(pixels, bytes + sizeof(struct gs_wire_image), refusal) &&
	     (none || read_drawable(&saved, &d, (uint8_t *)pixels + sizeof(struct gs_wire_image),
			      refusal));
	gs_saved_leave(&saved);
	if (!ok)
		return false;
	*(struct gs_wire_image *)pixels = (struct gs_wire_image){.width = d.width,
		.height = d.height,
		.format = none ? GS_WIRE_IMAGE_NO_COLOUR : GS_WIRE_IMAGE_RGBA8};
	*used = bytes + sizeof(struct gs_wire_image);
	return true;
}

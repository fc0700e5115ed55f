/* SPDX-License-Identifier: MIT */
#include "preload/inspect/watched.h"

#include "preload/core/core.h"
#include "preload/core/names.h"
#include "preload/shadow/attached-layers.h"

#include <stdlib.h>
#include <string.h>

static GLint get(GLenum name)
{
	GLint value = 0;
	GL(glGetIntegerv)(name, &value);
	return value;
}

static uint32_t parameter(GLenum point, GLenum name)
{
	GLint value = 0;
	GL(glGetFramebufferAttachmentParameteriv)(GL_DRAW_FRAMEBUFFER, point, name, &value);
	return gs_caps_drain() == GL_NO_ERROR ? (uint32_t)value : 0;
}

static bool is_layered(const struct gs_caps *c, GLenum point)
{
	return c->layered && parameter(point, GL_FRAMEBUFFER_ATTACHMENT_LAYERED);
}

/* The same number for the same image, whichever framebuffer it is attached to, alone or as a layer
 * of several, then the one that is asked for; 0: none. */
static uint64_t buffer_of(struct gs_thread *thread, const struct gs_caps *c, GLuint framebuffer,
	GLenum point, unsigned asked)
{
	GLenum type = parameter(point, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE);
	if (!type)
		return 0;
	if (!framebuffer)
		return (uint64_t)GS_PIXEL_WINDOW << 62 | thread->drawable | point;
	GLuint real = parameter(point, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME);
	uint64_t name = gs_name_shown(
		type == GL_RENDERBUFFER ? GS_OBJECT_RENDERBUFFER : GS_OBJECT_TEXTURE, real);
	if (type == GL_RENDERBUFFER)
		return (uint64_t)GS_PIXEL_RENDERBUFFER << 62 | name;
	uint64_t level = parameter(point, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL);
	GLenum face = parameter(point, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE);
	GLint told = (GLint)parameter(point, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER);
	uint64_t layer = is_layered(c, point) ? asked
			 : face		      ? face - GL_TEXTURE_CUBE_MAP_POSITIVE_X
				: (uint64_t)gs_attached_layer(framebuffer, point, real, told);
	return gs_pixel_texture_buffer((uint32_t)name, level, layer);
}

static bool is_asked_for(const struct gs_watched *q, uint64_t buffer)
{
	const uint64_t texture = (uint64_t)GS_PIXEL_TEXTURE << 62 | UINT32_MAX;
	uint64_t asked = q->buffer;
	if (q->anywhere)
		return (buffer & (3ull << 62 | texture)) == asked;
	if (asked >> 62 == GS_PIXEL_WINDOW) {
		uint64_t any = (asked & GS_PIXEL_DRAWABLE ? 0 : GS_PIXEL_DRAWABLE) |
			       (asked & GS_PIXEL_POINT ? 0 : GS_PIXEL_POINT);
		buffer &= ~any;
	}
	return !asked || asked == buffer;
}

/* An image of depth and stencil is asked about as its depth, unless it is said to be its stencil.
 */
static bool is_at_point(const struct gs_watched *q, GLenum point, uint64_t *buffer)
{
	bool of_stencil = point == GL_STENCIL_ATTACHMENT, asks = q->buffer & GS_PIXEL_OF_STENCIL;
	if (!*buffer || !gs_pixel_is_of_texture(q->buffer) || q->anywhere)
		return *buffer && is_asked_for(q, *buffer);
	if (of_stencil && !asks && parameter(point, GL_FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE))
		return false;
	*buffer |= of_stencil && asks ? GS_PIXEL_OF_STENCIL : 0;
	return is_asked_for(q, *buffer);
}

/* Beside colour, or without: the depth, or else the stencil. */
static bool find_depth(struct gs_thread *thread, const struct gs_caps *c, GLuint framebuffer,
	const struct gs_watched *q, struct gs_wire_pixel *answer, GLenum *point)
{
	static const struct {
		GLenum point;
		uint32_t buffer;
	} places[] = {{GL_DEPTH_ATTACHMENT, GS_PIXEL_DEPTH_BUFFER},
		{GL_STENCIL_ATTACHMENT, GS_PIXEL_STENCIL_BUFFER}};
	for (unsigned i = 0; i < 2; i++) {
		answer->buffer = buffer_of(thread, c, framebuffer, places[i].point, q->layer);
		answer->draw_buffer = places[i].buffer;
		answer->layered = is_layered(c, places[i].point);
		*point = places[i].point;
		if (is_at_point(q, places[i].point, &answer->buffer))
			return true;
	}
	return false;
}

bool gs_watched_find(struct gs_thread *thread, const struct gs_caps *c, const struct gs_watched *q,
	struct gs_wire_pixel *answer, GLenum *point)
{
	GLuint framebuffer = (GLuint)get(GL_DRAW_FRAMEBUFFER_BINDING);
	bool has_colour = false;
	for (unsigned i = 0; i < c->n_draw_buffers; i++) {
		GLenum buffer = (GLenum)get(GL_DRAW_BUFFER0 + i);
		if (buffer == GL_NONE)
			continue;
		*point = gs_drawable_colour_point(c, framebuffer, (GLint)buffer);
		answer->buffer = buffer_of(thread, c, framebuffer, *point, q->layer);
		answer->draw_buffer = i;
		answer->layered = framebuffer && is_layered(c, *point);
		has_colour |= answer->buffer != 0;
		if (answer->buffer && is_asked_for(q, answer->buffer))
			return true;
	}
	if ((!has_colour || gs_pixel_is_of_texture(q->buffer)) && framebuffer &&
		find_depth(thread, c, framebuffer, q, answer, point))
		return true;
	answer->buffer = 0;
	answer->draw_buffer = answer->layered = 0;
	return false;
}

/* ---- what it holds ---- */

static bool is_inside(const struct gs_watched *q, struct gs_texel_source *s,
	struct gs_wire_pixel *answer, struct gs_refusal *refusal)
{
	if (q->pixel.x < 0 || q->pixel.y < 0 || q->pixel.x >= s->width || q->pixel.y >= s->height)
		return gs_refusal_set(refusal, GS_STATUS_USAGE,
			"pixel %d %d is outside the buffer, which is %d x %d", q->pixel.x,
			q->pixel.y, s->width, s->height);
	if (s->layer < 0)
		s->layer = (GLint)q->layer;
	if (s->layer >= s->depth && s->texture)
		return gs_refusal_set(refusal, GS_STATUS_USAGE, "it has no layer %d, only %d",
			s->layer, s->depth);
	s->sample = (GLint)q->sample;
	if (s->sample < 0 || s->sample >= (s->samples > 1 ? s->samples : 1))
		return gs_refusal_set(refusal, GS_STATUS_USAGE, "it has no sample %u", q->sample);
	answer->width = (uint32_t)s->width;
	answer->height = (uint32_t)s->height;
	answer->samples = s->samples > 1 ? (uint32_t)s->samples : 1;
	return true;
}

enum { MOST_WHOLE = 1 << 24 }; /* texels */

/* Some formats are given as a whole only. */
static bool read_of_all(struct gs_saved *saved, const struct gs_texel_source *s,
	const struct gs_rectangle *pixel, struct gs_wire_texels *texels, uint32_t *words,
	struct gs_refusal *refusal)
{
	const struct gs_rectangle all = {0, 0, s->width, s->height};
	size_t n = (size_t)s->width * (size_t)s->height, at;
	uint32_t *whole = n <= MOST_WHOLE ? malloc(n * 16) : NULL;
	bool ok = whole && gs_texel_source_read(saved, s, &all, texels, whole, refusal);
	at = (size_t)pixel->y * (size_t)s->width + (size_t)pixel->x;
	if (ok)
		memcpy(words, whole + at * texels->components, texels->components * 4);
	texels->width = texels->height = 1;
	free(whole);
	return ok;
}

static bool read_texture(struct gs_saved *saved, const struct gs_watched *q,
	struct gs_wire_pixel *answer, struct gs_wire_texels *texels, struct gs_refusal *refusal)
{
	struct gs_texel_source s;
	struct gs_refusal why = {0};
	if (!gs_texel_source_texture(saved->caps, (GLuint)q->buffer, gs_pixel_level(q->buffer),
		    q->layer, &s, refusal))
		return false;
	if (s.target == GL_TEXTURE_BUFFER)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"texture %u has its texels in a buffer, which no draw writes to: `buffer` "
			"shows it",
			(GLuint)q->buffer);
	s.stencil = q->buffer & GS_PIXEL_OF_STENCIL;
	if (s.stencil && !s.bits[7])
		return gs_refusal_set(refusal, GS_STATUS_USAGE, "it has no stencil values");
	if (!is_inside(q, &s, answer, refusal))
		return false;
	gs_saved_plain_pack(saved);
	if (saved->caps->images) /* what shaders have stored */
		GL(glMemoryBarrier)(GL_ALL_BARRIER_BITS);
	return gs_texel_source_read(saved, &s, &q->pixel, texels, texels + 1, &why) ||
	       read_of_all(saved, &s, &q->pixel, texels, (uint32_t *)(texels + 1), refusal) ||
	       gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED, "%s", why.text);
}

static bool is_there(const struct gs_watched *q)
{
	GLuint real = gs_name_real(GS_OBJECT_TEXTURE, (uint32_t)q->buffer);
	return real && GL(glIsTexture)(real);
}

bool gs_watched_read(struct gs_saved *saved, const struct gs_watched *q, GLenum point, bool softly,
	struct gs_wire_pixel *answer, struct gs_wire_texels *texels, struct gs_refusal *refusal)
{
	struct gs_texel_source s;
	if (q->anywhere) {
		bool there = is_there(q);
		answer->buffer = !there ? 0 : answer->buffer ? answer->buffer : q->buffer;
		return there || softly ||
		       gs_refusal_set(refusal, GS_STATUS_USAGE,
			       "there is no texture %u in this context: `textures` lists those "
			       "that are bound",
			       (GLuint)q->buffer);
	}
	if (gs_pixel_is_of_texture(q->buffer) && saved->caps->level_sizes) {
		bool ok = read_texture(saved, q, answer, texels, refusal);
		answer->buffer = ok || is_there(q) ? q->buffer : 0;
		if (ok || !softly || refusal->status != GS_STATUS_USAGE)
			return ok;
		answer->width = answer->height = 0;
		memset(refusal, 0, sizeof *refusal);
		return true;
	}
	if (!answer->buffer)
		return q->buffer ||
		       gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			       "the draw framebuffer has no colour, depth or stencil buffer");
	if (!gs_texel_source_attached(
		    saved->caps, (GLuint)get(GL_DRAW_FRAMEBUFFER_BINDING), point, &s))
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"GL does not tell what the draw framebuffer draws into");
	if (!is_inside(q, &s, answer, refusal))
		return false;
	gs_saved_plain_pack(saved);
	return gs_texel_source_read(saved, &s, &q->pixel, texels, texels + 1, refusal);
}

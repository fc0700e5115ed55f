/* SPDX-License-Identifier: MIT */
#include "preload/inspect/watched.h"

#include "preload/core/core.h"
#include "preload/core/names.h"
#include "preload/shadow/attached-layers.h"

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
	return (uint64_t)GS_PIXEL_TEXTURE << 62 | (level & 31) << 48 | (layer & 0xffff) << 32 |
	       name;
}

static bool is_asked_for(uint64_t asked, uint64_t buffer)
{
	if (asked >> 62 == GS_PIXEL_WINDOW) {
		uint64_t any = (asked & GS_PIXEL_DRAWABLE ? 0 : GS_PIXEL_DRAWABLE) |
			       (asked & GS_PIXEL_POINT ? 0 : GS_PIXEL_POINT);
		buffer &= ~any;
	}
	return !asked || asked == buffer;
}

/* What a framebuffer without colour draws into: its depth, or else its stencil. */
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
		if (answer->buffer)
			return is_asked_for(q->buffer, answer->buffer);
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
		if (answer->buffer && is_asked_for(q->buffer, answer->buffer))
			return true;
	}
	if (!has_colour && framebuffer && find_depth(thread, c, framebuffer, q, answer, point))
		return true;
	answer->buffer = 0;
	return false;
}

bool gs_watched_read(struct gs_saved *saved, const struct gs_watched *q, GLenum point,
	struct gs_wire_pixel *answer, struct gs_wire_texels *texels, struct gs_refusal *refusal)
{
	struct gs_texel_source s;
	GLuint framebuffer = (GLuint)get(GL_DRAW_FRAMEBUFFER_BINDING);
	if (!gs_texel_source_attached(saved->caps, framebuffer, point, &s))
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"GL does not tell what the draw framebuffer draws into");
	answer->width = s.width;
	answer->height = s.height;
	answer->samples = s.samples > 1 ? (uint32_t)s.samples : 1;
	if (q->pixel.x < 0 || q->pixel.y < 0 || q->pixel.x >= s.width || q->pixel.y >= s.height)
		return gs_refusal_set(refusal, GS_STATUS_USAGE,
			"pixel %d %d is outside the buffer, which is %d x %d", q->pixel.x,
			q->pixel.y, s.width, s.height);
	if (s.layer < 0)
		s.layer = (GLint)q->layer;
	if (s.layer >= s.depth && s.texture)
		return gs_refusal_set(
			refusal, GS_STATUS_USAGE, "it has no layer %d, only %d", s.layer, s.depth);
	if ((GLint)q->sample >= (s.samples > 1 ? s.samples : 1))
		return gs_refusal_set(refusal, GS_STATUS_USAGE, "it has no sample %u", q->sample);
	s.sample = (GLint)q->sample;
	gs_saved_plain_pack(saved);
	return gs_texel_source_read(saved, &s, &q->pixel, texels, texels + 1, refusal);
}

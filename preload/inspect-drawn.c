/* SPDX-License-Identifier: MIT */
/* The pending draw with the program's own shaders, on a copy of its framebuffer: what it will really write. */
#include "preload/inspect.h"

#include "preload/capture-stage.h"

#include <string.h>

/* A copy of what each draw buffer draws into, and the program's depth and stencil. */
struct copy {
	struct gs_target target;
	unsigned n;
	GLuint colour[GS_MAX_DRAW_BUFFERS]; /* renderbuffers; 0: the draw buffer is GL_NONE */
	struct gs_texel_source source[GS_MAX_DRAW_BUFFERS];
	GLenum point[GS_MAX_DRAW_BUFFERS];
};

static GLint get(GLenum name)
{
	GLint value = 0;
	GL(glGetIntegerv)(name, &value);
	return value;
}

static bool is_integer(GLenum type)
{
	return type == GL_INT || type == GL_UNSIGNED_INT;
}

static GLenum wide_format(GLenum type)
{
	return type == GL_INT ? GL_RGBA32I : type == GL_UNSIGNED_INT ? GL_RGBA32UI : GL_RGBA32F;
}

static bool find_buffers(struct copy *copy, const struct gs_saved *saved, struct gs_refusal *refusal)
{
	const struct gs_caps *c = saved->caps;
	GL(glBindFramebuffer)(GL_DRAW_FRAMEBUFFER, saved->draw_framebuffer);
	for (unsigned i = 0; i < c->n_draw_buffers; i++) {
		GLenum buffer = get(GL_DRAW_BUFFER0 + i);
		if (buffer == GL_NONE)
			continue;
		copy->n = i + 1;
		copy->point[i] = gs_drawable_colour_point(c, saved->draw_framebuffer, buffer);
		if (!gs_texel_source_attached(
			    c, saved->draw_framebuffer, copy->point[i], &copy->source[i]))
			copy->point[i] = GL_NONE;
		else if (!copy->source[i].format)
			return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
				"GL does not tell the format of what is drawn into");
	}
	gs_caps_drain();
	return copy->n > 0 || gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
				      "the draw framebuffer has no colour buffer: the draw writes no colour");
}

static bool copy_colour(const struct copy *copy, const struct gs_saved *saved, unsigned i)
{
	const struct gs_drawable *d = &copy->target.like;
	GLenum only[GS_MAX_DRAW_BUFFERS] = {GL_NONE}, point = GL_COLOR_ATTACHMENT0 + i;
	for (unsigned k = 0; k <= i; k++)
		only[k] = k == i ? point : GL_NONE;
	GL(glDrawBuffers)(i + 1, only);
	GL(glBindFramebuffer)(GL_READ_FRAMEBUFFER, saved->draw_framebuffer);
	GLint held = get(GL_READ_BUFFER);
	GL(glReadBuffer)(copy->point[i]);
	GL(glBlitFramebuffer)(0, 0, d->width, d->height, 0, 0, d->width, d->height,
		GL_COLOR_BUFFER_BIT, GL_NEAREST);
	bool ok = gs_caps_drain() == GL_NO_ERROR;
	GL(glReadBuffer)(held);
	GL(glBindFramebuffer)(GL_READ_FRAMEBUFFER, copy->target.framebuffer);
	return ok;
}

static void clear_colour(GLenum type, unsigned i)
{
	static const GLuint zeros[4];
	static const GLfloat float_zeros[4];
	if (type == GL_INT)
		GL(glClearBufferiv)(GL_COLOR, i, (const GLint *)zeros);
	else if (type == GL_UNSIGNED_INT)
		GL(glClearBufferuiv)(GL_COLOR, i, zeros);
	else
		GL(glClearBufferfv)(GL_COLOR, i, float_zeros);
}

/* All but alpha stays; buffers without alpha, and of integers, stay as they are. */
static void clear_alpha(const struct copy *copy, const struct gs_fragment_options *o)
{
	const GLfloat value[4] = {0, 0, 0, o->alpha};
	GL(glColorMask)(GL_FALSE, GL_FALSE, GL_FALSE, GL_TRUE);
	for (unsigned i = 0; i < copy->n; i++)
		if (copy->colour[i] && !is_integer(copy->source[i].type))
			GL(glClearBufferfv)(GL_COLOR, i, value);
}

static bool attach(struct copy *copy, const struct gs_saved *saved, enum gs_drawn what,
	struct gs_refusal *refusal)
{
	GLenum buffers[GS_MAX_DRAW_BUFFERS];
	bool ok = true;
	for (unsigned i = 0; i < GS_MAX_DRAW_BUFFERS; i++) {
		const struct gs_texel_source *s = &copy->source[i];
		bool used = i < copy->n && copy->point[i] != GL_NONE;
		buffers[i] = used ? GL_COLOR_ATTACHMENT0 + i : GL_NONE;
		if (used)
			copy->colour[i] = gs_target_renderbuffer(&copy->target,
				what == GS_DRAWN_AFTER ? (GLenum)s->format : wide_format(s->type));
		if (used || i == 0)
			GL(glFramebufferRenderbuffer)(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + i,
				GL_RENDERBUFFER, copy->colour[i]);
	}
	gs_caps_drain();
	GL(glColorMask)(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
	for (unsigned i = 0; ok && what == GS_DRAWN_AFTER && i < copy->n; i++)
		ok = !copy->colour[i] || copy_colour(copy, saved, i);
	GL(glDrawBuffers)(copy->n, buffers);
	for (unsigned i = 0; what == GS_DRAWN_OUTPUT && i < copy->n; i++)
		if (copy->colour[i])
			clear_colour(copy->source[i].type, i);
	if (what == GS_DRAWN_AFTER && copy->target.options.clear_alpha)
		clear_alpha(copy, &copy->target.options);
	GLenum status = GL(glCheckFramebufferStatus)(GL_DRAW_FRAMEBUFFER);
	ok = ok && gs_caps_drain() == GL_NO_ERROR && status == GL_FRAMEBUFFER_COMPLETE;
	return ok || gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			     "the driver does not let the framebuffer be copied exactly (format 0x%x)",
			     copy->source[0].format);
}

static bool masked(const struct gs_saved *s, unsigned i)
{
	const GLboolean *m = s->color_mask[s->caps->indexed_masks ? i : 0];
	return !(m[0] && m[1] && m[2] && m[3]);
}

static uint64_t reasons(const struct gs_saved *s, const struct gs_fragment_options *o,
	const struct gs_texel_source *source, unsigned i)
{
	bool fixed = source->type != GL_FLOAT && !is_integer(source->type);
	bool blends = gs_saved_blends(s, o, i) && !is_integer(source->type);
	bool srgb = s->srgb || s->caps->api == GS_API_ES;
	return (blends && !s->logic_op ? GS_BY_BLEND : 0) | (s->logic_op && fixed ? GS_BY_LOGIC_OP : 0) |
	       (masked(s, i) ? GS_BY_MASK : 0) | (s->dither && fixed ? GS_BY_DITHER : 0) |
	       (srgb && source->format == GL_SRGB8_ALPHA8 ? GS_BY_SRGB : 0) |
	       (s->alpha_to_one ? GS_BY_ALPHA_TO_ONE : 0) |
	       (s->alpha_to_coverage && source->samples > 1 ? GS_BY_ALPHA_TO_COVERAGE : 0) |
	       (fixed ? GS_BY_FIXED_POINT : 0) | (s->alpha_test ? GS_BY_ALPHA_TEST : 0);
}

static bool draw(struct copy *copy, const struct gs_saved *saved, const struct gs_replay *replay,
	enum gs_drawn what, struct gs_refusal *refusal)
{
	struct gs_written written;
	bool fixed = copy->target.like.colour == GS_COLOUR_FIXED;
	if (!gs_written_save(&written, saved, refusal))
		return false;
	GL(glBindFramebuffer)(GL_FRAMEBUFFER, copy->target.framebuffer);
	gs_saved_scissor_off(saved);
	gs_target_fill_depth(&copy->target, saved->caps);
	bool ok = attach(copy, saved, what, refusal);
	gs_saved_own_output(saved);
	gs_saved_tests(saved, &copy->target.options);
	gs_saved_alpha(saved, &copy->target.options, true);
	gs_saved_blend(saved, &copy->target.options);
	if (what == GS_DRAWN_OUTPUT) {
		gs_saved_plain_output(saved, fixed, false);
		gs_saved_masks(saved, true, true);
	}
	if (copy->target.source)
		GL(glDisable)(GL_STENCIL_TEST);
	ok = ok && gs_replay_draw(replay, -1, refusal);
	gs_written_restore(&written);
	gs_written_finish(&written);
	return ok;
}

static bool read_back(struct copy *copy, const struct gs_saved *saved, const struct gs_drawn_wish *wish,
	void *bytes, uint64_t room, uint64_t *used, struct gs_refusal *refusal)
{
	const struct gs_drawable *d = &copy->target.like;
	unsigned i = wish->buffer;
	struct gs_texel_source s = copy->source[i];
	struct gs_rectangle area = {0, 0, d->width, d->height};
	struct gs_wire_texels *texels = bytes;
	if (wish->area.width && wish->area.height)
		area = wish->area;
	if ((uint64_t)area.x + area.width > d->width || (uint64_t)area.y + area.height > d->height)
		return gs_refusal_set(refusal, GS_STATUS_USAGE, "the framebuffer is only %u x %u", d->width, d->height);
	if (wish->what == GS_DRAWN_OUTPUT) {
		s.type = is_integer(s.type) ? s.type : GL_FLOAT;
		s.format = wide_format(s.type);
		for (unsigned k = 0; k < 8; k++)
			s.bits[k] = k < 4 ? 32 : 0;
	}
	s.window = false;
	*used = sizeof *texels + (uint64_t)area.width * area.height * 16;
	if (*used > room)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED, "the picture does not fit into the shared memory");
	if (!gs_has_memory(bytes, *used, refusal))
		return false;
	GL(glBindFramebuffer)(GL_FRAMEBUFFER, copy->target.framebuffer);
	GL(glReadBuffer)(GL_COLOR_ATTACHMENT0 + i);
	gs_saved_plain_pack(saved);
	if (!gs_texels_read(saved->caps, &s, &area, texels, texels + 1, refusal))
		return false;
	*used = sizeof *texels + (uint64_t)area.width * area.height * texels->components * 4;
	return true;
}

bool gs_drawn_get(const struct gs_caps *c, const struct gs_replay *replay,
	const struct gs_drawn_wish *wish, void *bytes, uint64_t room, uint64_t *used, uint64_t *by,
	struct gs_refusal *refusal)
{
	struct gs_saved saved;
	struct copy copy;
	struct gs_drawable like;
	memset(&copy, 0, sizeof copy);
	if (c->feedback && !c->feedback_pause && get(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING))
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"transform feedback cannot be paused in this context (needs OpenGL 4.0)");
	if (!c->framebuffers || !c->clear_buffers || !c->read_buffer)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"this context cannot draw into a copy of its framebuffer: that needs OpenGL 3.0 or OpenGL ES 3.0");
	gs_saved_enter(&saved, c, replay->conditional_query, replay->conditional_mode);
	bool ok = gs_drawable_get(&saved, &like, refusal);
	if (ok && (like.samples > 1 || like.layers))
		ok = gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"the draw framebuffer is %s: what it will hold after the draw is told by `step`, and reading it then",
			like.layers ? "layered" : "multisampled");
	ok = ok && find_buffers(&copy, &saved, refusal);
	if (ok && (wish->buffer >= copy.n || copy.point[wish->buffer] == GL_NONE))
		ok = gs_refusal_set(refusal, GS_STATUS_USAGE, "the draw writes to no draw buffer %u", wish->buffer);
	if (ok && (ok = gs_target_init(&copy.target, &saved, &like, &wish->options, refusal))) {
		ok = draw(&copy, &saved, replay, wish->what, refusal) &&
		     read_back(&copy, &saved, wish, bytes, room, used, refusal);
		if (ok)
			*by = reasons(&saved, &wish->options, &copy.source[wish->buffer], wish->buffer);
		for (unsigned i = 0; i < GS_MAX_DRAW_BUFFERS; i++)
			GL(glDeleteRenderbuffers)(1, &copy.colour[i]);
		gs_target_finish(&copy.target);
	}
	gs_caps_drain();
	gs_saved_leave(&saved);
	return ok;
}

/* SPDX-License-Identifier: MIT */
/* The pending draw with the program's own shaders, on a copy of its framebuffer: what it will
 * really write, or where it does. */
#include "preload/inspect/inspect.h"
#include "preload/inspect/line-mode.h"

#include "preload/capture/requests/inspection.h"
#include "preload/capture/requests/serve-draw.h"
#include "preload/capture/requests/draw-extent.h"
#include "preload/capture/stage.h"

#include <stdlib.h>
#include <string.h>

struct wish {
	enum gs_drawn what;
	enum gs_drawn_aspect aspect;
	unsigned buffer, layer, sample;
	bool lines, counts; /* of COVERED: as GS_DRAWN_LINES, _COUNTED */
	unsigned untested;  /* enum gs_pixel_test: from this one on none is made; 0: all are */
	struct gs_fragment_options options; /* without a fragment's number */
	struct gs_rectangle area;	    /* width 0: all */
};
bool gs_drawn_get(const struct gs_caps *caps, const struct gs_redraw *redraw,
	const struct wish *wish, void *bytes, uint64_t room, uint64_t *used, uint64_t *by,
	struct gs_refusal *refusal);

/* A copy of what each draw buffer draws into, and the program's depth and stencil. */
struct copy {
	struct gs_target target;
	unsigned n;
	GLuint colour[GS_MAX_DRAW_BUFFERS]; /* renderbuffers, textures where there are planes; 0:
					       the draw buffer is GL_NONE */
	struct gs_texel_source source[GS_MAX_DRAW_BUFFERS];
	GLenum point[GS_MAX_DRAW_BUFFERS];
	bool reversed[GS_MAX_DRAW_BUFFERS]; /* held as blue, green, red: a texture too */
	struct gs_rectangle area;	    /* the part in which the colours are right */
};

static GLint get(GLenum name)
{
	GLint value = 0;
	GL(glGetIntegerv)(name, &value);
	return value;
}

static bool has_planes(const struct copy *copy)
{
	return copy->target.like.samples > 1 || copy->target.like.layers;
}

static bool is_integer(GLenum type)
{
	return type == GL_INT || type == GL_UNSIGNED_INT;
}

static GLenum wide_format(GLenum type)
{
	return type == GL_INT ? GL_RGBA32I : type == GL_UNSIGNED_INT ? GL_RGBA32UI : GL_RGBA32F;
}

static bool find_buffers(
	struct copy *copy, const struct gs_saved *saved, struct gs_refusal *refusal)
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
				"GL does not tell the format of the draw target");
	}
	gs_caps_drain();
	return true;
}

/* ---- the copy ---- */

/* A plane of what a draw buffer has become. */
static struct gs_texel_source copied(
	const struct copy *copy, unsigned i, unsigned layer, unsigned sample)
{
	const struct gs_draw_framebuffer *d = &copy->target.like;
	struct gs_texel_source s = copy->source[i];
	s.window = false;
	s.renderbuffer = 0;
	s.texture = copy->colour[i];
	s.target = s.image = gs_target_texture_target(d);
	s.level = 0;
	s.layer = (GLint)layer;
	s.sample = (GLint)sample;
	s.width = (GLint)d->width;
	s.height = (GLint)d->height;
	s.depth = d->layers ? (GLint)d->layers : 1;
	return s;
}

static void blit_colour(const struct gs_rectangle *area)
{
	GLint x0 = area->x, y0 = area->y, x1 = x0 + area->width, y1 = y0 + area->height;
	GL(glBlitFramebuffer)(x0, y0, x1, y1, x0, y0, x1, y1, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

/* Blits reach one layer only. */
static bool copy_layers(const struct copy *copy, unsigned i)
{
	bool ok = true;
	for (unsigned layer = 0; ok && layer < copy->target.like.layers; layer++) {
		struct gs_texel_source from = copy->source[i], to = copied(copy, i, layer, 0);
		from.layer = (GLint)layer;
		GLuint source = gs_texel_source_framebuffer(&from),
		       into = gs_texel_source_framebuffer(&to);
		GL(glBindFramebuffer)(GL_READ_FRAMEBUFFER, source);
		gs_caps_drain();
		blit_colour(&copy->area);
		ok = source && into && gs_caps_drain() == GL_NO_ERROR;
		GL(glDeleteFramebuffers)(1, &source);
		GL(glDeleteFramebuffers)(1, &into);
	}
	GL(glBindFramebuffer)(GL_FRAMEBUFFER, copy->target.framebuffer);
	return ok;
}

/* Where nothing can be blitted: not of a window. */
static bool copy_image(const struct copy *copy, const struct gs_saved *saved, unsigned i)
{
	const struct gs_draw_framebuffer *d = &copy->target.like;
	GLenum unused = GL_NONE;
	GL(glBindFramebuffer)(GL_READ_FRAMEBUFFER, saved->draw_framebuffer);
	struct gs_image_name from = {0};
	if (saved->draw_framebuffer && saved->caps->copy_images)
		from = gs_target_attached_image(copy->point[i], &unused);
	GL(glBindFramebuffer)(GL_READ_FRAMEBUFFER, copy->target.framebuffer);
	gs_caps_drain();
	if (!from.name || !from.target)
		return false;
	GL(glCopyImageSubData)
	(from.name, from.target, from.level, 0, 0, 0, copy->colour[i], gs_target_texture_target(d),
		0, 0, 0, 0, (GLsizei)d->width, (GLsizei)d->height,
		d->layers ? (GLsizei)d->layers : 1);
	return gs_caps_drain() == GL_NO_ERROR;
}

static bool copy_colour(const struct copy *copy, const struct gs_saved *saved, unsigned i)
{
	if (gs_target_forbids_blits(saved->caps, &copy->target.like))
		return copy_image(copy, saved, i);
	if (copy->target.like.layers)
		return copy_layers(copy, i);
	GLenum only[GS_MAX_DRAW_BUFFERS] = {GL_NONE}, point = GL_COLOR_ATTACHMENT0 + i;
	for (unsigned k = 0; k <= i; k++)
		only[k] = k == i ? point : GL_NONE;
	GL(glDrawBuffers)(i + 1, only);
	GL(glBindFramebuffer)(GL_READ_FRAMEBUFFER, saved->draw_framebuffer);
	GLint held = get(GL_READ_BUFFER);
	GL(glReadBuffer)(copy->point[i]);
	blit_colour(&copy->area);
	bool ok = gs_caps_drain() == GL_NO_ERROR;
	GL(glReadBuffer)(held);
	GL(glBindFramebuffer)(GL_READ_FRAMEBUFFER, copy->target.framebuffer);
	return ok;
}

/* In all draw buffers. */
static void clear_floats(const GLfloat value[4])
{
	GLfloat old[4];
	GL(glGetFloatv)(GL_COLOR_CLEAR_VALUE, old);
	GL(glClearColor)(value[0], value[1], value[2], value[3]);
	GL(glClear)(GL_COLOR_BUFFER_BIT);
	GL(glClearColor)(old[0], old[1], old[2], old[3]);
}

/* What no shader gives, as the floats whose bits these are, and as integers: digits of pi, e, the
 * golden ratio and ln 2, within 0 to 1, where nothing clamps them. */
static const GLuint unlikely[4] = {0x3ea0d97c, 0x3f37e154, 0x3f1e3779, 0x3f317217};

/* To zero bits, or to what no shader gives. False: the context cannot. */
static bool clear_colour(const struct copy *copy, const struct gs_caps *c, enum gs_drawn what)
{
	static const GLuint zeros[4];
	const GLuint *words = what == GS_DRAWN_COVERED ? unlikely : zeros;
	enum gs_attachment types[GS_MAX_DRAW_BUFFERS];
	GLfloat floats[4];
	bool integers = false;
	memcpy(floats, words, sizeof floats);
	for (unsigned i = 0; i < copy->n; i++) {
		GLenum type = copy->source[i].type;
		integers |= copy->colour[i] && is_integer(type);
		types[i] = is_integer(type) ? GS_ATTACHMENT_UINT : GS_ATTACHMENT_FLOAT;
		if (!copy->colour[i] || !c->clear_buffers)
			continue;
		if (type == GL_INT)
			GL(glClearBufferiv)(GL_COLOR, i, (const GLint *)words);
		else if (type == GL_UNSIGNED_INT)
			GL(glClearBufferuiv)(GL_COLOR, i, words);
		else
			GL(glClearBufferfv)(GL_COLOR, i, floats);
	}
	if (c->clear_buffers)
		return true;
	if (words == zeros)
		gs_target_clear_colour(c, copy->n, types);
	else if (!integers)
		clear_floats(floats);
	return words == zeros || !integers;
}

/* All but alpha stays; buffers without alpha, and of integers, stay as they are. Leaves other draw
 * buffers. */
static void clear_alpha(const struct copy *copy, const struct gs_fragment_options *o)
{
	GLenum buffers[GS_MAX_DRAW_BUFFERS];
	const GLfloat value[4] = {0, 0, 0, o->alpha};
	for (unsigned i = 0; i < copy->n; i++)
		buffers[i] = copy->colour[i] && !is_integer(copy->source[i].type)
				     ? GL_COLOR_ATTACHMENT0 + i
				     : GL_NONE;
	GL(glDrawBuffers)(copy->n, buffers);
	GL(glColorMask)(GL_FALSE, GL_FALSE, GL_FALSE, GL_TRUE);
	clear_floats(value);
}

/* Mesa's windows are held so, and textures that are uploaded so; llvmpipe may round otherwise then.
 */
static bool is_reversed(const struct gs_saved *saved, const struct copy *copy, unsigned i)
{
	const struct gs_texel_source *s = &copy->source[i];
	GLint format = GL_RGBA;
	bool blends = gs_saved_blends(
		saved, &copy->target.options, i); /* with the alpha that is not there */
	bool bytes = s->type == GL_UNSIGNED_NORMALIZED && s->bits[0] == 8 && s->bits[2] == 8 &&
		     (s->bits[3] == 8 || !blends);
	if (!bytes || saved->srgb || has_planes(copy) || saved->caps->api == GS_API_ES)
		return false;
	if (s->window)
		return true;
	GL(glBindFramebuffer)(GL_READ_FRAMEBUFFER, saved->draw_framebuffer);
	GLint held = get(GL_READ_BUFFER);
	GL(glReadBuffer)(copy->point[i]);
	GL(glGetIntegerv)(GL_IMPLEMENTATION_COLOR_READ_FORMAT, &format);
	GL(glReadBuffer)(held);
	GL(glBindFramebuffer)(GL_READ_FRAMEBUFFER, copy->target.framebuffer);
	gs_caps_drain();
	return format == GL_BGRA;
}

/* No sized format has that order in Mesa. */
static GLuint make_reversed(const struct copy *copy)
{
	struct gs_texture_unit unit;
	GLint unpack = get(GL_PIXEL_UNPACK_BUFFER_BINDING);
	GLuint name = 0;
	gs_texture_unit_take(&unit, GL_TEXTURE_2D);
	GL(glGenTextures)(1, &name);
	GL(glBindTexture)(GL_TEXTURE_2D, name);
	if (unpack)
		GL(glBindBuffer)
	(GL_PIXEL_UNPACK_BUFFER, 0); /* or NULL would be an offset into it */
	GL(glTexImage2D)
	(GL_TEXTURE_2D, 0, GL_RGBA, copy->target.like.width, copy->target.like.height, 0, GL_BGRA,
		GL_UNSIGNED_INT_8_8_8_8_REV, NULL);
	GL(glTexParameteri)(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
	GL(glTexParameteri)(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	if (unpack)
		GL(glBindBuffer)(GL_PIXEL_UNPACK_BUFFER, (GLuint)unpack);
	gs_texture_unit_release(&unit);
	return name;
}

/* A framebuffer is as large as the smallest image in it; what is upside down counts from its upper
 * edge. */
static void limit_size(const struct copy *copy, struct gs_draw_framebuffer *like)
{
	like->width = (unsigned)(copy->area.x + copy->area.width);
	if (!like->flipped)
		like->height = (unsigned)(copy->area.y + copy->area.height);
}

static GLuint make_colour(const struct copy *copy, unsigned i, enum gs_drawn what)
{
	const struct gs_texel_source *s = &copy->source[i];
	if (copy->reversed[i])
		return make_reversed(copy);
	bool planes = has_planes(copy);
	struct gs_target like = copy->target;
	if (!planes) /* what lies beyond the area is not drawn */
		limit_size(copy, &like.like);
	GLenum format = what != GS_DRAWN_AFTER	   ? wide_format(s->type)
			: planes || s->format <= 4 ? gs_texel_source_sized(s)
						   : (GLenum)s->format;
	return planes ? gs_target_texture(&like, format) : gs_target_renderbuffer(&like, format);
}

static bool is_part(const struct copy *copy)
{
	return copy->area.width < (GLint)copy->target.like.width ||
	       copy->area.height < (GLint)copy->target.like.height;
}

/* Until the program's scissor is back. */
static void limit_clears(const struct copy *copy)
{
	const struct gs_rectangle *a = &copy->area;
	if (!is_part(copy))
		return;
	GL(glEnable)(GL_SCISSOR_TEST);
	GL(glScissor)(a->x, a->y, a->width, a->height);
}

static bool attach(struct copy *copy, const struct gs_saved *saved, enum gs_drawn what,
	struct gs_refusal *refusal)
{
	GLenum buffers[GS_MAX_DRAW_BUFFERS];
	bool ok = true;
	for (unsigned i = 0; i < GS_MAX_DRAW_BUFFERS; i++) {
		bool used = i < copy->n && copy->point[i] != GL_NONE;
		buffers[i] = used ? GL_COLOR_ATTACHMENT0 + i : GL_NONE;
		copy->reversed[i] = used && what == GS_DRAWN_AFTER && is_reversed(saved, copy, i);
		if (used)
			copy->colour[i] = make_colour(copy, i, what);
		if (used && (has_planes(copy) || copy->reversed[i]))
			gs_target_attach_texture(
				&copy->target, GL_COLOR_ATTACHMENT0 + i, copy->colour[i]);
		else if (used || i == 0)
			GL(glFramebufferRenderbuffer)
		(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + i, GL_RENDERBUFFER, copy->colour[i]);
	}
	gs_caps_drain();
	GL(glColorMask)(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
	if (saved->caps->srgb_switch) /* or copying would decode and encode */
		GL(glDisable)(GL_FRAMEBUFFER_SRGB);
	for (unsigned i = 0; ok && what == GS_DRAWN_AFTER && i < copy->n; i++)
		ok = !copy->colour[i] || copy_colour(copy, saved, i);
	limit_clears(copy);
	if (what == GS_DRAWN_AFTER && copy->target.options.clear_alpha)
		clear_alpha(copy, &copy->target.options);
	GL(glDrawBuffers)(copy->n, buffers);
	GL(glReadBuffer)(copy->n ? buffers[copy->n - 1] : GL_NONE);
	if (what != GS_DRAWN_AFTER)
		ok = clear_colour(copy, saved->caps, what) && ok;
	GLenum status = GL(glCheckFramebufferStatus)(GL_DRAW_FRAMEBUFFER);
	ok = ok && gs_caps_drain() == GL_NO_ERROR && status == GL_FRAMEBUFFER_COMPLETE;
	if (ok)
		return true;
	if (what == GS_DRAWN_AFTER && copy->source[0].window &&
		gs_target_forbids_blits(saved->caps, &copy->target.like))
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"OpenGL ES has no way to copy a multisampled window: what it will hold "
			"after the draw is known only once the draw was executed");
	return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
		"the driver cannot copy the framebuffer exactly (%s)",
		gs_texel_format_name(copy->source[0].format, (char[32]){0}));
}

static bool masked(const struct gs_saved *s, const struct gs_fragment_options *o, unsigned i)
{
	if (o->test[GS_TESTED_MASK] == GS_TEST_OFF)
		return false;
	const GLboolean *m = s->color_mask[s->caps->indexed_masks ? i : 0];
	return !(m[0] && m[1] && m[2] && m[3]);
}

static uint64_t reasons(const struct gs_saved *s, const struct gs_fragment_options *o,
	const struct gs_texel_source *source, unsigned i)
{
	bool fixed = source->type != GL_FLOAT && !is_integer(source->type);
	bool blends = gs_saved_blends(s, o, i) && !is_integer(source->type);
	bool srgb = s->srgb || s->caps->api == GS_API_ES;
	return (blends && !s->logic_op ? GS_BY_BLEND : 0) |
	       (s->logic_op && fixed ? GS_BY_LOGIC_OP : 0) | (masked(s, o, i) ? GS_BY_MASK : 0) |
	       (s->dither && fixed ? GS_BY_DITHER : 0) |
	       (srgb && source->format == GL_SRGB8_ALPHA8 ? GS_BY_SRGB : 0) |
	       (s->alpha_to_one ? GS_BY_ALPHA_TO_ONE : 0) |
	       (s->alpha_to_coverage && source->samples > 1 ? GS_BY_ALPHA_TO_COVERAGE : 0) |
	       (fixed ? GS_BY_FIXED_POINT : 0) | (s->alpha_test ? GS_BY_ALPHA_TEST : 0);
}

/* What is told of the copy besides what is in it: enum gs_drawn_by. */
static uint64_t tell_reasons(const struct gs_saved *saved, const struct copy *copy,
	const struct wish *wish, bool undrawn)
{
	uint64_t by = undrawn ? GS_BY_CONDITION : 0;
	if (wish->aspect == GS_DRAWN_COLOUR)
		by |= reasons(saved, &wish->options, &copy->source[wish->buffer], wish->buffer);
	return by;
}

static void stop_testing(
	const struct copy *copy, const struct gs_saved *saved, enum gs_pixel_test first)
{
	if (first <= GS_PIXEL_FACING)
		GL(glDisable)(GL_CULL_FACE);
	if (first <= GS_PIXEL_SCISSOR)
		gs_saved_scissor_only(saved, &copy->area);
	if (first <= GS_PIXEL_ALPHA)
		gs_saved_alpha(saved, &copy->target.options, false);
	if (first <= GS_PIXEL_STENCIL)
		GL(glDisable)(GL_STENCIL_TEST);
	GL(glDisable)(GL_DEPTH_TEST);
}

/* undrawn: the copy shall be as it is without the draw. */
static bool draw(struct copy *copy, struct gs_saved *saved, const struct gs_redraw *redraw,
	const struct wish *wish, bool undrawn, struct gs_refusal *refusal)
{
	enum gs_drawn what = wish->what;
	bool fixed = copy->target.like.colour == GS_COLOUR_FIXED;
	GL(glBindFramebuffer)(GL_FRAMEBUFFER, copy->target.framebuffer);
	gs_saved_scissor_off(saved);
	gs_target_fill_depth(&copy->target, saved->caps);
	bool ok = attach(copy, saved, what, refusal);
	gs_saved_own_output(saved);
	enum gs_test scissor = copy->target.options.test[GS_TESTED_SCISSOR];
	if (is_part(copy) || scissor != GS_TEST_PROGRAM)
		gs_saved_scissor(saved, scissor, is_part(copy) ? &copy->area : NULL);
	gs_saved_tests(saved, &copy->target.options);
	gs_saved_alpha(saved, &copy->target.options, true);
	gs_saved_blend(saved, &copy->target.options);
	if (what != GS_DRAWN_AFTER) {
		gs_saved_plain_output(saved, fixed, what == GS_DRAWN_COVERED);
		gs_saved_masks(saved, true, true);
	}
	gs_saved_count_fragments(&copy->target.options, true);
	if (copy->target.source || copy->target.no_stencil)
		GL(glDisable)(GL_STENCIL_TEST);
	bool culls = GL(glIsEnabled)(GL_CULL_FACE);
	if (wish->untested)
		stop_testing(copy, saved, wish->untested);
	ok = ok && (undrawn || (wish->lines ? gs_line_mode_execute(redraw, saved, refusal)
					    : gs_redraw_execute(redraw, saved, -1, refusal)));
	if (culls)
		GL(glEnable)(GL_CULL_FACE);
	return ok;
}

/* ---- reading it ---- */

/* Of the copy: a draw buffer, what the program has there is told by its source; depth or stencil.
 */
static struct gs_texel_source result_of(
	const struct copy *copy, const struct gs_caps *c, const struct wish *wish)
{
	const struct gs_target *t = &copy->target;
	struct gs_texel_source s = copied(copy, wish->buffer, wish->layer, wish->sample);
	if (wish->aspect != GS_DRAWN_COLOUR || wish->counts) {
		s.texture = t->depth_texture;
		s.renderbuffer = wish->aspect == GS_DRAWN_DEPTH ? t->depth : t->stencil;
		s.image = s.target;
		gs_texel_source_ask(c, &s);
		if (!s.bits[6] && !s.bits[7]) {
			s.bits[6] = t->like.depth_bits;
			s.bits[7] = t->like.stencil_bits;
		}
		s.stencil = wish->aspect == GS_DRAWN_STENCIL || wish->counts;
		s.type = t->like.depth_float ? GL_FLOAT : GL_UNSIGNED_NORMALIZED;
	} else if (wish->what != GS_DRAWN_AFTER) {
		s.type = is_integer(s.type) ? s.type : GL_FLOAT;
		s.format = wide_format(s.type);
		for (unsigned k = 0; k < 8; k++)
			s.bits[k] = k < 4 ? 32 : 0;
	}
	s.samples = t->like.samples > 1 ? (GLint)t->like.samples : 0;
	return s;
}

/* One layer, or all there is. */
static bool read_pixels(const struct copy *copy, const struct gs_saved *saved,
	const struct gs_texel_source *s, const struct wish *wish, const struct gs_rectangle *area,
	struct gs_wire_texels *texels, struct gs_refusal *refusal)
{
	GLuint layer = copy->target.like.layers ? gs_texel_source_framebuffer(s) : 0;
	GL(glBindFramebuffer)(GL_FRAMEBUFFER, layer ? layer : copy->target.framebuffer);
	if (layer)
		gs_target_set_flip(saved->caps, &copy->target.like, GL_FRAMEBUFFER);
	else if (wish->aspect == GS_DRAWN_COLOUR && !wish->counts)
		GL(glReadBuffer)(GL_COLOR_ATTACHMENT0 + wish->buffer);
	bool ok = gs_texels_read(saved->caps, s, area, texels, texels + 1, refusal);
	GL(glDeleteFramebuffers)(1, &layer);
	return ok;
}

/* Of the sample that was read: one more for each pixel that has not what was there. */
static void count_covered(const struct gs_wire_texels *texels, uint32_t *counts)
{
	const uint32_t *words = (const uint32_t *)(texels + 1);
	size_t n = (size_t)texels->width * texels->height;
	for (size_t i = 0; i < n; i++)
		counts[i] += memcmp(words + 4 * i, unlikely, sizeof unlikely) != 0;
}

static bool read_covered(const struct copy *copy, struct gs_saved *saved, const struct wish *wish,
	const struct gs_rectangle *area, struct gs_wire_texels *texels, struct gs_refusal *refusal)
{
	const struct gs_draw_framebuffer *d = &copy->target.like;
	struct gs_texel_source s = result_of(copy, saved->caps, wish);
	size_t n = (size_t)area->width * area->height;
	uint32_t *counts = calloc(n + 1, sizeof *counts);
	bool ok = counts || gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
				    "the program has no memory left for the picture");
	for (s.sample = 0; ok && s.sample < (GLint)d->samples; s.sample++) {
		ok = s.samples ? gs_texels_fetch(
					 saved, &s, d->flipped, area, texels, texels + 1, refusal)
			       : read_pixels(copy, saved, &s, wish, area, texels, refusal);
		if (ok)
			count_covered(texels, counts);
	}
	if (ok) {
		texels->components = 1;
		texels->scalar = GS_TEXEL_UINT;
		memcpy(texels->letters, "c", 2);
		memcpy(texels + 1, counts, n * sizeof *counts);
	}
	free(counts);
	return ok;
}

static bool read_back(const struct copy *copy, struct gs_saved *saved, const struct wish *wish,
	void *bytes, uint64_t room, uint64_t *used, struct gs_refusal *refusal)
{
	const struct gs_draw_framebuffer *d = &copy->target.like;
	struct gs_texel_source s = result_of(copy, saved->caps, wish);
	const struct gs_rectangle area = copy->area;
	struct gs_wire_texels *texels = bytes;
	*used = sizeof *texels + (uint64_t)area.width * area.height * 16;
	if (*used > room)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"the picture does not fit into the memory that glstep shares with the "
			"program: let it draw into a smaller window or texture");
	if (!gs_has_memory(bytes, *used, refusal))
		return false;
	gs_saved_plain_pack(saved);
	bool ok = wish->what == GS_DRAWN_COVERED && !wish->counts
			  ? read_covered(copy, saved, wish, &area, texels, refusal)
		  : s.samples ? gs_texels_fetch(
					saved, &s, d->flipped, &area, texels, texels + 1, refusal)
			      : read_pixels(copy, saved, &s, wish, &area, texels, refusal);
	*used = sizeof *texels + (uint64_t)area.width * area.height * texels->components * 4;
	return ok;
}

/* ---- all of it ---- */

static bool set_area(struct copy *copy, const struct gs_draw_framebuffer *like,
	const struct gs_rectangle *wished, struct gs_refusal *refusal)
{
	const struct gs_rectangle all = {0, 0, (GLint)like->width, (GLint)like->height};
	copy->area = wished->width && wished->height ? *wished : all;
	const struct gs_rectangle *a = &copy->area;
	return ((uint64_t)a->x + a->width <= like->width &&
		       (uint64_t)a->y + a->height <= like->height) ||
	       gs_refusal_set(refusal, GS_STATUS_USAGE,
		       "coordinates are outside the framebuffer, which is %u x %u", like->width,
		       like->height);
}

static bool check_wish(const struct copy *copy, const struct gs_draw_framebuffer *like,
	const struct wish *wish, struct gs_refusal *refusal)
{
	unsigned layers = like->layers ? like->layers : 1;
	bool depth = wish->aspect == GS_DRAWN_DEPTH;
	if (wish->layer >= layers)
		return gs_refusal_set(refusal, GS_STATUS_USAGE, "it has only %u layer%s", layers,
			layers == 1 ? "" : "s");
	if (wish->sample >= like->samples)
		return gs_refusal_set(refusal, GS_STATUS_USAGE, "it has only %u sample%s",
			like->samples, like->samples == 1 ? "" : "s");
	if (wish->aspect != GS_DRAWN_COLOUR) {
		if (wish->what != GS_DRAWN_AFTER)
			return gs_refusal_set(refusal, GS_STATUS_USAGE,
				"%s can be shown for colour attachments only",
				wish->what == GS_DRAWN_OUTPUT ? "the shader's output"
							      : "what the draw covers");
		return (depth ? like->depth_bits : like->stencil_bits) > 0 ||
		       gs_refusal_set(refusal, GS_STATUS_USAGE,
			       "the draw framebuffer has no %s buffer",
			       depth ? "depth" : "stencil");
	}
	if (!copy->n)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"the draw framebuffer has no colour buffer: the draw writes no colour");
	return (wish->buffer < copy->n && copy->point[wish->buffer] != GL_NONE) ||
	       gs_refusal_set(refusal, GS_STATUS_USAGE, "the draw writes to no draw buffer %u",
		       wish->buffer);
}

/* 16 bytes for each sample of each draw buffer, at every stop at a draw: more would slow the
 * program down, or end it. */
static const uint64_t most_wide_bytes = 1 << 29;

static bool is_small_enough(const struct copy *copy, const struct gs_draw_framebuffer *like,
	const struct wish *wish, struct gs_refusal *refusal)
{
	uint64_t layers = like->layers ? like->layers : 1, samples = like->samples;
	uint64_t bytes = 16 * layers * samples * like->width * like->height * copy->n;
	return wish->what != GS_DRAWN_COVERED || bytes <= most_wide_bytes ||
	       gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
		       "the framebuffer is too large to count what the draw covers there");
}

static void finish(struct copy *copy)
{
	for (unsigned i = 0; i < GS_MAX_DRAW_BUFFERS; i++) {
		if (has_planes(copy) || copy->reversed[i])
			GL(glDeleteTextures)(1, &copy->colour[i]);
		else
			GL(glDeleteRenderbuffers)(1, &copy->colour[i]);
	}
	gs_target_finish(&copy->target);
}

static bool get_drawn(const struct gs_caps *c, const struct gs_redraw *redraw,
	const struct wish *wish, void *bytes, uint64_t room, uint64_t *used, uint64_t *by,
	struct gs_refusal *refusal)
{
	struct gs_saved saved;
	struct copy copy;
	struct gs_draw_framebuffer like;
	memset(&copy, 0, sizeof copy);
	if (!c->framebuffers || !c->read_buffer)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"this context cannot draw into a copy of its framebuffer: that needs "
			"OpenGL 3.0, or 2.0 with "
			"GL_ARB_framebuffer_object, or OpenGL ES 3.0");
	if (!gs_redraw_begin(redraw, c, &saved, refusal))
		return false;
	bool ok = gs_drawable_get(&saved, &like, refusal) && find_buffers(&copy, &saved, refusal) &&
		  check_wish(&copy, &like, wish, refusal) &&
		  set_area(&copy, &like, &wish->area, refusal) &&
		  is_small_enough(&copy, &like, wish, refusal);
	if (ok && (ok = gs_target_init(&copy.target, &saved, &like, &wish->options, refusal))) {
		bool undrawn = gs_redraw_is_undrawn(&saved);
		ok = draw(&copy, &saved, redraw, wish, undrawn && wish->what != GS_DRAWN_OUTPUT,
			     refusal) &&
		     read_back(&copy, &saved, wish, bytes, room, used, refusal);
		if (ok)
			*by = tell_reasons(&saved, &copy, wish, undrawn);
		finish(&copy);
	}
	gs_caps_drain();
	gs_redraw_end(&saved);
	return ok;
}

bool gs_serve_drawn(struct gs_serving *s)
{
	struct gs_inspection *q = s->query;
	struct gs_thread *thread = s->thread;
	const uint64_t number = s->request->number[0], area = s->request->number[5];
	if (!thread->call || !thread->before || !gs_pending_is_draw(thread) ||
		(gs_data_flags(thread->call->function) & GS_FUNCTION_DISPATCHES))
		return gs_refuse(s->answer, GS_STATUS_NO_DRAW,
			"the pending call does not draw: run to a draw call first", NULL);
	gs_extent_get(thread->call, &q->caps, &q->redraw.extent);
	struct wish wish = {.what = number & 0xff,
		.buffer = number >> 8 & 0xff,
		.sample = number >> 16 & 0xff,
		.aspect = number >> 24 & 0xff,
		.layer = number >> 32 & 0xffffff,
		.untested = number >> 56,
		.options = gs_request_options(s->request),
		.area = {area & 0xffff, area >> 16 & 0xffff, area >> 32 & 0xffff, area >> 48}};
	wish.lines = wish.what == GS_DRAWN_LINES;
	wish.counts = wish.what == GS_DRAWN_COUNTED;
	if (wish.lines && q->caps.api == GS_API_ES)
		return gs_refuse(s->answer, GS_STATUS_UNSUPPORTED,
			"OpenGL ES draws no polygons as lines", NULL);
	if (wish.counts)
		wish.options.fragment = 255; /* a stencil of ours counts up to there */
	if (wish.lines || wish.counts)
		wish.what = GS_DRAWN_COVERED;
	return get_drawn(&q->caps, &q->redraw, &wish, s->bulk, s->bulk_size, &s->size,
		&s->answer->number[0], &q->refusal);
}

/* ---- what is covered, by draw after draw ---- */

struct gs_covering {
	struct copy copy;
	struct wish wish;
};

struct gs_covering *gs_covering_begin(
	struct gs_saved *saved, const struct gs_covering_place *at, struct gs_refusal *refusal)
{
	struct gs_draw_framebuffer like;
	struct gs_covering *v = calloc(1, sizeof *v);
	if (!v) {
		gs_refusal_set(refusal, GS_STATUS_INTERNAL, "the program is out of memory");
		return NULL;
	}
	v->wish = (struct wish){.what = GS_DRAWN_COVERED,
		.buffer = at->draw_buffer,
		.layer = at->layer,
		.sample = at->sample,
		.area = at->area};
	bool ok = gs_drawable_get(saved, &like, refusal) &&
		  find_buffers(&v->copy, saved, refusal) &&
		  check_wish(&v->copy, &like, &v->wish, refusal) &&
		  set_area(&v->copy, &like, &at->area, refusal) &&
		  is_small_enough(&v->copy, &like, &v->wish, refusal) &&
		  gs_target_init(&v->copy.target, saved, &like, &v->wish.options, refusal);
	if (ok) {
		GL(glBindFramebuffer)(GL_FRAMEBUFFER, v->copy.target.framebuffer);
		gs_saved_scissor_off(saved);
		if (attach(&v->copy, saved, GS_DRAWN_COVERED, refusal))
			return v;
		finish(&v->copy);
	}
	free(v);
	return NULL;
}

void gs_covering_prepare(struct gs_covering *v, const struct gs_saved *saved, bool tests)
{
	struct copy *copy = &v->copy;
	GL(glBindFramebuffer)(GL_FRAMEBUFFER, copy->target.framebuffer);
	gs_saved_scissor_off(saved);
	if (tests)
		gs_target_fill_depth(&copy->target, saved->caps);
	GL(glColorMask)(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
	limit_clears(copy);
	clear_colour(copy, saved->caps, GS_DRAWN_COVERED);
	gs_saved_own_output(saved);
	gs_saved_plain_output(saved, copy->target.like.colour == GS_COLOUR_FIXED, true);
	gs_saved_masks(saved, true, true);
}

bool gs_covering_draw(const struct gs_covering *v, const struct gs_saved *saved,
	const struct gs_redraw *redraw, struct gs_refusal *refusal)
{
	if (v->copy.target.source) /* the program tests against no stencil */
		GL(glDisable)(GL_STENCIL_TEST);
	return gs_redraw_execute(redraw, saved, -1, refusal);
}

bool gs_covering_read(struct gs_covering *v, struct gs_saved *saved, bool all, uint64_t *covered,
	struct gs_refusal *refusal)
{
	struct {
		struct gs_wire_texels texels;
		uint32_t words[4];
	} one;
	const struct gs_draw_framebuffer *d = &v->copy.target.like;
	struct gs_texel_source s = result_of(&v->copy, saved->caps, &v->wish);
	unsigned first = all ? 0 : v->wish.sample, last = all ? d->samples : first + 1;
	bool ok = true;
	*covered = 0;
	gs_saved_plain_pack(saved);
	for (unsigned sample = first; ok && sample < last; sample++) {
		s.sample = (GLint)sample;
		ok = s.samples ? gs_texels_fetch(saved, &s, d->flipped, &v->copy.area, &one.texels,
					 one.words, refusal)
			       : read_pixels(&v->copy, saved, &s, &v->wish, &v->copy.area,
					 &one.texels, refusal);
		if (ok && memcmp(one.words, unlikely, sizeof unlikely) != 0)
			*covered |= 1ull << sample % 64;
	}
	gs_saved_restore_program(saved);
	return ok;
}

void gs_covering_end(struct gs_covering *v)
{
	if (!v)
		return;
	finish(&v->copy);
	gs_caps_drain();
	free(v);
}

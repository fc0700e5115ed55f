/* SPDX-License-Identifier: MIT */
/*
 * What an image holds: through a framebuffer of ours where its format can be rendered to, else with
 * glGetTexImage; single samples are fetched by a compute shader. Values are as stored: sRGB
 * encoded, integers as integers.
 */
#include "preload/capture/stage.h"
#include "preload/inspect/inspect.h"
#include "preload/shadow/attached-layers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static GLint get(GLenum name)
{
	GLint value = 0;
	GL(glGetIntegerv)(name, &value);
	return gs_caps_drain() == GL_NO_ERROR ? value : 0;
}

/* ---- what it is ---- */

static bool has_faces(GLenum target)
{
	return target == GL_TEXTURE_CUBE_MAP;
}

static void ask_texture(const struct gs_caps *c, struct gs_texel_source *s)
{
	static const GLenum sizes[8] = {GL_TEXTURE_RED_SIZE, GL_TEXTURE_GREEN_SIZE,
		GL_TEXTURE_BLUE_SIZE, GL_TEXTURE_ALPHA_SIZE, GL_TEXTURE_LUMINANCE_SIZE,
		GL_TEXTURE_INTENSITY_SIZE, GL_TEXTURE_DEPTH_SIZE, GL_TEXTURE_STENCIL_SIZE};
	static const GLenum types[8] = {GL_TEXTURE_RED_TYPE, GL_TEXTURE_GREEN_TYPE,
		GL_TEXTURE_BLUE_TYPE, GL_TEXTURE_ALPHA_TYPE, GL_TEXTURE_LUMINANCE_TYPE,
		GL_TEXTURE_INTENSITY_TYPE, GL_TEXTURE_DEPTH_TYPE};
	struct gs_texture_unit unit;
	GLint type = 0;
	gs_texture_unit_take(&unit, s->target);
	GL(glBindTexture)(s->target, s->texture);
	GLenum image = has_faces(s->target)
			       ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + (s->layer > 0 ? s->layer % 6 : 0)
			       : s->image;
	gs_caps_drain();
	GL(glGetTexLevelParameteriv)(image, s->level, GL_TEXTURE_WIDTH, &s->width);
	GL(glGetTexLevelParameteriv)(image, s->level, GL_TEXTURE_HEIGHT, &s->height);
	GL(glGetTexLevelParameteriv)(image, s->level, GL_TEXTURE_DEPTH, &s->depth);
	GL(glGetTexLevelParameteriv)(image, s->level, GL_TEXTURE_INTERNAL_FORMAT, &s->format);
	if (gs_caps_drain() != GL_NO_ERROR)
		s->width = 0;
	GL(glGetTexLevelParameteriv)(image, s->level, GL_TEXTURE_SAMPLES, &s->samples);
	gs_caps_drain();
	for (unsigned i = 0; i < 8; i++) {
		GL(glGetTexLevelParameteriv)(image, s->level, sizes[i], &s->bits[i]);
		if (gs_caps_drain() != GL_NO_ERROR)
			s->bits[i] = 0;
		if (s->bits[i] && types[i] && !type)
			GL(glGetTexLevelParameteriv)(image, s->level, types[i], &type);
	}
	gs_caps_drain();
	s->type = type;
	gs_texture_unit_release(&unit);
	if (has_faces(s->target))
		s->depth = 6;
	if (s->target == GL_TEXTURE_1D_ARRAY) {
		s->depth = s->height;
		s->height = 1;
	}
	gs_caps_drain();
}

static void ask_renderbuffer(struct gs_texel_source *s)
{
	static const GLenum sizes[8] = {GL_RENDERBUFFER_RED_SIZE, GL_RENDERBUFFER_GREEN_SIZE,
		GL_RENDERBUFFER_BLUE_SIZE, GL_RENDERBUFFER_ALPHA_SIZE, 0, 0,
		GL_RENDERBUFFER_DEPTH_SIZE, GL_RENDERBUFFER_STENCIL_SIZE};
	GL(glBindRenderbuffer)(GL_RENDERBUFFER, s->renderbuffer); /* gs_saved_leave puts back */
	GL(glGetRenderbufferParameteriv)(GL_RENDERBUFFER, GL_RENDERBUFFER_WIDTH, &s->width);
	GL(glGetRenderbufferParameteriv)(GL_RENDERBUFFER, GL_RENDERBUFFER_HEIGHT, &s->height);
	GL(glGetRenderbufferParameteriv)
	(GL_RENDERBUFFER, GL_RENDERBUFFER_INTERNAL_FORMAT, &s->format);
	GL(glGetRenderbufferParameteriv)(GL_RENDERBUFFER, GL_RENDERBUFFER_SAMPLES, &s->samples);
	s->depth = 1;
	for (unsigned i = 0; i < 8; i++)
		if (sizes[i])
			GL(glGetRenderbufferParameteriv)(GL_RENDERBUFFER, sizes[i], &s->bits[i]);
	gs_caps_drain();
}

void gs_texel_source_ask(const struct gs_caps *c, struct gs_texel_source *s)
{
	s->width = s->height = s->samples = s->format = 0;
	s->depth = 1;
	memset(s->bits, 0, sizeof s->bits);
	if (s->texture && c->level_sizes)
		ask_texture(c, s);
	else if (s->renderbuffer)
		ask_renderbuffer(s);
}

static GLint parameter(GLenum point, GLenum name)
{
	GLint value = 0;
	gs_caps_drain();
	GL(glGetFramebufferAttachmentParameteriv)(GL_DRAW_FRAMEBUFFER, point, name, &value);
	return gs_caps_drain() == GL_NO_ERROR ? value : 0;
}

static void ask_attached(GLenum point, struct gs_texel_source *s)
{
	static const GLenum sizes[8] = {GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE,
		GL_FRAMEBUFFER_ATTACHMENT_GREEN_SIZE, GL_FRAMEBUFFER_ATTACHMENT_BLUE_SIZE,
		GL_FRAMEBUFFER_ATTACHMENT_ALPHA_SIZE, 0, 0, GL_FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE,
		GL_FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE};
	for (unsigned i = 0; i < 8; i++)
		s->bits[i] = sizes[i] ? parameter(point, sizes[i]) : 0;
	s->type = parameter(point, GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE);
}

/* A format that holds such colours to the bit; 0: not known. */
static GLint format_of_bits(const struct gs_texel_source *s, bool srgb)
{
	const GLint *b = s->bits;
	if (s->type == GL_FLOAT)
		return b[0] > 16 ? b[3] ? GL_RGBA32F : GL_RGB32F : b[3] ? GL_RGBA16F : GL_RGB16F;
	if (b[0] == 8 && !b[2] && !b[3])
		return b[1] ? GL_RG8 : GL_R8;
	if (b[0] == 8 && b[1] == 8 && b[2] == 8)
		return srgb ? b[3] ? GL_SRGB8_ALPHA8 : GL_SRGB8 : b[3] ? GL_RGBA8 : GL_RGB8;
	if (b[0] == 10 && b[1] == 10)
		return b[3] ? GL_RGB10_A2 : GL_RGB10;
	if (b[0] == 5)
		return b[1] == 6 ? GL_RGB565 : b[3] == 1 ? GL_RGB5_A1 : 0;
	return b[0] == 4 && b[3] == 4 ? GL_RGBA4 : 0;
}

static GLint window_format(const struct gs_texel_source *s, GLenum point)
{
	return format_of_bits(
		s, parameter(point, GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING) == GL_SRGB);
}

GLenum gs_texel_source_sized(const struct gs_texel_source *s)
{
	switch (s->format) {
	case GL_DEPTH_STENCIL:
		return s->type == GL_FLOAT ? GL_DEPTH32F_STENCIL8 : GL_DEPTH24_STENCIL8;
	case GL_DEPTH_COMPONENT:
		return s->bits[6] == 16	  ? GL_DEPTH_COMPONENT16
		       : s->bits[6] == 24 ? GL_DEPTH_COMPONENT24
					  : GL_DEPTH_COMPONENT32;
	case 3:
	case 4:
	case GL_RED:
	case GL_RG:
	case GL_RGB:
	case GL_RGBA:
		return format_of_bits(s, false);
	case GL_SRGB:
	case GL_SRGB_ALPHA:
		return format_of_bits(s, true);
	}
	return s->format;
}

const char *gs_texel_format_name(GLint format, char text[32])
{
	const char *name = gs_data_enum_name("InternalFormat", (uint64_t)format, 0);
	if (name)
		return name;
	snprintf(text, 32, "format 0x%x", (unsigned)format);
	return text;
}

static bool attached_to_window(const struct gs_caps *c, GLenum point, struct gs_texel_source *s)
{
	unsigned width = 0, height = 0;
	if (!gs_window_buffer_size(c, &width, &height))
		return false;
	s->window = true;
	s->buffer = point;
	s->stencil = point == GL_STENCIL;
	s->width = width;
	s->height = height;
	s->depth = 1;
	s->samples = get(GL_SAMPLE_BUFFERS) ? get(GL_SAMPLES) : 0;
	ask_attached(point, s);
	bool colour = point != GL_DEPTH && point != GL_STENCIL;
	for (unsigned i = 0; i < 8; i++) /* a packed buffer tells of both */
		if (colour ? i >= 6 : point == GL_DEPTH ? i != 6 : i != 7)
			s->bits[i] = 0;
	s->format = colour ? window_format(s, point) : 0;
	for (unsigned i = 0; i < 8; i++)
		if (s->bits[i])
			return true;
	return false;
}

bool gs_texel_source_attached(
	const struct gs_caps *c, GLuint framebuffer, GLenum point, struct gs_texel_source *s)
{
	memset(s, 0, sizeof *s);
	s->layer = -1;
	if (!framebuffer)
		return parameter(point, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) &&
		       attached_to_window(c, point, s);
	GLint type = parameter(point, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE);
	GLint name = parameter(point, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME);
	if (type == GL_RENDERBUFFER) {
		s->renderbuffer = name;
		gs_texel_source_ask(c, s);
	} else if (type == GL_TEXTURE) {
		s->texture = name;
		s->level = parameter(point, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL);
		s->target = gs_texture_target(name, &s->image);
		GLint face = parameter(point, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE);
		bool layered = c->layered && parameter(point, GL_FRAMEBUFFER_ATTACHMENT_LAYERED);
		s->layer = layered ? -1
			   : face  ? face - GL_TEXTURE_CUBE_MAP_POSITIVE_X
				   : gs_attached_layer(framebuffer, point, s->texture,
					     parameter(point,
						     GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER));
		if (s->target)
			gs_texel_source_ask(c, s);
	} else {
		return false;
	}
	ask_attached(point, s);
	s->stencil = point == GL_STENCIL_ATTACHMENT;
	return s->width > 0;
}

/* ---- components ---- */

struct shape {
	unsigned n, at[4]; /* which of the four that GL gives */
	char letters[8];
	bool depth, stencil;
};

static struct shape shape_of(const struct gs_texel_source *s)
{
	static const char names[] = "rgbali";
	static const unsigned coordinates[] = {0, 1, 2, 3, 0, 0};
	static const unsigned order[] = {4, 5, 0, 1, 2, 3};
	struct shape shape = {0};
	if (s->stencil || s->bits[6] || (s->bits[7] && !s->bits[0])) {
		shape.n = 1;
		shape.stencil = s->stencil || !s->bits[6];
		shape.depth = !shape.stencil;
		shape.letters[0] = shape.stencil ? 's' : 'd';
		return shape;
	}
	for (unsigned k = 0; k < 6 && shape.n < 4; k++) {
		unsigned i = order[k];
		if (!s->bits[i])
			continue;
		shape.letters[shape.n] = names[i];
		shape.at[shape.n++] = coordinates[i];
	}
	return shape;
}

bool gs_texel_source_has_components(const struct gs_texel_source *s)
{
	return shape_of(s).n > 0;
}

static enum gs_texel_scalar scalar_of(const struct gs_texel_source *s, const struct shape *shape)
{
	if (shape->stencil || (!shape->depth && s->type == GL_UNSIGNED_INT))
		return GS_TEXEL_UINT;
	return !shape->depth && s->type == GL_INT ? GS_TEXEL_INT : GS_TEXEL_FLOAT;
}

/* From four words a texel to those that the image has; in place. */
static void pick(const struct shape *shape, uint32_t *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		for (unsigned k = 0; k < shape->n; k++)
			words[i * shape->n + k] = words[i * 4 + shape->at[k]];
}

static void fill_head(const struct gs_texel_source *s, const struct gs_rectangle *area,
	struct gs_wire_texels *texels)
{
	struct shape shape = shape_of(s);
	*texels = (struct gs_wire_texels){.width = area->width,
		.height = area->height,
		.components = shape.n,
		.scalar = scalar_of(s, &shape),
		.format = s->format,
		.samples = s->samples};
	memcpy(texels->letters, shape.letters, sizeof texels->letters);
}

/* ---- reading pixels ---- */

/* OpenGL ES gives fixed-point colours as bytes or packed tens only: as many bits as are stored come
 * back exactly. */
static bool read_fixed_es(
	const struct gs_texel_source *s, const struct gs_rectangle *area, float *out)
{
	size_t n = (size_t)area->width * area->height;
	bool tens = s->bits[0] == 10;
	for (unsigned i = 0; i < 4; i++)
		if (s->bits[i] > 8 && !tens)
			return false;
	uint32_t *packed = malloc(n * 4 + 4);
	if (!packed)
		return false;
	GL(glReadPixels)
	(area->x, area->y, area->width, area->height, GL_RGBA,
		tens ? GL_UNSIGNED_INT_2_10_10_10_REV : GL_UNSIGNED_BYTE, packed);
	bool ok = gs_caps_drain() == GL_NO_ERROR;
	for (size_t i = 0; ok && i < n; i++) {
		for (unsigned k = 0; k < 4; k++) {
			unsigned bits = tens ? k < 3 ? 10 : 2 : s->bits[k] ? s->bits[k] : 8;
			float most = (1u << bits) - 1;
			unsigned v = tens ? packed[i] >> 10 * k & (unsigned)most
					  : packed[i] >> 8 * k & 255;
			out[i * 4 + k] = tens ? v / most : rintf(v * most / 255) / most;
		}
	}
	free(packed);
	return ok;
}

static bool read_depth(const struct gs_caps *c, const struct gs_rectangle *area, float *out)
{
	size_t n = (size_t)area->width * area->height;
	GL(glReadPixels)
	(area->x, area->y, area->width, area->height, GL_DEPTH_COMPONENT, GL_FLOAT, out);
	if (gs_caps_drain() == GL_NO_ERROR)
		return true;
	GL(glReadPixels)
	(area->x, area->y, area->width, area->height, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, out);
	if (gs_caps_drain() != GL_NO_ERROR)
		return false;
	for (size_t i = 0; i < n; i++) {
		uint32_t v;
		memcpy(&v, &out[i], 4);
		out[i] = (float)(v / 4294967295.0);
	}
	return true;
}

static bool read_stencil(const struct gs_rectangle *area, uint32_t *out)
{
	size_t n = (size_t)area->width * area->height;
	uint8_t *bytes = (uint8_t *)out;
	GL(glReadPixels)
	(area->x, area->y, area->width, area->height, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, bytes);
	if (gs_caps_drain() != GL_NO_ERROR)
		return false;
	for (size_t i = n; i-- > 0;)
		out[i] = bytes[i];
	return true;
}

static bool read_colour(const struct gs_caps *c, const struct gs_texel_source *s,
	enum gs_texel_scalar scalar, const struct gs_rectangle *area, void *out)
{
	GLenum format = scalar == GS_TEXEL_FLOAT ? GL_RGBA : GL_RGBA_INTEGER;
	GLenum type = scalar == GS_TEXEL_FLOAT ? GL_FLOAT
		      : scalar == GS_TEXEL_INT ? GL_INT
					       : GL_UNSIGNED_INT;
	bool fixed = scalar == GS_TEXEL_FLOAT && s->type != GL_FLOAT;
	if (c->api == GS_API_ES && fixed)
		return read_fixed_es(s, area, out);
	GL(glReadPixels)(area->x, area->y, area->width, area->height, format, type, out);
	return gs_caps_drain() == GL_NO_ERROR;
}

bool gs_texels_read(const struct gs_caps *c, const struct gs_texel_source *s,
	const struct gs_rectangle *area, struct gs_wire_texels *texels, void *words,
	struct gs_refusal *refusal)
{
	struct shape shape = shape_of(s);
	fill_head(s, area, texels);
	gs_caps_drain();
	bool ok = shape.depth	  ? read_depth(c, area, words)
		  : shape.stencil ? read_stencil(area, words)
				  : read_colour(c, s, texels->scalar, area, words);
	if (ok && !shape.depth && !shape.stencil)
		pick(&shape, words, (size_t)area->width * area->height);
	return ok || gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			     "this context has no way to read %s (%s)",
			     shape.depth     ? "a depth buffer"
			     : shape.stencil ? "a stencil buffer"
					     : "an image",
			     gs_texel_format_name(s->format, (char[32]){0}));
}

/* ---- attaching ---- */

static void attach(const struct gs_texel_source *s, GLenum point)
{
	if (s->renderbuffer) {
		GL(glFramebufferRenderbuffer)
		(GL_FRAMEBUFFER, point, GL_RENDERBUFFER, s->renderbuffer);
		return;
	}
	switch (s->target) {
	case GL_TEXTURE_1D:
		GL(glFramebufferTexture1D)(GL_FRAMEBUFFER, point, s->target, s->texture, s->level);
		return;
	case GL_TEXTURE_2D:
	case GL_TEXTURE_RECTANGLE:
	case GL_TEXTURE_2D_MULTISAMPLE:
		GL(glFramebufferTexture2D)(GL_FRAMEBUFFER, point, s->target, s->texture, s->level);
		return;
	case GL_TEXTURE_CUBE_MAP:
		GL(glFramebufferTexture2D)
		(GL_FRAMEBUFFER, point, GL_TEXTURE_CUBE_MAP_POSITIVE_X + s->layer, s->texture,
			s->level);
		return;
	}
	GL(glFramebufferTextureLayer)(GL_FRAMEBUFFER, point, s->texture, s->level, s->layer);
}

GLuint gs_texel_source_framebuffer(const struct gs_texel_source *s)
{
	struct shape shape = shape_of(s);
	GLuint framebuffer = 0;
	GLenum colour = GL_COLOR_ATTACHMENT0, none = GL_NONE;
	GL(glGenFramebuffers)(1, &framebuffer);
	GL(glBindFramebuffer)(GL_FRAMEBUFFER, framebuffer);
	gs_caps_drain();
	if (shape.depth || shape.stencil) {
		if (s->bits[6])
			attach(s, GL_DEPTH_ATTACHMENT);
		if (s->bits[7])
			attach(s, GL_STENCIL_ATTACHMENT);
		GL(glDrawBuffers)(1, &none);
		GL(glReadBuffer)(GL_NONE);
	} else {
		attach(s, colour);
		GL(glDrawBuffers)(1, &colour);
		GL(glReadBuffer)(colour);
	}
	if (gs_caps_drain() == GL_NO_ERROR &&
		GL(glCheckFramebufferStatus)(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE)
		return framebuffer;
	GL(glDeleteFramebuffers)(1, &framebuffer);
	return 0;
}

/* ---- glGetTexImage ---- */

static bool get_whole(const struct gs_texel_source *s, const struct shape *shape,
	enum gs_texel_scalar scalar, uint32_t *words)
{
	GLenum format = shape->depth		   ? GL_DEPTH_COMPONENT
			: shape->stencil	   ? GL_STENCIL_INDEX
			: scalar == GS_TEXEL_FLOAT ? GL_RGBA
						   : GL_RGBA_INTEGER;
	GLenum type = scalar == GS_TEXEL_FLOAT ? GL_FLOAT
		      : scalar == GS_TEXEL_INT ? GL_INT
					       : GL_UNSIGNED_INT;
	GLenum image = has_faces(s->target) ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + s->layer : s->target;
	struct gs_texture_unit unit;
	gs_texture_unit_take(&unit, s->target);
	GL(glBindTexture)(s->target, s->texture);
	gs_caps_drain();
	GL(glGetTexImage)(image, s->level, format, type, words);
	bool ok = gs_caps_drain() == GL_NO_ERROR;
	gs_texture_unit_release(&unit);
	return ok;
}

/* All layers come; the one wanted is kept. */
static bool read_image(const struct gs_texel_source *s, struct gs_wire_texels *texels, void *words,
	struct gs_refusal *refusal)
{
	struct shape shape = shape_of(s);
	size_t channels = shape.depth || shape.stencil ? 1 : 4;
	size_t layer = (size_t)s->width * s->height,
	       n = has_faces(s->target) ? layer : layer * s->depth;
	const struct gs_rectangle area = {0, 0, s->width, s->height};
	uint32_t *whole = malloc(n * channels * 4);
	fill_head(s, &area, texels);
	bool ok = whole && get_whole(s, &shape, texels->scalar, whole);
	if (ok) {
		size_t first = has_faces(s->target) ? 0 : layer * s->layer;
		memcpy(words, whole + first * channels, layer * channels * 4);
		if (channels == 4)
			pick(&shape, words, layer);
	}
	free(whole);
	return ok || gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			     "the driver cannot read back such textures (%s)",
			     gs_texel_format_name(s->format, (char[32]){0}));
}

/* ---- samples ---- */

static void identity_swizzle(const struct gs_texel_source *s, GLint held[4], bool restore)
{
	static const GLenum names[4] = {GL_TEXTURE_SWIZZLE_R, GL_TEXTURE_SWIZZLE_G,
		GL_TEXTURE_SWIZZLE_B, GL_TEXTURE_SWIZZLE_A};
	static const GLint identity[4] = {GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA};
	struct gs_texture_unit unit;
	gs_texture_unit_take(&unit, s->target);
	GL(glBindTexture)(s->target, s->texture);
	for (unsigned i = 0; i < 4; i++) {
		if (!restore)
			GL(glGetTexParameteriv)(s->target, names[i], &held[i]);
		if (held[i] != identity[i])
			GL(glTexParameteri)(s->target, names[i], restore ? held[i] : identity[i]);
	}
	gs_texture_unit_release(&unit);
	gs_caps_drain();
}

/* Which of a packed depth and stencil format is fetched; what it was. */
static GLint choose_aspect(const struct gs_texel_source *s, GLint mode)
{
	GLint held = mode;
	struct gs_texture_unit unit;
	if (!s->bits[6] || !s->bits[7])
		return mode;
	gs_texture_unit_take(&unit, s->target);
	GL(glBindTexture)(s->target, s->texture);
	GL(glGetTexParameteriv)(s->target, GL_DEPTH_STENCIL_TEXTURE_MODE, &held);
	if (held != mode)
		GL(glTexParameteri)(s->target, GL_DEPTH_STENCIL_TEXTURE_MODE, mode);
	gs_texture_unit_release(&unit);
	gs_caps_drain();
	return held;
}

static bool is_srgb(GLint format)
{
	return format == GL_SRGB || format == GL_SRGB8 || format == GL_SRGB_ALPHA ||
	       format == GL_SRGB8_ALPHA8;
}

/* To the eight bits that there are: encoding is not exact. */
static void round_bytes(float *values, size_t n)
{
	for (size_t i = 0; i < n; i++)
		values[i] = rintf(values[i] * 255) / 255;
}

static bool fetch(struct gs_saved *saved, const struct gs_texel_source *s, bool flipped,
	const struct gs_rectangle *area, struct gs_wire_texels *texels, void *words,
	struct gs_refusal *refusal)
{
	struct shape shape = shape_of(s);
	fill_head(s, area, texels);
	enum gs_attachment type = texels->scalar == GS_TEXEL_FLOAT ? GS_ATTACHMENT_FLOAT
								   : GS_ATTACHMENT_UINT;
	bool array = s->target == GL_TEXTURE_2D_MULTISAMPLE_ARRAY;
	struct gs_target t = {.like = {.width = s->width,
				      .height = s->height,
				      .samples = s->samples,
				      .layers = array ? s->depth : 0,
				      .flipped = flipped},
		.fetch_signed = texels->scalar == GS_TEXEL_INT,
		.fetch_srgb = is_srgb(s->format)};
	struct gs_rectangle rows = *area;
	GLint swizzle[4];
	rows.y += s->height * (s->sample + s->samples * (array ? s->layer : 0));
	if (!saved->caps->stages_compute || !saved->caps->storage_blocks)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"single samples can be read only in OpenGL 4.3 or OpenGL ES 3.1 or later");
	t.colour[type][0] = s->texture;
	identity_swizzle(s, swizzle, false);
	GLint mode = choose_aspect(s, shape.stencil ? GL_STENCIL_INDEX : GL_DEPTH_COMPONENT);
	bool ok = gs_target_read(&t, saved, 0, type, &rows, words, refusal);
	gs_saved_restore_program(saved);
	choose_aspect(s, mode);
	identity_swizzle(s, swizzle, true);
	t.colour[type][0] = 0;
	gs_target_finish(&t);
	if (ok)
		pick(&shape, words, (size_t)area->width * area->height);
	if (ok && is_srgb(s->format))
		round_bytes(words, (size_t)area->width * area->height * shape.n);
	return ok;
}

static GLbitfield blit_mask(const struct gs_texel_source *s)
{
	GLbitfield mask = (s->bits[6] ? GL_DEPTH_BUFFER_BIT : 0) |
			  (s->bits[7] ? GL_STENCIL_BUFFER_BIT : 0);
	return mask ? mask : GL_COLOR_BUFFER_BIT;
}

/* A renderbuffer's samples can be fetched from a texture only. */
static bool fetch_renderbuffer(struct gs_saved *saved, const struct gs_texel_source *s,
	bool flipped, const struct gs_rectangle *area, struct gs_wire_texels *texels, void *words,
	struct gs_refusal *refusal)
{
	struct gs_texel_source copy = *s;
	struct gs_texture_unit unit;
	GLuint from = gs_texel_source_framebuffer(s), to = 0;
	copy.renderbuffer = 0;
	copy.target = copy.image = GL_TEXTURE_2D_MULTISAMPLE;
	gs_texture_unit_take(&unit, copy.target);
	GL(glGenTextures)(1, &copy.texture);
	GL(glBindTexture)(copy.target, copy.texture);
	GL(glTexStorage2DMultisample)
	(copy.target, s->samples, gs_texel_source_sized(s), s->width, s->height, GL_TRUE);
	gs_texture_unit_release(&unit);
	to = gs_texel_source_framebuffer(&copy);
	gs_saved_scissor_off(saved);
	gs_saved_plain_output(saved, false, false);
	GL(glBindFramebuffer)(GL_READ_FRAMEBUFFER, from);
	gs_caps_drain();
	if (saved->caps->copy_images && saved->caps->api == GS_API_ES)
		GL(glCopyImageSubData)
	(s->renderbuffer, GL_RENDERBUFFER, 0, 0, 0, 0, copy.texture, copy.target, 0, 0, 0, 0,
		s->width, s->height, 1);
	else GL(glBlitFramebuffer)(
		0, 0, s->width, s->height, 0, 0, s->width, s->height, blit_mask(s), GL_NEAREST);
	bool ok = from && to && gs_caps_drain() == GL_NO_ERROR;
	if (!ok)
		gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"the driver cannot copy a multisampled renderbuffer into a texture (%s)",
			gs_texel_format_name(s->format, (char[32]){0}));
	ok = ok && fetch(saved, &copy, flipped, area, texels, words, refusal);
	GL(glDeleteFramebuffers)(1, &from);
	GL(glDeleteFramebuffers)(1, &to);
	GL(glDeleteTextures)(1, &copy.texture);
	return ok;
}

bool gs_texels_fetch(struct gs_saved *saved, const struct gs_texel_source *s, bool flipped,
	const struct gs_rectangle *area, struct gs_wire_texels *texels, void *words,
	struct gs_refusal *refusal)
{
	return s->texture ? fetch(saved, s, flipped, area, texels, words, refusal)
			  : fetch_renderbuffer(saved, s, flipped, area, texels, words, refusal);
}

/* ---- all of it ---- */

static bool read_window(const struct gs_caps *c, const struct gs_texel_source *s,
	const struct gs_rectangle *area, struct gs_wire_texels *texels, void *words,
	struct gs_refusal *refusal)
{
	bool colour = s->buffer != GL_DEPTH && s->buffer != GL_STENCIL &&
		      s->buffer != GL_DEPTH_ATTACHMENT && s->buffer != GL_STENCIL_ATTACHMENT;
	GLint held = GL_NONE;
	if (s->samples > 1 && !colour)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"the window is multisampled: its depth and stencil cannot be read");
	GL(glBindFramebuffer)(GL_READ_FRAMEBUFFER, 0);
	if (colour && c->read_buffer) {
		held = get(GL_READ_BUFFER);
		GL(glReadBuffer)(s->buffer);
	}
	bool ok = gs_texels_read(c, s, area, texels, words, refusal);
	if (colour && c->read_buffer)
		GL(glReadBuffer)(held);
	gs_caps_drain();
	return ok;
}

static bool is_legacy(const struct gs_texel_source *s)
{
	return s->texture && (s->bits[4] || s->bits[5] || (s->bits[3] && !s->bits[0]));
}

bool gs_texel_source_read(struct gs_saved *saved, const struct gs_texel_source *s,
	const struct gs_rectangle *area, struct gs_wire_texels *texels, void *words,
	struct gs_refusal *refusal)
{
	const struct gs_caps *c = saved->caps;
	bool whole = area->width == s->width && area->height == s->height;
	if (s->window)
		return read_window(c, s, area, texels, words, refusal);
	if (s->samples > 1)
		return gs_texels_fetch(saved, s, false, area, texels, words, refusal);
	GLuint framebuffer = is_legacy(s) ? 0 : gs_texel_source_framebuffer(s);
	if (framebuffer) {
		bool ok = gs_texels_read(c, s, area, texels, words, refusal);
		GL(glDeleteFramebuffers)(1, &framebuffer);
		if (ok || c->api == GS_API_ES || !s->texture)
			return ok;
		memset(refusal, 0, sizeof *refusal);
	}
	if (s->texture && c->api != GS_API_ES && whole)
		return read_image(s, texels, words, refusal);
	return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
		"OpenGL ES has no way to read this image: its format, %s, cannot be rendered to",
		gs_texel_format_name(s->format, (char[32]){0}));
}

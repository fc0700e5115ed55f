/* SPDX-License-Identifier: MIT */
/* Serves GS_REQUEST_TEXELS: finds the image that is asked for, and answers with what it holds. */
#include "preload/capture/requests/inspection.h"
#include "preload/capture/stage.h"
#include "preload/core/names.h"
#include "preload/inspect/inspect.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_WHOLE = 1 << 18 }; /* texels that are read quickly */

bool gs_texel_source_texture(const struct gs_caps *c, GLuint shown, uint32_t level, uint32_t layer,
	struct gs_texel_source *s, struct gs_refusal *refusal)
{
	memset(s, 0, sizeof *s);
	s->texture = gs_name_real(GS_OBJECT_TEXTURE, shown);
	s->target = gs_texture_target(s->texture, &s->image);
	if (!s->target)
		return gs_refusal_set(refusal, GS_STATUS_USAGE,
			"there is no texture %u in this context: `textures` lists those that are "
			"bound",
			shown);
	if (!c->level_sizes)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"OpenGL ES before 3.1 does not tell the size of a texture");
	s->level = level < 32 ? (GLint)level : 32;
	s->layer = layer < INT32_MAX ? (GLint)layer : INT32_MAX;
	gs_texel_source_ask(c, s);
	if (s->width <= 0)
		return gs_refusal_set(
			refusal, GS_STATUS_USAGE, "texture %u has no level %d", shown, s->level);
	return true;
}

static uint32_t capped(uint64_t number)
{
	return number < UINT32_MAX ? (uint32_t)number : UINT32_MAX;
}

static bool find_source(const struct gs_saved *saved, const uint64_t number[6],
	struct gs_texel_source *s, struct gs_refusal *refusal)
{
	const struct gs_caps *c = saved->caps;
	memset(s, 0, sizeof *s);
	if (number[0]) {
		if (!gs_texel_source_texture(
			    c, (GLuint)number[0], capped(number[2]), capped(number[3]), s, refusal))
			return false;
	} else if (!gs_texel_source_attached(c, saved->draw_framebuffer, number[1], s)) {
		return gs_refusal_set(refusal, GS_STATUS_USAGE,
			"the draw framebuffer has nothing attached there: `attachments` lists what "
			"it has");
	} else if (s->layer < 0) {
		s->layer = number[3] < INT32_MAX ? number[3] : INT32_MAX;
	}
	s->sample = number[4] < 64 ? number[4] : 64;
	s->stencil = s->stencil || (uint8_t)number[5] == GS_ASPECT_STENCIL;
	if (s->layer >= s->depth && !(s->layer >= 0 && !s->texture))
		return gs_refusal_set(refusal, GS_STATUS_USAGE, "it has only %d layer%s", s->depth,
			s->depth == 1 ? "" : "s");
	if (s->sample >= (s->samples > 1 ? s->samples : 1))
		return gs_refusal_set(refusal, GS_STATUS_USAGE, "it has only %d sample%s",
			s->samples > 1 ? s->samples : 1, s->samples > 1 ? "s" : "");
	if (s->stencil && !s->bits[7])
		return gs_refusal_set(refusal, GS_STATUS_USAGE, "it has no stencil values");
	if (!gs_texel_source_has_components(s))
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"GL does not tell which components the image has");
	return true;
}

/* Whose bytes they are, and how they are meant. */
static bool find_buffer(
	const struct gs_texel_source *s, uint64_t answer[6], struct gs_refusal *refusal)
{
	GLint buffer = 0, offset = 0, size = 0;
	struct gs_texture_unit unit;
	gs_texture_unit_take(&unit, GL_TEXTURE_BUFFER);
	GL(glBindTexture)(GL_TEXTURE_BUFFER, s->texture);
	gs_caps_drain();
	GL(glGetTexLevelParameteriv)
	(GL_TEXTURE_BUFFER, 0, GL_TEXTURE_BUFFER_DATA_STORE_BINDING, &buffer);
	if (gs_caps_drain() != GL_NO_ERROR)
		buffer = 0;
	GL(glGetTexLevelParameteriv)(GL_TEXTURE_BUFFER, 0, GL_TEXTURE_BUFFER_OFFSET, &offset);
	GL(glGetTexLevelParameteriv)(GL_TEXTURE_BUFFER, 0, GL_TEXTURE_BUFFER_SIZE, &size);
	if (gs_caps_drain() != GL_NO_ERROR) /* before OpenGL 4.3: the whole buffer */
		offset = size = 0;
	gs_texture_unit_release(&unit);
	if (!buffer)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"the buffer of buffer texture %u is not known: the program attached none "
			"with glTexBuffer, or this context (OpenGL before 3.1, ES before 3.2) "
			"cannot tell",
			gs_name_shown(GS_OBJECT_TEXTURE, s->texture));
	answer[0] = gs_name_shown(GS_OBJECT_BUFFER, (GLuint)buffer);
	answer[1] = offset;
	answer[2] = size;
	answer[3] = s->format;
	return true;
}

/* ---- some of it ---- */

/* How many squares lie side by side. */
static unsigned squares(int n, unsigned step)
{
	return n > 0 ? ((unsigned)n - 1) / step + 1 : 0;
}

/* Which texel of a row, or which row, is in the middle of a square. */
static unsigned middle(unsigned square, unsigned step, int n)
{
	unsigned at = square * step + step / 2;
	return at < (unsigned)n ? at : (unsigned)n - 1;
}

static void take_row(const uint32_t *row, const struct gs_texel_source *s, unsigned step,
	const struct gs_wire_texels *texels, uint32_t *to)
{
	size_t n = texels->components;
	for (unsigned x = 0; x < squares(s->width, step); x++)
		memcpy(to + x * n, row + middle(x, step, s->width) * n, n * 4);
}

/* Row by row: a large image is never there as a whole. False also where the driver gives all of the
 * image only. */
static bool read_rows(struct gs_saved *saved, const struct gs_texel_source *s, unsigned step,
	struct gs_wire_texels *texels, uint32_t *words, struct gs_refusal *refusal)
{
	uint32_t *row = malloc((size_t)s->width * 16);
	bool ok = row != NULL;
	for (unsigned y = 0; ok && y < squares(s->height, step); y++) {
		const struct gs_rectangle area = {0, (int)middle(y, step, s->height), s->width, 1};
		ok = gs_texel_source_read(saved, s, &area, texels, row, refusal);
		if (ok)
			take_row(row, s, step, texels, words);
		words += (size_t)squares(s->width, step) * (ok ? texels->components : 0);
	}
	free(row);
	return ok;
}

static bool read_whole(struct gs_saved *saved, const struct gs_texel_source *s, unsigned step,
	bool quickly, struct gs_wire_texels *texels, uint32_t *words, struct gs_refusal *refusal)
{
	const struct gs_rectangle all = {0, 0, s->width, s->height};
	uint64_t n = (uint64_t)s->width * s->height;
	if (quickly && n * (s->texture && s->depth > 1 ? s->depth : 1) > MOST_WHOLE)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"the driver gives this image as a whole only, which would take long");
	uint32_t *whole = malloc(n * 16 + 16);
	bool ok = whole && gs_texel_source_read(saved, s, &all, texels, whole, refusal);
	for (unsigned y = 0; ok && y < squares(s->height, step); y++) {
		size_t of_row = (size_t)s->width * texels->components;
		take_row(whole + middle(y, step, s->height) * of_row, s, step, texels, words);
		words += (size_t)squares(s->width, step) * texels->components;
	}
	free(whole);
	return ok;
}

static bool read_some(struct gs_saved *saved, const struct gs_texel_source *s, unsigned step,
	bool quickly, struct gs_wire_texels *texels, uint32_t *words, struct gs_refusal *refusal)
{
	bool is_copied = s->samples > 1 && s->renderbuffer; /* it would be for each row */
	bool ok = !is_copied && read_rows(saved, s, step, texels, words, refusal);
	if (!ok && !s->window) { /* where rows can be read if anything can */
		memset(refusal, 0, sizeof *refusal);
		ok = read_whole(saved, s, step, quickly, texels, words, refusal);
	}
	texels->width = squares(s->width, step);
	texels->height = squares(s->height, step);
	return ok;
}

/* ---- the request ---- */

static bool get_texels(const struct gs_caps *c, const struct gs_redraw *redraw,
	const uint64_t number[6], void *bytes, uint64_t room, uint64_t *used, uint64_t answer[6],
	struct gs_refusal *refusal)
{
	struct gs_saved saved;
	struct gs_texel_source s;
	struct gs_wire_texels *texels = bytes;
	if (!c->framebuffers || !c->read_buffer)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"images can be read only in OpenGL 3.0 or OpenGL ES 3.0 or later");
	/* Fetching samples dispatches, copying them draws: the program's queries must not count
	 * that. */
	gs_saved_enter(&saved, c, redraw->conditional_query, redraw->conditional_mode);
	bool ok = find_source(&saved, number, &s, refusal);
	if (ok && s.target == GL_TEXTURE_BUFFER) {
		ok = find_buffer(&s, answer, refusal);
		*used = 0;
		gs_saved_leave(&saved);
		return ok;
	}
	const struct gs_rectangle all = {0, 0, s.width, s.height};
	bool quickly = number[5] >> 8 & GS_TEXEL_QUICKLY;
	unsigned step = number[5] >> 32 > 1 ? (unsigned)(number[5] >> 32) : 1;
	uint64_t most = ok ? (uint64_t)squares(s.width, step) * squares(s.height, step) * 16 : 0;
	if (ok && most + sizeof *texels > room)
		ok = gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"the image does not fit into the shared memory");
	if (ok)
		gs_saved_plain_pack(&saved);
	ok = ok && gs_has_memory(bytes, most + sizeof *texels, refusal) &&
	     (step > 1 ? read_some(&saved, &s, step, quickly, texels, (uint32_t *)(texels + 1),
				 refusal)
		       : gs_texel_source_read(&saved, &s, &all, texels, texels + 1, refusal));
	if (ok)
		*used = sizeof *texels +
			(uint64_t)texels->width * texels->height * texels->components * 4;
	gs_saved_leave(&saved);
	return ok;
}

bool gs_serve_texels(struct gs_serving *s)
{
	struct gs_inspection *q = s->query;
	return get_texels(&q->caps, &q->redraw, s->request->number, s->bulk, s->bulk_size, &s->size,
		s->answer->number, &q->refusal);
}

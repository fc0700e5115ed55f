/* SPDX-License-Identifier: MIT */
/* Serves GS_REQUEST_TEXELS: finds the image that is asked for, and answers with what it holds. */
#include "preload/capture/query.h"
#include "preload/capture/stage.h"
#include "preload/inspect/inspect.h"

#include <string.h>

static bool find_texture(const struct gs_caps *c, const uint64_t number[6],
	struct gs_texel_source *s, struct gs_refusal *refusal)
{
	s->texture = number[0];
	s->target = gs_texture_target(s->texture, &s->image);
	if (!s->target)
		return gs_refusal_set(refusal, GS_STATUS_USAGE,
			"there is no texture %u in this context: `textures` lists those that are "
			"bound",
			s->texture);
	if (!c->level_sizes)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"OpenGL ES before 3.1 does not tell the size of a texture");
	s->level = number[2] < 32 ? number[2] : 32;
	s->layer = number[3] < INT32_MAX ? number[3] : INT32_MAX;
	gs_texel_source_ask(c, s);
	if (s->width <= 0)
		return gs_refusal_set(refusal, GS_STATUS_USAGE, "texture %u has no level %d",
			s->texture, s->level);
	return true;
}

static bool find_source(const struct gs_saved *saved, const uint64_t number[6],
	struct gs_texel_source *s, struct gs_refusal *refusal)
{
	const struct gs_caps *c = saved->caps;
	memset(s, 0, sizeof *s);
	if (number[0]) {
		if (!find_texture(c, number, s, refusal))
			return false;
	} else if (!gs_texel_source_attached(c, saved->draw_framebuffer, number[1], s)) {
		return gs_refusal_set(refusal, GS_STATUS_USAGE,
			"the draw framebuffer has nothing attached there: `attachments` lists what "
			"it has");
	} else if (s->layer < 0) {
		s->layer = number[3] < INT32_MAX ? number[3] : INT32_MAX;
	} else if (s->target ==
		   GL_TEXTURE_CUBE_MAP_ARRAY) { /* Mesa tells layer 0, whichever it is */
		s->through = saved->draw_framebuffer;
		s->buffer = (GLenum)number[1];
	}
	s->sample = number[4] < 64 ? number[4] : 64;
	s->stencil = s->stencil || number[5] == GS_ASPECT_STENCIL;
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
			s->texture);
	answer[0] = buffer;
	answer[1] = offset;
	answer[2] = size;
	answer[3] = s->format;
	return true;
}

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
	uint64_t most = ok ? (uint64_t)s.width * s.height * 16 : 0;
	if (ok && most + sizeof *texels > room)
		ok = gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"the image does not fit into the shared memory");
	if (ok)
		gs_saved_plain_pack(&saved);
	ok = ok && gs_has_memory(bytes, most + sizeof *texels, refusal) &&
	     gs_texel_source_read(&saved, &s, &all, texels, texels + 1, refusal);
	if (ok)
		*used = sizeof *texels +
			(uint64_t)texels->width * texels->height * texels->components * 4;
	gs_saved_leave(&saved);
	return ok;
}

bool gs_serve_texels(struct gs_serving *s)
{
	struct gs_query *q = s->query;
	return get_texels(&q->caps, &q->redraw, s->request->number, s->bulk, s->bulk_size, &s->size,
		s->answer->number, &q->refusal);
}

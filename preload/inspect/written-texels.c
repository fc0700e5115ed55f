/* SPDX-License-Identifier: MIT */
#include "preload/inspect/written-texels.h"

#include "data/targets.h"
#include "data/texels.h"
#include "preload/core/core.h"
#include "preload/core/names.h"

/* The texel, and the texture as GL knows it. */
struct texel {
	GLuint texture;
	GLenum target;
	GLint level, layer, x, y;
	bool anywhere; /* of the texture */
};

static GLint get(GLenum name)
{
	GLint value = 0;
	GL(glGetIntegerv)(name, &value);
	return gs_caps_drain() == GL_NO_ERROR ? value : 0;
}

static GLint get_indexed(GLenum name, unsigned index)
{
	GLint value = 0;
	GL(glGetIntegeri_v)(name, index, &value);
	return gs_caps_drain() == GL_NO_ERROR ? value : 0;
}

static struct texel texel_of(const struct gs_watched *w)
{
	GLenum image;
	struct texel t = {.texture = gs_name_real(GS_OBJECT_TEXTURE, (uint32_t)w->buffer),
		.level = (GLint)gs_pixel_level(w->buffer),
		.layer = (GLint)w->layer,
		.x = w->pixel.x,
		.y = w->pixel.y,
		.anywhere = w->anywhere};
	t.target = gs_texture_target(t.texture, &image);
	return t;
}

/* ---- by their arguments ---- */

/* Call of a rule. */
struct writing {
	const struct gs_texels_rule *rule;
	const uint64_t *args;
};

static GLint argument(const struct writing *w, uint8_t which)
{
	return gs_texels_has(which) ? (GLint)w->args[which] : 0;
}

static GLuint bound(const struct writing *w)
{
	GLenum target = (GLenum)argument(w, w->rule->target), binding;
	GLint active = get(GL_ACTIVE_TEXTURE);
	binding = gs_data_texture_binding(target);
	if (!binding) /* also where a proxy is meant */
		return 0;
	if (gs_texels_has(w->rule->unit))
		GL(glActiveTexture)((GLenum)argument(w, w->rule->unit));
	GLuint texture = (GLuint)get(binding);
	if (gs_texels_has(w->rule->unit))
		GL(glActiveTexture)((GLenum)active);
	return texture;
}

static bool is_of_texture(const struct writing *w, const struct texel *t)
{
	GLenum target = (GLenum)argument(w, w->rule->target);
	if (gs_data_is_face(target) && !t->anywhere &&
		t->layer != (GLint)(target - GL_TEXTURE_CUBE_MAP_POSITIVE_X))
		return false;
	if (gs_texels_has(w->rule->texture))
		return target != GL_RENDERBUFFER &&
		       (GLuint)argument(w, w->rule->texture) == t->texture;
	return bound(w) == t->texture;
}

/* Along one axis. Without a size it is all, or what it begins with alone. */
static bool is_within(const struct writing *w, uint8_t first, uint8_t size, GLint at)
{
	GLint from = argument(w, first);
	if (gs_texels_has(size))
		return at >= from && at < from + argument(w, size);
	return !gs_texels_has(first) || at == from;
}

static bool covers(const struct writing *w, const struct texel *t)
{
	const struct gs_texels_rule *r = w->rule;
	bool rows_are_layers = t->target == GL_TEXTURE_1D_ARRAY;
	bool has_layers = !gs_data_is_face((GLenum)argument(w, r->target)) && !rows_are_layers;
	/* a cube map is given face by face; storage is that of all */
	return is_within(w, r->x, r->width, t->x) &&
	       is_within(w, r->y, r->height, rows_are_layers ? t->layer : t->y) &&
	       (!has_layers || is_within(w, r->z, r->depth, t->layer));
}

static bool is_behind_first(const struct texel *t)
{
	struct gs_texture_unit unit;
	GLint first = 0;
	gs_texture_unit_take(&unit, t->target);
	GL(glBindTexture)(t->target, t->texture);
	GL(glGetTexParameteriv)(t->target, GL_TEXTURE_BASE_LEVEL, &first);
	gs_texture_unit_release(&unit);
	gs_caps_drain();
	return t->level > first;
}

static enum gs_pixel_kind written_by(const struct writing *w, const struct texel *t)
{
	static const uint8_t kinds[] = {[GS_TEXELS_GIVES] = GS_PIXEL_UPLOAD,
		[GS_TEXELS_COPIES] = GS_PIXEL_COPY,
		[GS_TEXELS_CLEARS] = GS_PIXEL_CLEAR};
	if (!is_of_texture(w, t))
		return GS_PIXEL_NOTHING;
	switch (w->rule->how) {
	case GS_TEXELS_MAKES:
		return GS_PIXEL_UNSURE;
	case GS_TEXELS_HALVES:
		return t->anywhere || is_behind_first(t) ? GS_PIXEL_MIPMAP : GS_PIXEL_NOTHING;
	}
	return t->anywhere || (argument(w, w->rule->level) == t->level && covers(w, t))
		       ? kinds[w->rule->how]
		       : GS_PIXEL_NOTHING;
}

/* ---- by shaders ---- */

static bool is_image(unsigned unit, const struct texel *t)
{
	if ((GLuint)get_indexed(GL_IMAGE_BINDING_NAME, unit) != t->texture ||
		(GLenum)get_indexed(GL_IMAGE_BINDING_ACCESS, unit) == GL_READ_ONLY)
		return false;
	return t->anywhere ||
	       (get_indexed(GL_IMAGE_BINDING_LEVEL, unit) == t->level &&
		       (get_indexed(GL_IMAGE_BINDING_LAYERED, unit) ||
			       get_indexed(GL_IMAGE_BINDING_LAYER, unit) == t->layer));
}

static bool is_stored_to(const struct gs_caps *c, const struct texel *t)
{
	unsigned units = c->images ? (unsigned)get(GL_MAX_IMAGE_UNITS) : 0;
	for (unsigned i = 0; i < units; i++)
		if (is_image(i, t))
			return true;
	return false;
}

bool gs_written_texels_may_be(unsigned function)
{
	return gs_data_texels(function) != NULL;
}

enum gs_pixel_kind gs_written_texels_by(
	struct gs_thread *thread, const struct gs_caps *c, const struct gs_watched *watched)
{
	const struct gs_wire_call *call = thread->call;
	const struct writing w = {gs_data_texels(call->function), call->args};
	unsigned flags = gs_data_flags(call->function);
	if (!w.rule && !(flags & GS_FUNCTION_DRAWS))
		return GS_PIXEL_NOTHING;
	const struct gs_context *context = gs_context_current(thread);
	if (w.rule && context && context->list_mode == GL_COMPILE)
		return GS_PIXEL_NOTHING;
	const struct texel t = texel_of(watched);
	if (!t.texture || !t.target)
		return GS_PIXEL_NOTHING;
	if (w.rule)
		return written_by(&w, &t);
	if (!is_stored_to(c, &t))
		return GS_PIXEL_NOTHING;
	return flags & GS_FUNCTION_DISPATCHES ? GS_PIXEL_DISPATCH : GS_PIXEL_STORE;
}

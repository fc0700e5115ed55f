/* SPDX-License-Identifier: MIT */
/* Checks what data textures get, and whether they use it. */
#include <GL/gl.h>
#include <GL/glext.h>
#include <string.h>
#include "analysis/checks.h"
#include "trace/raw.h"

enum {
	BIG = 256 * 256, /* texels: smaller textures are not worth compressing */
	SIDE = 64,	 /* texels: smaller textures are hardly minified */
};

static struct gs_texture *texture_at(struct gs_checklist *s, uint32_t object)
{
	gpointer key = GUINT_TO_POINTER(object);
	struct gs_texture *texture = object ? g_hash_table_lookup(s->textures, key) : NULL;
	if (texture || !object)
		return texture;
	texture = g_new0(struct gs_texture, 1);
	texture->object = object;
	g_hash_table_insert(s->textures, key, texture);
	return texture;
}

static struct gs_texture *texture_of(
	struct gs_checklist *s, const struct gs_analysed_call *analysed)
{
	return texture_at(s, gs_analysed_has(analysed, "texture")
				     ? gs_effects_object_named(s->effects, GS_OBJECT_TEXTURE,
					       gs_analysed_number(analysed, "texture"))
				     : gs_effects_bound(s->effects, GS_OBJECT_TEXTURE,
					       gs_analysed_number(analysed, "target")));
}

static void note_levels(struct gs_checklist *s, struct gs_texture *texture, uint64_t bytes)
{
	if (!texture->has_levels)
		texture->levels_call = s->call->number;
	texture->has_levels = true;
	texture->levels_bytes += bytes;
}

static void note_size(struct gs_texture *texture, const struct gs_analysed_call *analysed)
{
	if (gs_analysed_number(analysed, "level") || !gs_analysed_has(analysed, "internalformat"))
		return;
	texture->format = (uint32_t)gs_analysed_number(analysed, "internalformat");
	texture->width = (int32_t)gs_analysed_number(analysed, "width");
	texture->height = (int32_t)gs_analysed_number(analysed, "height");
}

/* Return whether the current frame is later than the texture's first pixels. */
static bool is_later(const struct gs_checklist *s, const struct gs_texture *texture)
{
	return texture->serial != s->frames.now->serial && texture->ended < s->frames.n_ended;
}

/* Note pixels from the program's memory; those from buffers come without a wait. */
static void add_pixels(struct gs_checklist *s, const struct gs_analysed_call *analysed)
{
	struct gs_texture *texture = texture_of(s, analysed);
	uint64_t bytes = gs_analysed_bytes(analysed, false);
	if (!texture)
		return;
	note_size(texture, analysed);
	if (!bytes)
		return;
	if (gs_analysed_number(analysed, "level")) {
		note_levels(s, texture, bytes);
		return;
	}
	if (!texture->has_data && !texture->is_older)
		gs_check_found(s, GS_CHECK_TEXTURE_LOADED, s->call->number);
	else if (!texture->has_data)
		gs_check_found(s, GS_CHECK_TEXTURE_CHANGED, s->call->number);
	else if (is_later(s, texture))
		gs_check_found(s, GS_CHECK_TEXTURE_CHANGED, s->call->number);
	texture->is_changed |= texture->has_data && is_later(s, texture);
	if (!texture->has_data) {
		texture->serial = s->frames.now->serial;
		texture->ended = s->frames.n_ended;
		texture->data_call = s->call->number;
	}
	texture->has_data = true;
	texture->bytes += bytes;
}

static void set_parameter(struct gs_checklist *s, const struct gs_analysed_call *analysed)
{
	struct gs_texture *texture = texture_of(s, analysed);
	uint64_t name = gs_analysed_number(analysed, "pname");
	uint64_t value = gs_analysed_number(analysed, "param|params");
	if (!texture)
		return;
	/* A program that chooses levels uses them, whatever the filter is. */
	if (name == GL_TEXTURE_BASE_LEVEL || name == GL_TEXTURE_MAX_LEVEL)
		texture->uses_levels = true;
	if (name != GL_TEXTURE_MIN_FILTER)
		return;
	if (value == GL_NEAREST || value == GL_LINEAR)
		texture->ignores_levels = true;
	else
		texture->uses_levels = true;
}

/* Note new textures, so that those without pixels are known, too. */
static void note_names(struct gs_checklist *s, const struct gs_analysed_call *analysed)
{
	const struct gs_trace_value *names = gs_analysed_value(analysed, "textures");
	for (uint32_t i = 0; names && names->class == GS_TRACE_ARRAY && i < names->n; i++)
		texture_at(s, gs_effects_object_named(s->effects, GS_OBJECT_TEXTURE,
				      gs_trace_number(&names->items[i])));
}

void gs_check_textures(struct gs_checklist *s, const struct gs_analysed_call *analysed)
{
	uint64_t kinds = analysed->function->kinds;
	unsigned plain = analysed->function->plain;
	struct gs_texture *texture;
	if (plain == GS_FN_glGenTextures || plain == GS_FN_glCreateTextures)
		note_names(s, analysed);
	if (kinds & GS_KIND_TEXTURE) {
		add_pixels(s, analysed);
	} else if (kinds & GS_KIND_TEXTURE_PARAMETER) {
		set_parameter(s, analysed);
	} else if (kinds & GS_KIND_TEXTURE_STORAGE) {
		texture = texture_of(s, analysed);
		if (texture)
			note_size(texture, analysed);
	} else if (kinds & GS_KIND_GENERATES_LEVELS) {
		texture = texture_of(s, analysed);
		if (texture)
			note_levels(s, texture, 0);
	} else if (kinds & GS_KIND_ATTACHES || plain == GS_FN_glBindImageTexture) {
		texture = texture_at(s, gs_effects_object_named(s->effects, GS_OBJECT_TEXTURE,
						gs_analysed_number(analysed, "texture")));
		if (texture)
			texture->is_attached = true;
	} else if (plain == GS_FN_glGenSamplers || plain == GS_FN_glCreateSamplers ||
		   plain == GS_FN_glTextureView || kinds & GS_KIND_TEXTURE_HANDLE) {
		s->has_samplers = true;
	}
}

void gs_check_textures_drawn(struct gs_checklist *s)
{
	size_t n;
	const struct gs_sampler *used = gs_samplers_used(s->samplers, &n);
	for (size_t i = 0; i < n; i++) {
		struct gs_texture *texture = texture_at(
			s, gs_effects_bound_texture(s->effects, used[i].unit, used[i].target));
		if (texture && used[i].is_sure &&
			(used[i].target == GL_TEXTURE_2D || used[i].target == GL_TEXTURE_CUBE_MAP))
			texture->is_looked_up = true;
	}
}

static bool could_have_levels(const struct gs_texture *texture)
{
	return texture->is_looked_up && texture->has_data && !texture->is_changed &&
	       !texture->has_levels && !texture->is_attached && texture->ignores_levels &&
	       !texture->uses_levels && texture->width >= SIDE && texture->height >= SIDE;
}

static bool could_be_compressed(const struct gs_texture *texture)
{
	switch (texture->format) {
	case 3:
	case 4:
	case GL_RGB:
	case GL_RGBA:
	case GL_RGB8:
	case GL_RGBA8:
	case GL_SRGB8:
	case GL_SRGB8_ALPHA8:
		return texture->has_data && !texture->is_changed && !texture->is_attached &&
		       (int64_t)texture->width * texture->height >= BIG;
	default:
		return false;
	}
}

static int compare_calls(const void *a, const void *b)
{
	const struct gs_texture *const *one = a, *const *other = b;
	return (*one)->data_call < (*other)->data_call ? -1
						       : (*one)->data_call > (*other)->data_call;
}

void gs_check_textures_begin_part(struct gs_checklist *s)
{
	GHashTableIter iter;
	gpointer value;
	g_hash_table_iter_init(&iter, s->textures);
	while (g_hash_table_iter_next(&iter, NULL, &value))
		((struct gs_texture *)value)->is_older = true;
}

/* Filters of sampler objects, and texelFetch, may use any level. */
void gs_check_textures_end(struct gs_checklist *s)
{
	GPtrArray *sorted = g_ptr_array_new();
	GHashTableIter iter;
	gpointer key, value;
	g_hash_table_iter_init(&iter, s->textures);
	while (g_hash_table_iter_next(&iter, &key, &value))
		g_ptr_array_add(sorted, value);
	g_ptr_array_sort(sorted, compare_calls);
	for (guint i = 0; i < sorted->len; i++) {
		const struct gs_texture *texture = sorted->pdata[i];
		if (could_be_compressed(texture))
			gs_check_found_at_once(s, GS_CHECK_UNCOMPRESSED, texture->data_call,
				texture->bytes / 4 * 3);
		if (could_have_levels(texture) && !s->has_samplers && !s->fetches_texels)
			gs_check_found_at_once(s, GS_CHECK_MIPMAPS_MISSING, texture->data_call, 0);
		if (texture->has_levels && texture->ignores_levels && !texture->uses_levels &&
			!texture->is_attached && !s->has_samplers && !s->fetches_texels)
			gs_check_found_at_once(s, GS_CHECK_MIPMAPS_UNUSED, texture->levels_call,
				texture->levels_bytes);
	}
	g_ptr_array_free(sorted, TRUE);
}

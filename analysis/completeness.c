/* SPDX-License-Identifier: MIT */
/* Which images textures have, and whether these are complete for their filters (OpenGL 4.6, section
 * 8.17). */
#include <GL/gl.h>
#include <GL/glext.h>
#include <string.h>
#include "analysis/issues.h"
#include "trace/raw.h"
#include "data/targets.h"

enum { LEVELS = 20, FACES = 6 };

struct level {
	int32_t width, height, depth;
	uint32_t format;
	uint8_t faces;	      /* faces with an image, one bit each */
	uint32_t like[FACES]; /* hash by face: equal for faces of the same size and format */
};

struct filters {
	uint32_t min, mag;
	uint32_t compare; /* GL_TEXTURE_COMPARE_MODE */
};

struct texture {
	struct level levels[LEVELS];
	struct filters filters;
	uint32_t target;
	unsigned base, max, stored; /* stored: levels of immutable storage; 0: not immutable */
	unsigned samples;	    /* 0: not multisampled */
	bool is_followed;	    /* false: its images come from elsewhere */
};

struct gs_completeness {
	struct gs_effects *effects;
	GHashTable *textures; /* object -> struct texture */
	GHashTable *samplers; /* object -> struct filters */
	char text[200];
};

static const struct filters initial = {GL_NEAREST_MIPMAP_LINEAR, GL_LINEAR, GL_NONE};

struct gs_completeness *gs_completeness_new(struct gs_effects *effects)
{
	struct gs_completeness *images = g_new0(struct gs_completeness, 1);
	images->effects = effects;
	images->textures = g_hash_table_new_full(NULL, NULL, NULL, g_free);
	images->samplers = g_hash_table_new_full(NULL, NULL, NULL, g_free);
	return images;
}

void gs_completeness_free(struct gs_completeness *images)
{
	g_hash_table_destroy(images->textures);
	g_hash_table_destroy(images->samplers);
	g_free(images);
}

static struct texture *texture_at(struct gs_completeness *images, uint32_t object)
{
	gpointer key = GUINT_TO_POINTER(object);
	struct texture *texture = object ? g_hash_table_lookup(images->textures, key) : NULL;
	if (texture || !object)
		return texture;
	texture = g_new0(struct texture, 1);
	texture->filters = initial;
	texture->max = 1000;
	texture->is_followed = true;
	g_hash_table_insert(images->textures, key, texture);
	return texture;
}

static struct filters *sampler_at(struct gs_completeness *images, uint32_t object)
{
	gpointer key = GUINT_TO_POINTER(object);
	struct filters *filters = g_hash_table_lookup(images->samplers, key);
	if (filters)
		return filters;
	filters = g_new(struct filters, 1);
	*filters = initial;
	g_hash_table_insert(images->samplers, key, filters);
	return filters;
}

static struct texture *texture_of(
	struct gs_completeness *images, const struct gs_analysed_call *analysed)
{
	return texture_at(
		images, gs_analysed_has(analysed, "texture")
				? gs_effects_object_named(images->effects, GS_OBJECT_TEXTURE,
					  gs_analysed_number(analysed, "texture"))
				: gs_effects_bound(images->effects, GS_OBJECT_TEXTURE,
					  gs_analysed_number(analysed, "target")));
}

/* ---- images ---- */

static int32_t size_named(const struct gs_analysed_call *analysed, const char *name)
{
	return gs_analysed_has(analysed, name) ? (int32_t)gs_analysed_number(analysed, name) : 1;
}

static void set_image(struct gs_completeness *images, const struct gs_analysed_call *analysed)
{
	struct texture *texture = texture_of(images, analysed);
	uint64_t target = gs_analysed_number(analysed, "target"),
		 level = gs_analysed_number(analysed, "level");
	struct level *at = texture && level < LEVELS ? &texture->levels[level] : NULL;
	if (!at)
		return;
	at->width = size_named(analysed, "width");
	at->height = size_named(analysed, "height");
	at->depth = size_named(analysed, "depth");
	at->format = (uint32_t)gs_analysed_number(analysed, "internalformat");
	if (gs_data_is_face(target)) {
		unsigned face = (unsigned)(target - GL_TEXTURE_CUBE_MAP_POSITIVE_X);
		at->faces |= (uint8_t)(1u << face);
		at->like[face] = (uint32_t)at->width << 16 ^ (uint32_t)at->height ^
				 at->format * 2654435761u;
	} else
		at->faces = at->width > 0 && at->height > 0 ? 0x3f : 0;
}

static void halve(struct level *level, uint32_t target)
{
	level->width = MAX(level->width / 2, 1);
	if (target != GL_TEXTURE_1D_ARRAY)
		level->height = MAX(level->height / 2, 1);
	if (target == GL_TEXTURE_3D)
		level->depth = MAX(level->depth / 2, 1);
}

static uint32_t target_of(const struct gs_analysed_call *analysed)
{
	uint64_t target = gs_analysed_number(analysed, "target");
	return gs_data_is_face(target) ? GL_TEXTURE_CUBE_MAP : (uint32_t)target;
}

static void set_storage(struct gs_completeness *images, const struct gs_analysed_call *analysed)
{
	struct texture *texture = texture_of(images, analysed);
	uint64_t levels = gs_analysed_number(analysed, "levels");
	struct level level = {size_named(analysed, "width"), size_named(analysed, "height"),
		size_named(analysed, "depth"),
		(uint32_t)gs_analysed_number(analysed, "internalformat"), 0x3f};
	if (!texture)
		return;
	/* Textures without levels are multisampled, and always complete. */
	texture->is_followed &= levels > 0;
	texture->stored = (unsigned)MIN(levels, LEVELS);
	for (unsigned i = 0; i < texture->stored; i++) {
		texture->levels[i] = level;
		halve(&level, target_of(analysed));
	}
}

static bool is_one(const struct level *level, uint32_t target)
{
	return level->width <= 1 && (level->height <= 1 || target == GL_TEXTURE_1D_ARRAY) &&
	       (target != GL_TEXTURE_3D || level->depth <= 1);
}

static void make_levels(struct gs_completeness *images, const struct gs_analysed_call *analysed)
{
	struct texture *texture = texture_of(images, analysed);
	struct level level;
	if (!texture || texture->stored || texture->base >= LEVELS)
		return;
	level = texture->levels[texture->base];
	for (unsigned i = texture->base + 1;
		i < LEVELS && level.faces && !is_one(&level, target_of(analysed)); i++) {
		halve(&level, target_of(analysed));
		texture->levels[i] = level;
	}
}

/* Stop following a texture whose images come from a view, a buffer or another API, or that makes
 * its levels itself. */
static void come_from_elsewhere(
	struct gs_completeness *images, const struct gs_analysed_call *analysed)
{
	struct texture *texture = texture_of(images, analysed);
	if (texture)
		texture->is_followed = false;
}

/* Set the storage of a multisampled texture, which has one level and is always complete. */
static void set_multisampled(
	struct gs_completeness *images, const struct gs_analysed_call *analysed)
{
	struct texture *texture = texture_of(images, analysed);
	if (!texture)
		return;
	texture->is_followed = false;
	texture->samples = (unsigned)gs_analysed_number(analysed, "samples");
	texture->levels[0] = (struct level){size_named(analysed, "width"),
		size_named(analysed, "height"), size_named(analysed, "depth"),
		(uint32_t)gs_analysed_number(analysed, "internalformat"), 0x3f};
}

/* Stop following the textures that a pixmap may be bound to: only the window system knows which of
 * two targets it is. */
static void take_pixmap(struct gs_completeness *images)
{
	static const uint32_t targets[] = {GL_TEXTURE_2D, GL_TEXTURE_RECTANGLE};
	for (size_t i = 0; i < G_N_ELEMENTS(targets); i++) {
		struct texture *texture = texture_at(
			images, gs_effects_bound(images->effects, GS_OBJECT_TEXTURE, targets[i]));
		if (texture)
			texture->is_followed = false;
	}
}

/* ---- parameters ---- */

static void set_filter(struct filters *filters, uint64_t name, uint64_t value)
{
	if (name == GL_TEXTURE_MIN_FILTER)
		filters->min = (uint32_t)value;
	if (name == GL_TEXTURE_MAG_FILTER)
		filters->mag = (uint32_t)value;
	if (name == GL_TEXTURE_COMPARE_MODE)
		filters->compare = (uint32_t)value;
}

static uint64_t parameter_of(const struct gs_analysed_call *analysed)
{
	const struct gs_trace_value *value = gs_analysed_value(analysed, "param|params");
	if (value && value->class == GS_TRACE_ARRAY)
		value = value->n ? &value->items[0] : NULL;
	return value ? gs_trace_number(value) : 0;
}

static void set_parameter(struct gs_completeness *images, const struct gs_analysed_call *analysed)
{
	struct texture *texture = texture_of(images, analysed);
	uint64_t name = gs_analysed_number(analysed, "pname"), value = parameter_of(analysed);
	if (!texture)
		return;
	set_filter(&texture->filters, name, value);
	if (name == GL_TEXTURE_BASE_LEVEL)
		texture->base = (unsigned)MIN(value, LEVELS);
	if (name == GL_TEXTURE_MAX_LEVEL)
		texture->max = (unsigned)MIN(value, 1000);
	if (name == GL_GENERATE_MIPMAP)
		texture->is_followed = false;
}

static void set_sampler(struct gs_completeness *images, const struct gs_analysed_call *analysed)
{
	uint32_t object = gs_effects_object_named(
		images->effects, GS_OBJECT_SAMPLER, gs_analysed_number(analysed, "sampler"));
	if (object)
		set_filter(sampler_at(images, object), gs_analysed_number(analysed, "pname"),
			parameter_of(analysed));
}

void gs_completeness_add(struct gs_completeness *images, const struct gs_analysed_call *analysed)
{
	uint64_t kinds = analysed->function->kinds;
	if (kinds & GS_KIND_SAMPLER_PARAMETER)
		set_sampler(images, analysed);
	else if (kinds & GS_KIND_TEXTURE_PARAMETER)
		set_parameter(images, analysed);
	else if (analysed->function->number == GS_FN_glXBindTexImageEXT ||
		 analysed->function->number == GS_FN_eglBindTexImage)
		take_pixmap(images);
	else if (kinds & GS_KIND_MULTISAMPLED)
		set_multisampled(images, analysed);
	else if (kinds & GS_KIND_TEXTURE_STORAGE)
		set_storage(images, analysed);
	else if (kinds & GS_KIND_GENERATES_LEVELS)
		make_levels(images, analysed);
	else if (kinds & GS_KIND_TEXTURE_ELSEWHERE)
		come_from_elsewhere(images, analysed);
	else if (kinds & GS_KIND_TEXTURE_LEVEL)
		set_image(images, analysed);
}

/* ---- what is missing ---- */

static struct filters filters_of(
	struct gs_completeness *images, const struct texture *texture, uint32_t sampler)
{
	return sampler ? *sampler_at(images, sampler) : texture->filters;
}

static bool uses_levels(uint32_t filter)
{
	return filter != GL_NEAREST && filter != GL_LINEAR;
}

static bool is_integer(uint32_t format)
{
	const char *name = gs_data_enum_name("InternalFormat", format, GS_FUNCTION_GL);
	size_t n = name ? strlen(name) : 0;
	return n > 2 && name[n - 1] == 'I' &&
	       g_ascii_isdigit(name[n - (name[n - 2] == 'U' ? 3 : 2)]);
}

static unsigned last_level(const struct texture *texture, uint32_t target)
{
	struct level level = texture->levels[texture->base];
	unsigned last = texture->base;
	unsigned most = MIN(texture->max, LEVELS - 1);
	while (last < most && !is_one(&level, target)) {
		halve(&level, target);
		last++;
	}
	return last;
}

static bool has_equal_faces(const struct level *level)
{
	for (unsigned i = 1; i < FACES; i++)
		if (level->like[i] != level->like[0])
			return false;
	return true;
}

static const char *fault_of_levels(
	struct gs_completeness *images, const struct texture *texture, uint32_t target)
{
	struct level level = texture->levels[texture->base];
	unsigned last = last_level(texture, target);
	for (unsigned i = texture->base + 1; i <= last; i++) {
		const struct level *at = &texture->levels[i];
		halve(&level, target);
		if (at->faces != 0x3f)
			g_snprintf(images->text, sizeof(images->text),
				"its filter uses mip levels, and level %u is missing", i);
		else if (!has_equal_faces(at))
			g_snprintf(images->text, sizeof(images->text),
				"its filter uses mip levels, and the faces of level %u differ", i);
		else if (at->width != level.width || at->height != level.height ||
			 at->depth != level.depth)
			g_snprintf(images->text, sizeof(images->text),
				"its filter uses mip levels, and level %u has %d x %d texels, not "
				"%d x %d",
				i, at->width, at->height, level.width, level.height);
		else
			continue;
		return images->text;
	}
	return NULL;
}

const char *gs_completeness_fault(
	struct gs_completeness *images, uint32_t object, uint32_t target, uint32_t sampler)
{
	const struct texture *texture = texture_at(images, object);
	if (!texture || !texture->is_followed || texture->base >= LEVELS)
		return NULL;
	const struct level *base = &texture->levels[texture->base];
	struct filters filters = filters_of(images, texture, sampler);
	if (!base->faces) {
		g_snprintf(images->text, sizeof(images->text), "it has no image at level %u",
			texture->base);
		return images->text;
	}
	if (base->faces != 0x3f)
		return "some faces of the cube have no image";
	if (!has_equal_faces(base))
		return "the faces of the cube differ in size or format";
	if (is_integer(base->format) &&
		(filters.mag == GL_LINEAR ||
			(filters.min != GL_NEAREST && filters.min != GL_NEAREST_MIPMAP_NEAREST)))
		return "it holds integers, and a filter is not GL_NEAREST";
	if (target == GL_TEXTURE_RECTANGLE || texture->stored || !uses_levels(filters.min))
		return NULL;
	return fault_of_levels(images, texture, target);
}

bool gs_completeness_at(
	struct gs_completeness *images, uint32_t object, unsigned number, struct gs_image *image)
{
	const struct texture *texture = texture_at(images, object);
	const struct level *level;
	if (!texture || number >= LEVELS || !(texture->is_followed || texture->samples))
		return false;
	level = &texture->levels[number];
	*image = (struct gs_image){level->width, level->height, level->depth, level->format,
		level->faces, texture->samples};
	return true;
}

void gs_completeness_levels(struct gs_completeness *images, uint32_t object, uint32_t sampler,
	unsigned *first, unsigned *last)
{
	const struct texture *texture = texture_at(images, object);
	*first = *last = texture ? texture->base : 0;
	if (texture && texture->base < LEVELS &&
		uses_levels(filters_of(images, texture, sampler).min))
		*last = MIN(texture->max, LEVELS - 1);
}

bool gs_completeness_compares(struct gs_completeness *images, uint32_t texture, uint32_t sampler)
{
	const struct texture *at = texture_at(images, texture);
	return (sampler	    ? sampler_at(images, sampler)->compare
		       : at ? at->filters.compare
			    : 0) != GL_NONE;
}

/* SPDX-License-Identifier: MIT */
/*
 * Counts the different vertices of a draw without indices, by the bytes of its arrays. Only for
 * arrays that gl...Pointer has set, in buffers whose bytes the trace has; not with several texture
 * units or arrays of instances.
 */
#include <GL/gl.h>
#include <GL/glext.h>
#include <string.h>
#include "analysis/checks.h"
#include "trace/raw.h"

enum {
	MOST = 1 << 20, /* most vertices of a draw that are compared */
	GENERIC = 16,
};

struct layout {
	uint32_t bytes, stride; /* bytes of an element; 0: not known */
	uint64_t offset;
};

struct layouts {
	struct layout arrays[GS_ARRAYS];
	bool is_other; /* set by calls that are not followed */
};

/* The count for a draw with the same arguments. */
struct answer {
	uint64_t version; /* hash of buffers and layout */
	uint64_t distinct;
};

struct gs_vertices {
	struct gs_effects *effects;
	struct gs_arrays *arrays;
	GHashTable *all;     /* vertex array -> struct layouts */
	GHashTable *answers; /* hash of first, count and vertex array -> struct answer */
	bool has_units;	     /* texture coordinates of several units are set */
	bool has_numbers;    /* a shader uses gl_VertexID */
	bool has_named;	     /* vertex arrays are set by name */
};

struct gs_vertices *gs_vertices_new(struct gs_effects *effects, struct gs_arrays *arrays)
{
	struct gs_vertices *s = g_new0(struct gs_vertices, 1);
	s->effects = effects;
	s->arrays = arrays;
	s->all = g_hash_table_new_full(NULL, NULL, NULL, g_free);
	s->answers = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
	return s;
}

void gs_vertices_free(struct gs_vertices *s)
{
	g_hash_table_destroy(s->all);
	g_hash_table_destroy(s->answers);
	g_free(s);
}

static struct layouts *layouts_of(struct gs_vertices *s)
{
	return gs_kept_of(s->all, gs_effects_bound(s->effects, GS_OBJECT_VERTEX_ARRAY, 0),
		sizeof(struct layouts));
}

/* ---- calls ---- */

static uint32_t bytes_of_type(uint64_t type, uint64_t size)
{
	size = size == GL_BGRA ? 4 : size;
	switch (type) {
	case GL_BYTE:
	case GL_UNSIGNED_BYTE:
		return (uint32_t)size;
	case GL_SHORT:
	case GL_UNSIGNED_SHORT:
	case GL_HALF_FLOAT:
		return 2 * (uint32_t)size;
	case GL_INT:
	case GL_UNSIGNED_INT:
	case GL_FLOAT:
	case GL_FIXED:
		return 4 * (uint32_t)size;
	case GL_DOUBLE:
		return 8 * (uint32_t)size;
	case GL_INT_2_10_10_10_REV:
	case GL_UNSIGNED_INT_2_10_10_10_REV:
	case GL_UNSIGNED_INT_10F_11F_11F_REV:
		return 4;
	default:
		return 0;
	}
}

static void set_pointer(struct gs_vertices *s, const struct gs_analysed_call *analysed)
{
	unsigned function = analysed->function->number;
	uint32_t index = gs_array_index(analysed);
	uint64_t size = function == GS_FN_glNormalPointer ? 3
			: function == GS_FN_glFogCoordPointer
				? 1
				: gs_analysed_number(analysed, "size");
	struct layout *layout;
	if (index >= GS_ARRAYS) {
		layouts_of(s)->is_other = true;
		return;
	}
	layout = &layouts_of(s)->arrays[index];
	layout->bytes = size <= 4 || size == GL_BGRA
				? bytes_of_type(gs_analysed_number(analysed, "type"), size)
				: 0;
	layout->stride = (uint32_t)gs_analysed_number(analysed, "stride");
	layout->stride = layout->stride ? layout->stride : layout->bytes;
	layout->offset = gs_analysed_number(analysed, "pointer");
}

static bool is_other(const struct gs_analysed_call *analysed)
{
	return analysed->function->kinds & (GS_KIND_BINDS_ARRAY | GS_KIND_ARRAY_FORMAT) ||
	       analysed->function->plain == GS_FN_glInterleavedArrays;
}

static bool asks_number(const struct gs_analysed_call *analysed)
{
	const struct gs_trace_value *texts = gs_analysed_value(analysed, "string|strings");
	for (uint32_t i = 0; texts && texts->class == GS_TRACE_ARRAY && i < texts->n; i++)
		if (texts->items[i].class == GS_TRACE_STRING &&
			strstr(texts->items[i].text, "gl_VertexID"))
			return true;
	return false;
}

void gs_vertices_add(struct gs_vertices *s, const struct gs_analysed_call *analysed)
{
	if (gs_analysed_has(analysed, "vaobj"))
		s->has_named = true;
	else if (analysed->function->kinds & GS_KIND_ARRAY)
		set_pointer(s, analysed);
	else if (analysed->function->kinds & GS_KIND_SHADER)
		s->has_numbers |= asks_number(analysed);
	else if (is_other(analysed))
		layouts_of(s)->is_other = true;
	else if (analysed->function->plain == GS_FN_glClientActiveTexture)
		s->has_units |= gs_analysed_number(analysed, "texture") != GL_TEXTURE0;
}

/* ---- draws ---- */

struct source {
	const uint8_t *bytes;
	uint32_t size, stride;
};

static uint64_t mix(uint64_t hash, uint64_t value)
{
	hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
	return hash ^ hash >> 29;
}

/* Find the bytes of all enabled arrays. Return how many arrays there are; 0: not all are known. */
static unsigned find_sources(struct gs_vertices *s, struct gs_known_bytes *contents, uint64_t first,
	uint64_t count, struct source *sources, uint64_t *version)
{
	const struct layouts *layouts = layouts_of(s);
	unsigned n = 0;
	if (layouts->is_other || s->has_named)
		return 0;
	for (unsigned index = 0; index < GS_ARRAYS; index++) {
		const struct layout *layout = &layouts->arrays[index];
		uint32_t buffer;
		uint64_t of_buffer;
		if (!gs_arrays_is_enabled(s->arrays, index, &buffer))
			continue;
		if (!buffer || !layout->bytes)
			return 0;
		sources[n].bytes = gs_known_bytes_of_buffer(contents, buffer,
			layout->offset + first * layout->stride,
			(count - 1) * layout->stride + layout->bytes, &of_buffer);
		if (!sources[n].bytes)
			return 0;
		sources[n].size = layout->bytes;
		sources[n++].stride = layout->stride;
		*version = mix(mix(mix(*version, of_buffer), layout->offset), layout->stride);
		*version = mix(mix(*version, layout->bytes), buffer);
	}
	return n;
}

static uint64_t count_distinct(const struct source *sources, unsigned n, uint64_t count)
{
	GHashTable *seen = g_hash_table_new(g_int64_hash, g_int64_equal);
	uint64_t *hashes = g_new(uint64_t, count), distinct;
	for (uint64_t i = 0; i < count; i++) {
		hashes[i] = n;
		for (unsigned k = 0; k < n; k++)
			for (uint32_t byte = 0; byte < sources[k].size; byte++)
				hashes[i] = mix(hashes[i],
					sources[k].bytes[i * sources[k].stride + byte] + 1u);
		g_hash_table_add(seen, &hashes[i]);
	}
	distinct = g_hash_table_size(seen);
	g_hash_table_destroy(seen);
	g_free(hashes);
	return distinct;
}

uint64_t gs_vertices_distinct(
	struct gs_vertices *s, struct gs_known_bytes *contents, uint64_t first, uint64_t count)
{
	struct source sources[GS_ARRAYS];
	uint64_t version = 1, key;
	struct answer *answer;
	unsigned n;
	if (s->has_units || s->has_numbers || !count || count > MOST || first > UINT32_MAX)
		return 0;
	n = find_sources(s, contents, first, count, sources, &version);
	if (!n)
		return 0;
	key = mix(mix(first, count), gs_effects_bound(s->effects, GS_OBJECT_VERTEX_ARRAY, 0));
	answer = g_hash_table_lookup(s->answers, &key);
	if (!answer) {
		uint64_t *own = g_new(uint64_t, 1);
		*own = key;
		answer = g_new0(struct answer, 1);
		g_hash_table_insert(s->answers, own, answer);
	}
	if (answer->version != version) {
		answer->version = version;
		answer->distinct = count_distinct(sources, n, count);
	}
	return answer->distinct;
}

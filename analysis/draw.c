/* SPDX-License-Identifier: MIT */
/* What draws submit: vertices, primitives, and how often their indices share a vertex. */
#include <GL/gl.h>
#include <GL/glext.h>
#include <string.h>
#include "analysis/private.h"
#include "trace/raw.h"

enum {
	CACHE = 32,	      /* vertices in the cache of the model */
	MOST_INDEX = 1 << 24, /* highest index of a draw whose sharing is counted */
	MOST_KEPT_ANSWERS = 1 << 16
};

/* State of a context that draws depend on and effects/ does not follow. */
struct context {
	uint64_t patch_vertices, restart_index;
	bool restarts, restarts_fixed;
	uint32_t block_mode;
	uint64_t block_vertices;
	bool block_is_known;
};

/* Counts of one sequence of indices, valid as long as their bytes stay the same. */
struct sharing {
	uint64_t key[7];
	uint64_t vertices, primitives, triangles, distinct, shaded, highest;
};

struct gs_draws {
	struct gs_effects *effects;
	struct gs_known_bytes *contents;
	GHashTable *contexts; /* object -> struct context */
	GHashTable *answers;  /* set of struct sharing */
	/* uint64_t by index: number of the run, and when the index last entered the cache. */
	GArray *entered;
	uint64_t run;
};

static guint hash_sharing(gconstpointer data)
{
	const struct sharing *sharing = data;
	uint64_t hash = 0;
	for (size_t i = 0; i < G_N_ELEMENTS(sharing->key); i++)
		hash = (hash ^ sharing->key[i]) * 0x9e3779b97f4a7c15u, hash ^= hash >> 31;
	return (guint)hash;
}

static gboolean equal_sharing(gconstpointer a, gconstpointer b)
{
	const struct sharing *one = a, *other = b;
	return memcmp(one->key, other->key, sizeof(one->key)) == 0;
}

struct gs_draws *gs_draws_new(struct gs_effects *effects)
{
	struct gs_draws *draws = g_new0(struct gs_draws, 1);
	draws->effects = effects;
	draws->contents = gs_known_bytes_new();
	draws->contexts = g_hash_table_new_full(NULL, NULL, NULL, g_free);
	draws->answers = g_hash_table_new_full(hash_sharing, equal_sharing, g_free, NULL);
	draws->entered = g_array_new(FALSE, TRUE, sizeof(uint64_t));
	return draws;
}

void gs_draws_free(struct gs_draws *draws)
{
	gs_known_bytes_free(draws->contents);
	g_hash_table_destroy(draws->contexts);
	g_hash_table_destroy(draws->answers);
	g_array_free(draws->entered, TRUE);
	g_free(draws);
}

struct gs_known_bytes *gs_draws_contents(struct gs_draws *draws)
{
	return draws->contents;
}

static struct context *context_of(struct gs_draws *draws)
{
	gpointer key = GUINT_TO_POINTER(gs_effects_context(draws->effects));
	struct context *context = g_hash_table_lookup(draws->contexts, key);
	if (context)
		return context;
	context = g_new0(struct context, 1);
	context->patch_vertices = 3;
	g_hash_table_insert(draws->contexts, key, context);
	return context;
}

/* ---- counts ---- */

static uint64_t less(uint64_t n, uint64_t by)
{
	return n > by ? n - by : 0;
}

static uint64_t primitives_of(uint32_t mode, uint64_t n, uint64_t patch)
{
	switch (mode) {
	case GL_POINTS:
		return n;
	case GL_LINES:
		return n / 2;
	case GL_LINE_LOOP:
		return n > 1 ? n : 0;
	case GL_LINE_STRIP:
		return less(n, 1);
	case GL_TRIANGLES:
		return n / 3;
	case GL_TRIANGLE_STRIP:
	case GL_TRIANGLE_FAN:
		return less(n, 2);
	case GL_QUADS:
	case GL_LINES_ADJACENCY:
		return n / 4;
	case GL_QUAD_STRIP:
		return less(n, 2) / 2;
	case GL_POLYGON:
		return n > 2;
	case GL_LINE_STRIP_ADJACENCY:
		return less(n, 3);
	case GL_TRIANGLES_ADJACENCY:
		return n / 6;
	case GL_TRIANGLE_STRIP_ADJACENCY:
		return less(n, 4) / 2;
	case GL_PATCHES:
		return patch ? n / patch : 0;
	default:
		return 0;
	}
}

static bool makes_triangles(uint32_t mode)
{
	return (mode >= GL_TRIANGLES && mode <= GL_TRIANGLE_FAN) ||
	       mode == GL_TRIANGLES_ADJACENCY || mode == GL_TRIANGLE_STRIP_ADJACENCY;
}

static void add_counts(struct gs_submission *s, uint64_t vertices, uint64_t primitives,
	uint64_t triangles, uint64_t instances)
{
	s->vertices += vertices * instances;
	s->primitives += primitives * instances;
	s->triangles += triangles * instances;
}

/* ---- indices ---- */

struct indices {
	const uint8_t *bytes; /* NULL: not known */
	uint32_t buffer;
	uint64_t n, offset, version;
	unsigned size; /* bytes of one index */
};

static uint64_t index_at(const struct indices *indices, uint64_t i)
{
	uint16_t half;
	uint32_t word;
	switch (indices->size) {
	case 1:
		return indices->bytes[i];
	case 2:
		memcpy(&half, indices->bytes + 2 * i, sizeof(half));
		return half;
	default:
		memcpy(&word, indices->bytes + 4 * i, sizeof(word));
		return word;
	}
}

static unsigned size_of_type(uint64_t type)
{
	return type == GL_UNSIGNED_BYTE ? 1 : type == GL_UNSIGNED_SHORT ? 2 : 4;
}

static void find_indices(
	struct gs_draws *draws, const struct gs_trace_value *value, struct indices *indices)
{
	uint64_t size = indices->n > UINT32_MAX ? UINT64_MAX : indices->n * indices->size;
	uint64_t address = value ? gs_trace_number(value) : 0;
	if (!value || value->class == GS_TRACE_NONE)
		return;
	if (value->class == GS_TRACE_BLOB) {
		indices->bytes = value->n >= size ? value->bytes : NULL;
		return;
	}
	indices->buffer = gs_effects_bound(
		draws->effects, GS_OBJECT_BUFFER, GL_ELEMENT_ARRAY_BUFFER);
	indices->offset = address;
	indices->bytes = indices->buffer
				 ? gs_known_bytes_of_buffer(draws->contents, indices->buffer,
					   address, size, &indices->version)
				 : gs_known_bytes_at_address(draws->contents, address, size);
}

static bool is_restart(const struct context *context, const struct indices *indices, uint64_t index)
{
	static const uint64_t fixed[] = {0, 0xff, 0xffff, 0, 0xffffffff};
	if (context->restarts_fixed)
		return index == fixed[indices->size];
	return context->restarts && index == context->restart_index;
}

/* Find the highest index, and make room for it. Return false if it is too high to be counted. */
static bool make_room(struct gs_draws *draws, const struct context *context,
	const struct indices *indices, uint64_t *highest)
{
	uint64_t most = 0;
	for (uint64_t i = 0; i < indices->n; i++) {
		uint64_t index = index_at(indices, i);
		if (index > most && !is_restart(context, indices, index))
			most = index;
	}
	*highest = most;
	if (most >= MOST_INDEX)
		return false;
	if (most >= draws->entered->len)
		g_array_set_size(draws->entered, (guint)most + 1);
	return true;
}

/* Count one sequence of indices. In `entered`, an index that this run has met has the run's number
 * in the upper half, and in the lower half how many vertices had entered the cache when it last
 * did. */
static bool count_run(struct gs_draws *draws, const struct context *context, uint32_t mode,
	const struct indices *indices, struct sharing *sharing)
{
	uint64_t *entered, run = ++draws->run << 32, part = 0;
	bool is_triangles = makes_triangles(mode);
	if (indices->n > UINT32_MAX || !make_room(draws, context, indices, &sharing->highest))
		return false;
	entered = (uint64_t *)(void *)draws->entered->data;
	for (uint64_t i = 0; i <= indices->n; i++) {
		uint64_t index = i < indices->n ? index_at(indices, i) : 0;
		if (i == indices->n || is_restart(context, indices, index)) {
			uint64_t n = primitives_of(mode, part, context->patch_vertices);
			sharing->primitives += n;
			sharing->triangles += is_triangles ? n : 0;
			sharing->vertices += part;
			part = 0;
			continue;
		}
		part++;
		if ((entered[index] & ~0xffffffffull) == run &&
			sharing->shaded - (entered[index] & 0xffffffff) <= CACHE)
			continue;
		sharing->distinct += (entered[index] & ~0xffffffffull) != run;
		entered[index] = run | sharing->shaded++;
	}
	return true;
}

/* Return the counts of the indices; NULL: they are not known. */
static const struct sharing *sharing_of(struct gs_draws *draws, const struct context *context,
	uint32_t mode, const struct indices *indices)
{
	struct sharing key = {
		.key = {indices->buffer, indices->version, indices->offset, indices->n,
			indices->size | (uint64_t)mode << 8, context->patch_vertices,
			context->restart_index << 2 | context->restarts << 1 |
				context->restarts_fixed}};
	struct sharing *answer = indices->buffer ? g_hash_table_lookup(draws->answers, &key) : NULL;
	if (answer)
		return answer;
	if (!indices->bytes || !count_run(draws, context, mode, indices, &key))
		return NULL;
	if (g_hash_table_size(draws->answers) >= MOST_KEPT_ANSWERS)
		g_hash_table_remove_all(draws->answers);
	answer = g_new(struct sharing, 1);
	*answer = key;
	g_hash_table_add(draws->answers, answer);
	return answer;
}

static void add_indexed(struct gs_draws *draws, struct indices *indices,
	const struct gs_trace_value *value, uint64_t instances, struct gs_submission *s)
{
	const struct context *context = context_of(draws);
	const struct sharing *sharing;
	uint64_t n = primitives_of(s->mode, indices->n, context->patch_vertices);
	find_indices(draws, value, indices);
	sharing = indices->n ? sharing_of(draws, context, s->mode, indices) : NULL;
	if (sharing) {
		add_counts(
			s, sharing->vertices, sharing->primitives, sharing->triangles, instances);
		s->distinct += sharing->distinct * instances;
		s->shaded += sharing->shaded * instances;
		s->highest = sharing->highest;
		s->knows_highest = sharing->vertices > 0;
		return;
	}
	if (!indices->n)
		return;
	s->knows_sharing = false;
	if (context->restarts || context->restarts_fixed)
		s->is_known = false;
	else
		add_counts(s, indices->n, n, makes_triangles(s->mode) ? n : 0, instances);
}

static void add_arrays(
	struct gs_draws *draws, uint64_t count, uint64_t instances, struct gs_submission *s)
{
	uint64_t n = primitives_of(s->mode, count, context_of(draws)->patch_vertices);
	add_counts(s, count, n, makes_triangles(s->mode) ? n : 0, instances);
	s->distinct += count * instances;
	s->shaded += count * instances;
}

/* ---- calls ---- */

/* Return an argument; NULL: there is none. */
static const struct gs_trace_value *value_at(
	const struct gs_analysed_call *analysed, uint8_t argument)
{
	return argument < analysed->call->function->n_args ? &analysed->call->args[argument] : NULL;
}

/* Return an argument that is a count; 0 if it is negative, which is an error. */
static uint64_t count_at(const struct gs_analysed_call *analysed, uint8_t argument)
{
	int64_t count = (int64_t)gs_trace_argument(analysed->call, argument);
	return count > 0 && count <= INT32_MAX ? (uint64_t)count : 0;
}

static uint64_t item_of(const struct gs_trace_value *array, uint32_t i)
{
	int64_t count = array->class == GS_TRACE_ARRAY && i < array->n
				? (int64_t)gs_trace_number(&array->items[i])
				: 0;
	return count > 0 && count <= INT32_MAX ? (uint64_t)count : 0;
}

static void look_at_several(struct gs_draws *draws, const struct gs_analysed_call *analysed,
	const struct gs_draw_rule *rule, struct gs_submission *s)
{
	const struct gs_trace_value *counts = value_at(analysed, rule->count);
	const struct gs_trace_value *pointers = value_at(analysed, rule->indices);
	uint64_t n = count_at(analysed, rule->draws);
	if (!counts || counts->class != GS_TRACE_ARRAY || counts->n < n) {
		s->is_known = s->knows_sharing = false;
		return;
	}
	s->draws = s->instances = n;
	for (uint32_t i = 0; i < n; i++) {
		struct indices indices = {.n = item_of(counts, i),
			.size = size_of_type(gs_trace_argument(analysed->call, rule->type))};
		const struct gs_trace_value *value = pointers &&
								     pointers->class ==
									     GS_TRACE_ARRAY &&
								     i < pointers->n
							     ? &pointers->items[i]
							     : NULL;
		if (s->is_indexed)
			add_indexed(draws, &indices, value, 1, s);
		else
			add_arrays(draws, indices.n, 1, s);
	}
}

/* Find up to which vertex, and which byte of its indices, one draw reads. */
static void find_reach(const struct gs_analysed_call *analysed, const struct gs_draw_rule *rule,
	const struct indices *indices, struct gs_submission *s)
{
	const struct gs_trace_value *base = value_at(
		analysed, s->is_indexed ? rule->base_vertex : rule->first);
	int64_t from = base ? (int32_t)gs_trace_number(base) : 0;
	if (!s->is_indexed) {
		s->highest = indices->n - 1;
		s->knows_highest = indices->n > 0;
	} else if (indices->buffer) {
		s->indices = indices->buffer;
		s->indices_end = indices->offset + indices->n * indices->size;
	}
	s->knows_highest = s->knows_highest && s->instances && from >= 0;
	s->highest += (uint64_t)from;
}

static void look_at_one(struct gs_draws *draws, const struct gs_analysed_call *analysed,
	const struct gs_draw_rule *rule, struct gs_submission *s)
{
	struct indices indices = {.n = count_at(analysed, rule->count),
		.size = size_of_type(gs_trace_argument(analysed->call, rule->type))};
	if (value_at(analysed, rule->instances))
		s->instances = count_at(analysed, rule->instances);
	if (s->is_indexed)
		add_indexed(draws, &indices, value_at(analysed, rule->indices), s->instances, s);
	else
		add_arrays(draws, indices.n, s->instances, s);
	find_reach(analysed, rule, &indices, s);
}

static void look_at_draw(
	struct gs_draws *draws, const struct gs_analysed_call *analysed, struct gs_submission *s)
{
	const struct gs_draw_rule *rule = gs_data_draw(analysed->function->number);
	*s = (struct gs_submission){.is_known = true,
		.knows_sharing = true,
		.is_pixels = (analysed->function->kinds & GS_KIND_PIXELS) != 0,
		.draws = 1,
		.instances = 1};
	if (s->is_pixels)
		return;
	if (rule) {
		s->mode = (uint32_t)gs_trace_argument(analysed->call, rule->mode);
		s->is_indexed = rule->source == GS_DRAW_ELEMENTS;
	}
	if (rule && rule->source == GS_DRAW_RECTANGLE) {
		s->mode = GL_POLYGON;
		add_arrays(draws, 4, 1, s);
	} else if (gs_draw_is_direct(rule)) {
		look_at_one(draws, analysed, rule, s);
	} else if (gs_draw_is_of_vertices(rule) && rule->has_arrays && !rule->has_modes) {
		look_at_several(draws, analysed, rule, s);
	} else {
		s->is_known = s->knows_sharing = false;
	}
}

static void add_vertex(struct context *context, const struct gs_analysed_call *analysed)
{
	if (analysed->function->kinds & GS_KIND_ATTRIBUTE &&
		gs_analysed_number(analysed, "index") != 0)
		return;
	if (analysed->function->kinds & GS_KIND_MAY_BE_VERTEX)
		context->block_is_known = false;
	context->block_vertices++;
}

static void end_block(struct gs_draws *draws, struct gs_submission *s)
{
	struct context *context = context_of(draws);
	*s = (struct gs_submission){.mode = context->block_mode,
		.is_known = context->block_is_known,
		.knows_sharing = context->block_is_known,
		.draws = 1,
		.instances = 1};
	if (s->is_known)
		add_arrays(draws, context->block_vertices, 1, s);
	context->block_vertices = 0;
	context->block_is_known = true;
}

static void follow_state(struct gs_draws *draws, const struct gs_analysed_call *analysed)
{
	uint64_t kinds = analysed->function->kinds;
	unsigned plain = analysed->function->plain;
	bool enables = kinds & GS_KIND_ENABLES;
	uint64_t first = analysed->call->function->n_args
				 ? gs_trace_number(&analysed->call->args[0])
				 : 0;
	if (plain == GS_FN_glBegin) {
		struct context *context = context_of(draws);
		context->block_mode = (uint32_t)first;
		context->block_vertices = 0;
		context->block_is_known = true;
	} else if (plain == GS_FN_glPatchParameteri && first == GL_PATCH_VERTICES) {
		context_of(draws)->patch_vertices = gs_analysed_number(analysed, "value");
	} else if (plain == GS_FN_glPrimitiveRestartIndex) {
		context_of(draws)->restart_index = (uint32_t)first;
	} else if (!enables && !(kinds & GS_KIND_DISABLES)) {
		return;
	} else if (first == GL_PRIMITIVE_RESTART || first == GL_PRIMITIVE_RESTART_NV) {
		context_of(draws)->restarts = enables;
	} else if (first == GL_PRIMITIVE_RESTART_FIXED_INDEX) {
		context_of(draws)->restarts_fixed = enables;
	}
}

bool gs_draws_add(struct gs_draws *draws, const struct gs_analysed_call *analysed,
	struct gs_submission *submission)
{
	uint64_t kinds = analysed->function->kinds;
	if (kinds & GS_KIND_DRAW) {
		look_at_draw(draws, analysed, submission);
		return true;
	}
	if (kinds & GS_KIND_VERTEX) {
		if (gs_effects_in_block(draws->effects))
			add_vertex(context_of(draws), analysed);
		return false;
	}
	if (analysed->function->plain == GS_FN_glEnd && gs_effects_in_block(draws->effects)) {
		end_block(draws, submission);
		return true;
	}
	gs_known_bytes_add(draws->contents, draws->effects, analysed);
	follow_state(draws, analysed);
	return false;
}

/* SPDX-License-Identifier: MIT */
/* Follows vertex arrays: which are enabled, and where they come from. */
#include <GL/gl.h>
#include <GL/glext.h>
#include <string.h>
#include "analysis/checks.h"
#include "data/pointee.h"
#include "trace/raw.h"

/* Arrays of generic attributes come first, then those of fixed function. */
enum { GENERIC = GS_ATTRIBUTES };

struct array {
	bool is_enabled, is_client; /* is_client: in memory of the program */
	uint32_t buffer, binding;
	/* As glVertexAttribPointer has set it; false: something else may have. */
	bool has_layout;
	bool is_float, is_integer; /* what shaders get; neither: doubles, or something else */
	uint32_t components, type;
	uint64_t offset, stride; /* bytes; stride 0: packed */
	uint32_t divisor;
};

struct vertex_array {
	struct array arrays[GS_ARRAYS];
	uint32_t bindings[GS_ARRAYS]; /* buffers by binding; an array's own binding has its index */
};

struct gs_arrays {
	struct gs_effects *effects;
	GHashTable *all; /* object -> struct vertex_array */
};

struct gs_arrays *gs_arrays_new(struct gs_effects *effects)
{
	struct gs_arrays *arrays = g_new0(struct gs_arrays, 1);
	arrays->effects = effects;
	arrays->all = g_hash_table_new_full(NULL, NULL, NULL, g_free);
	return arrays;
}

void gs_arrays_free(struct gs_arrays *arrays)
{
	g_hash_table_destroy(arrays->all);
	g_free(arrays);
}

static struct vertex_array *at(struct gs_arrays *arrays, uint32_t object)
{
	struct vertex_array *array = g_hash_table_lookup(arrays->all, GUINT_TO_POINTER(object));
	if (array)
		return array;
	array = g_new0(struct vertex_array, 1);
	for (uint32_t i = 0; i < GS_ARRAYS; i++)
		array->arrays[i].binding = i;
	g_hash_table_insert(arrays->all, GUINT_TO_POINTER(object), array);
	return array;
}

static struct vertex_array *array_of(
	struct gs_arrays *arrays, const struct gs_analysed_call *analysed)
{
	return at(arrays, gs_analysed_has(analysed, "vaobj")
				  ? gs_effects_object_named(arrays->effects, GS_OBJECT_VERTEX_ARRAY,
					    gs_analysed_number(analysed, "vaobj"))
				  : gs_effects_bound(arrays->effects, GS_OBJECT_VERTEX_ARRAY, 0));
}

/* Return the index of an array of fixed function, GENERIC or more; GS_ARRAYS: it is none. */
static uint32_t index_of_state(uint64_t state)
{
	static const uint32_t states[] = {GL_VERTEX_ARRAY, GL_NORMAL_ARRAY, GL_COLOR_ARRAY,
		GL_INDEX_ARRAY, GL_TEXTURE_COORD_ARRAY, GL_EDGE_FLAG_ARRAY, GL_FOG_COORD_ARRAY,
		GL_SECONDARY_COLOR_ARRAY};
	for (uint32_t i = 0; i < G_N_ELEMENTS(states); i++)
		if (states[i] == state)
			return GENERIC + i;
	return GS_ARRAYS;
}

uint32_t gs_array_index(const struct gs_analysed_call *analysed)
{
	static const uint16_t pointers[] = {GS_FN_glVertexPointer, GS_FN_glNormalPointer,
		GS_FN_glColorPointer, GS_FN_glIndexPointer, GS_FN_glTexCoordPointer,
		GS_FN_glEdgeFlagPointer, GS_FN_glFogCoordPointer, GS_FN_glSecondaryColorPointer};
	uint64_t index = gs_analysed_number(analysed, "index");
	if (analysed->function->kinds & GS_KIND_ATTRIBUTE)
		return index < GENERIC ? (uint32_t)index : GS_ARRAYS;
	for (uint32_t i = 0; i < G_N_ELEMENTS(pointers); i++)
		if (pointers[i] == analysed->function->number)
			return GENERIC + i;
	return GS_ARRAYS;
}

static void set_pointer(struct gs_arrays *arrays, const struct gs_analysed_call *analysed)
{
	struct vertex_array *array = array_of(arrays, analysed);
	const struct gs_trace_value *pointer = gs_analysed_value(analysed, "pointer");
	uint32_t index = gs_array_index(analysed);
	if (index >= GS_ARRAYS || !pointer)
		return;
	array->arrays[index].binding = index;
	array->bindings[index] = analysed->call->is_fake
					 ? 0
					 : gs_effects_bound(arrays->effects, GS_OBJECT_BUFFER,
						   GL_ARRAY_BUFFER);
	array->arrays[index].is_client = !array->bindings[index] &&
					 (analysed->call->is_fake ||
						 pointer->class != GS_TRACE_NULL);
}

/* Note how the array of an attribute that was set just now is laid out in its buffer. */
static void set_layout(struct gs_arrays *arrays, const struct gs_analysed_call *analysed)
{
	uint32_t index = gs_array_index(analysed);
	struct array *array = &array_of(arrays, analysed)->arrays[MIN(index, GS_ARRAYS - 1)];
	uint64_t components = gs_analysed_number(analysed, "size");
	if (index >= GENERIC)
		return;
	array->has_layout = !analysed->call->is_fake && !gs_analysed_has(analysed, "vaobj") &&
			    (int32_t)gs_analysed_number(analysed, "stride") >= 0;
	array->is_float = analysed->function->plain == GS_FN_glVertexAttribPointer;
	array->is_integer = analysed->function->plain == GS_FN_glVertexAttribIPointer;
	array->components = components == GL_BGRA ? 4 : (uint32_t)components;
	array->type = (uint32_t)gs_analysed_number(analysed, "type");
	array->stride = gs_analysed_number(analysed, "stride");
	array->offset = gs_analysed_number(analysed, "pointer");
}

/* Forget how arrays are laid out: formats and bindings are set one by one. */
static void forget_layouts(struct vertex_array *array)
{
	for (unsigned i = 0; i < GENERIC; i++)
		array->arrays[i].has_layout = false;
}

static void set_divisor(struct gs_arrays *arrays, const struct gs_analysed_call *analysed)
{
	uint64_t index = gs_analysed_number(analysed, "index");
	if (index < GENERIC)
		array_of(arrays, analysed)->arrays[index].divisor = (uint32_t)gs_analysed_number(
			analysed, "divisor");
}

static void set_enabled(
	struct gs_arrays *arrays, const struct gs_analysed_call *analysed, bool is_enabled)
{
	uint64_t index = gs_analysed_number(analysed, "index");
	if (gs_analysed_has(analysed, "array|cap"))
		index = index_of_state(gs_analysed_number(analysed, "array|cap"));
	else if (index >= GENERIC)
		return;
	if (index < GS_ARRAYS)
		array_of(arrays, analysed)->arrays[index].is_enabled = is_enabled;
}

static void set_binding(struct gs_arrays *arrays, const struct gs_analysed_call *analysed)
{
	struct vertex_array *array = array_of(arrays, analysed);
	const struct gs_trace_value *several = gs_analysed_value(analysed, "buffers");
	uint64_t binding = gs_analysed_number(analysed, "bindingindex|first");
	if (gs_analysed_has(analysed, "attribindex")) {
		uint64_t index = gs_analysed_number(analysed, "attribindex");
		if (index < GENERIC && binding < GENERIC)
			array->arrays[index].binding = (uint32_t)binding;
		return;
	}
	if (gs_analysed_has(analysed, "buffer") && binding < GENERIC)
		array->bindings[binding] = gs_effects_object_named(
			arrays->effects, GS_OBJECT_BUFFER, gs_analysed_number(analysed, "buffer"));
	for (uint32_t i = 0; several && several->class == GS_TRACE_ARRAY && i < several->n; i++)
		if (binding + i < GENERIC)
			array->bindings[binding + i] = gs_effects_object_named(arrays->effects,
				GS_OBJECT_BUFFER, gs_trace_number(&several->items[i]));
}

static void forget_buffer(struct gs_arrays *arrays, uint32_t buffer)
{
	struct vertex_array *array = at(
		arrays, gs_effects_bound(arrays->effects, GS_OBJECT_VERTEX_ARRAY, 0));
	for (unsigned i = 0; buffer && i < GS_ARRAYS; i++)
		if (array->bindings[i] == buffer)
			array->bindings[i] = 0;
}

static void delete_buffers(struct gs_arrays *arrays, const struct gs_analysed_call *analysed)
{
	const struct gs_trace_value *names = gs_analysed_value(analysed, "buffers");
	for (uint32_t i = 0; names && names->class == GS_TRACE_ARRAY && i < names->n; i++)
		forget_buffer(arrays, gs_effects_object_named(arrays->effects, GS_OBJECT_BUFFER,
					      gs_trace_number(&names->items[i])));
}

void gs_arrays_add(struct gs_arrays *arrays, const struct gs_analysed_call *analysed)
{
	uint64_t kinds = analysed->function->kinds;
	unsigned plain = analysed->function->plain;
	if ((kinds & (GS_KIND_ARRAY_FORMAT | GS_KIND_BINDS_ARRAY) &&
		    plain != GS_FN_glVertexAttribDivisor) ||
		plain == GS_FN_glPopClientAttrib)
		forget_layouts(array_of(arrays, analysed));
	if (kinds & GS_KIND_ARRAY) {
		set_pointer(arrays, analysed);
		set_layout(arrays, analysed);
	} else if (plain == GS_FN_glVertexAttribDivisor)
		set_divisor(arrays, analysed);
	else if (kinds & GS_KIND_ENABLES_ARRAY)
		set_enabled(arrays, analysed, true);
	else if (kinds & GS_KIND_DISABLES_ARRAY)
		set_enabled(arrays, analysed, false);
	else if (kinds & GS_KIND_BINDS_ARRAY)
		set_binding(arrays, analysed);
	else if (plain == GS_FN_glDeleteBuffers)
		delete_buffers(arrays, analysed);
}

unsigned gs_arrays_buffers(struct gs_arrays *arrays, uint32_t *buffers)
{
	const struct vertex_array *array = at(
		arrays, gs_effects_bound(arrays->effects, GS_OBJECT_VERTEX_ARRAY, 0));
	unsigned n = 0;
	for (unsigned i = 0; i < GS_ARRAYS; i++)
		if (array->arrays[i].is_enabled && array->bindings[array->arrays[i].binding])
			buffers[n++] = array->bindings[array->arrays[i].binding];
	return n;
}

uint32_t gs_arrays_missing(struct gs_arrays *arrays)
{
	const struct vertex_array *array = at(
		arrays, gs_effects_bound(arrays->effects, GS_OBJECT_VERTEX_ARRAY, 0));
	uint32_t missing = 0;
	for (unsigned i = 0; i < GENERIC; i++)
		if (array->arrays[i].is_enabled && !array->arrays[i].is_client &&
			!array->bindings[array->arrays[i].binding])
			missing |= 1u << i;
	return missing;
}

bool gs_arrays_is_enabled(struct gs_arrays *arrays, unsigned index, uint32_t *buffer)
{
	const struct vertex_array *array = at(
		arrays, gs_effects_bound(arrays->effects, GS_OBJECT_VERTEX_ARRAY, 0));
	*buffer = array->bindings[array->arrays[index].binding];
	return array->arrays[index].is_enabled;
}

bool gs_arrays_reach(struct gs_arrays *arrays, unsigned index, uint64_t highest, uint32_t *buffer,
	uint64_t *bytes)
{
	const struct array *array = &at(
		arrays, gs_effects_bound(arrays->effects, GS_OBJECT_VERTEX_ARRAY, 0))
					     ->arrays[index];
	uint64_t each = gs_data_vertex_bytes(array->type, array->components);
	if (!gs_arrays_is_enabled(arrays, index, buffer) || !*buffer || !array->has_layout ||
		array->divisor || !each || highest > UINT32_MAX || array->offset > UINT32_MAX)
		return false;
	*bytes = array->offset + highest * (array->stride ? array->stride : each) + each;
	return true;
}

bool gs_arrays_gives_integers(struct gs_arrays *arrays, unsigned index, bool *are_integers)
{
	const struct array *array = &at(
		arrays, gs_effects_bound(arrays->effects, GS_OBJECT_VERTEX_ARRAY, 0))
					     ->arrays[index];
	*are_integers = array->is_integer;
	return array->is_enabled && array->has_layout && (array->is_float || array->is_integer);
}

/* SPDX-License-Identifier: MIT */
/*
 * A draw from vertex arrays goes into a display list as the vertices that the arrays hold at that
 * moment: it is kept as the glBegin ... glEnd that GL defines it by (compatibility profile, section
 * 10.4).
 */
#include "preload/lists/list.h"

#include <stdlib.h>
#include <string.h>
#include "data/draw.h"
#include "data/pointee.h"
#include "preload/core/core.h"
#include "preload/core/gl.h"

enum { MOST_ARRAYS = 64, MOST_VERTICES = 1 << 24 };

/* One enabled array; how its elements are said. */
struct array {
	const uint8_t
		*data; /* of element 0, as far as the arrays go; may point before what is there */
	uint8_t *copy; /* owned: of a buffer; else NULL */
	uint64_t address; /* or offset */
	GLint buffer;
	GLint size, stride, type;
	bool normalized, integer;
	uint16_t functions[8]; /* of GL_BYTE ... GL_UNSIGNED_INT; [6]: floats, [7]: doubles; 0 none
				*/
	bool numbered;	       /* the functions' first argument is index */
	uint64_t index;
};

struct arrays {
	struct array array[MOST_ARRAYS];
	unsigned n;
	bool restarts,
		fixed; /* an index begins a primitive anew: this one, or the highest of its type */
	uint32_t restart;
	const struct gs_context *context;
};

static GLint get(GLenum name)
{
	GLint value = 0;
	GL(glGetIntegerv)(name, &value);
	return value;
}

/* ---- which arrays there are ---- */

/* Types from GL_BYTE (0x1400) on; floats are converted from all other types where there is no
 * function. */
#define ONLY_FLOATS(f)                                                                             \
	{                                                                                          \
		0, 0, 0, 0, 0, 0, GS_FN_##f, 0                                                     \
	}
#define TYPED(f)                                                                                   \
	{                                                                                          \
		GS_FN_##f##bv, GS_FN_##f##ubv, GS_FN_##f##sv, GS_FN_##f##usv, GS_FN_##f##iv,       \
			GS_FN_##f##uiv, GS_FN_##f##fv, 0                                           \
	}

static struct array *more(struct arrays *all)
{
	if (all->n == MOST_ARRAYS)
		return NULL;
	struct array *a = &all->array[all->n++];
	memset(a, 0, sizeof *a);
	return a;
}

static bool add_fixed(struct arrays *all, GLenum array, GLenum type, GLenum stride, GLenum pointer,
	GLenum buffer, GLint size, const uint16_t functions[8])
{
	void *address = NULL;
	struct array *a;
	if (!GL(glIsEnabled)(array))
		return true;
	if (!(a = more(all)))
		return false;
	GL(glGetPointerv)(pointer, &address);
	a->address = (uint64_t)(uintptr_t)address;
	a->buffer = get(buffer);
	if (!gs_call_memory_is_offset(all->context, a->buffer, address))
		a->buffer = 0;
	a->size = size;
	a->type = type ? get(type) : GL_UNSIGNED_BYTE;
	a->stride = get(stride);
	memcpy(a->functions, functions, sizeof a->functions);
	return true;
}

static bool add_texture_units(struct arrays *all)
{
	static const uint16_t functions[8] = ONLY_FLOATS(glMultiTexCoord4fv);
	GLint active = get(GL_CLIENT_ACTIVE_TEXTURE), n = get(GL_MAX_TEXTURE_COORDS);
	bool ok = true;
	for (GLint i = 0; ok && i < n; i++) {
		unsigned before = all->n;
		GL(glClientActiveTexture)(GL_TEXTURE0 + i);
		ok = add_fixed(all, GL_TEXTURE_COORD_ARRAY, GL_TEXTURE_COORD_ARRAY_TYPE,
			GL_TEXTURE_COORD_ARRAY_STRIDE, GL_TEXTURE_COORD_ARRAY_POINTER,
			GL_TEXTURE_COORD_ARRAY_BUFFER_BINDING, get(GL_TEXTURE_COORD_ARRAY_SIZE),
			functions);
		if (ok && all->n > before) {
			all->array[before].numbered = true;
			all->array[before].index = GL_TEXTURE0 + i;
		}
	}
	GL(glClientActiveTexture)(active);
	return ok;
}

static bool add_colours(struct arrays *all)
{
	static const uint16_t four[8] = TYPED(glColor4), three[8] = TYPED(glColor3),
			      second[8] = TYPED(glSecondaryColor3),
			      fog[8] = ONLY_FLOATS(glFogCoordfv),
			      normal[8] = {GS_FN_glNormal3bv, 0, GS_FN_glNormal3sv, 0,
				      GS_FN_glNormal3iv, 0, GS_FN_glNormal3fv, 0},
			      edge[8] = {0, GS_FN_glEdgeFlagv, 0, 0, 0, 0, 0, 0};
	GLint size = get(GL_COLOR_ARRAY_SIZE);
	return add_fixed(all, GL_NORMAL_ARRAY, GL_NORMAL_ARRAY_TYPE, GL_NORMAL_ARRAY_STRIDE,
		       GL_NORMAL_ARRAY_POINTER, GL_NORMAL_ARRAY_BUFFER_BINDING, 3, normal) &&
	       add_fixed(all, GL_COLOR_ARRAY, GL_COLOR_ARRAY_TYPE, GL_COLOR_ARRAY_STRIDE,
		       GL_COLOR_ARRAY_POINTER, GL_COLOR_ARRAY_BUFFER_BINDING, size,
		       size == 3 ? three : four) &&
	       add_fixed(all, GL_SECONDARY_COLOR_ARRAY, GL_SECONDARY_COLOR_ARRAY_TYPE,
		       GL_SECONDARY_COLOR_ARRAY_STRIDE, GL_SECONDARY_COLOR_ARRAY_POINTER,
		       GL_SECONDARY_COLOR_ARRAY_BUFFER_BINDING, get(GL_SECONDARY_COLOR_ARRAY_SIZE),
		       second) &&
	       add_fixed(all, GL_FOG_COORD_ARRAY, GL_FOG_COORD_ARRAY_TYPE,
		       GL_FOG_COORD_ARRAY_STRIDE, GL_FOG_COORD_ARRAY_POINTER,
		       GL_FOG_COORD_ARRAY_BUFFER_BINDING, 1, fog) &&
	       add_fixed(all, GL_EDGE_FLAG_ARRAY, 0, GL_EDGE_FLAG_ARRAY_STRIDE,
		       GL_EDGE_FLAG_ARRAY_POINTER, GL_EDGE_FLAG_ARRAY_BUFFER_BINDING, 1, edge);
}

static GLint of_attribute(GLuint i, GLenum name)
{
	GLint value = 0;
	GL(glGetVertexAttribiv)(i, name, &value);
	return value;
}

static bool add_attribute(struct arrays *all, GLuint i, bool wide)
{
	static const uint16_t plain[8] = ONLY_FLOATS(glVertexAttrib4fv),
			      normalized[8] = {GS_FN_glVertexAttrib4Nbv, GS_FN_glVertexAttrib4Nubv,
				      GS_FN_glVertexAttrib4Nsv, GS_FN_glVertexAttrib4Nusv,
				      GS_FN_glVertexAttrib4Niv, GS_FN_glVertexAttrib4Nuiv,
				      GS_FN_glVertexAttrib4fv, 0},
			      integer[8] = {GS_FN_glVertexAttribI4bv, GS_FN_glVertexAttribI4ubv,
				      GS_FN_glVertexAttribI4sv, GS_FN_glVertexAttribI4usv,
				      GS_FN_glVertexAttribI4iv, GS_FN_glVertexAttribI4uiv, 0, 0},
			      doubles[8] = {0, 0, 0, 0, 0, 0, 0, GS_FN_glVertexAttribL4dv};
	void *address = NULL;
	struct array *a = more(all);
	if (!a)
		return false;
	GL(glGetVertexAttribPointerv)(i, GL_VERTEX_ATTRIB_ARRAY_POINTER, &address);
	a->address = (uint64_t)(uintptr_t)address;
	a->buffer = of_attribute(i, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING);
	a->size = of_attribute(i, GL_VERTEX_ATTRIB_ARRAY_SIZE);
	a->stride = of_attribute(i, GL_VERTEX_ATTRIB_ARRAY_STRIDE);
	a->type = of_attribute(i, GL_VERTEX_ATTRIB_ARRAY_TYPE);
	a->normalized = of_attribute(i, GL_VERTEX_ATTRIB_ARRAY_NORMALIZED);
	a->integer = of_attribute(i, GL_VERTEX_ATTRIB_ARRAY_INTEGER);
	bool is_double = wide && of_attribute(i, GL_VERTEX_ATTRIB_ARRAY_LONG);
	memcpy(a->functions,
		is_double	? doubles
		: a->integer	? integer
		: a->normalized ? normalized
				: plain,
		sizeof a->functions);
	a->numbered = true;
	a->index = i;
	return true;
}

/* The position comes last: it makes the vertex. */
static bool find_arrays(struct arrays *all, struct gs_context *context)
{
	static const uint16_t vertex[8] = ONLY_FLOATS(glVertex4fv);
	GLint n = context->version >= 20 ? get(GL_MAX_VERTEX_ATTRIBS) : 0;
	bool wide = context->version >= 41, ok = add_colours(all) && add_texture_units(all);
	bool position = n && of_attribute(0, GL_VERTEX_ATTRIB_ARRAY_ENABLED);
	for (GLint i = 1; ok && i < n; i++)
		if (of_attribute(i, GL_VERTEX_ATTRIB_ARRAY_ENABLED))
			ok = add_attribute(all, i, wide);
	if (GL(glIsEnabled)(GL_INDEX_ARRAY))
		return false; /* colour indices */
	if (!ok || position)
		return ok && add_attribute(all, 0, wide);
	return add_fixed(all, GL_VERTEX_ARRAY, GL_VERTEX_ARRAY_TYPE, GL_VERTEX_ARRAY_STRIDE,
		GL_VERTEX_ARRAY_POINTER, GL_VERTEX_ARRAY_BUFFER_BINDING, get(GL_VERTEX_ARRAY_SIZE),
		vertex);
}

/* ---- what is in them ---- */

/* Of a type whose values this file can read; 0: not one of these. */
static unsigned bytes_of(GLint type)
{
	bool known = (type >= GL_BYTE && type <= GL_FLOAT) || type == GL_HALF_FLOAT ||
		     type == GL_DOUBLE;
	return known ? gs_data_vertex_bytes((uint32_t)type, 1) : 0;
}

/* Part of a buffer. NULL: not to be had (mapped, too small). */
static uint8_t *read_buffer(
	const struct gs_context *context, GLint buffer, uint64_t offset, size_t size)
{
	bool copies = context->version >= 31;
	GLenum target = copies ? GL_COPY_READ_BUFFER : GL_ARRAY_BUFFER;
	GLint bound = get(copies ? GL_COPY_READ_BUFFER_BINDING : GL_ARRAY_BUFFER_BINDING);
	GLint mapped = 0, whole = 0;
	uint8_t *copy = NULL;
	if (bound != buffer)
		GL(glBindBuffer)(target, buffer);
	GL(glGetBufferParameteriv)(target, GL_BUFFER_MAPPED, &mapped);
	GL(glGetBufferParameteriv)(target, GL_BUFFER_SIZE, &whole);
	if (!mapped && (int64_t)(offset + size) <= whole && (copy = malloc(size + 1)))
		GL(glGetBufferSubData)(target, (GLintptr)offset, (GLsizeiptr)size, copy);
	if (bound != buffer)
		GL(glBindBuffer)(target, bound);
	return copy;
}

/* Elements first to last of it can be read. */
static bool open_array(
	const struct gs_context *context, struct array *a, uint32_t first, uint32_t last)
{
	unsigned bytes = bytes_of(a->type);
	if (!bytes || a->size < 1 || a->size > 4 || a->stride < 0 || (!a->buffer && !a->address))
		return false; /* packed, BGRA */
	if (!a->stride)
		a->stride = (GLint)bytes * a->size;
	a->data = (const uint8_t *)(uintptr_t)a->address;
	if (!a->buffer)
		return true;
	size_t size = (size_t)(last - first) * (size_t)a->stride + bytes * (size_t)a->size;
	uint64_t offset = a->address + (uint64_t)first * (uint64_t)a->stride;
	a->copy = read_buffer(context, a->buffer, offset, size);
	a->data = a->copy - (size_t)first * (size_t)a->stride;
	return a->copy != NULL;
}

static float from_half(uint16_t half)
{
	unsigned exponent = half >> 10 & 31, fraction = half & 1023;
	float value = exponent == 31 ? (fraction ? __builtin_nanf("") : __builtin_inff())
				     : (float)(exponent ? fraction + 1024 : fraction);
	for (unsigned i = exponent ? exponent : 1; exponent < 31 && i < 25; i++)
		value /= 2;
	for (unsigned i = 25; exponent < 31 && i < exponent; i++)
		value *= 2;
	return half >> 15 ? -value : value;
}

static float number(const void *at, GLint type)
{
	union {
		int8_t b;
		uint8_t ub;
		int16_t s;
		uint16_t us;
		int32_t i;
		uint32_t ui;
		float f;
		double d;
	} v;
	memcpy(&v, at, bytes_of(type));
	switch (type) {
	case GL_BYTE:
		return v.b;
	case GL_UNSIGNED_BYTE:
		return v.ub;
	case GL_SHORT:
		return v.s;
	case GL_UNSIGNED_SHORT:
		return v.us;
	case GL_INT:
		return (float)v.i;
	case GL_UNSIGNED_INT:
		return (float)v.ui;
	case GL_DOUBLE:
		return (float)v.d;
	case GL_HALF_FLOAT:
		return from_half(v.us);
	}
	return v.f;
}

/* What is not given is 0, of the fourth component 1. */
static void put_one(void *to, const struct array *a)
{
	uint8_t *w = (uint8_t *)to + 3 * bytes_of(a->type);
	uint32_t one = 1, most = a->type & 1 ? UINT32_MAX : INT32_MAX; /* unsigned types are odd */
	if (a->type == GL_DOUBLE)
		memcpy(w, &(double){1}, 8);
	else if (a->normalized)
		memcpy(w, (uint8_t *)&most + (a->type & 1 ? 0 : 4 - bytes_of(a->type)),
			bytes_of(a->type));
	else
		memcpy(w, &one, bytes_of(a->type));
}

static void record_element(struct gs_list_record *r, const struct array *a, uint32_t i)
{
	const uint8_t *from = a->data + (size_t)i * (size_t)a->stride;
	unsigned typed = (unsigned)a->type - GL_BYTE, bytes = bytes_of(a->type);
	uint64_t raw[4] = {0}, args[2] = {a->index, 1};
	unsigned function = typed < 6		   ? a->functions[typed]
			    : a->type == GL_DOUBLE ? a->functions[7]
						   : 0;
	float floats[4] = {0, 0, 0, 1};
	if (function) {
		put_one(raw, a);
		memcpy(raw, from, bytes * (size_t)a->size);
		if (function == GS_FN_glEdgeFlagv)
			*(uint8_t *)raw = *from != 0;
		gs_list_record_bytes(r, function, args + !a->numbered, 1 + a->numbered, a->numbered,
			raw, 4 * (size_t)bytes);
		return;
	}
	for (GLint k = 0; k < a->size; k++)
		floats[k] = number(from + (size_t)k * bytes, a->type);
	gs_list_record_bytes(r, a->functions[6], args + !a->numbered, 1 + a->numbered, a->numbered,
		floats, sizeof floats);
}

static void record_vertex(struct gs_list_record *r, const struct arrays *all, uint32_t i)
{
	for (unsigned k = 0; k < all->n; k++)
		record_element(r, &all->array[k], i);
}

/* ---- the draws ---- */

/* Vertices of one draw: indices of a type, or counted on. */
struct run {
	const uint8_t *indices; /* NULL: first, first + 1, ... */
	uint8_t *copy;		/* owned, or NULL */
	GLint type;
	uint32_t first, count;
};

static uint32_t index_of(const struct run *run, uint32_t i)
{
	if (run->type == GL_UNSIGNED_BYTE)
		return run->indices[i];
	if (run->type == GL_UNSIGNED_SHORT)
		return ((const uint16_t *)run->indices)[i];
	return ((const uint32_t *)run->indices)[i];
}

static uint32_t vertex_of(const struct run *run, uint32_t i)
{
	return run->first + (run->indices ? index_of(run, i) : i);
}

static bool is_restart(const struct arrays *all, const struct run *run, uint32_t i)
{
	if (!run->indices || !all->restarts)
		return false;
	uint32_t highest = UINT32_MAX >> (32 - 8 * bytes_of(run->type));
	return index_of(run, i) == (all->fixed ? highest : all->restart);
}

/* Not of all drivers: then an array with a restart in it cannot be kept. */
static bool can_restart(void)
{
	return gs_real(GS_FN_glPrimitiveRestartNV) != NULL;
}

static bool open_arrays(struct arrays *all, const struct run *run)
{
	uint32_t first = UINT32_MAX, last = 0;
	for (uint32_t i = 0; i < run->count; i++) {
		uint32_t vertex = vertex_of(run, i);
		if (is_restart(all, run, i) && !can_restart())
			return false;
		if (is_restart(all, run, i))
			continue;
		first = vertex < first ? vertex : first;
		last = vertex > last ? vertex : last;
	}
	for (unsigned k = 0; k < all->n && first <= last; k++)
		if (!open_array(all->context, &all->array[k], first, last))
			return false;
	return true;
}

static void close_arrays(struct arrays *all)
{
	for (unsigned k = 0; k < all->n; k++) {
		free(all->array[k].copy);
		all->array[k].copy = NULL;
	}
}

static bool record_run(
	struct gs_list_record *r, struct arrays *all, uint64_t mode, const struct run *run)
{
	bool ok = !run->count || open_arrays(all, run);
	if (ok)
		gs_list_record_begin(r, mode);
	for (uint32_t i = 0; ok && i < run->count; i++)
		if (is_restart(all, run, i))
			gs_list_record_plain(r, GS_FN_glPrimitiveRestartNV, NULL, 0);
		else
			record_vertex(r, all, vertex_of(run, i));
	if (ok)
		gs_list_record_plain(r, GS_FN_glEnd, NULL, 0);
	close_arrays(all);
	return ok;
}

static bool record_arrays(
	struct gs_list_record *r, struct arrays *all, uint64_t mode, int32_t first, int32_t count)
{
	struct run run = {.first = (uint32_t)first, .count = (uint32_t)count};
	return first >= 0 && count >= 0 && count <= MOST_VERTICES && record_run(r, all, mode, &run);
}

static bool record_elements(struct gs_list_record *r, struct arrays *all, uint64_t mode,
	int32_t count, uint64_t type, uint64_t indices, int32_t base)
{
	struct run run = {.type = (GLint)type, .first = (uint32_t)base, .count = (uint32_t)count};
	GLint buffer = get(GL_ELEMENT_ARRAY_BUFFER_BINDING);
	bool known = type == GL_UNSIGNED_BYTE || type == GL_UNSIGNED_SHORT ||
		     type == GL_UNSIGNED_INT;
	if (count < 0 || count > MOST_VERTICES || !known || (!indices && !buffer))
		return false;
	if (buffer)
		run.copy = read_buffer(
			all->context, buffer, indices, (size_t)count * bytes_of((GLint)type));
	run.indices = buffer ? run.copy : (const uint8_t *)(uintptr_t)indices;
	bool ok = run.indices && record_run(r, all, mode, &run);
	free(run.copy);
	return ok;
}

static bool record_draw(struct gs_list_record *r, struct arrays *all,
	const struct gs_draw_rule *rule, const uint64_t *args, const struct gs_draw_vertices *draw)
{
	uint64_t mode = args[rule->mode];
	if (rule->source == GS_DRAW_ARRAYS)
		return record_arrays(r, all, mode, (int32_t)draw->first, (int32_t)draw->count);
	return record_elements(r, all, mode, (int32_t)draw->count, args[rule->type], draw->indices,
		draw->base_vertex);
}

static bool record_multi(struct gs_list_record *r, struct arrays *all,
	const struct gs_draw_rule *rule, const uint64_t *args)
{
	int32_t n = (int32_t)args[rule->draws];
	bool ok = n >= 0;
	for (int32_t i = 0; ok && i < n; i++) {
		struct gs_draw_vertices draw = gs_data_draw_of_several(rule, args, (uint32_t)i);
		ok = record_draw(r, all, rule, args, &draw);
	}
	return ok;
}

/* glArrayElement. */
static bool record_index(struct gs_list_record *r, struct arrays *all, uint32_t index)
{
	struct run element = {
		.indices = (const uint8_t *)&index, .type = GL_UNSIGNED_INT, .count = 1};
	bool ok = open_arrays(all, &element);
	if (ok && is_restart(all, &element, 0))
		gs_list_record_plain(r, GS_FN_glPrimitiveRestartNV, NULL, 0);
	else if (ok)
		record_vertex(r, all, index);
	close_arrays(all);
	return ok;
}

static bool record_call(
	struct gs_list_record *r, struct arrays *all, const struct gs_wire_call *call)
{
	const struct gs_draw_rule *rule = gs_data_draw(call->function);
	if (!rule)
		return record_index(r, all, (uint32_t)call->args[0]);
	if (rule->has_arrays)
		return record_multi(r, all, rule, call->args);
	struct gs_draw_vertices draw = gs_data_draw_direct(rule, call->args);
	return record_draw(r, all, rule, call->args, &draw);
}

bool gs_list_arrays_take(unsigned function)
{
	const struct gs_draw_rule *rule = gs_data_draw(function);
	if (!rule)
		return function == GS_FN_glArrayElement || function == GS_FN_glArrayElementEXT;
	return gs_draw_is_of_vertices(rule) && !gs_draw_has(rule->indirect) &&
	       !gs_draw_has(rule->instances) && !rule->has_modes;
}

static void find_restart(struct arrays *all, const struct gs_context *context)
{
	all->fixed = context->version >= 43 && GL(glIsEnabled)(GL_PRIMITIVE_RESTART_FIXED_INDEX);
	all->restarts = all->fixed ||
			(context->version >= 31 && GL(glIsEnabled)(GL_PRIMITIVE_RESTART)) ||
			GL(glIsEnabled)(GL_PRIMITIVE_RESTART_NV);
	if (all->restarts && !all->fixed)
		all->restart = (uint32_t)get(
			GL_PRIMITIVE_RESTART_INDEX); /* NV's has the same number */
}

bool gs_list_arrays_record(
	struct gs_list_record *r, struct gs_thread *thread, const struct gs_wire_call *call)
{
	struct gs_context *context = gs_context_current(thread);
	struct arrays *all = context && !context->in_block ? calloc(1, sizeof *all) : NULL;
	if (!all)
		return false;
	gs_context_info(context);
	gs_error_take(context);
	all->context = context;
	find_restart(all, context);
	bool ok = context->version >= 15 && find_arrays(all, context) && record_call(r, all, call);
	gs_error_drop();
	free(all);
	return ok;
}

/* SPDX-License-Identifier: MIT */
/*
 * Memory that a call reads although none of its arguments points there: a draw's client vertex
 * arrays, as far as its vertices reach, and what the program wrote into a mapped buffer.
 */
#include <stdlib.h>
#include <string.h>
#include "preload/core/core.h"
#include "preload/memory/persistent-maps.h"
#include "preload/memory/reader.h"
#include "data/constants.h"
#include "data/object.h"
#include "preload/core/gl.h"

/* ---- client arrays ---- */

struct array {
	uint32_t which, components, type, stride, divisor;
	uint32_t flags; /* enum gs_wire_vertices */
	uint64_t pointer;
	int64_t first,
		last; /* with a divisor: elements that the draws read; none if last < first */
};

/* The arrays that are found, of which there are at most MOST_ARRAYS. */
enum { MOST_ARRAYS = 64 };
struct gs_client_arrays {
	unsigned n;
	struct array list[MOST_ARRAYS];
	bool has_buffers;     /* others are enabled, too, in buffers */
	bool is_open;	      /* a block has begun with both kinds */
	bool has_restart;     /* an element restarts the primitive */
	uint32_t restart;     /* which one */
	uint32_t client_unit; /* is active */
};

/* ---- which vertices a draw reads ---- */

struct reach {
	int64_t least, most;		 /* vertices; none if most < least */
	bool any;			 /* instance is drawn */
	struct gs_client_arrays *arrays; /* with divisors: these count instances */
	uint64_t restart;		 /* index that is none; UINT64_MAX: all are */
	bool has_restart;
	uint32_t array_buffer; /* is bound */
	uint32_t client_unit;  /* is active */
};

static void reach_vertices(struct reach *reach, int64_t first, int64_t count)
{
	if (count < 1)
		return;
	if (first < reach->least)
		reach->least = first;
	if (first + count - 1 > reach->most)
		reach->most = first + count - 1;
}

/* Of each draw. An array with a divisor has an element for so many instances. */
static void reach_instances(struct reach *reach, int64_t base, int64_t count)
{
	if (count < 1)
		return;
	reach->any = true;
	for (unsigned i = 0; i < reach->arrays->n; i++) {
		struct array *array = &reach->arrays->list[i];
		if (!array->divisor)
			continue;
		int64_t last = base + (count - 1) / array->divisor;
		bool is_first = array->last < array->first;
		array->first = is_first || base < array->first ? base : array->first;
		array->last = is_first || last > array->last ? last : array->last;
	}
}

static void find_restart(const struct gs_context *context, unsigned bytes, struct reach *reach)
{
	bool fixed = context->version >= (context->es ? 30u : 43u) &&
		     GL(glIsEnabled)(GL_PRIMITIVE_RESTART_FIXED_INDEX);
	reach->has_restart = fixed || (!context->es && context->version >= 31 &&
					      GL(glIsEnabled)(GL_PRIMITIVE_RESTART));
	reach->restart = fixed ? UINT64_MAX >> (64 - 8 * bytes)
			 : reach->has_restart
				 ? (uint32_t)gs_call_memory_integer(GL_PRIMITIVE_RESTART_INDEX)
				 : 0;
}

/* From the element buffer, or memory. */
static bool read_indices(
	const struct gs_context *context, uint32_t buffer, uint64_t at, void *to, size_t size)
{
	if (!buffer)
		return gs_call_memory_read(to, at, size);
	if (!context->es) {
		GL(glGetError)();
		GL(glGetBufferSubData)
		(GL_ELEMENT_ARRAY_BUFFER, (GLintptr)at, (GLsizeiptr)size, to);
		return GL(glGetError)() == GL_NO_ERROR;
	}
	bool is_old = context->version < 30;
	if (is_old && !gs_context_has(context, "GL_EXT_map_buffer_range"))
		return false;
	const void *data = (is_old ? GL_LIKE(glMapBufferRange, glMapBufferRangeEXT)
				   : GL(glMapBufferRange))(
		GL_ELEMENT_ARRAY_BUFFER, (GLintptr)at, (GLsizeiptr)size, GL_MAP_READ_BIT);
	if (!data)
		return false;
	memcpy(to, data, size);
	(is_old ? GL_LIKE(glUnmapBuffer, glUnmapBufferOES) : GL(glUnmapBuffer))(
		GL_ELEMENT_ARRAY_BUFFER);
	return true;
}

static void reach_elements(const struct gs_context *context, struct reach *reach, uint32_t type,
	uint64_t at, int64_t count, int32_t base)
{
	uint8_t class, bits, chunk[4096];
	uint32_t buffer = gs_call_memory_buffer(context, GL_ELEMENT_ARRAY_BUFFER_BINDING);
	if (!gs_data_gl_type(type, &class, &bits) || class != GS_CLASS_UINT)
		return;
	struct gs_index_range range = gs_no_indices;
	unsigned bytes = bits / 8;
	find_restart(context, bytes, reach);
	while (count > 0) {
		int64_t n = (int64_t)(sizeof chunk / bytes) < count
				    ? (int64_t)(sizeof chunk / bytes)
				    : count;
		if (!read_indices(context, buffer, at, chunk, (size_t)n * bytes))
			break;
		gs_data_add_indices(&range, chunk, bytes, (uint64_t)n,
			reach->has_restart ? reach->restart : UINT64_MAX);
		at += (uint64_t)n * bytes;
		count -= n;
	}
	if (range.least <= range.most)
		reach_vertices(reach, base + (int64_t)range.least,
			(int64_t)(range.most - range.least) + 1);
}

/* One number of an array in memory; 0: unreadable. */
static int32_t number_at(uint64_t address, int64_t i)
{
	int32_t value = 0;
	return address && gs_call_memory_read(&value, address + (uint64_t)i * 4, sizeof value)
		       ? value
		       : 0;
}

/* Each draw of a call that has arrays of them. */
static void reach_multi(const struct gs_draw_rule *rule, const uint64_t *args,
	const struct gs_context *context, struct reach *reach)
{
	bool has_base = gs_draw_has(rule->base_vertex);
	for (int64_t i = 0; i < (int64_t)args[rule->draws]; i++) {
		int32_t count = number_at(args[rule->count], i);
		uint64_t list;
		if (rule->source == GS_DRAW_ARRAYS) {
			reach_vertices(reach, number_at(args[rule->first], i), count);
			continue;
		}
		if (!gs_call_memory_read(
			    &list, args[rule->indices] + (uint64_t)i * sizeof list, sizeof list))
			return;
		reach_elements(context, reach, (uint32_t)args[rule->type], list, count,
			has_base ? number_at(args[rule->base_vertex], i) : 0);
	}
}

static void reach_draw(const struct gs_draw_rule *rule, const uint64_t *args,
	const struct gs_draw_vertices *draw, const struct gs_context *context, struct reach *reach)
{
	reach_instances(reach, draw->base_instance, draw->instances);
	if (rule->source == GS_DRAW_ARRAYS)
		reach_vertices(reach, draw->first, draw->count);
	else
		reach_elements(context, reach, (uint32_t)args[rule->type], draw->indices,
			draw->count, draw->base_vertex);
}

/* Commands in memory or in the bound buffer. */
static void reach_indirect(const struct gs_draw_rule *rule, const struct gs_wire_call *call,
	const struct gs_context *context, struct reach *reach)
{
	uint32_t buffer = gs_call_memory_buffer(context, GL_DRAW_INDIRECT_BUFFER_BINDING);
	uint32_t type = gs_draw_has(rule->type) ? (uint32_t)call->args[rule->type] : 0;
	struct gs_draw_commands commands;
	if (!gs_multi_commands(call, &commands) || commands.n > 1 << 16)
		return;
	for (int32_t i = 0; i < commands.n; i++, commands.at += (uint64_t)commands.stride) {
		uint32_t words[GS_DRAW_COMMAND_WORDS] = {0};
		if (buffer)
			GL(glGetBufferSubData)
		(GL_DRAW_INDIRECT_BUFFER, (GLintptr)commands.at, (GLsizeiptr)commands.size, words);
		else if (!gs_call_memory_read(words, commands.at, commands.size)) return;
		struct gs_draw_vertices draw = gs_data_draw_command(rule, words, type);
		if (draw.count && draw.instances)
			reach_draw(rule, call->args, &draw, context, reach);
	}
}

static bool find_reach(const struct gs_memory_reader *r, const struct gs_context *context,
	struct gs_client_arrays *arrays, struct reach *reach)
{
	const struct gs_draw_rule *rule = gs_data_draw(r->call->function);
	*reach = (struct reach){.least = INT64_MAX, .most = -1, .arrays = arrays};
	if (gs_draw_has(rule->indirect)) {
		reach_indirect(rule, r->call, context, reach);
	} else if (rule->has_arrays) {
		reach_instances(reach, 0, 1);
		reach_multi(rule, r->call->args, context, reach);
	} else {
		struct gs_draw_vertices draw = gs_data_draw_direct(rule, r->call->args);
		reach_draw(rule, r->call->args, &draw, context, reach);
	}
	return reach->most >= 0 && reach->least <= reach->most && reach->any;
}

/* ---- client arrays ---- */

static void find_array(struct gs_client_arrays *arrays, const struct array *array)
{
	if (!array->pointer || arrays->n == MOST_ARRAYS)
		return;
	arrays->list[arrays->n] = *array;
	arrays->list[arrays->n].first = 0;
	arrays->list[arrays->n++].last = -1;
}

static void add_array(
	struct gs_memory_reader *r, const struct array *array, const struct reach *reach)
{
	struct gs_wire_memory entry = {
		.argument = GS_WIRE_VERTICES, .class = GS_CLASS_VOID, .bits = 8};
	int64_t first = reach->least, last = reach->most;
	if (array->divisor) {
		first = array->first;
		last = array->last;
	}
	unsigned each = gs_data_vertex_bytes(array->type, array->components);
	uint64_t stride = array->stride ? array->stride : each;
	if (!each || first < 0 || last < first)
		return;
	uint64_t size = (uint64_t)(last - first) * stride + each;
	entry.kind = GS_WIRE_ELEMENTS;
	entry.count = size;
	entry.size = size < r->limit ? size : r->limit;
	entry.flags = entry.size < size ? GS_WIRE_MEMORY_CUT : 0;
	const uint32_t info[6] = {array->which, array->components, array->type, (uint32_t)stride,
		(uint32_t)first, array->divisor};
	memcpy(entry.info, info, sizeof info);
	if (gs_call_policy.record)
		entry.skip = array->flags | reach->client_unit << 8 |
			     (uint64_t)reach->array_buffer << 32;
	gs_call_memory_put(r, &entry, array->pointer + (uint64_t)first * stride);
}

static uint32_t attribute(GLuint i, GLenum name)
{
	GLint value = 0;
	GL(glGetVertexAttribiv)(i, name, &value);
	return (uint32_t)value;
}

static uint32_t attribute_flags(const struct gs_context *context, GLuint a)
{
	bool integer = context->version >= 30 && attribute(a, GL_VERTEX_ATTRIB_ARRAY_INTEGER);
	bool is_long = !context->es && context->version >= 41 &&
		       attribute(a, GL_VERTEX_ATTRIB_ARRAY_LONG);
	return (attribute(a, GL_VERTEX_ATTRIB_ARRAY_NORMALIZED) ? GS_WIRE_VERTICES_NORMALIZED : 0) |
	       (integer ? GS_WIRE_VERTICES_INTEGER : 0) | (is_long ? GS_WIRE_VERTICES_LONG : 0);
}

static void find_attributes(struct gs_client_arrays *arrays, const struct gs_context *context)
{
	bool divisors = context->version >= (context->es ? 30u : 33u);
	GLint n = gs_call_memory_integer(GL_MAX_VERTEX_ATTRIBS);
	for (GLint i = 0; i < n; i++) {
		GLuint a = (GLuint)i;
		void *pointer = NULL;
		if (!attribute(a, GL_VERTEX_ATTRIB_ARRAY_ENABLED))
			continue;
		if (attribute(a, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING)) {
			arrays->has_buffers = true;
			continue;
		}
		GL(glGetVertexAttribPointerv)(a, GL_VERTEX_ATTRIB_ARRAY_POINTER, &pointer);
		const struct array array = {a, attribute(a, GL_VERTEX_ATTRIB_ARRAY_SIZE),
			attribute(a, GL_VERTEX_ATTRIB_ARRAY_TYPE),
			attribute(a, GL_VERTEX_ATTRIB_ARRAY_STRIDE),
			divisors ? attribute(a, GL_VERTEX_ATTRIB_ARRAY_DIVISOR) : 0,
			gs_call_policy.record ? attribute_flags(context, a) : 0,
			(uint64_t)(uintptr_t)pointer};
		find_array(arrays, &array);
	}
}

struct named_array {
	GLenum array, size, type, stride, pointer, buffer;
	uint8_t components; /* where size is 0 */
	bool es;	    /* ES 1 has it */
	GLenum fixed_type;  /* where type is 0 */
	unsigned since;	    /* OpenGL version */
};
enum { ES_ALONE = 1000 };

static const struct named_array named_arrays[] = {
	{GL_VERTEX_ARRAY, GL_VERTEX_ARRAY_SIZE, GL_VERTEX_ARRAY_TYPE, GL_VERTEX_ARRAY_STRIDE,
		GL_VERTEX_ARRAY_POINTER, GL_VERTEX_ARRAY_BUFFER_BINDING, 0, true, 0, 11},
	{GL_NORMAL_ARRAY, 0, GL_NORMAL_ARRAY_TYPE, GL_NORMAL_ARRAY_STRIDE, GL_NORMAL_ARRAY_POINTER,
		GL_NORMAL_ARRAY_BUFFER_BINDING, 3, true, 0, 11},
	{GL_COLOR_ARRAY, GL_COLOR_ARRAY_SIZE, GL_COLOR_ARRAY_TYPE, GL_COLOR_ARRAY_STRIDE,
		GL_COLOR_ARRAY_POINTER, GL_COLOR_ARRAY_BUFFER_BINDING, 0, true, 0, 11},
	{GL_INDEX_ARRAY, 0, GL_INDEX_ARRAY_TYPE, GL_INDEX_ARRAY_STRIDE, GL_INDEX_ARRAY_POINTER,
		GL_INDEX_ARRAY_BUFFER_BINDING, 1, false, 0, 11},
	{GL_EDGE_FLAG_ARRAY, 0, 0, GL_EDGE_FLAG_ARRAY_STRIDE, GL_EDGE_FLAG_ARRAY_POINTER,
		GL_EDGE_FLAG_ARRAY_BUFFER_BINDING, 1, false, GL_UNSIGNED_BYTE, 11},
	{GL_SECONDARY_COLOR_ARRAY, GL_SECONDARY_COLOR_ARRAY_SIZE, GL_SECONDARY_COLOR_ARRAY_TYPE,
		GL_SECONDARY_COLOR_ARRAY_STRIDE, GL_SECONDARY_COLOR_ARRAY_POINTER,
		GL_SECONDARY_COLOR_ARRAY_BUFFER_BINDING, 0, false, 0, 14},
	{GL_FOG_COORD_ARRAY, 0, GL_FOG_COORD_ARRAY_TYPE, GL_FOG_COORD_ARRAY_STRIDE,
		GL_FOG_COORD_ARRAY_POINTER, GL_FOG_COORD_ARRAY_BUFFER_BINDING, 1, false, 0, 14},
	/* GL_POINT_SIZE_ARRAY_OES and so on, of headers of OpenGL ES 1 */
	{GL_POINT_SIZE_ARRAY_OES, 0, GL_POINT_SIZE_ARRAY_TYPE_OES, GL_POINT_SIZE_ARRAY_STRIDE_OES,
		GL_POINT_SIZE_ARRAY_POINTER_OES, GL_POINT_SIZE_ARRAY_BUFFER_BINDING_OES, 1, true, 0,
		ES_ALONE},
};
static const struct named_array coordinates = {GL_TEXTURE_COORD_ARRAY, GL_TEXTURE_COORD_ARRAY_SIZE,
	GL_TEXTURE_COORD_ARRAY_TYPE, GL_TEXTURE_COORD_ARRAY_STRIDE, GL_TEXTURE_COORD_ARRAY_POINTER,
	GL_TEXTURE_COORD_ARRAY_BUFFER_BINDING, 0, true, 0, 11};

bool gs_call_memory_is_offset(const struct gs_context *context, int32_t buffer, const void *pointer)
{
	enum { LEAST_ADDRESS = 1 << 16 };
	GLint64 size = 0;
	if (!buffer || (uintptr_t)pointer < LEAST_ADDRESS || context->es || context->version < 45)
		return buffer;
	GL(glGetNamedBufferParameteri64v)((GLuint)buffer, GL_BUFFER_SIZE, &size);
	return (uintptr_t)pointer <= (uint64_t)size;
}

static void find_named_array(struct gs_client_arrays *arrays, const struct gs_context *context,
	const struct named_array *named, uint32_t which)
{
	void *pointer = NULL;
	bool buffers = context->version >= (context->es ? 11u : 15u);
	if (!GL(glIsEnabled)(named->array))
		return;
	int32_t buffer = buffers ? gs_call_memory_integer(named->buffer) : 0;
	GL(glGetPointerv)(named->pointer, &pointer);
	if (gs_call_memory_is_offset(context, buffer, pointer)) {
		arrays->has_buffers = true;
		return;
	}
	const struct array array = {which,
		named->size ? (uint32_t)gs_call_memory_integer(named->size) : named->components,
		named->type ? (uint32_t)gs_call_memory_integer(named->type) : named->fixed_type,
		(uint32_t)gs_call_memory_integer(named->stride), 0, 0,
		(uint64_t)(uintptr_t)pointer};
	find_array(arrays, &array);
}

static void find_named_arrays(struct gs_client_arrays *arrays, const struct gs_context *context)
{
	for (size_t i = 0; i < sizeof named_arrays / sizeof *named_arrays; i++) {
		const struct named_array *named = &named_arrays[i];
		if (context->es ? named->es : context->version >= named->since)
			find_named_array(arrays, context, named, named->array);
	}
	if (!context->es && context->version < 13)
		return find_named_array(arrays, context, &coordinates, GL_TEXTURE0);
	GLint active = gs_call_memory_integer(GL_CLIENT_ACTIVE_TEXTURE);
	GLint n = gs_call_memory_integer(context->es || context->version < 20
						 ? GL_MAX_TEXTURE_UNITS
						 : GL_MAX_TEXTURE_COORDS);
	for (GLint i = 0; i < n; i++) {
		GL(glClientActiveTexture)(GL_TEXTURE0 + (GLenum)i);
		find_named_array(arrays, context, &coordinates, GL_TEXTURE0 + (uint32_t)i);
	}
	GL(glClientActiveTexture)((GLenum)active);
}

/* What a recording needs besides, to set the arrays and leave all as it was. */
static void note_bindings(struct reach *reach, const struct gs_context *context, bool named)
{
	reach->array_buffer = gs_call_memory_buffer(context, GL_ARRAY_BUFFER_BINDING);
	if (named && (context->es || context->version >= 13))
		reach->client_unit = (uint32_t)gs_call_memory_integer(GL_CLIENT_ACTIVE_TEXTURE) -
				     GL_TEXTURE0;
}

static bool has_named(const struct gs_context *context)
{
	return context->es ? context->version < 20 : context->compatibility;
}

static void find_arrays(struct gs_client_arrays *arrays, const struct gs_context *context)
{
	arrays->n = 0;
	arrays->has_buffers = false;
	if (context->core)
		return;
	if (has_named(context))
		find_named_arrays(arrays, context);
	if (context->version >= 20)
		find_attributes(arrays, context);
}

static void add_arrays(struct gs_memory_reader *r, const struct gs_client_arrays *arrays,
	const struct reach *reach)
{
	for (unsigned i = 0; i < arrays->n; i++)
		add_array(r, &arrays->list[i], reach);
}

static void add_client_arrays(struct gs_memory_reader *r, const struct gs_context *context)
{
	struct reach reach;
	struct gs_client_arrays arrays;
	if (context->core)
		return;
	find_arrays(&arrays, context);
	if (!arrays.n || !find_reach(r, context, &arrays, &reach))
		return;
	if (gs_call_policy.record)
		note_bindings(&reach, context, has_named(context));
	add_arrays(r, &arrays, &reach);
}

/* ---- glArrayElement ---- */

/* In a block nothing can be asked: where the arrays were when it began. */
static struct gs_client_arrays *block_arrays(struct gs_thread *thread)
{
	if (!thread->block_arrays)
		thread->block_arrays = calloc(1, sizeof(struct gs_client_arrays));
	return thread->block_arrays;
}

static bool enables_arrays(unsigned function)
{
	/* ARRAY: of one that was in a buffer */
	const uint64_t kinds = GS_KIND_ENABLES_ARRAY | GS_KIND_ARRAY;
	unsigned plain = gs_data_plain(function);
	return gs_data_kinds(function) & kinds || plain == GS_FN_glPopClientAttrib ||
	       plain == GS_FN_glBindVertexArray;
}

static bool is_array_element(unsigned function)
{
	return function == GS_FN_glArrayElement || function == GS_FN_glArrayElementEXT;
}

static void find_elements(struct gs_client_arrays *arrays, const struct gs_context *context)
{
	struct reach reach;
	arrays->has_restart = false;
	find_arrays(arrays, context);
	if (!arrays->n)
		return;
	if (!context->es && context->version >= 13)
		arrays->client_unit = (uint32_t)gs_call_memory_integer(GL_CLIENT_ACTIVE_TEXTURE) -
				      GL_TEXTURE0;
	for (unsigned i = 0; arrays->has_buffers && i < arrays->n; i++)
		arrays->list[i].flags |= GS_WIRE_VERTICES_ASIDE;
	find_restart(context, sizeof arrays->restart, &reach);
	arrays->has_restart = reach.has_restart;
	arrays->restart = (uint32_t)reach.restart;
}

static bool are_both_kinds(const struct gs_client_arrays *arrays)
{
	return gs_call_policy.record && arrays->n && arrays->has_buffers;
}

static void add_aside(struct gs_memory_reader *r, const struct gs_client_arrays *arrays)
{
	uint32_t said[1 + MOST_ARRAYS] = {arrays->client_unit};
	for (unsigned i = 0; i < arrays->n; i++)
		said[1 + i] = arrays->list[i].which;
	gs_call_memory_add_bytes(r, GS_WIRE_ASIDE, said, (1 + arrays->n) * sizeof *said);
}

static void begin_block(struct gs_memory_reader *r, struct gs_context *context)
{
	struct gs_thread *thread = r->thread;
	if (thread->block_arrays)
		thread->block_arrays->n = 0;
	if (context->without_arrays)
		return;
	struct gs_client_arrays *arrays = block_arrays(thread);
	if (!arrays)
		return;
	find_elements(arrays, context);
	context->without_arrays = !arrays->n;
	arrays->is_open = are_both_kinds(arrays);
	if (arrays->is_open)
		add_aside(r, arrays);
}

static void end_block(struct gs_memory_reader *r)
{
	struct gs_client_arrays *arrays = r->thread->block_arrays;
	if (arrays && arrays->is_open)
		add_aside(r, arrays);
	if (arrays)
		arrays->is_open = false;
}

static void add_array_element(struct gs_memory_reader *r)
{
	int32_t element = (int32_t)r->call->args[0];
	struct gs_memory_question asked;
	struct gs_client_arrays *arrays = block_arrays(r->thread);
	struct reach reach = {.least = element, .most = element, .arrays = arrays};
	if (!arrays)
		return;
	if (gs_memory_question_begin(r, &asked)) { /* outside of a block */
		find_elements(arrays, asked.context);
		gs_memory_question_end(&asked);
		if (!arrays->is_open && are_both_kinds(arrays))
			add_aside(r, arrays);
	}
	if (arrays->has_restart && arrays->restart == (uint32_t)element) /* it reads no array */
		return;
	reach_instances(&reach, 0, 1);
	add_arrays(r, arrays, &reach);
}

/* Calls that take part in the above. */
static bool concerns_elements(unsigned function)
{
	return function == GS_FN_glBegin || function == GS_FN_glEnd || is_array_element(function) ||
	       enables_arrays(function);
}

static void look_at_elements(struct gs_memory_reader *r)
{
	struct gs_memory_question asked;
	unsigned function = r->call->function;
	struct gs_context *context = gs_context_current(r->thread);
	if (is_array_element(function)) {
		if (context && gs_persistent_any()) /* it asks GL for nothing */
			gs_persistent_add(r, context);
		add_array_element(r);
	} else if (function == GS_FN_glEnd) {
		end_block(r);
	} else if (function != GS_FN_glBegin) {
		if (context)
			context->without_arrays = false;
	} else if (gs_memory_question_begin(r, &asked)) {
		begin_block(r, asked.context);
		gs_memory_question_end(&asked);
	}
}

/* ---- mapped buffers ---- */

struct mapping {
	uint32_t name;	      /* the buffer's, or a target */
	bool by_name, is_ext; /* likewise, of EXT_direct_state_access */
	bool flush;
};

struct mapped_range {
	const uint8_t *at;
	GLint64 offset, length; /* in the buffer */
	bool written;		/* by the program, and GL's from now on */
	bool is_sure;		/* no longer than the map is */
};

static bool gives_back(unsigned function)
{
	return gs_data_kinds(function) & (GS_KIND_UNMAPS | GS_KIND_FLUSHES_MAPPED);
}

static struct mapping mapping_of(const struct gs_memory_reader *r)
{
	unsigned function = r->call->function;
	return (struct mapping){.name = (uint32_t)gs_call_memory_argument(r, 0),
		.by_name = gs_data_names_buffer(function),
		.is_ext = function == GS_FN_glUnmapNamedBufferEXT ||
			  function == GS_FN_glFlushMappedNamedBufferRangeEXT,
		.flush = gs_data_kinds(function) & GS_KIND_FLUSHES_MAPPED};
}

static GLint64 buffer_parameter(const struct mapping *mapping, GLenum name)
{
	GLint64 value = 0;
	if (mapping->by_name)
		GL(glGetNamedBufferParameteri64v)(mapping->name, name, &value);
	else
		GL(glGetBufferParameteri64v)(mapping->name, name, &value);
	return value;
}

/* What the program writes is GL's from this call on. */
static bool gives_written(const struct mapping *mapping, GLint64 access)
{
	return (access & GL_MAP_WRITE_BIT) &&
	       (mapping->flush || !(access & GL_MAP_FLUSH_EXPLICIT_BIT));
}

static GLint old_parameter(const struct mapping *mapping, GLenum name, GLint unknown)
{
	GLint value = unknown;
	if (mapping->is_ext)
		GL(glGetNamedBufferParameterivEXT)(mapping->name, name, &value);
	else if (mapping->by_name)
		GL(glGetNamedBufferParameteriv)(mapping->name, name, &value);
	else
		GL(glGetBufferParameteriv)(mapping->name, name, &value);
	return value;
}

/* Contexts that are older have maps of whole buffers, or an extension for the rest, which may be
 * unable to say what is mapped. */
static void find_old_range(const struct mapping *mapping, struct mapped_range *range)
{
	range->length = old_parameter(mapping, GL_BUFFER_MAP_LENGTH, -1);
	range->is_sure = range->length >= 0;
	if (range->is_sure) {
		range->offset = old_parameter(mapping, GL_BUFFER_MAP_OFFSET, 0);
		range->written = gives_written(
			mapping, old_parameter(mapping, GL_BUFFER_ACCESS_FLAGS, 0));
		return;
	}
	range->length = old_parameter(mapping, GL_BUFFER_SIZE, 0);
	range->written = old_parameter(mapping, GL_BUFFER_ACCESS, 0) != GL_READ_ONLY;
}

/* The range that the program has mapped; false: there is none, or it is told otherwise. */
static bool find_mapped(
	const struct gs_context *context, const struct mapping *mapping, struct mapped_range *range)
{
	void *pointer = NULL;
	if (mapping->is_ext)
		GL(glGetNamedBufferPointervEXT)(mapping->name, GL_BUFFER_MAP_POINTER, &pointer);
	else if (mapping->by_name)
		GL(glGetNamedBufferPointerv)(mapping->name, GL_BUFFER_MAP_POINTER, &pointer);
	else
		GL(glGetBufferPointerv)(mapping->name, GL_BUFFER_MAP_POINTER, &pointer);
	if (!pointer ||
		(gs_persistent_any() && gs_persistent_has(context->group, (uintptr_t)pointer)))
		return false;
	*range = (struct mapped_range){.at = pointer, .is_sure = true};
	if (context->es ? context->version < 30 : context->version < 32) {
		find_old_range(mapping, range);
		return true;
	}
	range->offset = buffer_parameter(mapping, GL_BUFFER_MAP_OFFSET);
	range->length = buffer_parameter(mapping, GL_BUFFER_MAP_LENGTH);
	range->written = gives_written(mapping, buffer_parameter(mapping, GL_BUFFER_ACCESS_FLAGS));
	return true;
}

/* The part of the map that the call flushes; false: GL refuses it. */
static bool take_flushed(const struct gs_memory_reader *r, struct mapped_range *range)
{
	uint64_t from = gs_call_memory_argument(r, 1), size = gs_call_memory_argument(r, 2);
	uint64_t length = (uint64_t)range->length;
	if (from > length || size > length - from || !size)
		return false;
	range->at += from;
	range->offset += (GLint64)from;
	range->length = (GLint64)size;
	return true;
}

static void add_mapping(
	struct gs_memory_reader *r, const struct gs_context *context, const struct mapping *mapping)
{
	struct gs_wire_memory entry = {
		.argument = GS_WIRE_MAPPED, .class = GS_CLASS_VOID, .bits = 8};
	struct mapped_range range;
	if (!find_mapped(context, mapping, &range) || !range.written || range.length < 1 ||
		(mapping->flush && !take_flushed(r, &range)))
		return;
	entry.info[0] = mapping->by_name ? mapping->name : 0;
	entry.info[1] = mapping->by_name ? 0 : mapping->name;
	entry.info[2] = (uint32_t)range.offset;
	entry.info[3] = (uint32_t)(range.offset >> 32);
	uint64_t address = (uintptr_t)range.at, length = (uint64_t)range.length;
	if (gs_call_policy.record)
		entry.skip = address;
	if (range.is_sure)
		gs_call_memory_add_readable(r, &entry, range.at, length);
	else
		gs_call_memory_add_elements(r, &entry, address, length, 1);
}

/* Bindless draws have addresses in their commands. */
static bool reads_client_arrays(unsigned function)
{
	const struct gs_draw_rule *rule = gs_data_draw(function);
	return gs_draw_is_of_vertices(rule) && !rule->is_bindless;
}

/* ---- what is done for which calls ---- */

enum part {
	FOUND = 1 << 0, /* the others were looked for */
	READS_ARRAYS = 1 << 1,
	GIVES_BACK = 1 << 2,
	SYNCHRONIZES = 1 << 3,
	CONCERNS_ELEMENTS = 1 << 4,
};

static unsigned find_parts(unsigned function)
{
	return FOUND | (reads_client_arrays(function) ? READS_ARRAYS : 0) |
	       (gives_back(function) ? GIVES_BACK : 0) |
	       (gs_persistent_synchronizes(function) ? SYNCHRONIZES : 0) |
	       (concerns_elements(function) ? CONCERNS_ELEMENTS : 0);
}

/* By names, which are compared once. */
static unsigned parts_of(unsigned function)
{
	static uint8_t known[GS_N_FUNCTIONS];
	unsigned parts = __atomic_load_n(&known[function], __ATOMIC_RELAXED);
	if (!parts) {
		parts = find_parts(function);
		__atomic_store_n(&known[function], (uint8_t)parts, __ATOMIC_RELAXED);
	}
	return parts & ~(unsigned)FOUND;
}

bool gs_call_memory_has_memory(unsigned function)
{
	return parts_of(function);
}

void gs_call_memory_add_memory(struct gs_memory_reader *r)
{
	struct gs_memory_question asked;
	unsigned parts = parts_of(r->call->function);
	if (parts & CONCERNS_ELEMENTS)
		return look_at_elements(r);
	if (!gs_persistent_any())
		parts &= ~(unsigned)SYNCHRONIZES;
	if (!parts || !gs_memory_question_begin(r, &asked))
		return;
	if (parts & SYNCHRONIZES)
		gs_persistent_add(r, asked.context);
	if (parts & READS_ARRAYS) {
		add_client_arrays(r, asked.context);
	} else if (parts & GIVES_BACK) {
		const struct mapping mapping = mapping_of(r);
		add_mapping(r, asked.context, &mapping);
	}
	gs_memory_question_end(&asked);
}

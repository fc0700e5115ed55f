/* SPDX-License-Identifier: MIT */
/* Calls on buffers, and on vertex arrays that take vertices from buffers. */
#include <GL/gl.h>
#include <GL/glext.h>
#include <string.h>
#include "effects/private.h"

static struct gs_object *buffer_of(struct gs_effects *effects, const struct gs_effects_call *c)
{
	return gs_named_or_bound(effects, c, GS_OBJECT_BUFFER, "buffer");
}

static void act_bind_buffer(struct gs_effects *effects, const struct gs_effects_call *c)
{
	uint32_t node;
	struct gs_object *owner = gs_buffer_binding(effects, c, gs_effects_argument(c, 0), &node);
	gs_effects_bind(effects, owner, node,
		gs_effects_object(
			effects, c->context, GS_OBJECT_BUFFER, gs_effects_argument(c, 1)));
}

/* A range of bytes; size 0: to the end of the buffer. */
struct part {
	uint64_t first, size;
};

static void bind_part(struct gs_effects *effects, struct gs_object *owner, uint32_t node,
	struct gs_object *buffer, const struct part *part)
{
	gs_effects_bind(effects, owner, node, buffer);
	if (effects->state)
		gs_state_note_extent(effects, node, part->first, part->size);
}

static void bind_index(struct gs_effects *effects, const struct gs_effects_call *c, uint64_t index,
	struct gs_object *buffer, const struct part *part)
{
	uint64_t target = gs_effects_argument(c, 0);
	struct gs_object *owner = &c->context->object;
	uint32_t node = 0;
	if (target == GL_TRANSFORM_FEEDBACK_BUFFER) {
		owner = gs_bound(effects, c, GS_OBJECT_FEEDBACK, 0);
		node = gs_object_index(effects, owner, GS_SLOT_BUFFER_BINDING, index);
	} else {
		node = gs_nodes_child(effects->nodes,
			gs_object_index(effects, owner, GS_SLOT_BUFFER_BINDING, target),
			(uint32_t)index, false);
	}
	bind_part(effects, owner, node, buffer, part);
}

static void act_bind_buffer_index(struct gs_effects *effects, const struct gs_effects_call *c)
{
	const struct part part = {gs_effects_named(c, "offset"), gs_effects_named(c, "size")};
	struct gs_object *buffer = gs_effects_object(
		effects, c->context, GS_OBJECT_BUFFER, gs_effects_argument(c, 2));
	uint32_t node;
	struct gs_object *owner = gs_buffer_binding(effects, c, gs_effects_argument(c, 0), &node);
	bind_index(effects, c, gs_effects_argument(c, 1), buffer, &part);
	gs_effects_bind(effects, owner, node, buffer);
}

static uint64_t item_of(const struct gs_trace_value *array, uint64_t i)
{
	return array && i < array->n ? gs_effects_number(&array->items[i]) : 0;
}

static void act_bind_buffers(struct gs_effects *effects, const struct gs_effects_call *c)
{
	const struct gs_trace_value *array = gs_effects_array(c, "buffers"),
				    *offsets = gs_effects_array(c, "offsets"),
				    *sizes = gs_effects_array(c, "sizes");
	uint64_t first = gs_effects_argument(c, 1), n = gs_effects_argument(c, 2);
	for (uint64_t i = 0; i < MIN(n, 1024); i++) {
		const struct part part = {item_of(offsets, i), item_of(sizes, i)};
		bind_index(effects, c, first + i,
			gs_effects_object(effects, c->context, GS_OBJECT_BUFFER, item_of(array, i)),
			&part);
	}
}

static void act_bind_feedback_buffer(struct gs_effects *effects, const struct gs_effects_call *c)
{
	const struct part part = {gs_effects_named(c, "offset"), gs_effects_named(c, "size")};
	struct gs_object *feedback = gs_effects_object(
		effects, c->context, GS_OBJECT_FEEDBACK, gs_effects_named(c, "xfb"));
	gs_read_being(effects, feedback);
	bind_part(effects, feedback,
		gs_object_index(
			effects, feedback, GS_SLOT_BUFFER_BINDING, gs_effects_named(c, "index")),
		gs_effects_object(
			effects, c->context, GS_OBJECT_BUFFER, gs_effects_named(c, "buffer")),
		&part);
}

static void act_buffer_data(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_object *buffer = buffer_of(effects, c);
	if (!buffer)
		return;
	buffer->buffer.size = gs_effects_named(c, "size");
	gs_log_part(effects, GS_ACCESS_SET, buffer, GS_SLOT_STORAGE);
	gs_log_part(effects, GS_ACCESS_SET, buffer, GS_SLOT_DATA);
}

static void read_storage(struct gs_effects *effects, const struct gs_object *buffer)
{
	gs_log_part(effects, GS_ACCESS_READ, buffer, GS_SLOT_STORAGE);
}

void gs_buffer_write(
	struct gs_effects *effects, const struct gs_object *buffer, uint64_t first, uint64_t size)
{
	gs_read_being(effects, buffer);
	read_storage(effects, buffer);
	gs_effects_log_range(effects, GS_ACCESS_ADD_RANGE,
		gs_object_part(effects, buffer, GS_SLOT_DATA), first, size);
}

static void act_buffer_sub_data(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_object *buffer = buffer_of(effects, c);
	if (!buffer)
		return;
	read_storage(effects, buffer);
	gs_effects_log_range(effects, GS_ACCESS_SET_RANGE,
		gs_object_part(effects, buffer, GS_SLOT_DATA), gs_effects_named(c, "offset"),
		gs_effects_named(c, "size"));
}

static void act_copy_buffer(struct gs_effects *effects, const struct gs_effects_call *c)
{
	bool is_named = gs_effects_has(c, "readBuffer");
	struct gs_object *from = is_named ? gs_effects_object(effects, c->context, GS_OBJECT_BUFFER,
						    gs_effects_named(c, "readBuffer"))
					  : gs_bound(effects, c, GS_OBJECT_BUFFER,
						    gs_effects_named(c, "readTarget"));
	struct gs_object *to = is_named ? gs_effects_object(effects, c->context, GS_OBJECT_BUFFER,
						  gs_effects_named(c, "writeBuffer"))
					: gs_bound(effects, c, GS_OBJECT_BUFFER,
						  gs_effects_named(c, "writeTarget"));
	uint64_t size = gs_effects_named(c, "size");
	if (!from || !to)
		return;
	read_storage(effects, from);
	read_storage(effects, to);
	gs_effects_log_range(effects, GS_ACCESS_READ_RANGE,
		gs_object_part(effects, from, GS_SLOT_DATA), gs_effects_named(c, "readOffset"),
		size);
	gs_effects_log_range(effects, GS_ACCESS_SET_RANGE,
		gs_object_part(effects, to, GS_SLOT_DATA), gs_effects_named(c, "writeOffset"),
		size);
}

static void act_map(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_object *buffer = buffer_of(effects, c);
	bool is_range = gs_effects_has(c, "offset");
	if (!buffer)
		return;
	read_storage(effects, buffer);
	gs_log_part(effects, GS_ACCESS_SET, buffer, GS_SLOT_MAP);
	gs_memory_map(effects, c, buffer, gs_effects_number(&c->call->result),
		is_range ? gs_effects_named(c, "offset") : 0,
		is_range ? gs_effects_named(c, "length") : buffer->buffer.size);
}

static void act_unmap(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_object *buffer = buffer_of(effects, c);
	if (!buffer)
		return;
	gs_log_part(effects, GS_ACCESS_READ, buffer, GS_SLOT_MAP);
	gs_log_part(effects, GS_ACCESS_FORGET, buffer, GS_SLOT_MAP);
	gs_memory_unmap(effects, c, buffer);
}

static void act_flush_map(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_object *buffer = buffer_of(effects, c);
	if (!buffer)
		return;
	gs_log_part(effects, GS_ACCESS_READ, buffer, GS_SLOT_MAP);
	gs_log_part(effects, GS_ACCESS_ADD, buffer, GS_SLOT_DATA);
}

/* ---- vertex arrays ---- */

/* Return the buffer bound to GL_ARRAY_BUFFER, or else the program's memory at the call's last
 * argument; NULL: not known. */
static struct gs_object *source_of(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_object *buffer = gs_bound(effects, c, GS_OBJECT_BUFFER, GL_ARRAY_BUFFER);
	unsigned last = c->call->function->n_args;
	if (buffer || !last)
		return buffer;
	return c->call->args[last - 1].class == GS_TRACE_POINTER
		       ? gs_memory_object(effects, c->call->args[last - 1].uint)
		       : NULL;
}

static void act_attribute_pointer(struct gs_effects *effects, const struct gs_effects_call *c)
{
	static const unsigned slots[] = {GS_SLOT_FORMAT, GS_SLOT_ATTRIBUTE_BINDING};
	struct gs_object *array = gs_bound(effects, c, GS_OBJECT_VERTEX_ARRAY, 0);
	struct gs_object *source = source_of(effects, c);
	uint64_t index = gs_effects_argument(c, 0);
	gs_read_being(effects, array);
	for (size_t i = 0; i < G_N_ELEMENTS(slots); i++)
		gs_effects_log(
			effects, GS_ACCESS_SET, gs_object_index(effects, array, slots[i], index));
	gs_effects_bind(
		effects, array, gs_object_index(effects, array, GS_SLOT_BINDING, index), source);
}

/* Set several bindings of a vertex array; a NULL array of buffers removes their buffers. */
static void act_bind_vertex_buffers(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_object *array = gs_named_or_bound(effects, c, GS_OBJECT_VERTEX_ARRAY, "vaobj");
	const struct gs_trace_value *buffers = gs_effects_array(c, "buffers");
	uint64_t first = gs_effects_named(c, "first"), n = gs_effects_named(c, "count");
	for (uint64_t i = 0; i < MIN(n, 1024); i++)
		gs_effects_bind(effects, array,
			gs_object_index(effects, array, GS_SLOT_BINDING, first + i),
			buffers && i < buffers->n
				? gs_effects_object(effects, c->context, GS_OBJECT_BUFFER,
					  gs_effects_number(&buffers->items[i]))
				: NULL);
}

/* Return whether the function sets an array of texture coordinates, of which each unit has one. */
static bool is_of_coordinates(unsigned function)
{
	switch (function) {
	case GS_FN_glTexCoordPointer:
	case GS_FN_glTexCoordPointerEXT:
	case GS_FN_glTexCoordPointerListIBM:
	case GS_FN_glTexCoordPointervINTEL:
	case GS_FN_glMultiTexCoordPointerEXT:
		return true;
	default:
		return false;
	}
}

static void act_pointer(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_object *array = gs_bound(effects, c, GS_OBJECT_VERTEX_ARRAY, 0);
	struct gs_object *source = source_of(effects, c);
	uint32_t node = gs_object_index(effects, array, GS_SLOT_POINTER, c->recipe->number);
	gs_read_being(effects, array);
	if (is_of_coordinates(c->recipe->number)) {
		gs_read_state(effects, c, GS_SLOT_CLIENT_ACTIVE_TEXTURE);
		node = gs_nodes_child(
			effects->nodes, node, (uint32_t)c->context->client_unit, false);
	}
	gs_effects_bind(effects, array, node, source);
}

static void act_client_state(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_object *array = gs_bound(effects, c, GS_OBJECT_VERTEX_ARRAY, 0);
	uint64_t name = gs_effects_argument(c, 0);
	uint32_t node = gs_object_index(effects, array, GS_SLOT_ENABLE, name);
	if (name == GL_TEXTURE_COORD_ARRAY) {
		gs_read_state(effects, c, GS_SLOT_CLIENT_ACTIVE_TEXTURE);
		node = gs_nodes_child(
			effects->nodes, node, (uint32_t)c->context->client_unit, false);
	}
	gs_read_being(effects, array);
	gs_effects_log(effects, GS_ACCESS_SET, node);
}

void gs_add_buffer_acts(gs_effects_act *acts)
{
	acts[GS_ACT_BIND_BUFFER] = act_bind_buffer;
	acts[GS_ACT_BIND_BUFFER_INDEX] = act_bind_buffer_index;
	acts[GS_ACT_BIND_BUFFERS] = act_bind_buffers;
	acts[GS_ACT_BIND_FEEDBACK_BUFFER] = act_bind_feedback_buffer;
	acts[GS_ACT_BUFFER_DATA] = act_buffer_data;
	acts[GS_ACT_BUFFER_SUB_DATA] = act_buffer_sub_data;
	acts[GS_ACT_COPY_BUFFER] = act_copy_buffer;
	acts[GS_ACT_MAP] = act_map;
	acts[GS_ACT_UNMAP] = act_unmap;
	acts[GS_ACT_FLUSH_MAP] = act_flush_map;
	acts[GS_ACT_ATTRIBUTE_POINTER] = act_attribute_pointer;
	acts[GS_ACT_BIND_VERTEX_BUFFERS] = act_bind_vertex_buffers;
	acts[GS_ACT_POINTER] = act_pointer;
	acts[GS_ACT_CLIENT_STATE] = act_client_state;
}

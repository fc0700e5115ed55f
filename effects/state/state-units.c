/* SPDX-License-Identifier: MIT */
/* State of image units and vertex buffer bindings that calls set and no rule covers. */
#include <GL/gl.h>
#include <GL/glext.h>
#include "effects/state/state-private.h"
#include "data/pointee.h"

bool gs_state_is_layered(uint64_t target)
{
	switch (target) {
	case GL_TEXTURE_3D:
	case GL_TEXTURE_CUBE_MAP:
	case GL_TEXTURE_1D_ARRAY:
	case GL_TEXTURE_2D_ARRAY:
	case GL_TEXTURE_CUBE_MAP_ARRAY:
	case GL_TEXTURE_2D_MULTISAMPLE_ARRAY:
		return true;
	default:
		return false;
	}
}

/* Set the unit's state as glBindImageTextures does (OpenGL 4.6, section 8.26). */
static void bind_image(struct gs_effects *effects, const struct gs_effects_call *c, uint32_t unit,
	const struct gs_object *texture)
{
	const struct {
		uint32_t name;
		double value;
	} values[] = {{GL_IMAGE_BINDING_LEVEL, 0}, {GL_IMAGE_BINDING_LAYER, 0},
		{GL_IMAGE_BINDING_LAYERED, gs_state_is_layered(texture->texture.target)},
		{GL_IMAGE_BINDING_ACCESS, GL_READ_WRITE},
		{GL_IMAGE_BINDING_FORMAT, texture->texture.format}};
	for (size_t i = 0; i < G_N_ELEMENTS(values); i++) {
		const struct gs_state_setting setting = {
			GS_SCOPE_IMAGE, values[i].name, unit, c->call->number};
		bool is_known = values[i].name != GL_IMAGE_BINDING_FORMAT || values[i].value != 0;
		gs_state_set(
			effects, &c->context->object, &setting, is_known ? &values[i].value : NULL);
	}
}

void gs_state_bind_images(struct gs_effects *effects, const struct gs_effects_call *c)
{
	const struct gs_trace_value *textures = gs_effects_array(c, "textures");
	uint64_t first = gs_effects_argument(c, 0);
	for (uint32_t i = 0; textures && i < textures->n && i < GS_EFFECTS_UNITS; i++) {
		const struct gs_object *texture = gs_effects_object(effects, c->context,
			GS_OBJECT_TEXTURE, gs_effects_number(&textures->items[i]));
		if (texture)
			bind_image(effects, c, (uint32_t)first + i, texture);
	}
}

/* ---- vertex arrays ---- */

static void bind_vertices(struct gs_effects *effects, struct gs_object *array,
	struct gs_state_setting setting, const double *offset, const double *stride)
{
	setting.scope = GS_SCOPE_VERTEX_BINDING;
	setting.name = GL_VERTEX_BINDING_OFFSET;
	gs_state_set(effects, array, &setting, offset);
	setting.name = GL_VERTEX_BINDING_STRIDE;
	gs_state_set(effects, array, &setting, stride);
}

/* Bind vertex buffers. Without an array of buffers the bindings lose theirs, and get the initial
 * stride and offset (OpenGL 4.6, section 10.3.2). */
void gs_state_bind_vertex_buffers(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_object *array = gs_effects_has(c, "vaobj")
					  ? gs_effects_object(effects, c->context,
						    GS_OBJECT_VERTEX_ARRAY,
						    gs_effects_named(c, "vaobj"))
					  : gs_effects_vertex_array(effects, c->context);
	const struct gs_trace_value *buffers = gs_effects_array(c, "buffers"),
				    *offsets = gs_effects_array(c, "offsets"),
				    *strides = gs_effects_array(c, "strides");
	uint64_t first = gs_effects_named(c, "first"), n = gs_effects_named(c, "count");
	for (uint64_t i = 0; i < MIN(n, GS_EFFECTS_UNITS); i++) {
		const struct gs_state_setting setting = {
			.index = (uint32_t)(first + i), .call = c->call->number};
		double offset = 0, stride = 16;
		bool has_numbers = !buffers ||
				   (offsets && i < offsets->n && strides && i < strides->n);
		if (buffers && has_numbers) {
			offset = gs_effects_real(&offsets->items[i]);
			stride = gs_effects_real(&strides->items[i]);
		}
		bind_vertices(effects, array, setting, has_numbers ? &offset : NULL,
			has_numbers ? &stride : NULL);
	}
}

void gs_state_point_attribute(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_object *context = &c->context->object;
	unsigned last = c->call->function->n_args;
	const struct gs_state_setting setting = {
		.index = (uint32_t)gs_effects_named(c, "index"), .call = c->call->number};
	/* Without a buffer the pointer is an address, which differs in a player. */
	bool has_buffer = gs_effects_referred(
		context, gs_object_index(effects, context, GS_SLOT_ARRAY_BUFFER, GL_ARRAY_BUFFER));
	double offset = last ? (double)gs_effects_argument(c, last - 1) : 0,
	       stride = (double)gs_effects_named(c, "stride");
	if (stride == 0)
		stride = gs_data_vertex_bytes((uint32_t)gs_effects_named(c, "type"),
			(uint32_t)gs_effects_named(c, "size"));
	bind_vertices(effects, gs_effects_vertex_array(effects, c->context), setting,
		has_buffer ? &offset : NULL, stride != 0 ? &stride : NULL);
}

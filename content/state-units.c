/* SPDX-License-Identifier: MIT */
/* What calls set of image units where no rule says it. */
#include <GL/gl.h>
#include <GL/glext.h>
#include "content/state-private.h"

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

/* As glBindImageTextures binds it (OpenGL 4.6, section 8.26). */
static void bind_image(struct gs_content *content, const struct gs_content_call *c, uint32_t unit,
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
		const struct gs_state_place place = {
			GS_SCOPE_IMAGE, values[i].name, unit, c->call->number};
		bool is_known = values[i].name != GL_IMAGE_BINDING_FORMAT || values[i].value != 0;
		gs_state_set(
			content, &c->context->object, &place, is_known ? &values[i].value : NULL);
	}
}

void gs_state_bind_images(struct gs_content *content, const struct gs_content_call *c)
{
	const struct gs_trace_value *textures = gs_content_array(c, "textures");
	uint64_t first = gs_content_argument(c, 0);
	for (uint32_t i = 0; textures && i < textures->n && i < GS_CONTENT_UNITS; i++) {
		const struct gs_object *texture = gs_content_object(content, c->context,
			GS_OBJECT_TEXTURE, gs_content_number(&textures->items[i]));
		if (texture)
			bind_image(content, c, (uint32_t)first + i, texture);
	}
}

/* SPDX-License-Identifier: MIT */
#include "preload/caps/texture.h"

#include "preload/caps/caps.h"

static const struct texture_target {
	GLenum target, binding, image;
} texture_targets[] = {
	{GL_TEXTURE_2D, GL_TEXTURE_BINDING_2D, GL_TEXTURE_2D},
	{GL_TEXTURE_RECTANGLE, GL_TEXTURE_BINDING_RECTANGLE, GL_TEXTURE_RECTANGLE},
	{GL_TEXTURE_CUBE_MAP, GL_TEXTURE_BINDING_CUBE_MAP, GL_TEXTURE_CUBE_MAP_POSITIVE_X},
	{GL_TEXTURE_2D_ARRAY, GL_TEXTURE_BINDING_2D_ARRAY, GL_TEXTURE_2D_ARRAY},
	{GL_TEXTURE_3D, GL_TEXTURE_BINDING_3D, GL_TEXTURE_3D},
	{GL_TEXTURE_CUBE_MAP_ARRAY, GL_TEXTURE_BINDING_CUBE_MAP_ARRAY, GL_TEXTURE_CUBE_MAP_ARRAY},
	{GL_TEXTURE_1D, GL_TEXTURE_BINDING_1D, GL_TEXTURE_1D},
	{GL_TEXTURE_1D_ARRAY, GL_TEXTURE_BINDING_1D_ARRAY, GL_TEXTURE_1D_ARRAY},
	{GL_TEXTURE_2D_MULTISAMPLE, GL_TEXTURE_BINDING_2D_MULTISAMPLE, GL_TEXTURE_2D_MULTISAMPLE},
	{GL_TEXTURE_2D_MULTISAMPLE_ARRAY, GL_TEXTURE_BINDING_2D_MULTISAMPLE_ARRAY,
		GL_TEXTURE_2D_MULTISAMPLE_ARRAY},
	{GL_TEXTURE_BUFFER, GL_TEXTURE_BINDING_BUFFER, GL_TEXTURE_BUFFER},
};

static GLint get(GLenum name)
{
	GLint value = 0;
	GL(glGetIntegerv)(name, &value);
	return value;
}

GLenum gs_texture_binding(GLenum target)
{
	for (size_t i = 0; i < sizeof texture_targets / sizeof *texture_targets; i++)
		if (texture_targets[i].target == target)
			return texture_targets[i].binding;
	return GL_TEXTURE_BINDING_2D;
}

void gs_texture_unit_take(struct gs_texture_unit *u, GLenum target)
{
	GLenum binding = gs_texture_binding(target);
	GLint n = get(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS);
	*u = (struct gs_texture_unit){.target = target, .active = gs_caps_active_texture()};
	u->unit = u->active - GL_TEXTURE0;
	u->bound = get(binding);
	for (GLint i = 0; u->bound && i < n; i++) {
		GL(glActiveTexture)(GL_TEXTURE0 + i);
		u->unit = i;
		u->bound = get(binding);
	}
}

void gs_texture_unit_release(const struct gs_texture_unit *u)
{
	GL(glBindTexture)(u->target, u->bound);
	GL(glActiveTexture)(u->active);
}

GLenum gs_texture_target(GLuint texture, GLenum *image)
{
	if (!GL(glIsTexture)(texture)) /* deleted: binding it would make a new one */
		return GL_NONE;
	for (size_t i = 0; i < sizeof texture_targets / sizeof *texture_targets; i++) {
		const struct texture_target *t = &texture_targets[i];
		struct gs_texture_unit unit;
		gs_texture_unit_take(&unit, t->target);
		bool took = gs_caps_drain() == GL_NO_ERROR;
		if (took) {
			GL(glBindTexture)(t->target, texture);
			took = gs_caps_drain() == GL_NO_ERROR;
		}
		gs_texture_unit_release(&unit);
		gs_caps_drain();
		if (took) {
			*image = t->image;
			return t->target;
		}
	}
	return GL_NONE;
}

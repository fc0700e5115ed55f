/* SPDX-License-Identifier: MIT */
#include "preload/caps/texture.h"

#include "data/targets.h"
#include "preload/caps/caps.h"

static GLint get(GLenum name)
{
	GLint value = 0;
	GL(glGetIntegerv)(name, &value);
	return value;
}

void gs_texture_unit_take(struct gs_texture_unit *u, GLenum target)
{
	GLenum binding = gs_data_texture_binding(target);
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
	size_t n;
	const struct gs_texture_target *targets = gs_data_texture_targets(&n);
	for (size_t i = 0; i < n; i++) {
		const struct gs_texture_target *t = &targets[i];
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

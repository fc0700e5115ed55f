/* SPDX-License-Identifier: MIT */
/* Texture units, the textures and samplers bound to them. */
#include "preload/inspect/gl-state.h"
#include "preload/core/names.h"

#include <stdio.h>

static const struct {
	struct named target;
	GLenum binding, image;
} targets[] = {
	{NAMED(GL_TEXTURE_1D), GL_TEXTURE_BINDING_1D, GL_TEXTURE_1D},
	{NAMED(GL_TEXTURE_2D), GL_TEXTURE_BINDING_2D, GL_TEXTURE_2D},
	{NAMED(GL_TEXTURE_3D), GL_TEXTURE_BINDING_3D, GL_TEXTURE_3D},
	{NAMED(GL_TEXTURE_CUBE_MAP), GL_TEXTURE_BINDING_CUBE_MAP, GL_TEXTURE_CUBE_MAP_POSITIVE_X},
	{NAMED(GL_TEXTURE_RECTANGLE), GL_TEXTURE_BINDING_RECTANGLE, GL_TEXTURE_RECTANGLE},
	{NAMED(GL_TEXTURE_1D_ARRAY), GL_TEXTURE_BINDING_1D_ARRAY, GL_TEXTURE_1D_ARRAY},
	{NAMED(GL_TEXTURE_2D_ARRAY), GL_TEXTURE_BINDING_2D_ARRAY, GL_TEXTURE_2D_ARRAY},
	{NAMED(GL_TEXTURE_CUBE_MAP_ARRAY), GL_TEXTURE_BINDING_CUBE_MAP_ARRAY,
		GL_TEXTURE_CUBE_MAP_ARRAY},
	{NAMED(GL_TEXTURE_2D_MULTISAMPLE), GL_TEXTURE_BINDING_2D_MULTISAMPLE,
		GL_TEXTURE_2D_MULTISAMPLE},
};

static void dump_texture(struct gs_text *t, const struct gs_caps *c, const char *unit, size_t i)
{
	char prefix[96];
	GLint bound = 0;
	GL(glGetIntegerv)(targets[i].binding, &bound);
	if (gs_caps_drain() != GL_NO_ERROR || !bound)
		return;
	snprintf(prefix, sizeof prefix, "%s%s.", unit, targets[i].target.text);
	for (const struct gs_asked *v = gs_asked_texture; v->count; v++) {
		GLint integer = 0;
		GLfloat floats[4] = {0};
		if (gs_state_is_float(v->kind))
			GL(glGetTexParameterfv)(targets[i].target.name, v->name, floats);
		else
			GL(glGetTexParameteriv)(targets[i].target.name, v->name, &integer);
		if (gs_caps_drain() == GL_NO_ERROR)
			gs_state_add_value(t, prefix, v, &integer, floats);
	}
	for (const struct gs_asked *v = gs_asked_texture_level; c->level_sizes && v->count; v++) {
		GLint value = 0;
		GL(glGetTexLevelParameteriv)(targets[i].image, 0, v->name, &value);
		if (gs_caps_drain() == GL_NO_ERROR)
			gs_state_add_value(t, prefix, v, &value, NULL);
	}
}

static void dump_sampler(struct gs_text *t, const char *unit)
{
	char prefix[96];
	GLint sampler = 0;
	GL(glGetIntegerv)(GL_SAMPLER_BINDING, &sampler);
	if (gs_caps_drain() != GL_NO_ERROR || !sampler)
		return;
	snprintf(prefix, sizeof prefix, "%sSAMPLER.", unit);
	for (const struct gs_asked *v = gs_asked_sampler; v->count; v++) {
		GLint integer = 0;
		GLfloat number = 0;
		if (gs_state_is_float(v->kind))
			GL(glGetSamplerParameterfv)(sampler, v->name, &number);
		else
			GL(glGetSamplerParameteriv)(sampler, v->name, &integer);
		if (gs_caps_drain() == GL_NO_ERROR)
			gs_state_add_value(t, prefix, v, &integer, &number);
	}
}

/* ---- compatibility contexts ---- */

static void dump_environment(struct gs_text *t, const char *unit)
{
	static const struct named coordinates[] = {
		NAMED(GL_S),
		NAMED(GL_T),
		NAMED(GL_R),
		NAMED(GL_Q),
	};
	char prefix[96];
	GLfloat colour[4] = {0}, bias = 0;
	GLint value = 0;
	for (const struct gs_asked *v = gs_asked_texture_environment; v->count; v++) {
		GL(glGetTexEnviv)(GL_TEXTURE_ENV, v->name, &value);
		if (gs_caps_drain() == GL_NO_ERROR)
			gs_state_add_value(t, unit, v, &value, NULL);
	}
	GL(glGetTexEnvfv)(GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, colour);
	GL(glGetTexEnvfv)(GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS, &bias);
	GL(glGetTexEnviv)(GL_POINT_SPRITE, GL_COORD_REPLACE, &value);
	if (gs_caps_drain() != GL_NO_ERROR)
		return;
	gs_state_add_floats(t, unit, "GL_TEXTURE_ENV_COLOR", colour, 4);
	gs_state_add_floats(t, unit, "GL_TEXTURE_LOD_BIAS", &bias, 1);
	gs_state_add_integers(t, unit, "GL_COORD_REPLACE", &value, 1);
	for (size_t k = 0; k < N_OF(coordinates); k++) {
		snprintf(prefix, sizeof prefix, "%s%s.", unit, coordinates[k].text);
		for (const struct gs_asked *v = gs_asked_generation; v->count; v++) {
			GLfloat plane[4] = {0};
			if (gs_state_is_float(v->kind))
				GL(glGetTexGenfv)(coordinates[k].name, v->name, plane);
			else
				GL(glGetTexGeniv)(coordinates[k].name, v->name, &value);
			if (gs_caps_drain() == GL_NO_ERROR)
				gs_state_add_value(t, prefix, v, &value, plane);
		}
	}
}

static void dump_legacy_unit(struct gs_text *t, const char *prefix, GLint unit, GLint n_coordinates)
{
	GLint held = 0;
	if (unit >= n_coordinates)
		return;
	gs_state_add_list(t, prefix, gs_asked_legacy_unit);
	dump_environment(t, prefix);
	GL(glGetIntegerv)(GL_CLIENT_ACTIVE_TEXTURE, &held);
	GL(glClientActiveTexture)(GL_TEXTURE0 + unit);
	GLint values[4] = {0};
	void *pointer = NULL;
	GL(glGetIntegerv)(GL_TEXTURE_COORD_ARRAY_SIZE, &values[0]);
	GL(glGetIntegerv)(GL_TEXTURE_COORD_ARRAY_TYPE, &values[1]);
	GL(glGetIntegerv)(GL_TEXTURE_COORD_ARRAY_STRIDE, &values[2]);
	GL(glGetIntegerv)(GL_TEXTURE_COORD_ARRAY_BUFFER_BINDING, &values[3]);
	GL(glGetPointerv)(GL_TEXTURE_COORD_ARRAY_POINTER, &pointer);
	gs_text_add(t, "%sGL_TEXTURE_COORD_ARRAY = %d\n", prefix,
		GL(glIsEnabled)(GL_TEXTURE_COORD_ARRAY));
	values[3] = (GLint)gs_name_shown(GS_OBJECT_BUFFER, (uint32_t)values[3]);
	gs_state_add_integers(t, prefix, "TEXTURE_COORD_ARRAY", values, 4);
	gs_text_add(t, "%sGL_TEXTURE_COORD_ARRAY_POINTER = %p\n", prefix, pointer);
	GL(glClientActiveTexture)(held);
	gs_caps_drain();
}

void gs_state_dump_textures(struct gs_text *t, const struct gs_caps *c)
{
	GLint n = 2, active = gs_caps_active_texture(), n_coordinates = 0;
	GL(glGetIntegerv)
	(c->version >= 20 ? GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS : GL_MAX_TEXTURE_UNITS, &n);
	if (c->api == GS_API_COMPATIBILITY)
		GL(glGetIntegerv)(GL_MAX_TEXTURE_COORDS, &n_coordinates);
	for (GLint unit = 0; unit < n; unit++) {
		char prefix[32];
		snprintf(prefix, sizeof prefix, "TEXTURE%d.", unit);
		GL(glActiveTexture)(GL_TEXTURE0 + unit);
		gs_state_add_list(t, prefix, gs_asked_unit);
		for (size_t i = 0; i < N_OF(targets); i++)
			dump_texture(t, c, prefix, i);
		if (c->samplers)
			dump_sampler(t, prefix);
		dump_legacy_unit(t, prefix, unit, n_coordinates);
	}
	GL(glActiveTexture)(active);
}

/* SPDX-License-Identifier: MIT */
/* What only compatibility contexts have. */
#include "preload/inspect/gl-state.h"

#include <stdio.h>

static void dump_lights(struct gs_text *t)
{
	for (GLuint light = 0; light < 8; light++) {
		char prefix[32];
		snprintf(prefix, sizeof prefix, "GL_LIGHT%u.", light);
		for (const struct gs_asked *v = gs_asked_light; v->count; v++) {
			GLfloat value[4] = {0};
			GL(glGetLightfv)(GL_LIGHT0 + light, v->name, value);
			if (gs_caps_drain() == GL_NO_ERROR)
				gs_state_add_value(t, prefix, v, NULL, value);
		}
	}
}

static void dump_materials(struct gs_text *t)
{
	static const struct named faces[] = {NAMED(GL_FRONT), NAMED(GL_BACK)};
	for (size_t i = 0; i < N_OF(faces); i++) {
		char prefix[48];
		snprintf(prefix, sizeof prefix, "MATERIAL.%s.", faces[i].text);
		for (const struct gs_asked *v = gs_asked_material; v->count; v++) {
			GLfloat value[4] = {0};
			GL(glGetMaterialfv)(faces[i].name, v->name, value);
			gs_state_add_value(t, prefix, v, NULL, value);
		}
	}
}

static void dump_clip_planes(struct gs_text *t)
{
	for (GLuint i = 0; i < 8; i++) {
		GLdouble plane[4] = {0};
		char name[32];
		GL(glGetClipPlane)(GL_CLIP_PLANE0 + i, plane);
		if (gs_caps_drain() != GL_NO_ERROR)
			return;
		GLfloat values[4] = {plane[0], plane[1], plane[2], plane[3]};
		snprintf(name, sizeof name, "GL_CLIP_PLANE%u", i);
		gs_state_add_floats(t, "", name, values, 4);
	}
}

static void dump_pointers(struct gs_text *t)
{
	static const struct named pointers[] = {
		NAMED(GL_VERTEX_ARRAY_POINTER),
		NAMED(GL_NORMAL_ARRAY_POINTER),
		NAMED(GL_COLOR_ARRAY_POINTER),
		NAMED(GL_INDEX_ARRAY_POINTER),
		NAMED(GL_EDGE_FLAG_ARRAY_POINTER),
		NAMED(GL_SECONDARY_COLOR_ARRAY_POINTER),
		NAMED(GL_FOG_COORD_ARRAY_POINTER),
		NAMED(GL_FEEDBACK_BUFFER_POINTER),
		NAMED(GL_SELECTION_BUFFER_POINTER),
	};
	for (size_t i = 0; i < N_OF(pointers); i++) {
		void *pointer = NULL;
		GL(glGetPointerv)(pointers[i].name, &pointer);
		if (gs_caps_drain() == GL_NO_ERROR)
			gs_text_add(t, "%s = %p\n", pointers[i].text, pointer);
	}
}

static void dump_pixel_maps(struct gs_text *t)
{
	static const struct named maps[] = {
		NAMED(GL_PIXEL_MAP_I_TO_I),
		NAMED(GL_PIXEL_MAP_S_TO_S),
		NAMED(GL_PIXEL_MAP_I_TO_R),
		NAMED(GL_PIXEL_MAP_I_TO_G),
		NAMED(GL_PIXEL_MAP_I_TO_B),
		NAMED(GL_PIXEL_MAP_I_TO_A),
		NAMED(GL_PIXEL_MAP_R_TO_R),
		NAMED(GL_PIXEL_MAP_G_TO_G),
		NAMED(GL_PIXEL_MAP_B_TO_B),
		NAMED(GL_PIXEL_MAP_A_TO_A),
	};
	for (size_t i = 0; i < N_OF(maps); i++) {
		GLint size = 0;
		GL(glGetIntegerv)
		(maps[i].name - GL_PIXEL_MAP_I_TO_I + GL_PIXEL_MAP_I_TO_I_SIZE, &size);
		if (gs_caps_drain() == GL_NO_ERROR)
			gs_text_add(t, "%s.SIZE = %d\n", maps[i].text, size);
	}
}

void gs_state_dump_legacy(struct gs_text *t, const struct gs_caps *c)
{
	gs_state_add_list(t, "", gs_asked_legacy);
	dump_lights(t);
	dump_materials(t);
	dump_clip_planes(t);
	dump_pointers(t);
	dump_pixel_maps(t);
	/* The stipple is read like pixels: not into a buffer, nor with the program's row lengths.
	 */
	struct gs_saved saved;
	GLubyte stipple[128] = {0};
	gs_saved_enter_pixels(&saved, c);
	GL(glGetPolygonStipple)(stipple);
	gs_saved_leave_pixels(&saved);
	gs_text_add(t, "POLYGON_STIPPLE = ");
	for (size_t i = 0; i < sizeof stipple; i++)
		gs_text_add(t, "%02x", stipple[i]);
	gs_text_add(t, "\n");
	gs_caps_drain();
}

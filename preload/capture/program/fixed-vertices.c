/* SPDX-License-Identifier: MIT */
/* Draws whose vertices fixed function computes: the link that stands for it, and the attributes
 * that it reads. */
#include "preload/capture/stage.h"

#include <stdio.h>

static GLint get(GLenum name)
{
	GLint value = 0;
	GL(glGetIntegerv)(name, &value);
	return value;
}

static bool has_vertex_shader(const struct gs_link *link)
{
	for (unsigned i = 0; i < link->n_shaders; i++)
		if (link->shaders[i].type == GL_VERTEX_SHADER)
			return true;
	return false;
}

bool gs_fixed_vertices(const struct gs_caps *c, const struct gs_used_program *used)
{
	if (c->api != GS_API_COMPATIBILITY || c->version < 20 || used->pipeline)
		return false;
	if (used->program && (!used->link || used->link->binary || has_vertex_shader(used->link)))
		return false;
	return !gs_caps_has(c, "GL_ARB_vertex_program") || !GL(glIsEnabled)(GL_VERTEX_PROGRAM_ARB);
}

const struct gs_link *gs_stand_in_link(void)
{
	static struct gs_source source = {.references = 1};
	static struct gs_linked_shader shader = {.type = GL_VERTEX_SHADER, .source = &source};
	static const struct gs_link link = {.shaders = &shader, .n_shaders = 1};
	return &link;
}

/* ---- attributes ---- */

static uint32_t put(struct gs_stream *s, const char *name, GLenum type)
{
	gs_stream_put_string(s, name);
	gs_stream_put_u32(s, type);
	gs_stream_put_u32(s, 1);
	gs_stream_put_u32(s, (uint32_t)-1);
	return 1;
}

static bool looks_up(void)
{
	static const GLenum targets[] = {GL_TEXTURE_1D, GL_TEXTURE_2D, GL_TEXTURE_3D,
		GL_TEXTURE_CUBE_MAP, GL_TEXTURE_RECTANGLE};
	bool any = false;
	for (unsigned i = 0; i < sizeof targets / sizeof *targets; i++)
		any = GL(glIsEnabled)(targets[i]) || any;
	gs_caps_drain(); /* of what the context lacks */
	return any;
}

uint32_t gs_fixed_attributes_put(struct gs_stream *s, bool all)
{
	GLint n = get(GL_MAX_TEXTURE_COORDS), active = gs_caps_active_texture();
	uint32_t written = put(s, "gl_Vertex", GL_FLOAT_VEC4);
	if (GL(glIsEnabled)(GL_LIGHTING))
		written += put(s, "gl_Normal", GL_FLOAT_VEC3);
	written += put(s, "gl_Color", GL_FLOAT_VEC4);
	for (GLint i = 0; i < n && i < 8; i++) {
		char name[32];
		snprintf(name, sizeof name, "gl_MultiTexCoord%d", (int)i);
		GL(glActiveTexture)(GL_TEXTURE0 + (GLenum)i);
		if (all || looks_up())
			written += put(s, name, GL_FLOAT_VEC4);
	}
	GL(glActiveTexture)((GLenum)active);
	gs_caps_drain();
	return written;
}

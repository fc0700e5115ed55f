/* SPDX-License-Identifier: MIT */
#include "preload/inspect/gl-state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "data/data.h"

static void add_indexed(
	struct gs_text *t, const char *prefix, const struct gs_asked *v, GLuint index)
{
	GLint integers[4] = {0};
	GLfloat floats[4] = {0};
	GLdouble doubles[4] = {0};
	GLboolean booleans[4] = {0};
	if (v->kind == GS_STATE_CAPABILITY) {
		integers[0] = GL(glIsEnabledi)(v->name, index);
	} else if (v->name == GL_DEPTH_RANGE) {
		GL(glGetDoublei_v)(v->name, index, doubles);
		floats[0] = doubles[0];
		floats[1] = doubles[1];
	} else if (gs_state_is_float(v->kind)) {
		GL(glGetFloati_v)(v->name, index, floats);
	} else if (v->kind == GS_STATE_BOOLEAN) {
		GL(glGetBooleani_v)(v->name, index, booleans);
		for (unsigned k = 0; k < 4; k++)
			integers[k] = booleans[k];
	} else {
		GL(glGetIntegeri_v)(v->name, index, integers);
	}
	if (gs_caps_drain() != GL_NO_ERROR)
		return;
	gs_state_add_value(t, prefix, v, integers, floats);
}

static void dump_indexed(struct gs_text *t, const struct gs_caps *c)
{
	char prefix[64];
	for (unsigned i = 0; c->indexed_masks && i < c->n_draw_buffers; i++) {
		snprintf(prefix, sizeof prefix, "DRAW_BUFFER[%u].", i);
		for (const struct gs_asked *v = gs_asked_draw_buffer; v->count; v++)
			add_indexed(t, prefix, v, i);
	}
	for (unsigned i = 0; c->n_viewports > 1 && i < c->n_viewports; i++) {
		snprintf(prefix, sizeof prefix, "VIEWPORT[%u].", i);
		for (const struct gs_asked *v = gs_asked_viewport; v->count; v++)
			add_indexed(t, prefix, v, i);
	}
	GLint n = 0;
	if (c->api != GS_API_ES ? c->version >= 32 : c->version >= 31)
		GL(glGetIntegerv)(GL_MAX_SAMPLE_MASK_WORDS, &n);
	for (GLint i = 0; i < n; i++) {
		GLint mask = 0;
		GL(glGetIntegeri_v)(GL_SAMPLE_MASK_VALUE, i, &mask);
		gs_text_add(t, "GL_SAMPLE_MASK_VALUE[%d] = 0x%x\n", i, mask);
	}
	gs_caps_drain();
}

static void dump_strings(struct gs_text *t)
{
	gs_text_add(t, "GL_VENDOR = %s\n", (const char *)GL(glGetString)(GL_VENDOR));
	gs_text_add(t, "GL_RENDERER = %s\n", (const char *)GL(glGetString)(GL_RENDERER));
	gs_text_add(t, "GL_VERSION = %s\n", (const char *)GL(glGetString)(GL_VERSION));
	gs_text_add(t, "GL_SHADING_LANGUAGE_VERSION = %s\n",
		(const char *)GL(glGetString)(GL_SHADING_LANGUAGE_VERSION));
}

void gs_state_dump(struct gs_text *t, const struct gs_caps *c, bool contents)
{
	/* Our invalid questions are not the program's business. */
	GLboolean debug = c->debug && GL(glIsEnabled)(GL_DEBUG_OUTPUT);
	if (debug)
		GL(glDisable)(GL_DEBUG_OUTPUT);
	gs_caps_drain();
	dump_strings(t);
	gs_text_add(t, "GL_DEBUG_OUTPUT = %d\n", debug);
	gs_state_add_list(t, "", gs_asked_context);
	dump_indexed(t, c);
	gs_state_dump_framebuffers(t, c);
	gs_state_dump_buffers(t, c, contents);
	gs_state_dump_arrays(t, c);
	gs_state_dump_textures(t, c);
	gs_state_dump_program(t, c);
	gs_state_dump_queries(t, c);
	if (c->api == GS_API_COMPATIBILITY)
		gs_state_dump_legacy(t, c);
	gs_caps_drain();
	if (debug)
		GL(glEnable)(GL_DEBUG_OUTPUT);
}

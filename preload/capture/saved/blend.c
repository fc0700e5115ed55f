/* SPDX-License-Identifier: MIT */
#include "preload/capture/saved/blend.h"

#include <string.h>

static const GLenum names[4] = {
	GL_BLEND_SRC_RGB, GL_BLEND_DST_RGB, GL_BLEND_SRC_ALPHA, GL_BLEND_DST_ALPHA};

static bool is_second_source(GLint factor)
{
	return factor == GL_SRC1_COLOR || factor == GL_SRC1_ALPHA ||
	       factor == GL_ONE_MINUS_SRC1_COLOR || factor == GL_ONE_MINUS_SRC1_ALPHA;
}

static unsigned buffers(const struct gs_caps *c)
{
	return c->blend_core || c->blend_arb ? c->n_draw_buffers : 1;
}

static void get_factor(const struct gs_caps *c, unsigned buffer, GLenum name, GLint *factor)
{
	if (buffer == 0)
		GL(glGetIntegerv)(name, factor);
	else if (c->indexed_masks == GS_INDEXED_EXT2)
		GL(glGetIntegerIndexedvEXT)(name, buffer, factor);
	else
		GL(glGetIntegeri_v)(name, buffer, factor);
}

void gs_blend_functions_get(struct gs_blend_functions *f, const struct gs_caps *c)
{
	memset(f, 0, sizeof *f);
	if (!c->dual_source)
		return;
	for (unsigned i = 0; i < buffers(c); i++)
		for (unsigned k = 0; k < 4; k++) {
			get_factor(c, i, names[k], &f->factor[i][k]);
			f->dual_source |= is_second_source(f->factor[i][k]);
		}
}

void gs_blend_functions_plain(const struct gs_blend_functions *f)
{
	if (f->dual_source)
		GL(glBlendFunc)(GL_ONE, GL_ZERO);
}

void gs_blend_functions_restore(const struct gs_blend_functions *f, const struct gs_caps *c)
{
	for (unsigned i = 0; f->dual_source && i < buffers(c); i++) {
		const GLint *v = f->factor[i];
		if (c->blend_core)
			GL(glBlendFuncSeparatei)(i, v[0], v[1], v[2], v[3]);
		else if (c->blend_arb)
			GL(glBlendFuncSeparateiARB)(i, v[0], v[1], v[2], v[3]);
		else
			GL(glBlendFuncSeparate)(v[0], v[1], v[2], v[3]);
	}
}

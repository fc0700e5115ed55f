/* SPDX-License-Identifier: MIT */
#include "preload/snapshot/snapshot.h"

/* An advanced equation is one for colours and alpha. */
static void put_blending(struct gs_live_snapshot *s, GLuint i)
{
	const uint64_t at = i, rgb = (uint64_t)gs_snapshot_get_at(GL_BLEND_EQUATION_RGB, i),
		       alpha = (uint64_t)gs_snapshot_get_at(GL_BLEND_EQUATION_ALPHA, i);
	GS_PUT(s, glBlendFuncSeparatei, at, (uint64_t)gs_snapshot_get_at(GL_BLEND_SRC_RGB, i),
		(uint64_t)gs_snapshot_get_at(GL_BLEND_DST_RGB, i),
		(uint64_t)gs_snapshot_get_at(GL_BLEND_SRC_ALPHA, i),
		(uint64_t)gs_snapshot_get_at(GL_BLEND_DST_ALPHA, i));
	if (rgb == alpha)
		GS_PUT(s, glBlendEquationi, at, rgb);
	else
		GS_PUT(s, glBlendEquationSeparatei, at, rgb, alpha);
}

static void put_draw_buffer(struct gs_live_snapshot *s, GLuint i)
{
	const uint64_t at = i;
	GLboolean mask[4] = {0};
	GL(glGetBooleani_v)(GL_COLOR_WRITEMASK, i, mask);
	if (gs_caps_drain() != GL_NO_ERROR)
		return;
	GS_PUT(s, glColorMaski, at, mask[0], mask[1], mask[2], mask[3]);
	if (GL(glIsEnabledi)(GL_BLEND, i))
		GS_PUT(s, glEnablei, GL_BLEND, at);
	else
		GS_PUT(s, glDisablei, GL_BLEND, at);
	if (s->caps.blend_core)
		put_blending(s, i);
}

static void put_viewport(struct gs_live_snapshot *s, GLuint i)
{
	const uint64_t at = i;
	GLfloat viewport[4] = {0};
	GLint box[4] = {0};
	GLdouble range[2] = {0, 1};
	uint64_t bits[2];
	GL(glGetFloati_v)(GL_VIEWPORT, i, viewport);
	GL(glGetIntegeri_v)(GL_SCISSOR_BOX, i, box);
	GL(glGetDoublei_v)(GL_DEPTH_RANGE, i, range);
	memcpy(bits, range, sizeof bits);
	if (gs_caps_drain() != GL_NO_ERROR)
		return;
	GS_PUT(s, glViewportIndexedf, at, gs_snapshot_float(viewport[0]),
		gs_snapshot_float(viewport[1]), gs_snapshot_float(viewport[2]),
		gs_snapshot_float(viewport[3]));
	GS_PUT(s, glScissorIndexed, at, (uint64_t)(int64_t)box[0], (uint64_t)(int64_t)box[1],
		(uint64_t)box[2], (uint64_t)box[3]);
	GS_PUT(s, glDepthRangeIndexed, at, bits[0], bits[1]);
	if (GL(glIsEnabledi)(GL_SCISSOR_TEST, i))
		GS_PUT(s, glEnablei, GL_SCISSOR_TEST, at);
	else
		GS_PUT(s, glDisablei, GL_SCISSOR_TEST, at);
}

static void put_sample_masks(struct gs_live_snapshot *s)
{
	GLint n = gs_snapshot_get(GL_MAX_SAMPLE_MASK_WORDS);
	for (GLint i = 0; i < n; i++)
		GS_PUT(s, glSampleMaski, (uint64_t)i,
			(uint32_t)gs_snapshot_get_at(GL_SAMPLE_MASK_VALUE, (GLuint)i));
}

void gs_snapshot_indexed(struct gs_live_snapshot *s)
{
	GLint rgb = gs_snapshot_get(GL_BLEND_EQUATION_RGB);
	if (rgb && rgb == gs_snapshot_get(GL_BLEND_EQUATION_ALPHA))
		GS_PUT(s, glBlendEquation, (uint64_t)rgb);
	for (GLuint i = 0; s->caps.indexed_masks == GS_INDEXED_CORE && i < s->caps.n_draw_buffers;
		i++)
		put_draw_buffer(s, i);
	for (GLuint i = 0; s->caps.indexed_scissors == GS_INDEXED_CORE && s->caps.n_viewports > 1 &&
			   i < s->caps.n_viewports;
		i++)
		put_viewport(s, i);
	put_sample_masks(s);
	gs_caps_drain();
}

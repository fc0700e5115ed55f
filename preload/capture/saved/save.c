/* SPDX-License-Identifier: MIT */
#include "preload/capture/saved/save.h"

#include <stdlib.h>
#include <string.h>

static const GLenum pack_names[] = {
	GL_PACK_ALIGNMENT,
	GL_PACK_ROW_LENGTH,
	GL_PACK_SKIP_ROWS,
	GL_PACK_SKIP_PIXELS, /* ES 3 has these */
	GL_PACK_SWAP_BYTES,
	GL_PACK_LSB_FIRST,
	GL_PACK_IMAGE_HEIGHT,
};

static const GLenum transfer_names[8] = {
	GL_RED_SCALE,
	GL_GREEN_SCALE,
	GL_BLUE_SCALE,
	GL_ALPHA_SCALE,
	GL_RED_BIAS,
	GL_GREEN_BIAS,
	GL_BLUE_BIAS,
	GL_ALPHA_BIAS,
};

static unsigned n_pack_names(const struct gs_caps *c)
{
	return !c->pack_skip ? 1 : c->api == GS_API_ES ? 4 : 7;
}

static void set(GLenum capability, bool on)
{
	if (on)
		GL(glEnable)(capability);
	else
		GL(glDisable)(capability);
}

static void clamp_color(const struct gs_caps *c, GLenum target, GLenum clamp)
{
	if (c->version >= 30)
		GL(glClampColor)(target, clamp);
	else
		GL(glClampColorARB)(target, clamp);
}

static GLint get(GLenum name)
{
	GLint value = 0;
	GL(glGetIntegerv)(name, &value);
	return value;
}

/* ---- what has an index ---- */

static void get_color_mask(const struct gs_caps *c, GLuint i, GLboolean mask[4])
{
	if (c->indexed_masks == GS_INDEXED_EXT2)
		GL(glGetBooleanIndexedvEXT)(GL_COLOR_WRITEMASK, i, mask);
	else
		GL(glGetBooleani_v)(GL_COLOR_WRITEMASK, i, mask);
}

static void set_color_mask(const struct gs_caps *c, GLuint i, const GLboolean m[4])
{
	if (c->indexed_masks == GS_INDEXED_CORE)
		GL(glColorMaski)(i, m[0], m[1], m[2], m[3]);
	else if (c->indexed_masks == GS_INDEXED_OES)
		GL_LIKE(glColorMaski, glColorMaskiOES)(i, m[0], m[1], m[2], m[3]);
	else if (c->indexed_masks == GS_INDEXED_EXT)
		GL_LIKE(glColorMaski, glColorMaskiEXT)(i, m[0], m[1], m[2], m[3]);
	else
		GL(glColorMaskIndexedEXT)(i, m[0], m[1], m[2], m[3]);
}

static GLboolean is_enabled(enum gs_indexed how, GLenum capability, GLuint i)
{
	return how == GS_INDEXED_CORE  ? GL(glIsEnabledi)(capability, i)
	       : how == GS_INDEXED_OES ? GL_LIKE(glIsEnabledi, glIsEnablediOES)(capability, i)
	       : how == GS_INDEXED_EXT ? GL_LIKE(glIsEnabledi, glIsEnablediEXT)(capability, i)
				       : GL(glIsEnabledIndexedEXT)(capability, i);
}

static void enable(enum gs_indexed how, GLenum capability, GLuint i)
{
	if (how == GS_INDEXED_CORE)
		GL(glEnablei)(capability, i);
	else if (how == GS_INDEXED_OES)
		GL_LIKE(glEnablei, glEnableiOES)(capability, i);
	else if (how == GS_INDEXED_EXT)
		GL_LIKE(glEnablei, glEnableiEXT)(capability, i);
	else
		GL(glEnableIndexedEXT)(capability, i);
}

static void disable(enum gs_indexed how, GLenum capability, GLuint i)
{
	if (how == GS_INDEXED_CORE)
		GL(glDisablei)(capability, i);
	else if (how == GS_INDEXED_OES)
		GL_LIKE(glDisablei, glDisableiOES)(capability, i);
	else if (how == GS_INDEXED_EXT)
		GL_LIKE(glDisablei, glDisableiEXT)(capability, i);
	else
		GL(glDisableIndexedEXT)(capability, i);
}

static void set_indexed(enum gs_indexed how, GLenum capability, GLuint i, bool on)
{
	if (on)
		enable(how, capability, i);
	else
		disable(how, capability, i);
}

/* A name that another context has deleted meanwhile stands for a new object when it is bound again:
 * binds only what is not. */
static void bind_buffer(GLenum target, GLenum binding, GLint name)
{
	if (get(binding) != name)
		GL(glBindBuffer)(target, name);
}

/* ---- what runs in the background ---- */

static void suspend_debug(struct gs_saved *s)
{
	if (s->caps->debug && (s->debug = GL(glIsEnabled)(GL_DEBUG_OUTPUT)))
		GL(glDisable)(GL_DEBUG_OUTPUT);
}

static void end_conditional(struct gs_saved *s, GLuint conditional_query, GLenum conditional_mode)
{
	s->conditional_query = conditional_query;
	s->conditional_mode = conditional_mode;
	gs_caps_drain();
	if (conditional_query)
		GL(glEndConditionalRender)();
	if (gs_caps_drain() != GL_NO_ERROR) /* its beginning had failed */
		s->conditional_query = 0;
}

static void unbind_query_buffer(struct gs_saved *s)
{
	if (!s->caps->query_buffers)
		return;
	s->query_buffer = get(GL_QUERY_BUFFER_BINDING);
	bind_buffer(GL_QUERY_BUFFER, GL_QUERY_BUFFER_BINDING, 0);
}

static void suspend(struct gs_saved *s, GLuint conditional_query, GLenum conditional_mode)
{
	const struct gs_caps *c = s->caps;
	end_conditional(s, conditional_query, conditional_mode);
	unbind_query_buffer(s);
	gs_queries_suspend(c, &s->queries);
	if (c->feedback_pause && get(GL_TRANSFORM_FEEDBACK_ACTIVE)) {
		if (!get(GL_TRANSFORM_FEEDBACK_PAUSED)) {
			GL(glPauseTransformFeedback)();
			s->paused = true;
		}
		/* Even paused it keeps some calls from us: another object meanwhile. */
		s->feedback = get(GL_TRANSFORM_FEEDBACK_BINDING);
		GL(glGenTransformFeedbacks)(1, &s->own_feedback);
		GL(glBindTransformFeedback)(GL_TRANSFORM_FEEDBACK, s->own_feedback);
	}
	gs_caps_drain();
}

static void resume(struct gs_saved *s)
{
	const struct gs_caps *c = s->caps;
	if (s->own_feedback) {
		GL(glBindTransformFeedback)(GL_TRANSFORM_FEEDBACK, s->feedback);
		GL(glDeleteTransformFeedbacks)(1, &s->own_feedback);
	}
	if (s->paused)
		GL(glResumeTransformFeedback)();
	gs_queries_resume(c, &s->queries);
	if (s->query_buffer)
		bind_buffer(GL_QUERY_BUFFER, GL_QUERY_BUFFER_BINDING, s->query_buffer);
	if (s->conditional_query)
		GL(glBeginConditionalRender)(s->conditional_query, s->conditional_mode);
	gs_caps_drain();
	if (s->debug)
		GL(glEnable)(GL_DEBUG_OUTPUT);
}

/* ---- reading it ---- */

static void save_program(struct gs_saved *s)
{
	const struct gs_caps *c = s->caps;
	s->program = get(GL_CURRENT_PROGRAM);
	if (c->pipelines)
		s->pipeline = get(GL_PROGRAM_PIPELINE_BINDING);
	for (unsigned i = 0; c->subroutines && i < GS_N_STAGES; i++) {
		GLint program = s->program, n = 0;
		if (i == GS_STAGE_COMPUTE && !c->stages_compute)
			continue;
		if (!program && s->pipeline)
			GL(glGetProgramPipelineiv)(s->pipeline, gs_stage_types[i], &program);
		if (program)
			GL(glGetProgramStageiv)
		(program, gs_stage_types[i], GL_ACTIVE_SUBROUTINE_UNIFORM_LOCATIONS, &n);
		if (n <= 0 || !(s->subroutines[i].index = calloc(n, sizeof(GLuint))))
			continue;
		s->subroutines[i].n = n;
		for (GLint k = 0; k < n; k++)
			GL(glGetUniformSubroutineuiv)
		(gs_stage_types[i], k, &s->subroutines[i].index[k]);
	}
}

static void save_pixels(struct gs_saved *s)
{
	const struct gs_caps *c = s->caps;
	for (unsigned i = 0; i < n_pack_names(c); i++)
		s->pack[i] = get(pack_names[i]);
	if (c->pack_invert)
		s->pack_invert = get(GL_PACK_INVERT_MESA);
	if (c->pack_buffer)
		s->pack_buffer = get(GL_PIXEL_PACK_BUFFER_BINDING);
	if (c->clamp_colours)
		s->clamp_read = get(GL_CLAMP_READ_COLOR);
	if (c->api != GS_API_COMPATIBILITY)
		return;
	for (unsigned i = 0; i < 8; i++)
		GL(glGetFloatv)(transfer_names[i], &s->transfer[i]);
	GL(glGetBooleanv)(GL_MAP_COLOR, &s->map_color);
	if (c->clamp_colours) {
		s->clamp_vertex = get(GL_CLAMP_VERTEX_COLOR);
		s->clamp_fragment = get(GL_CLAMP_FRAGMENT_COLOR);
	}
}

static void save_side(struct gs_stencil_side *side, GLenum func, GLenum fail)
{
	bool back = func == GL_STENCIL_BACK_FUNC;
	side->func = get(func);
	side->ref = get(back ? GL_STENCIL_BACK_REF : GL_STENCIL_REF);
	side->mask = get(back ? GL_STENCIL_BACK_VALUE_MASK : GL_STENCIL_VALUE_MASK);
	side->fail = get(fail);
	side->depth_fail = get(back ? GL_STENCIL_BACK_PASS_DEPTH_FAIL : GL_STENCIL_PASS_DEPTH_FAIL);
	side->pass = get(back ? GL_STENCIL_BACK_PASS_DEPTH_PASS : GL_STENCIL_PASS_DEPTH_PASS);
}

static void restore_sides(const struct gs_saved *s)
{
	if (!s->chose_fragment)
		return;
	for (unsigned i = 0; i < 2; i++) {
		const struct gs_stencil_side *side = &s->stencil_side[i];
		GLenum face = i ? GL_BACK : GL_FRONT;
		GL(glStencilFuncSeparate)(face, side->func, side->ref, side->mask);
		GL(glStencilOpSeparate)(face, side->fail, side->depth_fail, side->pass);
	}
	if (s->two_sided)
		GL(glEnable)(GL_STENCIL_TEST_TWO_SIDE_EXT);
}

static void save_output(struct gs_saved *s)
{
	const struct gs_caps *c = s->caps;
	if (c->indexed_masks) {
		for (unsigned i = 0; i < c->n_draw_buffers; i++) {
			get_color_mask(c, i, s->color_mask[i]);
			s->blend[i] = is_enabled(c->indexed_masks, GL_BLEND, i);
		}
	} else {
		GL(glGetBooleanv)(GL_COLOR_WRITEMASK, s->color_mask[0]);
		s->blend[0] = GL(glIsEnabled)(GL_BLEND);
	}
	gs_blend_functions_get(&s->blend_functions, c);
	GL(glGetBooleanv)(GL_DEPTH_WRITEMASK, &s->depth_mask);
	s->stencil_mask = get(GL_STENCIL_WRITEMASK);
	s->stencil_back_mask = get(GL_STENCIL_BACK_WRITEMASK);
	s->stencil_test = GL(glIsEnabled)(GL_STENCIL_TEST);
	save_side(&s->stencil_side[0], GL_STENCIL_FUNC, GL_STENCIL_FAIL);
	save_side(&s->stencil_side[1], GL_STENCIL_BACK_FUNC, GL_STENCIL_BACK_FAIL);
	s->chose_fragment = false;
	s->two_sided = c->two_sided_stencil && GL(glIsEnabled)(GL_STENCIL_TEST_TWO_SIDE_EXT);
	if (s->two_sided) {
		s->stencil_face = get(GL_ACTIVE_STENCIL_FACE_EXT);
		GL(glActiveStencilFaceEXT)(GL_BACK);
		s->two_sided_mask = get(GL_STENCIL_WRITEMASK);
		GL(glActiveStencilFaceEXT)(s->stencil_face);
	}
	s->depth_test = GL(glIsEnabled)(GL_DEPTH_TEST);
	s->dither = GL(glIsEnabled)(GL_DITHER);
	s->alpha_to_coverage = GL(glIsEnabled)(GL_SAMPLE_ALPHA_TO_COVERAGE);
	s->alpha_to_one = c->api != GS_API_ES && GL(glIsEnabled)(GL_SAMPLE_ALPHA_TO_ONE);
	s->logic_op = c->logic_op && GL(glIsEnabled)(GL_COLOR_LOGIC_OP);
	s->srgb = c->srgb_switch && GL(glIsEnabled)(GL_FRAMEBUFFER_SRGB);
	s->alpha_test = c->api == GS_API_COMPATIBILITY && GL(glIsEnabled)(GL_ALPHA_TEST);
	s->sample_shading = c->sample_shading && GL(glIsEnabled)(GL_SAMPLE_SHADING);
	if (c->sample_shading)
		GL(glGetFloatv)(GL_MIN_SAMPLE_SHADING_VALUE, &s->min_sample_shading);
	s->discard = c->rasterizer_discard && GL(glIsEnabled)(GL_RASTERIZER_DISCARD);
	if (c->n_viewports > 1) {
		for (unsigned i = 0; i < c->n_viewports; i++) {
			s->scissor[i] = is_enabled(c->indexed_scissors, GL_SCISSOR_TEST, i);
			GL(glGetIntegeri_v)(GL_SCISSOR_BOX, i, s->scissor_box[i]);
		}
	} else {
		s->scissor[0] = GL(glIsEnabled)(GL_SCISSOR_TEST);
		GL(glGetIntegerv)(GL_SCISSOR_BOX, s->scissor_box[0]);
	}
}

static void save(struct gs_saved *s)
{
	const struct gs_caps *c = s->caps;
	s->draw_framebuffer = get(GL_FRAMEBUFFER_BINDING);
	s->read_framebuffer = s->draw_framebuffer;
	if (c->framebuffers)
		s->read_framebuffer = get(GL_READ_FRAMEBUFFER_BINDING);
	s->renderbuffer = get(GL_RENDERBUFFER_BINDING);
	if (c->copy_buffers) {
		s->copy_read = get(GL_COPY_READ_BUFFER_BINDING);
		s->copy_write = get(GL_COPY_WRITE_BUFFER_BINDING);
	}
	save_program(s);
	save_pixels(s);
	save_output(s);
	gs_caps_drain(); /* a program without a stage raises an error when asked about it */
}

void gs_saved_enter(struct gs_saved *s, const struct gs_caps *c, GLuint conditional_query,
	GLenum conditional_mode)
{
	memset(s, 0, sizeof *s);
	s->caps = c;
	suspend_debug(s);
	suspend(s, conditional_query, conditional_mode);
	save(s);
}

void gs_saved_enter_reading(struct gs_saved *s, const struct gs_caps *c, GLuint conditional_query,
	GLenum conditional_mode)
{
	memset(s, 0, sizeof *s);
	s->caps = c;
	suspend_debug(s);
	end_conditional(s, conditional_query, conditional_mode);
	unbind_query_buffer(s);
	gs_queries_suspend_statistics(c, &s->queries);
	save(s);
}

/* ---- changing it ---- */

static bool chosen(enum gs_test test, bool of_program)
{
	return test == GS_TEST_PROGRAM ? of_program : test == GS_TEST_ON;
}

/* GL tells them as they are clamped for the framebuffer: as 0 where that has no stencil. One that
 * has is bound to ask for them. */
static void find_references(struct gs_saved *s)
{
	GLint bound = get(GL_DRAW_FRAMEBUFFER_BINDING), before = get(GL_RENDERBUFFER_BINDING);
	GLuint framebuffer, stencil;
	GL(glGenFramebuffers)(1, &framebuffer);
	GL(glBindFramebuffer)(GL_DRAW_FRAMEBUFFER, framebuffer);
	GL(glGenRenderbuffers)(1, &stencil);
	GL(glBindRenderbuffer)(GL_RENDERBUFFER, stencil);
	GL(glRenderbufferStorage)(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8, 1, 1);
	GL(glFramebufferRenderbuffer)
	(GL_DRAW_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, stencil);
	GL(glCheckFramebufferStatus)(GL_DRAW_FRAMEBUFFER); /* Mesa counts its bits then */
	s->stencil_side[0].ref = get(GL_STENCIL_REF);
	s->stencil_side[1].ref = get(GL_STENCIL_BACK_REF);
	GL(glBindFramebuffer)(GL_DRAW_FRAMEBUFFER, (GLuint)bound);
	GL(glBindRenderbuffer)(GL_RENDERBUFFER, (GLuint)before);
	GL(glDeleteFramebuffers)(1, &framebuffer);
	GL(glDeleteRenderbuffers)(1, &stencil);
}

/* Each fragment adds one to its pixel; the one that finds its number gets through. */
static void choose_fragment(struct gs_saved *s, unsigned number)
{
	if (!s->chose_fragment && s->caps->framebuffers)
		find_references(s);
	s->chose_fragment = true;
	GL(glDisable)(GL_DEPTH_TEST);
	if (s->two_sided)
		GL(glDisable)(GL_STENCIL_TEST_TWO_SIDE_EXT);
	GL(glEnable)(GL_STENCIL_TEST);
	GL(glStencilFuncSeparate)(GL_FRONT_AND_BACK, GL_EQUAL, number, 0xff);
	GL(glStencilOpSeparate)(GL_FRONT_AND_BACK, GL_INCR, GL_INCR, GL_INCR);
}

void gs_saved_count_fragments(const struct gs_fragment_options *o, bool on)
{
	if (o->fragment)
		GL(glStencilMaskSeparate)(GL_FRONT_AND_BACK, on ? 0xff : 0);
}

void gs_saved_tests(struct gs_saved *s, const struct gs_fragment_options *o)
{
	if (o->fragment) {
		choose_fragment(s, o->fragment - 1);
		return;
	}
	set(GL_DEPTH_TEST, chosen(o->test[GS_TESTED_DEPTH], s->depth_test));
	set(GL_STENCIL_TEST, chosen(o->test[GS_TESTED_STENCIL], s->stencil_test));
}

void gs_saved_blend(const struct gs_saved *s, const struct gs_fragment_options *o)
{
	enum gs_test blend = o->test[GS_TESTED_BLEND];
	if (blend != GS_TEST_PROGRAM)
		set(GL_BLEND, blend == GS_TEST_ON);
	if (o->test[GS_TESTED_MASK] == GS_TEST_OFF)
		GL(glColorMask)(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
}

bool gs_saved_blends(const struct gs_saved *s, const struct gs_fragment_options *o, unsigned buffer)
{
	return chosen(o->test[GS_TESTED_BLEND], s->blend[s->caps->indexed_masks ? buffer : 0]);
}

static bool alpha_test(const struct gs_saved *s, const struct gs_fragment_options *o)
{
	return s->caps->api == GS_API_COMPATIBILITY &&
	       chosen(o->test[GS_TESTED_ALPHA], s->alpha_test);
}

bool gs_saved_needs_alpha(const struct gs_saved *s, const struct gs_fragment_options *o)
{
	return alpha_test(s, o) || s->alpha_to_coverage;
}

void gs_saved_alpha(const struct gs_saved *s, const struct gs_fragment_options *o, bool on)
{
	if (s->caps->api == GS_API_COMPATIBILITY)
		set(GL_ALPHA_TEST, on && alpha_test(s, o));
	set(GL_SAMPLE_ALPHA_TO_COVERAGE, on && s->alpha_to_coverage);
}

void gs_saved_sample_rate(const struct gs_saved *s, bool each)
{
	if (!s->caps->sample_shading)
		return;
	set(GL_SAMPLE_SHADING, each || s->sample_shading);
	gs_caps_min_sample_shading(s->caps, each ? 1 : s->min_sample_shading);
}

bool gs_saved_shades_samples(const struct gs_saved *s, unsigned samples)
{
	return s->sample_shading && s->min_sample_shading * samples > samples - 1;
}

bool gs_saved_clamps(const struct gs_saved *s, bool fixed_point)
{
	bool has_switch = s->caps->api == GS_API_COMPATIBILITY && s->caps->clamp_colours;
	return !has_switch || s->clamp_fragment == GL_FIXED_ONLY ? fixed_point : s->clamp_fragment;
}

void gs_saved_plain_output(const struct gs_saved *s, bool fixed_point, bool clamp)
{
	const struct gs_caps *c = s->caps;
	GL(glDisable)(GL_BLEND);
	gs_blend_functions_plain(&s->blend_functions);
	GL(glDisable)(GL_DITHER);
	if (c->logic_op)
		GL(glDisable)(GL_COLOR_LOGIC_OP);
	if (c->srgb_switch)
		GL(glDisable)(GL_FRAMEBUFFER_SRGB);
	if (s->alpha_to_one)
		GL(glDisable)(GL_SAMPLE_ALPHA_TO_ONE);
	if (c->api != GS_API_COMPATIBILITY || !c->clamp_colours)
		return;
	/* Our target is not fixed-point: say what the program's meant. */
	bool vertex = s->clamp_vertex == GL_FIXED_ONLY ? fixed_point : s->clamp_vertex;
	clamp_color(c, GL_CLAMP_VERTEX_COLOR, vertex ? GL_TRUE : GL_FALSE);
	clamp_color(c, GL_CLAMP_FRAGMENT_COLOR,
		clamp && gs_saved_clamps(s, fixed_point) ? GL_TRUE : GL_FALSE);
}

static void set_stencil_masks(const struct gs_saved *s, bool on)
{
	GL(glStencilMaskSeparate)(GL_FRONT, on ? s->stencil_mask : 0);
	GL(glStencilMaskSeparate)(GL_BACK, on ? s->stencil_back_mask : 0);
	if (!s->two_sided)
		return;
	GL(glActiveStencilFaceEXT)(GL_BACK);
	GL(glStencilMask)(on ? s->two_sided_mask : 0);
	GL(glActiveStencilFaceEXT)(s->stencil_face);
}

void gs_saved_masks(const struct gs_saved *s, bool colour, bool depth_stencil)
{
	GL(glColorMask)(colour, colour, colour, colour);
	GL(glDepthMask)(depth_stencil && s->depth_mask);
	set_stencil_masks(s, depth_stencil);
}

static void set_discard(const struct gs_saved *s, bool on)
{
	if (s->discard)
		set(GL_RASTERIZER_DISCARD, on);
}

void gs_saved_scissor_off(const struct gs_saved *s)
{
	GL(glDisable)(GL_SCISSOR_TEST);
	set_discard(s, false);
}

static void set_scissor(const struct gs_caps *c, unsigned i, bool on, const GLint box[4])
{
	if (c->n_viewports == 1) {
		set(GL_SCISSOR_TEST, on);
		GL(glScissor)(box[0], box[1], box[2], box[3]);
		return;
	}
	set_indexed(c->indexed_scissors, GL_SCISSOR_TEST, i, on);
	if (c->indexed_scissors == GS_INDEXED_OES)
		GL_LIKE(glScissorIndexed, glScissorIndexedOES)(i, box[0], box[1], box[2], box[3]);
	else
		GL(glScissorIndexed)(i, box[0], box[1], box[2], box[3]);
}

static void intersect(GLint box[4], const struct gs_rectangle *area)
{
	int64_t x0 = box[0], y0 = box[1], x1 = x0 + box[2], y1 = y0 + box[3];
	int64_t ax1 = (int64_t)area->x + area->width, ay1 = (int64_t)area->y + area->height;
	x0 = x0 > area->x ? x0 : area->x;
	y0 = y0 > area->y ? y0 : area->y;
	x1 = x1 < ax1 ? x1 : ax1;
	y1 = y1 < ay1 ? y1 : ay1;
	box[0] = x0;
	box[1] = y0;
	box[2] = x1 > x0 ? x1 - x0 : 0;
	box[3] = y1 > y0 ? y1 - y0 : 0;
}

void gs_saved_scissor(const struct gs_saved *s, enum gs_test test, const struct gs_rectangle *area)
{
	const struct gs_caps *c = s->caps;
	for (unsigned i = 0; i < c->n_viewports; i++) {
		GLint box[4];
		memcpy(box, s->scissor_box[i], sizeof box);
		bool on = chosen(test, s->scissor[i]);
		if (area && !on)
			memcpy(box, area, sizeof box);
		else if (area)
			intersect(box, area);
		set_scissor(c, i, area || on, box);
	}
	set_discard(s, true);
}

void gs_saved_scissor_only(const struct gs_saved *s, const struct gs_rectangle *area)
{
	const GLint box[4] = {area->x, area->y, area->width, area->height};
	for (unsigned i = 0; i < s->caps->n_viewports; i++)
		set_scissor(s->caps, i, true, box);
	set_discard(s, true);
}

void gs_saved_plain_pack(const struct gs_saved *s)
{
	const struct gs_caps *c = s->caps;
	GL(glPixelStorei)(GL_PACK_ALIGNMENT, 1);
	for (unsigned i = 1; i < n_pack_names(c); i++)
		GL(glPixelStorei)(pack_names[i], 0);
	if (s->pack_invert)
		GL(glPixelStorei)(GL_PACK_INVERT_MESA, 0);
	if (s->pack_buffer)
		GL(glBindBuffer)(GL_PIXEL_PACK_BUFFER, 0);
	if (c->clamp_colours)
		clamp_color(c, GL_CLAMP_READ_COLOR, GL_FALSE);
	if (c->api != GS_API_COMPATIBILITY)
		return;
	for (unsigned i = 0; i < 8; i++)
		GL(glPixelTransferf)(transfer_names[i], i < 4 ? 1 : 0);
	GL(glPixelTransferi)(GL_MAP_COLOR, 0);
}

/* ---- putting it back ---- */

void gs_saved_restore_program(struct gs_saved *s)
{
	const struct gs_caps *c = s->caps;
	if (!s->program_changed)
		return;
	s->program_changed = false;
	GL(glUseProgram)(s->program);
	if (c->pipelines)
		GL(glBindProgramPipeline)(s->pipeline);
	for (unsigned i = 0; i < GS_N_STAGES; i++)
		if (s->subroutines[i].n)
			GL(glUniformSubroutinesuiv)
	(gs_stage_types[i], s->subroutines[i].n, s->subroutines[i].index);
}

static void free_subroutines(struct gs_saved *s)
{
	for (unsigned i = 0; i < GS_N_STAGES; i++)
		free(s->subroutines[i].index);
}

void gs_saved_enter_program(struct gs_saved *s, const struct gs_caps *caps)
{
	memset(s, 0, sizeof *s);
	s->caps = caps;
	save_program(s);
}

void gs_saved_leave_program(struct gs_saved *s)
{
	gs_saved_restore_program(s);
	free_subroutines(s);
}

static void restore_clamps(const struct gs_saved *s)
{
	const struct gs_caps *c = s->caps;
	if (c->api != GS_API_COMPATIBILITY || !c->clamp_colours)
		return;
	clamp_color(c, GL_CLAMP_VERTEX_COLOR, s->clamp_vertex);
	clamp_color(c, GL_CLAMP_FRAGMENT_COLOR, s->clamp_fragment);
}

static void restore_pixels(const struct gs_saved *s)
{
	const struct gs_caps *c = s->caps;
	for (unsigned i = 0; i < n_pack_names(c); i++)
		GL(glPixelStorei)(pack_names[i], s->pack[i]);
	if (s->pack_invert)
		GL(glPixelStorei)(GL_PACK_INVERT_MESA, s->pack_invert);
	if (c->pack_buffer)
		bind_buffer(GL_PIXEL_PACK_BUFFER, GL_PIXEL_PACK_BUFFER_BINDING, s->pack_buffer);
	if (c->clamp_colours)
		clamp_color(c, GL_CLAMP_READ_COLOR, s->clamp_read);
	if (c->api != GS_API_COMPATIBILITY)
		return;
	for (unsigned i = 0; i < 8; i++)
		GL(glPixelTransferf)(transfer_names[i], s->transfer[i]);
	GL(glPixelTransferi)(GL_MAP_COLOR, s->map_color);
	restore_clamps(s);
}

static void restore_output(const struct gs_saved *s)
{
	const struct gs_caps *c = s->caps;
	for (unsigned i = 0; c->indexed_masks && i < c->n_draw_buffers; i++) {
		set_color_mask(c, i, s->color_mask[i]);
		set_indexed(c->indexed_masks, GL_BLEND, i, s->blend[i]);
	}
	if (!c->indexed_masks) {
		const GLboolean *m = s->color_mask[0];
		GL(glColorMask)(m[0], m[1], m[2], m[3]);
		set(GL_BLEND, s->blend[0]);
	}
	gs_blend_functions_restore(&s->blend_functions, c);
	GL(glDepthMask)(s->depth_mask);
	set_stencil_masks(s, true);
	restore_sides(s);
	set(GL_STENCIL_TEST, s->stencil_test);
	set(GL_DEPTH_TEST, s->depth_test);
	set(GL_DITHER, s->dither);
	set(GL_SAMPLE_ALPHA_TO_COVERAGE, s->alpha_to_coverage);
	if (s->alpha_to_one)
		GL(glEnable)(GL_SAMPLE_ALPHA_TO_ONE);
	if (c->logic_op)
		set(GL_COLOR_LOGIC_OP, s->logic_op);
	if (c->srgb_switch)
		set(GL_FRAMEBUFFER_SRGB, s->srgb);
	if (c->api == GS_API_COMPATIBILITY)
		set(GL_ALPHA_TEST, s->alpha_test);
	gs_saved_sample_rate(s, false);
	gs_saved_scissor(s, GS_TEST_PROGRAM, NULL);
}

void gs_saved_own_output(const struct gs_saved *s)
{
	restore_output(s);
	restore_clamps(s);
}

void gs_saved_enter_pixels(struct gs_saved *s, const struct gs_caps *c)
{
	memset(s, 0, sizeof *s);
	s->caps = c;
	save_pixels(s);
	gs_saved_plain_pack(s);
}

void gs_saved_leave_pixels(struct gs_saved *s)
{
	restore_pixels(s);
}

void gs_saved_leave(struct gs_saved *s)
{
	const struct gs_caps *c = s->caps;
	gs_saved_restore_program(s);
	if (c->framebuffers) {
		GL(glBindFramebuffer)(GL_DRAW_FRAMEBUFFER, s->draw_framebuffer);
		GL(glBindFramebuffer)(GL_READ_FRAMEBUFFER, s->read_framebuffer);
	} else {
		GL(glBindFramebuffer)(GL_FRAMEBUFFER, s->draw_framebuffer);
	}
	if (get(GL_RENDERBUFFER_BINDING) != s->renderbuffer)
		GL(glBindRenderbuffer)(GL_RENDERBUFFER, s->renderbuffer);
	if (c->copy_buffers) {
		bind_buffer(GL_COPY_READ_BUFFER, GL_COPY_READ_BUFFER_BINDING, s->copy_read);
		bind_buffer(GL_COPY_WRITE_BUFFER, GL_COPY_WRITE_BUFFER_BINDING, s->copy_write);
	}
	restore_pixels(s);
	restore_output(s);
	resume(s);
	for (unsigned i = 0; i < GS_N_STAGES; i++)
		free(s->subroutines[i].index);
}

/* SPDX-License-Identifier: MIT */
/* Changes of GL's state and of a draw's arguments for one draw. */
#include "data/draw.h"
#include "data/targets.h"
#include "replay/measure/experimenting.h"

enum { TESTS = 3, MOST_UNITS = 32, BLENDED_VERSION = 30, VIEWPORTS_VERSION = 41 };

static const GLenum tests[TESTS] = {GL_DEPTH_TEST, GL_STENCIL_TEST, GL_ALPHA_TEST};

static const struct gs_replay_context *context_of(struct gs_measure *gl)
{
	gs_replay_know_context(gl->player);
	return gs_replay_context(gl->player);
}

/* Return how many viewports there are; 0: one, without an index. */
static unsigned viewports(struct gs_measure *gl)
{
	const struct gs_replay_context *context = context_of(gl);
	if (context->is_es || context->version < VIEWPORTS_VERSION)
		return 0;
	return (unsigned)CLAMP(gs_measuring_get(gl, GL_MAX_VIEWPORTS), 1, GS_EXPERIMENT_VIEWPORTS);
}

/* ---- one pixel ---- */

static bool cut(struct gs_measure *gl, struct gs_experiment_state *state)
{
	void (*box)(GLint, GLint, GLsizei, GLsizei) = gs_replay_find(gl->player, "glScissor");
	void (*box_at)(GLuint, GLint, GLint, GLsizei, GLsizei) = gs_replay_find(
		gl->player, "glScissorIndexed");
	GLint view[4];
	state->n = viewports(gl);
	gl->gl.GetIntegerv(GL_VIEWPORT, view);
	if (!state->n) {
		gl->gl.GetIntegerv(GL_SCISSOR_BOX, state->boxes[0]);
		state->is_on[0] = gs_measuring_is_enabled(gl, GL_SCISSOR_TEST);
		box(view[0] + view[2] / 2, view[1] + view[3] / 2, 1, 1);
		gl->gl.Enable(GL_SCISSOR_TEST);
	}
	for (unsigned i = 0; i < state->n; i++) {
		gl->gl.GetIntegeri_v(GL_SCISSOR_BOX, i, state->boxes[i]);
		state->is_on[i] = gl->gl.IsEnabledi(GL_SCISSOR_TEST, i);
		box_at(i, view[0] + view[2] / 2, view[1] + view[3] / 2, 1, 1);
		gl->gl.Enablei(GL_SCISSOR_TEST, i);
	}
	return true;
}

static void uncut(struct gs_measure *gl, const struct gs_experiment_state *state)
{
	void (*box)(GLint, GLint, GLsizei, GLsizei) = gs_replay_find(gl->player, "glScissor");
	void (*box_at)(GLuint, GLint, GLint, GLsizei, GLsizei) = gs_replay_find(
		gl->player, "glScissorIndexed");
	const GLint(*old)[4] = state->boxes;
	if (!state->n) {
		box(old[0][0], old[0][1], old[0][2], old[0][3]);
		gs_measuring_switch(gl, GL_SCISSOR_TEST, state->is_on[0]);
	}
	for (unsigned i = 0; i < state->n; i++) {
		box_at(i, old[i][0], old[i][1], old[i][2], old[i][3]);
		if (!state->is_on[i])
			gl->gl.Disablei(GL_SCISSOR_TEST, i);
	}
}

/* ---- half the size ---- */

static void set_views(struct gs_measure *gl, const struct gs_experiment_state *state, int part)
{
	void (*view)(GLint, GLint, GLsizei, GLsizei) = gs_replay_find(gl->player, "glViewport");
	void (*view_at)(GLuint, GLfloat, GLfloat, GLfloat, GLfloat) = gs_replay_find(
		gl->player, "glViewportIndexedf");
	const GLint *box = state->boxes[0];
	if (!state->n)
		view(box[0], box[1], box[2] / part, box[3] / part);
	for (unsigned i = 0; i < state->n; i++)
		view_at(i, state->views[i][0], state->views[i][1],
			state->views[i][2] / (GLfloat)part, state->views[i][3] / (GLfloat)part);
}

static bool halve(struct gs_measure *gl, struct gs_experiment_state *state)
{
	void (*get_at)(GLenum, GLuint, GLfloat *) = gs_replay_find(gl->player, "glGetFloati_v");
	state->n = viewports(gl);
	gl->gl.GetIntegerv(GL_VIEWPORT, state->boxes[0]);
	for (unsigned i = 0; i < state->n; i++)
		get_at(GL_VIEWPORT, i, state->views[i]);
	set_views(gl, state, 2);
	return true;
}

/* ---- blending and tests ---- */

static bool stop_blending(
	struct gs_measure *gl, struct gs_experiment_state *state, const char **why)
{
	const struct gs_replay_context *context = context_of(gl);
	bool any = false;
	state->n = context->version < BLENDED_VERSION || context->is_es
			   ? 0
			   : (unsigned)CLAMP(gs_measuring_get(gl, GL_MAX_DRAW_BUFFERS), 1,
				     GS_EXPERIMENT_BUFFERS);
	if (!state->n)
		any = state->is_on[0] = gs_measuring_is_enabled(gl, GL_BLEND);
	for (unsigned i = 0; i < state->n; i++)
		any |= state->is_on[i] = gl->gl.IsEnabledi(GL_BLEND, i);
	*why = "nothing is blended";
	if (any)
		gl->gl.Disable(GL_BLEND);
	return any;
}

static void blend_again(struct gs_measure *gl, const struct gs_experiment_state *state)
{
	if (!state->n)
		gl->gl.Enable(GL_BLEND);
	for (unsigned i = 0; i < state->n; i++)
		if (state->is_on[i])
			gl->gl.Enablei(GL_BLEND, i);
}

static bool stop_tests(struct gs_measure *gl, struct gs_experiment_state *state, const char **why)
{
	const struct gs_replay_context *context = context_of(gl);
	bool any = false;
	state->n = context->is_es || context->is_core ? TESTS - 1 : TESTS;
	for (unsigned i = 0; i < state->n; i++) {
		any |= state->is_on[i] = gs_measuring_is_enabled(gl, tests[i]);
		if (state->is_on[i])
			gl->gl.Disable(tests[i]);
	}
	*why = "nothing is tested";
	return any;
}

/* ---- textures ---- */

static bool shrink(struct gs_measure *gl, struct gs_experiment_state *state, const char **why)
{
	size_t n_targets;
	const struct gs_texture_target *targets = gs_data_texture_targets(&n_targets);
	void (*bind)(GLenum, GLuint) = gs_replay_find(gl->player, "glBindTexture");
	GLint active = gs_measuring_get(gl, GL_ACTIVE_TEXTURE);
	int units = MIN(gs_measuring_get(gl, GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS), MOST_UNITS);
	state->n = 0;
	for (int unit = 0; unit < units; unit++) {
		GLenum name = GL_TEXTURE0 + (GLenum)unit;
		gl->gl.ActiveTexture(name);
		for (size_t i = 0; i < n_targets && state->n < GS_EXPERIMENT_BINDINGS; i++) {
			GLuint bound = (GLuint)gs_measuring_get(gl, targets[i].binding);
			if (!gs_measuring_forget_errors(gl) || !bound)
				continue;
			GLuint tiny = gs_experiment_tiny(
				gl, targets[i].target, targets[i].image, bound);
			if (!tiny)
				continue;
			state->bindings[state->n++] = (struct gs_experiment_binding){
				name, targets[i].target, bound};
			bind(targets[i].target, tiny);
		}
	}
	gl->gl.ActiveTexture((GLenum)active);
	*why = "no texture is bound that a tiny one can stand in for";
	return state->n > 0;
}

static void grow(struct gs_measure *gl, const struct gs_experiment_state *state)
{
	void (*bind)(GLenum, GLuint) = gs_replay_find(gl->player, "glBindTexture");
	GLint active = gs_measuring_get(gl, GL_ACTIVE_TEXTURE);
	for (unsigned i = 0; i < state->n; i++) {
		gl->gl.ActiveTexture(state->bindings[i].unit);
		bind(state->bindings[i].target, state->bindings[i].texture);
	}
	gl->gl.ActiveTexture((GLenum)active);
}

/* ---- without pixels ---- */

static bool discard(struct gs_measure *gl, struct gs_experiment_state *state, const char **why)
{
	*why = "GL has a version below 3.0";
	if (context_of(gl)->version < BLENDED_VERSION)
		return false;
	state->is_on[0] = gs_measuring_is_enabled(gl, GL_RASTERIZER_DISCARD);
	gl->gl.Enable(GL_RASTERIZER_DISCARD);
	return true;
}

/* Let the call draw one primitive. */
static bool shorten(struct gs_measure *gl, const struct gs_play *play, struct gs_wire_call *done,
	const char **why)
{
	const struct gs_draw_rule *rule = gs_data_draw(play->number);
	*why = "its number of vertices is not an argument of the call";
	if (!gs_draw_is_direct(rule) || rule->has_arrays || !gs_draw_has(rule->count))
		return false;
	bool is_patches = gs_draw_has(rule->mode) && done->args[rule->mode] == GL_PATCHES;
	uint64_t few = is_patches ? (uint64_t)gs_measuring_get(gl, GL_PATCH_VERTICES) : 3;
	done->args[rule->count] = MIN(done->args[rule->count], few);
	if (gs_draw_has(rule->instances))
		done->args[rule->instances] = MIN(done->args[rule->instances], 1);
	return true;
}

/* ---- all ---- */

static bool change(struct gs_measure *gl, enum gs_experiment experiment, const struct gs_play *play,
	struct gs_wire_call *done, struct gs_experiment_state *state, const char **why)
{
	switch (experiment) {
	case GS_EXPERIMENT_NO_RASTERIZER:
		return discard(gl, state, why);
	case GS_EXPERIMENT_CALL_ALONE:
		return shorten(gl, play, done, why) && discard(gl, state, why);
	case GS_EXPERIMENT_ONE_PIXEL:
		return cut(gl, state);
	case GS_EXPERIMENT_TRIVIAL_FRAGMENT:
		state->program = (GLuint)gs_measuring_get(gl, GL_CURRENT_PROGRAM);
		return gs_experiment_use_trivial(gl, state->program, why);
	case GS_EXPERIMENT_TINY_TEXTURES:
		return shrink(gl, state, why);
	case GS_EXPERIMENT_NO_BLENDING:
		return stop_blending(gl, state, why);
	case GS_EXPERIMENT_NO_TESTS:
		return stop_tests(gl, state, why);
	case GS_EXPERIMENT_HALF_SIZE:
		return halve(gl, state);
	default:
		return false;
	}
}

bool gs_experiment_change(struct gs_measure *gl, enum gs_experiment experiment,
	const struct gs_play *play, struct gs_wire_call *done, struct gs_experiment_state *state,
	const char **why)
{
	bool is_changed = change(gl, experiment, play, done, state, why);
	state->changed = is_changed ? experiment : GS_EXPERIMENT_AS_IS;
	gs_measuring_forget_errors(gl);
	return is_changed;
}

void gs_experiment_restore(struct gs_measure *gl, const struct gs_experiment_state *state)
{
	switch (state->changed) {
	case GS_EXPERIMENT_NO_RASTERIZER:
	case GS_EXPERIMENT_CALL_ALONE:
		gs_measuring_switch(gl, GL_RASTERIZER_DISCARD, state->is_on[0]);
		break;
	case GS_EXPERIMENT_ONE_PIXEL:
		uncut(gl, state);
		break;
	case GS_EXPERIMENT_TRIVIAL_FRAGMENT:
		gl->gl.UseProgram(state->program);
		break;
	case GS_EXPERIMENT_TINY_TEXTURES:
		grow(gl, state);
		break;
	case GS_EXPERIMENT_NO_BLENDING:
		blend_again(gl, state);
		break;
	case GS_EXPERIMENT_NO_TESTS:
		for (unsigned i = 0; i < state->n; i++)
			if (state->is_on[i])
				gl->gl.Enable(tests[i]);
		break;
	case GS_EXPERIMENT_HALF_SIZE:
		set_views(gl, state, 1);
		break;
	default:
		break;
	}
	gs_measuring_forget_errors(gl);
}

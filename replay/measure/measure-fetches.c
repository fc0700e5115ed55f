/* SPDX-License-Identifier: MIT */
/*
 * Texture lookups of fragments: the call is executed again by a program that writes 1 and its
 * number of lookups for each fragment (measure-lookups.c) into a float image of our own, where
 * blending adds them up. Without a depth or stencil buffer all fragments pass these tests. Where
 * fixed function does the lookups, each texture unit that is on does one for each fragment.
 */
#include "replay/measure/measuring.h"
#include "replay/reading.h"

enum {
	MOST_READ = 1 << 18, /* pixels read at a time */
	EXACT = 1 << 24,     /* from here on floats cannot hold all integers */
	CHANNELS = 4,
	MOST_LEVELS = 32,
};

/* ---- GL's state ---- */

enum { BLEND_VALUES = 6 };

static const GLenum blend_names[BLEND_VALUES] = {GL_BLEND_SRC_RGB, GL_BLEND_DST_RGB,
	GL_BLEND_SRC_ALPHA, GL_BLEND_DST_ALPHA, GL_BLEND_EQUATION_RGB, GL_BLEND_EQUATION_ALPHA};

struct state {
	int draw, blend[BLEND_VALUES], clamps_colour, clamps_reads;
	bool blends, scissors, does_logic, tests_alpha;
	GLboolean mask[4];
};

static bool is_compatibility(struct gs_measure *measure)
{
	const struct gs_replay_context *context = gs_replay_context(measure->player);
	return !context->is_es && !context->is_core;
}

static void save(struct gs_measure *measure, struct state *saved)
{
	const struct gs_measuring_gl *gl = &measure->gl;
	bool is_es = gs_replay_context(measure->player)->is_es;
	*saved = (struct state){.draw = gs_measuring_get(measure, GL_DRAW_FRAMEBUFFER_BINDING)};
	for (unsigned i = 0; i < BLEND_VALUES; i++)
		gl->GetIntegeri_v(blend_names[i], 0, &saved->blend[i]);
	gl->GetBooleani_v(GL_COLOR_WRITEMASK, 0, saved->mask);
	saved->blends = gl->IsEnabledi(GL_BLEND, 0);
	saved->scissors = gs_measuring_is_enabled(measure, GL_SCISSOR_TEST);
	saved->does_logic = !is_es && gs_measuring_is_enabled(measure, GL_COLOR_LOGIC_OP);
	if (!is_es)
		saved->clamps_reads = gs_measuring_get(measure, GL_CLAMP_READ_COLOR);
	if (!is_compatibility(measure))
		return;
	saved->tests_alpha = gs_measuring_is_enabled(measure, GL_ALPHA_TEST);
	saved->clamps_colour = gs_measuring_get(measure, GL_CLAMP_FRAGMENT_COLOR);
}

static void set(struct gs_measure *measure, const struct state *state)
{
	const struct gs_measuring_gl *gl = &measure->gl;
	const int *b = state->blend;
	bool is_es = gs_replay_context(measure->player)->is_es;
	gl->BlendFuncSeparatei(0, (GLenum)b[0], (GLenum)b[1], (GLenum)b[2], (GLenum)b[3]);
	if (b[4] == b[5]) /* advanced equations can be set only so */
		gl->BlendEquationi(0, (GLenum)b[4]);
	else
		gl->BlendEquationSeparatei(0, (GLenum)b[4], (GLenum)b[5]);
	gl->ColorMaski(0, state->mask[0], state->mask[1], state->mask[2], state->mask[3]);
	(state->blends ? gl->Enablei : gl->Disablei)(GL_BLEND, 0);
	gs_measuring_scissor(measure, state->scissors);
	if (!is_es)
		gs_measuring_switch(measure, GL_COLOR_LOGIC_OP, state->does_logic);
	if (!is_es)
		gl->ClampColor(GL_CLAMP_READ_COLOR, (GLenum)state->clamps_reads);
	if (!is_compatibility(measure))
		return;
	gs_measuring_switch(measure, GL_ALPHA_TEST, state->tests_alpha);
	gl->ClampColor(GL_CLAMP_FRAGMENT_COLOR, (GLenum)state->clamps_colour);
}

/* ---- sums ---- */

struct sums {
	uint64_t fragments, fetches;
};

/* Add pixels to the sums. Return false if a number is too large to be exact. */
static bool add_pixels(const float *pixels, size_t n, size_t channels, struct sums *sums)
{
	for (size_t i = 0; i < n; i++) {
		float fragments = pixels[channels * i], fetches = pixels[channels * i + 1];
		if (!(fragments >= 0 && fragments < EXACT && fetches >= 0 && fetches < EXACT))
			return false;
		sums->fragments += (uint64_t)fragments;
		sums->fetches += (uint64_t)fetches;
	}
	return true;
}

static bool read_sums(struct gs_measure *measure, int width, int height, struct sums *sums)
{
	struct gs_player *player = measure->player;
	struct gs_replay_reading saved = {0};
	int rows = CLAMP(MOST_READ / width, 1, height);
	float *pixels = g_new(float, (gsize)width *(gsize)rows *CHANNELS);
	/* OpenGL ES may read float pixels only as GL_RGBA. */
	bool is_es = gs_replay_context(player)->is_es, is_good = true;
	gs_replay_begin_reading(player, &saved, measure->context->sums.framebuffer);
	gs_measuring_forget_errors(measure);
	for (int y = 0; y < height && is_good; y += rows) {
		int n = MIN(rows, height - y);
		measure->gl.ReadPixels(0, y, width, n, is_es ? GL_RGBA : GL_RG, GL_FLOAT, pixels);
		is_good = gs_measuring_forget_errors(measure) &&
			  add_pixels(pixels, (size_t)width * (size_t)n, is_es ? CHANNELS : 2, sums);
	}
	gs_replay_end_reading(player, &saved);
	gs_measuring_forget_errors(measure);
	g_free(pixels);
	return is_good;
}

/* Execute the call with the counting program, which is in use, and read the sums. Return false if
 * that fails. */
static bool count(struct gs_measure *measure, int width, int height, struct sums *sums)
{
	static const float zero[CHANNELS];
	struct state saved,
		own = {.blend = {GL_ONE, GL_ONE, GL_ONE, GL_ONE, GL_FUNC_ADD, GL_FUNC_ADD},
			.blends = true,
			.mask = {GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE}};
	bool is_good = false;
	save(measure, &saved);
	gs_measuring_forget_errors(measure);
	if (gs_measuring_bind_own(measure, &measure->context->sums, GL_COLOR_ATTACHMENT0, GL_RG32F,
		    width, height)) {
		set(measure, &own);
		measure->gl.ClearBufferfv(GL_COLOR, 0, zero);
		gs_measuring_scissor(measure, saved.scissors);
		is_good = gs_measuring_forget_errors(measure);
		gs_measuring_repeat(measure);
		is_good = gs_measuring_forget_errors(measure) && is_good &&
			  read_sums(measure, width, height, sums);
		set(measure, &saved);
	}
	measure->gl.BindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)saved.draw);
	gs_measuring_forget_errors(measure);
	return is_good;
}

/* ---- shaders ---- */

/* Return why the lookups cannot be counted; NULL: they can. */
static const char *why_not(struct gs_measure *measure, const struct gs_measured_program *program)
{
	const struct gs_replay_context *context = gs_replay_context(measure->player);
	if (program->fetches != GS_FETCHES_COUNTED)
		return "its fragment shader cannot be made to count its texture fetches";
	if (context->version < (context->is_es ? 32u : 40u))
		return "texture fetches are counted from GL 4.0 and ES 3.2 on";
	if (program->tests_early && (gs_measuring_is_enabled(measure, GL_DEPTH_TEST) ||
					    gs_measuring_is_enabled(measure, GL_STENCIL_TEST) ||
					    (!context->is_es && gs_measuring_is_enabled(measure,
									GL_DEPTH_BOUNDS_TEST_EXT))))
		return "which fragments its early tests leave to fetch is not known";
	return NULL;
}

/* Return the number of fragments, with the discarded ones; UINT64_MAX: not known. */
static uint64_t all_fragments(const struct gs_measure *measure)
{
	return measure->is_known[GS_MEASURED_FRAGMENTS] && measure->is_known[GS_MEASURED_DISCARDED]
		       ? measure->values[GS_MEASURED_FRAGMENTS] +
				 measure->values[GS_MEASURED_DISCARDED]
		       : UINT64_MAX;
}

static void count_lookups(struct gs_measure *measure, const struct gs_measured_program *program,
	int width, int height)
{
	GLuint was = (GLuint)gs_measuring_get(measure, GL_CURRENT_PROGRAM);
	const char *why = why_not(measure, program);
	struct sums sums = {0};
	uint64_t all = all_fragments(measure);
	bool is_good = false;
	gs_measuring_forget_errors(measure); /* not every driver has the depth bounds test */
	if (why)
		return gs_measuring_tell(measure, why);
	if (gs_measuring_use_twin(measure, was, program->counting)) {
		is_good = count(measure, width, height, &sums);
		measure->gl.UseProgram(was);
	}
	/* A twin that shades other fragments than the program does not count its fetches. */
	if (is_good && (all == UINT64_MAX || all == sums.fragments))
		gs_measure_set(measure, GS_MEASURED_FETCHES, sums.fetches);
	else
		gs_measuring_tell(measure, "its texture fetches cannot be counted");
}

/* ---- fixed functions ---- */

struct level {
	int width, height, depth, format;
};

static struct level level_of(struct gs_measure *measure, GLenum target, int at)
{
	const struct gs_measuring_gl *gl = &measure->gl;
	struct level level = {0};
	gl->GetTexLevelParameteriv(target, at, GL_TEXTURE_WIDTH, &level.width);
	gl->GetTexLevelParameteriv(target, at, GL_TEXTURE_HEIGHT, &level.height);
	gl->GetTexLevelParameteriv(target, at, GL_TEXTURE_DEPTH, &level.depth);
	gl->GetTexLevelParameteriv(target, at, GL_TEXTURE_INTERNAL_FORMAT, &level.format);
	return level;
}

/* Return whether each level down to a single texel has half of the size of the one before. */
static bool has_all_levels(struct gs_measure *measure, GLenum target, int base, int last)
{
	struct level level = level_of(measure, target, base);
	for (int i = base + 1; i <= MIN(last, MOST_LEVELS); i++) {
		struct level next = level_of(measure, target, i);
		if (level.width <= 1 && level.height <= 1 && level.depth <= 1)
			return true;
		if (next.width != MAX(level.width / 2, 1) ||
			next.height != MAX(level.height / 2, 1) ||
			next.depth != MAX(level.depth / 2, 1) || next.format != level.format)
			return false;
		level = next;
	}
	return true;
}

/* Return how many lookups the active unit's texture causes for each fragment: none if it is
 * incomplete; -1: not known. */
static int lookups_of(struct gs_measure *measure, GLenum target)
{
	int base = 0, last = 0, filter = 0, border = 0;
	measure->gl.GetTexParameteriv(target, GL_TEXTURE_BASE_LEVEL, &base);
	measure->gl.GetTexParameteriv(target, GL_TEXTURE_MAX_LEVEL, &last);
	measure->gl.GetTexParameteriv(target, GL_TEXTURE_MIN_FILTER, &filter);
	measure->gl.GetTexLevelParameteriv(target, base, GL_TEXTURE_BORDER, &border);
	if (target == GL_TEXTURE_CUBE_MAP || border || base > last ||
		(gs_replay_context(measure->player)->version >= 33 &&
			gs_measuring_get(measure, GL_SAMPLER_BINDING)))
		return -1;
	if (level_of(measure, target, base).width <= 0)
		return 0;
	if (filter == GL_NEAREST || filter == GL_LINEAR)
		return 1;
	return has_all_levels(measure, target, base, last) ? 1 : -1;
}

static int lookups_of_unit(struct gs_measure *measure)
{
	static const GLenum targets[] = {GL_TEXTURE_1D, GL_TEXTURE_2D, GL_TEXTURE_3D,
		GL_TEXTURE_CUBE_MAP, GL_TEXTURE_RECTANGLE};
	int n = 0, lookups = 0;
	for (size_t i = 0; i < G_N_ELEMENTS(targets); i++) {
		if (!gs_measuring_is_enabled(measure, targets[i]))
			continue;
		lookups = lookups_of(measure, targets[i]);
		n++;
	}
	return n > 1 ? -1 : lookups;
}

/* Return the lookups of all units for each fragment; -1: not known. */
static int fixed_lookups(struct gs_measure *measure)
{
	static const GLenum others[] = {
		GL_FRAGMENT_PROGRAM_ARB, GL_FRAGMENT_SHADER_ATI, GL_TEXTURE_SHADER_NV};
	int active = gs_measuring_get(measure, GL_ACTIVE_TEXTURE), sum = 0;
	int units = gs_measuring_get(measure, GL_MAX_TEXTURE_UNITS);
	for (size_t i = 0; i < G_N_ELEMENTS(others); i++)
		if (gs_measuring_is_enabled(measure, others[i]))
			return -1;
	gs_measuring_forget_errors(measure);
	for (int i = 0; i < units && sum >= 0; i++) {
		measure->gl.ActiveTexture(GL_TEXTURE0 + (GLenum)i);
		int n = lookups_of_unit(measure);
		sum = n < 0 ? n : sum + n;
	}
	measure->gl.ActiveTexture((GLenum)active);
	return gs_measuring_forget_errors(measure) ? sum : -1;
}

static void count_fixed(struct gs_measure *measure)
{
	int lookups = fixed_lookups(measure);
	uint64_t all = all_fragments(measure);
	if (lookups == 0)
		gs_measure_set(measure, GS_MEASURED_FETCHES, 0);
	else if (lookups > 0 && all != UINT64_MAX)
		gs_measure_set(measure, GS_MEASURED_FETCHES, all * (uint64_t)lookups);
	else
		gs_measuring_tell(measure, "what its texture units fetch is not known");
}

void gs_measuring_fetches(struct gs_measure *measure, const struct gs_measured_program *program,
	int width, int height)
{
	if (program->fetches == GS_FETCHES_NONE || all_fragments(measure) == 0)
		gs_measure_set(measure, GS_MEASURED_FETCHES, 0);
	else if (program->fetches == GS_FETCHES_FIXED)
		count_fixed(measure);
	else
		count_lookups(measure, program, width, height);
}

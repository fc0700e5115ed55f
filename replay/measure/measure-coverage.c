/* SPDX-License-Identifier: MIT */
/*
 * The fragments of a call, and the pixels that they cover: the call is executed again into a
 * stencil buffer of our own, without depth and stencil tests, so that each fragment adds 1 to its
 * pixel.
 */
#include <string.h>
#include "replay/measure/measuring.h"
#include "replay/reading.h"

enum { MOST_PIXELS = 1 << 26, ATTACHMENTS = 8, FULL = 255 };

/* What the program draws into: a window or images. */
struct target {
	int width, height;
	char *key;
};

/* Bits of a pixel in struct covered. */
enum { IN_PASS = 1, IN_FRAME = 2 };

struct covered {
	int width, height;
	uint8_t *pixels;
};

static void free_covered(void *data)
{
	struct covered *covered = data;
	g_free(covered->pixels);
	g_free(covered);
}

void gs_measuring_free_covered(void *table)
{
	if (table)
		g_hash_table_destroy(table);
}

void gs_measuring_end_pass(struct gs_measure *measure)
{
	GHashTableIter iter;
	gpointer data;
	if (!measure->covered)
		return;
	g_hash_table_iter_init(&iter, measure->covered);
	while (g_hash_table_iter_next(&iter, NULL, &data)) {
		struct covered *covered = data;
		for (int i = 0; i < covered->width * covered->height; i++)
			covered->pixels[i] &= (uint8_t)~IN_PASS;
	}
}

static struct covered *covered_of(struct gs_measure *measure, const struct target *target)
{
	struct covered *covered;
	if (!measure->covered)
		measure->covered = g_hash_table_new_full(
			g_str_hash, g_str_equal, g_free, free_covered);
	covered = g_hash_table_lookup(measure->covered, target->key);
	if (covered && covered->width == target->width && covered->height == target->height)
		return covered;
	covered = g_new0(struct covered, 1);
	covered->width = target->width;
	covered->height = target->height;
	covered->pixels = g_malloc0((gsize)target->width * (gsize)target->height);
	g_hash_table_replace(measure->covered, g_strdup(target->key), covered);
	return covered;
}

/* ---- what the program draws into ---- */

static int attachment(struct gs_measure *measure, GLenum at, GLenum name)
{
	int value = 0;
	measure->gl.GetFramebufferAttachmentParameteriv(GL_DRAW_FRAMEBUFFER, at, name, &value);
	return value;
}

static void measure_image(struct gs_measure *measure, GLenum at, int type, struct target *target)
{
	GLuint name = (GLuint)attachment(measure, at, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME);
	int level = 0, size[2] = {0};
	if (type == GL_RENDERBUFFER) {
		measure->gl.GetNamedRenderbufferParameteriv(name, GL_RENDERBUFFER_WIDTH, &size[0]);
		measure->gl.GetNamedRenderbufferParameteriv(name, GL_RENDERBUFFER_HEIGHT, &size[1]);
	} else {
		level = attachment(measure, at, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL);
		measure->gl.GetTextureLevelParameteriv(name, level, GL_TEXTURE_WIDTH, &size[0]);
		measure->gl.GetTextureLevelParameteriv(name, level, GL_TEXTURE_HEIGHT, &size[1]);
		if (attachment(measure, at, GL_FRAMEBUFFER_ATTACHMENT_LAYERED))
			size[0] = 0; /* each layer has its own pixels */
	}
	target->width = target->width < 0 ? size[0] : MIN(target->width, size[0]);
	target->height = target->height < 0 ? size[1] : MIN(target->height, size[1]);
	char *key = g_strdup_printf("%s %x:%d,%u,%d,%d,%d", target->key, at, type, name, level,
		type == GL_TEXTURE
			? attachment(measure, at, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER)
			: 0,
		type == GL_TEXTURE
			? attachment(measure, at, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE)
			: 0);
	g_free(target->key);
	target->key = key;
}

/* Find the size of what the program draws into, and a key for it, to be freed. Return false if the
 * size is not known. */
static bool find_target(struct gs_measure *measure, struct target *target)
{
	const struct gs_replay_context *context = gs_replay_context(measure->player);
	const struct gs_drawable *window = gs_replay_draw(measure->player);
	*target = (struct target){-1, -1, NULL};
	if (gs_measuring_get(measure, GL_SAMPLE_BUFFERS) > 0)
		return false;
	if (!gs_measuring_get(measure, GL_DRAW_FRAMEBUFFER_BINDING)) {
		if (window)
			*target = (struct target){window->width, window->height,
				g_strdup_printf("%p", (const void *)window)};
		return window;
	}
	if (context->is_es || context->version < 45)
		return false;
	target->key = g_strdup_printf("%p", (const void *)context->group);
	for (GLenum i = 0; i < ATTACHMENTS + 2; i++) {
		GLenum at = i < ATTACHMENTS    ? GL_COLOR_ATTACHMENT0 + i
			    : i == ATTACHMENTS ? GL_DEPTH_ATTACHMENT
					       : GL_STENCIL_ATTACHMENT;
		int type = attachment(measure, at, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE);
		if (type == GL_RENDERBUFFER || type == GL_TEXTURE)
			measure_image(measure, at, type, target);
	}
	gs_measuring_forget_errors(measure);
	return target->width > 0 && target->height > 0 &&
	       target->width <= MOST_PIXELS / target->height;
}

/* ---- our own ---- */

struct stencil {
	int values[14];
	bool tests, tests_depth, tests_bounds, scissors;
	int draw;
};

static const GLenum stencil_names[14] = {GL_STENCIL_FUNC, GL_STENCIL_REF, GL_STENCIL_VALUE_MASK,
	GL_STENCIL_FAIL, GL_STENCIL_PASS_DEPTH_FAIL, GL_STENCIL_PASS_DEPTH_PASS,
	GL_STENCIL_WRITEMASK, GL_STENCIL_BACK_FUNC, GL_STENCIL_BACK_REF, GL_STENCIL_BACK_VALUE_MASK,
	GL_STENCIL_BACK_FAIL, GL_STENCIL_BACK_PASS_DEPTH_FAIL, GL_STENCIL_BACK_PASS_DEPTH_PASS,
	GL_STENCIL_BACK_WRITEMASK};

static void save(struct gs_measure *measure, struct stencil *saved)
{
	bool is_es = gs_replay_context(measure->player)->is_es;
	for (unsigned i = 0; i < G_N_ELEMENTS(stencil_names); i++)
		saved->values[i] = gs_measuring_get(measure, stencil_names[i]);
	saved->tests = gs_measuring_is_enabled(measure, GL_STENCIL_TEST);
	saved->tests_depth = gs_measuring_is_enabled(measure, GL_DEPTH_TEST);
	saved->tests_bounds = !is_es && gs_measuring_is_enabled(measure, GL_DEPTH_BOUNDS_TEST_EXT);
	saved->scissors = gs_measuring_is_enabled(measure, GL_SCISSOR_TEST);
	saved->draw = gs_measuring_get(measure, GL_DRAW_FRAMEBUFFER_BINDING);
}

static void restore(struct gs_measure *measure, const struct stencil *saved)
{
	const struct gs_measuring_gl *gl = &measure->gl;
	for (unsigned i = 0; i < 2; i++) {
		const int *v = &saved->values[7 * i];
		GLenum face = i ? GL_BACK : GL_FRONT;
		gl->StencilFuncSeparate(face, (GLenum)v[0], v[1], (GLuint)v[2]);
		gl->StencilOpSeparate(face, (GLenum)v[3], (GLenum)v[4], (GLenum)v[5]);
		gl->StencilMaskSeparate(face, (GLuint)v[6]);
	}
	gs_measuring_switch(measure, GL_STENCIL_TEST, saved->tests);
	gs_measuring_switch(measure, GL_DEPTH_TEST, saved->tests_depth);
	if (saved->tests_bounds)
		gs_measuring_switch(measure, GL_DEPTH_BOUNDS_TEST_EXT, true);
	gs_measuring_scissor(measure, saved->scissors);
	gl->BindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)saved->draw);
}

/* ---- counting ---- */

static uint8_t *read_counts(struct gs_measure *measure, const struct target *target)
{
	struct gs_player *player = measure->player;
	struct gs_replay_reading saved = {0};
	uint8_t *counts = g_malloc0((gsize)target->width * (gsize)target->height);
	gs_replay_begin_reading(player, &saved, measure->context->coverage.framebuffer);
	if (!gs_replay_context(player)->is_es)
		measure->gl.ReadBuffer(GL_NONE);
	gs_measuring_forget_errors(measure);
	measure->gl.ReadPixels(
		0, 0, target->width, target->height, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, counts);
	bool is_good = gs_measuring_forget_errors(measure);
	gs_replay_end_reading(player, &saved);
	gs_measuring_forget_errors(measure);
	if (!is_good)
		g_clear_pointer(&counts, g_free);
	return counts;
}

/* Return the number of fragments; UINT64_MAX: a pixel has more than can be counted. */
static uint64_t sum_of(const struct target *target, const uint8_t *counts)
{
	uint64_t sum = 0;
	for (int i = 0; i < target->width * target->height; i++) {
		if (counts[i] == FULL)
			return UINT64_MAX;
		sum += counts[i];
	}
	return sum;
}

/* Execute the call, and return how many fragments each pixel gets, to be freed with g_free(); NULL:
 * not known. *samples: number of fragments; UINT64_MAX: not known. */
static uint8_t *count(struct gs_measure *measure, const struct target *target, uint64_t *samples)
{
	static const int zero;
	const struct gs_measuring_gl *gl = &measure->gl;
	struct gs_measured_context *context = measure->context;
	struct stencil saved;
	uint8_t *counts = NULL;
	bool counted = context->is_counted[GS_COUNTER_SAMPLES];
	save(measure, &saved);
	if (gs_measuring_bind_own(measure, &context->coverage, GL_DEPTH_STENCIL_ATTACHMENT,
		    GL_DEPTH24_STENCIL8, target->width, target->height)) {
		gs_measuring_scissor(measure, false);
		gl->StencilMaskSeparate(GL_FRONT_AND_BACK, FULL);
		gl->ClearBufferiv(GL_STENCIL, 0, &zero);
		gs_measuring_scissor(measure, saved.scissors);
		gs_measuring_switch(measure, GL_DEPTH_TEST, false);
		if (saved.tests_bounds)
			gs_measuring_switch(measure, GL_DEPTH_BOUNDS_TEST_EXT, false);
		gs_measuring_switch(measure, GL_STENCIL_TEST, true);
		gl->StencilFuncSeparate(GL_FRONT_AND_BACK, GL_ALWAYS, 0, FULL);
		gl->StencilOpSeparate(GL_FRONT_AND_BACK, GL_INCR, GL_INCR, GL_INCR);
		gs_measuring_forget_errors(measure);
		if (counted)
			gl->BeginQuery(GL_SAMPLES_PASSED, context->counters[GS_COUNTER_SAMPLES]);
		gs_measuring_repeat(measure);
		if (counted)
			gl->EndQuery(GL_SAMPLES_PASSED);
		if (gs_measuring_forget_errors(measure))
			counts = read_counts(measure, target);
	}
	if (counted)
		*samples = gs_measuring_result(measure, context->counters[GS_COUNTER_SAMPLES]);
	else
		*samples = counts ? sum_of(target, counts) : UINT64_MAX;
	restore(measure, &saved);
	gs_measuring_forget_errors(measure);
	return counts;
}

static void take_counts(struct gs_measure *measure, const struct target *target,
	const uint8_t *counts, uint64_t samples)
{
	struct covered *covered = covered_of(measure, target);
	uint64_t touched = 0, in_pass = 0, in_frame = 0;
	for (int i = 0; i < target->width * target->height; i++) {
		if (!counts[i])
			continue;
		touched++;
		in_pass += !(covered->pixels[i] & IN_PASS);
		in_frame += !(covered->pixels[i] & IN_FRAME);
		covered->pixels[i] |= IN_PASS | IN_FRAME;
	}
	if (samples != UINT64_MAX)
		gs_measure_set(measure, GS_MEASURED_FRAGMENTS, samples);
	gs_measure_set(measure, GS_MEASURED_TOUCHED, touched);
	gs_measure_set(measure, GS_MEASURED_FRAME, in_frame);
	gs_measure_set(measure, GS_MEASURED_PASS, in_pass);
}

/* Measure discarded fragments: execute the call without discards, and compare the numbers of
 * fragments. */
static void count_discarded(struct gs_measure *measure, const struct target *target,
	const struct gs_measured_program *program)
{
	const struct gs_replay_context *context = gs_replay_context(measure->player);
	uint64_t left = measure->values[GS_MEASURED_FRAGMENTS], all;
	bool tests_alpha = !context->is_es && !context->is_core &&
			   gs_measuring_is_enabled(measure, GL_ALPHA_TEST);
	GLuint was = (GLuint)gs_measuring_get(measure, GL_CURRENT_PROGRAM);
	bool is_good = true;
	uint8_t *counts = NULL;
	if (!measure->is_known[GS_MEASURED_FRAGMENTS] || (program->can_discard && !program->twin))
		return;
	if (!tests_alpha && !program->can_discard) {
		gs_measure_set(measure, GS_MEASURED_DISCARDED, 0);
		return;
	}
	if (tests_alpha)
		gs_measuring_switch(measure, GL_ALPHA_TEST, false);
	if (program->can_discard)
		is_good = gs_measuring_use_twin(measure, was, program->twin);
	if (is_good)
		counts = count(measure, target, &all);
	if (is_good && program->can_discard)
		measure->gl.UseProgram(was);
	if (tests_alpha)
		gs_measuring_switch(measure, GL_ALPHA_TEST, true);
	if (counts && all != UINT64_MAX && all >= left)
		gs_measure_set(measure, GS_MEASURED_DISCARDED, all - left);
	g_free(counts);
}

void gs_measuring_coverage(struct gs_measure *measure, const struct gs_measured_program *program)
{
	const struct gs_replay_context *context = gs_replay_context(measure->player);
	struct target target = {0};
	uint64_t samples = 0;
	if (context->version < 30 || !find_target(measure, &target)) {
		gs_measuring_tell(measure, "it is drawn into several samples or layers, or into "
					   "images whose sizes cannot be had");
	} else {
		uint8_t *counts = count(measure, &target, &samples);
		if (counts)
			take_counts(measure, &target, counts, samples);
		else
			gs_measuring_tell(measure, "its stencil cannot be had");
		g_free(counts);
		if (counts)
			count_discarded(measure, &target, program);
		gs_measuring_fetches(measure, program, target.width, target.height);
	}
	g_free(target.key);
}

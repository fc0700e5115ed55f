/* SPDX-License-Identifier: MIT */
#include "preload/capture/stage.h"
#include "preload/core/names.h"

#include <stdlib.h>
#include <string.h>

/* ---- keeping ---- */

/* What the variant of a tessellation shader is written for. */
static uint32_t patch_vertices(const struct gs_caps *c)
{
	GLint n = 0;
	if (c->stages_tess)
		GL(glGetIntegerv)(GL_PATCH_VERTICES, &n);
	return (uint32_t)n;
}

bool gs_sift_keep(
	struct gs_debugging *d, const struct gs_stream *request, struct gs_refusal *refusal)
{
	struct gs_capture_request parsed;
	struct gs_stream read = *request;
	if (!d->active || !d->used.program)
		return gs_refusal_set(
			refusal, GS_STATUS_USAGE, "no program of a draw is being debugged");
	uint8_t *copy = malloc(request->size + 1);
	if (!copy || !gs_capture_request_read(&read, d, &parsed) || parsed.n_passes != 1) {
		free(copy);
		return gs_refusal_set(refusal, GS_STATUS_USAGE, "the sift is malformed");
	}
	struct gs_kept_sift *kept = gs_sifts_find(&d->sifts, &d->used, d->stage);
	if (!kept)
		kept = gs_sifts_make_room(&d->sifts);
	gs_sift_drop(kept);
	memcpy(copy, request->data, request->size);
	*kept = (struct gs_kept_sift){.program = d->used.program,
		.pipeline = d->used.pipeline,
		.serial = d->used.link->serial,
		.stage = d->stage,
		.patch_vertices = patch_vertices(&d->caps),
		.storage_binding = d->info.storage_binding,
		.request = copy,
		.size = request->size,
		.last_use = ++d->sifts.clock};
	return true;
}

/* ---- drawing ---- */

/* Without masks all that passes the tests is counted. A fragment that the program draws passes
 * what was there before the draw as well, where depth only grows or shrinks; else nothing is
 * tested. */
static void loosen_tests(const struct gs_saved *saved)
{
	GLint function = 0;
	GL(glGetIntegerv)(GL_DEPTH_FUNC, &function);
	if (saved->depth_test && saved->depth_mask && function == GL_NOTEQUAL)
		GL(glDisable)(GL_DEPTH_TEST);
	GL(glDisable)(GL_STENCIL_TEST);
}

static bool sift_fragments(struct gs_debugging *d, struct gs_saved *saved,
	const struct gs_redraw *redraw, const struct gs_capture_request *r, bool *marked,
	struct gs_refusal *refusal)
{
	const struct gs_fragment_options plain = {0};
	*marked = false;
	if (saved->discard)
		return true;
	if (!d->caps.queries)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED, "nothing counts samples");
	GL(glBindFramebuffer)
	(d->caps.framebuffers ? GL_DRAW_FRAMEBUFFER : GL_FRAMEBUFFER, saved->draw_framebuffer);
	gs_saved_tests(saved, &plain);
	loosen_tests(saved);
	gs_saved_masks(saved, false, false);
	gs_saved_scissor(saved, GS_TEST_PROGRAM, NULL);
	gs_saved_alpha(saved, &plain, false);
	GL(glDisable)(GL_BLEND);
	if (!gs_variants_use(&d->variants, saved, &d->used, &r->variant[0], refusal) ||
		!gs_draw_counted(d, saved, redraw, refusal))
		return false;
	*marked = gs_drawn_count(d) != 0;
	return true;
}

/* Of the answer's only image: an element's second word, and whether its third is another than that
 * of the first of its work group. */
static bool is_marked(const struct gs_debugging *d, const uint8_t *image, uint64_t i)
{
	const uint32_t *group = d->info.local, width = d->info.width;
	uint32_t own[4], first[4];
	memcpy(own, image + 16 * i, sizeof own);
	if (own[1] || d->stage != GS_STAGE_COMPUTE)
		return own[1] != 0;
	uint64_t rows = (uint64_t)d->info.groups[1] * group[1], x = i % width, row = i / width,
		 y = row % rows, z = row / rows;
	uint64_t at = x - x % group[0] + width * (y - y % group[1] + rows * (z - z % group[2]));
	memcpy(first, image + 16 * at, sizeof first);
	return own[2] != first[2];
}

static bool has_mark(const struct gs_debugging *d, const struct gs_stream *answer)
{
	struct gs_stream read = *answer;
	uint32_t size[5];
	read.at = 0;
	for (unsigned i = 0; i < 5; i++)
		size[i] = gs_stream_get_u32(&read);
	uint64_t offset = gs_stream_get_u64(&read), n = (uint64_t)size[3] * size[4];
	for (uint64_t i = 0; i < n && !read.failed; i++)
		if (is_marked(d, answer->data + offset, i))
			return true;
	return false;
}

static bool sift_others(struct gs_debugging *d, struct gs_saved *saved,
	const struct gs_redraw *redraw, const struct gs_capture_request *r,
	struct gs_kept_sift *kept, struct gs_stream *answer, bool *marked,
	struct gs_refusal *refusal)
{
	bool dispatches = d->stage == GS_STAGE_COMPUTE, ok;
	answer->at = 0;
	d->channel.records = kept->records;
	if (dispatches && (!gs_compute_describe(d, redraw, refusal) ||
				  d->info.storage_binding != kept->storage_binding))
		return false;
	ok = dispatches ? gs_compute_capture(d, saved, redraw, r, answer, refusal)
			: gs_feedback_capture(d, saved, redraw, r, answer, refusal);
	kept->records = d->channel.records;
	gs_feedback_finish(d);
	*marked = ok && has_mark(d, answer);
	return ok;
}

static enum gs_sift draw(struct gs_debugging *d, struct gs_saved *saved,
	const struct gs_redraw *redraw, struct gs_kept_sift *kept, struct gs_stream *answer)
{
	struct gs_stream read = {.data = kept->request, .size = kept->size};
	struct gs_capture_request r;
	struct gs_refusal refusal = {0};
	bool marked = false, ok;
	gs_variants_rest(&d->variants);
	kept->last_use = ++d->sifts.clock;
	ok = gs_capture_request_read(&read, d, &r) &&
	     (d->stage == GS_STAGE_FRAGMENT
			     ? sift_fragments(d, saved, redraw, &r, &marked, &refusal)
			     : sift_others(d, saved, redraw, &r, kept, answer, &marked, &refusal));
	kept->is_refused = !ok;
	return ok && !marked ? GS_SIFT_CLEAR : GS_SIFT_MARKED;
}

/* ---- the stages of a draw ---- */

/* The sift of the stage, if it is to be drawn; fills in what the answer says of it otherwise. */
static struct gs_kept_sift *choose(struct gs_debugging *d, const struct gs_redraw *redraw,
	enum gs_stage stage, struct gs_wire_sifted *sifted)
{
	struct gs_refusal refusal = {0};
	struct gs_used_program used = gs_used_program_get(&d->caps, redraw, stage);
	d->used = used;
	d->stage = stage;
	if (used.link && !used.link->binary && !gs_link_has_stage(used.link, gs_stage_type(stage)))
		return NULL;
	sifted->sift[stage] = GS_SIFT_UNKNOWN;
	if (!used.program || !used.link ||
		(redraw->edited && redraw->edited(redraw->data, used.program)))
		return NULL;
	sifted->program[stage] = gs_name_shown(GS_OBJECT_PROGRAM, used.program);
	struct gs_kept_sift *kept = gs_sifts_find(&d->sifts, &used, stage);
	bool is_patch = stage == GS_STAGE_TESS_CONTROL || stage == GS_STAGE_TESS_EVALUATION;
	if (!kept || (is_patch && kept->patch_vertices != patch_vertices(&d->caps)))
		return NULL;
	if (!kept->is_refused && gs_used_program_check(&d->caps, &used, stage, &refusal))
		return kept;
	sifted->sift[stage] = GS_SIFT_MARKED;
	return NULL;
}

void gs_sift(struct gs_debugging *d, const struct gs_redraw *redraw, unsigned stages,
	struct gs_stream *answer, struct gs_wire_sifted *sifted)
{
	struct gs_saved saved;
	struct gs_refusal refusal = {0};
	bool entered = false;
	memset(sifted, 0, sizeof *sifted);
	gs_debugging_end(d, true);
	gs_caps_get(&d->caps);
	for (unsigned i = 0; i < GS_N_STAGES; i++) {
		struct gs_kept_sift *kept = NULL;
		if (stages & 1u << i && gs_caps_stage(&d->caps, i))
			kept = choose(d, redraw, i, sifted);
		if (!kept)
			continue;
		sifted->sift[i] = GS_SIFT_MARKED;
		if (!entered && !(entered = gs_redraw_begin(redraw, &d->caps, &saved, &refusal)))
			continue;
		sifted->sift[i] = draw(d, &saved, redraw, kept, answer);
		gs_saved_restore_program(&saved);
	}
	if (entered)
		gs_redraw_end(&saved);
	if (d->query)
		GL(glDeleteQueries)(1, &d->query);
	gs_debugging_end(d, true);
}

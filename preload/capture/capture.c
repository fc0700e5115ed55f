/* SPDX-License-Identifier: MIT */
#include "preload/capture/stage.h"
#include "preload/core/calls/times.h"
#include "preload/core/names.h"

#include <string.h>

/* ---- drawing ---- */

uint64_t gs_drawn_count(const struct gs_debugging *d)
{
	GLuint count = 0;
	if (!d->caps.queries)
		return 0;
	GL(glGetQueryObjectuiv)(d->query, GL_QUERY_RESULT, &count);
	gs_caps_drain();
	return count;
}

bool gs_draw_counted(struct gs_debugging *d, const struct gs_saved *saved,
	const struct gs_redraw *redraw, struct gs_refusal *refusal)
{
	GLenum target = d->caps.counting_queries ? GL_SAMPLES_PASSED : GL_ANY_SAMPLES_PASSED;
	if (!d->caps.queries)
		return gs_redraw_execute(redraw, saved, -1, refusal);
	if (!d->query)
		GL(glGenQueries)(1, &d->query);
	GL(glBeginQuery)(target, d->query);
	bool done = gs_redraw_execute(redraw, saved, -1, refusal);
	GL(glEndQuery)(target);
	gs_caps_drain();
	return done;
}

static bool fixed_point(const struct gs_draw_framebuffer *like)
{
	return like->colour == GS_COLOUR_FIXED || like->colour == GS_COLOUR_NONE;
}

/* The draw, once into the program's framebuffer with all masks off, once into ours likewise. */
static bool compare_coverage(struct gs_debugging *d, struct gs_saved *saved,
	const struct gs_redraw *redraw, struct gs_refusal *refusal)
{
	GL(glBindFramebuffer)
	(d->caps.framebuffers ? GL_DRAW_FRAMEBUFFER : GL_FRAMEBUFFER, saved->draw_framebuffer);
	gs_saved_masks(saved, false, false);
	gs_saved_scissor(saved, GS_TEST_PROGRAM, NULL);
	bool ok = gs_draw_counted(d, saved, redraw, refusal);
	d->info.samples_real = gs_drawn_count(d);
	if (!ok)
		return false;
	const struct gs_draw_framebuffer *like = &d->target.like;
	bool integers = like->colour == GS_COLOUR_INT || like->colour == GS_COLOUR_UINT ||
			!d->caps.float_targets;
	enum gs_attachment type = d->target.bytes.on   ? GS_ATTACHMENT_BYTES
				  : integers	       ? GS_ATTACHMENT_UINT
				  : d->info.need_alpha ? GS_ATTACHMENT_ALPHA
						       : GS_ATTACHMENT_FLOAT;
	gs_saved_plain_output(saved, fixed_point(like), true);
	if (!gs_target_prepare(&d->target, saved, 1, &type, NULL, refusal))
		return false;
	gs_saved_masks(saved, false, false);
	gs_saved_count_fragments(&d->target.options, true);
	gs_saved_alpha(saved, &d->target.options, d->info.need_alpha);
	ok = gs_draw_counted(d, saved, redraw, refusal);
	d->info.samples_redraw = gs_drawn_count(d);
	return ok;
}

/* ---- a session ---- */

static unsigned most_attachments(const struct gs_debugging *d)
{
	return d->target.bytes.on ? d->caps.byte_buffers / 4 : d->caps.n_draw_buffers;
}

/* All attachments of a capture share the memory in which the answer goes back. */
static unsigned affordable(const struct gs_debugging *d)
{
	uint64_t plane = (uint64_t)d->target.like.width * gs_target_rows(&d->target) * 16 +
			 GS_ANSWER_ALIGN,
		 n = (GS_WIRE_BULK_SIZE / 2) / plane;
	if (n < 2)
		n = 2;
	return n > most_attachments(d) ? most_attachments(d) : (unsigned)n;
}

static bool reads_samples(const struct gs_debugging *d, const struct gs_saved *saved)
{
	unsigned samples = d->target.like.samples;
	return samples < 2 || d->target.options.names_samples ||
	       (d->caps.api != GS_API_ES && !GL(glIsEnabled)(GL_MULTISAMPLE)) ||
	       gs_saved_shades_samples(saved, samples);
}

static void fill_info(struct gs_debugging *d, const struct gs_saved *saved)
{
	const struct gs_draw_framebuffer *like = &d->target.like;
	bool integers = like->colour == GS_COLOUR_INT || like->colour == GS_COLOUR_UINT;
	d->info = (struct gs_wire_debug){
		.width = like->width,
		.height = like->height,
		.samples = like->samples,
		.y_flipped = like->flipped,
		.max_draw_buffers = affordable(d),
		.need_alpha = gs_saved_needs_alpha(saved, &d->target.options) && !integers &&
			      !d->target.bytes.on, /* single samples: alpha covers none */
		.clamp_alpha = gs_saved_clamps(saved, fixed_point(like)),
		.glsl_version = d->caps.glsl,
		.n_draw_buffers = like->n_draw_buffers,
		.planes = gs_drawable_planes(like),
		.layers = like->layers,
		.float_renderable = d->caps.float_targets,
		.uint_renderable = d->caps.uint_targets,
		.byte_outputs = d->target.bytes.on,
		.mirrored = d->target.bytes.on && like->flipped ? like->height : 0,
		.reads_samples = reads_samples(d, saved),
	};
}

bool gs_fragment_begin(struct gs_debugging *d, struct gs_saved *saved,
	const struct gs_redraw *redraw, struct gs_refusal *refusal)
{
	struct gs_draw_framebuffer like;
	if (saved->discard)
		return gs_refusal_set(refusal, GS_STATUS_NOT_COVERED,
			"GL_RASTERIZER_DISCARD is enabled: the draw makes no fragments");
	if (!gs_drawable_get(saved, &like, refusal))
		return false;
	if (!gs_target_init(&d->target, saved, &like, &redraw->options, refusal))
		return false;
	fill_info(d, saved);
	gs_target_leave(&d->target);
	bool ok = compare_coverage(d, saved, redraw, refusal);
	gs_target_leave(&d->target);
	return ok;
}

bool gs_redraw_is_undrawn(const struct gs_saved *saved)
{
	if (!saved->conditional_query)
		return false;
	GLenum mode = saved->conditional_mode;
	bool inverted = mode >= GL_QUERY_WAIT_INVERTED &&
			mode <= GL_QUERY_BY_REGION_NO_WAIT_INVERTED;
	GLuint result = 0;
	GL(glGetQueryObjectuiv)(saved->conditional_query, GL_QUERY_RESULT, &result);
	uint64_t whole = result;
	gs_queries_add(saved->conditional_query, GL_QUERY_RESULT, &whole);
	return gs_caps_drain() == GL_NO_ERROR && (whole != 0) == inverted;
}

static bool restarts(const struct gs_caps *c)
{
	bool es = c->api == GS_API_ES;
	return (c->version >= (es ? 30u : 43u) &&
		       GL(glIsEnabled)(GL_PRIMITIVE_RESTART_FIXED_INDEX)) ||
	       (!es && c->version >= 31 && GL(glIsEnabled)(GL_PRIMITIVE_RESTART));
}

bool gs_debugging_begin(struct gs_debugging *d, const struct gs_redraw *redraw, enum gs_stage stage,
	struct gs_refusal *refusal)
{
	struct gs_saved saved;
	gs_debugging_end(d, true);
	gs_caps_get(&d->caps);
	d->stage = stage;
	d->used = gs_used_program_get(&d->caps, redraw, stage);
	if (stage == GS_STAGE_VERTEX && redraw->options.stands_in)
		d->used = (struct gs_used_program){.link = gs_stand_in_link()};
	else if (stage == GS_STAGE_VERTEX && gs_fixed_vertices(&d->caps, &d->used))
		d->used.link = gs_stand_in_link();
	if (!gs_used_program_check(&d->caps, &d->used, stage, refusal))
		return false;
	if (!gs_redraw_begin(redraw, &d->caps, &saved, refusal))
		return false;
	d->active = true;
	bool ok = stage == GS_STAGE_FRAGMENT  ? gs_fragment_begin(d, &saved, redraw, refusal)
		  : stage == GS_STAGE_COMPUTE ? gs_compute_begin(d, &saved, redraw, refusal)
					      : gs_feedback_begin(d, &saved, redraw, refusal);
	d->info.depth_alpha = ok && gs_depth_alpha_bound(&d->caps);
	d->info.restarts = ok && restarts(&d->caps);
	d->info.undrawn = ok && gs_redraw_is_undrawn(&saved);
	gs_redraw_end(&saved);
	if (!ok)
		gs_debugging_end(d, true);
	return ok;
}

void gs_debugging_end(struct gs_debugging *d, bool keeps_variants)
{
	if (d->active) {
		if (d->stage == GS_STAGE_FRAGMENT)
			gs_target_finish(&d->target);
		gs_feedback_finish(d);
		if (d->query)
			GL(glDeleteQueries)(1, &d->query);
	}
	if (keeps_variants)
		gs_variants_rest(&d->variants);
	else
		gs_variants_finish(&d->variants);
	gs_caps_drain();
	if (!keeps_variants)
		gs_sifts_finish(&d->sifts);
	struct gs_variants variants = d->variants;
	struct gs_sifts sifts = d->sifts;
	memset(d, 0, sizeof *d);
	d->variants = variants;
	d->sifts = sifts;
}

/* ---- a capture ---- */

static bool read_pass(struct gs_stream *s, struct gs_capture_request *r, unsigned pass)
{
	struct gs_variant_sources *v = &r->variant[pass];
	r->flags[pass] = gs_stream_get_u32(s);
	v->n_texts = gs_stream_get_u32(s);
	if (v->n_texts > GS_MAX_VARIANT_TEXTS)
		return false;
	for (unsigned i = 0; i < v->n_texts; i++) {
		v->texts[i].shader = gs_name_real(GS_OBJECT_PROGRAM, gs_stream_get_u32(s));
		uint32_t stage = gs_stream_get_u32(s);
		if (stage >= GS_N_STAGES)
			return false;
		v->texts[i].stage = stage;
		v->texts[i].text = gs_stream_get_bytes(s, &v->texts[i].length);
	}
	return !s->failed;
}

static bool read_attachments(
	struct gs_stream *s, struct gs_capture_request *r, unsigned max, bool bytes)
{
	r->n_attachments = gs_stream_get_u32(s);
	if (r->n_attachments == 0 || r->n_attachments > max)
		return false;
	for (unsigned i = 0; i < r->n_attachments; i++) {
		uint32_t type = gs_stream_get_u32(s);
		if (type > GS_ATTACHMENT_BYTES || (type == GS_ATTACHMENT_BYTES) != bytes)
			return false;
		r->types[i] = type;
		r->variant[0].outputs[i] = r->variant[1].outputs[i] = gs_stream_get_string(s);
	}
	r->variant[0].n_outputs = r->variant[1].n_outputs = r->n_attachments;
	return true;
}

/* Width 0: all of the target. False: not within it. */
static bool set_area(const struct gs_debugging *d, struct gs_capture_request *r)
{
	uint32_t width = d->target.like.width, height = gs_target_rows(&d->target);
	if (!r->area.width || !r->area.height)
		r->area = (struct gs_rectangle){0, 0, width, height};
	uint32_t x = r->area.x, y = r->area.y;
	return x < width && y < height && (uint32_t)r->area.width <= width - x &&
	       (uint32_t)r->area.height <= height - y;
}

bool gs_capture_request_read(
	struct gs_stream *s, const struct gs_debugging *d, struct gs_capture_request *r)
{
	memset(r, 0, sizeof *r);
	r->n_passes = gs_stream_get_u32(s);
	if (r->n_passes < 1 || r->n_passes > 2)
		return false;
	for (unsigned i = 0; i < r->n_passes; i++)
		if (!read_pass(s, r, i))
			return false;
	bool fragment = d->stage == GS_STAGE_FRAGMENT;
	if (!read_attachments(s, r, fragment ? most_attachments(d) : GS_MAX_ATTACHMENTS,
		    fragment && d->target.bytes.on))
		return false;
	uint32_t n_drawn = gs_stream_get_u32(s);
	uint32_t x = gs_stream_get_u32(s), y = gs_stream_get_u32(s);
	uint32_t width = gs_stream_get_u32(s), height = gs_stream_get_u32(s);
	uint32_t upgrade = gs_stream_get_u32(s);
	if (s->failed || upgrade > GS_UPGRADE_320_ES || (!fragment && r->n_passes != 1))
		return false;
	if (n_drawn > r->n_attachments)
		return false;
	if (fragment && n_drawn)
		r->n_attachments = n_drawn; /* what the others get is lost */
	r->variant[0].upgrade = r->variant[1].upgrade = upgrade;
	r->variant[0].uniform = r->variant[1].uniform = gs_stream_get_string(s);
	r->variant[0].n_values = r->variant[1].n_values = gs_stream_get_u32(s);
	if (s->failed || r->variant[0].n_values > GS_MAX_UNIFORM_VALUES)
		return false;
	for (unsigned i = 0; i < r->variant[0].n_values; i++)
		r->variant[0].values[i] = r->variant[1].values[i] = (int32_t)gs_stream_get_u32(s);
	if (s->failed)
		return false;
	r->variant[0].stage = r->variant[1].stage = d->stage;
	r->area = (struct gs_rectangle){x, y, width, height};
	return true;
}

static bool draw_passes(struct gs_debugging *d, struct gs_saved *saved,
	const struct gs_redraw *redraw, const struct gs_capture_request *r,
	struct gs_refusal *refusal)
{
	const struct gs_draw_framebuffer *like = &d->target.like;
	bool alpha = r->types[0] == GS_ATTACHMENT_ALPHA;
	bool all = (unsigned)r->area.width == like->width &&
		   (unsigned)r->area.height == gs_target_rows(&d->target);
	bool ok = gs_target_prepare(
		&d->target, saved, r->n_attachments, r->types, all ? NULL : &r->area, refusal);
	gs_saved_plain_output(saved, fixed_point(like), false); /* it would clamp values, too */
	gs_saved_alpha(saved, &d->target.options, alpha && d->info.need_alpha);
	for (unsigned i = 0; ok && i < r->n_passes; i++) {
		ok = gs_variants_use(&d->variants, saved, &d->used, &r->variant[i], refusal);
		gs_saved_sample_rate(saved,
			d->target.options.names_samples && !(r->flags[i] & GS_PASS_OWN_RATE));
		gs_saved_masks(saved, true, !(r->flags[i] & GS_PASS_NO_DEPTH_STENCIL_WRITE));
		gs_saved_count_fragments(
			&d->target.options, !(r->flags[i] & GS_PASS_NO_DEPTH_STENCIL_WRITE));
		ok = ok && gs_draw_counted(d, saved, redraw, refusal);
	}
	return ok;
}

/* Draws the last pass once more, as the passes before have left masks and program. */
static bool time_draw(struct gs_debugging *d, struct gs_saved *saved,
	const struct gs_redraw *redraw, const struct gs_capture_request *r, uint64_t *time,
	struct gs_refusal *refusal)
{
	bool alpha = r->types[0] == GS_ATTACHMENT_ALPHA;
	if (!gs_target_prepare(&d->target, saved, r->n_attachments, r->types, NULL, refusal))
		return false;
	gs_saved_plain_output(saved, fixed_point(&d->target.like), false);
	gs_saved_alpha(saved, &d->target.options, alpha && d->info.need_alpha);
	if (!gs_variants_use(&d->variants, saved, &d->used, &r->variant[r->n_passes - 1], refusal))
		return false;
	gs_saved_masks(saved, true, true);
	GL(glFinish)();
	uint64_t before = gs_times_clock();
	bool ok = gs_redraw_execute(redraw, saved, -1, refusal);
	GL(glFinish)();
	*time = gs_times_clock() - before;
	return ok;
}

/* Draws as often as is wanted, at least three times, but not for longer than a second. */
static bool time_draws(struct gs_debugging *d, struct gs_saved *saved,
	const struct gs_redraw *redraw, const struct gs_capture_request *r,
	struct gs_refusal *refusal)
{
	enum { MOST = 64, SECOND = 1000000000 };
	struct gs_draw_times *times = d->times;
	unsigned wanted = times->rounds < MOST ? times->rounds : MOST, n = 0;
	uint64_t sorted[MOST], begun = gs_times_clock();
	times->idle = gs_times_idle(GL(glFinish), gs_times_clock);
	for (; n < wanted && (n < 3 || gs_times_clock() - begun < SECOND); n++) {
		uint64_t time;
		unsigned at = n;
		if (!time_draw(d, saved, redraw, r, &time, refusal))
			return false;
		for (; at > 0 && sorted[at - 1] > time; at--)
			sorted[at] = sorted[at - 1];
		sorted[at] = time;
	}
	times->rounds = n;
	times->least = n ? sorted[0] : 0;
	times->median = n ? sorted[n / 2] : 0;
	return true;
}

static bool put_answer(struct gs_debugging *d, struct gs_saved *saved,
	const struct gs_capture_request *r, struct gs_stream *answer, struct gs_refusal *refusal)
{
	uint8_t *images[GS_MAX_ATTACHMENTS];
	void *samples;
	if (!gs_answer_begin(answer, r->n_attachments, &r->area, images, &samples, refusal))
		return false;
	gs_saved_plain_pack(saved);
	for (unsigned i = 0; i < r->n_attachments; i++)
		if (!gs_target_read(
			    &d->target, saved, i, r->types[i], &r->area, images[i], refusal))
			return false;
	uint64_t n = gs_drawn_count(
		d); /* there by now: waiting for it before the images would cost */
	memcpy(samples, &n, sizeof n);
	return gs_caps_drain() == GL_NO_ERROR ||
	       gs_refusal_set(
		       refusal, GS_STATUS_INTERNAL, "the capture target could not be read back");
}

bool gs_fragment_capture(struct gs_debugging *d, struct gs_saved *saved,
	const struct gs_redraw *redraw, struct gs_capture_request *r, struct gs_stream *answer,
	struct gs_refusal *refusal)
{
	bool ok = draw_passes(d, saved, redraw, r, refusal) &&
		  (!d->times || time_draws(d, saved, redraw, r, refusal)) &&
		  put_answer(d, saved, r, answer, refusal);
	gs_target_leave(&d->target);
	return ok;
}

bool gs_debugging_capture(struct gs_debugging *d, const struct gs_redraw *redraw,
	struct gs_stream *request, struct gs_stream *answer, struct gs_refusal *refusal)
{
	struct gs_capture_request r;
	struct gs_saved saved;
	if (!d->active)
		return gs_refusal_set(refusal, GS_STATUS_USAGE, "no draw is being debugged");
	if (!gs_capture_request_read(request, d, &r) ||
		(d->stage == GS_STAGE_FRAGMENT && !set_area(d, &r)))
		return gs_refusal_set(refusal, GS_STATUS_USAGE, "the capture request is malformed");
	if (!gs_redraw_begin(redraw, &d->caps, &saved, refusal))
		return false;
	bool ok = d->stage == GS_STAGE_FRAGMENT
			  ? gs_fragment_capture(d, &saved, redraw, &r, answer, refusal)
		  : d->stage == GS_STAGE_COMPUTE
			  ? gs_compute_capture(d, &saved, redraw, &r, answer, refusal)
			  : gs_feedback_capture(d, &saved, redraw, &r, answer, refusal);
	gs_redraw_end(&saved);
	return ok;
}

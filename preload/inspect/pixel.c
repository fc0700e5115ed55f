/* SPDX-License-Identifier: MIT */
/*
 * What the pending call will do to one pixel of a colour buffer: a draw is done once more, with
 * that pixel as its scissor and all masks off, into the program's own framebuffer, and the samples
 * that pass are counted (OpenGL 4.6, chapters 14 and 17: which tests there are, in which order).
 * A count is of all samples of the pixel in all layers: where there are several, the draw is done
 * on a copy, which shows whether it covers the one asked about.
 */
#include "preload/inspect/inspect.h"

#include "preload/capture/requests/inspection.h"
#include "preload/capture/requests/request-dispatch.h"
#include "preload/capture/requests/serve-draw.h"
#include "preload/capture/requests/draw-extent.h"
#include "preload/capture/stage.h"
#include "preload/core/core.h"
#include "preload/inspect/first-primitives.h"
#include "preload/inspect/watched.h"
#include "preload/inspect/written-texels.h"

#include <stddef.h>
#include <string.h>

/* What is asked. */
struct question {
	struct gs_watched at;
	unsigned wish; /* enum gs_pixel_wish */
};

static struct question question_of(const uint64_t number[4])
{
	bool texture = gs_pixel_is_of_texture(number[1]);
	bool anywhere = texture && number[0] == GS_PIXEL_ANYWHERE;
	return (struct question){.at = {.pixel = {(GLint)number[0], (GLint)(number[0] >> 32), 1, 1},
					 .buffer = number[1],
					 .sample = (uint32_t)number[2],
					 .layer = anywhere  ? GS_PIXEL_LAYERS
						  : texture ? gs_pixel_layer(number[1])
							    : (unsigned)(number[2] >> 32),
					 .anywhere = anywhere},
		.wish = (unsigned)number[3]};
}

static void set(GLenum capability, bool on)
{
	if (on)
		GL(glEnable)(capability);
	else
		GL(glDisable)(capability);
}

static GLint get(GLenum name)
{
	GLint value = 0;
	GL(glGetIntegerv)(name, &value);
	return value;
}

static void bind_draw(GLuint framebuffer)
{
	GL(glBindFramebuffer)(GL_DRAW_FRAMEBUFFER, framebuffer);
}

static bool is_colour(const struct gs_wire_pixel *answer)
{
	return answer->draw_buffer < GS_PIXEL_STENCIL_BUFFER;
}

/* Draws write depth only where they test it. */
static bool is_masked(const struct gs_saved *s, uint32_t draw_buffer, bool draws)
{
	if (draw_buffer == GS_PIXEL_DEPTH_BUFFER)
		return !s->depth_mask || (draws && !s->depth_test);
	if (draw_buffer == GS_PIXEL_STENCIL_BUFFER)
		return !(s->stencil_mask || s->stencil_back_mask) || (draws && !s->stencil_test);
	const GLboolean *m = s->color_mask[s->caps->indexed_masks ? draw_buffer : 0];
	return !(m[0] || m[1] || m[2] || m[3]);
}

/* ---- counting ---- */

struct counting {
	const struct gs_caps *caps;
	struct gs_saved *saved;
	const struct gs_redraw *redraw;
	const struct gs_rectangle *pixel;
	GLuint passed, invoked;	      /* queries; invoked 0: the context has none */
	struct gs_covering *covering; /* instead of counting; NULL */
	bool any;		      /* sample counts: of a window no single one can be read */
	uint32_t *sample;	      /* then one that is covered; NULL */
	bool culls, scissors;
	bool copies; /* pixels, or may do so */
	GLint alpha_function;
	GLfloat alpha;
};

static void begin(struct counting *n, const struct gs_caps *c, struct gs_saved *saved,
	const struct gs_redraw *redraw, const struct gs_rectangle *pixel)
{
	*n = (struct counting){.caps = c, .saved = saved, .redraw = redraw, .pixel = pixel};
	n->culls = GL(glIsEnabled)(GL_CULL_FACE);
	for (unsigned i = 0; i < c->n_viewports; i++)
		n->scissors |= saved->scissor[i];
	n->copies = redraw->copied >= 0 && c->api == GS_API_COMPATIBILITY;
	if (n->copies) {
		n->alpha_function = get(GL_ALPHA_TEST_FUNC);
		GL(glGetFloatv)(GL_ALPHA_TEST_REF, &n->alpha);
	}
	GL(glGenQueries)(1, &n->passed);
	if (c->statistics_queries)
		GL(glGenQueries)(1, &n->invoked);
	gs_saved_masks(saved, false, false);
	gs_caps_drain();
}

static void end(struct counting *n)
{
	gs_covering_end(n->covering);
	bind_draw((GLuint)n->saved->draw_framebuffer);
	set(GL_CULL_FACE, n->culls);
	if (n->copies)
		GL(glAlphaFunc)((GLenum)n->alpha_function, n->alpha);
	GL(glDeleteQueries)(1, &n->passed);
	if (n->invoked)
		GL(glDeleteQueries)(1, &n->invoked);
	gs_caps_drain();
}

static void set_alpha_test(const struct counting *n, bool on)
{
	static const struct gs_fragment_options as_program;
	const struct gs_saved *s = n->saved;
	gs_saved_alpha(s, &as_program, on);
	if (!n->copies)
		return;
	/* NVIDIA's driver copies pixels without drawing, and counts none, where it has nothing to
	 * do for each (decision 018). */
	if (on && s->alpha_test) {
		GL(glAlphaFunc)((GLenum)n->alpha_function, n->alpha);
	} else {
		GL(glAlphaFunc)(GL_ALWAYS, 0);
		set(GL_ALPHA_TEST, true);
	}
}

static bool is_made(const struct counting *n, enum gs_pixel_test test)
{
	const struct gs_saved *s = n->saved;
	switch (test) {
	case GS_PIXEL_FACING:
		return n->culls;
	case GS_PIXEL_SCISSOR:
		return n->scissors;
	case GS_PIXEL_ALPHA:
		return s->alpha_test || s->alpha_to_coverage || n->copies;
	case GS_PIXEL_STENCIL:
		return s->stencil_test;
	case GS_PIXEL_DEPTH:
		return s->depth_test;
	default:
		return true;
	}
}

/* With the tests up to last. */
static void set_tests(const struct counting *n, enum gs_pixel_test last)
{
	const struct gs_saved *s = n->saved;
	set(GL_CULL_FACE, n->culls && last >= GS_PIXEL_FACING);
	if (last >= GS_PIXEL_SCISSOR)
		gs_saved_scissor(s, GS_TEST_PROGRAM, n->pixel);
	else
		gs_saved_scissor_only(s, n->pixel);
	set_alpha_test(n, last >= GS_PIXEL_ALPHA);
	set(GL_STENCIL_TEST, s->stencil_test && last >= GS_PIXEL_STENCIL);
	set(GL_DEPTH_TEST, s->depth_test && last >= GS_PIXEL_DEPTH);
}

static uint64_t result(GLuint query)
{
	GLuint count = 0;
	GL(glGetQueryObjectuiv)(query, GL_QUERY_RESULT, &count);
	gs_caps_drain();
	return count;
}

/* 1: the draw covers the sample, or any. */
static bool cover(const struct counting *n, enum gs_pixel_test last, uint64_t *passed,
	struct gs_refusal *refusal)
{
	uint64_t covered = 0;
	gs_covering_prepare(n->covering, n->saved, last >= GS_PIXEL_STENCIL);
	set_tests(n, last);
	bool done = gs_covering_draw(n->covering, n->saved, n->redraw, refusal) &&
		    gs_covering_read(n->covering, n->saved, n->any, &covered, refusal);
	*passed = covered != 0;
	if (n->any && n->sample && covered)
		*n->sample = (uint32_t)__builtin_ctzll(covered);
	return done;
}

/* invoked: whether the shader ran; NULL: not asked. False: the draw cannot be done once more. */
static bool count(const struct counting *n, enum gs_pixel_test last, uint64_t *passed,
	bool *invoked, struct gs_refusal *refusal)
{
	GLenum target = n->caps->counting_queries ? GL_SAMPLES_PASSED : GL_ANY_SAMPLES_PASSED;
	bool asks = invoked && n->invoked;
	if (n->covering)
		return cover(n, last, passed, refusal);
	set_tests(n, last);
	GL(glBeginQuery)(target, n->passed);
	if (asks)
		GL(glBeginQuery)(GL_FRAGMENT_SHADER_INVOCATIONS, n->invoked);
	bool done = gs_redraw_execute(n->redraw, n->saved, -1, refusal);
	GL(glEndQuery)(target);
	if (asks)
		GL(glEndQuery)(GL_FRAGMENT_SHADER_INVOCATIONS);
	gs_caps_drain();
	*passed = result(n->passed);
	if (invoked)
		*invoked = asks && result(n->invoked) > 0;
	return done;
}

/* ---- draws ---- */

/* What the draw itself writes into the stencil buffer may let later fragments of it pass. */
static bool changes_stencil(const struct gs_saved *s)
{
	bool writes = s->stencil_mask || s->stencil_back_mask;
	for (unsigned i = 0; i < 2 && s->stencil_test && writes; i++) {
		const struct gs_stencil_side *side = &s->stencil_side[i];
		if (side->fail != GL_KEEP || side->depth_fail != GL_KEEP || side->pass != GL_KEEP)
			return true;
	}
	return false;
}

/* Some samples of the pixel are covered, in some layer: is the one that is asked about? */
static bool choose_plane(struct counting *n, const struct question *q, struct gs_wire_pixel *answer,
	struct gs_refusal *refusal)
{
	const struct gs_covering_place place = {.draw_buffer = answer->draw_buffer,
		.layer = answer->layered ? q->at.layer : 0,
		.sample = q->at.sample,
		.area = *n->pixel};
	if (get(GL_SAMPLES) < 2 && !answer->layered)
		return true;
	if (!is_colour(answer))
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"which sample or layer is covered shows in colours alone");
	n->any = !n->saved->draw_framebuffer;
	n->sample = &answer->sample;
	n->covering = gs_covering_begin(n->saved, &place, refusal);
	return n->covering && cover(n, GS_PIXEL_COVERED, &answer->left[GS_PIXEL_COVERED], refusal);
}

static bool count_all(struct counting *n, const struct question *q, struct gs_wire_pixel *answer,
	struct gs_refusal *refusal)
{
	const unsigned last = GS_N_PIXEL_TESTS - 1;
	const bool counts = q->wish & GS_PIXEL_WISH_COUNTS;
	uint64_t *left = answer->left;
	bool invoked = false;
	if (!count(n, GS_PIXEL_COVERED, &left[GS_PIXEL_COVERED], &invoked, refusal))
		return false;
	answer->discards = invoked && !left[GS_PIXEL_COVERED];
	if (left[GS_PIXEL_COVERED] && !choose_plane(n, q, answer, refusal))
		return false;
	for (unsigned i = counts ? 1 : last; i <= last; i++) {
		uint64_t before = left[counts ? i - 1 : GS_PIXEL_COVERED];
		if (!before || (counts && !is_made(n, i)))
			left[i] = before;
		else if (!count(n, i, &left[i], NULL, refusal))
			return false;
	}
	/* The copy is as after the last test that is made. */
	uint64_t written = 0;
	bool several = n->covering && get(GL_SAMPLES) > 1;
	bool done = !several || !counts || !left[last] ||
		    gs_covering_read(n->covering, n->saved, true, &written, refusal);
	answer->samples_written = (uint32_t)__builtin_popcountll(written);
	return done;
}

/* How many samples at the pixel the first primitives have after the tests up to last. */
static bool count_first(const struct counting *n, const struct gs_first_primitives *first,
	uint32_t primitives, enum gs_pixel_test last, uint64_t *passed)
{
	struct gs_refusal refusal = {0};
	gs_first_primitives_set(first, primitives);
	return count(n, last, passed, NULL, &refusal);
}

/* The least number of first primitives that have more than `before` samples there; 0: not known.
 * Fewer than `known` have not. */
static uint32_t find_next(const struct counting *n, const struct gs_first_primitives *first,
	uint32_t known, uint64_t before)
{
	uint32_t low = known, high = first->n; /* the answer is between them, both included */
	if (low > high)
		return 0;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		uint64_t passed;
		if (!count_first(n, first, middle, GS_PIXEL_COVERED, &passed))
			return 0;
		if (passed > before)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

/* What a search may draw in all, in vertices. */
static const uint64_t most_vertices = 1 << 24;

static void find_primitives(const struct counting *n, const struct gs_first_primitives *first,
	struct gs_wire_pixel *answer)
{
	uint64_t covered = 0, passed = 0, all = answer->left[GS_PIXEL_COVERED];
	/* Without counts there is one answer only, and a search takes up to 32 draws. */
	unsigned most = n->caps->counting_queries && !n->covering ? GS_PIXEL_PRIMITIVES : 1;
	uint64_t each = (uint64_t)first->n * first->each; /* vertices of an instance */
	/* more of them than there may be are as good as that many */
	uint64_t most_instances = each < most_vertices ? first->instances : 1;
	uint64_t vertices = 32 * each * most_instances, drawn = 0;
	uint32_t found = 0;
	while (covered < all && answer->n_primitives < most &&
		(drawn += vertices) <= most_vertices) {
		uint64_t before = passed;
		found = find_next(n, first, found + 1, covered);
		if (!found || !count_first(n, first, found, GS_PIXEL_COVERED, &covered) ||
			!count_first(n, first, found, GS_PIXEL_DEPTH, &passed))
			return;
		answer->primitives[answer->n_primitives].index = found - 1;
		answer->primitives[answer->n_primitives++].passed = (uint32_t)(passed - before);
	}
	answer->more_primitives = covered < all || (most == 1 && found < first->n);
}

static void ask_primitives(
	struct gs_thread *thread, const struct counting *n, struct gs_wire_pixel *answer)
{
	struct gs_first_primitives first;
	if (!answer->left[GS_PIXEL_COVERED] || !gs_first_primitives_begin(thread, &first))
		return;
	find_primitives(n, &first, answer);
	gs_first_primitives_end(&first);
}

static void ask_draw(struct gs_thread *thread, const struct gs_caps *c, struct gs_saved *saved,
	const struct gs_redraw *redraw, const struct question *q, struct gs_wire_pixel *answer,
	struct gs_refusal *refusal)
{
	struct counting n;
	uint64_t *left = answer->left;
	if (gs_redraw_is_undrawn(saved) || saved->discard)
		return;
	begin(&n, c, saved, redraw, &q->at.pixel);
	answer->sample = q->at.sample;
	bool known = count_all(&n, q, answer, refusal);
	n.sample = NULL;
	if (known && (q->wish & GS_PIXEL_WISH_COUNTS))
		ask_primitives(thread, &n, answer);
	bool counted = !n.covering; /* with all masks off */
	end(&n);
	if (!known) {
		memset(refusal, 0, sizeof *refusal);
		answer->kind = GS_PIXEL_UNSURE;
	} else if (counted && !left[GS_PIXEL_DEPTH] && left[GS_PIXEL_COVERED] &&
		   changes_stencil(saved)) {
		answer->kind = GS_PIXEL_UNSURE;
	} else if (left[GS_PIXEL_COVERED] || answer->discards) {
		answer->kind = GS_PIXEL_DRAW;
	}
}

/* ---- clears and blits ---- */

static bool is_between(GLint value, GLint a, GLint b)
{
	return a < b ? value >= a && value < b : value >= b && value < a;
}

static bool in_scissor(const struct gs_saved *s, const struct question *q)
{
	const GLint *box = s->scissor_box[0];
	return !s->scissor[0] || q->at.anywhere ||
	       (is_between(q->at.pixel.x, box[0], box[0] + box[2]) &&
		       is_between(q->at.pixel.y, box[1], box[1] + box[3]));
}

static bool in_blit(const uint64_t *corners, const struct question *q)
{
	if (q->at.anywhere)
		return true;
	return is_between(q->at.pixel.x, (GLint)corners[0], (GLint)corners[2]) &&
	       is_between(q->at.pixel.y, (GLint)corners[1], (GLint)corners[3]);
}

/* Functions that change pixels without drawing: where they say which framebuffer and draw buffer
 * (-1: the one that is bound, all of them), which bits, and where to. */
static const struct writer {
	uint16_t function;
	uint8_t kind;
	int8_t framebuffer, mask, buffer, corners;
} writers[] = {
	{GS_FN_glClear, GS_PIXEL_CLEAR, -1, 0, -1, -1},
	{GS_FN_glClearBufferfv, GS_PIXEL_CLEAR, -1, -1, 0, -1},
	{GS_FN_glClearBufferiv, GS_PIXEL_CLEAR, -1, -1, 0, -1},
	{GS_FN_glClearBufferuiv, GS_PIXEL_CLEAR, -1, -1, 0, -1},
	{GS_FN_glClearBufferfi, GS_PIXEL_CLEAR, -1, -1, 0, -1},
	{GS_FN_glClearNamedFramebufferfv, GS_PIXEL_CLEAR, 0, -1, 1, -1},
	{GS_FN_glClearNamedFramebufferiv, GS_PIXEL_CLEAR, 0, -1, 1, -1},
	{GS_FN_glClearNamedFramebufferuiv, GS_PIXEL_CLEAR, 0, -1, 1, -1},
	{GS_FN_glClearNamedFramebufferfi, GS_PIXEL_CLEAR, 0, -1, 1, -1},
	{GS_FN_glBlitFramebuffer, GS_PIXEL_COPY, -1, 8, -1, 4},
	{GS_FN_glBlitFramebufferEXT, GS_PIXEL_COPY, -1, 8, -1, 4},
	{GS_FN_glBlitFramebufferANGLE, GS_PIXEL_COPY, -1, 8, -1, 4},
	{GS_FN_glBlitFramebufferNV, GS_PIXEL_COPY, -1, 8, -1, 4},
	{GS_FN_glBlitNamedFramebuffer, GS_PIXEL_COPY, 1, 10, -1, 6},
};

static const struct writer *writer_of(unsigned function)
{
	for (size_t i = 0; i < sizeof writers / sizeof *writers; i++)
		if (writers[i].function == function)
			return &writers[i];
	return NULL;
}

/* What it is asked about, and no other draw buffer. */
static bool writes_buffer(
	const struct writer *w, const uint64_t *args, const struct gs_wire_pixel *answer)
{
	bool depth = answer->draw_buffer == GS_PIXEL_DEPTH_BUFFER;
	if (w->mask >= 0)
		return args[w->mask] & (is_colour(answer) ? GL_COLOR_BUFFER_BIT
					       : depth	  ? GL_DEPTH_BUFFER_BIT
							  : GL_STENCIL_BUFFER_BIT);
	if (!is_colour(answer) && w->buffer >= 0)
		return (GLenum)args[w->buffer] == (GLenum)(depth ? GL_DEPTH : GL_STENCIL) ||
		       (GLenum)args[w->buffer] == GL_DEPTH_STENCIL;
	return w->buffer < 0 ||
	       ((GLenum)args[w->buffer] == GL_COLOR &&
		       (!answer->buffer || (GLuint)args[w->buffer + 1] == answer->draw_buffer));
}

/* The framebuffer that it writes into is bound. */
static void ask_writer(const struct gs_saved *saved, const struct writer *w, const uint64_t *args,
	const struct question *q, struct gs_wire_pixel *answer)
{
	bool clears = w->kind == GS_PIXEL_CLEAR;
	if (!writes_buffer(w, args, answer))
		return;
	/* a blit goes to the first layer alone */
	if (w->corners >= 0 && (!in_blit(args + w->corners, q) ||
				       (answer->layered && q->at.layer && !q->at.anywhere)))
		return;
	if ((clears && saved->discard) || !in_scissor(saved, q) || gs_redraw_is_undrawn(saved))
		return;
	answer->kind = w->kind;
	answer->masked = clears && is_masked(saved, answer->draw_buffer, false);
}

/* ---- a request ---- */

static bool draws(struct gs_thread *thread)
{
	return thread->call && thread->before && gs_pending_is_draw(thread) &&
	       !(gs_data_flags(thread->call->function) & GS_FUNCTION_DISPATCHES);
}

/* The call draws, clears or copies, and not into the buffer. A call that is asked about twice, by a
 * run and at the stop that it ends with, counts once. */
static void note_elsewhere(struct gs_inspection *query, struct gs_thread *thread)
{
	static const struct gs_watched any = {.layer = GS_PIXEL_LAYERS};
	struct gs_wire_elsewhere *list = gs_wire->run.elsewhere;
	struct gs_wire_pixel there = {0};
	GLenum point;
	unsigned i = 0;
	if (gs_wire->run.last_elsewhere == thread->call->index + 1)
		return;
	gs_wire->run.last_elsewhere = thread->call->index + 1;
	gs_watched_find(thread, &query->caps, &any, &there, &point);
	while (i < GS_WIRE_ELSEWHERE - 1 && list[i].calls && list[i].buffer != there.buffer)
		i++;
	list[i].buffer = i < GS_WIRE_ELSEWHERE - 1 ? there.buffer : 0;
	list[i].calls++;
}

/* The framebuffer that the call draws into is bound. */
static void ask_touch(struct gs_inspection *query, struct gs_thread *thread, struct gs_saved *saved,
	const struct question *q, struct gs_wire_pixel *answer)
{
	const struct writer *w = writer_of(thread->call->function);
	const uint64_t *args = thread->call->args;
	if (!answer->buffer) {
		if (w ? writes_buffer(w, args, answer) : draws(thread))
			note_elsewhere(query, thread);
	} else if (w) {
		ask_writer(saved, w, args, q, answer);
	} else if (draws(thread)) {
		answer->masked = is_masked(saved, answer->draw_buffer, true);
		if (!q->at.anywhere)
			ask_draw(thread, &query->caps, saved, &query->redraw, q, answer,
				&query->refusal);
		else if (!answer->masked && !saved->discard && !gs_redraw_is_undrawn(saved))
			answer->kind = GS_PIXEL_DRAW;
	}
	if (answer->kind == GS_PIXEL_NOTHING && gs_pixel_is_of_texture(q->at.buffer))
		answer->kind = gs_written_texels_by(thread, &query->caps, &q->at);
	if (answer->kind >= GS_PIXEL_UPLOAD) /* no mask keeps it from that */
		answer->masked = 0;
}

/* What the pending call does. *point: where the buffer is, which is then bound. */
static void find_and_ask(struct gs_inspection *query, struct gs_thread *thread,
	struct gs_saved *saved, const struct question *q, struct gs_wire_pixel *answer,
	GLenum *point)
{
	bool asks = thread->call && thread->before && (q->wish & GS_PIXEL_WISH_TOUCH);
	const struct writer *w = asks ? writer_of(thread->call->function) : NULL;
	if (w && w->framebuffer >= 0)
		bind_draw((GLuint)thread->call->args[w->framebuffer]);
	bool found = gs_watched_find(thread, &query->caps, &q->at, answer, point);
	if (asks)
		ask_touch(query, thread, saved, q, answer);
	if (found || !w || w->framebuffer < 0)
		return;
	bind_draw((GLuint)saved->draw_framebuffer);
	gs_watched_find(thread, &query->caps, &q->at, answer, point);
}

static bool read_pixel(struct gs_inspection *query, struct gs_saved *saved,
	const struct question *q, GLenum point, struct gs_wire_pixel *answer,
	struct gs_wire_texels *texels, uint64_t *used)
{
	bool softly = q->wish & GS_PIXEL_WISH_TOUCH;
	if (!gs_watched_read(saved, &q->at, point, softly, answer, texels, &query->refusal))
		return false;
	*used += answer->buffer && answer->width ? sizeof *texels + texels->components * 4ull : 0;
	return true;
}

static bool answer_pixel(struct gs_inspection *query, struct gs_thread *thread,
	const struct question *q, void *bytes, uint64_t *used)
{
	struct gs_wire_pixel answer = {0};
	struct gs_saved saved;
	GLenum point = GL_NONE;
	bool ok = true;
	struct gs_wire_texels *texels = (struct gs_wire_texels *)((uint8_t *)bytes + sizeof answer);
	if (!draws(thread))
		gs_saved_enter(&saved, &query->caps, query->redraw.conditional_query,
			query->redraw.conditional_mode);
	else if (!gs_redraw_begin(&query->redraw, &query->caps, &saved, &query->refusal))
		return false;
	*used = sizeof answer;
	find_and_ask(query, thread, &saved, q, &answer, &point);
	if (q->wish & GS_PIXEL_WISH_COLOUR)
		ok = read_pixel(query, &saved, q, point, &answer, texels, used);
	bind_draw((GLuint)saved.draw_framebuffer);
	if (draws(thread))
		gs_redraw_end(&saved);
	else
		gs_saved_leave(&saved);
	memcpy(bytes, &answer, sizeof answer);
	return ok;
}

bool gs_serve_pixel(struct gs_serving *s)
{
	struct gs_inspection *query = s->query;
	const struct question q = question_of(s->request->number);
	if (!query->caps.framebuffers || !query->caps.read_buffer || !query->caps.queries)
		return gs_refuse(s->answer, GS_STATUS_UNSUPPORTED,
			"what touches a pixel can be told only in OpenGL 3.0 or OpenGL ES 3.0 or "
			"later",
			NULL);
	const char *why = draws(s->thread) ? gs_compiler_is_gone() : NULL;
	if (why)
		return gs_refuse(s->answer, GS_STATUS_UNSUPPORTED, why, NULL);
	if (draws(s->thread))
		gs_extent_get(s->thread->call, &query->caps, &query->redraw.extent);
	return answer_pixel(query, s->thread, &q, s->bulk, &s->size);
}

/* ---- in a run ---- */

static bool watches_texture(void)
{
	return gs_pixel_is_of_texture(gs_wire->run.pixel[1]);
}

bool gs_pixel_may_be_touched(unsigned function)
{
	return writer_of(function) || (watches_texture() && gs_written_texels_may_be(function));
}

/* As though the debugger had asked. */
static bool ask(struct gs_thread *thread, struct gs_wire_pixel *pixel)
{
	static const struct gs_request kind = {
		GS_REQUEST_PIXEL, GS_NEEDS_QUERY | GS_NEEDS_BINDINGS, gs_serve_pixel};
	const uint64_t *of_run = gs_wire->run.pixel;
	const struct gs_wire_request request = {
		.number = {of_run[0], of_run[1], of_run[2], GS_PIXEL_WISH_TOUCH}};
	struct gs_wire_answer answer;
	struct gs_serving s = {.thread = thread,
		.request = &request,
		.answer = &answer,
		.bulk = pixel,
		.bulk_size = sizeof *pixel};
	memset(&answer, 0, offsetof(struct gs_wire_answer, error) + 1);
	gs_request_serve(&kind, &s);
	return answer.status == GS_STATUS_OK;
}

bool gs_pixel_is_touched(struct gs_thread *thread, bool covered)
{
	struct gs_wire_pixel pixel = {0};
	struct gs_undisturbed before;
	if ((gs_data_flags(thread->call->function) & GS_FUNCTION_DISPATCHES) && !watches_texture())
		return false;
	gs_undisturbed_begin(&before);
	gs_core_handlers.thread_stopped();
	bool served = ask(thread, &pixel);
	gs_core_handlers.thread_resumed();
	gs_undisturbed_end(&before);
	if (!served)
		return covered || draws(thread);
	if (pixel.kind != GS_PIXEL_DRAW || gs_wire->run.pixel[0] == GS_PIXEL_ANYWHERE)
		return pixel.kind != GS_PIXEL_NOTHING && (covered || !pixel.masked);
	return covered || (pixel.left[GS_PIXEL_DEPTH] && !pixel.masked);
}

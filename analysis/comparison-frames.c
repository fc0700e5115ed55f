/* SPDX-License-Identifier: MIT */
/* Aligns the frames of two threads, and the calls of frames that belong together. */
#include <string.h>
#include "analysis/alignment.h"
#include "analysis/comparison-private.h"

enum {
	SKETCH = 16,	      /* hashes that tell how alike frames are: "min-hash" */
	SAME_SHAPE = 4,	      /* what the same functions in the same order count, in such hashes */
	MOST_CELLS = 1 << 20, /* pairs of frames that are compared with one another */
};

/* A thread as hashes. */
struct side {
	const struct gs_normal_thread *thread;
	uint64_t *calls;		  /* of each call, but for what it answers */
	uint32_t *starts;		  /* of frames, and the end of the last one */
	uint64_t *frames;		  /* of each frame */
	uint64_t (*sketches)[SKETCH + 1]; /* likewise, and its shape; NULL: not made */
	uint32_t n;			  /* frames */
};

/* ---- hashes ---- */

static uint64_t hash_call(const struct gs_normal_thread *thread, uint32_t i, const uint64_t *canon)
{
	uint32_t n;
	uint64_t hash = gs_normal_call(thread, i)->key;
	const uint32_t *references = gs_normal_references(thread, i, &n);
	for (uint32_t k = 0; canon && k < n; k++)
		if (!(references[k] & GS_NORMAL_NEW))
			hash = gs_hash_number(hash, canon[references[k]]);
	return gs_hash_number(hash, n);
}

bool gs_are_same_calls(
	const struct gs_thread_pair *pair, const struct gs_canons *canons, uint32_t a, uint32_t b)
{
	return gs_normal_call(pair->a, a)->answer == gs_normal_call(pair->b, b)->answer &&
	       hash_call(pair->a, a, canons->a) == hash_call(pair->b, b, canons->b);
}

/* Number the objects of a frame as they come: frames that name others in the same way are alike. */
struct numbering {
	uint32_t *frame_of, *numbers; /* by object */
	uint32_t n;
};

static uint64_t hash_numbered(struct numbering *numbering, const struct gs_normal_thread *thread,
	uint32_t i, uint32_t frame)
{
	uint32_t n;
	uint64_t hash = gs_normal_call(thread, i)->key;
	const uint32_t *references = gs_normal_references(thread, i, &n);
	for (uint32_t k = 0; k < n; k++) {
		uint32_t object = references[k];
		if (object & GS_NORMAL_NEW)
			continue;
		if (numbering->frame_of[object] != frame + 1) {
			numbering->frame_of[object] = frame + 1;
			numbering->numbers[object] = numbering->n++;
		}
		hash = gs_hash_number(hash, numbering->numbers[object]);
	}
	return gs_hash_number(hash, n);
}

static void hash_frames(struct side *side, const uint64_t *canon, uint32_t objects)
{
	struct numbering numbering = {
		g_new0(uint32_t, objects + 1), g_new(uint32_t, objects + 1), 0};
	for (uint32_t frame = 0; frame < side->n; frame++) {
		uint64_t hash = 0;
		numbering.n = 0;
		for (uint32_t i = side->starts[frame]; i < side->starts[frame + 1]; i++) {
			uint64_t call = canon ? side->calls[i]
					      : hash_numbered(&numbering, side->thread, i, frame);
			hash = gs_hash_number(hash, call);
			hash = gs_hash_number(hash, gs_normal_call(side->thread, i)->answer);
		}
		side->frames[frame] = hash;
	}
	g_free(numbering.frame_of);
	g_free(numbering.numbers);
}

static void open_side(struct side *side, const struct gs_normal_thread *thread,
	const uint64_t *canon, uint32_t objects)
{
	uint32_t length = gs_normal_length(thread), n = thread->frames->len;
	*side = (struct side){.thread = thread, .n = n};
	side->calls = g_new(uint64_t, length + 1);
	for (uint32_t i = 0; i < length; i++)
		side->calls[i] = hash_call(thread, i, canon);
	side->starts = g_new0(uint32_t, n + 2);
	for (uint32_t i = 0; i < n; i++)
		side->starts[i + 1] = g_array_index(thread->frames, uint32_t, i);
	if (side->starts[n] < length)
		side->starts[++side->n] = length;
	side->frames = g_new(uint64_t, side->n + 1);
	hash_frames(side, canon, objects);
}

static void close_side(struct side *side)
{
	g_free(side->calls);
	g_free(side->starts);
	g_free(side->frames);
	g_free(side->sketches);
}

/* ---- likeness of frames ---- */

static void sketch(struct side *side, uint32_t frame)
{
	uint64_t *sketch = side->sketches[frame];
	memset(sketch, 0xff, SKETCH * sizeof *sketch);
	sketch[SKETCH] = 0;
	for (uint32_t i = side->starts[frame]; i < side->starts[frame + 1]; i++) {
		for (unsigned k = 0; k < SKETCH; k++)
			sketch[k] = MIN(sketch[k], gs_hash_number(side->calls[i], k));
		sketch[SKETCH] = gs_hash_number(
			sketch[SKETCH], gs_normal_call(side->thread, i)->function);
	}
}

static void make_sketches(struct side *side)
{
	if (side->sketches)
		return;
	side->sketches = g_malloc_n(side->n + 1, sizeof *side->sketches);
	for (uint32_t i = 0; i < side->n; i++)
		sketch(side, i);
}

/* Return how alike two frames are; 0: not at all. */
static uint32_t likeness(const struct side *a, uint32_t i, const struct side *b, uint32_t k)
{
	uint32_t like = a->sketches[i][SKETCH] == b->sketches[k][SKETCH] ? SAME_SHAPE : 0;
	for (unsigned s = 0; s < SKETCH; s++)
		like += a->sketches[i][s] == b->sketches[k][s];
	return like;
}

/* Frames that have no equal: from a_0 up to, not with, a_1, and likewise of b. */
struct gap {
	uint32_t a_0, a_1, b_0, b_1;
};

/* Pair the frames of the gap so that their likeness is the greatest in all (Needleman, Wunsch). */
static void pair_by_likeness(
	const struct side *a, const struct side *b, const struct gap *gap, uint32_t *mate)
{
	uint32_t n = gap->a_1 - gap->a_0, m = gap->b_1 - gap->b_0, width = m + 1;
	uint32_t *best = g_new0(uint32_t, (gsize)(n + 1) * width);
	for (uint32_t i = n; i-- > 0;)
		for (uint32_t k = m; k-- > 0;) {
			uint32_t *at = best + (gsize)i * width + k;
			uint32_t like = likeness(a, gap->a_0 + i, b, gap->b_0 + k);
			*at = MAX(MAX(at[1], at[width]), like ? like + at[width + 1] : 0);
		}
	for (uint32_t i = 0, k = 0; i < n && k < m;) {
		const uint32_t *at = best + (gsize)i * width + k;
		uint32_t like = likeness(a, gap->a_0 + i, b, gap->b_0 + k);
		if (like && *at == like + at[width + 1])
			mate[gap->a_0 + i++] = gap->b_0 + k++;
		else if (*at == at[width])
			i++;
		else
			k++;
	}
	g_free(best);
}

/* Too many frames for that: the same shapes, and, of the rest, one after the other. */
static void pair_by_shape(
	const struct side *a, const struct side *b, const struct gap *gap, uint32_t *mate)
{
	uint32_t n = gap->a_1 - gap->a_0, m = gap->b_1 - gap->b_0, next = 0;
	uint64_t *shapes = g_new(uint64_t, (gsize)n + m);
	for (uint32_t i = 0; i < n; i++)
		shapes[i] = a->sketches[gap->a_0 + i][SKETCH];
	for (uint32_t k = 0; k < m; k++)
		shapes[n + k] = b->sketches[gap->b_0 + k][SKETCH];
	gs_align(shapes, n, shapes + n, m, mate + gap->a_0);
	for (uint32_t i = 0, end = 0; i < n; i++) {
		uint32_t *to = &mate[gap->a_0 + i];
		if (*to != GS_ALONE) {
			next = *to + 1;
			*to += gap->b_0;
			continue;
		}
		for (end = MAX(end, i); end < n && mate[gap->a_0 + end] == GS_ALONE;)
			end++;
		if (next < (end < n ? mate[gap->a_0 + end] : m))
			*to = gap->b_0 + next++;
	}
	g_free(shapes);
}

static void pair_gap(struct side *a, struct side *b, const struct gap *gap, uint32_t *mate)
{
	uint64_t cells = (uint64_t)(gap->a_1 - gap->a_0 + 1) * (gap->b_1 - gap->b_0 + 1);
	if (gap->a_0 == gap->a_1 || gap->b_0 == gap->b_1)
		return;
	make_sketches(a);
	make_sketches(b);
	if (cells <= MOST_CELLS)
		pair_by_likeness(a, b, gap, mate);
	else
		pair_by_shape(a, b, gap, mate);
}

/* Call pair for what lies between mates, before the first and behind the last, of the items that
 * `all` spans. */
static void pair_gaps(struct side *a, struct side *b, const struct gap *all, uint32_t *mate,
	void (*pair)(struct side *a, struct side *b, const struct gap *gap, uint32_t *mate))
{
	struct gap gap = *all;
	for (uint32_t i = all->a_0; i <= all->a_1; i++) {
		if (i < all->a_1 && mate[i] == GS_ALONE)
			continue;
		gap.a_1 = i;
		gap.b_1 = i < all->a_1 ? mate[i] : all->b_1;
		pair(a, b, &gap, mate);
		gap.a_0 = i + 1;
		gap.b_0 = gap.b_1 + 1;
	}
}

/* Return, for each frame of a, that of b. */
static uint32_t *pair_frames(struct side *a, struct side *b)
{
	uint32_t *mate = g_new(uint32_t, a->n + 1);
	const struct gap all = {.a_1 = a->n, .b_1 = b->n};
	gs_align(a->frames, a->n, b->frames, b->n, mate);
	pair_gaps(a, b, &all, mate, pair_gap);
	return mate;
}

/* ---- calls ---- */

/* Pair calls of the gap that are of the same function. */
static void pair_functions(struct side *a, struct side *b, const struct gap *gap, uint32_t *mate)
{
	uint32_t n = gap->a_1 - gap->a_0, m = gap->b_1 - gap->b_0;
	uint64_t *functions;
	if (!n || !m)
		return;
	functions = g_new(uint64_t, (gsize)n + m);
	for (uint32_t i = 0; i < n; i++)
		functions[i] = gs_normal_call(a->thread, gap->a_0 + i)->function;
	for (uint32_t k = 0; k < m; k++)
		functions[n + k] = gs_normal_call(b->thread, gap->b_0 + k)->function;
	gs_align(functions, n, functions + n, m, mate + gap->a_0);
	for (uint32_t i = gap->a_0; i < gap->a_1; i++)
		mate[i] += mate[i] == GS_ALONE ? 0 : gap->b_0;
	g_free(functions);
}

static void pair_calls(
	struct side *a, struct side *b, const struct gs_compared_frame *frame, uint32_t *mate)
{
	const struct gap all = {
		.a_0 = frame->a_0, .a_1 = frame->a_1, .b_0 = frame->b_0, .b_1 = frame->b_1};
	gs_align(a->calls + frame->a_0, frame->a_1 - frame->a_0, b->calls + frame->b_0,
		frame->b_1 - frame->b_0, mate + frame->a_0);
	for (uint32_t i = frame->a_0; i < frame->a_1; i++)
		mate[i] += mate[i] == GS_ALONE ? 0 : frame->b_0;
	pair_gaps(a, b, &all, mate, pair_functions);
}

static void add_frame(struct side *a, struct side *b, struct gs_compared_frame frame,
	bool are_equal, uint32_t *mate, GArray *frames)
{
	if (are_equal)
		for (uint32_t i = frame.a_0; i < frame.a_1; i++)
			mate[i] = frame.b_0 + (i - frame.a_0);
	else
		pair_calls(a, b, &frame, mate);
	if (frames)
		g_array_append_val(frames, frame);
}

/* Walk over the frames of both in their order. */
static void walk(
	struct side *a, struct side *b, const uint32_t *frame_mates, uint32_t *mate, GArray *frames)
{
	uint32_t k = 0;
	for (uint32_t i = 0; i <= a->n; i++) {
		uint32_t to = i < a->n ? frame_mates[i] : b->n;
		for (; to != GS_ALONE && k < to; k++)
			add_frame(a, b,
				(struct gs_compared_frame){.a_0 = a->starts[i],
					.a_1 = a->starts[i],
					.b_0 = b->starts[k],
					.b_1 = b->starts[k + 1]},
				false, mate, frames);
		if (i == a->n)
			break;
		struct gs_compared_frame frame = {.a_0 = a->starts[i],
			.a_1 = a->starts[i + 1],
			.b_0 = b->starts[k],
			.b_1 = b->starts[to == GS_ALONE ? k : k + 1]};
		add_frame(
			a, b, frame, to != GS_ALONE && a->frames[i] == b->frames[k], mate, frames);
		k += to != GS_ALONE;
	}
}

void gs_align_threads(
	const struct gs_thread_pair *pair, const struct gs_canons *canons, GArray *frames)
{
	struct side a, b;
	open_side(&a, pair->a, canons->a, canons->n_a);
	open_side(&b, pair->b, canons->b, canons->n_b);
	for (uint32_t i = 0; i < gs_normal_length(pair->a); i++)
		pair->mate[i] = GS_ALONE;
	uint32_t *frame_mates = pair_frames(&a, &b);
	walk(&a, &b, frame_mates, pair->mate, frames);
	g_free(frame_mates);
	close_side(&a);
	close_side(&b);
}

/* SPDX-License-Identifier: MIT */
#include "analysis/comparison.h"

#include "analysis/alignment.h"
#include "analysis/comparison-private.h"

enum { ROUNDS = 3 }; /* of pairing objects and aligning by them, at most */

/* What stands for objects in hashes: for each pair a number, and for those without a partner one
 * of their own. */
struct canons {
	uint64_t *a, *b;
};

static struct canons new_canons(const struct gs_comparison *c, const uint32_t *objects_of_a)
{
	enum { ALONE = 1u << 31 };
	struct canons canons = {
		g_new(uint64_t, c->a->objects + 1), g_new(uint64_t, c->b->objects + 1)};
	for (uint32_t i = 0; i < c->b->objects; i++)
		canons.b[i] = (uint64_t)i << 32 | ALONE;
	for (uint32_t i = 0; i < c->a->objects; i++) {
		uint32_t object = objects_of_a[i];
		canons.a[i] = (uint64_t)i << 1 | 1;
		if (object != UINT32_MAX)
			canons.b[object] = canons.a[i];
	}
	return canons;
}

static void free_canons(struct canons *canons)
{
	g_free(canons->a);
	g_free(canons->b);
}

static struct gs_compared_thread *new_thread(const struct gs_thread_pair *pair)
{
	struct gs_compared_thread *thread = g_new0(struct gs_compared_thread, 1);
	thread->a = pair->a;
	thread->b = pair->b;
	thread->frames = g_array_new(FALSE, FALSE, sizeof(struct gs_compared_frame));
	thread->differences = g_array_new(FALSE, FALSE, sizeof(struct gs_difference));
	return thread;
}

static void free_thread(gpointer data)
{
	struct gs_compared_thread *thread = data;
	g_array_free(thread->frames, TRUE);
	g_array_free(thread->differences, TRUE);
	g_free(thread);
}

/* ---- differences ---- */

static void add(struct gs_compared_thread *thread, struct gs_compared_frame *frame,
	enum gs_difference_kind kind, uint32_t a, uint32_t b)
{
	struct gs_difference difference = {kind, a, b};
	g_array_append_val(thread->differences, difference);
	frame->counts[kind]++;
	frame->n++;
}

static void find_in_frame(struct gs_compared_thread *thread, const struct gs_thread_pair *pair,
	const struct gs_canons *canons, struct gs_compared_frame *frame)
{
	uint32_t b = frame->b_0;
	frame->first = thread->differences->len;
	for (uint32_t a = frame->a_0; a < frame->a_1; a++) {
		uint32_t mate = pair->mate ? pair->mate[a] : GS_ALONE;
		if (mate == GS_ALONE) {
			add(thread, frame, GS_CALL_ONLY_A, a, b);
			continue;
		}
		for (; b < mate; b++)
			add(thread, frame, GS_CALL_ONLY_B, a, b);
		if (!gs_are_same_calls(pair, canons, a, b))
			add(thread, frame, GS_CALL_CHANGED, a, b);
		b++;
	}
	for (; b < frame->b_1; b++)
		add(thread, frame, GS_CALL_ONLY_B, frame->a_1, b);
}

/* The frames of a thread without a partner. */
static void add_own_frames(struct gs_compared_thread *thread, const struct gs_thread_pair *pair)
{
	const struct gs_normal_thread *own = pair->a ? pair->a : pair->b;
	uint32_t start = 0;
	for (guint i = 0; i <= own->frames->len; i++) {
		uint32_t end = i < own->frames->len ? g_array_index(own->frames, uint32_t, i)
						    : gs_normal_length(own);
		struct gs_compared_frame frame = {0};
		*(pair->a ? &frame.a_0 : &frame.b_0) = start;
		*(pair->a ? &frame.a_1 : &frame.b_1) = end;
		if (end > start)
			g_array_append_val(thread->frames, frame);
		start = end;
	}
}

/* Align all threads. Return the comparison's threads. */
static GPtrArray *align(const GArray *pairs, const struct gs_canons *canons)
{
	GPtrArray *threads = g_ptr_array_new_with_free_func(free_thread);
	for (guint i = 0; i < pairs->len; i++) {
		const struct gs_thread_pair *pair = &g_array_index(pairs, struct gs_thread_pair, i);
		struct gs_compared_thread *thread = new_thread(pair);
		g_ptr_array_add(threads, thread);
		if (pair->mate)
			gs_align_threads(pair, canons, thread->frames);
		else
			add_own_frames(thread, pair);
		for (guint k = 0; k < thread->frames->len; k++)
			find_in_frame(thread, pair, canons,
				&g_array_index(thread->frames, struct gs_compared_frame, k));
	}
	return threads;
}

static uint64_t count(const GPtrArray *threads)
{
	uint64_t n = 0;
	for (guint i = 0; i < threads->len; i++)
		n += ((const struct gs_compared_thread *)threads->pdata[i])->differences->len;
	return n;
}

/* Pair the objects by what the pairs' mates name, and align once more. Return whether there are
 * fewer differences now, or there was no alignment so far; else nothing is changed but mates. */
static bool go_round(struct gs_comparison *c, const GArray *pairs)
{
	uint32_t *objects_of_a = g_new(uint32_t, c->a->objects + 1);
	gs_pair_objects(pairs, c->a->objects, c->b->objects, objects_of_a);
	struct canons own = new_canons(c, objects_of_a);
	struct gs_canons canons = {own.a, own.b, c->a->objects, c->b->objects};
	GPtrArray *threads = align(pairs, &canons);
	bool is_better = !c->threads || count(threads) < count(c->threads);
	free_canons(&own);
	if (is_better) {
		g_clear_pointer(&c->threads, g_ptr_array_unref);
		g_free(c->objects_of_a);
		c->threads = threads;
		c->objects_of_a = objects_of_a;
	} else {
		g_ptr_array_unref(threads);
		g_free(objects_of_a);
	}
	return is_better;
}

struct gs_comparison *gs_comparison_new(
	const struct gs_normal_trace *a, const struct gs_normal_trace *b)
{
	struct gs_comparison *c = g_new0(struct gs_comparison, 1);
	struct gs_canons none = {NULL, NULL, a->objects, b->objects};
	GArray *pairs = gs_pair_threads(a, b);
	c->a = a;
	c->b = b;
	for (guint i = 0; i < pairs->len; i++) {
		struct gs_thread_pair *pair = &g_array_index(pairs, struct gs_thread_pair, i);
		if (!pair->a || !pair->b)
			continue;
		pair->mate = g_new(uint32_t, gs_normal_length(pair->a) + 1);
		gs_align_threads(pair, &none, NULL);
	}
	for (int i = 0; i < ROUNDS && go_round(c, pairs) && count(c->threads); i++)
		;
	for (guint i = 0; i < c->threads->len; i++) {
		const struct gs_compared_thread *thread = c->threads->pdata[i];
		for (guint k = 0; k < thread->differences->len; k++)
			c->counts[g_array_index(thread->differences, struct gs_difference, k)
					  .kind]++;
	}
	for (guint i = 0; i < pairs->len; i++)
		g_free(g_array_index(pairs, struct gs_thread_pair, i).mate);
	g_array_free(pairs, TRUE);
	return c;
}

void gs_comparison_free(struct gs_comparison *comparison)
{
	g_ptr_array_unref(comparison->threads);
	g_free(comparison->objects_of_a);
	g_free(comparison);
}

bool gs_comparison_is_same_part(const struct gs_comparison *comparison,
	const struct gs_normal_parts *a, const struct gs_normal_parts *b, uint32_t i)
{
	if (i >= a->n || i >= b->n)
		return i >= a->n && i >= b->n;
	uint32_t from_a = i ? a->ends[i - 1] : 0, from_b = i ? b->ends[i - 1] : 0;
	if (a->hashes[i] != b->hashes[i] || a->ends[i] - from_a != b->ends[i] - from_b)
		return false;
	for (uint32_t k = 0; k < a->ends[i] - from_a; k++) {
		uint32_t of_a = a->references[from_a + k], of_b = b->references[from_b + k];
		if (!((of_a | of_b) & GS_NORMAL_NEW) && comparison->objects_of_a[of_a] != of_b)
			return false;
	}
	return true;
}

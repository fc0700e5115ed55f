/* SPDX-License-Identifier: MIT */
/* Calls that differ, looked up in their traces. */
#include "app/trace-diff.h"

enum { MOST_READ_ON = 4096 }; /* calls that are read to reach one, rather than looked up */

static const struct gs_trace_call *find(struct gs_diff_side *side, uint64_t number)
{
	unsigned n = 0;
	if (side->call && side->call->number == number)
		return side->call;
	if (!side->call || side->call->number > number ||
		number - side->call->number > MOST_READ_ON) {
		side->call = NULL;
		if (!gs_trace_seek(side->reader, number))
			return NULL;
	}
	do
		side->call = gs_trace_next_call(side->reader);
	while (side->call && side->call->number != number && n++ < 2 * MOST_READ_ON);
	if (!side->call || side->call->number != number) /* it ended before the one before */
		side->call = gs_trace_find(side->reader, number);
	return side->call;
}

const struct gs_trace_call *gs_diff_find(
	struct gs_diff_side *side, const struct gs_normal_thread *thread, uint32_t i)
{
	return find(side, gs_normal_call(thread, i)->number);
}

int64_t gs_diff_frame_of(const struct gs_diff *diff, const struct gs_diff_frame *frame, int side)
{
	const struct gs_compared_frame *f = frame->frame;
	const struct gs_normal_thread *thread = side ? frame->thread->b : frame->thread->a;
	uint32_t first = side ? f->b_0 : f->a_0, end = side ? f->b_1 : f->a_1;
	if (first == end)
		return -1;
	return (int64_t)gs_normal_frame(
		diff->sides[side].trace, gs_normal_call(thread, first)->number);
}

bool gs_diff_is_same_part(const struct gs_diff *diff, const struct gs_compared_thread *thread,
	const struct gs_difference *difference, uint32_t i)
{
	const struct gs_normal_parts *a = g_hash_table_lookup(
		diff->sides[GS_DIFF_A].parts, &gs_normal_call(thread->a, difference->a)->number);
	const struct gs_normal_parts *b = g_hash_table_lookup(
		diff->sides[GS_DIFF_B].parts, &gs_normal_call(thread->b, difference->b)->number);
	return a && b && gs_comparison_is_same_part(diff->comparison, a, b, i);
}

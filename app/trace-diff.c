/* SPDX-License-Identifier: MIT */
/* `glstep-trace diff`: tells in what the calls of two traces differ. */
#include "app/trace-diff.h"

#include <string.h>

enum { DIFFER = 1, COULD_NOT = 2 }; /* exit statuses, as diff's */
enum { MOST_READ_ON = 4096 };	    /* calls that are read to reach one, rather than looked up */

/* ---- what is told ---- */

/* Return the number of a's call at the difference, or, of a call that only b has, of the call
 * before which it would stand. */
static uint64_t place_of(
	const struct gs_compared_thread *thread, const struct gs_difference *difference)
{
	if (!thread->a)
		return 0;
	return difference->a < gs_normal_length(thread->a)
		       ? gs_normal_call(thread->a, difference->a)->number
		       : UINT64_MAX;
}

static void want(struct gs_diff_side *side, uint64_t call)
{
	g_hash_table_insert(side->parts, g_memdup2(&call, sizeof call), NULL);
}

static void choose_in_frame(struct gs_diff *diff, struct gs_diff_frame *frame)
{
	const GArray *all = frame->thread->differences;
	uint32_t end = frame->frame->first + frame->frame->n;
	for (uint32_t i = frame->frame->first; i < end; i++) {
		const struct gs_difference *d = &g_array_index(all, struct gs_difference, i);
		uint64_t place = place_of(frame->thread, d);
		if (place < diff->first_call ||
			(place > diff->last_call && diff->last_call != UINT64_MAX))
			continue;
		frame->first = frame->end ? frame->first : i;
		frame->end = i + 1;
		frame->counts[d->kind]++;
		diff->counts[d->kind]++;
		if (d->kind != GS_CALL_CHANGED)
			continue;
		want(&diff->sides[GS_DIFF_A], gs_normal_call(frame->thread->a, d->a)->number);
		want(&diff->sides[GS_DIFF_B], gs_normal_call(frame->thread->b, d->b)->number);
	}
	if (frame->end)
		g_array_append_val(diff->frames, *frame);
}

static void choose(struct gs_diff *diff)
{
	const GPtrArray *threads = diff->comparison->threads;
	for (guint i = 0; i < threads->len; i++) {
		const struct gs_compared_thread *thread = threads->pdata[i];
		for (guint k = 0; k < thread->frames->len; k++) {
			struct gs_diff_frame frame = {thread,
				&g_array_index(thread->frames, struct gs_compared_frame, k), 0, 0,
				{0}};
			choose_in_frame(diff, &frame);
		}
	}
	for (int i = 0; i < GS_DIFF_SIDES; i++)
		gs_normal_find_parts(diff->sides[i].reader, diff->sides[i].parts);
}

/* ---- the command ---- */

static bool open_side(struct gs_diff_side *side)
{
	side->reader = gs_tool_open(side->file, NULL, NULL);
	if (!side->reader)
		return false;
	side->trace = gs_normal_trace_new(side->reader);
	side->parts = g_hash_table_new_full(
		g_int64_hash, g_int64_equal, g_free, gs_normal_parts_free);
	return true;
}

static void close_side(struct gs_diff_side *side)
{
	g_clear_pointer(&side->parts, g_hash_table_destroy);
	g_clear_pointer(&side->trace, gs_normal_trace_free);
	g_clear_pointer(&side->reader, gs_trace_close);
}

static int compare(struct gs_diff *diff)
{
	int status = 0;
	for (int i = 0; i < GS_DIFF_SIDES; i++)
		if (gs_tool_end(diff->sides[i].file, diff->sides[i].reader))
			status = COULD_NOT;
	diff->comparison = gs_comparison_new(
		diff->sides[GS_DIFF_A].trace, diff->sides[GS_DIFF_B].trace);
	diff->frames = g_array_new(FALSE, FALSE, sizeof(struct gs_diff_frame));
	choose(diff);
	if (!status && diff->frames->len)
		status = DIFFER;
	if (diff->is_json)
		gs_diff_tell_json(diff);
	else if (diff->frames->len)
		gs_diff_tell_text(diff);
	g_array_free(diff->frames, TRUE);
	gs_comparison_free(diff->comparison);
	return gs_tool_finish(&diff->text, 0) ? COULD_NOT : status;
}

static int take_word(struct gs_diff *diff, char ***words)
{
	const char *word = **words;
	const char **file = diff->sides[GS_DIFF_A].file ? &diff->sides[GS_DIFF_B].file
							: &diff->sides[GS_DIFF_A].file;
	if (!strcmp(word, "--json")) {
		diff->is_json = true;
		return 0;
	}
	if (strcmp(word, "--calls") != 0)
		return *file ? gs_tool_usage("diff takes two files", word)
			     : gs_tool_take_file(word, file);
	word = *++*words;
	if (!word || !gs_trace_range(word, &diff->first_call, &diff->last_call))
		return gs_tool_usage("--calls takes calls of the first trace, like 10-20", word);
	return 0;
}

int gs_tool_diff(char **words)
{
	struct gs_diff diff = {.last_call = UINT64_MAX};
	int status = 0;
	for (; !status && *words; words += *words != NULL)
		status = take_word(&diff, &words);
	if (status)
		return COULD_NOT;
	if (!diff.sides[GS_DIFF_B].file)
		return gs_tool_usage("diff takes two traces", NULL);
	status = open_side(&diff.sides[GS_DIFF_A]) && open_side(&diff.sides[GS_DIFF_B])
			 ? compare(&diff)
			 : COULD_NOT;
	close_side(&diff.sides[GS_DIFF_A]);
	close_side(&diff.sides[GS_DIFF_B]);
	return status;
}

/* SPDX-License-Identifier: MIT */
/* Differences as text, in the manner of `diff -u`. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "app/trace-diff.h"

enum {
	CONTEXT = 3,	    /* equal calls before and behind differences */
	LONGEST_LINE = 240, /* bytes of a call's text */
};

/* Add a call as a line that begins with the mark. */
static void add_call(struct gs_diff *diff, char mark, const struct gs_trace_call *call)
{
	struct gs_trace_text line = {0};
	if (!call)
		return;
	gs_trace_call_text(&line, call);
	size_t n = line.data ? strcspn(line.data, "\n") : 0;
	bool is_long = n > LONGEST_LINE || (n < line.length && line.data[n - 1] != ')' &&
						   !call->frames && n + 2 < line.length);
	for (n = MIN(n, LONGEST_LINE); is_long && n && (line.data[n] & 0xc0) == 0x80;)
		n--;
	gs_trace_text_add(&diff->text, &mark, 1);
	gs_trace_text_add(&diff->text, line.data ? line.data : "", n);
	gs_trace_text_add(&diff->text, is_long ? "...\n" : "\n", is_long ? 4 : 1);
	diff->text.failed |= line.failed;
	free(line.data);
}

static void add_place(struct gs_diff *diff, const char *what, const struct gs_value_difference *d)
{
	char item[32] = "";
	if (d->item >= 0)
		snprintf(item, sizeof item, "[%" PRId64 "]", d->item);
	gs_tool_add(&diff->text, "~   %s%s: %" PRIu64 " %s%s %s, from %s %" PRIu64 " on", what,
		item, d->differing, d->unit, d->differing == 1 ? "" : "s",
		d->differing == 1 ? "differs" : "differ", d->unit, d->first);
	if (d->line)
		gs_tool_add(&diff->text, ", line %" PRIu64, d->line);
	gs_tool_add(&diff->text, "\n");
}

/* Add in what a part of a call that is changed differs. */
static void add_part(struct gs_diff *diff, const char *what, const struct gs_trace_value *a,
	const struct gs_trace_value *b)
{
	struct gs_value_difference d = gs_diff_values(a, b);
	struct gs_trace_text texts[GS_DIFF_SIDES] = {{0}, {0}};
	if (d.unit && d.differing) {
		add_place(diff, what, &d);
		return;
	}
	gs_trace_value_text(&texts[GS_DIFF_A], a);
	gs_trace_value_text(&texts[GS_DIFF_B], b);
	if (texts[GS_DIFF_A].data && texts[GS_DIFF_B].data &&
		strcmp(texts[GS_DIFF_A].data, texts[GS_DIFF_B].data) == 0)
		gs_tool_add(&diff->text, "~   %s: %.200s, which is something else there\n", what,
			texts[GS_DIFF_A].data);
	else
		gs_tool_add(&diff->text, "~   %s: %.200s -> %.200s\n", what,
			texts[GS_DIFF_A].data ? texts[GS_DIFF_A].data : "?",
			texts[GS_DIFF_B].data ? texts[GS_DIFF_B].data : "?");
	free(texts[GS_DIFF_A].data);
	free(texts[GS_DIFF_B].data);
}

static void add_changed(struct gs_diff *diff, const struct gs_diff_frame *frame,
	const struct gs_difference *difference)
{
	const struct gs_trace_call *a = gs_diff_find(
		&diff->sides[GS_DIFF_A], frame->thread->a, difference->a);
	const struct gs_trace_call *b = gs_diff_find(
		&diff->sides[GS_DIFF_B], frame->thread->b, difference->b);
	add_call(diff, '-', a);
	add_call(diff, '+', b);
	if (!a || !b || a->function->n_args != b->function->n_args)
		return;
	for (uint32_t i = 0; i <= a->function->n_args; i++) {
		bool is_result = i == a->function->n_args;
		const char *what = is_result ? "result" : a->function->args[i];
		if (gs_diff_is_same_part(diff, frame->thread, difference, i))
			continue;
		add_part(diff, what, is_result ? &a->result : &a->args[i],
			is_result ? &b->result : &b->args[i]);
	}
}

static const struct gs_difference *difference_at(const struct gs_diff_frame *frame, uint32_t i)
{
	return &g_array_index(frame->thread->differences, struct gs_difference, i);
}

/* Add equal calls of a, up to `end`. */
static void add_equal(
	struct gs_diff *diff, const struct gs_diff_frame *frame, uint32_t first, uint32_t end)
{
	for (uint32_t i = first; i < end; i++)
		add_call(diff, ' ', gs_diff_find(&diff->sides[GS_DIFF_A], frame->thread->a, i));
}

/* Return the index, in a, behind the call of the difference. */
static uint32_t behind(const struct gs_difference *d)
{
	return d->a + (d->kind != GS_CALL_ONLY_B);
}

/* Return the last difference, plus 1, of those that are told together with the first. */
static uint32_t end_of_hunk(const struct gs_diff_frame *frame, uint32_t first)
{
	uint32_t i = first + 1;
	while (i < frame->end &&
		difference_at(frame, i)->a <= behind(difference_at(frame, i - 1)) + 2 * CONTEXT)
		i++;
	return i;
}

static void add_hunk(
	struct gs_diff *diff, const struct gs_diff_frame *frame, uint32_t first, uint32_t end)
{
	const struct gs_compared_frame *f = frame->frame;
	uint32_t from = difference_at(frame, first)->a;
	uint32_t at = from - MIN(from - f->a_0, CONTEXT);
	for (uint32_t i = first; i < end; i++) {
		const struct gs_difference *d = difference_at(frame, i);
		add_equal(diff, frame, at, d->a);
		at = behind(d);
		if (d->kind == GS_CALL_CHANGED)
			add_changed(diff, frame, d);
		else if (d->kind == GS_CALL_ONLY_A)
			add_call(diff, '-',
				gs_diff_find(&diff->sides[GS_DIFF_A], frame->thread->a, d->a));
		else
			add_call(diff, '+',
				gs_diff_find(&diff->sides[GS_DIFF_B], frame->thread->b, d->b));
	}
	add_equal(diff, frame, at, MIN(at + CONTEXT, f->a_1));
}

static void add_heading(struct gs_diff *diff, const struct gs_diff_frame *frame)
{
	static const char *const words[GS_N_DIFFERENCES] = {[GS_CALL_CHANGED] = "changed",
		[GS_CALL_ONLY_A] = "only in the first trace",
		[GS_CALL_ONLY_B] = "only in the second"};
	int64_t a = gs_diff_frame_of(diff, frame, GS_DIFF_A);
	int64_t b = gs_diff_frame_of(diff, frame, GS_DIFF_B);
	const char *comma = "";
	if (a < 0)
		gs_tool_add(&diff->text, "@@ frame %" PRId64 " of the second trace", b);
	else if (b >= 0 && b != a)
		gs_tool_add(
			&diff->text, "@@ frame %" PRId64 ", %" PRId64 " in the second trace", a, b);
	else
		gs_tool_add(&diff->text, "@@ frame %" PRId64, a);
	if (diff->comparison->threads->len > 1)
		gs_tool_add(&diff->text, ", thread %u",
			frame->thread->a ? frame->thread->a->number : frame->thread->b->number);
	gs_tool_add(&diff->text, ": ");
	for (int i = 0; i < GS_N_DIFFERENCES; i++) {
		if (!frame->counts[i])
			continue;
		gs_tool_add(&diff->text, "%s%u call%s %s", comma, frame->counts[i],
			frame->counts[i] == 1 ? "" : "s", words[i]);
		comma = ", ";
	}
	gs_tool_add(&diff->text, " @@\n");
}

bool gs_diff_tell_text(struct gs_diff *diff)
{
	gs_tool_add(&diff->text, "--- %s\n+++ %s\n", diff->sides[GS_DIFF_A].file,
		diff->sides[GS_DIFF_B].file);
	for (guint i = 0; i < diff->frames->len; i++) {
		const struct gs_diff_frame *frame = &g_array_index(
			diff->frames, struct gs_diff_frame, i);
		add_heading(diff, frame);
		for (uint32_t k = frame->first, end; k < frame->end; k = end) {
			end = end_of_hunk(frame, k);
			gs_tool_add(&diff->text, k > frame->first ? "@@ ... @@\n" : "");
			add_hunk(diff, frame, k, end);
			if (!gs_tool_print(&diff->text, false))
				return false;
		}
	}
	gs_tool_add(&diff->text,
		"%" PRIu64 " call%s changed, %" PRIu64 " only in the first trace, %" PRIu64
		" only in the second\n",
		diff->counts[GS_CALL_CHANGED], diff->counts[GS_CALL_CHANGED] == 1 ? "" : "s",
		diff->counts[GS_CALL_ONLY_A], diff->counts[GS_CALL_ONLY_B]);
	return true;
}

/* SPDX-License-Identifier: MIT */
/* What the files of `glstep-trace diff` share. */
#ifndef GS_TRACE_DIFF_H
#define GS_TRACE_DIFF_H

#include "analysis/comparison.h"
#include "app/trace-tool.h"

enum { GS_DIFF_A, GS_DIFF_B, GS_DIFF_SIDES };

struct gs_diff_side {
	const char *file;
	struct gs_trace_reader *reader;
	struct gs_normal_trace *trace;
	GHashTable *parts; /* call number (guint64 *) -> struct gs_normal_parts: changed calls */
	const struct gs_trace_call *call; /* the one that was found last; NULL: none */
};

/* A frame with differences that are told: range of its thread's differences, and how many of
 * each kind. */
struct gs_diff_frame {
	const struct gs_compared_thread *thread;
	const struct gs_compared_frame *frame;
	uint32_t first, end;
	uint32_t counts[GS_N_DIFFERENCES];
};

struct gs_diff {
	struct gs_diff_side sides[GS_DIFF_SIDES];
	struct gs_comparison *comparison;
	GArray *frames; /* struct gs_diff_frame */
	uint64_t counts[GS_N_DIFFERENCES];
	uint64_t first_call, last_call; /* calls of a whose differences are told */
	bool is_json;
	struct gs_trace_text text;
};

/* ---- trace-diff-calls.c ---- */

/* Return the i-th call of the thread on that side, which is valid until the next one is found
 * there; NULL: it cannot be read. */
const struct gs_trace_call *gs_diff_find(
	struct gs_diff_side *side, const struct gs_normal_thread *thread, uint32_t i);
/* Return the frame in which the compared frame is on that side; -1: it has none. */
int64_t gs_diff_frame_of(const struct gs_diff *diff, const struct gs_diff_frame *frame, int side);

/* Return whether part i of a call that is changed is the same: an argument, or, behind the last,
 * the result. */
bool gs_diff_is_same_part(const struct gs_diff *diff, const struct gs_compared_thread *thread,
	const struct gs_difference *difference, uint32_t i);

/* ---- trace-diff-values.c: in what two values differ ---- */

struct gs_value_difference {
	uint64_t first;	    /* byte or item */
	uint64_t differing; /* how many; what one has beyond the other's end counts */
	const char *unit;   /* "byte", "item"; NULL: it is one number */
	int64_t item;	    /* of an array of strings; else -1 */
	uint64_t line;	    /* of a text, from 1; else 0 */
};

struct gs_value_difference gs_diff_values(
	const struct gs_trace_value *a, const struct gs_trace_value *b);

/* ---- trace-diff-text.c, trace-diff-json.c: append all that is told ---- */

/* Return false if it cannot be written. */
bool gs_diff_tell_text(struct gs_diff *diff);
bool gs_diff_tell_json(struct gs_diff *diff);

#endif

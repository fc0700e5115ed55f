/* SPDX-License-Identifier: MIT */
/*
 * analysis/comparison - in what the calls of two traces differ: calls changed, inserted and left
 * out, by frame.
 *
 * Threads of both are paired by what they call, and calls are compared thread by thread: how the
 * calls of threads are interleaved makes no difference. Frames of a thread are aligned by their
 * contents, those without an equal by their likeness, and calls within two frames that differ.
 * Which object of the one trace is which of the other is found out by aligning twice: at first as
 * if names were nothing, and then with the objects paired that calls which belong together have
 * named (docs/decisions/046-comparing-traces.md).
 */
#ifndef GS_COMPARISON_H
#define GS_COMPARISON_H

#include <stdbool.h>
#include "analysis/normal-calls.h"

enum gs_difference_kind {
	GS_CALL_CHANGED, /* the same function, with other arguments or another answer */
	GS_CALL_ONLY_A,
	GS_CALL_ONLY_B,
	GS_N_DIFFERENCES
};

struct gs_difference {
	enum gs_difference_kind kind;
	/* Indices of the calls in their threads; on the side that has no such call, of the one
	 * before which it would stand. */
	uint32_t a, b;
};

/* A frame of a thread, or what comes behind its last one. A side without it has an empty range. */
struct gs_compared_frame {
	uint32_t a_0, a_1, b_0, b_1; /* calls, up to a_1 and b_1, without these */
	uint32_t first, n;	     /* differences */
	uint32_t counts[GS_N_DIFFERENCES];
};

struct gs_compared_thread {
	const struct gs_normal_thread *a, *b; /* one of them may be NULL */
	GArray *frames;			      /* struct gs_compared_frame */
	GArray *differences;		      /* struct gs_difference, in their order */
};

struct gs_comparison {
	const struct gs_normal_trace *a, *b;
	GPtrArray *threads; /* struct gs_compared_thread */
	uint64_t counts[GS_N_DIFFERENCES];
	uint32_t *objects_of_a; /* the object of b that an object of a is; UINT32_MAX: none */
};

/* Compare two traces, which must live longer. */
struct gs_comparison *gs_comparison_new(
	const struct gs_normal_trace *a, const struct gs_normal_trace *b);
void gs_comparison_free(struct gs_comparison *comparison);
/* Return whether part i of two calls is the same. */
bool gs_comparison_is_same_part(const struct gs_comparison *comparison,
	const struct gs_normal_parts *a, const struct gs_normal_parts *b, uint32_t i);

#endif

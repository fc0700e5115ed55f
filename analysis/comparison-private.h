/* SPDX-License-Identifier: MIT */
/* What the files that compare traces share. */
#ifndef GS_COMPARISON_PRIVATE_H
#define GS_COMPARISON_PRIVATE_H

#include "analysis/comparison.h"

/* Two threads that belong together, while they are aligned. */
struct gs_thread_pair {
	const struct gs_normal_thread *a, *b;
	uint32_t *mate; /* for each call of a, that of b to which it belongs, or GS_ALONE */
};

/* ---- comparison-threads.c ---- */

/* Return the pairs of threads, struct gs_thread_pair, of which one side may be NULL. */
GArray *gs_pair_threads(const struct gs_normal_trace *a, const struct gs_normal_trace *b);

/* ---- comparison-frames.c ---- */

/* For each object of a trace what stands for it in hashes; NULL: all are alike. */
struct gs_canons {
	const uint64_t *a, *b;
	uint32_t n_a, n_b; /* objects */
};

/* Set .mate of all calls of the pair, which has both threads. frames: struct gs_compared_frame are
 * appended, of which only the ranges are set; NULL: they are not wanted. */
void gs_align_threads(
	const struct gs_thread_pair *pair, const struct gs_canons *canons, GArray *frames);
/* Return whether calls that are mates are the same. */
bool gs_are_same_calls(
	const struct gs_thread_pair *pair, const struct gs_canons *canons, uint32_t a, uint32_t b);

/* ---- comparison-objects.c ---- */

/* Pair the objects that mates name: set, for each object of a, that of b, or UINT32_MAX. */
void gs_pair_objects(const GArray *pairs, uint32_t n_a, uint32_t n_b, uint32_t *objects_of_a);

#endif

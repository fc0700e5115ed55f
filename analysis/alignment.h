/* SPDX-License-Identifier: MIT */
/*
 * analysis/alignment - which items of two sequences belong together: a longest common subsequence,
 * or nearly, of items that are told apart by 64-bit hashes.
 *
 * Items that only one sequence has are set aside first. Between items that both have once (the
 * anchors of "patience diff"), the rest is aligned by Myers' algorithm in linear space ("An O(ND)
 * Difference Algorithm and Its Variations", 1986). Short sequences whose difference is small are
 * aligned without anchors, so that no alignment has more pairs. Where sequences differ much, the
 * search is cut short: time is O(n log n) and a bounded number of steps for each item.
 */
#ifndef GS_ALIGNMENT_H
#define GS_ALIGNMENT_H

#include <stdint.h>

#define GS_ALONE UINT32_MAX

/* Set mate[i], for each of the n_a items of `a`, to the index of its equal in `b`, or to GS_ALONE.
 * The indices rise. Each sequence has less than 2^31 items. */
void gs_align(const uint64_t *a, uint32_t n_a, const uint64_t *b, uint32_t n_b, uint32_t *mate);

#endif

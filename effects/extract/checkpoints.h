/* SPDX-License-Identifier: MIT */
/*
 * effects/extract/checkpoints - frames of a trace at whose beginning a player can be given the
 * contents of objects, so that it can leave out the calls that made them. A replay reads the
 * contents back: replay/snapshot/snapshot.h describes the question and the answers.
 *
 * While the trace is read, frames are chosen at equal distances in calls, and at each of them the
 * objects to ask for: those whose contents do not come from a few calls that carry their data, and
 * the parts of the current window that are not cleared next. Where an answer lacks an object, the
 * calls that made its contents are kept: a checkpoint that lacks many is of little use, but never
 * wrong (effects/slice.h).
 */
#ifndef GS_EFFECTS_CHECKPOINTS_H
#define GS_EFFECTS_CHECKPOINTS_H

#include "effects/effects.h"

struct gs_checkpoints;

struct gs_checkpoints *gs_checkpoints_new(void);
void gs_checkpoints_free(struct gs_checkpoints *checkpoints); /* NULL is fine */
/* Call before and after each gs_effects_add of a call. */
void gs_checkpoints_before(struct gs_checkpoints *checkpoints, struct gs_effects *effects,
	const struct gs_trace_call *call);
void gs_checkpoints_after(struct gs_checkpoints *checkpoints, const struct gs_effects *effects,
	const struct gs_trace_call *call);

/* Return the number of checkpoints; gs_checkpoints_question says which of them ask for
 * something. */
size_t gs_checkpoints_count(const struct gs_checkpoints *checkpoints);
/* Return the number, and the place, of the call before which the contents of the i-th checkpoint
 * are given. */
uint64_t gs_checkpoints_number(const struct gs_checkpoints *checkpoints, size_t i);
uint64_t gs_checkpoints_place(const struct gs_checkpoints *checkpoints, size_t i);
/* Return the thread in whose context the contents are given. */
uint32_t gs_checkpoints_thread(const struct gs_checkpoints *checkpoints, size_t i);
/* Write the question for the i-th checkpoint, once all calls have been added. Free with g_free().
 * NULL: nothing is asked there. */
char *gs_checkpoints_question(const struct gs_checkpoints *checkpoints, size_t i);
/* Read the answer to the i-th question; call once. Return false if the file is no complete
 * answer. */
bool gs_checkpoints_read(struct gs_checkpoints *checkpoints, size_t i, const char *file);
/* Like gs_effects_needed, with `whole`, for the calls from place `first` to the last one, given the
 * contents in the i-th answer. The checkpoint must be at or before `first`, and its answer read. */
uint8_t *gs_checkpoints_needed(struct gs_checkpoints *checkpoints, struct gs_effects *effects,
	size_t i, uint64_t first, uint64_t *n);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * effects/extract/checkpoints - frames of a trace at whose beginning a player can be given what
 * objects hold, so that it leaves out the calls that this is from. A replay reads the contents
 * back: question and answers are replay/snapshot/snapshot.h's.
 *
 * While the trace is read, frames are chosen, the same number of calls apart, and at each the
 * objects that are asked for: those whose contents are from more than calls that bring them along,
 * and the parts of the current window that are not cleared next.
 * What an answer does not have keeps its calls: where these are many, the checkpoint is of no use,
 * but never wrong (effects/slice.h).
 */
#ifndef GS_EFFECTS_CHECKPOINTS_H
#define GS_EFFECTS_CHECKPOINTS_H

#include "effects/effects.h"

struct gs_checkpoints;

struct gs_checkpoints *gs_checkpoints_new(void);
void gs_checkpoints_free(struct gs_checkpoints *checkpoints); /* NULL is fine */
/* Around each gs_effects_add. */
void gs_checkpoints_before(struct gs_checkpoints *checkpoints, struct gs_effects *effects,
	const struct gs_trace_call *call);
void gs_checkpoints_after(struct gs_checkpoints *checkpoints, const struct gs_effects *effects,
	const struct gs_trace_call *call);

/* Those at which something may be asked. */
size_t gs_checkpoints_count(const struct gs_checkpoints *checkpoints);
/* The number of the first call behind the contents; and its place. */
uint64_t gs_checkpoints_number(const struct gs_checkpoints *checkpoints, size_t i);
uint64_t gs_checkpoints_place(const struct gs_checkpoints *checkpoints, size_t i);
/* In whose context they are given. */
uint32_t gs_checkpoints_thread(const struct gs_checkpoints *checkpoints, size_t i);
/* After all calls. g_free(); NULL: nothing is asked there. */
char *gs_checkpoints_question(const struct gs_checkpoints *checkpoints, size_t i);
/* Reads the answer, once. False: it is none. */
bool gs_checkpoints_read(struct gs_checkpoints *checkpoints, size_t i, const char *file);
/* As gs_effects_needed, whole, of the calls from place `first` to the last, with what the i-th
 * answer gives; it stands up to there, and was read. */
uint8_t *gs_checkpoints_needed(struct gs_checkpoints *checkpoints, struct gs_effects *effects,
	size_t i, uint64_t first, uint64_t *n);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * effects/extract/given - contents that an extracted trace has as data, in place of the calls that
 * they are from. A replay reads them back: question and answer are replay/snapshot/snapshot.h's.
 * They are given before the frame that is asked for, or of which a call is.
 */
#ifndef GS_EFFECTS_GIVEN_H
#define GS_EFFECTS_GIVEN_H

#include "effects/effects.h"

struct gs_given;

struct gs_given *gs_given_new(uint64_t frame);
void gs_given_free(struct gs_given *given); /* NULL is fine */
/* Before each call is added. */
void gs_given_before(
	struct gs_given *given, struct gs_effects *effects, const struct gs_trace_call *call);

/* Has the question in the file answered by a replay. False: it cannot, and the user knows. */
typedef bool (*gs_given_play)(void *data, const char *file);

enum gs_given_result {
	GS_GIVEN_NOTHING, /* calls are smaller, or no contents are needed */
	GS_GIVEN_SOME,
	GS_GIVEN_NOT_PLAYED,
};

/* Which objects are given, so that what calls `first` to `last` need is smallest; the places where
 * *kept is 1 are needed then (g_free()), and the calls of *answer that gs_given_wants. */
enum gs_given_result gs_given_choose(struct gs_given *given, struct gs_effects *effects,
	uint64_t first, uint64_t last, gs_given_play play, void *data, uint8_t **kept);

struct gs_given_written {
	uint64_t calls, bytes, bytes_before; /* of the file */
};

/* After SOME: writes the kept calls and those that give in place of the file `out`, if that makes
 * it smaller. False: not so; where that is as it could not be written, *why says so, to be freed
 * with g_free(), else it is NULL. The readers are two of the trace, and were not read so far, or
 * are back at its begin; where they go on then is not defined. The comment, unless it is NULL,
 * stands before the first call behind those that give. */
bool gs_given_put(const struct gs_given *given, const struct gs_effects *effects,
	struct gs_trace_reader *const readers[2], const char *out, const uint8_t *kept,
	const char *comment, struct gs_given_written *written, char **why);
uint64_t gs_given_objects(const struct gs_given *given); /* how many are given */

#endif

/* SPDX-License-Identifier: MIT */
/*
 * effects/extract/given - contents of objects that an extracted trace holds as data, in place of
 * the calls that made them. A replay reads them back: replay/snapshot/snapshot.h describes question
 * and answer. They are given before the frame that is extracted, or that holds the extracted call.
 */
#ifndef GS_EFFECTS_GIVEN_H
#define GS_EFFECTS_GIVEN_H

#include "effects/effects.h"

struct gs_given;

/* Prepare to give contents before that frame. */
struct gs_given *gs_given_new(uint64_t frame);
void gs_given_free(struct gs_given *given); /* NULL is fine */
/* Call before each call is added. */
void gs_given_before(
	struct gs_given *given, struct gs_effects *effects, const struct gs_trace_call *call);

/* Have a replay answer the question in the file. Return false on failure, which has been reported
 * to the user. */
typedef bool (*gs_given_play)(void *data, const char *file);

enum gs_given_result {
	GS_GIVEN_NOTHING, /* calls alone are smaller, or no contents are needed */
	GS_GIVEN_SOME,
	GS_GIVEN_NOT_PLAYED,
};

/* Choose the objects to be given so that what the calls from place `first` to `last` need is
 * smallest. After GS_GIVEN_SOME, the places where *kept (g_free()) is 1 are needed, and the calls
 * of the answer that give the chosen objects. */
enum gs_given_result gs_given_choose(struct gs_given *given, struct gs_effects *effects,
	uint64_t first, uint64_t last, gs_given_play play, void *data, uint8_t **kept);

struct gs_given_written {
	uint64_t calls, bytes, bytes_before; /* of the file; of the file without data */
};

/* After GS_GIVEN_SOME: replace the file `out` by the needed calls and those that give contents, if
 * that is smaller. Return whether it was replaced; on failure set *why to the reason, to be freed
 * with g_free(), else to NULL. `readers` are two readers of the trace at its beginning; their
 * positions are undefined afterwards. The comment, unless it is NULL, is written before the first
 * call after those that give contents. */
bool gs_given_put(const struct gs_given *given, const struct gs_effects *effects,
	struct gs_trace_reader *const readers[2], const char *out, const uint8_t *kept,
	const char *comment, struct gs_given_written *written, char **why);
/* Return how many objects are given. */
uint64_t gs_given_objects(const struct gs_given *given);

#endif

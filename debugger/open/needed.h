/* SPDX-License-Identifier: MIT */
/*
 * debugger/open/needed - which calls of a trace a player must make to come to one of them.
 */
#ifndef GS_OPENED_NEEDED_H
#define GS_OPENED_NEEDED_H

#include <stdbool.h>
#include <stdint.h>
#include <glib.h>

struct gs_needed;
struct gs_patience;

/* Reads all of the trace, some million calls a second at most. NULL: TIMEOUT, patience gave up; or
 * USAGE, the file cannot be read. */
struct gs_needed *gs_needed_new(
	const char *path, const struct gs_patience *patience, GError **error);
void gs_needed_free(struct gs_needed *needed);
/* Those without which the frame of the call with that number, or what comes behind it, would not be
 * as in the whole trace: a byte for each of *n numbers, 1 for those; until the next question.
 * NULL: there is no such call. */
const uint8_t *gs_needed_for(struct gs_needed *needed, uint64_t number, uint64_t *n);
/* The same, if it was what gs_needed_for was asked for last; else NULL. Takes no time. *calls: how
 * many there are before the call's frame. */
const uint8_t *gs_needed_known(
	const struct gs_needed *needed, uint64_t number, uint64_t *n, uint64_t *calls);
/* The checkpoint with which the calls found last are made; false: they are all that is made. */
struct gs_needed_given {
	uint64_t number;  /* of the call before which contents are given */
	uint32_t thread;  /* in whose context */
	const char *file; /* the calls that give them; as long as no other question is asked */
};
bool gs_needed_given(const struct gs_needed *needed, struct gs_needed_given *given);
/* The question for contents at the checkpoints (replay/snapshot/snapshot.h), whose answers will be
 * files of that name with ".N" behind it, N the number of the call; g_free(). NULL: there are none.
 */
char *gs_needed_ask(struct gs_needed *needed, const char *file);
/* Answers are no longer used. */
void gs_needed_forget_answers(struct gs_needed *needed);
/* How many of n bytes' calls are to be made before that with the number. NULL bytes: 0. */
uint64_t gs_needed_count(const uint8_t *bytes, uint64_t n, uint64_t number);

struct gs_needed_frame {
	uint64_t index;	 /* how many frames end before it */
	uint64_t first;	 /* the number of its first call */
	uint64_t before; /* of the last call before that one which is made; UINT64_MAX: none is */
};
/* The frame of that call, and how a player comes to it that makes the calls of n bytes; NULL bytes:
 * all. False: there is no such call. */
bool gs_needed_frame(const struct gs_needed *needed, uint64_t number, const uint8_t *bytes,
	uint64_t n, struct gs_needed_frame *frame);

#endif

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

/* Read the whole trace, which takes a second for some million calls. Return what its calls need, to
 * be freed by gs_needed_free; NULL and error TIMEOUT (patience gave up) or USAGE (the file cannot
 * be read). */
struct gs_needed *gs_needed_new(
	const char *path, const struct gs_patience *patience, GError **error);
void gs_needed_free(struct gs_needed *needed);
/* Find the calls that the frame of the call with that number, and what comes behind it, need to be
 * as in the whole trace. Return a byte for each of *n call numbers, 1 for these calls; borrowed
 * until the next gs_needed_for. NULL: there is no such call. */
const uint8_t *gs_needed_for(struct gs_needed *needed, uint64_t number, uint64_t *n);
/* Return the same without searching, if the last gs_needed_for was for that number; else NULL.
 * *calls: how many of them are before the call's frame. */
const uint8_t *gs_needed_known(
	const struct gs_needed *needed, uint64_t number, uint64_t *n, uint64_t *calls);
/* The checkpoint that the calls found last start from. */
struct gs_needed_given {
	uint64_t number;  /* of the call before which contents are given */
	uint32_t thread;  /* in whose context */
	const char *file; /* the calls that give them; borrowed until the next gs_needed_for */
};
/* Get it. Return false if they start from none. */
bool gs_needed_given(const struct gs_needed *needed, struct gs_needed_given *given);
/* Return the file for a player that is to read back what objects hold at the checkpoints
 * (replay/snapshot/snapshot.h), as text; g_free. Its answers will be files named `file` with ".N"
 * behind it, N being the number of the call. NULL: there are no checkpoints. */
char *gs_needed_ask(struct gs_needed *needed, const char *file);
/* Use answers that are there already, if none were asked for: files of that name, likewise. */
void gs_needed_use_answers(struct gs_needed *needed, const char *file);
/* Use no checkpoints any more. */
void gs_needed_forget_answers(struct gs_needed *needed);
/* Return how many of the calls that are 1 in `bytes`, n of them, come before the call with that
 * number; 0 if bytes is NULL. */
uint64_t gs_needed_count(const uint8_t *bytes, uint64_t n, uint64_t number);

struct gs_needed_frame {
	uint64_t index;	 /* how many frames end before it */
	uint64_t first;	 /* the number of its first call */
	uint64_t before; /* the number of the last call made before that; UINT64_MAX: none is */
};
/* Get the frame of that call, for a player that makes the calls that are 1 in `bytes`, n of them;
 * NULL: all. Return false if there is no such call. */
bool gs_needed_frame(const struct gs_needed *needed, uint64_t number, const uint8_t *bytes,
	uint64_t n, struct gs_needed_frame *frame);

#endif

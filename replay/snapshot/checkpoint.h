/* SPDX-License-Identifier: MIT */
/*
 * replay/snapshot/checkpoint - contents that a player is given on its way, in place of calls that
 * it leaves out: a trace of calls as replay/snapshot/snapshot writes it. These are the player's own
 * calls: they are not counted, and glstep neither stops at them nor shows them.
 *
 * The file that names it has three lines; an empty file names none.
 *
 *     call N       before that call of the trace, whether it is left out or not
 *     thread N     in whose context
 *     file PATH    the calls
 */
#ifndef GS_REPLAY_CHECKPOINT_H
#define GS_REPLAY_CHECKPOINT_H

#include <stdbool.h>
#include <stdint.h>

struct gs_player;
struct gs_checkpoint;

/* NULL: none is named. */
struct gs_checkpoint *gs_checkpoint_new(const char *file);
void gs_checkpoint_free(struct gs_checkpoint *checkpoint); /* NULL is fine */
/* The call with that number is the next, and the contents are to be given before it. NULL: no. */
bool gs_checkpoint_is_before(const struct gs_checkpoint *checkpoint, uint64_t number);
/* False: not all could be given, and the user knows: what follows would be wrong. */
bool gs_checkpoint_give(struct gs_checkpoint *checkpoint, struct gs_player *player);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * replay/measure/experiments - what binds a draw, or a frame. The frame is played as it is, and
 * then again and again: in turn as it is and with something changed or left out at the draw, or at
 * all of its draws. What becomes faster by that is what it takes its time for. The changes are
 * taken back behind each draw, and the player ends with the frame, so that nothing that is shown or
 * summed was drawn with one; at last the frame is played as it is once more, and its picture
 * compared.
 *
 * Times are the least of the rounds. All else that the machine does can only add to them. Their
 * spread is by how much longer the third fastest round took: the longest tells what else there was
 * to do. A difference counts if it
 * is larger than the spreads of both times.
 */
#ifndef GS_REPLAY_EXPERIMENTS_H
#define GS_REPLAY_EXPERIMENTS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct gs_experiments;
struct gs_play;
struct gs_player;
struct gs_trace_call;
struct gs_wire_call;

/* is_draw: `number` is that of a call that draws; else of a frame. rounds: how often each
 * experiment is made. */
struct gs_experiments *gs_experiments_new(bool is_draw, uint64_t number, unsigned rounds);
void gs_experiments_free(struct gs_experiments *experiments); /* NULL is fine */

/* Call for each call of the trace before it is played. Return true if it is the last one of the
 * frame that is played again. */
bool gs_experiments_see(struct gs_experiments *experiments, const struct gs_player *player,
	const struct gs_trace_call *call);
/* Make the experiments, once the frame has been played; play plays a call. Return false after a
 * sentence on standard error if that is not possible. */
bool gs_experiments_make(struct gs_experiments *experiments, struct gs_player *player,
	void (*play)(struct gs_player *player, const struct gs_trace_call *call));
/* Call before and after each GL call that is made; experiments: NULL nothing is done. Return false
 * if the call is to be left out. It may change the call's arguments. */
bool gs_experiments_before(struct gs_experiments *experiments, const struct gs_play *play,
	const struct gs_trace_call *call, struct gs_wire_call *done);
void gs_experiments_after(struct gs_experiments *experiments, const struct gs_play *play);
/* Return whether the frame that ends is played again: nothing is written of it. */
bool gs_experiments_is_again(const struct gs_experiments *experiments);
/* Return whether the picture of the frame that ends is wanted, and take it. */
bool gs_experiments_wants_picture(const struct gs_experiments *experiments);
void gs_experiments_take_picture(
	struct gs_experiments *experiments, const uint8_t *pixels, uint64_t size);

/* Write what binds it; with is_json as a line of JSON. Return false if not all could be written. */
bool gs_experiments_write(const struct gs_experiments *experiments, bool is_json, FILE *file);

#endif

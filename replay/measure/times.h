/* SPDX-License-Identifier: MIT */
/*
 * replay/measure/times - how long the calls of a trace take: the CPU in the call itself, and GL
 * until what the call draws is finished. The trace is played several times. The least time of each
 * call counts, since other work of the machine can only add to it; also written is how much longer
 * the other rounds took.
 *
 * Timed are calls that draw, dispatch, clear or copy pixels; all calls from glBegin to glEnd are
 * timed as one, which is glEnd's. Calls that are compiled into a display list are not executed
 * then, and not timed.
 *
 * Each timed call has timestamps of GL (OpenGL 4.6, 4.3) before and after it, where GL has some and
 * does not draw in software. Elsewhere the player waits for each call, and subtracts what waiting
 * for nothing takes: a tiler such as Mesa's llvmpipe defers draws and then works on several at
 * once, tile by tile, so that timestamps between them say nothing.
 */
#ifndef GS_REPLAY_TIMES_H
#define GS_REPLAY_TIMES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct gs_player;
struct gs_play;
struct gs_trace_call;
struct gs_times;

/* every: tell how long the processor is in each call of GL that is made, too. */
struct gs_times *gs_times_new(bool every);
void gs_times_free(struct gs_times *times); /* NULL is fine */
/* Call before and after each round, which plays the trace with a new player. */
void gs_times_begin_round(struct gs_times *times, struct gs_player *player);
void gs_times_end_round(struct gs_times *times);

/* Call for each call of the trace, before it is made or left out. times: NULL nothing is timed,
 * here and below. */
void gs_times_see(struct gs_times *times, const struct gs_trace_call *call);
/* Call before and after each GL call that is made. */
void gs_times_before(struct gs_times *times, const struct gs_play *play);
void gs_times_after(struct gs_times *times, const struct gs_play *play);
/* Call before another context, or none, becomes current. */
void gs_times_leave(struct gs_times *times);

/* Return the time of a clock that only goes on, in nanoseconds. */
uint64_t gs_times_now(void);
/* Return how long it takes to wait for GL where it has nothing to do, in nanoseconds. */
uint64_t gs_times_idle(struct gs_player *player);
/* Return whether the current context has timestamps of GL that say how long calls take. */
bool gs_times_has_stamps(struct gs_player *player);

/* Write a line for each timed call, each frame, and how it was timed; with is_json as lines of JSON
 * (data/glstep-replay.1). Return false if not all could be written. */
bool gs_times_write(const struct gs_times *times, bool is_json, FILE *file);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * replay/measure/times - how long the calls of a trace take: the processor in the call itself, and
 * GL until what the call draws is drawn. The trace is played several times; of each call the least
 * time counts, as everything else that a machine does only adds to it, beside how much more the
 * others were.
 *
 * Timed are calls that draw, dispatch, clear or copy pixels; those between glBegin and glEnd as
 * one, which is glEnd's. What is compiled into a display list is not done then, and is not timed.
 *
 * Timestamps of GL (OpenGL 4.6, 4.3) stand before and behind each of them where GL has some and
 * does not draw in software. Elsewhere each call is waited for, and what waiting for nothing takes
 * is taken off: a tiler such as Mesa's llvmpipe keeps draws until it must, and then works at
 * several at once, tile by tile, so that timestamps between them say nothing.
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

struct gs_times *gs_times_new(void);
void gs_times_free(struct gs_times *times); /* NULL is fine */
/* Round each playing of the trace, by a new player. */
void gs_times_begin_round(struct gs_times *times, struct gs_player *player);
void gs_times_end_round(struct gs_times *times);

/* For each call of the trace, before it is made or left out. times: NULL nothing is timed, here and
 * below. */
void gs_times_see(struct gs_times *times, const struct gs_trace_call *call);
/* Round each call of GL that is made. */
void gs_times_before(struct gs_times *times, const struct gs_play *play);
void gs_times_after(struct gs_times *times, const struct gs_play *play);
/* Another context, or none, is about to be current. */
void gs_times_leave(struct gs_times *times);

/* Write a line for each call that was timed, each frame, and how it was done, or with is_json the
 * same as lines of JSON (data/glstep-replay.1). Returns false if not all could be written. */
bool gs_times_write(const struct gs_times *times, bool is_json, FILE *file);

#endif

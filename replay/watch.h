/* SPDX-License-Identifier: MIT */
/*
 * replay/watch - a player that is watched by who has started it: it waits at points of the trace,
 * says in sums what is attached there, and shows the pixels of what it is asked for. Two players
 * are compared so (compare/), in lockstep, without more than one point's pictures in memory.
 *
 * Points, by options->watch, are "passes": each time before something else is drawn into, or a
 * frame ends, if anything was drawn since; "frames": before a frame ends, and what is read is the
 * window where the end shows one; or a set of calls (trace/call-set.h): before the first
 * of them that draws, and behind each that does. To draw means here to draw, clear or blit.
 *
 * On standard output, what else goes there going to standard error:
 *
 *     point WHERE FIRST LAST FRAME DRAW FRAMEBUFFER N
 *                                            WHERE: pass, before, draw; calls that have drawn
 *                                            first and last; draws of the frame before LAST;
 *                                            the name that the driver gave the framebuffer
 *     NAME TYPE BITS FORMAT AS COMPONENTS KEPT WIDTH HEIGHT SUM    N lines: struct
 * gs_attached_pixels
 *
 * and then it waits for a line on standard input: "go"; "pixels I", which it answers with the
 * pixels, the bottom row first, of the line I, from 0, and waits again; "inputs", likewise with
 * what the pending draw reads, a line each, KIND, NAME and VALUE with tabs between, and "done"; or
 * "stop", which ends it. At the end of the trace it writes "end".
 */
#ifndef GS_REPLAY_WATCH_H
#define GS_REPLAY_WATCH_H

#include <stdbool.h>

struct gs_player;
struct gs_play;
struct gs_trace_call;
struct gs_replay_watch;

/* NULL: nobody watches, or (is_bad) the user knows why that cannot be. */
struct gs_replay_watch *gs_watch_new(struct gs_player *player, bool *is_bad);
/* Write the last point, and the end. NULL is fine, here and below. */
void gs_watch_free(struct gs_replay_watch *watch);
/* Before anything is done for the call: its thread has not been entered. */
void gs_watch_leave(struct gs_replay_watch *watch, const struct gs_play *play,
	const struct gs_trace_call *call);
/* Before the call is made, and behind it. */
void gs_watch_before(struct gs_replay_watch *watch, const struct gs_play *play,
	const struct gs_trace_call *call);
void gs_watch_behind(struct gs_replay_watch *watch, const struct gs_play *play,
	const struct gs_trace_call *call);

#endif

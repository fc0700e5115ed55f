/* SPDX-License-Identifier: MIT */
/*
 * replay/reading - sets the state of GL that changes what glReadPixels writes to plain values for a
 * while, so that pixels come unchanged, row behind row, into the caller's memory.
 */
#ifndef GS_REPLAY_READING_H
#define GS_REPLAY_READING_H

#include <stdbool.h>

enum { GS_READING_PACKS = 6, GS_READING_TRANSFERS = 12 };

struct gs_player;

struct gs_replay_reading {
	bool is_old; /* a context of OpenGL ES 1 or 2, which has less of this state */
	bool stores_rows;
	bool is_aside; /* the window that is read from is not the one that is drawn into */
	int framebuffer, pack_buffer, pack[GS_READING_PACKS];
	float transfer[GS_READING_TRANSFERS];
};

/* Save the state in *saved, set plain values, and bind this framebuffer to be read from; 0: that of
 * the window that is drawn into. gs_replay_end_reading restores the state. */
void gs_replay_begin_reading(
	struct gs_player *player, struct gs_replay_reading *saved, unsigned framebuffer);
void gs_replay_end_reading(struct gs_player *player, const struct gs_replay_reading *saved);

#endif

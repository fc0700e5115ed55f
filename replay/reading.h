/* SPDX-License-Identifier: MIT */
/*
 * replay/reading - the state of GL that decides what glReadPixels writes: made plain for a while,
 * so that bytes come as they are, one row behind the other, into our memory.
 */
#ifndef GS_REPLAY_READING_H
#define GS_REPLAY_READING_H

#include <stdbool.h>

enum { GS_READING_PACKS = 6, GS_READING_TRANSFERS = 12 };

struct gs_player;

struct gs_replay_reading {
	bool is_old; /* ES 1 and ES 2 have less */
	bool stores_rows;
	bool is_aside; /* the window that is read from was another than is drawn into */
	int framebuffer, pack_buffer, pack[GS_READING_PACKS];
	float transfer[GS_READING_TRANSFERS];
};

/* Keeps the state in *saved, and binds this framebuffer to be read from; 0: that of the window that
 * is drawn into. */
void gs_replay_begin_reading(
	struct gs_player *player, struct gs_replay_reading *saved, unsigned framebuffer);
void gs_replay_end_reading(struct gs_player *player, const struct gs_replay_reading *saved);

#endif

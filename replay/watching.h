/* SPDX-License-Identifier: MIT */
/* replay/watching - what replay/watch.c shares with watch-inputs.c. */
#ifndef GS_REPLAY_WATCHING_H
#define GS_REPLAY_WATCHING_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct gs_player;

/* Write what the pending draw reads, and "done". */
void gs_replay_watch_tell_inputs(struct gs_player *player, FILE *out);
/* Return a sum of bytes. */
static inline uint64_t gs_replay_watch_sum(const void *bytes, size_t n)
{
	uint64_t sum = n;
	const uint8_t *at = bytes;
	for (; n; n -= n < sizeof sum ? n : sizeof sum, at += sizeof sum) {
		uint64_t word = 0;
		__builtin_memcpy(&word, at, n < sizeof word ? n : sizeof word);
		sum = (sum ^ word) * UINT64_C(0x9fb21c651e98df25);
		sum ^= sum >> 29;
	}
	return sum;
}

#endif

/* SPDX-License-Identifier: MIT */
/* analysis/timed - how long calls take, as a player has measured it (replay/measure/times.h). */
#ifndef GS_TIMED_H
#define GS_TIMED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gs_timed_row {
	uint64_t call;
	uint64_t began;	     /* nanoseconds of the recording machine's clock; 0: not known */
	uint64_t cpu;	     /* nanoseconds of the processor, in the call itself */
	uint64_t gpu;	     /* nanoseconds of GL, until what it draws is drawn */
	uint64_t gpu_spread; /* by how much the longest round took longer */
	const char *why;     /* why GL's time is not known; NULL: it is */
};

struct gs_timed;

struct gs_timed *gs_timed_new(void);
void gs_timed_free(struct gs_timed *timed); /* NULL is fine */
/* Return what glstep-replay --times --every-call --json prints. NULL: it has not come to its last
 * line. */
struct gs_timed *gs_timed_parse(const char *text);
/* Set how the times were found, in a sentence, which is copied; return it, "" if it was not. */
void gs_timed_set_method(struct gs_timed *timed, const char *method);
const char *gs_timed_method(const struct gs_timed *timed);
/* Add a row; its text is copied. */
void gs_timed_add(struct gs_timed *timed, const struct gs_timed_row *row);
/* Return how many rows there are. */
size_t gs_timed_count(const struct gs_timed *timed);
/* Return the row of a call; NULL: it was not made, or is not timed. */
const struct gs_timed_row *gs_timed_find(const struct gs_timed *timed, uint64_t call);

/* Times of several calls together. */
struct gs_time_sum {
	/* Nanoseconds; the spread of a sum is at most this. */
	uint64_t cpu, gpu, gpu_spread;
	/* Why the sum of the processor's times, and of GL's, are not known, texts that last; NULL:
	 * they are. */
	const char *why_no_cpu, *why_no_gpu;
};

/* Add to a sum. */
void gs_time_sum_add(struct gs_time_sum *sum, const struct gs_time_sum *other);
/* Say that neither is known. */
void gs_time_sum_forget(struct gs_time_sum *sum, const char *why);

#endif

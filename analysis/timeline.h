/* SPDX-License-Identifier: MIT */
/*
 * analysis/timeline - calls whose times are known, as spans in lanes: frames, the passes and the
 * work of the GPU, and the calls of each thread. Knows neither traces nor sessions: whoever has the
 * calls adds them.
 *
 * Where it is known when calls began, they stand there. Else they are laid out: each thread's one
 * behind the other, in the order in which they come, as a player makes them. What the GPU does
 * begins with its call, or when what it did before is finished: when it really began nobody says.
 *
 * A frame reaches from its first call to the end of its last one; the GPU may finish later.
 *
 * A pass is what is drawn, cleared or copied into one framebuffer, one behind the other, within a
 * frame; as a span it reaches from its first work on the GPU to its last.
 */
#ifndef GS_TIMELINE_H
#define GS_TIMELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct gs_timeline_call {
	uint64_t call;	/* its number */
	uint64_t frame; /* that it belongs to */
	uint32_t thread;
	const char *name;    /* of its function */
	const char *program; /* "program 5"; NULL: it draws nothing, or that is not known */
	const char *target;  /* "framebuffer 3"; likewise */
	uint64_t began;	     /* nanoseconds of some clock; 0: not known, of all calls */
	uint64_t took;	     /* nanoseconds until it returned */
	uint64_t gpu;	     /* nanoseconds until GL had done what it asks for */
	bool has_gpu;	     /* that is known */
};

enum gs_lane {
	GS_LANE_FRAMES,
	GS_LANE_PASSES,
	GS_LANE_GPU,
	GS_LANE_THREADS, /* and further ones: a thread each, in the order of their first calls */
};

struct gs_timeline_span {
	unsigned lane;	      /* enum gs_lane, or more */
	uint64_t from, to;    /* nanoseconds from the first call on */
	uint64_t call, calls; /* its first call; how many of the timeline's it has */
	uint64_t frame;
	const char *text;    /* "frame 5", "window", "glDrawArrays" */
	const char *program; /* NULL: none, or of several */
};

struct gs_timeline;

struct gs_timeline *gs_timeline_new(void);
void gs_timeline_free(struct gs_timeline *timeline); /* NULL is fine */
/* Add the next call; its texts are copied. */
void gs_timeline_add(struct gs_timeline *timeline, const struct gs_timeline_call *call);
/* Say how the times were found, in a sentence; the text is copied. */
void gs_timeline_set_method(struct gs_timeline *timeline, const char *method);
const char *gs_timeline_method(const struct gs_timeline *timeline); /* "" at first */

/* Return the spans, *n of them, by lane and then by where they begin. They are the timeline's,
 * until the next call is added. */
const struct gs_timeline_span *gs_timeline_spans(struct gs_timeline *timeline, size_t *n);
/* Return how many lanes there are; and a lane's name: "Frames", "Passes", "GPU", "Thread 0", until
 * the next call is added. */
unsigned gs_timeline_lanes(const struct gs_timeline *timeline);
const char *gs_timeline_lane_name(const struct gs_timeline *timeline, unsigned lane);

/* Write it as Chrome's trace events, which Perfetto and other viewers show ("Trace Event Format",
 * the JSON object format). Return false if not all could be written. */
bool gs_timeline_write_events(struct gs_timeline *timeline, FILE *file);

#endif

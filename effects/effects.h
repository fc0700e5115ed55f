/* SPDX-License-Identifier: MIT */
/*
 * effects/effects.h - what the calls of a trace read, set and add to, and which of them others
 * need. Knows no GL: files alone. The rules are data/effects.in's; effects/'s own functions follow
 * names, bindings, lists and mapped memory.
 *
 * State is a tree of nodes: an object (a context, a texture, ...), its parts ("blend-func"), their
 * indices. Each call has a list of what it does to nodes, found on the way forward. What a frame
 * needs is found on the way back: a call that sets or adds to what is needed is kept, and then all
 * that it reads is needed before it; what it sets is not needed before it any more. (Weiser's
 * slicing, over GL's state; the paths are Tracy's, sections 3.1.1 and 3.2.1.)
 *
 * A rule that says too much read, or too little set, keeps more calls than needed, never less.
 * What rests on an assumption instead is in enum gs_effects_trust, and told.
 */
#ifndef GS_EFFECTS_H
#define GS_EFFECTS_H

#include <stdbool.h>
#include <stdint.h>
#include "trace/trace.h"

struct gs_effects;

enum gs_effects_trust {
	/* Nobody needs what a window's buffers hold after they were swapped. OpenGL says that they
	 * are undefined then; drivers often keep them. Not where the program shows that it does:
	 * what is done first to the colours then is a clear of a part of them, it was told of a
	 * buffer's age, or has asked that buffers be preserved. */
	GS_EFFECTS_SWAP_FORGETS = 1,
	/* A draw of at most two triangles without tests, blending and masks, in a viewport as large
	 * as what is drawn into, covers all of it. A shader may discard, and a triangle be small.
	 */
	GS_EFFECTS_QUADS_COVER = 2,
};

struct gs_effects *gs_effects_new(unsigned trust); /* enum gs_effects_trust bits */
/* Before the first call: slices are wanted that begin with a frame. Takes time and memory for each
 * frame and context. */
void gs_effects_keep_bound(struct gs_effects *effects);
/* Before the first call: nobody asks what calls do but of the last one, so that no slices can be
 * had, nor uses, nor contents. Half of the memory. */
void gs_effects_keep_last(struct gs_effects *effects);
void gs_effects_free(struct gs_effects *effects);
/* The next call, in the order of gs_trace_next_call. All calls are one reader's, which is there
 * until the last of them. */
void gs_effects_add(struct gs_effects *effects, const struct gs_trace_call *call);

/* All calls of the reader that come before that one, which is not added; *thread: whose it is.
 * False: there is no such call; all were added. */
bool gs_effects_add_before(struct gs_effects *effects, struct gs_trace_reader *reader,
	uint64_t number, uint32_t *thread);
/* The same, from a call on that it has answered with (NULL: from the first), with that call, which
 * is the reader's. NULL: there is no such call behind that one. */
const struct gs_trace_call *gs_effects_go_on(struct gs_effects *effects,
	struct gs_trace_reader *reader, const struct gs_trace_call *call, uint64_t number);

uint64_t gs_effects_calls(const struct gs_effects *effects);  /* how many were added */
uint64_t gs_effects_frames(const struct gs_effects *effects); /* that have ended */
/* The first and last of a frame's calls, as places: the how-manieth call added it is, from 0.
 * False: there is no such frame; what follows the last one that has ended is a frame, too. */
bool gs_effects_frame(
	const struct gs_effects *effects, uint64_t frame, uint64_t *first, uint64_t *last);
/* The place of the call with that number, or UINT64_MAX; and back. */
uint64_t gs_effects_place(const struct gs_effects *effects, uint64_t number);
uint64_t gs_effects_number_of(const struct gs_effects *effects, uint64_t place);
/* The first place from that one on that ends a frame, or UINT64_MAX. */
uint64_t gs_effects_frame_end(const struct gs_effects *effects, uint64_t place);
/* How many frames end before that place: the number of its own frame. */
uint64_t gs_effects_frames_before(const struct gs_effects *effects, uint64_t place);

/* Which calls make the calls from place `first` to `last` do what they do in the whole trace, these
 * included: a byte for each of *n numbers, 1 for those. whole: also all objects of GL hold then
 * what they hold in the whole trace before `first`, whether the calls read it or not; not what a
 * window shows. To be freed with free(). */
uint8_t *gs_effects_needed(
	struct gs_effects *effects, uint64_t first, uint64_t last, bool whole, uint64_t *n);
/* The frame of that place begins with what the window held before it was swapped. */
bool gs_effects_begins_with_old(const struct gs_effects *effects, uint64_t place);
/* Functions of the trace without a rule, whose calls are always kept: the i-th, with the number of
 * its calls; NULL past the end. */
const char *gs_effects_unknown(const struct gs_effects *effects, unsigned i, uint64_t *calls);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * effects/effects.h - which state each call of a trace reads, sets and adds to, and which earlier
 * calls a call depends on. Works on files alone, without GL. The rules are in data/effects.in;
 * functions in effects/ follow names, bindings, display lists and mapped memory.
 *
 * State is a tree of nodes: an object (a context, a texture, ...), its parts ("blend-func"), and
 * their indices. Forward, the log of each call says what the call does to nodes. What a frame needs
 * is found backward: a call that sets or adds to a needed node is kept, and then all that it reads
 * is needed before it; a node that it sets is not needed before it any more. (Weiser's slicing,
 * over GL's state; the paths are Tracy's, sections 3.1.1 and 3.2.1.)
 *
 * A rule that names too many reads, or too few sets, keeps more calls than needed, never fewer.
 * Each assumption that might leave out a needed call is a bit of enum gs_effects_trust.
 */
#ifndef GS_EFFECTS_H
#define GS_EFFECTS_H

#include <stdbool.h>
#include <stdint.h>
#include "trace/trace.h"

struct gs_effects;

enum gs_effects_trust {
	/* Nothing needs what a window's buffers hold after a swap. OpenGL says that they are
	 * undefined then; drivers often keep them. Not assumed where the program shows that it
	 * relies on them: after the swap it first clears a part of the colours only, it was told a
	 * buffer's age, or it has asked that buffers be preserved. */
	GS_EFFECTS_SWAP_FORGETS = 1,
	/* A draw of at most two triangles without tests, blending and masks, in a viewport as large
	 * as its target, covers all of the target. This can be wrong: a shader may discard, and a
	 * triangle be small. */
	GS_EFFECTS_QUADS_COVER = 2,
};

struct gs_effects *gs_effects_new(unsigned trust); /* enum gs_effects_trust bits */
/* Make it possible to ask for slices that begin with a frame. Call before the first call is added.
 * Takes time and memory for each frame and context. */
void gs_effects_keep_bound(struct gs_effects *effects);
/* Keep the effects of the last call only. Call before the first call is added. Takes half the
 * memory, but slices, uses and contents cannot be had. */
void gs_effects_keep_last(struct gs_effects *effects);
void gs_effects_free(struct gs_effects *effects);
/* Add the next call, in the order of gs_trace_next_call. All calls are from one reader, which must
 * live until the last of them is added. */
void gs_effects_add(struct gs_effects *effects, const struct gs_trace_call *call);

/* Add all calls of the reader before the one with that number, and store the thread of that one in
 * *thread. Return false if there is no such call; all calls were added then. */
bool gs_effects_add_before(struct gs_effects *effects, struct gs_trace_reader *reader,
	uint64_t number, uint32_t *thread);
/* Likewise, but begin with `call`, which an earlier use of this function has returned (NULL: the
 * first call). Return the call with that number, which is the reader's and not added; NULL: there
 * is none from `call` on. */
const struct gs_trace_call *gs_effects_go_on(struct gs_effects *effects,
	struct gs_trace_reader *reader, const struct gs_trace_call *call, uint64_t number);

uint64_t gs_effects_calls(const struct gs_effects *effects);  /* calls added so far */
uint64_t gs_effects_frames(const struct gs_effects *effects); /* frames that have ended */
/* Store the places of a frame's first and last call. The place of a call is the number of calls
 * added before it. What follows the last frame that has ended counts as a frame, too. Return false
 * if there is no such frame. */
bool gs_effects_frame(
	const struct gs_effects *effects, uint64_t frame, uint64_t *first, uint64_t *last);
/* Return the place of the call with that number; UINT64_MAX: there is none. */
uint64_t gs_effects_place(const struct gs_effects *effects, uint64_t number);
/* Return the number of the call at that place. */
uint64_t gs_effects_number_of(const struct gs_effects *effects, uint64_t place);
/* Return the first place, from that one on, of a call that ends a frame; UINT64_MAX: none. */
uint64_t gs_effects_frame_end(const struct gs_effects *effects, uint64_t place);
/* Return how many frames end before that place, which is the number of the frame that the place is
 * in. */
uint64_t gs_effects_frames_before(const struct gs_effects *effects, uint64_t place);

/* Find the calls that are needed so that the calls from place `first` to `last` do what they do in
 * the whole trace. Return a byte for each of *n call numbers, 1 for needed calls and for those from
 * `first` to `last`, to be freed with free(); NULL: there are no such places. whole: all GL objects
 * also hold at `first` what they hold in the whole trace, whether these calls read it or not; this
 * leaves out what a window shows. */
uint8_t *gs_effects_needed(
	struct gs_effects *effects, uint64_t first, uint64_t last, bool whole, uint64_t *n);
/* Return whether the frame of that place begins with what the window held before the swap. */
bool gs_effects_begins_with_old(const struct gs_effects *effects, uint64_t place);
/* Return the name of the i-th function of the trace without a rule, whose calls are always kept,
 * and store the number of its calls in *calls; NULL: past the end. */
const char *gs_effects_unknown(const struct gs_effects *effects, unsigned i, uint64_t *calls);

#endif

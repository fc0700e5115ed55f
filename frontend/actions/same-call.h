/* SPDX-License-Identifier: MIT */
/* frontend/actions/same-call - runs the program to the call of the next frame that corresponds to
 * a given call of this frame: the same function, with the same number among the frame's calls of
 * it. */
#ifndef GS_FRONTEND_SAME_CALL_H
#define GS_FRONTEND_SAME_CALL_H

#include <stdint.h>

struct gs_call_info;
struct gs_call_place;
struct gs_call_store;
struct gs_controller;
struct gs_pixel;

/* Position of a call in its frame. */
struct gs_same_call {
	uint64_t number;   /* which of the frame's calls of this function it is, from 1 */
	uint64_t drawable; /* drawable that the frame is of, as in struct gs_stop; 0: unknown */
};

/* Run until the next frame is about to make this call of `function`. If that frame has fewer calls
 * of the function, the program stops at one of a later frame and a message says so. */
void gs_controller_run_to_same_call(
	struct gs_controller *controller, const char *function, const struct gs_same_call *which);
/* Run until the next frame is about to make the call that corresponds to `call`, which is at
 * `place` in the list; for a draw call, go on to the next one that uses the same program object.
 * Then debug the fragment at `pixel` there. */
void gs_controller_debug_in_same_call(struct gs_controller *controller, struct gs_call_place place,
	const struct gs_call_info *call, const struct gs_pixel *pixel);
/* Return the position in its frame of the call at `place`, which may be a call that is not in the
 * list yet. Calls of other windows' frames in between are not counted. */
struct gs_same_call gs_same_call_of(
	struct gs_call_store *store, struct gs_call_place place, const struct gs_call_info *call);

#endif

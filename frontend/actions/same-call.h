/* SPDX-License-Identifier: MIT */
/* frontend/actions/same-call - runs on to a call of the next frame that stands there as one does in
 * this.
 */
#ifndef GS_FRONTEND_SAME_CALL_H
#define GS_FRONTEND_SAME_CALL_H

#include <stdint.h>

struct gs_call_info;
struct gs_call_place;
struct gs_call_store;
struct gs_controller;
struct gs_pixel;

/* Where a call stands in its frame. */
struct gs_same_call {
	uint64_t number;   /* which of the frame's calls of its function it is, from 1 */
	uint64_t drawable; /* whose frame it is, as of gs_stop; 0: not known */
};

/* Before the next frame's call of that function. Where that frame has fewer, it stops in a later
 * one, and a message says so. */
void gs_controller_run_to_same_call(
	struct gs_controller *controller, const char *function, const struct gs_same_call *which);
/* Before the next frame's call that is the same as the one at that place of the list, or of a draw
 * the next one behind that with the same program; debugs the fragment at the pixel there. */
void gs_controller_debug_in_same_call(struct gs_controller *controller, struct gs_call_place place,
	const struct gs_call_info *call, const struct gs_pixel *pixel);
/* Returns where the call at that place stands, or would stand: frames of several windows, and
 * their calls, may be mixed in the list. */
struct gs_same_call gs_same_call_of(
	struct gs_call_store *store, struct gs_call_place place, const struct gs_call_info *call);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * debugger/calls/windows - finds where the frames of one window begin and end, in a list that has
 * all calls, as that of a trace has (docs/decisions/038-frames.md).
 */
#ifndef GS_CALL_WINDOWS_H
#define GS_CALL_WINDOWS_H

#include <stdbool.h>
#include <stdint.h>
#include "debugger/calls/place.h"

struct gs_call_store;

struct gs_window_frame {
	uint64_t window;	    /* as calls name it (GS_PIXEL_DRAWABLE); 0: not known */
	uint64_t number;	    /* of the frame; UINT64_MAX: the list ends before it does */
	struct gs_call_place first; /* its first call */
};

/* Find the frame of the window that the call at this place belongs to. Return false if the list
 * has no end of a frame of that window. */
bool gs_calls_window_frame(struct gs_call_store *store, uint64_t window, struct gs_call_place place,
	struct gs_window_frame *frame);
/* Find the frame with this number, and which window it is of. Return false if it does not end in
 * the list. */
bool gs_calls_numbered_frame(
	struct gs_call_store *store, uint64_t number, struct gs_window_frame *frame);

#endif

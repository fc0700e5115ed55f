/* SPDX-License-Identifier: MIT */
/* debugger/calls/begin-end - what a glBegin block draws, by its calls in the list. */
#ifndef GS_CALLS_BEGIN_END_H
#define GS_CALLS_BEGIN_END_H

#include "debugger/calls/info.h"

/* Of the block that the call ends, which is at that place or comes directly after the list: its
 * mode and how many vertices it has. False: that is not known, as where the block is very long,
 * calls a display list, or is not whole in the list. */
bool gs_call_begin_end(struct gs_call_store *store, struct gs_call_place place,
	const struct gs_call_info *call, uint64_t *mode, uint64_t *vertices);

#endif

/* SPDX-License-Identifier: MIT */
/* debugger/calls/begin-end - what a glBegin block draws, by its calls in the list. */
#ifndef GS_CALLS_BEGIN_END_H
#define GS_CALLS_BEGIN_END_H

#include "debugger/calls/info.h"

/* Get the mode of the block that `call`, a glEnd, ends, and how many vertices it has. place: where
 * the call stands, which may be directly behind the list's last one. Return false if that is not
 * known: the block is very long, calls a display list, or is not whole in the list. */
bool gs_call_begin_end(struct gs_call_store *store, struct gs_call_place place,
	const struct gs_call_info *call, uint64_t *mode, uint64_t *vertices);

#endif

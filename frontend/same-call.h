/* SPDX-License-Identifier: MIT */
/* frontend/same-call - runs on to a call of the next frame that stands there as one does in this.
 */
#ifndef GS_FRONTEND_SAME_CALL_H
#define GS_FRONTEND_SAME_CALL_H

#include <stdint.h>

struct gs_controller;

/* Before the next frame's call of that function, number: which of them, from 1. Where that frame
 * has fewer, it stops in a later one, and a message says so. */
void gs_controller_run_to_same_call(
	struct gs_controller *controller, const char *function, uint64_t number);

#endif

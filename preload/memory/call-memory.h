/* SPDX-License-Identifier: MIT */
/* preload/detail - what a call's pointers point at, as wire/describe.h says. */
#ifndef GS_PRELOAD_DETAIL_H
#define GS_PRELOAD_DETAIL_H

#include "preload/core/preload.h"

/* Appends the inputs (before the call), or the outputs (after it). What does not fit or is not
 * known is left out. limit: bytes of each. */
void gs_detail_add(struct gs_detail *detail, struct gs_thread *thread,
	const struct gs_wire_call *call, uint64_t limit, bool out);
void gs_detail_free(struct gs_detail *detail);

#endif

/* SPDX-License-Identifier: MIT */
/* effects/origins - from which object GL took what a call has written. */
#ifndef GS_EFFECTS_ORIGINS_H
#define GS_EFFECTS_ORIGINS_H

#include "effects/effects.h"

struct gs_origin {
	uint8_t kind;	/* enum gs_object_kind; NONE: it is not known */
	uint64_t name;	/* of a framebuffer 0: a window's */
	uint32_t level; /* of a texture */
};

/* Of the call at that place, which writes into a buffer: a texture or framebuffer whose pixels it
 * reads, a query, or a program that runs. */
struct gs_origin gs_effects_origin(
	const struct gs_effects *effects, uint64_t place, const struct gs_trace_call *call);

#endif

/* SPDX-License-Identifier: MIT */
/* effects/origins - the object from which GL took what a call has written into a buffer. */
#ifndef GS_EFFECTS_ORIGINS_H
#define GS_EFFECTS_ORIGINS_H

#include "effects/effects.h"

struct gs_origin {
	uint8_t kind;	/* enum gs_object_kind; NONE: not known */
	uint64_t name;	/* 0 of a framebuffer: the window's */
	uint32_t level; /* of a texture */
};

/* Find where the call at that place, which writes into a buffer, took its data from: a texture or
 * framebuffer whose pixels it reads, a query, or the program that runs. `call` is the call at the
 * place. Return kind NONE if that is not known. */
struct gs_origin gs_effects_origin(
	const struct gs_effects *effects, uint64_t place, const struct gs_trace_call *call);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * effects/contents - where the bytes come from that a buffer holds after the calls added so far.
 * The search goes back from the last call: the last call that wrote a byte is where it comes from
 * (GAPIS's memory observations).
 */
#ifndef GS_EFFECTS_CONTENTS_H
#define GS_EFFECTS_CONTENTS_H

#include "effects/clears.h"
#include "effects/effects.h"
#include "effects/origins.h"

enum gs_contents_kind {
	GS_CONTENTS_RECORDED, /* the bytes stand in an argument of the call */
	GS_CONTENTS_CLEARED,  /* the call wrote a repeated pattern */
	GS_CONTENTS_DRAWN,    /* GL wrote them, or may have: the trace does not say what */
	GS_CONTENTS_UNSET,    /* nothing wrote them, or their storage was allocated without data */
};

/* A range of bytes that all come from one call. */
struct gs_contents_run {
	uint64_t first, size;
	uint8_t kind;	   /* enum gs_contents_kind */
	bool has_call;	   /* false: UNSET, and no call is known */
	uint64_t call;	   /* number of that call */
	uint32_t argument; /* RECORDED: the call's argument, a blob, ... */
	uint64_t offset;   /* ... and the first byte in it */
	/* CLEARED: the range begins with byte `offset` of the pattern, which then repeats. */
	uint8_t pattern[GS_CLEAR_MOST], n_pattern;
	/* DRAWN: the object that a driver must be asked for to know the bytes. */
	struct gs_origin origin;
};

/* Find the buffer of that name in the context that is current in the thread, and store its size in
 * bytes in *size. Return false if there is no such buffer or context, or the size is 0. */
bool gs_contents_buffer(struct gs_effects *effects, uint32_t thread, uint64_t name, uint64_t *size);
/* Find where `size` bytes of that buffer, from byte `first` on, come from. Return *n runs in order
 * and without gaps, to be freed with free(). `reader` is the one that the added calls came from;
 * its position is undefined afterwards. */
struct gs_contents_run *gs_contents_find(struct gs_effects *effects, struct gs_trace_reader *reader,
	uint32_t thread, uint64_t name, uint64_t first, uint64_t size, size_t *n);

#endif

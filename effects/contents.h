/* SPDX-License-Identifier: MIT */
/*
 * effects/contents - what a buffer of GL held at a call: from which bytes of the trace. Found on
 * the way back from that call: the last one that wrote a byte is where it is from (GAPIS's memory
 * observations).
 */
#ifndef GS_EFFECTS_CONTENTS_H
#define GS_EFFECTS_CONTENTS_H

#include "effects/clears.h"
#include "effects/effects.h"
#include "effects/origins.h"

enum gs_contents_kind {
	GS_CONTENTS_RECORDED, /* they stand in an argument of the call */
	GS_CONTENTS_CLEARED,  /* the call has written the same over and over */
	GS_CONTENTS_DRAWN,    /* by GL, or perhaps so: the trace does not tell what it wrote */
	GS_CONTENTS_UNSET,    /* nothing has written them, or their storage was made without data */
};

/* Bytes of the buffer that are from one place. */
struct gs_contents_run {
	uint64_t first, size;
	uint8_t kind;	   /* enum gs_contents_kind */
	bool has_call;	   /* false: of UNSET ones that no call is known of */
	uint64_t call;	   /* its number */
	uint32_t argument; /* of RECORDED ones: the call's argument, a blob, ... */
	uint64_t offset;   /* ... and the first of its bytes */
	/* Of CLEARED ones: byte `offset` of the pattern comes first, then the next, over and over.
	 */
	uint8_t pattern[GS_CLEAR_MOST], n_pattern;
	struct gs_origin origin; /* of DRAWN ones: what a driver must be asked for, to know them */
};

/* The buffer of that name in the context that is current in the thread, after the calls added so
 * far. *size: its bytes. False: there is none, or no context. */
bool gs_contents_buffer(struct gs_effects *effects, uint32_t thread, uint64_t name, uint64_t *size);
/* What is in these bytes of it, in order and without gaps; *n of them, to be freed with free(). The
 * reader is the calls'; where it goes on is not defined after this. */
struct gs_contents_run *gs_contents_find(struct gs_effects *effects, struct gs_trace_reader *reader,
	uint32_t thread, uint64_t name, uint64_t first, uint64_t size, size_t *n);

#endif

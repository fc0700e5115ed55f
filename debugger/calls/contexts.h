/* SPDX-License-Identifier: MIT */
/*
 * debugger/calls/contexts - what each thread draws with, as the calls say: its context, the
 * framebuffer and the program that are bound there. Where calls are missing in the list (the log
 * was off), it is not known until they are bound again. Not thread-safe.
 */
#ifndef GS_CALL_CONTEXTS_H
#define GS_CALL_CONTEXTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <glib.h>
#include "wire/wire.h"

struct gs_call_binding {
	uint64_t context, drawable; /* as the window system's calls name them; 0 none so far */
	uint32_t group;		    /* of contexts that share objects */
	uint32_t framebuffer;	    /* for drawing; 0 the drawable's own */
	uint32_t program;	    /* 0 none */
	bool framebuffer_known, program_known;
	bool is_pipeline; /* .program is the name of a program pipeline */
	bool compiles;	  /* a display list, and does not execute */
};

struct gs_call_contexts;

struct gs_call_contexts *gs_call_contexts_new(void);
void gs_call_contexts_free(struct gs_call_contexts *contexts);
void gs_call_contexts_clear(struct gs_call_contexts *contexts);

/* Takes note of an executed call. memory: as wire/memory.h says, NULL none. */
void gs_call_contexts_note(struct gs_call_contexts *contexts, const struct gs_wire_call *call,
	const uint8_t *memory, size_t memory_size);
/* How many calls so far are not in the list. */
void gs_call_contexts_lost(struct gs_call_contexts *contexts, uint64_t lost);
struct gs_call_binding gs_call_contexts_get(
	const struct gs_call_contexts *contexts, uint32_t thread);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * debugger/calls/binding - what a thread draws with, as the calls say (follow/follow.h): its
 * context, the framebuffer and the program that are bound there. Where calls are missing in the
 * list (the log was off), it is not known until they are bound again.
 */
#ifndef GS_CALL_BINDING_H
#define GS_CALL_BINDING_H

#include <stdbool.h>
#include <stdint.h>
#include "follow/follow.h"

struct gs_call_binding {
	uint64_t context, drawable; /* as the window system's calls name them; 0 none so far */
	uint32_t group;		    /* of contexts that share objects */
	uint32_t framebuffer;	    /* for drawing; 0 the drawable's own */
	uint32_t program;	    /* 0 none */
	bool framebuffer_known, program_known;
	bool is_pipeline; /* .program is the name of a program pipeline */
	bool compiles;	  /* a display list, and does not execute */
};

/* Return what the thread has behind the calls that the follower was given. */
struct gs_call_binding gs_call_binding_of(const struct gs_follow *follow, uint32_t thread);

#endif

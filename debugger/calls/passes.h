/* SPDX-License-Identifier: MIT */
/*
 * debugger/calls/passes - the passes of debugger/calls/groups.h, which says what one is, from the
 * calls that begin and end them. Each call is looked at once, when it comes. Not thread-safe.
 */
#ifndef GS_CALL_PASSES_H
#define GS_CALL_PASSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "debugger/calls/binding.h"
#include "debugger/calls/place.h"

struct gs_call_pass {
	struct gs_call_place first, end; /* end: behind its last call; none: it goes on */
	uint64_t draws, others;		 /* others: clears and copies into the framebuffer */
	uint64_t draw;			 /* gs_wire_call.draw at its first draw, clear or copy */
	uint32_t thread;
	struct gs_call_binding binding; /* at its first draw, clear or copy */
};

struct gs_call_passes;

struct gs_call_passes *gs_call_passes_new(void);
void gs_call_passes_free(struct gs_call_passes *passes);
void gs_call_passes_clear(struct gs_call_passes *passes);

/* A frame begins with the call at this place: all passes end. */
void gs_call_passes_frame(struct gs_call_passes *passes, struct gs_call_place place);
/* The call at this place opens a group of its thread, or closes the innermost one. */
void gs_call_passes_push(
	struct gs_call_passes *passes, const struct gs_wire_call *call, struct gs_call_place place);
void gs_call_passes_pop(
	struct gs_call_passes *passes, const struct gs_wire_call *call, struct gs_call_place place);
/* An executed call, after which the thread has these bindings. */
void gs_call_passes_note(struct gs_call_passes *passes, const struct gs_wire_call *call,
	struct gs_call_place place, const struct gs_call_binding *binding);

/* Drops the passes before that number, which have ended, and those behind it that end before the
 * place. */
void gs_call_passes_drop(struct gs_call_passes *passes, size_t number, struct gs_call_place place);

/* In the order in which they got their first draws, clears and copies, from begin on, up to the
 * count; the last ones of each thread may change when more is noted. */
size_t gs_call_passes_begin(const struct gs_call_passes *passes);
size_t gs_call_passes_count(const struct gs_call_passes *passes);
const struct gs_call_pass *gs_call_passes_get(const struct gs_call_passes *passes, size_t i);

#endif

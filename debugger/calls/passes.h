/* SPDX-License-Identifier: MIT */
/*
 * debugger/calls/passes - finds the passes of a list of calls, as calls are added to it. What a
 * pass is says debugger/calls/groups.h, which owns the only gs_call_passes of a list. Passes have
 * numbers, in the order in which they got their first draw, clear or copy; those of dropped passes
 * count on. Not thread-safe.
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
	uint64_t draws, others;		 /* counts; others: clears and copies to the framebuffer */
	uint64_t draw;			 /* gs_wire_call.draw of its first draw, clear or copy */
	uint32_t thread;
	struct gs_call_binding binding; /* at its first draw, clear or copy */
};

struct gs_call_passes;

struct gs_call_passes *gs_call_passes_new(void);
void gs_call_passes_free(struct gs_call_passes *passes);
void gs_call_passes_clear(struct gs_call_passes *passes);

/* End all passes, as a frame begins with the call at this place. */
void gs_call_passes_frame(struct gs_call_passes *passes, struct gs_call_place place);
/* Say that the call at this place opens a debug group of its thread, or closes the innermost one.
 */
void gs_call_passes_push(
	struct gs_call_passes *passes, const struct gs_wire_call *call, struct gs_call_place place);
void gs_call_passes_pop(
	struct gs_call_passes *passes, const struct gs_wire_call *call, struct gs_call_place place);
/* Add the call at the end of the list. binding: what its thread has behind it. */
void gs_call_passes_note(struct gs_call_passes *passes, const struct gs_wire_call *call,
	struct gs_call_place place, const struct gs_call_binding *binding);

/* Drop the passes before that number, all of which have ended, and of the later ones those that end
 * before `place`. */
void gs_call_passes_drop(struct gs_call_passes *passes, size_t number, struct gs_call_place place);

/* Return the number of the first pass that was not dropped, and the number behind the last one's.
 */
size_t gs_call_passes_begin(const struct gs_call_passes *passes);
size_t gs_call_passes_count(const struct gs_call_passes *passes);
/* Return the pass with number i, from begin on and below the count; borrowed until the next call is
 * added. Those that go on may change then. */
const struct gs_call_pass *gs_call_passes_get(const struct gs_call_passes *passes, size_t i);

#endif

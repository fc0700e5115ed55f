/* SPDX-License-Identifier: MIT */
/*
 * debugger/calls/drawables - how much was drawn into each drawable (window, pixmap or pbuffer)
 * since its last frame ended (docs/decisions/038-frames.md). The list counts frames whichever
 * drawable they are of, so that a frame of one window may have draws that were made before another
 * window's last frame ended. Counts are kept for each struct gs_call_frame
 * (debugger/calls/groups.h), by its number, called entry here; and which drawable each thread drew
 * into, from which call on. Drawables are named as the window system's calls name them. Not
 * thread-safe.
 */
#ifndef GS_CALL_DRAWABLES_H
#define GS_CALL_DRAWABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <glib.h>
#include "debugger/calls/binding.h"
#include "debugger/calls/place.h"
#include "wire/wire.h"

struct gs_call_drawables;

struct gs_call_drawables *gs_call_drawables_new(void);
void gs_call_drawables_free(struct gs_call_drawables *drawables);
void gs_call_drawables_clear(struct gs_call_drawables *drawables);

/* Begin the next entry. */
void gs_call_drawables_begin_frame(struct gs_call_drawables *drawables);
/* Add the call at the end of the list. binding: what its thread has behind it. shows: the drawable
 * that a buffer swap shows; NULL: none, or the one that is bound. */
void gs_call_drawables_note(struct gs_call_drawables *drawables, const struct gs_wire_call *call,
	struct gs_call_place place, const struct gs_call_binding *binding,
	const struct gs_follow_drawable *shows);

/* Forget the entries before that number, and what concerns calls before `place` alone. */
void gs_call_drawables_drop(
	struct gs_call_drawables *drawables, size_t entry, struct gs_call_place place);

/* A buffer swap, or what stands for one: a drawable's frame. */
struct gs_call_frame_end {
	struct gs_call_place place;
	uint64_t number, drawable; /* number: of the frame */
	uint32_t thread;
};
/* Return a copy of those that were not dropped, as struct gs_call_frame_end in the order of the
 * list; g_array_unref. */
GArray *gs_call_drawables_ends(const struct gs_call_drawables *drawables);

/* Return whether more than one drawable was current so far; whether more than one thread has made
 * calls. */
bool gs_call_drawables_are_several(const struct gs_call_drawables *drawables);
bool gs_call_drawables_of_threads(const struct gs_call_drawables *drawables);
/* Return what the thread draws into before the call at this place; 0: nothing so far. */
uint64_t gs_call_drawables_of_thread(
	const struct gs_call_drawables *drawables, uint32_t thread, struct gs_call_place place);
/* Return how many draws were made into the drawable, since its last frame ended, before that entry
 * began; for an entry that has not begun, how many so far. */
uint64_t gs_call_drawables_drawn(
	const struct gs_call_drawables *drawables, size_t entry, uint64_t drawable);

#endif

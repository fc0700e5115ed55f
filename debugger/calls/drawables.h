/* SPDX-License-Identifier: MIT */
/*
 * debugger/calls/drawables - how much was drawn into each window, pixmap or pbuffer since its last
 * frame ended (docs/decisions/038-frames.md). Frames are counted whichever drawable they are of: a
 * frame of one window may hold draws that were made before another window's last frame ended. Kept
 * for each entry of frames (debugger/calls/groups.h), and which drawable each thread had where. Not
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

/* Another entry of frames begins. */
void gs_call_drawables_begin_frame(struct gs_call_drawables *drawables);
/* Takes note of an executed call; binding: as it is behind the call; shows: the drawable that it
 * shows, NULL: none, or the one that is bound. */
void gs_call_drawables_note(struct gs_call_drawables *drawables, const struct gs_wire_call *call,
	struct gs_call_place place, const struct gs_call_binding *binding,
	const struct gs_follow_drawable *shows);

/* Forgets the entries before that number, and what concerns calls before that place alone. */
void gs_call_drawables_drop(
	struct gs_call_drawables *drawables, size_t entry, struct gs_call_place place);

/* A buffer swap, or what stands for one: a drawable's frame. */
struct gs_call_frame_end {
	struct gs_call_place place;
	uint64_t number, drawable;
	uint32_t thread;
};
/* Returns a copy of those that were not dropped, in the order of the list; g_array_unref. */
GArray *gs_call_drawables_ends(const struct gs_call_drawables *drawables);

/* Whether more than one was current so far; whether more than one thread has called. */
bool gs_call_drawables_are_several(const struct gs_call_drawables *drawables);
bool gs_call_drawables_of_threads(const struct gs_call_drawables *drawables);
/* Returns what the thread draws into before the call at this place; 0: nothing so far. */
uint64_t gs_call_drawables_of_thread(
	const struct gs_call_drawables *drawables, uint32_t thread, struct gs_call_place place);
/* Returns how many draws into the drawable, since its last frame, were made before that entry of
 * frames began; of one that has not begun: how many so far. */
uint64_t gs_call_drawables_drawn(
	const struct gs_call_drawables *drawables, size_t entry, uint64_t drawable);

#endif

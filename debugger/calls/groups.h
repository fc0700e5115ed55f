/* SPDX-License-Identifier: MIT */
/*
 * debugger/calls/groups - where frames begin, the groups that a program makes of its calls with
 * GL_KHR_debug (glPushDebugGroup) and GL_EXT_debug_marker (glPushGroupMarkerEXT), and its passes.
 *
 * A pass is a run of calls of one thread, within one frame, in which it draws to one framebuffer,
 * clears it or copies to it. It begins where another framebuffer, context or drawable is bound for
 * drawing, where what is attached changes, at a clear after draws, or with the frame; and ends
 * before the next one begins, and before the buffers are swapped. What draws, clears and copies
 * nothing is no pass. Groups and passes of a thread lie within each other: a pass ends at the end
 * of the group that it begins in, and in front of a group in which the next one begins; what was
 * drawn in that group before is a pass of its own.
 *
 * The list of calls owns one of these and tells it of each call that matters, once, as it comes
 * (debugger/calls/calls.c). debugger/calls/view.c makes rows of it, a frame at a time, those that
 * are folded left out. Not thread-safe.
 */
#ifndef GS_CALL_GROUPS_H
#define GS_CALL_GROUPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <glib.h>
#include "debugger/calls/drawables.h"
#include "debugger/calls/names.h"
#include "debugger/calls/passes.h"
#include "debugger/calls/place.h"
#include "wire/wire.h"

struct gs_call_group {
	struct gs_call_place first; /* of the call that opened it */
	struct gs_call_place end;   /* behind the call that closed it; none: open so far */
	uint32_t parent; /* number of the group around it in its thread, UINT32_MAX none */
	uint32_t depth;	 /* 0: outermost */
	uint32_t thread;
	uint32_t name; /* for gs_call_group_name */
};

struct gs_call_groups;

struct gs_call_groups *gs_call_groups_new(void);
void gs_call_groups_free(struct gs_call_groups *groups);
void gs_call_groups_clear(struct gs_call_groups *groups);
/* Return whether gs_call_groups_note must be given the call; of others it needs only those that
 * begin a frame. Of a function alone: whether that is so for all of its calls. */
bool gs_call_groups_wants(const struct gs_wire_call *call);
bool gs_call_groups_want_function(unsigned function);
/* Say how many calls so far are not in the list, since the log was off. */
void gs_call_groups_lost(struct gs_call_groups *groups, uint64_t lost);
/* Add the call at the end of the list, at `place`. memory: what its pointers point at, as
 * wire/memory.h says; NULL: not known. */
void gs_call_groups_note(struct gs_call_groups *groups, const struct gs_wire_call *call,
	struct gs_call_place place, const uint8_t *memory, size_t memory_size);

/* Forget, at once or some time later, what concerns only calls before that place, which were
 * dropped. kept: how many calls the list still has. Entries, groups and passes keep their numbers.
 * The entry that holds the place is kept as it is. */
void gs_call_groups_drop(struct gs_call_groups *groups, struct gs_call_place place, uint64_t kept);

/* Groups have numbers, in the order in which they were opened. Return the first that was not
 * dropped, and the one behind the last; get: from begin on, below the count; borrowed until the
 * next note. */
size_t gs_call_groups_begin(const struct gs_call_groups *groups);
size_t gs_call_groups_count(const struct gs_call_groups *groups);
const struct gs_call_group *gs_call_groups_get(const struct gs_call_groups *groups, size_t i);
/* Return the name of a group, in UTF-8; borrowed until the next note or clear. */
const char *gs_call_group_name(
	const struct gs_call_groups *groups, const struct gs_call_group *group);

/* An entry of the list of frames: a frame, or a part of one, that has calls in the list. */
struct gs_call_frame {
	uint64_t frame;		    /* its number */
	struct gs_call_place first; /* its first call */
	uint64_t draw;		    /* how many draws the program made before it */
	size_t group, pass;	    /* numbers of its first ones; up to those of the next entry */
	/* Of an extracted trace, whose calls that are only needed come first. What was asked for
	 * begins another entry behind them, also of the same frame, so that its draws and passes
	 * have the numbers that they had in the whole. */
	bool is_needed; /* in front of what was asked for */
	bool is_part;	/* which is less than a frame: its draws' numbers are not known */
};
/* Return the number of the first entry that was not dropped, the number behind the last one's, and
 * entry i. */
size_t gs_call_groups_first_frame(const struct gs_call_groups *groups);
size_t gs_call_groups_frames(const struct gs_call_groups *groups);
const struct gs_call_frame *gs_call_groups_frame(const struct gs_call_groups *groups, size_t i);
/* Return the last entry that begins at that place or before it; NULL: none does. */
const struct gs_call_frame *gs_call_groups_frame_at(
	const struct gs_call_groups *groups, struct gs_call_place place);
/* Return the first entry that begins at that place or behind it; NULL: none does. */
const struct gs_call_frame *gs_call_groups_frame_from(
	const struct gs_call_groups *groups, struct gs_call_place place);

/* Return how many draws of the drawable's current frame were made before that entry. It is not 0
 * where the frame of another drawable has ended since. frame NULL: an entry that would begin with
 * the next call. */
uint64_t gs_call_groups_drawn(
	const struct gs_call_groups *groups, const struct gs_call_frame *frame, uint64_t drawable);

const struct gs_call_drawables *gs_call_groups_drawables(const struct gs_call_groups *groups);
const struct gs_call_passes *gs_call_groups_passes(const struct gs_call_groups *groups);
const struct gs_call_names *gs_call_groups_names(const struct gs_call_groups *groups);
/* As gs_call_names_tell. */
void gs_call_groups_tell(struct gs_call_groups *groups, uint32_t thread, struct gs_call_place place,
	uint32_t program, const struct gs_call_uniform *uniforms, size_t n);
/* Return "framebuffer 3 (shadow)", or "framebuffer 3" if the label is NULL or "", or "window" if
 * framebuffer is 0; g_free. */
char *gs_call_framebuffer_text(uint32_t framebuffer, const char *label);
/* Return "window" or, if there was more than one so far, which, as the calls name it that make it
 * current and show it: "window 0xe00003"; g_free. drawable: 0 none. */
char *gs_call_window_text(const struct gs_call_groups *groups, uint64_t drawable);
/* Return what the pass draws into: "framebuffer 3 (shadow)", "framebuffer not known", or as
 * gs_call_window_text; g_free. */
char *gs_call_groups_shown_target(
	const struct gs_call_groups *groups, const struct gs_call_pass *pass);

#endif

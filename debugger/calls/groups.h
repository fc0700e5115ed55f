/* SPDX-License-Identifier: MIT */
/*
 * debugger/calls/groups - where frames begin, and the groups that a program makes of its calls with
 * GL_KHR_debug (glPushDebugGroup) and GL_EXT_debug_marker (glPushGroupMarkerEXT). Not thread-safe.
 */
#ifndef GS_CALL_GROUPS_H
#define GS_CALL_GROUPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <glib.h>
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
/* Frames and groups without their names; nothing can be noted in it. */
struct gs_call_groups *gs_call_groups_copy(const struct gs_call_groups *groups);

/* Takes note of the call at this place. memory: as wire/memory.h says, NULL none. */
void gs_call_groups_note(struct gs_call_groups *groups, const struct gs_wire_call *call,
	struct gs_call_place place, const uint8_t *memory, size_t memory_size);

/* Groups in the order in which they were opened. */
size_t gs_call_groups_count(const struct gs_call_groups *groups);
const struct gs_call_group *gs_call_groups_get(const struct gs_call_groups *groups, size_t i);
/* UTF-8; borrowed until the next note or clear. */
const char *gs_call_group_name(
	const struct gs_call_groups *groups, const struct gs_call_group *group);

/* Frames that calls were seen of: the i-th's number and its first call. */
struct gs_call_frame {
	uint64_t frame;
	struct gs_call_place first;
};
size_t gs_call_groups_frames(const struct gs_call_groups *groups);
const struct gs_call_frame *gs_call_groups_frame(const struct gs_call_groups *groups, size_t i);

#endif

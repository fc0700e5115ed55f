/* SPDX-License-Identifier: MIT */
#include "debugger/calls/groups.h"

#include <string.h>
#include "data/data.h"
#include "wire/memory.h"

enum { LONGEST_NAME = 200 };

struct gs_call_groups {
	GArray *groups;	   /* struct gs_call_group */
	GArray *frames;	   /* struct gs_call_frame */
	GString *names;	   /* each with its NUL */
	GHashTable *known; /* name -> its offset in names */
	GHashTable *open;  /* thread -> GArray of uint32_t: numbers of its open groups */
};

static void free_stack(gpointer stack)
{
	g_array_free(stack, TRUE);
}

struct gs_call_groups *gs_call_groups_new(void)
{
	struct gs_call_groups *groups = g_new0(struct gs_call_groups, 1);
	groups->groups = g_array_new(FALSE, FALSE, sizeof(struct gs_call_group));
	groups->frames = g_array_new(FALSE, FALSE, sizeof(struct gs_call_frame));
	groups->names = g_string_new(NULL);
	groups->known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	groups->open = g_hash_table_new_full(NULL, NULL, NULL, free_stack);
	return groups;
}

void gs_call_groups_free(struct gs_call_groups *groups)
{
	if (!groups)
		return;
	g_array_free(groups->groups, TRUE);
	g_array_free(groups->frames, TRUE);
	g_string_free(groups->names, TRUE);
	g_hash_table_destroy(groups->known);
	g_hash_table_destroy(groups->open);
	g_free(groups);
}

void gs_call_groups_clear(struct gs_call_groups *groups)
{
	g_array_set_size(groups->groups, 0);
	g_array_set_size(groups->frames, 0);
	g_string_truncate(groups->names, 0);
	g_hash_table_remove_all(groups->known);
	g_hash_table_remove_all(groups->open);
}

struct gs_call_groups *gs_call_groups_copy(const struct gs_call_groups *groups)
{
	struct gs_call_groups *copy = gs_call_groups_new();
	g_array_append_vals(copy->groups, groups->groups->data, groups->groups->len);
	g_array_append_vals(copy->frames, groups->frames->data, groups->frames->len);
	return copy;
}

/* The text among what the call points at; g_free. */
static char *text_in(const uint8_t *memory, size_t size)
{
	struct gs_wire_memory entry;
	const uint8_t *end = memory + size, *bytes;
	while ((bytes = gs_memory_read(memory, (uint64_t)(end - memory), &entry, &memory))) {
		if (entry.kind == GS_WIRE_TEXT) {
			char *raw = g_strndup((const char *)bytes, MIN(entry.size, LONGEST_NAME));
			char *valid = g_utf8_make_valid(raw, -1);
			g_free(raw);
			return valid;
		}
	}
	return NULL;
}

static uint32_t keep_name(struct gs_call_groups *groups, char *name)
{
	gpointer offset;
	if (g_hash_table_lookup_extended(groups->known, name, NULL, &offset)) {
		g_free(name);
		return GPOINTER_TO_UINT(offset);
	}
	uint32_t at = (uint32_t)groups->names->len;
	g_string_append_len(groups->names, name, (gssize)strlen(name) + 1);
	g_hash_table_insert(groups->known, name, GUINT_TO_POINTER(at));
	return at;
}

static GArray *stack_of(struct gs_call_groups *groups, uint32_t thread)
{
	GArray *stack = g_hash_table_lookup(groups->open, GUINT_TO_POINTER(thread));
	if (!stack) {
		stack = g_array_new(FALSE, FALSE, sizeof(uint32_t));
		g_hash_table_insert(groups->open, GUINT_TO_POINTER(thread), stack);
	}
	return stack;
}

static void push(struct gs_call_groups *groups, const struct gs_wire_call *call,
	struct gs_call_place place, const uint8_t *memory, size_t size)
{
	uint32_t thread = call->flags >> GS_CALL_TID_SHIFT;
	GArray *stack = stack_of(groups, thread);
	char *name = text_in(memory, size);
	struct gs_call_group group = {.first = place,
		.end = GS_NO_CALL_PLACE,
		.parent = stack->len ? g_array_index(stack, uint32_t, stack->len - 1) : UINT32_MAX,
		.depth = stack->len,
		.thread = thread};
	group.name = keep_name(groups, name ? name : g_strdup("(group)"));
	uint32_t number = groups->groups->len;
	g_array_append_val(groups->groups, group);
	g_array_append_val(stack, number);
}

static void pop(
	struct gs_call_groups *groups, const struct gs_wire_call *call, struct gs_call_place place)
{
	GArray *stack = stack_of(groups, call->flags >> GS_CALL_TID_SHIFT);
	if (!stack->len) /* the log was off when it was opened, or there is an error */
		return;
	uint32_t number = g_array_index(stack, uint32_t, stack->len - 1);
	g_array_index(groups->groups, struct gs_call_group, number).end.n = place.n + 1;
	g_array_set_size(stack, stack->len - 1);
}

void gs_call_groups_note(struct gs_call_groups *groups, const struct gs_wire_call *call,
	struct gs_call_place place, const uint8_t *memory, size_t memory_size)
{
	GArray *frames = groups->frames;
	uint64_t last = frames->len
				? g_array_index(frames, struct gs_call_frame, frames->len - 1).frame
				: 0;
	/* a thread may be a frame behind another: frames are in the order of their first calls */
	if (!frames->len || call->frame > last) {
		struct gs_call_frame frame = {call->frame, place};
		g_array_append_val(frames, frame);
	}
	if (call->gl_error || !(call->flags & GS_CALL_EXECUTED))
		return;
	switch (call->function) {
	case GS_FN_glPushDebugGroup:
	case GS_FN_glPushDebugGroupKHR:
	case GS_FN_glPushGroupMarkerEXT:
		push(groups, call, place, memory, memory_size);
		break;
	case GS_FN_glPopDebugGroup:
	case GS_FN_glPopDebugGroupKHR:
	case GS_FN_glPopGroupMarkerEXT:
		pop(groups, call, place);
		break;
	}
}

size_t gs_call_groups_count(const struct gs_call_groups *groups)
{
	return groups->groups->len;
}

const struct gs_call_group *gs_call_groups_get(const struct gs_call_groups *groups, size_t i)
{
	return &g_array_index(groups->groups, struct gs_call_group, i);
}

const char *gs_call_group_name(
	const struct gs_call_groups *groups, const struct gs_call_group *group)
{
	return groups->names->str + group->name;
}

size_t gs_call_groups_frames(const struct gs_call_groups *groups)
{
	return groups->frames->len;
}

const struct gs_call_frame *gs_call_groups_frame(const struct gs_call_groups *groups, size_t i)
{
	return &g_array_index(groups->frames, struct gs_call_frame, i);
}

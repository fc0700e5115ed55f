/* SPDX-License-Identifier: MIT */
#include "debugger/calls/groups.h"

#include <inttypes.h>
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
	struct gs_follow *follow;
	struct gs_call_drawables *drawables;
	struct gs_call_passes *passes;
	struct gs_call_names *called;
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
	groups->follow = gs_follow_new(NULL);
	groups->drawables = gs_call_drawables_new();
	groups->passes = gs_call_passes_new();
	groups->called = gs_call_names_new();
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
	gs_follow_free(groups->follow);
	gs_call_drawables_free(groups->drawables);
	gs_call_passes_free(groups->passes);
	gs_call_names_free(groups->called);
	g_free(groups);
}

void gs_call_groups_clear(struct gs_call_groups *groups)
{
	g_array_set_size(groups->groups, 0);
	g_array_set_size(groups->frames, 0);
	g_string_truncate(groups->names, 0);
	g_hash_table_remove_all(groups->known);
	g_hash_table_remove_all(groups->open);
	gs_follow_free(groups->follow);
	groups->follow = gs_follow_new(NULL);
	gs_call_drawables_clear(groups->drawables);
	gs_call_passes_clear(groups->passes);
	gs_call_names_clear(groups->called);
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
	gs_call_passes_push(groups->passes, call, place);
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
	gs_call_passes_pop(groups->passes, call, place);
}

bool gs_call_groups_want_function(unsigned function)
{
	enum {
		WANTED = GS_FUNCTION_MARKS | GS_FUNCTION_NAMES | GS_FUNCTION_FOLLOWED |
			 GS_FUNCTION_DRAWS | GS_FUNCTION_SWAPS
	};
	return gs_data_flags(function) & WANTED;
}

bool gs_call_groups_wants(const struct gs_wire_call *call)
{
	return gs_call_groups_want_function(call->function) || call->flags & GS_CALL_ENDS_FRAME;
}

void gs_call_groups_lost(struct gs_call_groups *groups, uint64_t lost)
{
	gs_follow_lose(groups->follow, lost);
}

static struct gs_call_frame *begin_frame(
	struct gs_call_groups *groups, const struct gs_wire_call *call, struct gs_call_place place)
{
	gs_call_passes_frame(groups->passes, place);
	gs_call_drawables_begin_frame(groups->drawables);
	struct gs_call_frame frame = {.frame = call->frame,
		.first = place,
		.draw = call->draw,
		.group = groups->groups->len,
		.pass = gs_call_passes_count(groups->passes)};
	g_array_append_val(groups->frames, frame);
	return &g_array_index(groups->frames, struct gs_call_frame, groups->frames->len - 1);
}

/* What a trace was extracted for begins behind this call, if it says so. */
static void note_comment(struct gs_call_groups *groups, const struct gs_wire_call *call,
	struct gs_call_place place, const uint8_t *memory, size_t size)
{
	g_autofree char *text = call->flags & GS_CALL_FAKE ? text_in(memory, size) : NULL;
	if (!text || !g_str_has_prefix(text, GS_COMMENT_BEGINS))
		return;
	for (guint i = 0; i < groups->frames->len; i++)
		g_array_index(groups->frames, struct gs_call_frame, i).is_needed = true;
	begin_frame(groups, call, place)->is_part = !g_str_has_prefix(
		text + strlen(GS_COMMENT_BEGINS), "frame");
}

static void note_bindings(struct gs_call_groups *groups, const struct gs_wire_call *call,
	struct gs_call_place place, const uint8_t *memory, size_t memory_size)
{
	const struct gs_follow_step *step = gs_follow_wire(
		groups->follow, call, memory, memory_size);
	struct gs_call_binding binding = gs_call_binding_of(
		groups->follow, call->flags >> GS_CALL_TID_SHIFT);
	gs_call_passes_note(groups->passes, call, place, &binding);
	gs_call_drawables_note(groups->drawables, call, place, &binding,
		step->event == GS_FOLLOW_SHOWS ? step->drawable : NULL);
	gs_call_names_note(groups->called, call, place, &binding, memory, memory_size);
}

void gs_call_groups_note(struct gs_call_groups *groups, const struct gs_wire_call *call,
	struct gs_call_place place, const uint8_t *memory, size_t memory_size)
{
	GArray *frames = groups->frames;
	uint64_t last = frames->len
				? g_array_index(frames, struct gs_call_frame, frames->len - 1).frame
				: 0;
	/* a thread may be a frame behind another: frames are in the order of their first calls */
	if (!frames->len || call->frame > last)
		begin_frame(groups, call, place);
	if (call->gl_error || !(call->flags & GS_CALL_EXECUTED))
		return;
	switch (call->function) {
	case GS_FN_glPushDebugGroup:
	case GS_FN_glPushDebugGroupKHR:
	case GS_FN_glPushGroupMarkerEXT:
		push(groups, call, place, memory, memory_size);
		break;
	case GS_FN_glStringMarkerGREMEDY:
		note_comment(groups, call, place, memory, memory_size);
		break;
	case GS_FN_glPopDebugGroup:
	case GS_FN_glPopDebugGroupKHR:
	case GS_FN_glPopGroupMarkerEXT:
		pop(groups, call, place);
		break;
	default:
		if (gs_call_groups_wants(call))
			note_bindings(groups, call, place, memory, memory_size);
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

const struct gs_call_frame *gs_call_groups_frame_at(
	const struct gs_call_groups *groups, struct gs_call_place place)
{
	size_t low = 0, high = groups->frames->len;
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (gs_call_groups_frame(groups, middle)->first.n <= place.n)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? gs_call_groups_frame(groups, low - 1) : NULL;
}

uint64_t gs_call_groups_drawn(
	const struct gs_call_groups *groups, const struct gs_call_frame *frame, uint64_t drawable)
{
	size_t entry = frame ? (size_t)(frame - gs_call_groups_frame(groups, 0))
			     : groups->frames->len;
	return gs_call_drawables_drawn(groups->drawables, entry, drawable);
}

const struct gs_call_drawables *gs_call_groups_drawables(const struct gs_call_groups *groups)
{
	return groups->drawables;
}

const struct gs_call_passes *gs_call_groups_passes(const struct gs_call_groups *groups)
{
	return groups->passes;
}

const struct gs_call_names *gs_call_groups_names(const struct gs_call_groups *groups)
{
	return groups->called;
}

void gs_call_groups_tell(struct gs_call_groups *groups, uint32_t thread, struct gs_call_place place,
	uint32_t program, const struct gs_call_uniform *uniforms, size_t n)
{
	gs_call_names_tell(groups->called, thread, place, program, uniforms, n);
}

char *gs_call_framebuffer_text(uint32_t framebuffer, const char *label)
{
	if (!framebuffer)
		return g_strdup("window");
	return label && *label ? g_strdup_printf("framebuffer %u (%s)", framebuffer, label)
			       : g_strdup_printf("framebuffer %u", framebuffer);
}

char *gs_call_window_text(const struct gs_call_groups *groups, uint64_t drawable)
{
	if (!drawable || !gs_call_drawables_are_several(groups->drawables))
		return g_strdup("window");
	return g_strdup_printf("window 0x%" PRIx64, drawable);
}

static char *target_text(const struct gs_call_groups *groups, const struct gs_call_pass *pass)
{
	const struct gs_call_binding *bound = &pass->binding;
	if (!bound->framebuffer_known)
		return g_strdup("framebuffer not known");
	return gs_call_framebuffer_text(
		bound->framebuffer, gs_call_names_framebuffer(groups->called, bound->group,
					    pass->end, bound->framebuffer));
}

char *gs_call_groups_shown_target(
	const struct gs_call_groups *groups, const struct gs_call_pass *pass)
{
	const struct gs_call_binding *bound = &pass->binding;
	return bound->framebuffer_known && !bound->framebuffer
		       ? gs_call_window_text(groups, bound->drawable)
		       : target_text(groups, pass);
}

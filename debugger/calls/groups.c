/* SPDX-License-Identifier: MIT */
#include "debugger/calls/groups.h"

#include <inttypes.h>
#include <string.h>
#include "data/data.h"
#include "debugger/calls/sliding.h"
#include "wire/memory.h"

enum { LONGEST_NAME = 200 };

struct gs_call_groups {
	struct gs_sliding groups; /* struct gs_call_group */
	struct gs_sliding frames; /* struct gs_call_frame */
	GString *names;		  /* each with its NUL */
	GHashTable *known;	  /* name -> its offset in names */
	GHashTable *open;	  /* thread -> GArray of uint32_t: numbers of its open groups */
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
	gs_sliding_init(&groups->groups, sizeof(struct gs_call_group));
	gs_sliding_init(&groups->frames, sizeof(struct gs_call_frame));
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
	gs_sliding_finish(&groups->groups);
	gs_sliding_finish(&groups->frames);
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
	gs_sliding_clear(&groups->groups);
	gs_sliding_clear(&groups->frames);
	g_string_truncate(groups->names, 0);
	g_hash_table_remove_all(groups->known);
	g_hash_table_remove_all(groups->open);
	gs_follow_free(groups->follow);
	groups->follow = gs_follow_new(NULL);
	gs_call_drawables_clear(groups->drawables);
	gs_call_passes_clear(groups->passes);
	gs_call_names_clear(groups->called);
}

static struct gs_call_group *group_at(const struct gs_call_groups *groups, size_t i)
{
	return gs_sliding_get(&groups->groups, struct gs_call_group, i);
}

static struct gs_call_frame *frame_at(const struct gs_call_groups *groups, size_t i)
{
	return gs_sliding_get(&groups->frames, struct gs_call_frame, i);
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
	uint32_t number = (uint32_t)gs_sliding_end(&groups->groups);
	gs_sliding_add(&groups->groups, &group);
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
	if (number >= groups->groups.start)
		group_at(groups, number)->end.n = place.n + 1;
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
		.group = gs_sliding_end(&groups->groups),
		.pass = gs_call_passes_count(groups->passes)};
	gs_sliding_add(&groups->frames, &frame);
	return frame_at(groups, gs_sliding_end(&groups->frames) - 1);
}

/* What a trace was extracted for begins behind this call, if it says so. */
static void note_comment(struct gs_call_groups *groups, const struct gs_wire_call *call,
	struct gs_call_place place, const uint8_t *memory, size_t size)
{
	g_autofree char *text = call->flags & GS_CALL_FAKE ? text_in(memory, size) : NULL;
	if (!text || !g_str_has_prefix(text, GS_COMMENT_BEGINS))
		return;
	for (size_t i = groups->frames.start; i < gs_sliding_end(&groups->frames); i++)
		frame_at(groups, i)->is_needed = true;
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
	size_t n = gs_sliding_end(&groups->frames);
	/* a thread may be a frame behind another: frames are in the order of their first calls */
	if (!n || call->frame > frame_at(groups, n - 1)->frame)
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

static bool group_ends_before(const void *group, uint64_t place)
{
	return ((const struct gs_call_group *)group)->end.n <= place;
}

void gs_call_groups_drop(struct gs_call_groups *groups, struct gs_call_place place, uint64_t kept)
{
	size_t n = groups->frames.start, end = gs_sliding_end(&groups->frames);
	while (n + 1 < end && frame_at(groups, n + 1)->first.n <= place.n)
		n++;
	gs_sliding_drop(&groups->frames, n);
	if (n < end) {
		gs_sliding_drop(&groups->groups, frame_at(groups, n)->group);
		gs_call_passes_drop(groups->passes, frame_at(groups, n)->pass, place);
	}
	gs_sliding_drop_while(&groups->groups, group_ends_before, place.n);
	gs_call_drawables_drop(groups->drawables, n, place);
	gs_call_names_drop(groups->called, place, kept);
}

size_t gs_call_groups_begin(const struct gs_call_groups *groups)
{
	return groups->groups.start;
}

size_t gs_call_groups_count(const struct gs_call_groups *groups)
{
	return gs_sliding_end(&groups->groups);
}

const struct gs_call_group *gs_call_groups_get(const struct gs_call_groups *groups, size_t i)
{
	return group_at(groups, i);
}

const char *gs_call_group_name(
	const struct gs_call_groups *groups, const struct gs_call_group *group)
{
	return groups->names->str + group->name;
}

size_t gs_call_groups_first_frame(const struct gs_call_groups *groups)
{
	return groups->frames.start;
}

size_t gs_call_groups_frames(const struct gs_call_groups *groups)
{
	return gs_sliding_end(&groups->frames);
}

const struct gs_call_frame *gs_call_groups_frame(const struct gs_call_groups *groups, size_t i)
{
	return frame_at(groups, i);
}

/* Returns the number of the first entry that begins at that place or behind it. */
static size_t find_frame(const struct gs_call_groups *groups, uint64_t place)
{
	size_t low = groups->frames.start, high = gs_sliding_end(&groups->frames);
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (frame_at(groups, middle)->first.n < place)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

const struct gs_call_frame *gs_call_groups_frame_at(
	const struct gs_call_groups *groups, struct gs_call_place place)
{
	size_t i = gs_call_place_is_none(place) ? gs_sliding_end(&groups->frames)
						: find_frame(groups, place.n + 1);
	return i > groups->frames.start ? frame_at(groups, i - 1) : NULL;
}

const struct gs_call_frame *gs_call_groups_frame_from(
	const struct gs_call_groups *groups, struct gs_call_place place)
{
	size_t i = find_frame(groups, place.n);
	return i < gs_sliding_end(&groups->frames) ? frame_at(groups, i) : NULL;
}

uint64_t gs_call_groups_drawn(
	const struct gs_call_groups *groups, const struct gs_call_frame *frame, uint64_t drawable)
{
	size_t start = groups->frames.start, end = gs_sliding_end(&groups->frames);
	size_t entry = frame ? start + (size_t)(frame - frame_at(groups, start)) : end;
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

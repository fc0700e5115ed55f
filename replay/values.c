/* SPDX-License-Identifier: MIT */
/*
 * Converts values of the trace to arguments. What is made for one call is in scratch memory of a
 * large address range, of which only the written part uses memory: so a call that writes more than
 * the trace says (a driver with longer texts) finds room.
 */
#include <string.h>
#include <sys/mman.h>
#include "data/constants.h"
#include "data/targets.h"
#include "replay/private.h"
#include "trace/raw.h"

enum {
	SCRATCH = 64 << 20,
	ROOM = 64 << 10,	/* room behind what a call writes */
	SMALL_OFFSET = 1 << 16, /* a program has no memory at lower addresses */
};

void *gs_replay_take(struct gs_player *player, size_t size)
{
	if (!player->scratch) {
		void *memory = mmap(NULL, SCRATCH, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		player->scratch = memory == MAP_FAILED ? NULL : memory;
	}
	size_t at = (player->scratch_used + 15) & ~(size_t)15;
	if (!player->scratch || size > SCRATCH - at) {
		void *large = g_try_malloc(size);
		if (large)
			g_ptr_array_add(player->large, large);
		return large;
	}
	player->scratch_used = at + size;
	return player->scratch + at;
}

void gs_replay_forget_taken(struct gs_player *player)
{
	player->scratch_used = 0;
	if (player->large->len)
		g_ptr_array_set_size(player->large, 0);
}

/* ---- pointers ---- */

static bool is_element(const struct gs_play_parameter *p)
{
	return p->element_class != GS_CLASS_VOID && p->element_class != GS_CLASS_STRUCT &&
	       p->element_bits >= 8;
}

/* Guess the type of elements that no table knows. */
static void guess_elements(const struct gs_trace_value *array, struct gs_play_parameter *p)
{
	uint8_t class = array->n ? array->items[0].class : GS_TRACE_UINT;
	p->element_bits = class == GS_TRACE_DOUBLE || class == GS_TRACE_POINTER ? 64 : 32;
	p->element_class = class == GS_TRACE_FLOAT    ? GS_CLASS_FLOAT
			   : class == GS_TRACE_DOUBLE ? GS_CLASS_DOUBLE
						      : GS_CLASS_INT;
}

/* More than the length of any buffer. */
#define FAR_OFFSET (UINT64_C(1) << 40)

static bool resolve(struct gs_player *player, const struct gs_play_parameter *p, uint64_t address,
	uint64_t *raw, uint64_t *room);

static bool element(struct gs_player *player, struct gs_play_parameter p,
	const struct gs_trace_value *item, uint64_t *raw)
{
	if (item->class == GS_TRACE_STRING || item->class == GS_TRACE_BLOB) {
		*raw = (uintptr_t)item->text;
		return p.element_bits == 64;
	}
	if (!gs_trace_raw(item, p.element_class, p.element_bits, raw))
		return false;
	uint64_t room;
	return p.element_class != GS_CLASS_POINTER || resolve(player, &p, *raw, raw, &room);
}

/* Convert an array to elements in memory, and find the room behind the pointer. Return false if it
 * has no usable value. */
static bool array(struct gs_player *player, struct gs_play_parameter p,
	const struct gs_trace_value *value, uint64_t *raw, uint64_t *room)
{
	if (!is_element(&p))
		guess_elements(value, &p);
	size_t each = p.element_bits / 8u, size = value->n * each;
	uint8_t *to = gs_replay_take(player, size + (p.is_out ? ROOM : 16));
	*raw = (uintptr_t)to;
	*room = size;
	if (!to)
		return false;
	if (p.is_out) {
		memset(to, 0, size);
		*room += ROOM;
		return true;
	}
	for (uint32_t i = 0; i < value->n; i++) {
		uint64_t one = 0;
		if (!element(player, p, &value->items[i], &one))
			return false;
		memcpy(to + i * each, &one, each);
	}
	memset(to + size, 0, 16);
	return true;
}

/* Return whether a query buffer is bound. OpenGL has these since 4.4; older contexts would raise an
 * error. */
static bool has_query_buffer(struct gs_player *player)
{
	const struct gs_replay_context *context = gs_replay_context(player);
	if (!context || context->is_es || gs_replay_is_in_block(player))
		return false;
	gs_replay_know_context(player);
	return context->version >= 44 && gs_replay_get(player, GL_QUERY_BUFFER_BINDING);
}

bool gs_replay_is_offset(struct gs_player *player, const struct gs_play_parameter *p)
{
	if (p->offset_target == GL_QUERY_BUFFER)
		return has_query_buffer(player);
	return p->offset_target && gs_replay_get(player, gs_data_buffer_binding(p->offset_target));
}

static bool resolve(struct gs_player *player, const struct gs_play_parameter *p, uint64_t address,
	uint64_t *raw, uint64_t *room)
{
	*raw = address;
	*room = 0;
	if (address < SMALL_OFFSET)
		return true;
	void *memory = gs_regions_find(player->regions, address, room);
	if (memory) {
		*raw = (uintptr_t)memory;
		return true;
	}
	/* NVIDIA's driver may say that a buffer is bound that is not any more (decision 018). */
	if (address < FAR_OFFSET && gs_replay_is_offset(player, p)) {
		*room = GS_REPLAY_OFFSET;
		return true;
	}
	if (p->is_kept) { /* arrays.c leaves out the draws that read there */
		*raw = GS_REPLAY_NO_MEMORY;
		return true;
	}
	*raw = (uintptr_t)gs_replay_take(player, ROOM);
	*room = ROOM;
	return p->is_out && *raw;
}

/* Return the index of the array that the call sets. */
static uint64_t array_index(const struct gs_play *play, const struct gs_trace_call *call)
{
	return play->parameters[0].class == GS_CLASS_POINTER ? 0 : gs_trace_argument(call, 0);
}

static bool bytes(struct gs_player *player, const struct gs_play *play,
	const struct gs_trace_call *call, const struct gs_trace_value *value, unsigned i,
	uint64_t *raw)
{
	const struct gs_play_parameter *p = &play->parameters[i];
	uint64_t size = value->n;
	*raw = (uintptr_t)value->bytes;
	if (p->is_out)
		*raw = (uintptr_t)gs_replay_take(player, size += ROOM);
	else if (p->is_kept)
		*raw = (uintptr_t)gs_replay_keep(
			player, play, array_index(play, call), value->bytes, size);
	else if (value->class == GS_TRACE_STRING)
		size++; /* a NUL follows */
	player->room[i] = size;
	return *raw;
}

static bool pointer(struct gs_player *player, const struct gs_play *play,
	const struct gs_trace_call *call, unsigned i, uint64_t *raw)
{
	const struct gs_play_parameter *p = &play->parameters[i];
	const struct gs_trace_value *value = &call->args[i];
	uint64_t *room = &player->room[i], recorded;
	if (value->class == GS_TRACE_REPR)
		value = &value->items[1];
	switch ((enum gs_trace_class)value->class) {
	case GS_TRACE_STRING:
	case GS_TRACE_BLOB:
		return bytes(player, play, call, value, i, raw);
	case GS_TRACE_ARRAY:
		if (!array(player, *p, value, raw, room))
			return false;
		if (p->is_kept)
			*raw = (uintptr_t)gs_replay_keep(player, play, array_index(play, call),
				(void *)(uintptr_t)*raw, *room);
		return *raw;
	case GS_TRACE_NONE:
		*raw = (uintptr_t)gs_replay_take(player, ROOM);
		*room = ROOM;
		return p->is_out && *raw;
	default:
		if (!gs_trace_raw(value, GS_CLASS_POINTER, 64, &recorded) ||
			!resolve(player, p, recorded, raw, room))
			return false;
		if (p->is_kept && *room && *room != GS_REPLAY_OFFSET)
			gs_replay_keep_region(player, play, array_index(play, call), recorded,
				(void *)(uintptr_t)*raw);
		return true;
	}
}

bool gs_replay_value(struct gs_player *player, const struct gs_play *play,
	const struct gs_trace_call *call, unsigned argument, uint64_t *raw)
{
	const struct gs_play_parameter *p = &play->parameters[argument];
	const struct gs_trace_value *value = &call->args[argument];
	if (p->class == GS_CLASS_POINTER)
		return pointer(player, play, call, argument, raw);
	if (value->class == GS_TRACE_REPR)
		value = &value->items[1];
	return gs_trace_raw(value, (enum gs_class)p->class, p->bits, raw);
}

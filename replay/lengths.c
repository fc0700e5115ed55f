/* SPDX-License-Identifier: MIT */
/*
 * Compares how much a call reads or writes behind its pointers with what is there. A trace may hold
 * less than its call reads, which no driver checks: such a call is left out. A length that depends
 * on more of GL's state than is asked here is not checked.
 */
#include <GL/gl.h>
#include <GL/glext.h>
#include <string.h>
#include "data/constants.h"
#include "data/extent.h"
#include "data/null.h"
#include "replay/private.h"

enum { MOST_WRITTEN = 1 << 30 };

struct reading {
	struct gs_player *player;
	const struct gs_play *play;
	const struct gs_trace_call *call;
	uint64_t *args;
	const struct gs_memory_rule *rule;
};

static uint64_t argument(const struct reading *r, uint8_t number)
{
	return number < r->play->info->n_parameters ? r->args[number] : 0;
}

/* Return an argument that is a count; 0 if it is negative, which GL refuses. */
static uint64_t count_of(const struct reading *r, uint8_t number)
{
	uint64_t value = argument(r, number);
	return (int64_t)value < 0 ? 0 : value;
}

/* ---- what is asked of the player ---- */

static uint64_t ask_number(const void *data, uint32_t name)
{
	const struct reading *r = data;
	int value = gs_replay_get(r->player, name);
	return value < 0 ? 0 : (uint64_t)value;
}

static bool is_named(const struct gs_memory_rule *rule)
{
	return rule->kind == GS_MEMORY_RULE_NAMED_IMAGE ||
	       rule->kind == GS_MEMORY_RULE_NAMED_COMPRESSED;
}

static bool is_of_unit(const struct gs_memory_rule *rule)
{
	return rule->kind == GS_MEMORY_RULE_UNIT_IMAGE ||
	       rule->kind == GS_MEMORY_RULE_UNIT_COMPRESSED;
}

static uint64_t ask_level(const void *data, const uint8_t *which, uint32_t name)
{
	const struct reading *r = data;
	unsigned first = (unsigned)argument(r, which[0]), second = (unsigned)argument(r, which[1]);
	void (*get)(unsigned, int, unsigned, int *) = gs_replay_find(r->player,
		is_named(r->rule) ? "glGetTextureLevelParameteriv" : "glGetTexLevelParameteriv");
	void (*get_of_unit)(unsigned, unsigned, int, unsigned, int *) = gs_replay_find(
		r->player, "glGetMultiTexLevelParameterivEXT");
	int value = 0;
	if (is_of_unit(r->rule) && get_of_unit)
		get_of_unit(first, second, (int)argument(r, which[2]), name, &value);
	else if (!is_of_unit(r->rule) && get)
		get(first, (int)second, name, &value);
	return value > 0 ? (uint64_t)value : 0;
}

/* Return the texture target of a call. A texture that is named may be a cube map, which needs
 * most. */
static uint32_t ask_target(const void *data, const uint8_t *which)
{
	const struct reading *r = data;
	return is_named(r->rule) ? GL_TEXTURE_CUBE_MAP
				 : (uint32_t)argument(r, which[is_of_unit(r->rule) ? 1 : 0]);
}

static bool read_memory(const void *data, void *to, uint64_t address, size_t size)
{
	const struct reading *r = data;
	uint64_t at = address - r->args[r->rule->argument],
		 room = r->player->room[r->rule->argument];
	bool is_there = room != GS_REPLAY_OFFSET && at < room && size <= room - at;
	if (is_there)
		memcpy(to, (const void *)(uintptr_t)address, size);
	return is_there;
}

static bool has(const void *data, enum gs_extent_feature feature)
{
	const struct reading *r = data;
	const struct gs_replay_context *context = gs_replay_context(r->player);
	gs_replay_know_context(r->player);
	switch (feature) {
	case GS_EXTENT_ROWS:
		return gs_replay_stores_rows(r->player, r->rule->out);
	case GS_EXTENT_IMAGES:
		return !context->is_es || (context->version >= 30 && !r->rule->out);
	case GS_EXTENT_BLOCKS:
		return !context->is_es &&
		       (context->version >= 42 ||
			       gs_replay_has(r->player, "GL_ARB_compressed_texture_pixel_storage"));
	case GS_EXTENT_DEPTH:
		break;
	}
	return true;
}

static bool find_extent(const struct reading *r, struct gs_extent *extent)
{
	const struct gs_extent_asker asker = {
		r, ask_number, ask_level, ask_target, read_memory, .has = has};
	return gs_data_extent(r->rule, r->args, r->play->info->n_parameters, &asker, extent);
}

/* ---- how much ---- */

static uint64_t text_bytes(const struct reading *r)
{
	uint8_t count = r->rule->count_argument, i = r->rule->argument;
	uint64_t room = r->player->room[i];
	if (count != GS_NO_ARGUMENT && (r->rule->out || (int64_t)argument(r, count) >= 0))
		return count_of(r, count);
	if (r->rule->out || !room || room == GS_REPLAY_OFFSET)
		return 1;
	const void *end = memchr((const void *)(uintptr_t)r->args[i], 0, room);
	return end ? 1 : room + 1;
}

/* Return the number of bytes that the call reads or writes; 0: none, or it is not known. */
static uint64_t needed(const struct reading *r)
{
	struct gs_extent extent;
	if (r->rule->kind == GS_MEMORY_RULE_STRING)
		return text_bytes(r);
	return find_extent(r, &extent) ? gs_data_extent_bytes(&extent) : 0;
}

/* ---- arrays of pointers ---- */

static uint64_t item_room(struct gs_player *player, const struct gs_trace_value *item)
{
	uint64_t left;
	if (item->class == GS_TRACE_STRING)
		return item->n + 1ull;
	if (item->class == GS_TRACE_BLOB)
		return item->n;
	return gs_regions_find(player->regions, gs_trace_number(item), &left) ? left : 0;
}

static bool is_text(struct gs_player *player, const struct gs_trace_value *item)
{
	uint64_t left;
	if (item->class == GS_TRACE_STRING)
		return true;
	if (item->class == GS_TRACE_BLOB)
		return memchr(item->bytes, 0, item->n);
	const void *text = gs_regions_find(player->regions, gs_trace_number(item), &left);
	return text && memchr(text, 0, left);
}

/* Return whether each pointer in an array of the trace points at a text, or at as many indices as
 * are read. */
static bool items_fit(const struct reading *r)
{
	const struct gs_trace_value *array = gs_trace_array(r->call, r->rule->argument);
	uint64_t n = count_of(r, r->rule->count_argument);
	if (!n)
		return true;
	if (!array || array->n < n)
		return false;
	const int32_t *counts = NULL;
	uint64_t each = 0;
	if (r->rule->kind == GS_MEMORY_RULE_POINTERS) {
		if (gs_replay_is_offset(r->player, &r->play->parameters[r->rule->argument]))
			return true;
		if (r->player->room[r->rule->other[0]] < n * sizeof *counts)
			return false;
		counts = (const int32_t *)(uintptr_t)argument(r, r->rule->other[0]);
		uint8_t class, bits;
		if (gs_data_gl_type((uint32_t)argument(r, r->rule->other[1]), &class, &bits))
			each = bits / 8u;
	}
	for (uint32_t i = 0; i < n; i++) {
		const struct gs_trace_value *item = &array->items[i];
		if (counts ? counts[i] > 0 &&
					(uint64_t)counts[i] * each > item_room(r->player, item)
			   : !is_text(r->player, item))
			return false;
	}
	return true;
}

/* ---- all arguments ---- */

/* Give the call memory to write to, which nobody reads. Return false if there is none. */
static bool give_room(struct reading *r, uint64_t bytes)
{
	uint8_t i = r->rule->argument;
	void *memory = bytes <= MOST_WRITTEN ? gs_replay_take(r->player, bytes) : NULL;
	if (!memory)
		return false;
	r->args[i] = (uintptr_t)memory;
	r->player->room[i] = bytes;
	return true;
}

static bool makes_names(const struct reading *r)
{
	for (size_t i = 0; i < r->play->n_rules; i++)
		if (r->play->rules[i].argument == r->rule->argument && r->play->rules[i].is_new)
			return true;
	return false;
}

static bool fits(struct reading *r)
{
	uint8_t i = r->rule->argument;
	uint64_t room = r->player->room[i];
	const struct gs_play_parameter *p = &r->play->parameters[i];
	if (room == GS_REPLAY_OFFSET)
		return true;
	uint64_t bytes = needed(r);
	bool has_items = r->rule->kind == GS_MEMORY_RULE_STRINGS ||
			 r->rule->kind == GS_MEMORY_RULE_POINTERS;
	if (bytes <= room)
		return !has_items || items_fit(r);
	if (!room && gs_replay_is_offset(r->player, p))
		return true;
	if (r->rule->out) /* names that the trace does not have would only take memory */
		return !makes_names(r) && give_room(r, bytes);
	return !r->args[i] && gs_data_takes_null(r->play->info->name);
}

bool gs_replay_lengths_fit(struct gs_player *player, const struct gs_play *play,
	const struct gs_trace_call *call, uint64_t *args)
{
	for (unsigned i = 0; i < play->info->n_parameters; i++) {
		struct reading r = {player, play, call, args, play->parameters[i].memory};
		if (!r.rule || r.rule->kind == GS_MEMORY_RULE_ATTACHED || fits(&r))
			continue;
		gs_replay_leave_out(player, play->info->name, call,
			r.rule->out ? "writes behind '%s' more than there is room for"
				    : "the trace has less behind '%s' than the call reads",
			play->info->parameters[i].name);
		return false;
	}
	return true;
}

bool gs_replay_find_rows(struct gs_player *player, const struct gs_play *play,
	const struct gs_trace_call *call, uint64_t *args, unsigned i, struct gs_extent_rows *rows)
{
	struct gs_extent extent;
	struct reading r = {player, play, call, args, play->parameters[i].memory};
	bool has_rows = r.rule && (r.rule->kind == GS_MEMORY_RULE_PIXELS ||
					  r.rule->kind == GS_MEMORY_RULE_IMAGE ||
					  r.rule->kind == GS_MEMORY_RULE_NAMED_IMAGE);
	if (!has_rows || !find_extent(&r, &extent) || !extent.count)
		return false;
	*rows = extent.rows;
	return true;
}

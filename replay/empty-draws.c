/* SPDX-License-Identifier: MIT */
/*
 * Draws without vertices among those of one call. They draw nothing, but NVIDIA's driver crashes at
 * them if arrays are in the program's memory.
 */
#include <string.h>
#include "replay/private.h"

/* Drop them from the arrays with an element for each draw. Return false if none is left. */
static bool drop_entries(struct gs_player *player, const struct gs_draw_rule *rule, uint64_t *args)
{
	const struct {
		uint8_t argument, bytes;
	} lists[] = {{rule->first, 4}, {rule->count, 4}, {rule->base_vertex, 4},
		{rule->indices, sizeof(void *)}};
	const int32_t *counts = (const int32_t *)(uintptr_t)args[rule->count];
	int32_t n = (int32_t)args[rule->draws], left = 0;
	for (int32_t i = 0; i < n; i++)
		left += counts[i] != 0;
	if (left == n || n < 1)
		return true;
	for (size_t k = 0; k < G_N_ELEMENTS(lists) && left; k++) {
		unsigned bytes = lists[k].bytes;
		if (!gs_draw_has(lists[k].argument))
			continue;
		const uint8_t *from = (const uint8_t *)(uintptr_t)args[lists[k].argument];
		uint8_t *to = gs_replay_take(player, (size_t)left * bytes), *next = to;
		if (!to)
			return false;
		for (int32_t i = 0; i < n; i++) {
			if (!counts[i])
				continue;
			memcpy(next, from + (size_t)i * bytes, bytes);
			next += bytes;
		}
		args[lists[k].argument] = (uintptr_t)to;
	}
	args[rule->draws] = (uint64_t)left;
	return left;
}

/* Drop commands without vertices from memory, whatever their number of instances. Return false if
 * none is left. */
static bool drop_commands(struct gs_player *player, const struct gs_draw_rule *rule, uint64_t *args)
{
	struct gs_draw_commands commands = gs_data_draw_commands(rule, args);
	uint64_t n = (uint64_t)MAX(commands.n, 0), stride = (uint64_t)commands.stride;
	uint64_t room = player->room[rule->indirect];
	uint64_t size = n ? (n - 1) * stride + commands.size : 0;
	if (commands.stride < 0 || room == GS_REPLAY_OFFSET || !size || size > room)
		return true;
	uint8_t *copy = gs_replay_take(player, size);
	if (!copy)
		return false;
	memcpy(copy, (const void *)(uintptr_t)commands.at, size);
	for (uint64_t i = 0; i < n; i++) {
		uint32_t words[2];
		memcpy(words, copy + i * stride, sizeof words);
		words[1] = words[0] ? words[1] : 0;
		memcpy(copy + i * stride, words, sizeof words);
	}
	args[rule->indirect] = (uintptr_t)copy;
	return true;
}

bool gs_replay_drop_empty(struct gs_player *player, const struct gs_draw_rule *rule, uint64_t *args)
{
	if (!gs_draw_is_of_vertices(rule) || rule->is_bindless || rule->has_modes ||
		gs_draw_has(rule->counted))
		return true;
	if (gs_draw_has(rule->indirect))
		return drop_commands(player, rule, args);
	return !rule->has_arrays || drop_entries(player, rule, args);
}

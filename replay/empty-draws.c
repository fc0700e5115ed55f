/* SPDX-License-Identifier: MIT */
/*
 * Draws of no vertices among those of one call. NVIDIA's driver crashes at them where vertices are
 * in the program's memory; they draw nothing.
 */
#include <string.h>
#include "replay/private.h"

enum { MOST_LISTS = 3 };

/* Lists with an entry for each draw, the arguments at which they stand, and the bytes of each. */
struct lists {
	unsigned n, at[MOST_LISTS], bytes[MOST_LISTS], counts, draws;
};

static bool drop_entries(struct gs_player *player, const struct lists *lists, uint64_t *args)
{
	const int32_t *counts = (const int32_t *)(uintptr_t)args[lists->counts];
	int32_t n = (int32_t)args[lists->draws], left = 0;
	for (int32_t i = 0; i < n; i++)
		left += counts[i] != 0;
	if (left == n || n < 1)
		return true;
	for (unsigned k = 0; k < lists->n && left; k++) {
		unsigned bytes = lists->bytes[k];
		const uint8_t *from = (const uint8_t *)(uintptr_t)args[lists->at[k]];
		uint8_t *to = gs_replay_take(player, (size_t)left * bytes), *next = to;
		if (!to)
			return false;
		for (int32_t i = 0; i < n; i++) {
			if (!counts[i])
				continue;
			memcpy(next, from + (size_t)i * bytes, bytes);
			next += bytes;
		}
		args[lists->at[k]] = (uintptr_t)to;
	}
	args[lists->draws] = (uint64_t)left;
	return left;
}

/* Commands in memory: count, instances, ... The number of draws is no matter of theirs. */
static bool drop_commands(struct gs_player *player, const char *name, uint64_t *args)
{
	bool is_elements = strstr(name, "Elements"), is_multi = g_str_has_prefix(name, "glMulti");
	unsigned at = is_elements ? 2 : 1, each = is_elements ? 20 : 16;
	uint64_t n = is_multi ? (uint64_t)MAX((int32_t)args[at + 1], 0) : 1;
	uint64_t stride = is_multi && args[at + 2] ? (uint32_t)args[at + 2] : each;
	uint64_t room = player->room[at], size = n ? (n - 1) * stride + each : 0;
	if (room == GS_REPLAY_OFFSET || !size || size > room)
		return true;
	uint8_t *copy = gs_replay_take(player, size);
	if (!copy)
		return false;
	memcpy(copy, (const void *)(uintptr_t)args[at], size);
	for (uint64_t i = 0; i < n; i++) {
		uint32_t words[2];
		memcpy(words, copy + i * stride, sizeof words);
		words[1] = words[0] ? words[1] : 0;
		memcpy(copy + i * stride, words, sizeof words);
	}
	args[at] = (uintptr_t)copy;
	return true;
}

bool gs_replay_drop_empty(struct gs_player *player, const char *name, uint64_t *args)
{
	static const struct lists arrays = {2, {1, 2}, {4, 4}, 2, 3},
				  elements = {2, {3, 1}, {8, 4}, 1, 4},
				  based = {3, {3, 5, 1}, {8, 4, 4}, 1, 4};
	if (strstr(name, "Indirect"))
		return strstr(name, "Bindless") || strstr(name, "Count") ||
		       drop_commands(player, name, args);
	if (g_str_has_prefix(name, "glMultiDrawArrays"))
		return drop_entries(player, &arrays, args);
	if (g_str_has_prefix(name, "glMultiDrawElements"))
		return drop_entries(player, strstr(name, "BaseVertex") ? &based : &elements, args);
	return true;
}

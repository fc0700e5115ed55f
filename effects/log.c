/* SPDX-License-Identifier: MIT */
/* The log: what each call does to nodes, one call after the other. */
#include "effects/private.h"

void gs_effects_log(struct gs_effects *effects, enum gs_access what, uint32_t node)
{
	uint32_t word = (uint32_t)what << GS_ACCESS_SHIFT | node;
	if (!node || node > GS_ACCESS_NODE)
		return;
	if (gs_nodes_has_ranges(effects->nodes, node) && what <= GS_ACCESS_ADD) {
		static const enum gs_access ranges[] = {
			GS_ACCESS_READ_RANGE, GS_ACCESS_SET_RANGE, GS_ACCESS_ADD_RANGE};
		gs_effects_log_range(effects, ranges[what], node, 0, UINT64_MAX);
		return;
	}
	g_array_append_val(effects->words, word);
}

void gs_effects_log_next(struct gs_effects *effects)
{
	uint32_t word = (uint32_t)GS_ACCESS_NEXT << GS_ACCESS_SHIFT | effects->depth;
	g_array_append_val(effects->words, word);
}

void gs_effects_log_range(struct gs_effects *effects, enum gs_access what, uint32_t node,
	uint64_t first, uint64_t size)
{
	uint32_t words[] = {(uint32_t)what << GS_ACCESS_SHIFT | node, (uint32_t)first,
		(uint32_t)(first >> 32), (uint32_t)size, (uint32_t)(size >> 32)};
	if (node && node <= GS_ACCESS_NODE)
		g_array_append_vals(effects->words, words, G_N_ELEMENTS(words));
}

const uint32_t *gs_log_words(const struct gs_effects *effects, uint64_t place, uint64_t *n)
{
	const uint64_t *starts = (const uint64_t *)(void *)effects->starts->data;
	*n = starts[place + 1] - starts[place];
	return (const uint32_t *)(void *)effects->words->data + starts[place];
}

void gs_log_add_instead(struct gs_effects *effects, uint64_t place)
{
	const uint64_t *starts = (const uint64_t *)(void *)effects->starts->data;
	uint32_t *words = (uint32_t *)(void *)effects->words->data;
	for (uint64_t i = starts[place]; i < starts[place + 1]; i++) {
		if (words[i] >> GS_ACCESS_SHIFT == GS_ACCESS_SET)
			words[i] = GS_ACCESS_ADD << GS_ACCESS_SHIFT | (words[i] & GS_ACCESS_NODE);
		i += gs_log_has_range(words[i] >> GS_ACCESS_SHIFT) ? 4 : 0;
	}
}

void gs_log_remember(struct gs_effects *effects, struct gs_object *drawable)
{
	uint64_t at = drawable->drawable.forgotten;
	if (!at)
		return;
	uint32_t *word = &g_array_index(effects->words, uint32_t, at - 1);
	*word = GS_ACCESS_READ << GS_ACCESS_SHIFT | (*word & GS_ACCESS_NODE);
	g_array_append_val(effects->kept_swaps, drawable->drawable.swapped);
	drawable->drawable.forgotten = 0;
}

bool gs_log_has_range(uint32_t what)
{
	return what >= GS_ACCESS_READ_RANGE && what <= GS_ACCESS_ADD_INDICES;
}

uint64_t gs_log_number(const uint32_t *words)
{
	return words[0] | (uint64_t)words[1] << 32;
}

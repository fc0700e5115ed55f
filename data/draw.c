/* SPDX-License-Identifier: MIT */
#include "data/draw.h"

#include <string.h>
#include "data/pointee.h"
#include "data/tables.h"

const struct gs_draw_rule *gs_data_draw(unsigned function)
{
	unsigned rule = function < GS_N_FUNCTIONS ? gs_data_draw_numbers[function] : 0;
	return rule ? &gs_data_draw_rules[rule - 1] : NULL;
}

bool gs_data_draws_from(unsigned function, enum gs_draw_source source)
{
	const struct gs_draw_rule *rule = gs_data_draw(function);
	return rule && rule->source == source;
}

bool gs_data_draws_several(unsigned function)
{
	const struct gs_draw_rule *rule = gs_data_draw(function);
	return rule && gs_draw_has(rule->draws);
}

static uint64_t argument(const uint64_t *args, uint8_t number, uint64_t otherwise)
{
	return gs_draw_has(number) ? args[number] : otherwise;
}

struct gs_draw_vertices gs_data_draw_direct(const struct gs_draw_rule *rule, const uint64_t *args)
{
	return (struct gs_draw_vertices){.first = (int32_t)argument(args, rule->first, 0),
		.count = (int32_t)args[rule->count],
		.instances = (int32_t)argument(args, rule->instances, 1),
		.indices = argument(args, rule->indices, 0),
		.base_vertex = (int32_t)argument(args, rule->base_vertex, 0),
		.base_instance = (uint32_t)argument(args, rule->base_instance, 0)};
}

static int32_t element(const uint64_t *args, uint8_t number, uint32_t i)
{
	const int32_t *array = (const int32_t *)(uintptr_t)argument(args, number, 0);
	return array ? array[i] : 0;
}

struct gs_draw_vertices gs_data_draw_of_several(
	const struct gs_draw_rule *rule, const uint64_t *args, uint32_t i)
{
	const uint64_t *indices = (const uint64_t *)(uintptr_t)argument(args, rule->indices, 0);
	return (struct gs_draw_vertices){.first = element(args, rule->first, i),
		.count = element(args, rule->count, i),
		.instances = 1,
		.indices = indices ? indices[i] : 0,
		.base_vertex = element(args, rule->base_vertex, i)};
}

struct gs_draw_vertices gs_data_draw_command(
	const struct gs_draw_rule *rule, const uint32_t *words, uint32_t type)
{
	uint8_t class, bits = 0;
	struct gs_draw_vertices draw = {.count = words[0], .instances = words[1]};
	if (rule->source == GS_DRAW_ARRAYS) {
		draw.first = words[2];
		draw.base_instance = words[3];
		return draw;
	}
	gs_data_gl_type(type, &class, &bits);
	draw.indices = (uint64_t)words[2] * (bits / 8u);
	draw.base_vertex = (int32_t)words[3];
	draw.base_instance = words[4];
	return draw;
}

void gs_data_add_indices(struct gs_index_range *range, const void *indices, unsigned bytes,
	uint64_t n, uint64_t restart)
{
	for (uint64_t i = 0; i < n; i++) {
		uint64_t index = 0;
		memcpy(&index, (const uint8_t *)indices + i * bytes, bytes); /* little-endian */
		if (index == restart)
			continue;
		range->least = index < range->least ? index : range->least;
		range->most = index > range->most ? index : range->most;
	}
}

struct gs_draw_commands gs_data_draw_commands(const struct gs_draw_rule *rule, const uint64_t *args)
{
	uint64_t size = rule->source == GS_DRAW_ARRAYS ? 16 : 20;
	int32_t stride = (int32_t)argument(args, rule->stride, 0);
	return (struct gs_draw_commands){.at = args[rule->indirect],
		.size = size,
		.stride = stride ? stride : (int64_t)size,
		.n = (int32_t)argument(args, rule->draws, 1)};
}

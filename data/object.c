/* SPDX-License-Identifier: MIT */
#include "data/object.h"

#include "data/tables.h"

const struct gs_object_rule *gs_data_object_rules(unsigned function, size_t *n)
{
	*n = 0;
	if (function >= GS_N_FUNCTIONS)
		return NULL;
	*n = (size_t)gs_data_first_object_rule[function + 1] - gs_data_first_object_rule[function];
	return &gs_data_object_rule_table[gs_data_first_object_rule[function]];
}

enum gs_object_kind gs_data_label_kind(uint32_t identifier)
{
	static const struct {
		uint32_t identifier;
		enum gs_object_kind kind;
	} kinds[] = {{0x82E0, GS_OBJECT_BUFFER}, {0x82E1, GS_OBJECT_PROGRAM},
		{0x82E2, GS_OBJECT_PROGRAM}, {0x8074, GS_OBJECT_VERTEX_ARRAY},
		{0x82E3, GS_OBJECT_QUERY}, {0x82E4, GS_OBJECT_PIPELINE},
		{0x8E22, GS_OBJECT_FEEDBACK}, {0x82E6, GS_OBJECT_SAMPLER},
		{0x1702, GS_OBJECT_TEXTURE}, {0x8D41, GS_OBJECT_RENDERBUFFER},
		{0x8D40, GS_OBJECT_FRAMEBUFFER}, {0x8B40, GS_OBJECT_PROGRAM},
		{0x8B48, GS_OBJECT_PROGRAM}, {0x9151, GS_OBJECT_BUFFER}, {0x9153, GS_OBJECT_QUERY},
		{0x9154, GS_OBJECT_VERTEX_ARRAY}};
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (kinds[i].identifier == identifier)
			return kinds[i].kind;
	return GS_OBJECT_NONE;
}

enum gs_object_kind gs_data_image_kind(uint64_t target)
{
	enum {
		TEXTURE_2D = 0x30B1,
		TEXTURE_3D,
		CUBE_MAP_POSITIVE_X,
		CUBE_MAP_NEGATIVE_Z = 0x30B8,
		RENDERBUFFER
	};
	if (target == RENDERBUFFER)
		return GS_OBJECT_RENDERBUFFER;
	return target >= TEXTURE_2D && target <= CUBE_MAP_NEGATIVE_Z ? GS_OBJECT_TEXTURE
								     : GS_OBJECT_NONE;
}

bool gs_data_names_buffer(unsigned function)
{
	size_t n;
	const struct gs_object_rule *rules = gs_data_object_rules(function, &n);
	for (size_t i = 0; i < n; i++)
		if (rules[i].argument == 0 && rules[i].kind == GS_OBJECT_BUFFER)
			return true;
	return false;
}

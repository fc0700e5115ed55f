/* SPDX-License-Identifier: MIT */
#include "data/effect.h"

#include "data/tables.h"

const struct gs_effect *gs_data_effects(unsigned function, size_t *n, bool *is_known)
{
	*n = 0;
	*is_known = function < GS_N_FUNCTIONS && gs_data_has_effects[function];
	if (!*is_known)
		return NULL;
	*n = (size_t)gs_data_first_effect[function + 1] - gs_data_first_effect[function];
	return &gs_data_effect_table[gs_data_first_effect[function]];
}

const char *gs_data_slot_name(unsigned slot)
{
	return slot < GS_N_SLOTS ? gs_data_slot_names[slot] : "";
}

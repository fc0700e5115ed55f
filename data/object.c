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

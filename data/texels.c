/* SPDX-License-Identifier: MIT */
#include "data/texels.h"

#include <stddef.h>
#include "data/tables.h"

const struct gs_texels_rule *gs_data_texels(unsigned function)
{
	unsigned number = function < GS_N_FUNCTIONS ? gs_data_texels_numbers[function] : 0;
	return number ? &gs_data_texels_rules[number - 1] : NULL;
}

/* SPDX-License-Identifier: MIT */
#include "data/tables.h"

const struct gs_function_info *gs_data_function(unsigned function)
{
	return function < GS_N_FUNCTIONS ? &gs_data_functions[function] : NULL;
}

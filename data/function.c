/* SPDX-License-Identifier: MIT */
#include "data/tables.h"

const struct gs_function_info *gs_data_function(unsigned function)
{
	return function < GS_N_FUNCTIONS ? &gs_data_functions[function] : NULL;
}

unsigned gs_data_category(unsigned function)
{
	return function < GS_N_FUNCTIONS ? gs_data_categories[function]
					 : (unsigned)gs_data_n_categories - 1;
}

const char *gs_data_category_name(unsigned category)
{
	return category < gs_data_n_categories ? gs_data_category_names[category] : NULL;
}

unsigned gs_data_origin(unsigned function)
{
	return function < GS_N_FUNCTIONS ? gs_data_origins[function] : 0;
}

const char *gs_data_origin_name(unsigned origin)
{
	return origin < gs_data_n_origins ? gs_data_origin_names[origin] : NULL;
}

/* SPDX-License-Identifier: MIT */
#include "data/tables.h"

#include <string.h>

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

static bool ends_with(const char *name, size_t n, const char *end)
{
	size_t length = strlen(end);
	return n >= length && !strncmp(name + n - length, end, length);
}

double gs_data_largest_of(const char *name)
{
	static const struct {
		const char *suffix;
		double largest;
	} types[] = {{"ub", 255}, {"us", 65535}, {"ui", 4294967295.0}};
	size_t n = strlen(name);
	if (ends_with(name, n, "v"))
		n--;
	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (ends_with(name, n, types[i].suffix))
			return types[i].largest;
	return n && strchr("bsi", name[n - 1]) ? -1 : 0;
}

bool gs_data_is_fixed_point(const char *name)
{
	size_t n = strlen(name);
	if (ends_with(name, n, "OES"))
		n -= 3;
	if (ends_with(name, n, "v"))
		n--;
	return ends_with(name, n, "x") && !ends_with(name, n, "Index");
}
